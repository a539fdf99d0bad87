//! Why a move is refused. A refused move leaves the state unchanged.

use core::fmt;

use crate::rules;

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules of the round forbid it.
    Rules(rules::Refusal),
    /// The ruleset is not for this number of players. Bit n of `counts` is set if it is for n.
    Players { ruleset: rules::Ruleset, players: u8, counts: u16 },
    /// The move is not possible in this phase.
    NotNow,
    /// Seats cannot change between the reveal and the points.
    FinishTheRound,
    /// The last round has been played.
    GameIsOver,
    /// There is no move to take back.
    NothingBefore,
    /// All seats are taken.
    NoFreeSeat,
    /// A ring's pointer is not on a number.
    NoNumberThere,
    /// The journal of this round is full. The next round has room again.
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::Rules(refusal) => refusal.fmt(f),
            Self::Players { ruleset, players, .. } => rules::Refusal::Players { ruleset, players }.fmt(f),
            Self::NotNow => f.write_str("this move is not possible in this phase"),
            Self::FinishTheRound => f.write_str("seats cannot change between the reveal and the points"),
            Self::GameIsOver => f.write_str("the game is over"),
            Self::NothingBefore => f.write_str("there is no move to take back"),
            Self::NoFreeSeat => f.write_str("no seat is free"),
            Self::NoNumberThere => f.write_str("the pointer is not on a number"),
            Self::TooManyChanges => f.write_str("the journal of this round is full"),
        }
    }
}

impl core::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Rules(refusal) => Some(refusal),
            _ => None,
        }
    }
}
