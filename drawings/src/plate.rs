//! Templates for cutting and drilling the flat pieces of the cases by hand: lids and decks, and the walls of a hood as
//! a strip of card to fold. True to scale, taken from the solids.

use boards::Board;

use crate::{
    body::bodies,
    sheet::{self, MIDDLE, PAPER},
    solid::Solid,
    svg::{Anchor, INK, Svg},
};

const TOP: f32 = 26.0;
const GAP: f32 = 10.0;

pub fn draw(board: &Board) -> Vec<String> {
    let title = format!("{}: sheets to cut and drill", board.title);
    let about = "stick the print on plywood of 2 to 3 mm or on stiff card, mark every middle, then cut";
    let mut sheets = Vec::new();
    let mut svg = sheet::begin(&title, about);
    let mut y = TOP;
    let bodies = bodies(board);
    for unit in bodies.units() {
        for piece in &unit.pieces {
            let Some(z) = piece.flat_at else { continue };
            let mut shapes = Vec::new();
            section(&piece.solid, z, &mut shapes);
            let (low, high) = shapes.iter().fold(([f64::MAX; 2], [f64::MIN; 2]), |(low, high), shape| {
                let (a, b) = shape.corners();
                ([low[0].min(a[0]), low[1].min(a[1])], [high[0].max(b[0]), high[1].max(b[1])])
            });
            let (width, height) = ((high[0] - low[0]) as f32, (high[1] - low[1]) as f32);
            if y + height + GAP + 20.0 > PAPER.1 {
                sheets.push(sheet::finish_to_scale(std::mem::replace(&mut svg, sheet::begin(&title, about)), &title));
                y = TOP;
            }
            let place = |p: [f64; 2]| (MIDDLE - width / 2.0 + (p[0] - low[0]) as f32, y + (high[1] - p[1]) as f32);
            for shape in &shapes {
                shape.draw(&mut svg, place);
            }
            let words = format!("{}, {} times, {width:.1} × {height:.1} mm", piece.title, piece.count);
            svg.text((MIDDLE, y + height + 4.5), 2.8, Anchor::Middle, INK, &words);
            y += height + GAP;
        }
        if let Some(hood) = unit.hood {
            let height = hood.high as f32 + 8.0;
            if y + height + GAP + 20.0 > PAPER.1 {
                sheets.push(sheet::finish_to_scale(std::mem::replace(&mut svg, sheet::begin(&title, about)), &title));
                y = TOP;
            }
            strip(&mut svg, y, (hood.wide as f32, hood.deep as f32, hood.high as f32), unit.count);
            y += height + GAP;
        }
    }
    sheets.push(sheet::finish_to_scale(svg, &title));
    sheets
}

/// The walls round a window: side, far wall, side; the foot below them is folded out and glued to the lid.
fn strip(svg: &mut Svg, y: f32, (wide, deep, high): (f32, f32, f32), count: usize) {
    let foot = 8.0;
    let length = 2.0 * deep + wide;
    let left = MIDDLE - length / 2.0;
    svg.rect((left, y), (length, high + foot), "none", INK);
    svg.fold((left, y + high), (left + length, y + high));
    for x in [left + deep, left + deep + wide] {
        svg.fold((x, y), (x, y + high));
        svg.line((x, y + high), (x, y + high + foot), INK, 0.2);
    }
    let words = format!(
        "walls round the window, {count} times, black card: fold along the dashes, slit the foot at the corners, glue it to the lid"
    );
    svg.text((MIDDLE, y + high + foot + 4.0), 2.6, Anchor::Middle, INK, &words);
}

enum Shape {
    Rectangle([f64; 2], [f64; 2]),
    Hole([f64; 2], f64),
}

impl Shape {
    fn corners(&self) -> ([f64; 2], [f64; 2]) {
        match self {
            Self::Rectangle(a, b) => (*a, *b),
            Self::Hole(at, r) => ([at[0] - r, at[1] - r], [at[0] + r, at[1] + r]),
        }
    }

    fn draw(&self, svg: &mut Svg, place: impl Fn([f64; 2]) -> (f32, f32)) {
        match self {
            Self::Rectangle(a, b) => {
                let corner = place([a[0], b[1]]);
                svg.rect(corner, ((b[0] - a[0]) as f32, (b[1] - a[1]) as f32), "none", INK);
            }
            Self::Hole(at, radius) => {
                let (x, y) = place(*at);
                let radius = *radius as f32;
                svg.circle((x, y), radius, "none", INK, 0.2);
                let arm = radius + 1.2;
                svg.line((x - arm, y), (x + arm, y), INK, 0.1);
                svg.line((x, y - arm), (x, y + arm), INK, 0.1);
                if radius < 12.0 {
                    // A large hole may lie around a small one: their sizes are written on either side of the line.
                    let y = if radius > 2.0 { y + 2.6 } else { y - 0.8 };
                    svg.text((x + radius + 0.6, y), 2.0, Anchor::Start, INK, &format!("{:.1}", 2.0 * radius));
                }
            }
        }
    }
}

/// The outline of a flat piece and of its openings, at a height in its own coordinates.
fn section(solid: &Solid, z: f64, shapes: &mut Vec<Shape>) {
    match solid {
        Solid::Block(a, b) if a[2] < z && z < b[2] => {
            shapes.push(Shape::Rectangle([a[0], a[1]], [b[0], b[1]]));
        }
        Solid::Cylinder { foot, radius, height } if foot[2] < z && z < foot[2] + height => {
            shapes.push(Shape::Hole([foot[0], foot[1]], *radius));
        }
        Solid::All(solids) => solids.iter().for_each(|solid| section(solid, z, shapes)),
        Solid::Cut(solid, cuts) => {
            section(solid, z, shapes);
            cuts.iter().for_each(|cut| section(cut, z, shapes));
        }
        Solid::Placed(_, solid) => section(solid, z, shapes),
        _ => {}
    }
}
