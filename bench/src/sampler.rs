//! When a decoder looks at the contacts: the device's ways of sampling, with late samples and stalls. Turns the levels of
//! a gesture into samples; knows no decoder.

use dixit_dials::dial::{GAP_US, SCAN_STEP_US, STEP_US};
use fastrand::Rng;

use super::contact_model::{Gesture, Lines};

/// Interrupts come late, never early.
const LATE_US: u64 = 100;
const WAKE_US: u64 = 10;

/// What happens while a decoder has nothing to watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// The sampler sleeps; an edge wakes it.
    EdgeWakes,
    /// The contacts are read this often.
    Scan { every_us: u64 },
}

/// How often a decoder looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// While it has something to watch.
    pub step_us: u64,
    pub idle: Idle,
}

/// Ours on pins, ours on a chain of registers (which tells each sample one step later), and one that never sleeps.
pub const PINS: Pace = Pace { step_us: STEP_US as u64, idle: Idle::EdgeWakes };
pub const CHAIN: Pace = Pace { step_us: SCAN_STEP_US as u64, idle: Idle::Scan { every_us: SCAN_STEP_US as u64 } };
pub const ALWAYS: Pace = Pace { step_us: STEP_US as u64, idle: Idle::Scan { every_us: STEP_US as u64 } };

pub struct Sampler {
    pace: Pace,
    rng: Rng,
    /// The next sample is due one step after this.
    nominal_us: u64,
    looked_us: u64,
    lines: Lines,
}

impl Sampler {
    pub fn new(pace: Pace, seed: u64, now_us: u64, lines: Lines) -> Self {
        Self { pace, rng: Rng::with_seed(seed), nominal_us: now_us, looked_us: now_us, lines }
    }

    /// Samples a gesture to its end. `look` takes one sample and says whether there is nothing left to watch.
    pub fn follow(&mut self, gesture: &Gesture, mut look: impl FnMut(Lines, u64) -> bool) {
        let mut next = 0;
        let mut resting = false;
        loop {
            let change_us = gesture.changes.get(next).map(|change| change.at_us);
            if resting {
                match (change_us, self.pace.idle) {
                    (None, _) => break,
                    (Some(change_us), Idle::EdgeWakes) => self.nominal_us = change_us + self.rng.u64(1..=WAKE_US),
                    (Some(change_us), Idle::Scan { every_us }) => {
                        // Scans that show what is known anyway are left out.
                        let idle_scans = change_us.saturating_sub(self.nominal_us + LATE_US) / every_us;
                        self.nominal_us += every_us * idle_scans.max(1);
                    }
                }
            } else {
                self.nominal_us = (self.nominal_us + self.pace.step_us).max(self.looked_us + u64::from(GAP_US));
            }
            if self.nominal_us >= gesture.end_us && change_us.is_none() {
                break;
            }
            let mut now_us = match (resting, self.pace.idle) {
                (true, Idle::EdgeWakes) => self.nominal_us,
                _ => self.nominal_us + self.rng.u64(0..LATE_US),
            };
            if let Some(stall) = gesture.stalls.iter().find(|stall| stall.contains(&now_us)) {
                now_us = stall.end;
                self.nominal_us = now_us;
            }
            self.looked_us = now_us;
            while let Some(change) = gesture.changes.get(next).filter(|change| change.at_us <= now_us) {
                self.lines = change.lines;
                next += 1;
            }
            resting = look(self.lines, now_us);
        }
        self.nominal_us = self.nominal_us.max(gesture.end_us);
    }
}
