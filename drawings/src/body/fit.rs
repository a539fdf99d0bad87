//! Checks that the parts fit into the plastic: [`check`] reports which parts collide, which rest on nothing, and which
//! openings are blocked.

use boards::{Board, Route};

use super::{Thing, Unit, bodies};
use crate::solid::{Solid, Vec3, add};

/// Distance between sampled points; every wall is thicker than this.
const STEP: f64 = 0.9;
/// The thinnest printable wall.
const _: () = assert!(STEP < 1.2);

pub fn check(board: &Board) -> Vec<String> {
    bodies(board).units().flat_map(unit).collect()
}

pub fn unit(unit: &Unit) -> Vec<String> {
    let mut wrong = Vec::new();
    let plastic: Vec<(&str, &Solid)> = unit
        .pieces
        .iter()
        .map(|piece| (piece.name.as_str(), &piece.solid))
        .chain(unit.again.iter().map(|solid| ("the other side", solid)))
        .collect();
    for thing in &unit.things {
        for (name, solid) in &plastic {
            if let Some(at) = meeting(&thing.space, solid) {
                wrong.push(format!("{}: {} runs into {name} at {}", unit.name, thing.name, place(at)));
            }
        }
        for point in &thing.rests_on {
            if !plastic.iter().any(|(_, solid)| solid.contains(*point)) {
                wrong.push(format!("{}: {} rests on nothing at {}", unit.name, thing.name, place(*point)));
            }
        }
    }
    for way in &unit.ways {
        for (name, solid) in &plastic {
            if let Some(at) = meeting(&way.space, solid) {
                wrong.push(format!("{}: {name} blocks the way of {} at {}", unit.name, way.name, place(at)));
            }
        }
    }
    for (a, pieces) in plastic.iter().enumerate() {
        for others in &plastic[a + 1..] {
            if let Some(at) = meeting(pieces.1, others.1) {
                wrong.push(format!("{}: {} and {} overlap at {}", unit.name, pieces.0, others.0, place(at)));
            }
        }
    }
    for route in Route::ALL {
        let here: Vec<&Thing> = unit.things.iter().filter(|thing| used(thing, route)).collect();
        for (at, one) in here.iter().enumerate() {
            for other in &here[at + 1..] {
                if let Some(at) = meeting(&one.space, &other.space) {
                    let words =
                        format!("{}: {} and {} are in one place at {}", unit.name, one.name, other.name, place(at));
                    if !wrong.contains(&words) {
                        wrong.push(words);
                    }
                }
            }
        }
    }
    wrong
}

fn used(thing: &Thing, route: Route) -> bool {
    thing.routes.is_empty() || thing.routes.contains(&route)
}

/// A point that lies in both solids.
fn meeting(one: &Solid, other: &Solid) -> Option<Vec3> {
    let (a, b) = (one.bounds(), other.bounds());
    let low: Vec3 = std::array::from_fn(|i| a.0[i].max(b.0[i]));
    let high: Vec3 = std::array::from_fn(|i| a.1[i].min(b.1[i]));
    let steps: [usize; 3] = std::array::from_fn(|i| ((high[i] - low[i]) / STEP).ceil().max(0.0) as usize);
    for x in 0..steps[0] {
        for y in 0..steps[1] {
            for z in 0..steps[2] {
                let by = [x, y, z].map(|n| (n as f64 + 0.5) * STEP);
                let p = add(low, by);
                if one.contains(p) && other.contains(p) {
                    return Some(p);
                }
            }
        }
    }
    None
}

fn place(p: Vec3) -> String {
    format!("({:.1}, {:.1}, {:.1})", p[0], p[1], p[2])
}
