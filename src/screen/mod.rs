//! Scene to pixels, and pixels to the panel. Drawing knows scenes and words, nothing of the game; the panel knows bytes.
//!
//! [`draw_shared`], [`draw_seat`] and [`draw_pass`] fill a [`Frame`]; a [`panel::Panel`] brings it to the glass.

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
use frame::Canvas;
use pen::area;

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

fn shared(canvas: &mut Canvas, scene: &Shared, words: &Words) {
    match scene {
        Shared::Lobby { focus, seated, counts, join } => lobby::lobby(canvas, words, *focus, *seated, *counts, *join),
        Shared::Homing { seats, homed } => lobby::homing(canvas, words, *seats, *homed),
        Shared::Clue { teller, round, give, cards, partner_gives, skipping } => {
            round::clue(canvas, words, *teller, *round, *give, *cards, *partner_gives, *skipping)
        }
        Shared::Vote { teller, seats, ready, puzzled, cards, asks, answered } => {
            let voters = round::Voters { seats: *seats, ready: *ready, puzzled: *puzzled, asks, answered };
            round::vote(canvas, words, *teller, &voters, *cards)
        }
        Shared::Countdown { left } => round::countdown(canvas, words, *left),
        Shared::SentBack { seats } => round::sent_back(canvas, words, *seats),
        Shared::HandOver { to, ready, seats } => round::hand_over(canvas, words, *to, *ready, *seats),
        Shared::AllReady { change } => round::all_ready(canvas, words, *change),
        Shared::Votes { spread } => reveal::votes(canvas, words, spread),
        Shared::Verdict { spread, told, verdict, teller } => {
            reveal::verdict(canvas, words, spread, *told, *verdict, *teller)
        }
        Shared::Owner { card, voters, left, dialled } => reveal::owner(canvas, words, *card, *voters, *left, *dialled),
        Shared::Points { step, seats, score } => points::points(canvas, words, *step, *seats, score),
        Shared::Track { seats, from, to, eighths, goal, next, draw, draw_to, pass_hands } => {
            let lanes = track::Lanes { seats: *seats, from, to, eighths: *eighths, goal: *goal };
            let after = track::After { next: *next, draw: *draw, draw_to: *draw_to, pass_hands: *pass_hands };
            track::track(canvas, words, &lanes, &after)
        }
        Shared::Over { winners, seats, scores } => over::over(canvas, words, *winners, *seats, scores),
        Shared::Account { rounds, best_teller, best_bluffer } => {
            over::account(canvas, words, *rounds, *best_teller, *best_bluffer)
        }
        Shared::Menu { title, rows, selected } => menu::menu(canvas, words, *title, rows, *selected),
        Shared::PickSeat { item, seat, seats } => menu::pick_seat(canvas, words, *item, *seat, *seats),
        Shared::CorrectScore { seat, was, now } => menu::correct_score(canvas, words, *seat, *was, *now),
        Shared::Confirm { item, yes } => menu::confirm(canvas, words, *item, *yes),
        Shared::PastRound { number, of, teller, spread, told, gained, seats } => {
            reveal::past_round(canvas, words, *number, *of, *teller, spread, *told, gained, *seats)
        }
        Shared::KnobCheck { knob, clicks, found, failed } => {
            service::knob_check(canvas, words, *knob, *clicks, *found, *failed)
        }
        Shared::SelfTest { knobs, turned, down, shared_screen, seat_screens, chain, storage } => {
            let parts = service::Parts { shared_screen: *shared_screen, chain: *chain, storage: *storage };
            service::self_test(canvas, words, *knobs, turned, *down, seat_screens, &parts)
        }
        Shared::Version { board, version } => service::version(canvas, words, board, version),
        Shared::UsbBoot => notice::titled(canvas, words.usb_title, words.usb_text),
        Shared::Safe => notice::titled(canvas, words.safe_title, words.safe_text),
        Shared::Notice(notice) => notice::notice(canvas, words, notice),
    }
}

/// What lies over any scene: how far a hold is, and how far the picture has wandered.
fn finish<S>(mut canvas: Canvas, view: &View<S>) -> Fit {
    if view.hold > 0 {
        // The picture turns over from left to right: on a flat screen all of it, on a tall one its last line.
        let room = canvas.room().size;
        let height = room.height.min(31) as i32 / if room.height > 31 { 2 } else { 1 };
        let width = room.width * u32::from(view.hold.min(8)) / 8;
        canvas.invert(&area(0, room.height as i32 - height, width, height as u32));
    }
    let (right, down) = match view.wander % 4 {
        0 => (false, false),
        1 => (true, false),
        2 => (true, true),
        _ => (false, true),
    };
    canvas.shift(right, down);
    if canvas.spilled() { Fit::Spilled } else { Fit::Fits }
}
