//! The circuit boards of a device, by its kind of voting: where parts are placed and what is joined. Positions are in
//! millimetres from the upper left corner.

use boards::{Board, CableKind, Chain, Regulator, Route, Screen, Viewer, Voting, catalogue as shop, parts};

use super::{
    carrier::{Carrier, Draft, GND, POWER, Place},
    footprint, stock,
};
use crate::wires::{Contact, INPUT_PINS, Input, LEAD, input, letter};

/// The wires to a hand dial, in the order of a KY-040's pins.
pub const DIAL_LEAD: [&str; 5] = ["CLK", "DT", "SW", "+", "GND"];
/// Legs of a 74HC165.
mod register {
    pub const LOAD: u8 = 1;
    pub const CLOCK: u8 = 2;
    pub const GND: u8 = 8;
    pub const OUT: u8 = 9;
    pub const IN: u8 = 10;
    pub const INHIBIT: u8 = 15;
    pub const POWER: u8 = 16;
}
/// Legs of the mux breakout, in the order of their numbers.
const MUX: [&str; 24] = [
    "VIN", "GND", "SDA", "SCL", "RST", "A0", "A1", "A2", "SD0", "SC0", "SD1", "SC1", "SD2", "SC2", "SD3", "SC3", "SD4",
    "SC4", "SD5", "SC5", "SD6", "SC6", "SD7", "SC7",
];

/// The circuit boards of a device, or the reason why there are none.
pub fn carriers(board: &Board) -> Result<Vec<Carrier>, String> {
    if board.led.is_some() && !board.onboard_led() {
        return Err("led.pin: the circuit board has no place for a light; use the Pico's own, 25".into());
    }
    match board.voting {
        Voting::Ring => Ok(vec![dial_hub(board)?]),
        Voting::Pass => Ok(vec![handheld(board)?]),
        Voting::Pods => Ok(vec![pod_hub(board)?, pod(board)?]),
    }
}

fn leg(part: &str, leg: impl ToString) -> (String, String) {
    (part.to_string(), leg.to_string())
}

/// The encoder that stands on a circuit board, or hangs in the lid above it.
fn encoder(board: &Board) -> parts::Part {
    let (name, item) = parts::encoder(board, Route::CircuitBoard);
    stock::named((name, item.order.into()), item)
}

fn shared(board: &Board) -> Result<&Screen, String> {
    let shared = board.screens.iter().find(|screen| screen.viewer == Viewer::Shared && screen.mux.is_none());
    shared.ok_or_else(|| "screens: the circuit board needs a shared screen that is behind no mux".into())
}

/// A header for each copy of the shared screen, directly on its bus.
fn shared_screens(draft: &mut Draft, board: &Board, places: &[Place], turn: u8) -> Result<(), String> {
    let screen = shared(board)?;
    if usize::from(screen.copies) > places.len() {
        return Err(format!("screens.copies: the circuit board has room for {}", places.len()));
    }
    let (scl, sda) = (format!("SCL {}", screen.bus), format!("SDA {}", screen.bus));
    for (at, place) in places.iter().enumerate().take(screen.copies.into()) {
        draft.screen(&format!("J{}", 20 + at), *place, turn, (&scl, &sda));
    }
    Ok(())
}

