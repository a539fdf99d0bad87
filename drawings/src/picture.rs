//! A small picture of each bought part for the parts lists, drawn from the dimensions that the cases and circuit boards
//! use, with its length below. Each has its own scale.

use boards::{Controller, Size};

use crate::{
    body::Module,
    pcb::{Footprint, footprint},
    svg::{Anchor, INK, PALE, Point, Svg},
};

/// Size of a picture on the page.
const PAPER: Point = (30.0, 21.0);
const EDGE: f32 = 1.5;
/// Space for the length.
const FOOT: f32 = 3.2;

const GREEN: &str = "#2f7d4f";
const BLUE: &str = "#2b5fa8";
const METAL: &str = "#c9ccd1";
const GOLD: &str = "#d4a72c";
const BLACK: &str = "#2a2c31";
const WHITE: &str = "#f4f4f2";
const GLASS: &str = "#11151d";
const LIT: &str = "#8fd3ff";
const TAN: &str = "#e3cfa0";
const RED: &str = "#c8382e";
const GREY: &str = "#8b8f97";
const WIRES: [&str; 5] = ["#111111", "#c8102e", "#7a4a21", "#7e22ce", "#15803d"];

/// Draws in millimetres of the part, whose upper left corner is the origin.
struct Pen {
    svg: Svg,
    corner: Point,
    zoom: f32,
}

impl Pen {
    fn new(width: f32, height: f32) -> Self {
        let room = (PAPER.0 - 2.0 * EDGE, PAPER.1 - 2.0 * EDGE - FOOT);
        let zoom = (room.0 / width).min(room.1 / height);
        let corner = ((PAPER.0 - width * zoom) / 2.0, EDGE + (room.1 - height * zoom) / 2.0);
        Self { svg: Svg::new(), corner, zoom }
    }

    fn at(&self, x: f32, y: f32) -> Point {
        (self.corner.0 + x * self.zoom, self.corner.1 + y * self.zoom)
    }

    fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, fill: &str) -> &mut Self {
        let (corner, size) = (self.at(x, y), (width * self.zoom, height * self.zoom));
        self.svg.rect(corner, size, fill, INK);
        self
    }

    fn circle(&mut self, x: f32, y: f32, across: f32, fill: &str) -> &mut Self {
        let middle = self.at(x, y);
        self.svg.circle(middle, across / 2.0 * self.zoom, fill, INK, 0.2);
        self
    }

    /// A line of this thickness on the page.
    fn line(&mut self, points: &[Point], colour: &str, thick: f32) -> &mut Self {
        let points: Vec<Point> = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        self.svg.path(&points, "none", colour, thick);
        self
    }

    fn row(&mut self, count: usize, from: Point, step: Point, draw: impl Fn(&mut Self, f32, f32)) -> &mut Self {
        for at in 0..count {
            draw(self, from.0 + at as f32 * step.0, from.1 + at as f32 * step.1);
        }
        self
    }

    fn words(&mut self, x: f32, y: f32, size: f32, colour: &str, words: &str) -> &mut Self {
        let place = self.at(x, y);
        self.svg.text(place, size, Anchor::Middle, colour, words);
        self
    }
}

/// Every picture by its name.
pub fn all() -> Vec<(&'static str, String)> {
    NAMES.iter().map(|name| (*name, draw(name))).collect()
}

const NAMES: [&str; 45] = [
    "array",
    "battery-holder",
    "breadboard",
    "cable",
    "cell",
    "ceramic",
    "charger",
    "circuit-board",
    "diode",
    "dip-16",
    "dip-socket",
    "electrolytic",
    "encoder",
    "feet",
    "filament",
    "header",
    "heat-shrink",
    "heat-sink",
    "jumpers",
    "knob",
    "ky-040",
    "paper",
    "patch-lead",
    "perfboard",
    "pico",
    "piezo",
    "polyfuse",
    "resistor",
    "rj45",
    "screen-091",
    "screen-096",
    "screen-130",
    "screen-242",
    "screws",
    "slide-switch",
    "socket-strip",
    "spacers",
    "mux-breakout",
    "tape",
    "terminal",
    "ties",
    "to-220",
    "transistor",
    "usb-cable",
    "wire",
];

