//! Stories played by the release firmware on the emulated Pico: every turn and press goes through the emulated knobs,
//! and every screen must show what the library draws, pixel for pixel. Each story on each board is a test with its own
//! name; the full run plays all of them.

use std::{env, sync::LazyLock};

use libtest_mimic::{Arguments, Trial};
use testkit::{
    emulator,
    image::{self, Image},
    story::{Outcome, Pico, all, boards_for, library_board, play},
    tool::root,
};

/// The stories of the usual run. Together they cover every ruleset, every question and every phase, and steps back.
const USUAL: [&str; 10] = [
    "dixit-four-players-one-round",
    "dixit-three-players-two-cards-each",
    "disney-three-players",
    "odyssey-seven-second-vote-used-and-declined",
    "party-six-players-one-lap",
    "team-partners-card-is-a-decoy",
    "double-claim-sent-back",
    "back-says-what-it-undid",
    "vote-unlocked-during-the-countdown",
    "power-cut-in-each-phase",
];

static IMAGES: LazyLock<Result<Vec<Image>, String>> = LazyLock::new(|| {
    let build = || {
        emulator::prepare()?;
        image::build_all(&image::chosen(None)?)
    };
    build().map_err(|error| error.to_string())
});

fn main() {
    let full = env::var_os("DIXIT_FULL").is_some();
    let boards: Vec<_> = boards::load_all(&root()).into_iter().flatten().collect();
    let mut trials = Vec::new();
    for told in all().expect("there are stories").into_iter().filter(|told| full || USUAL.contains(&told.name.as_str()))
    {
        // A story that cannot be read, or that no board can play, fails in the library's test of all stories.
        let Ok(story) = told.story else { continue };
        for board in boards_for(&story, &boards).map_or(Vec::new(), |(telling, _)| telling) {
            let (path, name, story, board) =
                (told.path.clone(), board.name.clone(), story.clone(), library_board(board));
            let trial = Trial::test(format!("{} on {name}", told.name), move || {
                let images = IMAGES.as_ref().map_err(String::as_str)?;
                let image = images.iter().find(|image| image.board == name).ok_or("it was not built")?;
                match play(&story, board, || Pico::start(&image.folder, 1).map(Some), &mut |_| {}) {
                    Outcome::Failed(mistake) => Err(format!("{path}: {mistake}").into()),
                    Outcome::Passed { .. } | Outcome::Skipped(_) => Ok(()),
                }
            });
            // Ignored by default: it builds firmware and takes a while. Run by cargo xtask test.
            trials.push(trial.with_ignored_flag(true));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
