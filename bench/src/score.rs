//! `cargo xtask bench score`: the heaviest possible round, scored on the emulated core.

use super::{
    Options,
    sheet::{Figures, Row},
};
use testkit::tool::Outcome;

const GOAL_US: f64 = 100.0;

pub fn run(options: &Options) -> Outcome<Figures> {
    let peers = options.peers()?;
    let us = |cycles: u64| cycles as f64 / options.chip.clock_hz() * 1e6;
    let (cold, warm) = (us(peers.scored_cold), us(peers.scored_warm));
    let row = Row::new(
        "heaviest round scored (12 players, 22 votes), its code in the cache / not, µs",
        format!("{warm:.0} / {cold:.0}"),
    )
    .goal("under 100 µs", cold < GOAL_US);
    Ok(Figures { rows: vec![row], ..Figures::default() })
}
