//! The scenes that one player sees: a picture on the right, a few words on the left. The same layout serves the flat
//! screen of a seat and the tall one that goes round, where everything is as much larger.

use embedded_graphics::geometry::{Point, Size};

use super::counter::{self, Counter, DASH, Places, Reading};
use super::frame::Canvas;
use super::mark::{Fill, SIGN};
use super::pen::{ANY, BOLD, LIT, LITTLE, PLAIN, figures, signed};
use super::place::{Place, area};
use crate::rules::{MAX_CARDS, Seat};
use crate::scene::seat::{self, Claim, Dial, Give, Over, Points};
use crate::scene::{Question, SeatScene};
use crate::words::Words;

pub fn draw(canvas: &mut Canvas, scene: &SeatScene, words: &Words) {
    match scene {
        SeatScene::Free(seat) => named(canvas, *seat, Fill::Outline, words.free, ""),
        SeatScene::Joined(seat) => named(canvas, *seat, Fill::Full, words.joined, ""),
        SeatScene::Out(seat) => named(canvas, *seat, Fill::Outline, words.out, ""),
        SeatScene::YouTell(seat) => named(canvas, *seat, Fill::Full, words.you_tell, words.laid_then_press),
        SeatScene::Give(scene) => give(canvas, words, scene),
        SeatScene::Dial(scene) => dial(canvas, words, scene),
        SeatScene::Ready(seat) => named(canvas, *seat, Fill::Full, words.ready, words.press_to_change),
        SeatScene::LookAgain(seat) => named(canvas, *seat, Fill::Outline, words.look_again, words.claimed_twice),
        SeatScene::Countdown(scene) => canvas.numeral(&figures(scene.left), canvas.room(), LIT),
        SeatScene::Result(scene) => result(canvas, words, scene),
        SeatScene::Claim(scene) => claim(canvas, words, scene),
        SeatScene::Wait(seat) => named(canvas, *seat, Fill::Outline, words.wait, ""),
        SeatScene::Points(scene) => points(canvas, words, scene),
        SeatScene::Over(scene) => over(canvas, words, scene),
        SeatScene::Menu(seat) => named(canvas, *seat, Fill::Full, words.menu, words.see_the_shared_screen),
    }
}

fn give(canvas: &mut Canvas, words: &Words, give: &Give) {
    let side = Side::of(canvas);
    canvas.seat(give.storyteller.seat, side.left(), Fill::Full);
    canvas.line(words.tells, side.upper(), PLAIN);
    canvas.line((words.give)(give.give), side.lower(), BOLD);
}

fn claim(canvas: &mut Canvas, words: &Words, claim: &Claim) {
    let side = Side::of(canvas);
    canvas.card(claim.card, side.left(), Fill::Outline);
    canvas.paragraph(words.yours_then_press, side.rest(), BOLD);
}

fn points(canvas: &mut Canvas, words: &Words, points: &Points) {
    let side = Side::of(canvas);
    canvas.seat(points.seat, side.left(), Fill::Outline);
    let rest = side.rest();
    let (x, half) = (rest.x(), rest.width() / 2);
    if side.height > 40 {
        canvas.numeral(&signed(points.gained), area(x, 0, rest.width(), 36), LIT);
        canvas.line(words.points, area(x, 44, half, 19), LITTLE);
        canvas.numeral(&figures(points.total), area(x + half as i32, 42, half, 19), LIT);
    } else {
        canvas.numeral(&signed(points.gained), area(x, 0, half + 4, side.height), LIT);
        canvas.line(words.points, area(x + half as i32 + 5, 0, half - 5, 10), LITTLE.right());
        canvas.numeral(&figures(points.total), area(x + half as i32 + 5, 11, half - 5, side.height - 11), LIT);
    }
}

fn over(canvas: &mut Canvas, words: &Words, over: &Over) {
    let side = Side::of(canvas);
    canvas.seat(over.seat, side.left(), if over.won { Fill::Full } else { Fill::Outline });
    canvas.line(if over.won { words.you_won } else { words.the_end }, side.upper(), BOLD);
    canvas.numeral(&figures(over.total), side.lower(), LIT);
}

/// How a screen of this height is divided.
struct Side {
    height: u32,
}

impl Side {
    fn of(canvas: &Canvas) -> Self {
        Self { height: canvas.room().height() }
    }

    /// Room for a mark or a card.
    fn left(&self) -> Place {
        let width = if self.height > 40 { 46 } else { 27 };
        area(0, 0, width, self.height)
    }

    fn rest(&self) -> Place {
        let x = self.left().width() as i32 + 4;
        area(x, 0, 127 - x as u32, self.height)
    }

    fn upper(&self) -> Place {
        let rest = self.rest();
        Place::new(rest.corner(), Size::new(rest.width(), self.height / 2 - 1))
    }

    fn lower(&self) -> Place {
        let upper = self.upper();
        let at = upper.corner() + Point::new(0, upper.height() as i32 + 1);
        Place::new(at, Size::new(upper.width(), self.height - upper.height() - 1))
    }
}

