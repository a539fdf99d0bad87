//! What happened: all votes, the verdict, whose cards drew votes, and rounds gone by.

use core::fmt::Write;

use embedded_graphics::{geometry::Point, primitives::Primitive};

use super::frame::{Canvas, area};
use super::mark::{FILLED, Fill};
use super::text::{DARK, Figures, LIT, LITTLE, PLAIN, figures, signed};
use crate::rules::{Card, MAX_CARDS, Seat};
use crate::scene::PastPage;
use crate::scene::shared::{Owner, PastRound, Verdict, Votes};
use crate::words::{Text, Words};

pub fn votes(canvas: &mut Canvas, votes: &Votes) {
    canvas.spread(&votes.spread, None, area(0, 0, 127, 49));
}

/// First one word that everyone hears across the table, then which card it was and who found it.
pub fn verdict(canvas: &mut Canvas, words: &Words, verdict: &Verdict) {
    match verdict.verdict {
        Some(said) if verdict.loud => {
            canvas.draw(&area(0, 0, 127, 49).into_styled(FILLED));
            canvas.shout((words.shout)(said), area(0, 1, 127, 47), DARK);
        }
        _ => canvas.spread(&verdict.spread, verdict.story_card, area(0, 0, 127, 49)),
    }
}

pub fn owner(canvas: &mut Canvas, words: &Words, owner: &Owner) {
    canvas.card(owner.card, area(0, 0, 32, 49), Fill::Outline);
    canvas.line(words.whose_is_it, area(35, 0, 92, 14), PLAIN);
    if let Some(seat) = owner.dialled {
        canvas.arrow(Point::new(40, 24), 17, false, LIT);
        canvas.seat(seat, area(64, 15, 32, 34), Fill::Full);
        canvas.arrow(Point::new(112, 24), 17, true, LIT);
        return;
    }
    let known = Card::first(MAX_CARDS as u8).filter_map(|card| Some((card, owner.owners[card.index()]?)));
    let mut any = false;
    // Whose the other cards are; an outline where nobody had to be asked.
    let (mut x, mut y) = (36, 15);
    for (card, seat) in known {
        any = true;
        let figure = if card.number() < 10 { 5 } else { 9 };
        if x + figure + 10 > 127 {
            (x, y) = (36, y + 12);
        }
        canvas.numeral(&figures(card.number()), area(x, y + 3, figure as u32, 7), LIT);
        let fill = if owner.certain.has(card) { Fill::Outline } else { Fill::Full };
        canvas.seat(seat, area(x + figure + 1, y, 9, 11), fill);
        x += figure + 13;
    }
    let left = owner.left.saturating_sub(1);
    let low = if left > 0 { 38 } else { 49 };
    if !any {
        canvas.seats(owner.voters, area(36, 15, 91, low - 16), |_| Fill::Outline);
    }
    // How many cards are still to come is said in words: a bare number beside marks reads as points.
    if left > 0 {
        let mut text = Text::new();
        let _ = words.more_cards(&mut text, left);
        canvas.line(&text, area(36, 39, 91, 10), LITTLE);
    }
}

pub fn past_round(canvas: &mut Canvas, words: &Words, past: &PastRound) {
    let mut text = Text::new();
    let _ = write!(text, "{} {}/{}", words.round, u32::from(past.number), u32::from(past.of));
    canvas.line(&text, area(0, 0, 103, 10), LITTLE);
    canvas.balloon(Point::new(104, 1));
    canvas.seat(past.storyteller.seat, area(118, 0, 9, 11), Fill::Full);
    let votes = |canvas: &mut Canvas, height| canvas.spread(&past.spread, past.story_card, area(0, 12, 127, height));
    let gained = |seat: Seat| past.gained[seat.index()];
    match past.page {
        PastPage::VotesAndGains => {
            votes(canvas, 29);
            canvas.row_of_points(past.seats.iter(), 42, |seat| signed(gained(seat)));
        }
        PastPage::Votes => votes(canvas, 37),
        PastPage::Gains => {
            for (nth, seat) in past.seats.iter().enumerate() {
                let (x, y) = ((nth % 4) as i32 * 32, 12 + (nth / 4) as i32 * 13);
                canvas.seat(seat, area(x, y, 11, 12), if gained(seat) > 0 { Fill::Full } else { Fill::Outline });
                canvas.numeral(&signed(gained(seat)), area(x + 12, y + 2, 19, 9), LIT);
            }
        }
    }
}

/// As many seats with their points as fit side by side.
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
