//! `cargo xtask test`: runs all checks in three lanes at the same time, with a summary at the end.

use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use builder::{
    chip::Chip,
    image,
    tool::{
        self, Outcome, cargo, need_chip_target, need_chromium, need_npm_packages, need_unicorn, npm, ourselves, root,
    },
};

/// How much to run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Depth {
    /// What needs no firmware.
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
    let parts = everything(depth)?;
    close(&parts)
}

/// Runs all parts in three lanes at the same time: the tests that cargo runs, the linters, and the firmware with the web
/// pages, where the browser mostly waits. Tests on the emulated chip wait for the firmware, and the site for its
/// program, which is compiled with the tests.
fn everything(depth: Depth) -> Outcome<Vec<Part>> {
    // Before the lanes start: several need these, and must not install them at the same time.
    need_npm_packages()?;
    if depth > Depth::Quick {
        Chip::ALL.into_iter().try_for_each(need_chip_target)?;
    }
    let mut compiled = Lane::new(depth, Shown::AsItComes);
    let [mut lints, mut pages] = [Shown::AtTheEnd; 2].map(|shown| Lane::new(depth, shown));
    let (firmware_built, firmware) = mpsc::channel();
    let (programs_built, programs) = mpsc::channel();
    thread::scope(|scope| {
        let (lints, pages) = (&mut lints, &mut pages);
        scope.spawn(move || lints.lints());
        scope.spawn(move || pages.pages(firmware_built, &programs));
        compiled.compiled(programs_built, &firmware);
    });
    Ok([compiled, lints, pages].into_iter().flat_map(|lane| lane.parts).collect())
}

/// When a part's output is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    AsItComes,
    /// In one piece, because other lanes print at the same time.
    AtTheEnd,
}

/// Parts that run one after another, and their results.
struct Lane {
    depth: Depth,
    shown: Shown,
    parts: Vec<Part>,
}

impl Lane {
    fn new(depth: Depth, shown: Shown) -> Self {
        Self { depth, shown, parts: Vec::new() }
    }

    /// Drops its sender once the programs are built; what needs them waits for that.
    fn compiled(&mut self, programs_built: mpsc::Sender<()>, firmware: &mpsc::Receiver<()>) {
        if self.depth > Depth::Quick {
            // As the tests are compiled, so that their dependencies are not compiled twice.
            let build = ["build", "--workspace", "--all-targets", "--profile", "test"];
            self.check("tests and programs, built", || Ok(cargo_with(&build)));
        }
        drop(programs_built);
        self.cargo_tests("tests, host", &["test", "--workspace"], None);
        if self.depth > Depth::Quick {
            // Returns when the other lane drops its sender.
            let _ = firmware.recv();
            self.cargo_tests("tests, emulated Pico", &["test", "--workspace", "--tests", "--", "--ignored"], None);
        }
        if self.depth == Depth::Full {
            // The usual run has a sample of this (tests/on_chip/second_chip.rs).
            let again = ["test", "--package", "dixit-dials", "--package", "testkit", "--tests", "--", "--ignored"];
            self.cargo_tests("tests, emulated Pico 2", &again, Some(Chip::Rp2350));
            self.check("circuit boards, KiCad", || program("pcb", &["--kicad"]));
        }
    }

