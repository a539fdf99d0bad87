//! The countdown to the reveal: three, two, one.

use super::clock::{next_step, steps};
use crate::app::Millis;

const FROM: u8 = 3;
const STEP_MS: u32 = 1_000;

pub struct Countdown {
    began: Millis,
    /// Number of steps whose tick was played.
    ticked: u8,
}

/// What has happened since the last call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Same,
    Tick,
    Over,
}

impl Countdown {
    pub fn new(now: Millis) -> Self {
        Self { began: now, ticked: 0 }
    }

    /// The number on the screens.
    pub fn left(&self, now: Millis) -> u8 {
        FROM.saturating_sub(self.gone(now)).max(1)
    }

    pub fn pass_time(&mut self, now: Millis) -> Count {
        match self.gone(now) {
            FROM => Count::Over,
            gone if gone > self.ticked => {
                self.ticked = gone;
                Count::Tick
            }
            _ => Count::Same,
        }
    }

    pub fn alarm(&self, now: Millis) -> Millis {
        next_step(self.began, now, STEP_MS)
    }

    fn gone(&self, now: Millis) -> u8 {
        steps(self.began, now, STEP_MS).min(FROM.into()) as u8
    }
}
