//! A hand dial: a flat box with a knob on top. A disc with the numbers hangs under the knob and turns with it; a lid covers
//! the disc, and one number shows in a window beyond the knob, between walls that only its owner looks over.

use boards::{Board, Route};

use super::{Face, Hood, NECK, PILOT, Piece, SCREW, Thing, Unit, WALL, Way, things};
use crate::solid::{Place, Solid, Vec3, all, block, cylinder};

/// From the shaft to the middle of the numbers, and to the edge of the disc.
pub const NUMBERS_AT: f64 = 29.0;
pub const DISC: f64 = 33.5;
/// A number as printed.
pub const NUMBER: (f64, f64) = (6.0, 6.5);

const LEFT: f64 = -38.4;
const RIGHT: f64 = 38.4;
const NEAR: f64 = -38.4;
const FAR: f64 = 48.4;
const POST_IN: f64 = 5.9;
const POST: f64 = 7.0;

/// Heights: top of the floor, the deck that the encoder hangs from, the disc, the lid.
const DECK: f64 = 18.0;
const DECK_TOP: f64 = 20.0;
const KNOB_FOOT: f64 = 24.0;
const DISC_TOP: f64 = 25.0;
const LID: f64 = 27.0;
const LID_TOP: f64 = 29.0;

/// The window in the lid, and the walls round it.
const WINDOW_WIDE: f64 = 13.6;
const WINDOW_NEAR: f64 = 20.0;
const WINDOW_FAR: f64 = 34.0;
const HOOD_NEAR: f64 = 15.0;
const HOOD_WALL: f64 = 1.6;

