//! The device that goes round: one box with screen, knob and battery, held towards its holder's face. Walls beside the
//! screen keep it from neighbours.

use boards::{Board, Route};

use super::{Face, Module, NECK, PILOT, Piece, SCREW, Thing, Unit, WALL, Way, shared_screen, things};
use crate::solid::{Place, Solid, Vec3, all, block, cylinder};

const HALF_LONG: f64 = 77.0;
const NEAR: f64 = -37.0;
const FAR: f64 = 37.0;
const POST_IN: f64 = 4.6;
const POST: f64 = 6.5;
const LID: f64 = 52.0;
const LID_TOP: f64 = 54.0;
const SCREEN: (f64, f64) = (-22.0, 8.0);
const KNOB: (f64, f64) = (40.0, -4.0);
const HOOD_WALL: f64 = 1.6;
const BESIDE: f64 = 1.2;

pub fn of(board: &Board) -> Unit {
    let hood = f64::from(board.body.hood);
    let module = shared_screen(board).map(Module::of);
    let posts: Vec<Vec3> = [(-1.0, NEAR), (1.0, NEAR), (-1.0, FAR), (1.0, FAR)]
        .map(|(x, y)| [x * (HALF_LONG - POST_IN), y - POST_IN * y.signum(), 0.0])
        .to_vec();
    let shell = block([-HALF_LONG, NEAR, 0.0], [HALF_LONG, FAR, LID])
        .without([block([-HALF_LONG + WALL, NEAR + WALL, WALL], [HALF_LONG - WALL, FAR - WALL, LID + 1.0])]);
    let left = -HALF_LONG + WALL + 1.0;
    let (bx, by, bz) = things::BREADBOARD;
    let usb_z = WALL + bz + things::PIN_PLASTIC + things::PICO.2 + things::PICO_USB_HIGH / 2.0;
    let usb = block([-HALF_LONG - 1.0, -7.0, usb_z - 6.0], [-HALF_LONG + WALL + 1.0, 7.0, usb_z + 6.0]);
    let switch = (HALF_LONG - WALL, 20.0, 30.0);
    let slot = block(
        [HALF_LONG - WALL - 1.0, switch.1 - 3.5, switch.2 - 2.0],
        [HALF_LONG + 1.0, switch.1 + 3.5, switch.2 + 2.0],
    );
    let base = all([shell].into_iter().chain(posts.iter().map(|p| cylinder(*p, POST, LID))))
        .without(posts.iter().map(|p| cylinder([p[0], p[1], LID - 14.0], PILOT, 20.0)).chain([usb, slot]));

    let mut lid = vec![block([-HALF_LONG, NEAR, LID], [HALF_LONG, FAR, LID_TOP])];
    let mut cuts: Vec<Solid> = posts.iter().map(|p| cylinder([p[0], p[1], LID - 1.0], SCREW, 4.0)).collect();
    cuts.push(cylinder([KNOB.0, KNOB.1, LID - 1.0], NECK, 4.0));
    if board.buzzer.is_some() {
        cuts.extend([-4.0, 0.0, 4.0].map(|x| cylinder([12.0 + x, 24.0, LID - 1.0], 2.0, 4.0)));
    }
    let mut things_in = Vec::new();
    let mut secret = None;
    if let Some(module) = module {
        let (w, h) = (module.pixels.0 / 2.0 + BESIDE, module.pixels.1 / 2.0 + BESIDE);
        let (x, y) = SCREEN;
        lid.push(
            block(
                [x - w - HOOD_WALL, y - h - HOOD_WALL, LID_TOP],
                [x + w + HOOD_WALL, y + h + HOOD_WALL, LID_TOP + hood],
            )
            .without([block([x - w, y - h, LID_TOP - 1.0], [x + w, y + h, LID_TOP + hood + 1.0])]),
        );
        cuts.push(block([x - w, y - h, LID - 1.0], [x + w, y + h, LID_TOP + 1.0]));
        let (bw, bh) = (module.board.0 / 2.0, module.board.1 / 2.0);
        let card = block([x - bw, y - bh, LID - module.thick], [x + bw, y + bh, LID - 0.1]);
        let plugs = block([x - 6.0, y + bh - 4.0, LID - module.thick - 14.0], [x + 6.0, y + bh, LID - module.thick]);
        things_in.push(Thing {
            name: "screen".into(),
            space: all([card, plugs]),
            routes: Vec::new(),
            rests_on: vec![[x, y - bh + 1.5, LID + 0.5], [x, y + bh - 1.5, LID + 0.5]],
        });
        secret = Some(Face {
            middle: [x, y, LID - 0.1],
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
    let (px, py, pz) = things::PICO;
    let pico = |z: f64| {
        let top = z + things::PIN_PLASTIC + pz;
        all([
            block([left, -py / 2.0, z + things::PIN_PLASTIC], [left + px, py / 2.0, top]),
            block([left - 1.3, -4.0, top], [left + 5.0, 4.0, top + things::PICO_USB_HIGH]),
        ])
    };
    things_in.push(thing(
        "breadboard with the Pico",
        all([
            block([left, -by / 2.0, WALL + 0.1], [left + bx, by / 2.0, WALL + bz]),
            block([left + 8.0, -by / 2.0, WALL + bz], [left + bx, by / 2.0, WALL + bz + 22.0]),
            pico(WALL + bz),
        ]),
        &[Route::NoSolder],
        vec![[left + 20.0, 0.0, WALL - 0.5]],
    ));
    let (cx, cy) = things::CARRIER_SMALL;
    // On foam tape, as high as the breadboard would be: USB comes out at the same place.
    let card_z = WALL + bz - things::CARRIER_THICK;
    things_in.push(thing(
        "circuit board with the Pico",
        all([
            block([left, -cy / 2.0, WALL + 0.1], [left + cx, cy / 2.0, card_z + things::CARRIER_THICK]),
            pico(card_z + things::CARRIER_THICK),
            block([left + 2.0, -cy / 2.0, card_z + 1.0], [left + cx, cy / 2.0, card_z + 14.0]),
        ]),
        &[Route::ByHand, Route::CircuitBoard],
        vec![[left + 20.0, 0.0, WALL - 0.5]],
    ));
    let (tx, ty, tz) = things::BATTERY;
    let battery_x = HALF_LONG - WALL - 0.6 - tx / 2.0;
    things_in.push(thing(
        "battery holder",
        block([battery_x - tx / 2.0, -ty / 2.0, WALL + 0.1], [battery_x + tx / 2.0, ty / 2.0, WALL + tz]),
        &[],
        vec![[battery_x, 0.0, WALL - 0.5]],
    ));
    things_in.push(thing(
        "KY-040",
        block(
            [KNOB.0 - things::KY040_WIDE / 2.0, KNOB.1 - things::KY040_FAR, LID - things::KY040_DEEP],
            [KNOB.0 + things::KY040_WIDE / 2.0, KNOB.1 + things::KY040_NEAR, LID],
        ),
        &[Route::NoSolder],
        vec![[KNOB.0 + 6.0, KNOB.1, LID + 0.5]],
    ));
    things_in.push(thing(
        "encoder",
        block(
            [
                KNOB.0 - things::ENCODER.0 / 2.0,
                KNOB.1 - things::ENCODER.1 / 2.0,
                LID - things::ENCODER_BODY - things::ENCODER_LEGS,
            ],
            [KNOB.0 + things::ENCODER.0 / 2.0, KNOB.1 + things::ENCODER.1 / 2.0, LID],
        ),
        &[Route::ByHand, Route::CircuitBoard],
        vec![[KNOB.0 + 5.0, KNOB.1, LID + 0.5]],
    ));
    things_in.push(thing(
        things::KNOB,
        cylinder([KNOB.0, KNOB.1, LID_TOP + 3.0], things::KNOB_ACROSS, things::KNOB_HIGH),
        &[],
        Vec::new(),
    ));
    if board.buzzer.is_some() {
        things_in.push(thing(
            "piezo",
            cylinder([12.0, 24.0, LID - 8.0], things::PIEZO_ACROSS, 7.9),
            &[],
            vec![[18.0, 24.0, LID + 0.5]],
        ));
    }
    let (sx, sy, sz) = things::SLIDE_SWITCH;
    things_in.push(thing(
        "switch",
        block(
            [switch.0 - sz - 0.1, switch.1 - sx / 2.0, switch.2 - sy / 2.0],
            [switch.0 - 0.1, switch.1 + sx / 2.0, switch.2 + sy / 2.0],
        ),
        &[],
        vec![[HALF_LONG - 1.0, switch.1 + 5.0, switch.2]],
    ));
    let piece = |name: &str, title: &str, solid: Solid, orientation, flat_at| Piece {
        name: name.into(),
        title: title.into(),
        count: 1,
        solid,
        bed: Place::at([0.0; 3]),
        orientation,
        flat_at,
    };
    Unit {
        name: "device",
        title: "The device",
        count: 1,
        pieces: vec![
            piece("base", "Box", base, "floor down", None),
            piece("lid", "Lid with its hood", lid, "flat side down, walls up", Some(LID + 1.0)),
        ],
        again: Vec::new(),
        things: things_in,
        ways: vec![
            Way {
                name: "the USB plug".into(),
                space: block(
                    [-HALF_LONG - 20.0, -things::USB_PLUG.0 / 2.0, usb_z - things::USB_PLUG.1 / 2.0],
                    [-HALF_LONG + WALL, things::USB_PLUG.0 / 2.0, usb_z + things::USB_PLUG.1 / 2.0],
                ),
            },
            Way { name: "the neck of the encoder".into(), space: cylinder([KNOB.0, KNOB.1, LID - 0.5], 7.0, 3.0) },
        ],
        shared: Vec::new(),
        secret,
        tell_tale: None,
        hood: None,
    }
}
