//! What leads on, at the bottom of everything that the table sees: whose hand it takes, a sign for what the hand does,
//! and what for. One place and one manner, whatever the picture above.

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::{Circle, Line, Primitive, PrimitiveStyle, Rectangle, Triangle},
};

use super::frame::{Canvas, area};
use super::mark::{FILLED, Fill, outlined};
use super::text::{LIT, PLAIN};
use crate::rules::SeatSet;
use crate::scene::{Action, Actor, Prompt, SharedScene};
use crate::words::Words;

/// One line of it.
const LINE: u32 = 12;
const SIGN: u32 = 11;
/// More marks than these side by side would leave no room for words.
const MOST_MARKS: u8 = 3;
/// Where the last line begins; the line above it is drawn only where two different hands can act.
const LAST: i32 = 51;

/// How far down a picture reaches above one line.
pub const ROOM: u32 = 50;
/// The same above two.
pub const LITTLE_ROOM: u32 = 38;

/// Whether two lines are needed: what two different hands can do.
fn is_double(scene: &SharedScene) -> bool {
    scene.also.is_some_and(|also| also.who != scene.prompt.who && scene.prompt.who != Actor::Nobody)
}

/// The rows above it.
pub fn room(scene: &SharedScene) -> u32 {
    if is_double(scene) { LITTLE_ROOM } else { ROOM }
}

pub fn draw(canvas: &mut Canvas, words: &Words, scene: &SharedScene) {
    let top = room(scene) as i32;
    for x in (0..127).step_by(2) {
        canvas.draw(&area(x, top, 1, 1).into_styled(FILLED));
    }
    let mut width = 127;
    if !scene.stuck.is_empty() {
        // A knob that cannot be heard stays in sight.
        let marks = i32::from(scene.stuck.len().min(2)) * 12;
        width -= marks + 4;
        canvas.draw(&area(width + 1, LAST + 1, 2, 7).into_styled(FILLED));
        canvas.draw(&area(width + 1, LAST + 9, 2, 2).into_styled(FILLED));
        let stuck: SeatSet = scene.stuck.iter().take(2).collect();
        canvas.seats(stuck, area(width + 4, LAST + 1, marks as u32, 11), |_| Fill::Outline);
    }
    match scene.also {
        Some(also) if is_double(scene) => {
            line(canvas, words, &scene.prompt, area(0, LAST - LINE as i32, 127, LINE));
            line(canvas, words, &also, area(0, LAST, width as u32, LINE));
        }
        Some(also) => {
            // One hand can do two things: its mark stands once.
            let x = actor(canvas, scene.prompt.who, Point::new(0, LAST));
            let both = [scene.prompt, also].map(|prompt| (prompt, (words.purpose)(prompt.what)));
            let letters = both.map(|(_, text)| text.chars().count().max(1) as i32);
            let signs = 2 * (SIGN as i32 + 2) + 3;
            let free = (width - x - signs).max(2);
            let first = free * letters[0] / (letters[0] + letters[1]);
            act(canvas, both[0].0.how, both[0].1, area(x, LAST, (first + SIGN as i32 + 2) as u32, LINE));
            let x = x + first + SIGN as i32 + 5;
            act(canvas, both[1].0.how, both[1].1, area(x, LAST, (width - x).max(0) as u32, LINE));
        }
        None => line(canvas, words, &scene.prompt, area(0, LAST, width as u32, LINE)),
    }
}

/// A whole line for one prompt.
pub fn line(canvas: &mut Canvas, words: &Words, prompt: &Prompt, place: Rectangle) {
    let x = actor(canvas, prompt.who, place.top_left);
    let rest = Rectangle::new(
        Point::new(x, place.top_left.y),
        Size::new((place.top_left.x + place.size.width as i32 - x).max(0) as u32, place.size.height),
    );
    act(canvas, prompt.how, (words.purpose)(prompt.what), rest);
}

/// The marks of those who act; tells where they end.
fn actor(canvas: &mut Canvas, who: Actor, at: Point) -> i32 {
    let mark = Size::new(11, 11);
    match who {
        Actor::Nobody | Actor::Holder => at.x,
        Actor::Free => {
            canvas.mark("", Rectangle::new(at + Point::new(0, 1), mark), Fill::Outline);
            at.x + 13
        }
        Actor::Seats(seats) if seats.len() <= MOST_MARKS => {
            let mut x = at.x;
            for seat in seats.iter() {
                canvas.seat(seat, Rectangle::new(Point::new(x, at.y + 1), mark), Fill::Full);
                x += 12;
            }
            x + 1
        }
        // Several, whose marks are in the picture.
        Actor::Seats(_) => {
            for nth in 0..3 {
                canvas.mark("", Rectangle::new(at + Point::new(nth * 6, 1 + nth % 2 * 2), Size::new(7, 9)), Fill::Full);
            }
            at.x + 22
        }
    }
}

/// The sign and the words.
fn act(canvas: &mut Canvas, how: Action, text: &str, place: Rectangle) {
    sign(canvas, how, place.top_left + Point::new(0, 1));
    let at = place.top_left + Point::new(SIGN as i32 + 2, 0);
    let width = place.size.width.saturating_sub(SIGN + 2);
    canvas.line(text, Rectangle::new(at, Size::new(width, place.size.height)), PLAIN);
}

/// What the hand does, in a square of eleven.
pub fn sign(canvas: &mut Canvas, how: Action, at: Point) {
    let place = |x, y, width, height| area(at.x + x, at.y + y, width, height);
    let triangle = |a: (i32, i32), b: (i32, i32), c: (i32, i32)| {
        let point = |(x, y)| at + Point::new(x, y);
        Triangle::new(point(a), point(b), point(c)).into_styled(FILLED)
    };
    match how {
        // An arrow down on a button; held, the button is thick and stays down.
        Action::Press | Action::Hold => {
            canvas.draw(&place(4, 0, 3, 3).into_styled(FILLED));
            canvas.draw(&triangle((1, 3), (9, 3), (5, 7)));
            if how == Action::Press {
                canvas.draw(&place(1, 9, 9, 2).into_styled(FILLED));
            } else {
                canvas.draw(&place(0, 8, 11, 3).into_styled(FILLED));
                canvas.draw(&place(0, 5, 2, 6).into_styled(FILLED));
                canvas.draw(&place(9, 5, 2, 6).into_styled(FILLED));
            }
        }
        Action::Turn => {
            canvas.draw(&triangle((0, 5), (4, 1), (4, 9)));
            canvas.draw(&triangle((10, 5), (6, 1), (6, 9)));
        }
        // A pointer on its ring.
        Action::Dial => {
            canvas.draw(&Circle::new(at, SIGN).into_styled(outlined(1)));
            let thick = PrimitiveStyle::with_stroke(LIT, 2);
            canvas.draw(&Line::new(at + Point::new(5, 5), at + Point::new(7, 2)).into_styled(thick));
        }
        // An hourglass.
        Action::Wait => {
            canvas.draw(&triangle((1, 0), (9, 0), (5, 5)));
            canvas.draw(&triangle((1, 10), (9, 10), (5, 5)));
        }
    }
}
