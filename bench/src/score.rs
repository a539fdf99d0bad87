//! `cargo xtask bench score`: the heaviest round of every number of players, scored on the emulated core.

use serde_json::json;

use super::{
    Figures, Options,
    growth::{self, Growth},
    sheet::Row,
};
use testkit::{
    rig::{HZ, rounded},
    tool::Outcome,
};

const GOAL_US: f64 = 100.0;

pub fn run(options: &Options) -> Outcome<Figures> {
    let scores = &options.peers()?.scores;
    let us = |cycles: u64| rounded(cycles as f64 / HZ * 1e6, 2);
    let worst = scores.iter().map(|&(_, cycles)| cycles).max().unwrap_or(0);
    let points = scores.iter().map(|&(players, cycles)| (players, us(cycles))).collect();
    let curve = Growth { figure: "heaviest round scored", unit: "µs", board: "every board".into(), points };
    let players: serde_json::Map<String, serde_json::Value> =
        scores.iter().map(|&(players, cycles)| (players.to_string(), json!(cycles))).collect();
    let rows = vec![
        Row::new("worst round scored (12 players, 22 votes)", format!("{} µs, {worst} cycles", us(worst)))
            .goal("under 100 µs at 125 MHz", us(worst) < GOAL_US),
    ];
    Ok(Figures {
        json: json!({ "worst_us": us(worst), "worst_cycles": worst, "cycles_by_players": players }),
        text: growth::table(std::slice::from_ref(&curve)),
        rows,
        growth: vec![curve],
    })
}
