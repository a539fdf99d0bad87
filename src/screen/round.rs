//! A round up to its reveal: the clue, the vote, the countdown, the device on its way round the table.

use core::fmt::Write;

use embedded_graphics::{geometry::Point, primitives::Primitive};

use super::frame::{Canvas, area};
use super::mark::{FILLED, Fill, Grid};
use super::text::{ANY, LIT, LITTLE, PLAIN, figures};
use crate::rules::Card;
use crate::scene::shared::{AllReady, Clue, Countdown, HandOver, SentBack, Vote};
use crate::words::{Text, Words};

pub fn clue(canvas: &mut Canvas, words: &Words, clue: &Clue) {
    let storyteller = clue.storyteller;
    canvas.seat(storyteller.seat, area(0, 2, 24, 36), Fill::Full);
    let line = |canvas: &mut Canvas, y, text: &str| canvas.line(text, area(25, y, 102, 10), LITTLE);
    let mut text = Text::new();
    if clue.partner_gives {
        line(canvas, 0, if storyteller.second { words.partner_tells } else { words.one_of_you_tells });
        line(canvas, 10, words.card_a_team);
        line(canvas, 20, words.partner_too);
    } else {
        let _ = write!(text, "{} {}", words.round, u32::from(clue.round));
        line(canvas, 0, &text);
        canvas.line(words.tells, area(25, 8, 102, 13), PLAIN);
        line(canvas, 19, if clue.blind { words.speak_first } else { (words.cards_each)(clue.give) });
    }
    if !clue.skipping.is_empty() {
        let taken = words.sits_out.chars().count() as i32 * 6 + 2;
        canvas.line(words.sits_out, area(25, 30, 40, 10), LITTLE);
        canvas.seats(clue.skipping, area(25 + taken, 28, (102 - taken) as u32, 11), |_| Fill::Outline);
    } else if clue.partner_gives {
        line(canvas, 29, words.other_votes);
    } else if clue.blind {
        line(canvas, 29, (words.cards_each)(clue.give));
    }
    row_of_cards(canvas, clue.cards, 40, 10);
}

/// Cards side by side as they will lie on the table.
fn row_of_cards(canvas: &mut Canvas, cards: u8, y: i32, height: u32) {
    let few = cards < 10;
    let width = |card: Card| match card.number() {
        _ if few => 10,
        0..=9 => 8,
        _ => 11,
    };
    let used: u32 = Card::first(cards).map(|card| width(card) + 1).sum();
    let mut x = (128 - used.min(128)) as i32 / 2;
    for card in Card::first(cards) {
        canvas.card(card, area(x, y, width(card), height), Fill::Outline);
        x += width(card) as i32 + 1;
    }
}

pub fn vote(canvas: &mut Canvas, words: &Words, vote: &Vote, room: u32) {
    let storyteller = vote.storyteller;
    let mut text = Text::new();
    let missing = vote.seats.minus(vote.ready);
    if !vote.puzzled.is_empty() {
        canvas.line(words.no_card_there, area(0, 0, 94, 14), PLAIN);
        canvas.seats(vote.puzzled, area(96, 0, 31, 14), |_| Fill::Outline);
    } else if !vote.turn_away.is_empty() {
        canvas.line(words.turn_away, area(0, 0, 84, 14), PLAIN);
        canvas.seats(vote.turn_away, area(86, 0, 41, 14), |_| Fill::Full);
    } else {
        let _ = match vote.ready.is_empty() {
            true => write!(text, "{} 1-{}", words.vote, u32::from(vote.cards)),
            false => words.missing_votes(&mut text, missing.len()),
        };
        canvas.line(&text, area(0, 0, 94, 14), PLAIN);
        canvas.balloon(Point::new(97, 3));
        canvas.seat(storyteller.seat, area(110, 0, 17, 14), Fill::Full);
    }
    let fill = |seat| if vote.ready.has(seat) { Fill::Full } else { Fill::Outline };
    // Called by name, the missing ones are all that is shown.
    let shown = if vote.nudge && !missing.is_empty() { missing } else { vote.seats };
    let Some(grid) = Grid::largest(u32::from(shown.len()), area(0, 16, 127, room - 17)) else {
        return;
    };
    for (nth, seat) in shown.iter().enumerate() {
        let mut cell = grid.cell(nth as u32);
        let steps = i32::from(vote.asked[seat.index()]);
        if steps > 1 {
            // A pip for each number that the seat has to dial.
            cell = area(cell.top_left.x, cell.top_left.y, cell.size.width, cell.size.height - 4);
            let low = cell.top_left.y + cell.size.height as i32 + 1;
            for step in 0..steps {
                let done = vote.ready.has(seat) || i32::from(vote.answered[seat.index()]) > step;
                let x = cell.top_left.x + step * 5;
                canvas.draw(&area(x, low + i32::from(!done), 4, if done { 3 } else { 1 }).into_styled(FILLED));
            }
        }
        canvas.seat(seat, cell, fill(seat));
    }
}

pub fn countdown(canvas: &mut Canvas, countdown: &Countdown) {
    canvas.numeral(&figures(countdown.left), area(0, 0, 127, 49), LIT);
}

pub fn sent_back(canvas: &mut Canvas, words: &Words, sent_back: &SentBack) {
    canvas.line(words.look_again, area(0, 0, 127, 20), ANY.centre());
    canvas.seats(sent_back.seats, area(0, 20, 127, 18), |_| Fill::Outline);
    canvas.line(words.claimed_twice, area(0, 39, 127, 10), LITTLE.centre());
}

pub fn hand_over(canvas: &mut Canvas, words: &Words, hand_over: &HandOver) {
    canvas.seat(hand_over.to, area(0, 0, 42, 49), Fill::Full);
    canvas.line(words.pass_to, area(46, 0, 81, 20), ANY);
    let fill = |seat| if hand_over.ready.has(seat) { Fill::Full } else { Fill::Outline };
    canvas.seats(hand_over.seats, area(46, 22, 81, 26), fill);
}

pub fn all_ready(canvas: &mut Canvas, words: &Words, all_ready: &AllReady) {
    match all_ready.change {
        None => {
            canvas.line(words.all_voted, area(0, 0, 127, 49), ANY.centre());
        }
        Some(seat) => {
            canvas.seat(seat, area(45, 0, 36, 35), Fill::Full);
            canvas.arrow(Point::new(0, 12), 21, false, LIT);
            canvas.arrow(Point::new(116, 12), 21, true, LIT);
            canvas.line(words.votes_anew, area(0, 36, 127, 13), PLAIN.centre());
        }
    }
}
