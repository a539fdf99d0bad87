//! The symbols that a table learns once: a seat is a tile with a rabbit's ears, a card is a rectangle; filled means
//! done, chosen or found.

use embedded_graphics::{
    Pixel,
    geometry::{Point, Size},
    pixelcolor::BinaryColor,
    primitives::{
        CornerRadii, Line, Primitive, PrimitiveStyle, PrimitiveStyleBuilder, Rectangle, RoundedRectangle,
        StrokeAlignment,
    },
};

use super::frame::{Canvas, area, rows};
use super::text::{DARK, LIT, figures};
use crate::rules::{Card, Seat, SeatSet};
use crate::scene::More;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    Full,
    Outline,
}

/// Size of a tick or a cross.
pub const SIGN: i32 = 30;

pub const FILLED: PrimitiveStyle<BinaryColor> = PrimitiveStyle::with_fill(LIT);
pub const ERASED: PrimitiveStyle<BinaryColor> = PrimitiveStyle::with_fill(DARK);

/// A lit border inside the shape, not filled.
pub const fn outlined(border: u32) -> PrimitiveStyle<BinaryColor> {
    PrimitiveStyleBuilder::new()
        .fill_color(DARK)
        .stroke_color(LIT)
        .stroke_width(border)
        .stroke_alignment(StrokeAlignment::Inside)
        .build()
}

