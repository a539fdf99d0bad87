//! What differs between the chips that a Pico can have, behind the same names; nothing else in the firmware asks which one
//! it runs on. What embassy's drivers already make equal is not here.

#[cfg_attr(chip = "rp2040", path = "rp2040.rs")]
#[cfg_attr(chip = "rp2350", path = "rp2350.rs")]
mod this;

use embassy_rp::config::Config;
use embassy_rp::pac;
use embassy_time::{Duration, Timer};

pub(crate) use this::noise;
pub use this::{FLASH_BYTES, NAME, Noise, reset, serial, start};

use super::random::{Press, Seed};

/// embassy's configuration, but for the crystal: it waits 128 times as long for its start as the Pico SDK does.
pub fn config() -> Config {
    let mut config = Config::default();
    if let Some(crystal) = &mut config.clocks.xosc {
        crystal.delay_multiplier = 1;
    }
    config
}

/// Neighbouring bits of an oscillator that runs at a few megahertz are much the same when they are read at once.
const APART: Duration = Duration::from_micros(10);
/// Even so far apart a bit mostly follows from those before it: so many seeds' worth of them are pressed into one. It
/// takes some 20 ms, during which the screens start.
const SEEDS: usize = 8;

/// What the ring oscillator tells of chance: many of its bits, apart from each other, pressed together. The driver's own
/// generator reads them without a pause.
pub async fn oscillator_bits() -> Seed {
    let mut press = Press::new();
    for _ in 0..SEEDS {
        let mut noise = Seed::default();
        for byte in &mut noise {
            for _ in 0..u8::BITS {
                Timer::after(APART).await;
                *byte = *byte << 1 | u8::from(pac::ROSC.randombit().read().randombit());
            }
        }
        press.add(&noise);
    }
    press.seed()
}
