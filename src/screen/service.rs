//! Looking after the device: knob check, self-test, version.

use core::fmt::Write;

use embedded_graphics::geometry::Point;

use super::frame::Canvas;
use super::mark::Fill;
use super::pen::{ANY, BOLD, DARK, FINE, LIT, LITTLE, PLAIN, figures};
use super::place::area;
use crate::dial::KnobKind;
use crate::rules::{MAX_SEATS, Seat, SeatSet};
use crate::scene::PartStatus;
use crate::words::{Text, Words};

const CLICKS: u8 = 5;

pub fn knob_check(canvas: &mut Canvas, words: &Words, knob: u8, clicks: u8, found: Option<KnobKind>, failed: bool) {
    canvas.mark(&figures(knob + 1), area(0, 0, 30, 34), Fill::Full);
    if let Some(kind) = found {
        canvas.tick(Point::new(50, 0));
        let mut text = Text::new();
        let _ = (words.knob_found)(&mut text, kind);
        canvas.paragraph(&text, area(0, 37, 127, 26), PLAIN);
    } else if failed {
        canvas.cross(Point::new(50, 0));
        canvas.paragraph(words.knob_failed, area(0, 37, 127, 26), PLAIN);
    } else {
        for click in 0..CLICKS {
            let place = area(34 + i32::from(click) * 18, 8, 15, 17);
            if click < clicks {
                canvas.rectangle(place, LIT);
            } else {
                canvas.outline(place, 1);
            }
        }
        canvas.line(words.turn_five, area(0, 42, 127, 16), BOLD.centre());
    }
}

pub struct Parts {
    pub shared_screen: PartStatus,
    pub chain: PartStatus,
    pub storage: PartStatus,
}

/// A cell for each knob: its number, how far it was turned, filled while it is down; a cross where its screen is gone.
pub fn self_test(
    canvas: &mut Canvas,
    words: &Words,
    knobs: u8,
    turned: &[i8; MAX_SEATS],
    down: SeatSet,
    seat_screens: &[PartStatus; MAX_SEATS],
    parts: &Parts,
) {
    for seat in Seat::all().take(usize::from(knobs)) {
        let (column, row) = (seat.index() as i32 % 4, seat.index() as i32 / 4);
        let (x, y) = (column * 32, row * 14);
        canvas.seat(seat, area(x, y, 13, 12), if down.has(seat) { Fill::Full } else { Fill::Outline });
        let place = area(x + 14, y + 2, 16, 8);
        match seat_screens[seat.index()] {
            PartStatus::Missing => canvas.small_cross(place.corner() + Point::new(3, -2)),
            PartStatus::Absent | PartStatus::Fine => canvas.numeral(&figures(turned[seat.index()]), place, LIT),
        }
    }
    let shown = [(words.screen, parts.shared_screen), (words.chain, parts.chain), (words.storage, parts.storage)];
    let mut x = 0;
    for (name, status) in shown {
        if status == PartStatus::Absent {
            continue;
        }
        let place = area(x, 43, 41, 20);
        x += 43;
        let (fill, ink) = if status == PartStatus::Fine { (LIT, DARK) } else { (DARK, LIT) };
        canvas.outline(place, 1);
        canvas.rectangle(place.inner(1), fill);
        canvas.line(name, area(place.x() + 2, 44, 37, 9), FINE.centre().ink(ink));
        let verdict = if status == PartStatus::Fine { "OK" } else { words.missing };
        canvas.line(verdict, area(place.x() + 2, 53, 37, 9), FINE.centre().ink(ink));
    }
}

pub fn version(canvas: &mut Canvas, _words: &Words, board: &str, version: &str) {
    canvas.line("Dixit Dials", area(0, 0, 127, 20), ANY.centre());
    let mut text = Text::new();
    let _ = write!(text, "{version}");
    canvas.line(&text, area(0, 24, 127, 16), BOLD.centre());
    canvas.line(board, area(0, 48, 127, 13), LITTLE.centre());
}
