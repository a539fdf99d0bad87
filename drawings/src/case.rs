//! The pieces to print as an OpenSCAD model, each as it lies on the printer's bed, with an estimate of its printing
//! time.

use std::fmt::Write;

use boards::Board;

use crate::{
    body::{Piece, bodies},
    solid::{Solid, scale},
};

/// Volume that a common printer prints in an hour with layers of 0.2 mm, in cubic centimetres.
const PER_HOUR: f64 = 12.0;
/// Grams in a cubic centimetre.
const PLA: f64 = 1.24;

pub fn model(board: &Board) -> String {
    let bodies = bodies(board);
    let pieces: Vec<&Piece> = bodies.pieces().collect();
    let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
    let mut text = format!(
        "// {}. Made from the board file by `cargo xtask guide`.\n\
         // Choose what to print: {}.\npart = \"{}\";\n\n$fn = 64;\n",
        board.title,
        names.join(", "),
        names[0]
    );
    for piece in &pieces {
        let _ = write!(
            text,
            "\n// {}: print {}, {}.\nif (part == \"{}\")\n{}",
            piece.title,
            piece.count,
            piece.orientation,
            piece.name,
            on_bed(piece).scad(1)
        );
    }
    text
}

/// A piece as it lies on the bed.
pub fn on_bed(piece: &Piece) -> Solid {
    let turned = piece.solid.clone().placed(piece.bed);
    let (low, _) = turned.bounds();
    turned.moved(scale(low, -1.0))
}

/// The names of the pieces in the model.
pub fn parts(board: &Board) -> Vec<String> {
    bodies(board).pieces().map(|piece| piece.name.clone()).collect()
}

/// All plastic of a board, in grams of PLA.
#[cfg(test)]
fn grams(board: &Board) -> f64 {
    bodies(board).pieces().map(|piece| piece.solid.cubic_centimetres() * PLA * piece.count as f64).sum()
}

/// A table of what to print, in which orientation, and how long it takes.
pub fn table(board: &Board) -> String {
    let mut table = String::from(
        "| piece | count | size | as it lies on the bed | plastic | hours each |\n|---|---:|---|---|---:|---:|",
    );
    let (mut grams, mut hours, mut bed) = (0.0, 0.0, [0.0_f64; 2]);
    for piece in bodies(board).pieces() {
        let solid = on_bed(piece);
        let (_, size) = solid.bounds();
        bed = [bed[0].max(size[0]), bed[1].max(size[1])];
        let volume = solid.cubic_centimetres();
        let each = (volume / PER_HOUR * 2.0).ceil() / 2.0;
        (grams, hours) = (grams + volume * PLA * piece.count as f64, hours + each * piece.count as f64);
        let _ = write!(
            table,
            "\n| `{}`: {} | {} | {:.0} × {:.0} × {:.0} mm | {} | {:.0} g | {each} |",
            piece.name,
            piece.title,
            piece.count,
            size[0],
            size[1],
            size[2],
            piece.orientation,
            volume * PLA
        );
    }
    let _ = write!(
        table,
        "\n\nAltogether about {:.0} g of PLA and {:.0} hours of a printer that lays down {PER_HOUR} cm³ an hour, in layers of \
         0.2 mm. No piece needs supports. The bed must be at least {:.0} × {:.0} mm.",
        (grams / 10.0).ceil() * 10.0,
        hours,
        bed[0],
        bed[1]
    );
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::root;

    /// The parts list buys at least what the solids weigh.
    #[test]
    fn the_listed_plastic_is_the_printed_volume() {
        for board in boards::load_all(&root()).into_iter().flatten() {
            let list = crate::lists::list(&board, crate::lists::routes(&board)[0]);
            let bought = list.0.iter().find(|part| part.name.starts_with("PLA")).unwrap().count * 100;
            let needed = grams(&board);
            assert!(
                (0.0..200.0).contains(&(f64::from(bought) - needed)),
                "{}: {bought} g for {needed:.0} g",
                board.name
            );
        }
    }
}
