//! The back end of the page for making boards. All results come from the crates that the commands use, so that page and
//! commands never disagree.
//!
//! Text in, text out: a board is the JSON tree that [`boards::json`] writes, valid or not. [`exports`] offers the same
//! functions to a page.

pub mod exports;
mod keys;
mod review;
mod sheets;

pub use keys::keys;
pub use review::{Review, review};
pub use sheets::{Sheet, draw};

use boards::{Board, Mistake};
use serde::Serialize;
use serde_json::Value as Json;

/// One mistake, as the commands print it.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Wrong {
    pub key: String,
    pub reason: String,
}

impl From<Mistake> for Wrong {
    fn from(mistake: Mistake) -> Self {
        Self { key: mistake.key, reason: mistake.reason }
    }
}

/// The file's text for a tree, and the result of reading it.
fn read(tree: &Json) -> (String, Option<Board>, Vec<Wrong>) {
    let text = boards::toml(tree);
    let name = tree["name"].as_str().unwrap_or_default();
    let (board, mistakes) = boards::examine(name, &text);
    (text, board, mistakes.into_iter().map(Wrong::from).collect())
}

/// The board of a tree without mistakes.
fn sound(tree: &Json) -> Option<Board> {
    match read(tree) {
        (_, board, mistakes) if mistakes.is_empty() => board,
        _ => None,
    }
}

/// The tree of an opened file, or its mistakes.
pub fn open(name: &str, text: &str) -> Result<Json, Vec<Wrong>> {
    let board =
        boards::parse(name, text).map_err(|mistakes| mistakes.0.into_iter().map(Wrong::from).collect::<Vec<_>>())?;
    serde_json::to_value(board).map_err(|error| vec![Wrong { key: "(file)".into(), reason: error.to_string() }])
}

/// Firmware with this board in place of the one in the file. An error if the board has mistakes.
pub fn uf2(tree: &Json, firmware: &[u8]) -> Result<Vec<u8>, String> {
    let board = sound(tree).ok_or("this board has mistakes; correct them first")?;
    boards::uf2::with_board(firmware, &board.device()).map_err(|error| error.to_string())
}

/// The board alone, for a Pico that already has the firmware. `None` if it has mistakes.
pub fn alone(tree: &Json) -> Option<Vec<u8>> {
    sound(tree).map(|board| boards::uf2::board_alone(&board.device()))
}
