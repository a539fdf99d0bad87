//! When a decoder looks at the contacts: the device's ways of sampling, with late samples, and with the flash work that
//! the device does when the decoder says that it may. Turns the levels of a gesture into samples; knows no decoder.

use dixit_dials::dial::{GAP_US, SCAN_STEP_US, STEP_US};
use fastrand::Rng;

use super::contact_model::Change;

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
    /// After it could not look for a while.
    pub hurried_us: u64,
    pub idle: Idle,
}

/// Ours on pins, ours on a chain of registers, and one that never sleeps.
pub const PINS: Pace = Pace { step_us: STEP_US as u64, hurried_us: STEP_US as u64, idle: Idle::EdgeWakes };
pub const CHAIN: Pace = Pace {
    step_us: SCAN_STEP_US as u64,
    hurried_us: GAP_US as u64,
    idle: Idle::Scan { every_us: 2 * SCAN_STEP_US as u64 },
};
pub const ALWAYS: Pace =
    Pace { step_us: STEP_US as u64, hurried_us: STEP_US as u64, idle: Idle::Scan { every_us: STEP_US as u64 } };

/// So many samples are hurried.
const HURRIED: u8 = 5;

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
/// One save in about so many detents.
const DETENTS_PER_SAVE: u64 = 40;
/// The device begins within this time of the sample that allowed it, or waits for another.
const BEGINS_US: u64 = 100;

/// The flash of a device that saves now and then.
pub struct Saving {
    mean_us: u64,
    program_us: u64,
    /// So long a save waits for hands that rest.
    patience_us: u64,
    /// When the next save is asked for, and how many programs of it are left to do.
    due_us: u64,
    left: u64,
    /// Since when the next program waits for its moment.
    waits_us: u64,
    /// When it begins, unless a sample before that tells that the moment has passed.
    begins_us: Option<u64>,
}

impl Saving {
    pub fn new(detents_per_second: u64, program_us: u64) -> Self {
        let mean_us = DETENTS_PER_SAVE * 1_000_000 / detents_per_second;
        let left = PROGRAMS;
        Self { mean_us, program_us, patience_us: WAIT_FOR_REST_US, due_us: 0, left, waits_us: 0, begins_us: None }
    }

    /// Every save has waited in vain for hands that rest.
    pub fn pressing(self) -> Self {
        Self { patience_us: 0, ..self }
    }

    /// What the device does with what the decoder has just said.
    fn decide(&mut self, hands: Hands, now_us: u64, rng: &mut Rng) {
        let pressing_us = self.due_us + self.patience_us;
        let may = match hands {
            Hands::Rest => true,
            Hands::Pause => now_us >= pressing_us,
            Hands::Turn => now_us >= pressing_us.max(self.waits_us) + LONGEST_WAIT_US,
        };
        self.begins_us = (may && now_us > self.waits_us).then(|| now_us + rng.u64(0..BEGINS_US));
    }

    /// When the device asks for the next look.
    fn asks_us(&self, looked_us: u64) -> u64 {
        self.begins_us.unwrap_or(self.waits_us.max(looked_us + 1))
    }

    /// When the program ends that begins before `now_us`, if one does.
    fn program(&mut self, now_us: u64, rng: &mut Rng) -> Option<u64> {
        let begins_us = self.begins_us.take_if(|begins_us| *begins_us <= now_us)?;
        let end_us = begins_us + self.program_us;
        self.waits_us = end_us;
        self.left -= 1;
        if self.left == 0 {
            self.left = PROGRAMS;
            self.due_us = end_us + rng.u64(1..2 * self.mean_us);
            self.waits_us = self.due_us;
        }
        Some(end_us)
    }
}

pub struct Sampler<L> {
    pace: Pace,
    rng: Rng,
    saving: Option<Saving>,
    /// The next sample is due one step after this.
    nominal_us: u64,
    looked_us: u64,
    /// How many of the next samples are hurried.
    hurry: u8,
    lines: L,
}

impl<L: Copy> Sampler<L> {
    pub fn new(pace: Pace, seed: u64, now_us: u64, lines: L) -> Self {
        let rng = Rng::with_seed(seed);
        Self { pace, rng, saving: None, nominal_us: now_us, looked_us: now_us, hurry: 0, lines }
    }

    pub fn with_saves(self, saving: Saving) -> Self {
        Self { saving: Some(saving), ..self }
    }

    /// Samples levels that change until `end_us`. `look` takes one sample and says what the hands do.
    pub fn follow(&mut self, changes: &[Change<L>], end_us: u64, mut look: impl FnMut(L, u64) -> Hands) {
        let mut next = 0;
        let mut hands = Hands::Turn;
        loop {
            let change_us = changes.get(next).map(|change| change.at_us);
            let asleep = hands == Hands::Rest && (self.hurry == 0 || self.pace.idle == Idle::EdgeWakes);
            if asleep {
                // Until then a look would only show what is known, to nobody who waits for it.
                let asked_us = self.saving.as_ref().map_or(u64::MAX, |saving| saving.asks_us(self.looked_us));
                let until_us = change_us.unwrap_or(end_us).min(asked_us);
                match self.pace.idle {
                    Idle::EdgeWakes => self.nominal_us = until_us + self.rng.u64(1..=WAKE_US),
                    Idle::Scan { every_us } => {
                        let idle_scans = until_us.saturating_sub(self.nominal_us + LATE_US) / every_us;
                        self.nominal_us += every_us * idle_scans.max(1);
                    }
                }
            } else {
                let step_us = if self.hurry == 0 { self.pace.step_us } else { self.pace.hurried_us };
                self.nominal_us = (self.nominal_us + step_us).max(self.looked_us + u64::from(GAP_US));
                self.hurry = self.hurry.saturating_sub(1);
            }
            if self.nominal_us >= end_us && change_us.is_none() {
                break;
            }
            let mut now_us = match (asleep, self.pace.idle) {
                (true, Idle::EdgeWakes) => self.nominal_us,
                _ => self.nominal_us + self.rng.u64(0..LATE_US),
            };
            if let Some(saving) = &mut self.saving
                && let Some(end_us) = saving.program(now_us, &mut self.rng)
                && now_us < end_us
            {
                now_us = end_us;
                self.nominal_us = now_us;
                self.hurry = HURRIED;
            }
            self.looked_us = now_us;
            while let Some(change) = changes.get(next).filter(|change| change.at_us <= now_us) {
                self.lines = change.lines;
                next += 1;
            }
            hands = look(self.lines, now_us);
            if let Some(saving) = &mut self.saving {
                saving.decide(hands, now_us, &mut self.rng);
            }
        }
        self.nominal_us = self.nominal_us.max(end_us);
    }
}
