//! The pictures of a phase that has several, and what can follow a game.

use crate::scene::Purpose;

/// The picture shown of the current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Of any phase: the clue, the votes, the threes and twos, the winners.
    First,
    /// What to deal, before the first clue.
    Deal,
    /// After the deal, where knobs have pointers and people have just sat down.
    Pointers,
    Verdict,
    Bonuses,
    Track,
    Awards,
    /// The table of the evening.
    Table,
}

/// What a press on the last picture of a game leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Rematch,
    AnotherGame,
    SwitchOff,
}

impl After {
    const ALL: [Self; 3] = [Self::Rematch, Self::AnotherGame, Self::SwitchOff];

    pub fn turned(self, by: i8) -> Self {
        let place = Self::ALL.iter().position(|&after| after == self).unwrap_or(0);
        Self::ALL[place.saturating_add_signed(by.into()).min(Self::ALL.len() - 1)]
    }

    pub fn purpose(self) -> Purpose {
        match self {
            Self::Rematch => Purpose::Rematch,
            Self::AnotherGame => Purpose::AnotherGame,
            Self::SwitchOff => Purpose::SwitchOff,
        }
    }
}
