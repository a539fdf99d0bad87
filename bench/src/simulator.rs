//! `cargo xtask bench simulator`: speed of the emulated Pico in node and in the page. These figures depend on the
//! computer as much as on the simulator.

use std::{fs, time::Instant};

use serde::{Deserialize, de::DeserializeOwned};

use super::{
    Options,
    sheet::{Figures, Row},
};
use testkit::{
    image::Image,
    maker,
    rig::{Rig, most_players, rounded},
    tool::{Outcome, cargo, need_chromium, need_npm_packages, npm, root, run as done},
};

const GAP_GOAL_MS: f64 = 50.0;
/// Real time, with a margin for the rounding of the browser's clock.
const REAL_TIME: f64 = 0.98;
const FIRST_PICTURE_GOAL_MS: f64 = 3_000.0;

#[derive(Clone, Copy, Deserialize)]
struct Measured {
    pace: f64,
    longest_gap_ms: f64,
    /// Longest frame gap of an empty page: the effect of other work on this computer.
    empty_page_gap_ms: f64,
}

/// From opening the page to its first picture, on emulated networks.
#[derive(Clone, Copy, Deserialize)]
struct FirstPicture {
    bytes: u64,
    at_9_mbit_ms: f64,
    at_1_6_mbit_ms: f64,
}

fn node(image: &Image) -> Outcome<(f64, f64)> {
    let board = boards::load(&testkit::tool::root(), &image.board)?;
    let mut rig = Rig::vote(image, most_players(&board))?;
    let pace = |rig: &mut Rig, deed: &dyn Fn(&mut Rig) -> Outcome| -> Outcome<f64> {
        let (from, start) = (rig.now_ns()?, Instant::now());
        deed(rig)?;
        let passed = (rig.now_ns()? - from) / 1e9;
        Ok(passed / start.elapsed().as_secs_f64())
    };
    // The first second is spent on JIT compilation.
    rig.run_ms(1_000.0)?;
    let idle = pace(&mut rig, &|rig| rig.run_ms(20_000.0))?;
    rig.turn_all(20, 50.0)?;
    let busy = pace(&mut rig, &|rig| rig.turn_all(60, 50.0))?;
    Ok((idle, busy))
}

/// Runs the browser test whose name contains `test`, and reads its measurements.
pub fn in_browser<T: DeserializeOwned>(test: &str, file: &str) -> Outcome<T> {
    need_npm_packages()?;
    let browser = need_chromium()?;
    // The pages are built together, so the code of this page is needed whichever one is measured.
    maker::build()?;
    let file = root().join(file);
    // Results of an earlier run must not count as this one's.
    let _ = fs::remove_file(&file);
    let mut command = npm();
    command.args(["run", "--silent", "test:browser", "--", "-t", test]).env("CHROMIUM", browser);
    let output = command.output()?;
    match fs::read_to_string(&file) {
        Ok(text) => Ok(serde_json::from_str(&text)?),
        Err(_) => Err(format!("the page was not measured:\n{}", String::from_utf8_lossy(&output.stdout).trim()).into()),
    }
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let images = options.images()?;
    let most_screens =
        |image: &&Image| boards::load(&testkit::tool::root(), &image.board).map_or(0, |board| board.screens.len());
    let image = images.iter().max_by_key(most_screens).ok_or("there is no board")?;
    options.progress("simulator: node");
    let (idle, busy) = node(image)?;
    options.progress("simulator: page");
    // Part of the name of the browser test that measures the page, and the file it writes.
    let chip = options.chip.name().to_lowercase();
    let (test, file) = (format!("{chip} and measures speed"), format!("target/page-{chip}.json"));
    let page = in_browser::<Measured>(&test, &file).inspect_err(|error| eprintln!("{error}")).ok();
    done(cargo().args(["run", "--quiet", "--profile", "tools", "--package", "site", "--bin", "site"]))?;
    let first = in_browser::<FirstPicture>("measures the time to it", "target/first-picture.json")
        .inspect_err(|error| eprintln!("{error}"))
        .ok();
    let beside = first.map_or(String::new(), |first| {
        format!("{:.0} ms at 1.6 Mbit/s; {} KB downloaded", first.at_1_6_mbit_ms, first.bytes / 1000)
    });
    let first = first.map(|first| first.at_9_mbit_ms.round());
    let (pace, gap) = (page.map(|page| rounded(page.pace, 2)), page.map(|page| page.longest_gap_ms.round()));
    let empty =
        page.map_or(String::new(), |page| format!("an empty page at the same time: {:.0} ms", page.empty_page_gap_ms));
    let said = |value: Option<f64>, unit: &str| value.map_or("not measured".into(), |value| format!("{value} {unit}"));
    let board = &image.board;
    let rows = vec![
        Row::new(format!("simulator in node, {board}: idle in a vote"), format!("{idle:.0} × real time")),
        Row::new(format!("simulator in node, {board}: all knobs turning"), format!("{busy:.1} × real time")),
        Row::new(format!("simulator page, {board}: pace"), said(pace, "× real time"))
            .goal("real time", pace.is_some_and(|pace| pace >= REAL_TIME)),
        Row::new(format!("simulator page, {board}: longest frame gap"), said(gap, "ms"))
            .goal("under 50 ms", gap.is_some_and(|gap| gap < GAP_GOAL_MS))
            .beside(empty),
        Row::new("simulator page: opened → first picture at 9 Mbit/s", said(first, "ms"))
            .goal("under 3 s", first.is_some_and(|first| first < FIRST_PICTURE_GOAL_MS))
            .beside(beside),
    ];
    Ok(Figures { rows, ..Figures::default() })
}
