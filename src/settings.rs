//! A table's choices, which survive power-off, and their limits.

use crate::game::Options;
use crate::words::Language;
use core::ops::RangeInclusive;

/// What a table has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub language: Language,
    /// The rules that the table can choose.
    pub options: Options,
    pub countdown: bool,
    /// Seconds until the points advance by themselves; 0 waits for a press.
    pub points_go_on: u8,
    /// Seconds until a vote names those who have not locked; 0: never.
    pub nudge: u8,
    pub brightness: u8,
    /// Minutes without input until the screens go off; 0: never.
    pub screen_off: u8,
    pub sound: bool,
    pub facing: Facing,
}

/// Orientation of the shared screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// As mounted.
    Upright,
    /// Rotated by 180°.
    UpsideDown,
    /// Facing the storyteller's side of the table; only on boards with a knob at every seat.
    Storyteller,
}

impl Facing {
    const ALL: [Self; 3] = [Self::Upright, Self::UpsideDown, Self::Storyteller];

    /// The orientation `by` clicks further. A screen that is passed round the table cannot face the storyteller's side.
    #[must_use]
    pub fn stepped(self, by: i8, goes_round: bool) -> Self {
        let last = if goes_round { 1 } else { 2 };
        let place = Self::ALL.iter().position(|&facing| facing == self).unwrap_or(0);
        Self::ALL[place.saturating_add_signed(by.into()).min(last)]
    }
}

impl Settings {
    pub const DEFAULT: Self = Self {
        language: Language::English,
        options: Options::DEFAULT,
        countdown: true,
        points_go_on: 10,
        nudge: 0,
        brightness: 4,
        screen_off: 10,
        sound: true,
        facing: Facing::Upright,
    };

    pub const BRIGHTNESSES: RangeInclusive<u8> = 1..=5;
    pub const SCREEN_OFF_MINUTES: RangeInclusive<u8> = 0..=60;
    /// Valid times until the points advance by themselves. 0 (off) is also allowed.
    pub const POINTS_GO_ON_SECONDS: RangeInclusive<u8> = 3..=15;
    /// Valid times until a vote names those who have not locked. 0 (off) is also allowed. Adjusted in steps of ten.
    pub const NUDGE_SECONDS: RangeInclusive<u8> = 30..=180;
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}
