//! Votes that nobody may read yet. A [`Sealed`] vote can be put into the [`Ballots`] and taken out again by its own
//! seat; all of them open together, once none is missing, and in no other way.

use super::moves::Opened;
use super::refusal::Refusal;
use crate::rules::{Ballot, Card, MAX_CARDS, MAX_SEATS, Seat, SeatSet};

/// What one seat has dialled and locked. It has no getter, no `Debug`, no `Clone` and no encoding: nothing that draws,
/// writes, logs or sounds can use it.
///
/// ```compile_fail
/// fn log(vote: &dixit_dials::game::Sealed) { println!("{vote:?}"); }
/// ```
/// ```compile_fail
/// fn copy(vote: &dixit_dials::game::Sealed) -> dixit_dials::game::Sealed { vote.clone() }
/// ```
/// ```compile_fail
/// fn peek(vote: &dixit_dials::game::Sealed) -> dixit_dials::rules::Ballot { vote.votes }
/// ```
#[derive(Default)]
pub struct Sealed {
    /// The storyteller's card.
    told: Option<Card>,
    /// Cards that the seat says are its own, where owners are asked with the vote.
    own: [Option<Card>; 2],
    votes: Ballot,
    red: Option<Card>,
}

impl Sealed {
    pub fn add_told(&mut self, card: Card) {
        self.told = Some(card);
    }

    pub fn add_own(&mut self, card: Card) {
        if let Some(free) = self.own.iter_mut().find(|own| own.is_none()) {
            *free = Some(card);
        }
    }

    pub fn add_vote(&mut self, card: Card) {
        self.votes = self.votes.with(card);
    }

    pub fn add_red(&mut self, card: Card) {
        self.red = Some(card);
    }

    fn claims(&self) -> impl Iterator<Item = Card> + use<'_> {
        self.own.iter().flatten().chain(&self.told).copied()
    }
}

/// The sealed votes of the table.
#[derive(Default)]
pub struct Ballots {
    sealed: [Option<Sealed>; MAX_SEATS],
}

impl Ballots {
    /// Who has locked: all that may be known.
    pub fn locked(&self) -> SeatSet {
        Seat::all().filter(|seat| self.sealed[seat.index()].is_some()).collect()
    }

    pub(super) fn put(&mut self, seat: Seat, vote: Sealed) {
        self.sealed[seat.index()] = Some(vote);
    }

    pub(super) fn take(&mut self, seat: Seat) -> bool {
        self.sealed[seat.index()].take().is_some()
    }

    /// Overwrites every vote, so that none stays in memory.
    pub(super) fn wipe(&mut self) {
        *self = Self::default();
    }

    /// The seats that say of one and the same card that it is theirs.
    pub(super) fn double_claims(&self) -> SeatSet {
        let mut owners = [SeatSet::EMPTY; MAX_CARDS];
        for seat in Seat::all() {
            for card in self.sealed[seat.index()].iter().flat_map(Sealed::claims) {
                owners[card.index()] = owners[card.index()].with(seat);
            }
        }
        owners.into_iter().filter(|seats| seats.len() > 1).flat_map(SeatSet::iter).collect()
    }

    /// Opens all votes at once; a missing one keeps every other sealed.
    pub(super) fn open(&mut self, needed: SeatSet) -> Result<Opened, Refusal> {
        if let Some(seat) = needed.minus(self.locked()).iter().next() {
            return Err(Refusal::Rules(crate::rules::Refusal::NoVote { seat }));
        }
        let mut opened = Opened::default();
        for seat in needed.iter() {
            if let Some(vote) = self.sealed[seat.index()].take() {
                opened.told = opened.told.or(vote.told);
                opened.red = opened.red.or(vote.red);
                opened.votes[seat.index()] = vote.votes;
                for card in vote.own.into_iter().flatten() {
                    opened.owners[card.index()] = Some(seat);
                }
            }
        }
        self.wipe();
        Ok(opened)
    }
}
