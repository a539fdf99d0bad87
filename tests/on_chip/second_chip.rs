//! A sample of the on-chip tests, on the RP2350: each board once through a game with crashes, a held bus and a power
//! cut, and through pairs of twins; a random number generator that fails; and the file for both chips, copied to each.
//! The full run, or `DIXIT_CHIP=rp2350`,
//! runs all on-chip tests on that chip.

use boards::block;
use dixit_dials::scene::Shared;
use serde_json::json;
use testkit::{
    chip::Chip,
    emulator,
    image::{self, Image},
    story::library_board,
    twin_plan::Plan,
};

use crate::{
    boards::Workbench,
    faults::{
        crashes::{PANIC, STACK_OVERFLOW},
        parts::hold,
        table::{SETTINGS, Table},
    },
    secrecy::once_apart,
    twins::Bench,
};

const SEED: u32 = 11;
/// Time of the power cut: an arbitrary moment of a move.
const CUT_AFTER_NS: u64 = 1_234_567_000;
/// Time from power-up until all screens are drawn.
const DRAWN_MS: f64 = 1_500.0;

#[test]
#[ignore = "needs the chip's compiler and node"]
fn each_board_plays_on_through_crashes_a_held_bus_and_a_power_cut() {
    for_each_board(|image| {
        let mut table = Table::new(image, SEED, SETTINGS)?;
        table.sit_down()?;
        table.go_on_to(|scene| matches!(scene, Shared::Vote(_) | Shared::HandOver(_)))?;
        table.go_on()?;
        // Two crashes are not yet a loop.
        for mishap in [PANIC, STACK_OVERFLOW] {
            table.crash(mishap).map_err(|error| format!("mishap {mishap}: {error}"))?;
        }
        let bus = table.screens()?.first().map_or(0, |screen| screen.bus);
        hold(&mut table, bus, 500)?;
        let end = table.play_until_cut(json!({ "after_ns": CUT_AFTER_NS }))?;
        table.power_up(end, None)?;
        table.finish()?;
        assert_eq!(table.games, 1);
        Ok(())
    });
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn twins_give_the_same_output_on_each_board() {
    for_each_board(|image| {
        let (board, bench) = (library_board(&image.file), Bench::new(image));
        for &seed in once_apart(board) {
            let plan = Plan::new(board, seed);
            let (_, differences) = bench.twins(&plan);
            let differences: Vec<_> = differences.iter().map(ToString::to_string).collect();
            assert!(differences.is_empty(), "{}, {plan}: {}", image.board, differences.join("\n"));
        }
        Ok(())
    });
}

/// On some chips no block of the generator passes its own tests. The driver waits for one forever.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn it_starts_although_its_random_number_generator_always_fails() {
    emulator::prepare().unwrap();
    let image = image::build_for("solo", Chip::Rp2350).unwrap();
    let workbench = Workbench::new("noise");
    let [works, fails] = ["works", "fails"].map(|how| {
        let mut device = workbench.start(&image, &block::encode(&image.file.device()), None);
        for request in [json!({ "trng": how }), json!({ "off": true }), json!({ "power": true })] {
            device.0.ask(&request).unwrap();
        }
        device.0.events.clear();
        device.0.run_ms(DRAWN_MS).unwrap();
        assert!(device.0.events.is_empty(), "{how}: {:?}", device.0.events);
        device.picture()
    });
    assert!(works.contains(&true), "the lobby is not shown");
    assert!(works == fails, "the lobby is not shown if the generator fails");
}

fn for_each_board(test: impl Fn(&Image) -> Result<(), String>) {
    emulator::prepare().unwrap();
    for board in image::chosen(std::env::var("DIXIT_BOARD").ok().as_deref()).unwrap() {
        let image = image::build_with_hooks_for(&board, Chip::Rp2350).unwrap();
        test(&image).unwrap_or_else(|error| panic!("{board}: {error}"));
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn the_file_for_both_chips_starts_either() {
    emulator::prepare().unwrap();
    let file = image::build_for_all("solo").unwrap();
    for chip in Chip::ALL {
        let workbench = Workbench::new(chip.name());
        let image = image::build_for("solo", chip).unwrap();
        let mut whole = workbench.start(&image, &block::encode(&image.file.device()), None);
        whole.0.run_ms(DRAWN_MS).unwrap();
        // A Pico without a board, until the file is copied to it.
        let mut pico = workbench.start(&image, &[0xff; 12], None);
        pico.0.run_ms(DRAWN_MS).unwrap();
        assert_ne!(pico.picture(), whole.picture(), "{}", chip.name());
        pico.0.ask(&json!({ "bootsel": { "copy": file } })).unwrap();
        pico.0.run_ms(DRAWN_MS).unwrap();
        assert_eq!(pico.picture(), whole.picture(), "{}: {:?}", chip.name(), pico.0.events);
    }
}
