//! What the players should see, as plain data that can be compared. A scene knows no pixels and no words; it names
//! seats, cards and points, and the screen turns it into a picture in the language of the table.

mod menu;
pub mod seat;
pub mod shared;

pub use menu::{Item, Row, Rows, Value};
pub use seat::{Offer, Question, SeatScene};
pub use shared::{Asks, Focus, Join, Notice, PartStatus, PointsStep, Shared, Spread, Storyteller};

use crate::settings::Language;

/// How bright the glass is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// As the brightness setting says, 1 to 5.
    Lit(u8),
    Dim,
    Off,
}

/// A scene with what holds for any scene: the language, how far a held knob is, how bright, how far the picture
/// has wandered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<S> {
    pub scene: S,
    pub language: Language,
    /// Eighths of a hold, 0 when no knob is held.
    pub hold: u8,
    pub light: Light,
    /// Step of the wandering that spares the glass: the picture may move by a pixel for each.
    pub wander: u8,
}

/// What a screen that goes round the table shows: the table's scene, or one player's alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassScene {
    Public(Shared),
    Private(SeatScene),
}
