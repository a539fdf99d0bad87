//! Letters and figures on a canvas. All text is given an area and takes the largest font that fits there; text that
//! fits in none is an overflow, which no scene may cause in any language.

use core::fmt::Write;

use embedded_graphics::{
    draw_target::DrawTarget,
    geometry::{Point, Size},
    pixelcolor::BinaryColor,
    primitives::Rectangle,
};
use u8g2_fonts::{
    FontRenderer,
    types::{FontColor, VerticalPosition},
};

use super::fonts::{self, CAPITALS, FIGURES, Font, LETTERS};
use super::frame::Canvas;
use crate::rules::Seat;

pub const LIT: BinaryColor = BinaryColor::On;
pub const DARK: BinaryColor = BinaryColor::Off;

/// How text is written in its area.
#[derive(Clone, Copy)]
pub struct Style {
    /// Index of the largest letter size to try; then all smaller ones are tried.
    largest: usize,
    /// Index of the smallest size allowed.
    smallest: usize,
    alignment: Alignment,
    color: BinaryColor,
}

#[derive(Clone, Copy)]
enum Alignment {
    Left,
    Centre,
    Right,
}

pub const ANY: Style = Style::new(0);
pub const BOLD: Style = Style::new(1);
pub const PLAIN: Style = Style::new(2);
pub const LITTLE: Style = Style::new(3);
pub const FINE: Style = Style::new(4);

impl Style {
    /// Left-aligned, lit.
    const fn new(largest: usize) -> Self {
        Self { largest, smallest: 4, alignment: Alignment::Left, color: LIT }
    }

    pub const fn centre(self) -> Self {
        Self { alignment: Alignment::Centre, ..self }
    }

    pub const fn right(self) -> Self {
        Self { alignment: Alignment::Right, ..self }
    }

    /// Never uses the finest letters, so that the text is readable across the table.
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

/// A few digits as text.
pub type Figures = heapless::String<8>;

pub fn figures(number: impl Into<i32>) -> Figures {
    let mut text = Figures::new();
    let _ = write!(text, "{}", number.into());
    text
}

/// A number with its sign, as a gain is written.
pub fn signed(number: impl Into<i32>) -> Figures {
    let mut text = Figures::new();
    let _ = write!(text, "{:+}", number.into());
    text
}

impl Canvas<'_> {
    /// One line, vertically centred in its area.
    pub fn line(&mut self, text: &str, area: Rectangle, style: Style) {
        self.write(text, area, style, |text, font| (text.chars().count(), font.size.height));
    }

    /// Text broken into lines, except at no-break spaces, vertically centred in its area.
    pub fn paragraph(&mut self, text: &str, area: Rectangle, style: Style) {
        self.write(text, area, style, |text, font| {
            let longest_word = text.split([' ', '\n']).map(|word| word.chars().count()).max();
            let lines = lines(text, columns(font, area)).count() as u32;
            (longest_word.unwrap_or(0), lines * font.size.height)
        });
    }

    /// Writes `text` in the largest font that fits. `measure` returns the longest run of letters that cannot be broken,
    /// and the height of the text.
    fn write(&mut self, text: &str, area: Rectangle, style: Style, measure: impl Fn(&str, &Font) -> (usize, u32)) {
        // Figures have to be read across the table, and the finest letters are too low for that.
        let has_figures = text.contains(|letter: char| letter.is_ascii_digit());
        let sizes = if has_figures { FINE.largest } else { style.smallest + 1 };
        let fitting = LETTERS[..sizes].iter().skip(style.largest).find_map(|font| {
            let (letters, height) = measure(text, font);
            let width = letters as u32 * font.size.width;
            (width <= area.size.width && height - air(font) <= area.size.height).then_some((font, height))
        });
        let Some((font, height)) = fitting else {
            return self.overflow();
        };
        // For the tests only: looking up every letter twice takes time.
        if cfg!(debug_assertions) && !fonts::has(text) {
            self.overflow();
        }
        if has_figures {
            self.note_figure(fonts::figure_height(font));
        }
        let down = (area.size.height as i32 - height as i32).div_euclid(2);
        let mut at = area.top_left + Point::new(0, down);
        for line in lines(text, columns(font, area)) {
            let slack = area.size.width as i32 - (line.chars().count() as u32 * font.size.width) as i32;
            let left = match style.alignment {
                Alignment::Left => 0,
                Alignment::Centre => (slack + 1) / 2,
                Alignment::Right => slack,
            };
            self.letters(line, at + Point::new(left, 0), font, style.color);
            at.y += font.size.height as i32;
        }
    }

    /// The letters of one line.
    fn letters(&mut self, line: &str, at: Point, font: &Font, color: BinaryColor) {
        let columns = line.chars().flat_map(|letter| font.columns(letter));
        for (x, column) in (at.x..).zip(columns) {
            self.letter_column(Point::new(x, at.y), column, color);
        }
    }

