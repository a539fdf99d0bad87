//! What the app asks of the device, and what the device tells the app.

use crate::board::FoundScreen;
use crate::dial::KnobKind;
use crate::rules::{Seat, SeatSet, Verdict};
use crate::scene::shared::Run;
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
    /// What the table made of the clue.
    Verdict(Verdict),
    Refused,
    /// The crown comes down.
    Won,
    Award,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Shared(PartStatus),
    /// What the shared screen turned out to be.
    Found(FoundScreen),
    Seat(Seat, PartStatus),
    Chain(PartStatus),
    /// The knobs of these seats may have been turned while nobody could look.
    TurnedUnseen(SeatSet),
    Storage(PartStatus),
    Run(Run),
    KnobCheck {
        clicks: u8,
        found: Option<KnobKind>,
        failed: bool,
    },
    /// Said while people sit down.
    PowerUp(Notice),
    Now(Notice),
}

/// Effects that the device has not fetched yet; the same one twice is once. There is room for one of each kind, so
/// none is lost even if the device never came to fetch them: ten sounds and seven others.
#[derive(Default)]
pub struct Effects(heapless::Deque<Effect, 17>);

impl Effects {
    pub fn push(&mut self, effect: Effect, settings: &Settings) {
        let silent = matches!(effect, Effect::Sound(_)) && !settings.sound;
        let same = |waiting: &&mut Effect| match (&**waiting, &effect) {
            (Effect::CheckKnob { .. }, Effect::CheckKnob { .. }) => true,
            (waiting, effect) => waiting == effect,
        };
        match self.0.iter_mut().find(same) {
            _ if silent => {}
            Some(waiting) => *waiting = effect,
            None => {
                let _ = self.0.push_back(effect);
            }
        }
    }

    pub fn pop_front(&mut self) -> Option<Effect> {
        self.0.pop_front()
    }
}
