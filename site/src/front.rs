//! The front page: an introduction in one screen, then answers to visitors' questions.

use std::{fs, path::Path};

use boards::{Board, Voting};
use builder::tool::{Outcome, root};
use drawings::lists;

use crate::{
    library::Library,
    shell::{self, escaped},
};

pub fn write(library: &mut Library, boards: &[Board]) -> Outcome {
    for file in ["hero.jpg", "reveal.png", "round.png"].map(|name| format!("docs/pictures/{name}")) {
        library.file(Path::new(&file)).ok_or_else(|| format!("{file} is missing"))?;
    }
    for file in ["docs/screens.png", "LICENSE-MIT", "LICENSE-APACHE"] {
        library.file(Path::new(file)).ok_or_else(|| format!("{file} is missing"))?;
    }
    let players = if library.has(Path::new("docs/players.md")) {
        "<a href=\"docs/players.html\">The players' sheet</a> is one page, in six languages."
    } else {
        "<a href=\"docs/screens.png\">All screens at a glance</a>."
    };
    let body = include_str!("../pages/front.html")
        .replace("{{boards}}", &cards(library, boards, "", "h3"))
        .replace("{{languages}}", &languages()?)
        .replace("{{players}}", players);
    let page = Path::new("index.html");
    library.write(page, shell::framed(page, "Dixit Dials", shell::DESCRIPTION, &body).as_bytes())
}

/// A card for each board: picture, players, hours, euros. `root` leads from the page to the front page;
/// `heading` is the level of a card's title there.
pub fn cards(library: &mut Library, boards: &[Board], root: &str, heading: &str) -> String {
    boards.iter().map(|board| card(library, board, root, heading)).collect()
}

fn card(library: &mut Library, board: &Board, root: &str, heading: &str) -> String {
    let (how, whom) = match board.voting {
        Voting::Ring => (
            "a hand dial for each, with a window that only its owner looks into",
            "For the family; build this one first",
        ),
        Voting::Pass => ("one device that goes round, each sees it alone", "For this evening, and for travelling"),
        Voting::Pods => ("a knob and a little screen for every seat", "For clubs and large rounds"),
    };
    // The route that takes the least time.
    let (hours, euros) = lists::routes(board)
        .into_iter()
        .map(|route| (lists::effort(board, route).hours(), lists::list(board, route).about_euros()))
        .min()
        .unwrap_or_default();
    let name = &board.name;
    let picture = format!("docs/pictures/board-{name}.jpg");
    let picture = library.file(Path::new(&picture)).map_or_else(String::new, |_| {
        format!("<img src=\"{root}{picture}\" alt=\"\" width=\"640\" height=\"400\" loading=\"lazy\">\n")
    });
    format!(
        "<section class=\"board\">\n{picture}<div>\n<{heading}><a href=\"{root}boards/{name}/index.html\">{title}</a></{heading}>\n<p>{whom}: {how}.</p>\n\
         <dl><div><dt>players</dt><dd>{least}–{most}</dd></div><div><dt>hours</dt><dd>≈ {hours}</dd></div>\
         <div><dt>parts</dt><dd>≈ {euros} €</dd></div></dl>\n<p class=\"buttons\"><a class=\"button\" \
         href=\"{root}boards/{name}/index.html\">Build {name}</a> <a class=\"button\" href=\"{root}play/index.html?board={name}\">Try \
         {name}</a></p>\n</div>\n</section>\n",
        title = escaped(&board.title),
        least = board.seats.least,
        most = board.seats.most,
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
