//! The numbers that a vote can show, drawn once into RAM. A click copies one of them, which takes the same time for
//! every number; drawing from the font takes longer for some numbers than for others.

use embedded_graphics::geometry::Point;

use super::difference::Window;
use super::frame::{Canvas, TallFrame};
use super::turned_number::{self, Place, ShownNumber};
use crate::board::Voting;
use crate::rules::MAX_CARDS;

/// Columns of the widest number.
const WIDEST: usize = 44;
/// How many numbers have a stamp; 0 is the dash for "no number".
const NUMBERS: usize = MAX_CARDS + 1;

/// A number as columns of pixels, the lowest bit on top, and the border that crosses its place.
#[derive(Clone, Copy)]
pub struct Stamp([u32; WIDEST]);

/// The stamps for one place.
struct Sheet {
    /// `None` while nothing is drawn.
    place: Option<&'static Place>,
    stamps: [Stamp; NUMBERS],
}

/// The stamps for the places where this kind of board shows numbers: for one digit, and for two.
pub struct Stamps([Sheet; 2]);

impl Stamps {
    /// No stamps: numbers are drawn from their fonts.
    pub const NONE: Self = Self([const { Sheet::EMPTY }; 2]);

    /// Draws all numbers, which takes some 20 ms on a Pico.
    pub fn draw(&mut self, voting: Voting) {
        let places = match voting {
            Voting::Ring { .. } => return,
            Voting::Pass => &turned_number::TALL,
            Voting::Pods => &turned_number::FLAT,
        };
        for (sheet, place) in self.0.iter_mut().zip(places) {
            sheet.place = Some(place);
            for (number, stamp) in (0..).zip(&mut sheet.stamps) {
                stamp.draw(place, number);
            }
        }
    }

    /// The stamp of a number at its place, if there is one.
    pub fn get(&self, place: &'static Place, number: u8) -> Option<&Stamp> {
        let sheet = self.0.iter().find(|sheet| sheet.place.is_some_and(|drawn| core::ptr::eq(drawn, place)))?;
        sheet.stamps.get(usize::from(number))
    }
}

impl Sheet {
    /// All zeros, so that it takes no room in flash.
    const EMPTY: Self = Self { place: None, stamps: [const { Stamp([0; WIDEST]) }; NUMBERS] };
}

impl Stamp {
    fn draw(&mut self, place: &Place, number: u16) {
        let mut frame = TallFrame::new();
        let mut canvas = frame.canvas(Window::all(8), Point::zero(), false);
        place.draw(&mut canvas, ShownNumber { number: (number > 0).then_some(number), dark: false });
        let (corner, size) = (place.area().top_left, place.area().size);
        for (x, column) in (0..size.width).zip(&mut self.0) {
            *column = place.border();
            for y in 0..size.height {
                let lit = frame.is_lit(corner.x as usize + x as usize, corner.y as usize + y as usize);
                *column |= u32::from(lit) << y;
            }
        }
    }

    /// Copies the stamp to `place`: lit with the border, or dark without.
    pub fn print(&self, canvas: &mut Canvas, place: &Place, dark: bool) {
        let area = place.area();
        for (x, &column) in (area.top_left.x..).zip(&self.0[..area.size.width as usize]) {
            let column = if dark { column & !place.border() } else { column };
            canvas.pixel_column(Point::new(x, area.top_left.y), column, dark);
        }
    }
}
