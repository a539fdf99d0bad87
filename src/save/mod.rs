//! The game, the settings and the kinds of the knobs in flash. A power cut at any moment loses nothing that was saved,
//! damage is repaired or reported, and no flash content makes it panic. Nothing secret is stored: a vote enters the
//! [`Journal`] when it is revealed.
//!
//! The flash, 64 KiB on a Pico, is two halves with the same records at the same places:
//!
//! ```text
//! half 0 │ … │ old set │ settings │ knobs │ journal │ journal │ complete │ a record for each save since │ blank …
//! half 1 │ … the same                                                                                            ↩
//! ```
//!
//! Each half is a ring of numbered records. A save appends one record, first to half 0, then to half 1, and reads both
//! back. Before the ring would overwrite what is still needed, everything is written again as a new set. A record names
//! the first record of the newest complete set, so that at power-up the one with the highest number tells what to read.
//! Each record is taken from whichever half still has it. A power cut spoils one half only; where both are spoilt,
//! something was lost.
//!
//! Every erase, and every write of one slot, is one flash operation; the caller may do other work between two of them.
//!
//! Why not `sequential-storage`: it skips a corrupted item and returns an older one, erases what it cannot read as soon
//! as an item is requested, and trusts the order of pages. Record numbers, complete sets, the second copy and the
//! comparison of both would still be needed; it would replace only `ring.rs`.
//!
//! ```
//! # use dixit_dials::{game::Journal, save::Store};
//! # use testkit::flash_chip::FlashChip;
//! # embassy_futures::block_on(async {
//! # let (flash, range) = (FlashChip::<1>::new(), 0..64 * 1024);
//! let mut store = Store::open(flash, range.clone()).await;
//! assert_eq!((store.damage(), store.saved().journal.len()), (None, 0));
//!
//! let mut journal = Journal::new();
//! journal.push(&[1, 2, 3]).unwrap();
//! store.save_game(&journal).await?;
//!
//! // After a power cut:
//! let store = Store::open(store.into_flash(), range).await;
//! assert_eq!(store.saved().journal, journal);
//! # Ok::<(), dixit_dials::save::SaveError>(())
//! # }).unwrap();
//! ```

mod format;
mod record;
mod ring;

use core::fmt;
use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;

use crate::dial::KnobKind;
use crate::game::{CAPACITY, Journal};
use crate::rules::MAX_SEATS;
use crate::settings::Settings;
use record::{CONTENT, Kind, Record, Slot};
use ring::Ring;

/// Maximum number of records in a set: settings, knobs, a full journal, and the one that completes it. A piece of the
/// journal ends with a whole entry, so any two consecutive pieces are longer than one record.
const FULLEST: u32 = 3 + 2 * CAPACITY.div_ceil(CONTENT + 1) as u32;

/// What is saved. `None` if it was never saved or could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    pub settings: Option<Settings>,
    pub knobs: Option<[KnobKind; MAX_SEATS]>,
    pub journal: Journal,
}

/// What power-up found wrong. The flash is not changed until something is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Something that was saved can no longer be read.
    Lost,
    /// Written by firmware with a format that this one does not know.
    OtherVersion,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lost => "saved data was damaged",
            Self::OtherVersion => "saved data was written by another version of the firmware",
        })
    }
}

impl core::error::Error for Damage {}

/// Why a save failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The flash accepts no more writes; nothing is retried before the next power-up. What was saved last is still
    /// there.
    Worn,
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Worn => f.write_str("the flash is worn out: nothing can be saved any more"),
        }
    }
}

impl core::error::Error for SaveError {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    /// Records can be appended.
    Good,
    /// As `Good`, but one half did not accept all of the newest set.
    OneHalf,
    /// One half lacks something: the next save writes a new set into fresh sectors.
    Torn,
    /// There is [`Damage`]: the next save writes a new set into fresh sectors and erases all others.
    Damaged,
    Worn,
}

/// Everything that is saved, and the flash that holds it. See the [module](self) for an example.
#[derive(Debug)]
pub struct Store<F: NorFlash> {
    ring: Ring<F>,
    saved: Saved,
    damage: Option<Damage>,
    condition: Condition,
    /// Number of the first record of the newest set.
    first: u32,
    /// Number of the next record.
    next: u32,
    /// One more than the highest record number found at power-up, even in a set that a power cut interrupted.
    beyond: u32,
}

