//! The part of the flash that keeps the game. While the flash is written nothing else runs, so each piece of work
//! waits until the knobs can do without being looked at, and in between the other tasks get their turn.

use core::cell::Cell;
use core::ops::Range;

use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Error, PAGE_SIZE};
use embassy_rp::peripherals::FLASH;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_time::{Duration, Instant};
use embedded_storage_async::nor_flash::{ErrorType, MultiwriteNorFlash, NorFlash, ReadNorFlash};

use super::chip::FLASH_BYTES;
use super::knobs::{self, Hands};
use super::watchdog::{Part, beat};

/// At twenty detents a second there is a pause within this time; slower hands rest in between.
const LONGEST_WAIT: Duration = Duration::from_millis(60);

/// When the last write or erase ended. Written by the app task, read by the bus tasks.
static LAST_STOP: Mutex<CriticalSectionRawMutex, Cell<Instant>> = Mutex::new(Cell::new(Instant::MIN));

/// Until when nothing could run, for as long as the flash took: no time limit may count that time.
pub fn last_stop() -> Instant {
    LAST_STOP.lock(Cell::get)
}

/// After each piece of work.
fn done() {
    LAST_STOP.lock(|last| last.set(Instant::now()));
    beat(Part::App);
}

pub struct Flash(embassy_rp::flash::Flash<'static, FLASH, Blocking, FLASH_BYTES>);

impl Flash {
    pub fn new(flash: Peri<'static, FLASH>) -> Self {
        Self(embassy_rp::flash::Flash::new_blocking(flash))
    }
}

/// Where the chip's memory file reserves the room.
pub fn range() -> Range<u32> {
    unsafe extern "C" {
        static _save_start: u8;
        static _save_end: u8;
    }
    // The linker's symbols: their addresses are the values, there is nothing behind them.
    (&raw const _save_start) as u32..(&raw const _save_end) as u32
}

impl ErrorType for Flash {
    type Error = Error;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.blocking_read(offset, bytes)
    }

    fn capacity(&self) -> usize {
        FLASH_BYTES
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        for sector in (from..to).step_by(ERASE_SIZE) {
            knobs::wait_until(Hands::Rest, LONGEST_WAIT).await;
            knobs::keep_away(|| self.0.blocking_erase(sector, sector + ERASE_SIZE as u32))?;
            done();
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        const _: () = assert!(PAGE_SIZE == 256);
        knobs::wait_until(Hands::InDetents, LONGEST_WAIT).await;
        self.0.blocking_write(offset, bytes)?;
        done();
        Ok(())
    }
}

/// The flash of a Pico takes several writes to one page, as long as bits only fall.
impl MultiwriteNorFlash for Flash {}
