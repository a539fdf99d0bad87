//! The sheets of a board, drawn one kind at a time: a page shows one kind and redraws it at every change.

use serde::Serialize;
use serde_json::Value as Json;

use crate::sound;

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// Name of its file.
    pub name: &'static str,
    pub svg: String,
}

/// The sheets of the kind whose first file has this name; empty if the board has mistakes or no such sheets.
pub fn draw(tree: &Json, name: &str) -> Vec<Sheet> {
    let Some(board) = sound(tree) else { return Vec::new() };
    let kind = drawings::kinds(&board).into_iter().find(|kind| kind.names.first() == Some(&name));
    let sheets = kind.into_iter().flat_map(|kind| kind.names.iter().zip(kind.draw(&board)));
    sheets.map(|(name, svg)| Sheet { name, svg }).collect()
}
