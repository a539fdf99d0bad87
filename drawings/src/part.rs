//! Parts as seen from above on the bench: a body, legs with their printed names, and the path by which a wire leaves
//! each leg. Knows nothing of boards; each leg comes with its net.

use crate::svg::{Anchor, INK, PALE, PAPER, Point, Svg};

/// Distance between two legs, and between two holes of the Pico: twice the real one.
pub const PITCH: f32 = 5.08;
/// Distance from a part's far edge to the wires.
pub const WIDTH: f32 = 34.0;

const LEG: f32 = 1.0;
const METAL: &str = "#d8d8dc";
const GLASS: &str = "#20242c";
pub const BOARD: &str = "#e3f1e6";
const NAME: f32 = 2.3;
const TITLE: f32 = 3.0;

/// A net: everything joined by wires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    pub name: String,
    pub colour: &'static str,
}

/// One place where a wire can be soldered.
#[derive(Clone, Debug)]
pub struct Leg {
    /// Its name when connections are read back: `CLK` of `knob-A`.
    pub name: String,
    /// The name printed on the part.
    pub printed: String,
    pub net: Net,
}

impl Leg {
    /// The module's name for the leg, or the printed one where legs are numbered.
    pub fn name_for_people(&self) -> &str {
        if self.name.starts_with(|first: char| first.is_ascii_digit()) { &self.printed } else { &self.name }
    }
}

/// A wire that continues on another sheet.
#[derive(Clone, Debug)]
pub struct FarLeg {
    pub printed: String,
    /// The leg that it goes to, and that leg's printed name.
    pub to: Option<(String, String)>,
}

pub enum Look {
    /// Three legs in front, two behind.
    Encoder,
    Screen,
    /// A small board with its legs in front, and optionally more behind that continue elsewhere.
    Module {
        behind: Vec<FarLeg>,
    },
    Resistor,
    Capacitor,
    Piezo,
}

pub struct Part {
    pub id: String,
    pub title: String,
    pub look: Look,
    pub legs: Vec<Leg>,
}

/// Where a part is drawn: its first row, and the direction of its front.
#[derive(Clone, Copy)]
pub struct Frame {
    pub top: f32,
    /// X of the edge opposite the wires, on the sheet.
    pub edge: f32,
    pub mirrored: bool,
}

impl Frame {
    pub fn at(&self, (x, y): Point) -> Point {
        (if self.mirrored { self.edge - x } else { self.edge + x }, self.top + y)
    }

    fn anchor(&self, anchor: Anchor) -> Anchor {
        if self.mirrored { anchor.mirrored() } else { anchor }
    }

    fn rect(&self, svg: &mut Svg, from: Point, to: Point, fill: &str) {
        let (a, b) = (self.at(from), self.at(to));
        svg.rect((a.0.min(b.0), a.1), ((a.0 - b.0).abs(), b.1 - a.1), fill, INK);
    }

    fn text(&self, svg: &mut Svg, at: Point, size: f32, anchor: Anchor, colour: &str, words: &str) {
        svg.text(self.at(at), size, self.anchor(anchor), colour, words);
    }
}

impl Part {
    pub fn new(id: &str, title: &str, look: Look) -> Self {
        Self { id: id.to_string(), title: title.to_string(), look, legs: Vec::new() }
    }

    pub fn leg(mut self, name: &str, printed: &str, net: &Net) -> Self {
        self.legs.push(Leg { name: name.to_string(), printed: printed.to_string(), net: net.clone() });
        self
    }

    /// Number of rows that the part takes, including its title and the gap below.
    pub fn rows(&self) -> usize {
        match &self.look {
            Look::Encoder => 7,
            Look::Screen => self.legs.len() + 3,
            Look::Module { behind } => self.legs.len().max(behind.len().div_ceil(2)) + 2,
            Look::Resistor | Look::Capacitor | Look::Piezo => 3,
        }
    }

    /// Offset of the row of the part's first leg from its first row.
    pub fn lead(&self) -> usize {
        match self.look {
            Look::Resistor | Look::Capacitor | Look::Piezo => 0,
            Look::Encoder | Look::Screen | Look::Module { .. } => 1,
        }
    }

    /// The row of one of the legs at the part's front. A part that faces the other way is rotated, not mirrored: its legs come in the
    /// opposite order.
    fn front_row(&self, leg: usize, mirrored: bool) -> usize {
        match self.look {
            Look::Encoder if mirrored => 1 + leg,
            Look::Encoder => 3 - leg,
            Look::Screen if mirrored => self.legs.len() - 1 - leg,
            _ => leg,
        }
    }

