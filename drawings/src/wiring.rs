//! The wiring sheet: the Pico in the middle, the parts left and right of it, and every wire between them.

use boards::{Board, Buzzer, Size, Sounder, Viewer, electrics};

use crate::{
    lanes::{self, Lane},
    part::{self, EDGE, FarLeg, Frame, HOLES, Leg, Look, Net, PITCH, Part},
    sheet::{self, MARGIN, MIDDLE, PAPER},
    svg::{Anchor, INK, Point},
    wires::{self, Contact, letter},
};

/// The first row of the sheet. Parts are on whole rows, holes halfway between them, so that no two wires meet.
const TOP: f32 = 34.0;
/// Where the words beside a hole begin.
const WORDS: f32 = 15.0;

struct Placed {
    part: Part,
    left: bool,
    row: usize,
}

pub fn draw(board: &Board) -> String {
    let title = format!("{}: wiring", board.title);
    let about = if board.knobs.chain.is_some() { "the hub, seen from above" } else { "seen from above" };
    let mut svg = sheet::begin(&title, about);
    let holes = wires::holes(board);
    let mut placed = place(board, &holes);
    let rows = placed.iter().map(|part| part.row + part.part.rows()).max().unwrap_or(0);
    let pico_row = rows.saturating_sub(usize::from(HOLES) + 4) / 2;
    let pico_top = TOP + (pico_row as f32 + 0.5) * PITCH;
    spread(&mut placed, rows);

    let used = lanes_of(&placed, &holes, pico_top);
    part::pico(&mut svg, MIDDLE, pico_top, false);
    let [mut left, mut right] = used.sides;
    lanes::arrange(&mut left, MARGIN + part::WIDTH, MIDDLE - EDGE - WORDS);
    lanes::arrange(&mut right, PAPER.0 - MARGIN - part::WIDTH, MIDDLE + EDGE + WORDS);
    for (net, y) in &used.under {
        let x = |lanes: &[Lane]| lanes.iter().find(|lane| lane.net == *net).map_or(MIDDLE, |lane| lane.x);
        let (from, to) = (x(&left), x(&right));
        svg.wire(&[(from, *y), (to, *y)], net.colour);
        svg.text((MIDDLE, y - 0.7), 2.2, Anchor::Middle, INK, &net.name);
    }
    lanes::draw(&mut svg, &left);
    lanes::draw(&mut svg, &right);
    let is_used = |hole: u8| {
        let place = part::hole_at(hole, MIDDLE, pico_top, false);
        left.iter().chain(&right).any(|lane| lane.holes.contains(&place))
    };
    part::pico_holes(&mut svg, MIDDLE, pico_top, false, is_used);
    for (hole, _, words) in holes.iter().filter(|(hole, ..)| is_used(*hole)) {
        let (x, y) = part::hole_at(*hole, MIDDLE, pico_top, false);
        let (x, anchor) =
            if x < MIDDLE { (MIDDLE - EDGE - 0.7, Anchor::End) } else { (MIDDLE + EDGE + 0.7, Anchor::Start) };
        svg.text((x, y - 0.7), 2.2, anchor, INK, words);
    }
    for part in &placed {
        part.part.draw(&mut svg, frame(part));
    }
    let bottom =
        (TOP + rows as f32 * PITCH).max(pico_top + f32::from(HOLES) * PITCH + 4.0 + 3.0 * used.under.len() as f32);
    svg.notes((MARGIN + 2.0, bottom + 6.0), 2.8, 128, &notes(board));
    sheet::finish(svg, &title)
}

fn frame(placed: &Placed) -> Frame {
    let edge = if placed.left { MARGIN } else { PAPER.0 - MARGIN };
    Frame { top: TOP + (placed.row + placed.part.lead()) as f32 * PITCH, edge, mirrored: !placed.left }
}