/// A Pico, the screens' headers and a header for the lead of each dial. Each contact goes through a resistor and is
/// pulled up.
fn dial_hub(board: &Board) -> Result<Carrier, String> {
    let dials = board.knobs.pins.as_deref().unwrap_or_default();
    if dials.is_empty() || dials.len() > 8 {
        return Err("knobs.pins: the circuit board takes one to eight dials on pins of the Pico".into());
    }
    let leads = board.leads.filter(|leads| leads.series_ohm > 0 && leads.pull_up_ohm > 0);
    let leads = leads.ok_or("leads: the circuit board is for dials on leads, with a series_ohm and a pull_up_ohm")?;
    let mut draft = Draft::new(board, "hub", (90.0, 70.0), 1);
    draft.pico(board, (3.0, 43.9), 1);
    draft.power_from_pico(board)?;
    for (seat, dial) in dials.iter().enumerate() {
        // Four on each long side.
        let x = 8.6 + 19.0 * (seat % 4) as f64;
        let from_edge = |distance: f64| if seat < 4 { distance } else { 70.0 - distance };
        let number = seat + 1;
        let (header, series, pull_up) = (format!("J{number}"), format!("RN{number}"), format!("RN{}", number + 10));
        draft.put(&header, footprint::header(5), (x, from_edge(3.8)), 1, vec![stock::pins(5)]);
        let (six, four) = (footprint::sip(6), footprint::sip(4));
        draft.put(&series, six, (x, from_edge(7.6)), 1, vec![stock::separate_array(6, leads.series_ohm)]);
        draft.put(&pull_up, four, (x, from_edge(11.4)), 1, vec![stock::common_array(4, leads.pull_up_ohm)]);
        draft.join(POWER, [leg(&pull_up, 1)]);
        for (at, (contact, pin)) in Contact::ALL.into_iter().zip([dial.a, dial.b, dial.push]).enumerate() {
            let net = format!("{} {}", letter(seat), contact.printed());
            let capacitor = format!("C{}", 3 * seat + at + 1);
            let place = (x + 5.08 * at as f64, from_edge(15.2));
            let items = vec![stock::item(shop::CERAMIC_10N)];
            draft.put(&capacitor, footprint::small_ceramic(), place, 0, items).optional = true;
            draft.pin(&net, pin);
            draft.join(&net, [leg(&series, 2 * at + 2), leg(&pull_up, at + 2), leg(&capacitor, 1)]);
            draft.join(&format!("{net} lead"), [leg(&series, 2 * at + 1)]);
            draft.join(GND, [leg(&capacitor, 2)]);
        }
        for (pin, words) in DIAL_LEAD.into_iter().enumerate() {
            let net = match words {
                "GND" => GND.to_string(),
                "+" => POWER.to_string(),
                contact => format!("{} {contact} lead", letter(seat)),
            };
            draft.join(&net, [leg(&header, pin + 1)]);
            draft.text(words, (x + 2.54 * pin as f64, from_edge(1.6)), 0.8);
        }
        draft.text(letter(seat).to_string(), (x + 14.6, from_edge(3.8)), 1.8);
        draft.text(shop::letter_code(leads.series_ohm), (x + 15.4, from_edge(7.6)), 0.9);
        draft.text(shop::letter_code(leads.pull_up_ohm), (x + 11.2, from_edge(11.4)), 0.9);
    }
    for bus in &board.buses {
        draft.bus(bus, (56.0, 41.0));
    }
    shared_screens(&mut draft, board, &[(65.0, 29.2), (80.0, 29.2)], 0)?;
    draft.buzzer(board, (74.0, 45.2), (56.0, 48.8))?;
    draft.screw_holes();
    draft.text(format!("Dixit Dials, {} hub", board.name), (27.0, 35.0), 2.0);
    draft.text("both screens alike", (72.0, 24.6), 1.0);
    draft.text("small capacitors: 10 nF, or none", (27.0, 38.5), 1.0);
    draft.finish(&[GND, POWER])
}

/// The board of a device that is passed round, with a battery in addition to USB. Knob, screen and buzzer are placed on
/// the board, or mounted in a lid with wires from the same holes.
fn handheld(board: &Board) -> Result<Carrier, String> {
    let [knob] = board.knobs.pins.as_deref().unwrap_or_default() else {
        return Err(
            "knobs.pins: the circuit board of a device that goes round has one knob, on pins of the Pico".into()
        );
    };
    let mut draft = Draft::new(board, "board", (70.0, 50.0), 1);
    draft.pico(board, (3.0, 33.9), 1);
    draft.power_from_pico(board)?;
    draft.put("SW1", footprint::encoder(), (59.5, 32.5), 1, vec![encoder(board)]).in_lid = true;
    for (contact, (pin, pad)) in Contact::ALL.into_iter().zip([(knob.a, "A"), (knob.b, "B"), (knob.push, "S1")]) {
        draft.pin(contact.printed(), pin);
        draft.join(contact.printed(), [leg("SW1", pad)]);
    }
    draft.join(GND, [leg("SW1", "C"), leg("SW1", "S2"), leg("SW1", "MP")]);
    for bus in &board.buses {
        draft.bus(bus, (12.0, 38.4));
    }
    shared_screens(&mut draft, board, &[(12.0, 5.6)], 1)?;
    draft.buzzer(board, (40.4, 7.2), (24.6, 12.0))?;
    if board.battery {
        // The diode keeps USB's 5 V out of the battery.
        draft.put("J2", footprint::terminal(), (40.0, 43.8), 2, vec![stock::item(shop::TERMINAL)]);
        draft.put("D1", footprint::diode(), (12.0, 46.6), 0, vec![stock::item(shop::SCHOTTKY)]);
        draft.join("battery", [leg("J2", 1), leg("D1", 2)]);
        draft.join("VSYS", [leg("D1", 1), leg("U1", 39)]);
        draft.join(GND, [leg("J2", 2)]);
        draft.text("3 x AA", (49.0, 46.0), 1.2);
        draft.text("+", (44.6, 43.8), 1.6);
        draft.text("-", (30.2, 43.8), 1.6);
        draft.text("1N5817", (27.0, 48.6), 0.9);
    }
    draft.screw_holes();
    draft.text(format!("Dixit Dials, {}", board.name), (27.0, 25.0), 2.0);
    for (words, x, y) in
        [("CLK", 59.5, 35.4), ("GND", 62.0, 35.4), ("DT", 64.5, 35.4), ("GND", 59.5, 15.6), ("SW", 64.5, 15.6)]
    {
        draft.text(words, (x, y), 0.8);
    }
    draft.finish(&[GND, POWER, "battery", "VSYS"])
}

