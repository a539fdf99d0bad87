//! The two turning contacts of one knob: believed levels → clicks. Counts quarter steps and snaps to the detent
//! whenever the contacts stand at a rest level. Steps that nobody saw (a stall, a slow idle scan) are resolved by
//! the way the knob was going and by its pace. Knows neither pins nor the switch.

use super::kind::{CyclePosition, KnobKind};

/// Longer without a click, and the knob no longer counts as running.
pub(super) const RUN_US: u32 = 24_000;
/// So soon after a click a running knob is still in its detent.
const PAUSE_US: u32 = 500;
/// No hand makes two edges this close to each other.
const SWAP_US: u32 = 400;
/// Grace in eighths of a quarter step: for steps that nobody saw, and for steps that were seen unclearly.
const STRICT: i32 = 6;
const LENIENT: i32 = 9;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurningContacts {
    /// Quarter steps since the last detent, up is positive.
    quarters: i8,
    /// Two quarter steps were missed at once and nothing told which way.
    torn: bool,
    /// A whole detent may have passed unseen, this way; the rhythm of the next click tells.
    unseen: i8,
    /// Which way the last click went.
    way: i8,
    click_us: u32,
    /// The last click was only noticed after a stall: its time says little.
    late: bool,
    /// Time between clicks while running, else 0.
    pace_us: u32,
    /// How many steps in a row went against the run, and when the last of them.
    backs: u8,
    back_us: u32,
    /// There were two, closer together than edges can be.
    swapped: bool,
}

/// Whether samples just came in time, or the sampler was kept away for longer than an edge may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    Kept,
    Broken { dark_us: u32 },
}

impl TurningContacts {
    /// The believed levels went from `from` to `to`: how many clicks that makes.
    pub fn step(&mut self, kind: KnobKind, from: CyclePosition, to: CyclePosition, watch: Watch, now_us: u32) -> i8 {
        let ahead = to.ahead_of(from);
        let before = self.quarters;
        match (watch, ahead) {
            (Watch::Broken { dark_us }, _) if self.ran_on(kind, ahead, now_us) => {
                self.quarters = self.way * self.by_pace(kind, ahead * self.way, dark_us, now_us);
            }
            (_, 1) => self.quarters += 1,
            (_, 3) => self.quarters -= 1,
            _ => self.leap(kind, now_us),
        }
        if self.running(now_us) {
            self.doubt(kind, before, to, now_us);
        }
        self.settle(kind, to, watch, now_us)
    }

    /// The sampler was kept away and found the levels as it left them: a running knob may have gone a whole cycle.
    pub fn missed(&mut self, kind: KnobKind, dark_us: u32, now_us: u32) {
        let at_rest = self.quarters == 0 && kind.quarters() == 4;
        if at_rest && self.running(now_us) && self.by_pace(kind, 0, dark_us, now_us) == 4 {
            self.unseen = self.way;
        }
    }

    /// Two steps against the run, closer than edges can be: it may be that glitches swapped their order and that the
    /// knob ran on.
    fn doubt(&mut self, kind: KnobKind, before: i8, at: CyclePosition, now_us: u32) {
        if (self.quarters - before) * self.way == -1 {
            let close = now_us.wrapping_sub(self.back_us) < SWAP_US;
            self.backs = self.backs.saturating_add(1);
            self.back_us = now_us;
            // A third one, and the hand did turn round.
            self.swapped = self.backs == 2 && close;
        } else {
            self.backs = 0;
        }
        if self.swapped && kind.is_rest(at) {
            let on = self.quarters + 4 * self.way;
            // Where a click has four steps, so fast a hand may also have turned round; then the rhythm tells.
            if kind.quarters() == 2 || (on * self.way >= 4 && self.likely(kind, on, now_us)) {
                self.quarters = on;
            }
            self.swapped = false;
        }
    }

    /// Whether a running knob may have kept its way in the dark: not if it had turned round before, nor if two steps are
    /// too early; then the next step tells which way they went.
    fn ran_on(&self, kind: KnobKind, ahead: i8, now_us: u32) -> bool {
        let early = self.quarters == 0 && ahead == 2 && kind.quarters() == 4 && !self.in_time(kind, 2, 0, now_us);
        self.running(now_us) && self.quarters * self.way >= 0 && !early
    }