/// The part of that name, with its length.
pub(crate) fn draw(name: &str) -> String {
    let (pen, length) = match name {
        "pico" => pico(),
        "encoder" => encoder(),
        "ky-040" => ky_040(),
        "knob" => knob(),
        "screen-091" => screen(Size::Flat, Controller::Ssd1306),
        "screen-096" => screen(Size::Tall, Controller::Ssd1306),
        "screen-130" => screen(Size::Tall, Controller::Sh1106),
        "screen-242" => screen(Size::Tall, Controller::Ssd1309),
        "dip-16" => chip(BLACK, false),
        "dip-socket" => chip("#55585f", true),
        "mux-breakout" => from_above(&footprint::mux_breakout(), BLUE, |pen| {
            pen.rect(12.0, 6.0, 7.0, 6.0, BLACK);
        }),
        "breadboard" => breadboard(),
        "perfboard" => perfboard(),
        "circuit-board" => circuit_board(),
        "socket-strip" => strip(20, 8.5, BLACK, 3.0),
        "header" => strip(5, 2.5, BLACK, 6.0),
        "array" => array(),
        // Grey: the colours of the rings depend on the value, and its name says them.
        "resistor" => axial(TAN, &[(1.6, GREY), (2.8, GREY), (4.0, GREY), (5.2, GREY), (7.0, GREY)], 9.0),
        "diode" => axial(BLACK, &[(7.2, METAL)], 9.0),
        "ceramic" => radial(
            |pen| {
                pen.circle(4.0, 3.5, 6.5, "#e0a63c");
            },
            8.0,
            6.5,
        ),
        "polyfuse" => radial(
            |pen| {
                pen.circle(5.0, 5.0, 9.6, "#e2b93b");
            },
            10.0,
            9.5,
        ),
        "electrolytic" => electrolytic(),
        "piezo" => round(12.2, BLACK, 2.0, WHITE),
        "feet" => feet(),
        "to-220" => to_220(false),
        "heat-sink" => to_220(true),
        "transistor" => transistor(),
        "rj45" => rj45(),
        "terminal" => terminal(),
        "slide-switch" => slide_switch(),
        "battery-holder" => battery_holder(),
        "cell" => cell(),
        "usb-cable" => cord(("USB-A", 12.0, METAL), ("Micro", 7.0, METAL), BLACK),
        "patch-lead" => cord(("RJ45", 12.0, "#dfe7ee"), ("RJ45", 12.0, "#dfe7ee"), BLUE),
        "charger" => charger(),
        "jumpers" => jumpers(),
        "cable" => cable(),
        "wire" => coil(RED, 10_000.0),
        "heat-shrink" => coil(BLACK, 1_000.0),
        "tape" => coil(WHITE, 1_000.0),
        "filament" => coil("#5f8fd0", 0.0),
        "ties" => ties(),
        "screws" => screws(),
        "spacers" => spacers(),
        "paper" => sheet_of_paper(),
        _ => question(),
    };
    finish(pen, length)
}

fn finish(mut pen: Pen, length: f32) -> String {
    let words = match length {
        0.0 => String::new(),
        metres if metres >= 1_000.0 => format!("{} m", metres / 1_000.0),
        millimetres => format!("{} mm", (millimetres * 2.0).round() / 2.0),
    };
    pen.svg.text((PAPER.0 / 2.0, PAPER.1 - 1.0), 2.2, Anchor::Middle, PALE, &words);
    pen.svg.finish("", PAPER)
}

