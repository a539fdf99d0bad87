//! Twins: one vote played twice, identical except for the secret votes. Until the reveal everything that anybody else
//! can see, hear or find in the flash must be the same. `docs/secrecy.md` says what is compared and why.

mod onlooker;
mod twins;

use onlooker::Leak;
use testkit::dice::first_seed;
use testkit::twin_plan::Plan;
use twins::{Seen, compare};

/// Number of twins for each board.
fn how_many() -> u64 {
    if std::env::var_os("DIXIT_FULL").is_some() { 36_000 } else { 1_500 }
}

fn boards() -> Vec<dixit_dials::board::Board> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    boards::load_all(root).into_iter().map(|board| testkit::story::library_board(&board.unwrap())).collect()
}

#[test]
fn nothing_visible_differs_between_twins() {
    let mut total = 0;
    for board in boards() {
        let (first, twins, half) = (first_seed(), how_many(), how_many() / 2);
        let run = |seeds: std::ops::Range<u64>| {
            let mut seen = Seen::default();
            for seed in seeds {
                let plan = Plan::new(board, seed);
                match compare(&plan, Leak::None) {
                    Ok(more) => seen.add(&more),
                    Err(difference) => panic!("{} twin {seed}, {plan}: {difference}", board.name),
                }
            }
            seen
        };
        let mut seen = Seen::default();
        std::thread::scope(|scope| {
            let halves = [scope.spawn(|| run(first..first + half)), scope.spawn(|| run(first + half..first + twins))];
            for part in halves {
                seen.add(&part.join().unwrap());
            }
        });
        println!("{}: {twins} twins, {seen}, no difference", board.name);
        seen.assert_all_happened(&board);
        total += twins;
    }
    println!("{total} twins");
}

#[test]
fn every_planted_leak_is_caught_on_every_board() {
    for board in boards() {
        for leak in Leak::PLANTED {
            let caught = (0..300).find_map(|seed| compare(&Plan::new(board, seed), leak).err());
            let caught = caught.unwrap_or_else(|| panic!("{leak:?} on {} went unnoticed", board.name));
            println!("{}: {leak:?} caught: {caught}", board.name);
            assert_eq!(caught.kind, leak.shows_in(), "{leak:?} on {}", board.name);
        }
    }
}

#[test]
fn no_log_takes_a_vote() {
    fn rust_files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rust_files(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    rust_files(&source, &mut files);
    assert!(files.len() > 30);
    let log = source.join("firmware/log.rs");
    for file in files.iter().filter(|file| **file != log) {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(!text.contains("defmt"), "{} can log", file.display());
    }
    // What may be logged: the words of a crash, which parts respond, whether a save went well, and what overran.
    let text = std::fs::read_to_string(log).unwrap();
    let takes: Vec<_> = text.lines().filter(|line| line.starts_with("pub fn")).collect();
    let known = [
        "pub fn start(last_words: Option<&str>) {",
        "pub fn crash(words: &str) {",
        "pub fn screen(viewer: Viewer, there: bool) {",
        "pub fn chain(whole: bool) {",
        "pub fn ring_overran() {",
        "pub fn saved(well: bool) {",
        "pub fn overrun(count: u32) {",
    ];
    assert_eq!(takes, known, "a log that takes something else may take a vote");
}
