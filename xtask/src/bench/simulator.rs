//! `cargo xtask bench simulator`: how fast the emulated Pico runs, in node and in the page. These figures are the
//! computer's as much as ours.

use std::time::Instant;

use serde_json::json;

use super::{
    Figures, Options,
    rig::{Rig, most_players, rounded},
    sheet::Row,
};
use crate::{
    image::Image,
    tool::{Outcome, need_chromium, need_npm_packages, npm},
};

const GAP_GOAL_MS: f64 = 50.0;
/// Real time, but for the rounding of a browser's clock.
const REAL_TIME: f64 = 0.98;
/// The browser test that measures the page, and what it says.
const PAGE_TEST: &str = "runs twelve screens in real time";
const SAYS: [&str; 3] = ["pods in the browser: ", " × real time, longest frame gap ", " ms"];

fn node(image: &Image) -> Outcome<(f64, f64)> {
    let board = boards::load(&crate::tool::root(), &image.board)?;
    let mut rig = Rig::vote(image, most_players(&board))?;
    let pace = |rig: &mut Rig, deed: &dyn Fn(&mut Rig) -> Outcome| -> Outcome<f64> {
        let (from, start) = (rig.now_ns()?, Instant::now());
        deed(rig)?;
        let passed = (rig.now_ns()? - from) / 1e9;
        Ok(passed / start.elapsed().as_secs_f64())
    };
    // The first second is spent compiling.
    rig.run_ms(1_000.0)?;
    let idle = pace(&mut rig, &|rig| rig.run_ms(20_000.0))?;
    rig.turn_all(20, 50.0)?;
    let busy = pace(&mut rig, &|rig| rig.turn_all(60, 50.0))?;
    Ok((idle, busy))
}

/// Runs the page's own test and reads off what it measured: pace and longest gap.
fn page() -> Outcome<(f64, f64)> {
    need_npm_packages()?;
    let browser = need_chromium()?;
    let output =
        npm().args(["run", "--silent", "test:browser", "--", "-t", PAGE_TEST]).env("CHROMIUM", browser).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let read = || {
        let (_, rest) = said.split_once(SAYS[0])?;
        let (pace, rest) = rest.split_once(SAYS[1])?;
        let (gap, _) = rest.split_once(SAYS[2])?;
        Some((pace.trim().parse().ok()?, gap.trim().parse().ok()?))
    };
    read().ok_or_else(|| format!("the page was not measured:\n{}", said.trim()).into())
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let images = options.images()?;
    let most_screens =
        |image: &&Image| boards::load(&crate::tool::root(), &image.board).map_or(0, |board| board.screens.len());
    let image = images.iter().max_by_key(most_screens).ok_or("there is no board")?;
    options.progress("simulator: node");
    let (idle, busy) = node(image)?;
    options.progress("simulator: page");
    let (pace, gap) = match page() {
        Ok((pace, gap)) => (Some(pace), Some(gap)),
        Err(error) => {
            eprintln!("{error}");
            (None, None)
        }
    };
    let said = |value: Option<f64>, unit: &str| value.map_or("not measured".into(), |value| format!("{value} {unit}"));
    let board = &image.board;
    let rows = vec![
        Row::new(format!("simulator in node, {board}: idle in a vote"), format!("{idle:.0} × real time")),
        Row::new(format!("simulator in node, {board}: all knobs turning"), format!("{busy:.1} × real time")),
        Row::new(format!("simulator page, {board}: pace"), said(pace, "× real time"))
            .goal("real time", pace.is_some_and(|pace| pace >= REAL_TIME)),
        Row::new(format!("simulator page, {board}: longest frame gap"), said(gap, "ms"))
            .goal("under 50 ms", gap.is_some_and(|gap| gap < GAP_GOAL_MS)),
    ];
    let json = json!({
        "node_idle_x": rounded(idle, 1),
        "node_busy_x": rounded(busy, 2),
        "page_pods_x": pace,
        "page_longest_gap_ms": gap,
    });
    Ok(Figures { json, text: String::new(), rows, growth: Vec::new() })
}
