//! A picture of one screen, kept as the panel keeps it: pages of eight rows, a byte for each column with its lowest bit
//! on top. A [`Canvas`] draws on it, and is what embedded-graphics calls a draw target.

use core::convert::Infallible;

use embedded_graphics::{
    Drawable, Pixel,
    draw_target::DrawTarget,
    geometry::{OriginDimensions, Point, Size},
    pixelcolor::BinaryColor,
    primitives::Rectangle,
};

use super::difference::Window;

/// Width of every supported panel.
pub const WIDTH: usize = 128;

pub type PixelPage = [u8; WIDTH];

/// The picture of a panel with `PAGES` pages: 8 for 128×64, 4 for 128×32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<const PAGES: usize> {
    pages: [PixelPage; PAGES],
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

    pub const fn pages(&self) -> &[PixelPage; PAGES] {
        &self.pages
    }

    pub const fn pages_mut(&mut self) -> &mut [PixelPage; PAGES] {
        &mut self.pages
    }

    pub fn is_lit(&self, x: usize, y: usize) -> bool {
        self.pages.get(y / 8).and_then(|page| page.get(x)).is_some_and(|byte| byte >> (y % 8) & 1 == 1)
    }

    /// Clears a part of the frame and returns a canvas for it; what is drawn outside of it is dropped. With `rotated`,
    /// everything is drawn rotated by 180°.
    pub(super) fn canvas(&mut self, part: Window, shift: Point, rotated: bool) -> Canvas<'_> {
        let clip = Rectangle::new(
            Point::new(part.first_column.into(), i32::from(part.first_page) * 8),
            Size::new(part.columns() as u32, part.pages() as u32 * 8),
        );
        let mut canvas = Canvas {
            pages: &mut self.pages,
            shift,
            clip,
            limits: Rectangle::zero(),
            overflowed: false,
            smallest_figure: None,
            rotated,
        };
        canvas.each_byte(Bounds::new(&clip), |byte, mask| *byte &= !mask);
        canvas.keep_to(canvas.room());
        canvas
    }
}

/// A rectangle as half-open ranges of columns and rows: faster to intersect than embedded-graphics' own.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bounds {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Bounds {
    const fn new(area: &Rectangle) -> Self {
        let Rectangle { top_left: Point { x, y }, size: Size { width, height } } = *area;
        Self { left: x, top: y, right: x.saturating_add_unsigned(width), bottom: y.saturating_add_unsigned(height) }
    }

    fn cut(self, to: &Self) -> Self {
        Self {
            left: self.left.max(to.left),
            top: self.top.max(to.top),
            right: self.right.min(to.right),
            bottom: self.bottom.min(to.bottom),
        }
    }

    const fn is_empty(&self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }
}

/// A frame being drawn. One type serves all sizes, so that the drawing code exists once. The canvas is one column
/// narrower and one row shorter than the panel: now and then the picture is shifted by a pixel, to protect the panel
/// from burn-in.
pub struct Canvas<'a> {
    pages: &'a mut [PixelPage],
    shift: Point,
    rotated: bool,
    /// In coordinates of the panel, whatever the shift.
    clip: Rectangle,
    /// Limits for what is being drawn now.
    limits: Rectangle,
    overflowed: bool,
    smallest_figure: Option<u32>,
}

