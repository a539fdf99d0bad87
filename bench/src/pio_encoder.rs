//! embassy-rp's PIO encoder without a Pico. The crate does not build for a host, so its program is taken from the
//! source that cargo fetched, assembled by the parser behind its `pio_asm!`, and executed instruction by instruction at
//! its own clock on the levels of a gesture. Blocking, shifting and the receive queue behave like the PIO's. The task
//! that reads the queue has no delay and misses nothing.

use std::fs;
use std::io;
use std::path::PathBuf;

use dixit_dials::dial::KnobKind;
use pio::{InSource, Instruction, InstructionOperands, WaitSource};
use pio_parser::Parser;
use serde::Deserialize;

use super::contact_model::{Gesture, Lines};
use super::decoders::{Decoder, Heard, rests_high, sign};
use testkit::tool::cargo;

const SOURCE: &str = "src/pio_programs/rotary_encoder.rs";

#[derive(Clone, Debug)]
pub struct PioProgram {
    pub version: String,
    pub clock_hz: u64,
    code: Vec<InstructionOperands>,
}

impl PioProgram {
    /// Reads the program from the embassy-rp version in the project's lock file.
    pub fn fetch() -> io::Result<Self> {
        let (version, folder) = embassy_rp()?;
        let source = fs::read_to_string(folder.join(SOURCE))?;
        let missing = || io::Error::other(format!("embassy-rp {version}: no PIO program found in {SOURCE}"));
        let listing = between(&source, "pio_asm!(", ");").ok_or_else(missing)?;
        let text: Vec<String> = listing.split('"').skip(1).step_by(2).map(str::to_owned).collect();
        let clock = between(&source, "calculate_pio_clock_divider(", ")").ok_or_else(missing)?;
        let clock_hz = clock.replace('_', "").parse().map_err(|_| missing())?;
        let assembled = Parser::<32>::parse_program(&(text.join("\n") + "\n")).map_err(|_| missing())?;
        let code = assembled
            .program
            .code
            .iter()
            .map(|&word| Instruction::decode(word, assembled.program.side_set).map(|decoded| decoded.operands))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(missing)?;
        Ok(Self { version, clock_hz, code })
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(inner, _)| inner)
}

fn embassy_rp() -> io::Result<(String, PathBuf)> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        name: String,
        version: String,
        manifest_path: PathBuf,
    }
    let output = cargo().args(["metadata", "--format-version", "1", "--locked"]).output()?;
    let metadata: Metadata =
        serde_json::from_slice(&output.stdout).map_err(|error| io::Error::other(format!("cargo metadata: {error}")))?;
    metadata
        .packages
        .into_iter()
        .find(|package| package.name == "embassy-rp")
        .and_then(|package| Some((package.version, package.manifest_path.parent()?.to_owned())))
        .ok_or_else(|| io::Error::other("embassy-rp is not among the dependencies"))
}

/// One state machine, with the two contacts as its input pins 0 and 1.
pub struct PioEncoder<'a> {
    program: &'a PioProgram,
    kind: KnobKind,
    at: usize,
    shifted: u32,
    tick_us: u64,
    now_us: u64,
    lines: Lines,
}

impl<'a> PioEncoder<'a> {
    pub fn new(program: &'a PioProgram, kind: KnobKind, now_us: u64, lines: Lines) -> Self {
        let tick_us = 1_000_000 / program.clock_hz;
        Self { program, kind, at: 0, shifted: 0, tick_us, now_us, lines }
    }

    /// Executes one instruction. Returns true if it stalls; a pushed word goes to `pushed`.
    fn step(&mut self, pushed: &mut Option<u32>) -> io::Result<bool> {
        let seen = rests_high(self.kind, self.lines);
        let pins = u32::from(seen.a) | u32::from(seen.b) << 1;
        match self.program.code[self.at] {
            InstructionOperands::WAIT { polarity, source: WaitSource::PIN, index, .. } => {
                if pins >> index & 1 != u32::from(polarity) {
                    return Ok(true);
                }
            }
            InstructionOperands::IN { source: InSource::PINS, bit_count } => {
                let mask = (1u64 << bit_count) - 1;
                self.shifted = ((u64::from(self.shifted) << bit_count) | (u64::from(pins) & mask)) as u32;
            }
            InstructionOperands::PUSH { if_full: false, .. } => *pushed = Some(std::mem::take(&mut self.shifted)),
            other => {
                return Err(io::Error::other(format!("the PIO program has an instruction not met before: {other:?}")));
            }
        }
        self.at = (self.at + 1) % self.program.code.len();
        Ok(false)
    }
}

impl Decoder for PioEncoder<'_> {
    fn unit(&self) -> i64 {
        4
    }

    fn follow(&mut self, gesture: &Gesture, heard: &mut Vec<Heard>) -> io::Result<()> {
        let mut next = 0;
        while self.now_us < gesture.end_us {
            while let Some(change) = gesture.changes.get(next).filter(|change| change.at_us <= self.now_us) {
                self.lines = change.lines;
                next += 1;
            }
            let mut pushed = None;
            let waiting = self.step(&mut pushed)?;
            // Like `PioEncoder::read`: other words are dropped.
            let quarters = match pushed {
                Some(0) => -4,
                Some(1) => 4,
                _ => 0,
            };
            if quarters != 0 {
                heard.push(Heard { at_us: self.now_us, quarters: quarters * sign(self.kind) });
            }
            self.now_us += self.tick_us;
            if waiting {
                // Nothing can happen before the next edge; keep the clock's phase.
                let until = gesture.changes.get(next).map_or(gesture.end_us, |change| change.at_us);
                self.now_us += until.saturating_sub(self.now_us).div_ceil(self.tick_us) * self.tick_us;
            }
        }
        Ok(())
    }
}
