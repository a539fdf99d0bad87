//! The prompt at the bottom of everything that the table sees: who acts, how, and for what purpose. It has the same
//! place and style under every picture; the picture gets the remaining room and stays within it.

use embedded_graphics::{
    Pixel,
    draw_target::DrawTarget,
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle, RoundedRectangle},
};

use super::frame::{Canvas, area, columns};
use super::mark::{ERASED, FILLED, Fill, outlined};
use super::text::{DARK, LIT, LITTLE, PLAIN};
use crate::rules::SeatSet;
use crate::scene::{Action, Actor, Prompt, SharedScene};
use crate::words::Words;

/// Height of one line.
const LINE: u32 = 12;
/// Width of an icon for an action without a word.
const ICON: u32 = 11;
/// Size of the mark of those who act.
const MARK: Size = Size::new(9, 11);
/// Size of the mark of a player who can do two things, beside both lines.
const LARGE_MARK: Size = Size::new(17, 23);
/// Width of the overlapping marks that are drawn for many players.
const CROWD: i32 = 17;
/// Top of the last line.
const LAST: i32 = 51;
/// Gap between the action and its purpose.
const GAP: u32 = 2;
/// Width of a letter of the words for press, turn and hold.
const LETTER: u32 = 6;
/// Width of a letter of the finest font.
const FINEST: u32 = 5;

/// The room that the prompt leaves to the picture: more above one line than above two.
pub fn room(scene: &SharedScene) -> Rectangle {
    area(0, 0, 127, top(scene) as u32 - 1)
}

/// The dotted row that separates the picture from its prompt.
fn top(scene: &SharedScene) -> i32 {
    let lines = 1 + i32::from(scene.also.is_some());
    LAST - (lines - 1) * LINE as i32 - 1
}

/// Where the progress of a hold is shown: on the line that asks for it.
pub fn held(scene: &SharedScene) -> Rectangle {
    match scene.also.is_some() && scene.prompt.how == Action::Hold {
        true => line_at(LAST - LINE as i32),
        false => LAST_LINE,
    }
}

pub const LAST_LINE: Rectangle = line_at(LAST);

const fn line_at(y: i32) -> Rectangle {
    Rectangle::new(Point::new(0, y), Size::new(127, LINE))
}

/// Draws the row that separates the picture from its prompt.
pub fn separator(canvas: &mut Canvas, scene: &SharedScene) {
    for x in (0..127).step_by(2) {
        canvas.draw(&area(x, top(scene), 1, 1).into_styled(FILLED));
    }
}

pub fn draw(canvas: &mut Canvas, words: &Words, scene: &SharedScene) {
    separator(canvas, scene);
    let faulty: SeatSet = [scene.stuck, scene.dark].into_iter().flat_map(SeatSet::iter).collect();
    let Some(also) = scene.also else {
        let place = sand(canvas, scene.sand, LAST_LINE);
        let place = exclaim(canvas, faulty, place, least_width(words, &scene.prompt));
        return line(canvas, words, &scene.prompt, place);
    };
    // The remaining time is on the first line, faults are on the last.
    let first = sand(canvas, scene.sand, line_at(LAST - LINE as i32));
    let needs = match scene.prompt.who == also.who {
        true => hand_width(also.who) + act_width(words, &also),
        false => least_width(words, &also),
    };
    let last = exclaim(canvas, faulty, LAST_LINE, needs);
    match scene.prompt.who == also.who {
        // One player can do two things: the mark is drawn once, beside both lines.
        true => {
            let x = hand(canvas, also.who, first.top_left);
            for (prompt, place) in [(&scene.prompt, first), (&also, last)] {
                let width = (place.size.width as i32 - x) as u32;
                act(canvas, words, prompt, area(x, place.top_left.y, width, LINE));
            }
        }
        false => {
            line(canvas, words, &scene.prompt, first);
            line(canvas, words, &also, last);
        }
    }
}

/// Draws the remaining time as an hourglass at the end of a line. Returns the rest of the line.
fn sand(canvas: &mut Canvas, eighths: Option<u8>, place: Rectangle) -> Rectangle {
    let Some(eighths) = eighths else { return place };
    let (rest, glass) = columns(place, place.size.width - HOURGLASS - 1);
    hourglass(canvas, eighths, glass.top_left + Point::new(1, 1));
    rest
}