/// A part that stands on a circuit board, drawn from its footprint: body, legs, and what else is on it.
fn from_above(footprint: &Footprint, fill: &str, more: impl Fn(&mut Pen)) -> (Pen, f32) {
    let mm = |micrometres: i32| micrometres as f32 / 1000.0;
    let ((left, top), (right, bottom)) = footprint.body;
    let (width, height) = (mm(right - left), mm(bottom - top));
    // Draw long parts lying.
    let mut pen = Pen::new(height, width);
    pen.rect(0.0, 0.0, height, width, fill);
    for pad in &footprint.pads {
        pen.circle(mm(pad.at.1 - top), mm(right - pad.at.0), mm(pad.size.0), GOLD);
    }
    more(&mut pen);
    (pen, height)
}

fn pico() -> (Pen, f32) {
    let (mut pen, _) = from_above(&footprint::pico(), GREEN, |pen| {
        pen.rect(-0.9, 6.5, 7.5, 8.0, METAL).rect(21.0, 6.5, 7.5, 7.5, BLACK).circle(12.0, 7.0, 3.2, WHITE);
        pen.row(3, (46.0, 8.0), (0.0, 2.5), |pen, x, y| {
            pen.circle(x, y, 1.5, GOLD);
        });
    });
    pen.words(36.0, 12.5, 2.2, WHITE, "Pico");
    (pen, 51.0)
}

/// From the side: legs, body, neck with its thread, shaft.
fn encoder() -> (Pen, f32) {
    let mut pen = Pen::new(31.0, 15.0);
    pen.rect(3.5, 1.0, 7.0, 13.0, METAL).rect(10.5, 4.0, 7.0, 7.0, "#aab0b8").rect(17.5, 4.5, 13.0, 6.0, METAL);
    pen.row(6, (11.5, 4.0), (1.0, 0.0), |pen, x, y| {
        pen.line(&[(x, y), (x, y + 7.0)], INK, 0.12);
    });
    pen.rect(21.0, 4.5, 9.5, 1.4, "#8d939c");
    pen.row(3, (0.0, 3.0), (0.0, 4.2), |pen, x, y| {
        pen.rect(x, y, 3.5, 0.9, GOLD);
    });
    (pen, 15.0)
}

fn ky_040() -> (Pen, f32) {
    let mut pen = Pen::new(32.5, 19.5);
    pen.rect(0.0, 0.0, 26.0, 19.5, BLACK).rect(2.5, 3.5, 14.0, 12.5, METAL).circle(9.5, 9.75, 7.0, "#aab0b8");
    pen.circle(9.5, 9.75, 6.0, METAL);
    for (at, name) in ["GND", "+", "SW", "DT", "CLK"].into_iter().enumerate() {
        let y = 4.7 + 2.54 * at as f32;
        pen.rect(25.0, y - 0.4, 7.5, 0.8, GOLD).words(21.5, y + 0.9, 1.3, WHITE, name);
    }
    (pen, 32.5)
}

fn knob() -> (Pen, f32) {
    let mut pen = Pen::new(44.0, 20.0);
    pen.circle(10.0, 10.0, 20.0, BLACK).circle(10.0, 10.0, 14.0, "#44474e");
    // From below: the hole with its flat side.
    pen.circle(34.0, 10.0, 20.0, "#55585f").circle(34.0, 10.0, 6.0, WHITE).rect(31.5, 6.6, 5.0, 2.0, "#55585f");
    (pen, 20.0)
}

fn screen(size: Size, controller: Controller) -> (Pen, f32) {
    let module = Module::sized(size, controller);
    let (width, height) = (module.board.0 as f32, module.board.1 as f32);
    let mut pen = Pen::new(width, height);
    pen.rect(0.0, 0.0, width, height, BLUE);
    let centred = |pen: &mut Pen, (w, h): (f64, f64), fill: &str| {
        pen.rect((width - w as f32) / 2.0, (height - h as f32) / 2.0, w as f32, h as f32, fill);
    };
    centred(&mut pen, module.glass, GLASS);
    centred(&mut pen, module.pixels, "#1d3a55");
    pen.words(width / 2.0, height / 2.0 + 0.9 / pen.zoom, 2.4, LIT, "Dixit");
    // The smallest has its pins at a short side, all others at the upper long one.
    let flat = size == Size::Flat;
    let (from, step) =
        if flat { ((1.3, height / 2.0 - 3.81), (0.0, 2.54)) } else { ((width / 2.0 - 3.81, 1.6), (2.54, 0.0)) };
    pen.row(4, from, step, |pen, x, y| {
        pen.circle(x, y, 1.7, GOLD);
    });
    (pen, width)
}

