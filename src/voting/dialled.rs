//! A number that one player dials on a screen that only they see: at their own seat ([`super::Pods`]), or on the device
//! in their hands ([`super::Pass`]).
//!
//! It starts at a random number, so that counted clicks reveal nothing. Numbers that cannot be chosen are not offered
//! at all, so that every start is equally likely whatever was answered before. A second vote starts at "none", so that
//! pressing on declines it; the card after "none" is random.

use super::answers::Answers;
use super::question::MOST_QUESTIONS;
use super::{Answered, Dialling, Offer, Question, below, moved, questions};
use crate::game::{Game, State};
use crate::rules::Seat;
use rand_core::RngCore;

#[derive(Default)]
pub struct Dialled {
    answers: Answers,
    /// Index among the numbers that can be chosen, in the order in which they are offered.
    place: u8,
    /// For a second vote: the card that follows "none".
    first: u8,
    /// The answers that the seat gave before it unlocked: each question starts at its earlier answer.
    kept: [Option<u8>; MOST_QUESTIONS],
}

impl Dialled {
    /// Discards everything and starts with the first question.
    pub fn begin(&mut self, state: &State, seat: Seat, rng: &mut dyn RngCore) {
        self.wipe();
        self.start(state, seat, rng);
    }

    /// Starts with the first question again, at the earlier answers.
    pub fn again(&mut self, state: &State, seat: Seat, rng: &mut dyn RngCore) {
        self.answers.wipe();
        self.start(state, seat, rng);
    }

    pub fn wipe(&mut self) {
        *self = Self::default();
    }

    fn question(&self, state: &State, seat: Seat) -> Option<Question> {
        questions(state, seat).get(usize::from(self.answers.given())).copied()
    }

    /// Starts the next question at its earlier answer or, without one, at a random number. The random number is drawn
    /// in both cases, so that both take the same time.
    fn start(&mut self, state: &State, seat: Seat, rng: &mut dyn RngCore) {
        let Some(question) = self.question(state, seat) else { return };
        let numbers = self.numbers(question, state.cards_on_table());
        let declinable = question == Question::Second;
        let drawn = below(rng, numbers.count() - u8::from(declinable));
        let kept = self.kept.get(usize::from(self.answers.given())).copied().flatten();
        (self.place, self.first) = if declinable { (0, drawn) } else { (drawn, 0) };
        if let Some(kept) = kept {
            self.place = self.place_of(numbers.place_of(kept), question, numbers);
        }
    }

    /// The number offered at `place`, as an index among the numbers in ascending order.
    fn nth(&self, place: u8, question: Question, numbers: Numbers) -> u8 {
        match (question, place) {
            (Question::Second, 1..) => 1 + (self.first + place - 1) % (numbers.count() - 1).max(1),
            _ => place,
        }
    }

    /// The place at which the nth number is offered.
    fn place_of(&self, nth: u8, question: Question, numbers: Numbers) -> u8 {
        let cards = (numbers.count() - 1).max(1);
        match (question, nth) {
            (Question::Second, 1..) => 1 + (nth - 1 + cards - self.first % cards) % cards,
            _ => nth,
        }
    }

    pub fn turn(&mut self, state: &State, seat: Seat, by: i8) {
        if let Some(question) = self.question(state, seat) {
            let numbers = self.numbers(question, state.cards_on_table());
            self.place = moved(self.place, by, numbers.count().max(1));
        }
    }

    /// Takes the number as the answer. The last answer locks the vote.
    pub fn press(&mut self, game: &mut Game, seat: Seat, rng: &mut dyn RngCore) -> Answered {
        let Some(question) = self.question(game.state(), seat) else { return Answered::Nothing };
        let numbers = self.numbers(question, game.state().cards_on_table());
        let number = numbers.at(self.nth(self.place, question, numbers));
        let asked = usize::from(self.answers.given());
        if !self.answers.give(question, number) {
            return Answered::Rejected;
        }
        if let Some(kept) = self.kept.get_mut(asked) {
            *kept = Some(number);
        }
        if self.question(game.state(), seat).is_some() {
            self.start(game.state(), seat, rng);
            return Answered::One;
        }
        self.place = 0;
        match game.lock(seat, self.answers.seal()) {
            Ok(()) => Answered::Locked,
            Err(_) => Answered::Nothing,
        }
    }

    /// What only this seat may see.
    pub fn seen(&self, state: &State, seat: Seat) -> Option<Dialling> {
        let question = self.question(state, seat)?;
        let cards = state.cards_on_table();
        let numbers = self.numbers(question, cards);
        let number = numbers.at(self.nth(self.place, question, numbers));
        Some(Dialling { seat, question, cards, offer: Offer { number } })
    }

    /// The numbers that can be chosen: 0 declines a second vote, the others are cards.
    fn numbers(&self, question: Question, cards: u8) -> Numbers {
        let bits = (0..=cards).map(|number| u16::from(self.answers.allows(question, number)) << number);
        Numbers(bits.fold(0, |all, bit| all | bit))
    }
}

/// A set of numbers: bit n is set for number n. Every access goes through all bits, so that it takes the same time for
/// every number.
#[derive(Clone, Copy)]
struct Numbers(u16);

impl Numbers {
    fn count(self) -> u8 {
        (0..u16::BITS).fold(0, |count, number| count + self.has(number))
    }

    fn has(self, number: u32) -> u8 {
        (self.0 >> number & 1) as u8
    }

    fn at(self, place: u8) -> u8 {
        let (mut passed, mut found) = (0, 0);
        for number in 0..u16::BITS {
            let here = self.has(number) * u8::from(passed == place);
            found += here * number as u8;
            passed += self.has(number);
        }
        found
    }

    fn place_of(self, wanted: u8) -> u8 {
        (0..u16::BITS).fold(0, |place, number| place + self.has(number) * u8::from(number < u32::from(wanted)))
    }
}
