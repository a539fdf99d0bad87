//! Samples contact levels at a fixed rate, as PIO and DMA do on the device. It does not depend on any
//! decoder.

use super::contact_model::{Change, Gesture, Lines};

pub struct Sampler {
    every_us: u64,
    /// When the next sample is taken.
    next_us: u64,
    lines: Lines,
}

impl Sampler {
    pub fn new(every_us: u32, now_us: u64, lines: Lines) -> Self {
        Self { every_us: every_us.into(), next_us: now_us, lines }
    }

    /// Passes every sample of a gesture to `look`. While `look` returns true, repeated samples are skipped, as the
    /// device skips them while all contacts rest.
    pub fn follow(&mut self, gesture: &Gesture, mut look: impl FnMut(Lines, u64) -> bool) {
        let mut changes = gesture.changes.iter().peekable();
        let mut resting = false;
        while self.next_us < gesture.end_us {
            if resting {
                let until_us = changes.peek().map_or(gesture.end_us, |change| change.at_us);
                self.next_us += until_us.saturating_sub(self.next_us).div_ceil(self.every_us) * self.every_us;
            }
            while let Some(&Change { lines, .. }) = changes.next_if(|change| change.at_us <= self.next_us) {
                self.lines = lines;
            }
            resting = look(self.lines, self.next_us);
            self.next_us += self.every_us;
        }
    }
}
