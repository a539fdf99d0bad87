//! Loads boards: every folder under `boards/` that holds a `board.toml`.

use std::{fs, path::Path};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{
    Board, Mistake, Mistakes, file_check,
    keys::Value,
    limits::limits,
    read::{Place, Reader, line, short},
};

/// Maximum size of a board file in bytes: a hundred times the size of the bundled ones.
const MOST_BYTES: usize = 1 << 20;

/// The names of all boards below the project's root, in order.
pub fn discover(root: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("boards"))? {
        let entry = entry?;
        if entry.path().join("board.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Reads and checks one board: the name of a folder under `boards/`, or the path of a folder elsewhere.
pub fn load(root: &Path, name: &str) -> Result<Board, Mistakes> {
    let elsewhere = Path::new(name);
    let (folder, name, file) = match elsewhere.file_name().and_then(|last| last.to_str()) {
        Some(last) if last != name => {
            (elsewhere.to_path_buf(), last, elsewhere.join("board.toml").display().to_string())
        }
        _ => (root.join("boards").join(name), name, bundled(name)),
    };
    let bytes = fs::read(folder.join("board.toml")).map_err(|error| {
        let known = discover(root).unwrap_or_default().join(", ");
        mistake(&file, "(file)", format!("{error}; the boards are {known}"), None)
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        mistake(&file, "(file)", "is not text in UTF-8; save it as that".to_string(), Some(line))
    })?;
    read(name, &file, &text)
}

/// Reads and checks every board; an invalid one does not stop the others.
pub fn load_all(root: &Path) -> Vec<Result<Board, Mistakes>> {
    match discover(root) {
        Ok(names) => names.iter().map(|name| load(root, name)).collect(),
        Err(error) => vec![Err(mistake("boards", "(folder)", error.to_string(), None))],
    }
}

/// Checks the text of a board file.
pub fn parse(name: &str, text: &str) -> Result<Board, Mistakes> {
    read(name, &bundled(name), text)
}

/// Like `parse`, but also returns the board as far as it could be read: every value is within its limits, but values
/// may contradict each other.
pub fn examine(name: &str, text: &str) -> (Option<Board>, Vec<Mistake>) {
    examined(name, &bundled(name), text)
}

fn bundled(name: &str) -> String {
    format!("boards/{name}/board.toml")
}

fn read(name: &str, file: &str, text: &str) -> Result<Board, Mistakes> {
    match examined(name, file, text) {
        (Some(board), mistakes) if mistakes.is_empty() => Ok(board),
        (_, mistakes) => Err(Mistakes(mistakes)),
    }
}

fn examined(name: &str, file: &str, text: &str) -> (Option<Board>, Vec<Mistake>) {
    if text.len() > MOST_BYTES {
        let reason = format!("has {} KiB; a board file has at most {}", text.len() >> 10, MOST_BYTES >> 10);
        return (None, mistake(file, "(file)", reason, None).0);
    }
    let tree = match DeTable::parse(text) {
        Ok(tree) => tree,
        Err(error) => return (None, syntax(file, text, &error).0),
    };
    let tree = Spanned::new(tree.span(), DeValue::Table(tree.into_inner()));
    let mut reader = Reader::new(text);
    let board = Board::read(&mut reader, &Place::default(), &tree, &limits!(0..=0));
    let Reader { mut mistakes, lines, .. } = reader;
    let board = board.filter(|_| mistakes.is_empty()).map(|board| Board { name: name.to_string(), ..board });
    if let Some(board) = &board {
        mistakes = file_check::mistakes(board);
    }
    let told = mistakes.into_iter().map(|(key, reason)| {
        let line = lines.get(&key).copied();
        Mistake { file: file.to_string(), key, reason, line }
    });
    (board, told.collect())
}

/// Turns an error of the parser, which has a position in the text, into a mistake at a key, which people look for.
fn syntax(file: &str, text: &str, error: &toml::de::Error) -> Mistakes {
    let span = error.span().unwrap_or(0..0);
    let start = (0..=span.start.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let number = line(text, start);
    let row = text.lines().nth(number - 1).unwrap_or_default().trim();
    let inside = |key: &str| {
        let heading = text[..start].lines().rev().map(str::trim).find(|row| row.starts_with('[') && row.ends_with(']'));
        match heading.map(|row| row.trim_matches(['[', ']']).trim()) {
            Some(table) if !row.starts_with('[') => format!("{table}.{key}"),
            _ => key.to_string(),
        }
    };
    if error.message().starts_with("duplicate key") {
        let key = text.get(span).unwrap_or_default().trim();
        return mistake(file, &inside(&short(key)), "is given twice; keep one".to_string(), Some(number));
    }
    let plain = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
    match row.split_once('=').map(|(key, _)| key.trim()) {
        Some(key) if plain(key) => mistake(file, &inside(&short(key)), error.message().to_string(), Some(number)),
        _ => mistake(file, &format!("line {number}"), error.message().to_string(), None),
    }
}

fn mistake(file: &str, key: &str, reason: String, line: Option<usize>) -> Mistakes {
    Mistakes(vec![Mistake { file: file.to_string(), key: key.to_string(), reason, line }])
}
