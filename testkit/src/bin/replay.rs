//! `cargo xtask replay`: plays stories by turning and pressing the knobs of the emulated device.

use std::{fs, io::ErrorKind, path::PathBuf, process::ExitCode};

use lexopt::ValueExt;

use testkit::{
    chip::Chip,
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
    let mut chip = Chip::DEFAULT;
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("board") => board = Some(args.value()?.string()?),
            lexopt::Arg::Long("chip") => chip = Chip::named(&args.value()?.string()?)?,
            lexopt::Arg::Value(file) => files.push(file.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    if files.is_empty() {
        return Err("no story given; for all of them: cargo xtask replay tests/scenarios/*.toml".into());
    }
    let boards = image::chosen(board.as_deref().or(Some(boards::DEFAULT)))?;
    let images = image::build_all_for(&boards, chip)?;
    emulator::prepare()?;
    let (mut passed, mut failed) = (0, 0);
    for image in &images {
        let board = library_board(&boards::load(&root(), &image.board)?);
        for file in &files {
            // An unreadable story does not stop the others.
            let read = fs::read_to_string(file).map_err(|error| match error.kind() {
                ErrorKind::InvalidData => "it is not text in UTF-8; save it as that".to_string(),
                _ => error.to_string(),
            });
            let told =
                read.and_then(|text| Story::read(&text).map_err(|mistake| mistake.to_string())).and_then(|story| {
                    println!("{} on {}: {}", file.display(), image.board, story.story);
                    let device = || Pico::start(&image.folder, 1).map(Some);
                    match play(&story, board, device, &mut |round| println!("     {round}")) {
                        Told::Failed(mistake) => Err(mistake.to_string()),
                        told => Ok(told),
                    }
                });
            match told {
                Ok(Told::Skipped(why)) => println!("  skipped: {why}"),
                Ok(_) => {
                    println!("  ok");
                    passed += 1;
                }
                Err(why) => {
                    println!("  FAIL {}: {why}", file.display());
                    failed += 1;
                }
            }
        }
    }
    println!("\n{passed} passed, {failed} failed");
    if passed + failed == 0 {
        return Err(format!("no story is for the board {}; the reasons are above", boards.join(", ")).into());
    }
    if failed == 0 { Ok(()) } else { Err("not every story came out as it is written; FAIL above says why".into()) }
}