    /// A few words as large as their area allows, made by enlarging every pixel of the boldest letters.
    pub fn shout(&mut self, text: &str, area: Rectangle, color: BinaryColor) {
        let lines = || text.lines();
        let longest = lines().map(|line| line.chars().count()).max().unwrap_or(0) as u32;
        let sizes = [(3, BOLD), (3, PLAIN), (2, BOLD), (2, PLAIN), (2, LITTLE)];
        let fitting = sizes.into_iter().find(|(scale, style)| {
            let letter = LETTERS[style.largest].size;
            let height = scale * (letter.height * lines().count() as u32 - air(&LETTERS[style.largest]));
            scale * letter.width * longest <= area.size.width && height <= area.size.height + 2
        });
        let Some((scale, style)) = fitting else {
            return self.overflow();
        };
        let font = &LETTERS[style.largest];
        if cfg!(debug_assertions) && !fonts::has(text) {
            self.overflow();
        }
        let letter = font.size * scale;
        let height = letter.height as i32 * lines().count() as i32;
        let mut y = area.top_left.y + (area.size.height as i32 - height).div_euclid(2);
        for line in lines() {
            let width = letter.width as i32 * line.chars().count() as i32;
            let x = area.top_left.x + (area.size.width as i32 - width) / 2;
            let columns = line.chars().flat_map(|letter| font.columns(letter));
            for (x, column) in (x..).step_by(scale as usize).zip(columns) {
                for row in (0..font.size.height).filter(|row| column >> row & 1 != 0) {
                    let square = Rectangle::new(Point::new(x, y + (row * scale) as i32), Size::new_equal(scale));
                    let Ok(()) = self.fill_solid(&square, color);
                }
            }
            y += letter.height as i32;
        }
    }

    /// Text of any length in fine letters, from the top; what does not fit is left out.
    pub fn listing(&mut self, text: &str, area: Rectangle) {
        let font = &LETTERS[FINE.largest];
        let rows = area.rows().step_by(font.size.height as usize).take((area.size.height / font.size.height) as usize);
        for (y, line) in rows.zip(lines(text, columns(font, area))) {
            self.letters(line, Point::new(area.top_left.x, y), font, LIT);
        }
    }

    /// Figures as large as their area allows, centred in it.
    pub fn numeral(&mut self, text: &str, area: Rectangle, color: BinaryColor) {
        self.numeral_in(text, area, color, |slack| slack / 2);
    }

    /// Figures as large as their area allows, left-aligned in it.
    pub fn numeral_from_left(&mut self, text: &str, area: Rectangle, color: BinaryColor) {
        self.numeral_in(text, area, color, |slack| Size::new(0, slack.height / 2));
    }

    fn numeral_in(&mut self, text: &str, area: Rectangle, color: BinaryColor, place: impl Fn(Size) -> Size) {
        // Measuring is slow, so skip fonts that are too tall: digits are at most one row shorter than the ascent.
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

    /// A seat's letter as large as its area allows, centred in it. All letters get the same size there.
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

    /// Figures of one font, from a pen position on their baseline.
    pub fn figures(&mut self, font: &FontRenderer, text: &str, pen: Point, color: BinaryColor) {
        if font.render(text, pen, VerticalPosition::Baseline, FontColor::Transparent(color), self).is_err() {
            self.overflow();
        }
    }
}

/// How many letters of a font fit side by side in an area.
fn columns(font: &Font, area: Rectangle) -> usize {
    (area.size.width / font.size.width) as usize
}

/// The lines of a text, each of at most `columns` letters: broken at spaces, and within a word only if the word alone
/// is too long.
fn lines(text: &str, columns: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let text = rest?;
        let mut space = None;
        for (column, (at, letter)) in text.char_indices().enumerate() {
            let (end, next) = match (letter, space) {
                ('\n', _) => (at, at + 1),
                (' ', _) if column < columns => {
                    space = Some(at);
                    continue;
                }
                (' ', _) => (at, at + 1),
                (_, Some(space)) if column == columns => (space, space + 1),
                (_, None) if column == columns.max(1) => (at, at),
                _ => continue,
            };
            rest = text.get(next..);
            return text.get(..end);
        }
        rest = None;
        Some(text)
    })
}

/// Number of rows of a line that its letters leave free: text may stick out of its area by that many.
fn air(font: &Font) -> u32 {
    1 + font.size.height / 20
}

/// Dimensions of figures, for a pen at the origin.
pub struct Measure {
    /// The area that the figures cover.
    pub ink: Rectangle,
    /// Where the pen ends: the same for all numbers with equally many digits.
    pub advance: i32,
}

/// Returns a size larger than any screen if the font lacks a figure.
pub fn measure(font: &FontRenderer, text: &str) -> Measure {
    match font.get_rendered_dimensions(text, Point::zero(), VerticalPosition::Baseline) {
        Ok(drawn) => Measure { ink: drawn.bounding_box.unwrap_or(Rectangle::zero()), advance: drawn.advance.x },
        Err(_) => Measure { ink: Rectangle::new(Point::zero(), Size::new_equal(u32::MAX)), advance: 0 },
    }
}