fn chip(fill: &str, socket: bool) -> (Pen, f32) {
    let mut pen = Pen::new(20.0, 10.0);
    pen.row(8, (1.1, 0.0), (2.54, 0.0), |pen, x, _| {
        pen.rect(x - 0.4, 0.0, 0.8, 10.0, METAL);
    });
    pen.rect(0.0, 1.8, 20.0, 6.4, fill);
    if socket {
        pen.rect(3.0, 3.6, 14.0, 2.8, WHITE);
    } else {
        pen.words(10.5, 5.6, 1.8, WHITE, "74HC165");
    }
    pen.circle(0.3, 5.0, 1.6, WHITE);
    (pen, 20.0)
}

fn breadboard() -> (Pen, f32) {
    let mut pen = Pen::new(83.0, 55.0);
    pen.rect(0.0, 0.0, 83.0, 55.0, WHITE).rect(0.0, 26.0, 83.0, 3.0, "#d9d9d4");
    for (y, colour) in [(2.5, RED), (9.5, BLUE), (45.5, RED), (52.5, BLUE)] {
        pen.line(&[(3.0, y), (80.0, y)], colour, 0.25);
    }
    for y in [4.7, 7.3, 13.0, 15.5, 18.1, 20.6, 23.2, 31.8, 34.4, 36.9, 39.4, 42.0, 47.7, 50.3] {
        pen.row(30, (4.7, y), (2.54, 0.0), |pen, x, y| {
            let (corner, size) = (pen.at(x - 0.5, y - 0.5), (1.0 * pen.zoom, 1.0 * pen.zoom));
            pen.svg.fill(corner, size, "#55585f");
        });
    }
    (pen, 83.0)
}

fn perfboard() -> (Pen, f32) {
    let mut pen = Pen::new(70.0, 50.0);
    pen.rect(0.0, 0.0, 70.0, 50.0, "#c9a56a");
    for row in 0..9 {
        pen.row(13, (4.0, 5.0 + 5.0 * row as f32), (5.08, 0.0), |pen, x, y| {
            pen.circle(x, y, 2.6, GOLD).circle(x, y, 1.1, WHITE);
        });
    }
    (pen, 70.0)
}

fn circuit_board() -> (Pen, f32) {
    let mut pen = Pen::new(90.0, 70.0);
    pen.rect(0.0, 0.0, 90.0, 70.0, GREEN);
    for (y, bend) in [(20.0, 8.0), (28.0, -6.0), (36.0, 10.0), (50.0, -8.0)] {
        pen.line(&[(12.0, y), (40.0, y), (48.0, y + bend), (78.0, y + bend)], "#5fb583", 0.5);
        pen.circle(12.0, y, 5.0, GOLD).circle(78.0, y + bend, 5.0, GOLD);
    }
    for (x, y) in [(5.0, 5.0), (85.0, 5.0), (5.0, 65.0), (85.0, 65.0)] {
        pen.circle(x, y, 5.0, WHITE);
    }
    (pen, 0.0)
}

/// A strip with this many pins, from the side.
fn strip(pins: usize, high: f32, fill: &str, legs: f32) -> (Pen, f32) {
    let width = 2.54 * pins as f32;
    let mut pen = Pen::new(width, high + legs + 3.0);
    pen.row(pins, (1.27, 0.0), (2.54, 0.0), |pen, x, _| {
        pen.rect(
            x - 0.3,
            if legs > 3.0 { 0.0 } else { 4.0 },
            0.6,
            high + legs + 3.0 - if legs > 3.0 { 0.0 } else { 4.0 },
            GOLD,
        );
    });
    let top = if legs > 3.0 { 6.0 } else { 0.0 };
    pen.rect(0.0, top, width, high, fill);
    (pen, width)
}

