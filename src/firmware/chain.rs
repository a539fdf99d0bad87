//! The chain of shift registers, read by an SPI block: all contacts at one instant, and whether they may be believed.
//! Nobody waits for the wires: each scan takes the picture that the block has shifted in since the last one, and lets it
//! begin with the next. Some inputs are tied to fixed levels, so that every picture proves the chain whole, or does not.

use dixit_dials::board::{Chain, Contacts};
use embassy_rp::gpio::{Level, Output};
use embassy_rp::pac;
use embassy_rp::spi::{Config, Phase, Polarity, Spi};

use super::board::{CONTACTS, ChainWires};
use super::knobs::Raw;

/// Slow enough for a 74HC165 at 3.3 V, which answers within some 60 ns of the rising clock and is looked at 250 ns after
/// it; and fast enough that eight of them are through long before the next scan.
const HZ: u32 = 2_000_000;
/// Whole pictures in a row before a chain that was broken is trusted again.
const MENDED: u8 = 100;
/// Broken ones in a row before it is said; one alone may be a spark.
const BROKEN: u8 = 4;

const CHAIN: Chain = match CONTACTS {
    Contacts::Chain(chain) => chain,
    Contacts::Pins(_) => Chain { spi: 0, data: 0, load: 0, bits: 8, first_bit: 0, proof_mask: 0, proof: 0 },
};
const SPI: pac::spi::Spi = if CHAIN.spi == 0 { pac::SPI0 } else { pac::SPI1 };
/// As few frames as can be, none longer than the block's 16 bits: each costs an access on the way out and one back.
/// Two make a word of [`Raw`].
const FRAMES: u8 = CHAIN.bits.div_ceil(16);
const FRAME_BITS: u8 = CHAIN.bits.div_ceil(FRAMES);

/// Answers the first picture; the second is on its way.
pub fn start(wires: ChainWires) -> Raw {
    // It stays one for good.
    core::mem::forget(Output::new(wires.load, Level::High));
    // The registers show their first bit before any clock and shift when it rises: it idles high, and each bit is taken
    // when it falls.
    let mut config = Config::default();
    config.frequency = HZ;
    config.polarity = Polarity::IdleHigh;
    config.phase = Phase::CaptureOnFirstTransition;
    Spi::new_blocking_rxonly(wires.spi, wires.clock, wires.data, config);
    SPI.cr1().write(|w| w.set_sse(false));
    SPI.cr0().modify(|w| w.set_dss(FRAME_BITS - 1));
    SPI.cr1().write(|w| w.set_sse(true));
    // A line that has come loose must not read as noise.
    pac::PADS_BANK0.gpio(CHAIN.data.into()).modify(|w| w.set_pue(true));
    take();
    while SPI.sr().read().bsy() {}
    read()
}

/// The picture that was taken when this was last called; the next is taken now.
pub fn read() -> Raw {
    let frame = || u32::from(SPI.dr().read().data());
    let mut raw = [frame() << FRAME_BITS, 0];
    if FRAMES > 1 {
        raw[0] |= frame();
    }
    if FRAMES > 2 {
        raw[1] = frame() << FRAME_BITS;
    }
    if FRAMES > 3 {
        raw[1] |= frame();
    }
    let status = SPI.sr().read();
    if status.bsy() || status.rne() {
        // A frame too few or too many would put all pictures from now on out of step.
        while SPI.sr().read().bsy() {}
        while SPI.sr().read().rne() {
            SPI.dr().read();
        }
        raw = DISPROVEN;
    }
    take();
    raw
}

/// Takes a picture of all inputs and lets the block shift it in.
#[inline(always)]
fn take() {
    let load = 1 << CHAIN.load;
    pac::SIO.gpio_out(0).value_clr().write_value(load);
    // A 74HC165 at 3.3 V wants its load line low for some 40 ns.
    cortex_m::asm::delay(2);
    pac::SIO.gpio_out(0).value_set().write_value(load);
    // A loop would cost as much again.
    let send = || SPI.dr().write(|w| w.set_data(0));
    send();
    if FRAMES > 1 {
        send();
    }
    if FRAMES > 2 {
        send();
    }
    if FRAMES > 3 {
        send();
    }
}

/// Where in [`Raw`] a bit of the chain lies. In a frame the first bit is the highest.
pub const fn lies(bit: u8) -> (usize, u32) {
    let (frame, bit) = (bit / FRAME_BITS, bit % FRAME_BITS);
    let place = (2 - frame % 2) * FRAME_BITS - 1 - bit;
    (frame as usize / 2, place as u32)
}

/// Spreads bits in the order in which they arrive as they lie in [`Raw`].
const fn spread(bits: u64) -> Raw {
    let mut raw = [0; 2];
    let mut bit = 0;
    while bit < CHAIN.bits {
        let (word, place) = lies(bit);
        raw[word] |= ((bits >> bit & 1) as u32) << place;
        bit += 1;
    }
    raw
}

const PROOF_MASK: Raw = spread(CHAIN.proof_mask);
const PROOF: Raw = spread(CHAIN.proof);
/// A picture that says nothing but that it is wrong.
const DISPROVEN: Raw = [!PROOF[0], !PROOF[1]];

/// What a picture is worth.
pub enum Verdict {
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
    pub fn firm(&self) -> bool {
        self.whole && self.doubts == 0
    }

    pub fn judge(&mut self, raw: Raw) -> Verdict {
        let whole = raw[0] & PROOF_MASK[0] == PROOF[0] && raw[1] & PROOF_MASK[1] == PROOF[1];
        if whole == self.whole {
            self.doubts = 0;
            return if whole { Verdict::Believed } else { Verdict::Doubted };
        }
        self.doubts += 1;
        if self.doubts < if whole { MENDED } else { BROKEN } {
            return Verdict::Doubted;
        }
        *self = Self { whole, doubts: 0 };
        if whole { Verdict::Mended } else { Verdict::Broke }
    }
}
