//! Letters and figures on a canvas. Whatever is written names its area and takes the largest font that fits there;
//! what fits in none is an overflow, which no scene may cause in any language.

use core::fmt::Write;

use embedded_graphics::{
    geometry::{Point, Size},
    mono_font::{MonoFont, MonoTextStyle},
    pixelcolor::BinaryColor,
    primitives::Rectangle,
};
use embedded_text::{TextBox, alignment::HorizontalAlignment, style::TextBoxStyle};
use u8g2_fonts::{
    FontRenderer,
    types::{FontColor, VerticalPosition},
};

use super::fonts::{self, FIGURES};
use super::frame::Canvas;

pub const LIT: BinaryColor = BinaryColor::On;
pub const DARK: BinaryColor = BinaryColor::Off;

/// How something is written in its area.
#[derive(Clone, Copy)]
pub struct Style {
    /// Its place among the letters' sizes; then all smaller ones are tried.
    largest: usize,
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
        Self { largest, alignment: HorizontalAlignment::Left, color: LIT }
    }

    pub const fn centre(self) -> Self {
        Self { alignment: HorizontalAlignment::Center, ..self }
    }

    pub const fn right(self) -> Self {
        Self { alignment: HorizontalAlignment::Right, ..self }
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

    /// Words broken into lines, in the middle of the height of their area.
    pub fn paragraph(&mut self, text: &str, area: Rectangle, style: Style) {
        self.write(text, area, style, |text, font| {
            let longest_word = text.split_whitespace().map(|word| word.chars().count()).max();
            let letters = MonoTextStyle::new(font, style.color);
            let height = TextBoxStyle::default().measure_text_height(&letters, text, area.size.width);
            (longest_word.unwrap_or(0), height)
        });
    }

    /// `measure` tells how many letters cannot be parted, and the height of the text.
    fn write(&mut self, text: &str, area: Rectangle, style: Style, measure: impl Fn(&str, &MonoFont) -> (usize, u32)) {
        let fitting = self.letters.iter().skip(style.largest).find_map(|font| {
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
        let down = (area.size.height as i32 - height as i32).div_euclid(2);
        let lines = Rectangle::new(area.top_left + Point::new(0, down), Size::new(area.size.width, height));
        let letters = MonoTextStyle::new(font, style.color);
        self.draw(&TextBox::with_alignment(text, lines, letters, style.alignment));
    }

    /// Text of any length in fine letters, from the top; what does not fit is left out.
    pub fn listing(&mut self, text: &str, area: Rectangle) {
        let letters = MonoTextStyle::new(&self.letters[FINE.largest], LIT);
        self.draw(&TextBox::new(text, area, letters));
    }

    /// Figures as large as their area allows, in the middle of it.
    pub fn numeral(&mut self, text: &str, area: Rectangle, color: BinaryColor) {
        // Measuring takes time, and most fonts are plainly too tall: figures are at most a row lower than the ascent.
        let mut low = FIGURES.iter().filter(|font| font.get_ascent() as u32 <= area.size.height + 1);
        let fitting = low.find_map(|font| {
            let ink = measure(font, text).ink;
            (ink.size.width <= area.size.width && ink.size.height <= area.size.height).then_some((font, ink))
        });
        let Some((font, ink)) = fitting else {
            return self.overflow();
        };
        self.figures(font, text, area.top_left + (area.size - ink.size) / 2 - ink.top_left, color);
    }

    /// Figures of one font, from a pen on their baseline.
    pub fn figures(&mut self, font: &FontRenderer, text: &str, pen: Point, color: BinaryColor) {
        if font.render(text, pen, VerticalPosition::Baseline, FontColor::Transparent(color), self).is_err() {
            self.overflow();
        }
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
