//! A carrier is one circuit board: its placed parts, and the nets that join their legs. It has no copper yet;
//! [`super::router`] adds that.

use boards::{Board, Bus, Regulator, Sounder, catalogue as shop, parts, pico};

use super::{
    footprint::{self, Footprint, Spot, mm},
    stock,
};

/// The grid of parts and tracks: a tenth of the pitch of legs.
pub const GRID: i32 = 254;
/// Distance from the board's edges to the centre of a screw.
pub const HOLE_IN: i32 = 3_000;
const PICO_GROUNDS: [u8; 8] = [3, 8, 13, 18, 23, 28, 33, 38];
const PICO_3V3: u8 = 36;
pub const GND: &str = "GND";
pub const POWER: &str = "3V3";

#[derive(Clone, Debug)]
pub struct Part {
    pub reference: String,
    pub footprint: Footprint,
    pub at: Spot,
    /// Counter-clockwise quarter turns.
    pub turn: u8,
    /// The items to buy for it.
    pub items: Vec<parts::Part>,
    /// True if it may be left out.
    pub optional: bool,
    /// True if it is mounted in the lid of its case and wired to its holes in the board.
    pub in_lid: bool,
    /// True for a module whose pins often come loose and are soldered on first.
    pub loose_pins: bool,
}

impl Part {
    /// A position of the footprint on the board.
    pub fn place(&self, (x, y): Spot) -> Spot {
        let (x, y) = rotated((x, y), self.turn);
        (self.at.0 + x, self.at.1 + y)
    }

    /// The ends of one of its own links on the board.
    pub fn ends(&self, (from, to): (usize, usize)) -> (Spot, Spot) {
        (self.place(self.footprint.pads[from].at), self.place(self.footprint.pads[to].at))
    }

    /// Two corners of the area that it covers, the upper left one first.
    pub fn body(&self) -> (Spot, Spot) {
        let (one, other) = (self.place(self.footprint.body.0), self.place(self.footprint.body.1));
        ((one.0.min(other.0), one.1.min(other.1)), (one.0.max(other.0), one.1.max(other.1)))
    }

    /// True if it is only a screw hole.
    pub fn is_screw_hole(&self) -> bool {
        self.footprint.pads.iter().all(|pad| pad.is_bare())
    }

    /// A pad's extent on the board.
    pub fn pad_size(&self, pad: usize) -> Spot {
        let (x, y) = rotated(self.footprint.pads[pad].size, self.turn);
        (x.abs(), y.abs())
    }
}

