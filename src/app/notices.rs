//! What is said over whatever else is shown, until the next input or for a while.

use super::Millis;
use crate::scene::Notice;

/// How long a notice stands.
pub const NOTICE_MS: Millis = 4_000;
/// How long the answer to a press that does nothing stands.
pub const ANSWER_MS: Millis = 3_000;
/// What is said at power-up stands longer: people are still sitting down.
pub const POWER_UP_NOTICE_MS: Millis = 8_000;

#[derive(Default)]
pub struct Notices {
    said: Option<(Notice, Millis)>,
}

impl Notices {
    pub fn say(&mut self, notice: Notice, until: Millis) {
        self.said = Some((notice, until));
    }

    /// Somebody did something: it was read, or does not matter any more.
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
