//! A ring of slots, once in each half of the flash. Record `n` lies in slot `n % slots` of both halves. A sector is
//! erased just before its first record is written. Every write is read back.

use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;

use super::record::{Record, SLOT, Slot};

const HALVES: [u32; 2] = [0, 1];

#[derive(Debug)]
pub struct Ring<F> {
    flash: F,
    start: u32,
    /// Sectors of one half.
    sectors: u32,
}

impl<F: NorFlash> Ring<F> {
    /// Slots of a sector.
    pub const SECTOR: u32 = (F::ERASE_SIZE / SLOT) as u32;

    pub fn new(flash: F, range: Range<u32>) -> Self {
        const { assert!(SLOT.is_multiple_of(F::WRITE_SIZE) && SLOT.is_multiple_of(F::READ_SIZE)) }
        let sectors = (range.end - range.start) / F::ERASE_SIZE as u32 / HALVES.len() as u32;
        Self { flash, start: range.start, sectors }
    }

    pub fn sectors(&self) -> u32 {
        self.sectors
    }

    /// Slots of one half.
    pub fn slots(&self) -> u32 {
        self.sectors * Self::SECTOR
    }

    pub fn flash(&mut self) -> &mut F {
        &mut self.flash
    }

    pub fn into_flash(self) -> F {
        self.flash
    }

    /// What both halves hold in the place of record `number`.
    pub async fn read(&mut self, number: u32) -> [Slot; 2] {
        let slot = number % self.slots();
        [self.read_at(self.address(0, slot)).await, self.read_at(self.address(1, slot)).await]
    }

    /// The record in a slot, unless the ring cannot hold everything that it refers to.
    pub fn record<'a>(&self, copy: &'a Slot) -> Option<Record<'a>> {
        copy.record().filter(|record| {
            let reach = record.first.map_or(Some(0), |first| record.number.checked_sub(first));
            reach.is_some_and(|reach| reach < self.slots())
        })
    }

    /// Writes a record. Returns the halves in which it reads back as written.
    pub async fn write(&mut self, record: &Record<'_>) -> [bool; 2] {
        let slot = record.number % self.slots();
        if slot.is_multiple_of(Self::SECTOR) {
            self.clear(slot / Self::SECTOR).await;
        }
        let bytes = Slot::new(record);
        let mut written = [false; 2];
        for half in HALVES {
            let at = self.address(half, slot);
            written[half as usize] = self.flash.write(at, &bytes.0).await.is_ok() && self.read_at(at).await == bytes;
        }
        written
    }

    /// Erases a sector in both halves unless it is blank. Returns true if it is blank now.
    pub async fn clear(&mut self, sector: u32) -> bool {
        let mut blank = true;
        for half in HALVES {
            if !self.is_blank(half, sector).await {
                let from = self.address(half, sector * Self::SECTOR);
                let erased = self.flash.erase(from, from + F::ERASE_SIZE as u32).await;
                blank &= erased.is_ok() && self.is_blank(half, sector).await;
            }
        }
        blank
    }

    async fn is_blank(&mut self, half: u32, sector: u32) -> bool {
        for slot in sector * Self::SECTOR..(sector + 1) * Self::SECTOR {
            if !self.read_at(self.address(half, slot)).await.is_blank() {
                return false;
            }
        }
        true
    }

    async fn read_at(&mut self, address: u32) -> Slot {
        let mut slot = Slot::UNREADABLE;
        match self.flash.read(address, &mut slot.0).await {
            Ok(()) => slot,
            Err(_) => Slot::UNREADABLE,
        }
    }

    fn address(&self, half: u32, slot: u32) -> u32 {
        self.start + (half * self.slots() + slot) * SLOT as u32
    }
}
