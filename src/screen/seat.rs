//! The scenes that one player sees on the flat screen of a seat: a picture on one side, a few words beside it. A dial is
//! drawn on the tall screen that goes round, too, and larger there.

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle},
};

use super::difference::Window;
use super::frame::{Canvas, Frame, area};
use super::mark::{ERASED, FILLED, Fill, SIGN, outlined};
use super::prompt;
use super::text::{ANY, BOLD, LIT, LITTLE, PLAIN, figures, signed};
use super::turned_number::{self, Look, Place};
use super::view::View;
use crate::rules::Seat;
use crate::scene::seat::{self, Claim, Give, NotYou, Over, Points};
use crate::scene::{Ask, SeatScene};
use crate::seats::{Dialling, Question};
use crate::words::Words;

const HEIGHT: u32 = 31;
/// A hold turns the whole screen over.
pub const HELD: Rectangle = area(0, 0, 127, HEIGHT);
/// Room for a mark or a card, and what is left beside it.
const LEFT: Rectangle = area(0, 0, 27, HEIGHT);
const REST: Rectangle = area(31, 0, 96, HEIGHT);
const UPPER: Rectangle = area(31, 0, 96, 14);
const LOWER: Rectangle = area(31, 15, 96, HEIGHT - 15);

pub fn draw(canvas: &mut Canvas, scene: &SeatScene, words: &Words) {
    match scene {
        SeatScene::Free(seat) => named(canvas, *seat, Fill::Outline, words.free, ""),
        SeatScene::Joined(seat) => named(canvas, *seat, Fill::Full, words.joined, ""),
        SeatScene::Out(seat) => named(canvas, *seat, Fill::Outline, words.out, ""),
        SeatScene::Guest(seat) => named(canvas, *seat, Fill::Outline, words.hold_to_join, ""),
        SeatScene::Asked(seat) => named(canvas, *seat, Fill::Outline, words.asked_to_join, ""),
        SeatScene::YouTell(tell) => {
            named(canvas, tell.seat, Fill::Full, words.you_tell, (words.purpose)(tell.asks.what));
            go_on(canvas, Some(tell.asks));
        }
        SeatScene::NotYou(scene) => not_you(canvas, words, scene),
        SeatScene::Give(scene) => give(canvas, words, scene),
        SeatScene::Dial(scene) => dial(canvas, words, scene),
        SeatScene::Ready(seat) => named(canvas, *seat, Fill::Full, words.ready, words.press_to_change),
        SeatScene::LookAgain(seat) => named(canvas, *seat, Fill::Outline, words.look_again, words.claimed_twice),
        SeatScene::Countdown(scene) => canvas.numeral(&figures(scene.left), HELD, LIT),
        SeatScene::Result(scene) => {
            result(canvas, words, scene);
            go_on(canvas, scene.asks);
        }
        SeatScene::Claim(scene) => claim(canvas, words, scene),
        SeatScene::Wait(seat) => named(canvas, *seat, Fill::Outline, words.wait, ""),
        SeatScene::Points(scene) => {
            points(canvas, words, scene);
            go_on(canvas, scene.asks);
        }
        SeatScene::Over(scene) => {
            over(canvas, words, scene);
            go_on(canvas, scene.asks);
        }
        SeatScene::Menu(seat) => named(canvas, *seat, Fill::Full, words.menu, words.see_the_shared_screen),
    }
}

/// The sign of what the player's hand leads on with, in the last corner.
fn go_on(canvas: &mut Canvas, asks: Option<Ask>) {
    let Some(ask) = asks else { return };
    let at = Point::new(114, 18);
    canvas.draw(&area(at.x, at.y, 13, 13).into_styled(ERASED));
    prompt::sign(canvas, ask.how, at + Point::new(1, 1));
}

/// Who can do what instead.
fn not_you(canvas: &mut Canvas, words: &Words, scene: &NotYou) {
    canvas.line(words.not_you, area(0, 0, 127, 17), BOLD.centre());
    prompt::line(canvas, words, &scene.instead, area(0, 18, 127, 12));
}

fn give(canvas: &mut Canvas, words: &Words, give: &Give) {
    canvas.seat(give.storyteller.seat, LEFT, Fill::Full);
    canvas.line(words.tells, UPPER, PLAIN);
    canvas.paragraph((words.give)(give.give), LOWER, BOLD);
}

fn claim(canvas: &mut Canvas, words: &Words, claim: &Claim) {
    canvas.card(claim.card, LEFT, Fill::Outline);
    canvas.paragraph(words.yours_then_press, REST, BOLD);
}

fn points(canvas: &mut Canvas, words: &Words, points: &Points) {
    canvas.seat(points.seat, LEFT, Fill::Outline);
    canvas.numeral(&signed(points.gained), area(31, 0, 52, HEIGHT), LIT);
    if points.asks.is_some() {
        canvas.numeral(&figures(points.total), area(84, 0, 43, HEIGHT - 14), LIT);
    } else {
        canvas.line(words.points, area(84, 0, 43, 10), LITTLE.right());
        canvas.numeral(&figures(points.total), area(84, 11, 43, HEIGHT - 11), LIT);
    }
}

