//! The scenes that one player sees: a picture on the right, a few words on the left. The same layout serves the flat
//! screen of a seat and the tall one that goes round, where everything is as much larger.

use embedded_graphics::geometry::{OriginDimensions, Point, Size};

use super::counter::{self, Counter, DASH, Places, Reading};
use super::frame::Canvas;
use super::mark::{Fill, SIGN};
use super::pen::{ANY, BOLD, LIT, LITTLE, PLAIN, figures, signed};
use super::place::{Place, area};
use crate::rules::{Card, MAX_CARDS, Seat, Verdict};
use crate::scene::{Offer, Question, SeatScene};
use crate::words::Words;

pub fn draw(canvas: &mut Canvas, scene: &SeatScene, words: &Words) {
    let height = canvas.size().height - 1;
    let side = Side { height };
    match *scene {
        SeatScene::Free { seat } => named(canvas, seat, Fill::Outline, words.free, ""),
        SeatScene::Joined { seat } => named(canvas, seat, Fill::Full, words.joined, ""),
        SeatScene::Out { seat } => named(canvas, seat, Fill::Outline, words.out, ""),
        SeatScene::YouTell { seat, cards } => {
            named(canvas, seat, Fill::Full, words.you_tell, words.laid_then_press);
            let _ = cards;
        }
        SeatScene::Give { seat, storyteller, give } => {
            canvas.seat(storyteller.seat, side.left(), Fill::Full);
            canvas.line(words.tells, side.upper(), PLAIN);
            canvas.line((words.give)(give), side.lower(), BOLD);
            let _ = seat;
        }
        SeatScene::Dial { seat, question, cards, offer } => {
            dial(canvas, words, seat, question, reading(question, cards, offer));
        }
        SeatScene::Ready { seat } => {
            named(canvas, seat, Fill::Full, words.ready, words.press_to_change);
        }
        SeatScene::LookAgain { seat } => named(canvas, seat, Fill::Outline, words.look_again, words.claimed_twice),
        SeatScene::Countdown { left } => canvas.numeral(&figures(left), area(0, 0, 127, height), LIT),
        SeatScene::Result { seat, story_card, first, second, verdict, storyteller } => {
            let votes = Votes { story_card, first, second, verdict, storyteller };
            result(canvas, words, seat, &votes);
        }
        SeatScene::Claim { seat: _, card } => {
            canvas.card(card, side.left(), Fill::Outline);
            canvas.paragraph(words.yours_then_press, side.rest(), BOLD);
        }
        SeatScene::Wait { seat } => named(canvas, seat, Fill::Outline, words.wait, ""),
        SeatScene::Points { seat, gained, total } => {
            canvas.seat(seat, side.left(), Fill::Outline);
            let rest = side.rest();
            let (x, half) = (rest.x(), rest.width() / 2);
            if height > 40 {
                canvas.numeral(&signed(gained), area(x, 0, rest.width(), 36), LIT);
                canvas.line(words.points, area(x, 44, half, 19), LITTLE);
                canvas.numeral(&figures(total), area(x + half as i32, 42, half, 19), LIT);
            } else {
                canvas.numeral(&signed(gained), area(x, 0, half + 4, height), LIT);
                canvas.line(words.points, area(x + half as i32 + 5, 0, half - 5, 10), LITTLE.right());
                canvas.numeral(&figures(total), area(x + half as i32 + 5, 11, half - 5, height - 11), LIT);
            }
        }
        SeatScene::Over { seat, won, total } => {
            canvas.seat(seat, side.left(), if won { Fill::Full } else { Fill::Outline });
            canvas.line(if won { words.you_won } else { words.the_end }, side.upper(), BOLD);
            canvas.numeral(&figures(total), side.lower(), LIT);
        }
        SeatScene::Menu { seat } => named(canvas, seat, Fill::Full, words.menu, words.see_the_shared_screen),
    }
}

/// How a screen of this height is divided.
struct Side {
    height: u32,
}

impl Side {
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
    let side = Side { height: canvas.size().height - 1 };
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
fn dial(canvas: &mut Canvas, words: &Words, seat: Seat, question: Question, reading: Reading) {
    let height = canvas.size().height - 1;
    let tall = height > 40;
    let card = if tall { area(63, 0, 64, height) } else { area(82, 0, 45, height) };
    let text = area(0, 0, card.x() as u32 - 3, height);
    let asked = (words.asked)(question);
    if tall {
        canvas.seat(seat, area(0, 0, 20, 20), Fill::Full);
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
fn reading(question: Question, cards: u8, offer: Offer) -> Reading {
    Reading {
        number: READS.get(usize::from(offer.number)).copied().unwrap_or(DASH),
        places: if cards > 9 { Places::Two } else { Places::One },
        faint: offer.taken,
        dark: question == Question::Red,
    }
}

/// The counter and its new reading, if nothing but that differs.
pub fn turned(before: &SeatScene, now: &SeatScene, height: u32) -> Option<(&'static Counter, Reading)> {
    match (before, now) {
        (
            SeatScene::Dial { seat: old_seat, question: old_question, cards: old_cards, .. },
            &SeatScene::Dial { seat, question, cards, offer },
        ) if (*old_seat, *old_question, *old_cards) == (seat, question, cards) => {
            Some((counter(height), reading(question, cards, offer)))
        }
        _ => None,
    }
}

struct Votes {
    story_card: Option<Card>,
    first: Option<Card>,
    second: Option<Card>,
    verdict: Option<Verdict>,
    storyteller: bool,
}

/// The cards of this seat's votes beside the card that was told, and whether they are the same.
fn result(canvas: &mut Canvas, words: &Words, seat: Seat, votes: &Votes) {
    let height = canvas.size().height - 1;
    let tall = height > 40;
    let label = if tall { 11 } else { 9 };
    let (card, gap) = match (tall, votes.second) {
        (true, None) => (34, 6),
        (true, Some(_)) => (27, 4),
        (false, _) => (24, 4),
    };
    let mut x = 0;
    let own = [votes.first, votes.second];
    let has_own = own.iter().any(Option::is_some);
    if has_own {
        canvas.line(words.yours, area(0, 0, card, label), LITTLE.centre());
        for vote in own.into_iter().flatten() {
            let found = votes.story_card == Some(vote);
            let place = area(x, label as i32, card, height - label);
            canvas.card(vote, place, if found { Fill::Full } else { Fill::Outline });
            x += card as i32 + 2;
        }
        x += gap;
    }
    if let Some(story_card) = votes.story_card {
        canvas.line(words.told, area(x, 0, card, label), LITTLE.centre());
        canvas.card(story_card, area(x, label as i32, card, height - label), Fill::Full);
        x += card as i32 + gap;
    }
    let rest = area(x, 0, (127 - x).max(0) as u32, height);
    let sign = (rest.width().min(height) as i32).min(SIGN);
    let at = rest.corner() + Point::new((rest.width() as i32 - sign) / 2, (height as i32 - sign) / 2);
    match (votes.storyteller, votes.verdict, votes.story_card) {
        (true, Some(verdict), _) => canvas.paragraph((words.verdict)(verdict), rest, BOLD.centre()),
        (false, _, Some(story_card)) if own.contains(&Some(story_card)) => canvas.tick(at),
        (false, _, Some(_)) if has_own => canvas.cross(at),
        _ => canvas.seat(seat, Place::new(at, Size::new(sign as u32, sign as u32)), Fill::Outline),
    }
}
