//! Plays every story in `tests/scenarios/` on every board with enough seats, on the library alone. Each is a test with
//! its own name. Prints first which boards skip a story, and why.

use libtest_mimic::{Arguments, Trial};
use testkit::{
    story::{Outcome, all, boards_for, library_board, play},
    tool::root,
};

fn main() {
    let arguments = Arguments::from_args();
    let boards: Vec<_> = boards::load_all(&root()).into_iter().flatten().collect();
    let mut trials = Vec::new();
    for told in all().expect("there are stories") {
        let told_by = told.story.and_then(|story| match boards_for(&story, &boards) {
            Ok((telling, skipped)) => Ok((story, telling, skipped)),
            Err(why) => Err(format!("{}: {why}", told.path)),
        });
        match told_by {
            Err(why) => trials.push(Trial::test(told.name, move || Err(why.into()))),
            Ok((story, telling, skipped)) => {
                if !arguments.list {
                    skipped.iter().for_each(|why| println!("skipped: {} {why}", told.name));
                }
                for board in telling {
                    let (path, story, board, on) =
                        (told.path.clone(), story.clone(), library_board(board), board.name.clone());
                    trials.push(Trial::test(format!("{} on {on}", told.name), move || {
                        match play(&story, board, || Ok(None), &mut |_| {}) {
                            Outcome::Failed(mistake) => Err(format!("{path}: {mistake}").into()),
                            Outcome::Passed { .. } | Outcome::Skipped(_) => Ok(()),
                        }
                    }));
                }
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