impl Canvas<'_> {
    /// The area in which a scene may draw.
    pub fn room(&self) -> Rectangle {
        Rectangle::new(Point::zero(), self.size())
    }

    /// From now on, lighting a pixel outside of `limits` is an overflow and has no effect.
    pub fn keep_to(&mut self, limits: Rectangle) {
        self.limits = limits;
    }

    /// Draws anything that embedded-graphics can draw; drawing on a frame cannot fail.
    pub fn draw<T: Drawable<Color = BinaryColor>>(&mut self, what: &T) -> T::Output {
        let Ok(output) = what.draw(self);
        output
    }

    /// True if something did not fit. No scene may overflow; the tests check that.
    pub const fn overflowed(&self) -> bool {
        self.overflowed
    }

    pub fn overflow(&mut self) {
        self.overflowed = true;
    }

    /// Height in rows of the smallest figure or seat's letter that was written.
    pub const fn smallest_figure(&self) -> Option<u32> {
        self.smallest_figure
    }

    pub fn note_figure(&mut self, rows: u32) {
        self.smallest_figure = Some(self.smallest_figure.map_or(rows, |least| least.min(rows)));
    }

    pub fn invert(&mut self, area: Rectangle) {
        self.each_byte(self.on_glass(Bounds::new(&area)), |byte, mask| *byte ^= mask);
    }

    /// Sets or clears the pixels of a column, the lowest bit on top. Takes the same time for any bits.
    pub(super) fn pixel_column(&mut self, at: Point, bits: u32, dark: bool) {
        self.pixel_rows(at.x, u64::from(bits) << at.y, dark);
    }

    /// Sets or clears the pixels of a column, with a bit for each row of the picture.
    fn pixel_rows(&mut self, x: i32, bits: u64, dark: bool) {
        let rows = 8 * self.pages.len() as u32;
        let mut bits = bits << self.shift.y;
        let mut x = x + self.shift.x;
        if self.rotated {
            bits = bits.reverse_bits() >> (u64::BITS - rows);
            x = self.far_corner().x - x;
        }
        if !self.clip.columns().contains(&x) {
            return;
        }
        let rows = self.clip.rows();
        let bits = bits.to_le_bytes();
        for page in rows.start as usize / 8..rows.end as usize / 8 {
            if let (Some(byte), Some(bits)) =
                (self.pages.get_mut(page).map(|page| &mut page[x as usize]), bits.get(page))
            {
                *byte = if dark { *byte & !bits } else { *byte | bits };
            }
        }
    }

    /// Draws a column of a letter. What would be lit outside of the limits is an overflow; only the tip of an accent
    /// may be above the panel.
    pub(super) fn letter_column(&mut self, at: Point, bits: u32, color: BinaryColor) {
        let bits = u64::from(bits).unbounded_shl(at.y.max(0) as u32).unbounded_shr(at.y.min(0).unsigned_abs());
        let rows = self.limits.rows();
        let inside = match self.limits.columns().contains(&at.x) {
            true => u64::MAX << rows.start & !(u64::MAX << rows.end),
            false => 0,
        };
        self.overflowed |= color.is_on() && bits & !inside != 0;
        self.pixel_rows(at.x, bits & inside, color.is_off());
    }

    /// Where an area of the picture is on the panel.
    fn on_glass(&self, area: Bounds) -> Bounds {
        let Point { x, y } = self.shift;
        let Bounds { left, top, right, bottom } = area;
        let area = Bounds { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
        let Point { x, y } = self.far_corner();
        match self.rotated {
            true => Bounds {
                left: x + 1 - area.right,
                top: y + 1 - area.bottom,
                right: x + 1 - area.left,
                bottom: y + 1 - area.top,
            },
            false => area,
        }
    }

    fn far_corner(&self) -> Point {
        Point::new(WIDTH as i32 - 1, self.pages.len() as i32 * 8 - 1)
    }

    /// Calls `change` for every byte that `area` touches on the panel, with a mask of the bits that lie inside.
    fn each_byte(&mut self, area: Bounds, mut change: impl FnMut(&mut u8, u8)) {
        let Bounds { left, top, right, bottom } = area.cut(&Bounds::new(&self.clip));
        if left >= right || top >= bottom {
            return;
        }
        for page in top / 8..=(bottom - 1) / 8 {
            let first = (top - page * 8).max(0) as u32;
            let end = (bottom - page * 8).min(8) as u32;
            let mask = (0xffu8 << first) & (0xffu8 >> (8 - end));
            let bytes = self.pages.get_mut(page as usize);
            let bytes = bytes.and_then(|page| page.get_mut(left as usize..right as usize));
            bytes.into_iter().flatten().for_each(|byte| change(byte, mask));
        }
    }
}

impl OriginDimensions for Canvas<'_> {
    fn size(&self) -> Size {
        Size::new(WIDTH as u32 - 1, self.pages.len() as u32 * 8 - 1)
    }
}

impl DrawTarget for Canvas<'_> {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let limits = self.limits;
        let (rows, columns) = (self.clip.rows(), self.clip.columns());
        let far_corner = self.far_corner();
        for Pixel(at, color) in pixels {
            if !limits.contains(at) {
                self.overflowed |= color.is_on();
                continue;
            }
            let at = at + self.shift;
            let at = if self.rotated { far_corner - at } else { at };
            if !columns.contains(&at.x) || !rows.contains(&at.y) {
                continue;
            }
            let (x, y) = (at.x as usize, at.y as usize);
            if let Some(byte) = self.pages.get_mut(y / 8).and_then(|page| page.get_mut(x)) {
                let bit = 1 << (y % 8);
                *byte = if color.is_on() { *byte | bit } else { *byte & !bit };
            }
        }
        Ok(())
    }

    /// Works on whole bytes: boxes and marks are most of a picture, and the chip is slow.
    fn fill_solid(&mut self, area: &Rectangle, color: BinaryColor) -> Result<(), Infallible> {
        let area = Bounds::new(area);
        if area.is_empty() {
            return Ok(());
        }
        let inside = area.cut(&Bounds::new(&self.limits));
        self.overflowed |= color.is_on() && inside != area;
        let area = self.on_glass(inside);
        match color {
            BinaryColor::On => self.each_byte(area, |byte, mask| *byte |= mask),
            BinaryColor::Off => self.each_byte(area, |byte, mask| *byte &= !mask),
        }
        Ok(())
    }
}

/// A rectangle by its corner and size.
pub const fn area(x: i32, y: i32, width: u32, height: u32) -> Rectangle {
    Rectangle::new(Point::new(x, y), Size::new(width, height))
}

/// The upper rows of an area, and the rest of it.
pub fn rows(place: Rectangle, upper: u32) -> (Rectangle, Rectangle) {
    let Size { width, height } = place.size;
    let rest = Rectangle::new(place.top_left + Size::new(0, upper), Size::new(width, height.saturating_sub(upper)));
    (Rectangle::new(place.top_left, Size::new(width, upper)), rest)
}

/// The left columns of an area, and the rest of it.
pub fn columns(place: Rectangle, left: u32) -> (Rectangle, Rectangle) {
    let Size { width, height } = place.size;
    let rest = Rectangle::new(place.top_left + Size::new(left, 0), Size::new(width.saturating_sub(left), height));
    (Rectangle::new(place.top_left, Size::new(left, height)), rest)
}