/// Marks faulty knobs and screens at the end of a line, without their letters if the line `needs` that room. Returns
/// the rest of the line.
fn exclaim(canvas: &mut Canvas, faulty: SeatSet, place: Rectangle, needs: u32) -> Rectangle {
    if faulty.is_empty() {
        return place;
    }
    let letters = u32::from(faulty.len().min(2)) * 7;
    let letters = if letters + 4 + needs <= place.size.width { letters } else { 0 };
    let (rest, sign) = columns(place, place.size.width - letters - 4);
    let Point { x, y } = sign.top_left;
    canvas.draw(&area(x, y + 1, 2, 7).into_styled(FILLED));
    canvas.draw(&area(x, y + 9, 2, 2).into_styled(FILLED));
    if letters > 0 {
        canvas.letters_of(faulty, area(x + 4, y, letters, LINE));
    }
    rest
}

/// The width below which a prompt cannot be written on a line.
fn least_width(words: &Words, prompt: &Prompt) -> u32 {
    let mark = match prompt.who {
        Actor::Seats(seats) if seats.len() == 1 => MARK.width + 2,
        Actor::Free => MARK.width + 2,
        // The mark for several players may be left out for the words.
        Actor::Seats(_) | Actor::Nobody | Actor::Holder => 0,
    };
    mark + act_width(words, prompt)
}

/// The width of an action and its purpose in the finest letters.
fn act_width(words: &Words, prompt: &Prompt) -> u32 {
    sign_width(words, prompt.how) + GAP + (words.purpose)(prompt.what).chars().count() as u32 * FINEST
}

/// The width of the mark beside two lines.
fn hand_width(who: Actor) -> u32 {
    match who {
        Actor::Seats(seats) if seats.len() == 1 => LARGE_MARK.width + 2,
        Actor::Seats(_) => CROWD as u32 + 1,
        Actor::Free => MARK.width + 2,
        Actor::Nobody | Actor::Holder => 0,
    }
}

/// Draws one prompt on a whole line.
pub fn line(canvas: &mut Canvas, words: &Words, prompt: &Prompt, place: Rectangle) {
    let width = place.size.width as i32;
    let letters = (words.purpose)(prompt.what).chars().count() as u32;
    let sign = sign_width(words, prompt.how) + GAP;
    let needed = |letter| (sign + letters * letter) as i32;
    // Leave out the mark for several players if the words need its room: their own marks are in the picture.
    let is_crowd = matches!(prompt.who, Actor::Seats(seats) if seats.len() > 1);
    let smallest = if place.top_left.x + width == 127 { LETTER } else { FINEST };
    let who = if is_crowd && needed(smallest) + CROWD + 1 > width { Actor::Nobody } else { prompt.who };
    let x = actor(canvas, who, place.top_left, width - needed(LETTER));
    act(canvas, words, prompt, area(x, place.top_left.y, (place.top_left.x + width - x).max(0) as u32, LINE));
}

/// Draws the mark of the player that both lines are about. Returns the column where it ends.
fn hand(canvas: &mut Canvas, who: Actor, at: Point) -> i32 {
    let single = match who {
        Actor::Seats(seats) if seats.len() == 1 => seats.iter().next(),
        _ => None,
    };
    match single {
        Some(seat) => {
            canvas.seat(seat, Rectangle::new(at + Point::new(0, 1), LARGE_MARK), Fill::Full);
            at.x + LARGE_MARK.width as i32 + 2
        }
        None => actor(canvas, who, at + Point::new(0, LINE as i32 / 2), 0),
    }
}

/// Draws the marks of those who act, within `room` columns. Returns the column where they end.
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
        // Several players, whose marks are in the picture.
        Actor::Seats(_) => {
            for x in [0, 4, 8] {
                canvas.draw(&area(at.x + x, at.y + 1, MARK.width, MARK.height).into_styled(ERASED));
                canvas.rabbit(place(x, 1), Fill::Outline);
            }
            at.x + CROWD + 1
        }
    }
}

