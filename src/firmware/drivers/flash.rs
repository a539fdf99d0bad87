//! The part of the flash that stores the game. While it is programmed or erased nothing runs from flash and interrupts
//! are off; PIO and DMA keep sampling the knobs. So each operation waits for a turn, which the game task grants when no
//! transfer is in progress.

use core::ops::Range;

use embassy_rp::Peri;
use embassy_rp::flash::{Blocking, ERASE_SIZE, Error, PAGE_SIZE};
use embassy_rp::peripherals::{FLASH, WATCHDOG};
use embassy_rp::watchdog::Watchdog;
use embassy_time::Instant;
use embedded_storage_async::nor_flash::{ErrorType, MultiwriteNorFlash, NorFlash, ReadNorFlash};

use super::super::channels::FLASH_TURN;
use super::super::chip::FLASH_BYTES;

pub struct Flash(embassy_rp::flash::Flash<'static, FLASH, Blocking, FLASH_BYTES>);

impl Flash {
    pub fn new(flash: Peri<'static, FLASH>) -> Self {
        Self(embassy_rp::flash::Flash::new_blocking(flash))
    }

    /// Maker, type and size of the flash chip. Stops everything while it is read.
    #[cfg(chip = "rp2040")]
    pub fn jedec_id(&mut self) -> Option<[u8; 3]> {
        let [_, id @ ..] = self.0.blocking_jedec_id().ok()?.to_be_bytes();
        Some(id)
    }

    /// The unique number that the maker gave to this flash chip. Stops everything while it is read.
    #[cfg(chip = "rp2040")]
    pub fn unique_id(&mut self) -> u64 {
        let mut id = [0; 8];
        let _ = self.0.blocking_unique_id(&mut id);
        u64::from_be_bytes(id)
    }
}

/// The range that the memory layout reserves, relative to the start of the flash.
pub fn range() -> Range<u32> {
    unsafe extern "C" {
        static _save_start: u8;
        static _save_end: u8;
    }
    // The value of a linker symbol is its address; it must not be dereferenced.
    (&raw const _save_start) as u32..(&raw const _save_end) as u32
}

/// The longest times taken to program a page and to erase a sector, since power-on.
pub static SLOWEST_PAGE: Slowest = Slowest { scratch: 2 };
pub static SLOWEST_ERASE: Slowest = Slowest { scratch: 3 };

/// The longest time of an operation. It is kept in a scratch register of the watchdog, which survives restarts: most
/// erases come just before one.
pub struct Slowest {
    scratch: usize,
}

impl Slowest {
    /// Marks a register that holds a time in its lower 24 bits.
    const MARK: u32 = 0xd1 << 24;

    pub fn us(&self) -> Option<u32> {
        let kept = registers().get_scratch(self.scratch);
        (kept & 0xff << 24 == Self::MARK).then_some(kept & 0xff_ffff)
    }

    /// Records the time of an operation on `parts` pages or sectors, which began at `from` and has just ended. Not
    /// inlined, so that its code is in flash only once.
    #[inline(never)]
    fn note(&self, from: Instant, parts: u32) {
        let us = from.elapsed().as_micros() as u32 / parts;
        if self.us().is_none_or(|slowest| us > slowest) {
            registers().set_scratch(self.scratch, Self::MARK | us & 0xff_ffff);
        }
    }
}

fn registers() -> Watchdog {
    // SAFETY: nothing else uses these scratch registers, and this uses nothing else of the watchdog.
    Watchdog::new(unsafe { WATCHDOG::steal() })
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

    /// Erases sector by sector, so that the ring of knob samples is read in between: the ring lasts hardly longer than
    /// two of the slowest erases.
    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Error> {
        for sector in (from..to).step_by(ERASE_SIZE) {
            FLASH_TURN.wait().await;
            let from = Instant::now();
            self.0.blocking_erase(sector, sector + ERASE_SIZE as u32)?;
            SLOWEST_ERASE.note(from, 1);
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Error> {
        FLASH_TURN.wait().await;
        let page = |at: u32| at / PAGE_SIZE as u32;
        let pages = page(offset + bytes.len() as u32 - 1) - page(offset) + 1;
        let from = Instant::now();
        self.0.blocking_write(offset, bytes)?;
        SLOWEST_PAGE.note(from, pages);
        Ok(())
    }
}

/// A Pico's flash allows several writes to one page, as long as bits only go from 1 to 0.
impl MultiwriteNorFlash for Flash {}
