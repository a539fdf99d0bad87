//! Why a seat gets its points.

use core::fmt;

/// The limit of [`Reason::Crowd`].
pub(super) const CROWD_LIMIT: u8 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The storyteller's card was found by some, but not by everyone.
    Told,
    Found,
    EveryoneFound,
    NoOneFound,
    /// Votes on the seat's own cards, and what they are worth under the limit.
    Votes {
        votes: u8,
        points: u8,
    },
    /// One vote of two, and it found the card.
    LoneVote,
    /// As many as voted alike.
    Crowd {
        points: u8,
    },
    UnderRed,
    /// No one else voted for that card.
    Alone,
}

impl Reason {
    pub const fn points(self) -> u8 {
        match self {
            Self::Told | Self::Found => 3,
            Self::EveryoneFound | Self::NoOneFound => 2,
            Self::LoneVote => 1,
            Self::Votes { points, .. } | Self::Crowd { points } => points,
            Self::UnderRed | Self::Alone => 0,
        }
    }

    /// Paid on top of the threes and twos, and shown after them.
    pub const fn is_bonus(self) -> bool {
        matches!(self, Self::Votes { .. } | Self::LoneVote)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Told => f.write_str("told")?,
            Self::Found => f.write_str("found")?,
            Self::EveryoneFound => f.write_str("everyone found it")?,
            Self::NoOneFound => f.write_str("no one found it")?,
            Self::Votes { votes: 1, .. } => f.write_str("1 vote")?,
            Self::Votes { votes, .. } => write!(f, "{votes} votes")?,
            Self::LoneVote => f.write_str("lone vote")?,
            Self::Crowd { .. } => f.write_str("crowd")?,
            Self::UnderRed => f.write_str("under the red token")?,
            Self::Alone => f.write_str("alone")?,
        }
        write!(f, " {}", self.points())
    }
}

/// All the reasons of one seat in one round: for the vote, for votes drawn, for a lone vote, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    pub(super) vote: Option<Reason>,
    pub(super) decoys: Option<Reason>,
    pub(super) lone: Option<Reason>,
}

impl Reasons {
    pub fn iter(&self) -> impl Iterator<Item = Reason> + Clone + use<> {
        [self.vote, self.decoys, self.lone].into_iter().flatten()
    }

    pub fn points(&self) -> u8 {
        let points = |reason: Option<Reason>| reason.map_or(0, Reason::points);
        points(self.vote) + points(self.decoys) + points(self.lone)
    }
}
