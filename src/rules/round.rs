//! One round in terms of seats: cards laid, votes, claims. It may be incomplete or inconsistent; `check.rs` finds out.

use super::{Card, CardSet, LoneVoteBonus, MAX_CARDS, MAX_SEATS, Refusal, Rules, Ruleset, Seat, SeatSet, rules};

/// Everything that scoring a round needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub ruleset: Ruleset,
    /// Seats that take part in this round.
    pub seats: SeatSet,
    pub storyteller: Seat,
    /// The storyteller's card; `None` in Party.
    pub story_card: Option<Card>,
    /// Owner of each card. Needed only for cards that drew votes, and never for the story card.
    pub owners: [Option<Seat>; MAX_CARDS],
    /// Cards whose owner was deduced, not claimed: see [`Round::filled_in`].
    pub certain: CardSet,
    /// By seat index.
    pub votes: [Ballot; MAX_SEATS],
    /// Party: the card under the red token.
    pub red: Option<Card>,
    pub lone_vote_bonus: LoneVoteBonus,
}

impl Round {
    /// A round without votes and claims.
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

    /// Number of people in this round; in Team two for each seat.
    pub const fn players(&self) -> u8 {
        self.ruleset.players_for(self.seats.len())
    }

    /// The row of the rules for this ruleset and number of players.
    pub fn rules(&self) -> Result<&'static Rules, Refusal> {
        rules(self.ruleset, self.players())
    }

    pub fn ballot(&self, seat: Seat) -> Ballot {
        self.votes[seat.index()]
    }

    /// The owner of the card, if known.
    pub fn owner(&self, card: Card) -> Option<Seat> {
        if self.story_card == Some(card) { Some(self.storyteller) } else { self.owners[card.index()] }
    }

    /// Seats that have to vote.
    pub fn voters(&self) -> SeatSet {
        match self.rules() {
            Ok(rules) => self.voters_by(rules),
            Err(_) => self.seats.without(self.storyteller),
        }
    }

    pub(super) fn voters_by(&self, rules: &Rules) -> SeatSet {
        if rules.storyteller_votes() { self.seats } else { self.seats.without(self.storyteller) }
    }

    /// Number of votes for a card.
    pub fn votes_on(&self, card: Card) -> u8 {
        self.votes.iter().filter(|ballot| ballot.has(card)).count() as u8
    }

    /// Seats that voted for a card.
    pub fn voters_of(&self, card: Card) -> SeatSet {
        self.seats.iter().filter(|&seat| self.ballot(seat).has(card)).collect()
    }

    /// Voters who found the storyteller's card.
    pub fn found(&self) -> SeatSet {
        match self.story_card {
            Some(story_card) => self.voters().iter().filter(|&seat| self.ballot(seat).has(story_card)).collect(),
            None => SeatSet::EMPTY,
        }
    }

    /// How many found the storyteller's card; `None` in Party.
    pub fn verdict(&self) -> Option<Verdict> {
        self.story_card.map(|_| Verdict::of(self.found(), self.voters()))
    }
}

/// How many voters found the storyteller's card.
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

/// The votes of one seat: none yet, one card or two.
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

    /// Adds a vote, or none. A full ballot stays as it is.
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
