//! The drawings read back: a builder who follows them must get exactly the connections in the board file.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use boards::{Board, Viewer, pico};

use crate::{
    sheets,
    svg::Point,
    tests::root,
    wires::{GND_LEFT, GND_RIGHT, POWER, VBUS, VSYS, letter},
};

/// Maximum distance in millimetres between the end of a wire and the leg or wire that it joins.
const NEAR: f32 = 0.12;

/// Sets of connected things (union-find).
#[derive(Default)]
struct Joined {
    parent: BTreeMap<String, String>,
}

impl Joined {
    fn find(&mut self, thing: &str) -> String {
        let parent = self.parent.entry(thing.to_string()).or_insert_with(|| thing.to_string()).clone();
        if parent == thing {
            return parent;
        }
        let top = self.find(&parent);
        self.parent.insert(thing.to_string(), top.clone());
        top
    }

    fn join(&mut self, one: &str, other: &str) {
        let (one, other) = (self.find(one), self.find(other));
        self.parent.insert(one, other);
    }

    /// The sets with two or more legs.
    fn nets(&mut self) -> BTreeSet<BTreeSet<String>> {
        let mut nets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let things: Vec<String> = self.parent.keys().cloned().collect();
        for thing in things {
            let top = self.find(&thing);
            if !thing.starts_with("wire ") {
                nets.entry(top).or_default().insert(thing);
            }
        }
        nets.into_values().filter(|net| net.len() > 1).collect()
    }
}

struct Wire {
    points: Vec<Point>,
    colour: String,
}

fn distance((x, y): Point, wire: &[Point]) -> f32 {
    let segments = wire.windows(2).map(|pair| {
        let (nearest_x, nearest_y) = (
            x.clamp(pair[0].0.min(pair[1].0), pair[0].0.max(pair[1].0)),
            y.clamp(pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1)),
        );
        ((x - nearest_x).powi(2) + (y - nearest_y).powi(2)).sqrt()
    });
    segments.fold(f32::MAX, f32::min)
}

/// The content of one sheet: legs, wires, and wires that continue elsewhere.
struct Sheet {
    legs: Vec<(String, Point)>,
    wires: Vec<Wire>,
    elsewhere: Vec<(String, String)>,
}

impl Sheet {
    fn read(text: &str) -> Self {
        let document = roxmltree::Document::parse(text).unwrap();
        let mut sheet = Self { legs: Vec::new(), wires: Vec::new(), elsewhere: Vec::new() };
        for node in document.descendants() {
            let number = |name: &str| node.attribute(name).unwrap().parse::<f32>().unwrap();
            match node.attribute("class") {
                Some("leg") => {
                    sheet.legs.push((node.attribute("data-leg").unwrap().to_string(), (number("cx"), number("cy"))));
                }
                Some("wire") => {
                    let numbers: Vec<f32> = node
                        .attribute("d")
                        .unwrap()
                        .split(['M', 'L', ' '])
                        .filter_map(|word| word.parse().ok())
                        .collect();
                    let points: Vec<Point> = numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect();
                    for pair in points.windows(2) {
                        assert!(pair[0].0 == pair[1].0 || pair[0].1 == pair[1].1, "a wire runs aslant: {points:?}");
                    }
                    sheet.wires.push(Wire { points, colour: node.attribute("stroke").unwrap().to_string() });
                }
                Some("goes-to") => {
                    let name = |key| node.attribute(key).unwrap().to_string();
                    sheet.elsewhere.push((name("data-from"), name("data-to")));
                }
                _ => {}
            }
        }
        sheet
    }

