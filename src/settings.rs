//! What a table has chosen, kept over power-off.

use crate::rules::LoneVoteBonus;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Italiano,
    Polski,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::English, Self::Italiano, Self::Polski];
}

/// When the owners of the cards are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners {
    /// After the reveal, only for cards that drew votes.
    After,
    /// Secretly, with the vote.
    WithVote,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub language: Language,
    pub goal: u8,
    pub laps: u8,
    pub owners: Owners,
    pub lone_vote_bonus: LoneVoteBonus,
    pub countdown: bool,
    /// 1 to 5.
    pub brightness: u8,
    /// Minutes; 0 never.
    pub screen_off: u8,
    pub sound: bool,
    /// Draw a little current now and then so that a power bank stays on.
    pub keep_awake: bool,
}

impl Settings {
    pub const DEFAULT: Self = Self {
        language: Language::English,
        goal: 30,
        laps: 1,
        owners: Owners::After,
        lone_vote_bonus: LoneVoteBonus::Always,
        countdown: true,
        brightness: 4,
        screen_off: 10,
        sound: true,
        keep_awake: false,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}
