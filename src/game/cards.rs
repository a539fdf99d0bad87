//! How many cards are in the hands and in the draw pile; the rest are discarded. The device deals no cards. It counts
//! them, to say when the discards have to be shuffled into a new pile, and who has to take extra cards.

use super::state::State;
use crate::rules::{MAX_SEATS, Role, Round, SeatSet, rules};

/// Cards in a box.
const DECK: u8 = 84;

/// Counts of the cards that are not on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cards {
    /// Cards left in the draw pile.
    pub pile: u8,
    /// Cards in the hands of each seat; in Team, of both its players.
    pub hands: [u8; MAX_SEATS],
    /// Extra cards that each seat had to take at this clue because others came or left.
    pub taken: [u8; MAX_SEATS],
    /// True if the discards had to be shuffled into a new pile for the last draw.
    pub new_pile: bool,
}

impl Cards {
    /// Cards in all hands together.
    fn in_hands(&self) -> u8 {
        self.hands.iter().fold(0, |sum, &hand| sum.saturating_add(hand))
    }

    /// Fills the hands of these seats up to `hand` cards. Returns how many cards each seat took.
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
    /// Cards that a seat holds when its hands are full.
    fn full_hand(&self) -> u8 {
        let people = self.ruleset.scorer().people();
        self.rules().map_or(0, |rules| people * rules.hand(self.players()))
    }

    /// Number of cards that a newcomer takes.
    pub fn late_hand(&self) -> u8 {
        let (players, people) = (self.ruleset.players_for(self.seats.len() + 1), self.ruleset.scorer().people());
        rules(self.ruleset, players).map_or(0, |rules| people * rules.hand(players))
    }

    /// Deals the first hands.
    pub(super) fn deal(&mut self) {
        self.cards = Cards { pile: DECK, ..Cards::default() };
        self.cards.refill(self.seats, self.full_hand());
    }

    /// Draws for everyone between two rounds, also for those who sit out.
    pub(super) fn draw(&mut self) {
        self.cards.refill(self.seats, self.full_hand());
        self.cards.taken = [0; MAX_SEATS];
    }

    /// Draws at a clue after a change of seats: a new player has no cards, and three players hold more cards than four.
    pub(super) fn take_cards(&mut self) {
        let taken = self.cards.refill(self.present(), self.full_hand());
        for (sum, taken) in self.cards.taken.iter_mut().zip(taken) {
            *sum += taken;
        }
    }

    /// Discards the cards of a round.
    pub(super) fn discard(&mut self, round: &Round) {
        let Ok(rules) = round.rules() else { return };
        for seat in round.seats.iter() {
            let role = if seat == round.storyteller { Role::Storyteller } else { Role::Other };
            let hand = &mut self.cards.hands[seat.index()];
            *hand = hand.saturating_sub(rules.cards_given(round.players(), role));
        }
    }

    /// The cards at a clue where every hand is full and nobody has to take extra cards.
    pub(super) fn full_hands(&self, pile: u8) -> Cards {
        let mut cards = Cards { pile, ..Cards::default() };
        self.seats.iter().for_each(|seat| cards.hands[seat.index()] = self.full_hand());
        cards
    }
}
