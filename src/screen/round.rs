//! A vote up to its reveal: who has not voted yet, the countdown, the device being passed round.

use embedded_graphics::{
    geometry::Point,
    primitives::{Primitive, Rectangle},
};

use super::frame::{Canvas, area, columns, rows};
use super::mark::{FILLED, Fill, Grid};
use super::text::{ANY, LIT, LITTLE, PLAIN, figures};
use crate::scene::More;
use crate::scene::shared::{AllReady, Countdown, HandOver, SentBack, Vote};
use crate::words::{Text, Words};

pub fn vote(canvas: &mut Canvas, words: &Words, vote: &Vote, room: Rectangle) {
    let head = if room.size.height > 40 { 14 } else { 12 };
    let mut text = Text::new();
    let puzzles = [
        (vote.rejected.no_card, words.no_card_there),
        (vote.rejected.same_card, words.same_card_twice),
        (vote.rejected.own_card, words.own_card),
    ];
    if let Some((seats, why)) = puzzles.into_iter().find(|(seats, _)| !seats.is_empty()) {
        canvas.line(why, area(0, 0, 104, head), PLAIN);
        canvas.letters_of(seats, area(106, 0, 21, head));
    } else if !vote.turn_away.is_empty() {
        canvas.line(words.turn_away, area(0, 0, 90, head), PLAIN);
        canvas.letters_of(vote.turn_away, area(92, 0, 35, head));
    } else if vote.ready.is_empty() {
        // Explain how to lock until the first player has locked.
        let _ = words.lock_with_a_press(&mut text, vote.cards);
        canvas.line(&text, area(0, 0, 127, head), PLAIN);
    } else {
        let _ = words.missing_votes(&mut text, vote.seats.minus(vote.ready).len());
        canvas.line(&text, area(0, 0, 94, head), PLAIN);
        canvas.balloon(Point::new(97, 2));
        canvas.seat(vote.storyteller.seat, area(110, 0, 17, head), Fill::Full);
    }
    marks(canvas, vote, rows(room, head + 1).1);
}

/// Everyone who votes, filled once they have locked.
pub fn marks(canvas: &mut Canvas, vote: &Vote, place: Rectangle) {
    let yet_to_vote = vote.seats.minus(vote.ready);
    // When reminded by name, only those who have not voted are shown.
    let shown = if vote.nudge && !yet_to_vote.is_empty() { yet_to_vote } else { vote.seats };
    let Some(grid) = Grid::largest(u32::from(shown.len()), place) else {
        return;
    };
    for (nth, seat) in shown.iter().enumerate() {
        let mut cell = grid.cell(nth as u32);
        let steps = i32::from(vote.asked[seat.index()]);
        if steps > 1 && cell.size.height >= 15 {
            // A dot for each number that the seat has to dial.
            cell = rows(cell, cell.size.height - 4).0;
            let low = cell.top_left.y + cell.size.height as i32 + 1;
            for step in 0..steps {
                let done = vote.ready.has(seat) || i32::from(vote.answered[seat.index()]) > step;
                let x = cell.top_left.x + step * 5;
                canvas.draw(&area(x, low + i32::from(!done), 4, if done { 3 } else { 1 }).into_styled(FILLED));
            }
        }
        canvas.seat(seat, cell, if vote.ready.has(seat) { Fill::Full } else { Fill::Outline });
    }
}

pub fn countdown(canvas: &mut Canvas, countdown: &Countdown, room: Rectangle) {
    canvas.numeral(&figures(countdown.left), room, LIT);
}

pub fn sent_back(canvas: &mut Canvas, words: &Words, sent_back: &SentBack, room: Rectangle) {
    let (head, rest) = rows(room, if room.size.height > 40 { 20 } else { 13 });
    let (marks, said) = rows(rest, rest.size.height - 10);
    canvas.line(words.look_again, head, ANY.centre());
    canvas.seats(sent_back.seats, marks, |_| Fill::Outline);
    canvas.line(words.claimed_twice, said, LITTLE.centre());
}

pub fn hand_over(canvas: &mut Canvas, words: &Words, hand_over: &HandOver, room: Rectangle) {
    let (to, rest) = columns(room, 46);
    canvas.seat(hand_over.to, columns(to, 42).0, Fill::Full);
    let (head, marks) = rows(rest, room.size.height * 2 / 5 + 1);
    canvas.line(words.pass_to, head, ANY);
    let fill = |seat| if hand_over.ready.has(seat) { Fill::Full } else { Fill::Outline };
    canvas.seats(hand_over.seats, rows(marks, 1).1, fill);
}

pub fn all_ready(canvas: &mut Canvas, words: &Words, all_ready: &AllReady, room: Rectangle) {
    match all_ready.change {
        None => canvas.line(words.all_voted, room, ANY.centre()),
        Some(seat) => {
            let (upper, said) = rows(room, room.size.height - 12);
            canvas.seat(seat, area(48, 0, 30, upper.size.height - 1), Fill::Full);
            let middle = (upper.size.height as i32 - 15) / 2;
            canvas.turnable(More::BOTH, upper, middle, 15);
            canvas.line(words.votes_anew, said, PLAIN.centre());
        }
    }
}
