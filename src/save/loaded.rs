//! What power-up found in flash: looks at the shelves, picks up the game chunk by chunk, and says what is missing.

use embedded_storage_async::nor_flash::NorFlash;

use super::format::{self, ChunkHead, GAME, Header, Sum};
use super::pages::Marked;
use super::{BANK, BUFFER, CHUNKS, FORGOTTEN, HEADER, KNOBS, Known, SETTINGS, Store, Trouble};
use crate::dial::KnobKind;
use crate::game::Journal;
use crate::rules::MAX_SEATS;
use crate::settings::Settings;

/// What power-up found. A field that is `None` was never saved, or could not be read.
#[derive(Debug)]
pub struct Loaded {
    pub settings: Option<Settings>,
    pub knobs: Option<[KnobKind; MAX_SEATS]>,
    pub journal: Journal,
    pub damage: Option<Damage>,
}

/// What the players are told about the store at power-up. What was found is left where it is as long as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Nothing could be read.
    Unreadable,
    /// Written by a firmware that this one does not know.
    OtherVersion,
    /// The end of the game is missing.
    GameCut,
}

/// What lies on a shelf, the least worth keeping first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Found {
    Nothing,
    /// Not ours; not yet looked at whether there is anything at all.
    Nobodys,
    Unreadable,
    OtherVersion,
    Game(Header),
}

impl<F: NorFlash> Store<F> {
    pub(super) async fn look(&mut self, shelf: usize) -> Found {
        self.pages.turn_to(self.shelves[shelf]);
        match self.pages.marked().await {
            Ok(Marked::Ours) => {}
            Ok(Marked::OtherLayout) => return Found::OtherVersion,
            Ok(Marked::Nobodys) => return Found::Nobodys,
            Err(_) => return Found::Unreadable,
        }
        if self.pages.heal().await.is_err() {
            return Found::Unreadable;
        }
        let mut buffer = [0; BUFFER];
        match self.find_header(&mut buffer).await {
            Ok(found) => found,
            Err(_) => Found::Unreadable,
        }
    }

    async fn find_header(&mut self, buffer: &mut [u8; BUFFER]) -> Result<Found, Trouble<F>> {
        let mut map = self.map()?;
        if let Some(bytes) = map.fetch_item::<&[u8]>(buffer, &HEADER).await? {
            return Ok(match Header::from_bytes(bytes) {
                Some(Header { game: FORGOTTEN, .. }) => Found::Nothing,
                Some(header) => Found::Game(header),
                None => Found::OtherVersion,
            });
        }
        // The header is the first thing ever written.
        let mut items = map.fetch_all_items(buffer).await?;
        let first = items.next::<&[u8]>(buffer).await?;
        Ok(if first.is_none() { Found::Nothing } else { Found::Unreadable })
    }

    pub(super) async fn look_closer(&mut self, shelf: usize, found: Found) -> Found {
        if found != Found::Nobodys {
            return found;
        }
        self.pages.turn_to(self.shelves[shelf]);
        match self.pages.is_unused().await {
            Ok(true) => Found::Nothing,
            _ => Found::Unreadable,
        }
    }

    /// Two passes over everything instead of one search for each chunk, for a swift power-up.
    pub(super) async fn load(&mut self, loaded: &mut Loaded) -> Result<(), Trouble<F>> {
        #[derive(Clone, Copy)]
        struct Slot {
            nth: u16,
            len: u8,
            past: u32,
        }
        let header = self.header;
        let mut buffer = [0; BUFFER];
        let mut slots = [None; Journal::MAX_CHUNKS];
        let mut stamp = header.stamp;
        let mut other_version = header.game != GAME;

        let mut map = self.map()?;
        let mut items = map.fetch_all_items(&mut buffer).await?;
        let mut nth = 0;
        let (mut settings, mut knobs) = (None, None);
        while let Some((key, value)) = items.next::<&[u8]>(&mut buffer).await? {
            nth += 1;
            match key {
                SETTINGS => settings = Some(format::settings_from(value)),
                KNOBS => knobs = Some(format::knobs_from(value)),
                CHUNKS.. => {
                    let (bank, index) = ((key - CHUNKS) / BANK, usize::from((key - CHUNKS) % BANK));
                    let Some((head, entries)) = ChunkHead::split(value) else {
                        continue;
                    };
                    stamp = stamp.max(head.stamp);
                    if bank == header.bank && index < slots.len() {
                        slots[index] = (head.stamp == header.stamp && !entries.is_empty()).then_some(Slot {
                            nth,
                            len: entries.len() as u8,
                            past: head.past,
                        });
                    }
                }
                _ => {}
            }
        }

        let mut items = map.fetch_all_items(&mut buffer).await?;
        let mut nth = 0;
        while let Some((key, value)) = items.next::<&[u8]>(&mut buffer).await? {
            nth += 1;
            let before = slots.iter().map_while(|slot| *slot).take_while(|slot| slot.nth != nth);
            let index = before.clone().count();
            if slots.get(index).copied().flatten().is_some_and(|slot| slot.nth == nth && key >= CHUNKS) {
                let ahead = before.map(|slot| usize::from(slot.len)).sum();
                loaded.journal.lay(ahead, &value[ChunkHead::LEN..]);
            }
        }

        let mut known = Known { generation: loaded.journal.generation(), chunks: 0, sums: [Sum::START; _] };
        let mut sum = Sum::START;
        let mut whole = true;
        for slot in slots.iter().map_while(|slot| *slot) {
            let len = usize::from(slot.len);
            let next = sum.over(loaded.journal.laid(len));
            whole = !other_version && slot.past == sum.short() && loaded.journal.take_up(len).is_ok();
            if !whole {
                break;
            }
            sum = next;
            known.sums[known.chunks] = sum;
            known.chunks += 1;
        }
        // A chunk after a gap belongs to a game whose middle is lost.
        whole &= slots.iter().skip(known.chunks).all(Option::is_none);

        self.stamp = stamp;
        // Of a game that is not whole nothing is overwritten: the next save goes to the other bank.
        self.known = (whole && !other_version).then_some(known);
        other_version |= matches!(settings, Some(Err(_))) || matches!(knobs, Some(Err(_)));
        loaded.settings = settings.and_then(Result::ok);
        loaded.knobs = knobs.and_then(Result::ok);
        self.settings = loaded.settings.as_ref().map(format::settings_bytes);
        self.knobs = loaded.knobs.as_ref().map(format::knob_bytes);
        loaded.damage = if other_version {
            Some(Damage::OtherVersion)
        } else if whole {
            None
        } else {
            Some(Damage::GameCut)
        };
        Ok(())
    }
}
