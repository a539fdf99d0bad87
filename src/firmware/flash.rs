//! The part of the flash that keeps the game. While the flash is written nothing else runs, so each piece of work
//! waits until the knobs can do without being looked at, and after an erase the other tasks get their turn.

use core::cell::Cell;
use core::ops::Range;

use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Error, PAGE_SIZE};
use embassy_rp::peripherals::FLASH;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_time::{Duration, Instant, Timer};
use embedded_storage_async::nor_flash::{ErrorType, MultiwriteNorFlash, NorFlash, ReadNorFlash};

use super::chip::FLASH_BYTES;
use super::knobs::{self, Hands};
use super::watchdog::{Part, beat};

/// At twenty detents a second there is a pause within this time; slower hands rest in between. An erase, which is to wait
/// for hands that rest, comes all the same after this time if it cannot wait for longer: the game is to be saved.
const LONGEST_WAIT: Duration = Duration::from_millis(60);
/// Time for a picture to be drawn between two erases.
const BREATH: Duration = Duration::from_millis(20);

/// When the last write or erase ended. Written while nothing else can run, read by the bus tasks.
static LAST_STOP: Mutex<CriticalSectionRawMutex, Cell<Instant>> = Mutex::new(Cell::new(Instant::MIN));

/// Until when nothing could run, for as long as the flash took: no time limit may count that time.
pub fn last_stop() -> Instant {
    LAST_STOP.lock(Cell::get)
}

/// Does a piece of work. Whoever was to run meanwhile runs right after it, and finds out how long it took.
fn stop_everyone(work: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
    let done = critical_section::with(|_| {
        let done = work();
        LAST_STOP.lock(|last| last.set(Instant::now()));
        done
    });
    beat(Part::App);
    done
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
            knobs::wait_for_hands(Hands::Rest, LONGEST_WAIT).await;
            let erase = || self.0.blocking_erase(sector, sector + ERASE_SIZE as u32);
            knobs::while_unwatched(|| stop_everyone(erase))?;
            Timer::after(BREATH).await;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        // What is written at once lies within a page, so that this is one piece of work.
        const _: () = assert!(PAGE_SIZE == 256);
        knobs::wait_for_hands(Hands::InDetents, LONGEST_WAIT).await;
        stop_everyone(|| self.0.blocking_write(offset, bytes))
    }
}

/// The flash of a Pico takes several writes to one page, as long as bits only fall.
impl MultiwriteNorFlash for Flash {}
