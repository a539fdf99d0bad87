//! Bought parts that go into a case, as the space that they take: millimetres from manufacturers' drawings; where
//! modules differ, the largest.

use boards::Route;

use super::{Piece, Thing, WALL, Way};
use crate::{
    pcb::{
        self, Carrier, Part,
        footprint::{PIN_PLASTIC, SOCKET_HIGH},
    },
    solid::{Place, Solid, Vec3, all, block, cylinder},
};

/// Name of a knob cap, by which lines of sight identify it.
pub const KNOB: &str = "knob";
pub const KNOB_ACROSS: f64 = 20.0;
pub const KNOB_HIGH: f64 = 14.0;

/// Pico: the board, its USB socket above it, and the pins of a Pico H below it with their plastic.
const PICO: Vec3 = [51.0, 21.0, 1.0];
const PICO_USB_HIGH: f64 = 2.9;
/// Height of a plug in a socket strip, with its wire bent over.
pub const PLUG_HIGH: f64 = 18.0;
/// Distance from a card to a module in a socket strip.
pub const IN_SOCKET: f64 = SOCKET_HIGH + PIN_PLASTIC;
/// The grip of a Micro-USB plug, and the opening for it.
const USB_PLUG: (f64, f64) = (11.0, 8.0);
const USB_OPENING: (f64, f64) = (15.0, 12.0);

/// A breadboard of 400 holes, and the height of plugged wires above it.
pub const BREADBOARD: Vec3 = [83.0, 55.0, 8.6];
const PLUGGED_WIRES: f64 = 22.0;

/// Thickness of circuit boards and perfboards, how far legs stick out below, and the distance of screw holes from their
/// edges.
pub const CARD: f64 = 1.6;
const CARD_LEGS: f64 = 2.2;
const CARD_HOLE_IN: f64 = pcb::HOLE_IN as f64 / 1000.0;

/// An EC11: its body, and the space for legs and wires below it; shaft and neck are in the hole above.
const ENCODER: (f64, f64) = (14.0, 12.5);
pub const ENCODER_BODY: f64 = 7.0;
const ENCODER_LEGS: f64 = 5.0;
/// A KY-040 with the plugs on its pins: how far its board reaches from the shaft, away from the pins and along them.
const KY040_NEAR: f64 = 10.5;
const KY040_FAR: f64 = 22.0;
const KY040_WIDE: f64 = 19.5;
const KY040_DEEP: f64 = 12.0;
const KY040_PLUGS: f64 = 18.0;

/// A holder for three AA cells side by side.
pub const BATTERY: Vec3 = [58.0, 48.5, 17.0];
const PIEZO_ACROSS: f64 = 13.5;
const PIEZO_HIGH: f64 = 7.9;
/// A slide switch: length along the wall, height, depth into the case.
pub const SLIDE_SWITCH: Vec3 = [12.0, 6.0, 7.0];

impl Thing {
    pub fn new(name: impl Into<String>, space: Solid) -> Self {
        Self { name: name.into(), space, routes: Vec::new(), rests_on: Vec::new() }
    }

    /// Marks the part as used by these routes only.
    pub fn by(mut self, routes: &[Route]) -> Self {
        self.routes = routes.to_vec();
        self
    }

    pub fn resting_on(mut self, points: impl IntoIterator<Item = Vec3>) -> Self {
        self.rests_on.extend(points);
        self
    }
}

/// An encoder hung under a sheet by its nut, and the path of its neck through the sheet.
pub fn encoder(shaft: [f64; 2], under: f64) -> (Thing, Way) {
    let ([x, y], (w, h)) = (shaft, (ENCODER.0 / 2.0, ENCODER.1 / 2.0));
    let space = block([x - w, y - h, under - ENCODER_BODY - ENCODER_LEGS], [x + w, y + h, under]);
    let neck = Way { name: "the neck of the encoder".into(), space: cylinder([x, y, under - 0.5], 7.0, 3.0) };
    (Thing::new("encoder", space).resting_on([[x + 5.0, y, under + 0.5]]), neck)
}

