//! The panels that knobs and screens sit in, in millimetres: one description for the drawing that is drilled by and for the
//! model that is printed.

use std::f32::consts::{FRAC_PI_2, PI};

use boards::{Board, Secrecy, Size, Viewer};

use super::svg::Point;
use super::wires::letter;

/// The pointer knob that the ring is made for, and the ring's own outer edge.
pub const KNOB: f32 = 20.0;
pub const RING: f32 = 54.0;
/// From the middle of one ring to the next; a shield stands in the gap.
pub const PITCH: f32 = 62.0;
/// The threaded neck of an EC11, with a little air.
pub const NECK: f32 = 7.2;
const SCREW: f32 = 3.2;
const SCREW_IN: f32 = 6.0;

/// Something that goes through a panel.
pub enum Cutout {
    /// A knob; the dot of its ring looks away from the middle by this angle, clockwise from the bottom edge.
    Knob {
        at: Point,
        name: String,
        dot: f32,
    },
    Screen {
        at: Point,
        size: Size,
    },
    Screw {
        at: Point,
    },
    /// For the sound.
    Grille {
        at: Point,
    },
}

pub struct Panel {
    pub name: &'static str,
    pub title: String,
    pub size: Point,
    /// Inside height of the box below it.
    pub depth: f32,
    pub cutouts: Vec<Cutout>,
    /// Whether a Pico lies below.
    pub pico: bool,
    /// RJ45 jacks in the walls.
    pub jacks: usize,
}

/// What is seen of a screen through its window, and the board behind it.
pub const fn window(size: Size) -> (Point, Point) {
    match size {
        Size::Tall => ((25.0, 14.5), (27.5, 28.0)),
        Size::Flat => ((24.0, 7.5), (38.5, 12.5)),
    }
}

impl Panel {
    fn new(name: &'static str, title: &str, size: Point, depth: f32) -> Self {
        let title = title.to_string();
        let corners = [
            (SCREW_IN, SCREW_IN),
            (size.0 - SCREW_IN, SCREW_IN),
            (SCREW_IN, size.1 - SCREW_IN),
            (size.0 - SCREW_IN, size.1 - SCREW_IN),
        ];
        let cutouts = corners.into_iter().map(|at| Cutout::Screw { at }).collect();
        Self { name, title, size, depth, cutouts, pico: false, jacks: 0 }
    }

    pub const fn screw() -> f32 {
        SCREW
    }
}

/// The panels of a board, the one that people turn knobs on first.
pub fn panels(board: &Board) -> Vec<Panel> {
    let shared =
        board.screens.iter().find(|screen| screen.viewer == Viewer::Shared).map_or(Size::Tall, |screen| screen.size);
    match board.secrecy {
        Secrecy::Ring => vec![ring(board, shared)],
        Secrecy::Pass => vec![pass(board, shared)],
        Secrecy::Pods => pods(board, shared),
    }
}

/// Knobs along the edge of a square with the screen in the middle.
fn ring(board: &Board, shared: Size) -> Panel {
    let knobs = board.knobs.count();
    let side = if knobs <= 8 { 3 } else { 4 };
    let edge = side as f32 * PITCH + 8.0;
    let mut panel = Panel::new("plate", "Lid", (edge, edge), 30.0);
    panel.pico = true;
    let cells = perimeter(side);
    for knob in 0..knobs {
        let (column, row) = cells[knob * cells.len() / knobs];
        let at = (4.0 + (column as f32 + 0.5) * PITCH, 4.0 + (row as f32 + 0.5) * PITCH);
        let away = (at.1 - edge / 2.0).atan2(at.0 - edge / 2.0);
        // Straight out from an edge, aslant from a corner.
        let eighth = PI / 4.0;
        let dot = ((away - FRAC_PI_2) / eighth).round() * eighth;
        panel.cutouts.push(Cutout::Knob { at, name: letter(knob).to_string(), dot });
    }
    panel.cutouts.push(Cutout::Screen { at: (edge / 2.0, edge / 2.0), size: shared });
    panel
}

/// Cells of a square grid, clockwise from the middle of the top.
fn perimeter(side: usize) -> Vec<(usize, usize)> {
    let last = side - 1;
    let mut cells = Vec::new();
    cells.extend((0..last).map(|column| (column, 0)));
    cells.extend((0..last).map(|row| (last, row)));
    cells.extend((0..last).map(|column| (last - column, last)));
    cells.extend((0..last).map(|row| (0, last - row)));
    cells.rotate_left(side / 2);
    cells
}

fn pass(board: &Board, shared: Size) -> Panel {
    let mut panel = Panel::new("plate", "Lid", (96.0, 62.0), 26.0);
    panel.pico = true;
    panel.cutouts.push(Cutout::Screen { at: (28.0, 31.0), size: shared });
    panel.cutouts.push(Cutout::Knob { at: (70.0, 31.0), name: String::new(), dot: 0.0 });
    if board.buzzer.is_some() {
        panel.cutouts.push(Cutout::Grille { at: (48.0, 12.0) });
    }
    panel
}

fn pods(board: &Board, shared: Size) -> Vec<Panel> {
    let seat =
        board.screens.iter().find(|screen| screen.viewer == Viewer::Seat).map_or(Size::Flat, |screen| screen.size);
    let mut pod = Panel::new("plate", &format!("Lid of a pod, {} times", board.knobs.count()), (64.0, 62.0), 24.0);
    pod.jacks = 1;
    pod.cutouts.push(Cutout::Screen { at: (32.0, 16.0), size: seat });
    pod.cutouts.push(Cutout::Knob { at: (32.0, 42.0), name: String::new(), dot: 0.0 });
    let mut hub = Panel::new("hub", "Lid of the hub", (180.0, 120.0), 34.0);
    (hub.pico, hub.jacks) = (true, board.knobs.count());
    hub.cutouts.push(Cutout::Screen { at: (90.0, 60.0), size: shared });
    if board.buzzer.is_some() {
        hub.cutouts.push(Cutout::Grille { at: (140.0, 60.0) });
    }
    vec![pod, hub]
}