    /// Joins what looks joined: a wire that ends on a leg or on another wire, and a leg that a wire passes through.
    fn join(&self, sheet: usize, joined: &mut Joined) {
        for (from, to) in &self.elsewhere {
            joined.join(from, to);
        }
        for (at, wire) in self.wires.iter().enumerate() {
            let name = format!("wire {sheet} {at}");
            for (leg, place) in &self.legs {
                if distance(*place, &wire.points) < NEAR {
                    joined.join(&name, leg);
                }
            }
            for end in [wire.points[0], wire.points[wire.points.len() - 1]] {
                let mut touches = self.legs.iter().any(|(_, place)| distance(*place, &[end, end]) < NEAR);
                for (other, path) in self.wires.iter().enumerate().filter(|(other, _)| *other != at) {
                    if distance(end, &path.points) < NEAR {
                        touches = true;
                        joined.join(&name, &format!("wire {sheet} {other}"));
                    }
                }
                let goes_on = self.elsewhere.iter().any(|(from, _)| {
                    self.legs.iter().any(|(leg, place)| leg == from && distance(*place, &wire.points) < NEAR)
                });
                let rail = self.wires[at].points.len() < 4
                    && self.wires.iter().any(|other| {
                        let ends = [other.points[0], other.points[other.points.len() - 1]];
                        ends.iter().any(|other_end| *other_end != end && distance(*other_end, &wire.points) < NEAR)
                    });
                assert!(touches || goes_on || rail, "a wire ends in the air at {end:?}");
            }
        }
    }
}