/// The action and its purpose.
fn act(canvas: &mut Canvas, words: &Words, prompt: &Prompt, place: Rectangle) {
    let taken = sign(canvas, words, prompt.how, place.top_left + Point::new(0, 1)) + GAP;
    let at = place.top_left + Point::new(taken as i32, 0);
    let width = place.size.width.saturating_sub(taken);
    // Finer letters only beside an hourglass or a fault.
    let style = if place.top_left.x + place.size.width as i32 == 127 { PLAIN.no_finer() } else { PLAIN };
    canvas.line((words.purpose)(prompt.what), Rectangle::new(at, Size::new(width, place.size.height)), style);
}

/// Width of the symbol of an action.
pub fn sign_width(words: &Words, how: Action) -> u32 {
    let word = |word: &str| word.chars().count() as u32 * LETTER;
    match how {
        Action::Press => word(words.press) + 3,
        Action::Hold => word(words.hold) + 5,
        Action::Turn => word(words.turn) + 2 * ARROW,
        Action::Dial | Action::Wait => ICON,
    }
}

/// Width of an arrowhead and the gap beside it.
const ARROW: u32 = 6;

/// The symbol of an action, eleven rows high: a button with the word on it, a bar that fills up under it, or the word
/// between two arrowheads. Returns its width.
pub fn sign(canvas: &mut Canvas, words: &Words, how: Action, at: Point) -> u32 {
    let width = sign_width(words, how);
    let place = Rectangle::new(at, Size::new(width, ICON));
    let write = |canvas: &mut Canvas, word: &str, left: u32, color| {
        let word_width = word.chars().count() as u32 * LETTER;
        canvas.line(word, area(at.x + left as i32, at.y, word_width, ICON), LITTLE.color(color));
    };
    match how {
        Action::Press => {
            canvas.draw(&RoundedRectangle::with_equal_corners(place, Size::new_equal(3)).into_styled(FILLED));
            write(canvas, words.press, 2, DARK);
        }
        Action::Hold => {
            canvas.draw(&place.into_styled(outlined(1)));
            write(canvas, words.hold, 3, LIT);
            canvas.invert(area(at.x + 1, at.y + 1, width / 2, ICON - 2));
        }
        Action::Turn => {
            canvas.arrow(at + Point::new(0, 1), 9, false, LIT);
            write(canvas, words.turn, ARROW, LIT);
            canvas.arrow(at + Point::new((width - ARROW) as i32 + 1, 1), 9, true, LIT);
        }
        Action::Dial => icon(canvas, &DIAL, at),
        Action::Wait => icon(canvas, &WAIT, at),
    }
    width
}

fn icon(canvas: &mut Canvas, rows: &Icon, at: Point) {
    for (y, row) in rows.iter().enumerate() {
        let lit = (0..ICON as i32).filter(|x| row >> (ICON as i32 - 1 - x) & 1 == 1);
        let Ok(()) = canvas.draw_iter(lit.map(|x| Pixel(at + Point::new(x, y as i32), LIT)));
    }
}

const HOURGLASS: u32 = 9;

/// Draws an hourglass: the sand above is the remaining time, the sand below the time that has passed.
pub fn hourglass(canvas: &mut Canvas, eighths: u8, at: Point) {
    let above = i32::from(eighths.min(8).div_ceil(2));
    for row in 0..11i32 {
        // Widest at both ends, one pixel at the waist.
        let half = (row - 5).abs().max(1) - 1;
        let sand = match row {
            0 | 10 => true,
            1..=4 => row > 4 - above,
            6..=9 => row > 5 + above,
            _ => false,
        };
        let (left, wide) = (at.x + 4 - half, 2 * half + 1);
        if sand {
            canvas.draw(&area(left, at.y + row, wide as u32, 1).into_styled(FILLED));
        } else {
            canvas.draw(&area(left, at.y + row, 1, 1).into_styled(FILLED));
            canvas.draw(&area(left + wide - 1, at.y + row, 1, 1).into_styled(FILLED));
        }
    }
}

type Icon = [u16; ICON as usize];

/// A pointer on its ring.
const DIAL: Icon = [
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
const WAIT: Icon = [
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
