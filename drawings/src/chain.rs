//! The sheet of the register chain: every 74HC165 with its pin numbers and both manufacturers' names, the arrays that
//! pull up the knobs' contacts, and the inputs tied to a fixed level.

use boards::{Board, Chain, electrics, pico};

use crate::{
    part::{Net, hole_name},
    sheet::{self, MARGIN, MIDDLE, PAPER},
    svg::{Anchor, INK, PAPER as FILL, Point, Svg},
    wires::{self, INPUT_PINS, Input, letter},
};

/// The names of pins 1 to 16, those of Texas Instruments and those of Nexperia.
pub const NAMES: [(&str, &str); 16] = [
    ("SH/LD", "PL"),
    ("CLK", "CP"),
    ("E", "D4"),
    ("F", "D5"),
    ("G", "D6"),
    ("H", "D7"),
    ("/QH", "/Q7"),
    ("GND", "GND"),
    ("QH", "Q7"),
    ("SER", "DS"),
    ("A", "D0"),
    ("B", "D1"),
    ("C", "D2"),
    ("D", "D3"),
    ("CLK INH", "CE"),
    ("VCC", "VCC"),
];

/// Colours for the inputs of one register; power, ground, clock, load and data have their own.
const INPUTS: [&str; 8] = ["#7a4a21", "#9f1239", "#9a9a00", "#65a30d", "#38a5e0", "#d6409f", "#6e6e73", "#a78bfa"];
/// Alternating colours for the data from register to register.
const DATA: [&str; 2] = ["#0e7490", "#1d4ed8"];

const TOP: f32 = 52.0;
const ROW: f32 = 4.4;
const STEP: f32 = 42.0;
const BODY: f32 = 21.0;
const LEG: f32 = 23.0;
/// Distances from the middle of the sheet to the arrays, the common wires and the words, left and right.
const ARRAY: f32 = 29.0;
const LOAD: f32 = MIDDLE - 36.0;
const CLOCK: f32 = MIDDLE - 40.0;
const CHAIN: [f32; 2] = [MIDDLE + 34.0, MIDDLE + 38.0];
const GND: [f32; 2] = [MIDDLE - 45.0, MIDDLE + 52.0];
const POWER: [f32; 2] = [MIDDLE - 49.0, MIDDLE + 44.0];
const WORDS: [f32; 2] = [MIDDLE - 52.0, MIDDLE + 55.0];
const HOLES: f32 = 42.0;

pub fn draw(board: &Board, chain: &Chain) -> String {
    let title = format!("{}: the register chain", board.title);
    let about = "the hub, seen from above; names as Texas Instruments prints them, Nexperia's in brackets";
    let mut svg = sheet::begin(&title, about);
    let last = TOP + f32::from(chain.registers - 1) * STEP + 7.0 * ROW;
    let feed = wires::feed(board);
    let mut joints = Vec::new();
    for register in 0..usize::from(chain.registers) {
        wires_of(&mut svg, (chain, &feed), register, &mut joints);
    }
    for register in 0..usize::from(chain.registers) {
        body(&mut svg, (chain, &feed), register, &mut joints);
    }
    rails(&mut svg, board, chain, &joints);
    let note = format!(
        "A frame with dots is a resistor of {} from each dotted input to {}: single ones, or an array whose common leg is the \
         lowest. The 100 nF stand right beside each register. Pin 7 stays open.",
        electrics::ohms(f64::from(chain.pull_up_ohm)),
        feed.name
    );
    svg.notes((MARGIN + 2.0, (last + 8.0).min(PAPER.1 - 18.0)), 2.6, 140, &[note]);
    sheet::finish(svg, &title)
}

