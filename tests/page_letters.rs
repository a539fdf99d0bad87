//! The glyphs by which the simulator's page reads the screens aloud, taken from the fonts that the firmware draws with.
//! `UPDATE_PICTURES=1` rewrites the file.

use std::{collections::BTreeMap, fs, path::Path};

use embedded_graphics::{
    Pixel,
    geometry::{OriginDimensions, Point, Size},
    mono_font::{MonoFont, MonoTextStyle, iso_8859_15 as western, iso_8859_16 as eastern},
    pixelcolor::BinaryColor,
    prelude::*,
    text::{Baseline, Text},
};
use serde::Serialize;
use u8g2_fonts::{
    FontRenderer, fonts,
    types::{FontColor, VerticalPosition},
};

const FILE: &str = "simulator/src/page/letters.json";
const SIDE: usize = 80;

#[derive(Serialize)]
struct Letters {
    /// Fixed-width fonts, largest first.
    letters: Vec<Font>,
    /// Figures, each cropped to its lit pixels, largest first.
    figures: Vec<BTreeMap<char, Vec<String>>>,
    /// The letters in the marks of seats, cropped and ordered like `figures`.
    seats: Vec<BTreeMap<char, Vec<String>>>,
}

#[derive(Serialize)]
struct Font {
    width: u32,
    height: u32,
    /// Each row is a hexadecimal number whose highest bit is the leftmost pixel. Rows of dots and hashes would be
    /// easier to read but eight times as long.
    glyphs: BTreeMap<char, Vec<String>>,
}

struct Canvas([[bool; SIDE]; SIDE]);

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(SIDE as u32, SIDE as u32)
    }
}

impl DrawTarget for Canvas {
    type Color = BinaryColor;
    type Error = core::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
        for Pixel(at, color) in pixels {
            self.0[at.y as usize][at.x as usize] = color.is_on();
        }
        Ok(())
    }
}

fn rows(canvas: &Canvas, left: usize, top: usize, width: usize, height: usize) -> Vec<String> {
    let number = |y: usize| (left..left + width).fold(0u64, |bits, x| bits << 1 | u64::from(canvas.0[y][x]));
    (top..top + height).map(|y| format!("{:x}", number(y))).collect()
}

fn letters(both: [MonoFont; 2]) -> Font {
    let Size { width, height } = both[0].character_size;
    let mut glyphs = BTreeMap::new();
    for font in &both {
        let index = |letter| font.glyph_mapping.index(letter);
        let lacking = index(char::REPLACEMENT_CHARACTER);
        for letter in ('!'..'\u{2200}').filter(|&letter| letter == '?' || index(letter) != lacking) {
            let mut canvas = Canvas([[false; SIDE]; SIDE]);
            let text = letter.to_string();
            let style = MonoTextStyle::new(font, BinaryColor::On);
            Text::with_baseline(&text, Point::zero(), style, Baseline::Top).draw(&mut canvas).unwrap();
            let drawn = rows(&canvas, 0, 0, width as usize, height as usize);
            if drawn.iter().any(|row| row != "0") {
                glyphs.insert(letter, drawn);
            }
        }
    }
    Font { width, height, glyphs }
}

fn figures(font: FontRenderer) -> BTreeMap<char, Vec<String>> {
    inked(font, '0'..='9')
}

fn seats(font: FontRenderer) -> BTreeMap<char, Vec<String>> {
    inked(font, 'A'..='L')
}

fn inked(font: FontRenderer, signs: std::ops::RangeInclusive<char>) -> BTreeMap<char, Vec<String>> {
    let figure = |figure: char| {
        let mut canvas = Canvas([[false; SIDE]; SIDE]);
        let pen = Point::new(10, 60);
        font.render(figure, pen, VerticalPosition::Baseline, FontColor::Transparent(BinaryColor::On), &mut canvas)
            .unwrap();
        let lit = |y: usize, x: usize| canvas.0[y][x];
        let columns: Vec<usize> = (0..SIDE).filter(|&x| (0..SIDE).any(|y| lit(y, x))).collect();
        let lines: Vec<usize> = (0..SIDE).filter(|&y| (0..SIDE).any(|x| lit(y, x))).collect();
        let (left, top) = (columns[0], lines[0]);
        let (right, low) = (columns[columns.len() - 1], lines[lines.len() - 1]);
        let mut drawn = vec![format!("{:x}", right + 1 - left)];
        drawn.extend(rows(&canvas, left, top, right + 1 - left, low + 1 - top));
        (figure, drawn)
    };
    signs.map(figure).collect()
}

#[test]
fn the_page_knows_the_letters_of_the_firmware() {
    let page = Letters {
        letters: vec![
            letters([western::FONT_10X20, eastern::FONT_10X20]),
            letters([western::FONT_9X15_BOLD, eastern::FONT_9X15_BOLD]),
            letters([western::FONT_7X13_BOLD, eastern::FONT_7X13_BOLD]),
            letters([western::FONT_6X10, eastern::FONT_6X10]),
            letters([western::FONT_5X8, eastern::FONT_5X8]),
        ],
        figures: vec![
            figures(FontRenderer::new::<fonts::u8g2_font_fub42_tn>()),
            figures(FontRenderer::new::<fonts::u8g2_font_fub35_tn>()),
            figures(FontRenderer::new::<fonts::u8g2_font_fub30_tn>()),
            figures(FontRenderer::new::<fonts::u8g2_font_fub25_tn>()),
            figures(FontRenderer::new::<fonts::u8g2_font_fub20_tr>()),
            figures(FontRenderer::new::<fonts::u8g2_font_fub17_tr>()),
            figures(FontRenderer::new::<fonts::u8g2_font_helvB14_tr>()),
            figures(FontRenderer::new::<fonts::u8g2_font_helvB12_tr>()),
            figures(FontRenderer::new::<fonts::u8g2_font_helvB10_tr>()),
            figures(FontRenderer::new::<fonts::u8g2_font_helvB08_tr>()),
        ],
        seats: vec![
            seats(FontRenderer::new::<fonts::u8g2_font_fub20_tr>()),
            seats(FontRenderer::new::<fonts::u8g2_font_fub17_tr>()),
            seats(FontRenderer::new::<fonts::u8g2_font_helvB14_tr>()),
            seats(FontRenderer::new::<fonts::u8g2_font_helvB12_tr>()),
            seats(FontRenderer::new::<fonts::u8g2_font_helvB10_tr>()),
            seats(FontRenderer::new::<fonts::u8g2_font_helvB08_tr>()),
            seats(FontRenderer::new::<fonts::u8g2_font_6x10_tr>()),
        ],
    };
    let written = serde_json::to_string(&page).unwrap() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(&file, &written).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == written,
        "{FILE} is not what the fonts draw; UPDATE_PICTURES=1 cargo test --test page_letters renews it"
    );
}
