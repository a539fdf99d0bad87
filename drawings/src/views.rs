//! What people see from three seats: their own dial or device, and their neighbour's, by tracing lines of sight to the
//! solids.

use std::ops::Range;

use boards::{Board, Voting};

use crate::{
    body::{
        Bodies, Face, Unit, bodies, sight,
        table::{Eye, Seat, seats},
    },
    sheet::{self, MIDDLE},
    solid::{Place, Solid, Vec3, add, cross, dot, length, scale, sub, unit},
    svg::{Anchor, INK, Svg},
};

const COLUMNS: usize = 240;
const ROWS: usize = 134;
const ASPECT: f64 = ROWS as f64 / COLUMNS as f64;
/// Width of a picture on the sheet: two beside each other, or one alone.
const WIDE: f32 = 90.0;
const ALONE: f32 = 116.0;
/// Free space round what a picture shows.
const AIR: f64 = 1.08;
const SHADES: usize = 10;
const LIT: &str = "#2f6fdb";
const CLOTH: &str = "#efe7da";
/// In shade and in full light, as red, green and blue.
const PLASTIC: [[f64; 3]; 2] = [[62.0, 52.0, 74.0], [208.0, 198.0, 220.0]];
const BRASS: [[f64; 3]; 2] = [[104.0, 76.0, 40.0], [214.0, 172.0, 108.0]];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Material {
    Plastic,
    Knob,
}

/// What an eye looks at: solids, and the lit faces of screens.
#[derive(Default)]
struct Scene {
    solids: Vec<(Solid, Material)>,
    lit: Vec<Face>,
}

impl Scene {
    /// Adds a unit that is tilted and then moved to its place.
    fn add(&mut self, unit: &Unit, tilt: &Place, place: &Place) {
        let there = |solid: Solid| solid.placed(*tilt).placed(*place);
        self.solids.push((there(unit.plastic()), Material::Plastic));
        self.solids.extend(unit.knob().map(|knob| (there(knob), Material::Knob)));
        self.lit.extend(unit.shared.iter().chain(&unit.secret).map(|face| face.placed(tilt).placed(place)));
    }
}

/// An eye and the corners of the box that it looks at.
struct Viewpoint {
    eye: Vec3,
    corners: Vec<Vec3>,
}

impl Viewpoint {
    fn at(eye: Vec3, unit: &Unit, tilt: &Place, place: &Place) -> Self {
        let (low, high) = unit.opaque().bounds();
        let corner = |at: usize| std::array::from_fn(|i| if at >> i & 1 == 0 { low[i] } else { high[i] });
        Self { eye, corners: (0..8).map(|at| place.point(tilt.point(corner(at)))).collect() }
    }
}

const FLAT: Vec3 = [0.0; 3];

/// Draws what players on three seats see of their own unit and of their neighbour's.
pub fn draw(board: &Board) -> String {
    let title = format!("{}: seen from three seats", board.title);
    let mut svg = sheet::begin(
        &title,
        "lines of sight from a short adult's eyes to the boxes as printed; blue is a number or pixels that are in sight",
    );
    let (bodies, seats) = (bodies(board), seats(board));
    let (own, count) = (&bodies.own, seats.len());
    let on_table = on_table(&bodies, &seats);
    for (row, at) in [0, count / 4, count / 2].into_iter().enumerate() {
        let beside = (at + 1) % count;
        let (one, other) = (letter(at), letter(beside));
        let (eye, neighbour) = (middle_eye(&seats[at]), middle_eye(&seats[beside]));
        let in_hands;
        let looks = if board.voting == Voting::Pass {
            let (place, tilt) = sight::held(&seats[at], &eye);
            let mut scene = Scene::default();
            scene.add(own, &tilt, &place);
            in_hands = scene;
            [
                (&in_hands, Viewpoint::at(eye.at, own, &tilt, &place), format!("{one} holds it and sees this")),
                (
                    &in_hands,
                    Viewpoint::at(neighbour.at, own, &tilt, &place),
                    format!("{other}, beside {one}, sees this of it"),
                ),
            ]
        } else {
            let [mine, theirs] =
                [at, beside].map(|seat| Viewpoint::at(eye.at, own, &Place::at(FLAT), &seats[seat].place()));
            [
                (&on_table, mine, format!("{one} sees this of their own")),
                (&on_table, theirs, format!("{one} sees this of {other}'s")),
            ]
        };
        for (column, (scene, look, words)) in looks.into_iter().enumerate() {
            let corner = (MIDDLE - WIDE - 3.0 + column as f32 * (WIDE + 6.0), 28.0 + row as f32 * 76.0);
            picture(&mut svg, scene, &look, corner, WIDE);
            svg.text((corner.0 + WIDE / 2.0, corner.1 + 56.0), 2.8, Anchor::Middle, INK, &words);
        }
    }
    sheet::finish(svg, &title)
}

