//! The signs that a table learns once: a seat is an arch like a pawn, a card is a rectangle; filled means done, chosen
//! or found.

use embedded_graphics::{
    geometry::{Point, Size},
    pixelcolor::BinaryColor,
};

use super::face;
use super::frame::Canvas;
use super::pen::{DARK, LIT, figures};
use super::place::{Place, area};
use crate::rules::{Card, Seat, SeatSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    Full,
    Outline,
}

/// How large a tick or a cross is.
pub const SIGN: i32 = 30;

impl Canvas<'_> {
    pub fn rectangle(&mut self, area: Place, ink: BinaryColor) {
        self.fill(area, ink);
    }

    pub fn outline(&mut self, area: Place, thick: u32) {
        self.rectangle(area, LIT);
        self.rectangle(area.inner(thick), DARK);
    }

    /// A rectangle with a round top.
    fn arch(&mut self, area: Place, ink: BinaryColor) {
        let width = area.width() as i32;
        let radius = (width / 2).min(area.height() as i32 / 2).min(2 + width / 4);
        for row in 0..radius {
            let up = 2 * (radius - row) - 1;
            let mut inset = 0;
            while square(2 * (radius - inset) - 1) + square(up) > square(2 * radius) {
                inset += 1;
            }
            let line =
                Place::new(area.corner() + Point::new(inset, row), Size::new((width - 2 * inset).max(0) as u32, 1));
            self.rectangle(line, ink);
        }
        let body =
            Place::new(area.corner() + Point::new(0, radius), Size::new(area.width(), area.height() - radius as u32));
        self.rectangle(body, ink);
    }

    /// The mark of a seat, with something written on it.
    pub fn mark(&mut self, text: &str, place: Place, fill: Fill) {
        let thick = if place.height() >= 18 { 2 } else { 1 };
        self.arch(place, LIT);
        let inside = place.inner(thick);
        match fill {
            Fill::Full => self.numeral(text, breath(place), DARK),
            Fill::Outline => {
                self.arch(inside, DARK);
                self.numeral(text, breath(place), LIT);
            }
        }
    }

    pub fn seat(&mut self, seat: Seat, place: Place, fill: Fill) {
        self.mark(&figures(seat.number()), place, fill);
    }

    /// Seats in a row or, where that makes them larger, in two or three; as large as their box allows.
    pub fn seats(&mut self, seats: SeatSet, place: Place, mut fill: impl FnMut(Seat) -> Fill) {
        let count = u32::from(seats.len());
        let Some(grid) = Grid::largest(count, place) else {
            return;
        };
        for (nth, seat) in seats.iter().enumerate() {
            self.seat(seat, grid.cell(nth as u32), fill(seat));
        }
    }

    pub fn card(&mut self, card: Card, place: Place, fill: Fill) {
        let text = figures(card.number());
        let thick = if place.height() >= 24 { 2 } else { 1 };
        match fill {
            Fill::Full => {
                self.rectangle(place, LIT);
                self.numeral(&text, place.inner(1), DARK);
            }
            Fill::Outline => {
                self.outline(place, thick);
                let border = if place.width().min(place.height()) >= 40 { 5 } else { thick + u32::from(thick > 1) };
                self.numeral(&text, place.inner(border), LIT);
            }
        }
    }

    /// In a square of [`SIGN`].
    pub fn tick(&mut self, at: Point) {
        self.write("✓", &face::SIGNS, at, LIT);
    }

    pub fn cross(&mut self, at: Point) {
        self.write("✗", &face::SIGNS, at, LIT);
    }

    /// In a square of 11 pixels.
    pub fn small_cross(&mut self, at: Point) {
        self.write("✕", &face::SIGNS, at, LIT);
    }

    /// A triangle that points left or right, in a column of this height.
    pub fn arrow(&mut self, at: Point, height: i32, to_the_right: bool, ink: BinaryColor) {
        let half = height / 2;
        for column in 0..=half {
            let reach = if to_the_right { half - column } else { column };
            self.rectangle(area(at.x + column, at.y + half - reach, 1, 2 * reach as u32 + 1), ink);
        }
    }

    /// Three points with a band below, as wide as it is told.
    pub fn crown(&mut self, at: Point, width: i32) {
        let height = width * 3 / 5;
        for x in 0..width {
            let third = width - 1;
            let down = [0, third / 2, third].iter().map(|peak| (x - peak).abs()).min().unwrap_or(0) * 2;
            let top = down.min(height - height / 3);
            self.rectangle(area(at.x + x, at.y + top, 1, (height - top) as u32), LIT);
        }
    }

    /// The sign of whoever tells: a little speech balloon.
    pub fn balloon(&mut self, at: Point) {
        self.rectangle(area(at.x + 1, at.y, 9, 1), LIT);
        self.rectangle(area(at.x, at.y + 1, 11, 5), LIT);
        self.rectangle(area(at.x + 1, at.y + 6, 9, 1), LIT);
        self.rectangle(area(at.x + 2, at.y + 7, 3, 1), LIT);
        self.rectangle(area(at.x + 2, at.y + 8, 1, 1), LIT);
        for dot in 0..3 {
            self.rectangle(area(at.x + 2 + 3 * dot, at.y + 3, 1, 1), DARK);
        }
    }
}

/// Equal cells, one for each mark.
pub struct Grid {
    columns: u32,
    cell: Size,
    pitch: Size,
    start: Point,
}

impl Grid {
    pub fn largest(count: u32, place: Place) -> Option<Self> {
        let mut best: Option<Self> = None;
        for rows in 1..=count.min(3) {
            let columns = count.div_ceil(rows);
            let pitch = Size::new((place.width() + 2) / columns, (place.height() + 1) / rows);
            let height = pitch.height.saturating_sub(1);
            // Two figures need a mark nearly as wide as it is tall; a single one looks like a pawn when it is slim.
            let gap = if pitch.width < 13 { 1 } else { 2 };
            let width = pitch.width.saturating_sub(gap).min(height + 2);
            let height = height.min(width * 5 / 4);
            let cell = Size::new(width, height);
            if best.as_ref().is_none_or(|best| width.min(height) > best.cell.width.min(best.cell.height)) {
                let pitch = Size::new(pitch.width.min(width + 6), pitch.height.min(height + 4));
                let used = Size::new(pitch.width * (columns - 1) + width, pitch.height * (rows - 1) + height);
                let slack = place.size().saturating_sub(used);
                let start = place.corner() + Point::new(slack.width as i32 / 2, slack.height as i32 / 2);
                best = Some(Self { columns, cell, pitch, start });
            }
        }
        best
    }

    pub fn cell(&self, nth: u32) -> Place {
        let (column, row) = (nth % self.columns, nth / self.columns);
        let at = self.start + Point::new((column * self.pitch.width) as i32, (row * self.pitch.height) as i32);
        Place::new(at, self.cell)
    }
}

/// Where a mark's number goes: clear of the border, and low, since the top is round.
fn breath(place: Place) -> Place {
    let (side, top) = match place.height() {
        0..=11 => (1, 1),
        12..=17 => (1, 2),
        18..=25 => (2, 3),
        _ if place.width() < 44 => (3, 5),
        _ => (5, 6),
    };
    Place::new(
        place.corner() + Point::new(side, top),
        place.size().saturating_sub(Size::new(2 * side as u32, top as u32 + side as u32)),
    )
}

const fn square(number: i32) -> i32 {
    number * number
}