    fn lints(&mut self) {
        self.check("format", || Ok(cargo_with(&["fmt", "--all", "--check"])));
        self.check("tsc", || npm_with(&["run", "--silent", "check"]));
        self.check("eslint", || npm_with(&["run", "--silent", "lint"]));
        self.check("prettier", || npm_with(&["run", "--silent", "format:check"]));
        // Cargo's checks come last, because cargo locks the folders in which the other lanes build.
        self.check("clippy, host", || {
            Ok(cargo_with(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
        });
        if self.depth > Depth::Quick {
            self.lint_firmware();
        }
    }

    /// Drops its sender once the firmware and the emulator are built.
    fn pages(&mut self, firmware_built: mpsc::Sender<()>, programs: &mpsc::Receiver<()>) {
        if self.depth > Depth::Quick {
            self.firmware();
        }
        self.check("emulator", || npm_with(&["run", "--silent", "build:headless"]));
        drop(firmware_built);
        if self.depth > Depth::Quick {
            let _ = programs.recv();
            self.check("site", || program("site", &[]));
            self.part("browser", |shown| {
                vitest("test:browser", shown, |command| {
                    command.env("CHROMIUM", need_chromium()?).env("XTASK", ourselves()?);
                    Ok(())
                })
            });
        }
        let depth = self.depth;
        self.part("vitest", |shown| {
            vitest("test", shown, |command| {
                match depth {
                    Depth::Quick => command.env("DIXIT_QUICK", "1"),
                    Depth::Usual => command,
                    Depth::Full => command.env("DIXIT_FULL", "1").env("PYTHONPATH", need_unicorn()?),
                };
                Ok(())
            })
        });
    }

    /// A part that passes or fails as a whole.
    fn check(&mut self, name: &str, command: impl FnOnce() -> Outcome<Command>) {
        self.part(name, |shown| {
            let held = holds(&mut command()?, shown)?;
            Ok((usize::from(held), usize::from(!held)))
        });
    }

    /// A part that reports its own counts. If it cannot start, that counts as a failure.
    fn part(&mut self, name: &str, run: impl FnOnce(Shown) -> Outcome<(usize, usize)>) {
        if self.shown == Shown::AsItComes {
            println!("\n== {name}");
        }
        let start = Instant::now();
        let (passed, failed) = run(self.shown).unwrap_or_else(|error| {
            println!("{error}");
            (0, 1)
        });
        let took = start.elapsed();
        if self.shown == Shown::AtTheEnd {
            println!("== {name}: {} in {:.0} s", if failed == 0 { "holds" } else { "fails" }, took.as_secs_f32());
        }
        self.parts.push(Part { name: name.to_string(), took, passed, failed });
    }

    /// Tests that are run by cargo, on the usual chip or on this one.
    fn cargo_tests(&mut self, name: &str, arguments: &[&str], chip: Option<Chip>) {
        let full = self.depth == Depth::Full;
        self.part(name, |_| {
            let mut command = cargo();
            // With --no-fail-fast one failing test does not hide the others.
            command.arg(arguments[0]).arg("--no-fail-fast").args(&arguments[1..]);
            if full {
                command.env("DIXIT_FULL", "1");
            }
            match chip {
                Some(chip) => command.env("DIXIT_CHIP", chip.name()),
                None => command.env_remove("DIXIT_CHIP"),
            };
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

    /// The firmware for every chip, beside every board.
    fn firmware(&mut self) {
        for board in image::chosen(None).unwrap_or_default() {
            self.part(&format!("firmware, {board}"), |_| image::build_for_all(&board).map(|_| (1, 0)));
        }
    }

    fn lint_firmware(&mut self) {
        // One run a chip: with both targets cargo would give embassy the features of both.
        for chip in Chip::ALL {
            self.check(&format!("clippy, {}", chip.name()), || {
                let mut clippy = cargo_with(&["clippy", "--release", "--package", "dixit-dials", "--lib", "--bins"]);
                clippy.args(["--target", chip.target(), "--target-dir"]).arg(root().join("target/clippy"));
                clippy.env("CARGO_BUILD_BUILD_DIR", image::build_folder()).args(["--", "-D", "warnings"]);
                Ok(clippy)
            });
        }
    }
}

fn close(parts: &[Part]) -> Outcome {
    let width = parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
    let (mut passed, mut failed) = (0, 0);
    println!("\n{:width$}  {:>6}  {:>6}  {:>8}", "part", "passed", "failed", "time");
    for part in parts {
        let time = format!("{:.1} s", part.took.as_secs_f32());
        println!("{:width$}  {:>6}  {:>6}  {time:>8}", part.name, part.passed, part.failed);
        passed += part.passed;
        failed += part.failed;
    }
    println!("\n{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err("not everything holds; the parts above say what".into()) }
}

fn cargo_with(arguments: &[&str]) -> Command {
    let mut command = cargo();
    command.args(arguments);
    command
}

/// A program of another crate, built with the tests and beside us.
fn program(name: &str, arguments: &[&str]) -> Outcome<Command> {
    let path = ourselves()?.with_file_name(name).with_extension(env::consts::EXE_EXTENSION);
    let mut command = tool::command(path.to_str().ok_or("the project's folder has a name that is not text")?);
    command.args(arguments);
    Ok(command)
}

/// Runs a command to its end and says whether it succeeded.
fn holds(command: &mut Command, shown: Shown) -> Outcome<bool> {
    let line = tool::shown(command);
    if shown == Shown::AsItComes {
        println!("> {line}");
        return Ok(command.status()?.success());
    }
    let output = command.stdin(Stdio::null()).output()?;
    // A single write keeps the other lanes' lines whole.
    let mut text = format!("\n> {line}\n").into_bytes();
    text.extend(output.stdout);
    text.extend(output.stderr);
    std::io::stdout().lock().write_all(&text)?;
    Ok(output.status.success())
}

fn npm_with(arguments: &[&str]) -> Outcome<Command> {
    need_npm_packages()?;
    let mut command = npm();
    command.args(arguments);
    Ok(command)
}

/// Runs a command, prints its output as it comes, and passes each line to `read`.
fn follow(command: &mut Command, mut read: impl FnMut(&str)) -> Outcome<bool> {
    println!("> {}", tool::shown(command));
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

/// Runs a script of the simulator's that is one of vitest's runs, and counts from its report.
fn vitest(script: &str, shown: Shown, prepare: impl FnOnce(&mut Command) -> Outcome) -> Outcome<(usize, usize)> {
    let report = root().join("target").join(script.replace(':', "-")).with_extension("json");
    let _ = fs::remove_file(&report);
    let mut command = npm_with(&["run", "--silent", script, "--", "--reporter=default", "--reporter=json"])?;
    command.arg(format!("--outputFile={}", report.display()));
    prepare(&mut command)?;
    let held = holds(&mut command, shown)?;
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
