//! Notices: messages over everything else, until the next input or for some time.

use super::Millis;
use crate::scene::Notice;

/// How long a notice is shown.
pub const NOTICE_MS: Millis = 4_000;
/// How long the answer to a press without effect is shown.
pub const ANSWER_MS: Millis = 3_000;
/// Notices at power-up are shown longer: people are still sitting down.
pub const POWER_UP_NOTICE_MS: Millis = 8_000;

#[derive(Default)]
pub struct Notices {
    said: Option<(Notice, Millis)>,
}

impl Notices {
    pub fn say(&mut self, notice: Notice, until: Millis) {
        self.said = Some((notice, until));
    }

    /// Removes the notice after an input: it was read, or no longer matters.
    pub fn dismiss(&mut self) {
        self.said = None;
    }

    pub fn pass_time(&mut self, now: Millis) {
        self.said = self.said.filter(|&(_, until)| until > now);
    }

    pub fn alarm(&self) -> Option<Millis> {
        self.said.map(|(_, until)| until)
    }

    pub fn said(&self) -> Option<Notice> {
        self.said.map(|(notice, _)| notice)
    }
}
