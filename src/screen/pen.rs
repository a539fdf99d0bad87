//! Letters and numerals on a canvas. Whatever is written names its box and takes the largest type that fits there
//! and has its letters; what fits in none is a spill, which no scene may cause in any language.

use core::fmt::Write;

use embedded_graphics::{geometry::Point, pixelcolor::BinaryColor};

use super::face::{self, Face, NUMERALS};
use super::frame::Canvas;
use super::place::Place;

pub const LIT: BinaryColor = BinaryColor::On;
pub const DARK: BinaryColor = BinaryColor::Off;

/// Sizes of letters; all but the largest have those of English, Italian and Polish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Fine,
    Small,
    Middle,
    Large,
    Huge,
}

/// How something is written in its box.
#[derive(Clone, Copy)]
pub struct Style {
    /// Then all smaller ones are tried.
    largest: Type,
    align: Align,
    ink: BinaryColor,
}

pub const ANY: Style = Style::new(Type::Huge);
pub const BOLD: Style = Style::new(Type::Large);
pub const PLAIN: Style = Style::new(Type::Middle);
pub const LITTLE: Style = Style::new(Type::Small);
pub const FINE: Style = Style::new(Type::Fine);

impl Style {
    /// From the left, lit.
    const fn new(largest: Type) -> Self {
        Self { largest, align: Align::Left, ink: LIT }
    }

    pub const fn centre(self) -> Self {
        Self { align: Align::Centre, ..self }
    }

    pub const fn right(self) -> Self {
        Self { align: Align::Right, ..self }
    }

    pub const fn dark(self) -> Self {
        self.ink(DARK)
    }

    pub const fn ink(self, ink: BinaryColor) -> Self {
        Self { ink, ..self }
    }
}

impl Type {
    /// This one and all smaller ones, largest first.
    fn and_smaller(self) -> impl Iterator<Item = Self> {
        [Self::Huge, Self::Large, Self::Middle, Self::Small, Self::Fine]
            .into_iter()
            .skip_while(move |kind| *kind != self)
    }

