//! Runs the command that the first argument names.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some("score") => xtask::score::main(),
        _ => {
            eprintln!("usage: cargo xtask score");
            ExitCode::from(2)
        }
    }
}