impl<F: NorFlash> Store<F> {
    /// Reads what is saved in `range` of the flash, and changes nothing.
    pub async fn open(flash: F, range: Range<u32>) -> Self {
        let mut store = Self::new(flash, range);
        store.load().await;
        store
    }

    /// Creates a store without reading the flash. [`load`](Self::load) then reads into it in place: the device has
    /// little memory for moving a loaded store.
    pub fn new(flash: F, range: Range<u32>) -> Self {
        Self {
            ring: Ring::new(flash, range),
            saved: Saved::default(),
            damage: None,
            condition: Condition::Good,
            first: 0,
            next: 0,
            beyond: 0,
        }
    }

    /// What is saved now.
    pub fn saved(&self) -> &Saved {
        &self.saved
    }

    /// What [`open`](Self::open) found wrong.
    pub fn damage(&self) -> Option<Damage> {
        self.damage
    }

    /// Writes what differs from the saved journal. A power cut during it leaves a state that the game once had.
    pub async fn save_game(&mut self, journal: &Journal) -> Result<(), SaveError> {
        if self.has(self.saved.journal == *journal) {
            return Ok(());
        }
        let at = journal.in_common(&self.saved.journal);
        let grows = at == self.saved.journal.bytes().len();
        let pieces = journal.pieces(at, CONTENT).count();
        self.saved.journal.clone_from(journal);
        // Replacing earlier moves by more than one record could leave a state that the game never had, if the power
        // failed in between.
        if !self.has_room(pieces.max(1)) || !(grows || pieces <= 1) {
            return self.write_set().await;
        }
        let mut written = [true; 2];
        for (at, content) in self.saved.journal.pieces(at, CONTENT).chain((pieces == 0).then_some((at, &[][..]))) {
            let [a, b] = append(&mut self.ring, &mut self.next, Some(self.first), Kind::Game, at, content).await;
            written = [written[0] && a, written[1] && b];
        }
        self.after_append(written).await
    }

    /// Writes the settings if they differ from the saved ones.
    pub async fn save_settings(&mut self, settings: &Settings) -> Result<(), SaveError> {
        if self.has(self.saved.settings == Some(*settings)) {
            return Ok(());
        }
        self.saved.settings = Some(*settings);
        self.save_beside(Kind::Settings, &format::settings_bytes(settings)).await
    }

    /// Writes the kinds of the knobs if they differ from the saved ones.
    pub async fn save_knobs(&mut self, knobs: &[KnobKind; MAX_SEATS]) -> Result<(), SaveError> {
        if self.has(self.saved.knobs == Some(*knobs)) {
            return Ok(());
        }
        self.saved.knobs = Some(*knobs);
        self.save_beside(Kind::Knobs, &format::knob_bytes(knobs)).await
    }

    /// Erases everything, as from the factory. After a power cut during it, either all or nothing is still saved.
    pub async fn forget_all(&mut self) -> Result<(), SaveError> {
        self.saved = Saved::default();
        if self.condition != Condition::Worn {
            // Write an empty set. It is erased last, so that a power cut never brings older data back.
            self.condition = Condition::Damaged;
            let _ = self.write_set().await;
        }
        if !self.clear(0..self.ring.sectors()).await {
            self.condition = Condition::Worn;
            return Err(SaveError::Worn);
        }
        (self.first, self.next, self.condition) = (0, 0, Condition::Good);
        Ok(())
    }

    /// Returns the flash.
    pub fn into_flash(self) -> F {
        self.ring.into_flash()
    }

    /// The flash, for tests and faults.
    pub fn flash(&mut self) -> &mut F {
        self.ring.flash()
    }

    /// Maximum number of records from the start of a set, such that a new set in fresh sectors overwrites none of them.
    /// The new set begins up to a sector later, and erases the rest of the sector that it ends in.
    fn longest(&self) -> u32 {
        self.ring.slots().saturating_sub(2 * Ring::<F>::SECTOR + FULLEST)
    }

