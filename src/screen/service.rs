//! Maintenance of the device: knob check, self-test, version.

use core::fmt::Write;

use embedded_graphics::{
    geometry::Point,
    primitives::{Primitive, PrimitiveStyle, Rectangle},
};

use super::frame::{Canvas, area, rows};
use super::mark::{FILLED, Fill, SIGN, outlined};
use super::text::{ANY, BOLD, DARK, LIT, LITTLE, PLAIN, figures};
use crate::board::FoundScreen;
use crate::dial::CHECK_CLICKS;
use crate::rules::Seat;
use crate::scene::PartStatus;
use crate::scene::shared::{KnobCheck, SelfTest, Version};
use crate::words::{Text, Words};

pub fn knob_check(canvas: &mut Canvas, words: &Words, check: &KnobCheck, room: Rectangle) {
    if let Some(seat) = Seat::new(check.knob) {
        canvas.seat(seat, area(0, 0, 26, 30), Fill::Full);
    }
    if let Some(kind) = check.found {
        canvas.tick(Point::new(50, 0), SIGN);
        let mut text = Text::new();
        let _ = (words.knob_found)(&mut text, kind);
        canvas.paragraph(&text, rows(room, 30).1, PLAIN);
    } else if check.failed {
        canvas.cross(Point::new(50, 0), SIGN);
        canvas.paragraph(words.knob_failed, rows(room, 30).1, PLAIN);
    } else {
        for click in 0..CHECK_CLICKS {
            let place = area(34 + i32::from(click) * 18, 8, 15, 17);
            if click < check.clicks {
                canvas.draw(&place.into_styled(FILLED));
            } else {
                canvas.draw(&place.into_styled(outlined(1)));
            }
        }
        let mut text = Text::new();
        let _ = words.turn_right(&mut text, CHECK_CLICKS);
        canvas.line(&text, rows(room, 32).1, BOLD.centre());
    }
}

/// A cell for each knob: its letter, how far it was turned, filled while it is down; a cross if its screen is missing.
/// At the right edge: the deepest stack in KiB and, after an exclamation mark, how many frames overran.
pub fn self_test(canvas: &mut Canvas, words: &Words, test: &SelfTest, room: Rectangle) {
    for seat in Seat::all().take(usize::from(test.knobs)) {
        let (column, row) = (seat.index() as i32 % 4, seat.index() as i32 / 4);
        let (x, y) = (column * 27, row * 11);
        canvas.seat(seat, area(x, y, 11, 11), if test.down.has(seat) { Fill::Full } else { Fill::Outline });
        let place = area(x + 11, y + 2, 15, 8);
        match test.seat_screens[seat.index()] {
            PartStatus::Missing => canvas.cross(place.top_left + Point::new(3, -1), 10),
            PartStatus::Absent | PartStatus::Fine => {
                canvas.numeral(&figures(test.turned[seat.index()].clamp(-99, 99)), place, LIT)
            }
        }
    }
    let mut run = Text::new();
    let _ = write!(run, "{}K", test.run.stack_kib);
    canvas.line(&run, area(108, 0, 19, 11), LITTLE.right());
    run.clear();
    let _ = write!(run, "!{}", test.run.overruns.min(99));
    canvas.line(&run, area(108, 11, 19, 11), LITTLE.right());
    // Show the controller and the I2C address of a screen that was detected.
    let (mut screen, mut fine) = (words.screen, Text::new());
    let _ = fine.push_str("OK");
    if let Some(FoundScreen { controller, address }) = test.found {
        screen = controller.name();
        fine.clear();
        let _ = write!(fine, "{address:#04x} OK");
    }
    let shown = [
        (screen, test.shared_screen, fine.as_str()),
        (words.chain, test.chain, "OK"),
        (words.storage, test.storage, "OK"),
    ];
    let mut x = 0;
    for (name, status, fine) in shown {
        if status == PartStatus::Absent {
            continue;
        }
        // The screen's name and address are the longest.
        let width = if x == 0 { 45 } else { 40 };
        let place = area(x, 33, width, room.size.height - 33);
        x += width as i32 + 1;
        let (fill, ink) = if status == PartStatus::Fine { (LIT, DARK) } else { (DARK, LIT) };
        canvas.draw(&place.into_styled(outlined(1)));
        canvas.draw(&place.offset(-1).into_styled(PrimitiveStyle::with_fill(fill)));
        canvas.line(name, area(place.top_left.x + 1, 32, width - 2, 9), LITTLE.centre().color(ink));
        let verdict = if status == PartStatus::Fine { fine } else { words.missing };
        canvas.line(verdict, area(place.top_left.x + 1, 40, width - 2, 9), LITTLE.centre().color(ink));
    }
}

pub fn version(canvas: &mut Canvas, version: &Version, room: Rectangle) {
    let (name, rest) = rows(room, room.size.height * 2 / 5);
    let (number, board) = rows(rest, rest.size.height / 2);
    canvas.line("Dixit Dials", name, ANY.centre());
    canvas.line(version.version, number, BOLD.centre());
    canvas.line(version.board, board, LITTLE.centre());
}
