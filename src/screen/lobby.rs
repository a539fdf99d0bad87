//! Before the game: who plays what, what to deal, and setting pointers to their dots.

use embedded_graphics::{geometry::Point, primitives::Rectangle};

use super::frame::{Canvas, area, columns, rows};
use super::mark::Fill;
use super::prompt;
use super::text::{ANY, BOLD, LIT, LITTLE, PLAIN, figures};
use crate::rules::Ruleset;
use crate::scene::shared::{Deal, Guest, Homing, Lobby};
use crate::scene::{Action, Focus, More};
use crate::voting::Join;
use crate::words::{Text, Words};

pub fn lobby(canvas: &mut Canvas, words: &Words, lobby: &Lobby, room: Rectangle) {
    match lobby.focus {
        Focus::Ruleset(ruleset) => take_seats(canvas, words, ruleset, lobby, room),
        Focus::Draw(ruleset) => {
            let (head, rest) = headed(room);
            choices(canvas, words.draw_lots, lobby.more, head);
            let (game, marks) = rows(rest, 10);
            canvas.line((words.ruleset)(ruleset), game, LITTLE.centre());
            canvas.seats(lobby.seated, marks, |_| Fill::Full);
        }
        Focus::Settings => {
            canvas.line((words.item)(crate::scene::Item::Settings), area(10, 0, 107, room.size.height), ANY.centre());
            canvas.turnable(lobby.more, room, (room.size.height as i32 - 15) / 2, 15);
        }
        Focus::Players(ruleset, players) => {
            let (head, rest) = rows(room, 13);
            canvas.line((words.ruleset)(ruleset), head, PLAIN.centre());
            canvas.numeral(&figures(players), area(16, 13, 42, rest.size.height), LIT);
            canvas.line(words.players, area(60, 13, 56, rest.size.height), BOLD);
            turnable(canvas, lobby.more, rest);
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
            turnable(canvas, lobby.more, rest);
        }
    }
}

fn take_seats(canvas: &mut Canvas, words: &Words, ruleset: Ruleset, lobby: &Lobby, room: Rectangle) {
    let &Lobby { seated, counts, join, free, more, .. } = lobby;
    let mut text = Text::new();
    let _ = match ruleset.is_team() && join != Join::Dial {
        // Where every seat has a knob, a team shares one: twelve people use six.
        true => words.for_teams(&mut text, counts, ruleset),
        false => words.for_players(&mut text, counts),
    };
    let players = ruleset.players_for(seated.len());
    // Widened, because the 24 people of twelve teams exceed the bits of `counts`.
    let enough = u32::from(counts) >> players & 1 == 1;
    // If too many have sat down for Team, they have to read that a team shares a knob.
    if join == Join::PressOnTheDot && free && (enough || seated.len() < 3 || !ruleset.is_team()) {
        if ruleset.is_team() && !seated.is_empty() {
            // The sentence has no room beside the one about the dot, but the number has.
            text.clear();
            let _ = words.teams(&mut text, if enough { 1 << players } else { counts }, ruleset);
        }
        return sit_on_the_dot(canvas, words, ruleset, lobby, enough, &text, room);
    }
    let (head, below) = headed(room);
    choices(canvas, (words.ruleset)(ruleset), more, head);
    if seated.is_empty() || join == Join::Dial {
        return canvas.paragraph(&text, below, BOLD.centre());
    }
    if enough {
        canvas.seats(seated, below, |_| Fill::Full);
    } else if seated.len() > 4 || ruleset.is_team() {
        // There are too many seats to show both their marks and the sentence.
        let (count, said) = columns(below, 24);
        canvas.numeral(&figures(seated.len()), columns(count, 22).0, LIT);
        canvas.paragraph(&text, said, LITTLE.centre());
    } else {
        // Up to two marks leave more room for the sentence.
        let (marks, said) = columns(below, if seated.len() <= 2 { 42 } else { 52 });
        canvas.seats(seated, columns(marks, marks.size.width - 2).0, |_| Fill::Full);
        canvas.paragraph(&text, said, LITTLE.centre());
    }
}

