//! Footprints: where the legs of a bought part go through a circuit board, from its data sheet. Positions are in
//! micrometres from the first leg, x to the right and y down, seen from the side that the parts are on.

/// A place or a size on a board, in micrometres.
pub type Spot = (i32, i32);

pub fn mm(millimetres: f64) -> i32 {
    (millimetres * 1000.0).round() as i32
}

fn spot(x: f64, y: f64) -> Spot {
    (mm(x), mm(y))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Round,
    /// Marks pin 1 of a part.
    Rectangle,
}

/// What a leg is soldered to.
#[derive(Clone, Debug)]
pub struct Pad {
    pub name: String,
    pub at: Spot,
    pub size: Spot,
    /// The hole: a slot if the two sizes differ, zero for a surface pad. A hole as large as its pad has no copper.
    pub drill: Spot,
    pub shape: Shape,
    /// Kept away from the ground pour and from every track except the part's own links.
    pub apart: bool,
}

impl Pad {
    /// True for a peg or screw hole, which is not soldered.
    pub fn is_bare(&self) -> bool {
        self.size == self.drill
    }

    pub fn is_surface(&self) -> bool {
        self.drill == (0, 0)
    }
}

#[derive(Clone, Debug)]
pub struct Footprint {
    pub name: &'static str,
    pub pads: Vec<Pad>,
    /// Two corners of the area that the part covers: nothing else may be placed there.
    pub body: (Spot, Spot),
    /// Height of the part above the board in micrometres, with its socket and plug.
    pub high: i32,
    /// Tracks that belong to the part, from pad to pad on the upper side.
    pub links: Vec<(usize, usize)>,
}

fn footprint(name: &'static str, high: f64, corner: Spot, opposite: Spot, pads: Vec<Pad>) -> Footprint {
    Footprint { name, pads, body: (corner, opposite), high: mm(high), links: Vec::new() }
}

/// A socket strip for pins of 2.54 mm, and the plastic on the pins of a module in it.
pub const SOCKET_HIGH: f64 = 8.5;
pub const PIN_PLASTIC: f64 = 2.5;

fn round(name: impl ToString, x: f64, y: f64, diameter: f64, drill: f64) -> Pad {
    let (size, drill) = (spot(diameter, diameter), spot(drill, drill));
    Pad { name: name.to_string(), at: spot(x, y), size, drill, shape: Shape::Round, apart: false }
}

fn square(name: impl ToString, x: f64, y: f64, side: f64, drill: f64) -> Pad {
    Pad { shape: Shape::Rectangle, ..round(name, x, y, side, drill) }
}

fn peg(x: f64, y: f64, drill: f64) -> Pad {
    round("", x, y, drill, drill)
}

/// Pin 1 is square, so that a part is not soldered in the wrong way round.
fn leg(number: usize, x: f64, y: f64, diameter: f64, drill: f64) -> Pad {
    if number == 1 { square(1, x, y, diameter, drill) } else { round(number, x, y, diameter, drill) }
}

/// Two rows of legs with a pitch of 2.54 mm, numbered down the left row and up the right one.
fn two_rows(legs: usize, width: f64, diameter: f64, drill: f64) -> Vec<Pad> {
    let each = legs / 2;
    let place = |number: usize| match number <= each {
        true => (0.0, 2.54 * (number - 1) as f64),
        false => (width, 2.54 * (legs - number) as f64),
    };
    (1..=legs).map(|number| leg(number, place(number).0, place(number).1, diameter, drill)).collect()
}

/// A Raspberry Pi Pico on two socket strips; its USB socket looks up. Pico data sheet, mechanical specification.
pub fn pico() -> Footprint {
    footprint(
        "Pico",
        SOCKET_HIGH + PIN_PLASTIC + 3.9,
        spot(-1.61, -2.4),
        spot(19.39, 49.7),
        two_rows(40, 17.78, 1.7, 1.02),
    )
}

/// A chip in a DIP-16 socket.
pub fn dip16() -> Footprint {
    footprint("DIP-16", 9.0, spot(-1.5, -1.6), spot(9.12, 19.4), two_rows(16, 7.62, 1.6, 0.8))
}

/// Adafruit's breakout of the TCA9548A, number 2717: VIN at the first leg, SC7 at the last.
pub fn mux_breakout() -> Footprint {
    footprint(
        "Adafruit-2717",
        SOCKET_HIGH + PIN_PLASTIC + 3.0,
        spot(-1.3, -1.3),
        spot(16.6, 29.3),
        two_rows(24, 15.24, 1.7, 1.02),
    )
}

/// Legs in a row, downwards.
fn row(name: &'static str, high: f64, legs: usize, half_width: f64, diameter: f64, drill: f64) -> Footprint {
    let pads = (1..=legs).map(|number| leg(number, 0.0, 2.54 * (number - 1) as f64, diameter, drill)).collect();
    footprint(name, high, spot(-half_width, -1.4), spot(half_width, 2.54 * (legs - 1) as f64 + 1.4), pads)
}

/// A resistor array in a single row: Bourns 4600X, 2.5 mm thick.
pub fn sip(legs: usize) -> Footprint {
    let name = match legs {
        4 => "SIP-4",
        6 => "SIP-6",
        _ => "SIP",
    };
    row(name, 6.0, legs, 1.3, 1.6, 0.8)
}

