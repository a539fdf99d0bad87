//! What a table has chosen, kept over power-off.

use crate::game::Options;
use crate::rules::LoneVoteBonus;
use crate::scene::Item;
use core::ops::RangeInclusive;

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
    };

    /// What a game is played by.
    pub fn options(&self) -> Options {
        Options { goal: self.goal, laps: self.laps, owners: self.owners, lone_vote_bonus: self.lone_vote_bonus }
    }

    /// Takes over what a game is played by.
    pub fn follow(&mut self, options: &Options) {
        let Options { goal, laps, owners, lone_vote_bonus } = *options;
        *self = Self { goal, laps, owners, lone_vote_bonus, ..*self };
    }

    /// Turns one setting by some clicks; what is no setting stays.
    pub fn turn(&mut self, item: Item, by: i8) {
        let on = by > 0;
        match item {
            Item::Language => {
                let place = Language::ALL.iter().position(|&language| language == self.language).unwrap_or(0);
                let languages = Language::ALL.len() as i16;
                self.language = Language::ALL[(place as i16 + i16::from(by)).rem_euclid(languages) as usize];
            }
            Item::Goal => self.goal = turned(self.goal, by, GOALS),
            Item::Laps => self.laps = turned(self.laps, by, LAPS),
            Item::Brightness => self.brightness = turned(self.brightness, by, BRIGHTNESSES),
            Item::ScreenOff => self.screen_off = turned(self.screen_off, by, SCREEN_OFF_MINUTES),
            Item::Owners => self.owners = if on { Owners::WithVote } else { Owners::After },
            Item::LoneVoteBonus => {
                self.lone_vote_bonus = if on { LoneVoteBonus::SomeMissed } else { LoneVoteBonus::Always };
            }
            Item::Countdown => self.countdown = on,
            Item::Sound => self.sound = on,
            _ => {}
        }
    }
}

pub const GOALS: RangeInclusive<u8> = 5..=100;
pub const LAPS: RangeInclusive<u8> = 1..=5;
pub const BRIGHTNESSES: RangeInclusive<u8> = 1..=5;
/// 0 is never.
pub const SCREEN_OFF_MINUTES: RangeInclusive<u8> = 0..=60;

fn turned(value: u8, by: i8, within: RangeInclusive<u8>) -> u8 {
    value.saturating_add_signed(by).min(*within.end()).max(*within.start())
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}
