//! The end of a game: who has won, everyone's points, a small account, and how the points came together.

use embedded_graphics::{geometry::Point, primitives::Primitive};

use super::frame::{Canvas, area};
use super::mark::{FILLED, Fill};
use super::text::{ANY, BOLD, LIT, LITTLE, figures};
use crate::game::Honour;
use crate::rules::Seat;
use crate::scene::shared::{Account, Curve, Over};
use crate::words::{Text, Words};

pub fn over(canvas: &mut Canvas, words: &Words, over: &Over) {
    let &Over { winners, seats, scores, .. } = over;
    let rows = i32::from(seats.len()).max(1).div_euclid(6) + i32::from(!seats.len().is_multiple_of(6));
    let table = 50 - 10 * rows;
    let height = (table - 2) as u32;
    match (winners.len(), winners.iter().next()) {
        (1, Some(winner)) => {
            canvas.crown(Point::new(8, 0), 21);
            canvas.seat(winner, area(2, 14, 33, height - 14), Fill::Full);
            canvas.line((words.wins)(1), area(40, 0, 87, 18), ANY);
            canvas.numeral(&figures(scores[winner.index()]), area(40, 20, 60, height - 20), LIT);
        }
        (count, _) => {
            canvas.crown(Point::new(0, 2), 19);
            canvas.line((words.wins)(count), area(24, 0, 103, 15), BOLD);
            canvas.seats(winners, area(0, 17, 127, height - 17), |_| Fill::Full);
        }
    }
    let mut ranked: heapless::Vec<Seat, 12> = seats.iter().collect();
    ranked.sort_unstable_by_key(|seat| (core::cmp::Reverse(scores[seat.index()]), seat.number()));
    for (nth, seat) in ranked.into_iter().enumerate() {
        let (x, y) = ((nth % 6) as i32 * 21, table + (nth / 6) as i32 * 10);
        canvas.seat(seat, area(x, y, 9, 9), if winners.has(seat) { Fill::Full } else { Fill::Outline });
        canvas.numeral(&figures(scores[seat.index()]), area(x + 9, y + 1, 12, 7), LIT);
    }
}

pub fn account(canvas: &mut Canvas, words: &Words, account: &Account) {
    let names = [words.best_storyteller, words.best_bluffer, words.sharpest_guesser, words.most_fooled];
    let awards = || names.into_iter().zip(account.awards).filter_map(|(name, award)| Some((name, award?)));
    for (nth, (name, Honour { seats, count })) in awards().enumerate() {
        let y = nth as i32 * 12;
        canvas.line(name, area(0, y, 91, 11), LITTLE);
        canvas.seats(seats, area(92, y, 18, 11), |_| Fill::Full);
        canvas.numeral(&figures(count), area(110, y + 1, 17, 9), LIT);
    }
    if awards().next().is_none() {
        let mut text = Text::new();
        let _ = words.rounds(&mut text, account.rounds);
        canvas.line(&text, area(0, 12, 127, 20), ANY.centre());
    }
}

/// A bar for what the seat began with and one for each round, all seats on one scale.
pub fn curve(canvas: &mut Canvas, curve: &Curve) {
    let Curve { seat, points, most } = curve;
    canvas.seat(*seat, area(0, 0, 26, 28), Fill::Full);
    canvas.numeral(&figures(points.last().copied().unwrap_or(0)), area(0, 32, 26, 16), LIT);
    let (height, most) = (48, i32::from(*most).max(1));
    let pitch = (97 / points.len().max(1) as i32).clamp(1, 12);
    for (nth, &points) in points.iter().enumerate() {
        let bar = i32::from(points) * (height - 1) / most + 1;
        let width = (pitch - 1).max(1) as u32;
        canvas.draw(&area(30 + nth as i32 * pitch, height - bar, width, bar as u32).into_styled(FILLED));
    }
}