/// A hub: the Pico, the registers that read all knobs, the muxes that split the bus, and a socket for each pod.
fn pod_hub(board: &Board) -> Result<Carrier, String> {
    let chain = board.knobs.chain.as_ref().ok_or("knobs.chain: the hub's circuit board reads its knobs by a chain")?;
    if chain.registers > 5 {
        return Err("knobs.chain.registers: the hub's circuit board has room for five".into());
    }
    if chain.series_ohm == 0 {
        return Err("knobs.chain.series_ohm: the hub's circuit board has resistors there; 1_000 is good".into());
    }
    if !board.cable.is_some_and(|cable| cable.kind != CableKind::Ribbon && cable.series_ohm > 0) {
        return Err("cable: the hub's circuit board is for patch leads, with a series_ohm".into());
    }
    let mut draft = Draft::new(board, "hub", (164.0, 112.0), 1);
    draft.pico(board, (3.0, 64.9), 1);
    supply(&mut draft, board)?;
    registers(&mut draft, chain);
    muxes(&mut draft, board)?;
    for seat in 0..usize::from(chain.count) {
        socket(&mut draft, board, chain, seat)?;
    }
    shared_screens(&mut draft, board, &[(8.0, 76.0), (24.0, 76.0)], 1)?;
    draft.buzzer(board, (105.5, 56.5), (102.5, 65.0))?;
    draft.screw_holes();
    draft.text(format!("Dixit Dials, {} hub", board.name), (27.0, 55.0), 2.2);
    draft.text("not a network: pods only", (27.0, 58.5), 1.2);
    draft.text("both screens alike", (19.0, 83.2), 1.0);
    draft.finish(&[GND, POWER, "VBUS", "5 V fused"])
}

/// From the Pico's VBUS through a fuse to a regulator of 3.3 V.
fn supply(draft: &mut Draft, board: &Board) -> Result<(), String> {
    // IN, GND, OUT.
    let (regulator, legs) = match board.power.regulator {
        Regulator::Mcp1826s => (shop::MCP1826S, [1, 2, 3]),
        Regulator::Ld1117v33 => (shop::LD1117V33, [3, 1, 2]),
        Regulator::Pico | Regulator::Ams1117 => {
            return Err("power.regulator: the hub's circuit board takes an mcp1826s or an ld1117v33".into());
        }
    };
    let name = board.power.regulator.figures().name;
    draft.put("F1", footprint::polyfuse(), (6.0, 41.0), 0, vec![stock::item(parts::fuse(board))]);
    draft.put("U2", footprint::to220(), (19.0, 41.5), 0, vec![stock::item(regulator)]);
    draft.put("C1", footprint::ceramic(), (31.0, 37.5), 0, vec![stock::item(shop::CERAMIC_10U)]);
    draft.put("C2", footprint::ceramic(), (31.0, 42.0), 0, vec![stock::item(shop::CERAMIC_10U)]);
    draft.put("C3", footprint::electrolytic(), (42.5, 40.0), 0, vec![stock::item(shop::ELECTROLYTIC)]);
    draft.join("VBUS", [leg("U1", 40), leg("F1", 1)]);
    draft.join("5 V fused", [leg("F1", 2), leg("U2", legs[0]), leg("C1", 1)]);
    draft.join(GND, [leg("U2", legs[1]), leg("C1", 2), leg("C2", 2), leg("C3", 2)]);
    draft.join(POWER, [leg("U2", legs[2]), leg("C2", 1), leg("C3", 1)]);
    draft.text(name, (21.0, 36.4), 0.8);
    draft.text("+", (38.6, 39.0), 1.5);
    Ok(())
}

