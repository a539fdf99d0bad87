//! The chain of shift registers, read by SPI: all contacts at one instant, and whether they may be believed. Some inputs
//! are tied to fixed levels, so that every picture proves the chain whole, or does not.

use dixit_dials::board::{Chain, Contacts};
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::gpio::{Level, Output};
use embassy_rp::pac;
use embassy_rp::spi::{Blocking, Config, Phase, Polarity, Spi};

use super::board::{CONTACTS, ChainSpi, ChainWires};
use super::knobs::Raw;

/// As fast as a 74HC165 at 3.3 V surely is: it answers within some 60 ns of the rising clock and is looked at 125 ns after
/// it.
const HZ: u32 = 4_000_000;
/// A 74HC165 at 3.3 V wants its load line low for some 40 ns.
const LOAD_NS: u32 = 40;
/// Whole pictures in a row before a chain that was broken is trusted again.
const MENDED: u8 = 100;
/// Broken ones in a row before it is said; one alone may be a spark.
const BROKEN: u8 = 4;

const CHAIN: Chain = match CONTACTS {
    Contacts::Chain(chain) => chain,
    Contacts::Pins(_) => Chain { spi: 0, data: 0, load: 0, bits: 8, first_bit: 0, proof_mask: 0, proof: 0 },
};
const BYTES: usize = CHAIN.bits as usize / 8;

/// The chain on its wires.
pub struct Reader {
    spi: Spi<'static, ChainSpi, Blocking>,
    load: Output<'static>,
    /// [`LOAD_NS`], in cycles of the core.
    load_cycles: u32,
}

impl Reader {
    pub fn new(wires: ChainWires) -> Self {
        // The registers show their first bit before any clock and shift when it rises: it idles high, and each bit is
        // taken when it falls.
        let mut config = Config::default();
        config.frequency = HZ;
        config.polarity = Polarity::IdleHigh;
        config.phase = Phase::CaptureOnFirstTransition;
        let spi = Spi::new_blocking_rxonly(wires.spi, wires.clock, wires.data, config);
        // A line that has come loose must not read as noise; the driver pulls none.
        pac::PADS_BANK0.gpio(CHAIN.data.into()).modify(|w| w.set_pue(true));
        let load_cycles = (clk_sys_freq() / 1_000_000 * LOAD_NS).div_ceil(1_000);
        Self { spi, load: Output::new(wires.load, Level::High), load_cycles }
    }

    /// The contacts as they are now.
    pub fn read(&mut self) -> Raw {
        let mut raw = [0; size_of::<Raw>()];
        self.load.set_low();
        cortex_m::asm::delay(self.load_cycles);
        self.load.set_high();
        // This driver has no errors to tell.
        let _ = self.spi.blocking_read(&mut raw[..BYTES]);
        raw
    }
}

/// A byte too many would put all pictures from now on out of step; the driver has no call that takes it out.
pub fn empty_fifo() {
    let spi = if CHAIN.spi == 0 { pac::SPI0 } else { pac::SPI1 };
    while spi.sr().read().rne() {
        spi.dr().read();
    }
}

/// Where in [`Raw`] a bit of the chain lies: the first to arrive is the highest of its byte.
pub const fn bit(number: u8) -> (usize, u8) {
    (number as usize / 8, 0x80 >> (number % 8))
}

/// Bits in the order in which they arrive, as they lie in [`Raw`].
const fn spread(bits: u64) -> Raw {
    let mut raw = [0; size_of::<Raw>()];
    let mut number = 0;
    while number < CHAIN.bits {
        if bits >> number & 1 != 0 {
            let (byte, mask) = bit(number);
            raw[byte] |= mask;
        }
        number += 1;
    }
    raw
}

const PROOF_MASK: Raw = spread(CHAIN.proof_mask);
const PROOF: Raw = spread(CHAIN.proof);

fn is_whole(raw: Raw) -> bool {
    (0..BYTES).all(|byte| raw[byte] & PROOF_MASK[byte] == PROOF[byte])
}

/// What a picture is worth.
pub enum Belief {
    Believed,
    /// Not to be believed, or not yet again.
    Doubted,
    Broke,
    Mended,
}

/// Whether the chain is whole, as far as the pictures so far have proven it.
pub struct Trust {
    whole: bool,
    /// Pictures in a row that speak against that.
    doubts: u8,
}

impl Trust {
    pub const fn new() -> Self {
        Self { whole: true, doubts: 0 }
    }

    /// Whole, and nothing speaks against it.
    pub fn is_firm(&self) -> bool {
        self.whole && self.doubts == 0
    }

    pub fn judge(&mut self, raw: Raw) -> Belief {
        let whole = is_whole(raw);
        if whole == self.whole {
            self.doubts = 0;
            return if whole { Belief::Believed } else { Belief::Doubted };
        }
        self.doubts += 1;
        if self.doubts < if whole { MENDED } else { BROKEN } {
            return Belief::Doubted;
        }
        *self = Self { whole, doubts: 0 };
        if whole { Belief::Mended } else { Belief::Broke }
    }
}
