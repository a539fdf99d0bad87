//! The fonts, and which letters a language needs. Letters are embedded-graphics' fixed fonts of the X Window System
//! (public domain). Figures are u8g2's: FreeUniversal (SIL Open Font License) down to 17 pixels, then the X Window
//! System's Helvetica (free for any use with its notice) and, for the smallest figures, seven pixels high, a font of
//! u8g2's own.

use embedded_graphics::geometry::Size;
use u8g2_fonts::{FontRenderer, fonts};

/// Letters of one size, as columns of pixels. embedded-graphics draws a letter pixel by pixel, which takes a Pico ten
/// times as long; the build script turns its fonts into columns.
pub struct Font {
    /// Size of every letter.
    pub size: Size,
    columns: &'static [u8],
}

impl Font {
    const fn new(width: u32, height: u32, columns: &'static [u8]) -> Self {
        Self { size: Size::new(width, height), columns }
    }

    /// The columns of a letter from the left, the lowest bit on top; those of a question mark for a letter that the
    /// font lacks.
    pub fn columns(&self, letter: char) -> impl Iterator<Item = u32> + use<> {
        let (width, bytes) = (self.size.width as usize, self.size.height.div_ceil(8) as usize);
        let start = index(letter).or(index('?')).unwrap_or(0) * width * bytes;
        let columns = self.columns.get(start..start + width * bytes).unwrap_or_default().chunks_exact(bytes);
        columns.map(|bytes| bytes.iter().rev().fold(0, |column, &byte| column << 8 | u32::from(byte)))
    }
}

/// Includes a file that the build script wrote.
macro_rules! built {
    ($include:ident $name:literal) => {
        $include!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

/// Letters in five sizes, largest first; each has the letters of all languages.
pub static LETTERS: [Font; 5] = [
    Font::new(10, 20, built!(include_bytes "letters-10x20")),
    Font::new(9, 15, built!(include_bytes "letters-9x15")),
    Font::new(7, 13, built!(include_bytes "letters-7x13")),
    Font::new(6, 10, built!(include_bytes "letters-6x10")),
    Font::new(5, 8, built!(include_bytes "letters-5x8")),
];

static BEYOND_ASCII: &str = built!(include_str "letters-beyond-ascii");

/// Position of a letter in every font: ASCII first, then the others.
fn index(letter: char) -> Option<usize> {
    match letter {
        ' '..='~' => Some(letter as usize - ' ' as usize),
        _ => BEYOND_ASCII.chars().position(|other| other == letter).map(|at| at + (' '..='~').count()),
    }
}

/// Number of rows that the figures of a font cover.
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

/// True if the fonts have all letters of a text.
pub fn has(text: &str) -> bool {
    text.chars().all(|letter| letter == '\n' || index(letter).is_some())
}

/// Fonts for figures, largest first. Seat letters of the same size use the same font.
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
        for font in &LETTERS {
            assert_eq!(lit_rows(font), figure_height(font), "{:?}", font.size);
        }
    }

    #[test]
    fn every_language_has_its_letters() {
        let alphabets = ["àèéìòùÀÈÉÌÒÙ", "àâæçéèêëîïôœùûüÿÇÉŒ«»", "äöüßÄÖÜ", "áéíóúüñÑ¿¡", "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"];
        for text in alphabets {
            assert!(has(text), "{text}");
        }
        assert!(!has("ő"), "what is missing is not noticed");
    }

    #[test]
    fn letters_beyond_ascii_are_drawn_and_a_missing_one_is_a_question_mark() {
        for font in &LETTERS {
            let drawn = |letter| font.columns(letter).collect::<Vec<_>>();
            assert_ne!(drawn('ł'), drawn('l'), "{:?}", font.size);
            assert_ne!(drawn('ż'), drawn('?'), "{:?}", font.size);
            assert_eq!(drawn('ő'), drawn('?'), "{:?}", font.size);
        }
    }
}