fn registers(draft: &mut Draft, chain: &Chain) {
    draft.pin("chain clock", chain.clock);
    draft.pin("chain load", chain.load);
    draft.pin("chain data", chain.data);
    let places = [(62.0, 44.5), (92.0, 44.5), (77.0, 60.5), (62.0, 76.5), (92.0, 76.5)];
    for (at, place) in places.into_iter().enumerate().take(chain.registers.into()) {
        let (name, capacitor) = (format!("U{}", 10 + at), format!("C{}", 10 + at));
        draft.put(&name, footprint::dip16(), place, 1, vec![stock::item(shop::REGISTER), stock::item(shop::SOCKET)]);
        draft.put(&capacitor, footprint::ceramic(), (place.0 - 6.5, place.1), 1, vec![stock::item(shop::CERAMIC_100N)]);
        draft.join("chain load", [leg(&name, register::LOAD)]);
        draft.join("chain clock", [leg(&name, register::CLOCK)]);
        draft.join(GND, [leg(&name, register::GND), leg(&name, register::INHIBIT), leg(&capacitor, 2)]);
        draft.join(POWER, [leg(&name, register::POWER), leg(&capacitor, 1)]);
        let out = if at == 0 { "chain data".to_string() } else { format!("chain {at}") };
        draft.join(&out, [leg(&name, register::OUT)]);
        // The input at the far end is never read.
        let last = at + 1 == usize::from(chain.registers);
        let next = if last { GND.to_string() } else { format!("chain {}", at + 1) };
        draft.join(&next, [leg(&name, register::IN)]);
        for (bit, pin) in (8 * at as u8..).zip(INPUT_PINS) {
            let net = match input(chain, bit) {
                Input::Knob { seat, contact } => format!("{} {}", letter(seat), contact.printed()),
                Input::Tied(high) => if high { POWER } else { GND }.to_string(),
            };
            draft.join(&net, [leg(&name, pin)]);
        }
        draft.text(format!("{name} 74HC165"), (place.0 + 8.9, place.1 - 3.8), 1.3);
    }
}

fn muxes(draft: &mut Draft, board: &Board) -> Result<(), String> {
    let places = [(124.0, 54.0), (124.0, 76.5)];
    for bus in &board.buses {
        draft.bus(bus, (42.3, 74.5 + 8.0 * f64::from(bus.id)));
        if bus.mux.len() > places.len() {
            return Err("buses.mux: the hub's circuit board has room for two muxes".into());
        }
        for (at, mux) in bus.mux.iter().enumerate() {
            let name = format!("U{}", 20 + at);
            let items = vec![stock::item(shop::MUX_ONLY), stock::sockets(12, 2)];
            draft.put(&name, footprint::mux_breakout(), places[at], 1, items).loose_pins = true;
            draft.join(POWER, [leg(&name, mux_leg("VIN"))]);
            draft.join(GND, [leg(&name, mux_leg("GND"))]);
            draft.join(&format!("SDA {}", bus.id), [leg(&name, mux_leg("SDA"))]);
            draft.join(&format!("SCL {}", bus.id), [leg(&name, mux_leg("SCL"))]);
            let reset = format!("reset {:#04x}", mux.address);
            draft.pin(&reset, mux.reset);
            draft.join(&reset, [leg(&name, mux_leg("RST"))]);
            for (bit, pin) in ["A0", "A1", "A2"].into_iter().enumerate() {
                let net = if mux.address >> bit & 1 == 1 { POWER } else { GND };
                draft.join(net, [leg(&name, mux_leg(pin))]);
            }
            let (x, y) = places[at];
            draft.text(format!("{name} TCA9548A {:#04x}", mux.address), (x + 14.0, y - 7.6), 1.3);
        }
    }
    Ok(())
}

fn mux_leg(name: &str) -> usize {
    MUX.iter().position(|leg| *leg == name).map_or(0, |at| at + 1)
}

