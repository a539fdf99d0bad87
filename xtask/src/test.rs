//! `cargo xtask test`: runs all checks one after another, with a summary at the end.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use builder::{
    chip::Chip,
    image,
    tool::{Outcome, cargo, need_chromium, need_npm_packages, npm, ourselves, root, shown},
};

/// How much to run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Depth {
    /// What needs neither the chip's compiler nor the emulated Pico.
    Quick,
    Usual,
    /// Also the long tests, which read `DIXIT_FULL`.
    Full,
}

/// Result of one part.
struct Part {
    name: String,
    took: Duration,
    passed: usize,
    failed: usize,
}

pub fn main(mut args: lexopt::Parser) -> Outcome {
    let mut asked = None;
    while let Some(arg) = args.next()? {
        let depth = match arg {
            lexopt::Arg::Long("quick") => Depth::Quick,
            lexopt::Arg::Long("full") => Depth::Full,
            other => return Err(other.unexpected().into()),
        };
        if asked.replace(depth).is_some_and(|before| before != depth) {
            return Err("test: --quick and --full contradict each other; give one of them".into());
        }
    }
    let depth = asked.unwrap_or(Depth::Usual);
    let mut run = Run { depth, parts: Vec::new() };
    run.everything();
    run.close()
}

/// One run of all parts, and their results.
struct Run {
    depth: Depth,
    parts: Vec<Part>,
}

impl Run {
    fn everything(&mut self) {
        self.check("format", || Ok(cargo_with(&["fmt", "--all", "--check"])));
        self.check("clippy, host", || {
            Ok(cargo_with(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
        });
        self.cargo_tests("tests, host", &["test", "--workspace"]);
        self.check("tsc", || npm_with(&["run", "--silent", "check"]));
        self.check("eslint", || npm_with(&["run", "--silent", "lint"]));
        self.check("prettier", || npm_with(&["run", "--silent", "format:check"]));
        if self.depth > Depth::Quick {
            self.firmware();
        }
        self.vitest();
        if self.depth > Depth::Quick {
            self.cargo_tests("tests, emulated Pico", &["test", "--workspace", "--", "--ignored"]);
            self.check("site", || {
                Ok(cargo_with(&["run", "--quiet", "--profile", "tools", "--package", "site", "--bin", "site"]))
            });
            self.browser();
        }
        if self.depth == Depth::Full {
            self.check("circuit boards, KiCad", || {
                Ok(cargo_with(&[
                    "run",
                    "--quiet",
                    "--profile",
                    "tools",
                    "--package",
                    "xtask",
                    "--bin",
                    "pcb",
                    "--",
                    "--kicad",
                ]))
            });
        }
    }

    /// A part that passes or fails as a whole.
    fn check(&mut self, name: &str, command: impl FnOnce() -> Outcome<Command>) {
        self.part(name, || {
            let mut command = command()?;
            println!("> {}", shown(&command));
            let held = command.status()?.success();
            Ok((usize::from(held), usize::from(!held)))
        });
    }

    /// A part that reports its own counts. If it cannot start, that counts as a failure.
    fn part(&mut self, name: &str, run: impl FnOnce() -> Outcome<(usize, usize)>) {
        println!("\n== {name}");
        let start = Instant::now();
        let (passed, failed) = run().unwrap_or_else(|error| {
            println!("{error}");
            (0, 1)
        });
        self.parts.push(Part { name: name.to_string(), took: start.elapsed(), passed, failed });
    }

    fn cargo_tests(&mut self, name: &str, arguments: &[&str]) {
        let full = self.depth == Depth::Full;
        self.part(name, || {
            let mut command = cargo();
            // With --no-fail-fast one failing test does not hide the others.
            command.arg(arguments[0]).arg("--no-fail-fast").args(&arguments[1..]);
            if full {
                command.env("DIXIT_FULL", "1");
            }
            let (mut passed, mut failed) = (0, 0);
            let held = follow(&mut command, |line| {
                if let Some((ok, bad)) = counts(line) {
                    passed += ok;
                    failed += bad;
                }
            })?;
            // A test that does not compile appears in no count.
            Ok((passed, if held { failed } else { failed.max(1) }))
        });
    }

    /// Lints and builds the firmware for every chip, with every board.
    fn firmware(&mut self) {
        for board in image::chosen(None).unwrap_or_default() {
            self.part(&format!("firmware, {board}"), || image::build_for_all(&board).map(|_| (1, 0)));
        }
        for chip in Chip::ALL {
            self.lint(chip);
        }
        self.check("emulator", || npm_with(&["run", "--silent", "build:headless"]));
    }

    fn lint(&mut self, chip: Chip) {
        self.check(&format!("clippy, {}", chip.name()), || {
            let mut clippy = cargo();
            clippy.args([
                "clippy",
                "--release",
                "--package",
                "dixit-dials",
                "--lib",
                "--bins",
                "--target",
                chip.target(),
                "--target-dir",
            ]);
            clippy.arg(root().join("target/clippy")).args(["--", "-D", "warnings"]);
            Ok(clippy)
        });
    }

    fn vitest(&mut self) {
        self.part("vitest", || vitest("test", |_| Ok(())));
    }

    fn browser(&mut self) {
        self.part("browser", || {
            vitest("test:browser", |command| {
                command.env("CHROMIUM", need_chromium()?).env("XTASK", ourselves()?);
                Ok(())
            })
        });
    }

    fn close(&self) -> Outcome {
        let width = self.parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
        let (mut passed, mut failed) = (0, 0);
        println!("\n{:width$}  {:>6}  {:>6}  {:>8}", "part", "passed", "failed", "time");
        for part in &self.parts {
            let time = format!("{:.1} s", part.took.as_secs_f32());
            println!("{:width$}  {:>6}  {:>6}  {time:>8}", part.name, part.passed, part.failed);
            passed += part.passed;
            failed += part.failed;
        }
        println!("\n{passed} passed, {failed} failed");
        if failed == 0 { Ok(()) } else { Err("not everything holds; the parts above say what".into()) }
    }
}

fn cargo_with(arguments: &[&str]) -> Command {
    let mut command = cargo();
    command.args(arguments);
    command
}

fn npm_with(arguments: &[&str]) -> Outcome<Command> {
    need_npm_packages()?;
    let mut command = npm();
    command.args(arguments);
    Ok(command)
}

/// Runs a command, prints its output as it comes, and passes each line to `read`.
fn follow(command: &mut Command, mut read: impl FnMut(&str)) -> Outcome<bool> {
    println!("> {}", shown(command));
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let mut screen = std::io::stdout();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).split(b'\n') {
            let line = line?;
            screen.write_all(&line)?;
            screen.write_all(b"\n")?;
            read(&String::from_utf8_lossy(&line));
        }
    }
    Ok(child.wait()?.success())
}

