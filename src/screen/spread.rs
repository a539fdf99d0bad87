//! Votes as a picture: the cards in a row, and under each the marks of those who voted for it.

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle},
};

use super::frame::Canvas;
use super::mark::{FILLED, Fill};
use super::text::{LIT, figures};
use crate::rules::{Card, MAX_CARDS};
use crate::scene::Spread;

/// Sizes of a mark, largest first; the last is a plain letter.
const MARKS: [Size; 8] = [
    Size::new(22, 28),
    Size::new(19, 24),
    Size::new(17, 20),
    Size::new(15, 17),
    Size::new(13, 15),
    Size::new(11, 13),
    Size::new(9, 11),
    BARE,
];
const BARE: Size = Size::new(5, 7);

/// Width of a card's number, up to 9 and from 10 on; a little less without a box around it.
const ONE_FIGURE: u32 = 7;
const TWO_FIGURES: u32 = 11;
const BOX: u32 = 2;

/// The columns for one size of marks.
struct Layout {
    mark: Size,
    rows: u32,
    widths: [u32; MAX_CARDS],
    gap: u32,
    left: u32,
    head: u32,
}

impl Layout {
    /// The largest layout that fits.
    fn largest(spread: &Spread, story_card: Option<Card>, place: Rectangle) -> Option<Self> {
        let sizes = MARKS.iter().flat_map(|mark| [false, true].map(|slim| (*mark, slim)));
        sizes.into_iter().find_map(|(mark, slim)| Self::new(spread, story_card, place, mark, slim))
    }

    fn new(spread: &Spread, story_card: Option<Card>, place: Rectangle, mark: Size, slim: bool) -> Option<Self> {
        let head = mark.height.clamp(9, 15);
        let rows = place.size.height.checked_sub(head + 1)? / (mark.height + 1);
        if rows == 0 {
            return None;
        }
        let mut widths = [0; MAX_CARDS];
        for card in spread.cards() {
            let votes = u32::from(spread.voters(card).len());
            let least = if card.number() < 10 { ONE_FIGURE } else { TWO_FIGURES };
            widths[card.index()] = match votes.div_ceil(rows) {
                0 if slim && !is_chosen(spread, card, story_card) => least - BOX,
                0 => mark.width.min(head).max(least),
                columns => (columns * (mark.width + 1) - 1).max(least),
            };
        }
        let count = (spread.cards().count() as u32).max(1);
        let needed = widths.iter().sum::<u32>() + count - 1;
        let spare = place.size.width.checked_sub(needed)?;
        let gap = 1 + (spare / count).min(8);
        let used = needed + (gap - 1) * (count - 1);
        Some(Self { mark, rows, widths, gap, left: (place.size.width - used) / 2, head })
    }
}

/// True for the storyteller's card or, if there is none, the one under the red token, whose votes count for nothing.
fn is_chosen(spread: &Spread, card: Card, story_card: Option<Card>) -> bool {
    story_card == Some(card) || spread.red() == Some(card)
}

/// True if the spread can be laid out in `place`.
pub fn spread_fits(spread: &Spread, story_card: Option<Card>, place: Rectangle) -> bool {
    Layout::largest(spread, story_card, place).is_some()
}

impl Canvas<'_> {
    /// The spread as large as its box allows; the story card is shown as found.
    pub fn spread(&mut self, spread: &Spread, story_card: Option<Card>, place: Rectangle) {
        let Some(layout) = Layout::largest(spread, story_card, place) else {
            self.overflow();
            return;
        };
        let mut x = place.top_left.x + layout.left as i32;
        for card in spread.cards() {
            let width = layout.widths[card.index()];
            self.column(spread, card, story_card, Point::new(x, place.top_left.y), width, &layout);
            x += (width + layout.gap) as i32;
        }
    }

    fn column(
        &mut self,
        spread: &Spread,
        card: Card,
        story_card: Option<Card>,
        at: Point,
        width: u32,
        layout: &Layout,
    ) {
        let head = Rectangle::new(at, Size::new(width, layout.head));
        let red = spread.red() == Some(card);
        let least = if card.number() < 10 { ONE_FIGURE } else { TWO_FIGURES };
        if width < least {
            let Size { width, height } = head.size;
            self.numeral(&figures(card.number()), Rectangle::new(at, Size::new(width, height - 2)), LIT);
            let low = Rectangle::new(at + Point::new(0, height as i32 - 1), Size::new(width, 1));
            self.draw(&low.into_styled(FILLED));
        } else {
            self.card(card, head, if is_chosen(spread, card, story_card) { Fill::Full } else { Fill::Outline });
        }
        for (nth, seat) in spread.voters(card).iter().enumerate() {
            let (column, row) = (nth as u32 / layout.rows, nth as u32 % layout.rows);
            let to = Point::new(
                (column * (layout.mark.width + 1)) as i32,
                (layout.head + 2 + row * (layout.mark.height + 1)) as i32,
            );
            let place = Rectangle::new(at + to, layout.mark);
            if layout.mark == BARE {
                self.letter(seat, place, LIT);
            } else {
                self.seat(seat, place, if red { Fill::Outline } else { Fill::Full });
            }
        }
    }
}