struct Used {
    sides: [Vec<Lane>; 2],
    /// Nets that pass under the Pico from one side to the other, and how far down.
    under: Vec<(Net, f32)>,
}

/// Collects every net's legs and holes on either side.
fn lanes_of(placed: &[Placed], holes: &[(u8, Net, String)], pico_top: f32) -> Used {
    let mut sides = [Vec::new(), Vec::new()];
    for part in placed {
        let frame = frame(part);
        for (leg, way) in part.part.legs.iter().zip(part.part.ways(frame.mirrored)) {
            let way: Vec<Point> = way.into_iter().map(|at| frame.at(at)).collect();
            lane(&mut sides[usize::from(!part.left)], &leg.net).ports.push(way);
        }
    }
    let mut under: Vec<(Net, f32)> = Vec::new();
    let mut depth = pico_top + f32::from(HOLES) * PITCH + 2.0;
    let mut cross = |net: &Net| {
        depth += 3.0;
        under.push((net.clone(), depth));
        (MIDDLE, depth)
    };
    let nets: Vec<Net> = sides.iter().flatten().map(|lane: &Lane| lane.net.clone()).collect();
    let mut done: Vec<Net> = Vec::new();
    for net in nets {
        if done.contains(&net) {
            continue;
        }
        done.push(net.clone());
        let mut wanted = [false, false];
        for (side, lanes) in sides.iter().enumerate() {
            wanted[side] = lanes.iter().any(|lane| lane.net == net);
        }
        let mut fed = [false, false];
        for (hole, _, _) in holes.iter().filter(|(_, at, _)| *at == net) {
            let side = usize::from(*hole > HOLES);
            // Ground is on both sides; a side without a part of the net needs none.
            let elsewhere = holes.iter().any(|(other, at, _)| *at == net && (*other > HOLES) != (*hole > HOLES));
            if wanted[side] || !elsewhere {
                fed[side] = true;
                lane(&mut sides[side], &net).holes.push(part::hole_at(*hole, MIDDLE, pico_top, false));
            }
        }
        let needs = [wanted[0] && !fed[0], wanted[1] && !fed[1]];
        let sources = [fed[0] || wanted[0], fed[1] || wanted[1]];
        if (needs[0] && sources[1]) || (needs[1] && sources[0]) {
            let at = cross(&net);
            for side in &mut sides {
                lane(side, &net).holes.push(at);
            }
        }
    }
    Used { sides, under }
}

fn lane<'a>(lanes: &'a mut Vec<Lane>, net: &Net) -> &'a mut Lane {
    let at = lanes.iter().position(|lane| lane.net == *net).unwrap_or_else(|| {
        lanes.push(Lane::new(net));
        lanes.len() - 1
    });
    &mut lanes[at]
}

/// Places every part on the side of the Pico where most of its holes are, in the order of the holes.
fn place(board: &Board, holes: &[(u8, Net, String)]) -> Vec<Placed> {
    let mut groups: Vec<(bool, f32, Vec<Part>)> = parts(board)
        .into_iter()
        .map(|group| {
            let mine: Vec<u8> = group
                .iter()
                .flat_map(|part| &part.legs)
                .flat_map(|leg| holes.iter().filter(|(_, net, _)| *net == leg.net && !shared_by_many(net)))
                .map(|(hole, ..)| *hole)
                .collect();
            let left = mine.is_empty() && !group.iter().any(|part| part.id == "regulator")
                || 2 * mine.iter().filter(|hole| **hole <= HOLES).count() > mine.len();
            let row = |hole: u8| f32::from(if hole <= HOLES { hole } else { 2 * HOLES + 1 - hole });
            let mean = mine.iter().map(|hole| row(*hole)).sum::<f32>() / mine.len().max(1) as f32;
            (left, mean, group)
        })
        .collect();
    groups.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut next = [0, 0];
    let mut placed = Vec::new();
    for (left, _, group) in groups {
        for part in group {
            let row = &mut next[usize::from(!left)];
            let here = *row;
            *row += part.rows();
            placed.push(Placed { part, left, row: here });
        }
    }
    placed
}

