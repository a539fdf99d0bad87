//! Why a move is not made. The state is then as it was.

use crate::rules;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules of the round say no.
    Rules(rules::Refusal),
    /// This ruleset is not for so many players; `counts` has bit n set where n may play.
    Players { ruleset: rules::Ruleset, players: u8, counts: u16 },
    /// Not in this phase.
    NotNow,
    /// Seats stay as they are between the reveal and the points.
    FinishTheRound,
    /// The last round was played: nothing is left to change.
    GameIsOver,
    /// Nothing to go back to.
    NothingBefore,
    /// There is no seat left to add.
    NoFreeSeat,
    /// A ring's pointer stands where no number is.
    NoNumberThere,
    /// The journal of this round is full; the next round has room again.
    TooManyChanges,
}

impl From<rules::Refusal> for Refusal {
    fn from(refusal: rules::Refusal) -> Self {
        match refusal {
            rules::Refusal::Players { ruleset, players } => Self::Players {
                ruleset,
                players,
                counts: ruleset.player_counts().fold(0, |bits, count| bits | 1 << count),
            },
            other => Self::Rules(other),
        }
    }
}
