//! The button of one knob: a debounced level → pressed, holding, held, let go, stuck. Knows nothing of turning.

/// Debounce time: a level must be stable this long.
pub(super) const DEBOUNCE_US: u32 = 15_000;
/// Turns are ignored for this long after the button is released.
pub(super) const AFTER_US: u32 = 50_000;
/// Progress of a hold is shown from this number of eighths on; before that, it is a plain press.
const SHOW_FROM_EIGHTHS: u32 = 2;
/// A button released within this time counts as pressed, even if progress was shown: some people press slowly.
const PRESS_US: u32 = 450_000;
const HOLD_US: u32 = 900_000;
const STUCK_US: u32 = 10_000_000;

/// An event of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Holding(u8),
    Held,
    Stuck,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Release {
    Press,
    /// A press after all, although progress was shown and must disappear.
    SlowPress,
    LetGo,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// When the raw level last changed.
    edge_us: u32,
    /// When the debounced level last changed.
    flip_us: u32,
    shown: u8,
}

impl Push {
    pub const fn new(now_us: u32) -> Self {
        Self { edge_us: now_us, flip_us: now_us, shown: 0 }
    }

    pub fn stir(&mut self, now_us: u32) {
        self.edge_us = now_us;
    }

    pub fn settled(&self, now_us: u32) -> bool {
        now_us.wrapping_sub(self.edge_us) >= DEBOUNCE_US
    }

    pub fn press(&mut self, now_us: u32) {
        self.flip_us = now_us;
        self.shown = 0;
    }

    /// Call while the button is down and not stuck.
    pub fn stay(&mut self, now_us: u32) -> Option<Said> {
        let down = now_us.wrapping_sub(self.flip_us);
        if down >= STUCK_US {
            return Some(Said::Stuck);
        }
        let next = (u32::from(self.shown) + 1).max(SHOW_FROM_EIGHTHS);
        if self.shown == 8 || down < next * (HOLD_US / 8) {
            return None;
        }
        self.shown = next as u8;
        Some(if next == 8 { Said::Held } else { Said::Holding(self.shown) })
    }

    pub fn release(&mut self, now_us: u32) -> Release {
        let down = now_us.wrapping_sub(self.flip_us);
        self.flip_us = now_us;
        match (self.shown, down < PRESS_US) {
            (0, _) => Release::Press,
            (_, true) => Release::SlowPress,
            (_, false) => Release::LetGo,
        }
    }

    /// True if the button was released too recently to trust the turning contacts.
    pub fn still_shaking(&self, now_us: u32) -> bool {
        now_us.wrapping_sub(self.flip_us) < AFTER_US
    }
}
