//! The screensaver: dim after a minute, off after some, a picture that wanders by a pixel. The input that wakes the
//! screens does nothing else.

use super::Millis;
use crate::dial::Input;
use crate::screen::Light;

const MINUTE: Millis = 60_000;
const DIM_MS: Millis = MINUTE;
const WANDER_MS: u32 = 60_000;
/// A hand that wakes the device clicks more than once.
const WAKING_MS: Millis = 400;

pub struct Screensaver {
    touched: Millis,
    woken: Option<Millis>,
    /// The knob that woke the device is still down.
    waker: Option<u8>,
}

impl Screensaver {
    pub fn new(now: Millis) -> Self {
        Self { touched: now, woken: None, waker: None }
    }

    /// Notes an input; whether it only wakes the screens.
    pub fn swallows(&mut self, input: Input, now: Millis, off_minutes: u8) -> bool {
        let asleep = self.is_off(now, off_minutes);
        self.touched = now;
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
                // A slow press is let go and then counted: that is still the same hand.
                self.woken = Some(now);
            }
            return true;
        }
        self.woken.is_some_and(|woken| now < woken + WAKING_MS)
    }

    /// A stuck knob is no hand on its way up.
    pub fn forget_waker(&mut self, knob: u8) {
        self.waker = self.waker.filter(|&waker| waker != knob);
    }

    fn is_off(&self, now: Millis, off_minutes: u8) -> bool {
        off_minutes > 0 && now >= self.off_at(off_minutes)
    }

    fn off_at(&self, off_minutes: u8) -> Millis {
        self.touched + MINUTE * Millis::from(off_minutes)
    }

    pub fn light(&self, now: Millis, off_minutes: u8, brightness: u8) -> Light {
        if self.is_off(now, off_minutes) {
            Light::Off
        } else if now >= self.touched + DIM_MS {
            Light::Dim
        } else {
            Light::Lit(brightness)
        }
    }

    pub fn wander(&self, now: Millis) -> u8 {
        // 32 bits begin again after fifty days; then it wanders a little early.
        (now as u32 / WANDER_MS % 4) as u8
    }

    pub fn alarm(&self, now: Millis, off_minutes: u8) -> Option<Millis> {
        if self.is_off(now, off_minutes) {
            return None;
        }
        let dim = self.touched + DIM_MS;
        let off = if off_minutes > 0 { self.off_at(off_minutes) } else { Millis::MAX };
        let wander = now + Millis::from(WANDER_MS - now as u32 % WANDER_MS);
        [dim, off, wander].into_iter().filter(|&at| at > now).min()
    }
}
