//! Votes as a picture: the cards in a row, and under each the marks of those who voted for it.

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::Rectangle,
};

use super::frame::Canvas;
use super::mark::Fill;
use super::pen::{DARK, LIT, area};
use crate::rules::{Card, MAX_CARDS};
use crate::scene::Spread;

/// Sizes of a mark, largest first.
const MARKS: [Size; 6] =
    [Size::new(19, 17), Size::new(17, 14), Size::new(15, 12), Size::new(13, 10), Size::new(9, 9), Size::new(9, 7)];

/// How the columns lie for one size of marks.
struct Layout {
    mark: Size,
    rows: u32,
    widths: [u32; MAX_CARDS],
    /// Space left over, shared out between the columns.
    gap: u32,
    left: u32,
    head: u32,
}

impl Layout {
    fn new(spread: &Spread, place: Rectangle, mark: Size, head: u32) -> Option<Self> {
        let rows = place.size.height.checked_sub(head + 1)? / (mark.height + 1);
        if rows == 0 {
            return None;
        }
        let mut widths = [0; MAX_CARDS];
        for card in Card::first(spread.cards) {
            let votes = u32::from(spread.voters[card.index()].len());
            let columns = votes.div_ceil(rows);
            // A card that nobody chose only needs its number.
            let number = if head < 11 { 9 } else { 13.min(mark.width) };
            widths[card.index()] = match columns {
                0 => number.min(mark.width),
                _ => columns * (mark.width + 1) - 1,
            };
        }
        let count = u32::from(spread.cards.max(1));
        let needed = widths.iter().sum::<u32>() + count - 1;
        let spare = place.size.width.checked_sub(needed)?;
        let gap = 1 + (spare / count).min(8);
        let used = needed + (gap - 1) * (count - 1);
        Some(Self { mark, rows, widths, gap, left: (place.size.width - used) / 2, head })
    }
}

impl Canvas<'_> {
    /// The spread as large as its box allows; `told` is shown as found.
    pub fn spread(&mut self, spread: &Spread, told: Option<Card>, place: Rectangle) {
        let heads = [14, 11, 9].into_iter();
        let layouts = MARKS.iter().flat_map(|mark| heads.clone().map(move |head| (mark, head)));
        let Some(layout) = layouts
            .filter(|(mark, head)| *head >= mark.height.min(14))
            .find_map(|(mark, head)| Layout::new(spread, place, *mark, head))
            .or_else(|| Layout::new(spread, place, MARKS[MARKS.len() - 1], 9))
        else {
            self.spill();
            return;
        };
        let mut x = place.top_left.x + layout.left as i32;
        for card in Card::first(spread.cards) {
            let width = layout.widths[card.index()];
            self.column(spread, card, told, Point::new(x, place.top_left.y), width, &layout);
            x += (width + layout.gap) as i32;
        }
    }

    fn column(&mut self, spread: &Spread, card: Card, told: Option<Card>, at: Point, width: u32, layout: &Layout) {
        let head = Rectangle::new(at, Size::new(width, layout.head));
        self.card(card, head, if told == Some(card) { Fill::Full } else { Fill::Outline });
        if spread.red == Some(card) {
            self.red(head);
        }
        for (nth, seat) in spread.voters[card.index()].iter().enumerate() {
            let (column, row) = (nth as u32 / layout.rows, nth as u32 % layout.rows);
            let to = Point::new(
                (column * (layout.mark.width + 1)) as i32,
                (layout.head + 2 + row * (layout.mark.height + 1)) as i32,
            );
            self.seat(seat, Rectangle::new(at + to, layout.mark), Fill::Full);
        }
    }

    /// The red token cancels a card: a bar through it.
    fn red(&mut self, card: Rectangle) {
        let middle = card.top_left.y + card.size.height as i32 / 2;
        self.rectangle(area(card.top_left.x, middle - 2, card.size.width, 5), DARK);
        self.rectangle(area(card.top_left.x - 1, middle - 1, card.size.width + 2, 3), LIT);
    }
}
