//! When a game is over and who has won it.

use super::{Ends, MAX_SEATS, Ruleset, SeatSet, Wins};

/// What a game is played to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub ends: Ends,
    pub goal: u16,
    pub laps: u8,
}

/// Asked after each round. `times_told` counts how often each seat has told; a seat of two tells for each of them.
pub fn is_over(
    ruleset: Ruleset,
    end: End,
    seats: SeatSet,
    scores: &[u16; MAX_SEATS],
    times_told: &[u8; MAX_SEATS],
) -> bool {
    match end.ends {
        Ends::Goal => seats.iter().any(|seat| scores[seat.index()] >= end.goal),
        Ends::Laps => {
            let due = end.laps.saturating_mul(ruleset.scorer().people());
            seats.iter().all(|seat| times_told[seat.index()] >= due)
        }
        Ends::Never => false,
    }
}

/// Who wins with these scores. A game stopped before anyone reached the goal, or played to none, goes to the most points.
pub fn winners(ruleset: Ruleset, end: End, seats: SeatSet, scores: &[u16; MAX_SEATS]) -> SeatSet {
    let with = |least: u16| -> SeatSet { seats.iter().filter(|seat| scores[seat.index()] >= least).collect() };
    let most = seats.iter().map(|seat| scores[seat.index()]).max().unwrap_or(0);
    match ruleset.wins() {
        Wins::EveryoneAtGoal if end.ends == Ends::Goal && most >= end.goal => with(end.goal),
        Wins::EveryoneAtGoal | Wins::Most => with(most),
    }
}
