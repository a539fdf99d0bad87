//! The letters and numerals of the screens, turned into columns of bytes as the panels keep them, so that the chip
//! copies bytes where it would otherwise set pixels. Only what the languages need is taken.

use std::convert::Infallible;
use std::fmt::Write;

use embedded_graphics::{
    Drawable, Pixel,
    draw_target::DrawTarget,
    geometry::{OriginDimensions, Point, Size},
    mono_font::{MonoFont, MonoTextStyle, iso_8859_16 as latin},
    pixelcolor::BinaryColor,
    primitives::{Line, Primitive, PrimitiveStyle},
    text::{Baseline, Text},
};
use u8g2_fonts::{
    FontRenderer, fonts,
    types::{FontColor, VerticalPosition},
};

/// Letters that the languages need beside the English ones.
const OTHER_LETTERS: &str = "Èàèìòóùąćęłńśźż";
/// What no language says: only the report of a crash may have it, which is in the finest type.
const UNSAID: &str = "\"#$%&*;<>@[\\]^_`{|}~";
/// What titles say. Others may have the largest type too, as far as these letters go.
const TITLES: &str = " !1:ABCDGHLMNOPRSTUVWabcdefghijklmnoprstuvwxyzłź";
const FIGURES: &str = "+-0123456789";
/// The largest numerals stand alone: no gain has so much room.
const BARE_FIGURES: &str = "0123456789";
/// Letters for the signs, in the order of their codes.
const SIGNS: &str = "✓✕✗";
const SIDE: usize = 96;
/// Where the baseline of a numeral is drawn, so that nothing of it is cut.
const BASE: Point = Point::new(16, 72);

/// One character, drawn.
struct Bitmap([[bool; SIDE]; SIDE]);

impl Bitmap {
    fn new() -> Self {
        Self([[false; SIDE]; SIDE])
    }

    /// Left, top, width and height of what is lit.
    fn inked(&self) -> (usize, usize, usize, usize) {
        let lit = |x: usize, y: usize| self.0[y][x];
        let columns: Vec<_> = (0..SIDE).filter(|&x| (0..SIDE).any(|y| lit(x, y))).collect();
        let rows: Vec<_> = (0..SIDE).filter(|&y| (0..SIDE).any(|x| lit(x, y))).collect();
        match (columns.first(), columns.last(), rows.first(), rows.last()) {
            (Some(left), Some(right), Some(top), Some(low)) => (*left, *top, right - left + 1, low - top + 1),
            _ => (0, 0, 0, 0),
        }
    }
}

impl OriginDimensions for Bitmap {
    fn size(&self) -> Size {
        Size::new_equal(SIDE as u32)
    }
}

impl DrawTarget for Bitmap {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, color) in pixels {
            self.0[at.y as usize][at.x as usize] = color == BinaryColor::On;
        }
        Ok(())
    }
}

/// A face as it is put together.
#[derive(Default)]
struct Face {
    glyphs: String,
    columns: Vec<u8>,
}

impl Face {
    /// `origin`: where in the bitmap the pen was.
    fn add(&mut self, bitmap: &Bitmap, origin: (i32, i32), advance: u32) {
        let (left, top, width, height) = bitmap.inked();
        let (across, down) = match width {
            0 => (0, 0),
            _ => (left as i32 - origin.0, top as i32 - origin.1),
        };
        let at = self.columns.len();
        for row in (0..height).step_by(8) {
            for x in left..left + width {
                let bits = (0..8.min(height - row)).filter(|bit| bitmap.0[top + row + bit][x]);
                self.columns.push(bits.fold(0, |byte, bit| byte | 1 << bit));
            }
        }
        let _ = write!(
            self.glyphs,
            "Glyph {{ left: {across}, top: {down}, width: {width}, height: {height}, advance: {advance}, at: {at} }}, "
        );
    }

    /// `letters`: the name of what it has, in order.
    fn code(&self, letters: &str) -> String {
        format!("Face {{ letters: &{letters}, glyphs: &[{}], columns: &{:?} }}", self.glyphs, self.columns)
    }
}

fn all_letters() -> Vec<char> {
    let mut all: Vec<char> = (' '..='~').chain(OTHER_LETTERS.chars()).collect();
    all.sort_unstable();
    all
}

/// A table of letters as the faces keep it: none of them needs more than 16 bits.
fn table(name: &str, letters: &[char]) -> String {
    let codes: Vec<u32> = letters.iter().map(|&letter| letter.into()).collect();
    format!("static {name}: [u16; {}] = {codes:?};\n", codes.len())
}

fn letters(font: &MonoFont, letters: &[char]) -> Face {
    let mut face = Face::default();
    for letter in letters {
        let mut bitmap = Bitmap::new();
        let style = MonoTextStyle::new(font, BinaryColor::On);
        let _ =
            Text::with_baseline(letter.encode_utf8(&mut [0; 4]), Point::zero(), style, Baseline::Top).draw(&mut bitmap);
        face.add(&bitmap, (0, 0), font.character_size.width);
    }
    face
}

fn numerals(font: &FontRenderer, figures: &str) -> Face {
    let mut face = Face::default();
    for figure in figures.chars() {
        let mut bitmap = Bitmap::new();
        let drawn =
            font.render(figure, BASE, VerticalPosition::Baseline, FontColor::Transparent(BinaryColor::On), &mut bitmap);
        let advance = drawn.map_or(0, |drawn| drawn.advance.x as u32);
        face.add(&bitmap, (BASE.x, BASE.y), advance);
    }
    face
}

