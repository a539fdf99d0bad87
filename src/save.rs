//! The game, the settings and the knobs in flash, so that a power cut at any moment loses nothing that was finished.
//! Knows bytes and their order, never what a move means; nothing secret reaches it, since unrevealed votes never enter
//! the [`Journal`].
//!
//! The flash is two shelves of pages. One is in use; the other takes over when the first wears out, cannot be read or
//! belongs to another firmware, so that what is there is not destroyed. On a shelf lies a `sequential_storage` map:
//! settings, knobs, and the journal in chunks. A journal that only grew or shrank rewrites its last chunk. Everything
//! else is a new generation, written whole into the other bank of chunks before the header points to it.

mod format;
mod loaded;
mod pages;

use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;
use sequential_storage::Error;
use sequential_storage::cache::{Cache, Uncached, key_pointers::ArrayKeyPointers};
use sequential_storage::map::{MapConfig, MapStorage};

use crate::dial::KnobKind;
use crate::game::Journal;
use crate::rules::MAX_SEATS;
use crate::settings::Settings;
use format::{ChunkHead, GAME, Header, KNOBS_LEN, SETTINGS_LEN, Sum};
use loaded::Found;
pub use loaded::{Damage, Loaded};
use pages::{PageError, Pages};

const HEADER: u8 = 0;
const SETTINGS: u8 = 1;
const KNOBS: u8 = 2;
const FILLER: u8 = 3;
const CHUNKS: u8 = 16;
const BANK: u8 = 112;
const _: () = assert!(Journal::MAX_CHUNKS <= BANK as usize);

/// A key, then a chunk with its head; filler is as long as the buffer.
const BUFFER: usize = 256;
const _: () = assert!(BUFFER > 1 + ChunkHead::LEN + Journal::CHUNK_MAX);

/// Two rounds of twelve players are thirty moves (cards laid, votes, on, eleven owners, next, twice); each rewrites a
/// chunk that is half full on the average. Also the most that is left on a page of 8 KiB when the live data of a full
/// journal in both banks are spread evenly over a shelf.
pub const ROOM: u32 = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// The last thing that was saved is still there; the new one does not fit.
    Full,
    /// The flash takes nothing any more; nothing is tried again before the next power-up.
    Worn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The next [`ROOM`] bytes need no erase.
    Enough,
    /// One erase was done; ask again when the knobs rest.
    Making,
}

/// What is known to lie in the bank in use: `sums[i]` is the sum up to and with chunk `i`.
#[derive(Debug)]
struct Known {
    generation: u16,
    chunks: usize,
    sums: [Sum; Journal::MAX_CHUNKS],
}

#[derive(Debug)]
pub struct Store<F: NorFlash> {
    pages: Pages<F>,
    shelves: [u32; 2],
    shelf: usize,
    header: Header,
    /// The shelf is formatted and has a header.
    ready: bool,
    worn: bool,
    /// The largest stamp that any chunk ever had.
    stamp: u32,
    known: Option<Known>,
    settings: Option<[u8; SETTINGS_LEN]>,
    knobs: Option<[u8; KNOBS_LEN]>,
}

type Map<'a, F> = MapStorage<u8, &'a mut Pages<F>, Cache<Uncached, Uncached, ArrayKeyPointers<u8, 32>, u8>>;
type Trouble<F> = Error<PageError<<F as embedded_storage_async::nor_flash::ErrorType>::Error>>;

