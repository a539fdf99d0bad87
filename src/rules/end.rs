//! When a game is over and who has won it.

use super::{Ends, MAX_SEATS, Ruleset, SeatSet, Wins};

/// Asked after each round. `told` counts how often each seat has told; a seat of two tells for each of them.
pub fn is_over(
    ruleset: Ruleset,
    goal: u16,
    laps: u8,
    seats: SeatSet,
    scores: &[u16; MAX_SEATS],
    times_told: &[u8; MAX_SEATS],
) -> bool {
    match ruleset.ends() {
        Ends::Goal => seats.iter().any(|seat| scores[seat.index()] >= goal),
        Ends::Laps => {
            let due = laps.saturating_mul(ruleset.scorer().people());
            seats.iter().all(|seat| times_told[seat.index()] >= due)
        }
    }
}

/// Who wins with these scores. A game stopped before anyone reached the goal goes to the most points.
pub fn winners(ruleset: Ruleset, goal: u16, seats: SeatSet, scores: &[u16; MAX_SEATS]) -> SeatSet {
    let with = |least: u16| -> SeatSet { seats.iter().filter(|seat| scores[seat.index()] >= least).collect() };
    let most = seats.iter().map(|seat| scores[seat.index()]).max().unwrap_or(0);
    match ruleset.wins() {
        Wins::EveryoneAtGoal if most >= goal => with(goal),
        Wins::EveryoneAtGoal | Wins::Most => with(most),
    }
}
