//! What differs between the chips that a Pico can have, behind the same names; nothing else in the firmware asks which one
//! it runs on. What embassy's drivers already make equal is not here.

#[cfg_attr(chip = "rp2040", path = "rp2040.rs")]
#[cfg_attr(chip = "rp2350", path = "rp2350.rs")]
mod this;

use embassy_rp::pac;
use embassy_time::{Duration, Timer};

pub(super) use this::noise;
pub use this::{FLASH_BYTES, Noise, reset, start};

pub type Seed = [u8; 32];

/// Neighbouring bits of an oscillator that runs at a few megahertz are much the same when they are read at once.
const APART: Duration = Duration::from_micros(10);

/// Bits of the ring oscillator, far enough apart to have little to do with each other.
async fn oscillator_bits() -> Seed {
    let mut seed = [0; 32];
    for byte in &mut seed {
        for _ in 0..u8::BITS {
            Timer::after(APART).await;
            *byte = *byte << 1 | u8::from(pac::ROSC.randombit().read().randombit());
        }
    }
    seed
}
