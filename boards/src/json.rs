//! A board as JSON for the simulator: the file's own keys, with the folder's name added.

use crate::Board;

pub fn json(board: &Board) -> String {
    let mut text = serde_json::to_string_pretty(board).expect("a board has only string keys");
    text.push('\n');
    text
}
