//! The chip of the Pico.

use super::super::drivers::flash::Flash;
use super::super::random::Seed;

/// The name that is reported to a computer.
pub const NAME: &str = "rp2040";
pub const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// The entropy source: the ring oscillator alone.
pub struct Noise;

macro_rules! noise {
    ($p:ident) => {
        $crate::firmware::chip::Noise
    };
}
pub(crate) use noise;

impl Noise {
    pub async fn seed(self) -> Seed {
        super::oscillator_bits().await
    }
}

/// Turns a stack overflow into a fault before it overwrites statics: the MPU forbids all access to 32 bytes at the
/// stack's end. The MPU is off in the fault handler, which may therefore use the same stack.
pub fn guard_stack() {
    let _ = embassy_rp::install_core0_stack_guard();
}

/// A fault with fewer than this many bytes of the stack below its frame was a stack overflow. The guard ends at most 63
/// bytes above the stack's end. The push that hits it stores at most 36 bytes, and the frame of the fault lies 32 bytes
/// below the stack pointer before that push.
const NEAR_THE_GUARD: isize = 63 + 36 - 32;

/// True if a fault was a stack overflow. This core does not record why it faulted, so `left` decides: the bytes of the
/// stack below the fault's frame.
pub fn stack_overflowed(left: isize) -> bool {
    left < NEAR_THE_GUARD
}

/// Maker, type and size of the flash chip. Must be read before anything else uses the flash.
pub fn jedec(flash: &mut Flash) -> Option<[u8; 3]> {
    flash.jedec_id()
}

/// Unique number of this device: that of its flash chip. Must be read before anything else uses the flash.
pub fn serial(flash: &mut Flash) -> u64 {
    flash.unique_id()
}
