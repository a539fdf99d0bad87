//! The fonts, and which letters a language needs. Letters are embedded-graphics' fixed fonts of the X Window System
//! (public domain). Figures are u8g2's: FreeUniversal (SIL Open Font License) down to 17 pixels, then the X Window
//! System's Helvetica (free for any use with its notice) and the smallest, seven pixels high, of u8g2's own.

use embedded_graphics::geometry::Size;
use embedded_graphics::mono_font::mapping::{GlyphMapping, ISO_8859_15, ISO_8859_16};
use u8g2_fonts::{FontRenderer, fonts};

use crate::words::Language;

/// Letters of one size, as columns of pixels. embedded-graphics draws a letter pixel by pixel, which takes a Pico ten times
/// as long; the build script turns its fonts into these.
pub struct Font {
    /// Size of every letter.
    pub size: Size,
    columns: &'static [u8],
    index: fn(char) -> usize,
}

impl Font {
    const fn new(width: u32, height: u32, columns: &'static [u8], index: fn(char) -> usize) -> Self {
        Self { size: Size::new(width, height), columns, index }
    }

    /// The columns of a letter from the left, the lowest bit on top.
    pub fn columns(&self, letter: char) -> impl Iterator<Item = u32> + use<> {
        let (width, bytes) = (self.size.width as usize, self.size.height.div_ceil(8) as usize);
        let start = (self.index)(letter) * width * bytes;
        let columns = self.columns.get(start..start + width * bytes).unwrap_or_default().chunks_exact(bytes);
        columns.map(|bytes| bytes.iter().rev().fold(0, |column, &byte| column << 8 | u32::from(byte)))
    }
}

/// Letters in five sizes, largest first; each has the same letters.
pub type Letters = [Font; 5];

/// A font as the build script wrote it.
macro_rules! columns {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

static WESTERN: Letters = [
    Font::new(10, 20, columns!("western-10x20"), western_index),
    Font::new(9, 15, columns!("western-9x15"), western_index),
    Font::new(7, 13, columns!("western-7x13"), western_index),
    Font::new(6, 10, columns!("western-6x10"), western_index),
    Font::new(5, 8, columns!("western-5x8"), western_index),
];
static EASTERN: Letters = [
    Font::new(10, 20, columns!("eastern-10x20"), eastern_index),
    Font::new(9, 15, columns!("eastern-9x15"), eastern_index),
    Font::new(7, 13, columns!("eastern-7x13"), eastern_index),
    Font::new(6, 10, columns!("eastern-6x10"), eastern_index),
    Font::new(5, 8, columns!("eastern-5x8"), eastern_index),
];

fn western_index(letter: char) -> usize {
    ascii_index(letter).unwrap_or_else(|| ISO_8859_15.index(letter))
}

fn eastern_index(letter: char) -> usize {
    ascii_index(letter).unwrap_or_else(|| ISO_8859_16.index(letter))
}

/// Both sets begin with ASCII. The crate's linear search for a letter takes longer than drawing it.
fn ascii_index(letter: char) -> Option<usize> {
    matches!(letter, ' '..='~').then(|| letter as usize - ' ' as usize)
}

/// ISO 8859-15 has the letters of Western Europe with œ; Polish has its own in ISO 8859-16.
pub fn letters(language: Language) -> &'static Letters {
    match language {
        Language::Polski => &EASTERN,
        _ => &WESTERN,
    }
}

/// The rows that the figures of a font cover.
pub fn figure_height(font: &Font) -> u32 {
    // Measured by the tests from the pixels; capitals and figures stand on the baseline and are as high as each other.
    match font.size.height {
        0..=8 => 6,
        9..=10 => 7,
        11..=13 => 9,
        14..=15 => 10,
        _ => 13,
    }
}

/// True if a font has all letters of a text.
pub fn has(font: &Font, text: &str) -> bool {
    let index = font.index;
    // A font draws a letter that it lacks as its replacement glyph.
    let lacking = index(char::REPLACEMENT_CHARACTER);
    text.chars().all(|letter| matches!(letter, '\n' | '?') || index(letter) != lacking)
}

/// Figures, largest first. Where seats have letters of the same size, both are in one font.
pub static FIGURES: [FontRenderer; 11] = [
    FontRenderer::new::<fonts::u8g2_font_fub42_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub35_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub30_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub25_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub20_tr>(),
    FontRenderer::new::<fonts::u8g2_font_fub17_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB14_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB12_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB10_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB08_tr>(),
    FontRenderer::new::<fonts::u8g2_font_squeezed_b7_tn>(),
];

/// Fonts for the letters of seats, up to the largest that fits in a mark on any screen.
pub static CAPITALS: [FontRenderer; 7] = [
    FontRenderer::new::<fonts::u8g2_font_fub20_tr>(),
    FontRenderer::new::<fonts::u8g2_font_fub17_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB14_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB12_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB10_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB08_tr>(),
    // The condensed font has a G like a 6.
    FontRenderer::new::<fonts::u8g2_font_6x10_tr>(),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows in which any figure of a font is lit.
    fn lit_rows(font: &Font) -> u32 {
        "0123456789".chars().flat_map(|figure| font.columns(figure)).fold(0, |rows, column| rows | column).count_ones()
    }

    #[test]
    fn figures_are_as_high_as_they_are_said_to_be() {
        for font in WESTERN.iter().chain(&EASTERN) {
            assert_eq!(lit_rows(font), figure_height(font), "{:?}", font.size);
        }
    }

    #[test]
    fn every_language_has_its_letters() {
        for font in &WESTERN {
            for text in ["àèéìòùÀÈÉÌÒÙ", "àâæçéèêëîïôœùûüÿÇÉŒ«»", "äöüßÄÖÜ", "áéíóúüñÑ¿¡"]
            {
                assert!(has(font, text), "{text}");
            }
            assert!(!has(font, "ł"), "what is missing is not noticed");
        }
        for font in &EASTERN {
            assert!(has(font, "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"));
            assert!(!has(font, "ñ"), "what is missing is not noticed");
        }
    }
}
