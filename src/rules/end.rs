//! When a game is over and who has won it.

use super::{Ends, MAX_SEATS, Ruleset, SeatSet, Wins};

/// The condition that ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub ends: Ends,
    /// Points, for [`Ends::Goal`].
    pub goal: u16,
    /// How often everyone tells, for [`Ends::Laps`].
    pub laps: u8,
}

/// True if the game ends with the round just scored. `laps` counts for each seat the laps in which all its players have
/// told.
pub fn is_over(end: End, seats: SeatSet, scores: &[u16; MAX_SEATS], laps: &[u8; MAX_SEATS]) -> bool {
    match end.ends {
        Ends::Goal => seats.iter().any(|seat| scores[seat.index()] >= end.goal),
        Ends::Laps => seats.iter().all(|seat| laps[seat.index()] >= end.laps),
        Ends::Never => false,
    }
}

/// The winners at these scores; empty while everyone has 0 points. If nobody has reached the goal, or there is none,
/// the most points win.
///
/// ```
/// use dixit_dials::rules::{End, Ends, MAX_SEATS, Ruleset, SeatSet, winners};
///
/// let end = End { ends: Ends::Goal, goal: 30, laps: 1 };
/// let mut scores = [0; MAX_SEATS];
/// scores[..3].copy_from_slice(&[33, 30, 21]);
/// let seats = SeatSet::first(3);
/// assert_eq!(winners(Ruleset::Dixit, end, seats, &scores), SeatSet::first(1));
/// assert_eq!(winners(Ruleset::Disney, end, seats, &scores), SeatSet::first(2));
/// ```
pub fn winners(ruleset: Ruleset, end: End, seats: SeatSet, scores: &[u16; MAX_SEATS]) -> SeatSet {
    let with = |least: u16| -> SeatSet { seats.iter().filter(|seat| scores[seat.index()] >= least).collect() };
    let most = seats.iter().map(|seat| scores[seat.index()]).max().unwrap_or(0);
    match ruleset.wins() {
        Wins::EveryoneAtGoal if end.ends == Ends::Goal && most >= end.goal => with(end.goal),
        Wins::EveryoneAtGoal | Wins::Most => with(most.max(1)),
    }
}
