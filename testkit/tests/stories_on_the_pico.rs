//! Stories told by the release firmware on the emulated Pico: every turn and press goes through the emulated knobs,
//! and every screen must show what the library draws, pixel for pixel. The full run tells all of them on every board.

use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
};

use testkit::{
    emulator, image,
    story::{Outcome, Pico, Story, library_board, play},
    tool::root,
};

/// Together they go through every ruleset, every question and every phase.
const USUAL: [&str; 9] = [
    "dixit-four-players-one-round",
    "dixit-three-players-two-cards-each",
    "disney-three-players",
    "odyssey-seven-second-vote-used-and-declined",
    "party-six-players-one-lap",
    "team-partners-card-is-a-decoy",
    "double-claim-sent-back",
    "vote-unlocked-during-the-countdown",
    "power-cut-in-each-phase",
];

fn files() -> Vec<PathBuf> {
    let folder = root().join("tests/scenarios");
    if env::var_os("DIXIT_FULL").is_none() {
        return USUAL.iter().map(|name| folder.join(name).with_extension("toml")).collect();
    }
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect()
}

/// What went differently, and how many stories the board told.
fn tell(image: &image::Image) -> (Vec<String>, usize) {
    let board = library_board(&boards::load(&root(), &image.board).unwrap());
    let (mut failures, mut told) = (Vec::new(), 0);
    for file in files() {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let story = Story::read(&fs::read_to_string(Path::new(&file)).unwrap()).unwrap();
        match play(&story, board, || Pico::start(&image.folder, 1).map(Some), &mut |_| {}) {
            Outcome::Passed { .. } => told += 1,
            Outcome::Skipped(_) => {}
            Outcome::Failed(difference) => failures.push(format!("{name} on {}: {difference}", image.board)),
        }
    }
    (failures, told)
}

#[test]
#[ignore = "builds firmware and runs it on the emulated Pico: cargo xtask test"]
fn the_device_tells_every_story_as_the_library_does() {
    emulator::prepare().unwrap();
    let images = image::build_all(&image::chosen(None).unwrap()).unwrap();
    let outcomes: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = images.iter().map(|image| scope.spawn(|| tell(image))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for (image, (failures, told)) in images.iter().zip(&outcomes) {
        println!("{}: {told} stories told, {} otherwise", image.board, failures.len());
        assert!(*told > 0, "{} told no story", image.board);
    }
    let failures: Vec<_> = outcomes.into_iter().flat_map(|(failures, _)| failures).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}