    /// How a wire leaves each leg: the path from the leg to the edge where the wires are, in the part's coordinates.
    pub fn ways(&self, mirrored: bool) -> Vec<Vec<Point>> {
        let row = |row: f32| row * PITCH;
        let front = |leg: usize| {
            let y = row(self.front_row(leg, mirrored) as f32);
            vec![(31.0, y), (WIDTH, y)]
        };
        match self.look {
            // A, C and B in front, then the two legs of the button, whose wires go round the body.
            Look::Encoder => vec![
                front(0),
                front(1),
                front(2),
                vec![(3.5, row(1.5)), (1.0, row(1.5)), (1.0, 0.0), (WIDTH, 0.0)],
                vec![(3.5, row(2.5)), (1.0, row(2.5)), (1.0, row(4.0)), (WIDTH, row(4.0))],
            ],
            Look::Screen | Look::Module { .. } => (0..self.legs.len()).map(front).collect(),
            Look::Resistor | Look::Capacitor | Look::Piezo => {
                (0..2).map(|leg| vec![(22.0, row(leg as f32)), (WIDTH, row(leg as f32))]).collect()
            }
        }
    }

    pub fn leg_id(&self, leg: &Leg) -> String {
        format!("{}.{}", self.id, leg.name)
    }

    pub fn draw(&self, svg: &mut Svg, frame: Frame) {
        let row = |row: f32| row * PITCH;
        let last = self.rows() as f32 - 2.0;
        match &self.look {
            Look::Encoder => {
                frame.text(svg, (17.0, -1.6), TITLE, Anchor::Middle, INK, &self.title);
                frame.rect(svg, (6.0, row(0.5)), (28.5, row(3.5)), METAL);
                svg.circle(frame.at((15.6, row(2.0))), 4.0, "white", INK, 0.25);
                svg.circle(frame.at((15.6, row(2.0))), 1.9, METAL, INK, 0.25);
                for (at, leg) in self.legs.iter().enumerate() {
                    let (x, y, anchor) = match at {
                        0..=2 => (28.0, row(self.front_row(at, frame.mirrored) as f32), Anchor::End),
                        _ => (6.5, row(at as f32 - 1.5), Anchor::Start),
                    };
                    frame.text(svg, (x, y + 0.8), NAME, anchor, INK, &leg.printed);
                }
            }
            Look::Screen => {
                frame.text(svg, (17.0, -row(0.65)), TITLE, Anchor::Middle, INK, &self.title);
                frame.rect(svg, (2.0, -row(0.4)), (29.0, row(last - 0.6)), BOARD);
                frame.rect(svg, (4.0, -row(0.1)), (19.0, row(last - 0.9)), GLASS);
                self.names_in_front(svg, frame, 28.4);
            }
            Look::Module { behind } => {
                frame.text(svg, (17.0, -row(0.65)), TITLE, Anchor::Middle, INK, &self.title);
                let left = if behind.is_empty() { 10.0 } else { 15.0 };
                let bottom = (self.legs.len() as f32 - 1.0).max((behind.len() as f32 - 1.0) / 2.0) + 0.4;
                frame.rect(svg, (left, -row(0.4)), (29.0, row(bottom)), BOARD);
                self.names_in_front(svg, frame, 28.4);
                for (at, leg) in behind.iter().enumerate() {
                    let y = row(at as f32 / 2.0);
                    frame.text(svg, (left + 0.8, y + 0.65), 1.9, Anchor::Start, INK, &leg.printed);
                    svg.leg(frame.at((left - 1.0, y)), 0.7, METAL, &format!("{}.{}", self.id, leg.printed));
                    if let Some((to, words)) = &leg.to {
                        let from = format!("{}.{}", self.id, leg.printed);
                        svg.goes_to(frame.at((left - 2.4, y + 0.65)), 1.9, frame.anchor(Anchor::End), &from, to, words);
                    }
                }
            }
            Look::Resistor => {
                svg.line(frame.at((22.0, 0.0)), frame.at((22.0, row(1.0))), INK, 0.3);
                frame.rect(svg, (20.9, 1.0), (23.1, row(1.0) - 1.0), "#efe3c8");
                frame.text(svg, (19.5, row(0.5) + 1.0), NAME + 0.2, Anchor::End, INK, &self.title);
            }
            Look::Capacitor => {
                let middle = row(0.5);
                svg.line(frame.at((22.0, 0.0)), frame.at((22.0, middle - 0.5)), INK, 0.3);
                svg.line(frame.at((22.0, middle + 0.5)), frame.at((22.0, row(1.0))), INK, 0.3);
                for side in [-0.5, 0.5] {
                    svg.line(frame.at((20.4, middle + side)), frame.at((23.6, middle + side)), INK, 0.5);
                }
                frame.text(svg, (19.5, middle + 1.0), NAME + 0.2, Anchor::End, INK, &self.title);
            }
            Look::Piezo => {
                svg.circle(frame.at((18.0, row(0.5))), 4.2, METAL, INK, 0.25);
                svg.circle(frame.at((18.0, row(0.5))), 0.9, "white", INK, 0.25);
                frame.text(svg, (12.5, row(0.5) + 1.0), NAME + 0.2, Anchor::End, INK, &self.title);
            }
        }
        for (leg, way) in self.legs.iter().zip(self.ways(frame.mirrored)) {
            svg.leg(frame.at(way[0]), LEG, METAL, &self.leg_id(leg));
        }
    }