fn over(canvas: &mut Canvas, words: &Words, over: &Over) {
    canvas.seat(over.seat, LEFT, if over.won { Fill::Full } else { Fill::Outline });
    canvas.line(if over.won { words.you_won } else { words.the_end }, UPPER, BOLD);
    canvas.numeral(&figures(over.total), LOWER, LIT);
}

/// The seat's mark, a heading and perhaps a small line.
fn named(canvas: &mut Canvas, seat: Seat, fill: Fill, title: &str, small: &str) {
    canvas.seat(seat, LEFT, fill);
    if small.is_empty() {
        canvas.paragraph(title, REST, ANY);
    } else {
        canvas.line(title, area(31, 0, 96, 17), ANY);
        canvas.paragraph(small, area(31, 17, 96, HEIGHT - 17), PLAIN);
    }
}

/// The number being dialled has the same place and height for every question, so that turning changes few bytes.
pub fn dial(canvas: &mut Canvas, words: &Words, dial: &Dialling) {
    let height = canvas.room().size.height;
    let width = card(height).top_left.x as u32 - 3;
    let asked = (words.asked)(dial.question);
    if height > 40 {
        canvas.seat(dial.seat, area(0, 0, 20, 20), Fill::Full);
        canvas.paragraph(asked, area(0, 22, width, height - 22), BOLD);
    } else {
        canvas.paragraph(asked, area(0, 0, width, height), PLAIN);
    }
    number(canvas, dial);
}

/// Draws the number alone, if nothing else differs; tells the block that it is in.
pub fn redraw_number<const PAGES: usize>(
    before: &View<&Dialling>,
    now: &View<&Dialling>,
    frame: &mut Frame<PAGES>,
) -> Option<Window> {
    let turned = Dialling { offer: now.scene.offer, ..*before.scene };
    if turned != *now.scene || !now.lies_as(before) {
        return None;
    }
    let block = place(now.scene, PAGES == 8).block(now, PAGES);
    number(&mut now.canvas(block, frame), now.scene);
    Some(block)
}

/// The card with the number that is dialled.
fn number(canvas: &mut Canvas, dial: &Dialling) {
    let height = canvas.room().size.height;
    let tall = height > 40;
    let look = Look {
        number: (dial.offer.number > 0).then(|| dial.offer.number.into()),
        dark: dial.question == Question::Red,
    };
    let border = if tall { 2 } else { 1 };
    canvas.draw(&card(height).into_styled(if look.dark { FILLED } else { outlined(border) }));
    place(dial, tall).draw(canvas, look);
}

const fn card(height: u32) -> Rectangle {
    if height > 40 { area(63, 0, 64, height) } else { area(82, 0, 45, height) }
}

/// Where the number stands on a tall screen or a flat one.
fn place(dial: &Dialling, tall: bool) -> &'static Place {
    let places = if tall { &turned_number::TALL } else { &turned_number::FLAT };
    &places[usize::from(dial.cards > 9)]
}

/// The cards of this seat's votes beside the card that was told, and whether they are the same.
fn result(canvas: &mut Canvas, words: &Words, result: &seat::Result) {
    let (label, card, gap) = (9, 24, 4);
    let mut x = 0;
    let own = [result.first, result.second];
    let has_own = own.iter().any(Option::is_some);
    if has_own {
        canvas.line(words.yours, area(0, 0, card, label), LITTLE.centre());
        for vote in own.into_iter().flatten() {
            let found = result.story_card == Some(vote);
            let place = area(x, label as i32, card, HEIGHT - label);
            canvas.card(vote, place, if found { Fill::Full } else { Fill::Outline });
            x += card as i32 + 2;
        }
        x += gap;
    }
    if let Some(story_card) = result.story_card {
        canvas.line(words.told, area(x, 0, card, label), LITTLE.centre());
        canvas.card(story_card, area(x, label as i32, card, HEIGHT - label), Fill::Full);
        x += card as i32 + gap;
    }
    let rest = area(x, 0, (127 - x).max(0) as u32, HEIGHT);
    let sign = (rest.size.width.min(HEIGHT) as i32).min(SIGN);
    let at = rest.top_left + Point::new((rest.size.width as i32 - sign) / 2, (HEIGHT as i32 - sign) / 2);
    match (result.storyteller, result.verdict, result.story_card) {
        (true, Some(verdict), _) => {
            let width = rest.size.width - if result.asks.is_some() { 14 } else { 0 };
            let clear = Rectangle::new(rest.top_left, Size::new(width, HEIGHT));
            canvas.paragraph((words.verdict)(verdict), clear, BOLD.centre());
        }
        (false, _, Some(story_card)) if own.contains(&Some(story_card)) => canvas.tick(at),
        (false, _, Some(_)) if has_own => canvas.cross(at, SIGN),
        _ => canvas.seat(result.seat, Rectangle::new(at, Size::new(sign as u32, sign as u32)), Fill::Outline),
    }
}