fn middle_eye(seat: &Seat) -> Eye {
    let mut eyes = seat.eyes();
    eyes.swap_remove(eyes.len() / 2 + 1)
}

/// The hub, and something in front of each seat.
fn on_table(bodies: &Bodies, seats: &[Seat]) -> Scene {
    let (mut scene, flat) = (Scene::default(), Place::at(FLAT));
    if let Some(hub) = &bodies.hub {
        scene.add(hub, &flat, &flat);
    }
    for seat in seats {
        scene.add(&bodies.own, &flat, &seat.place());
    }
    scene
}

/// The hub as seats see it, for the guide's second sheet.
pub fn hub(board: &Board) -> Option<String> {
    let bodies = bodies(board);
    let hub = bodies.hub.as_ref()?;
    let title = format!("{}: the shared screen", board.title);
    let mut svg = sheet::begin(&title, "as three seats see it; blue are its pixels");
    let (mut scene, flat) = (Scene::default(), Place::at(FLAT));
    scene.add(hub, &flat, &flat);
    let seats = seats(board);
    let count = seats.len();
    for (row, at) in [count / 8, 0, count * 3 / 8].into_iter().enumerate() {
        let eye = middle_eye(&seats[at]).at;
        let corner = (MIDDLE - ALONE / 2.0, 28.0 + row as f32 * 78.0);
        picture(&mut svg, &scene, &Viewpoint::at(eye, hub, &flat, &flat), corner, ALONE);
        let words = format!("seat {}, {:.0} cm away", letter(at), length(sub(eye, [0.0, 0.0, 45.0])) / 10.0);
        svg.text((corner.0 + ALONE / 2.0, corner.1 + 70.0), 2.8, Anchor::Middle, INK, &words);
    }
    Some(sheet::finish(svg, &title))
}

fn letter(seat: usize) -> char {
    crate::wires::letter(seat)
}

