//! The fonts, and which letters a language needs. Letters are embedded-graphics' fixed fonts of the X Window System
//! (public domain). Figures are u8g2's: FreeUniversal (SIL Open Font License) down to 17 pixels, then the X Window
//! System's Helvetica (free for any use with its notice) and the smallest, seven pixels high, of u8g2's own.

use embedded_graphics::mono_font::{
    MonoFont, iso_8859_15 as western, iso_8859_16 as eastern,
    mapping::{GlyphMapping, ISO_8859_15, ISO_8859_16},
};
use u8g2_fonts::{FontRenderer, fonts};

use crate::words::Language;

/// Letters in five sizes, largest first; each has the same letters.
pub type Letters = [MonoFont<'static>; 5];

static WESTERN: Letters = [
    MonoFont { glyph_mapping: &western_index, ..western::FONT_10X20 },
    MonoFont { glyph_mapping: &western_index, ..western::FONT_9X15_BOLD },
    MonoFont { glyph_mapping: &western_index, ..western::FONT_7X13_BOLD },
    MonoFont { glyph_mapping: &western_index, ..western::FONT_6X10 },
    MonoFont { glyph_mapping: &western_index, ..western::FONT_5X8 },
];
static EASTERN: Letters = [
    MonoFont { glyph_mapping: &eastern_index, ..eastern::FONT_10X20 },
    MonoFont { glyph_mapping: &eastern_index, ..eastern::FONT_9X15_BOLD },
    MonoFont { glyph_mapping: &eastern_index, ..eastern::FONT_7X13_BOLD },
    MonoFont { glyph_mapping: &eastern_index, ..eastern::FONT_6X10 },
    MonoFont { glyph_mapping: &eastern_index, ..eastern::FONT_5X8 },
];

fn western_index(letter: char) -> usize {
    ascii_index(letter).unwrap_or_else(|| ISO_8859_15.index(letter))
}

fn eastern_index(letter: char) -> usize {
    ascii_index(letter).unwrap_or_else(|| ISO_8859_16.index(letter))
}

/// Both sets begin with ASCII. The crate looks for every letter from the first on, which takes longer than drawing it.
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
pub fn figure_height(font: &MonoFont) -> u32 {
    // Measured by the tests from the pixels; capitals and figures stand on the baseline and are as high as each other.
    match font.character_size.height {
        0..=8 => 6,
        9..=10 => 7,
        11..=13 => 9,
        14..=15 => 10,
        _ => 13,
    }
}

/// Whether a font has all letters of a text.
pub fn has(font: &MonoFont, text: &str) -> bool {
    let index = |letter| font.glyph_mapping.index(letter);
    // What a font lacks is drawn as the sign that it has for that.
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

/// The letters of seats, up to the largest that a mark on any screen has room for.
pub static CAPITALS: [FontRenderer; 7] = [
    FontRenderer::new::<fonts::u8g2_font_fub20_tr>(),
    FontRenderer::new::<fonts::u8g2_font_fub17_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB14_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB12_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB10_tr>(),
    FontRenderer::new::<fonts::u8g2_font_helvB08_tr>(),
    // The squeezed one has a G like a 6.
    FontRenderer::new::<fonts::u8g2_font_6x10_tr>(),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows in which any figure of a font is lit.
    fn lit_rows(font: &MonoFont) -> u32 {
        use embedded_graphics::{mono_font::MonoTextStyle, pixelcolor::BinaryColor, prelude::*, text::Text};
        let mut rows = std::collections::BTreeSet::new();
        let style = MonoTextStyle::new(font, BinaryColor::On);
        struct Rows<'a>(&'a mut std::collections::BTreeSet<i32>);
        impl OriginDimensions for Rows<'_> {
            fn size(&self) -> Size {
                Size::new(256, 64)
            }
        }
        impl DrawTarget for Rows<'_> {
            type Color = BinaryColor;
            type Error = core::convert::Infallible;
            fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
                self.0.extend(pixels.into_iter().filter(|pixel| pixel.1.is_on()).map(|pixel| pixel.0.y));
                Ok(())
            }
        }
        let Ok(_) = Text::new("0123456789", Point::new(0, 32), style).draw(&mut Rows(&mut rows));
        rows.len() as u32
    }

    #[test]
    fn figures_are_as_high_as_they_are_said_to_be() {
        for font in WESTERN.iter().chain(&EASTERN) {
            assert_eq!(lit_rows(font), figure_height(font), "{:?}", font.character_size);
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