/// The four pins of an OLED module, with five solder pads beside the first two. As made, pin 1 is GND and pin 2 is 3.3 V,
/// through a thin link each: G1 to M1 and V to M2. For modules that have the two the other way round, cut both links
/// and join M1 with V and M2 with G2.
pub fn screen() -> Footprint {
    let mut screen = row("Screen", SOCKET_HIGH, 4, 1.3, 1.7, 1.02);
    for (at, name) in ["G1", "M1", "V", "M2", "G2"].into_iter().enumerate() {
        let size = spot(1.6, 1.0);
        let place = spot(-2.54, 1.27 * (at as f64 - 1.0));
        let shape = Shape::Rectangle;
        screen.pads.push(Pad {
            name: name.into(),
            at: place,
            size,
            drill: (0, 0),
            shape,
            apart: name.starts_with('M'),
        });
    }
    let pad = |name: &str| screen.pads.iter().position(|pad| pad.name == name).unwrap_or(0);
    let (first, second) = (pad("1"), pad("2"));
    screen.links = vec![(first, pad("M1")), (pad("G1"), pad("M1")), (second, pad("M2")), (pad("V"), pad("M2"))];
    screen.pads[first].apart = true;
    screen.pads[second].apart = true;
    screen.body.0.0 = mm(-3.6);
    screen.body.0.1 = mm(-2.0);
    screen
}

/// Pins for the plug of a lead, whose wires bend above it.
pub fn header(pins: usize) -> Footprint {
    row("Header", PIN_PLASTIC + 18.0, pins, 1.3, 1.7, 1.02)
}

/// An RJ45 socket without a shield, Amphenol 54602-908LF; the plug comes from below.
pub fn rj45() -> Footprint {
    let place = |number: usize| (1.27 * (number - 1) as f64, if number % 2 == 1 { 0.0 } else { -2.54 });
    let mut pads: Vec<Pad> = (1..=8).map(|number| leg(number, place(number).0, place(number).1, 1.5, 0.9)).collect();
    pads.extend([peg(-1.27, 6.35, 3.25), peg(10.16, 6.35, 3.25)]);
    footprint("RJ45", 14.5, spot(-3.5, -3.5), spot(12.4, 14.3), pads)
}

/// From the first leg of an encoder to its shaft.
pub const SHAFT: Spot = (7_500, 2_500);

/// A rotary encoder of the EC11 kind with a push switch, seen from the shaft's side. Its two lugs hold it.
pub fn encoder() -> Footprint {
    let lug = |y: f64| Pad { size: spot(3.3, 2.6), drill: spot(2.3, 1.6), ..square("MP", 7.5, y, 3.3, 1.6) };
    let mut pads =
        vec![square("A", 0.0, 0.0, 2.0, 1.1), round("C", 0.0, 2.5, 2.0, 1.1), round("B", 0.0, 5.0, 2.0, 1.1)];
    pads.extend([round("S1", 14.5, 5.0, 2.0, 1.1), round("S2", 14.5, 0.0, 2.0, 1.1), lug(-3.1), lug(8.1)]);
    footprint("EC11", 7.0, spot(-1.3, -4.7), spot(15.8, 9.7), pads)
}

/// Two legs, the second to the right of the first.
fn pair(
    name: &'static str,
    high: f64,
    pitch: f64,
    (diameter, drill): (f64, f64),
    corner: Spot,
    opposite: Spot,
) -> Footprint {
    footprint(
        name,
        high,
        corner,
        opposite,
        vec![leg(1, 0.0, 0.0, diameter, drill), leg(2, pitch, 0.0, diameter, drill)],
    )
}

/// A resistor of 0.25 W, lying.
pub fn resistor() -> Footprint {
    pair("Resistor", 2.6, 10.16, (1.6, 0.8), spot(-1.1, -1.4), spot(11.26, 1.4))
}

/// DO-41, lying; leg 1 is the cathode, where the ring is.
pub fn diode() -> Footprint {
    pair("Diode", 3.0, 10.16, (2.0, 1.1), spot(-1.3, -1.5), spot(11.46, 1.5))
}

/// A ceramic capacitor.
pub fn ceramic() -> Footprint {
    pair("Ceramic", 7.5, 5.08, (1.6, 0.8), spot(-1.1, -1.4), spot(6.18, 1.4))
}

/// A small ceramic capacitor with its legs side by side.
pub fn small_ceramic() -> Footprint {
    pair("Ceramic-small", 7.5, 2.54, (1.6, 0.8), spot(-1.1, -1.35), spot(3.64, 1.35))
}

/// 8 mm across; leg 1 is plus.
pub fn electrolytic() -> Footprint {
    pair("Electrolytic", 12.5, 3.5, (1.7, 0.9), spot(-2.5, -4.3), spot(6.0, 4.3))
}

/// Bourns MF-R.
pub fn polyfuse() -> Footprint {
    pair("Polyfuse", 15.0, 5.08, (1.9, 1.0), spot(-2.5, -1.7), spot(7.6, 1.7))
}

/// TDK PS1240, 12.2 mm across.
pub fn piezo() -> Footprint {
    pair("Piezo", 7.0, 5.0, (2.0, 1.0), spot(-3.9, -6.4), spot(8.9, 6.4))
}

/// A screw terminal for two wires, which come from above.
pub fn terminal() -> Footprint {
    pair("Terminal", 11.0, 5.08, (2.6, 1.3), spot(-2.9, -5.6), spot(8.0, 5.0))
}

/// A regulator in TO-220, standing, its back upwards in the drawing.
pub fn to220() -> Footprint {
    let pads = (1..=3).map(|number| leg(number, 2.54 * (number - 1) as f64, 0.0, 1.8, 1.1)).collect();
    footprint("TO-220", 25.0, spot(-2.7, -3.4), spot(7.8, 1.5), pads)
}

/// For an M3 screw and its head.
pub fn screw_hole() -> Footprint {
    footprint("M3", 2.5, spot(-3.1, -3.1), spot(3.1, 3.1), vec![peg(0.0, 0.0, 3.2)])
}