/// The connections in the board file, derived independently of the drawing's own lists.
fn expected(board: &Board) -> BTreeSet<BTreeSet<String>> {
    let mut joined = Joined::default();
    let hole = |pin: u8| format!("pico.{}", pico::hole(pin).unwrap());
    let (ground, power) = (format!("pico.{GND_LEFT}"), format!("pico.{POWER}"));
    let screens_on_pico = board.power.regulator == boards::Regulator::Pico;
    let feed = if screens_on_pico { power.clone() } else { "regulator.OUT".to_string() };
    for (seat, knob) in board.knobs.pins.iter().flatten().enumerate() {
        let id = format!("{}-{}", if board.leads.is_some() { "lead" } else { "knob" }, letter(seat));
        joined.join(&format!("{id}.CLK"), &hole(knob.a));
        joined.join(&format!("{id}.DT"), &hole(knob.b));
        joined.join(&format!("{id}.SW"), &hole(knob.push));
        if board.leads.is_some() {
            joined.join(&format!("{id}.GND"), &ground);
            joined.join(&format!("{id}.+"), &power);
        } else {
            joined.join(&format!("{id}.C"), &ground);
            joined.join(&format!("{id}.SW-GND"), &ground);
        }
    }
    for screen in board.screens.iter().filter(|screen| screen.viewer == Viewer::Shared) {
        let bus = board.buses.iter().find(|bus| bus.id == screen.bus).unwrap();
        for id in ["screen", "screen-2"].iter().take(screen.copies.into()) {
            joined.join(&format!("{id}.SDA"), &hole(bus.sda));
            joined.join(&format!("{id}.SCL"), &hole(bus.scl));
            joined.join(&format!("{id}.VCC"), &feed);
            joined.join(&format!("{id}.GND"), &ground);
        }
    }
    if let Some(buzzer) = board.buzzer {
        joined.join("buzzer-resistor.1", &hole(buzzer.pin));
        if buzzer.transistor {
            joined.join("buzzer-resistor.2", "transistor.B");
            joined.join("transistor.E", &ground);
            for (up, down) in [("buzzer.1", "buzzer.2"), ("diode.1", "diode.2")] {
                joined.join(up, &power);
                joined.join(down, "transistor.C");
            }
        } else {
            joined.join("buzzer-resistor.2", "buzzer.1");
            joined.join("buzzer.2", &ground);
        }
    }
    if board.battery {
        joined.join("battery.-", &ground);
        joined.join("battery.+", "battery-switch.outer");
        joined.join("battery-switch.middle", "battery-diode.2");
        joined.join("battery-diode.1", &format!("pico.{VSYS}"));
    }
    if !screens_on_pico {
        joined.join("fuse.1", &format!("pico.{VBUS}"));
        for leg in ["regulator.IN", "regulator-in-capacitor.1"] {
            joined.join(leg, "fuse.2");
        }
        joined.join("regulator-out-capacitor.1", &feed);
        joined.join("reservoir.1", &feed);
        for leg in ["regulator.GND", "regulator-in-capacitor.2", "regulator-out-capacitor.2", "reservoir.2"] {
            joined.join(leg, &ground);
        }
    }
    for bus in &board.buses {
        for (line, pin) in [("SDA", bus.sda), ("SCL", bus.scl)] {
            if bus.pull_up_ohm > 0 {
                joined.join(&format!("pull-up-{}-{line}.2", bus.id), &hole(pin));
                joined.join(&format!("pull-up-{}-{line}.1", bus.id), &feed);
            }
        }
        for mux in &bus.mux {
            let id = format!("switch-{:#04x}", mux.address);
            joined.join(&format!("{id}.VIN"), &feed);
            joined.join(&format!("{id}.GND"), &ground);
            joined.join(&format!("{id}.SDA"), &hole(bus.sda));
            joined.join(&format!("{id}.SCL"), &hole(bus.scl));
            joined.join(&format!("{id}.RST"), &hole(mux.reset));
            for bit in 0..3 {
                let high = mux.address & 1 << bit != 0;
                joined.join(&format!("{id}.A{bit}"), if high { &feed } else { &ground });
            }
        }
    }
    for screen in &board.screens {
        if let (Some(seat), Some(mux), Some(channel)) = (screen.seat, screen.mux, screen.channel) {
            let bus = board.buses.iter().find(|bus| bus.id == screen.bus).unwrap();
            let id = format!("switch-{:#04x}", bus.mux[usize::from(mux)].address);
            let socket = format!("socket-{}", letter(usize::from(seat) - 1));
            joined.join(&format!("{socket}.1"), &format!("{id}.SD{channel}"));
            joined.join(&format!("{socket}.7"), &format!("{id}.SC{channel}"));
        }
    }
    if let Some(chain) = &board.knobs.chain {
        for number in 1..=chain.registers {
            let leg = |pin: u8| format!("register-{number}.{pin}");
            joined.join(&leg(1), &hole(chain.load));
            joined.join(&leg(2), &hole(chain.clock));
            joined.join(&leg(8), &ground);
            joined.join(&leg(15), &ground);
            joined.join(&leg(16), &feed);
            joined.join(&format!("register-capacitor-{number}.1"), &feed);
            joined.join(&format!("register-capacitor-{number}.2"), &ground);
            match number {
                1 => joined.join(&leg(9), &hole(chain.data)),
                _ => joined.join(&leg(9), &format!("register-{}.10", number - 1)),
            }
        }
        joined.join(&format!("register-{}.10", chain.registers), &ground);
        // A register shifts out H first, A last.
        for bit in 0..chain.registers * 8 {
            let pin = [6, 5, 4, 3, 14, 13, 12, 11][usize::from(bit % 8)];
            let leg = format!("register-{}.{pin}", bit / 8 + 1);
            let knobs = chain.first_bit..chain.first_bit + 3 * chain.count;
            if knobs.contains(&bit) {
                let (seat, contact) = ((bit - knobs.start) / 3, (bit - knobs.start) % 3);
                let socket = ["3", "6", "4"][usize::from(contact)];
                joined.join(&leg, &format!("socket-{}.{socket}", letter(seat.into())));
                let array = format!("array-{}-{}", bit / 8 + 1, if pin <= 8 { "left" } else { "right" });
                joined.join(&leg, &format!("{array}.{pin}"));
                joined.join(&format!("{array}.common"), &feed);
            } else {
                let at = bit.wrapping_sub(chain.proof.first_bit);
                let high = chain.proof.levels.get(usize::from(at)) == Some(&1);
                joined.join(&leg, if high { &feed } else { &ground });
            }
        }
        for (pin, leg) in [
            ("1", "pod-screen.SDA"),
            ("2", "pod-screen.GND"),
            ("3", "pod-knob.CLK"),
            ("4", "pod-knob.SW"),
            ("5", "pod-screen.GND"),
            ("6", "pod-knob.DT"),
            ("7", "pod-screen.SCL"),
            ("8", "pod-screen.VCC"),
            ("8", "pod-capacitor.1"),
            ("2", "pod-capacitor.2"),
            ("2", "pod-knob.C"),
            ("2", "pod-knob.SW-GND"),
        ] {
            joined.join(&format!("pod-jack.{pin}"), leg);
        }
    }
    joined.nets()
}

/// The connections that the drawings show. All GND holes are one ground, whether or not a drawing uses them.
fn drawn(board: &Board) -> BTreeSet<BTreeSet<String>> {
    let mut joined = Joined::default();
    for (at, (_, text)) in sheets(board).into_iter().enumerate() {
        Sheet::read(&text).join(at, &mut joined);
    }
    let right = format!("pico.{GND_RIGHT}");
    joined.join(&right, &format!("pico.{GND_LEFT}"));
    let nets = joined.nets();
    nets.into_iter()
        .map(|net| net.into_iter().filter(|leg| *leg != right).collect::<BTreeSet<_>>())
        .filter(|net: &BTreeSet<String>| net.len() > 1)
        .collect()
}

