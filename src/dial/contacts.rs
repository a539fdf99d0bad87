//! The two turning contacts of one knob: believed levels → clicks. Counts quarter steps and snaps to the detent
//! whenever the contacts stand at a rest level. Steps that nobody saw (a stall, a slow idle scan) are resolved by
//! the way the knob was going and by its pace. Knows neither pins nor the switch.

use super::kind::{KnobKind, Phase};

/// Longer without a click, and the knob no longer counts as running.
pub(super) const RUN_US: u32 = 24_000;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contacts {
    /// Quarter steps since the last detent, up is positive.
    quarters: i8,
    /// Two quarter steps were missed at once and nothing told which way.
    torn: bool,
    /// A whole detent may have passed unseen, this way; the rhythm of the next click tells.
    unseen: i8,
    /// Which way the last click went.
    way: i8,
    click_us: u32,
    /// Time between clicks while running, else 0.
    pace_us: u32,
}

/// Whether samples just came in time, or the sampler was kept away for longer than an edge may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    Kept,
    Broken,
}

impl Contacts {
    /// The believed levels went from `from` to `to`: how many clicks that makes.
    pub fn step(&mut self, kind: KnobKind, from: Phase, to: Phase, watch: Watch, now_us: u32) -> i8 {
        let ahead = to.ahead_of(from);
        if watch == Watch::Broken && self.running(now_us) {
            let before = self.quarters * self.way;
            let ahead = if self.way > 0 { ahead } else { -ahead };
            self.quarters = self.way * self.by_pace(kind, (before + ahead) & 3, now_us);
        } else {
            match ahead {
                1 => self.quarters += 1,
                3 => self.quarters -= 1,
                _ => self.leap(kind, now_us),
            }
        }
        self.settle(kind, to, watch, now_us)
    }

    /// The sampler was kept away and found the levels as it left them: a running knob may have gone a whole cycle.
    pub fn missed(&mut self, kind: KnobKind, now_us: u32) {
        if self.running(now_us) && self.quarters == 0 && self.by_pace(kind, 0, now_us) == kind.quarters() {
            self.unseen = self.way;
        }
    }

    fn running(&self, now_us: u32) -> bool {
        self.pace_us != 0 && now_us.wrapping_sub(self.click_us) < RUN_US
    }

    /// Of the distances from the last detent that show as `shown` quarters, the farthest that the pace allows.
    fn by_pace(&self, kind: KnobKind, shown: i8, now_us: u32) -> i8 {
        let gone = now_us.wrapping_sub(self.click_us) * kind.quarters() as u32;
        let mut quarters = shown - 4;
        // One quarter of grace: detents pull the shaft on, so edges do not come evenly.
        while quarters < 8 && (quarters + 3).max(0) as u32 * self.pace_us <= gone {
            quarters += 4;
        }
        quarters
    }

    /// Both contacts changed at once: two quarter steps, either way.
    fn leap(&mut self, kind: KnobKind, now_us: u32) {
        if self.quarters != 0 {
            // On its way somewhere: it went on.
            self.quarters += 2 * self.quarters.signum();
        } else if (kind.quarters() == 2 || self.torn) && now_us.wrapping_sub(self.click_us) < 3 * RUN_US {
            self.quarters = 2 * self.way;
        } else {
            self.torn = !self.torn;
        }
    }

    fn settle(&mut self, kind: KnobKind, at: Phase, watch: Watch, now_us: u32) -> i8 {
        let per_click = kind.quarters();
        let size = self.quarters.abs();
        let way = self.quarters.signum();
        let mut clicks = if kind.is_rest(at) {
            let size = if self.torn && per_click == 4 { size + 2 } else { size };
            self.quarters = 0;
            (size + per_click / 2 - 1) / per_click
        } else {
            self.quarters = way * (size % per_click);
            size / per_click
        };
        if clicks == 0 {
            if kind.is_rest(at) && per_click == 4 {
                self.torn = false;
            }
            return 0;
        }

        let since = now_us.wrapping_sub(self.click_us);
        if self.torn && per_click == 2 && since < 20 * RUN_US {
            clicks += 1;
        }
        self.torn = false;
        let seen = clicks;
        if self.unseen == way && 2 * since < 5 * self.pace_us {
            clicks += 1;
        }
        self.unseen = 0;
        if way != self.way || since >= RUN_US {
            self.pace_us = 0;
        }
        if way == self.way && since < RUN_US && seen == 1 && clicks == 1 {
            // A click that was only noticed after a stall says little about the pace.
            if self.pace_us == 0 {
                self.pace_us = since;
            } else if watch == Watch::Kept {
                self.pace_us = (self.pace_us + since) / 2;
            }
        }
        self.way = way;
        self.click_us = now_us;
        way * clicks
    }
}
