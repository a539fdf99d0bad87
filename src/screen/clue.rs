//! The clue, the fullest screen of a game: who tells, what to lay, the scores, and how the last clue went.

use core::fmt::Write;

use embedded_graphics::{geometry::Point, primitives::Rectangle};

use super::frame::{Canvas, area};
use super::mark::Fill;
use super::text::{LIT, LITTLE, PLAIN};
use crate::rules::{Card, Seat, SeatSet};
use crate::scene::shared::{Clue, Standing};
use crate::words::{Text, Words};

/// Height of a line of text.
const LINE: u32 = 9;

pub fn clue(canvas: &mut Canvas, words: &Words, clue: &Clue, room: Rectangle) {
    if clue.partner_gives {
        return team(canvas, words, clue);
    }
    let strip = room.size.height as i32 - 9;
    canvas.seat(clue.storyteller.seat, area(0, 0, 22, strip as u32 - 1), Fill::Full);
    if clue.is_last {
        canvas.balloon(Point::new(25, 0));
        canvas.line(words.last_round, area(38, 0, 89, 10), PLAIN);
    } else {
        let mut text = Text::new();
        let _ = write!(text, "{} {}", words.round, u32::from(clue.round));
        let round = text.chars().count() as u32 * 6;
        canvas.line(words.tells, area(25, 0, 102 - round - 2, 10), PLAIN);
        canvas.line(&text, area(127 - round as i32, 0, round, 10), LITTLE);
    }
    let lay = (words.cards_each)(clue.give);
    match clue.blind {
        true => {
            canvas.line(words.speak_first, area(25, LINE as i32, 102, 10), LITTLE);
            let low = if clue.new_pile { words.new_pile } else { lay };
            canvas.line(low, area(25, 2 * LINE as i32, 102, 10), LITTLE);
        }
        false => {
            canvas.line(lay, area(25, LINE as i32, 102, 10), LITTLE);
            match clue.new_pile {
                true => canvas.line(words.new_pile, area(25, strip - 9, 102, 9), LITTLE),
                false => row_of_cards(canvas, clue.cards, area(25, strip - 9, 102, 9)),
            }
        }
    }
    low(canvas, words, clue, strip);
}

/// The clue in Team: there is more to say about who lays what, and less room for the rest.
fn team(canvas: &mut Canvas, words: &Words, clue: &Clue) {
    canvas.seat(clue.storyteller.seat, area(0, 0, 17, 19), Fill::Full);
    let mut cards = Text::new();
    let _ = words.card_a_team(&mut cards, clue.cards);
    let tells = if clue.storyteller.second { words.partner_tells } else { words.one_of_you_tells };
    let other_votes = match (clue.new_pile, clue.is_last) {
        (true, _) => words.new_pile,
        (false, true) => words.last_round,
        (false, false) => words.other_votes,
    };
    for (nth, line) in [tells, &cards, other_votes].into_iter().enumerate() {
        if nth == 0 && clue.has_takers() {
            takes(canvas, words, clue, 19, 0);
            continue;
        }
        canvas.line(line, area(19, (nth as u32 * LINE) as i32, 108, 10), LITTLE);
    }
    if clue.skipping.is_empty() {
        canvas.line(words.partner_too, area(19, 27, 108, 10), LITTLE);
    } else {
        skipping(canvas, words, clue, 19, 27);
    }
    // Who leads, below the mark.
    let Standing { leaders, most, .. } = clue.standing;
    if let Some(leader) = leaders.iter().next() {
        canvas.crown(Point::new(0, 21), 9);
        canvas.letter(leader, area(11, 20, 6, 7), LIT);
        let mut text = Text::new();
        let _ = write!(text, "{}", u32::from(most));
        canvas.line(&text, area(0, 27, 18, 10), LITTLE);
    }
}

/// The last row: who has to take cards, who sits this round out, or who leads; then the distance to the goal, and how
/// the table received the last clue.
fn low(canvas: &mut Canvas, words: &Words, clue: &Clue, y: i32) {
    if clue.has_takers() || !clue.skipping.is_empty() {
        let x = if clue.has_takers() { takes(canvas, words, clue, 0, y) + 4 } else { 0 };
        if !clue.skipping.is_empty() {
            skipping(canvas, words, clue, x, y);
        }
        return;
    }
    let Standing { leaders, most, goal } = clue.standing;
    let mut x = 0;
    if !leaders.is_empty() {
        canvas.crown(Point::new(0, y + 1), 11);
        x = 13;
        let width = 7 * u32::from(leaders.len().min(2));
        canvas.letters_of(leaders, area(x, y, width, 9));
        x += width as i32;
        let mut text = Text::new();
        let _ = write!(text, "{}", u32::from(most));
        if let Some(goal) = goal {
            let _ = write!(text, "/{}", u32::from(goal));
        }
        let width = text.chars().count() as u32 * 6;
        canvas.line(&text, area(x + 1, y, width, 9), LITTLE);
        x += width as i32 + 5;
    }
    let said = clue.last_clue.map_or("", words.last_clue);
    let width = (120 - x) as u32;
    // Leave the verdict out if long scores need its room.
    if said.chars().count() as u32 * 5 <= width {
        canvas.line(said, area(x, y, width, 9), LITTLE.right());
    }
    if clue.leafs {
        // Turning shows more of the last round.
        canvas.arrow(Point::new(122, y), 9, true, LIT);
    }
}

impl Clue {
    fn has_takers(&self) -> bool {
        self.takes.iter().any(|&cards| cards > 0)
    }
}

/// Draws who has to take the most cards before the clue, and how many. Returns the column where that ends.
fn takes(canvas: &mut Canvas, words: &Words, clue: &Clue, x: i32, y: i32) -> i32 {
    let most = clue.takes.iter().copied().max().unwrap_or(0);
    let seats: SeatSet = Seat::all().filter(|seat| clue.takes[seat.index()] == most).collect();
    let letters = 7 * u32::from(seats.len().min(3));
    canvas.letters_of(seats, area(x, y, letters, 9));
    let mut text = Text::new();
    let _ = words.takes(&mut text, most);
    let width = text.chars().count() as u32 * 6;
    let x = x + letters as i32 + 2;
    canvas.line(&text, area(x, y, width, 9), LITTLE);
    x + width as i32
}

fn skipping(canvas: &mut Canvas, words: &Words, clue: &Clue, x: i32, y: i32) {
    let taken = words.sits_out.chars().count() as i32 * 6 + 2;
    canvas.line(words.sits_out, area(x, y, taken as u32, 9), LITTLE);
    canvas.letters_of(clue.skipping, area(x + taken, y, (127 - x - taken) as u32, 9));
}

/// Cards side by side as they will lie on the table.
fn row_of_cards(canvas: &mut Canvas, cards: u8, place: Rectangle) {
    let width = |card: Card| if card.number() < 10 { 7 } else { 11 };
    let used: u32 = Card::first(cards).map(width).sum();
    let gap = (place.size.width.saturating_sub(used) / u32::from(cards).max(1)).min(4);
    let mut x = place.top_left.x;
    for card in Card::first(cards) {
        canvas.card(card, area(x, place.top_left.y, width(card), place.size.height), Fill::Outline);
        x += (width(card) + gap) as i32;
    }
}