fn shared_by_many(net: &Net) -> bool {
    *net == wires::gnd() || *net == wires::power()
}

/// Centres the shorter column beside the longer one.
fn spread(placed: &mut [Placed], rows: usize) {
    for left in [true, false] {
        let end = placed.iter().filter(|part| part.left == left).map(|part| part.row + part.part.rows()).max();
        let shift = end.map_or(0, |end| (rows - end) / 2);
        placed.iter_mut().filter(|part| part.left == left).for_each(|part| part.row += shift);
    }
}

/// The parts around the Pico; each group stays together.
fn parts(board: &Board) -> Vec<Vec<Part>> {
    let (gnd, feed) = (wires::gnd(), wires::feed(board));
    let mut groups = Vec::new();
    for seat in 0..board.knobs.pins.iter().flatten().count() {
        if board.leads.is_some() {
            groups.push(vec![lead(seat)]);
            continue;
        }
        groups.push(vec![encoder(&format!("knob-{}", letter(seat)), &format!("knob {}", letter(seat)), |contact| {
            wires::contact(seat, contact)
        })]);
    }
    for screen in board.screens.iter().filter(|screen| screen.viewer == Viewer::Shared) {
        if let Some(bus) = board.buses.iter().find(|bus| bus.id == screen.bus) {
            let title = format!("screen {}, {:#04x}", pixels(screen.size), screen.address);
            let copy = |copy: u8| {
                let id = if copy == 0 { "screen".to_string() } else { format!("screen-{}", copy + 1) };
                oled(&id, &title, &feed, &wires::sda(bus), &wires::scl(bus))
            };
            groups.push((0..screen.copies).map(copy).collect());
        }
    }
    for bus in &board.buses {
        let (sda, scl) = (wires::sda(bus), wires::scl(bus));
        let mut group = Vec::new();
        for (place, mux) in bus.mux.iter().enumerate() {
            let strap = |bit: u8| if (mux.address - 0x70) >> bit & 1 == 1 { &feed } else { &gnd };
            let mut behind = Vec::new();
            for channel in 0..8 {
                let seat = board.screens.iter().find(|screen| {
                    screen.bus == bus.id && screen.mux == Some(place as u8) && screen.channel == Some(channel)
                });
                for line in ["SDA", "SCL"] {
                    let to = seat.and_then(|screen| screen.seat).map(|seat| {
                        let (letter, pin) = (letter(usize::from(seat) - 1), wires::lead_pin(line));
                        (format!("socket-{letter}.{pin}"), format!("socket {letter}, {pin}"))
                    });
                    behind.push(FarLeg { printed: format!("{}{channel}", &line[..2]), to });
                }
            }
            let id = format!("switch-{:#04x}", mux.address);
            let title = format!("TCA9548A, {:#04x}", mux.address);
            let part = Part::new(&id, &title, Look::Module { behind })
                .leg("VIN", "VIN", &feed)
                .leg("GND", "GND", &gnd)
                .leg("SDA", "SDA", &sda)
                .leg("SCL", "SCL", &scl)
                .leg("RST", "RST", &wires::reset(mux.address))
                .leg("A0", "A0", strap(0))
                .leg("A1", "A1", strap(1))
                .leg("A2", "A2", strap(2));
            group.push(part);
        }
        if bus.pull_up_ohm > 0 {
            for (line, net) in [("SDA", &sda), ("SCL", &scl)] {
                let id = format!("pull-up-{}-{line}", bus.id);
                group.push(resistor(&id, bus.pull_up_ohm, &feed, net));
            }
        }
        if !group.is_empty() {
            groups.push(group);
        }
    }
    if let Some(chain) = &board.knobs.chain {
        let part =
            Part::new("register-1", &format!("{} × 74HC165", chain.registers), Look::Module { behind: Vec::new() })
                .leg("16", "VCC", &feed)
                .leg("8", "GND", &gnd)
                .leg("2", "CLK", &wires::clock())
                .leg("1", "SH/LD", &wires::load())
                .leg("9", "QH", &wires::data());
        groups.push(vec![part]);
    }
    groups.extend(board.buzzer.map(|buzzer| sounder(&buzzer)));
    if board.battery {
        groups.push(battery());
    }
    if wires::has_regulator(board) {
        let (vbus, fused) = (wires::vbus(), wires::behind_fuse());
        let capacitor = |id: &str, title: &str, net: &Net| {
            Part::new(id, title, Look::Capacitor).leg("1", "", net).leg("2", "", &gnd)
        };
        groups.push(vec![
            Part::new("fuse", "polyfuse", Look::Resistor).leg("1", "", &vbus).leg("2", "", &fused),
            capacitor("regulator-in-capacitor", "10 µF", &fused),
            Part::new("regulator", board.power.regulator.figures().name, Look::Module { behind: Vec::new() })
                .leg("IN", "IN", &fused)
                .leg("GND", "GND", &gnd)
                .leg("OUT", "OUT", &feed),
            capacitor("regulator-out-capacitor", "10 µF", &feed),
            capacitor("reservoir", "470 µF (+ up)", &feed),
        ]);
    }
    groups
}

