//! What an evening asks of the device, and what the device tells the evening.

use crate::dial::KnobKind;
use crate::rules::Seat;
use crate::scene::{Notice, PartStatus};
use crate::settings::Settings;

/// Nothing here can hold a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    SaveGame,
    SaveSettings,
    SaveKnobs,
    Sound(Sound),
    /// Find out what kind of knob this is, from five clicks right.
    CheckKnob {
        knob: u8,
    },
    StopCheck,
    UsbBoot,
    /// Erase everything that is kept and start anew.
    ForgetAll,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Locked,
    Unlocked,
    Tick,
    Reveal,
    Refused,
    Won,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Shared(PartStatus),
    Seat(Seat, PartStatus),
    Chain(PartStatus),
    Storage(PartStatus),
    KnobCheck {
        clicks: u8,
        found: Option<KnobKind>,
        failed: bool,
    },
    /// Said while people sit down.
    PowerUp(Notice),
    Now(Notice),
}

/// Effects that the device has not fetched yet. It fetches them after every input, so a few are enough; the same one
/// twice is once.
#[derive(Default)]
pub struct Effects(heapless::Deque<Effect, 8>);

impl Effects {
    pub fn push(&mut self, effect: Effect, settings: &Settings) {
        let silent = matches!(effect, Effect::Sound(_)) && !settings.sound;
        if !silent && !self.0.iter().any(|&waiting| waiting == effect) {
            if self.0.is_full() {
                self.0.pop_front();
            }
            let _ = self.0.push_back(effect);
        }
    }

    pub fn pop_front(&mut self) -> Option<Effect> {
        self.0.pop_front()
    }
}
