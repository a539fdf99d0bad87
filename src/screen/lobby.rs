//! Before the game: who plays what, what to deal, and setting pointers to their dots.

use core::fmt::Write;

use embedded_graphics::{geometry::Point, primitives::Rectangle};

use super::frame::{Canvas, area, columns, rows};
use super::mark::Fill;
use super::text::{ANY, BOLD, LIT, LITTLE, PLAIN, figures};
use crate::rules::Ruleset;
use crate::scene::Focus;
use crate::scene::shared::{Deal, Guest, Homing, Lobby};
use crate::voting::Join;
use crate::words::{Text, Words};

pub fn lobby(canvas: &mut Canvas, words: &Words, lobby: &Lobby, room: Rectangle) {
    match lobby.focus {
        Focus::Ruleset(ruleset) => take_seats(canvas, words, ruleset, lobby, room),
        Focus::Draw(ruleset) => {
            let (game, marks) = rows(choices(canvas, words.draw_lots, room), 10);
            canvas.line((words.ruleset)(ruleset), game, LITTLE.centre());
            canvas.seats(lobby.seated, marks, |_| Fill::Full);
        }
        Focus::Settings => {
            canvas.line((words.item)(crate::scene::Item::Settings), area(10, 0, 107, room.size.height), ANY.centre());
            canvas.turnable(room, (room.size.height as i32 - 15) / 2, 15);
        }
        Focus::Players(ruleset, players) => {
            let (head, rest) = rows(room, 13);
            canvas.line((words.ruleset)(ruleset), head, PLAIN.centre());
            canvas.numeral(&figures(players), area(16, 13, 42, rest.size.height), LIT);
            canvas.line(words.players, area(60, 13, 56, rest.size.height), BOLD);
            turnable(canvas, rest);
        }
        Focus::First(ruleset, _, first) => {
            let (head, rest) = rows(room, 13);
            let title = if first.is_some() { words.who_tells_first } else { (words.ruleset)(ruleset) };
            canvas.line(title, head, PLAIN.centre());
            let place = area(14, 13, 99, rest.size.height);
            match first {
                Some(seat) => canvas.seat(seat, area(50, 13, 27, rest.size.height), Fill::Full),
                None => canvas.line(words.draw_lots, place, ANY.centre()),
            }
            turnable(canvas, rest);
        }
    }
}

fn take_seats(canvas: &mut Canvas, words: &Words, ruleset: Ruleset, lobby: &Lobby, room: Rectangle) {
    let &Lobby { seated, counts, join, .. } = lobby;
    let below = choices(canvas, (words.ruleset)(ruleset), room);
    let mut text = Text::new();
    let _ = match ruleset.is_team() && join != Join::Dial {
        // Where each has a knob, a team shares one: twelve people use six.
        true => words.for_teams(&mut text, counts, ruleset),
        false => words.for_players(&mut text, counts),
    };
    if seated.is_empty() && join == Join::PressOnTheDot && !ruleset.is_team() {
        let (counts, how) = rows(below, 10);
        canvas.line(&text, counts, LITTLE.centre());
        return canvas.paragraph(words.pointer_to_the_dot, how, LITTLE.centre());
    }
    if seated.is_empty() || join == Join::Dial {
        return canvas.paragraph(&text, below, BOLD.centre());
    }
    let players = ruleset.players_for(seated.len());
    // Twelve teams would be more people than there are bits.
    if u32::from(counts) >> players & 1 == 1 {
        canvas.seats(seated, below, |_| Fill::Full);
    } else if seated.len() > 4 || ruleset.is_team() {
        // Too many to show both their marks and the sentence.
        let (count, said) = columns(below, 24);
        canvas.numeral(&figures(seated.len()), columns(count, 22).0, LIT);
        canvas.paragraph(&text, said, LITTLE.centre());
    } else {
        // Up to two leave one line for the sentence.
        let (marks, said) = columns(below, if seated.len() <= 2 { 42 } else { 52 });
        canvas.seats(seated, columns(marks, marks.size.width - 2).0, |_| Fill::Full);
        canvas.paragraph(&text, said, LITTLE.centre());
    }
}

/// What is played, by how many, what to deal, and the sign of whoever tells.
pub fn deal(canvas: &mut Canvas, words: &Words, deal: &Deal, room: Rectangle) {
    let line = room.size.height as i32 / 3;
    let height = line as u32;
    let mut text = Text::new();
    let game = (words.ruleset)(deal.ruleset);
    let _ = write!(text, "{game}: {} {}", u32::from(deal.players), words.players);
    // A long name gets its own line.
    let title = if text.chars().count() <= 21 { text.as_str() } else { game };
    canvas.line(title, area(0, 0, 127, height), PLAIN.centre());
    text.clear();
    let _ = words.deal(&mut text, deal.hand);
    canvas.line(&text, area(0, line, 127, height), PLAIN.centre());
    // The sign together with its word, once.
    canvas.balloon(Point::new(4, 2 * line + 2));
    canvas.seat(deal.storyteller.seat, area(17, 2 * line, 12, height), Fill::Full);
    canvas.line(words.storyteller, area(32, 2 * line, 95, height), PLAIN);
}

/// Somebody asks to join.
pub fn guest(canvas: &mut Canvas, words: &Words, guest: &Guest, room: Rectangle) {
    let (mark, said) = columns(room, room.size.height * 4 / 5 + 4);
    canvas.seat(guest.seat, columns(mark, mark.size.width - 4).0, Fill::Outline);
    let (head, rest) = rows(said, room.size.height - 18);
    canvas.paragraph(words.wants_to_join, head, BOLD);
    let (upper, lower) = rows(rest, 9);
    let mut text = Text::new();
    let _ = words.guest_points(&mut text, guest.points, guest.back);
    canvas.line(&text, upper, LITTLE);
    text.clear();
    let _ = words.takes(&mut text, guest.cards);
    canvas.line(&text, lower, LITTLE);
}

/// A large title between arrows: turning shows others. Returns the remaining area.
fn choices(canvas: &mut Canvas, title: &str, room: Rectangle) -> Rectangle {
    let (head, rest) = rows(room, if room.size.height > 40 { 20 } else { 16 });
    canvas.line(title, area(10, 0, 107, head.size.height), ANY.centre());
    turnable(canvas, head);
    rest
}

fn turnable(canvas: &mut Canvas, place: Rectangle) {
    let height = place.size.height as i32;
    let arrow = if height > 20 { 15 } else { 13 };
    canvas.turnable(place, place.top_left.y + (height - arrow) / 2, arrow);
}

pub fn homing(canvas: &mut Canvas, words: &Words, homing: &Homing, room: Rectangle) {
    let (said, marks) = rows(room, room.size.height * 3 / 5);
    let asked = if homing.check { words.every_pointer } else { words.pointer_to_the_dot };
    canvas.paragraph(asked, said, PLAIN.centre());
    let fill = |seat| if homing.homed.has(seat) { Fill::Full } else { Fill::Outline };
    canvas.seats(homing.seats, marks, fill);
}