pub fn of(board: &Board) -> Unit {
    let hood = f64::from(board.body.hood);
    let count = board.knobs.count();
    let posts: Vec<Vec3> = [(LEFT, NEAR), (RIGHT, NEAR), (LEFT, FAR), (RIGHT, FAR)]
        .map(|(x, y)| [x - POST_IN * x.signum(), y - POST_IN * y.signum(), 0.0])
        .to_vec();
    let at_posts = |make: &dyn Fn(Vec3) -> Solid| posts.iter().map(|p| make(*p)).collect::<Vec<_>>();

    let shell = block([LEFT, NEAR, 0.0], [RIGHT, FAR, LID])
        .without([block([LEFT + WALL, NEAR + WALL, WALL], [RIGHT - WALL, FAR - WALL, LID + 1.0])]);
    let lead = block([-5.0, FAR - WALL - 1.0, WALL + 1.0], [5.0, FAR + 1.0, WALL + 5.0]);
    let ties = [-9.0, 6.0].map(|x| block([x, FAR - 14.0, -1.0], [x + 3.0, FAR - 12.4, WALL + 1.0]));
    let mut base = vec![shell];
    base.extend(at_posts(&|p| cylinder(p, POST, DECK)));
    let base = all(base).without(
        at_posts(&|p| cylinder([p[0], p[1], WALL], PILOT, DECK)).into_iter().chain([lead.clone()]).chain(ties),
    );

    let air = 0.3;
    let mut deck =
        vec![block([LEFT + WALL + air, NEAR + WALL + air, DECK], [RIGHT - WALL - air, FAR - WALL - air, DECK_TOP])];
    deck.extend(at_posts(&|p| cylinder([p[0], p[1], DECK], POST, LID - DECK)));
    let deck =
        all(deck).without(at_posts(&|p| cylinder([p[0], p[1], DECK - 1.0], SCREW, LID)).into_iter().chain([cylinder(
            [0.0, 0.0, DECK - 1.0],
            NECK,
            4.0,
        )]));

    let plate = block([LEFT, NEAR, LID], [RIGHT, FAR, LID_TOP]);
    let half = WINDOW_WIDE / 2.0;
    let walls =
        block([-half - HOOD_WALL, HOOD_NEAR, LID_TOP], [half + HOOD_WALL, WINDOW_FAR + HOOD_WALL, LID_TOP + hood])
            .without([block([-half, HOOD_NEAR - 1.0, LID_TOP - 1.0], [half, WINDOW_FAR, LID_TOP + hood + 1.0])]);
    let lid =
        all([plate, walls]).without(at_posts(&|p| cylinder([p[0], p[1], LID - 1.0], SCREW, 4.0)).into_iter().chain([
            cylinder([0.0, 0.0, LID - 1.0], things::KNOB_ACROSS + 2.0, 4.0),
            block([-half, WINDOW_NEAR, LID - 1.0], [half, WINDOW_FAR, LID_TOP + 1.0]),
        ]));

    let piece = |name: &str, title: &str, solid: Solid, orientation, flat_at| Piece {
        name: name.into(),
        title: title.into(),
        count,
        solid,
        bed: Place::at([0.0; 3]),
        orientation,
        flat_at,
    };
    let ky040 = [
        block(
            [-things::KY040_WIDE / 2.0, -things::KY040_NEAR, DECK - things::KY040_DEEP],
            [things::KY040_WIDE / 2.0, things::KY040_FAR, DECK],
        ),
        block(
            [-7.0, things::KY040_FAR, DECK - things::KY040_DEEP],
            [7.0, things::KY040_FAR + things::KY040_PLUGS, DECK],
        ),
    ];
    let encoder = block(
        [-things::ENCODER.0 / 2.0, -things::ENCODER.1 / 2.0, DECK - things::ENCODER_BODY - things::ENCODER_LEGS],
        [things::ENCODER.0 / 2.0, things::ENCODER.1 / 2.0, DECK],
    );
    let under_deck: Vec<Vec3> = [-6.0, 6.0].map(|x| [x, 0.0, DECK + 0.5]).to_vec();
    let thing = |name: &str, space: Solid, routes: &[Route], rests_on: &[Vec3]| Thing {
        name: name.into(),
        space,
        routes: routes.to_vec(),
        rests_on: rests_on.to_vec(),
    };
    Unit {
        name: "dial",
        title: "A hand dial",
        count,
        pieces: vec![
            piece("dial-base", "Box of a dial", base, "floor down", None),
            piece(
                "dial-deck",
                "Deck of a dial, which the knob hangs from",
                deck,
                "flat side down, tubes up",
                Some(DECK + 1.0),
            ),
            piece("dial-lid", "Lid of a dial with its window", lid, "flat side down, walls up", Some(LID + 1.0)),
        ],
        again: Vec::new(),
        things: vec![
            thing("KY-040", all(ky040), &[Route::NoSolder], &under_deck),
            thing("encoder", encoder, &[Route::ByHand, Route::CircuitBoard], &under_deck),
            thing("nut and washer", cylinder([0.0, 0.0, DECK_TOP], 13.0, 2.8), &[], &[[5.0, 0.0, DECK_TOP - 0.5]]),
            thing("disc", cylinder([0.0, 0.0, KNOB_FOOT], 2.0 * DISC, DISC_TOP - KNOB_FOOT), &[], &[]),
            thing(things::KNOB, cylinder([0.0, 0.0, DISC_TOP], things::KNOB_ACROSS, things::KNOB_HIGH), &[], &[]),
        ],
        ways: vec![
            Way {
                name: "the lead".into(),
                space: block([-4.0, FAR - WALL - 0.9, WALL + 1.2], [4.0, FAR + 5.0, WALL + 4.8]),
            },
            Way { name: "the neck of the encoder".into(), space: cylinder([0.0, 0.0, DECK - 0.5], 7.0, 3.0) },
        ],
        shared: Vec::new(),
        secret: Some(number(NUMBER)),
        tell_tale: Some(number((
            2.6 * NUMBERS_AT * (std::f64::consts::TAU / f64::from(board.knobs.detents)).sin(),
            NUMBER.1,
        ))),
        hood: Some(Hood { wide: WINDOW_WIDE, deep: WINDOW_FAR - HOOD_NEAR, high: hood }),
    }
}

/// What shows in the window, as large as asked for.
fn number((width, height): (f64, f64)) -> Face {
    Face { middle: [0.0, NUMBERS_AT, DISC_TOP + 0.05], right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0], width, height }
}
