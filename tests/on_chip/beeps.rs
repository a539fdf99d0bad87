//! Beeps on the emulated Pico: each starts with its press and is complete, whatever the chip did before.

use serde::Deserialize;
use serde_json::json;
use testkit::{
    emulator,
    image::{self, Image},
    rig::Rig,
    tool::{Outcome, root},
};

#[derive(Deserialize)]
struct Edge {
    ns: f64,
    level: u8,
}

/// Number of rising edges, and half period in microseconds, of the beep for a locked vote and for one taken back.
const LOCKED: (usize, f64) = (48, 416.7);
const UNLOCKED: (usize, f64) = (32, 625.0);
/// Maximum deviation of a half period: the knob task may run between the two steps that start a tone.
const LATE_US: f64 = 60.0;
/// Maximum time from the start of a press to its beep. A press ends after 80 ms, plus debounce; until then it could
/// become a hold.
const AT_ONCE_MS: f64 = 100.0;

/// The edges of the beep after a press.
fn heard(rig: &mut Rig, knob: usize) -> Outcome<Vec<Edge>> {
    rig.ask(&json!({ "trace": "gpio" }))?;
    rig.ask(&json!({ "press": { "knob": knob, "ms": 80 } }))?;
    rig.run_ms(300.0)?;
    Ok(serde_json::from_value(rig.ask(&json!({ "trace": "gpio" }))?)?)
}

fn are_whole(image: &Image) -> Outcome {
    let Some(buzzer) = boards::load(&root(), &image.board)?.buzzer else { return Ok(()) };
    let mut rig = Rig::vote(image, 3)?;
    rig.ask(&json!({ "watch": buzzer.pin }))?;
    let alone = rig.board.knobs.count() == 1;
    let mut beeps = 0;
    // On a board that is passed round, every second press takes over the device, silently, and the sixth would reveal
    // the votes.
    for press in 0..if alone { 5 } else { 16 } {
        let from = rig.now_ns()?;
        let edges = heard(&mut rig, usize::from(!alone))?;
        if alone && press % 2 == 1 {
            assert!(edges.is_empty(), "{}, press {press}", image.board);
            continue;
        }
        beeps += 1;
        let (rises, half_us) = if alone || press % 2 == 0 { LOCKED } else { UNLOCKED };
        let begins_ms = edges.first().map_or(f64::MAX, |edge| (edge.ns - from) / 1e6);
        assert!(begins_ms < AT_ONCE_MS, "{}, press {press}: it begins after {begins_ms} ms", image.board);
        assert_eq!(edges.iter().filter(|edge| edge.level == 1).count(), rises, "{}, press {press}", image.board);
        assert_eq!(edges.last().map(|edge| edge.level), Some(0), "{}, press {press}", image.board);
        for pair in edges.windows(2) {
            let us = (pair[1].ns - pair[0].ns) / 1e3;
            assert!((us - half_us).abs() < LATE_US, "{}, press {press}: {us} µs", image.board);
        }
        // Vary the time between presses.
        rig.run_ms(7.3 * f64::from(press))?;
    }
    println!("{}: {beeps} whole beeps", image.board);
    Ok(())
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_beep_starts_with_its_press_and_is_complete() {
    emulator::prepare().unwrap();
    for image in image::build_all(&image::chosen(None).unwrap()).unwrap() {
        are_whole(&image).unwrap();
    }
}
