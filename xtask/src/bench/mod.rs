//! `cargo xtask bench`: every figure that the project promises, measured, with its peers in the same run. Prints tables
//! for people, or with `--json` one object on standard output; progress goes to standard error.

pub mod contact_model;
pub mod decoders;
pub mod knobs;
pub mod pio_encoder;
pub mod sampler;

use std::io::{self, IsTerminal};

use serde_json::{Map, Value};

use crate::tool::Outcome;

pub struct Options {
    pub json: bool,
    /// A smaller dose, for a look in between.
    pub quick: bool,
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
}

/// What one bench found.
pub struct Figures {
    pub json: Value,
    pub text: String,
    /// Whether the goal was met.
    pub met: bool,
}

type Bench = fn(&Options) -> Outcome<Figures>;

const BENCHES: &[(&str, Bench)] = &[("knobs", knobs::run)];

pub fn main(mut args: lexopt::Parser) -> Outcome {
    let mut options = Options { json: false, quick: false };
    let mut chosen: Vec<(&str, Bench)> = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("json") => options.json = true,
            lexopt::Arg::Long("quick") => options.quick = true,
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
    let mut missed = Vec::new();
    for (name, bench) in chosen {
        match bench(&options) {
            Ok(figures) => {
                if !figures.met {
                    missed.push(name);
                }
                if !options.json {
                    println!("{}", figures.text);
                }
                object.insert(name.to_owned(), figures.json);
            }
            Err(error) => {
                eprintln!("bench {name}: {error}");
                missed.push(name);
            }
        }
    }
    if options.json {
        println!("{}", Value::Object(object));
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("goal missed: {}", missed.join(", ")).into()) }
}

fn unknown(name: &str) -> String {
    let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
    format!("there is no bench {name}; there are: {}", names.join(", "))
}