/// The seat's mark, a heading and perhaps a small line.
fn named(canvas: &mut Canvas, seat: Seat, fill: Fill, title: &str, small: &str) {
    let side = Side::of(canvas);
    canvas.seat(seat, side.left(), fill);
    if small.is_empty() {
        canvas.paragraph(title, side.rest(), ANY);
    } else {
        let rest = side.rest();
        let cut = side.height * 9 / 16;
        canvas.line(title, Place::new(rest.corner(), Size::new(rest.width(), cut)), ANY);
        let low = area(rest.x(), cut as i32, rest.width(), side.height - cut);
        canvas.paragraph(small, low, PLAIN);
    }
}

/// The number being dialled has the same place and height for every question, so that turning changes few bytes.
fn dial(canvas: &mut Canvas, words: &Words, dial: &Dial) {
    let height = canvas.room().height();
    let reading = reading(dial);
    let tall = height > 40;
    let card = if tall { area(63, 0, 64, height) } else { area(82, 0, 45, height) };
    let text = area(0, 0, card.x() as u32 - 3, height);
    let asked = (words.asked)(dial.question);
    if tall {
        canvas.seat(dial.seat, area(0, 0, 20, 20), Fill::Full);
        canvas.paragraph(asked, area(0, 22, text.width(), height - 22), BOLD);
    } else {
        canvas.paragraph(asked, text, PLAIN);
    }
    let counter = counter(height);
    if reading.dark {
        canvas.rectangle(card, LIT);
    } else if tall {
        canvas.outline(card, 2);
    } else {
        // A card seen from the side of its edges only: the number is as tall as the glass.
        canvas.outline(card, 1);
    }
    counter.draw(canvas, reading, Point::zero());
}

const fn counter(height: u32) -> &'static Counter {
    if height > 40 { &counter::TALL } else { &counter::FLAT }
}

/// What a counter says for each number that is offered. A table has no branch for the one that declines.
static READS: [u16; MAX_CARDS + 1] = {
    let mut reads = [DASH; MAX_CARDS + 1];
    let mut number = 1;
    while number <= MAX_CARDS {
        reads[number] = number as u16;
        number += 1;
    }
    reads
};

/// What the counter of a dial says.
fn reading(dial: &Dial) -> Reading {
    Reading {
        number: READS.get(usize::from(dial.offer.number)).copied().unwrap_or(DASH),
        places: if dial.cards > 9 { Places::Two } else { Places::One },
        faint: dial.offer.taken,
        dark: dial.question == Question::Red,
    }
}

/// The counter and its new reading, if nothing but that differs.
pub fn turned(before: &SeatScene, now: &SeatScene, height: u32) -> Option<(&'static Counter, Reading)> {
    let (SeatScene::Dial(before), SeatScene::Dial(now)) = (before, now) else { return None };
    let same = (before.seat, before.question, before.cards) == (now.seat, now.question, now.cards);
    same.then(|| (counter(height), reading(now)))
}

/// The cards of this seat's votes beside the card that was told, and whether they are the same.
fn result(canvas: &mut Canvas, words: &Words, result: &seat::Result) {
    let height = canvas.room().height();
    let tall = height > 40;
    let label = if tall { 11 } else { 9 };
    let (card, gap) = match (tall, result.second) {
        (true, None) => (34, 6),
        (true, Some(_)) => (27, 4),
        (false, _) => (24, 4),
    };
    let mut x = 0;
    let own = [result.first, result.second];
    let has_own = own.iter().any(Option::is_some);
    if has_own {
        canvas.line(words.yours, area(0, 0, card, label), LITTLE.centre());
        for vote in own.into_iter().flatten() {
            let found = result.story_card == Some(vote);
            let place = area(x, label as i32, card, height - label);
            canvas.card(vote, place, if found { Fill::Full } else { Fill::Outline });
            x += card as i32 + 2;
        }
        x += gap;
    }
    if let Some(story_card) = result.story_card {
        canvas.line(words.told, area(x, 0, card, label), LITTLE.centre());
        canvas.card(story_card, area(x, label as i32, card, height - label), Fill::Full);
        x += card as i32 + gap;
    }
    let rest = area(x, 0, (127 - x).max(0) as u32, height);
    let sign = (rest.width().min(height) as i32).min(SIGN);
    let at = rest.corner() + Point::new((rest.width() as i32 - sign) / 2, (height as i32 - sign) / 2);
    match (result.storyteller, result.verdict, result.story_card) {
        (true, Some(verdict), _) => canvas.paragraph((words.verdict)(verdict), rest, BOLD.centre()),
        (false, _, Some(story_card)) if own.contains(&Some(story_card)) => canvas.tick(at),
        (false, _, Some(_)) if has_own => canvas.cross(at),
        _ => canvas.seat(result.seat, Place::new(at, Size::new(sign as u32, sign as u32)), Fill::Outline),
    }
}
