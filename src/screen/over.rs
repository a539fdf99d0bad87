//! The end of a game: ranks from the last to the first, the crown, the awards, the final table, and how everyone's
//! points developed.

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle},
};

use super::frame::{Canvas, area, columns, rows};
use super::mark::{FILLED, Fill};
use super::points::ranked;
use super::reveal::IN_A_ROW;
use super::text::{ANY, BOLD, LIT, LITTLE, figures};
use crate::game::Honour;
use crate::rules::SeatSet;
use crate::scene::shared::{Awards, Curve, Finale, Over};
use crate::words::{Text, Words};

/// Seats per row in the list of those who have not won.
const RANKS: usize = 4;

/// The winners on the left under their crown, all others on the right by rank; they appear one after another.
pub fn finale(canvas: &mut Canvas, finale: &Finale, room: Rectangle) {
    let &Finale { winners, seats, scores, ranked: known, crown } = finale;
    // Many winners take the whole width, and nobody else is shown then.
    let many = winners.len() > 2 && crown > 0;
    let (left, right) = columns(room, if many { room.size.width } else { 42 });
    let others = ranked(seats.minus(winners), |seat| scores[seat.index()].into());
    let pitch = right.size.height as i32 / 3;
    for (nth, &seat) in others.iter().enumerate().rev().take(if many { 0 } else { known.into() }) {
        let at = right.top_left + Point::new((nth % RANKS) as i32 * 21, (nth / RANKS) as i32 * pitch);
        canvas.letter(seat, Rectangle::new(at + Point::new(0, 2), Size::new(5, 7)), LIT);
        let score = Rectangle::new(at + Point::new(6, 2), Size::new(15, 7));
        canvas.numeral_from_left(&figures(scores[seat.index()]), score, LIT);
    }
    // Nobody wins without a point.
    if crown > 0 && !winners.is_empty() {
        let height = left.size.height;
        let mark = height - 17;
        let middle = (left.size.width as i32 - 21) / 2;
        canvas.crown(Point::new(middle, i32::from(crown.min(Finale::DOWN)) * 2 - 2), 19);
        match (winners.len(), winners.iter().next()) {
            (1, Some(winner)) => {
                canvas.seat(winner, area(0, 17, 20, mark), Fill::Full);
                canvas.numeral(&figures(scores[winner.index()]), area(21, 18, 19, mark - 1), LIT);
            }
            _ => canvas.seats(winners, area(0, 17, left.size.width - 2, mark), |_| Fill::Full),
        }
    }
}

/// Who has won, and everyone's points.
pub fn over(canvas: &mut Canvas, words: &Words, over: &Over, room: Rectangle) {
    let &Over { winners, seats, scores, at_goal } = over;
    let ranked = ranked(seats, |seat| scores[seat.index()].into());
    let lines = ranked.len().div_ceil(IN_A_ROW.into()) as u32;
    let (head, table) = rows(room, room.size.height - 9 * lines);
    let height = head.size.height - 1;
    match (winners.len(), winners.iter().next()) {
        (1, Some(winner)) => {
            canvas.crown(Point::new(0, (height as i32 - 12) / 2), 19);
            canvas.seat(winner, area(23, 0, height.min(24), height), Fill::Full);
            canvas.line((words.wins)(1), area(50, 0, 50, height), ANY);
            canvas.numeral(&figures(scores[winner.index()]), area(101, 0, 26, height), LIT);
        }
        (0, _) => canvas.line(words.game_over, area(0, 0, 127, height), BOLD.centre()),
        (count, _) => {
            canvas.crown(Point::new(0, 0), 15);
            // Show the goal: they share the win because all have reached it.
            if let Some(goal) = at_goal {
                canvas.numeral(&figures(goal), area(0, 11, 17, 7), LIT);
            }
            // Beside up to four marks there is room for the word.
            let (said, marks) = columns(columns(head, 18).1, if count > 4 { 0 } else { 60 });
            if count <= 4 {
                canvas.line((words.wins)(count), said, BOLD);
            }
            canvas.seats(winners, rows(marks, height).0, |_| Fill::Full);
        }
    }
    for (row, seats) in ranked.chunks(IN_A_ROW.into()).enumerate() {
        let y = table.top_left.y + 9 * row as i32 + 1;
        canvas.row_of_points(seats.iter().copied(), y, |seat| figures(scores[seat.index()]));
    }
}

/// One award after another; the newest is the largest, earlier ones are above it.
pub fn awards(canvas: &mut Canvas, words: &Words, scene: &Awards, room: Rectangle) {
    let names = [words.best_storyteller, words.best_bluffer, words.sharpest_guesser, words.most_fooled];
    let awards = || names.into_iter().zip(scene.awards).filter_map(|(name, award)| Some((name, award?)));
    let count = awards().count() as u32;
    let pitch = (room.size.height / count.max(3)) as i32;
    for (nth, (name, Honour { seats, count })) in awards().take(scene.given.into()).enumerate() {
        let y = nth as i32 * pitch;
        canvas.line(name, area(0, y, 96, pitch as u32), LITTLE);
        let long = count > 99;
        // Beside the middle of the name.
        let y = y + (pitch - 13).max(0) / 2;
        honoured(canvas, seats, y, if long { 0 } else { pitch });
        let (x, width) = if long { (111, 16) } else { (116, 11) };
        canvas.numeral(&figures(count), area(x, y, width, pitch.min(9) as u32), LIT);
    }
    if count == 0 {
        let mut text = Text::new();
        let _ = words.rounds(&mut text, scene.rounds);
        canvas.line(&text, room, BOLD.centre());
    }
}

/// Who shares an award: marks if they fit, otherwise letters, and a plus if there are more.
fn honoured(canvas: &mut Canvas, seats: SeatSet, y: i32, height: i32) {
    let count = seats.len();
    if count <= 2 && height >= 12 {
        return canvas.seats(seats, area(99, y, 16, 11), |_| Fill::Full);
    }
    // Letters must not look like the end of the award's name.
    canvas.letters_of(seats, if height > 0 { area(99, y, 16, 9) } else { area(97, y, 14, 9) });
}

/// A bar for the starting score and one for each round, all seats on one scale.
pub fn curve(canvas: &mut Canvas, curve: &Curve, room: Rectangle) {
    let Curve { seat, points, most } = curve;
    let (mark, number) = rows(columns(room, 26).0, room.size.height * 3 / 5);
    canvas.seat(*seat, mark, Fill::Full);
    canvas.numeral(&figures(points.last().copied().unwrap_or(0)), rows(number, 1).1, LIT);
    let (height, most) = (room.size.height as i32, i32::from(*most).max(1));
    let pitch = (97 / points.len().max(1) as i32).clamp(1, 12);
    for (nth, &points) in points.iter().enumerate() {
        let bar = i32::from(points) * (height - 1) / most + 1;
        let width = (pitch - 1).max(1) as u32;
        canvas.draw(&area(30 + nth as i32 * pitch, height - bar, width, bar as u32).into_styled(FILLED));
    }
}
