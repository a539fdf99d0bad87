//! Where boards come from: every folder under `boards/` that holds a `board.toml`.

use std::{fs, path::Path};

use crate::{Board, Mistake, Mistakes, check};

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

/// Reads and checks one board: the name of a folder under `boards/`, or the path of a folder that lies elsewhere.
pub fn load(root: &Path, name: &str) -> Result<Board, Mistakes> {
    let elsewhere = Path::new(name);
    let (folder, name) = match elsewhere.file_name().and_then(|last| last.to_str()) {
        Some(last) if last != name => (elsewhere.to_path_buf(), last),
        _ => (root.join("boards").join(name), name),
    };
    let path = folder.join("board.toml");
    let text = fs::read_to_string(&path).map_err(|error| {
        let known = discover(root).unwrap_or_default().join(", ");
        mistake(name, "(file)", format!("{error}; the boards are {known}"))
    })?;
    parse(name, &text)
}

/// Reads and checks every board.
pub fn load_all(root: &Path) -> Result<Vec<Board>, Mistakes> {
    let names = discover(root).map_err(|error| mistake("*", "(folder)", error.to_string()))?;
    names.iter().map(|name| load(root, name)).collect()
}

/// Checks the text of a board file.
pub fn parse(name: &str, text: &str) -> Result<Board, Mistakes> {
    let tree = toml::Deserializer::parse(text)
        .map_err(|error| mistake(name, &line(text, error.span()), error.message().to_string()))?;
    let mut board: Board = serde_path_to_error::deserialize(tree).map_err(|error| {
        let (key, reason) = culprit(&error.path().to_string(), error.inner().message());
        mistake(name, &key, reason)
    })?;
    board.name = name.to_string();
    let mistakes = check::check(&board);
    if mistakes.is_empty() { Ok(board) } else { Err(Mistakes(mistakes)) }
}

/// An unknown or a missing key is named after the table it is in; people look for the key itself.
fn culprit(path: &str, message: &str) -> (String, String) {
    let join = |key: &str| match path {
        "." | "?" => key.to_string(),
        _ if path.rsplit('.').next() == Some(key) => path.to_string(),
        _ => format!("{}.{key}", path.trim_end_matches(".?")),
    };
    let quoted = || message.split('`').nth(1).unwrap_or_default();
    if message.starts_with("unknown field") {
        let known = message.split_once("expected ").map_or("", |(_, known)| known);
        let known = known.trim_start_matches("one of ").replace('`', "");
        (join(quoted()), format!("unknown key; there are {known}"))
    } else if message.starts_with("missing field") {
        (join(quoted()), "missing".to_string())
    } else {
        (path.to_string(), message.replace('`', ""))
    }
}

fn line(text: &str, span: Option<std::ops::Range<usize>>) -> String {
    let upto = span.map_or(0, |span| span.start.min(text.len()));
    format!("line {}", text[..upto].matches('\n').count() + 1)
}

fn mistake(board: &str, key: &str, reason: String) -> Mistakes {
    Mistakes(vec![Mistake { board: board.to_string(), key: key.to_string(), reason }])
}
