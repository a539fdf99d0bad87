//! The menu, its lists and the questions that it asks. The chosen row is large; its neighbours show what turning brings.

use embedded_graphics::{geometry::Point, primitives::Primitive};

use super::difference::Window;
use super::frame::{Canvas, TallFrame, area};
use super::mark::{FILLED, Fill, outlined};
use super::text::{BOLD, DARK, LIT, LITTLE, PLAIN, figures};
use super::turned_number::{self, Look, Place};
use super::view::View;
use crate::scene::shared::{Confirm, CorrectScore, Menu, PickSeat};
use crate::scene::{Item, Row, Shared, SharedScene, Value};
use crate::words::{Text, Words};

const WIDE: u32 = 122;

pub fn menu(canvas: &mut Canvas, words: &Words, menu: &Menu) {
    let rows = &menu.rows;
    let selected = usize::from(menu.selected).min(rows.len().saturating_sub(1));
    let Some(row) = rows.get(selected) else {
        return;
    };
    match (selected.checked_sub(1).and_then(|before| rows.get(before)), menu.title) {
        (Some(before), _) => neighbour(canvas, words, before, 0),
        (None, Some(title)) => {
            canvas.line((words.item)(title), area(2, 0, WIDE - 2, 11), LITTLE.centre());
        }
        (None, None) => canvas.line(words.menu, area(2, 0, WIDE - 2, 11), LITTLE.centre()),
    }
    chosen(canvas, words, row);
    // Where in the list this is.
    let count = rows.len() as i32;
    let (top, end) = (50 * selected as i32 / count, 50 * (selected as i32 + 1) / count);
    canvas.draw(&area(125, 0, 1, 50).into_styled(FILLED));
    canvas.draw(&area(124, top, 3, (end - top).max(2) as u32).into_styled(FILLED));
}

fn neighbour(canvas: &mut Canvas, words: &Words, row: &Row, y: i32) {
    canvas.line((words.item)(row.item), area(4, y, WIDE - 4, 11), LITTLE);
}

fn chosen(canvas: &mut Canvas, words: &Words, row: &Row) {
    let name = (words.item)(row.item);
    let mut text = Text::new();
    let _ = words.value(&mut text, row.value);
    let place = area(0, 12, WIDE, 37);
    if row.value == Value::None {
        canvas.draw(&place.into_styled(FILLED));
        canvas.paragraph(name, area(3, 13, WIDE - 6, 35), BOLD.centre().dark());
    } else if row.editing {
        canvas.draw(&place.into_styled(outlined(1)));
        canvas.line(name, area(3, 14, WIDE - 6, 12), LITTLE.centre());
        canvas.draw(&area(0, 27, WIDE, 22).into_styled(FILLED));
        canvas.line(&text, area(13, 28, WIDE - 26, 20), BOLD.centre().dark());
        canvas.arrow(Point::new(3, 31), 13, false, DARK);
        canvas.arrow(Point::new(WIDE as i32 - 10, 31), 13, true, DARK);
    } else {
        canvas.draw(&place.into_styled(FILLED));
        canvas.line(name, area(3, 14, WIDE - 6, 16), PLAIN.centre().dark());
        canvas.line(&text, area(3, 30, WIDE - 6, 17), BOLD.centre().dark());
    }
}

pub fn pick_seat(canvas: &mut Canvas, words: &Words, pick: &PickSeat) {
    let &PickSeat { item, seat, seats } = pick;
    canvas.line((words.item)(item), area(0, 0, 127, 14), PLAIN.centre());
    canvas.arrow(Point::new(0, 24), 15, false, LIT);
    canvas.seat(seat, area(11, 15, 33, 33), Fill::Full);
    canvas.arrow(Point::new(48, 24), 15, true, LIT);
    canvas.seats(seats, area(60, 17, 67, 32), |other| if other == seat { Fill::Full } else { Fill::Outline });
}

pub fn correct_score(canvas: &mut Canvas, words: &Words, correction: &CorrectScore) {
    canvas.line((words.item)(Item::CorrectScore), area(0, 0, 127, 14), PLAIN.centre());
    canvas.seat(correction.seat, area(0, 16, 34, 32), Fill::Full);
    canvas.numeral(&figures(correction.was), area(35, 22, 25, 18), LIT);
    canvas.arrow(Point::new(61, 24), 15, true, LIT);
    number(canvas, correction);
}

/// Draws the new score alone, if nothing else differs; tells the block that it is in.
pub fn redraw_score(before: &View<&SharedScene>, now: &View<&SharedScene>, frame: &mut TallFrame) -> Option<Window> {
    let (Shared::CorrectScore(old), Shared::CorrectScore(new)) = (&before.scene.picture, &now.scene.picture) else {
        return None;
    };
    let around = |scene: &SharedScene| (scene.prompt, scene.also, scene.stuck);
    let same = (old.seat, old.was, old.now < 100) == (new.seat, new.was, new.now < 100);
    if !same || around(before.scene) != around(now.scene) || !now.lies_as(before) {
        return None;
    }
    let block = place(new).block(now, frame.pages().len());
    number(&mut now.canvas(block, frame), new);
    Some(block)
}

/// The new score.
fn number(canvas: &mut Canvas, correction: &CorrectScore) {
    place(correction).draw(canvas, Look { number: Some(correction.now), dark: false });
}

/// Where the new score stands: one of three figures needs another font.
fn place(correction: &CorrectScore) -> &'static Place {
    if correction.now < 100 { &turned_number::TALL[1] } else { &turned_number::LONG }
}

pub fn confirm(canvas: &mut Canvas, words: &Words, confirm: &Confirm) {
    canvas.paragraph((words.question)(confirm.what), area(0, 0, 127, 29), BOLD.centre());
    for (x, text, chosen) in [(2, words.no, !confirm.yes), (66, words.yes, confirm.yes)] {
        let place = area(x, 30, 59, 19);
        if chosen {
            canvas.draw(&place.into_styled(FILLED));
        } else {
            canvas.draw(&place.into_styled(outlined(1)));
        }
        canvas.line(text, place.offset(-1), BOLD.centre().color(if chosen { DARK } else { LIT }));
    }
}
