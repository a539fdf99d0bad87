//! How the parts go together, where photographs will be: the stack of a knob from the side and, where rings
//! are printed, the pointer on a click and where the shield stands.

use boards::Board;

use super::{
    panel::{KNOB, RING},
    sheet::{self, MARGIN},
    svg::{Anchor, INK, PALE, Point, Svg},
};

const METAL: &str = "#d8d8dc";
const WOOD: &str = "#efe3c8";
const CAP: &str = "#3a3a40";
const PAPER: &str = "#ffffff";

pub fn draw(board: &Board) -> String {
    let title = format!("{}: putting it together", board.title);
    let mut svg = sheet::begin(&title, "drawings that hold the place of photographs until somebody has built one");
    let ring = board.ring.is_some();
    stack(&mut svg, 32.0, ring);
    if ring {
        let mut y = 114.0;
        svg.bold((MARGIN + 2.0, y), 3.8, Anchor::Start, "2. The pointer, before the cap is tightened");
        for (x, turn, words) in
            [(50.0, 0.0, "right: at rest on a click, and on the dot"), (150.0, 9.0, "wrong: between two clicks")]
        {
            pointer(&mut svg, (x, y + 34.0), turn);
            svg.text((x, y + 66.0), 2.8, Anchor::Middle, INK, words);
        }
        y = 190.0;
        svg.bold((MARGIN + 2.0, y), 3.8, Anchor::Start, "3. The shield, open towards the player");
        shield(&mut svg, (50.0, y + 35.0));
        let notes = [
            "Glue the teeth to the lid, outside of the ring. The player looks in from below; everybody else sees the shield.",
        ];
        svg.notes((95.0, y + 20.0), 2.8, 56, &notes);
    } else {
        let notes = [
            "The cap may point anywhere: nothing is printed round it. Leave a millimetre between cap and nut, so that it \
             can be pressed.",
        ];
        svg.notes((MARGIN + 2.0, 114.0), 2.8, 128, &notes);
    }
    sheet::finish(svg, &title)
}

/// From the cap down to the legs, pulled apart.
fn stack(svg: &mut Svg, y: f32, ring: bool) {
    svg.bold((MARGIN + 2.0, y), 3.8, Anchor::Start, "1. A knob, from the side, pulled apart");
    let middle = 60.0;
    let mut at = y + 6.0;
    let mut layer = |svg: &mut Svg, (width, height): Point, gap: f32, fill: &str, words: &str| {
        svg.rect((middle - width / 2.0, at), (width, height), fill, INK);
        let line = at + height / 2.0;
        svg.line((middle + width / 2.0 + 1.0, line), (112.0, line), PALE, 0.2);
        svg.text((114.0, line + 1.0), 2.8, Anchor::Start, INK, words);
        at += height + gap;
    };
    layer(svg, (KNOB, 12.0), 4.0, CAP, "cap, with its grub screw loose");
    layer(svg, (11.0, 2.2), 4.0, METAL, "nut");
    layer(svg, (13.0, 0.8), 4.0, METAL, "washer");
    if ring {
        layer(svg, (RING, 0.6), 4.0, PAPER, "paper ring, its dot towards the player");
    }
    layer(svg, (86.0, 4.0), 4.0, WOOD, "lid");
    layer(svg, (7.0, 6.0), 0.0, METAL, "threaded neck, with the shaft in it");
    layer(svg, (12.0, 7.0), 0.0, METAL, "body; its lug goes into a shallow hole under the lid");
    for leg in [-5.0, 0.0, 5.0] {
        svg.rect((middle + leg - 0.4, at), (0.8, 5.0), METAL, INK);
    }
    svg.text((114.0, at + 3.5), 2.8, Anchor::Start, INK, "legs: A, C, B in front, the switch behind");
}

/// A knob from above on its ring.
fn pointer(svg: &mut Svg, centre: Point, turn: f32) {
    let at = |degrees: f32, radius: f32| {
        let angle = (degrees + 90.0).to_radians();
        (centre.0 + radius * angle.cos(), centre.1 + radius * angle.sin())
    };
    svg.circle(centre, RING / 2.0, PAPER, PALE, 0.2);
    svg.circle(at(0.0, 21.8), 2.0, INK, INK, 0.0);
    for number in 1..=3u8 {
        let (x, y) = at(f32::from(number) * 18.0, 21.8);
        svg.bold((x, y + 2.2), 6.0, Anchor::Middle, &number.to_string());
    }
    for click in 0..20u8 {
        svg.line(at(f32::from(click) * 18.0, 11.5), at(f32::from(click) * 18.0, 14.0), INK, 0.3);
    }
    svg.circle(centre, KNOB / 2.0, CAP, INK, 0.25);
    svg.line(at(turn, 2.0), at(turn, 9.5), "white", 1.4);
}

/// A ring from above with the card round its far half.
fn shield(svg: &mut Svg, centre: Point) {
    svg.circle(centre, RING / 2.0, PAPER, PALE, 0.2);
    svg.circle(centre, KNOB / 2.0, CAP, INK, 0.25);
    svg.circle((centre.0, centre.1 + 21.8), 2.0, INK, INK, 0.0);
    let around: Vec<Point> = (0..=36u8)
        .map(|step| {
            let angle = (180.0 + f32::from(step) * 5.0).to_radians();
            (centre.0 + 28.0 * angle.cos(), centre.1 + 28.0 * angle.sin())
        })
        .collect();
    svg.path(&around, "none", INK, 1.4);
    svg.text((centre.0, centre.1 + 36.0), 2.8, Anchor::Middle, INK, "the player");
}
