//! What happened: all votes, the verdict, whose cards got votes, and past rounds.

use core::fmt::Write;

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle},
};

use super::frame::{Canvas, area, columns, rows};
use super::mark::{FILLED, Fill};
use super::spread::spread_fits;
use super::text::{ANY, DARK, Figures, LIT, LITTLE, PLAIN, figures, signed};
use crate::rules::{Card, CardSet, MAX_CARDS, Seat, SeatSet};
use crate::scene::shared::{Owner, PastRound, Verdict, Votes};
use crate::scene::{More, PastPage};
use crate::words::{Text, Words};

pub fn votes(canvas: &mut Canvas, votes: &Votes, room: Rectangle) {
    canvas.spread(&votes.spread, None, room);
}

/// First one word that can be read across the table, then which card it was and who found it.
pub fn verdict(canvas: &mut Canvas, words: &Words, verdict: &Verdict, room: Rectangle) {
    match verdict.verdict {
        Some(said) if verdict.loud => {
            canvas.draw(&room.into_styled(FILLED));
            canvas.shout((words.shout)(said), room.offset(-1), DARK);
        }
        _ => canvas.spread(&verdict.spread, verdict.story_card, room),
    }
}

pub fn owner(canvas: &mut Canvas, words: &Words, owner: &Owner, room: Rectangle) {
    let (card, rest) = columns(room, room.size.height * 2 / 3 + 3);
    canvas.card(owner.card, columns(card, card.size.width - 3).0, Fill::Outline);
    let (head, rest) = rows(rest, 13);
    canvas.line(words.whose_is_it, head, PLAIN);
    if let (Some(seat), true) = (owner.only, owner.dialled.is_none_or(|dialled| owner.only == Some(dialled))) {
        // A question, not a statement: an outline and a question mark.
        let height = rest.size.height;
        let (mark, question) = columns(columns(rest, 22).1, height);
        canvas.seat(seat, mark, Fill::Outline);
        return canvas.line("?", columns(columns(question, 4).1, 20).0, ANY);
    }
    if let Some(seat) = owner.dialled {
        let middle = (rest.size.width as i32 - rest.size.height as i32) / 2;
        let at = rest.top_left + Point::new(middle, 0);
        canvas.seat(seat, Rectangle::new(at, Size::new_equal(rest.size.height)), Fill::Full);
        return canvas.turnable(More::BOTH, rest, rest.top_left.y + (rest.size.height as i32 - 15) / 2, 15);
    }
    // The number of cards still to come is said in words: a bare number beside marks would read as points.
    let left = owner.left.saturating_sub(1);
    let (asked, low) = rows(rest, rest.size.height - if left > 0 { 10 } else { 0 });
    let known = Card::first(MAX_CARDS as u8).filter_map(|card| Some((card, owner.owners[card.index()]?)));
    let asked = match known.clone().next().is_some() && owner.candidates.len() <= 5 && asked.size.height >= 24 {
        true => {
            let (asked, low) = rows(asked, asked.size.height - 12);
            owners(canvas, known, owner.certain, low);
            asked
        }
        false => asked,
    };
    candidates(canvas, owner.candidates, asked);
    if left > 0 {
        let mut text = Text::new();
        let _ = words.more_cards(&mut text, left);
        canvas.line(&text, low, LITTLE);
    }
}

/// The owners of the other cards, as many as fit; an outline if the owner was deduced.
fn owners(canvas: &mut Canvas, known: impl Iterator<Item = (Card, Seat)>, certain: CardSet, place: Rectangle) {
    let Point { mut x, y } = place.top_left;
    for (card, seat) in known {
        let figure = if card.number() < 10 { 5 } else { 9 };
        if x + figure + 10 > 127 {
            return;
        }
        canvas.numeral(&figures(card.number()), area(x, y + 3, figure as u32, 7), LIT);
        let fill = if certain.has(card) { Fill::Outline } else { Fill::Full };
        canvas.seat(seat, area(x + figure + 1, y, 9, 11), fill);
        x += figure + 13;
    }
}

/// Draws the seats that may own the card, with question marks: nobody is named yet.
fn candidates(canvas: &mut Canvas, seats: SeatSet, place: Rectangle) {
    let mut text = Text::new();
    let many = seats.len() > 5;
    for (nth, seat) in seats.iter().enumerate() {
        let (before, after) = if many { ("", "") } else { (if nth == 0 { "" } else { " " }, "?") };
        let _ = write!(text, "{before}{}{after}", seat.letter());
    }
    if many {
        let _ = text.push_str(" ?");
    }
    canvas.paragraph(&text, place, ANY);
}

pub fn past_round(canvas: &mut Canvas, words: &Words, past: &PastRound, room: Rectangle) {
    let mut text = Text::new();
    let _ = write!(text, "{} {}/{}", words.round, u32::from(past.number), u32::from(past.of));
    let (_, rest) = rows(room, 11);
    // If many have voted twice, the votes need all the room; the round's number is on the other page.
    let few = spread_fits(&past.spread, past.story_card, rows(rest, 1).1);
    let votes = if few { rows(rest, 1).1 } else { room };
    if few || past.page != PastPage::Votes {
        canvas.line(&text, area(0, 0, 103, 10), LITTLE);
        canvas.balloon(Point::new(104, 1));
        canvas.seat(past.storyteller.seat, area(118, 0, 9, 11), Fill::Full);
    }
    let gained = |seat: Seat| past.gained[seat.index()];
    match past.page {
        PastPage::Votes => canvas.spread(&past.spread, past.story_card, votes),
        PastPage::Gains => {
            let lines = if past.seats.len() > 8 { 3 } else { 2 };
            let pitch = rest.size.height as i32 / lines;
            // Three lines are too close for ears.
            let ears = pitch >= 12;
            for (nth, seat) in past.seats.iter().enumerate() {
                let (x, y) = ((nth % 4) as i32 * 32, 12 + (nth / 4) as i32 * pitch);
                match ears {
                    true => {
                        let fill = if gained(seat) > 0 { Fill::Full } else { Fill::Outline };
                        canvas.seat(seat, area(x, y, 11, 12), fill);
                    }
                    false => canvas.letter(seat, area(x + 2, y, 7, 7), LIT),
                }
                canvas.numeral(&signed(gained(seat)), area(x + 12, y + if ears { 2 } else { 0 }, 19, 7), LIT);
            }
        }
    }
}

/// Number of seats with their points that fit side by side.
pub const IN_A_ROW: u8 = 6;

impl Canvas<'_> {
    pub fn row_of_points(&mut self, seats: impl Iterator<Item = Seat>, y: i32, points: impl Fn(Seat) -> Figures) {
        for (nth, seat) in seats.take(IN_A_ROW.into()).enumerate() {
            let x = nth as i32 * 21;
            self.letter(seat, area(x, y, 5, 7), LIT);
            // Close to its letter, and away from the next one.
            self.numeral_from_left(&points(seat), area(x + 6, y, 15, 7), LIT);
        }
    }
}