/// One view, as patches of one colour.
fn picture(svg: &mut Svg, scene: &Scene, look: &Viewpoint, corner: (f32, f32), wide: f32) {
    let eye = look.eye;
    let middle = scale(look.corners.iter().fold(FLAT, |sum, corner| add(sum, *corner)), 1.0 / 8.0);
    let ahead = unit(sub(middle, eye));
    let right = unit(cross(ahead, [0.0, 0.0, 1.0]));
    let up = cross(right, ahead);
    let reach = |corner: &Vec3| {
        let way = sub(*corner, eye);
        (dot(way, right).abs().max(dot(way, up).abs() / ASPECT)) / dot(way, ahead)
    };
    let half = AIR * look.corners.iter().map(reach).fold(0.0, f64::max);
    let light = unit(add(add(scale(right, 0.35), scale(up, 0.6)), scale(ahead, -0.7)));
    let colour = |column: usize, row: usize| {
        // Off the centre of a pixel, so that no line runs along an edge.
        let x = ((column as f64 + 0.537) / COLUMNS as f64 - 0.5) * 2.0 * half;
        let y = (0.5 - (row as f64 + 0.463) / ROWS as f64) * 2.0 * half * ASPECT;
        seen(scene, eye, unit(add(ahead, add(scale(right, x), scale(up, y)))), light)
    };
    let pixel = wide / COLUMNS as f32;
    svg.fill(corner, (wide, ROWS as f32 * pixel), CLOTH);
    let mut fill = |columns: &Range<usize>, rows: Range<usize>, colour: &str| {
        let at = (corner.0 + columns.start as f32 * pixel, corner.1 + rows.start as f32 * pixel);
        svg.fill(at, (columns.len() as f32 * pixel + 0.02, rows.len() as f32 * pixel + 0.02), colour);
    };
    // Runs of one colour; one that continues in the next row grows downwards.
    let mut open: Vec<(Range<usize>, usize, String)> = Vec::new();
    for row in 0..=ROWS {
        let mut runs: Vec<(Range<usize>, usize, String)> = Vec::new();
        for column in 0..if row < ROWS { COLUMNS } else { 0 } {
            let colour = colour(column, row);
            match runs.last_mut() {
                Some((columns, _, last)) if *last == colour => columns.end = column + 1,
                _ => runs.push((column..column + 1, row, colour)),
            }
        }
        runs.retain(|(_, _, colour)| colour != CLOTH);
        for (columns, start, colour) in open {
            match runs.iter_mut().find(|run| run.0 == columns && run.2 == colour) {
                Some(run) => run.1 = start,
                None => fill(&columns, start..row, &colour),
            }
        }
        open = runs;
    }
    svg.rect(corner, (wide, ROWS as f32 * pixel), "none", INK);
}

/// The colour in a direction.
fn seen(scene: &Scene, eye: Vec3, way: Vec3, light: Vec3) -> String {
    let far = 3000.0;
    let hits = scene.solids.iter().filter_map(|(solid, material)| Some((solid.first_hit(eye, way)?, solid, *material)));
    let nearest = hits.filter(|(at, ..)| *at < far).min_by(|a, b| a.0.total_cmp(&b.0));
    let wall = nearest.as_ref().map_or(far, |(at, ..)| *at);
    for face in &scene.lit {
        let normal = cross(face.right, face.up);
        let speed = dot(normal, way);
        if speed >= 0.0 {
            continue;
        }
        let at = dot(normal, sub(face.middle, eye)) / speed;
        let place = sub(add(eye, scale(way, at)), face.middle);
        let inside = dot(place, face.right).abs() < face.width / 2.0 && dot(place, face.up).abs() < face.height / 2.0;
        if inside && at < wall + 0.4 {
            return LIT.to_string();
        }
    }
    let Some((at, solid, material)) = nearest else { return CLOTH.to_string() };
    // The orientation of the surface, from the hits of two nearby lines.
    let side = unit(cross(way, [0.31, 0.17, 0.93]));
    let other = cross(side, way);
    let point = |by: Vec3| {
        let way = unit(add(way, scale(by, 2e-5)));
        solid.first_hit(eye, way).map(|at| add(eye, scale(way, at)))
    };
    let here = add(eye, scale(way, at));
    let normal = match (point(side), point(other)) {
        (Some(a), Some(b)) => unit(cross(sub(a, here), sub(b, here))),
        _ => [0.0, 0.0, 1.0],
    };
    let shade = (dot(normal, light).abs() * SHADES as f64).round() / SHADES as f64;
    let [dark, bright] = match material {
        Material::Plastic => PLASTIC,
        Material::Knob => BRASS,
    };
    let [red, green, blue]: [u8; 3] = std::array::from_fn(|i| (dark[i] + shade * (bright[i] - dark[i])) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_seen_in_front_of_the_cloth() {
        let block = crate::solid::block([-5.0, 90.0, -5.0], [5.0, 100.0, 5.0]);
        let scene = Scene { solids: vec![(block, Material::Plastic)], lit: vec![] };
        let seen = |way: Vec3| seen(&scene, [0.0; 3], way, [0.0, -1.0, 0.0]);
        assert_ne!(seen([0.0, 1.0, 0.0]), CLOTH);
        assert_eq!(seen([1.0, 0.0, 0.0]), CLOTH);
    }
}
