//! The printed ring of numbers that lies under a knob, one for each, true to scale on A4.

use std::f32::consts::TAU;

use boards::Ring;

use super::svg::{Anchor, INK, PALE, Svg};

const PAGE: (f32, f32) = (210.0, 297.0);
const MARGIN: f32 = 12.0;
const PITCH: f32 = 62.0;
const COLUMNS: usize = 3;
const OUTER: f32 = 29.0;
const NUMBERS: f32 = 23.5;
const TICKS: (f32, f32) = (17.5, 20.0);
/// The threaded neck of an EC11.
const HOLE: f32 = 3.6;

pub fn draw(ring: &Ring, knobs: usize) -> String {
    let mut svg = Svg::new();
    for knob in 0..knobs {
        let column = (knob % COLUMNS) as f32;
        let row = (knob / COLUMNS) as f32;
        one(&mut svg, ring, knob + 1, (MARGIN + PITCH * (column + 0.5), MARGIN + PITCH * (row + 0.5)));
    }
    let foot = "Print at 100 %. Cut along the outer line, punch the middle. The dot points to the player.";
    svg.text((PAGE.0 / 2.0, PAGE.1 - 8.0), 3.5, Anchor::Middle, PALE, foot);
    // The bar shows whether the printer kept the scale.
    svg.line((MARGIN, PAGE.1 - 14.0), (MARGIN + 50.0, PAGE.1 - 14.0), INK, 0.4);
    svg.text((MARGIN + 52.0, PAGE.1 - 13.0), 3.5, Anchor::Start, PALE, "50 mm");
    svg.finish("Rings for the knobs", PAGE)
}

fn one(svg: &mut Svg, ring: &Ring, knob: usize, centre: (f32, f32)) {
    // The dot lies at the bottom, nearest to whoever sits there; numbers go clockwise from it.
    let at = |position: u8, radius: f32| {
        let angle = TAU * (f32::from(position) / f32::from(ring.positions) + 0.25);
        (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
    };
    svg.circle(centre, OUTER, "none", PALE, 0.2);
    svg.circle(centre, HOLE, "none", PALE, 0.2);
    for position in 0..ring.positions {
        let width = if position <= ring.numbers { 0.5 } else { 0.15 };
        svg.line(at(position, TICKS.0), at(position, TICKS.1), INK, width);
    }
    svg.circle(at(0, NUMBERS), 1.6, INK, INK, 0.0);
    for number in 1..=ring.numbers {
        let (x, y) = at(number, NUMBERS);
        svg.text((x, y + 1.8), 5.0, Anchor::Middle, INK, &number.to_string());
    }
    svg.text((centre.0, centre.1 - 8.0), 3.5, Anchor::Middle, PALE, &format!("seat {knob}"));
}
