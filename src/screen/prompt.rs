//! What leads on, at the bottom of everything that the table sees: whose hand it takes, a sign for what the hand does,
//! and what for. One place and one manner, whatever the picture above.

use embedded_graphics::{
    Pixel,
    draw_target::DrawTarget,
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle},
};

use super::frame::{Canvas, area};
use super::mark::{ERASED, FILLED, Fill};
use super::text::{LIT, PLAIN};
use crate::rules::SeatSet;
use crate::scene::{Action, Actor, Prompt, SharedScene};
use crate::words::Words;

/// One line of it.
const LINE: u32 = 12;
const SIGN: u32 = 11;
/// A mark of those who act.
const MARK: Size = Size::new(9, 11);
/// Several marks that overlap stand for many.
const CROWD: i32 = 17;
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

/// Where it is seen how far a hold is: on the line that asks for it.
pub fn held(scene: &SharedScene) -> Rectangle {
    match is_double(scene) && scene.prompt.how == Action::Hold {
        true => line_at(LAST - LINE as i32),
        false => LAST_LINE,
    }
}

pub const LAST_LINE: Rectangle = line_at(LAST);

const fn line_at(y: i32) -> Rectangle {
    Rectangle::new(Point::new(0, y), Size::new(127, LINE))
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
            line(canvas, words, &scene.prompt, line_at(LAST - LINE as i32));
            line(canvas, words, &also, area(0, LAST, width as u32, LINE));
        }
        Some(also) => {
            // One hand can do two things: its mark stands once.
            let both = [scene.prompt, also].map(|prompt| (prompt, (words.purpose)(prompt.what)));
            let letters = both.map(|(_, text)| text.chars().count().max(1) as i32);
            let signs = 2 * (SIGN as i32 + 1) + 2;
            let x = actor(canvas, scene.prompt.who, Point::new(0, LAST), width - signs - 6 * (letters[0] + letters[1]));
            let free = (width - x - signs).max(2);
            let first = free * letters[0] / (letters[0] + letters[1]);
            act(canvas, both[0].0.how, both[0].1, area(x, LAST, (first + SIGN as i32 + 1) as u32, LINE));
            let x = x + first + SIGN as i32 + 3;
            act(canvas, both[1].0.how, both[1].1, area(x, LAST, (width - x).max(0) as u32, LINE));
        }
        None => line(canvas, words, &scene.prompt, area(0, LAST, width as u32, LINE)),
    }
}

/// A whole line for one prompt.
pub fn line(canvas: &mut Canvas, words: &Words, prompt: &Prompt, place: Rectangle) {
    let text = (words.purpose)(prompt.what);
    let width = place.size.width as i32;
    let words = SIGN as i32 + 2 + 6 * text.chars().count() as i32;
    let x = actor(canvas, prompt.who, place.top_left, width - words);
    let rest = Rectangle::new(
        Point::new(x, place.top_left.y),
        Size::new((place.top_left.x + width - x).max(0) as u32, place.size.height),
    );
    act(canvas, prompt.how, text, rest);
}

/// The marks of those who act, in so much room; tells where they end.
fn actor(canvas: &mut Canvas, who: Actor, at: Point, room: i32) -> i32 {
    let step = MARK.width as i32 + 1;
    let place = |x, y| Rectangle::new(at + Point::new(x, y), MARK);
    match who {
        Actor::Nobody | Actor::Holder => at.x,
        Actor::Free => {
            canvas.rabbit(place(0, 1), Fill::Outline);
            at.x + step + 1
        }
        Actor::Seats(seats) if seats.len() == 1 || i32::from(seats.len()) * step < room.max(CROWD) => {
            for (nth, seat) in seats.iter().enumerate() {
                canvas.seat(seat, place(nth as i32 * step, 1), Fill::Full);
            }
            at.x + i32::from(seats.len()) * step + 1
        }
        // Several, whose marks are in the picture.
        Actor::Seats(_) => {
            for x in [0, 4, 8] {
                canvas.draw(&area(at.x + x, at.y + 1, MARK.width, MARK.height).into_styled(ERASED));
                canvas.rabbit(place(x, 1), Fill::Outline);
            }
            at.x + CROWD + 1
        }
    }
}

/// The sign and the words.
fn act(canvas: &mut Canvas, how: Action, text: &str, place: Rectangle) {
    sign(canvas, how, place.top_left + Point::new(0, 1));
    let at = place.top_left + Point::new(SIGN as i32 + 1, 0);
    let width = place.size.width.saturating_sub(SIGN + 1);
    canvas.line(text, Rectangle::new(at, Size::new(width, place.size.height)), PLAIN);
}

/// What the hand does, in a square of eleven.
pub fn sign(canvas: &mut Canvas, how: Action, at: Point) {
    let rows = match how {
        Action::Press => &PRESS,
        Action::Hold => &HOLD,
        Action::Turn => &TURN,
        Action::Dial => &DIAL,
        Action::Wait => &WAIT,
    };
    for (y, row) in rows.iter().enumerate() {
        let lit = (0..SIGN as i32).filter(|x| row >> (SIGN as i32 - 1 - x) & 1 == 1);
        let Ok(()) = canvas.draw_iter(lit.map(|x| Pixel(at + Point::new(x, y as i32), LIT)));
    }
}

type Sign = [u16; SIGN as usize];

/// A finger above a button.
const PRESS: Sign = [
    0b00011111000,
    0b00111111100,
    0b00111111100,
    0b00111111100,
    0b00110101000,
    0b00110000000,
    0b00110000000,
    0b00000000000,
    0b01111000000,
    0b11111100000,
    0b11111111111,
];
/// A finger on a button that stays down, while a bar fills up.
const HOLD: Sign = [
    0b00011111000,
    0b00111111100,
    0b00111111100,
    0b00110101000,
    0b00110000000,
    0b00110000000,
    0b11111111111,
    0b11111110001,
    0b11111110001,
    0b11111110001,
    0b11111111111,
];
/// To one side or the other.
const TURN: Sign = [
    0b00000000000,
    0b00010001000,
    0b00110001100,
    0b01110001110,
    0b11110101111,
    0b11110101111,
    0b11110101111,
    0b01110001110,
    0b00110001100,
    0b00010001000,
    0b00000000000,
];
/// A pointer on its ring.
const DIAL: Sign = [
    0b00011111000,
    0b01100000110,
    0b01000011010,
    0b10000111001,
    0b10001110001,
    0b10011100001,
    0b10011000001,
    0b10000000001,
    0b01000000010,
    0b01100000110,
    0b00011111000,
];
/// An hourglass.
const WAIT: Sign = [
    0b01111111110,
    0b00100000100,
    0b00111111100,
    0b00011111000,
    0b00001110000,
    0b00000100000,
    0b00001010000,
    0b00010001000,
    0b00100100100,
    0b00111111100,
    0b01111111110,
];