/// `test result: ok. 18 passed; 0 failed; …` → 18 and 0.
fn counts(line: &str) -> Option<(usize, usize)> {
    let result = line.trim().strip_prefix("test result: ")?;
    let number = |word: &str| {
        let before = result.split(word).next()?.trim_end();
        before.rsplit([' ', ';']).next()?.parse().ok()
    };
    Some((number("passed")?, number("failed")?))
}

/// Runs one of the simulator's vitest scripts and reads the counts from its report.
fn vitest(script: &str, prepare: impl FnOnce(&mut Command) -> Outcome) -> Outcome<(usize, usize)> {
    let report = root().join("target").join(script.replace(':', "-")).with_extension("json");
    let _ = fs::remove_file(&report);
    let mut command = npm_with(&["run", "--silent", script, "--", "--reporter=default", "--reporter=json"])?;
    command.arg(format!("--outputFile={}", report.display()));
    prepare(&mut command)?;
    println!("> {}", shown(&command));
    let held = command.status()?.success();
    let (passed, failed) = vitest_counts(&report).unwrap_or((0, 0));
    // A run without a report appears in no count.
    Ok((passed, if held { failed } else { failed.max(1) }))
}

fn vitest_counts(report: &Path) -> Option<(usize, usize)> {
    let report: serde_json::Value = serde_json::from_slice(&fs::read(report).ok()?).ok()?;
    let number = |key: &str| report[key].as_u64().map(|number| number as usize);
    Some((number("numPassedTests")?, number("numFailedTests")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_from_the_lines_that_cargo_prints() {
        let line = "test result: FAILED. 17 passed; 3 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.02s";
        assert_eq!(counts(line), Some((17, 3)));
        assert_eq!(counts("test a_result_passed ... ok"), None);
    }
}
