//! `cargo xtask bench board-page`: download size of the page for making boards, and the time of its first drawing. The
//! time depends on the computer as much as on our code.

use serde::Deserialize;

use super::{
    Options,
    sheet::{Figures, Row},
    simulator::in_browser,
};
use testkit::tool::Outcome;

const CODE_GOAL_KIB: u64 = 500;
const DRAWING_GOAL_MS: f64 = 1_000.0;
/// Part of the name of the browser test that measures it, and the file it writes.
const TEST: &str = "measures the time to its first drawing";
const FILE: &str = "target/board-page.json";

#[derive(Deserialize)]
struct Measured {
    /// Time for the slowest bundled board.
    first_drawing_ms: f64,
    wasm_bytes: u64,
    gzip_bytes: u64,
}

pub fn run(options: &Options) -> Outcome<Figures> {
    options.images()?;
    options.progress("board page");
    let Measured { first_drawing_ms, wasm_bytes, gzip_bytes } = in_browser(TEST, FILE)?;
    let (packed, whole) = (gzip_bytes.div_ceil(1024), wasm_bytes.div_ceil(1024));
    let rows = vec![
        Row::new("page that makes boards: WebAssembly, compressed", format!("{packed} KiB"))
            .goal(format!("under {CODE_GOAL_KIB} KiB"), packed < CODE_GOAL_KIB)
            .beside(format!("{whole} KiB as it runs")),
        Row::new("page that makes boards: opened → first drawing", format!("{first_drawing_ms:.0} ms"))
            .goal("under 1 s", first_drawing_ms < DRAWING_GOAL_MS),
    ];
    Ok(Figures { rows, ..Figures::default() })
}
