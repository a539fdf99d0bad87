//! Scenes to pixels, and pixels to the panel. Drawing knows scenes and words, but not the game; the panel knows bytes.
//!
//! [`update_seat`] and [`update_shared_screen`] draw on a [`Frame`] what a panel does not show yet, and return what has
//! to be sent; a [`panel::Panel`] sends it. [`draw_seat`], [`draw_shared_screen`] and [`draw_shared`] draw all of a
//! view.

mod clue;
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
mod stamp;
mod text;
mod track;
mod turned_number;
mod view;
mod wire;

pub use frame::{FlatFrame, Frame, PixelPage, TallFrame, WIDTH};
pub use stamp::Stamps;
pub use view::{Light, View};

use crate::scene::{SeatScene, Shared, SharedScene, SharedScreenScene};
use crate::words::{Language, Words};
use difference::Window;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use frame::Canvas;

/// Whether everything fitted, and all letters exist. No scene may overflow in any language; the tests ensure that.
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
    draw_seat_with(view, frame, None)
}

/// Draws the screen of one seat, with a dialled number copied from `stamps`.
fn draw_seat_with(view: &View<SeatScene>, frame: &mut FlatFrame, stamps: Option<&Stamps>) -> Fit {
    draw(view, frame, seat::HELD, |canvas, words| seat::draw(canvas, &view.scene, words, stamps))
}

/// The shared screen, which on some boards is passed round.
pub fn draw_shared_screen(view: &View<SharedScreenScene>, frame: &mut TallFrame) -> Fit {
    draw_shared_screen_with(view, frame, None)
}

fn draw_shared_screen_with(view: &View<SharedScreenScene>, frame: &mut TallFrame, stamps: Option<&Stamps>) -> Fit {
    let held = match &view.scene {
        SharedScreenScene::Everyone(scene) => prompt::held(scene),
        SharedScreenScene::Holder(_) => prompt::LAST_LINE,
    };
    draw(view, frame, held, |canvas, words| match &view.scene {
        SharedScreenScene::Everyone(scene) => shared(canvas, scene, words),
        SharedScreenScene::Holder(dial) => seat::dial(canvas, words, dial, stamps),
    })
}

/// The message of a device without a valid board, and so without a language: why, and what to do.
pub fn draw_no_board(why: &impl core::fmt::Display, frame: &mut TallFrame) {
    let mut canvas = frame.canvas(Window::all(8), Point::zero(), false);
    let mut text = crate::words::Text::new();
    let _ = core::fmt::write(&mut text, format_args!("{why}"));
    notice::titled(&mut canvas, "No board", &text, frame::area(0, 0, 127, 49));
    canvas.paragraph("Copy board-….uf2", frame::area(0, 50, 127, 13), text::BOLD);
}

/// A scene, and over it the progress of a hold: the `held` area is inverted from left to right.
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
    if view.blink {
        canvas.invert(canvas.room());
    }
    if canvas.overflowed() { Fit::Overflows } else { Fit::Fits }
}

/// The picture of a scene and its prompt, drawn separately. Tests check that they never overlap.
pub fn draw_apart(scene: &SharedScene, language: Language) -> [TallFrame; 2] {
    let mut frames = [TallFrame::new(), TallFrame::new()];
    let words = Words::of(language);
    let [above, below] = &mut frames;
    picture(&mut above.canvas(Window::all(8), Point::zero(), false), scene, words, prompt::room(scene));
    prompt::draw(&mut below.canvas(Window::all(8), Point::zero(), false), words, scene);
    frames
}

/// Height in rows of the smallest figure or seat's letter in a scene that everyone sees.
pub fn smallest_figure(scene: &SharedScene, language: Language) -> Option<u32> {
    let mut frame = TallFrame::new();
    let mut canvas = frame.canvas(Window::all(8), Point::zero(), false);
    shared(&mut canvas, scene, Words::of(language));
    canvas.smallest_figure()
}

/// What part of a new picture has to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Only the bytes in this window that differ.
    Changes(Window),
    /// All bytes of this window, changed or not: then neither their number nor their timing reveals what has changed.
    Whole(Window),
}

impl Update {
    /// The window in which something may have changed.
    pub const fn within(self) -> Window {
        match self {
            Self::Changes(within) | Self::Whole(within) => within,
        }
    }
}

/// Draws what differs from `before`, the panel's last view, if that is known; the rest of the frame is undefined. What
/// a seat dials must not show in the traffic: a new number is always the same block, and where a number appears,
/// disappears or may have been shown before, the whole picture is sent.
pub fn update_seat(
    before: Option<&View<SeatScene>>,
    now: &View<SeatScene>,
    frame: &mut FlatFrame,
    stamps: &Stamps,
) -> Update {
    if let Some(before) = before
        && let (SeatScene::Dial(old), SeatScene::Dial(new)) = (&before.scene, &now.scene)
        && let Some(block) = seat::redraw_number(&before.with(old), &now.with(new), frame, stamps)
    {
        return Update::Whole(block);
    }
    draw_seat_with(now, frame, Some(stamps));
    let secret = |view: &View<SeatScene>| matches!(view.scene, SeatScene::Dial(_));
    let all = Window::all(frame.pages().len());
    if before.is_none_or(|before| secret(before) || secret(now)) { Update::Whole(all) } else { Update::Changes(all) }
}

