//! What happened: all votes, the verdict, whose cards drew votes, and rounds gone by.

use core::fmt::Write;

use embedded_graphics::geometry::Point;

use super::frame::{Canvas, area};
use super::mark::Fill;
use super::text::{BOLD, LIT, LITTLE, signed};
use crate::scene::shared::{Owner, PastRound, Verdict, Votes};
use crate::words::{Text, Words};

pub fn votes(canvas: &mut Canvas, votes: &Votes) {
    canvas.spread(&votes.spread, None, area(0, 0, 127, 49));
}

pub fn verdict(canvas: &mut Canvas, words: &Words, verdict: &Verdict) {
    let title = area(0, 0, 104, 15);
    match (verdict.verdict, verdict.spread.red()) {
        (Some(verdict), _) => canvas.line((words.verdict)(verdict), title, BOLD),
        (None, Some(red)) => {
            let mut text = Text::new();
            let _ = write!(text, "{}: {}", words.red_token, u32::from(red.number()));
            canvas.line(&text, title, BOLD);
        }
        (None, None) => canvas.line(words.votes, title, BOLD),
    }
    canvas.seat(verdict.storyteller.seat, area(110, 0, 17, 15), Fill::Outline);
    canvas.spread(&verdict.spread, verdict.story_card, area(0, 17, 127, 32));
}

pub fn owner(canvas: &mut Canvas, words: &Words, owner: &Owner) {
    canvas.card(owner.card, area(0, 0, 40, 49), Fill::Outline);
    canvas.paragraph(words.whose_is_it, area(44, 0, 83, 16), BOLD);
    match owner.dialled {
        Some(seat) => {
            canvas.arrow(Point::new(46, 24), 17, false, LIT);
            canvas.seat(seat, area(66, 17, 32, 32), Fill::Full);
            canvas.arrow(Point::new(112, 24), 17, true, LIT);
        }
        None => {
            // How many cards are still to come is said in words: a bare number beside marks reads as points.
            canvas.seats(owner.voters, area(44, 17, 83, 20), |_| Fill::Outline);
            if owner.left > 1 {
                let mut text = Text::new();
                let _ = words.more_cards(&mut text, owner.left - 1);
                canvas.line(&text, area(44, 38, 83, 11), LITTLE);
            }
        }
    }
}

pub fn past_round(canvas: &mut Canvas, words: &Words, past: &PastRound) {
    let mut text = Text::new();
    let _ = write!(text, "{} {}/{}", words.round, u32::from(past.number), u32::from(past.of));
    canvas.line(&text, area(0, 0, 98, 11), LITTLE);
    canvas.balloon(Point::new(99, 1));
    canvas.seat(past.storyteller.seat, area(112, 0, 15, 11), Fill::Full);
    let few = past.seats.len() <= 6;
    let top = if few { 40 } else { 50 };
    canvas.spread(&past.spread, past.story_card, area(0, 12, 127, (top - 13) as u32));
    for (nth, seat) in past.seats.iter().enumerate() {
        let gained = past.gained[seat.index()];
        if few {
            let x = nth as i32 * 21;
            canvas.seat(seat, area(x, top, 9, 9), Fill::Full);
            canvas.numeral(&signed(gained), area(x + 9, top + 1, 11, 7), LIT);
        }
    }
}