/// The lobby of a ring, as long as somebody can still sit down. It asks for pointers on the dot: one that is off the
/// dot when its player sits down would vote for the wrong cards.
fn sit_on_the_dot(
    canvas: &mut Canvas,
    words: &Words,
    ruleset: Ruleset,
    lobby: &Lobby,
    enough: bool,
    counts: &str,
    room: Rectangle,
) {
    let (title, how) = if lobby.seated.is_empty() && !ruleset.is_team() { (20, 20) } else { (12, 15) };
    let (above, sentence) = rows(room, room.size.height - how);
    let (head, middle) = rows(above, title);
    choices(canvas, (words.ruleset)(ruleset), lobby.more, head);
    canvas.paragraph(words.pointer_to_the_dot, sentence, LITTLE.centre());
    if enough {
        let letters = 7 * u32::from(lobby.seated.len());
        let (start, end) = columns(middle, if ruleset.is_team() { 50 } else { (127 + letters) / 2 });
        canvas.letters_of(lobby.seated, columns(start, start.size.width - letters).1);
        if ruleset.is_team() {
            canvas.line(counts, columns(end, 6).1, LITTLE);
        }
    } else if lobby.seated.is_empty() {
        canvas.paragraph(counts, middle, LITTLE.centre());
    } else {
        let (marks, said) = columns(middle, 42);
        match lobby.seated.len() <= 4 {
            true => canvas.seats(lobby.seated, marks, |_| Fill::Full),
            false => canvas.numeral(&figures(lobby.seated.len()), marks, LIT),
        }
        canvas.line(counts, said, LITTLE.centre());
    }
}

/// What to deal, and what the symbols of later pictures mean.
pub fn deal(canvas: &mut Canvas, words: &Words, deal: &Deal, room: Rectangle) {
    let (head, rest) = rows(room, room.size.height - SIGNS);
    let mut text = Text::new();
    let _ = words.deal(&mut text, deal.hand);
    canvas.line(&text, head, BOLD.centre());
    let (upper, lower) = (rest.top_left.y, rest.top_left.y + 9);
    canvas.balloon(Point::new(0, upper));
    canvas.letter(deal.storyteller.seat, area(13, upper + 1, 6, 7), LIT);
    let x = meaning(canvas, words.storyteller, Point::new(21, upper));
    canvas.crown(Point::new(x, upper + 1), 9);
    meaning(canvas, words.leads, Point::new(x + 11, upper));
    prompt::sign(canvas, words, Action::Dial, Point::new(0, lower));
    let x = meaning(canvas, words.dial_a_card, Point::new(13, lower + 1));
    prompt::hourglass(canvas, 4, Point::new(x, lower));
    meaning(canvas, words.goes_on, Point::new(x + 11, lower + 1));
}

/// Height in rows of the symbols and their meanings: two lines, the lower one with taller symbols.
const SIGNS: u32 = 20;

/// Writes what a symbol means. Returns the column where the next symbol has room.
fn meaning(canvas: &mut Canvas, text: &str, at: Point) -> i32 {
    let width = text.chars().count() as i32 * 5;
    canvas.line(text, area(at.x, at.y, width as u32, 10), LITTLE);
    at.x + width + 3
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

/// Splits `room` into room for a large title, and the rest.
fn headed(room: Rectangle) -> (Rectangle, Rectangle) {
    rows(room, if room.size.height > 40 { 20 } else { 16 })
}

/// A title, with an arrow on each side to which turning shows others.
fn choices(canvas: &mut Canvas, title: &str, more: More, head: Rectangle) {
    canvas.line(title, area(10, 0, 107, head.size.height), ANY.centre());
    turnable(canvas, more, head);
}

fn turnable(canvas: &mut Canvas, more: More, place: Rectangle) {
    let height = place.size.height as i32;
    let arrow = match height {
        ..=12 => 11,
        13..=20 => 13,
        _ => 15,
    };
    canvas.turnable(more, place, place.top_left.y + (height - arrow) / 2, arrow);
}

pub fn homing(canvas: &mut Canvas, words: &Words, homing: &Homing, room: Rectangle) {
    let (said, marks) = rows(room, room.size.height * 3 / 5);
    let asked = if homing.check { words.every_pointer } else { words.pointer_to_the_dot };
    canvas.paragraph(asked, said, PLAIN.centre());
    let fill = |seat| if homing.homed.has(seat) { Fill::Full } else { Fill::Outline };
    canvas.seats(homing.seats, marks, fill);
}