    /// No set begins after this number. No flash lasts long enough to get there: a higher number is invalid.
    fn last_number(&self) -> u32 {
        u32::MAX - 2 * self.ring.slots()
    }

    fn has_room(&self, records: usize) -> bool {
        let appends = matches!(self.condition, Condition::Good | Condition::OneHalf);
        appends && self.next - self.first + records as u32 <= self.longest()
    }

    /// True if a save needs no write: the data are the `same` as before, and the flash is not worn.
    fn has(&self, same: bool) -> bool {
        same && self.condition != Condition::Worn
    }

    async fn save_beside(&mut self, kind: Kind, content: &[u8]) -> Result<(), SaveError> {
        if !self.has_room(1) {
            return self.write_set().await;
        }
        let written = append(&mut self.ring, &mut self.next, Some(self.first), kind, 0, content).await;
        self.after_append(written).await
    }

    /// Writes a new set if a half did not accept what was appended.
    async fn after_append(&mut self, written: [bool; 2]) -> Result<(), SaveError> {
        match written {
            [true, true] => Ok(()),
            [false, false] => {
                self.condition = Condition::Torn;
                self.write_set().await
            }
            _ if self.condition == Condition::OneHalf => Ok(()),
            _ => {
                // The other half has what was appended in any case.
                self.condition = Condition::Torn;
                let _ = self.write_set().await;
                Ok(())
            }
        }
    }

    /// Writes everything as a new set.
    async fn write_set(&mut self) -> Result<(), SaveError> {
        if self.condition == Condition::Worn {
            return Err(SaveError::Worn);
        }
        let sectors = self.ring.sectors();
        if self.next > self.last_number() {
            self.clear(0..sectors).await;
            self.next = 0;
        }
        let damaged = self.condition == Condition::Damaged;
        if damaged || self.condition == Condition::Torn {
            self.next = self.fresh_sector();
        }
        let first = self.next;
        let Saved { settings, knobs, journal } = &self.saved;
        let (settings, knobs) = (settings.as_ref().map(format::settings_bytes), knobs.as_ref().map(format::knob_bytes));
        let settings = settings.iter().map(|bytes| (None, Kind::Settings, 0, &bytes[..]));
        let knobs = knobs.iter().map(|bytes| (None, Kind::Knobs, 0, &bytes[..]));
        let game = journal.pieces(0, CONTENT).map(|(at, bytes)| (None, Kind::Game, at, bytes));
        let complete = (Some(first), Kind::Game, journal.bytes().len(), &[][..]);
        self.condition = Condition::Good;
        for (first, kind, at, content) in settings.chain(knobs).chain(game).chain([complete]) {
            match append(&mut self.ring, &mut self.next, first, kind, at, content).await {
                [true, true] => {}
                [false, false] => {
                    self.condition = Condition::Worn;
                    return Err(SaveError::Worn);
                }
                _ => self.condition = Condition::OneHalf,
            }
        }
        self.first = first;
        if damaged {
            let last = (self.next - 1) / Ring::<F>::SECTOR;
            self.clear(last + 1..first / Ring::<F>::SECTOR + sectors).await;
        }
        Ok(())
    }

    /// Number at which a new set begins in fresh sectors. If there is room before the newest complete set, it skips the
    /// remains of a set that a power cut ended. A power cut in the erase of their sector could leave both copies of a
    /// record torn, which looks like damage.
    fn fresh_sector(&self) -> u32 {
        let sector = Ring::<F>::SECTOR;
        let records = 3 + self.saved.journal.pieces(0, CONTENT).count() as u32;
        let beyond = self.next.max(self.beyond.min(self.last_number())).next_multiple_of(sector);
        let oldest = self.first - self.first % sector;
        let fits = (beyond + records).next_multiple_of(sector) <= oldest.saturating_add(self.ring.slots());
        if fits { beyond } else { self.next.next_multiple_of(sector) }
    }

    /// Erases sectors, counted round the ring. Returns true if they are blank now.
    async fn clear(&mut self, sectors: Range<u32>) -> bool {
        let mut blank = true;
        for sector in sectors {
            blank &= self.ring.clear(sector % self.ring.sectors()).await;
        }
        blank
    }

