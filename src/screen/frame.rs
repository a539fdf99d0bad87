//! A picture of one screen, kept as the panel keeps it: pages of eight rows, a byte for each column with its lowest
//! bit on top. Drawing fills whole bytes where it can, since the chip that draws is a small one.

use super::place::Place;
use embedded_graphics::{
    geometry::{OriginDimensions, Point, Size},
    pixelcolor::BinaryColor,
};

/// Every panel that we drive is so wide.
pub const WIDTH: usize = 128;

pub type Page = [u8; WIDTH];

/// The picture of a panel with so many pages: 8 for 128×64, 4 for 128×32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<const PAGES: usize> {
    pages: [Page; PAGES],
}

/// 128×64.
pub type TallFrame = Frame<8>;
/// 128×32.
pub type FlatFrame = Frame<4>;

impl<const PAGES: usize> Default for Frame<PAGES> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const PAGES: usize> Frame<PAGES> {
    pub const fn new() -> Self {
        Self { pages: [[0; WIDTH]; PAGES] }
    }

    pub const fn pages(&self) -> &[Page; PAGES] {
        &self.pages
    }

    pub const fn pages_mut(&mut self) -> &mut [Page; PAGES] {
        &mut self.pages
    }

    pub fn is_lit(&self, x: usize, y: usize) -> bool {
        self.pages.get(y / 8).and_then(|page| page.get(x)).is_some_and(|byte| byte >> (y % 8) & 1 == 1)
    }

    /// Empties the frame and lends it for drawing.
    pub fn canvas(&mut self) -> Canvas<'_> {
        self.pages = [[0; WIDTH]; PAGES];
        self.over()
    }

    /// Lends it for drawing over what is there.
    pub(super) fn over(&mut self) -> Canvas<'_> {
        Canvas { pages: &mut self.pages, spilled: false }
    }
}

/// A frame being drawn. It has one type for all sizes, so that the code that draws exists once. The last row and the
/// last column stay empty: the picture wanders into them.
pub struct Canvas<'a> {
    pages: &'a mut [Page],
    spilled: bool,
}

impl Canvas<'_> {
    /// Where a scene may draw.
    pub fn room(&self) -> Place {
        Place::new(Point::zero(), self.size() - Size::new(1, 1))
    }

    /// Something did not fit where it should be; no scene may do that, and the tests look.
    pub const fn spilled(&self) -> bool {
        self.spilled
    }

    pub(super) fn spill(&mut self) {
        self.spilled = true;
    }

    /// Moves the whole picture, by a pixel each way at the most.
    pub(super) fn shift(&mut self, right: bool, down: bool) {
        if right {
            for page in self.pages.iter_mut() {
                page.copy_within(0..WIDTH - 1, 1);
                page[0] = 0;
            }
        }
        if down {
            let mut above = [0; WIDTH];
            for page in self.pages.iter_mut() {
                for (byte, carry) in page.iter_mut().zip(&mut above) {
                    let out = *byte >> 7;
                    *byte = *byte << 1 | *carry;
                    *carry = out;
                }
            }
        }
    }

    pub(super) fn invert(&mut self, area: Place) {
        self.each_byte(area, |byte, mask| *byte ^= mask);
    }

    /// Replaces columns of four pages, from their lowest bits down.
    pub(super) fn replace(&mut self, first_page: usize, left: usize, columns: impl Iterator<Item = u32>) {
        let Some([first, second, third, fourth]) = self.pages.get_mut(first_page..first_page + 4) else { return };
        let mut x = left;
        columns.for_each(|column| {
            if x < WIDTH {
                [first[x], second[x], third[x], fourth[x]] = column.to_le_bytes();
            }
            x += 1;
        });
    }

    /// Puts a block of ink down: eight rows of all columns, then the next eight, as [`Frame`] keeps them.
    pub(super) fn stamp(&mut self, columns: &[u8], at: Point, width: usize, height: usize, ink: BinaryColor) {
        if width == 0 {
            return;
        }
        let room = self.room();
        let fits = at.x >= 0 && at.y >= 0;
        let (x, y) = (at.x.max(0) as usize, at.y.max(0) as usize);
        if !fits || x + width > room.width() as usize || y + height > room.height() as usize {
            self.spilled = true;
            return;
        }
        let shift = y % 8;
        for (row, bytes) in columns.chunks_exact(width).enumerate() {
            let page = y / 8 + row;
            let mut put = |page: usize, by: fn(u8, usize) -> u8| {
                let Some(page) = self.pages.get_mut(page) else { return };
                for (under, &byte) in page[x..x + width].iter_mut().zip(bytes) {
                    let byte = by(byte, shift);
                    *under = if ink == BinaryColor::On { *under | byte } else { *under & !byte };
                }
            };
            put(page, |byte, shift| byte << shift);
            if shift > 0 {
                put(page + 1, |byte, shift| byte >> (8 - shift));
            }
        }
    }

    pub(super) fn fill(&mut self, area: Place, color: BinaryColor) {
        let room = self.room();
        let empty = area.width() == 0 || area.height() == 0;
        let right = area.x() + area.width() as i32;
        let bottom = area.y() + area.height() as i32;
        let fits = area.x() >= 0 && area.y() >= 0 && right <= room.width() as i32 && bottom <= room.height() as i32;
        match color {
            BinaryColor::On => {
                self.spilled |= !empty && !fits;
                self.each_byte(area, |byte, mask| *byte |= mask);
            }
            BinaryColor::Off => self.each_byte(area, |byte, mask| *byte &= !mask),
        }
    }

    /// Calls for every byte that the area touches, with the bits of it that lie inside.
    fn each_byte(&mut self, area: Place, mut change: impl FnMut(&mut u8, u8)) {
        let height = self.pages.len() as i32 * 8;
        let left = area.x().clamp(0, WIDTH as i32);
        let right = (area.x() + area.width() as i32).min(WIDTH as i32).max(left);
        let top = area.y().min(height).max(0);
        let bottom = (area.y() + area.height() as i32).min(height).max(top);
        if left == right || top == bottom {
            return;
        }
        for page in top / 8..=(bottom - 1) / 8 {
            let first = (top - page * 8).max(0) as u32;
            let end = (bottom - page * 8).min(8) as u32;
            let mask = (0xffu8 << first) & (0xffu8 >> (8 - end));
            for byte in &mut self.pages[page as usize][left as usize..right as usize] {
                change(byte, mask);
            }
        }
    }
}

impl OriginDimensions for Canvas<'_> {
    fn size(&self) -> Size {
        Size::new(WIDTH as u32, self.pages.len() as u32 * 8)
    }
}
