//! The device that is passed round: one case with screen, knob and battery, held facing its holder. Walls round the
//! screen hide it from neighbours.

use boards::{Board, Route};

use super::{
    Face, Hood, Module, NECK, Piece, Thing, Unit, WALL, Way, carrier, shared_screen,
    shell::{LID, Shell, Window},
    things::{self, Card},
};
use crate::solid::{Solid, all, block, cylinder};

const SHELL: Shell = Shell { left: -77.0, right: 77.0, near: -37.0, far: 37.0, high: 52.0, screws_in: 4.6 };
const TOP: f64 = SHELL.high + LID;
const SCREEN: [f64; 2] = [-22.0, 8.0];
const SHAFT: [f64; 2] = [40.0, -4.0];
const PIEZO: [f64; 2] = [12.0, 24.0];
/// Margin beside the pixels.
const BESIDE: f64 = 1.2;
/// A circuit board or perfboard, on foam tape: its size, its left edge, its upper side.
const CARD: (f64, f64) = (70.0, 50.0);
const CARD_TOP: f64 = WALL + 5.0;
const LEFT: f64 = SHELL.left + WALL + 1.0;
/// The middle of the slide switch in the right wall.
const SWITCH: [f64; 2] = [20.0, 30.0];

pub fn of(board: &Board) -> Unit {
    let pico_on_breadboard = WALL + things::BREADBOARD[2];
    let heights = [pico_on_breadboard, things::socketed(CARD_TOP)].map(things::usb_height);
    let (usb, plugs) = things::usb(SHELL.left, WALL, &heights);
    let [switch_y, switch_z] = SWITCH;
    let slot = block(
        [SHELL.right - WALL - 1.0, switch_y - 3.5, switch_z - 2.0],
        [SHELL.right + 1.0, switch_y + 3.5, switch_z + 2.0],
    );
    let base = all([SHELL.walls()].into_iter().chain(SHELL.posts(0.0, SHELL.high)))
        .without(SHELL.threads().into_iter().chain([usb, slot]));

    let (encoder, neck) = things::encoder(SHAFT, SHELL.high);
    let mut unit = Unit {
        things: vec![
            things::breadboard(LEFT, WALL),
            things::perfboard(LEFT, CARD, CARD_TOP - things::CARD).resting_on([[LEFT + 20.0, 0.0, WALL - 0.5]]),
            Thing { routes: vec![Route::NoSolder], ..things::ky040(SHAFT, SHELL.high, -1.0, false) },
            encoder.by(&[Route::ByHand, Route::CircuitBoard]),
            things::knob(SHAFT, TOP + 3.0),
            battery(),
            switch(),
        ],
        ways: plugs.into_iter().chain([neck]).collect::<Vec<Way>>(),
        ..Unit::new("device", "The device", 1)
    };
    if let Some(carrier) = carrier(board, "-board") {
        let card = Card { middle: [LEFT + CARD.0 / 2.0, 0.0], top: CARD_TOP };
        unit.things.push(things::circuit_board(&carrier, &card, things::PLUG_HIGH).resting_on([[
            LEFT + 20.0,
            0.0,
            WALL - 0.5,
        ]]));
    }

    let mut lid = vec![SHELL.lid()];
    let mut cuts: Vec<Solid> = SHELL.screw_holes(SHELL.high, TOP);
    cuts.push(cylinder([SHAFT[0], SHAFT[1], SHELL.high - 1.0], NECK, LID + 2.0));
    if board.buzzer.is_some() {
        cuts.extend([-4.0, 0.0, 4.0].map(|x| cylinder([PIEZO[0] + x, PIEZO[1], SHELL.high - 1.0], 2.0, LID + 2.0)));
        unit.things.push(things::piezo(PIEZO, SHELL.high));
    }
    if let Some(module) = shared_screen(board).map(Module::of) {
        let [x, y] = SCREEN;
        let (h, high) = (module.pixels.1 / 2.0 + BESIDE, f64::from(board.body.hood));
        let (near, far) = (y - h, y + h);
        let window = Window { x, wide: module.pixels.0 + 2.0 * BESIDE, near, walls_near: near, far, high };
        lid.push(window.walls(TOP));
        cuts.push(window.opening(SHELL.high, TOP));
        unit.things.push(screen(&module));
        unit.hood = Some(Hood { wide: window.wide, deep: far - near, high, closed: true });
        unit.secret = Some(Face::lying([x, y, SHELL.high - 0.1], module.pixels.0, module.pixels.1));
    }
    unit.pieces = vec![
        Piece::new("base", "Box", base, "floor down"),
        Piece::new("lid", "Lid with its hood", all(lid).without(cuts), "flat side down, walls up")
            .flat(SHELL.high + 1.0),
    ];
    unit
}

/// The screen under the lid, with plugs on its pins.
fn screen(module: &Module) -> Thing {
    let ([x, y], (w, h)) = (SCREEN, (module.board.0 / 2.0, module.board.1 / 2.0));
    let back = SHELL.high - module.thick;
    let card = block([x - w, y - h, back], [x + w, y + h, SHELL.high - 0.1]);
    let plugs = block([x - 6.0, y + h - 4.0, back - 14.0], [x + 6.0, y + h, back]);
    let edges = [y - h + 1.5, y + h - 1.5].map(|y| [x, y, SHELL.high + 0.5]);
    Thing::new("screen", all([card, plugs])).resting_on(edges)
}

fn battery() -> Thing {
    let [long, wide, high] = things::BATTERY;
    let right = SHELL.right - WALL - 0.6;
    let space = block([right - long, -wide / 2.0, WALL + 0.1], [right, wide / 2.0, WALL + high]);
    Thing::new("battery holder", space).resting_on([[right - long / 2.0, 0.0, WALL - 0.5]])
}

fn switch() -> Thing {
    let ([along, up, deep], [y, z]) = (things::SLIDE_SWITCH, SWITCH);
    let wall = SHELL.right - WALL - 0.1;
    let space = block([wall - deep, y - along / 2.0, z - up / 2.0], [wall, y + along / 2.0, z + up / 2.0]);
    Thing::new("switch", space).resting_on([[SHELL.right - 1.0, y + 5.0, z]])
}
