//! Checks whether a register chain can be trusted. Some of its inputs are tied to fixed levels, so every sample shows
//! whether the chain is intact.

use boards::device::Contacts;

use super::sampler::Sample;

/// Consecutive good samples before a broken chain is trusted again: 25 ms.
const MENDED: u8 = 125;
/// Consecutive bad samples before a broken chain is reported. A spark can cause a single bad sample.
const BROKEN: u8 = 4;

/// Whether a sample can be used.
pub enum Belief {
    Believed,
    /// The chain is not trusted, or not trusted again yet.
    Doubted,
    Broke,
    Mended,
}

/// Judges whether the chain is intact, from the tied inputs in each sample.
pub struct Trust {
    /// Mask and levels of the tied inputs within a sample.
    pub mask: Sample,
    pub levels: Sample,
    whole: bool,
    /// Consecutive samples that contradict `whole`.
    doubts: u8,
}

impl Trust {
    pub fn new(contacts: &Contacts) -> Self {
        let (mask, levels) = match contacts {
            Contacts::Chain(chain) => (chain.proof.mask().reverse_bits(), chain.proof.expected().reverse_bits()),
            Contacts::Pins(_) => (0, 0),
        };
        Self { mask, levels, whole: true, doubts: 0 }
    }

    /// True if the chain is intact and no recent sample contradicts that.
    pub fn is_firm(&self) -> bool {
        self.whole && self.doubts == 0
    }

    pub fn judge(&mut self, sample: Sample) -> Belief {
        let whole = sample & self.mask == self.levels;
        if whole == self.whole {
            self.doubts = 0;
            return if whole { Belief::Believed } else { Belief::Doubted };
        }
        self.doubts += 1;
        if self.doubts < if whole { MENDED } else { BROKEN } {
            return Belief::Doubted;
        }
        (self.whole, self.doubts) = (whole, 0);
        if whole { Belief::Mended } else { Belief::Broke }
    }
}
