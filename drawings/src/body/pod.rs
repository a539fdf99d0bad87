//! A pod: a flat case with a circuit board that carries the knob, the seat's own screen and the jack of the lead. The
//! screen lies beyond the knob, under a window between walls that only its owner can look over.
//!
//! Four spacers with a thread hold it together: their lower ends clamp the circuit board onto its pillars, and the lid's
//! screws go into their upper ends.

use boards::{Board, Viewer};

use super::{
    Face, Hood, Module, NECK, PILOT, Piece, SCREW, Thing, Unit, WALL, Way, carrier,
    shell::{LID, Shell, Window, on_pillars, pillar},
    things::{self, Card},
};
use crate::{
    pcb::Carrier,
    solid::{Solid, all, block, cylinder},
};

const SHELL: Shell =
    Shell { left: -38.4, right: 38.4, near: -16.0, far: 60.7, high: CARD_TOP + SPACER, screws_in: 0.0 };
const TOP: f64 = SHELL.high + LID;
/// The circuit board: its size, its position relative to the encoder's shaft, and its height.
const CARD: (f64, f64) = (70.0, 68.0);
const CARD_AT: Card = Card { middle: [0.0, 24.0], top: CARD_TOP };
const CARD_FOOT: f64 = 5.0;
const CARD_TOP: f64 = WALL + CARD_FOOT + things::CARD;
/// A spacer of 15 mm with a thread of 6 mm below it.
const SPACER: f64 = 15.0;
const SPACER_ACROSS: f64 = 6.0;
/// Distance from the shaft to the middle of the pixels.
const SCREEN_AT: f64 = 34.5;
/// Margin beside the pixels, so that the owner may move a little; and how far the walls reach towards the owner.
const BESIDE: f64 = 4.6;
const BEFORE: f64 = 19.0;
/// Length of the encoder's shaft from the top of its body, and where the knob on it ends: low enough for a firm fit,
/// with room to be pressed.
const SHAFT_LONG: f64 = 25.0;
const KNOB_FOOT: f64 = TOP + 2.0;
const IN_KNOB: f64 = CARD_TOP + things::ENCODER_BODY + SHAFT_LONG - KNOB_FOOT;
const _: () = assert!(IN_KNOB > 10.0 && IN_KNOB < things::KNOB_HIGH);

pub fn of(board: &Board) -> Unit {
    let count = board.knobs.count();
    let holes = CARD_AT.holes(CARD);
    let mut unit = Unit::new("pod", "A pod", count);
    let mut base_cuts: Vec<Solid> =
        holes.iter().map(|[x, y]| cylinder([*x, *y, 1.0], PILOT, WALL + CARD_FOOT)).collect();
    if let Some(carrier) = carrier(board, "-pod") {
        unit.things.push(circuit_board(&carrier));
        // Open at the top, so that the circuit board can be inserted from above.
        let jacks = things::jacks(&carrier, &CARD_AT, SHELL.far - CARD_AT.middle[1], Some(SHELL.high + 1.0));
        for (opening, way) in jacks {
            base_cuts.push(opening);
            unit.ways.push(way);
        }
    }
    let base = all([SHELL.walls()].into_iter().chain(holes.iter().map(|hole| pillar(*hole, WALL + CARD_FOOT))))
        .without(base_cuts);

    let mut lid = vec![SHELL.lid()];
    let mut cuts: Vec<Solid> = Vec::new();
    for (at, [x, y]) in holes.into_iter().enumerate() {
        cuts.push(cylinder([x, y, SHELL.high - 1.0], SCREW, LID + 2.0));
        let spacer = cylinder([x, y, CARD_TOP], SPACER_ACROSS, SPACER - 0.1);
        unit.things.push(Thing::new(format!("spacer {}", at + 1), spacer).resting_on([[x + 2.5, y, SHELL.high + 0.5]]));
    }
    cuts.push(cylinder([0.0, 0.0, SHELL.high - 1.0], NECK, LID + 2.0));
    unit.ways.push(Way {
        name: "the shaft of the encoder".into(),
        space: cylinder([0.0, 0.0, SHELL.high - 0.5], 6.5, LID + 1.0),
    });
    unit.things.push(things::knob([0.0; 2], KNOB_FOOT));
    if let Some(module) = board.screens.iter().find(|screen| screen.viewer == Viewer::Seat).map(Module::of) {
        let (w, h) = (module.pixels.0 / 2.0 + BESIDE, module.pixels.1 / 2.0 + 2.0);
        let (far, high) = (SCREEN_AT + h, f64::from(board.body.hood));
        // The window is open towards the owner as far as a flat viewing angle needs.
        let window =
            Window { x: 0.0, wide: 2.0 * w, near: SCREEN_AT - h - 3.0, walls_near: SCREEN_AT - BEFORE, far, high };
        lid.push(window.walls(TOP));
        cuts.push(window.opening(SHELL.high, TOP));
        let front = CARD_TOP + things::IN_SOCKET + GLASS_FRONT;
        let (bw, bh) = (module.board.0 / 2.0, module.board.1 / 2.0);
        let space = block([-bw, SCREEN_AT - bh, front - GLASS_FRONT], [bw, SCREEN_AT + bh, front]);
        unit.things.push(Thing::new("seat screen", space));
        unit.secret = Some(Face::lying([0.0, SCREEN_AT, front], module.pixels.0, module.pixels.1));
        unit.hood = Some(Hood { wide: window.wide, deep: far - window.walls_near, high, closed: false });
    }
    unit.pieces = vec![
        Piece::new("pod-base", "Box of a pod", base, "floor down").times(count),
        Piece::new("pod-lid", "Lid of a pod with its hood", all(lid).without(cuts), "flat side down, walls up")
            .times(count)
            .flat(SHELL.high + 1.0),
    ];
    unit
}

/// Distance from the back of a small module's circuit board to the front of its glass.
const GLASS_FRONT: f64 = 2.8;

pub fn circuit_board(carrier: &Carrier) -> Thing {
    things::circuit_board(carrier, &CARD_AT, 0.0).resting_on(on_pillars(&CARD_AT.screws(carrier), WALL + CARD_FOOT))
}
