//! The cases of a board, as solids in millimetres with the parts inside them and the faces that people look at.
//! [`sight`] checks lines of sight from every seat, [`fit`] checks that the parts fit.
//!
//! Coordinates of a unit: its owner sits at negative y, z is up from the table.

pub mod dial;
pub mod fit;
mod hand;
mod hub;
mod pod;
mod shell;
pub mod sight;
pub mod table;
#[cfg(test)]
mod tests;
pub mod things;

use boards::{Board, Controller, Route, Screen, Size, Viewer, Voting};

use crate::{
    pcb::{self, Carrier},
    solid::{Place, Solid, Vec3, all},
};

/// Thickness of printed walls.
pub const WALL: f64 = 2.4;
/// Clearance hole and thread hole for a 3 mm screw.
pub const SCREW: f64 = 3.2;
pub const PILOT: f64 = 2.5;
/// Hole for the neck of an EC11.
pub const NECK: f64 = 7.3;

/// A printed piece.
#[derive(Clone, Debug)]
pub struct Piece {
    pub name: String,
    pub title: String,
    pub count: usize,
    /// The solid in its position within the unit.
    pub solid: Solid,
    /// Rotation for the printer's bed.
    pub bed: Place,
    /// How it lies on the bed, in words.
    pub orientation: &'static str,
    /// The height, in its own coordinates, at which it is a flat sheet that can be cut by hand.
    pub flat_at: Option<f64>,
}

/// A bought part, as the space that it takes.
#[derive(Clone, Debug)]
pub struct Thing {
    pub name: String,
    pub space: Solid,
    /// The routes that use it; empty for all.
    pub routes: Vec<Route>,
    /// Points that must be plastic, because the part rests there.
    pub rests_on: Vec<Vec3>,
}

/// A path that must stay free: for a plug, a lead, a screw.
#[derive(Clone, Debug)]
pub struct Way {
    pub name: String,
    pub space: Solid,
}

/// A rectangle that people look at: a screen's pixels, or the number behind a window.
#[derive(Clone, Copy, Debug)]
pub struct Face {
    pub middle: Vec3,
    /// Unit vectors along its rows and up its columns.
    pub right: Vec3,
    pub up: Vec3,
    pub width: f64,
    pub height: f64,
}

impl Face {
    /// A face that lies flat, facing up.
    pub fn lying(middle: Vec3, width: f64, height: f64) -> Self {
        Self { middle, right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0], width, height }
    }

    /// Points spread over it, including the corners.
    pub fn points(&self, columns: usize, rows: usize) -> Vec<Vec3> {
        let mut points = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let at = |i: usize, n: usize, size: f64| (i as f64 / (n - 1) as f64 - 0.5) * size;
                let (x, y) = (at(column, columns, self.width), at(row, rows, self.height));
                points.push(std::array::from_fn(|i| self.middle[i] + x * self.right[i] + y * self.up[i]));
            }
        }
        points
    }

    pub fn placed(&self, place: &Place) -> Self {
        Self {
            middle: place.point(self.middle),
            right: place.direction(self.right),
            up: place.direction(self.up),
            ..*self
        }
    }
}

/// A case with its contents.
#[derive(Clone, Debug)]
pub struct Unit {
    pub name: &'static str,
    pub title: &'static str,
    pub count: usize,
    pub pieces: Vec<Piece>,
    /// Further copies of pieces, in their own positions.
    pub again: Vec<Solid>,
    pub things: Vec<Thing>,
    pub ways: Vec<Way>,
    /// What every seat must see.
    pub shared: Vec<Face>,
    /// What its owner must see and nobody else.
    pub secret: Option<Face>,
    /// The area that would reveal the secret, if it is larger than the face itself.
    pub tell_tale: Option<Face>,
    /// The walls round the secret.
    pub hood: Option<Hood>,
}

