//! Before the game: who plays what, what to deal, and pointers set to their dots.

use embedded_graphics::geometry::Point;

use super::frame::{Canvas, area};
use super::mark::Fill;
use super::text::{ANY, BOLD, LIT, LITTLE, PLAIN, figures};
use crate::rules::Ruleset;
use crate::scene::Focus;
use crate::scene::shared::{Deal, Guest, Homing, Lobby};
use crate::seats::Join;
use crate::words::{Text, Words};

pub fn lobby(canvas: &mut Canvas, words: &Words, lobby: &Lobby, room: u32) {
    match lobby.focus {
        Focus::Ruleset(ruleset) => take_seats(canvas, words, ruleset, lobby, room),
        Focus::Draw(ruleset) => {
            choices(canvas, words.draw_lots);
            canvas.line((words.ruleset)(ruleset), area(0, 20, 127, 13), PLAIN.centre());
            canvas.seats(lobby.seated, area(0, 34, 127, 15), |_| Fill::Full);
        }
        Focus::Settings => choices(canvas, (words.item)(crate::scene::Item::Settings)),
        Focus::Players(ruleset, players) => {
            canvas.line((words.ruleset)(ruleset), area(0, 0, 127, 14), PLAIN.centre());
            canvas.numeral(&figures(players), area(22, 15, 36, 34), LIT);
            canvas.line(words.players, area(61, 22, 55, 18), BOLD);
            turnable(canvas, 24, 15);
        }
        Focus::First(ruleset, _, first) => {
            let title = if first.is_some() { words.who_tells_first } else { (words.ruleset)(ruleset) };
            canvas.line(title, area(0, 0, 127, 14), PLAIN.centre());
            match first {
                Some(seat) => canvas.seat(seat, area(48, 16, 31, 33), Fill::Full),
                None => canvas.line(words.draw_lots, area(14, 18, 99, 28), ANY.centre()),
            }
            turnable(canvas, 24, 15);
        }
    }
}

fn take_seats(canvas: &mut Canvas, words: &Words, ruleset: Ruleset, lobby: &Lobby, room: u32) {
    let &Lobby { seated, counts, join, .. } = lobby;
    choices(canvas, (words.ruleset)(ruleset));
    let mut text = Text::new();
    let _ = match ruleset.is_team() && join != Join::Dial {
        // Where each has a knob, a team has one: twelve people sit at six.
        true => words.for_teams(&mut text, counts, ruleset),
        false => words.for_players(&mut text, counts),
    };
    let below = area(0, 20, 127, room - 20);
    if seated.is_empty() || join == Join::Dial {
        return canvas.paragraph(&text, below, BOLD.centre());
    }
    let players = ruleset.players_for(seated.len());
    // Twelve teams would be more people than there are bits.
    if u32::from(counts) >> players & 1 == 1 {
        canvas.seats(seated, below, |_| Fill::Full);
    } else if seated.len() > 4 {
        // Too many for their marks and the sentence.
        canvas.numeral(&figures(seated.len()), area(0, 21, 34, room - 22), LIT);
        canvas.paragraph(&text, area(37, 19, 90, room - 19), LITTLE.centre());
    } else {
        // Up to two leave the sentence one line.
        let marks = if seated.len() <= 2 { 40 } else { 50 };
        canvas.seats(seated, area(0, 21, marks, room - 21), |_| Fill::Full);
        canvas.paragraph(&text, area(marks as i32 + 2, 19, 125 - marks, room - 19), LITTLE.centre());
    }
}

/// What is played, by how many, and what to deal.
pub fn deal(canvas: &mut Canvas, words: &Words, deal: &Deal) {
    canvas.line((words.ruleset)(deal.ruleset), area(0, 0, 127, 17), BOLD.centre());
    canvas.numeral(&figures(deal.players), area(0, 18, 30, 16), LIT);
    canvas.line(words.players, area(31, 18, 60, 16), PLAIN);
    canvas.balloon(Point::new(96, 20));
    canvas.seat(deal.storyteller.seat, area(109, 18, 18, 17), Fill::Full);
    let mut text = Text::new();
    let _ = words.deal(&mut text, deal.hand);
    canvas.line(&text, area(0, 35, 127, 14), PLAIN.centre());
}

/// Somebody asks to join.
pub fn guest(canvas: &mut Canvas, words: &Words, guest: &Guest) {
    canvas.seat(guest.seat, area(0, 4, 40, 44), Fill::Outline);
    canvas.paragraph(words.wants_to_join, area(44, 0, 83, 49), BOLD);
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
    canvas.seats(homing.seats, area(0, 30, 127, 19), fill);
}
