//! Letters and figures on a canvas. Whatever is written names its area and takes the largest font that fits there;
//! what fits in none is an overflow, which no scene may cause in any language.

use core::convert::Infallible;
use core::fmt::Write;

use embedded_graphics::{
    Drawable, Pixel,
    draw_target::DrawTarget,
    geometry::{OriginDimensions, Point, Size},
    mono_font::{MonoFont, MonoTextStyle},
    pixelcolor::BinaryColor,
    primitives::Rectangle,
    text::{Baseline, Text},
};
use embedded_text::{TextBox, alignment::HorizontalAlignment, style::TextBoxStyle};
use u8g2_fonts::{
    FontRenderer,
    types::{FontColor, VerticalPosition},
};

use super::fonts::{self, CAPITALS, FIGURES};
use super::frame::Canvas;
use crate::rules::Seat;

pub const LIT: BinaryColor = BinaryColor::On;
pub const DARK: BinaryColor = BinaryColor::Off;

/// How something is written in its area.
#[derive(Clone, Copy)]
pub struct Style {
    /// Its place among the letters' sizes; then all smaller ones are tried.
    largest: usize,
    /// And no smaller one than this.
    smallest: usize,
    alignment: HorizontalAlignment,
    color: BinaryColor,
}

pub const ANY: Style = Style::new(0);
pub const BOLD: Style = Style::new(1);
pub const PLAIN: Style = Style::new(2);
pub const LITTLE: Style = Style::new(3);
pub const FINE: Style = Style::new(4);

impl Style {
    /// From the left, lit.
    const fn new(largest: usize) -> Self {
        Self { largest, smallest: 4, alignment: HorizontalAlignment::Left, color: LIT }
    }

    pub const fn centre(self) -> Self {
        Self { alignment: HorizontalAlignment::Center, ..self }
    }

    pub const fn right(self) -> Self {
        Self { alignment: HorizontalAlignment::Right, ..self }
    }

    /// Read across the table: never in the finest letters.
    pub const fn no_finer(self) -> Self {
        Self { smallest: 3, ..self }
    }

    pub const fn dark(self) -> Self {
        self.color(DARK)
    }

    pub const fn color(self, color: BinaryColor) -> Self {
        Self { color, ..self }
    }
}

/// A few figures as text.
pub type Figures = heapless::String<8>;

pub fn figures(number: impl Into<i32>) -> Figures {
    let mut text = Figures::new();
    let _ = write!(text, "{}", number.into());
    text
}

/// With its sign, as a gain is written.
pub fn signed(number: impl Into<i32>) -> Figures {
    let mut text = Figures::new();
    let _ = write!(text, "{:+}", number.into());
    text
}

