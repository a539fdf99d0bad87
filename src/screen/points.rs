//! The points of a round in two steps, each line with its reason.

use core::cmp::Reverse;

use embedded_graphics::{
    geometry::Point,
    primitives::{Primitive, Rectangle},
};

use super::frame::{Canvas, area};
use super::mark::{FILLED, Fill};
use super::text::{ANY, LIT, LITTLE, figures, signed};
use crate::rules::{MAX_SEATS, Reason, Seat, SeatSet};
use crate::scene::PointsStep;
use crate::scene::shared::Points;
use crate::words::Words;

/// Gains, with room for more kinds than a round can have.
type Gains = heapless::Vec<Gain, 12>;

/// Seats that get the same points for the same reason.
struct Gain {
    /// `None` for seats that get nothing.
    reason: Option<Reason>,
    points: u8,
    seats: SeatSet,
}

pub fn points(canvas: &mut Canvas, words: &Words, points: &Points, room: Rectangle) {
    let gains = gains(points);
    if gains.is_empty() {
        let text = match points.step {
            PointsStep::Base => words.nothing,
            PointsStep::Bonus => words.no_bonus,
        };
        canvas.line(text, room, ANY.centre());
        return;
    }
    // Seats that get nothing take little room.
    let zero = gains.last().filter(|gain| gain.reason.is_none()).map_or(0, |_| LEAST);
    let rows = (gains.len() as u32 - u32::from(zero > 0)).max(1);
    let pitch = (room.size.height + 1 - zero) / rows;
    if pitch < LEAST {
        return one_by_one(canvas, points, room);
    }
    let mut y = 0;
    for (nth, gain) in gains.iter().enumerate() {
        let height = if gain.reason.is_none() { LEAST } else { pitch };
        row(canvas, words, gain, y, height - 1);
        y += height as i32;
        if nth + 1 < gains.len() {
            for x in (0..127).step_by(3) {
                canvas.draw(&area(x, y - 1, 1, 1).into_styled(FILLED));
            }
        }
    }
}

/// Minimum height of a row, for reading across the table.
const LEAST: u32 = 12;

/// Width of the narrowest mark with its gap.
const MARK: u32 = 10;
/// Gap between a reason and the marks.
const GAP: u32 = 3;
/// Size of a tick, which means "found it" where the words have no room.
const TICK: i32 = 11;

/// Draws each seat alone with its own gain, if there are many different gains.
fn one_by_one(canvas: &mut Canvas, points: &Points, room: Rectangle) {
    let bonus = points.step == PointsStep::Bonus;
    let gain = |seat: Seat| {
        let reasons = points.score.reasons(seat).iter().filter(|reason| reason.is_bonus() == bonus);
        reasons.map(|reason| u32::from(reason.points())).sum::<u32>()
    };
    let ranked = ranked(points.seats, gain);
    let rows = room.size.height as usize / 12;
    let width = 128 / ranked.len().div_ceil(rows).max(3) as i32;
    for (nth, seat) in ranked.into_iter().enumerate() {
        let (x, y) = ((nth / rows) as i32 * width, (nth % rows) as i32 * 12);
        let got = gain(seat) as u8;
        canvas.seat(seat, area(x, y, 11, 12), if got > 0 { Fill::Full } else { Fill::Outline });
        canvas.numeral(&signed(got), area(x + 12, y + 2, (width - 13).min(26) as u32, 9), LIT);
    }
}

/// Seats with the most points first, ties in seating order. An insertion sort: the core library's sort is made for
/// thousands and takes 35 KB.
pub fn ranked(seats: SeatSet, points: impl Fn(Seat) -> u32) -> heapless::Vec<Seat, MAX_SEATS> {
    let mut ranked = heapless::Vec::new();
    for seat in seats.iter() {
        let place = ranked.partition_point(|&other| points(other) >= points(seat));
        let _ = ranked.insert(place, seat);
    }
    ranked
}

fn row(canvas: &mut Canvas, words: &Words, gain: &Gain, y: i32, height: u32) {
    let figure = match gain.points {
        0 => figures(0),
        points => signed(points),
    };
    let fill = if gain.points == 0 { Fill::Outline } else { Fill::Full };
    let why = gain.reason.map_or("", words.reason);
    if height >= 23 {
        let text = 10;
        canvas.numeral(&figure, area(0, y + 1, 34, (height - 2).min(30)), LIT);
        canvas.line(why, area(37, y, 90, text), LITTLE);
        canvas.seats(gain.seats, area(37, y + text as i32 + 1, 90, height - text - 2), |_| fill);
    } else {
        canvas.numeral(&figure, area(0, y, 22, height.min(14)), LIT);
        let why = match gain.reason {
            Some(Reason::LoneVote) => words.lone,
            Some(Reason::Votes { .. }) => words.votes,
            _ => why,
        };
        // The marks come first: where many get the same, they need the room of the words.
        let marks = u32::from(gain.seats.len()) * MARK;
        let width = |letter| why.chars().count() as u32 * letter;
        let fitting = [6, 5].into_iter().map(width).find(|width| 24 + width + GAP + marks <= 127);
        let mut left = 24;
        if let Some(width) = fitting.filter(|_| !why.is_empty()) {
            canvas.line(why, area(24, y, width, height), LITTLE);
            left += width + GAP;
        } else if gain.reason == Some(Reason::Found) {
            canvas.tick(Point::new(24, y), TICK);
            left += TICK as u32 + GAP;
        }
        canvas.seats(gain.seats, area(left as i32, y, 127 - left, height), |_| fill);
    }
}

fn gains(points: &Points) -> Gains {
    let mut gains = Gains::new();
    let mut nothing = SeatSet::EMPTY;
    let bonus = points.step == PointsStep::Bonus;
    for seat in points.seats.iter() {
        let mut any = false;
        for reason in points.score.reasons(seat).iter().filter(|reason| reason.is_bonus() == bonus) {
            any = true;
            add(&mut gains, reason, seat);
        }
        if !any {
            nothing = nothing.with(seat);
        }
    }
    if points.step == PointsStep::Base && !nothing.is_empty() && !gains.is_empty() {
        let _ = gains.push(Gain { reason: None, points: 0, seats: nothing });
    }
    gains
}

/// Adds a seat to `gains`, which are sorted by points, the most first.
fn add(gains: &mut Gains, reason: Reason, seat: Seat) {
    let order = |gain: &Gain| (Reverse(gain.points), rank(gain.reason));
    let gain = Gain { reason: Some(reason), points: reason.points(), seats: SeatSet::EMPTY.with(seat) };
    let place = gains.partition_point(|other| order(other) < order(&gain));
    match gains.get_mut(place) {
        Some(alike) if order(alike) == order(&gain) => alike.seats = alike.seats.with(seat),
        _ => _ = gains.insert(place, gain),
    }
}

/// Reasons of the same rank differ only by their points.
fn rank(reason: Option<Reason>) -> u8 {
    match reason {
        Some(Reason::Told) => 0,
        Some(Reason::Found) => 1,
        Some(Reason::EveryoneFound | Reason::NoOneFound) => 2,
        Some(Reason::Crowd { .. }) => 3,
        Some(Reason::Votes { .. }) => 4,
        Some(Reason::LoneVote) => 5,
        Some(Reason::Alone) => 6,
        Some(Reason::UnderRed) => 7,
        None => 8,
    }
}