impl Canvas<'_> {
    /// The mark of any seat. Returns the place of its letter.
    pub fn rabbit(&mut self, place: Rectangle, fill: Fill) -> Rectangle {
        let rabbit = Rabbit::new(place);
        let border = if place.size.height >= 22 { 2 } else { 1 };
        for ear in rabbit.ears {
            self.fill_round_top(ear, ear.size.width / 2, LIT);
        }
        let corner = (place.size.width / 5).clamp(1, 5);
        self.fill_round_top(rabbit.tile, corner, LIT);
        if fill == Fill::Outline {
            for ear in rabbit.ears.into_iter().filter(|ear| ear.size.width >= 4) {
                self.fill_round_top(ear.offset(-border), ear.size.width / 2 - 1, DARK);
            }
            self.fill_round_top(rabbit.tile.offset(-border), corner.saturating_sub(1), DARK);
        }
        rabbit.tile.offset(-match place.size.height {
            0..=17 => 1,
            18..=25 => 2,
            26..=34 => 3,
            _ => 5,
        })
    }

    /// A filled shape whose upper corners are round. Only the rows of the corners are drawn one by one.
    fn fill_round_top(&mut self, place: Rectangle, radius: u32, color: BinaryColor) {
        let (round, square) = (Size::new_equal(radius), Size::zero());
        let corners = CornerRadii { top_left: round, top_right: round, bottom_right: square, bottom_left: square };
        let (upper, lower) = rows(place, radius.min(place.size.height));
        let style = PrimitiveStyle::with_fill(color);
        self.draw(&RoundedRectangle::new(upper, corners).into_styled(style));
        self.draw(&lower.into_styled(style));
    }

    pub fn seat(&mut self, seat: Seat, place: Rectangle, fill: Fill) {
        let inside = self.rabbit(place, fill);
        self.letter(seat, inside, if fill == Fill::Full { DARK } else { LIT });
    }

    /// Seats in one row or, where that makes them larger, in two or three; as large as their area allows.
    pub fn seats(&mut self, seats: SeatSet, place: Rectangle, mut fill: impl FnMut(Seat) -> Fill) {
        let count = u32::from(seats.len());
        let Some(grid) = Grid::largest(count, place) else {
            return;
        };
        // Too many seats for marks with ears.
        if grid.cell.width < 9 || grid.cell.height < 11 {
            return self.letters_of(seats, place);
        }
        for (nth, seat) in seats.iter().enumerate() {
            self.seat(seat, grid.cell(nth as u32), fill(seat));
        }
    }

    /// Plain letters from the left, as many as fit, and a plus if there are more.
    pub fn letters_of(&mut self, seats: SeatSet, place: Rectangle) {
        let fitting = place.size.width as usize / 7;
        let shown = if usize::from(seats.len()) > fitting { fitting.saturating_sub(1) } else { fitting };
        let Point { x, y } = place.top_left;
        let y = y + (place.size.height as i32 - 7) / 2;
        for (nth, seat) in seats.iter().take(shown).enumerate() {
            self.letter(seat, area(x + 7 * nth as i32, y, 6, 7), LIT);
        }
        if usize::from(seats.len()) > shown {
            let x = x + 7 * shown as i32;
            self.draw(&area(x, y + 3, 5, 1).into_styled(FILLED));
            self.draw(&area(x + 2, y + 1, 1, 5).into_styled(FILLED));
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

    /// Draws a tick in a square of `size` pixels.
    pub fn tick(&mut self, at: Point, size: i32) {
        let low = Point::new(size * 3 / 8, size - 2);
        self.stroke(at, Point::new(1, size * 5 / 8 - 1), low, size);
        self.stroke(at, low, Point::new(size - 2, 1), size);
    }

    /// Draws a cross in a square of `size` pixels.
    pub fn cross(&mut self, at: Point, size: i32) {
        let far = size - 2;
        self.stroke(at, Point::new(1, 1), Point::new(far, far), size);
        self.stroke(at, Point::new(far, 1), Point::new(1, far), size);
    }

    /// Draws a stroke of a symbol of `size` pixels.
    fn stroke(&mut self, at: Point, from: Point, to: Point, size: i32) {
        let thick = PrimitiveStyle::with_stroke(LIT, (size as u32 / 6).max(2));
        self.draw(&Line::new(at + from, at + to).into_styled(thick));
    }

    /// Draws a triangle of `height` pixels that points left or right.
    pub fn arrow(&mut self, at: Point, height: i32, to_the_right: bool, color: BinaryColor) {
        let half = height / 2;
        for from_base in 0..=half {
            let x = if to_the_right { from_base } else { half - from_base };
            let column = area(at.x + x, at.y + from_base, 1, (2 * (half - from_base) + 1) as u32);
            self.draw(&column.into_styled(PrimitiveStyle::with_fill(color)));
        }
    }

    /// Arrowheads at the sides of an area where turning shows others.
    pub fn turnable(&mut self, more: More, place: Rectangle, y: i32, height: i32) {
        let right = place.top_left.x + place.size.width as i32 - 1 - height / 2;
        if more.left {
            self.arrow(Point::new(place.top_left.x, y), height, false, LIT);
        }
        if more.right {
            self.arrow(Point::new(right, y), height, true, LIT);
        }
    }

    /// Draws a crown of `width` pixels: three points with a band below.
    pub fn crown(&mut self, at: Point, width: i32) {
        let height = width * 3 / 5;
        for x in 0..width {
            let third = width - 1;
            let down = [0, third / 2, third].iter().map(|peak| (x - peak).abs()).min().unwrap_or(0) * 2;
            let top = down.min(height - height / 3);
            self.draw(&area(at.x + x, at.y + top, 1, (height - top) as u32).into_styled(FILLED));
        }
    }

    /// The symbol of the storyteller: a little speech balloon.
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

/// Two ears that stand on a tile.
struct Rabbit {
    ears: [Rectangle; 2],
    tile: Rectangle,
}

impl Rabbit {
    fn new(place: Rectangle) -> Self {
        let Size { width, height } = place.size;
        let up = match height {
            0..=11 => 2,
            12..=13 => 3,
            14..=17 => 4,
            _ => height / 3,
        };
        let ear = match width {
            0..=8 => 2,
            9..=12 => 3,
            13..=16 => 4,
            _ => width / 5,
        };
        let apart = if width < 13 { 1 } else { width / 7 };
        // Widen the gap if necessary, so that the ears are symmetrical.
        let apart = apart + (width - 2 * ear - apart) % 2;
        let left = (width - 2 * ear - apart) / 2;
        let ears = [left, left + ear + apart]
            .map(|x| Rectangle::new(place.top_left + Point::new(x as i32, 0), Size::new(ear, up + 2)));
        let tile = Rectangle::new(place.top_left + Point::new(0, up as i32), Size::new(width, height - up));
        Self { ears, tile }
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
    pub fn largest(count: u32, place: Rectangle) -> Option<Self> {
        let mut best: Option<Self> = None;
        for rows in 1..=count.min(3) {
            let columns = count.div_ceil(rows);
            let gap = if place.size.width / columns < 13 { 1 } else { 2 };
            let pitch = Size::new((place.size.width + gap) / columns, (place.size.height + 1) / rows);
            let height = pitch.height.saturating_sub(1);
            // A tile with ears looks best a little taller than wide.
            let width = pitch.width.saturating_sub(gap).min(height);
            let height = height.min(width * 4 / 3 + 1);
            let cell = Size::new(width, height);
            // The letter has to fit between the sides and below the ears.
            let letter = |cell: Size| cell.width.min(cell.height * 4 / 5);
            if best.as_ref().is_none_or(|best| letter(cell) > letter(best.cell)) {
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
