//! A round up to its reveal: the clue, the vote, the countdown, the device on its way round the table.

use core::fmt::Write;

use embedded_graphics::{geometry::Point, primitives::Primitive};

use super::frame::{Canvas, area};
use super::mark::{FILLED, Fill, Grid};
use super::text::{ANY, BOLD, LIT, LITTLE, PLAIN, figures};
use crate::rules::Card;
use crate::scene::shared::{AllReady, Clue, Countdown, HandOver, SentBack, Vote};
use crate::words::{Text, Words};

pub fn clue(canvas: &mut Canvas, words: &Words, clue: &Clue) {
    let storyteller = clue.storyteller;
    canvas.seat(storyteller.seat, area(0, 0, 36, 45), Fill::Full);
    let mut text = Text::new();
    let _ = match clue.partner_gives || storyteller.player != storyteller.seat.number() {
        true => write!(text, "{} {}", words.player, u32::from(storyteller.player)),
        false => write!(text, "{} {}", words.round, u32::from(clue.round)),
    };
    canvas.line(&text, area(40, 0, 87, 10), LITTLE);
    canvas.line(words.tells, area(40, 9, 87, 16), BOLD);
    canvas.line((words.cards_each)(clue.give), area(40, 25, 87, 10), LITTLE);
    if clue.skipping.is_empty() {
        let last = if clue.partner_gives { words.partner_too } else { words.laid_then_press };
        canvas.line(last, area(40, 35, 87, 11), LITTLE);
    } else {
        let taken = words.sits_out.chars().count() as i32 * 6 + 2;
        canvas.line(words.sits_out, area(40, 35, 40, 11), LITTLE);
        canvas.seats(clue.skipping, area(40 + taken, 35, (87 - taken) as u32, 11), |_| Fill::Outline);
    }
    row_of_cards(canvas, clue.cards, 48, 15);
}

/// Cards side by side as they will lie on the table.
fn row_of_cards(canvas: &mut Canvas, cards: u8, y: i32, height: u32) {
    let count = u32::from(cards.max(1));
    let pitch = (128 / count).min(height + 3);
    let left = (128 - pitch * count) / 2;
    for card in Card::first(cards) {
        let x = left + card.index() as u32 * pitch;
        canvas.card(card, area(x as i32, y, pitch - 1, height), Fill::Outline);
    }
}

pub fn vote(canvas: &mut Canvas, words: &Words, vote: &Vote) {
    let storyteller = vote.storyteller;
    if !vote.puzzled.is_empty() {
        canvas.line(words.look_again, area(0, 0, 84, 15), PLAIN);
        canvas.seats(vote.puzzled, area(86, 0, 41, 15), |_| Fill::Outline);
    } else if vote.asks.len() > 1 {
        let mut text = Text::new();
        for (nth, &ask) in vote.asks.iter().enumerate() {
            let _ = write!(text, "{}{}:{}", if nth == 0 { "" } else { " " }, nth + 1, (words.in_short)(ask));
        }
        canvas.line(&text, area(0, 0, 108, 15), PLAIN);
        canvas.seat(storyteller.seat, area(110, 0, 17, 15), Fill::Full);
    } else {
        let mut text = Text::new();
        let _ = write!(text, "{} 1-{}", words.vote, u32::from(vote.cards));
        canvas.line(&text, area(0, 0, 94, 15), BOLD);
        canvas.balloon(Point::new(97, 3));
        canvas.seat(storyteller.seat, area(110, 0, 17, 15), Fill::Full);
    }
    let fill = |seat| if vote.ready.has(seat) { Fill::Full } else { Fill::Outline };
    let Some(grid) = Grid::largest(u32::from(vote.seats.len()), area(0, 18, 127, 45)) else {
        return;
    };
    for (nth, seat) in vote.seats.iter().enumerate() {
        let mut cell = grid.cell(nth as u32);
        let steps = vote.asks.len() as i32;
        if steps > 1 {
            // A pip for each number that the seat has to dial.
            cell = area(cell.top_left.x, cell.top_left.y, cell.size.width, cell.size.height - 4);
            let low = cell.top_left.y + cell.size.height as i32 + 1;
            for step in 0..steps {
                let done = vote.ready.has(seat) || i32::from(vote.answered[seat.index()]) > step;
                let x = cell.top_left.x + step * 6;
                canvas.draw(&area(x, low + i32::from(!done), 4, if done { 3 } else { 1 }).into_styled(FILLED));
            }
        }
        canvas.seat(seat, cell, fill(seat));
    }
}

pub fn countdown(canvas: &mut Canvas, words: &Words, countdown: &Countdown) {
    canvas.numeral(&figures(countdown.left), area(0, 0, 60, 63), LIT);
    canvas.paragraph(words.press_stops, area(62, 12, 65, 40), PLAIN.centre());
}

pub fn sent_back(canvas: &mut Canvas, words: &Words, sent_back: &SentBack) {
    canvas.line(words.look_again, area(0, 0, 127, 20), ANY.centre());
    canvas.seats(sent_back.seats, area(0, 21, 127, 29), |_| Fill::Outline);
    canvas.line(words.claimed_twice, area(0, 52, 127, 11), LITTLE.centre());
}

pub fn hand_over(canvas: &mut Canvas, words: &Words, hand_over: &HandOver) {
    canvas.seat(hand_over.to, area(0, 0, 42, 50), Fill::Full);
    canvas.line(words.pass_to, area(46, 4, 81, 20), ANY);
    canvas.line(words.then_press, area(46, 28, 81, 14), PLAIN);
    let fill = |seat| if hand_over.ready.has(seat) { Fill::Full } else { Fill::Outline };
    canvas.seats(hand_over.seats, area(0, 52, 127, 11), fill);
}

pub fn all_ready(canvas: &mut Canvas, words: &Words, all_ready: &AllReady) {
    match all_ready.change {
        None => {
            canvas.line(words.all_voted, area(0, 0, 127, 22), ANY.centre());
            canvas.line(words.press_reveals, area(0, 25, 127, 16), BOLD.centre());
            canvas.line(words.turn_to_change, area(0, 50, 127, 13), LITTLE.centre());
        }
        Some(seat) => {
            canvas.seat(seat, area(43, 0, 40, 45), Fill::Full);
            canvas.arrow(Point::new(0, 12), 21, false, LIT);
            canvas.arrow(Point::new(116, 12), 21, true, LIT);
            canvas.line(words.votes_anew, area(0, 48, 127, 15), BOLD.centre());
        }
    }
}
