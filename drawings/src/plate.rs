//! Templates for cutting and drilling the flat pieces of the cases by hand: lids and decks, and the walls of a hood as
//! a strip of card to fold. True to scale, taken from the solids.

use boards::Board;

use crate::{
    body::{Hood, bodies},
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
            section(&piece.solid, z, false, &mut shapes);
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
                shape.draw(&mut svg, place, y + height / 2.0);
            }
            let words = format!("{}{}, {width:.1} × {height:.1} mm", piece.title, times(piece.count));
            svg.text((MIDDLE, y + height + 4.5), 2.8, Anchor::Middle, INK, &words);
            y += height + GAP;
        }
        if let Some(hood) = unit.hood {
            let height = hood.high as f32 + 8.0;
            if y + height + GAP + 20.0 > PAPER.1 {
                sheets.push(sheet::finish_to_scale(std::mem::replace(&mut svg, sheet::begin(&title, about)), &title));
                y = TOP;
            }
            strip(&mut svg, y, &hood, unit.count);
            y += height + GAP;
        }
    }
    sheets.push(sheet::finish_to_scale(svg, &title));
    sheets
}

/// ", 8 of these", if it is more than one.
fn times(count: usize) -> String {
    if count == 1 { String::new() } else { format!(", {count} of these") }
}

/// The walls round a window, as a strip to be folded: side, far wall, side and, for a closed hood, a near wall with a
/// tab. The foot below the walls is folded out and glued to the lid.
fn strip(svg: &mut Svg, y: f32, hood: &Hood, count: usize) {
    let (foot, tab) = (8.0, 6.0);
    let (wide, deep, high) = (hood.wide as f32, hood.deep as f32, hood.high as f32);
    let mut walls = vec![deep, wide, deep];
    if hood.closed {
        walls.push(wide);
    }
    let length: f32 = walls.iter().sum();
    let left = MIDDLE - length / 2.0;
    let right = left + length;
    svg.rect((left, y), (length, high + foot), "none", INK);
    svg.fold((left, y + high), (right, y + high));
    let mut x = left;
    for wall in &walls[..walls.len() - 1] {
        x += wall;
        svg.fold((x, y), (x, y + high));
        svg.line((x, y + high), (x, y + high + foot), INK, 0.2);
    }
    if hood.closed {
        svg.path(
            &[(right, y), (right + tab, y + 2.0), (right + tab, y + high - 2.0), (right, y + high)],
            "none",
            INK,
            0.2,
        );
    }
    let words = format!(
        "walls round the window{}: black card, fold along the dashes, slit the foot at the corners, glue it to the lid",
        times(count)
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

    /// Sizes are written on the side towards the middle of the sheet, where no edge is.
    fn draw(&self, svg: &mut Svg, place: impl Fn([f64; 2]) -> (f32, f32), middle: f32) {
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
                let y = if y > middle { y - arm - 0.5 } else { y + arm + 2.0 };
                svg.text((x, y), 2.0, Anchor::Middle, INK, &format!("{:.1}", 2.0 * radius));
            }
        }
    }
}

/// The outline of a flat piece and of its openings, at a height in its own coordinates. Posts that stand on it are left
/// out.
fn section(solid: &Solid, z: f64, cut: bool, shapes: &mut Vec<Shape>) {
    match solid {
        Solid::Block(a, b) if a[2] < z && z < b[2] => {
            shapes.push(Shape::Rectangle([a[0], a[1]], [b[0], b[1]]));
        }
        Solid::Cylinder { foot, radius, height } if cut && foot[2] < z && z < foot[2] + height => {
            shapes.push(Shape::Hole([foot[0], foot[1]], *radius));
        }
        Solid::All(solids) => solids.iter().for_each(|solid| section(solid, z, cut, shapes)),
        Solid::Cut(solid, cuts) => {
            section(solid, z, cut, shapes);
            cuts.iter().for_each(|cut| section(cut, z, true, shapes));
        }
        Solid::Placed(_, solid) => section(solid, z, cut, shapes),
        _ => {}
    }
}