/// A KY-040 under a sheet; its pins face away from the owner, or towards them if `away` is -1, with or without plugs.
pub fn ky040(shaft: [f64; 2], under: f64, away: f64, plugs: bool) -> Thing {
    let [x, y] = shaft;
    let bar = |half: f64, from: f64, to: f64| {
        let (a, b) = (y + away * from, y + away * to);
        block([x - half, a.min(b), under - KY040_DEEP], [x + half, a.max(b), under])
    };
    let mut space = vec![bar(KY040_WIDE / 2.0, -KY040_NEAR, KY040_FAR)];
    if plugs {
        space.push(bar(7.0, KY040_FAR, KY040_FAR + KY040_PLUGS));
    }
    Thing::new("KY-040", all(space))
        .by(&[Route::NoSolder, Route::CircuitBoard])
        .resting_on([-6.0, 6.0].map(|side| [x + side, y, under + 0.5]))
}

pub fn knob(shaft: [f64; 2], foot: f64) -> Thing {
    Thing::new(KNOB, cylinder([shaft[0], shaft[1], foot], KNOB_ACROSS, KNOB_HIGH))
}

/// A piezo glued under a sheet.
pub fn piezo(at: [f64; 2], under: f64) -> Thing {
    let space = cylinder([at[0], at[1], under - PIEZO_HIGH - 0.1], PIEZO_ACROSS, PIEZO_HIGH);
    Thing::new("piezo", space).by(&[Route::NoSolder, Route::ByHand]).resting_on([[at[0] + 6.0, at[1], under + 0.5]])
}

/// A Pico H standing on its pins; its end with the USB socket is at `left`.
fn pico(left: f64, z: f64) -> Solid {
    let (top, half) = (z + PIN_PLASTIC + PICO[2], PICO[1] / 2.0);
    all([
        block([left, -half, z + PIN_PLASTIC], [left + PICO[0], half, top]),
        block([left - 1.3, -4.0, top], [left + 5.0, 4.0, top + PICO_USB_HIGH]),
    ])
}

/// Height of the centre of the USB socket of a Pico whose pins stand at `z`.
pub fn usb_height(z: f64) -> f64 {
    z + PIN_PLASTIC + PICO[2] + PICO_USB_HIGH / 2.0
}

/// Height of the pins of a Pico in socket strips on a card.
pub fn socketed(card_top: f64) -> f64 {
    card_top + SOCKET_HIGH
}

/// The opening for a USB plug in the wall at `x`, from the lowest to the highest position of the socket, and the plug's
/// path to it.
pub fn usb(x: f64, wall: f64, heights: &[f64]) -> (Solid, Vec<Way>) {
    let (low, high) = heights.iter().fold((f64::MAX, f64::MIN), |(low, high), z| (low.min(*z), high.max(*z)));
    let opening = block(
        [x - 1.0, -USB_OPENING.0 / 2.0, low - USB_OPENING.1 / 2.0],
        [x + wall + 1.0, USB_OPENING.0 / 2.0, high + USB_OPENING.1 / 2.0],
    );
    let plug = |z: &f64| {
        let (w, h) = (USB_PLUG.0 / 2.0, USB_PLUG.1 / 2.0);
        Way { name: "the USB plug".into(), space: block([x - 20.0, -w, z - h], [x + wall, w, z + h]) }
    };
    (opening, heights.iter().map(plug).collect())
}

/// A breadboard on the floor, full of wires, with the Pico in it.
pub fn breadboard(left: f64, floor: f64) -> Thing {
    let [long, wide, high] = BREADBOARD;
    let (half, top) = (wide / 2.0, floor + high);
    let space = all([
        block([left, -half, floor + 0.1], [left + long, half, top]),
        block([left + 8.0, -half, top], [left + long, half, top + PLUGGED_WIRES]),
        pico(left, top),
    ]);
    Thing::new("breadboard with the Pico", space).by(&[Route::NoSolder]).resting_on([[left + 20.0, 0.0, floor - 0.5]])
}

/// A perfboard with the Pico in sockets and parts of medium height, its edges free.
pub fn perfboard(left: f64, (long, wide): (f64, f64), bottom: f64) -> Thing {
    let (half, top) = (wide / 2.0, bottom + CARD);
    let space = all([
        block([left, -half, bottom + 0.1], [left + long, half, top]),
        block([left + 4.0, 4.0 - half, top], [left + long - 4.0, half - 4.0, top + 12.0]),
        pico(left, socketed(top)),
    ]);
    Thing::new("perfboard with the Pico", space).by(&[Route::ByHand])
}

/// Position of a circuit board in a unit.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    pub middle: [f64; 2],
    /// Its upper side.
    pub top: f64,
}

impl Card {
    /// A position on the carrier, whose y points down, in the unit's coordinates.
    pub fn point(&self, carrier: &Carrier, at: (i32, i32)) -> [f64; 2] {
        let mm = |micrometres: i32| f64::from(micrometres) / 1000.0;
        [self.middle[0] + mm(at.0) - mm(carrier.size.0) / 2.0, self.middle[1] + mm(carrier.size.1) / 2.0 - mm(at.1)]
    }

