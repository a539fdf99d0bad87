//! Everything drawn from a board file: wiring, sheets to print and cut, solids, tables of the guide.
//!
//! Pure functions from a [`boards::Board`] to text. They open no file and start no process, so the same code draws for
//! `cargo xtask guide`, for the site and, compiled to WebAssembly, on a page.

mod assembly;
pub mod body;
mod breadboard;
pub mod case;
mod chain;
mod lanes;
mod lead;
mod legs;
pub mod lists;
mod part;
pub mod pcb;
pub mod picture;
pub mod pins;
mod plate;
mod pod;
#[cfg(test)]
mod read_back;
pub mod render;
mod ring;
mod sheet;
mod solder_side;
pub mod solid;
pub mod step;
mod svg;
mod views;
mod wires;
mod wiring;

use boards::{Board, Route, Voting};

/// Sheets that are drawn together, one or more.
#[derive(Clone, Copy)]
pub struct Kind {
    /// File names of the sheets. A board may need only the first of them.
    pub names: &'static [&'static str],
    draw: fn(&Board) -> Vec<String>,
}

impl Kind {
    pub fn draw(&self, board: &Board) -> Vec<String> {
        (self.draw)(board)
    }
}

/// The kinds of drawings of a board, without drawing them: the views trace many lines of sight, which takes a while.
pub fn kinds(board: &Board) -> Vec<Kind> {
    let mut kinds = vec![
        Kind { names: &["wiring.svg"], draw: |board| vec![wiring::draw(board)] },
        Kind { names: &["solder-side.svg"], draw: |board| vec![solder_side::draw(board)] },
    ];
    if lists::routes(board).contains(&Route::NoSolder) {
        kinds.push(Kind { names: &["breadboard.svg"], draw: |board| vec![breadboard::draw(board)] });
    }
    if board.knobs.chain.is_some() {
        let chain = |board: &Board| board.knobs.chain.iter().map(|chain| chain::draw(board, chain)).collect();
        kinds.push(Kind { names: &["chain.svg"], draw: chain });
        if board.screens.iter().any(|screen| screen.mux.is_some()) {
            let pod = |board: &Board| {
                let one = board.screens.iter().find(|screen| screen.mux.is_some());
                one.iter().map(|screen| pod::draw(board, screen)).collect()
            };
            let seats = |board: &Board| board.knobs.chain.iter().map(|chain| pod::seats(board, chain)).collect();
            kinds.push(Kind { names: &["pod.svg"], draw: pod });
            kinds.push(Kind { names: &["seats.svg"], draw: seats });
        }
    }
    if board.ring.is_some() {
        let rings = |board: &Board| board.ring.iter().flat_map(|ring| ring::draw(board, ring)).collect();
        kinds.push(Kind { names: &["ring.svg", "ring-2.svg"], draw: rings });
    }
    if board.leads.is_some() {
        let leads = |board: &Board| board.leads.iter().map(|leads| lead::draw(board, leads)).collect();
        kinds.push(Kind { names: &["lead.svg"], draw: leads });
    }
    kinds.push(Kind { names: &["plate.svg", "plate-2.svg", "plate-3.svg"], draw: plate::draw });
    kinds.push(Kind { names: &["assembly.svg"], draw: |board| vec![assembly::draw(board)] });
    if board.voting != Voting::Pass {
        kinds.push(Kind { names: &["shared-screen.svg"], draw: |board| Vec::from_iter(views::hub(board)) });
    }
    kinds.push(Kind { names: &["views.svg"], draw: |board| vec![views::draw(board)] });
    kinds
}

/// Every drawing of a board, by the name of its file.
pub fn sheets(board: &Board) -> Vec<(&'static str, String)> {
    kinds(board).into_iter().flat_map(|kind| kind.names.iter().copied().zip(kind.draw(board))).collect()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// The project's folder.
    pub fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of the project").to_path_buf()
    }

    #[test]
    fn a_moved_pin_moves_in_the_drawing_and_in_the_list() {
        let mut board = boards::load(&root(), "solo").unwrap();
        let before = (wiring::draw(&board), pins::table(&board));
        board.knobs.pins.as_mut().unwrap()[0].push = 13;
        let after = (wiring::draw(&board), pins::table(&board));
        assert!(before.1.contains("| GP12 | 16 | a16 | knob A, SW (push) |"), "{}", before.1);
        assert!(after.1.contains("| GP13 | 17 | a17 | knob A, SW (push) |"), "{}", after.1);
        assert_ne!(before.0, after.0);
    }

    #[test]
    fn every_part_of_every_list_has_a_picture() {
        let pictures: Vec<&str> = picture::all().into_iter().map(|(name, _)| name).collect();
        for board in boards::load_all(&root()).into_iter().flatten() {
            for route in boards::Route::ALL {
                for part in lists::list(&board, route).0 {
                    assert!(pictures.contains(&part.picture), "{}: {} has no picture", board.name, part.name);
                }
            }
        }
        // Every name is drawn: none falls back to the placeholder.
        let unknown = picture::draw("unknown");
        assert!(picture::all().iter().all(|(_, drawn)| *drawn != unknown));
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