fn resistor(id: &str, ohm: u32, from: &Net, to: &Net) -> Part {
    Part::new(id, &electrics::ohms(f64::from(ohm)), Look::Resistor).leg("1", "", from).leg("2", "", to)
}

/// The buzzer behind its resistor, or behind a transistor.
fn sounder(buzzer: &Buzzer) -> Vec<Part> {
    let (gnd, after) = (wires::gnd(), wires::behind_resistor());
    let first = resistor("buzzer-resistor", buzzer.series_ohm, &wires::buzzer(), &after);
    let title = match buzzer.kind {
        Sounder::Piezo => "piezo",
        Sounder::Magnetic => "magnetic",
    };
    let part = Part::new("buzzer", title, Look::Piezo);
    if !buzzer.transistor {
        return vec![first, part.leg("1", "", &after).leg("2", "", &gnd)];
    }
    let (power, switched) = (wires::power(), wires::switched());
    vec![
        first,
        Part::new("transistor", "NPN, go by its sheet", Look::Module { behind: Vec::new() })
            .leg("B", "B", &after)
            .leg("C", "C", &switched)
            .leg("E", "E", &gnd),
        Part::new("diode", "diode, ring up", Look::Resistor).leg("1", "", &power).leg("2", "", &switched),
        part.leg("1", "", &power).leg("2", "", &switched),
    ]
}

/// The battery behind its switch and its diode, which keeps USB from charging it.
fn battery() -> Vec<Part> {
    let (vsys, switched, plus) = (wires::vsys(), wires::behind_switch(), wires::battery());
    vec![
        Part::new("battery-diode", "1N5817, ring up", Look::Resistor).leg("1", "", &vsys).leg("2", "", &switched),
        Part::new("battery-switch", "slide switch", Look::Module { behind: Vec::new() })
            .leg("middle", "middle", &switched)
            .leg("outer", "an outer leg", &plus),
        Part::new("battery", "three AA cells", Look::Module { behind: Vec::new() }).leg("+", "+ red", &plus).leg(
            "-",
            "− black",
            &wires::gnd(),
        ),
    ]
}

/// The legs of parts that a net joins, each with its printed name.
pub fn joined(board: &Board, net: &Net) -> Vec<(String, String)> {
    let parts = parts(board).into_iter().flatten();
    parts
        .flat_map(|part| {
            let legs: Vec<(String, String)> = part
                .legs
                .iter()
                .filter(|leg| leg.net == *net)
                .map(|leg| (part.leg_id(leg), leg_words(&part, leg)))
                .collect();
            legs
        })
        .collect()
}