impl<F: NorFlash> Store<F> {
    /// Looks at what is saved. Writes only to finish what a power cut interrupted.
    pub async fn open(flash: F, range: Range<u32>) -> (Self, Loaded) {
        let count = (range.end - range.start) / Pages::<F>::SIZE / 2;
        let shelves = [range.start, range.start + count * Pages::<F>::SIZE];
        let mut store = Self {
            pages: Pages::new(flash, shelves[0], count),
            shelves,
            shelf: 0,
            header: Header { game: GAME, bank: 0, stamp: 0, turn: 0 },
            ready: false,
            worn: count < 2,
            stamp: 0,
            known: None,
            settings: None,
            knobs: None,
        };
        let mut loaded = Loaded { settings: None, knobs: None, journal: Journal::new(), damage: None };
        if store.worn {
            loaded.damage = Some(Damage::Unreadable);
            return (store, loaded);
        }
        match [store.look(0).await, store.look(1).await] {
            [Found::Game(a), Found::Game(b)] if b.turn.wrapping_sub(a.turn) as i16 > 0 => store.use_shelf(1, b),
            [Found::Game(a), _] => store.use_shelf(0, a),
            [_, Found::Game(b)] => store.use_shelf(1, b),
            [a, b] => {
                let found = [store.look_closer(0, a).await, store.look_closer(1, b).await];
                // Whatever could still be of use to somebody is overwritten last.
                store.shelf = usize::from(found[1] < found[0]);
                loaded.damage = if found.contains(&Found::OtherVersion) {
                    Some(Damage::OtherVersion)
                } else if found.contains(&Found::Unreadable) {
                    Some(Damage::Unreadable)
                } else {
                    None
                };
            }
        }
        store.pages.turn_to(store.shelves[store.shelf]);
        if store.ready && store.load(&mut loaded).await.is_err() {
            loaded.damage = Some(Damage::Unreadable);
            store.known = None;
        }
        (store, loaded)
    }

    /// Writes what differs from what is stored. Each write on its way leaves a game that was once on the table.
    pub async fn save_game(&mut self, journal: &Journal) -> Result<(), SaveError> {
        // Once in place, once more in place for a passing fault, once on the other shelf.
        for attempt in 0.. {
            match self.write_game(journal).await {
                Ok(()) => return Ok(()),
                Err(trouble) => self.recover(trouble, attempt).await?,
            }
        }
        Ok(())
    }

    pub async fn save_settings(&mut self, settings: &Settings) -> Result<(), SaveError> {
        let bytes = format::settings_bytes(settings);
        if self.settings == Some(bytes) {
            return Ok(());
        }
        self.save_beside(SETTINGS, &bytes).await?;
        self.settings = Some(bytes);
        Ok(())
    }

    pub async fn save_knobs(&mut self, knobs: &[KnobKind; MAX_SEATS]) -> Result<(), SaveError> {
        let bytes = format::knob_bytes(knobs);
        if self.knobs == Some(bytes) {
            return Ok(());
        }
        self.save_beside(KNOBS, &bytes).await?;
        self.knobs = Some(bytes);
        Ok(())
    }

    /// Erases ahead of need, at most one page a call: for the quiet time between votes.
    pub async fn make_room(&mut self) -> Result<Room, SaveError> {
        for attempt in 0.. {
            match self.write_room().await {
                Ok(room) => return Ok(room),
                Err(trouble) => self.recover(trouble, attempt).await?,
            }
        }
        Ok(Room::Making)
    }

    /// As from the factory, also what was kept aside.
    pub async fn forget_all(&mut self) -> Result<(), SaveError> {
        if self.pages.count() < 2 {
            return Err(SaveError::Worn);
        }
        self.pages.turn_to(self.shelves[1 - self.shelf]);
        let aside = self.pages.wipe(0).await;
        self.pages.turn_to(self.shelves[self.shelf]);
        self.known = None;
        self.settings = None;
        self.knobs = None;
        // A cut while erasing must not leave half of what was to be forgotten, so first there is no game; the page
        // that says so goes last.
        if self.ready {
            self.header = Header { game: FORGOTTEN, ..self.header };
            let _ = self.put_header().await;
        }
        let last = self.pages.current().unwrap_or(0);
        self.ready = false;
        self.header = Header { game: GAME, bank: 0, stamp: self.stamp, turn: 0 };
        let used = self.pages.wipe(last).await;
        aside.and(used).map_err(|_| SaveError::Worn)
    }

    pub fn into_flash(self) -> F {
        self.pages.into_flash()
    }

    pub fn flash(&mut self) -> &mut F {
        self.pages.flash()
    }

    fn use_shelf(&mut self, shelf: usize, header: Header) {
        self.shelf = shelf;
        self.header = header;
        self.stamp = header.stamp;
        self.ready = true;
    }

