//! Before the game: who plays what, and pointers set to their dots.

use embedded_graphics::geometry::Point;

use super::frame::{Canvas, area};
use super::mark::Fill;
use super::text::{ANY, BOLD, LIT, PLAIN, figures};
use crate::rules::Ruleset;
use crate::scene::Focus;
use crate::scene::shared::{Homing, Lobby};
use crate::seats::Join;
use crate::words::{Text, Words};

pub fn lobby(canvas: &mut Canvas, words: &Words, lobby: &Lobby) {
    match lobby.focus {
        Focus::Ruleset(ruleset) => take_seats(canvas, words, ruleset, lobby),
        Focus::Draw => {
            choices(canvas, words.who_tells_first);
            canvas.seats(lobby.seated, area(0, 23, 127, 24), |_| Fill::Full);
            canvas.line(words.press_draws_lots, area(0, 50, 127, 13), PLAIN.centre());
        }
        Focus::Settings => {
            choices(canvas, (words.item)(crate::scene::Item::Settings));
            canvas.line(words.press_opens, area(0, 50, 127, 13), PLAIN.centre());
        }
        Focus::Players(ruleset, players) => {
            canvas.line((words.ruleset)(ruleset), area(0, 0, 127, 14), PLAIN.centre());
            canvas.numeral(&figures(players), area(22, 15, 36, 34), LIT);
            canvas.line(words.players, area(61, 22, 55, 18), BOLD);
            turnable(canvas, 24, 15);
            canvas.line(words.press_goes_on, area(0, 50, 127, 13), PLAIN.centre());
        }
        Focus::First(ruleset, _, first) => {
            let title = if first.is_some() { words.who_tells_first } else { (words.ruleset)(ruleset) };
            canvas.line(title, area(0, 0, 127, 14), PLAIN.centre());
            match first {
                Some(seat) => canvas.seat(seat, area(48, 16, 31, 33), Fill::Full),
                None => canvas.line(words.draw_lots, area(14, 18, 99, 28), ANY.centre()),
            }
            turnable(canvas, 24, 15);
            canvas.line(words.press_goes_on, area(0, 50, 127, 13), PLAIN.centre());
        }
    }
}

fn take_seats(canvas: &mut Canvas, words: &Words, ruleset: Ruleset, lobby: &Lobby) {
    let &Lobby { seated, counts, join, .. } = lobby;
    choices(canvas, (words.ruleset)(ruleset));
    let players = ruleset.players_for(seated.len());
    // Twelve teams would be more people than there are bits.
    let enough = u32::from(counts) >> players & 1 == 1;
    if seated.is_empty() || join == Join::Dial {
        let mut text = Text::new();
        let _ = words.for_players(&mut text, counts);
        let below = match join {
            Join::PressOnTheDot => {
                canvas.line(&text, area(0, 20, 127, 14), PLAIN.centre());
                return canvas.paragraph(words.pointer_to_the_dot, area(0, 35, 127, 28), PLAIN.centre());
            }
            Join::Press => words.press_to_sit,
            Join::Dial => words.press_goes_on,
        };
        canvas.line(&text, area(0, 26, 127, 16), BOLD.centre());
        canvas.line(below, area(0, 50, 127, 13), PLAIN.centre());
        return;
    }
    canvas.seats(seated, area(0, 22, 127, 26), |_| Fill::Full);
    if enough {
        canvas.line(words.hold_to_tell_first, area(0, 50, 127, 13), PLAIN.centre());
    } else {
        let mut text = Text::new();
        let _ = words.for_players(&mut text, counts);
        canvas.line(&text, area(0, 50, 127, 13), PLAIN.centre());
    }
}

/// A large title between arrows: turning shows others.
fn choices(canvas: &mut Canvas, title: &str) {
    canvas.line(title, area(10, 0, 107, 20), ANY.centre());
    turnable(canvas, 3, 13);
}

fn turnable(canvas: &mut Canvas, y: i32, height: i32) {
    canvas.arrow(Point::new(0, y), height, false, LIT);
    canvas.arrow(Point::new(126 - height / 2, y), height, true, LIT);
}

pub fn homing(canvas: &mut Canvas, words: &Words, homing: &Homing) {
    canvas.paragraph(words.pointer_to_the_dot, area(0, 0, 127, 28), PLAIN.centre());
    let fill = |seat| if homing.homed.has(seat) { Fill::Full } else { Fill::Outline };
    canvas.seats(homing.seats, area(0, 30, 127, 33), fill);
}
