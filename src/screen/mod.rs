//! Scene to pixels, and pixels to the panel. Drawing knows scenes and words, nothing of the game; the panel knows bytes.
//!
//! [`draw_shared`], [`draw_seat`] and [`draw_pass`] fill a [`Frame`]; a [`panel::Panel`] brings it to the glass.
//! [`redraw_seat`] and [`redraw_pass`] draw only what has changed since another view, and tell what has to be sent.

mod counter;
pub mod difference;
mod face;
mod frame;
mod lobby;
mod mark;
mod menu;
mod notice;
mod order;
mod over;
pub mod panel;
mod pen;
mod place;
mod points;
mod reveal;
mod round;
mod seat;
mod service;
mod spread;
mod track;
mod wire;

pub use frame::{FlatFrame, Frame, Page, TallFrame, WIDTH};

use crate::scene::{PassScene, SeatScene, Shared, View};
use crate::words::Words;
use counter::{Counter, Reading};
use difference::Window;
use embedded_graphics::geometry::Point;
use frame::Canvas;
use place::area;

/// Whether everything had room. No scene may spill, in any language; the tests see to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    Fits,
    Spilled,
}

/// The screen that everyone sees.
pub fn draw_shared(view: &View<Shared>, frame: &mut TallFrame) -> Fit {
    let mut canvas = frame.canvas();
    shared(&mut canvas, &view.scene, Words::of(view.language));
    finish(canvas, view)
}

/// The screen of one seat.
pub fn draw_seat(view: &View<SeatScene>, frame: &mut FlatFrame) -> Fit {
    let mut canvas = frame.canvas();
    seat::draw(&mut canvas, &view.scene, Words::of(view.language));
    finish(canvas, view)
}

/// The screen that goes round the table.
pub fn draw_pass(view: &View<PassScene>, frame: &mut TallFrame) -> Fit {
    let mut canvas = frame.canvas();
    let words = Words::of(view.language);
    match &view.scene {
        PassScene::Public(scene) => shared(&mut canvas, scene, words),
        PassScene::Private(scene) => seat::draw(&mut canvas, scene, words),
    }
    finish(canvas, view)
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
    let number = seat::turned(&before.scene, &now.scene, FLAT_ROOM);
    if let Some(block) = turn(before, now, number, &mut frame.over()) {
        return Update::Whole(block);
    }
    draw_seat(now, frame);
    let secret = |view: &View<SeatScene>| matches!(view.scene, SeatScene::Dial(_));
    let all = Window::all(frame.pages().len());
    if secret(before) || secret(now) { Update::Whole(all) } else { Update::Changes(all) }
}

/// The same for the screen that goes round the table or is seen by all. Nobody else is on its bus, but the buzzer has
/// its turn between transfers, and how long it sounds is heard by all.
pub fn redraw_pass(before: &View<PassScene>, now: &View<PassScene>, frame: &mut TallFrame) -> Update {
    let number = match (&before.scene, &now.scene) {
        (PassScene::Public(before), PassScene::Public(now)) => menu::score_turned(before, now),
        (PassScene::Private(before), PassScene::Private(now)) => seat::turned(before, now, TALL_ROOM),
        _ => None,
    };
    let private = |view: &View<PassScene>| matches!(view.scene, PassScene::Private(_));
    let update = if private(before) || private(now) { Update::Whole } else { Update::Changes };
    if let Some(block) = turn(before, now, number, &mut frame.over()) {
        return update(block);
    }
    draw_pass(now, frame);
    update(Window::all(frame.pages().len()))
}

const FLAT_ROOM: u32 = 31;
const TALL_ROOM: u32 = 63;

/// Draws a number that was turned, if nothing else has changed; tells the block that it is in.
fn turn<S>(
    before: &View<S>,
    now: &View<S>,
    number: Option<(&Counter, Reading)>,
    canvas: &mut Canvas,
) -> Option<Window> {
    let (counter, reading) = number?;
    let same = before.language == now.language && before.wander == now.wander && before.hold == 0 && now.hold == 0;
    if !same {
        return None;
    }
    let wandered = wandered(now.wander);
    counter.draw(canvas, reading, wandered);
    Some(counter.block(reading.places, wandered))
}

/// How far the picture has wandered.
fn wandered(step: u8) -> Point {
    match step % 4 {
        0 => Point::new(0, 0),
        1 => Point::new(1, 0),
        2 => Point::new(1, 1),
        _ => Point::new(0, 1),
    }
}

fn shared(canvas: &mut Canvas, scene: &Shared, words: &Words) {
    match scene {
        Shared::Lobby(lobby) => lobby::lobby(canvas, words, lobby),
        Shared::Homing(homing) => lobby::homing(canvas, words, homing),
        Shared::Clue(clue) => round::clue(canvas, words, clue),
        Shared::Vote(vote) => round::vote(canvas, words, vote),
        Shared::Countdown(countdown) => round::countdown(canvas, words, countdown),
        Shared::SentBack(sent_back) => round::sent_back(canvas, words, sent_back),
        Shared::HandOver(hand_over) => round::hand_over(canvas, words, hand_over),
        Shared::AllReady(all_ready) => round::all_ready(canvas, words, all_ready),
        Shared::Votes(votes) => reveal::votes(canvas, votes),
        Shared::Verdict(verdict) => reveal::verdict(canvas, words, verdict),
        Shared::Owner(owner) => reveal::owner(canvas, words, owner),
        Shared::Points(points) => points::points(canvas, words, points),
        Shared::Track(track) => track::track(canvas, words, track),
        Shared::Over(over) => over::over(canvas, words, over),
        Shared::Account(account) => over::account(canvas, words, account),
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

/// What lies over any scene: how far a hold is, and how far the picture has wandered.
fn finish<S>(mut canvas: Canvas, view: &View<S>) -> Fit {
    if view.hold > 0 {
        // The picture turns over from left to right: on a flat screen all of it, on a tall one its last line.
        let room = canvas.room();
        let height = room.height().min(31) as i32 / if room.height() > 31 { 2 } else { 1 };
        let width = room.width() * u32::from(view.hold.min(8)) / 8;
        canvas.invert(area(0, room.height() as i32 - height, width, height as u32));
    }
    let Point { x, y } = wandered(view.wander);
    canvas.shift(x > 0, y > 0);
    if canvas.spilled() { Fit::Spilled } else { Fit::Fits }
}
