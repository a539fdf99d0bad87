//! Whether a register chain can be believed. Some of its inputs are tied to fixed levels, so every sample proves the
//! chain whole or broken.

use boards::device::Contacts;

use super::sampler::Sample;

/// Whole samples in a row before a chain that was broken is believed again: 25 ms.
const MENDED: u8 = 125;
/// Broken samples in a row before it is reported. A single one may be a spark.
const BROKEN: u8 = 4;

/// What a sample is worth.
pub enum Belief {
    Believed,
    /// Not believed, or not yet again.
    Doubted,
    Broke,
    Mended,
}

/// The state of the chain as far as samples have proven it.
pub struct Trust {
    /// The tied inputs and their levels, as they lie in a sample.
    pub mask: Sample,
    pub levels: Sample,
    whole: bool,
    /// Samples in a row that contradict `whole`.
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

    /// Whole, and no sample contradicts that.
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
