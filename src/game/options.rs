//! The rules that a table can choose. They are part of the journal, so that the same moves always score the same.

use crate::rules::{End, Ends, LoneVoteBonus, Ruleset};
use core::ops::RangeInclusive;

/// When the owners of the cards are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// After the reveal, for cards that drew votes. Each card waits for its owner.
    After,
    /// After the reveal. The cards are shown for a moment each, in turn, until all have an owner.
    InTurn,
    /// Secretly, together with the vote.
    WithVote,
}

impl Owners {
    pub const ALL: [Self; 3] = [Self::After, Self::InTurn, Self::WithVote];
}

/// How a game ends. Players can always end it in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As the edition's rulebook says.
    ByRulebook,
    /// When somebody reaches the goal, in any ruleset.
    Goal,
    /// After the laps, in any ruleset.
    Laps,
    /// Not by itself.
    Never,
}

impl Ending {
    pub const ALL: [Self; 4] = [Self::ByRulebook, Self::Goal, Self::Laps, Self::Never];
}

/// What a table has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub ending: Ending,
    /// Points that end a game.
    pub goal: u8,
    /// How often everyone is the storyteller in a game that ends after laps.
    pub laps: u8,
    pub owners: Owners,
    pub lone_vote_bonus: LoneVoteBonus,
}

impl Options {
    /// The options of the rulebooks.
    pub const DEFAULT: Self = Self {
        ending: Ending::ByRulebook,
        goal: 30,
        laps: 1,
        owners: Owners::After,
        lone_vote_bonus: LoneVoteBonus::Always,
    };

    /// Valid goals, in points.
    pub const GOALS: RangeInclusive<u8> = 5..=100;
    /// Valid numbers of laps.
    pub const LAPS: RangeInclusive<u8> = 1..=5;

    /// The condition that ends a game of this ruleset.
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
