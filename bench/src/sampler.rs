//! When a decoder looks at the contacts: the device's ways of sampling, with late samples, and with the flash work that
//! the device does when the decoder says that it may. Turns the levels of a gesture into samples; knows no decoder.

use std::ops::Range;

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
pub const CHAIN: Pace = Pace { step_us: SCAN_STEP_US as u64, idle: Idle::Scan { every_us: 2 * SCAN_STEP_US as u64 } };
pub const ALWAYS: Pace = Pace { step_us: STEP_US as u64, idle: Idle::Scan { every_us: STEP_US as u64 } };

/// What a decoder says of the hands after a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    Rest,
    /// Not at rest, but every knob lies in a detent, and has only just got there.
    Pause,
    Turn,
}

/// As long as a chip may take to program a page, and as it usually does. Nothing else runs meanwhile.
pub const LONGEST_PROGRAM_US: u64 = 3_000;
pub const USUAL_PROGRAM_US: u64 = 700;
/// Each save is two of them.
const PROGRAMS: u64 = 2;
/// So long a save waits for hands that rest; from then on the pause after a detent will do.
const WAIT_FOR_REST_US: u64 = 1_000_000;
/// So long it waits for that pause.
const LONGEST_WAIT_US: u64 = 60_000;
/// A hand that moves is followed for so long between two programs.
const FOLLOW_US: u64 = 4_000;
/// One save in about so many detents.
const DETENTS_PER_SAVE: u64 = 40;
/// From the sample that allowed it to the beginning of the work.
const BEGINS_US: u64 = 100;

/// What the other knobs do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// They rest: this knob alone decides when the flash may be written.
    Still,
    /// They never rest, nor lie in detents all at once: the flash is written when the device has waited for long enough,
    /// whatever this knob does.
    Crowded,
}

/// The flash of a device that saves now and then.
pub struct Saving {
    mean_us: u64,
    program_us: u64,
    table: Table,
    /// When the next save is asked for, and how many programs of it are left to do.
    due_us: u64,
    left: u64,
}

impl Saving {
    pub fn new(detents_per_second: u64, program_us: u64) -> Self {
        let mean_us = DETENTS_PER_SAVE * 1_000_000 / detents_per_second;
        Self { mean_us, program_us, table: Table::Still, due_us: 0, left: PROGRAMS }
    }

    pub fn at(self, table: Table) -> Self {
        Self { table, ..self }
    }

    /// The program that begins at or after `from_us`, if one is asked for before `until_us`.
    fn begin(&mut self, from_us: u64, until_us: u64, rng: &mut Rng) -> Option<Range<u64>> {
        let begin_us = self.due_us.max(from_us) + rng.u64(0..BEGINS_US);
        if begin_us >= until_us {
            return None;
        }
        self.left -= 1;
        if self.left == 0 {
            self.left = PROGRAMS;
            self.due_us = begin_us + rng.u64(1..2 * self.mean_us);
        }
        Some(begin_us..begin_us + self.program_us)
    }
}

pub struct Sampler {
    pace: Pace,
    rng: Rng,
    saving: Option<Saving>,
    /// Nobody looks while the flash is busy.
    busy: Range<u64>,
    /// The next sample is due one step after this.
    nominal_us: u64,
    looked_us: u64,
    lines: Lines,
}

impl Sampler {
    pub fn new(pace: Pace, seed: u64, now_us: u64, lines: Lines) -> Self {
        let rng = Rng::with_seed(seed);
        Self { pace, rng, saving: None, busy: 0..0, nominal_us: now_us, looked_us: now_us, lines }
    }

    pub fn with_saves(self, saving: Saving) -> Self {
        Self { saving: Some(saving), ..self }
    }

    /// Samples a gesture to its end. `look` takes one sample and says what the hands do.
    pub fn follow(&mut self, gesture: &Gesture, mut look: impl FnMut(Lines, u64) -> Hands) {
        let mut next = 0;
        let mut hands = Hands::Turn;
        loop {
            let change_us = gesture.changes.get(next).map(|change| change.at_us);
            self.save(hands, change_us.unwrap_or(gesture.end_us));
            let resting = hands == Hands::Rest;
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
            if self.busy.contains(&now_us) {
                now_us = self.busy.end;
                self.nominal_us = now_us;
            }
            self.looked_us = now_us;
            while let Some(change) = gesture.changes.get(next).filter(|change| change.at_us <= now_us) {
                self.lines = change.lines;
                next += 1;
            }
            hands = look(self.lines, now_us);
        }
        self.nominal_us = self.nominal_us.max(gesture.end_us);
    }

    /// What the device does with what the decoder said: it writes while hands rest, as often as is asked for until they
    /// stir; when it has waited for too long, in a pause.
    fn save(&mut self, hands: Hands, stir_us: u64) {
        let Some(saving) = &mut self.saving else { return };
        let mut from_us = self.looked_us.max(self.busy.end);
        let pressing_us = saving.due_us + WAIT_FOR_REST_US;
        match hands {
            _ if saving.table == Table::Crowded => {
                let follow_us = self.busy.end + FOLLOW_US;
                if self.looked_us >= pressing_us.max(follow_us) + LONGEST_WAIT_US
                    && let Some(busy) = saving.begin(from_us, u64::MAX, &mut self.rng)
                {
                    self.busy = busy;
                }
            }
            Hands::Rest => {
                while let Some(busy) = saving.begin(from_us, stir_us, &mut self.rng) {
                    from_us = busy.end;
                    self.busy = busy;
                }
            }
            Hands::Pause if self.looked_us >= pressing_us => {
                if let Some(busy) = saving.begin(from_us, u64::MAX, &mut self.rng) {
                    self.busy = busy;
                }
            }
            Hands::Pause | Hands::Turn => {}
        }
    }
}