/// A sign of thick strokes, in a square of this size.
fn strokes(size: i32, strokes: [[(i32, i32); 2]; 2]) -> Bitmap {
    let mut bitmap = Bitmap::new();
    let thick = (size as u32 / 6).max(2);
    for [from, to] in strokes {
        let line = Line::new(Point::new(from.0 + 8, from.1 + 8), Point::new(to.0 + 8, to.1 + 8));
        let _ = line.into_styled(PrimitiveStyle::with_stroke(BinaryColor::On, thick)).draw(&mut bitmap);
    }
    bitmap
}

fn tick(size: i32) -> Bitmap {
    let low = (size * 3 / 8, size - 2);
    strokes(size, [[(1, size * 5 / 8 - 1), low], [low, (size - 2, 1)]])
}

fn cross(size: i32) -> Bitmap {
    let far = size - 2;
    strokes(size, [[(1, 1), (far, far)], [(far, 1), (1, far)]])
}

/// A large tick, a small cross and a large one.
fn signs() -> Face {
    let mut face = Face::default();
    for (size, bitmap) in [(30, tick(30)), (11, cross(11)), (30, cross(30))] {
        face.add(&bitmap, (8, 8), size);
    }
    face
}

/// The figures 0 to 9, nothing and a dash, all in boxes of one size: those of the widest and the tallest.
fn cells(font: &FontRenderer) -> String {
    let drawn = |figure: char| {
        let mut bitmap = Bitmap::new();
        let ink = FontColor::Transparent(BinaryColor::On);
        let _ = font.render(figure, BASE, VerticalPosition::Baseline, ink, &mut bitmap);
        bitmap
    };
    let mut figures: Vec<_> = ('0'..='9').map(drawn).chain([Bitmap::new(), Bitmap::new()]).collect();
    let digits: Vec<_> = figures[..10].iter().map(Bitmap::inked).collect();
    let width = digits.iter().map(|ink| ink.2).max().unwrap_or(0);
    let top = digits.iter().map(|ink| ink.1).min().unwrap_or(0);
    let height = digits.iter().map(|ink| ink.3).max().unwrap_or(0);
    // The dash of the font is one between figures; this one stands alone.
    for row in &mut figures[11].0[top + height * 7 / 16..top + height * 9 / 16] {
        row[..width].fill(true);
    }
    let mut columns = Vec::new();
    for bitmap in &figures {
        let (left, first, wide, tall) = bitmap.inked();
        let left = left as i32 - (width as i32 - wide as i32) / 2;
        // A figure that hangs a row below the others is drawn a row higher.
        let top = top.max((first + tall).saturating_sub(height));
        for x in left..left + width as i32 {
            let lit = |row: &usize| usize::try_from(x).is_ok_and(|x| bitmap.0[top + row][x]);
            columns.push((0..height).filter(lit).fold(0u32, |column, row| column | 1 << row));
        }
    }
    format!("Cells {{ width: {width}, columns: &{columns:?} }}")
}

/// The code of all faces.
pub fn code() -> String {
    let all = all_letters();
    let said: Vec<_> = all.iter().copied().filter(|&letter| !UNSAID.contains(letter)).collect();
    let titles: Vec<_> = TITLES.chars().collect();
    let mut code = [
        ("ALL", &all),
        ("SAID", &said),
        ("TITLES", &titles),
        ("FIGURES", &FIGURES.chars().collect()),
        ("BARE_FIGURES", &BARE_FIGURES.chars().collect()),
        ("SIGN_LETTERS", &SIGNS.chars().collect()),
    ]
    .map(|(name, letters)| table(name, letters))
    .concat();
    for (name, font, set, chosen) in [
        ("FINE", latin::FONT_5X8, "ALL", &all),
        ("SMALL", latin::FONT_6X10, "SAID", &said),
        ("MIDDLE", latin::FONT_7X13_BOLD, "SAID", &said),
        ("LARGE", latin::FONT_9X15_BOLD, "SAID", &said),
        ("HUGE", latin::FONT_10X20, "TITLES", &titles),
    ] {
        let _ = writeln!(code, "pub static {name}: Face = {};", letters(&font, chosen).code(set));
    }
    let bare = FontRenderer::new::<fonts::u8g2_font_fub42_tn>();
    let signed = [
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
    let _ = writeln!(code, "/// Largest first.\npub static NUMERALS: [Face; {}] = [", 1 + signed.len());
    let _ = writeln!(code, "{},", numerals(&bare, BARE_FIGURES).code("BARE_FIGURES"));
    for font in &signed {
        let _ = writeln!(code, "{},", numerals(font, FIGURES).code("FIGURES"));
    }
    code.push_str("];\n");
    let _ = writeln!(code, "pub static SIGNS: Face = {};", signs().code("SIGN_LETTERS"));
    for (name, font) in [
        ("FLAT_CELLS", FontRenderer::new::<fonts::u8g2_font_fub25_tn>()),
        ("TALL_CELLS", FontRenderer::new::<fonts::u8g2_font_fub30_tn>()),
    ] {
        let _ = writeln!(code, "pub static {name}: Cells = {};", cells(&font));
    }
    code
}