    /// Between two detents of a run, soon after the first, or not running at all.
    pub fn is_in_pause(&self, now_us: u32) -> bool {
        let since_us = now_us.wrapping_sub(self.click_us);
        self.quarters == 0 && !(PAUSE_US..RUN_US).contains(&since_us)
    }

    fn running(&self, now_us: u32) -> bool {
        self.pace_us != 0 && now_us.wrapping_sub(self.click_us) < RUN_US
    }

    /// The contacts show `ahead` quarter steps, or four more or less: of the distances from the last detent that this
    /// can mean, the farthest that the pace allows.
    fn by_pace(&self, kind: KnobKind, ahead: i8, dark_us: u32, now_us: u32) -> i8 {
        let per_click = i32::from(kind.quarters());
        let pace_us = self.pace_us as i32;
        let dark_us = dark_us.min(RUN_US) as i32;
        let seen = i32::from(self.quarters * self.way);
        let mut quarters = seen + (i32::from(ahead) + 1).rem_euclid(4) - 1;
        loop {
            let next = quarters + 4;
            // In the dark, edges took half of a click's time, and every detent on the way the other half. A quarter
            // of that is grace, and a quarter step more, as the first edge may have come before, still bouncing.
            let detents = (next - 1).div_euclid(per_click) - seen.div_euclid(per_click);
            let steps = next - seen - 1 + per_click * detents;
            let in_the_dark = (4 * steps - 1) * 3 * pace_us <= 32 * per_click * dark_us;
            if !in_the_dark || !self.in_time(kind, next, STRICT, now_us) || next > 6 {
                return quarters as i8;
            }
            quarters = next;
        }
    }

    /// Whether the pace allows so many quarter steps since the last click, with so many eighths of a step as grace:
    /// detents pull the shaft on, so edges do not come evenly.
    fn in_time(&self, kind: KnobKind, quarters: i32, grace: i32, now_us: u32) -> bool {
        let since_us = now_us.wrapping_sub(self.click_us).min(RUN_US) as i32;
        (8 * quarters - grace) * self.pace_us as i32 <= 8 * i32::from(kind.quarters()) * since_us
    }

    /// Whether a running knob may be so far from its last click; a click that was noticed late tells no time.
    fn likely(&self, kind: KnobKind, quarters: i8, now_us: u32) -> bool {
        self.late || self.in_time(kind, i32::from(quarters.abs()), LENIENT, now_us)
    }

    /// Both contacts changed at once: two quarter steps, either way.
    fn leap(&mut self, kind: KnobKind, now_us: u32) {
        if self.quarters != 0 {
            // On its way somewhere it went on, unless a running knob is too early for that.
            let on = self.quarters + 2 * self.quarters.signum();
            let early = self.running(now_us) && on.signum() == self.way && !self.likely(kind, on, now_us);
            self.quarters = if early { on - 4 * self.way } else { on };
        } else if (kind.quarters() == 2 || self.torn) && now_us.wrapping_sub(self.click_us) < 3 * RUN_US {
            self.quarters = 2 * self.way;
        } else {
            self.torn = !self.torn;
        }
    }

    fn settle(&mut self, kind: KnobKind, at: CyclePosition, watch: Watch, now_us: u32) -> i8 {
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
        let seen = clicks;
        if self.unseen == way && since.saturating_mul(2) < 5 * self.pace_us {
            clicks += 1;
        }
        self.unseen = 0;
        if way != self.way || since >= RUN_US {
            self.pace_us = 0;
        }
        let late = watch != Watch::Kept;
        if way == self.way && since < RUN_US && seen == 1 && clicks == 1 && !late && !self.late {
            self.pace_us = if self.pace_us == 0 { since } else { (self.pace_us + since) / 2 };
        }
        self.late = late;
        self.backs = 0;
        self.swapped = false;
        self.way = way;
        self.click_us = now_us;
        way * clicks
    }
}