impl Canvas<'_> {
    /// One line, in the middle of the height of its area.
    pub fn line(&mut self, text: &str, area: Rectangle, style: Style) {
        self.write(text, area, style, |text, font| (text.chars().count(), font.character_size.height));
    }

    /// Words broken into lines, but not at a no-break space, in the middle of the height of their area.
    pub fn paragraph(&mut self, text: &str, area: Rectangle, style: Style) {
        self.write(text, area, style, |text, font| {
            let longest_word = text.split([' ', '\n']).map(|word| word.chars().count()).max();
            let letters = MonoTextStyle::new(font, style.color);
            let height = TextBoxStyle::default().measure_text_height(&letters, text, area.size.width);
            (longest_word.unwrap_or(0), height)
        });
    }

    /// `measure` tells how many letters cannot be parted, and the height of the text.
    fn write(&mut self, text: &str, area: Rectangle, style: Style, measure: impl Fn(&str, &MonoFont) -> (usize, u32)) {
        // Figures have to be read across the table, and the finest letters are too low for that.
        let has_figures = text.contains(|letter: char| letter.is_ascii_digit());
        let sizes = if has_figures { FINE.largest } else { style.smallest + 1 };
        let fitting = self.letters[..sizes].iter().skip(style.largest).find_map(|font| {
            let (letters, height) = measure(text, font);
            let width = letters as u32 * font.character_size.width;
            (width <= area.size.width && height - air(font) <= area.size.height).then_some((font, height))
        });
        let Some((font, height)) = fitting else {
            return self.overflow();
        };
        // For the tests alone: looking up every letter twice takes time.
        if cfg!(debug_assertions) && !fonts::has(font, text) {
            self.overflow();
        }
        if has_figures {
            self.note_figure(fonts::figure_height(font));
        }
        let down = (area.size.height as i32 - height as i32).div_euclid(2);
        let lines = Rectangle::new(area.top_left + Point::new(0, down), Size::new(area.size.width, height));
        let letters = MonoTextStyle::new(font, style.color);
        self.draw(&TextBox::with_alignment(text, lines, letters, style.alignment));
    }

    /// A word or a few as large as their area allows, by making every pixel of the boldest letters larger.
    pub fn shout(&mut self, text: &str, area: Rectangle, color: BinaryColor) {
        let lines = || text.lines();
        let longest = lines().map(|line| line.chars().count()).max().unwrap_or(0) as u32;
        let sizes = [(3, BOLD), (3, PLAIN), (2, BOLD), (2, PLAIN), (2, LITTLE)];
        let fitting = sizes.into_iter().find(|(scale, style)| {
            let letter = self.letters[style.largest].character_size;
            let height = scale * (letter.height * lines().count() as u32 - air(&self.letters[style.largest]));
            scale * letter.width * longest <= area.size.width && height <= area.size.height + 2
        });
        let Some((scale, style)) = fitting else {
            return self.overflow();
        };
        let font = &self.letters[style.largest];
        if cfg!(debug_assertions) && !fonts::has(font, text) {
            self.overflow();
        }
        let letter = font.character_size * scale;
        let height = letter.height as i32 * lines().count() as i32;
        let mut y = area.top_left.y + (area.size.height as i32 - height).div_euclid(2);
        for line in lines() {
            let width = letter.width as i32 * line.chars().count() as i32;
            let x = area.top_left.x + (area.size.width as i32 - width) / 2;
            let mut enlarged = Enlarged { canvas: self, at: Point::new(x, y), scale, color };
            let letters = MonoTextStyle::new(font, LIT);
            let drawn = Text::with_baseline(line, Point::zero(), letters, Baseline::Top).draw(&mut enlarged);
            let Ok(_) = drawn;
            y += letter.height as i32;
        }
    }

    /// Text of any length in fine letters, from the top; what does not fit is left out.
    pub fn listing(&mut self, text: &str, area: Rectangle) {
        let letters = MonoTextStyle::new(&self.letters[FINE.largest], LIT);
        self.draw(&TextBox::new(text, area, letters));
    }

    /// Figures as large as their area allows, in the middle of it.
    pub fn numeral(&mut self, text: &str, area: Rectangle, color: BinaryColor) {
        self.numeral_in(text, area, color, |slack| slack / 2);
    }

    /// The same at the left edge.
    pub fn numeral_from_left(&mut self, text: &str, area: Rectangle, color: BinaryColor) {
        self.numeral_in(text, area, color, |slack| Size::new(0, slack.height / 2));
    }

    fn numeral_in(&mut self, text: &str, area: Rectangle, color: BinaryColor, place: impl Fn(Size) -> Size) {
        // Measuring takes time, and most fonts are plainly too tall: figures are at most a row lower than the ascent.
        let mut low = FIGURES.iter().filter(|font| font.get_ascent() as u32 <= area.size.height + 1);
        let fitting = low.find_map(|font| {
            let ink = measure(font, text).ink;
            (ink.size.width <= area.size.width && ink.size.height <= area.size.height).then_some((font, ink))
        });
        let Some((font, ink)) = fitting else {
            return self.overflow();
        };
        if !text.is_empty() {
            self.note_figure(ink.size.height);
        }
        self.figures(font, text, area.top_left + place(area.size - ink.size) - ink.top_left, color);
    }

    /// A seat's letter as large as its area allows, in the middle of it. All letters take the same size there.
    pub fn letter(&mut self, seat: Seat, area: Rectangle, color: BinaryColor) {
        let mut low = CAPITALS.iter().filter(|font| font.get_ascent() as u32 <= area.size.height + 1);
        let font = low.find(|font| {
            let widest = measure(font, "G").ink.size;
            widest.width <= area.size.width && widest.height <= area.size.height
        });
        let Some(font) = font else {
            return self.overflow();
        };
        let mut bytes = [0; 4];
        let text = &*seat.letter().encode_utf8(&mut bytes);
        let ink = measure(font, text).ink;
        self.note_figure(ink.size.height);
        let slack = Point::new(
            (area.size.width as i32 - ink.size.width as i32).div_euclid(2),
            (area.size.height as i32 - ink.size.height as i32).div_euclid(2),
        );
        self.figures(font, text, area.top_left + slack - ink.top_left, color);
    }

    /// Figures of one font, from a pen on their baseline.
    pub fn figures(&mut self, font: &FontRenderer, text: &str, pen: Point, color: BinaryColor) {
        if font.render(text, pen, VerticalPosition::Baseline, FontColor::Transparent(color), self).is_err() {
            self.overflow();
        }
    }
}

/// Every lit pixel becomes a square.
struct Enlarged<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    at: Point,
    scale: u32,
    color: BinaryColor,
}

impl OriginDimensions for Enlarged<'_, '_> {
    fn size(&self) -> Size {
        self.canvas.size() / self.scale
    }
}

impl DrawTarget for Enlarged<'_, '_> {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, _) in pixels.into_iter().filter(|pixel| pixel.1.is_on()) {
            let square = Rectangle::new(self.at + at * self.scale as i32, Size::new_equal(self.scale));
            self.canvas.fill_solid(&square, self.color)?;
        }
        Ok(())
    }
}

/// The rows of a line that its letters leave free: text may stick out of its area by these.
fn air(font: &MonoFont) -> u32 {
    1 + font.character_size.height / 20
}

/// How large figures are, for a pen at the origin.
pub struct Measure {
    /// What they cover.
    pub ink: Rectangle,
    /// Where the pen ends up: as far for all numbers of so many figures.
    pub advance: i32,
}

/// Larger than any screen where the font lacks a figure.
pub fn measure(font: &FontRenderer, text: &str) -> Measure {
    match font.get_rendered_dimensions(text, Point::zero(), VerticalPosition::Baseline) {
        Ok(drawn) => Measure { ink: drawn.bounding_box.unwrap_or(Rectangle::zero()), advance: drawn.advance.x },
        Err(_) => Measure { ink: Rectangle::new(Point::zero(), Size::new_equal(u32::MAX)), advance: 0 },
    }
}
