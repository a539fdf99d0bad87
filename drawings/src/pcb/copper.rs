//! Copper: tracks and vias, with their widths and clearances. Every manufacturer can make these sizes, and they suit a
//! beginner's soldering iron.

use super::footprint::Spot;

/// Clearance between copper of different nets.
pub const CLEARANCE: i32 = 250;
/// Clearance from copper to the board's edge and to holes without copper.
pub const EDGE: i32 = 500;
pub const SIGNAL: i32 = 300;
/// Width of a supply's tracks: 0.8 mm of the usual 35 µm carry 2 A.
pub const WIDE: i32 = 800;
pub const VIA: i32 = 800;
pub const VIA_DRILL: i32 = 400;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    Top,
    Bottom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    pub net: usize,
    pub layer: Layer,
    pub from: Spot,
    pub to: Spot,
    pub width: i32,
}

/// A via, which joins both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Via {
    pub net: usize,
    pub at: Spot,
}

#[derive(Clone, Debug, Default)]
pub struct Copper {
    pub tracks: Vec<Track>,
    pub vias: Vec<Via>,
}