#[test]
fn the_drawn_wires_are_those_of_the_board_file() {
    for board in boards::load_all(&root()).into_iter().flatten() {
        let (drawn, expected) = (drawn(&board), expected(&board));
        let only =
            |these: &BTreeSet<_>, those: &BTreeSet<_>| format!("{:#?}", these.difference(those).collect::<Vec<_>>());
        assert!(
            drawn == expected,
            "{}: only drawn: {}\nonly in the file: {}",
            board.name,
            only(&drawn, &expected),
            only(&expected, &drawn)
        );
    }
}

/// A builder who measures by the sheets finds the same 3.3 V on the circuit board: the regulator's.
#[test]
fn sheets_and_circuit_boards_feed_the_registers_from_one_rail() {
    let board = boards::load(&root(), "pods").unwrap();
    let sheets = drawn(&board).into_iter().find(|net| net.contains("register-1.16")).unwrap();
    let hub = crate::pcb::carriers(&board).unwrap().swap_remove(0);
    let leg = |name: &str, pad: &str| {
        let part = hub.parts.iter().position(|part| part.reference == name).unwrap();
        (part, hub.parts[part].footprint.pads.iter().position(|leg| leg.name == pad).unwrap())
    };
    let copper = hub.nets.iter().find(|net| net.pads.contains(&leg("U10", "16"))).unwrap();
    assert!(!sheets.contains(&format!("pico.{POWER}")), "both supplies of 3.3 V are joined");
    for (drawn, (part, pad)) in [("regulator.OUT", ("U2", "3")), ("array-1-left.common", ("RN41", "1"))] {
        assert!(sheets.contains(drawn), "{drawn} is on another rail");
        assert!(copper.pads.contains(&leg(part, pad)), "{part}.{pad} is on another rail");
    }
}

/// Boards that take other branches of the drawing code than ours.
#[test]
fn odd_boards_are_drawn_as_their_files_say() {
    let solo = fs::read_to_string(root().join("boards/solo/board.toml")).unwrap();
    let magnetic = solo
        .replace("kind = \"piezo\"\nseries_ohm = 220", "kind = \"magnetic\"\ntransistor = true\nseries_ohm = 1_000");
    let other_pins = solo.replace("a = 10, b = 11, push = 12", "a = 22, b = 3, push = 28");
    let pulled_up = solo.replace("hz = 400_000", "hz = 400_000\npull_up_ohm = 10_000");
    for text in [magnetic, other_pins, pulled_up] {
        assert_ne!(text, solo);
        let board = boards::parse("other", &text).unwrap();
        assert_eq!(drawn(&board), expected(&board));
    }
}

#[test]
fn a_moved_pin_moves_its_wire() {
    let mut board = boards::load(&root(), "table").unwrap();
    let before = drawn(&board);
    board.knobs.pins.as_mut().unwrap().swap(1, 6);
    let after = drawn(&board);
    assert_ne!(before, after);
    assert_eq!(after, expected(&board));
}

#[test]
fn no_two_wires_of_a_part_have_the_same_colour() {
    for board in boards::load_all(&root()).into_iter().flatten() {
        for (name, text) in sheets(&board) {
            let sheet = Sheet::read(&text);
            let mut joined = Joined::default();
            sheet.join(0, &mut joined);
            let mut colours: BTreeMap<(String, String), String> = BTreeMap::new();
            for (at, wire) in sheet.wires.iter().enumerate() {
                let net = joined.find(&format!("wire 0 {at}"));
                for (leg, _) in sheet.legs.iter().filter(|(_, place)| distance(*place, &wire.points) < NEAR) {
                    let part = leg.split('.').next().unwrap();
                    // Its forty holes are identified by their names.
                    if part == "pico" {
                        continue;
                    }
                    let other = colours.entry((part.to_string(), wire.colour.clone())).or_insert_with(|| net.clone());
                    assert_eq!(*other, net, "{}/{name}: {part} has two wires in {}", board.name, wire.colour);
                }
            }
        }
    }
}
