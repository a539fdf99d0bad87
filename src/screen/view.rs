//! A scene with everything else needed to show it on a screen.

use embedded_graphics::geometry::Point;

use super::difference::Window;
use super::frame::{Canvas, Frame};
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
    /// Progress of a hold in eighths, 0 when no knob is held.
    pub hold: u8,
    pub light: Light,
    /// Step of the burn-in protection: each step may move the picture by a pixel.
    pub wander: u8,
    /// True if rotated by 180°, for people on the other side of the table.
    pub rotated: bool,
    /// True while inverted for a moment, to attract attention.
    pub blink: bool,
}

impl<S> View<S> {
    /// Another scene, shown in the same way.
    pub fn with<T>(&self, scene: T) -> View<T> {
        let &Self { language, hold, light, wander, rotated, blink, .. } = self;
        View { scene, language, hold, light, wander, rotated, blink }
    }

    /// True if the picture is positioned like that of `before`, and nothing is drawn over either of them: then a part
    /// of the picture may be drawn alone.
    pub(super) fn lies_as(&self, before: &Self) -> bool {
        let pose = |view: &Self| (view.language, view.wander, view.rotated);
        let bare = |view: &Self| !view.blink && view.hold == 0;
        pose(self) == pose(before) && bare(self) && bare(before)
    }

    /// Offset of the picture in each of four steps.
    pub(super) fn shift(&self) -> Point {
        match self.wander % 4 {
            0 => Point::new(0, 0),
            1 => Point::new(1, 0),
            2 => Point::new(1, 1),
            _ => Point::new(0, 1),
        }
    }

    /// A canvas for a part of a frame, to draw this view there.
    pub(super) fn canvas<'a, const PAGES: usize>(&self, part: Window, frame: &'a mut Frame<PAGES>) -> Canvas<'a> {
        frame.canvas(part, self.shift(), self.rotated)
    }
}