/// The wires that all registers share, from the Pico down to the last joint.
fn rails(svg: &mut Svg, board: &Board, chain: &Chain, joints: &[Point]) {
    let last = |rail: f32| joints.iter().filter(|(x, _)| *x == rail).map(|(_, y)| *y).fold(HOLES, f32::max);
    let hole = |pin: u8| pico::hole(pin).unwrap_or_default();
    let (power, gnd) = (wires::feed(board), wires::gnd());
    // The regulator is a part of its own, left of the Pico.
    let regulator = wires::has_regulator(board);
    let left = if regulator { MIDDLE - 46.6 } else { MIDDLE - 54.0 };
    svg.rect((left, HOLES - 18.0), (MIDDLE + 40.0 - left, 20.0), "#e3f1e6", INK);
    let mut holes = vec![
        (GND[0], wires::GND_LEFT),
        (CLOCK, hole(chain.clock)),
        (LOAD, hole(chain.load)),
        (CHAIN[1], hole(chain.data)),
    ];
    if regulator {
        svg.rect((left - 5.0, HOLES - 18.0), (4.6, 20.0), "#e3f1e6", INK);
        svg.leg((POWER[0], HOLES), 1.3, "#d4a72c", "regulator.OUT");
        svg.rotated((POWER[0] + 0.8, HOLES - 9.0), -90.0, 2.3, "regulator");
    } else {
        holes.push((POWER[0], wires::POWER));
    }
    svg.text((MIDDLE, HOLES - 8.0), 3.4, Anchor::Middle, INK, "Pico");
    for (x, hole) in holes {
        svg.leg((x, HOLES), 1.3, "#d4a72c", &format!("pico.{hole}"));
        svg.rotated((x + 0.8, HOLES - 9.0), -90.0, 2.3, &format!("{hole} {}", hole_name(hole)));
    }
    // Power crosses to the right above the first register.
    for (x, y, net) in [(POWER, HOLES + 3.0, &power), (GND, HOLES + 5.5, &gnd)] {
        svg.wire(&[(x[0], HOLES), (x[0], last(x[0]))], net.colour);
        svg.wire(&[(x[0], y), (x[1], y), (x[1], last(x[1]))], net.colour);
        svg.joint((x[0], y), net.colour);
    }
    for (x, net) in [(CLOCK, wires::clock()), (LOAD, wires::load())] {
        svg.wire(&[(x, HOLES), (x, last(x))], net.colour);
    }
}

fn top(register: usize) -> f32 {
    TOP + register as f32 * STEP
}

fn row(register: usize, pin: u8) -> f32 {
    top(register) + f32::from(if pin <= 8 { pin - 1 } else { 16 - pin }) * ROW
}

fn leg(register: usize, pin: u8) -> Point {
    (if pin <= 8 { MIDDLE - LEG } else { MIDDLE + LEG }, row(register, pin))
}

fn id(register: usize, pin: u8) -> String {
    format!("register-{}.{pin}", register + 1)
}

fn wires_of(svg: &mut Svg, (chain, power): (&Chain, &Net), register: usize, joints: &mut Vec<Point>) {
    let number = register + 1;
    let (row, leg, id) = (|pin| row(register, pin), |pin| leg(register, pin), |pin| id(register, pin));
    let side = |pin: u8| usize::from(pin > 8);
    let gnd = wires::gnd();

    let mut join = |svg: &mut Svg, pin: u8, x: f32, net: &Net| {
        svg.wire(&[leg(pin), (x, row(pin))], net.colour);
        svg.joint((x, row(pin)), net.colour);
        joints.push((x, row(pin)));
    };
    join(svg, 1, LOAD, &wires::load());
    join(svg, 2, CLOCK, &wires::clock());
    join(svg, 8, GND[0], &gnd);
    join(svg, 15, GND[1], &gnd);
    join(svg, 16, POWER[1], power);
    if number == usize::from(chain.registers) {
        join(svg, 10, GND[1], &gnd);
    }
    for (place, &pin) in INPUT_PINS.iter().enumerate() {
        let bit = (register * INPUT_PINS.len() + place) as u8;
        match wires::input(chain, bit) {
            Input::Tied(true) => join(svg, pin, POWER[side(pin)], power),
            Input::Tied(false) => join(svg, pin, GND[side(pin)], &gnd),
            Input::Knob { seat, contact } => {
                let socket = wires::lead_pin(contact.printed());
                let colour = INPUTS[place];
                svg.wire(&[leg(pin), (WORDS[side(pin)], row(pin))], colour);
                let words = format!("socket {}, pin {socket} {}", letter(seat), contact.printed());
                let (shift, anchor) = if pin <= 8 { (-1.0, Anchor::End) } else { (1.0, Anchor::Start) };
                let at = (WORDS[side(pin)] + shift, row(pin) + 0.8);
                svg.goes_to(at, 2.4, anchor, &id(pin), &format!("socket-{}.{socket}", letter(seat)), &words);
            }
        }
    }
    // Towards the Pico: the first register's output goes up to it, each other one's to the register before.
    let lane = CHAIN[usize::from(number % 2 == 1)];
    let end =
        if number == 1 { vec![(lane, HOLES)] } else { vec![(lane, row(10) - STEP), (MIDDLE + LEG, row(10) - STEP)] };
    let path: Vec<_> = [leg(9), (lane, row(9))].into_iter().chain(end).collect();
    svg.wire_over(&path, DATA[usize::from(number % 2 == 1)]);

    capacitor(svg, number, top(register), power);
}

