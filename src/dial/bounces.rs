//! Counts how often the raw level of each contact changes, and how many of these changes are bounces. It is for whoever
//! builds a device: decoding does not need it.

use super::{Bits, Levels, MAX_KNOBS};

/// A change this soon after the last one of the same contact is a bounce. At 200 clicks per second a contact still takes
/// 2.5 ms between two changes.
pub const BOUNCE_US: u32 = 1_000;

/// What was counted of one contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContactCount {
    pub changes: u16,
    pub bounces: u16,
    last_us: u32,
}

impl ContactCount {
    fn note(&mut self, at_us: u32) {
        let soon = self.changes > 0 && at_us.wrapping_sub(self.last_us) < BOUNCE_US;
        self.changes = self.changes.saturating_add(1);
        self.bounces = self.bounces.saturating_add(soon.into());
        self.last_us = at_us;
    }
}

/// The counts of A, B and push of each knob.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounces([[ContactCount; 3]; MAX_KNOBS]);

impl Bounces {
    /// Takes two consecutive samples that differ, and the time of the second.
    pub fn note(&mut self, before: Levels, now: Levels, at_us: u32) {
        let changed = [before.a ^ now.a, before.b ^ now.b, before.down ^ now.down];
        for (contact, knobs) in changed.into_iter().enumerate() {
            for knob in Bits(knobs) {
                self.0[knob][contact].note(at_us);
            }
        }
    }

    pub fn of(&self, knob: usize) -> &[ContactCount; 3] {
        &self.0[knob]
    }

    /// All changes of all contacts.
    pub fn changes(&self) -> u32 {
        self.0.iter().flatten().map(|count| u32::from(count.changes)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_in_quick_succession_are_bounces() {
        let levels = |a| Levels { a, b: 2, down: 0 };
        let mut bounces = Bounces::default();
        // Knob 0 closes A cleanly; knob 1 closes it with two bounces.
        bounces.note(levels(0b11), levels(0b10), 5_000);
        for (before, now, at_us) in [(0b10, 0b00, 6_000), (0b00, 0b10, 6_125), (0b10, 0b00, 6_250)] {
            bounces.note(levels(before), levels(now), at_us);
        }
        bounces.note(levels(0b00), levels(0b10), 7_250);
        let of = |knob| (bounces.of(knob)[0].changes, bounces.of(knob)[0].bounces);
        assert_eq!((of(0), of(1)), ((1, 0), (4, 2)));
        assert_eq!(bounces.of(1)[1], ContactCount::default());
        assert_eq!(bounces.changes(), 5);
    }
}
