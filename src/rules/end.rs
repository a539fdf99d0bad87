//! When a game is over and who has won it.

use super::{Ends, MAX_SEATS, Ruleset, SeatSet, Wins};

/// What a game is played to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub ends: Ends,
    pub goal: u16,
    pub laps: u8,
}

/// Asked after each round. `laps` counts the laps in which all players of each seat have told.
pub fn is_over(end: End, seats: SeatSet, scores: &[u16; MAX_SEATS], laps: &[u8; MAX_SEATS]) -> bool {
    match end.ends {
        Ends::Goal => seats.iter().any(|seat| scores[seat.index()] >= end.goal),
        Ends::Laps => seats.iter().all(|seat| laps[seat.index()] >= end.laps),
        Ends::Never => false,
    }
}

/// Who wins with these scores; nobody before the first point. A game stopped before anyone reached the goal, or played to none, goes to the most points.
pub fn winners(ruleset: Ruleset, end: End, seats: SeatSet, scores: &[u16; MAX_SEATS]) -> SeatSet {
    let with = |least: u16| -> SeatSet { seats.iter().filter(|seat| scores[seat.index()] >= least).collect() };
    let most = seats.iter().map(|seat| scores[seat.index()]).max().unwrap_or(0);
    match ruleset.wins() {
        Wins::EveryoneAtGoal if end.ends == Ends::Goal && most >= end.goal => with(end.goal),
        Wins::EveryoneAtGoal | Wins::Most => with(most.max(1)),
    }
}
