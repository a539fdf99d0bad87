//! Common parts of cases: four walls round a floor, posts for the lid's screws, a lid, and walls round a window.

use super::{PILOT, SCREW, WALL};
use crate::solid::{Solid, Vec3, block, cylinder};

/// A case without its lid, which lies on its walls. The owner is at `near`.
#[derive(Clone, Copy, Debug)]
pub struct Shell {
    pub left: f64,
    pub right: f64,
    pub near: f64,
    pub far: f64,
    pub high: f64,
    /// Distance from the walls' outer sides to the centres of the lid's screws.
    pub screws_in: f64,
}

/// How thick a lid is.
pub const LID: f64 = 2.0;
const HOOD_WALL: f64 = 1.6;
const POST: f64 = 7.0;
/// Depth that a screw of 16 mm reaches below the lid.
const SCREW_DEEP: f64 = 14.0;

impl Shell {
    pub fn walls(&self) -> Solid {
        block([self.left, self.near, 0.0], [self.right, self.far, self.high]).without([block(
            [self.left + WALL, self.near + WALL, WALL],
            [self.right - WALL, self.far - WALL, self.high + 1.0],
        )])
    }

    pub fn screws(&self) -> Vec<[f64; 2]> {
        let (a, b) = (self.left + self.screws_in, self.right - self.screws_in);
        let (c, d) = (self.near + self.screws_in, self.far - self.screws_in);
        vec![[a, c], [b, c], [a, d], [b, d]]
    }

    /// Posts under the lid's screws, from one height to another.
    pub fn posts(&self, from: f64, to: f64) -> Vec<Solid> {
        self.screws().into_iter().map(|[x, y]| cylinder([x, y, from], POST, to - from)).collect()
    }

    /// Holes that the lid's screws cut their thread into.
    pub fn threads(&self) -> Vec<Solid> {
        let pilot = |[x, y]: [f64; 2]| cylinder([x, y, self.high - SCREW_DEEP], PILOT, SCREW_DEEP + 1.0);
        self.screws().into_iter().map(pilot).collect()
    }

    pub fn lid(&self) -> Solid {
        block([self.left, self.near, self.high], [self.right, self.far, self.high + LID])
    }

    /// Holes of the screws through a sheet.
    pub fn screw_holes(&self, from: f64, to: f64) -> Vec<Solid> {
        self.screws().into_iter().map(|[x, y]| cylinder([x, y, from - 1.0], SCREW, to - from + 2.0)).collect()
    }
}

/// An opening in a lid with walls round it.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The middle of its width.
    pub x: f64,
    pub wide: f64,
    /// Where the opening begins, and where the walls begin: nearer, if they are open towards the owner.
    pub near: f64,
    pub walls_near: f64,
    pub far: f64,
    pub high: f64,
}

impl Window {
    /// Walls on three sides, or on all four if they begin with the opening.
    pub fn walls(&self, lid_top: f64) -> Solid {
        let half = self.wide / 2.0;
        let (left, right) = (self.x - half, self.x + half);
        let closed = self.walls_near == self.near;
        let (outer, inner) =
            if closed { (self.near - HOOD_WALL, self.near) } else { (self.walls_near, self.walls_near - 1.0) };
        block([left - HOOD_WALL, outer, lid_top], [right + HOOD_WALL, self.far + HOOD_WALL, lid_top + self.high])
            .without([block([left, inner, lid_top - 1.0], [right, self.far, lid_top + self.high + 1.0])])
    }

    pub fn opening(&self, lid: f64, lid_top: f64) -> Solid {
        let half = self.wide / 2.0;
        block([self.x - half, self.near, lid - 1.0], [self.x + half, self.far, lid_top + 1.0])
    }
}

/// A pillar for a card's screw.
pub fn pillar([x, y]: [f64; 2], top: f64) -> Solid {
    cylinder([x, y, 0.0], 6.0, top)
}

/// Points inside the tops of pillars, all round their holes.
pub fn on_pillars(holes: &[[f64; 2]], top: f64) -> Vec<Vec3> {
    let round = [[2.4, 0.0], [-2.4, 0.0], [0.0, 2.4], [0.0, -2.4]];
    holes.iter().flat_map(|[x, y]| round.map(|by| [x + by[0], y + by[1], top - 0.3])).collect()
}
