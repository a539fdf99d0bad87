//! A sheet of paper that prints at full size on both A4 and US Letter: the area that both have in common, with a title,
//! a footer and a bar that shows whether the printer kept the scale.

use crate::svg::{Anchor, INK, PALE, Point, Svg};

/// As wide as A4 and as tall as Letter.
pub const PAPER: Point = (210.0, 279.0);
/// Printers leave a margin; nothing important lies in it.
pub const MARGIN: f32 = 8.0;
pub const MIDDLE: f32 = PAPER.0 / 2.0;
pub const BAR: f32 = 50.0;

pub fn begin(title: &str, about: &str) -> Svg {
    let mut svg = Svg::new();
    svg.title((MIDDLE, 15.0), 5.6, title);
    svg.text((MIDDLE, 20.5), 3.0, Anchor::Middle, PALE, about);
    svg
}

/// Finishes a sheet that need not keep its scale.
pub fn finish(mut svg: Svg, title: &str) -> String {
    svg.text((MIDDLE, PAPER.1 - MARGIN), 2.6, Anchor::Middle, PALE, "Drawn from the board file.");
    svg.finish(title, PAPER)
}

/// Finishes a sheet that is cut out or drilled through.
pub fn finish_to_scale(mut svg: Svg, title: &str) -> String {
    scale_bar(&mut svg, (MARGIN + 2.0, PAPER.1 - MARGIN - 6.0));
    svg.finish(title, PAPER)
}

pub fn scale_bar(svg: &mut Svg, (x, y): Point) {
    svg.path(&[(x, y - 1.5), (x, y + 1.5)], "none", INK, 0.3);
    svg.bar((x, y), BAR);
    svg.path(&[(x + BAR, y - 1.5), (x + BAR, y + 1.5)], "none", INK, 0.3);
    let words = "Print at 100 % (actual size), not fitted to the page: this bar must measure 50 mm.";
    svg.text((x + BAR + 3.0, y + 1.0), 3.0, Anchor::Start, INK, words);
}
