//! `cargo xtask bench knobs`: all knobs of an emulated board turned at once with worn contacts, at every speed, while
//! pages are written, sectors erased and screens redrawn at arbitrary moments. Clicks are counted where the game
//! receives them.

use dixit_dials::rules::MAX_SEATS;
use fastrand::Rng;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Options;
use super::screens::dialling;
use super::sheet::{Figures, Row};
use testkit::{
    image::Image,
    rig::{Rig, most_players},
    tool::{Outcome, root},
};

/// Detents per board.
const FULL: u64 = 12_000;
const QUICK: u64 = 1_500;
/// Detents per second; every speed runs for the same time.
const SPEEDS: [u64; 5] = [4, 20, 60, 100, 200];
/// Factors by which flash operations are slower than typical: typical (0.7 ms a page, 45 ms a sector), the data sheets'
/// maximum for a page (3 ms), and their maximum for a sector (400 ms).
const SLOWNESS: [f64; 3] = [1.0, 4.3, 8.88];
/// By then the last operation has ended and the game has received the last click.
const SETTLED_MS: f64 = 700.0;
const SEED: u64 = 30;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Detents by which the sum is off, either sign.
    lost: u64,
    wrong_way: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    detents: u64,
    tally: Tally,
    /// Counted while knobs were turning.
    pages: usize,
    erases: usize,
}

#[derive(Deserialize)]
struct FlashOperation {
    op: String,
}

/// Clicks to the right and to the left that the game received, for each knob.
type Heard = [[u32; 2]; MAX_SEATS];

struct Bench {
    rig: Rig,
    /// Addresses of the hooks.
    turned: u64,
    flash: u64,
    rng: Rng,
    count: Count,
}

fn measure(options: &Options, image: &Image) -> Outcome<Count> {
    let players = most_players(&boards::load(&root(), &image.board)?);
    let (mut rig, _) = dialling(image, players)?;
    let mut address = |name: &str| -> Outcome<u64> {
        rig.ask(&json!({ "symbol": name }))?["address"].as_u64().ok_or_else(|| format!("{name} has no address").into())
    };
    let (turned, flash) = (address("TEST_TURNED")?, address("TEST_FLASH")?);
    rig.ask(&json!({ "worn": true }))?;
    let wanted = (if options.quick { QUICK } else { FULL }).div_ceil(rig.board.knobs.count() as u64);
    let mut bench = Bench { rig, turned, flash, rng: Rng::with_seed(SEED), count: Count::default() };
    for speed in SPEEDS {
        let mut left = (wanted * speed).div_ceil(SPEEDS.iter().sum());
        while left > 0 {
            options.progress(&format!("knobs: {}, {} detents on the emulated Pico", image.board, bench.count.detents));
            let clicks = left.min(bench.rng.u64(1..=2 * speed));
            left -= clicks;
            bench.gesture(clicks, speed)?;
        }
    }
    if let Some(event) = bench.rig.emulator()?.events.first() {
        return Err(format!("{}: the device failed: {event}", image.board).into());
    }
    Ok(bench.count)
}

impl Bench {
    fn heard(&mut self) -> Outcome<Heard> {
        let length = size_of::<Heard>();
        let answer = self.rig.ask(&json!({ "peek": { "address": self.turned, "length": length } }))?;
        let bytes: Vec<u8> = serde_json::from_value(answer)?;
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect();
        Ok(std::array::from_fn(|knob| [words[2 * knob], words[2 * knob + 1]]))
    }

    /// Starts flash operations with a pause between them; every nth is an erase. A pause of 0 stops them.
    fn stress(&mut self, pause_ms: u16, erase_every: u16) -> Outcome {
        let asked = u32::from(erase_every) << 16 | u32::from(pause_ms);
        self.rig.ask(&json!({ "poke": { "address": self.flash, "bytes": asked.to_le_bytes() } })).map(drop)
    }

    /// Turns every knob at once by this many clicks, each in its own direction, then compares the game's count.
    fn gesture(&mut self, clicks: u64, speed: u64) -> Outcome {
        let knobs = self.rig.board.knobs.count() as u8;
        let ways: Vec<i8> = (0..knobs).map(|_| if self.rng.bool() { 1 } else { -1 }).collect();
        let ms = 1e3 / speed as f64;
        let turns: Vec<Value> = (0..knobs)
            .zip(&ways)
            .map(|(knob, &way)| json!({ "turn": { "knob": knob, "by": i64::from(way) * clicks as i64, "ms": ms } }))
            .collect();
        let slowness = SLOWNESS[self.rng.usize(0..SLOWNESS.len())];
        let (pause_ms, erase_every) = (self.rng.u16(1..60), self.rng.u16(2..6));
        self.rig.ask(&json!({ "slowflash": slowness }))?;
        self.stress(pause_ms, erase_every)?;
        let before = self.heard()?;
        // The hand starts at a random moment of an operation or pause.
        let ahead_ms = self.rng.f64() * 200.0;
        self.rig.run_ms(ahead_ms)?;
        self.rig.ask(&json!({ "trace": "flash" }))?;
        self.rig.ask(&json!({ "many": turns }))?;
        let operations: Vec<FlashOperation> = serde_json::from_value(self.rig.ask(&json!({ "trace": "flash" }))?)?;
        self.stress(0, 0)?;
        self.rig.run_ms(SETTLED_MS)?;
        self.rig.transfers()?;
        let after = self.heard()?;
        let erases = operations.iter().filter(|operation| operation.op == "erase").count();
        self.count.erases += erases;
        self.count.pages += operations.len() - erases;
        for (knob, way) in ways.into_iter().enumerate() {
            let said = |side: usize| i64::from(after[knob][side].wrapping_sub(before[knob][side]));
            let (along, against) = if way > 0 { (said(0), said(1)) } else { (said(1), said(0)) };
            self.count.detents += clicks;
            self.count.tally.lost += (along - against).abs_diff(clicks as i64);
            self.count.tally.wrong_way += against.unsigned_abs();
        }
        Ok(())
    }
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let (mut measured, mut beside, mut clean) = (Vec::new(), Vec::new(), true);
    let images = options.images_with_hooks()?;
    // Propagate a thread's panic.
    let counts: Vec<Result<Count, String>> = std::thread::scope(|scope| {
        let one = |image| move || measure(options, image).map_err(|error| error.to_string());
        let threads: Vec<_> = images.iter().map(|image| scope.spawn(one(image))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    for (image, count) in images.iter().zip(counts) {
        let count = count?;
        clean &= count.tally == Tally::default();
        measured.push(format!("{} {} / {} of {}", image.board, count.tally.lost, count.tally.wrong_way, count.detents));
        beside.push(format!("{} {} pages, {} erases", image.board, count.pages, count.erases));
    }
    let what = "detents lost or invented / clicks the wrong way, all knobs at once, 4 to 200 detents/s, through pages of 0.7 to 6 ms and erases of 45 to 400 ms at any moment";
    let row =
        Row::new(what, measured.join(", ")).goal("0 / 0", clean).beside(format!("meanwhile {}", beside.join("; ")));
    Ok(Figures { rows: vec![row], ..Figures::default() })
}
