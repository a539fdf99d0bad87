//! The unmodified firmware on the emulated Pico, on every board: a round played by turning and pressing knobs, with
//! every pixel compared; parts that fail and come back; crashes on purpose.

use std::{path::PathBuf, process::Command, sync::LazyLock};

use serde_json::{Value, json};
use xtask::{
    emulator::{self, Emulator},
    image::{self, Image},
    story::{Outcome, Pico, Story, library_board, play},
    tool::{CHIP, root},
};

const ROUND: &str = r#"
story = "Four players, two find it, one is misled"
ruleset = "dixit"
seats = 4
tells = 1

[[round]]
card = 1
votes = { 2 = 1, 3 = 1, 4 = 2 }
owners = { 2 = 2 }
points = [3, 4, 3, 0]
totals = [3, 4, 3, 0]
next = 2
"#;

/// Long enough for every start-up notice to be gone.
const SETTLED_MS: f64 = 9_000.0;

static IMAGES: LazyLock<Vec<Image>> = LazyLock::new(|| {
    emulator::prepare().unwrap();
    image::build_all(&image::chosen(None).unwrap()).unwrap()
});

fn started(folder: &std::path::Path) -> Emulator {
    let mut device = Emulator::start(folder, 1).unwrap();
    device.run_ms(SETTLED_MS).unwrap();
    device
}

fn pixels(device: &mut Emulator) -> Vec<Value> {
    match device.ask(&json!({ "screens": true })).unwrap() {
        Value::Array(screens) => screens.iter().map(|glass| json!([glass["on"], glass["pixels"]])).collect(),
        other => panic!("{other}"),
    }
}

fn facts(image: &Image) -> Value {
    serde_json::from_slice(&std::fs::read(image.folder.join("board.json")).unwrap()).unwrap()
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn four_players_play_a_round_on_every_board() {
    let story = Story::read(ROUND).unwrap();
    for image in &*IMAGES {
        let board = library_board(&boards::load(&root(), &image.board).unwrap());
        let device = || Pico::start(&image.folder, 1).map(Some);
        match play(&story, board, device, &mut |_| {}) {
            Outcome::Passed { .. } => {}
            Outcome::Skipped(why) => panic!("{}: {why}", image.board),
            Outcome::Failed(why) => panic!("{}: {why}", image.board),
        }
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_screen_that_was_pulled_out_comes_back_with_its_picture() {
    for image in &*IMAGES {
        let mut device = started(&image.folder);
        let before = pixels(&mut device);
        for screen in [0, before.len() - 1] {
            device.ask(&json!({ "unplug": { "screen": screen } })).unwrap();
            device.run_ms(1_000.0).unwrap();
            let without = pixels(&mut device);
            for seat in (1..before.len()).filter(|&seat| seat != screen) {
                assert_eq!(without[seat], before[seat], "{}: screen {seat} suffered", image.board);
            }
            device.ask(&json!({ "plug": { "screen": screen } })).unwrap();
            device.run_ms(SETTLED_MS).unwrap();
            assert!(pixels(&mut device) == before, "{}: screen {screen} is not as before", image.board);
        }
        assert!(device.events.is_empty(), "{:?}", device.events);
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_bus_held_for_half_a_second_is_freed() {
    for image in &*IMAGES {
        for bus in facts(image)["buses"].as_array().unwrap() {
            let mut device = started(&image.folder);
            let before = pixels(&mut device);
            device.ask(&json!({ "holdbus": { "bus": bus["id"], "ms": 500 } })).unwrap();
            device.run_ms(500.0 + SETTLED_MS).unwrap();
            assert!(pixels(&mut device) == before, "{}: bus {} did not recover", image.board, bus["id"]);
            assert!(device.events.is_empty(), "{:?}", device.events);
        }
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_broken_chain_is_said_and_comes_back() {
    for image in IMAGES.iter().filter(|image| facts(image)["knobs"]["chain"].is_object()) {
        let mut device = started(&image.folder);
        let before = pixels(&mut device);
        device.ask(&json!({ "chain": "broken" })).unwrap();
        device.run_ms(500.0).unwrap();
        assert_ne!(pixels(&mut device)[0], before[0], "the shared screen says nothing");
        device.ask(&json!({ "chain": "whole" })).unwrap();
        device.run_ms(SETTLED_MS).unwrap();
        assert!(pixels(&mut device) == before, "no knob was touched, and yet something changed");
        device.ask(&json!({ "press": { "knob": 1 } })).unwrap();
        device.run_ms(300.0).unwrap();
        assert_ne!(pixels(&mut device)[2], before[2], "the knobs are still frozen");
    }
}

/// The firmware with its hooks for tests, beside the real one.
fn with_hooks(image: &Image) -> PathBuf {
    let folder = root().join("target/firmware-with-hooks").join(&image.board);
    let target = image::target_folder(&image.board);
    let built = Command::new("cargo")
        .current_dir(root())
        .args(["build", "--release", "--bin", "dixit-dials", "--features", "test-hooks", "--target", CHIP])
        .arg("--target-dir")
        .arg(&target)
        .env("BOARD", &image.board)
        .status();
    assert!(built.unwrap().success());
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(target.join(CHIP).join("release/dixit-dials"), folder.join("firmware.elf")).unwrap();
    std::fs::copy(image.folder.join("board.json"), folder.join("board.json")).unwrap();
    folder
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_panic_a_fault_and_a_stalled_task_restart_within_three_seconds() {
    const PANIC: u8 = 1;
    const GAME_STALLED: u8 = 2;
    const FAULT: u8 = 5;
    let image = &IMAGES[0];
    let folder = with_hooks(image);
    for mishap in [PANIC, GAME_STALLED, FAULT] {
        let mut device = started(&folder);
        let before = pixels(&mut device);
        let hook = device.ask(&json!({ "symbol": "TEST_HOOK" })).unwrap();
        device.ask(&json!({ "poke": { "address": hook["address"], "bytes": [mishap, 0, 0, 0] } })).unwrap();
        device.run_ms(3_000.0).unwrap();
        assert!(device.events.iter().any(|event| event["kind"] == "restart"), "{:?}", device.events);
        assert_ne!(pixels(&mut device)[0], before[0], "mishap {mishap} is not told");
        device.run_ms(SETTLED_MS).unwrap();
        assert!(pixels(&mut device) == before, "mishap {mishap}: not where it was");
    }
}
