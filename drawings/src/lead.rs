//! The sheet of one lead: where each wire of a hand dial goes, and its resistors on a soldered hub.

use boards::{Board, Leads, electrics};

use crate::{
    part::BOARD,
    sheet::{self, MARGIN},
    svg::{Anchor, INK, PALE},
};

const ROW: f32 = 11.0;
const WIRES: [(&str, &str, &str); 5] = [
    ("GND", "black", "C, and the switch's second leg"),
    ("+", "red", "nothing"),
    ("SW", "brown", "the switch's first leg"),
    ("DT", "violet", "B"),
    ("CLK", "green", "A"),
];
const COLOURS: [&str; 5] = ["#111111", "#c8102e", "#7a4a21", "#7e22ce", "#15803d"];

pub fn draw(board: &Board, leads: &Leads) -> String {
    let title = format!("{}: one lead", board.title);
    let mut svg = sheet::begin(&title, "all dials are alike; wiring.svg says which holes of the Pico are whose");
    let top = 46.0;
    svg.bold((40.0, top - 10.0), 3.4, Anchor::Middle, "the dial");
    svg.bold((160.0, top - 10.0), 3.4, Anchor::Middle, "the hub, soldered");
    svg.rect((10.0, top - 6.0), (48.0, 5.0 * ROW + 2.0), BOARD, INK);
    svg.rect((112.0, top - 6.0), (84.0, 5.0 * ROW + 2.0), BOARD, INK);
    let (series, pull_up) = (ohms(leads.series_ohm), ohms(leads.pull_up_ohm));
    for (at, ((name, colour, leg), ink)) in WIRES.into_iter().zip(COLOURS).enumerate() {
        let y = top + at as f32 * ROW;
        svg.text((54.0, y + 1.0), 3.2, Anchor::End, INK, name);
        svg.line((58.0, y), (112.0, y), ink, 0.8);
        svg.text((85.0, y - 1.2), 2.4, Anchor::Middle, PALE, colour);
        svg.text((12.0, y + 4.6), 2.1, Anchor::Start, PALE, &format!("bare EC11: {leg}"));
        svg.line((112.0, y), (176.0, y), ink, 0.8);
        let goes = match name {
            "GND" => "GND",
            "+" => "3V3, hole 36",
            _ => "its hole",
        };
        svg.text((178.0, y + 1.0), 2.6, Anchor::Start, INK, goes);
        if !matches!(name, "GND" | "+") {
            if leads.pull_up_ohm > 0 {
                // Up to the line of 3V3.
                svg.line((126.0, y), (126.0, y - 6.4), INK, 0.3);
                svg.rect((124.6, y - 5.4), (2.8, 4.4), "#efe3c8", INK);
                svg.circle((126.0, y), 0.7, INK, INK, 0.0);
                svg.text((128.5, y - 2.4), 2.3, Anchor::Start, INK, &format!("{pull_up} to 3V3"));
            }
            if leads.series_ohm > 0 {
                svg.rect((152.0, y - 1.4), (9.0, 2.8), "#efe3c8", INK);
                svg.text((156.5, y - 2.0), 2.3, Anchor::Middle, INK, &series);
            }
        }
    }
    let y = top + 5.0 * ROW + 6.0;
    let notes = [
        format!(
            "{series} in each signal's line keeps sparks from the Pico's pin; {pull_up} from the line to 3V3 give old contacts \
             enough current. Single resistors do, or arrays of eight for the pull-ups (the leg with the dot goes to 3V3)."
        ),
        "On a breadboard, without soldering, the wires go straight to their holes: KY-040 modules carry pull-ups for CLK and DT \
         themselves, and the Pico pulls SW up. Plug and unplug dials only while the power is off."
            .to_string(),
        "A bare EC11 needs no +: leave that wire off. A KY-040 whose + is left open mixes up its own signals.".to_string(),
        format!(
            "The leads are {} cm long. Tie each to the floor of its box, so that a pull does not reach the solder or the pins.",
            leads.centimetres
        ),
    ];
    svg.notes((MARGIN + 2.0, y), 2.8, 128, &notes);
    sheet::finish(svg, &title)
}

fn ohms(ohm: u32) -> String {
    electrics::ohms(f64::from(ohm))
}
