//! The front page: an introduction in one screen, then answers to visitors' questions.

use std::{fs, path::Path};

use boards::{Board, Voting, parts};
use builder::tool::{Outcome, root};

use crate::{
    library::Library,
    shell::{self, escaped},
};

pub fn write(library: &mut Library, boards: &[Board]) -> Outcome {
    for file in ["docs/pictures/table.png", "docs/screens.png", "LICENSE-MIT", "LICENSE-APACHE"] {
        library.file(Path::new(file)).ok_or_else(|| format!("{file} is missing"))?;
    }
    let players = if library.has(Path::new("docs/players.md")) {
        "<a href=\"docs/players.html\">The players' sheet</a> is one page, in six languages."
    } else {
        "<a href=\"docs/screens.png\">All screens at a glance</a>."
    };
    let body = include_str!("../pages/front.html")
        .replace("{{boards}}", &rows(boards))
        .replace("{{languages}}", &languages()?)
        .replace("{{players}}", players);
    let page = Path::new("index.html");
    library.write(page, shell::framed(page, "Dixit Dials", &body).as_bytes())
}

/// The boards that most people should look at first come first.
fn rows(boards: &[Board]) -> String {
    let mut boards: Vec<&Board> = boards.iter().collect();
    boards.sort_by_key(|board| match board.voting {
        Voting::Ring => 0,
        Voting::Pass => 1,
        Voting::Pods => 2,
    });
    boards.into_iter().map(row).collect()
}

fn row(board: &Board) -> String {
    let (how, whom, effort) = match board.voting {
        Voting::Ring => (
            "a hand dial for each, whose number shows in a window that only its owner looks into",
            "the family's table; build this one first",
            "a weekend, soldering wires",
        ),
        Voting::Pass => (
            "one device goes round, each sees it alone",
            "trying it out, and travelling",
            "half an hour on a breadboard, an evening in a box",
        ),
        Voting::Pods => ("each seat has its own little screen", "clubs and large rounds", "two weekends, stripboard"),
    };
    let name = &board.name;
    format!(
        "<tr><th scope=\"row\"><a href=\"boards/{name}/index.html\">{name}</a></th><td>{} to {}</td><td>{how}</td><td>{whom}</td>\
         <td>{effort}</td><td>about {} €</td><td><a href=\"play/index.html?board={name}\">try {name}</a></td></tr>\n",
        board.seats.least,
        board.seats.most,
        parts::list(board).about_euros(),
    )
}

/// The languages by their own names, from the firmware's words.
fn languages() -> Outcome<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("src/words"))? {
        let text = fs::read_to_string(entry?.path())?;
        names.extend(
            text.lines().find_map(|line| line.trim().strip_prefix("language: \"")?.strip_suffix("\",")).map(escaped),
        );
    }
    names.sort();
    if names.is_empty() { Err("src/words names no language".into()) } else { Ok(names.join(", ")) }
}
