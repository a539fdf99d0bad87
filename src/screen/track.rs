//! The track: a lane for every seat, so that pawns on the same field never hide each other, with the score and the gain
//! of the round beside it.

use core::fmt::Write;

use embedded_graphics::{
    geometry::Point,
    primitives::{Primitive, Rectangle},
};

use super::frame::{Canvas, area, columns, rows};
use super::mark::{ERASED, FILLED, Fill};
use super::text::{DARK, LIT, PLAIN, figures, signed};
use crate::rules::Seat;
use crate::scene::shared::Track;
use crate::words::{Text, Words};

/// Fields of the printed track, after which it starts again in games without a goal.
const FIELDS: i32 = 30;
/// Height of the text below the lanes, for one line or two.
const SAID: [u32; 2] = [13, 21];

pub fn track(canvas: &mut Canvas, words: &Words, track: &Track, room: Rectangle) {
    let (lanes, said) = rows(room, room.size.height - SAID[usize::from(track.pass_hands || track.new_pile)]);
    let count = i32::from(track.seats.len()).max(1);
    let height = lanes.size.height as i32;
    let across = match count {
        0..=3 => 1,
        4..=8 if height > 30 => 2,
        4..=6 => 2,
        7..=9 => 3,
        _ if height > 30 => 3,
        _ => 4,
    };
    let lines = (count + across - 1) / across;
    let pitch = (height / lines).min(16);
    let width = (129 / across) - 2;
    let most = track.seats.iter().map(|seat| track.score(seat)).max();
    for (nth, seat) in track.seats.iter().enumerate() {
        let nth = nth as i32;
        let lane = Lane { x: (nth / lines) * (width + 2), y: 1 + (nth % lines) * pitch, width, height: pitch - 1 };
        canvas.lane(track, seat, &lane, most == Some(track.score(seat)));
    }
    what_next(canvas, words, track, said);
}

struct Lane {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

impl Track {
    /// Position between one score and the next, in eighths of a point.
    fn eighths(&self, seat: Seat) -> i32 {
        let (from, to) = (i32::from(self.from[seat.index()]), i32::from(self.to[seat.index()]));
        from * 8 + (to - from) * i32::from(self.eighths.min(8))
    }

    fn score(&self, seat: Seat) -> i32 {
        self.eighths(seat) / 8
    }

    fn end(&self) -> i32 {
        self.goal.map_or(FIELDS, i32::from).max(1)
    }

    /// The pawn's field, in eighths: stops at the goal, or wraps around where there is none.
    fn field(&self, seat: Seat) -> i32 {
        let at = self.eighths(seat).max(0);
        let end = self.end() * 8;
        match self.goal {
            Some(_) => at.min(end),
            None if at == 0 => 0,
            None => (at - 1) % end + 1,
        }
    }
}

impl Canvas<'_> {
    fn lane(&mut self, track: &Track, seat: Seat, lane: &Lane, leads: bool) {
        let &Lane { x, y, width, height } = lane;
        // Too low for a pawn: a plain letter, and a bar if there is room.
        let low = height < 11;
        let pawn = if low { 6 } else { 9 };
        let won = |seat: Seat| track.to[seat.index()].saturating_sub(track.from[seat.index()]);
        let gain = if track.seats.iter().any(|seat| won(seat) > 9) { 17 } else { 12 };
        // All scores and gains have the width of the longest one.
        let score = if track.seats.iter().any(|seat| track.to[seat.index()] > 99) { 19 } else { 14 };
        // Without room for both, the gain is left out: it was on earlier pages.
        let gain = if pawn + score + gain > width { 0 } else { gain };
        let length = width - pawn - score - gain;
        let here = track.field(seat) * length / (track.end() * 8);
        if low {
            self.letter(seat, area(x, y, 5, 7), LIT);
            if length > 8 {
                self.draw(&area(x + pawn, y + 6, length as u32 - 1, 1).into_styled(FILLED));
                self.draw(&area(x + pawn, y + 1, here.min(length - 1) as u32, 5).into_styled(FILLED));
            }
        } else {
            self.fields(track, lane, pawn, length);
            self.draw(&area(x + here, y, pawn as u32, height as u32).into_styled(ERASED));
            self.seat(seat, area(x + here, y, pawn as u32, height as u32), Fill::Full);
        }
        let (top, tall) = if low { (y - 1, 9) } else { (y, height as u32) };
        let at = area(x + width - score - gain, top, score as u32, tall);
        if leads {
            self.draw(&at.into_styled(FILLED));
        }
        let points = figures(track.score(seat));
        self.numeral(&points, at.offset(-1), if leads { DARK } else { LIT });
        let gained = won(seat);
        if gained > 0 && gain > 0 {
            let middle = (height - 7) / 2;
            self.numeral(&signed(gained), area(x + width - gain + 1, y + middle, gain as u32 - 1, 7), LIT);
        }
    }

    /// The fields of a lane, with every fifth one marked.
    fn fields(&mut self, track: &Track, lane: &Lane, pawn: i32, length: i32) {
        let end = track.end();
        let low = lane.y + lane.height - 1;
        for field in 0..=end {
            let x = lane.x + pawn / 2 + length * field / end;
            if field % 5 == 0 {
                self.draw(&area(x, low - 1, 1, 2).into_styled(FILLED));
            } else if length >= 2 * end {
                self.draw(&area(x, low, 1, 1).into_styled(FILLED));
            }
        }
        if track.goal.is_some() {
            self.draw(&area(lane.x + pawn / 2 + length, lane.y, 1, lane.height as u32).into_styled(FILLED));
        }
    }
}

fn what_next(canvas: &mut Canvas, words: &Words, track: &Track, place: Rectangle) {
    let Some(next) = track.next else {
        return canvas.line(words.game_over, place, PLAIN.centre());
    };
    let (mark, said) = columns(place, 26);
    let Point { x, y } = mark.top_left;
    canvas.balloon(Point::new(x, y + 2));
    canvas.seat(next.seat, area(x + 13, y, 11, 12), Fill::Full);
    let mut text = Text::new();
    // First everyone draws, then the hands are passed.
    let _ = match (track.new_pile, track.pass_hands) {
        (true, true) => words.draw_and_pass(&mut text, track.draw_to),
        (_, false) => words.draw(&mut text, track.draw_to),
        (false, true) => words.draw(&mut text, track.draw_to).and_then(|()| write!(text, ",\n{}", words.hands_go_left)),
    };
    if track.new_pile {
        let (upper, lower) = rows(said, 10);
        canvas.line(words.new_pile, upper, PLAIN.right());
        canvas.line(&text, lower, PLAIN.right());
    } else {
        canvas.paragraph(&text, said, PLAIN.right());
    }
}
