//! Board files: the bundled ones stand, each kind of mistake is named, and one file moves firmware and simulator together.

use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_bundled_board_is_valid() {
    let boards = boards::load_all(root()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let names: Vec<&str> = boards.iter().map(|board| board.name.as_str()).collect();
    assert_eq!(names, ["pods", "solo", "table"]);
}
