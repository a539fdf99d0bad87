//! What the app requests from the device, and what the device reports to the app.

use crate::board::FoundScreen;
use crate::dial::KnobKind;
use crate::rules::{Seat, SeatSet, Verdict};
use crate::scene::shared::Run;
use crate::scene::{Notice, PartStatus};
use crate::settings::Settings;

/// A request to the device. No variant can hold a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    SaveGame,
    SaveSettings,
    SaveKnobs,
    Sound(Sound),
    /// Identify this knob's kind from five clicks to the right.
    CheckKnob {
        knob: u8,
    },
    StopCheck,
    UsbBoot,
    /// Erase everything saved and restart.
    ForgetAll,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    Locked,
    Unlocked,
    Tick,
    Reveal,
    /// The verdict: how many found the card.
    Verdict(Verdict),
    Refused,
    /// The crown reaches the winner.
    Won,
    Award,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Shared(PartStatus),
    /// Address and controller of the shared screen.
    Found(FoundScreen),
    Seat(Seat, PartStatus),
    Chain(PartStatus),
    /// The knobs of these seats may have been turned unnoticed.
    TurnedUnseen(SeatSet),
    Storage(PartStatus),
    Run(Run),
    KnobCheck {
        clicks: u8,
        found: Option<KnobKind>,
        failed: bool,
    },
    /// A notice at power-up, shown longer because people are still sitting down.
    PowerUp(Notice),
    Now(Notice),
}

/// Effects that the device has not fetched yet. Duplicates are coalesced. There is room for one of each kind (ten
/// sounds and seven others), so none is lost even if the device never fetches them.
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
