//! `cargo xtask pcb`, as a program of its own so that it is built with full optimisation.

use std::process::ExitCode;

fn main() -> ExitCode {
    match xtask::pcb::main(lexopt::Parser::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
