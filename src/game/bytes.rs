//! Short byte strings for the journal: values are written one after another, and read back in the same order.

use super::journal::ENTRY_MAX;
use super::options::{Ending, Options, Owners};
use crate::rules::{Ballot, Card, LoneVoteBonus, Ruleset, Seat, SeatSet};

/// The bytes of one journal entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(heapless::Vec<u8, ENTRY_MAX>);

impl Bytes {
    pub const fn new() -> Self {
        Self(heapless::Vec::new())
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn byte(&mut self, byte: u8) -> &mut Self {
        // No move is longer than an entry; a test encodes the longest of each kind.
        let _ = self.0.push(byte);
        self
    }

    pub(super) fn word(&mut self, word: u16) -> &mut Self {
        let [low, high] = word.to_le_bytes();
        self.byte(low).byte(high)
    }

    pub(super) fn seat(&mut self, seat: Seat) -> &mut Self {
        self.byte(seat.number())
    }

    pub(super) fn seats(&mut self, seats: SeatSet) -> &mut Self {
        self.word(seats.bits())
    }

    pub(super) fn card(&mut self, card: Option<Card>) -> &mut Self {
        self.byte(card.map_or(0, Card::number))
    }

    /// Both votes in one byte.
    pub(super) fn ballot(&mut self, ballot: Ballot) -> &mut Self {
        let number = |card: Option<Card>| card.map_or(0, Card::number);
        self.byte(number(ballot.first()) | number(ballot.second()) << 4)
    }

    pub(super) fn ruleset(&mut self, ruleset: Ruleset) -> &mut Self {
        let place = Ruleset::ALL.iter().position(|&r| r == ruleset).unwrap_or(0);
        self.byte(place as u8)
    }

    pub(super) fn options(&mut self, options: &Options) -> &mut Self {
        let owners = match options.owners {
            Owners::After => 0,
            Owners::WithVote => 1,
            Owners::InTurn => 1 << 4,
        };
        let flags = owners
            | u8::from(options.lone_vote_bonus == LoneVoteBonus::SomeMissed) << 1
            | (Ending::ALL.iter().position(|&ending| ending == options.ending).unwrap_or(0) as u8) << 2;
        self.byte(options.goal).byte(options.laps).byte(flags)
    }
}

pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub fn word(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    pub fn seat(&mut self) -> Option<Seat> {
        Seat::from_number(self.byte()?)
    }

    pub fn seats(&mut self) -> Option<SeatSet> {
        self.word().map(SeatSet::from_bits)
    }

    pub fn card(&mut self) -> Option<Option<Card>> {
        match self.byte()? {
            0 => Some(None),
            number => Card::from_number(number).map(Some),
        }
    }

    pub fn ballot(&mut self) -> Option<Ballot> {
        let both = self.byte()?;
        let cards = [both & 15, both >> 4].into_iter().filter_map(Card::from_number);
        Some(cards.fold(Ballot::EMPTY, Ballot::with))
    }

    pub fn ruleset(&mut self) -> Option<Ruleset> {
        Ruleset::ALL.get(usize::from(self.byte()?)).copied()
    }

    pub fn options(&mut self) -> Option<Options> {
        let (goal, laps, flags) = (self.byte()?, self.byte()?, self.byte()?);
        Some(Options {
            ending: *Ending::ALL.get(usize::from((flags & !(1 << 4)) >> 2))?,
            goal,
            laps,
            owners: match flags & (1 << 4 | 1) {
                0 => Owners::After,
                1 => Owners::WithVote,
                16 => Owners::InTurn,
                _ => return None,
            },
            lone_vote_bonus: if flags & 2 == 0 { LoneVoteBonus::Always } else { LoneVoteBonus::SomeMissed },
        })
    }
}
