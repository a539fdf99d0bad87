//! `cargo xtask guide`: what a builder reads, drawn and listed from the board's file, so that it cannot disagree with
//! the firmware. Between its marks it writes into the board's `README.md`; the rest of that page is people's.

mod assembly;
mod case;
mod chain;
mod lanes;
mod legs;
mod panel;
mod part;
mod pins;
mod plate;
mod pod;
#[cfg(test)]
mod read_back;
mod ring;
mod sheet;
mod shield;
mod solder_side;
mod svg;
mod wires;
mod wiring;

use std::{fs, path::PathBuf};

use boards::Board;

use crate::{
    image::write_if_new,
    tool::{Outcome, root},
};

pub fn main(mut args: lexopt::Parser) -> Outcome {
    let mut check = false;
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("check") => check = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let mut all = vec![Page { path: boards::readme::path(&root()), text: boards::readme::page(&root())? }];
    // A board that is wrong keeps none of the others from their drawings; it is told at the end.
    let mut wrong = Vec::new();
    for board in boards::load_all(&root()) {
        match board.map_err(Into::into).and_then(|board| pages(&board)) {
            Ok(pages) => all.extend(pages),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    for page in all {
        if !check {
            write_if_new(&page.path, page.text.as_bytes())?;
            println!("{}", page.path.display());
        } else if !page.is_current() {
            wrong.push(format!("{} is out of date; run: cargo xtask guide", page.path.display()));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// A file of the guide, as it should be.
pub struct Page {
    pub path: PathBuf,
    pub text: String,
}

impl Page {
    pub fn is_current(&self) -> bool {
        // A checkout may have changed the line ends.
        fs::read_to_string(&self.path).is_ok_and(|text| text.replace("\r\n", "\n") == self.text)
    }
}

pub fn pages(board: &Board) -> Outcome<Vec<Page>> {
    let folder = root().join("boards").join(&board.name);
    let mut pages: Vec<Page> =
        sheets(board).into_iter().map(|(name, text)| Page { path: folder.join(name), text }).collect();
    pages.push(Page { path: folder.join("case.scad"), text: case::model(board) });
    let path = folder.join("README.md");
    let old = fs::read_to_string(&path).unwrap_or_else(|_| new_page(board)).replace("\r\n", "\n");
    let mut text = old;
    for (mark, content) in [
        ("parts", boards::parts::list(board).markdown()),
        ("pins", pins::table(board)),
        ("electrics", boards::electrics::report(board).markdown()),
    ] {
        text = between(&text, mark, &content)
            .ok_or_else(|| format!("{} has lost its marks <!-- {mark} --> and <!-- /{mark} -->", path.display()))?;
    }
    pages.push(Page { path, text });
    Ok(pages)
}

/// The page of a board that has none yet.
fn new_page(board: &Board) -> String {
    format!(
        "# {}\n\n## Parts\n<!-- parts -->\n<!-- /parts -->\n\n## Wiring\n![wiring](wiring.svg)\n\n<!-- pins -->\n<!-- /pins \
         -->\n\n## Currents and levels\n<!-- electrics -->\n<!-- /electrics -->\n",
        board.title
    )
}

/// Every drawing of a board, by the name of its file.
pub fn sheets(board: &Board) -> Vec<(&'static str, String)> {
    let mut sheets = vec![("wiring.svg", wiring::draw(board)), ("solder-side.svg", solder_side::draw(board))];
    if let Some(chain) = &board.knobs.chain {
        sheets.push(("chain.svg", chain::draw(board, chain)));
        if let Some(screen) = board.screens.iter().find(|screen| screen.mux.is_some()) {
            sheets.push(("pod.svg", pod::draw(board, screen)));
            sheets.push(("seats.svg", pod::seats(board, chain)));
        }
    }
    if let Some(ring) = &board.ring {
        let names = ["ring.svg", "ring-2.svg"];
        sheets.extend(names.into_iter().zip(ring::draw(board, ring)));
        sheets.push(("shield.svg", shield::draw(board)));
    }
    sheets.push(("plate.svg", plate::draw(board)));
    sheets.push(("assembly.svg", assembly::draw(board)));
    sheets
}

/// Replaces what stands between `<!-- name -->` and `<!-- /name -->`.
fn between(page: &str, name: &str, content: &str) -> Option<String> {
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let (before, rest) = page.split_once(&open)?;
    let (_, after) = rest.split_once(&close)?;
    Some(format!("{before}{open}\n{content}\n{close}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_guide_says_what_the_board_files_say() {
        for board in boards::load_all(&root()).into_iter().flatten() {
            for page in pages(&board).unwrap() {
                assert!(page.is_current(), "{} is out of date; run: cargo xtask guide", page.path.display());
            }
        }
    }

    #[test]
    fn a_moved_pin_moves_in_the_drawing_and_in_the_list() {
        let mut board = boards::load(&root(), "solo").unwrap();
        let before = (wiring::draw(&board), pins::table(&board));
        board.knobs.pins.as_mut().unwrap()[0].push = 13;
        let after = (wiring::draw(&board), pins::table(&board));
        assert!(before.1.contains("| GP12 | 16 | knob A, SW (push) |"), "{}", before.1);
        assert!(after.1.contains("| GP13 | 17 | knob A, SW (push) |"), "{}", after.1);
        assert_ne!(before.0, after.0);
    }

    #[test]
    fn every_number_of_the_ring_is_printed_once_for_each_knob() {
        let board = boards::load(&root(), "table").unwrap();
        let ring = boards::Ring { positions: 20, numbers: 12 };
        let drawing = ring::draw(&board, &ring).concat();
        assert_eq!(drawing.matches(">12</text>").count(), board.knobs.count());
        assert_eq!(drawing.matches(">13</text>").count(), 0);
        assert_eq!(drawing.matches(">H</text>").count(), 1);
    }
}
