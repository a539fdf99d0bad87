//! The menu, its lists and its questions. The chosen row is large; its neighbours show what turning brings.

use embedded_graphics::{
    geometry::{Point, Size},
    primitives::{Primitive, Rectangle},
};

use super::difference::Window;
use super::frame::{Canvas, TallFrame, area, columns, rows};
use super::mark::{FILLED, Fill, outlined};
use super::prompt;
use super::text::{BOLD, DARK, LIT, LITTLE, PLAIN, figures};
use super::turned_number::{self, Place, ShownNumber};
use super::view::View;
use crate::scene::shared::{Confirm, CorrectScore, Menu, PickSeat};
use crate::scene::{Item, More, Row, Shared, SharedScene, Value};
use crate::words::{Text, Words};

const WIDE: u32 = 122;

pub fn menu(canvas: &mut Canvas, words: &Words, menu: &Menu, room: Rectangle) {
    let items = &menu.rows;
    let selected = usize::from(menu.selected).min(items.len().saturating_sub(1));
    let Some(row) = items.get(selected) else {
        return;
    };
    let (above, place) = rows(columns(room, WIDE).0, 10);
    let name = match (selected.checked_sub(1).and_then(|before| items.get(before)), menu.title) {
        (Some(before), _) => (words.item)(before.item),
        (None, Some(title)) => (words.item)(title),
        (None, None) => words.menu,
    };
    canvas.line(name, above, if selected == 0 { LITTLE.centre() } else { LITTLE });
    chosen(canvas, words, row, place);
    // The position in the list.
    let (count, height) = (items.len() as i32, room.size.height as i32);
    let (top, end) = (height * selected as i32 / count, height * (selected as i32 + 1) / count);
    canvas.draw(&area(125, 0, 1, room.size.height).into_styled(FILLED));
    canvas.draw(&area(124, top, 3, (end - top).max(2) as u32).into_styled(FILLED));
}

fn chosen(canvas: &mut Canvas, words: &Words, row: &Row, place: Rectangle) {
    let name = (words.item)(row.item);
    let mut text = Text::new();
    let _ = words.value(&mut text, row.value);
    let inside = place.offset(-1);
    let (upper, lower) = rows(inside, inside.size.height * 2 / 5);
    if row.value == Value::None {
        canvas.draw(&place.into_styled(FILLED));
        canvas.paragraph(name, inside, BOLD.centre().dark());
    } else if let Some(more) = row.editing {
        canvas.draw(&place.into_styled(outlined(1)));
        canvas.line(name, upper, LITTLE.centre());
        canvas.draw(&lower.into_styled(FILLED));
        let (x, y) = (lower.top_left.x, lower.top_left.y);
        let Size { width, height } = lower.size;
        canvas.line(&text, area(x + 9, y, width - 18, height), BOLD.centre().dark());
        let middle = y + (height as i32 - 13) / 2;
        if more.left {
            canvas.arrow(Point::new(x + 2, middle), 13, false, DARK);
        }
        if more.right {
            canvas.arrow(Point::new(x + width as i32 - 9, middle), 13, true, DARK);
        }
    } else {
        canvas.draw(&place.into_styled(FILLED));
        canvas.line(name, upper, PLAIN.centre().dark());
        canvas.line(&text, lower, BOLD.centre().dark());
    }
}

pub fn pick_seat(canvas: &mut Canvas, words: &Words, pick: &PickSeat, room: Rectangle) {
    let &PickSeat { item, seat, seats } = pick;
    let (head, rest) = rows(room, 13);
    canvas.line((words.item)(item), head, PLAIN.centre());
    let (left, others) = columns(rest, 58);
    let side = rest.size.height.min(33);
    canvas.seat(seat, area((56 - side as i32) / 2, 13, side, rest.size.height), Fill::Full);
    let more = if seats.len() > 1 { More::BOTH } else { More::default() };
    canvas.turnable(more, columns(left, 56).0, 13 + (rest.size.height as i32 - 15) / 2, 15);
    canvas.seats(seats, others, |other| if other == seat { Fill::Full } else { Fill::Outline });
}

pub fn correct_score(canvas: &mut Canvas, words: &Words, correction: &CorrectScore) {
    canvas.line((words.item)(Item::CorrectScore), area(0, 0, 127, 8), LITTLE.centre());
    canvas.seat(correction.seat, area(0, 9, 26, 27), Fill::Full);
    canvas.numeral(&figures(correction.was), area(28, 14, 25, 18), LIT);
    canvas.arrow(Point::new(56, 15), 15, true, LIT);
    number(canvas, correction);
}

/// Draws the new score alone, if nothing else differs. Returns its block.
pub fn redraw_score(before: &View<&SharedScene>, now: &View<&SharedScene>, frame: &mut TallFrame) -> Option<Window> {
    let (Shared::CorrectScore(old), Shared::CorrectScore(new)) = (&before.scene.picture, &now.scene.picture) else {
        return None;
    };
    let around = |scene: &SharedScene| (scene.prompt, scene.also, scene.stuck, scene.dark);
    let same = (old.seat, old.was, old.now < 100) == (new.seat, new.was, new.now < 100);
    if !same || around(before.scene) != around(now.scene) || !now.lies_as(before) {
        return None;
    }
    let block = place(new).block(now, frame.pages().len());
    let mut canvas = now.canvas(block, frame);
    number(&mut canvas, new);
    // The separator shares its bytes with the lowest row of the number.
    prompt::separator(&mut canvas, now.scene);
    Some(block)
}

/// The new score.
fn number(canvas: &mut Canvas, correction: &CorrectScore) {
    place(correction).draw(canvas, ShownNumber { number: Some(correction.now), dark: false });
}

/// The place of the new score: three digits need another font.
fn place(correction: &CorrectScore) -> &'static Place {
    if correction.now < 100 { &turned_number::SCORE } else { &turned_number::LONG_SCORE }
}

pub fn confirm(canvas: &mut Canvas, words: &Words, confirm: &Confirm, room: Rectangle) {
    let (asked, answers) = rows(room, room.size.height - 16);
    let mut text = Text::new();
    let _ = words.question(&mut text, confirm.what);
    canvas.paragraph(&text, asked, BOLD.centre());
    for (x, text, chosen) in [(2, words.no, !confirm.yes), (66, words.yes, confirm.yes)] {
        let place = area(x, answers.top_left.y + 1, 59, 15);
        if chosen {
            canvas.draw(&place.into_styled(FILLED));
        } else {
            canvas.draw(&place.into_styled(outlined(1)));
        }
        canvas.line(text, place.offset(-1), BOLD.centre().color(if chosen { DARK } else { LIT }));
    }
}
