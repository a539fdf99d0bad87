//! Deduces who owns which card. Nobody votes for their own card, and each seat gave a known number of cards. If only
//! one seat can have given a card, the device asks that seat alone.

use super::{Card, CardSet, MAX_CARDS, MAX_SEATS, Role, Round, Rules, Seat, SeatSet};

impl Round {
    /// The owner of every card whose owner is certain, from the votes and claims so far. Includes the claimed cards. If
    /// votes and claims contradict each other, only the claims are certain.
    ///
    /// ```
    /// use dixit_dials::rules::{Ballot, Card, Round, Ruleset, Seat, SeatSet};
    ///
    /// let seat = |number| Seat::from_number(number).unwrap();
    /// let card = |number| Card::from_number(number).unwrap();
    ///
    /// // Of three players seat 1 tells. Seat 2 votes for card 2, so seat 3 must have laid it.
    /// let mut round = Round::new(Ruleset::Dixit, SeatSet::first(3), seat(1));
    /// round.story_card = Some(card(1));
    /// round.votes[seat(2).index()] = Ballot::one(card(2));
    /// assert_eq!(round.certain_owners()[card(2).index()], Some(seat(3)));
    /// ```
    pub fn certain_owners(&self) -> [Option<Seat>; MAX_CARDS] {
        let mut certain = self.owners;
        let Ok(rules) = self.rules() else { return certain };
        if rules.own_card_allowed() {
            return certain;
        }
        let Some(dealing) = Dealing::possible(self, rules) else { return certain };
        for card in Card::first(dealing.cards) {
            let Some(giver) = dealing.givers[card.index()] else { continue };
            if certain[card.index()].is_none() && !dealing.could_be_anothers(card, giver) {
                certain[card.index()] = Some(giver);
            }
        }
        certain
    }

    /// Cards that drew votes but are not claimed, if the ruleset scores them: their owners have to be asked. A card
    /// with only one possible owner is included, because that player may have voted for their own card by mistake.
    pub fn cards_to_ask(&self) -> impl Iterator<Item = Card> + Clone + use<'_> {
        let cards = match self.rules() {
            Ok(rules) if rules.asks_owners() => rules.cards_on_table(self.players()),
            _ => 0,
        };
        let claimed = |card| self.owner(card).is_some() && !self.certain.has(card);
        Card::first(cards).filter(move |&card| !claimed(card) && self.votes_on(card) > 0)
    }

    /// Fills in the owner of each of the [`cards_to_ask`](Self::cards_to_ask) whose owner is certain. Owners filled in
    /// earlier are deduced again, because the claim they followed from may have been undone.
    #[must_use]
    pub fn filled_in(&self) -> Self {
        let mut round = self.as_claimed();
        if round.cards_to_ask().next().is_none() {
            return round;
        }
        let owners = round.certain_owners();
        for card in self.as_claimed().cards_to_ask() {
            if let Some(owner) = owners[card.index()] {
                round.owners[card.index()] = Some(owner);
                round.certain = round.certain.with(card);
            }
        }
        round
    }

    /// Removes the owners that were deduced, and keeps those that were claimed.
    #[must_use]
    pub fn as_claimed(&self) -> Self {
        let mut round = *self;
        for card in self.certain.iter() {
            round.owners[card.index()] = None;
        }
        round.certain = CardSet::EMPTY;
        round
    }
}

/// One possible assignment of the cards on the table to the seats that gave them. Leaves out the story card.
struct Dealing<'a> {
    round: &'a Round,
    cards: u8,
    /// Number of cards that each seat can still be assigned.
    left: [u8; MAX_SEATS],
    givers: [Option<Seat>; MAX_CARDS],
}

impl<'a> Dealing<'a> {
    /// Finds any assignment that the votes and claims allow.
    fn possible(round: &'a Round, rules: &Rules) -> Option<Self> {
        let players = round.players();
        let mut left = [0; MAX_SEATS];
        for seat in round.seats.iter() {
            let tells = seat == round.storyteller;
            let given = rules.cards_given(players, if tells { Role::Storyteller } else { Role::Other });
            left[seat.index()] = given - u8::from(tells && round.story_card.is_some());
        }
        let mut dealing = Self { round, cards: rules.cards_on_table(players), left, givers: [None; MAX_CARDS] };
        let all = Card::first(dealing.cards)
            .filter(|&card| round.story_card != Some(card))
            .all(|card| dealing.give(card, &mut SeatSet::default()));
        all.then_some(dealing)
    }

    /// Finds a giver for the card among the seats that are not in `asked` (an augmenting path of a bipartite matching):
    /// a seat with cards left, otherwise one that can hand one of its cards to another seat.
    fn give(&mut self, card: Card, asked: &mut SeatSet) -> bool {
        let seats = self.round.seats.minus(*asked);
        let free = seats.iter().find(|&seat| self.left[seat.index()] > 0 && self.allows(card, seat));
        match free {
            Some(seat) => self.take(card, seat, asked),
            None => seats.iter().any(|seat| !asked.has(seat) && self.take(card, seat, asked)),
        }
    }

    /// Assigns the card to this seat. If the seat has none left, one of its cards is assigned to another seat instead.
    fn take(&mut self, card: Card, seat: Seat, asked: &mut SeatSet) -> bool {
        if !self.allows(card, seat) {
            return false;
        }
        *asked = asked.with(seat);
        if self.left[seat.index()] > 0 {
            self.left[seat.index()] -= 1;
        } else {
            let givers = self.givers;
            let mut given = Card::first(self.cards).filter(|other| givers[other.index()] == Some(seat));
            if !given.any(|other| self.give(other, asked)) {
                return false;
            }
        }
        self.givers[card.index()] = Some(seat);
        true
    }

    /// True if there is also an assignment in which someone other than `giver` gave this card.
    fn could_be_anothers(&self, card: Card, giver: Seat) -> bool {
        let mut other = Self { ..*self };
        other.givers[card.index()] = None;
        other.left[giver.index()] += 1;
        // All attempts share `asked`: a seat that could not hand on a card before cannot do so now.
        let (others, mut asked) = (self.round.seats.without(giver), SeatSet::EMPTY);
        others.iter().any(|seat| !asked.has(seat) && other.take(card, seat, &mut asked))
    }

    fn allows(&self, card: Card, seat: Seat) -> bool {
        let claimed = self.round.owners[card.index()];
        claimed.is_none_or(|owner| owner == seat) && !self.round.ballot(seat).has(card)
    }
}
