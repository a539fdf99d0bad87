//! The scenes on the flat screen of a seat: a picture on one side, a few words beside it. A dial is also drawn, larger,
//! on the tall screen that is passed round.

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle},
    transform::Transform,
};

use super::difference::Window;
use super::frame::{Canvas, Frame, area, columns, rows};
use super::mark::{FILLED, Fill, SIGN, outlined};
use super::prompt;
use super::stamp::Stamps;
use super::text::{ANY, BOLD, LIT, LITTLE, PLAIN, Style, figures, signed};
use super::turned_number::{self, Place, ShownNumber};
use super::view::View;
use crate::rules::{Card, Reason, Seat};
use crate::scene::seat::{self, Claim, Give, NotYou, Over, Points, PointsPage};
use crate::scene::{Action, Actor, Ask, Prompt, Purpose, SeatScene};
use crate::voting::{Dialling, Question};
use crate::words::Words;

const HEIGHT: u32 = 31;
/// A hold inverts the whole screen.
pub const HELD: Rectangle = area(0, 0, 127, HEIGHT);
/// Room for a mark or a card, and the rest beside it: a title, and what the player can do.
const LEFT: Rectangle = area(0, 0, 22, HEIGHT);
const REST: Rectangle = area(25, 0, 102, HEIGHT);
/// A small mark and a title, above a line of what the player can do.
const SMALL: Rectangle = area(0, 0, 18, 18);
const TITLE: Rectangle = area(21, 0, 106, 18);
const LINE: Rectangle = area(0, 19, 127, 12);

pub fn draw(canvas: &mut Canvas, scene: &SeatScene, words: &Words, stamps: Option<&Stamps>) {
    let asks = scene.ask();
    match scene {
        SeatScene::Free(seat) | SeatScene::Guest(seat) => named(canvas, words, *seat, Fill::Outline, "", asks),
        SeatScene::Joined(seat) => named(canvas, words, *seat, Fill::Full, "", asks),
        SeatScene::Waiting(seat) => named(canvas, words, *seat, Fill::Full, words.wait, None),
        SeatScene::Out(seat) => named(canvas, words, *seat, Fill::Outline, words.out, None),
        SeatScene::Asked(seat) => named(canvas, words, *seat, Fill::Outline, words.asked_to_join, None),
        SeatScene::LetIn(guest) => named(canvas, words, *guest, Fill::Outline, words.wants_to_join, asks),
        SeatScene::YouTell(tell) => named(canvas, words, tell.seat, Fill::Full, words.you_tell, asks),
        SeatScene::NotYou(scene) => not_you(canvas, words, scene),
        SeatScene::Give(scene) => give(canvas, words, scene),
        SeatScene::Dial(scene) => dial(canvas, words, scene, stamps),
        SeatScene::Ready(seat) => named(canvas, words, *seat, Fill::Full, words.ready, asks),
        SeatScene::LookAgain(seat) => {
            canvas.seat(*seat, SMALL, Fill::Outline);
            canvas.line(words.look_again, TITLE, ANY);
            canvas.line(words.claimed_twice, LINE, PLAIN);
        }
        SeatScene::Countdown(scene) => canvas.numeral(&figures(scene.left), HELD, LIT),
        SeatScene::Result(scene) => result(canvas, words, scene),
        SeatScene::Claim(scene) => claim(canvas, words, scene),
        SeatScene::Claimed(card) => claimed(canvas, words, *card, asks),
        SeatScene::Wait(seat) => named(canvas, words, *seat, Fill::Outline, words.wait, None),
        SeatScene::Points(scene) => points(canvas, words, scene),
        SeatScene::Over(scene) => over(canvas, words, scene),
        SeatScene::Menu(seat) => {
            canvas.seat(*seat, SMALL, Fill::Full);
            canvas.line(words.menu, TITLE, ANY);
            canvas.line(words.see_the_shared_screen, LINE, PLAIN);
        }
    }
}

/// The seat's mark, the topic, and what its player can do.
fn named(canvas: &mut Canvas, words: &Words, seat: Seat, fill: Fill, title: &str, asks: Option<Ask>) {
    match asks {
        None => {
            canvas.seat(seat, LEFT, fill);
            canvas.paragraph(title, REST, ANY);
        }
        Some(ask) if title.is_empty() => {
            // Nothing else has to be said.
            canvas.seat(seat, LEFT, fill);
            prompt::sign(canvas, words, ask.how, Point::new(25, 2));
            canvas.line((words.purpose)(ask.what), area(25, 14, 102, HEIGHT - 14), ANY);
        }
        Some(_) => {
            canvas.seat(seat, SMALL, fill);
            canvas.line(title, TITLE, ANY);
            line(canvas, words, asks, LINE);
        }
    }
}

/// The player's action and its purpose.
fn line(canvas: &mut Canvas, words: &Words, asks: Option<Ask>, place: Rectangle) {
    if let Some(Ask { how, what }) = asks {
        prompt::line(canvas, words, &Prompt::new(Actor::Holder, how, what), place);
    }
}

