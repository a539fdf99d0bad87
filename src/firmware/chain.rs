//! The chain of shift registers: all contacts at one instant, shifted in bit by bit, and whether they may be believed.
//! Some of its inputs are tied to fixed levels, so that every picture proves the chain whole, or does not.

use dixit_dials::board::{Chain, Contacts};
use embassy_rp::gpio::{AnyPin, Level, Output};
use embassy_rp::{Peri, pac};

use super::board::{CONTACTS, ChainPins};
use super::knobs::{Raw, input};

/// Whole pictures in a row before a chain that was broken is trusted again.
const MENDED: u8 = 100;
/// Broken ones in a row before it is said; one alone may be a spark.
const BROKEN: u8 = 4;

pub fn start(pins: ChainPins) {
    input(pins.data);
    output(pins.clock, Level::Low);
    output(pins.load, Level::High);
}

fn output(pin: Peri<'static, AnyPin>, level: Level) {
    // It stays one for good.
    core::mem::forget(Output::new(pin, level));
}

/// Takes a picture of all inputs and shifts it in; see [`lies`] for the order. This is most of what the device does
/// while nobody turns a knob, so it goes straight to the registers.
pub fn read(chain: Chain) -> Raw {
    let (load, clock) = (1 << chain.load, 1u32 << chain.clock);
    let (set, clear) = (pac::SIO.gpio_out(0).value_set().as_ptr(), pac::SIO.gpio_out(0).value_clr().as_ptr());
    let pins = pac::SIO.gpio_in(0).as_ptr();
    // SAFETY: registers of pins that are ours; each write touches only the pin that it names.
    unsafe {
        clear.write_volatile(load);
        // A 74HC165 at 3.3 V wants its load line low for some 40 ns and answers after some 60 ns.
        cortex_m::asm::delay(6);
        set.write_volatile(load);
        cortex_m::asm::delay(6);
    }
    // The compiler knows no way to shift a carry in. The clock stays high for 40 ns, and from its rise to the next read
    // 88 ns pass: a register answers within 60, and the chip sees it two cycles later.
    macro_rules! bit {
        ($word:ident) => {
            // SAFETY: as above.
            unsafe {
                core::arch::asm!(
                    "ldr {level}, [{pins}]",
                    "str {clock}, [{set}]",
                    "lsls {level}, {level}, {carry}",
                    "adcs {word}, {word}",
                    "nop",
                    "nop",
                    "str {clock}, [{clear}]",
                    "nop",
                    "nop",
                    "nop",
                    "nop",
                    level = out(reg) _,
                    word = inout(reg) $word,
                    pins = in(reg) pins,
                    set = in(reg) set,
                    clear = in(reg) clear,
                    clock = in(reg) clock,
                    carry = const DATA_TO_CARRY,
                    options(nostack),
                );
            }
        };
    }
    // Unrolled by hand: a loop for every bit would cost as much again.
    macro_rules! register {
        ($word:ident) => {
            bit!($word);
            bit!($word);
            bit!($word);
            bit!($word);
            bit!($word);
            bit!($word);
            bit!($word);
            bit!($word);
        };
    }
    let (mut first, mut second) = (0u32, 0u32);
    for _ in 0..chain.bits.min(32) / 8 {
        register!(first);
    }
    for _ in 0..chain.bits.saturating_sub(32) / 8 {
        register!(second);
    }
    [first, second]
}

/// Where in [`Raw`] a bit of the chain lies: each word fills up from its lowest bit.
pub const fn lies(chain: Chain, bit: u8) -> (usize, u32) {
    let last = if bit < 32 && chain.bits > 32 { 31 } else { chain.bits - 1 };
    ((bit / 32) as usize, (last - bit) as u32)
}

/// Spreads bits in the order in which they arrive as they lie in [`Raw`].
const fn spread(bits: u64) -> Raw {
    let mut raw = [0; 2];
    if let Contacts::Chain(chain) = CONTACTS {
        let mut bit = 0;
        while bit < chain.bits {
            let (word, place) = lies(chain, bit);
            raw[word] |= ((bits >> bit & 1) as u32) << place;
            bit += 1;
        }
    }
    raw
}

const PROOF_MASK: Raw = spread(match CONTACTS {
    Contacts::Pins(_) => 0,
    Contacts::Chain(chain) => chain.proof_mask,
});
const PROOF: Raw = spread(match CONTACTS {
    Contacts::Pins(_) => 0,
    Contacts::Chain(chain) => chain.proof,
});

/// How far the chain's data pin must be shifted to fall out of the register.
const DATA_TO_CARRY: u32 = match CONTACTS {
    Contacts::Pins(_) => 0,
    Contacts::Chain(chain) => 32 - chain.data as u32,
};

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

    pub fn whole(&self) -> bool {
        self.whole
    }

    /// Whole, and nothing speaks against it.
    pub fn firm(&self) -> bool {
        self.whole && self.doubts == 0
    }

    pub fn judge(&mut self, raw: Raw) -> Verdict {
        let whole = (0..2).all(|word| raw[word] & PROOF_MASK[word] == PROOF[word]);
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