/// Does the same as [`update_seat`] for the shared screen, which on some boards is passed round the table: there too,
/// the length of a transfer must not reveal a number.
pub fn update_shared_screen(
    before: Option<&View<SharedScreenScene>>,
    now: &View<SharedScreenScene>,
    frame: &mut TallFrame,
    stamps: &Stamps,
) -> Update {
    use SharedScreenScene::{Everyone, Holder};
    let number = before.and_then(|before| match (&before.scene, &now.scene) {
        (Everyone(old), Everyone(new)) => menu::redraw_score(&before.with(old), &now.with(new), frame),
        (Holder(old), Holder(new)) => seat::redraw_number(&before.with(old), &now.with(new), frame, stamps),
        _ => None,
    });
    if let Some(block) = number {
        return Update::Whole(block);
    }
    draw_shared_screen_with(now, frame, Some(stamps));
    let secret = |view: &View<SharedScreenScene>| matches!(view.scene, Holder(_));
    let all = Window::all(frame.pages().len());
    if before.is_none_or(|before| secret(before) || secret(now)) { Update::Whole(all) } else { Update::Changes(all) }
}

/// The picture, and the prompt below it.
fn shared(canvas: &mut Canvas, scene: &SharedScene, words: &Words) {
    let (whole, room) = (canvas.room(), prompt::room(scene));
    canvas.keep_to(Rectangle::new(Point::new(0, room.size.height as i32), whole.size - Size::new(0, room.size.height)));
    prompt::draw(canvas, words, scene);
    canvas.keep_to(room);
    picture(canvas, scene, words, room);
    canvas.keep_to(whole);
}

/// The picture alone, in the room that its prompt leaves.
fn picture(canvas: &mut Canvas, scene: &SharedScene, words: &Words, room: Rectangle) {
    match &scene.picture {
        Shared::Lobby(lobby) => lobby::lobby(canvas, words, lobby, room),
        Shared::Homing(homing) => lobby::homing(canvas, words, homing, room),
        Shared::Deal(deal) => lobby::deal(canvas, words, deal, room),
        Shared::Guest(guest) => lobby::guest(canvas, words, guest, room),
        Shared::Clue(clue) => clue::clue(canvas, words, clue, room),
        Shared::Vote(vote) => round::vote(canvas, words, vote, room),
        Shared::Countdown(countdown) => round::countdown(canvas, countdown, room),
        Shared::SentBack(sent_back) => round::sent_back(canvas, words, sent_back, room),
        Shared::HandOver(hand_over) => round::hand_over(canvas, words, hand_over, room),
        Shared::AllReady(all_ready) => round::all_ready(canvas, words, all_ready, room),
        Shared::Votes(votes) => reveal::votes(canvas, votes, room),
        Shared::Verdict(verdict) => reveal::verdict(canvas, words, verdict, room),
        Shared::Owner(owner) => reveal::owner(canvas, words, owner, room),
        Shared::Points(points) => points::points(canvas, words, points, room),
        Shared::Track(track) => track::track(canvas, words, track, room),
        Shared::Finale(finale) => over::finale(canvas, finale, room),
        Shared::Awards(awards) => over::awards(canvas, words, awards, room),
        Shared::Over(over) => over::over(canvas, words, over, room),
        Shared::Curve(curve) => over::curve(canvas, curve, room),
        Shared::Menu(menu) => menu::menu(canvas, words, menu, room),
        Shared::PickSeat(pick_seat) => menu::pick_seat(canvas, words, pick_seat, room),
        Shared::CorrectScore(correct_score) => menu::correct_score(canvas, words, correct_score),
        Shared::Confirm(confirm) => menu::confirm(canvas, words, confirm, room),
        Shared::PastRound(past_round) => reveal::past_round(canvas, words, past_round, room),
        Shared::KnobCheck(knob_check) => service::knob_check(canvas, words, knob_check, room),
        Shared::SelfTest(self_test) => service::self_test(canvas, words, self_test, room),
        Shared::Version(version) => service::version(canvas, version, room),
        Shared::UsbBoot => notice::titled(canvas, words.usb_title, words.usb_text, room),
        Shared::Safe => notice::titled(canvas, words.safe_title, words.safe_text, room),
        Shared::Notice(notice) => notice::notice(canvas, words, notice, scene, room),
    }
}
