//! How a board's cases go together: a section through the middle of each, to scale, drawn from the solids themselves.

use boards::{Board, Route, Voting};

use crate::{
    body::{Unit, bodies},
    lists,
    sheet::{self, MARGIN, MIDDLE, PAPER},
    solid::Solid,
    svg::{Anchor, INK, PALE, Point, Svg},
};

const PLASTIC: [&str; 4] = ["#a99bbd", "#d9c39a", "#a9c2a6", "#d3a59a"];
const THINGS: [&str; 6] = ["#443851", "#3f7d4f", "#c99d5c", "#8c5a8c", "#3f6c8c", "#a0522d"];
/// Height of one strip of the section.
const STRIP: f64 = 0.3;

pub fn draw(board: &Board) -> String {
    let title = format!("{}: putting it together", board.title);
    let about = match board.voting {
        Voting::Pass => "the box cut along its length, through its middle",
        Voting::Ring | Voting::Pods => "each box cut through its middle; the owner sits on the left",
    };
    let mut svg = sheet::begin(&title, about);
    let mut y = 32.0;
    let route = lists::routes(board)[0];
    for unit in bodies(board).units() {
        y = cut(&mut svg, unit, route, y) + 12.0;
    }
    sheet::finish(svg, &title)
}

/// Draws a section of one unit, with its plastic and its parts named. Returns the position below it.
fn cut(svg: &mut Svg, unit: &Unit, route: Route, y: f32) -> f32 {
    let whole =
        crate::solid::all(unit.pieces.iter().map(|piece| piece.solid.clone()).chain(unit.again.iter().cloned()));
    let things: Vec<_> =
        unit.things.iter().filter(|thing| thing.routes.is_empty() || thing.routes.contains(&route)).collect();
    let (low, high) =
        crate::solid::all(std::iter::once(whole).chain(things.iter().map(|thing| thing.space.clone()))).bounds();
    // A device that is wider than deep is cut along its length.
    let along = if high[0] - low[0] > 1.6 * (high[1] - low[1]) { 0 } else { 1 };
    let zoom = (110.0 / (high[along] - low[along])).min(1.2) as f32;
    svg.bold(
        (MARGIN + 2.0, y),
        3.8,
        Anchor::Start,
        &format!("{}{}", unit.title, if unit.count > 1 { format!(", {} times", unit.count) } else { String::new() }),
    );
    let base = y + 8.0 + (high[2] - low[2]) as f32 * zoom;
    let left = MARGIN + 6.0;
    let at = |p: f64, z: f64| -> Point { (left + (p - low[along]) as f32 * zoom, base - (z - low[2]) as f32 * zoom) };
    let mut labels: Vec<(Point, String, &str)> = Vec::new();
    // Draws the section of a solid. Returns true if the cut meets it.
    let mut layer = |svg: &mut Svg, solid: &Solid, colour: &'static str, name: &str| -> bool {
        let mut middle: Option<Point> = None;
        let mut z = low[2] + STRIP / 2.0;
        while z < high[2] {
            // Slightly off the middle, where no edge lies.
            let (mut from, mut way) = ([0.013, 0.013, z], [0.0; 3]);
            from[along] = low[along] - 1.0;
            way[along] = 1.0;
            for (a, b) in solid.stretches(from, way) {
                let (start, end) = (from[along] + a, from[along] + b);
                let corner = at(start, z + STRIP / 2.0);
                let size = ((end - start) as f32 * zoom, STRIP as f32 * zoom + 0.05);
                svg.fill(corner, size, colour);
                middle = Some((corner.0 + size.0, corner.1));
            }
            z += STRIP;
        }
        if let Some(middle) = middle {
            labels.push((middle, name.to_string(), colour));
        }
        middle.is_some()
    };
    for (piece, colour) in unit.pieces.iter().zip(PLASTIC.iter().cycle()) {
        layer(svg, &piece.solid, colour, &piece.name);
    }
    for solid in &unit.again {
        layer(svg, solid, PLASTIC[1], "the same on the other side");
    }
    let mut shown = 0;
    for thing in things {
        if layer(svg, &thing.space, THINGS[shown % THINGS.len()], &thing.name) {
            shown += 1;
        }
    }
    labels.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
    let mut line = y + 8.0;
    for (from, name, colour) in &labels {
        line = (line + 4.0).max(from.1 - 2.0);
        svg.line((from.0 + 0.5, from.1), (138.0, line - 1.0), PALE, 0.15);
        svg.fill((139.0, line - 2.5), (2.5, 2.5), colour);
        svg.text((143.0, line - 0.4), 2.6, Anchor::Start, INK, name);
    }
    let bottom = base.max(line);
    let size = format!("{:.0} × {:.0} × {:.0} mm", high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    svg.text((MIDDLE.min(PAPER.0), bottom + 5.0), 2.6, Anchor::Middle, PALE, &size);
    bottom + 5.0
}
