//! The knob check on the emulated Pico: a knob that is wired in reverse is found out by five clicks to the right, and the
//! device still knows after a power cut. Turned to the left, a usual knob gives the contacts of such a one.

use serde_json::json;
use xtask::{
    bench::rig::{self, Rig},
    emulator, image,
    story::Step,
    tool::Outcome,
};

/// The knob that is checked. Another one, which leads through the menus, stays as it is.
const CHECKED: usize = 1;
/// Longer than a save waits for still knobs, and than notices stay.
const SETTLED_MS: f64 = 9_000.0;

/// Clicks of the checked knob that the game has heard, to the right and to the left.
fn heard(rig: &mut Rig) -> Outcome<[u32; 2]> {
    let symbol = rig.ask(&json!({ "symbol": "TEST_TURNED" }))?;
    let address = symbol["address"].as_u64().ok_or("the image counts no clicks")? + 8 * CHECKED as u64;
    let bytes: Vec<u8> = serde_json::from_value(rig.ask(&json!({ "peek": { "address": address, "length": 8 } }))?)?;
    Ok([0, 4].map(|at| bytes[at..at + 4].iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte))))
}

fn turn(rig: &mut Rig, by: i32) -> Outcome<[u32; 2]> {
    let before = heard(rig)?;
    rig.ask(&json!({ "turn": { "knob": CHECKED, "by": by, "ms": 100 } }))?;
    rig.run_ms(500.0)?;
    let after = heard(rig)?;
    Ok([after[0] - before[0], after[1] - before[1]])
}

fn check(board: &str) -> Outcome {
    let mut rig = rig::start(&image::build_with_hooks(board)?)?;
    rig.run_ms(500.0)?;
    assert_eq!(turn(&mut rig, -3)?, [0, 3], "{board}: the board's file says how it is wired");
    turn(&mut rig, 3)?;

    for step in [
        Step { press: Some(1), ..Step::default() },
        Step { browse: Some("settings".into()), ..Step::default() },
        Step { press: Some(1), ..Step::default() },
        Step { choose: Some("knob check".into()), ..Step::default() },
        Step { pick: Some(CHECKED as u8 + 1), ..Step::default() },
    ] {
        rig.stage.step(&step)?;
    }
    turn(&mut rig, -5)?;
    rig.run_ms(2_000.0)?;
    rig.ask(&json!({ "press": { "knob": 0 } }))?;
    rig.run_ms(SETTLED_MS)?;
    assert_eq!(turn(&mut rig, -3)?, [3, 0], "{board}: five clicks to the right tell that it is reversed");

    rig.ask(&json!({ "off": true }))?;
    rig.run_ms(500.0)?;
    rig.ask(&json!({ "power": true }))?;
    rig.run_ms(SETTLED_MS)?;
    assert_eq!(turn(&mut rig, -3)?, [3, 0], "{board}: it is known after a power cut");
    Ok(())
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn five_clicks_set_a_reversed_knob_right_for_good() {
    emulator::prepare().unwrap();
    for board in image::chosen(std::env::var("DIXIT_BOARD").ok().as_deref()).unwrap() {
        // Where there is one knob, it would have to find its own way through the menus.
        if boards::load(&xtask::tool::root(), &board).unwrap().knobs.count() > CHECKED {
            check(&board).unwrap();
        }
    }
}
