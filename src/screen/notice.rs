//! What has to be said in a sentence.

use embedded_graphics::primitives::Primitive;

use super::frame::{Canvas, area};
use super::mark::{ERASED, FILLED};
use super::text::{BOLD, PLAIN};
use crate::scene::Notice;
use crate::words::{Text, Words};

pub fn notice(canvas: &mut Canvas, words: &Words, notice: &Notice) {
    let mut text = Text::new();
    if words.notice(&mut text, notice).is_err() {
        canvas.overflow();
    }
    if let Notice::Crashed(place) = notice {
        headed(canvas, &text);
        canvas.listing(place, area(0, 20, 127, 29));
        return;
    }
    // A sign that it is the device that speaks.
    canvas.draw(&area(0, 0, 15, 49).into_styled(FILLED));
    canvas.draw(&area(6, 8, 3, 22).into_styled(ERASED));
    canvas.draw(&area(6, 35, 3, 4).into_styled(ERASED));
    canvas.paragraph(&text, area(19, 0, 108, 49), BOLD);
}

/// A heading and a sentence.
pub fn titled(canvas: &mut Canvas, title: &str, text: &str) {
    headed(canvas, title);
    canvas.paragraph(text, area(0, 18, 127, 31), PLAIN);
}

fn headed(canvas: &mut Canvas, title: &str) {
    canvas.draw(&area(0, 0, 127, 17).into_styled(FILLED));
    canvas.line(title, area(2, 0, 123, 17), BOLD.centre().dark());
}