    async fn write_game(&mut self, journal: &Journal) -> Result<(), Trouble<F>> {
        self.make_ready().await?;
        match self.known.take() {
            Some(known) if known.generation == journal.generation() => self.write_end(journal, known).await,
            _ => self.write_generation(journal).await,
        }
    }

    async fn write_end(&mut self, journal: &Journal, mut known: Known) -> Result<(), Trouble<F>> {
        let mut past = Sum::START;
        let mut same = 0;
        for (chunk, sum) in journal.chunks().zip(&known.sums[..known.chunks]) {
            if past.over(chunk) != *sum {
                break;
            }
            past = *sum;
            same += 1;
        }
        let total = journal.chunks().count();
        // From the end down, so that what is left is always the beginning of a game that was; the first chunk that
        // differs is overwritten by the new one at once.
        let replaced = usize::from(same < total);
        for index in (same + replaced..known.chunks).rev() {
            self.put_chunk(self.header, index, past, &[]).await?;
            known.chunks = index;
        }
        for (index, chunk) in journal.chunks().enumerate().skip(same) {
            self.put_chunk(self.header, index, past, chunk).await?;
            past = past.over(chunk);
            known.sums[index] = past;
        }
        known.chunks = total;
        self.known = Some(known);
        Ok(())
    }

    async fn write_generation(&mut self, journal: &Journal) -> Result<(), Trouble<F>> {
        // Never a stamp that an interrupted attempt has used.
        self.stamp = self.stamp.wrapping_add(1);
        let header = Header { game: GAME, bank: 1 - self.header.bank, stamp: self.stamp, turn: self.header.turn };
        let mut known = Known { generation: journal.generation(), chunks: 0, sums: [Sum::START; _] };
        let mut past = Sum::START;
        for (index, chunk) in journal.chunks().enumerate() {
            self.put_chunk(header, index, past, chunk).await?;
            past = past.over(chunk);
            known.sums[index] = past;
            known.chunks = index + 1;
        }
        self.put(HEADER, &header.to_bytes()).await?;
        self.header = header;
        self.known = Some(known);
        Ok(())
    }

    async fn write_room(&mut self) -> Result<Room, Trouble<F>> {
        self.make_ready().await?;
        if self.pages.free().is_none() {
            self.put_header().await?;
        }
        let overhead = Map::<F>::item_overhead_size() + 1;
        let mut free = self.pages.free().unwrap_or(0);
        if free >= ROOM {
            return Ok(Room::Enough);
        }
        // The map erases when it turns to the next page, so fill this one. The header is what turns the page: it is
        // then near the end, where the next power-up looks first.
        while free >= overhead + Header::LEN as u32 {
            let len = (free - overhead).min(BUFFER as u32 - 8) as usize;
            self.put(FILLER, &[0xFF; BUFFER][..len]).await?;
            free = self.pages.free().unwrap_or(0).min(free - 1);
        }
        self.put_header().await?;
        Ok(if self.pages.free().is_some_and(|free| free >= ROOM) { Room::Enough } else { Room::Making })
    }

    async fn save_beside(&mut self, key: u8, bytes: &[u8]) -> Result<(), SaveError> {
        for attempt in 0.. {
            match self.write_beside(key, bytes).await {
                Ok(()) => return Ok(()),
                Err(trouble) => self.recover(trouble, attempt).await?,
            }
        }
        Ok(())
    }

    async fn write_beside(&mut self, key: u8, bytes: &[u8]) -> Result<(), Trouble<F>> {
        self.make_ready().await?;
        self.put(key, bytes).await
    }

    async fn make_ready(&mut self) -> Result<(), Trouble<F>> {
        if self.worn {
            return Err(Error::Storage { value: PageError::Worn });
        }
        if self.ready {
            return Ok(());
        }
        self.pages.format().await.map_err(|value| Error::Storage { value })?;
        self.stamp = self.stamp.wrapping_add(1);
        self.header.stamp = self.stamp;
        self.put_header().await?;
        self.ready = true;
        self.known = None;
        Ok(())
    }

