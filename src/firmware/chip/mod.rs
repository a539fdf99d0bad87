//! What differs between the chips that a Pico can have, behind common names. Nothing else in the firmware asks which
//! chip it runs on. Differences that embassy's drivers already hide are not here.

#[cfg_attr(chip = "rp2040", path = "rp2040.rs")]
#[cfg_attr(chip = "rp2350", path = "rp2350.rs")]
mod this;

use embassy_futures::yield_now;
use embassy_rp::config::Config;
use embassy_rp::pac;
use embassy_time::{Duration, block_for};

pub(crate) use this::noise;
pub use this::{FLASH_BYTES, NAME, Noise, guard_stack, jedec, serial, stack_overflowed};

use super::random::{Condenser, Seed};

/// embassy's configuration, except for the crystal: embassy waits 128 times as long for the crystal to start as the
/// Pico SDK does.
pub fn config() -> Config {
    let mut config = Config::default();
    if let Some(crystal) = &mut config.clocks.xosc {
        crystal.delay_multiplier = 1;
    }
    config
}

/// Time between two bits read from the ring oscillator: consecutive bits at a few megahertz are strongly correlated.
const APART: Duration = Duration::from_micros(10);
/// Number of blocks of bits condensed into one seed, because even bits [`APART`] from each other are correlated.
/// Reading them takes about 20 ms; the screens start meanwhile.
const SEEDS: usize = 8;

/// Entropy of the ring oscillator: many of its bits, spaced apart and condensed. The driver's own generator reads them
/// without a pause. Other tasks run between two blocks.
pub async fn oscillator_bits() -> Seed {
    let mut condenser = Condenser::new();
    for _ in 0..SEEDS {
        condenser.add(&raw_bits());
        yield_now().await;
    }
    condenser.seed()
}

/// Bits of the ring oscillator before they are condensed. Blocks for 80 µs a byte: a timer's task switch would take
/// longer than [`APART`], and how much longer depends on the flash cache.
pub fn raw_bits<const BYTES: usize>() -> [u8; BYTES] {
    core::array::from_fn(|_| {
        (0..u8::BITS).fold(0, |byte, _| {
            block_for(APART);
            byte << 1 | oscillator_bit()
        })
    })
}

fn oscillator_bit() -> u8 {
    pac::ROSC.randombit().read().randombit().into()
}
