//! The knob check: a player makes five clicks to the right and lets go, which identifies the kind of knob. Takes the
//! raw levels of one knob; knows nothing of the others.

use core::fmt;

use super::kind::{CyclePosition, DetentsPerCycle, Direction, KnobKind, Rest};

/// Clicks that the player is asked to make.
pub const CHECK_CLICKS: u8 = 5;
const CLICKS: i16 = CHECK_CLICKS as i16;
/// The check ends when nothing has changed for this long.
const DONE_US: u32 = 1_500_000;
/// Shorter wait after five full cycles, the most that five clicks can make.
const FULL_US: u32 = 400_000;

/// Why no kind of knob was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckFault {
    /// Contact A never changed.
    NoContactA,
    /// Contact B never changed.
    NoContactB,
    /// Both contacts changed, but not by five clicks in one direction.
    NotFive,
    /// The knob came to rest between two detents.
    BetweenDetents,
}

impl fmt::Display for CheckFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::NoContactA => "contact A never changed",
            Self::NoContactB => "contact B never changed",
            Self::NotFive => "that was not five clicks in one direction",
            Self::BetweenDetents => "the knob came to rest between two detents",
        })
    }
}

impl core::error::Error for CheckFault {}

pub struct KnobCheck {
    start: CyclePosition,
    at: CyclePosition,
    seen: (bool, bool),
    believed: (bool, bool),
    moved_a: bool,
    moved_b: bool,
    quarters: i16,
    /// True if both contacts changed at once; the direction will follow from the next single change.
    torn: bool,
    /// When a level last changed; `None` before the first change.
    changed_us: Option<u32>,
}

impl KnobCheck {
    pub fn new(a: bool, b: bool) -> Self {
        Self {
            start: CyclePosition::new(a, b),
            at: CyclePosition::new(a, b),
            seen: (a, b),
            believed: (a, b),
            moved_a: false,
            moved_b: false,
            quarters: 0,
            torn: false,
            changed_us: None,
        }
    }

    /// Quarter steps so far, to show that signals arrive.
    pub fn quarters(&self) -> i16 {
        self.quarters
    }

    /// Takes one sample. Keep calling it after the last edge: it returns the result once the knob has been left alone.
    pub fn sample(&mut self, a: bool, b: bool, now_us: u32) -> Option<Result<KnobKind, CheckFault>> {
        if (a, b) != self.seen {
            self.changed_us = Some(now_us);
        }
        if a == self.seen.0 && a != self.believed.0 {
            self.believed.0 = a;
            self.moved_a = true;
        }
        if b == self.seen.1 && b != self.believed.1 {
            self.believed.1 = b;
            self.moved_b = true;
        }
        self.seen = (a, b);

        let to = CyclePosition::new(self.believed.0, self.believed.1);
        let step = match to.ahead_of(self.at) {
            0 => 0,
            1 => 1,
            3 => -1,
            _ => {
                self.torn = !self.torn;
                0
            }
        };
        if step != 0 && self.torn {
            self.quarters += 2 * step;
            self.torn = false;
        }
        self.quarters = self.quarters.saturating_add(step);
        self.at = to;

        let quiet = now_us.wrapping_sub(self.changed_us?);
        let full = self.quarters.abs() == 4 * CLICKS && self.at == self.start;
        if quiet < if full { FULL_US } else { DONE_US } {
            return None;
        }
        if !self.moved_a && !self.moved_b {
            // Only a glitch: the knob has not been turned yet.
            self.changed_us = None;
            return None;
        }
        Some(self.verdict())
    }

    fn verdict(&self) -> Result<KnobKind, CheckFault> {
        if !self.moved_a {
            return Err(CheckFault::NoContactA);
        }
        if !self.moved_b {
            return Err(CheckFault::NoContactB);
        }
        let rest = match self.start {
            CyclePosition::BOTH_HIGH => Rest::High,
            CyclePosition::BOTH_LOW => Rest::Low,
            _ => return Err(CheckFault::BetweenDetents),
        };
        let detents_per_cycle = match self.quarters.abs() {
            q if q == 4 * CLICKS => DetentsPerCycle::One,
            q if q == 2 * CLICKS => DetentsPerCycle::Two,
            q if q % 2 != 0 => return Err(CheckFault::BetweenDetents),
            _ => return Err(CheckFault::NotFive),
        };
        Ok(KnobKind {
            detents_per_cycle,
            // With two detents a cycle either level is a rest level; use one of them, so that equal knobs compare
            // equal.
            rest: match detents_per_cycle {
                DetentsPerCycle::One => rest,
                DetentsPerCycle::Two => Rest::High,
            },
            direction: if self.quarters > 0 { Direction::Normal } else { Direction::Reversed },
        })
    }
}
