//! The signs that a table learns once: a seat is an arch like a pawn, a card is a rectangle; filled means done, chosen
//! or found.

use embedded_graphics::{
    Pixel,
    geometry::{Point, Size},
    pixelcolor::BinaryColor,
    primitives::{
        CornerRadii, Line, Primitive, PrimitiveStyle, PrimitiveStyleBuilder, Rectangle, RoundedRectangle,
        StrokeAlignment, Triangle,
    },
};

use super::frame::{Canvas, area};
use super::text::{DARK, LIT, figures};
use crate::rules::{Card, Seat, SeatSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    Full,
    Outline,
}

/// How large a tick or a cross is.
pub const SIGN: i32 = 30;

pub const FILLED: PrimitiveStyle<BinaryColor> = PrimitiveStyle::with_fill(LIT);
pub const ERASED: PrimitiveStyle<BinaryColor> = PrimitiveStyle::with_fill(DARK);

/// A lit border inside the shape, nothing within.
pub const fn outlined(border: u32) -> PrimitiveStyle<BinaryColor> {
    PrimitiveStyleBuilder::new()
        .fill_color(DARK)
        .stroke_color(LIT)
        .stroke_width(border)
        .stroke_alignment(StrokeAlignment::Inside)
        .build()
}

impl Canvas<'_> {
    /// The mark of a seat, with something written on it.
    pub fn mark(&mut self, text: &str, place: Rectangle, fill: Fill) {
        let border = if place.size.height >= 18 { 2 } else { 1 };
        self.draw(&arch(place).into_styled(FILLED));
        match fill {
            Fill::Full => self.numeral(text, breath(place), DARK),
            Fill::Outline => {
                self.draw(&arch(place.offset(-border)).into_styled(ERASED));
                self.numeral(text, breath(place), LIT);
            }
        }
    }

    pub fn seat(&mut self, seat: Seat, place: Rectangle, fill: Fill) {
        self.mark(&figures(seat.number()), place, fill);
    }

    /// Seats in a row or, where that makes them larger, in two or three; as large as their area allows.
    pub fn seats(&mut self, seats: SeatSet, place: Rectangle, mut fill: impl FnMut(Seat) -> Fill) {
        let count = u32::from(seats.len());
        let Some(grid) = Grid::largest(count, place) else {
            return;
        };
        for (nth, seat) in seats.iter().enumerate() {
            self.seat(seat, grid.cell(nth as u32), fill(seat));
        }
    }

    pub fn card(&mut self, card: Card, place: Rectangle, fill: Fill) {
        let text = figures(card.number());
        let border = if place.size.height >= 24 { 2 } else { 1 };
        match fill {
            Fill::Full => {
                self.draw(&place.into_styled(FILLED));
                self.numeral(&text, place.offset(-1), DARK);
            }
            Fill::Outline => {
                self.draw(&place.into_styled(outlined(border)));
                let shorter = place.size.width.min(place.size.height);
                let clear = if shorter >= 40 { 5 } else { border + u32::from(border > 1) };
                self.numeral(&text, place.offset(-(clear as i32)), LIT);
            }
        }
    }

    /// In a square of [`SIGN`].
    pub fn tick(&mut self, at: Point) {
        let low = Point::new(SIGN * 3 / 8, SIGN - 2);
        self.stroke(at, Point::new(1, SIGN * 5 / 8 - 1), low, SIGN);
        self.stroke(at, low, Point::new(SIGN - 2, 1), SIGN);
    }

    /// In a square of this size.
    pub fn cross(&mut self, at: Point, size: i32) {
        let far = size - 2;
        self.stroke(at, Point::new(1, 1), Point::new(far, far), size);
        self.stroke(at, Point::new(far, 1), Point::new(1, far), size);
    }

    /// A stroke of a sign of this size.
    fn stroke(&mut self, at: Point, from: Point, to: Point, size: i32) {
        let thick = PrimitiveStyle::with_stroke(LIT, (size as u32 / 6).max(2));
        self.draw(&Line::new(at + from, at + to).into_styled(thick));
    }

    /// A triangle that points left or right, in a column of this height.
    pub fn arrow(&mut self, at: Point, height: i32, to_the_right: bool, color: BinaryColor) {
        let half = height / 2;
        let (tip, base) = if to_the_right { (half, 0) } else { (0, half) };
        let triangle =
            Triangle::new(at + Point::new(tip, half), at + Point::new(base, 0), at + Point::new(base, 2 * half));
        self.draw(&triangle.into_styled(PrimitiveStyle::with_fill(color)));
    }

    /// Three points with a band below, as wide as it is told.
    pub fn crown(&mut self, at: Point, width: i32) {
        let height = width * 3 / 5;
        for x in 0..width {
            let third = width - 1;
            let down = [0, third / 2, third].iter().map(|peak| (x - peak).abs()).min().unwrap_or(0) * 2;
            let top = down.min(height - height / 3);
            self.draw(&area(at.x + x, at.y + top, 1, (height - top) as u32).into_styled(FILLED));
        }
    }

    /// The sign of whoever tells: a little speech balloon.
    pub fn balloon(&mut self, at: Point) {
        let balloon = RoundedRectangle::with_equal_corners(area(at.x, at.y, 11, 7), Size::new_equal(2));
        self.draw(&balloon.into_styled(FILLED));
        self.draw(&area(at.x + 2, at.y + 7, 3, 1).into_styled(FILLED));
        self.draw(&Pixel(at + Point::new(2, 8), LIT));
        for dot in 0..3 {
            self.draw(&Pixel(at + Point::new(2 + 3 * dot, 3), DARK));
        }
    }
}