/// Who can do what instead.
fn not_you(canvas: &mut Canvas, words: &Words, scene: &NotYou) {
    let title = if scene.instead.what == Purpose::OpenMenu { words.menu } else { words.not_you };
    canvas.line(title, area(0, 0, 127, 17), BOLD.centre());
    prompt::line(canvas, words, &scene.instead, area(0, 18, 127, 12));
}

fn give(canvas: &mut Canvas, words: &Words, give: &Give) {
    canvas.seat(give.storyteller.seat, LEFT, Fill::Full);
    canvas.line(words.tells, area(25, 0, 102, 13), PLAIN);
    canvas.paragraph((words.give)(give.give), area(25, 14, 102, HEIGHT - 14), BOLD);
}

fn claim(canvas: &mut Canvas, words: &Words, claim: &Claim) {
    canvas.card(claim.card, LEFT, Fill::Outline);
    let question = if claim.partners { (words.asked)(Question::PartnerCard) } else { words.is_it_yours };
    canvas.line(question, area(25, 0, 102, 18), BOLD);
    let taken = prompt::sign(canvas, words, Action::Press, Point::new(25, 20)) + 2;
    canvas.line(words.yes, area(25 + taken as i32, 19, 102 - taken, 12), PLAIN);
}

fn claimed(canvas: &mut Canvas, words: &Words, card: Card, asks: Option<Ask>) {
    canvas.card(card, SMALL, Fill::Full);
    canvas.line(words.is_yours, TITLE, BOLD);
    line(canvas, words, asks, LINE);
}

/// A row for each gain, with its reason; the sum only once the shared screen has shown all rows.
fn points(canvas: &mut Canvas, words: &Words, points: &Points) {
    let (mark, rows) = if points.asks.is_some() { (SMALL, 18) } else { (LEFT, HEIGHT) };
    canvas.seat(points.seat, mark, Fill::Outline);
    line(canvas, words, points.asks, LINE);
    match points.page {
        PointsPage::Base(reason) => gain(canvas, words, reason, area(25, 0, 102, rows)),
        PointsPage::Bonus([Some(first), Some(second)]) => {
            // Only the leader has a line for an action, but gets no point for a lone vote: there is room for two rows.
            gain(canvas, words, Some(first), area(25, 0, 102, 15));
            gain(canvas, words, Some(second), area(25, 16, 102, 15));
        }
        PointsPage::Bonus([reason, _]) => gain(canvas, words, reason, area(25, 0, 102, rows)),
        PointsPage::Total { gained, total } => {
            canvas.numeral(&signed(gained), area(25, 0, 52, rows), LIT);
            if points.asks.is_some() {
                canvas.numeral(&figures(total), area(80, 0, 47, rows), LIT);
            } else {
                canvas.line(words.points, area(80, 0, 47, 10), LITTLE.right());
                canvas.numeral(&figures(total), area(80, 11, 47, HEIGHT - 11), LIT);
            }
        }
    }
}

fn gain(canvas: &mut Canvas, words: &Words, reason: Option<Reason>, place: Rectangle) {
    let figure = if place.size.height > 20 { 34 } else { 20 };
    let points = reason.map_or(0, Reason::points);
    let number = if points > 0 { signed(points) } else { figures(0) };
    canvas.numeral(&number, Rectangle::new(place.top_left, Size::new(figure, place.size.height)), LIT);
    let beside = place.top_left + Point::new(figure as i32 + 2, 0);
    let width = place.size.width - figure - 2;
    let why = reason.map_or(words.nothing, words.reason);
    canvas.paragraph(why, Rectangle::new(beside, Size::new(width, place.size.height)), PLAIN);
}

fn over(canvas: &mut Canvas, words: &Words, over: &Over) {
    let mark = if over.asks.is_some() { SMALL } else { LEFT };
    canvas.seat(over.seat, mark, if over.won { Fill::Full } else { Fill::Outline });
    let title = if over.won { words.you_won } else { words.the_end };
    if over.asks.is_some() {
        canvas.line(title, area(21, 0, 80, 18), BOLD);
        canvas.numeral(&figures(over.total), area(102, 0, 25, 18), LIT);
        line(canvas, words, over.asks, LINE);
    } else {
        canvas.line(title, area(25, 0, 102, 14), BOLD);
        canvas.numeral(&figures(over.total), area(25, 15, 102, HEIGHT - 15), LIT);
    }
}

