//! Runs the command that the first argument names.

use std::{
    env,
    ffi::{OsStr, OsString},
    process::ExitCode,
};

use builder::tool::{self, Outcome};
use lexopt::Parser;
use xtask::{build, flash, guide, licences, log, play, solids, test, uf2};

/// What implements a command.
enum Doer {
    /// A function of this crate.
    Here(fn(Parser) -> Outcome),
    /// The program of that name in another crate, which depends on the game. It is built on first use, so that somebody
    /// who only wants to play does not wait for it.
    In(&'static str),
}

struct Command {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    doer: Doer,
}

const fn here(
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    main: fn(Parser) -> Outcome,
) -> Command {
    Command { name, arguments, summary, doer: Doer::Here(main) }
}

const fn in_crate(
    package: &'static str,
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
) -> Command {
    Command { name, arguments, summary, doer: Doer::In(package) }
}

const COMMANDS: &[Command] = &[
    here(
        "play",
        "[--board B] [--chip C] [--port P] [--no-open]",
        "the firmware in the browser, on an emulated Pico",
        play::main,
    ),
    here("test", "[--quick | --full]", "everything that must hold", test::main),
    here("build", "[--board B] [--chip C]", "the firmware of a board, or of all, into target/firmware/", build::main),
    here("block", "[--board B]", "checks boards, and writes what the emulator reads of them", build::write_blocks),
    here("maker", "", "the code of the page that makes boards, into target/firmware/", build::write_maker),
    here("flash", "--board B [--chip C]", "onto the Pico or Pico 2 that is plugged in", flash::main),
    here(
        "uf2",
        "[--board B] [--chip C]",
        "the files to flash by hand, one for both Picos, into target/uf2/",
        uf2::main,
    ),
    here(
        "log",
        "[--bench | --contacts] [PORT]",
        "what a plugged-in device says over USB, in words; --bench asks for the report for builders, --contacts watches the knobs",
        log::main,
    ),
    here("guide", "[--check]", "the boards' diagrams, rings and parts lists", guide::main),
    here("solids", "[--board B]", "the boxes as STL, 3MF and STEP, into target/solids/", solids::main),
    here("licences", "", "whose work the firmware and the page are made of, and on what terms", licences::main),
    // A separate program for speed: the autorouter is built with full optimisation.
    in_crate("xtask", "pcb", "[--board B] [--kicad]", "circuit boards to have made, into target/pcb/"),
    in_crate(
        "site",
        "site",
        "[--pictures [--only NAME] [--size WIDTH]]",
        "the project's site, into target/site/, or its renders anew; one with a size is a draft, in target/pictures/",
    ),
    in_crate("testkit", "replay", "FILE... [--board B] [--chip C]", "stories played on the emulated Pico"),
    in_crate("testkit", "score", "< rounds.jsonl", "rounds as JSON lines in, their points out (docs/rules.md)"),
    in_crate("bench", "bench", "[NAMES] [--chip C] [--quick] [--write-docs]", "every promised figure, with its peers"),
];

fn main() -> ExitCode {
    let mut words = env::args_os().skip(1);
    let first = words.next().unwrap_or_default();
    let rest: Vec<OsString> = words.collect();
    let asks_help = |word: &OsStr| word == "--help" || word == "-h";
    if asks_help(&first) || first == "help" {
        println!("{}", usage());
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| first == command.name) else {
        let what = if first.is_empty() {
            "no command given".into()
        } else {
            format!("there is no command {}", first.display())
        };
        return failed(&format!("{what}\n\n{}", usage()));
    };
    if rest.iter().any(|word| asks_help(word)) {
        println!("usage: cargo xtask {} {}\n\n{}", command.name, command.arguments, command.summary);
        return ExitCode::SUCCESS;
    }
    if let Err(error) = tool::find_root() {
        return failed(&error.to_string());
    }
    match command.doer {
        Doer::Here(main) => match main(Parser::from_args(rest)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(&error.to_string()),
        },
        Doer::In(package) => start(package, command.name, rest),
    }
}

fn usage() -> String {
    let line = |command: &Command| format!("  {} {}", command.name, command.arguments);
    let width = COMMANDS.iter().map(|command| line(command).len()).max().unwrap_or(0);
    let lines: Vec<String> =
        COMMANDS.iter().map(|command| format!("{:width$}   {}", line(command), command.summary)).collect();
    format!("usage: cargo xtask <command>\n\n{}", lines.join("\n"))
}

fn failed(why: &str) -> ExitCode {
    eprintln!("xtask: {why}");
    ExitCode::FAILURE
}

fn start(package: &str, program: &str, arguments: Vec<OsString>) -> ExitCode {
    let mut cargo = tool::cargo();
    // Paths on the command line are relative to where the command was given.
    cargo.current_dir(".").arg("run");
    // The first build takes a while and should show progress.
    if tool::root().join("target/tools").join(program).with_extension(env::consts::EXE_EXTENSION).is_file() {
        cargo.arg("--quiet");
    }
    cargo.args(["--profile", "tools", "--package", package, "--bin", program, "--"]);
    match cargo.args(arguments).status() {
        Ok(status) => ExitCode::from(status.code().and_then(|code| code.try_into().ok()).unwrap_or(1)),
        Err(error) => failed(&format!("cargo did not start: {error}")),
    }
}
