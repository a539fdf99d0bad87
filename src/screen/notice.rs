//! Notices: messages of one sentence each.

use embedded_graphics::primitives::{Primitive, Rectangle};

use super::frame::{Canvas, area, columns, rows};
use super::mark::{ERASED, FILLED, Fill};
use super::round;
use super::text::{BOLD, LITTLE, PLAIN};
use crate::scene::{Notice, SharedScene};
use crate::words::{Text, Words};

/// Rows that a vote under a notice keeps for its marks.
const MARKS: u32 = 13;

/// Width of a card whose owner is asked for.
const CARD: u32 = 19;

pub fn notice(canvas: &mut Canvas, words: &Words, notice: &Notice, scene: &SharedScene, room: Rectangle) {
    let vote = scene.vote.as_ref();
    let mut text = Text::new();
    if words.notice(&mut text, notice).is_err() {
        canvas.overflow();
    }
    if let Notice::Crashed(place) = notice {
        let rest = headed(canvas, &text, room);
        return canvas.listing(place, rest);
    }
    let (said, marks) = match vote {
        Some(_) => rows(room, room.size.height - MARKS),
        None => (room, Rectangle::zero()),
    };
    if let Some(card) = scene.asked {
        // The card stays visible, in place of the symbol.
        let (place, sentence) = columns(said, CARD + 2);
        canvas.card(card, columns(rows(place, CARD + 8).0, CARD).0, Fill::Outline);
        return canvas.paragraph(&text, sentence, LITTLE);
    }
    // An exclamation mark: the device reports something.
    let (sign, sentence) = columns(said, 10);
    let (x, height) = (sign.top_left.x, sign.size.height);
    canvas.draw(&area(x, 0, 7, height).into_styled(FILLED));
    canvas.draw(&area(x + 2, 3, 3, height - 12).into_styled(ERASED));
    canvas.draw(&area(x + 2, height as i32 - 6, 3, 3).into_styled(ERASED));
    canvas.paragraph(&text, sentence, if vote.is_some() { LITTLE } else { BOLD });
    if let Some(vote) = vote {
        // The marks of who is ready stay visible.
        round::marks(canvas, vote, rows(marks, 1).1);
    }
}

/// A heading and a sentence.
pub fn titled(canvas: &mut Canvas, title: &str, text: &str, room: Rectangle) {
    let rest = headed(canvas, title, room);
    canvas.paragraph(text, rest, PLAIN);
}

/// Draws a heading and returns the remaining area.
fn headed(canvas: &mut Canvas, title: &str, room: Rectangle) -> Rectangle {
    let (head, rest) = rows(room, if room.size.height > 40 { 17 } else { 14 });
    canvas.draw(&head.into_styled(FILLED));
    canvas.line(title, area(0, 0, 127, head.size.height), BOLD.centre().dark());
    rows(rest, 1).1
}
