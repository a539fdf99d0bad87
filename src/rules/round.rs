//! One round in terms of seats: what was laid, voted and claimed. It may still be wrong or half full; `check` says so.

use super::{Card, CardSet, LoneVoteBonus, MAX_CARDS, MAX_SEATS, Refusal, Rules, Ruleset, Seat, SeatSet, rules};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub ruleset: Ruleset,
    /// Who takes part in this round.
    pub seats: SeatSet,
    pub storyteller: Seat,
    /// The storyteller's card; none in Party.
    pub story_card: Option<Card>,
    /// Only cards that drew votes need one, and the storyteller's own card never does.
    pub owners: [Option<Seat>; MAX_CARDS],
    /// Those of the owners that nobody named, since they follow from the rest: see [`Round::filled_in`].
    pub certain: CardSet,
    pub votes: [Ballot; MAX_SEATS],
    /// The card under the red token in Party.
    pub red: Option<Card>,
    pub lone_vote_bonus: LoneVoteBonus,
}

impl Round {
    /// Before anyone voted or claimed.
    pub const fn new(ruleset: Ruleset, seats: SeatSet, storyteller: Seat) -> Self {
        Self {
            ruleset,
            seats,
            storyteller,
            story_card: None,
            owners: [None; MAX_CARDS],
            certain: CardSet::EMPTY,
            votes: [Ballot::EMPTY; MAX_SEATS],
            red: None,
            lone_vote_bonus: LoneVoteBonus::Always,
        }
    }

    pub const fn players(&self) -> u8 {
        self.ruleset.players_for(self.seats.len())
    }

    pub fn rules(&self) -> Result<&'static Rules, Refusal> {
        rules(self.ruleset, self.players())
    }

    pub fn ballot(&self, seat: Seat) -> Ballot {
        self.votes[seat.index()]
    }

    /// Whose a card is, as far as known.
    pub fn owner(&self, card: Card) -> Option<Seat> {
        if self.story_card == Some(card) { Some(self.storyteller) } else { self.owners[card.index()] }
    }

    /// Who has to vote.
    pub fn voters(&self) -> SeatSet {
        match self.rules() {
            Ok(rules) => self.voters_by(rules),
            Err(_) => self.seats.without(self.storyteller),
        }
    }

    pub(super) fn voters_by(&self, rules: &Rules) -> SeatSet {
        if rules.storyteller_votes() { self.seats } else { self.seats.without(self.storyteller) }
    }

    /// How many votes lie on a card.
    pub fn votes_on(&self, card: Card) -> u8 {
        self.votes.iter().filter(|ballot| ballot.has(card)).count() as u8
    }

    /// Who voted for a card.
    pub fn voters_of(&self, card: Card) -> SeatSet {
        self.seats.iter().filter(|&seat| self.ballot(seat).has(card)).collect()
    }

    /// The voters who found the storyteller's card.
    pub fn found(&self) -> SeatSet {
        match self.story_card {
            Some(story_card) => self.voters().iter().filter(|&seat| self.ballot(seat).has(story_card)).collect(),
            None => SeatSet::EMPTY,
        }
    }

    /// How the storyteller's card fared; none in Party.
    pub fn verdict(&self) -> Option<Verdict> {
        self.story_card.map(|_| Verdict::of(self.found(), self.voters()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Some,
    Everyone,
    NoOne,
}

impl Verdict {
    pub(super) fn of(found: SeatSet, voters: SeatSet) -> Self {
        if found.is_empty() {
            Self::NoOne
        } else if found == voters {
            Self::Everyone
        } else {
            Self::Some
        }
    }
}

/// What one seat voted for: nothing yet, one card or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ballot([Option<Card>; 2]);

impl Ballot {
    pub const EMPTY: Self = Self([None; 2]);

    pub const fn one(card: Card) -> Self {
        Self([Some(card), None])
    }

    pub const fn two(first: Card, second: Card) -> Self {
        Self([Some(first), Some(second)])
    }

    /// With one more vote, or none; a full ballot stays as it is.
    #[must_use]
    pub fn with(self, card: impl Into<Option<Card>>) -> Self {
        match self.0 {
            [None, _] => Self([card.into(), None]),
            [first, None] => Self([first, card.into()]),
            _ => self,
        }
    }

    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        self.0.into_iter().map_while(|card| card)
    }

    pub const fn first(self) -> Option<Card> {
        self.0[0]
    }

    pub const fn second(self) -> Option<Card> {
        self.0[1]
    }

    pub const fn len(self) -> u8 {
        self.0[0].is_some() as u8 + self.0[1].is_some() as u8
    }

    pub const fn is_empty(self) -> bool {
        self.0[0].is_none()
    }

    pub fn has(self, card: Card) -> bool {
        self.0[0] == Some(card) || self.0[1] == Some(card)
    }
}