fn array() -> (Pen, f32) {
    let mut pen = Pen::new(15.2, 9.0);
    pen.row(6, (1.27, 5.0), (2.54, 0.0), |pen, x, y| {
        pen.rect(x - 0.25, y, 0.5, 4.0, METAL);
    });
    pen.rect(0.0, 0.0, 15.2, 5.1, BLACK).circle(1.3, 3.8, 0.9, WHITE).words(8.4, 3.4, 2.0, WHITE, "102");
    (pen, 15.2)
}

/// A lying part with a leg at each end, and its rings.
fn axial(fill: &str, rings: &[(f32, &str)], long: f32) -> (Pen, f32) {
    let mut pen = Pen::new(long + 12.0, 5.0);
    pen.line(&[(0.0, 2.5), (long + 12.0, 2.5)], "#8d939c", 0.5).rect(6.0, 0.8, long, 3.4, fill);
    for (at, colour) in rings {
        let (corner, size) = (pen.at(6.0 + at, 0.9), (0.8 * pen.zoom, 3.2 * pen.zoom));
        pen.svg.fill(corner, size, colour);
    }
    (pen, long)
}

/// A standing part with two legs.
fn radial(body: impl Fn(&mut Pen), width: f32, deep: f32) -> (Pen, f32) {
    let mut pen = Pen::new(width, deep + 6.0);
    for x in [width / 2.0 - 2.54, width / 2.0 + 2.54] {
        pen.line(&[(x, deep / 2.0), (x, deep + 6.0)], "#8d939c", 0.5);
    }
    body(&mut pen);
    (pen, width)
}

fn electrolytic() -> (Pen, f32) {
    let mut pen = Pen::new(8.0, 19.0);
    pen.line(&[(2.3, 11.0), (2.3, 19.0)], "#8d939c", 0.5).line(&[(5.8, 11.0), (5.8, 16.0)], "#8d939c", 0.5);
    pen.rect(0.0, 0.0, 8.0, 11.5, "#23408f").rect(5.6, 0.0, 1.6, 11.5, "#cfd6ea").words(6.4, 6.0, 2.0, INK, "-");
    (pen, 8.0)
}

fn round(across: f32, fill: &str, hole: f32, inner: &str) -> (Pen, f32) {
    let mut pen = Pen::new(across, across);
    pen.circle(across / 2.0, across / 2.0, across, fill).circle(across / 2.0, across / 2.0, hole, inner);
    (pen, across)
}

fn feet() -> (Pen, f32) {
    let mut pen = Pen::new(40.0, 9.0);
    pen.row(4, (4.0, 4.5), (10.6, 0.0), |pen, x, y| {
        pen.circle(x, y, 8.0, "#55585f").circle(x - 1.0, y - 1.0, 3.0, "#7b8088");
    });
    (pen, 8.0)
}

fn to_220(sink: bool) -> (Pen, f32) {
    let mut pen = Pen::new(19.0, 29.0);
    for x in [6.96, 9.5, 12.04] {
        pen.rect(x - 0.4, 15.0, 0.8, 14.0, METAL);
    }
    if sink {
        pen.rect(0.0, 0.0, 19.0, 14.0, "#6b7280");
        pen.row(4, (1.0, 0.0), (1.2, 0.0), |pen, x, _| {
            pen.line(&[(x, 0.5), (x, 13.5)], "#3b4048", 0.3).line(&[(19.0 - x, 0.5), (19.0 - x, 13.5)], "#3b4048", 0.3);
        });
    } else {
        pen.rect(4.5, 0.0, 10.0, 7.0, METAL).circle(9.5, 3.0, 3.6, WHITE);
    }
    pen.rect(4.5, 6.0, 10.0, 9.5, BLACK);
    (pen, if sink { 19.0 } else { 10.0 })
}

