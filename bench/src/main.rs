//! `cargo xtask bench`: every figure that the project promises, measured, with its peers in the same run. Prints tables
//! for people, or with `--json` one object on standard output; progress goes to standard error.

mod boot;
mod contact_model;
mod crowd;
mod decoders;
mod emulated_knobs;
mod growth;
mod knobs;
mod peers;
mod pio_encoder;
mod power;
mod sampler;
mod score;
mod screens;
mod sheet;
mod simulator;
mod size;

use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use self::{growth::Growth, peers::Peers, sheet::Row};
use testkit::{
    emulator,
    image::{self, Image},
    tool::Outcome,
};

#[derive(Default)]
pub struct Options {
    pub json: bool,
    /// A smaller dose, for a look in between.
    pub quick: bool,
    images: OnceLock<Vec<Image>>,
    peers: OnceLock<Peers>,
}

impl Options {
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
            let images = image::build_all(&image::chosen(None)?)?;
            emulator::prepare()?;
            let _ = self.images.set(images);
        }
        Ok(self.images.get().map_or(&[], Vec::as_slice))
    }

    /// The peers that run on the emulated Pico, measured once for all benches.
    pub fn peers(&self) -> Outcome<&Peers> {
        if self.peers.get().is_none() {
            let _ = self.peers.set(peers::measure(self)?);
        }
        self.peers.get().ok_or_else(|| "the peers were not measured".into())
    }
}

/// What one bench found.
pub struct Figures {
    pub json: Value,
    /// Details for people.
    pub text: String,
    /// One for each goal.
    pub rows: Vec<Row>,
    pub growth: Vec<Growth>,
}

impl Figures {
    pub fn met(&self) -> bool {
        self.rows.iter().all(|row| row.met != Some(false))
    }
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
    let mut options = Options::default();
    let mut write_docs = false;
    let mut chosen: Vec<(&str, Bench)> = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("json") => options.json = true,
            lexopt::Arg::Long("quick") => options.quick = true,
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

    let mut object = Map::new();
    let mut found: Vec<(&str, Figures)> = Vec::new();
    let mut missed = Vec::new();
    for (name, bench) in chosen {
        eprintln!("bench {name}");
        match bench(&options) {
            Ok(figures) => {
                options.progress_done();
                if !figures.met() {
                    missed.push(name);
                }
                if !options.json {
                    println!("{}", figures.text);
                }
                object.insert(name.to_owned(), figures.json.clone());
                found.push((name, figures));
            }
            Err(error) => {
                options.progress_done();
                eprintln!("bench {name}: {error}");
                missed.push(name);
            }
        }
    }
    if options.json {
        println!("{}", Value::Object(object));
    } else {
        println!("{}", sheet::table(found.iter().flat_map(|(_, figures)| &figures.rows)));
    }
    if write_docs {
        sheet::write(&found, options.quick)?;
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("goal missed: {}", missed.join(", ")).into()) }
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    format!("there is no bench {name}; there are: {}", names.join(", "))
}
