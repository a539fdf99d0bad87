//! What people see from three seats: their own dial or device, and their neighbour's, by tracing lines of sight to the
//! solids.

use boards::{Board, Voting};

use crate::{
    body::{
        Face, bodies, sight,
        table::{Eye, Seat, seats},
    },
    sheet::{self, MIDDLE},
    solid::{Solid, Vec3, add, cross, dot, length, scale, sub, unit},
    svg::{Anchor, INK, Svg},
};

const COLUMNS: usize = 150;
const ROWS: usize = 84;
/// Width of a picture on the sheet, and its angle of view.
const WIDE: f32 = 90.0;
const SHADES: usize = 10;
const LIT: &str = "#2f6fdb";
const CLOTH: &str = "#efe7da";

/// Something in front of an eye.
struct Scene {
    solids: Vec<Solid>,
    lit: Vec<Face>,
}

/// Their own and their neighbour's, from three seats.
pub fn draw(board: &Board) -> String {
    let title = format!("{}: what is seen from three seats", board.title);
    let mut svg = sheet::begin(
        &title,
        "lines of sight from a short adult's eyes to the boxes as printed; blue is a number or pixels that are in sight",
    );
    let seats = seats(board);
    let count = seats.len();
    let on_table = on_table(board);
    for (row, at) in [0, count / 4, count / 2].into_iter().enumerate() {
        let beside = (at + 1) % count;
        let (one, other) = (letter(at), letter(beside));
        let (eye, neighbour) = (middle_eye(&seats[at]), middle_eye(&seats[beside]));
        let looks: [(&Scene, Vec3, Vec3, f64, String); 2];
        let in_hands;
        if board.voting == Voting::Pass {
            let target;
            (in_hands, target) = held_by(board, &seats[at]);
            looks = [
                (&in_hands, eye.at, target, 17.0, format!("seat {one} holds it, and sees")),
                (&in_hands, neighbour.at, target, 8.0, format!("seat {other} sees of it")),
            ];
        } else {
            let [own, theirs] = [at, beside].map(|seat| seats[seat].place().point([0.0, 20.0, 30.0]));
            looks = [
                (&on_table, eye.at, own, 11.0, format!("seat {one}: their own")),
                (&on_table, eye.at, theirs, 8.0, format!("seat {one}: that of {other}")),
            ];
        }
        for (column, (scene, eye, target, angle, words)) in looks.into_iter().enumerate() {
            let corner = (MIDDLE - WIDE - 3.0 + column as f32 * (WIDE + 6.0), 28.0 + row as f32 * 76.0);
            picture(&mut svg, scene, (eye, target, angle), corner);
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
fn on_table(board: &Board) -> Scene {
    let bodies = bodies(board);
    let mut scene = Scene { solids: Vec::new(), lit: Vec::new() };
    if let Some(hub) = &bodies.hub {
        scene.solids.push(hub.opaque());
        scene.lit.extend(&hub.shared);
    }
    let own = bodies.own.opaque();
    for seat in seats(board) {
        scene.solids.push(own.clone().placed(seat.place()));
        scene.lit.extend(bodies.own.secret.map(|face| face.placed(&seat.place())));
    }
    scene
}

/// The device in somebody's hands, and its middle.
fn held_by(board: &Board, seat: &Seat) -> (Scene, Vec3) {
    let own = bodies(board).own;
    let (place, tilt) = sight::held(seat, &middle_eye(seat));
    let solids = vec![own.opaque().placed(tilt).placed(place)];
    let lit = own.secret.map(|face| face.placed(&tilt).placed(&place)).into_iter().collect();
    (Scene { solids, lit }, place.point(tilt.point([0.0, 0.0, 50.0])))
}

/// The hub as seats see it, for the guide's second sheet.
pub fn hub(board: &Board) -> Option<String> {
    let bodies = bodies(board);
    let hub = bodies.hub.as_ref()?;
    let title = "The shared screen from three seats";
    let mut svg = sheet::begin(title, "from a side, from beside a corner, and from the end of the table");
    let scene = Scene { solids: vec![hub.opaque()], lit: hub.shared.clone() };
    let seats = seats(board);
    let count = seats.len();
    for (row, at) in [count / 8, 0, count * 3 / 8].into_iter().enumerate() {
        let eye = middle_eye(&seats[at]).at;
        let corner = (MIDDLE - WIDE / 2.0, 28.0 + row as f32 * 76.0);
        picture(&mut svg, &scene, (eye, [0.0, 0.0, 45.0], 9.0), corner);
        let words = format!("seat {}, {:.0} cm away", letter(at), length(sub(eye, [0.0, 0.0, 45.0])) / 10.0);
        svg.text((corner.0 + WIDE / 2.0, corner.1 + 56.0), 2.8, Anchor::Middle, INK, &words);
    }
    Some(sheet::finish(svg, title))
}

fn letter(seat: usize) -> char {
    crate::wires::letter(seat)
}

/// One view, as rows of patches.
fn picture(svg: &mut Svg, scene: &Scene, (eye, target, degrees): (Vec3, Vec3, f64), corner: (f32, f32)) {
    let ahead = unit(sub(target, eye));
    let right = unit(cross(ahead, [0.0, 0.0, 1.0]));
    let up = cross(right, ahead);
    let half = (degrees.to_radians()).tan();
    let pixel = WIDE / COLUMNS as f32;
    for row in 0..ROWS {
        let mut run: (usize, String) = (0, String::new());
        for column in 0..=COLUMNS {
            let colour = if column == COLUMNS {
                String::new()
            } else {
                // Off the centre of a pixel, so that no line runs along an edge.
                let x = ((column as f64 + 0.537) / COLUMNS as f64 - 0.5) * 2.0 * half;
                let y = (0.5 - (row as f64 + 0.463) / ROWS as f64) * 2.0 * half * ROWS as f64 / COLUMNS as f64;
                look(scene, eye, unit(add(ahead, add(scale(right, x), scale(up, y)))))
            };
            if colour != run.1 {
                if !run.1.is_empty() {
                    let at = (corner.0 + run.0 as f32 * pixel, corner.1 + row as f32 * pixel);
                    svg.fill(at, ((column - run.0) as f32 * pixel + 0.02, pixel + 0.02), &run.1);
                }
                run = (column, colour);
            }
        }
    }
    svg.rect(corner, (WIDE, ROWS as f32 * pixel), "none", INK);
}

fn look(scene: &Scene, eye: Vec3, way: Vec3) -> String {
    let far = 3000.0;
    let hit = scene.solids.iter().filter_map(|solid| Some((solid.first_hit(eye, way)?, solid)));
    let nearest = hit.filter(|(at, _)| *at < far).min_by(|a, b| a.0.total_cmp(&b.0));
    let wall = nearest.as_ref().map_or(far, |(at, _)| *at);
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
    let Some((at, solid)) = nearest else { return CLOTH.to_string() };
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
    let light = dot(normal, unit([0.35, -0.5, 0.8])).abs();
    let shade = (light * SHADES as f64).round() / SHADES as f64;
    let grey = 70 + (shade * 150.0) as u8;
    format!("#{grey:02x}{grey:02x}{:02x}", grey.saturating_add(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_seen_in_front_of_the_cloth() {
        let scene = Scene { solids: vec![crate::solid::block([-5.0, 90.0, -5.0], [5.0, 100.0, 5.0])], lit: vec![] };
        assert_ne!(look(&scene, [0.0; 3], [0.0, 1.0, 0.0]), CLOTH);
        assert_eq!(look(&scene, [0.0; 3], [1.0, 0.0, 0.0]), CLOTH);
    }
}
