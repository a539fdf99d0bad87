//! What power-up found in flash. Takes every record from whichever half still has it, and says what is missing.

use embedded_storage_async::nor_flash::NorFlash;

use super::banks::{BANKS, HALVES};
use super::format::{self, GAME};
use super::record::{Kind, Record, SLOT, Start, marks_other_layout};
use super::{Cursor, Store, bank_of};
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

/// What the players are told about the store at power-up. What was found is left where it is until something is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Nothing could be read.
    Unreadable,
    /// Written by a firmware that this one does not know.
    OtherVersion,
    /// The end of the game is missing.
    GameCut,
}

impl<F: NorFlash> Store<F> {
    /// Finds the newest bank and takes up what it holds.
    pub(super) async fn load(&mut self) -> Loaded {
        let mut loaded = Loaded { settings: None, knobs: None, journal: Journal::new(), damage: None };
        let mut newest: Option<Start> = None;
        let mut unreadable = false;
        for bank in BANKS {
            let copies = [self.banks.read(0, bank, 0).await, self.banks.read(1, bank, 0).await];
            // A start that belongs to the other bank was copied here, and does not count.
            let starts = copies.map(|copy| copy.as_start().filter(|start| bank_of(start.generation) == bank));
            for start in starts.into_iter().flatten() {
                if newest.is_none_or(|newest| newest.generation < start.generation) {
                    newest = Some(start);
                }
            }
            // A power cut spoils one half only: where both are spoilt, something else did it.
            unreadable |= starts == [None, None] && copies.iter().all(|copy| !copy.is_blank());
        }
        match newest {
            Some(start) => self.take_up(start, &mut loaded).await,
            None if self.is_foreign().await => loaded.damage = Some(Damage::OtherVersion),
            None => loaded.damage = unreadable.then_some(Damage::Unreadable),
        }
        loaded
    }

    async fn take_up(&mut self, start: Start, loaded: &mut Loaded) {
        let generation = start.generation;
        let bank = bank_of(generation);
        let mut has_bank = [false; 2];
        for half in HALVES {
            has_bank[half] = self.banks.read(half, bank, 0).await.as_start() == Some(start);
        }
        // Both halves alike, records without a gap, then blank slots only: safe to write on.
        let mut writable = has_bank == [true; 2];
        let (mut ended, mut lost, mut other_version) = (false, false, start.game != GAME);
        let mut next = 1;
        for slot in 1..self.banks.slots() {
            let copies = [self.banks.read(0, bank, slot).await, self.banks.read(1, bank, slot).await];
            writable &= copies[0] == copies[1];
            let [first, second] = copies.each_ref().map(|copy| copy.record(generation, slot));
            // Both are whole, but they differ: nobody knows which one is the newer.
            lost |= first.is_some() && second.is_some() && first != second;
            match first.or(second) {
                Some(record) if !ended => {
                    next = slot + 1;
                    match record {
                        Record { kind: Kind::Game, .. } if start.game != GAME => {}
                        Record { kind: Kind::Game, at, bytes } => {
                            lost |= loaded.journal.replace_from(at.into(), bytes).is_err();
                        }
                        Record { kind: Kind::Settings, bytes, .. } => match format::settings_from(bytes) {
                            Ok(settings) => loaded.settings = Some(settings),
                            Err(_) => other_version = true,
                        },
                        Record { kind: Kind::Knobs, bytes, .. } => match format::knobs_from(bytes) {
                            Ok(knobs) => loaded.knobs = Some(knobs),
                            Err(_) => other_version = true,
                        },
                        Record { kind: Kind::Start, .. } => lost = true,
                    }
                }
                // Something in between is missing.
                Some(_) => lost = true,
                None => {
                    // A write that was cut off spoils the first half and leaves the second one blank.
                    lost |= HALVES.iter().all(|&half| !has_bank[half] || !copies[half].is_blank());
                    ended = true;
                }
            }
        }
        self.cursor = Cursor { generation, slot: next, halves: has_bank };
        self.writable = writable && !lost && !other_version;
        loaded.damage = if other_version {
            Some(Damage::OtherVersion)
        } else if lost {
            Some(Damage::GameCut)
        } else {
            None
        };
    }

    /// Looks for the marks of other layouts: of the first one, which had them at the end of some sectors, and of those
    /// to come.
    async fn is_foreign(&mut self) -> bool {
        for half in HALVES {
            for bank in BANKS {
                for sector in 0..self.banks.sectors() {
                    let last = self.banks.last_slot(half, bank, sector).await;
                    if marks_other_layout(&last.0[SLOT - 8..]) {
                        return true;
                    }
                }
                if self.banks.read(half, bank, 0).await.is_foreign() {
                    return true;
                }
            }
        }
        false
    }
}