/// A leg in a builder's words.
fn leg_words(part: &Part, leg: &Leg) -> String {
    match part.look {
        Look::Resistor | Look::Capacitor | Look::Piezo => part.title.clone(),
        Look::Encoder | Look::Screen | Look::Module { .. } => format!("{} {}", part.title, leg.name_for_people()),
    }
}

/// An EC11 with the legs of a bare one: A, C and B in a row, the two of the button behind.
pub fn encoder(id: &str, title: &str, net: impl Fn(Contact) -> Net) -> Part {
    Part::new(id, title, Look::Encoder)
        .leg("CLK", "A CLK", &net(Contact::A))
        .leg("C", "C GND", &wires::gnd())
        .leg("DT", "B DT", &net(Contact::B))
        .leg("SW", "SW", &net(Contact::Push))
        .leg("SW-GND", "GND", &wires::gnd())
}

/// The hub's end of a lead to a hand dial, in the order of a KY-040's pins.
fn lead(seat: usize) -> Part {
    let name = letter(seat);
    let contact = |contact| wires::contact(seat, contact);
    Part::new(&format!("lead-{name}"), &format!("lead to dial {name}"), Look::Module { behind: Vec::new() })
        .leg("GND", "GND", &wires::gnd())
        .leg("+", "+", &wires::power())
        .leg("SW", "SW", &contact(Contact::Push))
        .leg("DT", "DT", &contact(Contact::B))
        .leg("CLK", "CLK", &contact(Contact::A))
}

pub fn oled(id: &str, title: &str, feed: &Net, sda: &Net, scl: &Net) -> Part {
    Part::new(id, title, Look::Screen)
        .leg("GND", "GND", &wires::gnd())
        .leg("VCC", "VCC", feed)
        .leg("SCL", "SCL", scl)
        .leg("SDA", "SDA", sda)
}

pub fn pixels(size: Size) -> String {
    let (width, height) = size.pixels();
    format!("{width}×{height}")
}

fn notes(board: &Board) -> Vec<String> {
    let mut notes = vec![
        "Screen: go by the names printed on it. VCC and GND swap places between modules, and the wrong way round kills it. \
         Only screens with four pins fit: seven pins are SPI. Its pull-ups for SDA and SCL are on the module."
            .to_string(),
    ];
    if board.leads.is_some() {
        notes.push(
            "Each lead has the five wires of a KY-040: GND, +, SW, DT, CLK; + goes to 3V3, never to 5 V. On a soldered hub \
             each signal passes the resistors of lead.svg; on a breadboard its wire goes straight to the hole."
                .to_string(),
        );
    } else if board.knobs.pins.is_some() {
        notes.push(
            "Knobs: a bare EC11 has A, C, B in a row and its switch behind, as drawn. A KY-040 has them named CLK, GND, DT and \
             SW, with one GND for both, and + which goes to 3V3, never to 5 V. The Pico pulls the contacts up by itself."
                .to_string(),
        );
    }
    if board.knobs.chain.is_some() {
        notes.push(
            "The registers are on a sheet of their own (chain.svg), a pod and its socket on another (pod.svg), and seats.svg \
             lists which socket goes where. Everything but the Pico runs from the regulator's 3.3 V; the Pico's own 3V3 stays free."
                .to_string(),
        );
    }
    if wires::has_regulator(board) {
        notes.push(
            "Regulators differ in the order of their legs. Print towards you, legs down, from the left: MCP1826S is IN GND OUT, \
             LD1117V33 is GND OUT IN; neither replaces the other in the same holes. The 470 µF has its plus up."
                .to_string(),
        );
    }
    notes.push(
        "A dot joins wires; wires that cross without one are not joined. Any GND hole of the Pico will do.".to_string(),
    );
    notes
}