    /// The space above a part up to a height over the board.
    pub fn over(&self, carrier: &Carrier, part: &Part, high: f64) -> Solid {
        let (from, to) = part.body();
        let ([left, far], [right, near]) = (self.point(carrier, from), self.point(carrier, to));
        block([left, near, self.top], [right, far, self.top + high])
    }

    /// Positions of a carrier's screw holes.
    pub fn screws(&self, carrier: &Carrier) -> Vec<[f64; 2]> {
        carrier.parts.iter().filter(|part| part.is_screw_hole()).map(|part| self.point(carrier, part.at)).collect()
    }

    /// Positions of the screw holes of a card of that size.
    pub fn holes(&self, (width, height): (f64, f64)) -> Vec<[f64; 2]> {
        let (x, y) = (width / 2.0 - CARD_HOLE_IN, height / 2.0 - CARD_HOLE_IN);
        [(-x, -y), (x, -y), (-x, y), (x, y)].map(|(x, y)| [self.middle[0] + x, self.middle[1] + y]).to_vec()
    }
}

/// A manufactured circuit board: every part at its height, its legs below, and `plugged` millimetres above its screen
/// sockets.
pub fn circuit_board(carrier: &Carrier, card: &Card, plugged: f64) -> Thing {
    let [left, far] = card.point(carrier, (0, 0));
    let [right, near] = card.point(carrier, carrier.size);
    let mut space = vec![block([left, near, card.top - CARD + 0.1], [right, far, card.top])];
    for part in carrier.parts.iter().filter(|part| !part.in_lid && !part.is_screw_hole()) {
        let wires = if part.footprint.name == "Screen" { plugged } else { 0.0 };
        space.push(card.over(carrier, part, f64::from(part.footprint.high) / 1000.0 + wires));
        for pad in part.footprint.pads.iter().filter(|pad| !pad.is_bare() && !pad.is_surface()) {
            let [x, y] = card.point(carrier, part.place(pad.at));
            space.push(cylinder([x, y, card.top - CARD - CARD_LEGS], 1.2, CARD_LEGS));
        }
    }
    Thing::new("circuit board", all(space)).by(&[Route::CircuitBoard])
}

/// The openings for a carrier's jacks in walls at this distance from the middle of the card, each from below its jack
/// up to a height, or to the top of the jack; and the paths of the plugs.
pub fn jacks(carrier: &Carrier, card: &Card, wall: f64, open_to: Option<f64>) -> Vec<(Solid, Way)> {
    let jacks = carrier.parts.iter().filter(|part| part.footprint.name == "RJ45");
    jacks
        .map(|part| {
            let (from, to) = part.body();
            let [x, y] = card.point(carrier, ((from.0 + to.0) / 2, (from.1 + to.1) / 2));
            let half = f64::from(to.0 - from.0) / 2000.0 + 0.6;
            let top = open_to.unwrap_or(card.top + f64::from(part.footprint.high) / 1000.0 + 0.4);
            let away = (y - card.middle[1]).signum();
            let across = |half: f64, inner: f64, outer: f64, low: f64, high: f64| {
                let (a, b) = (card.middle[1] + away * inner, card.middle[1] + away * outer);
                block([x - half, a.min(b), low], [x + half, a.max(b), high])
            };
            let opening = across(half, wall - WALL - 1.0, wall + 1.0, card.top - 0.4, top);
            let plug = across(6.5, wall - WALL, wall + 15.0, card.top + 1.0, card.top + 12.0);
            (opening, Way { name: format!("the plug at {}", part.reference), space: plug })
        })
        .collect()
}

impl Piece {
    pub fn new(name: &str, title: &str, solid: Solid, orientation: &'static str) -> Self {
        let bed = Place::at([0.0; 3]);
        Self { name: name.into(), title: title.into(), count: 1, solid, bed, orientation, flat_at: None }
    }

    pub fn times(mut self, count: usize) -> Self {
        self.count = count;
        self
    }

    /// Sets the rotation for the printer's bed.
    pub fn laid(mut self, bed: Place) -> Self {
        self.bed = bed;
        self
    }

    /// Marks the piece as a flat sheet at the height `z`.
    pub fn flat(mut self, z: f64) -> Self {
        self.flat_at = Some(z);
        self
    }
}