fn transistor() -> (Pen, f32) {
    let mut pen = Pen::new(5.0, 15.0);
    for x in [1.2, 2.5, 3.8] {
        pen.line(&[(x, 5.0), (x, 15.0)], "#8d939c", 0.5);
    }
    pen.rect(0.0, 0.0, 5.0, 5.0, BLACK);
    (pen, 5.0)
}

fn rj45() -> (Pen, f32) {
    let mut pen = Pen::new(16.0, 13.5);
    pen.rect(0.0, 0.0, 16.0, 13.5, BLACK).rect(2.0, 4.0, 12.0, 7.0, "#6b7280").rect(5.0, 1.6, 6.0, 2.4, "#6b7280");
    pen.row(8, (3.5, 9.0), (1.27, 0.0), |pen, x, y| {
        pen.rect(x - 0.3, y, 0.6, 2.0, GOLD);
    });
    (pen, 16.0)
}

fn terminal() -> (Pen, f32) {
    let mut pen = Pen::new(10.2, 10.0);
    pen.rect(0.0, 0.0, 10.2, 10.0, GREEN);
    for x in [2.6, 7.6] {
        pen.circle(x, 3.2, 3.6, METAL).line(&[(x - 1.2, 3.2), (x + 1.2, 3.2)], INK, 0.3).rect(
            x - 1.3,
            6.4,
            2.6,
            2.6,
            WHITE,
        );
    }
    (pen, 10.2)
}

fn slide_switch() -> (Pen, f32) {
    let mut pen = Pen::new(11.6, 12.0);
    for x in [3.26, 5.8, 8.34] {
        pen.rect(x - 0.3, 8.0, 0.6, 4.0, METAL);
    }
    pen.rect(0.0, 3.5, 11.6, 5.0, METAL).rect(2.6, 0.0, 3.4, 3.5, BLACK);
    (pen, 11.6)
}

fn battery_holder() -> (Pen, f32) {
    let mut pen = Pen::new(70.0, 48.5);
    pen.rect(0.0, 0.0, 58.0, 48.5, BLACK);
    for y in [2.0, 17.5, 33.0] {
        pen.rect(4.0, y, 50.0, 14.0, "#55585f");
        pen.row(4, (5.0, y + 3.0), (1.2, 0.0), |pen, x, y| {
            pen.line(&[(x, y), (x, y + 8.0)], METAL, 0.25);
        });
    }
    pen.line(&[(58.0, 6.0), (70.0, 10.0)], RED, 0.7).line(&[(58.0, 40.0), (70.0, 36.0)], INK, 0.7);
    (pen, 58.0)
}

fn cell() -> (Pen, f32) {
    let mut pen = Pen::new(50.5, 14.5);
    pen.rect(0.0, 0.0, 49.0, 14.5, BLACK).rect(36.0, 0.0, 13.0, 14.5, GOLD).rect(49.0, 4.5, 1.5, 5.5, METAL);
    pen.words(43.0, 9.0, 2.6, INK, "+").words(18.0, 9.0, 2.6, WHITE, "AA");
    (pen, 50.5)
}

fn cord(left: (&str, f32, &str), right: (&str, f32, &str), colour: &str) -> (Pen, f32) {
    let mut pen = Pen::new(70.0, 36.0);
    let path: Vec<Point> = (0..=40)
        .map(|at| {
            let along = at as f32 / 40.0;
            (16.0 + 38.0 * along, 18.0 + 12.0 * (along * std::f32::consts::TAU).sin())
        })
        .collect();
    pen.line(&path, colour, 1.1);
    for ((name, high, fill), x) in [(left, 0.0), (right, 52.0)] {
        pen.rect(x, 18.0 - high / 2.0, 18.0, high, fill).words(x + 9.0, 19.6, 1.9, INK, name);
    }
    (pen, 1_000.0)
}

