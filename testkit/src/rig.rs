//! A board on the emulated Pico, set up by the players of the stories and then measured. Everything is seeded and uses
//! the emulator's time, so a second run gives the same figures.

use std::collections::BTreeMap;

use dixit_dials::{rules::Ruleset, settings::Settings};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    chip::Chip,
    emulator::{Emulator, Glass},
    image::Image,
    story::{Act, Pico, RoundFile, Stage, Votes, library_board, seat_everyone},
    tool::Outcome,
};

/// Bits on the wire for a byte, including its acknowledge bit.
const BITS: f64 = 9.0;
/// I2C address of every screen.
const SCREEN: u8 = 0x3c;

/// One transfer on a bus.
#[derive(Clone, Debug, Deserialize)]
pub struct Transfer {
    pub ns: f64,
    pub end: f64,
    pub address: u8,
    pub read: bool,
    pub bytes: Vec<u8>,
    pub bus: u8,
    /// The open muxes and channels.
    pub path: Vec<String>,
}

impl Transfer {
    /// True if it writes to a screen, rather than poll its status.
    pub fn shows(&self) -> bool {
        self.address == SCREEN && !self.read
    }

    /// True if it switches a screen on. A contrast command can contain the same byte, but has a command byte before it.
    pub fn lights(&self) -> bool {
        self.shows() && self.bytes.first() == Some(&0) && matches!(self.bytes[..], [.., before, 0xaf] if before != 0x81)
    }

    /// True if it moves the start line, which reveals a prepared picture.
    pub fn reveals(&self) -> bool {
        self.shows() && matches!(self.bytes[..], [0, 0x40..=0x7f])
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Meters {
    pub awake_cycles: f64,
    pub ns: f64,
}

pub struct Rig {
    pub stage: Stage,
    pub chip: Chip,
    pub board: boards::Board,
}

/// Powers up a board.
pub fn start(image: &Image) -> Outcome<Rig> {
    let board = image.file.clone();
    let device = Pico::start(&image.folder, 1)?;
    let stage = Stage::new(library_board(&board), Settings::DEFAULT, 1, Some(device));
    Ok(Rig { stage, chip: image.chip, board })
}

/// Maximum number of players on a board. They play Odyssey, which takes from three to twelve.
pub fn most_players(board: &boards::Board) -> u8 {
    board.seats.most.min(12)
}

impl Rig {
    /// A game in progress; the first storyteller is thinking of a clue.
    pub fn clue(image: &Image, players: u8) -> Outcome<Self> {
        let mut rig = start(image)?;
        rig.stage.act(Act::Wait { ms: 300 })?;
        seat_everyone(&mut rig.stage, Ruleset::Odyssey, players, 1, &Settings::DEFAULT)?;
        Ok(rig)
    }

    /// In the middle of a vote. On a board that is passed round, the first voter is looking at it.
    pub fn vote(image: &Image, players: u8) -> Outcome<Self> {
        let mut rig = Self::clue(image, players)?;
        rig.stage.press_leader()?;
        if rig.stage.passes() {
            rig.stage.act(Act::Press { knob: 0 })?;
        }
        rig.stage.act(Act::Wait { ms: 2_000 })?;
        Ok(rig)
    }

    pub fn emulator(&mut self) -> Outcome<&mut Emulator> {
        self.stage.emulator().ok_or_else(|| "there is no device".into())
    }

    pub fn ask(&mut self, request: &Value) -> Outcome<Value> {
        Ok(self.emulator()?.ask(request)?)
    }

    pub fn run_ms(&mut self, ms: f64) -> Outcome {
        Ok(self.emulator()?.run_ms(ms)?)
    }

    pub fn now_ns(&mut self) -> Outcome<f64> {
        Ok(self.emulator()?.now_ms()? * 1e6)
    }

    /// Transfers on the buses since the last call.
    pub fn transfers(&mut self) -> Outcome<Vec<Transfer>> {
        Ok(serde_json::from_value(self.ask(&json!({ "trace": "bus" }))?)?)
    }

    pub fn screens(&mut self) -> Outcome<Vec<Glass>> {
        Ok(self.emulator()?.screens()?)
    }

    pub fn meters(&mut self) -> Outcome<Meters> {
        let answer = self.ask(&json!({ "meters": true }))?;
        Ok(Meters { awake_cycles: answer["awake_cycles"].as_f64().unwrap_or(0.0), ns: self.now_ns()? })
    }

    /// Percentage of the time in which the chip was awake while `deed` ran.
    pub fn awake_percent(&mut self, deed: impl FnOnce(&mut Self) -> Outcome) -> Outcome<f64> {
        let before = self.meters()?;
        deed(self)?;
        let after = self.meters()?;
        Ok(100.0 * (after.awake_cycles - before.awake_cycles) / self.chip.clock_hz() / ((after.ns - before.ns) / 1e9))
    }

    /// Time that `bytes` bytes take on the board's slowest bus.
    pub fn bus_ms(&self, bytes: usize) -> f64 {
        let hz = self.board.buses.iter().map(|bus| bus.hz).min().unwrap_or(400_000);
        bytes as f64 * BITS / f64::from(hz) * 1e3
    }

    /// Turns all knobs at once by `by` clicks, in alternating directions.
    pub fn turn_all(&mut self, by: i32, ms: f64) -> Outcome {
        let turns: Vec<Value> = (0..self.board.knobs.count())
            .map(|knob| json!({ "turn": { "knob": knob, "by": if knob % 2 == 0 { by } else { -by }, "ms": ms } }))
            .collect();
        self.ask(&json!({ "many": turns })).map(drop)
    }
}

/// Number of bytes of screen memory that differ between two pictures.
pub fn changed_bytes(before: &Glass, after: &Glass) -> usize {
    let byte = |glass: &Glass, page: usize, x: usize| {
        (0..8).fold(0u8, |byte, bit| byte | u8::from(glass.is_lit(x, 8 * page + bit)) << bit)
    };
    let places = (0..after.height / 8).flat_map(|page| (0..after.width).map(move |x| (page, x)));
    places.filter(|&(page, x)| byte(before, page, x) != byte(after, page, x)).count()
}

/// A round in which everyone votes and some find the card.
pub fn some_round(players: u8) -> RoundFile {
    let votes: BTreeMap<String, Votes> =
        (2..=players).map(|seat| (seat.to_string(), Votes::One(if seat % 2 == 0 { 1 } else { 2 }))).collect();
    // Card 2 got a vote: seat 2 laid it and voted for card 1.
    let owners = BTreeMap::from([("2".to_string(), 2)]);
    RoundFile { card: Some(1), votes, owners, ..RoundFile::default() }
}

/// The value that `percent` of all values do not exceed.
pub fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(place).copied().unwrap_or(0.0)
}

pub fn rounded(value: f64, places: i32) -> f64 {
    let scale = 10f64.powi(places);
    (value * scale).round() / scale
}
