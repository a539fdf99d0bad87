//! Flash as two halves with two banks of slots each. Nothing that the chip does is believed before it was looked at.
//! Knows nothing of what is stored.

use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;

use super::record::{SLOT, Slot};

pub const HALVES: [usize; 2] = [0, 1];
pub const BANKS: [usize; 2] = [0, 1];

#[derive(Debug)]
pub struct Banks<F> {
    flash: F,
    start: u32,
    /// Sectors of one bank in one half.
    sectors: u32,
}

impl<F: NorFlash> Banks<F> {
    pub fn new(flash: F, range: Range<u32>) -> Self {
        const { assert!(SLOT.is_multiple_of(F::WRITE_SIZE) && SLOT.is_multiple_of(F::READ_SIZE)) }
        let banks = (HALVES.len() * BANKS.len()) as u32;
        let sectors = (range.end - range.start) / F::ERASE_SIZE as u32 / banks;
        Self { flash, start: range.start, sectors }
    }

    /// Slots of a bank.
    pub fn slots(&self) -> usize {
        self.sectors as usize * F::ERASE_SIZE / SLOT
    }

    pub fn sectors(&self) -> u32 {
        self.sectors
    }

    pub fn flash(&mut self) -> &mut F {
        &mut self.flash
    }

    pub fn into_flash(self) -> F {
        self.flash
    }

    pub async fn read(&mut self, half: usize, bank: usize, slot: usize) -> Slot {
        let at = self.sector(half, bank, 0) + (slot * SLOT) as u32;
        self.read_at(at).await
    }

    /// Answers whether the slot reads as written.
    pub async fn write(&mut self, half: usize, bank: usize, slot: usize, bytes: &Slot) -> bool {
        let at = self.sector(half, bank, 0) + (slot * SLOT) as u32;
        self.flash.write(at, &bytes.0).await.is_ok() && self.read_at(at).await == *bytes
    }

    /// Answers whether the sector is blank now. One that is already is left alone.
    pub async fn clear(&mut self, half: usize, bank: usize, sector: u32) -> bool {
        if self.is_blank(half, bank, sector).await {
            return true;
        }
        let from = self.sector(half, bank, sector);
        let erased = self.flash.erase(from, from + F::ERASE_SIZE as u32).await;
        erased.is_ok() && self.is_blank(half, bank, sector).await
    }

    pub async fn is_blank(&mut self, half: usize, bank: usize, sector: u32) -> bool {
        let from = self.sector(half, bank, sector);
        for at in (from..from + F::ERASE_SIZE as u32).step_by(SLOT) {
            if !self.read_at(at).await.is_blank() {
                return false;
            }
        }
        true
    }

    pub async fn last_slot(&mut self, half: usize, bank: usize, sector: u32) -> Slot {
        let end = self.sector(half, bank, sector + 1);
        self.read_at(end - SLOT as u32).await
    }

    async fn read_at(&mut self, at: u32) -> Slot {
        let mut slot = Slot::UNREADABLE;
        match self.flash.read(at, &mut slot.0).await {
            Ok(()) => slot,
            Err(_) => Slot::UNREADABLE,
        }
    }

    fn sector(&self, half: usize, bank: usize, sector: u32) -> u32 {
        let before = (half * BANKS.len() + bank) as u32 * self.sectors + sector;
        self.start + before * F::ERASE_SIZE as u32
    }
}
