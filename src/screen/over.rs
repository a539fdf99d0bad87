//! The end of a game: who has won, everyone's points, and a small account.

use embedded_graphics::geometry::Point;

use super::frame::{Canvas, area};
use super::mark::Fill;
use super::text::{ANY, BOLD, LIT, LITTLE, figures};
use crate::rules::Seat;
use crate::scene::shared::{Account, Over};
use crate::words::{Text, Words};

pub fn over(canvas: &mut Canvas, words: &Words, over: &Over) {
    let &Over { winners, seats, scores } = over;
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
    let &Account { best_storyteller, best_bluffer, .. } = account;
    let lines = [(words.best_storyteller, best_storyteller), (words.best_bluffer, best_bluffer)];
    for (nth, (name, best)) in lines.into_iter().enumerate() {
        let y = nth as i32 * 25;
        let Some((seat, points)) = best else { continue };
        canvas.seat(seat, area(0, y, 22, 23), Fill::Full);
        canvas.line(name, area(25, y, 102, 10), LITTLE);
        canvas.numeral(&figures(points), area(25, y + 11, 30, 13), LIT);
    }
    let mut text = Text::new();
    let _ = words.rounds(&mut text, account.rounds);
    if best_storyteller.is_none() && best_bluffer.is_none() {
        canvas.line(&text, area(0, 12, 127, 20), ANY.centre());
    } else {
        canvas.line(&text, area(60, 37, 67, 12), LITTLE.right());
    }
}
