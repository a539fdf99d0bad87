//! The chip of the Pico.

use embassy_rp::watchdog::Watchdog;
use embassy_time::Duration;

use super::super::random::Seed;

pub const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// Where chance comes from: the ring oscillator alone.
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

pub fn start(watchdog: &mut Watchdog, limit: Duration) {
    watchdog.start(limit);
}

pub fn reset(watchdog: &mut Watchdog) {
    watchdog.trigger_reset();
}
