//! `cargo xtask bench`: measures every figure that the project promises, and its peers in the same run. Results are
//! kept in `target/figures/` for `--write-docs`; progress goes to standard error.

mod board_page;
mod boot;
mod growth;
mod knobs;
mod peers;
mod power;
mod score;
mod screens;
mod sheet;
mod simulator;
mod size;

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::OnceLock;

use self::{peers::Peers, sheet::Figures};
use lexopt::ValueExt;
use testkit::{
    chip::Chip,
    emulator,
    image::{self, Image},
    tool::Outcome,
};

pub struct Options {
    pub chip: Chip,
    /// Smaller dose, for a quick check.
    pub quick: bool,
    images: OnceLock<Vec<Image>>,
    hooked: OnceLock<Vec<Image>>,
    peers: OnceLock<Peers>,
}

impl Options {
    fn new() -> Self {
        let (images, hooked, peers) = Default::default();
        Self { chip: Chip::DEFAULT, quick: false, images, hooked, peers }
    }

    /// Cycles that a flash cache miss costs in the harsher runs. The other runs use the emulator's own: 60 and 108.
    pub fn harsher(&self) -> Option<u32> {
        Some(match self.chip {
            Chip::Rp2040 => 100,
            Chip::Rp2350 => 180,
        })
    }

    pub fn progress(&self, what: &str) {
        if io::stderr().is_terminal() {
            eprint!("\r\x1b[K{what}");
        }
    }

    pub fn progress_done(&self) {
        self.progress("");
    }

    /// All boards, built once for all benches.
    pub fn images(&self) -> Outcome<&[Image]> {
        if self.images.get().is_none() {
            let images = image::build_all_for(&image::chosen(None)?, self.chip)?;
            emulator::prepare()?;
            let _ = self.images.set(images);
        }
        Ok(self.images.get().map_or(&[], Vec::as_slice))
    }

    /// All boards, with the test hooks that count clicks and stress the flash.
    pub fn images_with_hooks(&self) -> Outcome<&[Image]> {
        if self.hooked.get().is_none() {
            let build = |board: &String| image::build_with_hooks_for(board, self.chip);
            let images = image::chosen(None)?.iter().map(build).collect::<Outcome<_>>()?;
            emulator::prepare()?;
            let _ = self.hooked.set(images);
        }
        Ok(self.hooked.get().map_or(&[], Vec::as_slice))
    }

    /// The peers that run on the emulated Pico, measured once for all benches.
    pub fn peers(&self) -> Outcome<&Peers> {
        if self.peers.get().is_none() {
            let _ = self.peers.set(peers::measure(self)?);
        }
        self.peers.get().ok_or_else(|| "the peers were not measured".into())
    }
}

/// One table cell with the same figure of every board.
pub fn by_board<T>(boards: &[(&str, T)], figure: impl Fn(&T) -> String) -> String {
    let cells: Vec<String> = boards.iter().map(|(board, found)| format!("{board} {}", figure(found))).collect();
    cells.join(", ")
}

type Bench = fn(&Options) -> Outcome<Figures>;

const BENCHES: &[(&str, Bench)] = &[
    ("knobs", knobs::run),
    ("screens", screens::run),
    ("boot", boot::run),
    ("power", power::run),
    ("size", size::run),
    ("score", score::run),
    ("simulator", simulator::run),
    ("board-page", board_page::run),
];

fn main() -> ExitCode {
    match run(lexopt::Parser::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut args: lexopt::Parser) -> Outcome {
    let mut options = Options::new();
    let mut write_docs = false;
    let mut chosen: Vec<(&str, Bench)> = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("quick") => options.quick = true,
            lexopt::Arg::Long("chip") => options.chip = Chip::named(&args.value()?.string()?)?,
            lexopt::Arg::Long("write-docs") => write_docs = true,
            lexopt::Arg::Value(name) => {
                let bench = BENCHES.iter().find(|(known, _)| name == *known);
                chosen.push(*bench.ok_or_else(|| unknown(&name.to_string_lossy()))?);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if chosen.is_empty() {
        chosen.extend(BENCHES);
    }

    let mut found: Vec<Figures> = Vec::new();
    let mut missed = Vec::new();
    for (name, bench) in chosen {
        eprintln!("bench {name}");
        let measured = bench(&options);
        options.progress_done();
        match measured {
            Ok(figures) => {
                let figures = Figures { quick: options.quick, ..figures };
                if !figures.met() {
                    missed.push(name);
                }
                print!("{}", figures.text);
                figures.keep(name, options.chip)?;
                found.push(figures);
            }
            Err(error) => {
                eprintln!("bench {name}: {error}");
                missed.push(name);
            }
        }
    }
    println!("{}", sheet::table(&found.iter().map(|figures| (figures, None)).collect::<Vec<_>>()));
    if write_docs {
        sheet::write(BENCHES.iter().map(|(name, _)| *name))?;
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("goal missed: {}", missed.join(", ")).into()) }
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    format!("there is no bench {name}; there are: {}", names.join(", "))
}
