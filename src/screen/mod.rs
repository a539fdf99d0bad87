//! Scene to pixels, and pixels to the panel. Drawing knows scenes and words, nothing of the game; the panel knows bytes.
//!
//! [`draw_shared`], [`draw_seat`] and [`draw_shared_screen`] fill a [`Frame`]; a [`panel::Panel`] brings it to the glass.
//! [`redraw_seat`] and [`redraw_shared_screen`] draw only what has changed since another view, and tell what has to be sent.

mod counter;
pub mod difference;
mod fonts;
mod frame;
mod lobby;
mod mark;
mod menu;
mod notice;
mod over;
pub mod panel;
mod points;
mod prompt;
mod reveal;
mod round;
mod seat;
mod service;
mod spread;
mod text;
mod track;
mod view;
mod wire;

pub use frame::{FlatFrame, Frame, Page, TallFrame, WIDTH};
pub use view::{Light, View};

use crate::scene::{SeatScene, Shared, SharedScene, SharedScreenScene};
use crate::words::{Language, Words};
use counter::Counter;
use difference::Window;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use frame::Canvas;

/// Whether everything had room and its letters. No scene may overflow, in any language; the tests see to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    Fits,
    Overflows,
}

/// The screen that everyone sees.
pub fn draw_shared(view: &View<SharedScene>, frame: &mut TallFrame) -> Fit {
    draw(view, frame, prompt::held(&view.scene), |canvas, words| shared(canvas, &view.scene, words))
}

/// The screen of one seat.
pub fn draw_seat(view: &View<SeatScene>, frame: &mut FlatFrame) -> Fit {
    draw(view, frame, seat::HELD, |canvas, words| seat::draw(canvas, &view.scene, words))
}

/// The screen that goes round the table.
pub fn draw_shared_screen(view: &View<SharedScreenScene>, frame: &mut TallFrame) -> Fit {
    let held = match &view.scene {
        SharedScreenScene::Everyone(scene) => prompt::held(scene),
        SharedScreenScene::Holder(_) => prompt::LAST_LINE,
    };
    draw(view, frame, held, |canvas, words| match &view.scene {
        SharedScreenScene::Everyone(scene) => shared(canvas, scene, words),
        SharedScreenScene::Holder(dial) => seat::dial(canvas, words, dial),
    })
}

/// A scene, and over it how far a hold is: what is `held` turns over from left to right.
fn draw<S, const PAGES: usize>(
    view: &View<S>,
    frame: &mut Frame<PAGES>,
    held: Rectangle,
    scene: impl FnOnce(&mut Canvas, &Words),
) -> Fit {
    let mut canvas = frame.canvas(Window::all(PAGES), view.language, shift(view.wander), view.turned);
    scene(&mut canvas, Words::of(view.language));
    if view.hold > 0 {
        let width = held.size.width * u32::from(view.hold.min(8)) / 8;
        canvas.invert(Rectangle::new(held.top_left, Size::new(width, held.size.height)));
    }
    if view.flash {
        canvas.invert(canvas.room());
    }
    if canvas.overflowed() { Fit::Overflows } else { Fit::Fits }
}

/// The rows of the lowest figure or seat's letter of a scene that everyone sees.
pub fn smallest_figure(scene: &SharedScene, language: Language) -> Option<u32> {
    let mut frame = TallFrame::new();
    let mut canvas = frame.canvas(Window::all(8), language, Point::zero(), false);
    shared(&mut canvas, scene, Words::of(language));
    canvas.smallest_figure()
}

/// What of a new picture has to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// What differs, of these bytes.
    Changes(Window),
    /// All of these bytes, the same or not: then neither their number nor their time tells what has changed.
    Whole(Window),
}

impl Update {
    /// Where something may have changed.
    pub const fn within(self) -> Window {
        match self {
            Self::Changes(within) | Self::Whole(within) => within,
        }
    }
}

/// Draws what a new view changes; nothing else in the frame counts. What a seat dials must not show in the traffic: a
/// new number is always the same block, and where a number comes or goes the whole picture is sent.
pub fn redraw_seat(before: &View<SeatScene>, now: &View<SeatScene>, frame: &mut FlatFrame) -> Update {
    if let (SeatScene::Dial(old), SeatScene::Dial(new)) = (&before.scene, &now.scene)
        && let Some(dial) = seat::turned(old, new)
        && let Some(block) = turn(before, now, seat::flat(dial), frame, |canvas| seat::number(canvas, dial))
    {
        return Update::Whole(block);
    }
    draw_seat(now, frame);
    let secret = |view: &View<SeatScene>| matches!(view.scene, SeatScene::Dial(_));
    let all = Window::all(frame.pages().len());
    if secret(before) || secret(now) { Update::Whole(all) } else { Update::Changes(all) }
}

