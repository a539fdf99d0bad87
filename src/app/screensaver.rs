//! The screensaver. Screens dim after a minute without input, or after three while a question is open (a clue, a vote,
//! an owner). They go off after the minutes chosen in the settings; while a question is open, after half an hour at the
//! earliest, when the table must have been left. Every minute the picture moves by a pixel. The input that wakes the
//! screens does nothing else.

use super::Millis;
use crate::dial::Input;
use crate::screen::Light;

const MINUTE: Millis = 60_000;
const DIM_MS: Millis = MINUTE;
/// Time until the screens dim while a question is open.
const QUESTION_DIM_MS: Millis = 3 * MINUTE;
/// A question that nobody has answered for this long will not be answered: the table was left.
const LEFT_MS: Millis = 30 * MINUTE;
const WANDER_MS: u32 = 60_000;
/// Inputs this soon after the one that woke the screens are ignored, too: a turn usually makes more than one click.
const WAKING_MS: Millis = 400;

pub struct Screensaver {
    touched: Millis,
    woken: Option<Millis>,
    /// The knob that woke the device, while it is still down.
    waker: Option<u8>,
    /// True after a player chose to switch off at the end of a game, until the next input.
    asleep: bool,
}

/// How long the screens stay lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Minutes until the screens go off; 0: never.
    pub off_minutes: u8,
    /// True if somebody is asked for a clue, a vote or an owner.
    pub asked: bool,
}

impl Screensaver {
    pub fn new(now: Millis) -> Self {
        Self { touched: now, woken: None, waker: None, asleep: false }
    }

    /// Notes an input. Returns true if it only wakes the screens.
    pub fn swallows(&mut self, input: Input, now: Millis, patience: Patience) -> bool {
        let asleep = self.is_off(now, patience);
        self.touched = now;
        self.asleep = false;
        if asleep {
            self.woken = Some(now);
            self.waker = match input {
                Input::Holding { knob, .. } | Input::Held { knob } => Some(knob),
                _ => None,
            };
            return true;
        }
        if self.waker.is_some_and(|waker| waker == input.knob()) {
            if matches!(input, Input::Pressed { .. } | Input::LetGo { .. }) {
                self.waker = None;
                // A slow press is reported as let go and then as a press: both belong to the waking input.
                self.woken = Some(now);
            }
            return true;
        }
        self.woken.is_some_and(|woken| now < woken + WAKING_MS)
    }

    /// Forgets the waking knob if it is stuck: it will not be released.
    pub fn forget_waker(&mut self, knob: u8) {
        self.waker = self.waker.filter(|&waker| waker != knob);
    }

    /// Switches the screens off until the next input.
    pub fn sleep(&mut self) {
        self.asleep = true;
    }

    fn is_off(&self, now: Millis, patience: Patience) -> bool {
        self.asleep || self.off_at(patience).is_some_and(|off| now >= off)
    }

    fn off_at(&self, Patience { off_minutes, asked }: Patience) -> Option<Millis> {
        let least = if asked { LEFT_MS } else { 0 };
        (off_minutes > 0).then(|| self.touched + (MINUTE * Millis::from(off_minutes)).max(least))
    }

    fn dim_at(&self, patience: Patience) -> Millis {
        self.touched + if patience.asked { QUESTION_DIM_MS } else { DIM_MS }
    }

    pub fn light(&self, now: Millis, patience: Patience, brightness: u8) -> Light {
        if self.is_off(now, patience) {
            Light::Off
        } else if now >= self.dim_at(patience) {
            Light::Dim
        } else {
            Light::Lit(brightness)
        }
    }

    pub fn wander(&self, now: Millis) -> u8 {
        // 32 bits overflow after fifty days; then the picture moves a little early.
        (now as u32 / WANDER_MS % 4) as u8
    }

    pub fn alarm(&self, now: Millis, patience: Patience) -> Option<Millis> {
        if self.is_off(now, patience) {
            return None;
        }
        let dim = self.dim_at(patience);
        let off = self.off_at(patience).unwrap_or(Millis::MAX);
        let wander = now + Millis::from(WANDER_MS - now as u32 % WANDER_MS);
        [dim, off, wander].into_iter().filter(|&at| at > now).min()
    }
}
