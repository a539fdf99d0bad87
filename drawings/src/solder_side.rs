//! The solder side: the Pico from below, as it lies for soldering, and what each hole is joined to.

use boards::Board;

use crate::{
    legs,
    part::{self, EDGE, PITCH},
    sheet::{self, MARGIN, MIDDLE},
    svg::{Anchor, Svg},
    wires, wiring,
};

const TOP: f32 = 36.0;

pub fn draw(board: &Board) -> String {
    let title = format!("{}: solder side", board.title);
    let mut svg =
        sheet::begin(&title, "the Pico turned over sideways, USB at the top: left and right have changed places");
    part::pico(&mut svg, MIDDLE, TOP, true);
    let mut holes = wires::holes(board);
    holes.retain(|(_, net, _)| !wiring::joined(board, net).is_empty());
    holes.sort_by_key(|(hole, ..)| *hole);
    part::pico_holes(&mut svg, MIDDLE, TOP, true, |hole| holes.iter().any(|(used, ..)| *used == hole));
    for (hole, net, _) in &holes {
        let (x, y) = part::hole_at(*hole, MIDDLE, TOP, true);
        let (out, anchor) = if x < MIDDLE { (-1.0, Anchor::End) } else { (1.0, Anchor::Start) };
        let edge = MIDDLE + out * EDGE;
        svg.line((x + out * 1.3, y), (edge + out * 6.0, y), net.colour, 0.6);
        label(&mut svg, (edge + out * 7.5, y + 1.0), anchor, *hole, &wiring::joined(board, net));
    }
    let y = TOP + f32::from(part::HOLES) * PITCH + 12.0;
    let y = svg.notes((MARGIN + 2.0, y), 2.8, 128, &notes(board));
    legs::draw(&mut svg, y + 6.0);
    sheet::finish(svg, &title)
}

/// Names the legs at the other end, or describes them where there are many.
fn label(svg: &mut Svg, at: (f32, f32), anchor: Anchor, hole: u8, legs: &[(String, String)]) {
    match legs {
        [(to, words)] => svg.goes_to(at, 2.8, anchor, &format!("pico.{hole}"), to, words),
        [] => {}
        [(to, first), rest @ ..] => {
            let words = match part::hole_name(hole).as_str() {
                "GND" => "ground of every part".to_string(),
                "3V3" => "3.3 V".to_string(),
                _ if rest.iter().all(|(_, leg)| leg == first) => format!("{} × {first}", legs.len()),
                _ => rest.iter().fold(first.clone(), |words, (_, leg)| format!("{words}; {leg}")),
            };
            let size = if words.len() > 34 { 2.3 } else { 2.8 };
            svg.goes_to(at, size, anchor, &format!("pico.{hole}"), to, &words);
        }
    }
}

fn notes(board: &Board) -> Vec<&'static str> {
    let mut notes = vec![
        "Holes are numbered as on the Pico's own pinout: 1 beside USB, down to 20, and up the other side to 40. The three small \
         pads at the end away from USB are for a debug probe and stay free.",
        "A header soldered from below carries the same numbers. Tin the hole, hold the wire, and pull at it when it is cold: a \
         wire that comes off now would have come off at the table.",
    ];
    if board.buzzer.is_some() {
        notes
            .push("The buzzer is a piezo. Measure it: under 100 Ω it is a magnetic one, which would overload the pin.");
    }
    notes
}
