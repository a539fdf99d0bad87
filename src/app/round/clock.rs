//! Time in equal steps: how many have passed, and when the next one is due.

use crate::app::Millis;

/// Parts into which an hourglass divides its time.
const EIGHTHS: u32 = 8;

/// Number of whole steps of `length` milliseconds between `since` and `now`.
pub fn steps(since: Millis, now: Millis, length: u32) -> u32 {
    u32::try_from(now - since).unwrap_or(u32::MAX) / length
}

/// The end of the current step.
pub fn next_step(since: Millis, now: Millis, length: u32) -> Millis {
    since + Millis::from(steps(since, now, length) + 1) * Millis::from(length)
}

/// The time until the game continues by itself, shown as an hourglass.
#[derive(Clone, Copy)]
pub struct Hourglass {
    pub since: Millis,
    /// In milliseconds.
    pub length: u32,
}

impl Hourglass {
    pub fn is_empty(self, now: Millis) -> bool {
        now >= self.end()
    }

    /// Eighths of the time that are left; at least one, since an empty hourglass is not shown.
    pub fn eighths_left(self, now: Millis) -> u8 {
        EIGHTHS.saturating_sub(steps(self.since, now, self.length / EIGHTHS)).max(1) as u8
    }

    /// When the picture of the hourglass changes next, or when its time ends if that is sooner.
    pub fn next_change(self, now: Millis) -> Millis {
        next_step(self.since, now, self.length / EIGHTHS).min(self.end().max(now + 1))
    }

    fn end(self) -> Millis {
        self.since + Millis::from(self.length)
    }
}