/// A rectangle with a round top.
fn arch(place: Rectangle) -> RoundedRectangle {
    let Size { width, height } = place.size;
    let radius = Size::new_equal((width / 2).min(height / 2).min(2 + width / 4));
    let square = Size::zero();
    RoundedRectangle::new(
        place,
        CornerRadii { top_left: radius, top_right: radius, bottom_right: square, bottom_left: square },
    )
}

/// Equal cells, one for each mark.
pub struct Grid {
    columns: u32,
    cell: Size,
    pitch: Size,
    start: Point,
}

impl Grid {
    pub fn largest(count: u32, place: Rectangle) -> Option<Self> {
        let mut best: Option<Self> = None;
        for rows in 1..=count.min(3) {
            let columns = count.div_ceil(rows);
            let pitch = Size::new((place.size.width + 2) / columns, (place.size.height + 1) / rows);
            let height = pitch.height.saturating_sub(1);
            // Two figures need a mark nearly as wide as it is tall; a single one looks like a pawn when it is slim.
            let gap = if pitch.width < 13 { 1 } else { 2 };
            let width = pitch.width.saturating_sub(gap).min(height + 2);
            let height = height.min(width * 5 / 4);
            let cell = Size::new(width, height);
            if best.as_ref().is_none_or(|best| width.min(height) > best.cell.width.min(best.cell.height)) {
                let pitch = Size::new(pitch.width.min(width + 6), pitch.height.min(height + 4));
                let used = Size::new(pitch.width * (columns - 1) + width, pitch.height * (rows - 1) + height);
                let slack = place.size.saturating_sub(used);
                let start = place.top_left + Point::new(slack.width as i32 / 2, slack.height as i32 / 2);
                best = Some(Self { columns, cell, pitch, start });
            }
        }
        best
    }

    pub fn cell(&self, nth: u32) -> Rectangle {
        let (column, row) = (nth % self.columns, nth / self.columns);
        let at = self.start + Point::new((column * self.pitch.width) as i32, (row * self.pitch.height) as i32);
        Rectangle::new(at, self.cell)
    }
}

/// Where a mark's number goes: clear of the border, and low, since the top is round.
fn breath(place: Rectangle) -> Rectangle {
    let (side, top) = match place.size.height {
        0..=11 => (1, 1),
        12..=17 => (1, 2),
        18..=25 => (2, 3),
        _ if place.size.width < 44 => (3, 5),
        _ => (5, 6),
    };
    Rectangle::new(
        place.top_left + Point::new(side, top),
        place.size.saturating_sub(Size::new(2 * side as u32, top as u32 + side as u32)),
    )
}
