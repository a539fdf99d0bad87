//! What the table has chosen to play by: fixed in a game's journal, so that the same moves always score the same.

use crate::rules::LoneVoteBonus;
use core::ops::RangeInclusive;

/// When the owners of the cards are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// After the reveal, only for cards that drew votes.
    After,
    /// Secretly, with the vote.
    WithVote,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub goal: u8,
    pub laps: u8,
    pub owners: Owners,
    pub lone_vote_bonus: LoneVoteBonus,
}

impl Options {
    /// As the rulebooks have it.
    pub const DEFAULT: Self = Self { goal: 30, laps: 1, owners: Owners::After, lone_vote_bonus: LoneVoteBonus::Always };

    pub const GOALS: RangeInclusive<u8> = 5..=100;
    pub const LAPS: RangeInclusive<u8> = 1..=5;
}
