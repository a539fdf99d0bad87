//! The fonts, and which letters a language needs. Letters are embedded-graphics' fixed fonts of the X Window System
//! (public domain). Figures are u8g2's: FreeUniversal (SIL Open Font License) down to 17 pixels, then the X Window
//! System's Helvetica (free for any use with its notice) and the smallest of u8g2's own.

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

/// Whether a font has all letters of a text.
pub fn has(font: &MonoFont, text: &str) -> bool {
    let index = |letter| font.glyph_mapping.index(letter);
    // What a font lacks is drawn as the sign that it has for that.
    let lacking = index(char::REPLACEMENT_CHARACTER);
    text.chars().all(|letter| matches!(letter, '\n' | '?') || index(letter) != lacking)
}

/// Figures, largest first.
pub static FIGURES: [FontRenderer; 12] = [
    FontRenderer::new::<fonts::u8g2_font_fub42_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub35_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub30_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub25_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub20_tn>(),
    FontRenderer::new::<fonts::u8g2_font_fub17_tn>(),
    FontRenderer::new::<fonts::u8g2_font_helvB14_tn>(),
    FontRenderer::new::<fonts::u8g2_font_helvB12_tn>(),
    FontRenderer::new::<fonts::u8g2_font_helvB10_tn>(),
    FontRenderer::new::<fonts::u8g2_font_helvB08_tn>(),
    FontRenderer::new::<fonts::u8g2_font_5x7_tn>(),
    FontRenderer::new::<fonts::u8g2_font_micro_tn>(),
];

#[cfg(test)]
mod tests {
    use super::*;

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