    const fn face(self) -> &'static Face {
        match self {
            Self::Fine => &face::FINE,
            Self::Small => &face::SMALL,
            Self::Middle => &face::MIDDLE,
            Self::Large => &face::LARGE,
            Self::Huge => &face::HUGE,
        }
    }

    /// From one letter to the next; all letters of a type have it alike.
    const fn advance(self) -> u32 {
        match self {
            Self::Fine => 5,
            Self::Small => 6,
            Self::Middle => 7,
            Self::Large => 9,
            Self::Huge => 10,
        }
    }

    /// From one line to the next.
    const fn height(self) -> u32 {
        match self {
            Self::Fine => 8,
            Self::Small => 10,
            Self::Middle => 13,
            Self::Large => 15,
            Self::Huge => 20,
        }
    }

    /// How many letters a line of this width holds.
    const fn letters(self, width: u32) -> usize {
        (width / self.advance()) as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Align {
    Left,
    Centre,
    Right,
}

/// A few figures as text.
pub type Figures = heapless::String<8>;

pub fn figures(number: impl Into<i32>) -> Figures {
    written(number.into(), "")
}

/// With its sign, as a gain is written.
pub fn signed(number: impl Into<i32>) -> Figures {
    written(number.into(), "+")
}

fn written(number: i32, plus: &str) -> Figures {
    let mut text = Figures::new();
    let sign = if number < 0 { "-" } else { plus };
    let _ = write!(text, "{sign}{}", number.unsigned_abs());
    text
}

impl Canvas<'_> {
    /// One line, in the middle of the height of its box.
    pub fn line(&mut self, text: &str, area: Place, style: Style) {
        let letters = text.chars().count();
        let fits = |kind: &Type| {
            let room = kind.letters(area.width()) >= letters && snug(*kind) <= area.height();
            room && kind.face().has(text)
        };
        let Some(kind) = style.largest.and_smaller().find(fits) else {
            self.spill();
            return;
        };
        let y = area.y() + (area.height() as i32 - kind.height() as i32).div_euclid(2);
        self.letters(text, letters, area, y, kind, style);
    }

    /// Words broken into lines, in the middle of the height of their box.
    pub fn paragraph(&mut self, text: &str, area: Place, style: Style) {
        for kind in style.largest.and_smaller() {
            let most = kind.letters(area.width());
            let Some(lines) = Lines::count(text, most) else { continue };
            let height = (lines as u32 - 1) * kind.height() + snug(kind);
            if height > area.height() || !kind.face().has(text) {
                continue;
            }
            let mut y = area.y() + (area.height() as i32 - (lines as u32 * kind.height()) as i32).div_euclid(2);
            for line in Lines::new(text, most) {
                self.letters(line, line.chars().count(), area, y, kind, style);
                y += kind.height() as i32;
            }
            return;
        }
        self.spill();
    }

    /// Text of any length broken anywhere, from the top; what does not fit is left out.
    pub fn listing(&mut self, text: &str, area: Place) {
        let kind = Type::Fine;
        let most = kind.letters(area.width()).max(1);
        let mut rest = text;
        let mut y = area.y();
        while !rest.is_empty() && y + kind.height() as i32 <= area.y() + area.height() as i32 {
            let end = rest.char_indices().nth(most).map_or(rest.len(), |(index, _)| index);
            let (line, after) = cut(rest, end);
            self.letters(line, most, area, y, kind, FINE);
            rest = after;
            y += kind.height() as i32;
        }
    }

    /// Figures as large as their box allows, in the middle of it.
    pub fn numeral(&mut self, text: &str, area: Place, ink: BinaryColor) {
        for face in NUMERALS.iter().filter(|face| face.height() <= area.height()) {
            let Some(inked) = face.inked(text) else { continue };
            if inked.size.width > area.width() || inked.size.height > area.height() {
                continue;
            }
            let slack = area.size() - inked.size;
            let middle = Point::new(slack.width as i32 / 2, slack.height as i32 / 2);
            self.write(text, face, area.corner() + middle - inked.top_left, ink);
            return;
        }
        self.spill();
    }

    fn letters(&mut self, text: &str, count: usize, area: Place, y: i32, kind: Type, style: Style) {
        let slack = area.width() as i32 - (count as u32 * kind.advance()) as i32;
        let x = area.x()
            + match style.align {
                Align::Left => 0,
                Align::Centre => slack / 2,
                Align::Right => slack,
            };
        self.write(text, kind.face(), Point::new(x, y), style.ink);
    }
}

/// The height that a line needs: its ascenders and descenders reach neither end of the cell in the larger types.
const fn snug(kind: Type) -> u32 {
    match kind {
        Type::Fine => 7,
        Type::Small => 9,
        Type::Middle => 12,
        Type::Large => 14,
        Type::Huge => 18,
    }
}

/// A text broken at its spaces into lines of so many letters at the most.
struct Lines<'a> {
    rest: &'a str,
    most: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str, most: usize) -> Self {
        Self { rest: text, most }
    }

    fn cut(&mut self, end: usize) -> &'a str {
        let (line, rest) = cut(self.rest, end);
        self.rest = rest.trim_start_matches([' ', '\n']);
        line
    }

    /// `None` where a single word is longer than a line.
    fn count(text: &'a str, most: usize) -> Option<usize> {
        let words_fit = text.split([' ', '\n']).all(|word| word.chars().count() <= most);
        (words_fit && most > 0 && !text.is_empty()).then(|| Self::new(text, most).count())
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let mut end = None;
        for (count, (index, letter)) in self.rest.char_indices().enumerate() {
            if letter == '\n' && count <= self.most {
                end = Some(index);
                break;
            }
            if letter == ' ' && count <= self.most {
                end = Some(index);
            }
            if count >= self.most {
                return Some(self.cut(end.unwrap_or(index)));
            }
        }
        let newline = end.filter(|&end| cut(self.rest, end).1.starts_with('\n'));
        Some(self.cut(newline.unwrap_or(self.rest.len())))
    }
}

/// Text before and after a place. An index would bring along, for a mistake that cannot happen, the code that words it.
fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}
