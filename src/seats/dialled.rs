//! A number that one player dials on a screen that only they see. It starts anywhere, so that counting clicks from
//! across the table tells nothing.

use super::answers::Answers;
use super::questions::questions;
use super::{Answered, below};
use crate::game::{Game, State};
use crate::rules::{Card, Seat};
use crate::scene::{Question, SeatScene};
use rand_core::RngCore;

#[derive(Default)]
pub struct Dialled {
    answers: Answers,
    /// 0 declines, where that is possible; otherwise the number of a card.
    number: u8,
}

impl Dialled {
    /// Forgets everything and starts at the first question.
    pub fn begin(&mut self, state: &State, seat: Seat, rng: &mut impl RngCore) {
        self.answers.wipe();
        self.spin(state, seat, rng);
    }

    pub fn wipe(&mut self) {
        *self = Self::default();
    }

    fn question(&self, state: &State, seat: Seat) -> Option<Question> {
        questions(state, seat).get(usize::from(self.answers.given())).copied()
    }

    fn lowest(question: Question) -> u8 {
        u8::from(question != Question::Second)
    }

    fn spin(&mut self, state: &State, seat: Seat, rng: &mut impl RngCore) {
        if let Some(question) = self.question(state, seat) {
            let lowest = Self::lowest(question);
            self.number = lowest + below(rng, state.cards_on_table() + 1 - lowest);
        }
    }

    pub fn turn(&mut self, state: &State, seat: Seat, by: i8) {
        if let Some(question) = self.question(state, seat) {
            let lowest = i16::from(Self::lowest(question));
            let numbers = (i16::from(state.cards_on_table()) + 1 - lowest).max(1);
            // Only `by`, which is no secret, is divided: the time that takes depends on what is divided.
            let turned = i16::from(self.number) - lowest + i16::from(by).rem_euclid(numbers);
            self.number = (lowest + less_if_not_below(turned, numbers)) as u8;
        }
    }

    /// Takes the number as the answer; the last answer locks the vote.
    pub fn press(&mut self, game: &mut Game, seat: Seat, rng: &mut impl RngCore) -> Answered {
        let Some(question) = self.question(game.state(), seat) else { return Answered::Nothing };
        if !self.answers.give(question, Card::from_number(self.number)) {
            return Answered::Puzzled;
        }
        if self.question(game.state(), seat).is_some() {
            self.spin(game.state(), seat, rng);
            return Answered::One;
        }
        self.number = 0;
        match game.lock(seat, self.answers.seal()) {
            Ok(()) => Answered::Locked,
            Err(_) => Answered::Nothing,
        }
    }

    /// For the eyes of this seat.
    pub fn scene(&self, state: &State, seat: Seat) -> SeatScene {
        match self.question(state, seat) {
            Some(question) => {
                let number = Card::from_number(self.number);
                let taken = !self.answers.allows(question, number);
                SeatScene::Dial { seat, question, cards: state.cards_on_table(), number, taken }
            }
            None => SeatScene::Wait { seat },
        }
    }
}

/// `number` less `limit`, unless that is negative; in the same time for every number.
fn less_if_not_below(number: i16, limit: i16) -> i16 {
    let less = number - limit;
    // All ones where it went below zero. The compiler must not see that this is a choice, or it makes it a jump.
    less + (core::hint::black_box(less >> 15) & limit)
}
