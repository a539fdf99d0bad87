//! A number that a player turns. It has a place of fixed size on its screen, which is always sent as a whole, so that
//! the traffic does not reveal which number was dialled.

use embedded_graphics::{
    geometry::{Point, Size},
    pixelcolor::BinaryColor,
    primitives::{Primitive, PrimitiveStyle, Rectangle},
};
use u8g2_fonts::{FontRenderer, fonts};

use super::difference::Window;
use super::frame::{Canvas, area};
use super::text::{DARK, LIT, Measure, figures, measure};
use super::view::View;

/// Place and font of a turned number.
pub struct Place {
    font: FontRenderer,
    /// As wide as the widest number. Its rows stay in their pages when the picture is shifted.
    area: Rectangle,
    /// The rows of the area that a border crosses, with the lowest bit on top.
    border: u32,
}

/// The upper and the lower edge of a card on a flat screen.
const FLAT_BORDER: u32 = 1 | 1 << 30;
/// The places in a card on a seat's flat screen, for one digit or two.
pub static FLAT: [Place; 2] = [
    Place { font: FontRenderer::new::<fonts::u8g2_font_fub25_tn>(), area: area(95, 0, 19, 31), border: FLAT_BORDER },
    Place { font: FontRenderer::new::<fonts::u8g2_font_fub25_tn>(), area: area(86, 0, 38, 31), border: FLAT_BORDER },
];
/// The places in a card on a tall screen, for one digit or two.
pub static TALL: [Place; 2] = [
    Place { font: FontRenderer::new::<fonts::u8g2_font_fub30_tn>(), area: area(84, 16, 22, 31), border: 0 },
    Place { font: FontRenderer::new::<fonts::u8g2_font_fub30_tn>(), area: area(73, 16, 44, 31), border: 0 },
];
/// The places of a score being corrected, of up to two digits and of three.
pub static SCORE: Place =
    Place { font: FontRenderer::new::<fonts::u8g2_font_fub25_tn>(), area: area(76, 8, 44, 28), border: 0 };
pub static LONG_SCORE: Place =
    Place { font: FontRenderer::new::<fonts::u8g2_font_fub20_tr>(), area: area(76, 8, 44, 28), border: 0 };

/// How a number looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownNumber {
    /// `None` is a dash.
    pub number: Option<u16>,
    /// Dark on a lit background.
    pub dark: bool,
}

impl Place {
    pub const fn area(&self) -> Rectangle {
        self.area
    }

    pub const fn border(&self) -> u32 {
        self.border
    }

    /// The number's block of bytes in a view's picture, on a screen with `pages` pages.
    pub fn block<S>(&self, view: &View<S>, pages: usize) -> Window {
        let (rows, columns, shift) = (self.area.rows(), self.area.columns(), view.shift().x);
        let block = Window {
            first_page: (rows.start / 8) as u8,
            last_page: (rows.end / 8) as u8,
            first_column: (columns.start + shift) as u8,
            last_column: (columns.end - 1 + shift) as u8,
        };
        if view.rotated { block.rotated(pages) } else { block }
    }

    /// Draws the number on its background.
    pub fn draw(&self, canvas: &mut Canvas, shown: ShownNumber) {
        let ink = if shown.dark { DARK } else { LIT };
        match shown.number {
            Some(number) => self.figures(canvas, &figures(number), ink),
            None => {
                let dash = Rectangle::with_center(self.area.center(), Size::new(17, 3));
                canvas.draw(&dash.into_styled(PrimitiveStyle::with_fill(ink)));
            }
        }
    }

    /// Draws the digits. A digit keeps its place while another one changes.
    fn figures(&self, canvas: &mut Canvas, text: &str, color: BinaryColor) {
        let Measure { ink, advance } = measure(&self.font, text);
        canvas.note_figure(ink.size.height);
        let Size { width, height } = self.area.size;
        let right = (width as i32 - advance).div_euclid(2);
        let down = (height as i32 - ink.size.height as i32) / 2 - ink.top_left.y;
        canvas.figures(&self.font, text, self.area.top_left + Point::new(right, down), color);
    }
}
