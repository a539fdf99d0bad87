//! The chip of the Pico 2.

use cortex_m::peripheral::SCB;
use embassy_rp::peripherals::TRNG;
use embassy_rp::trng::{Config, InterruptHandler, Trng};
use embassy_rp::{Peri, bind_interrupts, pac};
use embassy_time::{Duration, with_timeout};

use super::super::drivers::flash::Flash;
use super::super::random::Seed;

/// The name that is reported to a computer.
pub const NAME: &str = "rp2350";
pub const FLASH_BYTES: usize = 4 * 1024 * 1024;

bind_interrupts!(struct Irqs {
    TRNG_IRQ => InterruptHandler<TRNG>;
});

/// Timeout of the TRNG. Two blocks take some 4 ms, longer if a block fails the generator's own tests and is redrawn. On
/// some chips no block passes, and the driver would wait forever.
const PATIENCE: Duration = Duration::from_millis(50);

/// The entropy source: the chip's TRNG, combined with the ring oscillator in case the TRNG fails.
pub struct Noise(Trng<'static, TRNG>);

macro_rules! noise {
    ($p:ident) => {
        $crate::firmware::chip::Noise::new($p.TRNG)
    };
}
pub(crate) use noise;

impl Noise {
    pub fn new(trng: Peri<'static, TRNG>) -> Self {
        // The boot ROM leaves bits that it drew without the generator's tests. The driver, which does not reset the
        // generator, would take them for its first block.
        pac::RESETS.reset().modify(|w| w.set_trng(true));
        pac::RESETS.reset().modify(|w| w.set_trng(false));
        while !pac::RESETS.reset_done().read().trng() {}
        Self(Trng::new(trng, Irqs, Config::default()))
    }

    pub async fn seed(mut self) -> Seed {
        let mut seed = super::oscillator_bits().await;
        let mut drawn = [0; size_of::<Seed>()];
        let _ = with_timeout(PATIENCE, self.0.fill_bytes(&mut drawn)).await;
        // Bytes that are missing after this time stay zero. The XOR of two sources is at least as good as the better one.
        seed.iter_mut().zip(drawn).for_each(|(byte, drawn)| *byte ^= drawn);
        seed
    }
}

/// Bit of CCR: the handler of a fault may exceed the stack limit.
const STKOFHFNMIGN: u32 = 1 << 10;
/// Bit of CFSR: the stack limit was exceeded.
const STKOF: u32 = 1 << 20;

/// Turns a stack overflow into a fault before it overwrites statics: the core has a limit for its stack pointer. The
/// fault handler uses the same stack, so it may exceed the limit.
pub fn guard_stack() {
    let _ = embassy_rp::install_core0_stack_guard();
    // SAFETY: the register concerns nothing but the core, and nobody else writes it.
    unsafe { (*SCB::PTR).ccr.modify(|ccr| ccr | STKOFHFNMIGN) };
}

/// True if the last fault was a stack overflow. The frame of such a fault may be missing.
pub fn stack_overflowed(_left: isize) -> bool {
    // SAFETY: reading it has no effect.
    unsafe { (*SCB::PTR).cfsr.read() & STKOF != 0 }
}

/// Always `None`: on this chip the driver has no call that reads maker, type and size of the flash chip.
pub fn jedec(_: &mut Flash) -> Option<[u8; 3]> {
    None
}

/// Unique number of this device: the one that the manufacturer programmed into the chip.
pub fn serial(_: &mut Flash) -> u64 {
    embassy_rp::otp::get_chipid().unwrap_or_default()
}