fn rotated((x, y): Spot, quarters: u8) -> Spot {
    match quarters % 4 {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

fn overlap(one: (Spot, Spot), other: (Spot, Spot)) -> bool {
    let apart = |from: fn(Spot) -> i32| from(one.1) <= from(other.0) || from(other.1) <= from(one.0);
    !apart(|at| at.0) && !apart(|at| at.1)
}

/// A net: everything that is joined.
#[derive(Clone, Debug)]
pub struct Net {
    pub name: String,
    /// True for a supply, whose tracks are wide.
    pub wide: bool,
    /// Part and pad indices.
    pub pads: Vec<(usize, usize)>,
}

/// Words printed on the board.
#[derive(Clone, Debug)]
pub struct Text {
    pub at: Spot,
    pub words: String,
    /// Height of a letter.
    pub size: i32,
    /// True if it is read from the right-hand side.
    pub upright: bool,
}

#[derive(Clone, Debug)]
pub struct Carrier {
    /// Base name of its files, such as `pods-hub`.
    pub name: String,
    pub size: Spot,
    /// How many of it a whole device needs.
    pub copies: usize,
    pub parts: Vec<Part>,
    pub nets: Vec<Net>,
    pub texts: Vec<Text>,
}

/// A carrier under construction: legs are named until all parts are placed.
pub struct Draft {
    carrier: Carrier,
    joins: Vec<(String, String, String)>,
}

/// A position in millimetres.
pub type Place = (f64, f64);

impl Draft {
    pub fn new(board: &Board, name: &str, (width, height): Place, copies: usize) -> Self {
        let name = format!("{}-{name}", board.name);
        let size = (mm(width), mm(height));
        let carrier = Carrier { name, size, copies, parts: Vec::new(), nets: Vec::new(), texts: Vec::new() };
        Self { carrier, joins: Vec::new() }
    }

    pub fn put(
        &mut self,
        name: impl Into<String>,
        footprint: Footprint,
        at: Place,
        turn: u8,
        items: Vec<parts::Part>,
    ) -> &mut Part {
        let snapped = |millimetres: f64| (f64::from(mm(millimetres)) / f64::from(GRID)).round() as i32 * GRID;
        let (reference, at) = (name.into(), (snapped(at.0), snapped(at.1)));
        let part = Part { reference, footprint, at, turn, items, optional: false, in_lid: false, loose_pins: false };
        self.carrier.parts.push_mut(part)
    }

    /// Joins legs, each given by a part's reference and a pad's name. The same name always means the same net.
    pub fn join<P: ToString>(&mut self, net: &str, legs: impl IntoIterator<Item = (String, P)>) {
        self.joins.extend(legs.into_iter().map(|(part, pad)| (net.to_string(), part, pad.to_string())));
    }

    pub fn text(&mut self, words: impl Into<String>, at: Place, size: f64) -> &mut Text {
        let text = Text { at: (mm(at.0), mm(at.1)), words: words.into(), size: mm(size), upright: false };
        self.carrier.texts.push_mut(text)
    }

    /// For M3 screws, in the corners: not on the grid, but where the cases have their pillars.
    pub fn screw_holes(&mut self) {
        let (right, bottom) = (self.carrier.size.0 - HOLE_IN, self.carrier.size.1 - HOLE_IN);
        let corners = [(HOLE_IN, HOLE_IN), (right, HOLE_IN), (HOLE_IN, bottom), (right, bottom)];
        for (at, corner) in (1..).zip(corners) {
            self.put(format!("H{at}"), footprint::screw_hole(), (0.0, 0.0), 0, Vec::new()).at = corner;
        }
    }

    pub fn pico(&mut self, board: &Board, at: Place, turn: u8) {
        let (name, item) = parts::pico(board);
        self.put(
            "U1",
            footprint::pico(),
            at,
            turn,
            vec![stock::named((name, item.order.into()), item), stock::sockets(20, 2)],
        );
        self.join(GND, PICO_GROUNDS.map(|hole| ("U1".to_string(), hole)));
    }

    /// Supplies the board's 3.3 V from the Pico's own regulator.
    pub fn power_from_pico(&mut self, board: &Board) -> Result<(), String> {
        if board.power.regulator != Regulator::Pico {
            return Err("power.regulator: this circuit board has no place for a regulator; leave it out".into());
        }
        self.join(POWER, [("U1".to_string(), PICO_3V3)]);
        Ok(())
    }

    /// Joins a pin of the Pico.
    pub fn pin(&mut self, net: &str, pin: u8) {
        self.join(net, pico::hole(pin).map(|hole| ("U1".to_string(), hole)));
    }

    /// The two lines of a bus at the Pico, with the resistors in its file.
    pub fn bus(&mut self, bus: &Bus, resistors: Place) {
        for (at, (line, pin)) in [("SDA", bus.sda), ("SCL", bus.scl)].into_iter().enumerate() {
            let net = format!("{line} {}", bus.id);
            self.pin(&net, pin);
            if bus.pull_up_ohm > 0 {
                let name = format!("R{}", 10 * (usize::from(bus.id) + 1) + at);
                let place = (resistors.0, resistors.1 + 3.81 * at as f64);
                self.put(&name, footprint::resistor(), place, 0, vec![stock::resistor(bus.pull_up_ohm)]);
                self.join(&net, [(name.clone(), 1)]);
                self.join(POWER, [(name, 2)]);
            }
        }
    }

    /// The header of a screen, and the words beside its pins.
    pub fn screen(&mut self, reference: &str, at: Place, turn: u8, (scl, sda): (&str, &str)) {
        self.put(reference, footprint::screen(), at, turn, vec![stock::sockets(4, 1)]).loose_pins = true;
        let of = |pad: &'static str| (reference.to_string(), pad);
        self.join(GND, [of("1"), of("G1"), of("M1"), of("G2")]);
        self.join(POWER, [of("2"), of("V"), of("M2")]);
        self.join(scl, [of("3")]);
        self.join(sda, [of("4")]);
        for (pin, words) in ["GND", "VCC", "SCL", "SDA"].into_iter().enumerate() {
            let along = 2.54 * pin as f64;
            let place = match turn {
                0 => (at.0 + 3.4, at.1 + along),
                1 => (at.0 + along, at.1 - 3.4),
                _ => (at.0 - along, at.1 + 3.4),
            };
            self.text(words, place, 1.0).upright = turn > 0;
        }
    }

    /// The buzzer with its resistor, where the board has one.
    pub fn buzzer(&mut self, board: &Board, at: Place, resistor: Place) -> Result<(), String> {
        let Some(buzzer) = board.buzzer else { return Ok(()) };
        if buzzer.kind != Sounder::Piezo || buzzer.transistor {
            return Err("buzzer.kind: the circuit board is for a piezo without a transistor".into());
        }
        self.put("BZ1", footprint::piezo(), at, 0, vec![stock::item(shop::PIEZO)]);
        self.put("R1", footprint::resistor(), resistor, 0, vec![stock::resistor(buzzer.series_ohm)]);
        self.pin("buzzer", buzzer.pin);
        self.join("buzzer", [("R1".to_string(), 1)]);
        self.join("piezo", [("R1".to_string(), 2), ("BZ1".to_string(), 1)]);
        self.join(GND, [("BZ1".to_string(), 2)]);
        Ok(())
    }

    /// Resolves the names of joined legs.
    pub fn finish(mut self, wide: &[&str]) -> Result<Carrier, String> {
        let parts = &self.carrier.parts;
        for (at, part) in parts.iter().enumerate() {
            if let Some(other) = parts[..at].iter().find(|other| overlap(part.body(), other.body())) {
                let name = &self.carrier.name;
                return Err(format!("{name}: no room for both {} and {}", other.reference, part.reference));
            }
        }
        for (net, reference, pad) in &self.joins {
            let found: Vec<(usize, usize)> = parts
                .iter()
                .enumerate()
                .filter(|(_, part)| part.reference == *reference)
                .flat_map(|(at, part)| {
                    let pads = part.footprint.pads.iter().enumerate();
                    pads.filter(|(_, leg)| leg.name == *pad).map(move |(leg, _)| (at, leg))
                })
                .collect();
            if found.is_empty() {
                return Err(format!("{}: no place for {reference}, leg {pad} ({net})", self.carrier.name));
            }
            match self.carrier.nets.iter_mut().find(|known| known.name == *net) {
                Some(known) => known.pads.extend(found),
                None => {
                    let wide = wide.contains(&net.as_str());
                    self.carrier.nets.push(Net { name: net.clone(), wide, pads: found });
                }
            }
        }
        Ok(self.carrier)
    }
}

impl Carrier {
    pub fn part(&self, reference: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.reference == reference)
    }

    /// The net of each pad of each part.
    pub fn net_of(&self, part: usize, pad: usize) -> Option<usize> {
        self.nets.iter().position(|net| net.pads.contains(&(part, pad)))
    }

    /// Number of solder joints on one board: each leg with a net counts once, or twice if its other end is soldered too,
    /// because a module's pins are supplied unsoldered or a part is mounted in the lid.
    pub fn joints(&self) -> usize {
        let soldered = |(part, pad): &&(usize, usize)| {
            let (part, pad) = (&self.parts[*part], &self.parts[*part].footprint.pads[*pad]);
            // The lugs of an encoder hold it on the board.
            !(pad.is_surface() || part.in_lid && pad.name == "MP")
        };
        let legs = |part: usize| {
            self.nets.iter().flat_map(|net| &net.pads).filter(soldered).filter(|(of, _)| *of == part).count()
        };
        let twice = |part: &Part| part.in_lid || part.loose_pins;
        let parts = self.parts.iter().enumerate().filter(|(_, part)| !part.optional);
        parts.map(|(at, part)| legs(at) * if twice(part) { 2 } else { 1 }).sum()
    }
}
