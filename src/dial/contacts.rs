//! The two turning contacts of one knob: debounced levels → clicks. Counts quarter steps and snaps to the detent
//! whenever the contacts are at a rest level. Ambiguous steps are resolved by the knob's direction and speed. Knows
//! neither pins nor the button.

use super::kind::{CyclePosition, KnobKind};

/// After this long without a click, the knob no longer counts as running.
pub(super) const RUN_US: u32 = 24_000;
/// Two edges closer together than this cannot come from turning by hand.
const SWAP_US: u32 = 400;
/// Tolerance in eighths of a quarter step, for ambiguous steps.
const LENIENT: i32 = 9;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurningContacts {
    /// Quarter steps since the last detent, up is positive.
    quarters: i8,
    /// True if two quarter steps were missed at once, so that their direction is unknown.
    torn: bool,
    /// Direction of the last click.
    way: i8,
    click_us: u32,
    /// Time between clicks while running, otherwise 0.
    pace_us: u32,
    /// Number of consecutive steps against the direction of the run, and the time of the last one.
    backs: u8,
    back_us: u32,
    /// True if the last two steps against the run were less than [`SWAP_US`] apart.
    swapped: bool,
}

impl TurningContacts {
    /// Takes a change of the debounced levels. Returns the clicks that it completes.
    pub fn step(&mut self, kind: KnobKind, from: CyclePosition, to: CyclePosition, now_us: u32) -> i8 {
        let ahead = to.ahead_of(from);
        let before = self.quarters;
        match ahead {
            1 => self.quarters += 1,
            3 => self.quarters -= 1,
            _ => self.leap(kind, now_us),
        }
        if self.running(now_us) {
            self.doubt(kind, before, to, now_us);
        }
        self.settle(kind, to, now_us)
    }

    /// Handles two steps against the run that are closer together than edges can be: glitches may have swapped two
    /// edges while the knob ran on.
    fn doubt(&mut self, kind: KnobKind, before: i8, at: CyclePosition, now_us: u32) {
        if (self.quarters - before) * self.way == -1 {
            let close = now_us.wrapping_sub(self.back_us) < SWAP_US;
            self.backs = self.backs.saturating_add(1);
            self.back_us = now_us;
            // A third step against the run means that the knob was really reversed.
            self.swapped = self.backs == 2 && close;
        } else {
            self.backs = 0;
        }
        if self.swapped && kind.is_rest(at) {
            let on = self.quarters + 4 * self.way;
            // If a click has four quarter steps, a fast reversal can look the same: the timing decides.
            if kind.quarters() == 2 || (on * self.way >= 4 && self.likely(kind, on, now_us)) {
                self.quarters = on;
            }
            self.swapped = false;
        }
    }

    fn running(&self, now_us: u32) -> bool {
        self.pace_us != 0 && now_us.wrapping_sub(self.click_us) < RUN_US
    }

    /// True if a knob that turns at its recent pace can by now be `quarters` quarter steps from its last click. This
    /// allows some slack: detents pull the shaft along, so edges are not evenly spaced.
    fn likely(&self, kind: KnobKind, quarters: i8, now_us: u32) -> bool {
        let since_us = now_us.wrapping_sub(self.click_us).min(RUN_US) as i32;
        (8 * i32::from(quarters.abs()) - LENIENT) * self.pace_us as i32 <= 8 * i32::from(kind.quarters()) * since_us
    }

    /// Handles a change of both contacts at once: two quarter steps, in either direction.
    fn leap(&mut self, kind: KnobKind, now_us: u32) {
        if self.quarters != 0 {
            // Between detents, assume that the knob went on, unless it is too early for a running knob to be that far.
            let on = self.quarters + 2 * self.quarters.signum();
            let early = self.running(now_us) && on.signum() == self.way && !self.likely(kind, on, now_us);
            self.quarters = if early { on - 4 * self.way } else { on };
        } else if (kind.quarters() == 2 || self.torn) && now_us.wrapping_sub(self.click_us) < 3 * RUN_US {
            self.quarters = 2 * self.way;
        } else {
            self.torn = !self.torn;
        }
    }

    fn settle(&mut self, kind: KnobKind, at: CyclePosition, now_us: u32) -> i8 {
        let per_click = kind.quarters();
        let size = self.quarters.abs();
        let way = self.quarters.signum();
        let mut clicks = if kind.is_rest(at) {
            let size = if self.torn && per_click == 4 { size + 2 } else { size };
            self.quarters = 0;
            kind.clicks(size + per_click / 2 - 1)
        } else {
            let clicks = kind.clicks(size);
            self.quarters = way * (size - per_click * clicks);
            clicks
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
        if way != self.way || since >= RUN_US {
            self.pace_us = 0;
        }
        if way == self.way && since < RUN_US && clicks == 1 {
            self.pace_us = if self.pace_us == 0 { since } else { (self.pace_us + since) / 2 };
        }
        self.backs = 0;
        self.swapped = false;
        self.way = way;
        self.click_us = now_us;
        way * clicks
    }
}
