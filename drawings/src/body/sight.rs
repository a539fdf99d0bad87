//! Lines of sight from everybody's eyes to everything that is looked at. [`check`] reports what somebody cannot see and
//! should, or sees and should not.

use boards::{Board, Voting};

use super::{
    Bodies, Face, Module, Unit, bodies, shared_screen,
    table::{Eye, Seat, seats},
};
use crate::solid::{Place, Solid, Vec3, cross, dot, length, sub};

/// Height of the smallest figure in any shared scene, in pixel rows; the gallery's tests enforce it.
pub const SMALLEST_FIGURE: u8 = 7;
/// Angular size below which a figure is hard to read.
pub const LEAST_ARC_MINUTES: f64 = 10.0;
/// Maximum part of a secret that others may see.
pub const MOST_SEEN: f64 = 0.1;
/// Angle from a screen's normal beyond which the screen counts as unseen.
const FLATTEST_DEGREES: f64 = 80.0;

/// Position of a device held in both hands, relative to the eyes.
const HELD: Vec3 = [0.0, 280.0, -220.0];

/// Results for the guide.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub wrong: Vec<String>,
    /// Angular size of the smallest figure at the farthest seat.
    pub least_arc_minutes: f64,
    /// The largest fraction of a secret that anybody but its owner sees.
    pub most_seen: f64,
    /// The smallest fraction of their own number or screen that an owner sees.
    pub least_own: f64,
}

pub fn check(board: &Board) -> Report {
    report(board, &bodies(board), &seats(board))
}

pub fn report(board: &Board, bodies: &Bodies, seats: &[Seat]) -> Report {
    let mut report = Report { least_arc_minutes: f64::MAX, least_own: 1.0, ..Report::default() };
    let places: Vec<Place> = seats.iter().map(Seat::place).collect();
    let own = bodies.own.opaque();
    if let (Some(hub), Some(screen)) = (&bodies.hub, shared_screen(board)) {
        let figure = f64::from(SMALLEST_FIGURE) * Module::of(screen).pixels.1 / f64::from(Module::of(screen).rows);
        let mut obstacles = vec![hub.opaque()];
        obstacles.extend(places.iter().map(|place| own.clone().placed(*place)));
        for (at, seat) in seats.iter().enumerate() {
            for eye in seat.eyes() {
                shared(&mut report, hub, &obstacles, figure, at, &eye);
            }
        }
    }
    for at in 0..seats.len() {
        if board.voting == Voting::Pass {
            // Each holder holds it where they see it best.
            for eye in seats[at].eyes().into_iter().skip(1).step_by(3) {
                let (place, tilt) = held(&seats[at], &eye);
                secret(&mut report, &bodies.own, &own, (&place, &tilt), seats, at, &[eye]);
            }
        } else {
            let flat = Place::at([0.0; 3]);
            secret(&mut report, &bodies.own, &own, (&places[at], &flat), seats, at, &seats[at].eyes());
        }
    }
    if let (Some(module), None) = (shared_screen(board).map(Module::of), &bodies.hub) {
        let figure = f64::from(SMALLEST_FIGURE) * module.pixels.1 / f64::from(module.rows);
        report.least_arc_minutes = arc_minutes(figure / length(HELD));
        if report.least_arc_minutes < LEAST_ARC_MINUTES {
            report.wrong.push(format!("figures are {:.1} arc minutes high in one's hands", report.least_arc_minutes));
        }
    }
    report
}

fn shared(report: &mut Report, hub: &Unit, obstacles: &[Solid], figure: f64, at: usize, eye: &Eye) {
    let figure_on = |face: &Face| {
        let corners = face.points(2, 2).into_iter();
        corners.map(|p| arc_minutes(apparent(figure, face.up, p, eye.at))).fold(f64::MAX, f64::min)
    };
    let sides = hub.shared.iter().map(|face| (seen(face, obstacles, eye.at), figure_on(face)));
    let Some((part, angle)) = sides.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))) else { return };
    if part < 1.0 {
        let name = seat_name(at, eye);
        report.wrong.push(format!("{name} sees {:.0} % of the shared screen", 100.0 * part));
        return;
    }
    report.least_arc_minutes = report.least_arc_minutes.min(angle);
    if angle < LEAST_ARC_MINUTES {
        report.wrong.push(format!("{} sees figures of {angle:.1} arc minutes", seat_name(at, eye)));
    }
}

fn secret(
    report: &mut Report,
    unit: &Unit,
    opaque: &Solid,
    (place, tilt): (&Place, &Place),
    seats: &[Seat],
    owner: usize,
    eyes: &[Eye],
) {
    let Some(face) = unit.secret else { return };
    let to_world = |face: Face| face.placed(tilt).placed(place);
    let obstacles = [opaque.clone().placed(*tilt).placed(*place)];
    let own = to_world(face);
    for eye in eyes {
        let part = seen(&own, &obstacles, eye.at);
        report.least_own = report.least_own.min(part);
        if part < 1.0 {
            report.wrong.push(format!("{} sees {:.0} % of their own", seat_name(owner, eye), 100.0 * part));
        }
    }
    // What lies beside the face may reveal it too, so all of that is compared with the size of the face.
    let tell_tale = unit.tell_tale.map_or(own, to_world);
    let more = tell_tale.width * tell_tale.height / (own.width * own.height);
    for (at, seat) in seats.iter().enumerate().filter(|(at, _)| *at != owner) {
        for eye in seat.eyes() {
            let part = seen(&tell_tale, &obstacles, eye.at) * more;
            report.most_seen = report.most_seen.max(part);
            if part > MOST_SEEN {
                let name = seat_name(at, &eye);
                report.wrong.push(format!("{name} sees {:.0} % of what is {}'s alone", 100.0 * part, letter(owner)));
            }
        }
    }
}

/// Where a held device is, and how it is tilted so that it looks into its holder's eyes.
pub fn held(seat: &Seat, eye: &Eye) -> (Place, Place) {
    let turn = Place::rotated(2, seat.angle, [0.0; 3]);
    let to = turn.direction(HELD);
    let tilt = HELD[1].atan2(-HELD[2]).to_degrees();
    let place = Place::rotated(2, seat.angle, [eye.at[0] + to[0], eye.at[1] + to[1], eye.at[2] + to[2]]);
    (place, Place::rotated(0, tilt, [0.0; 3]))
}

/// Part of a face that an eye sees, from 0 to 1.
pub fn seen(face: &Face, obstacles: &[Solid], eye: Vec3) -> f64 {
    let points = face.points(13, 9);
    let normal = cross(face.right, face.up);
    let free = |point: &&Vec3| {
        let way = sub(eye, **point);
        let flat = dot(normal, way) / length(way);
        flat > FLATTEST_DEGREES.to_radians().cos() && !obstacles.iter().any(|solid| solid.is_between(**point, eye))
    };
    points.iter().filter(free).count() as f64 / points.len() as f64
}

/// Angular size of a length on a face, as a tangent.
fn apparent(figure: f64, up: Vec3, at: Vec3, eye: Vec3) -> f64 {
    let way = sub(eye, at);
    let distance = length(way);
    let along = dot(up, way) / distance;
    figure * (1.0 - along * along).sqrt() / distance
}

fn arc_minutes(tangent: f64) -> f64 {
    tangent.atan().to_degrees() * 60.0
}

fn letter(seat: usize) -> char {
    crate::wires::letter(seat)
}

fn seat_name(at: usize, eye: &Eye) -> String {
    format!("seat {}, {}", letter(at), eye.name)
}
