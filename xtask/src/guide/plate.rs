//! Lids and base plates to drill and cut by, true to scale.

use boards::Board;

use super::{
    panel::{Cutout, KNOB, NECK, Panel, RING, panels, window},
    sheet::{self, MARGIN, MIDDLE, PAPER},
    svg::{Anchor, INK, PALE, Point, Svg},
};

const TOP: f32 = 26.0;
const GAP: f32 = 14.0;

pub fn draw(board: &Board) -> String {
    let title = format!("{}: holes to drill", board.title);
    let mut svg = sheet::begin(&title, "stick the print on the panel, mark every middle with an awl, then drill");
    let panels = panels(board);
    let height: f32 = panels.iter().map(|panel| panel.size.1 + GAP).sum();
    let width = panels.iter().map(|panel| panel.size.0).fold(0.0, f32::max);
    let mut y = TOP;
    for panel in &panels {
        one(&mut svg, panel, (MIDDLE.max(width / 2.0 + MARGIN) - panel.size.0 / 2.0, y));
        y += panel.size.1 + GAP;
    }
    let note = format!(
        "Knobs: {NECK} mm (a bit of 7 and a round file), and a shallow hole beside it for the lug, or file the lug off. \
         Screws: {} mm (a bit of 3).{} Windows: solid lines are what is cut out, dashed lines the module behind; measure \
         yours first, makers differ by a millimetre or two.",
        Panel::screw(),
        if board.buzzer.is_some() { " Three in a row, for the sound: 2 mm." } else { "" }
    );
    svg.notes((MARGIN + 2.0, y), 2.8, 128, &[note]);
    let needed = TOP + height + 30.0;
    if needed <= PAPER.1 && width <= PAPER.0 - 2.0 * MARGIN {
        return sheet::finish_to_scale(svg, &title);
    }
    // Too large for home paper: one sheet for a copy shop.
    let paper = (PAPER.0.max(width + 2.0 * MARGIN), PAPER.1.max(needed));
    sheet::scale_bar(&mut svg, (MARGIN + 2.0, paper.1 - MARGIN - 6.0));
    svg.finish(&title, paper)
}

fn one(svg: &mut Svg, panel: &Panel, (left, top): Point) {
    let place = |(x, y): Point| (left + x, top + y);
    svg.rect((left, top), panel.size, "none", INK);
    let (width, height) = panel.size;
    svg.text(
        (left + width / 2.0, top + height + 4.5),
        2.8,
        Anchor::Middle,
        INK,
        &format!("{}, {width} × {height} mm", panel.title),
    );
    for cutout in &panel.cutouts {
        match cutout {
            Cutout::Screw { at } => cross(svg, place(*at), Panel::screw()),
            Cutout::Knob { at, name, dot } => {
                let centre = place(*at);
                cross(svg, centre, NECK);
                if name.is_empty() {
                    svg.circle(centre, KNOB / 2.0, "none", PALE, 0.15);
                } else {
                    svg.circle(centre, RING / 2.0, "none", PALE, 0.15);
                    let out = (-dot.sin(), dot.cos());
                    let at = |radius: f32| (centre.0 + radius * out.0, centre.1 + radius * out.1);
                    svg.circle(at(21.0), 1.6, INK, INK, 0.0);
                    let letter = at(-18.0);
                    svg.bold((letter.0, letter.1 + 2.5), 7.0, Anchor::Middle, name);
                }
            }
            Cutout::Screen { at, size } => {
                let (seen, module) = window(*size);
                let (x, y) = place(*at);
                svg.rect((x - seen.0 / 2.0, y - seen.1 / 2.0), seen, "none", INK);
                let (w, h) = (module.0 / 2.0, module.1 / 2.0);
                for (from, to) in [((-w, -h), (w, -h)), ((w, -h), (w, h)), ((w, h), (-w, h)), ((-w, h), (-w, -h))] {
                    svg.fold((x + from.0, y + from.1), (x + to.0, y + to.1));
                }
                svg.text((x, y + 1.0), 2.4, Anchor::Middle, PALE, "screen");
            }
            Cutout::Grille { at } => {
                for step in [-4.0, 0.0, 4.0] {
                    let (x, y) = place(*at);
                    cross(svg, (x + step, y), 2.0);
                }
            }
        }
    }
    let middle = left + width / 2.0;
    if panel.jacks > 1 {
        let words = format!("{} jacks along this wall", panel.jacks.div_ceil(2));
        svg.text((middle, top + 3.5), 2.4, Anchor::Middle, PALE, &words);
        svg.text((middle, top + height - 1.5), 2.4, Anchor::Middle, PALE, &words);
        svg.turned((left + width - 2.0, top + height / 2.0), -90.0, 2.4, "USB comes out at this wall");
    } else if panel.jacks == 1 {
        svg.text((middle, top + 3.5), 2.4, Anchor::Middle, PALE, "the jack is at this wall");
    } else if panel.pico {
        svg.text((middle, top + 3.5), 2.4, Anchor::Middle, PALE, "USB comes out at this wall");
    }
}

/// A hole with its middle.
fn cross(svg: &mut Svg, (x, y): Point, diameter: f32) {
    svg.circle((x, y), diameter / 2.0, "none", INK, 0.2);
    let arm = diameter / 2.0 + 1.2;
    svg.line((x - arm, y), (x + arm, y), INK, 0.1);
    svg.line((x, y - arm), (x, y + arm), INK, 0.1);
}