    /// Decides how to go on after trouble; an error is final.
    async fn recover(&mut self, trouble: Trouble<F>, attempt: u32) -> Result<(), SaveError> {
        self.known = None;
        match trouble {
            Error::FullStorage | Error::ItemTooBig => Err(SaveError::Full),
            _ if self.worn => Err(SaveError::Worn),
            _ if attempt == 0 && !self.pages.failed_erase() => Ok(()),
            _ if attempt <= 1 && self.move_shelf().await.is_ok() => Ok(()),
            _ => {
                self.worn = true;
                Err(SaveError::Worn)
            }
        }
    }

    /// Takes everything that is saved to the other shelf. The header there comes last and has the higher turn.
    async fn move_shelf(&mut self) -> Result<(), Trouble<F>> {
        let (old, new) = (self.shelves[self.shelf], self.shelves[1 - self.shelf]);
        self.pages.turn_to(new);
        let moved = self.copy_from(old, new).await;
        if moved.is_ok() {
            self.shelf = 1 - self.shelf;
        } else {
            self.pages.turn_to(old);
        }
        moved
    }

    async fn copy_from(&mut self, old: u32, new: u32) -> Result<(), Trouble<F>> {
        self.pages.format().await.map_err(|value| Error::Storage { value })?;
        if let Some(bytes) = self.settings {
            self.put(SETTINGS, &bytes).await?;
        }
        if let Some(bytes) = self.knobs {
            self.put(KNOBS, &bytes).await?;
        }
        let header = Header { turn: self.header.turn.wrapping_add(1), ..self.header };
        for index in 0..Journal::MAX_CHUNKS as u8 {
            let key = CHUNKS + header.bank * BANK + index;
            let mut buffer = [0; BUFFER];
            let mut kept = [0; ChunkHead::LEN + Journal::CHUNK_MAX];
            self.pages.turn_to(old);
            let chunk = self.map()?.fetch_item::<&[u8]>(&mut buffer, &key).await;
            self.pages.turn_to(new);
            // What the old shelf does not give any more is lost; the game goes on with what it gave.
            let Ok(Some(chunk)) = chunk else { break };
            let stamped = ChunkHead::split(chunk).is_some_and(|(head, _)| head.stamp == header.stamp);
            let Some(kept) = kept.get_mut(..chunk.len()).filter(|_| stamped) else { break };
            kept.copy_from_slice(chunk);
            self.put(key, kept).await?;
        }
        self.put(HEADER, &header.to_bytes()).await?;
        self.header = header;
        self.ready = true;
        Ok(())
    }

    async fn put_header(&mut self) -> Result<(), Trouble<F>> {
        self.put(HEADER, &self.header.to_bytes()).await
    }

    async fn put_chunk(&mut self, header: Header, index: usize, past: Sum, chunk: &[u8]) -> Result<(), Trouble<F>> {
        let mut bytes = [0; ChunkHead::LEN + Journal::CHUNK_MAX];
        let head = ChunkHead { stamp: header.stamp, past: past.short() };
        let bytes = &mut bytes[..ChunkHead::LEN + chunk.len()];
        bytes[..ChunkHead::LEN].copy_from_slice(&head.to_bytes());
        bytes[ChunkHead::LEN..].copy_from_slice(chunk);
        self.put(CHUNKS + header.bank * BANK + index as u8, bytes).await
    }

    async fn put(&mut self, key: u8, bytes: &[u8]) -> Result<(), Trouble<F>> {
        let mut buffer = [0; BUFFER];
        self.map()?.store_item(&mut buffer, &key, &bytes).await
    }

    fn map(&mut self) -> Result<Map<'_, F>, Trouble<F>> {
        let end = self.pages.count() * Pages::<F>::USABLE;
        match MapConfig::try_new(0..end) {
            Ok(config) => {
                let cache = Cache::new(Uncached, Uncached, ArrayKeyPointers::new());
                Ok(MapStorage::new(&mut self.pages, config, cache))
            }
            Err(_) => Err(Error::FullStorage),
        }
    }
}

/// In a header: everything was to be forgotten, and the shelf is about to be erased.
const FORGOTTEN: u8 = 0;