    fn names_in_front(&self, svg: &mut Svg, frame: Frame, x: f32) {
        for (at, leg) in self.legs.iter().enumerate() {
            let y = self.front_row(at, frame.mirrored) as f32 * PITCH;
            frame.text(svg, (x, y + 0.8), NAME, Anchor::End, INK, &leg.printed);
        }
    }
}

/// The printed name of a Pico hole that is not a GPIO.
pub fn power(hole: u8) -> &'static str {
    match hole {
        40 => "VBUS",
        39 => "VSYS",
        37 => "3V3_EN",
        36 => "3V3",
        35 => "VREF",
        33 => "AGND",
        30 => "RUN",
        _ => "GND",
    }
}

/// The name at a hole of the Pico.
pub fn hole_name(hole: u8) -> String {
    let pin = (0..=29).find(|&pin| boards::pico::hole(pin) == Some(hole));
    pin.map_or_else(|| power(hole).to_string(), |pin| format!("GP{pin}"))
}

/// Distance from the Pico's centre line to a row of holes, on the sheet.
pub const ROW: f32 = 3.5 * PITCH;
/// Distance from the Pico's centre line to its edge, on the sheet.
pub const EDGE: f32 = 21.0;
pub const HOLES: u8 = 20;

/// The position of a hole; the first one is `top` below the sheet's edge. From below the board, left and right are
/// swapped.
pub fn hole_at(hole: u8, middle: f32, top: f32, from_below: bool) -> Point {
    let left = (hole <= HOLES) != from_below;
    let row = if hole <= HOLES { hole - 1 } else { 2 * HOLES - hole };
    (if left { middle - ROW } else { middle + ROW }, top + f32::from(row) * PITCH)
}

/// The Pico, USB at the top, without its holes: wires may be drawn over it.
pub fn pico(svg: &mut Svg, middle: f32, top: f32, from_below: bool) {
    let height = f32::from(HOLES) * PITCH + 2.0;
    svg.rect((middle - EDGE, top - 3.5), (2.0 * EDGE, height), BOARD, INK);
    if from_below {
        seen_from(svg, (middle, top + 47.5), "below");
        svg.text((middle, top - 5.5), 2.6, Anchor::Middle, PALE, "USB is on the other face, at this end");
        return;
    }
    svg.rect((middle - 5.5, top - 6.0), (11.0, 10.5), METAL, INK);
    svg.text((middle, top + 0.5), 3.0, Anchor::Middle, INK, "USB");
    svg.circle((middle - 3.5, top + 15.0), 2.6, "white", INK, 0.25);
    svg.text((middle, top + 20.5), 2.0, Anchor::Middle, INK, "BOOTSEL");
    svg.rect((middle - 1.0, top + 24.0), (2.0, 1.4), PAPER, INK);
    svg.text((middle, top + 28.0), 2.0, Anchor::Middle, INK, "light");
    svg.rect((middle - 5.0, top + 45.0), (10.0, 10.0), GLASS, INK);
    svg.text((middle, top + 64.0), 3.4, Anchor::Middle, INK, "Pico");
    seen_from(svg, (middle, top + 67.5), "above");
}

/// Labels the side that a part is seen from. The label has two lines, so that the names of the holes beside it fit in
/// any font.
fn seen_from(svg: &mut Svg, (middle, y): Point, side: &str) {
    svg.text((middle, y), 2.3, Anchor::Middle, PALE, "from");
    svg.text((middle, y + 2.5), 2.3, Anchor::Middle, PALE, side);
}

pub fn pico_holes(svg: &mut Svg, middle: f32, top: f32, from_below: bool, used: impl Fn(u8) -> bool) {
    for hole in 1..=2 * HOLES {
        let (x, y) = hole_at(hole, middle, top, from_below);
        let (inward, anchor) = if x < middle { (1.0, Anchor::Start) } else { (-1.0, Anchor::End) };
        svg.leg((x, y), 1.3, if used(hole) { "#d4a72c" } else { "white" }, &format!("pico.{hole}"));
        let name = hole_name(hole);
        let words = if x < middle { format!("{hole} {name}") } else { format!("{name} {hole}") };
        svg.text((x + inward * 2.2, y + 0.8), NAME, anchor, INK, &words);
    }
}
