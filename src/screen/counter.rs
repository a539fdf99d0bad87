//! A number that a hand turns, as figures in a fixed place. Drawing one or two of them takes as long and touches the same bytes
//! whatever the number is, so that neither the bus nor the time tells which one was dialled.

use core::ops::Range;

use embedded_graphics::geometry::Point;

use super::difference::Window;
use super::face::{self, Cells};
use super::frame::Canvas;

/// Where a turned number stands, and how large: it has four pages of some columns to itself.
pub struct Counter {
    cells: &'static Cells,
    left: u8,
    first_page: u8,
    /// Rows above the figures.
    above: u8,
    /// What is lit around dark figures, unmoved and moved down by a row.
    ground: [u32; 2],
}

const PAGES: u8 = 4;
/// Columns of the widest counter.
const WIDEST: usize = 60;

/// In a card on a seat's flat screen.
pub const FLAT: Counter =
    Counter { cells: &face::FLAT_CELLS, left: 86, first_page: 0, above: 3, ground: [u32::MAX >> 1, u32::MAX << 1] };
/// The same on a tall one.
pub const TALL: Counter =
    Counter { cells: &face::TALL_CELLS, left: 74, first_page: 2, above: 0, ground: [u32::MAX; 2] };

/// For a score that needs three figures.
pub const LONG: Counter =
    Counter { cells: &face::FLAT_CELLS, left: 70, first_page: 2, above: 3, ground: [u32::MAX; 2] };

/// The figures of every number up to 99, and by how many halves of a figure the second one is moved: a single one stands in the
/// middle. A table has no branches that would take their time for some numbers only.
static FIGURES: [[u8; 3]; DASH as usize + 1] = {
    let mut figures = [[Cells::NOTHING, Cells::DASH, 1]; DASH as usize + 1];
    let mut number = 0;
    while number < DASH as u8 {
        figures[number as usize] = if number > 9 { [number / 10, number % 10, 2] } else { [Cells::NOTHING, number, 1] };
        number += 1;
    }
    figures
};
/// A dash in place of a number, and where it is in that table.
pub const DASH: u16 = 100;

/// How many figures the numbers of a counter can have: one needs fewer bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    One,
    Two,
    Three,
}

/// What a counter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Or [`DASH`].
    pub number: u16,
    pub places: Places,
    /// Cannot be chosen: every second pixel is missing.
    pub faint: bool,
    /// Dark on a lit ground.
    pub dark: bool,
}

impl Counter {
    /// The columns that numbers with so many places use: a single one stands in the middle of two.
    fn columns(&self, places: Places) -> Range<u8> {
        let width = self.cells.width;
        match places {
            Places::One => width / 2..width / 2 + width,
            Places::Two => 0..2 * width,
            Places::Three => 0..3 * width,
        }
    }

    /// The bytes that are its own, in a picture that has wandered so far.
    pub fn block(&self, places: Places, wandered: Point) -> Window {
        let left = self.left + wandered.x as u8;
        let columns = self.columns(places);
        Window {
            first_page: self.first_page,
            last_page: self.first_page + PAGES - 1,
            first_column: left + columns.start,
            last_column: left + columns.end - 1,
        }
    }

    /// Fills its block, with nothing left of what was there.
    pub fn draw(&self, canvas: &mut Canvas, reading: Reading, wandered: Point) {
        let number = reading.number;
        let placed = match reading.places {
            Places::One | Places::Two => {
                let [tens, units, halves] = *FIGURES.get(usize::from(number)).unwrap_or(&FIGURES[usize::from(DASH)]);
                [(tens, 0), (units, halves), (Cells::NOTHING, 0)]
            }
            Places::Three => [(number / 100 % 10, 0), (number / 10 % 10, 2), (number % 10, 4)]
                .map(|(figure, halves)| (figure as u8, halves)),
        };
        let mut figures = [0; WIDEST];
        for (figure, halves) in placed {
            let from = usize::from(self.cells.width) * usize::from(halves) / 2;
            let room = figures.get_mut(from..).unwrap_or(&mut []);
            room.iter_mut().zip(self.cells.columns(figure)).for_each(|(column, cell)| *column |= cell);
        }
        let down = (wandered.y & 1) as usize;
        let ground = self.ground[down] * u32::from(reading.dark);
        let mut holes = 0x5555_5555 * u32::from(reading.faint);
        let Range { start, end } = self.columns(reading.places);
        let columns = figures.get(start.into()..end.into()).unwrap_or(&[]).iter().map(|column| {
            holes = holes.rotate_left(1);
            (((column << self.above) & !holes) << down) ^ ground
        });
        let left = usize::from(self.left + start) + wandered.x as usize;
        canvas.replace(self.first_page.into(), left, columns);
    }
}