fn charger() -> (Pen, f32) {
    let mut pen = Pen::new(60.0, 44.0);
    pen.rect(0.0, 15.0, 14.0, 3.0, METAL).rect(0.0, 26.0, 14.0, 3.0, METAL).rect(12.0, 4.0, 34.0, 36.0, BLACK);
    pen.rect(46.0, 15.0, 4.0, 14.0, METAL).words(29.0, 25.0, 3.0, WHITE, "5 V");
    (pen, 0.0)
}

fn jumpers() -> (Pen, f32) {
    let mut pen = Pen::new(60.0, 26.0);
    for (at, colour) in WIRES.into_iter().enumerate() {
        let y = 3.0 + 5.0 * at as f32;
        pen.line(&[(14.0, y), (46.0, y)], colour, 1.0).rect(3.0, y - 1.5, 12.0, 3.0, BLACK).rect(
            45.0,
            y - 1.5,
            12.0,
            3.0,
            BLACK,
        );
        pen.rect(57.0, y - 0.4, 3.0, 0.8, GOLD);
    }
    (pen, 0.0)
}

fn cable() -> (Pen, f32) {
    let mut pen = Pen::new(50.0, 26.0);
    for (at, colour) in WIRES.into_iter().enumerate() {
        let y = 3.0 + 5.0 * at as f32;
        pen.line(&[(28.0, 13.0), (38.0, y), (50.0, y)], colour, 0.9);
    }
    pen.rect(0.0, 8.5, 32.0, 9.0, "#9aa0a8");
    (pen, 1_000.0)
}

fn coil(colour: &str, length: f32) -> (Pen, f32) {
    let mut pen = Pen::new(40.0, 40.0);
    pen.circle(20.0, 20.0, 38.0, colour);
    for across in [34.0, 30.0, 26.0] {
        pen.circle(20.0, 20.0, across, "none");
    }
    pen.circle(20.0, 20.0, 20.0, WHITE);
    (pen, length)
}

fn ties() -> (Pen, f32) {
    let mut pen = Pen::new(100.0, 30.0);
    pen.row(3, (0.0, 4.0), (0.0, 10.0), |pen, _, y| {
        pen.rect(0.0, y, 96.0, 2.5, WHITE).rect(92.0, y - 1.5, 6.0, 5.5, WHITE);
    });
    (pen, 100.0)
}

/// From the side: head, thread, point.
fn screws() -> (Pen, f32) {
    let mut pen = Pen::new(20.0, 14.0);
    for y in [1.0, 8.0] {
        pen.rect(0.0, y, 2.2, 5.6, METAL).rect(2.2, y + 1.4, 14.0, 2.8, METAL);
        pen.line(&[(16.2, y + 1.4), (19.0, y + 2.8), (16.2, y + 4.2)], INK, 0.25);
        pen.row(7, (3.5, y + 1.4), (1.8, 0.0), |pen, x, y| {
            pen.line(&[(x, y + 2.8), (x + 0.9, y)], INK, 0.2);
        });
    }
    (pen, 0.0)
}

fn spacers() -> (Pen, f32) {
    let mut pen = Pen::new(30.0, 14.0);
    pen.rect(0.0, 4.2, 15.0, 5.5, GOLD).line(&[(0.0, 7.0), (15.0, 7.0)], INK, 0.15).rect(15.0, 5.5, 6.0, 3.0, GOLD);
    pen.rect(23.0, 4.4, 2.0, 5.2, METAL).rect(25.0, 5.5, 5.0, 3.0, METAL);
    (pen, 15.0)
}

fn sheet_of_paper() -> (Pen, f32) {
    let mut pen = Pen::new(42.0, 29.7);
    pen.rect(3.0, 0.0, 39.0, 29.7, WHITE).rect(0.0, 1.5, 39.0, 28.2, "white");
    pen.circle(10.0, 15.0, 12.0, "white").circle(25.0, 15.0, 12.0, "white");
    (pen, 0.0)
}

fn question() -> (Pen, f32) {
    let mut pen = Pen::new(20.0, 20.0);
    pen.rect(0.0, 0.0, 20.0, 20.0, WHITE).words(10.0, 13.0, 6.0, INK, "?");
    (pen, 0.0)
}
