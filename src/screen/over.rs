//! The end of a game: who has won, everyone's points, the awards, and how the points came together.

use embedded_graphics::{geometry::Point, primitives::Primitive};

use super::frame::{Canvas, area};
use super::mark::{FILLED, Fill};
use super::points::ranked;
use super::reveal::IN_A_ROW;
use super::text::{ANY, BOLD, LIT, LITTLE, figures};
use crate::game::Honour;
use crate::rules::SeatSet;
use crate::scene::shared::{Awards, Curve, Over};
use crate::words::{Text, Words};

pub fn over(canvas: &mut Canvas, words: &Words, over: &Over) {
    let &Over { winners, seats, scores, at_goal } = over;
    let ranked = ranked(seats, |seat| scores[seat.index()].into());
    let rows = ranked.len().div_ceil(IN_A_ROW.into()) as i32;
    let table = 50 - 9 * rows;
    let height = (table - 1) as u32;
    match (winners.len(), winners.iter().next()) {
        (1, Some(winner)) => {
            canvas.crown(Point::new(0, (height as i32 - 14) / 2), 23);
            canvas.seat(winner, area(27, 0, (height * 4 / 5).min(30), height), Fill::Full);
            canvas.line((words.wins)(1), area(61, 0, 66, height * 2 / 5 + 2), ANY);
            canvas.numeral(
                &figures(scores[winner.index()]),
                area(61, height as i32 * 2 / 5 + 2, 60, height * 3 / 5 - 2),
                LIT,
            );
        }
        (count, _) => {
            canvas.crown(Point::new(0, 0), 19);
            canvas.line((words.wins)(count), area(24, 0, 80, 12), BOLD);
            // Why they share it.
            if let Some(goal) = at_goal {
                canvas.numeral(&figures(goal), area(105, 0, 22, 11), LIT);
            }
            canvas.seats(winners, area(0, 12, 127, height - 12), |_| Fill::Full);
        }
    }
    for (row, seats) in ranked.chunks(IN_A_ROW.into()).enumerate() {
        let y = table + 9 * row as i32;
        canvas.row_of_points(seats.iter().copied(), y, |seat| figures(scores[seat.index()]));
    }
}

pub fn awards(canvas: &mut Canvas, words: &Words, scene: &Awards) {
    let names = [words.best_storyteller, words.best_bluffer, words.sharpest_guesser, words.most_fooled];
    let awards = || names.into_iter().zip(scene.awards).filter_map(|(name, award)| Some((name, award?)));
    for (nth, (name, Honour { seats, count })) in awards().enumerate() {
        let y = nth as i32 * 12;
        canvas.line(name, area(0, y, 91, 11), LITTLE);
        honoured(canvas, seats, y);
        canvas.numeral(&figures(count), area(110, y + 1, 17, 9), LIT);
    }
    if awards().next().is_none() {
        let mut text = Text::new();
        let _ = words.rounds(&mut text, scene.rounds);
        canvas.line(&text, area(0, 12, 127, 20), ANY.centre());
    }
}

/// Who shares an award: marks where they have room, else letters, and a plus for all others.
fn honoured(canvas: &mut Canvas, seats: SeatSet, y: i32) {
    let count = seats.len();
    if count <= 2 {
        return canvas.seats(seats, area(92, y, 18, 11), |_| Fill::Full);
    }
    for (nth, seat) in seats.iter().take(if count == 3 { 3 } else { 2 }).enumerate() {
        canvas.letter(seat, area(92 + nth as i32 * 6, y + 2, 5, 7), LIT);
    }
    if count > 3 {
        canvas.draw(&area(104, y + 5, 5, 1).into_styled(FILLED));
        canvas.draw(&area(106, y + 3, 1, 5).into_styled(FILLED));
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
