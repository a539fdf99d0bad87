//! Scene to pixels, and pixels to the panel. Drawing knows scenes and words, nothing of the game; the panel knows bytes.
//!
//! [`update_seat`] and [`update_shared_screen`] draw on a [`Frame`] what a panel lacks, and tell what has to be sent; a
//! [`panel::Panel`] brings it to the glass. [`draw_seat`], [`draw_shared_screen`] and [`draw_shared`] draw all of a view.

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
mod turned_number;
mod view;
mod wire;

pub use frame::{FlatFrame, Frame, Page, TallFrame, WIDTH};
pub use view::{Light, View};

use crate::scene::{SeatScene, Shared, SharedScene, SharedScreenScene};
use crate::words::{Language, Words};
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

/// The shared screen, which on some boards goes round.
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
    let mut canvas = view.canvas(Window::all(PAGES), frame);
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

/// Draws what a panel lacks that shows the view before, if it shows any; nothing else in the frame counts. What a seat
/// dials must not show in the traffic: a new number is always the same block, and where a number comes or goes, or
/// may have been shown before, the whole picture is sent.
pub fn update_seat(before: Option<&View<SeatScene>>, now: &View<SeatScene>, frame: &mut FlatFrame) -> Update {
    if let Some(before) = before
        && let (SeatScene::Dial(old), SeatScene::Dial(new)) = (&before.scene, &now.scene)
        && let Some(block) = seat::redraw_number(&before.with(old), &now.with(new), frame)
    {
        return Update::Whole(block);
    }
    draw_seat(now, frame);
    let secret = |view: &View<SeatScene>| matches!(view.scene, SeatScene::Dial(_));
    let all = Window::all(frame.pages().len());
    if before.is_none_or(|before| secret(before) || secret(now)) { Update::Whole(all) } else { Update::Changes(all) }
}

/// The same for the shared screen, which on some boards goes round the table: how long a transfer takes must not tell a
/// number there either.
pub fn update_shared_screen(
    before: Option<&View<SharedScreenScene>>,
    now: &View<SharedScreenScene>,
    frame: &mut TallFrame,
) -> Update {
    use SharedScreenScene::{Everyone, Holder};
    let number = before.and_then(|before| match (&before.scene, &now.scene) {
        (Everyone(old), Everyone(new)) => menu::redraw_score(&before.with(old), &now.with(new), frame),
        (Holder(old), Holder(new)) => seat::redraw_number(&before.with(old), &now.with(new), frame),
        _ => None,
    });
    if let Some(block) = number {
        return Update::Whole(block);
    }
    draw_shared_screen(now, frame);
    let secret = |view: &View<SharedScreenScene>| matches!(view.scene, Holder(_));
    let all = Window::all(frame.pages().len());
    if before.is_none_or(|before| secret(before) || secret(now)) { Update::Whole(all) } else { Update::Changes(all) }
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
