//! `cargo xtask replay`: stories told by turning and pressing the knobs of the emulated device.

use std::{fs, path::PathBuf, process::ExitCode};

use lexopt::ValueExt;

use testkit::{
    emulator, image,
    story::{Outcome as Told, Pico, Story, library_board, play},
    tool::{Outcome, root},
};

fn main() -> ExitCode {
    match replay(lexopt::Parser::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("replay: {error}");
            ExitCode::FAILURE
        }
    }
}

fn replay(mut args: lexopt::Parser) -> Outcome {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut board = None;
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("board") => board = Some(args.value()?.string()?),
            lexopt::Arg::Value(file) => files.push(file.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    if files.is_empty() {
        return Err("no story given; for all of them: cargo xtask replay tests/scenarios/*.toml".into());
    }
    let boards = image::chosen(board.as_deref().or(Some("table")))?;
    let images = image::build_all(&boards)?;
    emulator::prepare()?;
    let (mut passed, mut failed) = (0, 0);
    for image in &images {
        let board = library_board(&boards::load(&root(), &image.board)?);
        for file in &files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
            let story = match Story::read(&text) {
                Ok(story) => story,
                Err(error) => {
                    println!("FAIL {name}: {error}");
                    failed += 1;
                    continue;
                }
            };
            println!("{} — {name}: {}", image.board, story.story);
            let device = || Pico::start(&image.folder, 1).map(Some);
            match play(&story, board, device, &mut |round| println!("     {round}")) {
                Told::Passed { .. } => {
                    println!("  ok");
                    passed += 1;
                }
                Told::Skipped(why) => println!("  skipped: {why}"),
                Told::Failed(difference) => {
                    println!("  FAIL {difference}");
                    failed += 1;
                }
            }
        }
    }
    println!("\n{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err(format!("{failed} stories came out differently").into()) }
}