/// The same for the shared screen, which on some boards goes round the table: how long a transfer takes must not tell a
/// number there either.
pub fn redraw_shared_screen(
    before: &View<SharedScreenScene>,
    now: &View<SharedScreenScene>,
    frame: &mut TallFrame,
) -> Update {
    let block = match (&before.scene, &now.scene) {
        (SharedScreenScene::Everyone(old), SharedScreenScene::Everyone(new)) => {
            menu::score_turned(&old.picture, &new.picture)
                .filter(|_| (old.prompt, old.also, old.stuck) == (new.prompt, new.also, new.stuck))
                .and_then(|score| turn(before, now, menu::counter(score), frame, |canvas| menu::number(canvas, score)))
        }
        (SharedScreenScene::Holder(old), SharedScreenScene::Holder(new)) => seat::turned(old, new)
            .and_then(|dial| turn(before, now, seat::tall(dial), frame, |canvas| seat::number(canvas, dial))),
        _ => None,
    };
    if let Some(block) = block {
        return Update::Whole(block);
    }
    draw_shared_screen(now, frame);
    let private = |view: &View<SharedScreenScene>| matches!(view.scene, SharedScreenScene::Holder(_));
    let all = Window::all(frame.pages().len());
    if private(before) || private(now) { Update::Whole(all) } else { Update::Changes(all) }
}

/// Draws a number that was turned, if nothing else has changed; tells the block that it is in.
fn turn<S, const PAGES: usize>(
    before: &View<S>,
    now: &View<S>,
    counter: &Counter,
    frame: &mut Frame<PAGES>,
    number: impl FnOnce(&mut Canvas),
) -> Option<Window> {
    let pose = |view: &View<S>| (view.language, view.wander, view.turned, view.flash, view.hold);
    let same = pose(before) == pose(now) && !now.flash && now.hold == 0;
    same.then(|| {
        let shift = shift(now.wander);
        let block = counter.block(shift.x);
        let block = if now.turned { block.turned(PAGES) } else { block };
        number(&mut frame.canvas(block, now.language, shift, now.turned));
        block
    })
}

/// How far the picture is shifted in each of four steps.
fn shift(step: u8) -> Point {
    match step % 4 {
        0 => Point::new(0, 0),
        1 => Point::new(1, 0),
        2 => Point::new(1, 1),
        _ => Point::new(0, 1),
    }
}

/// The picture, and below it what leads on.
fn shared(canvas: &mut Canvas, scene: &SharedScene, words: &Words) {
    let room = prompt::room(scene);
    prompt::draw(canvas, words, scene);
    match &scene.picture {
        Shared::Lobby(lobby) => lobby::lobby(canvas, words, lobby, room),
        Shared::Homing(homing) => lobby::homing(canvas, words, homing),
        Shared::Deal(deal) => lobby::deal(canvas, words, deal),
        Shared::Guest(guest) => lobby::guest(canvas, words, guest),
        Shared::Clue(clue) => round::clue(canvas, words, clue),
        Shared::Vote(vote) => round::vote(canvas, words, vote, room),
        Shared::Countdown(countdown) => round::countdown(canvas, countdown),
        Shared::SentBack(sent_back) => round::sent_back(canvas, words, sent_back),
        Shared::HandOver(hand_over) => round::hand_over(canvas, words, hand_over),
        Shared::AllReady(all_ready) => round::all_ready(canvas, words, all_ready),
        Shared::Votes(votes) => reveal::votes(canvas, votes),
        Shared::Verdict(verdict) => reveal::verdict(canvas, words, verdict),
        Shared::Owner(owner) => reveal::owner(canvas, words, owner),
        Shared::Points(points) => points::points(canvas, words, points),
        Shared::Track(track) => track::track(canvas, words, track),
        Shared::Over(over) => over::over(canvas, words, over),
        Shared::Awards(awards) => over::awards(canvas, words, awards),
        Shared::Curve(curve) => over::curve(canvas, curve),
        Shared::Menu(menu) => menu::menu(canvas, words, menu),
        Shared::PickSeat(pick_seat) => menu::pick_seat(canvas, words, pick_seat),
        Shared::CorrectScore(correct_score) => menu::correct_score(canvas, words, correct_score),
        Shared::Confirm(confirm) => menu::confirm(canvas, words, confirm),
        Shared::PastRound(past_round) => reveal::past_round(canvas, words, past_round),
        Shared::KnobCheck(knob_check) => service::knob_check(canvas, words, knob_check),
        Shared::SelfTest(self_test) => service::self_test(canvas, words, self_test),
        Shared::Version(version) => service::version(canvas, version),
        Shared::UsbBoot => notice::titled(canvas, words.usb_title, words.usb_text),
        Shared::Safe => notice::titled(canvas, words.safe_title, words.safe_text),
        Shared::Notice(notice) => notice::notice(canvas, words, notice),
    }
}
