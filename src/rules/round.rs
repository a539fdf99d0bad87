//! One round in terms of seats: what was laid, voted and claimed, and whether all that can be true.

use super::{Card, LoneVoteBonus, MAX_CARDS, MAX_SEATS, Refusal, Role, Rules, Ruleset, Seat, SeatSet, rules};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    pub ruleset: Ruleset,
    /// Who takes part in this round.
    pub seats: SeatSet,
    pub teller: Seat,
    /// The storyteller's card; none in Party.
    pub told: Option<Card>,
    /// Only cards that drew votes need one, and the storyteller's own card never does.
    pub owners: [Option<Seat>; MAX_CARDS],
    pub votes: [Ballot; MAX_SEATS],
    /// The card under the red token in Party.
    pub red: Option<Card>,
    pub lone_vote_bonus: LoneVoteBonus,
}

impl Round {
    /// Before anyone voted or claimed.
    pub const fn new(ruleset: Ruleset, seats: SeatSet, teller: Seat) -> Self {
        Self {
            ruleset,
            seats,
            teller,
            told: None,
            owners: [None; MAX_CARDS],
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
        if self.told == Some(card) { Some(self.teller) } else { self.owners[card.index()] }
    }

    /// Who has to vote.
    pub fn voters(&self) -> SeatSet {
        match self.rules() {
            Ok(rules) if rules.teller_votes() => self.seats,
            _ => self.seats.without(self.teller),
        }
    }

    /// How many votes lie on a card.
    pub fn votes_on(&self, card: Card) -> u8 {
        self.votes.iter().filter(|ballot| ballot.has(card)).count() as u8
    }

    /// The voters who found the storyteller's card.
    pub fn found(&self) -> SeatSet {
        match self.told {
            Some(told) => self.voters().iter().filter(|&seat| self.ballot(seat).has(told)).collect(),
            None => SeatSet::EMPTY,
        }
    }

    /// How the storyteller's card fared; none in Party.
    pub fn verdict(&self) -> Option<Verdict> {
        self.told?;
        let found = self.found();
        Some(if found.is_empty() {
            Verdict::NoOne
        } else if found == self.voters() {
            Verdict::Everyone
        } else {
            Verdict::Some
        })
    }

    /// May this seat vote for this card, beside what it voted for already?
    pub fn check_vote(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        self.vote_fits(self.rules()?, seat, self.ballot(seat), card)
    }

    /// May this card be this seat's, as all have voted and claimed so far?
    pub fn check_claim(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        let rules = self.rules()?;
        self.claim_fits(rules, seat, card)?;
        if !rules.own_card_allowed() && self.ballot(seat).has(card) {
            return Err(Refusal::OwnCard { seat, card });
        }
        match self.owner(card) {
            Some(owner) if owner != seat => Err(Refusal::Claimed { seat: owner, card }),
            _ => Ok(()),
        }
    }

    /// Everything that a round must fulfil to be scored.
    pub(super) fn check(&self) -> Result<&'static Rules, Refusal> {
        let rules = self.rules()?;
        let teller = self.teller;
        if !self.seats.has(teller) {
            return Err(Refusal::NotPlaying { number: teller.number() });
        }
        match self.told {
            Some(_) if !rules.has_story_card() => return Err(Refusal::StoryCardNotPlayed),
            Some(card) => self.on_table(rules, teller, card)?,
            None if rules.has_story_card() => return Err(Refusal::NoStoryCard),
            None => {}
        }
        match self.red {
            Some(_) if !rules.has_red() => return Err(Refusal::RedNotPlayed),
            Some(card) => self.on_table(rules, teller, card)?,
            None if rules.has_red() => return Err(Refusal::NoRed { seat: teller }),
            None => {}
        }
        let voters = self.voters();
        for seat in Seat::all() {
            let mut earlier = Ballot::EMPTY;
            for card in self.ballot(seat).iter() {
                self.vote_fits(rules, seat, earlier, card)?;
                earlier = earlier.with(card);
            }
            if earlier.is_empty() && voters.has(seat) {
                return Err(Refusal::NoVote { seat });
            }
        }
        for card in Card::first(MAX_CARDS as u8) {
            match self.owners[card.index()] {
                Some(owner) => self.claim_fits(rules, owner, card)?,
                None if !rules.asks_owners() || self.owner(card).is_some() => {}
                None if self.votes_on(card) > 0 => return Err(Refusal::NoOwner { card }),
                None => {}
            }
        }
        Ok(rules)
    }

    fn on_table(&self, rules: &Rules, seat: Seat, card: Card) -> Result<(), Refusal> {
        if card.number() > rules.cards_on_table(self.players()) {
            return Err(Refusal::NotOnTable { seat, number: card.number() });
        }
        Ok(())
    }

    fn vote_fits(&self, rules: &Rules, seat: Seat, earlier: Ballot, card: Card) -> Result<(), Refusal> {
        if !self.seats.has(seat) {
            return Err(Refusal::NotPlaying { number: seat.number() });
        }
        if seat == self.teller && !rules.teller_votes() {
            return Err(Refusal::TellerVoted { seat });
        }
        self.on_table(rules, seat, card)?;
        if earlier.has(card) {
            return Err(Refusal::SameCardTwice { seat, card });
        }
        if earlier.len() >= rules.most_votes() {
            return Err(Refusal::TooManyVotes { seat, most: rules.most_votes() });
        }
        if self.owner(card) == Some(seat) && !rules.own_card_allowed() {
            return Err(Refusal::OwnCard { seat, card });
        }
        Ok(())
    }

    fn claim_fits(&self, rules: &Rules, seat: Seat, card: Card) -> Result<(), Refusal> {
        if !self.seats.has(seat) {
            return Err(Refusal::NotPlaying { number: seat.number() });
        }
        self.on_table(rules, seat, card)?;
        if self.told == Some(card) && seat != self.teller {
            return Err(Refusal::StoryCard { seat, card });
        }
        let role = if seat == self.teller { Role::Teller } else { Role::Other };
        let most = rules.cards_given(self.players(), role);
        let others = Card::first(MAX_CARDS as u8).filter(|&c| c != card && self.owner(c) == Some(seat));
        if others.count() as u8 >= most {
            return Err(Refusal::TooManyCards { seat, most });
        }
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Some,
    Everyone,
    NoOne,
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

    /// With one more vote; a full ballot stays as it is.
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        match self.0 {
            [None, _] => Self::one(card),
            [Some(first), None] => Self::two(first, card),
            _ => self,
        }
    }

    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        self.0.into_iter().flatten()
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
        self.0.contains(&Some(card))
    }
}
