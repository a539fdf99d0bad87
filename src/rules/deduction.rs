//! Whose a card must be: nobody votes for a card of their own, and each seat gave so many cards. Where only one seat is
//! left that can have given a card, that one alone is asked.

use super::{Card, CardSet, MAX_CARDS, MAX_SEATS, Role, Round, Rules, Seat, SeatSet};

impl Round {
    /// The owners of all cards that are certain, from the votes and the claims so far; claimed ones are among them.
    /// Where votes and claims contradict each other nothing is certain but the claims.
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

    /// Cards that drew votes and that nobody has claimed, where owners matter: the ones that somebody has to be asked for.
    /// Also of a card that can be only one seat's that seat is asked: a vote for the own card must not pass unnoticed.
    pub fn cards_to_ask(&self) -> impl Iterator<Item = Card> + Clone + use<'_> {
        let cards = match self.rules() {
            Ok(rules) if rules.asks_owners() => rules.cards_on_table(self.players()),
            _ => 0,
        };
        let claimed = |card| self.owner(card).is_some() && !self.certain.has(card);
        Card::first(cards).filter(move |&card| !claimed(card) && self.votes_on(card) > 0)
    }

    /// With an owner for each card to ask for whose owner is certain. What was filled in before is worked out anew, as
    /// a claim that it followed from may be gone.
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

    /// Without the owners that nobody named.
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

/// One way in which the cards on the table can have been given, the storyteller's own left out.
struct Dealing<'a> {
    round: &'a Round,
    cards: u8,
    /// How many cards each seat still has to be the giver of.
    left: [u8; MAX_SEATS],
    givers: [Option<Seat>; MAX_CARDS],
}

impl<'a> Dealing<'a> {
    /// Any that the votes and claims allow.
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

    /// Finds a giver for a card among the seats that were not asked yet: one that has a card left to give, or else one
    /// that can pass a card it was thought to have given on to another seat.
    fn give(&mut self, card: Card, asked: &mut SeatSet) -> bool {
        let seats = self.round.seats.minus(*asked);
        let free = seats.iter().find(|&seat| self.left[seat.index()] > 0 && self.allows(card, seat));
        match free {
            Some(seat) => self.take(card, seat, asked),
            None => seats.iter().any(|seat| !asked.has(seat) && self.take(card, seat, asked)),
        }
    }

    /// Makes this seat the giver of the card; where it has given enough, another seat has to be the giver of one of the
    /// cards that it had.
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

    /// Whether the cards can also have been given with this one from somebody else than `giver`.
    fn could_be_anothers(&self, card: Card, giver: Seat) -> bool {
        let mut other = Self { ..*self };
        other.givers[card.index()] = None;
        other.left[giver.index()] += 1;
        // All share one list of seats that were asked: whoever could pass no card on before cannot now.
        let (others, mut asked) = (self.round.seats.without(giver), SeatSet::EMPTY);
        others.iter().any(|seat| !asked.has(seat) && other.take(card, seat, &mut asked))
    }

    fn allows(&self, card: Card, seat: Seat) -> bool {
        let claimed = self.round.owners[card.index()];
        claimed.is_none_or(|owner| owner == seat) && !self.round.ballot(seat).has(card)
    }
}