/// Draws a question and the number being dialled. The number has the same place and height for every question, so that
/// turning changes few bytes. With `stamps`, every number takes the same time to draw.
pub fn dial(canvas: &mut Canvas, words: &Words, dial: &Dialling, stamps: Option<&Stamps>) {
    let height = canvas.room().size.height;
    let width = card(height).top_left.x as u32 - 3;
    let asked = (words.asked)(dial.question);
    let signs = [Action::Turn, Action::Press];
    if height > 40 {
        canvas.seat(dial.seat, area(0, 0, 16, 17), Fill::Full);
        question(canvas, dial, asked, area(0, 18, width, height - 43), BOLD);
        for (nth, how) in signs.into_iter().enumerate() {
            prompt::sign(canvas, words, how, Point::new(0, height as i32 - 24 + 13 * nth as i32));
        }
    } else {
        question(canvas, dial, asked, area(0, 0, width, height - 12), PLAIN);
        // Without room for both words, turning is shown as a pointer on its ring.
        let both = prompt::sign_width(words, Action::Turn) + 1 + prompt::sign_width(words, Action::Press) <= width;
        let mut at = Point::new(0, height as i32 - 11);
        for how in if both { signs } else { [Action::Dial, Action::Press] } {
            at.x += prompt::sign(canvas, words, how, at) as i32 + 1;
        }
    }
    number(canvas, dial, stamps);
}

/// The player's own card is asked for in inverse letters, so that it cannot be taken for the guess.
fn question(canvas: &mut Canvas, dial: &Dialling, asked: &str, place: Rectangle, style: Style) {
    if matches!(dial.question, Question::StoryCard | Question::PartnerCard | Question::Own { .. }) {
        canvas.draw(&place.into_styled(FILLED));
        canvas.paragraph(asked, place.translate(Point::new(0, 1)), style.centre().dark());
    } else {
        canvas.paragraph(asked, place, style);
    }
}

/// Draws only the number, if nothing else differs. Returns the block of bytes that was drawn.
pub fn redraw_number<const PAGES: usize>(
    before: &View<&Dialling>,
    now: &View<&Dialling>,
    frame: &mut Frame<PAGES>,
    stamps: &Stamps,
) -> Option<Window> {
    let turned = Dialling { offer: now.scene.offer, ..*before.scene };
    if turned != *now.scene || !now.lies_as(before) {
        return None;
    }
    let place = place(now.scene, PAGES == 8);
    let block = place.block(now, PAGES);
    let canvas = &mut now.canvas(block, frame);
    match stamps.get(place, now.scene.offer.number) {
        // A stamp includes all that the block shows of an outlined card.
        Some(stamp) if !is_dark(now.scene) => stamp.print(canvas, place, false),
        _ => number(canvas, now.scene, Some(stamps)),
    }
    Some(block)
}

/// The card with the number that is dialled.
fn number(canvas: &mut Canvas, dial: &Dialling, stamps: Option<&Stamps>) {
    let place = place(dial, is_tall(canvas));
    let border = if is_tall(canvas) { 2 } else { 1 };
    let style = if is_dark(dial) { FILLED } else { outlined(border) };
    canvas.draw(&card(canvas.room().size.height).into_styled(style));
    match stamps.and_then(|stamps| stamps.get(place, dial.offer.number)) {
        Some(stamp) => stamp.print(canvas, place, is_dark(dial)),
        None => {
            let number = (dial.offer.number > 0).then(|| dial.offer.number.into());
            place.draw(canvas, ShownNumber { number, dark: is_dark(dial) });
        }
    }
}

/// True if the card is lit and its number dark: the card under the red token.
fn is_dark(dial: &Dialling) -> bool {
    dial.question == Question::Red
}

fn is_tall(canvas: &Canvas) -> bool {
    canvas.room().size.height > 40
}

const fn card(height: u32) -> Rectangle {
    if height > 40 { area(63, 0, 64, height) } else { area(82, 0, 45, height) }
}

/// The place of the number on a tall or a flat screen.
fn place(dial: &Dialling, tall: bool) -> &'static Place {
    let places = if tall { &turned_number::TALL } else { &turned_number::FLAT };
    &places[usize::from(dial.cards > 9)]
}

/// The cards that this seat voted for beside the storyteller's, and whether they match.
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
        canvas.line(words.told, area((x - 3).max(0), 0, 30, label), LITTLE.centre());
        canvas.card(story_card, area(x, label as i32, card, HEIGHT - label), Fill::Full);
        x += card as i32 + gap;
    }
    let rest = area(x, 0, (127 - x).max(0) as u32, HEIGHT);
    let sign = (rest.size.width.min(HEIGHT) as i32).min(SIGN);
    let at = rest.top_left + Point::new((rest.size.width as i32 - sign) / 2, (HEIGHT as i32 - sign) / 2);
    match (result.storyteller, result.verdict, result.story_card) {
        (true, Some(verdict), _) => {
            let (said, low) = rows(rest, if result.asks.is_some() { 19 } else { HEIGHT });
            canvas.paragraph((words.verdict)(verdict), said, BOLD);
            line(canvas, words, result.asks, low);
        }
        (false, _, Some(story_card)) if own.contains(&Some(story_card)) => canvas.tick(at, SIGN),
        (false, _, Some(_)) if has_own => canvas.cross(at, SIGN),
        _ if result.asks.is_some() => {
            let (mark, low) = rows(rest, 19);
            canvas.seat(result.seat, columns(mark, 16).0, Fill::Outline);
            line(canvas, words, result.asks, low);
        }
        _ => canvas.seat(result.seat, Rectangle::new(at, Size::new(sign as u32, sign as u32)), Fill::Outline),
    }
}
