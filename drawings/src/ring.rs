//! The discs of numbers that hang under the knobs, one for each, true to scale. Turned to the right, a disc shows the
//! dot and then the numbers in order in the window beyond the knob.

use std::f32::consts::TAU;

use boards::{Board, Ring};

use crate::{
    body::dial::{DISC, NUMBERS_AT},
    sheet::{self, MARGIN},
    svg::{INK, PALE, Point, Svg},
    wires::letter,
};

const COLUMNS: usize = 2;
const ROWS: usize = 3;
const TOP: f32 = 28.0;
const STEP: f32 = 74.0;
const SHAFT: f32 = 6.2;
const LARGEST: f32 = 8.6;

/// Draws the discs on as many sheets as they need.
pub fn draw(board: &Board, ring: &Ring) -> Vec<String> {
    let title = format!("{}: discs of numbers", board.title);
    let seats: Vec<usize> = (0..board.knobs.count()).collect();
    let sheets = seats.chunks(COLUMNS * ROWS).map(|seats| {
        let about = "print on stiff paper, cut along the outer line, punch the middle, glue under the knob";
        let mut svg = sheet::begin(&title, about);
        for (at, seat) in seats.iter().enumerate() {
            let (column, row) = ((at % COLUMNS) as f32, (at / COLUMNS) as f32);
            let centre = (MARGIN + 22.0 + STEP * (column + 0.5), TOP + STEP * (row + 0.5));
            one(&mut svg, ring, letter(*seat), centre);
        }
        sheet::finish_to_scale(svg, &title)
    });
    sheets.collect()
}

fn one(svg: &mut Svg, ring: &Ring, seat: char, centre: Point) {
    // The dot is at the top, where the window is; turning right brings up what is to its left.
    let turn = |position: f32| -360.0 * position / f32::from(ring.positions);
    let at = |position: f32, radius: f32| {
        let angle = TAU * (turn(position) / 360.0 - 0.25);
        (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
    };
    let numbers = NUMBERS_AT as f32;
    svg.circle(centre, DISC as f32, "none", INK, 0.2);
    svg.circle(centre, SHAFT / 2.0, "none", INK, 0.2);
    svg.circle(centre, 10.0, "none", PALE, 0.15);
    svg.circle(at(0.0, numbers), 2.6, INK, INK, 0.0);
    let size = size(ring);
    for number in 1..=ring.numbers {
        let position = f32::from(number);
        let foot = at(position, numbers - size * 0.36);
        svg.rotated_bold(foot, turn(position), size, &number.to_string());
    }
    // Hidden under the lid, for the assembly.
    svg.rotated((centre.0, centre.1 + 17.0), 0.0, 5.0, &seat.to_string());
}

/// The largest size at which the numbers fit beside each other.
fn size(ring: &Ring) -> f32 {
    let room = TAU * NUMBERS_AT as f32 / f32::from(ring.positions);
    (if ring.numbers < 10 { room * 0.95 } else { room * 0.8 }).min(LARGEST)
}
