//! Reference figures, measured on the emulated chip by a firmware of its own (`bench/peers/pico`): the real ssd1306
//! crate on the real bus and an embassy ticker. Also times the scoring of rounds, which needs no product firmware.

use std::fs;

use serde::Deserialize;
use serde_json::json;

use super::Options;
use testkit::{
    chip::Chip,
    emulator::Emulator,
    rig::Transfer,
    tool::{Outcome, cargo, need_chip_target, root, run},
};

/// The LED's pin on the only board that the peers' firmware supports, the one with a screen for every seat.
const LIGHT: u8 = 25;
/// By then everything but the ticker is done.
const PROGRAM_MS: f64 = 1_500.0;
const TICKER_MS: f64 = 1_000.0;
const SEATS: usize = 12;

pub struct Peers {
    /// Cycles to score the heaviest round, with the flash cache cold and warm.
    pub scored_cold: u64,
    pub scored_warm: u64,
    /// Time to redraw and flush a 128×64 screen with the ssd1306 crate.
    pub full_flush_ms: f64,
    /// The same for 128×32.
    pub flat_flush_ms: f64,
    /// First screen done → last screen done.
    pub one_by_one_ms: f64,
    pub ticker_awake_percent: f64,
}

#[derive(Deserialize)]
struct Edge {
    ns: f64,
    level: u8,
}

pub fn measure(options: &Options) -> Outcome<Peers> {
    let chip = options.chip;
    need_chip_target(chip)?;
    let target = root().join("target/peers-pico");
    run(cargo()
        .args(["build", "--quiet", "--release", "--locked", "--target", chip.target(), "--manifest-path"])
        .arg(root().join("bench/peers/pico/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target))?;
    let images = options.images()?;
    let image = images
        .iter()
        .find(|image| boards::load(&root(), &image.board).is_ok_and(|board| board.voting == boards::Voting::Pods))
        .ok_or("no board has a screen for every seat")?;
    let folder = root().join("target/firmware-peers").join(chip.name().to_lowercase()).join("board");
    fs::create_dir_all(&folder)?;
    for file in ["board.json", "board.bin"] {
        fs::copy(image.folder.join(file), folder.join(file))?;
    }
    fs::copy(target.join(chip.target()).join("release/peers-pico"), folder.with_file_name("firmware.elf"))?;

    options.progress("peers on the emulated chip");
    let mut emulator = Emulator::start(&folder, 1)?;
    emulator.ask(&json!({ "watch": LIGHT }))?;
    emulator.run_ms(PROGRAM_MS)?;
    let edges: Vec<Edge> = serde_json::from_value(emulator.ask(&json!({ "trace": "gpio" }))?)?;
    let transfers: Vec<Transfer> = serde_json::from_value(emulator.ask(&json!({ "trace": "bus" }))?)?;
    let awake = |emulator: &mut Emulator| -> Outcome<f64> {
        Ok(emulator.ask(&json!({ "meters": true }))?["awake_cycles"].as_f64().unwrap_or(0.0))
    };
    let before = awake(&mut emulator)?;
    emulator.run_ms(TICKER_MS)?;
    let ticked = awake(&mut emulator)? - before;
    if let Some(event) = emulator.events.first() {
        return Err(format!("the peers' firmware failed: {event}").into());
    }

    let [scored_cold, scored_warm] = pulses(&edges, chip)[..] else {
        return Err("the heaviest round was not scored twice".into());
    };
    let (tall, flat): (Vec<&Transfer>, Vec<&Transfer>) =
        transfers.iter().filter(|transfer| transfer.shows()).partition(|transfer| transfer.bus == 1);
    let tall = bursts(&tall);
    let flat = bursts(&flat);
    let redraw = tall.last().ok_or("no redraw was seen")?;
    let redrawn = flat.last().ok_or("no seat was redrawn")?;
    // Each seat's flush ends with its last data transfer.
    let flushes = seats(redrawn);
    if flushes.len() != SEATS {
        return Err(format!("{} seats were flushed, not {SEATS}", flushes.len()).into());
    }
    Ok(Peers {
        scored_cold,
        scored_warm,
        full_flush_ms: (redraw.last().map_or(0.0, |last| last.end) - redraw[0].ns) / 1e6,
        flat_flush_ms: (flushes[0].1 - flushes[0].0) / 1e6,
        one_by_one_ms: (flushes[SEATS - 1].1 - flushes[0].1) / 1e6,
        ticker_awake_percent: 100.0 * ticked / (chip.clock_hz() * TICKER_MS / 1e3),
    })
}

/// Cycles between each rising and falling edge. The very last edge marks the start of the ticker.
fn pulses(edges: &[Edge], chip: Chip) -> Vec<u64> {
    let pulses = edges.chunks_exact(2).filter(|pair| pair[0].level == 1 && pair[1].level == 0);
    pulses.map(|pair| ((pair[1].ns - pair[0].ns) * chip.clock_hz() / 1e9).round() as u64).collect()
}

/// Groups of transfers sent without a pause.
fn bursts<'a>(transfers: &[&'a Transfer]) -> Vec<Vec<&'a Transfer>> {
    let mut bursts: Vec<Vec<&Transfer>> = Vec::new();
    for &transfer in transfers {
        match bursts.last_mut() {
            Some(burst) if burst.last().is_some_and(|last| transfer.ns - last.end < 50e6) => burst.push(transfer),
            _ => bursts.push(vec![transfer]),
        }
    }
    bursts
}

/// First and last instant of each seat's transfers. Seats are told apart by their path through the muxes.
fn seats(burst: &[&Transfer]) -> Vec<(f64, f64)> {
    let mut seats: Vec<(&[String], f64, f64)> = Vec::new();
    for transfer in burst {
        match seats.last_mut() {
            Some((path, _, end)) if *path == transfer.path.as_slice() => *end = transfer.end,
            _ => seats.push((&transfer.path, transfer.ns, transfer.end)),
        }
    }
    seats.into_iter().map(|(_, from, to)| (from, to)).collect()
}
