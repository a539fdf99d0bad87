//! Everything that is drawn from a board file: wiring, sheets to print and cut, solids, tables of the guide.
//!
//! Pure functions from a [`boards::Board`] to text. They open no file and start no process, so the same code draws for
//! `cargo xtask guide`, for the site and, compiled to WebAssembly, on a page.

mod assembly;
pub mod body;
pub mod case;
mod chain;
mod lanes;
mod lead;
mod legs;
pub mod lists;
mod part;
pub mod pcb;
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
mod svg;
mod views;
mod wires;
mod wiring;

use boards::Board;

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
    }
    if let Some(leads) = &board.leads {
        sheets.push(("lead.svg", lead::draw(board, leads)));
    }
    sheets.extend(["plate.svg", "plate-2.svg", "plate-3.svg"].into_iter().zip(plate::draw(board)));
    sheets.push(("assembly.svg", assembly::draw(board)));
    sheets.extend(views::hub(board).map(|sheet| ("shared-screen.svg", sheet)));
    sheets.extend(views::draw(board).map(|sheet| ("views.svg", sheet)));
    sheets
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
