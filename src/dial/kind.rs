//! The kind of knob: how its contacts run and rest. Comes from the board file or from the knob check.

/// Number of detents per cycle of the two contacts through their four levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DetentsPerCycle {
    #[default]
    One,
    Two,
}

/// The level of both contacts in a detent. A knob with two detents a cycle rests at both in turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rest {
    #[default]
    High,
    Low,
}

/// Which direction counts up. `Normal`: turned to the right, contact A leaves its rest level before contact B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    #[default]
    Normal,
    Reversed,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KnobKind {
    pub detents_per_cycle: DetentsPerCycle,
    pub rest: Rest,
    pub direction: Direction,
}

const TWO: u8 = 1;
const LOW: u8 = 2;
const REVERSED: u8 = 4;

/// The kind of knob that the board file states.
impl From<&boards::device::Knobs> for KnobKind {
    fn from(knobs: &boards::device::Knobs) -> Self {
        Self {
            detents_per_cycle: if knobs.detents_per_cycle == 2 { DetentsPerCycle::Two } else { DetentsPerCycle::One },
            rest: match knobs.rest {
                boards::Rest::High => Rest::High,
                boards::Rest::Low => Rest::Low,
            },
            direction: if knobs.reverse { Direction::Reversed } else { Direction::Normal },
        }
    }
}

impl KnobKind {
    /// Encodes it in one byte, for saving.
    pub const fn to_byte(self) -> u8 {
        let mut byte = 0;
        if matches!(self.detents_per_cycle, DetentsPerCycle::Two) {
            byte |= TWO;
        }
        if matches!(self.rest, Rest::Low) {
            byte |= LOW;
        }
        if matches!(self.direction, Direction::Reversed) {
            byte |= REVERSED;
        }
        byte
    }

    /// `None` for a byte that [`KnobKind::to_byte`] never returns.
    pub const fn from_byte(byte: u8) -> Option<Self> {
        if byte > TWO | LOW | REVERSED {
            return None;
        }
        Some(Self {
            detents_per_cycle: if byte & TWO == 0 { DetentsPerCycle::One } else { DetentsPerCycle::Two },
            rest: if byte & LOW == 0 { Rest::High } else { Rest::Low },
            direction: if byte & REVERSED == 0 { Direction::Normal } else { Direction::Reversed },
        })
    }

    pub fn all() -> impl Iterator<Item = Self> {
        (0..=TWO | LOW | REVERSED).filter_map(Self::from_byte)
    }

    /// Quarter steps of the contacts from one detent to the next.
    pub(super) const fn quarters(self) -> i8 {
        match self.detents_per_cycle {
            DetentsPerCycle::One => 4,
            DetentsPerCycle::Two => 2,
        }
    }

    /// Whole clicks in `quarters` quarter steps. `quarters` must not be negative. The Cortex-M0+ has no divide
    /// instruction; division by a constant needs none.
    pub(super) const fn clicks(self, quarters: i8) -> i8 {
        match self.detents_per_cycle {
            DetentsPerCycle::One => (quarters as u8 / 4) as i8,
            DetentsPerCycle::Two => (quarters as u8 / 2) as i8,
        }
    }

    pub(super) const fn is_rest(self, position: CyclePosition) -> bool {
        match (self.detents_per_cycle, self.rest) {
            (DetentsPerCycle::Two, _) => position.0 & 1 == 0,
            (DetentsPerCycle::One, Rest::High) => position.0 == 0,
            (DetentsPerCycle::One, Rest::Low) => position.0 == 2,
        }
    }
}

/// Position of the two contacts in their cycle: 0 both high, then A low, both low, A high again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CyclePosition(u8);

impl CyclePosition {
    pub const fn new(a_high: bool, b_high: bool) -> Self {
        let (a, b) = (!a_high as u8, !b_high as u8);
        Self(b << 1 | (a ^ b))
    }

    pub const BOTH_HIGH: Self = Self(0);
    pub const BOTH_LOW: Self = Self(2);

    /// Quarter steps from `earlier` to here, going up: 0 to 3.
    pub const fn ahead_of(self, earlier: Self) -> i8 {
        (self.0.wrapping_sub(earlier.0) & 3) as i8
    }
}
