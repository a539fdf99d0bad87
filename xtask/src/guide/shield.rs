//! The template of the shields that stand round the rings: strips of card to cut, fold and bend, true to scale.

use std::f32::consts::PI;

use boards::Board;

use super::{
    panel::{PITCH, RING},
    sheet::{self, MARGIN},
    svg::{Anchor, INK, PALE, Svg},
};

const HEIGHT: f32 = 40.0;
/// Half of what is left between two neighbours.
const TAB: f32 = (PITCH - RING - 2.0) / 2.0;
const TEETH: usize = 9;
const COLUMNS: usize = 2;
const TOP: f32 = 26.0;

/// Half a circle just outside the ring.
pub fn length() -> f32 {
    PI * (RING / 2.0 + 1.0)
}

pub fn draw(board: &Board) -> String {
    let title = format!("{}: shields", board.title);
    let about = "card of 200 g or more; cut the outline and the teeth, fold the teeth outwards along the dashed line";
    let mut svg = sheet::begin(&title, about);
    let rows_on_sheet = 4;
    for at in 0..board.knobs.count().min(COLUMNS * rows_on_sheet) {
        let (column, row) = ((at % COLUMNS) as f32, (at / COLUMNS) as f32);
        one(&mut svg, MARGIN + 2.0 + column * (length() + 3.0), TOP + row * (HEIGHT + TAB + 4.0));
    }
    let note = format!(
        "Bend each strip to a half circle and glue its teeth to the lid just outside the ring, open towards the player, where \
         the dot is. {} shields are needed.",
        board.knobs.count()
    );
    svg.notes((MARGIN + 2.0, TOP + rows_on_sheet as f32 * (HEIGHT + TAB + 4.0) + 6.0), 2.8, 128, &[note]);
    sheet::finish_to_scale(svg, &title)
}

fn one(svg: &mut Svg, x: f32, y: f32) {
    let length = length();
    svg.path(
        &[(x, y), (x + length, y), (x + length, y + HEIGHT + TAB), (x, y + HEIGHT + TAB), (x, y)],
        "none",
        INK,
        0.25,
    );
    svg.fold((x, y + HEIGHT), (x + length, y + HEIGHT));
    for tooth in 1..TEETH {
        let at = x + length * tooth as f32 / TEETH as f32;
        svg.line((at, y + HEIGHT), (at, y + HEIGHT + TAB), INK, 0.25);
    }
    svg.text(
        (x + length / 2.0, y + HEIGHT / 2.0),
        2.8,
        Anchor::Middle,
        PALE,
        &format!("shield, {length:.0} × {HEIGHT} mm"),
    );
}
