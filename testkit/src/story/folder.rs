//! The stories in `tests/scenarios/`, each with the boards that can play it.

use std::{fs, path::PathBuf};

use super::{file::Story, player::why_not, stage::library_board};
use crate::tool::root;

/// A file of the folder.
pub struct StoryFile {
    /// File name without its extension.
    pub name: String,
    /// Path within the project.
    pub path: String,
    /// The story, or why it cannot be read.
    pub story: Result<Story, String>,
}

/// All stories by name, including the unreadable ones.
pub fn all() -> Result<Vec<StoryFile>, String> {
    let folder = root().join("tests/scenarios");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    Ok(files.iter().map(read).collect())
}

fn read(file: &PathBuf) -> StoryFile {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let path = format!("tests/scenarios/{name}.toml");
    let text = fs::read_to_string(file).map_err(|error| format!("{path}: {error}"));
    let story = text.and_then(|text| Story::read(&text).map_err(|mistake| format!("{path}: {mistake}")));
    StoryFile { name, path, story }
}

/// The boards that can play a story, and why the others cannot. It is an error if none can.
pub fn boards_for<'a>(
    story: &Story,
    boards: &'a [boards::Board],
) -> Result<(Vec<&'a boards::Board>, Vec<String>), String> {
    let mut skipped = Vec::new();
    let telling: Vec<_> = boards
        .iter()
        .filter(|board| match why_not(story, &library_board(board)) {
            None => true,
            Some(why) => {
                skipped.push(format!("on {}: {why}", board.name));
                false
            }
        })
        .collect();
    if telling.is_empty() { Err(format!("no board tells it: {}", skipped.join("; "))) } else { Ok((telling, skipped)) }
}