fn body(svg: &mut Svg, (chain, power): (&Chain, &Net), register: usize, joints: &mut Vec<Point>) {
    let (number, top) = (register + 1, top(register));
    let row = |pin| row(register, pin);
    svg.rect((MIDDLE - BODY, top - 2.6), (2.0 * BODY, 7.0 * ROW + 5.2), FILL, INK);
    svg.circle((MIDDLE, top - 2.6), 1.6, "white", INK, 0.25);
    svg.text((MIDDLE, top + 3.5 * ROW - 1.0), 3.2, Anchor::Middle, INK, &format!("no. {number}"));
    svg.text((MIDDLE, top + 3.5 * ROW + 3.0), 2.6, Anchor::Middle, INK, "74HC165");
    for pin in 1..=16 {
        let (name, other) = NAMES[usize::from(pin) - 1];
        let both = if name == other { name.to_string() } else { format!("{name} ({other})") };
        let (x, anchor, words) = if pin <= 8 {
            (MIDDLE - BODY + 0.8, Anchor::Start, format!("{pin} {both}"))
        } else {
            (MIDDLE + BODY - 0.8, Anchor::End, format!("{both} {pin}"))
        };
        svg.text((x, row(pin) + 0.8), 2.2, anchor, INK, &words);
        svg.leg(leg(register, pin), 0.9, "#d8d8dc", &id(register, pin));
    }
    for (name, pins, x, rail) in
        [("left", [3, 4, 5, 6], MIDDLE - ARRAY, POWER[0]), ("right", [14, 13, 12, 11], MIDDLE + ARRAY, POWER[1])]
    {
        let pulled = |pin: &u8| {
            let place = INPUT_PINS.iter().position(|input| input == pin).unwrap_or_default();
            matches!(wires::input(chain, (register * 8 + place) as u8), Input::Knob { .. })
        };
        let pulled: Vec<u8> = pins.into_iter().filter(pulled).collect();
        if pulled.is_empty() {
            continue;
        }
        let ohms = electrics::ohms(f64::from(chain.pull_up_ohm));
        joints.push(array(svg, &format!("array-{number}-{name}"), &ohms, &pulled, (x, rail, power.colour), &row));
    }
}

/// Resistors from the inputs that need them to 3.3 V.
fn array(
    svg: &mut Svg,
    id: &str,
    ohms: &str,
    pins: &[u8],
    (x, rail, colour): (f32, f32, &'static str),
    row: &impl Fn(u8) -> f32,
) -> Point {
    let common = row(6) + ROW / 2.0;
    let top = pins.iter().map(|&pin| row(pin)).fold(f32::MAX, f32::min);
    svg.rect((x - 1.4, top - 1.6), (2.8, common - top + 3.0), "none", INK);
    svg.wire(&[(x, common), (rail, common)], colour);
    svg.joint((rail, common), colour);
    svg.leg((x, common), 0.8, "#efe3c8", &format!("{id}.common"));
    for pin in pins {
        svg.leg((x, row(*pin)), 0.8, "#efe3c8", &format!("{id}.{pin}"));
    }
    svg.text((x, top - 2.1), 2.0, Anchor::Middle, INK, ohms);
    (rail, common)
}

fn capacitor(svg: &mut Svg, number: usize, top: f32, power: &Net) {
    let y = top - 2.6;
    let (from, to) = (POWER[1], GND[1]);
    let middle = (from + to) / 2.0;
    let id = format!("register-capacitor-{number}");
    svg.wire(&[(from, y), (middle - 2.0, y)], power.colour);
    svg.wire(&[(middle + 2.0, y), (to, y)], wires::gnd().colour);
    svg.joint((from, y), power.colour);
    svg.joint((to, y), wires::gnd().colour);
    for side in [-0.5, 0.5] {
        svg.line((middle + side, y - 1.5), (middle + side, y + 1.5), INK, 0.5);
    }
    svg.line((middle - 2.0, y), (middle - 0.5, y), INK, 0.3);
    svg.line((middle + 0.5, y), (middle + 2.0, y), INK, 0.3);
    svg.leg((middle - 2.0, y), 0.6, "#d8d8dc", &format!("{id}.1"));
    svg.leg((middle + 2.0, y), 0.6, "#d8d8dc", &format!("{id}.2"));
    svg.text((to + 2.0, y + 0.8), 2.2, Anchor::Start, INK, "100 nF");
}
