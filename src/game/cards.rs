//! Where the cards of the box are: in the hands, in the draw pile or among the discards. The device deals none; it counts
//! along, to say when the pile cannot refill every hand and who has to take cards out of turn.

use super::state::State;
use crate::rules::{MAX_SEATS, Role, Round, SeatSet, rules};

/// Cards in a box.
const DECK: u8 = 84;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cards {
    pub pile: u8,
    /// In the hands of each seat; in Team in those of both players.
    pub hands: [u8; MAX_SEATS],
    /// What each seat had to take at this clue because others came or went.
    pub taken: [u8; MAX_SEATS],
    /// The discards had to be shuffled into a new pile for the last cards that were drawn.
    pub new_pile: bool,
}

impl Cards {
    /// All others lie on the discards.
    fn in_hands(&self) -> u8 {
        self.hands.iter().fold(0, |sum, &hand| sum.saturating_add(hand))
    }

    /// Brings the hands of these seats up to so many cards; tells what each of them took.
    fn refill(&mut self, seats: SeatSet, hand: u8) -> [u8; MAX_SEATS] {
        let mut takes = [0; MAX_SEATS];
        for seat in seats.iter() {
            takes[seat.index()] = hand.saturating_sub(self.hands[seat.index()]);
        }
        let wanted = takes.iter().fold(0u8, |sum, &cards| sum.saturating_add(cards));
        self.new_pile = wanted > self.pile;
        if self.new_pile {
            self.pile = DECK.saturating_sub(self.in_hands());
        }
        self.pile = self.pile.saturating_sub(wanted);
        for (hand, takes) in self.hands.iter_mut().zip(takes) {
            *hand += takes;
        }
        takes
    }
}

impl State {
    /// A full hand of each seat in this round.
    fn full_hand(&self) -> u8 {
        let people = self.ruleset.scorer().people();
        self.rules().map_or(0, |rules| people * rules.hand(self.players()))
    }

    /// Cards that somebody who joins now takes.
    pub fn late_hand(&self) -> u8 {
        let (players, people) = (self.ruleset.players_for(self.seats.len() + 1), self.ruleset.scorer().people());
        rules(self.ruleset, players).map_or(0, |rules| people * rules.hand(players))
    }

    /// Before the first clue.
    pub(super) fn deal(&mut self) {
        self.cards = Cards { pile: DECK, ..Cards::default() };
        self.cards.refill(self.seats, self.full_hand());
    }

    /// Between two rounds everyone draws, also who sits out.
    pub(super) fn draw(&mut self) {
        self.cards.refill(self.seats, self.full_hand());
        self.cards.taken = [0; MAX_SEATS];
    }

    /// At a clue, after a change of seats: a guest has no cards yet, and three play with more than four do.
    pub(super) fn take_cards(&mut self) {
        let taken = self.cards.refill(self.present(), self.full_hand());
        for (sum, taken) in self.cards.taken.iter_mut().zip(taken) {
            *sum += taken;
        }
    }

    /// The cards of a round are discarded.
    pub(super) fn discard(&mut self, round: &Round) {
        let Ok(rules) = round.rules() else { return };
        for seat in round.seats.iter() {
            let role = if seat == round.storyteller { Role::Storyteller } else { Role::Other };
            let hand = &mut self.cards.hands[seat.index()];
            *hand = hand.saturating_sub(rules.cards_given(round.players(), role));
        }
    }

    /// The cards at a clue at which everyone holds a full hand and nobody has to take any.
    pub(super) fn full_hands(&self, pile: u8) -> Cards {
        let mut cards = Cards { pile, ..Cards::default() };
        self.seats.iter().for_each(|seat| cards.hands[seat.index()] = self.full_hand());
        cards
    }
}
