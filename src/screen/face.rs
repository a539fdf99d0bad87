//! Faces of letters and numerals, drawn beforehand: a character is a block of bytes as the panel keeps them, and
//! drawing it is shifting and copying them. FreeUniversal (SIL Open Font License) for numerals down to 17 pixels, then
//! Helvetica of the X Window System (free for any use with its notice); all else its public-domain fixed fonts.

use embedded_graphics::{geometry::Point, geometry::Size, pixelcolor::BinaryColor, primitives::Rectangle};

use super::frame::Canvas;

include!(concat!(env!("OUT_DIR"), "/faces.rs"));

pub struct Face {
    /// In order.
    letters: &'static [u16],
    glyphs: &'static [Glyph],
    columns: &'static [u8],
}

/// Where a character's ink lies from the pen, and where its bytes are: eight rows of all columns, then the next eight.
#[derive(Clone, Copy)]
#[repr(C, packed)]
struct Glyph {
    left: i8,
    top: i8,
    width: u8,
    height: u8,
    advance: u8,
    at: u16,
}

/// Figures in boxes of one size, so that all of them are drawn in the same time.
pub struct Cells {
    pub width: u8,
    /// 0 to 9, nothing, a dash; each column from its lowest bit down.
    columns: &'static [u32],
}

impl Cells {
    pub const NOTHING: u8 = 10;
    pub const DASH: u8 = 11;

    pub fn columns(&self, figure: u8) -> &'static [u32] {
        let size = usize::from(self.width);
        let start = usize::from(figure) * size;
        self.columns.get(start..start + size).unwrap_or(&[])
    }
}

impl Face {
    fn glyph(&self, letter: char) -> Option<Glyph> {
        let code = u16::try_from(u32::from(letter)).ok()?;
        let place = self.letters.binary_search(&code).ok()?;
        self.glyphs.get(place).copied()
    }

    /// Whether it has all letters of these lines.
    pub fn has(&self, text: &str) -> bool {
        text.chars().all(|letter| letter == '\n' || self.glyph(letter).is_some())
    }

    /// The height of its tallest figure.
    pub fn height(&self) -> u32 {
        self.glyphs.last().map_or(0, |glyph| glyph.height.into())
    }

    /// The box of the ink, for a pen at the origin.
    pub fn inked(&self, text: &str) -> Option<Rectangle> {
        let (mut pen, mut found) = (0, false);
        let (mut left, mut right, mut top, mut low) = (i32::MAX, i32::MIN, i32::MAX, i32::MIN);
        for letter in text.chars() {
            let glyph = self.glyph(letter)?;
            if glyph.width > 0 {
                found = true;
                left = left.min(pen + i32::from(glyph.left));
                right = right.max(pen + i32::from(glyph.left) + i32::from(glyph.width));
                top = top.min(glyph.top.into());
                low = low.max(i32::from(glyph.top) + i32::from(glyph.height));
            }
            pen += i32::from(glyph.advance);
        }
        let size = Size::new((right - left) as u32, (low - top) as u32);
        found.then(|| Rectangle::new(Point::new(left, top), size))
    }
}

impl Canvas<'_> {
    /// Writes from this pen on; what a face lacks is left out.
    pub fn write(&mut self, text: &str, face: &Face, pen: Point, ink: BinaryColor) {
        let mut pen = pen;
        for letter in text.chars() {
            let Some(glyph) = face.glyph(letter) else { continue };
            let (width, height) = (usize::from(glyph.width), usize::from(glyph.height));
            let start = usize::from(glyph.at);
            let columns = face.columns.get(start..start + width * height.div_ceil(8)).unwrap_or(&[]);
            let corner = pen + Point::new(glyph.left.into(), glyph.top.into());
            self.stamp(columns, corner, width, height, ink);
            pen.x += i32::from(glyph.advance);
        }
    }
}
