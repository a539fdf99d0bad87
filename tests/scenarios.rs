//! Every story in `tests/scenarios/` is told on every board that seats it, by the library alone.

use std::{fs, path::Path};

use testkit::story::{Outcome, Story, library_board, play};

#[test]
fn every_story_comes_out_as_it_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> =
        fs::read_dir(root.join("tests/scenarios")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    assert!(files.len() >= 40, "only {} stories", files.len());
    let boards: Vec<_> = boards::load_all(root).into_iter().map(Result::unwrap).collect();
    let (mut told, mut failures) = (0, Vec::new());
    for file in &files {
        let name = file.file_stem().unwrap().to_string_lossy();
        let story = Story::read(&fs::read_to_string(file).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut boards_that_told = 0;
        for board in &boards {
            match play(&story, library_board(board), || Ok(None), &mut |_| {}) {
                Outcome::Passed { .. } => boards_that_told += 1,
                Outcome::Skipped(_) => {}
                Outcome::Failed(difference) => failures.push(format!("{name} on {}: {difference}", board.name)),
            }
        }
        assert!(boards_that_told > 0 || !failures.is_empty(), "no board can tell {name}");
        told += boards_that_told;
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    println!("{} stories, told {told} times", files.len());
}
