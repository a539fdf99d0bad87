//! What the table has chosen to play by: fixed in a game's journal, so that the same moves always score the same.

use crate::rules::{End, Ends, LoneVoteBonus, Ruleset};
use core::ops::RangeInclusive;

/// When the owners of the cards are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// After the reveal, only for cards that drew votes. Each waits for its owner.
    After,
    /// The same, but each card is shown for a moment, one after another, until all have their owner.
    InTurn,
    /// Secretly, with the vote.
    WithVote,
}

impl Owners {
    pub const ALL: [Self; 3] = [Self::After, Self::InTurn, Self::WithVote];
}

/// How a game ends; it can always be ended by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As the rulebook of the edition says.
    ByRulebook,
    Goal,
    Laps,
    Never,
}

impl Ending {
    pub const ALL: [Self; 4] = [Self::ByRulebook, Self::Goal, Self::Laps, Self::Never];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub ending: Ending,
    pub goal: u8,
    pub laps: u8,
    pub owners: Owners,
    pub lone_vote_bonus: LoneVoteBonus,
}

impl Options {
    /// As the rulebooks have it.
    pub const DEFAULT: Self = Self {
        ending: Ending::ByRulebook,
        goal: 30,
        laps: 1,
        owners: Owners::After,
        lone_vote_bonus: LoneVoteBonus::Always,
    };

    pub const GOALS: RangeInclusive<u8> = 5..=100;
    pub const LAPS: RangeInclusive<u8> = 1..=5;

    /// What a game of this ruleset is played to.
    pub fn end(&self, ruleset: Ruleset) -> End {
        let ends = match self.ending {
            Ending::ByRulebook => ruleset.ends(),
            Ending::Goal => Ends::Goal,
            Ending::Laps => Ends::Laps,
            Ending::Never => Ends::Never,
        };
        End { ends, goal: self.goal.into(), laps: self.laps }
    }
}
