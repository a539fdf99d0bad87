//! People at a table: where they sit, where their eyes are, and where their own units lie. Millimetres from the middle
//! of the table top.

use boards::Board;

use crate::solid::{Place, Vec3};

/// Distance from the table's edge to the middle of the unit in front of a seat.
pub const IN_FRONT: f64 = 150.0;

/// A seat: the middle of its section of the table's edge, and the direction in which its owner looks.
#[derive(Clone, Copy, Debug)]
pub struct Seat {
    pub edge: [f64; 2],
    /// Rotation of its unit in degrees, 0 for a seat at negative y.
    pub angle: f64,
}

/// The position of an eye.
#[derive(Clone, Debug)]
pub struct Eye {
    pub name: String,
    pub at: Vec3,
}

/// Heights of eyes above the table top: a child of eight on a cushion, a short and a tall adult.
const HEIGHTS: [(&str, f64); 3] = [("child", 300.0), ("short adult", 390.0), ("tall adult", 530.0)];
/// Distance of eyes behind the table's edge.
const LEANS: [(&str, f64); 2] = [("leaning in", 0.0), ("sitting back", 100.0)];
/// Offset of eyes to the left and right of the middle of the seat.
const SWAY: [f64; 3] = [-50.0, 0.0, 50.0];

impl Seat {
    /// Moves a unit from its own coordinates to its place on the table.
    pub fn place(&self) -> Place {
        let inwards = self.direction(0.0, 1.0);
        Place::rotated(2, self.angle, [self.edge[0] + IN_FRONT * inwards[0], self.edge[1] + IN_FRONT * inwards[1], 0.0])
    }

    /// A vector, `right` millimetres to the right of the seated player and `inwards` towards the middle of the table.
    fn direction(&self, right: f64, inwards: f64) -> [f64; 2] {
        let (sin, cos) = self.angle.to_radians().sin_cos();
        [right * cos - inwards * sin, right * sin + inwards * cos]
    }

    pub fn eyes(&self) -> Vec<Eye> {
        let mut eyes = Vec::new();
        for (who, height) in HEIGHTS {
            for (how, behind) in LEANS {
                for sway in SWAY {
                    let by = self.direction(sway, -behind);
                    let at = [self.edge[0] + by[0], self.edge[1] + by[1], height];
                    eyes.push(Eye { name: format!("{who} {how}"), at });
                }
            }
        }
        eyes
    }
}

/// The seats of a full table, clockwise from the middle of its near side: evenly round a round table, or one at each
/// end of a longer one and the others along its sides.
pub fn seats(board: &Board) -> Vec<Seat> {
    let count = usize::from(board.seats.most);
    let (length, width) = (f64::from(board.body.table_length), f64::from(board.body.table_width));
    if board.body.table_length <= board.body.table_width {
        let round = |at: usize| {
            let angle = -360.0 * at as f64 / count as f64;
            let (sin, cos) = angle.to_radians().sin_cos();
            Seat { edge: [length / 2.0 * sin, -length / 2.0 * cos], angle }
        };
        return (0..count).map(round).collect();
    }
    let along = count.saturating_sub(2);
    let (near, far) = (along.div_ceil(2), along / 2);
    let side = |seats: usize, angle: f64| {
        let sign = if angle == 0.0 { 1.0 } else { -1.0 };
        (0..seats).map(move |at| {
            let x = ((at as f64 + 0.5) / seats as f64 - 0.5) * -length;
            Seat { edge: [sign * x, sign * -width / 2.0], angle }
        })
    };
    let end = |angle: f64, x: f64| Seat { edge: [x, 0.0], angle };
    side(near, 0.0)
        .chain([end(-90.0, -length / 2.0)])
        .chain(side(far, 180.0))
        .chain([end(90.0, length / 2.0)])
        .collect()
}
