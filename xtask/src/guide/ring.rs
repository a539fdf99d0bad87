//! The printed ring of numbers that lies under a knob, one for each, true to scale.

use std::f32::consts::TAU;

use boards::{Board, Ring};

use super::{
    panel::{KNOB, NECK, PITCH, RING},
    sheet::{self, MARGIN},
    svg::{Anchor, INK, PALE, Point, Svg},
    wires::letter,
};

const COLUMNS: usize = 3;
const ROWS: usize = 3;
const TOP: f32 = 26.0;
/// Ticks begin where the knob ends.
const TICKS: (f32, f32) = (KNOB / 2.0 + 1.5, KNOB / 2.0 + 4.0);
const NUMBERS: f32 = 21.8;
const LARGEST: f32 = 8.0;

/// The sheets, as many as it takes.
pub fn draw(board: &Board, ring: &Ring) -> Vec<String> {
    let title = format!("{}: rings for the knobs", board.title);
    let seats: Vec<usize> = (0..board.knobs.count()).collect();
    let sheets = seats.chunks(COLUMNS * ROWS).map(|seats| {
        let about = format!(
            "for pointer knobs of {KNOB} mm; cut along the outer line, punch the middle; the dot looks at the player"
        );
        let mut svg = sheet::begin(&title, &about);
        for (at, seat) in seats.iter().enumerate() {
            let (column, row) = ((at % COLUMNS) as f32, (at / COLUMNS) as f32);
            let centre = (MARGIN + 4.0 + PITCH * (column + 0.5), TOP + PITCH * (row + 0.5));
            one(&mut svg, ring, letter(*seat), centre);
        }
        sheet::finish_to_scale(svg, &title)
    });
    sheets.collect()
}

fn one(svg: &mut Svg, ring: &Ring, seat: char, centre: Point) {
    // The dot lies at the bottom, nearest to whoever sits there; numbers go clockwise from it.
    let at = |position: f32, radius: f32| {
        let angle = TAU * (position / f32::from(ring.positions) + 0.25);
        (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
    };
    svg.circle(centre, RING / 2.0, "none", PALE, 0.2);
    svg.circle(centre, NECK / 2.0, "none", PALE, 0.2);
    for position in 0..ring.positions {
        let width = if position <= ring.numbers { 0.6 } else { 0.15 };
        svg.line(at(position.into(), TICKS.0), at(position.into(), TICKS.1), INK, width);
    }
    svg.circle(at(0.0, NUMBERS), 2.0, INK, INK, 0.0);
    let size = size(ring);
    for number in 1..=ring.numbers {
        let (x, y) = at(number.into(), NUMBERS);
        svg.bold((x, y + size * 0.36), size, Anchor::Middle, &number.to_string());
    }
    // In the middle of the part that has no numbers, where no knob hides it.
    let (x, y) = at((f32::from(ring.numbers) + f32::from(ring.positions)) / 2.0, NUMBERS);
    svg.bold((x, y + 3.4), 9.5, Anchor::Middle, &seat.to_string());
}

/// As large as the numbers fit one beside or above the other.
fn size(ring: &Ring) -> f32 {
    let room = TAU * NUMBERS / f32::from(ring.positions);
    (if ring.numbers < 10 { room * 0.95 } else { room * 0.8 }).min(LARGEST)
}
