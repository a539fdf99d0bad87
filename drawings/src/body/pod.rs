//! A pod: a box with a knob and a seat's own screen. The screen lies beyond the knob between walls that only its owner
//! looks over; the lead's jack is in the far wall.

use boards::{Board, Route, Viewer};

use super::{Face, Hood, Module, NECK, PILOT, Piece, SCREW, Thing, Unit, WALL, Way, things};
use crate::solid::{Place, Solid, Vec3, all, block, cylinder};

const LEFT: f64 = -38.4;
const RIGHT: f64 = 38.4;
const NEAR: f64 = -27.0;
const FAR: f64 = 53.0;
const POST_IN: f64 = 5.0;
const POST: f64 = 7.0;
const LID: f64 = 36.0;
const LID_TOP: f64 = 38.0;
const SCREEN_AT: f64 = 34.5;
const HOOD_WALL: f64 = 1.6;
/// Beside the pixels, so that the owner may sway.
const BESIDE: f64 = 4.6;
const BEFORE: f64 = 19.0;
const CARD_FOOT: f64 = 4.0;
const CARD_AT: f64 = 22.0;

pub fn of(board: &Board) -> Unit {
    let count = board.knobs.count();
    let hood = f64::from(board.body.hood);
    let module = board.screens.iter().find(|screen| screen.viewer == Viewer::Seat).map(Module::of);
    let corners: Vec<Vec3> = [(LEFT, NEAR), (RIGHT, NEAR), (LEFT, FAR), (RIGHT, FAR)]
        .map(|(x, y)| [x - POST_IN * x.signum(), y - POST_IN * y.signum(), 0.0])
        .to_vec();
    let (cx, cy) = things::CARRIER_SMALL;
    let card_y = CARD_AT - 1.0;
    let feet: Vec<Vec3> = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
        .map(|(x, y)| {
            [x * (cx / 2.0 - things::CARRIER_HOLE_IN), card_y + y * (cy / 2.0 - things::CARRIER_HOLE_IN), WALL]
        })
        .to_vec();
    let jack_z = WALL + CARD_FOOT + things::CARRIER_THICK;
    let jack = block(
        [-things::RJ45.0 / 2.0 - 0.3, FAR - WALL - 1.0, jack_z - 0.4],
        [things::RJ45.0 / 2.0 + 0.3, FAR + 1.0, jack_z + things::RJ45.2 + 0.4],
    );
    let shell = block([LEFT, NEAR, 0.0], [RIGHT, FAR, LID])
        .without([block([LEFT + WALL, NEAR + WALL, WALL], [RIGHT - WALL, FAR - WALL, LID + 1.0])]);
    // The posts of the lid hang in the corners above the circuit board.
    let post =
        |p: &Vec3| block([p[0] - POST / 2.0, p[1] - POST / 2.0, 0.0], [p[0] + POST / 2.0, p[1] + POST / 2.0, LID]);
    let card_space = block(
        [-cx / 2.0 - 0.5, card_y - cy / 2.0 - 0.5, WALL + CARD_FOOT - 2.5],
        [cx / 2.0 + 0.5, card_y + cy / 2.0 + 0.5, jack_z + 2.0],
    );
    let posts: Vec<Solid> = corners.iter().map(|p| post(p).without([card_space.clone()])).collect();
    let base = all([shell]
        .into_iter()
        .chain(posts)
        .chain(feet.iter().map(|p| cylinder([p[0], p[1], 0.0], 6.0, WALL + CARD_FOOT))))
    .without(
        corners
            .iter()
            .map(|p| cylinder([p[0], p[1], LID - 14.0], PILOT, 20.0))
            .chain(feet.iter().map(|p| cylinder([p[0], p[1], 1.0], 1.8, 20.0)))
            .chain([jack]),
    );

    let mut lid = vec![block([LEFT, NEAR, LID], [RIGHT, FAR, LID_TOP])];
    let mut cuts: Vec<Solid> = corners.iter().map(|p| cylinder([p[0], p[1], LID - 1.0], SCREW, 4.0)).collect();
    cuts.push(cylinder([0.0, 0.0, LID - 1.0], NECK, 4.0));
    let mut things = Vec::new();
    let mut secret = None;
    if let Some(module) = module {
        let (w, h) = (module.pixels.0 / 2.0 + BESIDE, module.pixels.1 / 2.0 + 2.0);
        lid.push(
            block(
                [-w - HOOD_WALL, SCREEN_AT - BEFORE, LID_TOP],
                [w + HOOD_WALL, SCREEN_AT + h + HOOD_WALL, LID_TOP + hood],
            )
            .without([block([-w, SCREEN_AT - BEFORE - 1.0, LID_TOP - 1.0], [w, SCREEN_AT + h, LID_TOP + hood + 1.0])]),
        );
        // The window is open towards the owner as far as a flat look needs.
        cuts.push(block([-w, SCREEN_AT - h - 3.0, LID - 1.0], [w, SCREEN_AT + h, LID_TOP + 1.0]));
        let (bw, bh) = (module.board.0 / 2.0, module.board.1 / 2.0);
        let card = block([-bw, SCREEN_AT - bh, LID - module.thick], [bw, SCREEN_AT + bh, LID - 0.1]);
        things.push(Thing {
            name: "seat screen".into(),
            space: card,
            routes: Vec::new(),
            rests_on: vec![[bw - 1.0, SCREEN_AT, LID + 0.5], [1.0 - bw, SCREEN_AT, LID + 0.5]],
        });
        secret = Some(Face {
            middle: [0.0, SCREEN_AT, LID - 0.1],
            right: [1.0, 0.0, 0.0],
            up: [0.0, 1.0, 0.0],
            width: module.pixels.0,
            height: module.pixels.1,
        });
    }
    let lid = all(lid).without(cuts);
    let thing = |name: &str, space: Solid, routes: &[Route], rests_on: Vec<Vec3>| Thing {
        name: name.into(),
        space,
        routes: routes.to_vec(),
        rests_on,
    };
    things.push(thing(
        "encoder",
        block(
            [-things::ENCODER.0 / 2.0, -things::ENCODER.1 / 2.0, LID - things::ENCODER_BODY - things::ENCODER_LEGS],
            [things::ENCODER.0 / 2.0, things::ENCODER.1 / 2.0, LID],
        ),
        &[],
        vec![[5.0, 0.0, LID + 0.5]],
    ));
    things.push(thing(
        things::KNOB,
        cylinder([0.0, 0.0, LID_TOP + 3.0], things::KNOB_ACROSS, things::KNOB_HIGH),
        &[],
        Vec::new(),
    ));
    let card = block([-cx / 2.0, card_y - cy / 2.0, WALL + CARD_FOOT + 0.1], [cx / 2.0, card_y + cy / 2.0, jack_z]);
    let jack_space = block(
        [-things::RJ45.0 / 2.0, FAR - WALL - things::RJ45.1, jack_z],
        [things::RJ45.0 / 2.0, FAR - 0.5, jack_z + things::RJ45.2],
    );
    things.push(thing(
        "circuit board with its jack",
        all([card, jack_space]),
        &[],
        feet.iter().map(|p| [p[0] + 2.0, p[1], WALL + CARD_FOOT - 0.3]).collect(),
    ));
    let piece = |name: &str, title: &str, solid: Solid, orientation, flat_at| Piece {
        name: name.into(),
        title: title.into(),
        count,
        solid,
        bed: Place::at([0.0; 3]),
        orientation,
        flat_at,
    };
    Unit {
        name: "pod",
        title: "A pod",
        count,
        pieces: vec![
            piece("pod-base", "Box of a pod", base, "floor down", None),
            piece("pod-lid", "Lid of a pod with its hood", lid, "flat side down, walls up", Some(LID + 1.0)),
        ],
        again: Vec::new(),
        things,
        ways: vec![
            Way {
                name: "the plug of the lead".into(),
                space: block([-6.0, FAR - WALL, jack_z + 1.0], [6.0, FAR + 15.0, jack_z + 12.0]),
            },
            Way { name: "the neck of the encoder".into(), space: cylinder([0.0, 0.0, LID - 0.5], 7.0, 3.0) },
        ],
        shared: Vec::new(),
        secret,
        tell_tale: None,
        hood: secret.map(|face| Hood {
            wide: face.width + 2.0 * BESIDE,
            deep: BEFORE + face.height / 2.0 + 2.0,
            high: hood,
        }),
    }
}
