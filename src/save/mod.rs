//! The game, the settings and the knobs in flash, so that a power cut at any moment loses nothing that was finished, and
//! damage is made good or said. Knows bytes and their order, never what a move means; nothing secret reaches it, since
//! unrevealed votes never enter the [`Journal`].
//!
//! The room in flash, by default 64 KiB:
//!
//! ```text
//! first half     bank 0 | bank 1      everything is written twice, first here …
//! second half    bank 0 | bank 1      … then, at the same place, here
//!
//! a bank         start | settings | knobs | journal | journal … | one record for each save since … | blank
//! ```
//!
//! One bank is in use and only grows. When it is full, or anything about it is not as it should be, everything is
//! written anew into the other one, its start last: the start with the higher generation is the one that counts. Each
//! record fills a slot, has a check sum, and is read back. So whatever happens to one half, the other one has it all;
//! and a record that is spoilt in both halves was not spoilt by a power cut, which only ever hits one.

mod banks;
mod format;
mod load;
mod record;

use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;

use crate::dial::KnobKind;
use crate::game::{CAPACITY, Journal};
use crate::rules::MAX_SEATS;
use crate::settings::Settings;
use banks::{BANKS, Banks, HALVES};
use format::{KNOBS_LEN, SETTINGS_LEN};
pub use load::{Damage, Loaded};
use record::{Kind, PAYLOAD, Record, Slot};

/// Saves that need no erase after room was made. Two rounds of twelve players are thirty moves: cards laid, votes, on,
/// eleven owners, next, twice.
pub const ROOM: usize = 30;

/// Records of a bank just written: start, settings, knobs, and a full journal. Its pieces end with whole entries, so any
/// two of them in a row are longer than one record.
const FULLEST: usize = 3 + 2 * CAPACITY.div_ceil(PAYLOAD + 1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The flash takes nothing any more; nothing is tried again before the next power-up. What was saved last is still
    /// there.
    Worn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The next [`ROOM`] saves need no erase, nor does a new game; or what was found stays until the first of them.
    Enough,
    /// One erase was done, or everything was written anew; ask again when the knobs rest.
    Making,
}

/// Where the next record goes.
#[derive(Clone, Copy, Debug)]
struct Cursor {
    /// Of the bank; 0 before anything was saved.
    generation: u32,
    slot: usize,
    /// The halves that have kept everything so far.
    halves: [bool; 2],
}

impl Cursor {
    async fn add<F: NorFlash>(&mut self, banks: &mut Banks<F>, record: Record<'_>) {
        self.put(banks, &Slot::new(record, self.generation, self.slot)).await;
        self.slot += 1;
    }

    async fn put<F: NorFlash>(&mut self, banks: &mut Banks<F>, slot: &Slot) {
        for half in HALVES {
            self.halves[half] = self.halves[half] && banks.write(half, bank_of(self.generation), self.slot, slot).await;
        }
    }

    /// All of the journal from byte `at` on, however little that is.
    async fn add_game<F: NorFlash>(&mut self, banks: &mut Banks<F>, journal: &Journal, at: usize) {
        if at == journal.bytes().len() {
            self.add(banks, Record { kind: Kind::Game, at: at as u16, bytes: &[] }).await;
        }
        for (at, bytes) in journal.pieces(at, PAYLOAD) {
            self.add(banks, Record { kind: Kind::Game, at: at as u16, bytes }).await;
        }
    }
}

#[derive(Debug)]
pub struct Store<F: NorFlash> {
    banks: Banks<F>,
    /// Of the bank in use.
    cursor: Cursor,
    /// Records may be added to that bank. Where power-up found it damaged, everything is written anew instead.
    writable: bool,
    /// Sectors of the other bank, first those of the first half, that were made blank or given up.
    cleared: u32,
    /// What power-up found is damaged or not ours: it stays until something is saved.
    keep: bool,
    worn: bool,
    journal: Journal,
    settings: Option<[u8; SETTINGS_LEN]>,
    knobs: Option<[u8; KNOBS_LEN]>,
}

