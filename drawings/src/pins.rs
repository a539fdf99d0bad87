//! The pins, their holes on the Pico and on the breadboard, and where their wires go, as a Markdown table.

use boards::{Board, Route, pico};

use crate::{breadboard::Plan, lists, wires::letter};

pub fn table(board: &Board) -> String {
    let mut uses = uses(board);
    uses.sort_by_key(|(pin, _)| *pin);
    let plan = lists::routes(board).contains(&Route::NoSolder).then(|| Plan::of(board));
    let mut table = match plan {
        Some(_) => String::from("| pin | hole of the Pico | on the breadboard | goes to |\n|---|---:|---|---|"),
        None => String::from("| pin | hole of the Pico | goes to |\n|---|---:|---|"),
    };
    for (pin, wire) in uses {
        let hole = pico::hole(pin).map_or("on the Pico".to_string(), |hole| hole.to_string());
        let plugged = plan.as_ref().map_or_else(String::new, |plan| format!(" {} |", plan.holes(pin).join(" and ")));
        table += &format!("\n| GP{pin} | {hole} |{plugged} {wire} |");
    }
    table
}

/// The use of each pin, in a builder's words.
fn uses(board: &Board) -> Vec<(u8, String)> {
    let mut uses = Vec::new();
    for (seat, knob) in board.knobs.pins.iter().flatten().enumerate() {
        for (pin, contact) in [(knob.a, "CLK (A)"), (knob.b, "DT (B)"), (knob.push, "SW (push)")] {
            uses.push((pin, format!("knob {}, {contact}", letter(seat))));
        }
    }
    if let Some(chain) = &board.knobs.chain {
        uses.push((chain.clock, "clock of all 74HC165 (pin 2, CLK or CP)".into()));
        uses.push((chain.load, "load of all 74HC165 (pin 1, SH/LD or PL)".into()));
        uses.push((chain.data, "data from the first 74HC165 (pin 9, QH or Q7)".into()));
    }
    for bus in &board.buses {
        let direct = board.screens.iter().any(|screen| screen.bus == bus.id && screen.mux.is_none());
        let to = match (bus.mux.is_empty(), direct) {
            (true, _) => "the shared screen",
            (false, false) => "the muxes",
            (false, true) => "the muxes and the shared screen",
        };
        uses.push((bus.sda, format!("SDA of {to}")));
        uses.push((bus.scl, format!("SCL of {to}")));
        for mux in &bus.mux {
            uses.push((mux.reset, format!("RST of mux {:#04x}", mux.address)));
        }
    }
    uses.extend(board.buzzer.map(|buzzer| (buzzer.pin, "buzzer, through its resistor".into())));
    uses.extend(board.led.map(|led| (led.pin, "light".into())));
    uses
}
