//! `cargo xtask pcb`, built with all optimisations.

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
