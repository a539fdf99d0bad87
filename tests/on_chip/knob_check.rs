//! The knob check on the emulated Pico: five clicks to the right identify the kind of knob, whatever the board's file
//! says, and the device remembers it after a power cut.

use serde_json::{Value, json};
use testkit::{
    emulator,
    image::{self, Image},
    rig::{self, Rig},
    story::Step,
    tool::Outcome,
};

/// Longer than a save waits for resting knobs, and longer than notices are shown.
const SETTLED_MS: f64 = 9_000.0;

/// Clicks of a knob that the game received, to the right and to the left.
fn heard(rig: &mut Rig, knob: usize) -> Outcome<[u32; 2]> {
    let symbol = rig.ask(&json!({ "symbol": "TEST_TURNED" }))?;
    let address = symbol["address"].as_u64().ok_or("the image counts no clicks")? + 8 * knob as u64;
    let bytes: Vec<u8> = serde_json::from_value(rig.ask(&json!({ "peek": { "address": address, "length": 8 } }))?)?;
    Ok([0, 4].map(|at| bytes[at..at + 4].iter().rev().fold(0, |all, &byte| all << 8 | u32::from(byte))))
}

fn turn(rig: &mut Rig, knob: usize, by: i32) -> Outcome<[u32; 2]> {
    let before = heard(rig, knob)?;
    rig.ask(&json!({ "turn": { "knob": knob, "by": by, "ms": 100 } }))?;
    rig.run_ms(500.0)?;
    let after = heard(rig, knob)?;
    Ok([after[0] - before[0], after[1] - before[1]])
}

/// Opens the check of a knob, mounts another kind of knob there, and turns it by five clicks.
fn check(rig: &mut Rig, knob: usize, kind: &Value) -> Outcome {
    for step in [
        // Only a seated player may open the menu; on a board that is passed round nobody is seated yet.
        Step { press: (knob > 0).then_some(1), ..Step::default() },
        Step { browse: Some("settings".into()), ..Step::default() },
        Step { press: Some(1), ..Step::default() },
        Step { choose: Some("knob check".into()), ..Step::default() },
        // If there is only one knob, it need not be picked.
        Step { pick: (knob > 0).then_some(knob as u8 + 1), ..Step::default() },
    ] {
        rig.stage.step(&step)?;
    }
    if knob == 0 {
        // A single knob is replaced only here, because it had to work in the menus.
        rig.ask(&json!({ "mount": kind }))?;
    }
    turn(rig, knob, 5)?;
    rig.run_ms(2_000.0)?;
    rig.ask(&json!({ "press": { "knob": 0 } }))?;
    rig.run_ms(SETTLED_MS)
}

fn is_found_out(image: &Image, knob: usize, kind: &Value) -> Outcome {
    let board = &image.board;
    let mut rig = rig::start(image)?;
    rig.run_ms(500.0)?;
    if knob > 0 {
        rig.ask(&json!({ "mount": kind }))?;
        rig.run_ms(500.0)?;
        let misread = turn(&mut rig, knob, 4)? != [4, 0];
        // If only the rest level differs, whole clicks are still counted correctly, though half a click early.
        assert!(misread || kind["rest"] == "low", "{board}: {kind} is no other kind than the board's");
    }
    check(&mut rig, knob, kind)?;
    for when in ["after the check", "after a power cut"] {
        assert_eq!(turn(&mut rig, knob, 4)?, [4, 0], "{board}: {kind}, {when}");
        assert_eq!(turn(&mut rig, knob, -3)?, [0, 3], "{board}: {kind}, {when}");
        rig.ask(&json!({ "off": true }))?;
        rig.run_ms(500.0)?;
        rig.ask(&json!({ "power": true }))?;
        rig.run_ms(SETTLED_MS)?;
    }
    Ok(())
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn five_clicks_identify_any_knob_and_are_remembered() {
    emulator::prepare().unwrap();
    for board in image::chosen(None).unwrap() {
        let knobs = boards::load(&testkit::tool::root(), &board).unwrap().knobs.count();
        // Use a knob that the menus do not need, where there is one.
        let knob = usize::from(knobs > 1);
        let image = image::build_with_hooks(&board).unwrap();
        let kinds = [(1, "high", true), (2, "low", true), (2, "high", false), (1, "low", false)];
        let full = std::env::var_os("DIXIT_FULL").is_some();
        for &(detents_per_cycle, rest, reverse) in &kinds[..if full { 4 } else { 2 }] {
            if knob == 0 && rest == "low" {
                // A single knob is replaced in the middle of the check. If the new one rests low, its first step is one
                // that no knob can make.
                continue;
            }
            let kind =
                json!({ "knob": knob, "detents_per_cycle": detents_per_cycle, "rest": rest, "reverse": reverse });
            is_found_out(&image, knob, &kind).unwrap();
        }
    }
}