const fn bank_of(generation: u32) -> usize {
    generation as usize % BANKS.len()
}

impl<F: NorFlash> Store<F> {
    /// Looks at what is saved and leaves it as it is.
    pub async fn open(flash: F, range: Range<u32>) -> (Self, Loaded) {
        let mut store = Self {
            banks: Banks::new(flash, range),
            cursor: Cursor { generation: 0, slot: 0, halves: [false; 2] },
            writable: false,
            cleared: 0,
            keep: false,
            worn: false,
            journal: Journal::new(),
            settings: None,
            knobs: None,
        };
        if store.banks.slots() < FULLEST + ROOM {
            store.worn = true;
            let damage = Some(Damage::Unreadable);
            return (store, Loaded { settings: None, knobs: None, journal: Journal::new(), damage });
        }
        let loaded = store.load().await;
        store.keep = loaded.damage.is_some();
        store.journal = loaded.journal.clone();
        store.settings = loaded.settings.as_ref().map(format::settings_bytes);
        store.knobs = loaded.knobs.as_ref().map(format::knob_bytes);
        (store, loaded)
    }

    /// Writes what differs from what is stored. Each write on its way leaves a game that was once on the table.
    pub async fn save_game(&mut self, journal: &Journal) -> Result<(), SaveError> {
        if self.writable && self.journal == *journal {
            return Ok(());
        }
        let at = journal.in_common(&self.journal);
        let grows = at == self.journal.bytes().len();
        let pieces = journal.pieces(at, PAYLOAD).count().max(1);
        self.journal.clone_from(journal);
        // Going back and on by more than one record holds would take several, and a power cut between them would leave a
        // game that never was. So everything is written anew.
        if !(grows || pieces == 1) || !self.has_room(pieces) {
            return self.write_anew().await;
        }
        let before = self.cursor.halves;
        self.cursor.add_game(&mut self.banks, &self.journal, at).await;
        self.check(before).await
    }

    pub async fn save_settings(&mut self, settings: &Settings) -> Result<(), SaveError> {
        let bytes = format::settings_bytes(settings);
        if self.writable && self.settings == Some(bytes) {
            return Ok(());
        }
        self.settings = Some(bytes);
        self.save_beside(Record { kind: Kind::Settings, at: 0, bytes: &bytes }).await
    }

    pub async fn save_knobs(&mut self, knobs: &[KnobKind; MAX_SEATS]) -> Result<(), SaveError> {
        let bytes = format::knob_bytes(knobs);
        if self.writable && self.knobs == Some(bytes) {
            return Ok(());
        }
        self.knobs = Some(bytes);
        self.save_beside(Record { kind: Kind::Knobs, at: 0, bytes: &bytes }).await
    }

    /// Erases ahead of need, at most one sector a call: for the quiet time between votes.
    pub async fn make_room(&mut self) -> Result<Room, SaveError> {
        if self.worn {
            return Err(SaveError::Worn);
        }
        if self.blank_ahead().await == Room::Making {
            return Ok(Room::Making);
        }
        if self.is_left_alone() || self.has_room(ROOM) {
            return Ok(Room::Enough);
        }
        self.renew().await.map(|()| Room::Making)
    }

    /// Erases at once what one of the next [`ROOM`] saves would have to erase first, as when a power cut came before room
    /// was made: for power-up, when no hand is on a knob yet. Mostly there is nothing to do.
    pub async fn make_urgent_room(&mut self) {
        while !self.worn && !self.has_room(ROOM) && self.blank_ahead().await == Room::Making {}
    }

