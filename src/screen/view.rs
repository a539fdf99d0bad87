//! A scene with everything else that a screen has to know to show it.

use crate::words::Language;

/// How bright the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// As the brightness setting says.
    Lit(u8),
    Dim,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<S> {
    pub scene: S,
    pub language: Language,
    /// Eighths of a hold, 0 when no knob is held.
    pub hold: u8,
    pub light: Light,
    /// Step of the wandering that spares the screen: the picture may move by a pixel for each.
    pub wander: u8,
    /// For people on the other side of the table: the picture stands on its head.
    pub turned: bool,
    /// Dark is lit and lit is dark, for a moment, to be noticed.
    pub flash: bool,
}