    /// Finds the newest complete set, and reads it and all records after it. Call once, before anything else.
    pub async fn load(&mut self) {
        if self.longest() < FULLEST {
            self.damage = Some(Damage::Lost);
            self.condition = Condition::Worn;
            return;
        }
        let (mut unreadable, mut foreign) = (false, false);
        let mut newest = None;
        for slot in 0..self.ring.slots() {
            let copies = self.ring.read(slot).await;
            let records = copies.each_ref().map(|copy| self.ring.record(copy));
            for record in records.iter().flatten() {
                newest = newest.max(record.first.map(|first| (record.number, first)));
                self.beyond = self.beyond.max(record.number.saturating_add(1));
            }
            unreadable |= is_unreadable(&copies, &records);
            foreign |= copies.iter().any(|copy| copy.is_foreign());
        }
        let Some((newest, first)) = newest else {
            self.note_damage(unreadable, foreign);
            return;
        };
        let mut lost = unreadable && self.lost_since(first).await;
        (self.first, self.next) = (first, newest.saturating_add(1));
        let (mut alike, mut other_version) = (true, false);
        for number in first..=newest {
            let copies = self.ring.read(number).await;
            let [a, b] = copies.each_ref().map(|copy| self.ring.record(copy).filter(|it| it.number == number));
            alike &= a == b;
            lost |= a.is_some() && b.is_some() && a != b;
            let Some(record) = a.or(b) else {
                lost = true;
                break;
            };
            match record.kind {
                kind if kind.version() != record.version => other_version = true,
                Kind::Game => lost |= self.saved.journal.replace_from(record.at.into(), record.content).is_err(),
                Kind::Settings => self.saved.settings = Some(format::settings_from(record.content)),
                Kind::Knobs => self.saved.knobs = Some(format::knobs_from(record.content)),
            }
        }
        let fresh_sector = self.next.is_multiple_of(Ring::<F>::SECTOR);
        let fresh = fresh_sector || self.ring.read(self.next).await.iter().all(|copy| copy.is_blank());
        if !alike || !fresh || self.next > self.last_number() {
            self.condition = Condition::Torn;
        }
        self.note_damage(lost, other_version);
    }

    /// True if a slot that may have held record `first` or a later one is unreadable in both halves. A sector whose
    /// readable records are all older does not count: it was not erased since, so the unreadable slot held an older
    /// record too, or the power was cut while it was being erased.
    async fn lost_since(&mut self, first: u32) -> bool {
        for sector in 0..self.ring.sectors() {
            let (mut newest, mut torn) = (None, None);
            for slot in 0..Ring::<F>::SECTOR {
                let copies = self.ring.read(sector * Ring::<F>::SECTOR + slot).await;
                let records = copies.each_ref().map(|copy| self.ring.record(copy));
                newest = records.iter().flatten().map(|record| record.number).max().max(newest);
                if is_unreadable(&copies, &records) {
                    torn = Some(slot);
                }
            }
            let number = |slot| newest.map(|newest| (newest - newest % Ring::<F>::SECTOR).saturating_add(slot));
            if torn.is_some_and(|slot| number(slot).is_none_or(|number| number >= first)) {
                return true;
            }
        }
        false
    }

    fn note_damage(&mut self, lost: bool, other_version: bool) {
        if other_version {
            self.damage = Some(Damage::OtherVersion);
        } else if lost {
            self.damage = Some(Damage::Lost);
        }
        if self.damage.is_some() {
            self.condition = Condition::Damaged;
        }
    }
}

/// True if both halves hold something in this slot, but neither a readable record.
fn is_unreadable(copies: &[Slot; 2], records: &[Option<Record>; 2]) -> bool {
    *records == [None; 2] && !copies.iter().any(|copy| copy.is_blank())
}

/// Writes the next record. Returns the halves in which it reads back as written.
async fn append<F: NorFlash>(
    ring: &mut Ring<F>,
    next: &mut u32,
    first: Option<u32>,
    kind: Kind,
    at: usize,
    content: &[u8],
) -> [bool; 2] {
    let record = Record { number: *next, first, kind, version: kind.version(), at: at as u16, content };
    *next += 1;
    ring.write(&record).await
}
