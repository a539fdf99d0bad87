//! A number that one player dials on a screen that only they see. It starts anywhere, so that counting clicks from
//! across the table tells nothing.

use super::answers::Answers;
use super::{Answered, Dialling, Offer, Question, below, moved, questions};
use crate::game::{Game, State};
use crate::rules::Seat;
use rand_core::RngCore;

#[derive(Default)]
pub struct Dialled {
    answers: Answers,
    /// 0 declines, where that is possible; otherwise the number of a card.
    number: u8,
}

impl Dialled {
    /// Forgets everything and starts at the first question.
    pub fn begin(&mut self, state: &State, seat: Seat, rng: &mut dyn RngCore) {
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

    fn spin(&mut self, state: &State, seat: Seat, rng: &mut dyn RngCore) {
        if let Some(question) = self.question(state, seat) {
            let lowest = Self::lowest(question);
            self.number = lowest + below(rng, state.cards_on_table() + 1 - lowest);
        }
    }

    pub fn turn(&mut self, state: &State, seat: Seat, by: i8) {
        if let Some(question) = self.question(state, seat) {
            let lowest = Self::lowest(question);
            let numbers = (state.cards_on_table() + 1 - lowest).max(1);
            self.number = moved(self.number, by, lowest, numbers);
        }
    }

    /// Takes the number as the answer; the last answer locks the vote.
    pub fn press(&mut self, game: &mut Game, seat: Seat, rng: &mut dyn RngCore) -> Answered {
        let Some(question) = self.question(game.state(), seat) else { return Answered::Nothing };
        if !self.answers.give(question, self.number) {
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

    /// For the eyes of this seat alone.
    pub fn seen(&self, state: &State, seat: Seat) -> Option<Dialling> {
        let question = self.question(state, seat)?;
        let taken = !self.answers.allows(question, self.number);
        Some(Dialling { seat, question, offer: Offer { number: self.number, taken } })
    }
}