/// Two side walls and a far one, open towards the owner unless closed: inner dimensions and height.
#[derive(Clone, Copy, Debug)]
pub struct Hood {
    pub wide: f64,
    pub deep: f64,
    pub high: f64,
    /// A fourth wall in front.
    pub closed: bool,
}

impl Unit {
    /// An empty unit.
    fn new(name: &'static str, title: &'static str, count: usize) -> Self {
        Self {
            name,
            title,
            count,
            pieces: Vec::new(),
            again: Vec::new(),
            things: Vec::new(),
            ways: Vec::new(),
            shared: Vec::new(),
            secret: None,
            tell_tale: None,
            hood: None,
        }
    }

    /// Everything that blocks a line of sight.
    pub fn opaque(&self) -> Solid {
        all([self.plastic()].into_iter().chain(self.knob()))
    }

    /// All printed pieces in their positions.
    pub fn plastic(&self) -> Solid {
        all(self.pieces.iter().map(|piece| piece.solid.clone()).chain(self.again.iter().cloned()))
    }

    pub fn knob(&self) -> Option<Solid> {
        self.things.iter().find(|thing| thing.name == things::KNOB).map(|thing| thing.space.clone())
    }
}

/// All units of a board.
#[derive(Clone, Debug)]
pub struct Bodies {
    /// In the middle of the table, for everybody.
    pub hub: Option<Unit>,
    /// In front of each seat, or in the hands of the player whose turn it is.
    pub own: Unit,
}

impl Bodies {
    pub fn units(&self) -> impl Iterator<Item = &Unit> {
        self.hub.iter().chain([&self.own])
    }

    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.units().flat_map(|unit| &unit.pieces)
    }
}

pub fn bodies(board: &Board) -> Bodies {
    match board.voting {
        Voting::Ring => Bodies { hub: Some(hub::of(board)), own: dial::of(board) },
        Voting::Pods => Bodies { hub: Some(hub::of(board)), own: pod::of(board) },
        Voting::Pass => Bodies { hub: None, own: hand::of(board) },
    }
}

/// The circuit board of a unit by the suffix of its name, where the board file allows one.
fn carrier(board: &Board, name: &str) -> Option<Carrier> {
    pcb::carriers(board).ok()?.into_iter().find(|carrier| carrier.name.ends_with(name))
}

/// The screen that all look at.
pub fn shared_screen(board: &Board) -> Option<&Screen> {
    board.screens.iter().find(|screen| screen.viewer == Viewer::Shared)
}

/// A screen module: its pixels, its glass, its circuit board with the parts on its back, all centred.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    pub pixels: (f64, f64),
    pub rows: u8,
    pub glass: (f64, f64),
    /// The largest one sold; manufacturers differ by millimetres.
    pub board: (f64, f64),
    /// Distance from the front of the glass to the back of the board, and to the back of the parts soldered there.
    pub thick: f64,
}

impl Module {
    pub fn of(screen: &Screen) -> Self {
        Self::sized(screen.size, screen.controller)
    }

    pub fn sized(size: Size, controller: Controller) -> Self {
        let rows = size.pixels().1;
        match (size, controller) {
            (Size::Flat, _) => Self { pixels: (22.4, 5.6), rows, glass: (30.0, 11.5), board: (38.5, 12.5), thick: 4.5 },
            (Size::Tall, Controller::Ssd1306) => {
                Self { pixels: (21.7, 10.9), rows, glass: (26.7, 19.3), board: (27.8, 28.0), thick: 4.5 }
            }
            (Size::Tall, Controller::Sh1106) => {
                Self { pixels: (29.4, 14.7), rows, glass: (34.5, 23.0), board: (36.0, 34.0), thick: 4.5 }
            }
            (Size::Tall, Controller::Ssd1309) => {
                Self { pixels: (55.0, 27.5), rows, glass: (60.5, 37.0), board: (76.0, 47.0), thick: 7.0 }
            }
        }
    }
}
