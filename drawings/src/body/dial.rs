//! A hand dial: a flat box with a knob on top. A disc with the numbers hangs under the knob and turns with it; a lid covers
//! the disc, and one number shows in a window beyond the knob, between walls that only its owner looks over.

use boards::{Board, Route};

use super::{
    Face, Hood, NECK, PILOT, Piece, Thing, Unit, WALL, Way,
    shell::{LID, Shell, Window},
    things,
};
use crate::solid::{all, block, cylinder};

/// Distance from the shaft to the middle of the numbers, and to the edge of the disc.
pub const NUMBERS_AT: f64 = 29.0;
pub const DISC: f64 = 33.5;
/// Size of a printed number.
pub const NUMBER: (f64, f64) = (6.0, 6.5);

/// Heights of the deck, which the encoder hangs from, the disc above its nut, and the lid above that.
const DECK: f64 = 18.0;
const DECK_TOP: f64 = 20.0;
const DISC_FOOT: f64 = 24.0;
const DISC_TOP: f64 = 25.0;
const SHELL: Shell = Shell { left: -38.4, right: 38.4, near: -38.4, far: 48.4, high: 27.0, screws_in: 5.9 };
const TOP: f64 = SHELL.high + LID;
const SHAFT: [f64; 2] = [0.0; 2];
/// Gap between the deck, with the tubes on it, and the walls.
const AIR: f64 = 0.3;

pub fn of(board: &Board) -> Unit {
    let count = board.knobs.count();
    let window =
        Window { x: 0.0, wide: 13.6, near: 20.0, walls_near: 15.0, far: 34.0, high: f64::from(board.body.hood) };
    let far = SHELL.far;
    // Wide enough for the five plugs of a lead side by side.
    let lead = block([-7.2, far - WALL - 1.0, WALL + 1.0], [7.2, far + 1.0, WALL + 5.0]);
    let ties = [-9.0, 6.0].map(|x| block([x, far - 14.0, -1.0], [x + 3.0, far - 12.4, WALL + 1.0]));
    let threads = SHELL.screws().into_iter().map(|[x, y]| cylinder([x, y, WALL], PILOT, DECK));
    let base =
        all([SHELL.walls()].into_iter().chain(SHELL.posts(0.0, DECK))).without(threads.chain([lead]).chain(ties));

    let air = WALL + AIR;
    let sheet = block([SHELL.left + air, SHELL.near + air, DECK], [SHELL.right - air, SHELL.far - air, DECK_TOP]);
    let tube = |[x, y]: [f64; 2]| cylinder([x, y, DECK], 2.0 * (SHELL.screws_in - air), SHELL.high - DECK);
    let neck = cylinder([0.0, 0.0, DECK - 1.0], NECK, DECK_TOP - DECK + 2.0);
    let deck = all([sheet].into_iter().chain(SHELL.screws().into_iter().map(tube)))
        .without(SHELL.screw_holes(DECK, SHELL.high).into_iter().chain([neck]));

    let knob_hole = cylinder([0.0, 0.0, SHELL.high - 1.0], things::KNOB_ACROSS + 2.0, LID + 2.0);
    let lid = all([SHELL.lid(), window.walls(TOP)])
        .without(SHELL.screw_holes(SHELL.high, TOP).into_iter().chain([knob_hole, window.opening(SHELL.high, TOP)]));

    let (encoder, neck) = things::encoder(SHAFT, DECK);
    Unit {
        pieces: vec![
            Piece::new("dial-base", "Box of a dial", base, "floor down"),
            Piece::new("dial-deck", "Deck of a dial, which the knob hangs from", deck, "flat side down, tubes up")
                .flat(DECK + 1.0),
            Piece::new("dial-lid", "Lid of a dial with its window", lid, "flat side down, walls up")
                .flat(SHELL.high + 1.0),
        ]
        .into_iter()
        .map(|piece| piece.times(count))
        .collect(),
        things: vec![
            things::ky040(SHAFT, DECK, 1.0, true),
            encoder.by(&[Route::ByHand]),
            Thing::new("nut and washer", cylinder([0.0, 0.0, DECK_TOP], 13.0, 2.8)).resting_on([[
                5.0,
                0.0,
                DECK_TOP - 0.5,
            ]]),
            Thing::new("disc", cylinder([0.0, 0.0, DISC_FOOT], 2.0 * DISC, DISC_TOP - DISC_FOOT)),
            things::knob(SHAFT, DISC_TOP),
        ],
        ways: vec![
            Way {
                name: "the lead".into(),
                space: block([-6.4, far - WALL - 0.9, WALL + 1.2], [6.4, far + 5.0, WALL + 4.8]),
            },
            neck,
        ],
        secret: Some(number(NUMBER)),
        tell_tale: Some(number((
            2.6 * NUMBERS_AT * (std::f64::consts::TAU / f64::from(board.knobs.detents)).sin(),
            NUMBER.1,
        ))),
        hood: Some(Hood { wide: window.wide, deep: window.far - window.walls_near, high: window.high, closed: false }),
        ..Unit::new("dial", "A hand dial", count)
    }
}

/// The face visible in the window, of this size.
fn number((width, height): (f64, f64)) -> Face {
    Face::lying([0.0, NUMBERS_AT, DISC_TOP + 0.05], width, height)
}
