//! Runs the command that the first argument names.

use std::process::ExitCode;

use xtask::tool;

const USAGE: &str = "usage: cargo xtask <command>

  play [--board B] [--port P] [--no-open]   the firmware in the browser, on an emulated Pico
  test [--quick | --full]                   everything that must hold
  flash --board B                           onto a Pico that is plugged in
  uf2 [--board B]                           the files to flash by hand, into target/uf2/
  guide [--check]                           the boards' diagrams, rings and parts lists
  replay FILE... [--board B]                stories played on the emulated Pico
  bench [names] [--json] [--quick]          every promised figure, with its peers
  score                                     rounds as JSON lines in, their points out";

fn main() -> ExitCode {
    let mut args = lexopt::Parser::from_env();
    let outcome = match args.next() {
        Ok(Some(lexopt::Arg::Value(name))) => match name.to_str() {
            Some("play") => xtask::play::main(args),
            Some("test") => xtask::test::main(args),
            Some("flash") => xtask::flash::main(args),
            Some("uf2") => xtask::uf2::main(args),
            Some("guide") => xtask::guide::main(args),
            Some(name @ ("replay" | "score")) => return in_crate("testkit", name, args),
            Some("bench") => return in_crate("bench", "bench", args),
            _ => Err(format!("there is no command {}\n\n{USAGE}", name.display()).into()),
        },
        Ok(Some(lexopt::Arg::Long("help") | lexopt::Arg::Short('h'))) => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Commands that need the game itself are programs of other crates, built when they are first asked for: who only wants
/// to play does not wait for them.
fn in_crate(package: &str, program: &str, mut args: lexopt::Parser) -> ExitCode {
    let mut cargo = tool::cargo();
    // Files named on the command line are meant from where the command was given.
    cargo.current_dir(".").args(["run", "--quiet", "--profile", "tools", "--package", package, "--bin", program, "--"]);
    let status = args.raw_args().map(|args| cargo.args(args).status());
    match status {
        Ok(Ok(status)) => ExitCode::from(status.code().unwrap_or(1) as u8),
        Ok(Err(error)) => {
            eprintln!("xtask: cargo did not start: {error}");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