    /// Erases the next sector of the other bank that is not blank, if there is one.
    async fn blank_ahead(&mut self) -> Room {
        if self.is_left_alone() {
            return Room::Enough;
        }
        let sectors = self.banks.sectors();
        let spare = bank_of(self.cursor.generation + 1);
        while self.cleared < HALVES.len() as u32 * sectors {
            let (half, sector) = ((self.cleared / sectors) as usize, self.cleared % sectors);
            self.cleared += 1;
            if !self.banks.is_blank(half, spare, sector).await {
                self.banks.clear(half, spare, sector).await;
                return Room::Making;
            }
        }
        Room::Enough
    }

    /// As from the factory.
    pub async fn forget_all(&mut self) -> Result<(), SaveError> {
        if self.banks.sectors() == 0 {
            return Err(SaveError::Worn);
        }
        self.journal = Journal::new();
        self.settings = None;
        self.knobs = None;
        // A cut while erasing must not leave half of what was to be forgotten, so first there is a bank that says that
        // there is nothing; it goes last.
        if self.cursor.generation != 0 {
            let _ = self.renew().await;
        }
        self.writable = false;
        let mut blank = true;
        for bank in [bank_of(self.cursor.generation + 1), bank_of(self.cursor.generation)] {
            for half in HALVES {
                for sector in 0..self.banks.sectors() {
                    blank &= self.banks.clear(half, bank, sector).await;
                }
            }
        }
        if blank { Ok(()) } else { Err(SaveError::Worn) }
    }

    pub fn into_flash(self) -> F {
        self.banks.into_flash()
    }

    pub fn flash(&mut self) -> &mut F {
        self.banks.flash()
    }

    /// Nothing was saved yet, or what was found is to stay until something is.
    fn is_left_alone(&self) -> bool {
        self.keep || self.cursor.generation == 0
    }

    fn has_room(&self, records: usize) -> bool {
        self.writable && self.cursor.slot + records <= self.banks.slots()
    }

    async fn save_beside(&mut self, record: Record<'_>) -> Result<(), SaveError> {
        if !self.has_room(1) {
            return self.write_anew().await;
        }
        let before = self.cursor.halves;
        self.cursor.add(&mut self.banks, record).await;
        self.check(before).await
    }

    /// After records were added: whether they are there.
    async fn check(&mut self, before: [bool; 2]) -> Result<(), SaveError> {
        match self.cursor.halves {
            [false, false] => self.write_anew().await,
            halves if halves == before => Ok(()),
            _ => {
                // One half did not keep it. The other bank is tried, but it is saved either way.
                let _ = self.renew().await;
                Ok(())
            }
        }
    }

    /// The last resort of a save.
    async fn write_anew(&mut self) -> Result<(), SaveError> {
        if self.worn {
            return Err(SaveError::Worn);
        }
        let written = self.renew().await;
        if written.is_err() {
            self.worn = true;
            self.writable = false;
        }
        written
    }

    /// Writes everything into the other bank, which takes the place of this one if at least one half keeps it.
    async fn renew(&mut self) -> Result<(), SaveError> {
        let mut cursor = Cursor { generation: self.cursor.generation.wrapping_add(1), slot: 1, halves: [true; 2] };
        for half in HALVES {
            for sector in 0..self.banks.sectors() {
                cursor.halves[half] =
                    cursor.halves[half] && self.banks.clear(half, bank_of(cursor.generation), sector).await;
            }
        }
        if let Some(bytes) = &self.settings {
            cursor.add(&mut self.banks, Record { kind: Kind::Settings, at: 0, bytes }).await;
        }
        if let Some(bytes) = &self.knobs {
            cursor.add(&mut self.banks, Record { kind: Kind::Knobs, at: 0, bytes }).await;
        }
        cursor.add_game(&mut self.banks, &self.journal, 0).await;
        // Only now does the bank count.
        let mut start = Cursor { slot: 0, ..cursor };
        start.put(&mut self.banks, &Slot::start(cursor.generation)).await;
        cursor.halves = start.halves;
        self.cleared = 0;
        if cursor.halves == [false; 2] {
            return Err(SaveError::Worn);
        }
        self.cursor = cursor;
        self.writable = true;
        self.keep = false;
        Ok(())
    }
}
