//! Votes that nobody may read yet. A [`Sealed`] vote can be put into the [`BallotBox`], and its seat can
//! discard it again. All votes are opened together once none is missing, and in no other way.

use super::moves::Opened;
use super::refusal::Refusal;
use crate::rules::{Ballot, Card, MAX_CARDS, MAX_SEATS, Seat, SeatSet};

/// What one seat has dialled and locked. It has no getter, no `Debug`, no `Clone` and no encoding: nothing that draws,
/// writes, logs or sounds can use it. It can be handed over, once:
/// ```
/// use dixit_dials::{game::{Game, Sealed}, rules::Seat};
/// fn lock(game: &mut Game, seat: Seat, vote: Sealed) { let _ = game.lock(seat, vote); }
/// ```
/// It cannot be logged, copied, compared or read (`tests/must_not_compile/` tries). A scene of the shared screen takes
/// opened votes, but not this:
/// ```
/// use dixit_dials::{game::Storyteller, rules::Card, scene::{Shared, Spread, shared}};
/// fn draw(spread: Spread, story_card: Option<Card>, storyteller: Storyteller) -> Shared {
///     Shared::Verdict(shared::Verdict { spread, story_card, verdict: None, loud: false, storyteller })
/// }
/// ```
/// The journal takes moves with opened votes, but not this; the same holds for the flash:
/// ```
/// use dixit_dials::game::{Journal, Move, Opened};
/// fn write(journal: &mut Journal, opened: Opened) { let _ = journal.push(Move::Reveal(opened).encode().as_slice()); }
/// ```
/// A sound, or any other effect, cannot be made from it:
/// ```
/// use dixit_dials::app::{Effect, Sound};
/// fn sound(sound: Sound) -> Effect { Effect::Sound(sound) }
/// ```
#[derive(Default)]
pub struct Sealed {
    /// The storyteller's card.
    story_card: Option<Card>,
    /// Cards that the seat claims as its own, if owners are asked with the vote.
    own: [Option<Card>; 2],
    votes: Ballot,
    red: Option<Card>,
}

impl Sealed {
    /// Sets the storyteller's card.
    pub fn add_story_card(&mut self, card: impl Into<Option<Card>>) {
        self.story_card = card.into();
    }

    /// Adds a card that the seat claims as its own.
    pub fn add_own(&mut self, card: impl Into<Option<Card>>) {
        if let Some(free) = self.own.iter_mut().find(|own| own.is_none()) {
            *free = card.into();
        }
    }

    /// Adds a first or second vote; `None` declines the second.
    pub fn add_vote(&mut self, card: impl Into<Option<Card>>) {
        self.votes = self.votes.with(card);
    }

    /// Sets the card under the red token.
    pub fn add_red(&mut self, card: impl Into<Option<Card>>) {
        self.red = card.into();
    }

    fn claims(&self) -> impl Iterator<Item = Card> + use<'_> {
        self.own.iter().flatten().chain(&self.story_card).copied()
    }
}

/// The sealed votes of the table. (A [`Ballot`] is what one seat voted for, once it is open.)
///
/// Code can ask who has locked, and nothing else (`tests/must_not_compile/` tries):
/// ```
/// fn ready(game: &dixit_dials::game::Game) -> dixit_dials::rules::SeatSet { game.locked() }
/// ```
#[derive(Default)]
pub struct BallotBox {
    locked: SeatSet,
    /// Not `Option<Sealed>`: setting that to `None` would leave the numbers in memory.
    sealed: [Sealed; MAX_SEATS],
}

impl BallotBox {
    /// Seats that have locked. Nothing else about the votes may be revealed.
    pub fn locked(&self) -> SeatSet {
        self.locked
    }

    pub(super) fn put(&mut self, seat: Seat, vote: Sealed) {
        self.sealed[seat.index()] = vote;
        self.locked = self.locked.with(seat);
    }

    pub(super) fn take(&mut self, seat: Seat) -> bool {
        let was_locked = self.locked.has(seat);
        self.sealed[seat.index()] = Sealed::default();
        self.locked = self.locked.without(seat);
        was_locked
    }

    /// Overwrites every vote, so that none stays in memory.
    pub(super) fn wipe(&mut self) {
        *self = Self::default();
    }

    /// The seats that claim the same card as another seat.
    pub(super) fn double_claims(&self) -> SeatSet {
        let mut owners = [SeatSet::EMPTY; MAX_CARDS];
        for seat in Seat::all() {
            for card in self.sealed[seat.index()].claims() {
                owners[card.index()] = owners[card.index()].with(seat);
            }
        }
        owners.into_iter().filter(|seats| seats.len() > 1).flat_map(SeatSet::iter).collect()
    }

    /// Opens all votes at once. Fails, and opens none, if a needed vote is missing.
    pub(super) fn open(&mut self, needed: SeatSet) -> Result<Opened, Refusal> {
        if let Some(seat) = needed.minus(self.locked()).iter().next() {
            return Err(Refusal::Rules(crate::rules::Refusal::NoVote { seat }));
        }
        let mut opened = Opened::default();
        for seat in needed.iter() {
            let vote = &self.sealed[seat.index()];
            opened.story_card = opened.story_card.or(vote.story_card);
            opened.red = opened.red.or(vote.red);
            opened.votes[seat.index()] = vote.votes;
            for card in vote.own.into_iter().flatten() {
                opened.owners[card.index()] = Some(seat);
            }
        }
        self.wipe();
        Ok(opened)
    }
}
