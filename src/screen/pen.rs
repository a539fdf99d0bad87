//! Letters and numerals on a canvas. Whatever is written names its box and takes the largest type that fits there;
//! what fits in none is a spill, which no scene may cause in any language.

use core::fmt::Write;

use embedded_graphics::{
    geometry::{Point, Size},
    pixelcolor::BinaryColor,
    primitives::Rectangle,
};

use super::face::{self, Face, NUMERALS};
use super::frame::Canvas;

pub const LIT: BinaryColor = BinaryColor::On;
pub const DARK: BinaryColor = BinaryColor::Off;

/// Sizes of letters; all have those of English, Italian and Polish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Fine,
    Small,
    Middle,
    Large,
    Huge,
}

/// Types to try, largest first.
pub type Types = &'static [Type];

pub const ANY: Types = &[Type::Huge, Type::Large, Type::Middle, Type::Small, Type::Fine];
pub const BOLD: Types = &[Type::Large, Type::Middle, Type::Small, Type::Fine];
pub const PLAIN: Types = &[Type::Middle, Type::Small, Type::Fine];
pub const FINE: Types = &[Type::Fine];
pub const LITTLE: Types = &[Type::Small, Type::Fine];

impl Type {
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
pub enum Align {
    Left,
    Centre,
    Right,
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
    /// One line, in the middle of the height of its box.
    pub fn line(&mut self, text: &str, area: Rectangle, types: Types, align: Align, ink: BinaryColor) {
        let letters = text.chars().count();
        let fits = |kind: &&Type| kind.letters(area.size.width) >= letters && snug(**kind) <= area.size.height;
        let Some(&kind) = types.iter().find(fits) else {
            self.spill();
            return;
        };
        let y = area.top_left.y + (area.size.height as i32 - kind.height() as i32).div_euclid(2);
        self.letters(text, letters, area, y, kind, align, ink);
    }

    /// Words broken into lines, in the middle of the height of their box.
    pub fn paragraph(&mut self, text: &str, area: Rectangle, types: Types, align: Align, ink: BinaryColor) {
        for &kind in types {
            let most = kind.letters(area.size.width);
            let Some(lines) = Lines::count(text, most) else { continue };
            let height = (lines as u32 - 1) * kind.height() + snug(kind);
            if height > area.size.height {
                continue;
            }
            let mut y =
                area.top_left.y + (area.size.height as i32 - (lines as u32 * kind.height()) as i32).div_euclid(2);
            for line in Lines::new(text, most) {
                self.letters(line, line.chars().count(), area, y, kind, align, ink);
                y += kind.height() as i32;
            }
            return;
        }
        self.spill();
    }

    /// Text of any length broken anywhere, from the top; what does not fit is left out.
    pub fn listing(&mut self, text: &str, area: Rectangle) {
        let kind = Type::Fine;
        let most = kind.letters(area.size.width).max(1);
        let mut rest = text;
        let mut y = area.top_left.y;
        while !rest.is_empty() && y + kind.height() as i32 <= area.top_left.y + area.size.height as i32 {
            let end = rest.char_indices().nth(most).map_or(rest.len(), |(index, _)| index);
            let (line, after) = cut(rest, end);
            self.letters(line, most, area, y, kind, Align::Left, LIT);
            rest = after;
            y += kind.height() as i32;
        }
    }

    /// Figures as large as their box allows, in the middle of it.
    pub fn numeral(&mut self, text: &str, area: Rectangle, ink: BinaryColor) {
        for face in NUMERALS.iter().filter(|face| face.height() <= area.size.height) {
            let Some(inked) = face.inked(text) else { continue };
            if inked.size.width > area.size.width || inked.size.height > area.size.height {
                continue;
            }
            let slack = area.size - inked.size;
            let middle = Point::new(slack.width as i32 / 2, slack.height as i32 / 2);
            self.write(text, face, area.top_left + middle - inked.top_left, ink);
            return;
        }
        self.spill();
    }

    #[allow(clippy::too_many_arguments)]
    fn letters(
        &mut self,
        text: &str,
        count: usize,
        area: Rectangle,
        y: i32,
        kind: Type,
        align: Align,
        ink: BinaryColor,
    ) {
        let slack = area.size.width as i32 - (count as u32 * kind.advance()) as i32;
        let x = area.top_left.x
            + match align {
                Align::Left => 0,
                Align::Centre => slack / 2,
                Align::Right => slack,
            };
        if cfg!(debug_assertions) && !kind.face().has(text) {
            self.spill();
        }
        self.write(text, kind.face(), Point::new(x, y), ink);
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

/// A box by its corner and size.
pub const fn area(x: i32, y: i32, width: u32, height: u32) -> Rectangle {
    Rectangle { top_left: Point::new(x, y), size: Size::new(width, height) }
}
