//! What has to be said in a sentence.

use super::frame::Canvas;
use super::pen::{BOLD, DARK, LIT, PLAIN};
use super::place::area;
use crate::scene::Notice;
use crate::words::{Text, Words};

pub fn notice(canvas: &mut Canvas, words: &Words, notice: &Notice) {
    let mut text = Text::new();
    if words.notice(&mut text, notice).is_err() {
        canvas.spill();
    }
    if let Notice::Crashed(place) = notice {
        headed(canvas, &text);
        canvas.listing(place, area(0, 20, 127, 43));
        return;
    }
    // A sign that it is the device that speaks.
    canvas.rectangle(area(0, 0, 15, 63), LIT);
    canvas.rectangle(area(6, 14, 3, 24), DARK);
    canvas.rectangle(area(6, 43, 3, 4), DARK);
    canvas.paragraph(&text, area(19, 0, 108, 63), BOLD);
}

/// A heading and a sentence.
pub fn titled(canvas: &mut Canvas, title: &str, text: &str) {
    headed(canvas, title);
    canvas.paragraph(text, area(0, 19, 127, 44), PLAIN);
}

fn headed(canvas: &mut Canvas, title: &str) {
    canvas.rectangle(area(0, 0, 127, 17), LIT);
    canvas.line(title, area(2, 0, 123, 17), BOLD.centre().dark());
}
