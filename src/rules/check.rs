//! Consistency checks: a single vote, a single claim, and a whole round before it is scored.

use super::{Ballot, Card, MAX_CARDS, MAX_SEATS, Refusal, Role, Round, Rules, Seat};

impl Round {
    /// Checks whether the seat may vote for this card in addition to its votes so far.
    pub fn check_vote(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        let check = Check::of(self)?;
        check.may_vote(seat)?;
        check.vote_fits(seat, self.ballot(seat), card).map(drop)
    }

    /// Checks whether the seat may own this card, given all votes and claims so far.
    ///
    /// ```
    /// use dixit_dials::rules::{Ballot, Card, Refusal, Round, Ruleset, Seat, SeatSet};
    ///
    /// let (seat, card) = (Seat::from_number(2).unwrap(), Card::from_number(3).unwrap());
    /// let mut round = Round::new(Ruleset::Dixit, SeatSet::first(4), Seat::FIRST);
    /// round.votes[seat.index()] = Ballot::one(card);
    /// assert_eq!(round.check_claim(seat, card), Err(Refusal::OwnCard { seat, card }));
    /// ```
    pub fn check_claim(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        let check = Check::of(self)?;
        let others = Card::first(check.cards).filter(|&other| other != card && self.owner(other) == Some(seat));
        check.claim_fits(seat, others.count() as u8, card)?;
        if !check.rules.own_card_allowed() && self.ballot(seat).has(card) {
            return Err(Refusal::OwnCard { seat, card });
        }
        match self.owner(card) {
            Some(owner) if owner != seat => Err(Refusal::Claimed { seat: owner, card }),
            _ => Ok(()),
        }
    }

    /// Checks everything that a round must fulfil to be scored.
    pub(super) fn check(&self) -> Result<&'static Rules, Refusal> {
        let check = Check::of(self)?;
        check.tokens()?;
        let nobodys = check.votes()?;
        check.claims()?;
        match nobodys.filter(|_| check.rules.asks_owners()) {
            Some(card) => Err(Refusal::NoOwner { card }),
            None => Ok(check.rules),
        }
    }
}

/// A round with the numbers that apply to it, looked up once.
struct Check<'a> {
    round: &'a Round,
    rules: &'static Rules,
    /// Number of cards on the table.
    cards: u8,
    storyteller_gives: u8,
    other_gives: u8,
}

impl<'a> Check<'a> {
    fn of(round: &'a Round) -> Result<Self, Refusal> {
        let rules = round.rules()?;
        let players = round.players();
        Ok(Self {
            round,
            rules,
            cards: rules.cards_on_table(players),
            storyteller_gives: rules.cards_given(players, Role::Storyteller),
            other_gives: rules.cards_given(players, Role::Other),
        })
    }

    /// Checks that a story card and a red token are present if the ruleset has them, and only then.
    fn tokens(&self) -> Result<(), Refusal> {
        let storyteller = self.round.storyteller;
        self.plays(storyteller)?;
        match self.round.story_card {
            Some(_) if !self.rules.has_story_card() => return Err(Refusal::StoryCardNotPlayed),
            Some(card) => self.on_table(storyteller, card)?,
            None if self.rules.has_story_card() => return Err(Refusal::NoStoryCard),
            None => {}
        }
        match self.round.red {
            Some(_) if !self.rules.has_red() => Err(Refusal::RedNotPlayed),
            Some(card) => self.on_table(storyteller, card),
            None if self.rules.has_red() => Err(Refusal::NoRed { seat: storyteller }),
            None => Ok(()),
        }
    }

    /// Checks all votes. Returns a card that drew a vote but has no owner, if there is one.
    fn votes(&self) -> Result<Option<Card>, Refusal> {
        let voters = self.round.voters_by(self.rules);
        let mut nobodys = None;
        for (seat, ballot) in Seat::all().zip(self.round.votes) {
            if ballot.is_empty() {
                if voters.has(seat) {
                    return Err(Refusal::NoVote { seat });
                }
                continue;
            }
            self.may_vote(seat)?;
            let mut earlier = Ballot::EMPTY;
            for card in ballot.iter() {
                if self.vote_fits(seat, earlier, card)?.is_none() {
                    nobodys = nobodys.or(Some(card));
                }
                earlier = Ballot::one(card);
            }
        }
        Ok(nobodys)
    }

    fn claims(&self) -> Result<(), Refusal> {
        let mut given = [0; MAX_SEATS];
        given[self.round.storyteller.index()] = u8::from(self.round.story_card.is_some());
        for (card, owner) in Card::first(MAX_CARDS as u8).zip(self.round.owners) {
            let Some(owner) = owner else { continue };
            let counted = u8::from(self.round.story_card == Some(card) && owner == self.round.storyteller);
            let others = given[owner.index()] - counted;
            self.claim_fits(owner, others, card)?;
            given[owner.index()] = others + 1;
        }
        Ok(())
    }

    fn plays(&self, seat: Seat) -> Result<(), Refusal> {
        if self.round.seats.has(seat) { Ok(()) } else { Err(Refusal::NotPlaying { number: seat.number() }) }
    }

    fn on_table(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        let number = card.number();
        if number <= self.cards { Ok(()) } else { Err(Refusal::NotOnTable { seat, number }) }
    }

    fn may_vote(&self, seat: Seat) -> Result<(), Refusal> {
        self.plays(seat)?;
        if seat == self.round.storyteller && !self.rules.storyteller_votes() {
            return Err(Refusal::StorytellerVoted { seat });
        }
        Ok(())
    }

    /// Checks one vote. Returns the card's owner, if known.
    fn vote_fits(&self, seat: Seat, earlier: Ballot, card: Card) -> Result<Option<Seat>, Refusal> {
        self.on_table(seat, card)?;
        if earlier.has(card) {
            return Err(Refusal::SameCardTwice { seat, card });
        }
        let most = self.rules.most_votes();
        if earlier.len() >= most {
            return Err(Refusal::TooManyVotes { seat, most });
        }
        let owner = self.round.owner(card);
        if owner == Some(seat) && !self.rules.own_card_allowed() {
            return Err(Refusal::OwnCard { seat, card });
        }
        Ok(owner)
    }

    /// Checks one claim. `others` is the number of other cards that the seat owns.
    fn claim_fits(&self, seat: Seat, others: u8, card: Card) -> Result<(), Refusal> {
        self.plays(seat)?;
        self.on_table(seat, card)?;
        let tells = seat == self.round.storyteller;
        if self.round.story_card == Some(card) && !tells {
            return Err(Refusal::StoryCard { seat, card });
        }
        let most = if tells { self.storyteller_gives } else { self.other_gives };
        if others >= most {
            return Err(Refusal::TooManyCards { seat, most });
        }
        Ok(())
    }
}
