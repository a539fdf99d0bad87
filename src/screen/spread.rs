//! Votes as a picture: the cards in a row, and under each the marks of those who voted for it.

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle},
};

use super::frame::Canvas;
use super::mark::{Fill, outlined};
use super::text::{LIT, figures};
use crate::rules::{Card, MAX_CARDS};
use crate::scene::Spread;

/// Sizes of a mark, largest first; the last is a bare number.
const MARKS: [Size; 9] = [
    Size::new(24, 24),
    Size::new(19, 22),
    Size::new(19, 17),
    Size::new(17, 14),
    Size::new(15, 12),
    Size::new(13, 10),
    Size::new(11, 9),
    Size::new(9, 7),
    BARE,
];
const BARE: Size = Size::new(7, 5);
/// A card that nobody chose, where there is no room for its number.
const SLIM: u32 = 3;

/// What the number of a card from 10 on needs.
const TWO_FIGURES: u32 = 9;

/// How the columns lie for one size of marks.
struct Layout {
    mark: Size,
    rows: u32,
    widths: [u32; MAX_CARDS],
    gap: u32,
    left: u32,
    head: u32,
}

impl Layout {
    /// The largest that fits.
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
            let named = !slim || story_card == Some(card) || spread.red() == Some(card);
            widths[card.index()] = match votes.div_ceil(rows) {
                0 if !named => SLIM,
                0 if card.number() < 10 => mark.width.min(head),
                0 => mark.width.min(head + 2).max(TWO_FIGURES),
                columns => (columns * (mark.width + 1) - 1).max(if card.number() < 10 { 0 } else { TWO_FIGURES }),
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
        // The card that was told, or where there is none the one under the red token, whose votes count for nothing.
        let red = spread.red() == Some(card);
        let chosen = story_card == Some(card) || red;
        if width <= SLIM {
            self.draw(&head.into_styled(outlined(1)));
        } else {
            self.card(card, head, if chosen { Fill::Full } else { Fill::Outline });
        }
        for (nth, seat) in spread.voters(card).iter().enumerate() {
            let (column, row) = (nth as u32 / layout.rows, nth as u32 % layout.rows);
            let to = Point::new(
                (column * (layout.mark.width + 1)) as i32,
                (layout.head + 2 + row * (layout.mark.height + 1)) as i32,
            );
            let place = Rectangle::new(at + to, layout.mark);
            if layout.mark == BARE {
                self.numeral(&figures(seat.number()), place, LIT);
            } else {
                self.seat(seat, place, if red { Fill::Outline } else { Fill::Full });
            }
        }
    }
}
