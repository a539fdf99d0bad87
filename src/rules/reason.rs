//! Why a seat gets its points.

use core::fmt;

/// Why a seat gets points in a round, or gets none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The seat told, and some but not all found the card.
    Told,
    /// The seat found the storyteller's card, and not everyone did.
    Found,
    /// Everyone found the storyteller's card; all but the storyteller get these points.
    EveryoneFound,
    /// No one found the storyteller's card; all but the storyteller get these points.
    NoOneFound,
    /// Others voted for the seat's own cards. `points` is `votes`, up to the ruleset's limit.
    Votes { votes: u8, points: u8 },
    /// The seat could vote twice, voted once, and found the card.
    LoneVote,
    /// Party: one point for each vote on the card that the seat voted for, its own included, up to the ruleset's limit.
    Crowd { points: u8 },
    /// Party: the seat voted for the card under the red token.
    UnderRed,
    /// Party: no one else voted for the same card.
    Alone,
}

impl Reason {
    /// Points that this reason is worth.
    pub const fn points(self) -> u8 {
        match self {
            Self::Told | Self::Found => 3,
            Self::EveryoneFound | Self::NoOneFound => 2,
            Self::LoneVote => 1,
            Self::Votes { points, .. } | Self::Crowd { points } => points,
            Self::UnderRed | Self::Alone => 0,
        }
    }

    /// True for points that are added to the basic 3 or 2, and shown after them.
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

/// All reasons of one seat in one round, in this order: for the vote, for votes on its own cards, for a lone vote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    pub(super) vote: Option<Reason>,
    pub(super) decoys: Option<Reason>,
    pub(super) lone: Option<Reason>,
}

impl Reasons {
    /// Iterates over the reasons in the order in which they are shown.
    pub fn iter(&self) -> impl Iterator<Item = Reason> + Clone + use<> {
        [self.vote, self.decoys, self.lone].into_iter().flatten()
    }

    /// Sum of the points.
    pub fn points(&self) -> u8 {
        let points = |reason: Option<Reason>| reason.map_or(0, Reason::points);
        points(self.vote) + points(self.decoys) + points(self.lone)
    }
}
