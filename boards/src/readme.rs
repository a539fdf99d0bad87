//! `boards/README.md`: hand-written text and, between its marks, what is generated from the board files and their keys.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{Board, Voting, keys, load_all};

pub fn path(root: &Path) -> PathBuf {
    root.join("boards/README.md")
}

/// The expected content of the page.
pub fn page(root: &Path) -> io::Result<String> {
    let path = path(root);
    let page = fs::read_to_string(&path)?.replace("\r\n", "\n");
    let boards: Vec<Board> = load_all(root).into_iter().flatten().collect();
    let page = between(&page, "boards", &overview(&boards)).and_then(|page| between(&page, "keys", &keys::markdown()));
    let lost = || io::Error::other(format!("{} has lost its marks <!-- boards --> or <!-- keys -->", path.display()));
    page.ok_or_else(lost)
}

/// Every board in a row.
fn overview(boards: &[Board]) -> String {
    let mut table =
        String::from("| board | players | knobs | screens | how a vote stays secret |\n|---|---|---:|---:|---|\n");
    for board in boards {
        let voting = match board.voting {
            Voting::Ring => "a disc of numbers behind a window, at each knob",
            Voting::Pass => "the device goes round",
            Voting::Pods => "each seat has a screen",
        };
        table += &format!(
            "| [`{name}`]({name}/README.md) | {} to {} | {} | {} | {voting} |\n",
            board.seats.least,
            board.seats.most,
            board.knobs.count(),
            board.screens.iter().map(|screen| usize::from(screen.copies)).sum::<usize>(),
            name = board.name,
        );
    }
    table.trim_end().to_string()
}

/// Replaces the text between `<!-- name -->` and `<!-- /name -->`.
pub fn between(page: &str, name: &str, content: &str) -> Option<String> {
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let (before, rest) = page.split_once(&open)?;
    let (_, after) = rest.split_once(&close)?;
    Some(format!("{before}{open}\n{content}\n{close}{after}"))
}