/// The socket of a pod, and the resistors in its lines.
fn socket(draft: &mut Draft, board: &Board, chain: &Chain, seat: usize) -> Result<(), String> {
    let screen = board.screens.iter().find(|screen| screen.seat == Some(seat as u8 + 1));
    let Some((mux, channel)) = screen.and_then(|screen| Some((screen.mux?, screen.channel?))) else {
        return Err(format!("screens: seat {} needs a screen behind a mux", seat + 1));
    };
    let up = seat < 6;
    let x = 15.5 + 26.6 * (seat % 6) as f64;
    let from_edge = |distance: f64| if up { distance } else { 112.0 - distance };
    let (jack, number) = (format!("J{}", seat + 1), seat + 1);
    let (contacts, lines, pull_ups) =
        (format!("RN{number}"), format!("RN{}", number + 20), format!("RN{}", number + 40));
    let (side, turn) = if up { (4.445, 2) } else { (-4.445, 0) };
    draft.put(&jack, footprint::rj45(), (x + side, from_edge(13.7)), turn, vec![stock::item(shop::RJ45_BARE)]);
    // Rows of legs from left to right.
    let series_ohm = board.cable.map_or(0, |cable| cable.series_ohm);
    let (near, far) = (from_edge(20.8), from_edge(24.8));
    draft.put(&contacts, footprint::sip(6), (x - 11.43, near), 1, vec![stock::separate_array(6, chain.series_ohm)]);
    draft.put(&lines, footprint::sip(4), (x + 4.5, near), 1, vec![stock::separate_array(4, series_ohm)]);
    draft.put(&pull_ups, footprint::sip(4), (x - 8.89, far), 1, vec![stock::common_array(4, chain.pull_up_ohm)]);
    draft.join(POWER, [leg(&pull_ups, 1)]);
    for (lead, name) in LEAD.into_iter().enumerate() {
        let hub = format!("{} {name}", letter(seat));
        let (array, at) = match name {
            "GND" => {
                draft.join(GND, [leg(&jack, lead + 1)]);
                continue;
            }
            "3.3 V" => {
                draft.join(POWER, [leg(&jack, lead + 1)]);
                continue;
            }
            "SDA" | "SCL" => {
                draft.join(&hub, [leg(&format!("U{}", 20 + mux), mux_leg(&format!("S{}{channel}", &name[1..2])))]);
                (&lines, usize::from(name == "SCL"))
            }
            _ => {
                let at = Contact::ALL.iter().position(|contact| contact.printed() == name).unwrap_or(0);
                draft.join(&hub, [leg(&pull_ups, at + 2)]);
                (&contacts, at)
            }
        };
        draft.join(&hub, [leg(array, 2 * at + 2)]);
        draft.join(&format!("{hub} lead"), [leg(array, 2 * at + 1), leg(&jack, lead + 1)]);
    }
    draft.text(format!("seat {}", letter(seat)), (x, from_edge(4.0)), 1.5);
    // Each value with an arrow towards its array.
    let near = if up { '^' } else { 'v' };
    draft.text(format!("{near}{}", shop::letter_code(chain.series_ohm)), (x - 11.9, far), 0.9);
    draft.text(format!("<{}", shop::letter_code(chain.pull_up_ohm)), (x + 2.1, far), 0.9);
    draft.text(format!("{near}{}", shop::letter_code(series_ohm)), (x + 8.3, far), 0.9);
    Ok(())
}

/// What is in a seat's pod.
fn pod(board: &Board) -> Result<Carrier, String> {
    let mut draft = Draft::new(board, "pod", (70.0, 68.0), board.knobs.count());
    draft.put("J1", footprint::rj45(), (39.445, 13.7), 2, vec![stock::item(shop::RJ45_BARE)]);
    draft.put("SW1", footprint::encoder(), (27.5, 55.5), 0, vec![encoder(board)]);
    draft.put("C1", footprint::ceramic(), (50.0, 13.0), 0, vec![stock::item(shop::CERAMIC_10U)]);
    draft.screen("J2", (17.8, 19.7), 0, ("SCL", "SDA"));
    for (lead, name) in LEAD.into_iter().enumerate() {
        let net = if name == "3.3 V" { POWER } else { name };
        draft.join(net, [leg("J1", lead + 1)]);
    }
    for (contact, pad) in Contact::ALL.into_iter().zip(["A", "B", "S1"]) {
        draft.join(contact.printed(), [leg("SW1", pad)]);
    }
    draft.join(GND, [leg("SW1", "C"), leg("SW1", "S2"), leg("SW1", "MP"), leg("C1", 2)]);
    draft.join(POWER, [leg("C1", 1)]);
    draft.screw_holes();
    draft.text(format!("Dixit Dials, {} pod", board.name), (35.0, 38.0), 1.8);
    draft.text("not a network: hub only", (35.0, 41.5), 1.2);
    draft.text("10u", (52.5, 16.0), 1.0);
    draft.finish(&[GND, POWER])
}
