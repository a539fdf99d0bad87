//! A number that one player dials on a screen that only they see. It starts anywhere, so that counting clicks from
//! across the table tells nothing.

use super::answers::Answers;
use super::{Answered, Dialling, Offer, Question, below, moved, questions};
use crate::game::{Game, State};
use crate::rules::Seat;
use rand_core::RngCore;

/// The most questions that a seat is asked.
const QUESTIONS: usize = 4;

#[derive(Default)]
pub struct Dialled {
    answers: Answers,
    /// 0 declines, where that is possible; otherwise the number of a card.
    number: u8,
    /// What was answered before the seat unlocked: each question starts there again.
    kept: [Option<u8>; QUESTIONS],
    /// The last press was on a number that cannot be chosen.
    refused: bool,
}

impl Dialled {
    /// Forgets everything and starts at the first question.
    pub fn begin(&mut self, state: &State, seat: Seat, rng: &mut dyn RngCore) {
        self.wipe();
        self.spin(state, seat, rng);
    }

    /// Starts at the first question once more, with the answers of before.
    pub fn again(&mut self, state: &State, seat: Seat, rng: &mut dyn RngCore) {
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
        let Some(question) = self.question(state, seat) else { return };
        self.refused = false;
        // Drawn in any case, so that an old answer takes as long as a new number.
        let drawn = self.draw(question, state.cards_on_table(), rng);
        let kept = self.kept.get(usize::from(self.answers.given())).copied().flatten();
        let kept = kept.filter(|&number| self.answers.allows(question, number));
        self.number = kept.unwrap_or(drawn);
    }

    /// Any number that can be chosen, each as likely as any other.
    fn draw(&self, question: Question, cards: u8, rng: &mut dyn RngCore) -> u8 {
        let numbers = Self::lowest(question)..=cards;
        let free = numbers.clone().filter(|&number| self.answers.allows(question, number)).count();
        let place = below(rng, free as u8);
        let (mut passed, mut drawn) = (0, *numbers.start());
        // All of them are gone through, wherever the drawn one is.
        for number in numbers {
            let allowed = u8::from(self.answers.allows(question, number));
            let here = allowed * u8::from(passed == place);
            drawn = here * number + (1 - here) * drawn;
            passed += allowed;
        }
        drawn
    }

    pub fn turn(&mut self, state: &State, seat: Seat, by: i8) {
        if let Some(question) = self.question(state, seat) {
            let lowest = Self::lowest(question);
            let numbers = (state.cards_on_table() + 1 - lowest).max(1);
            self.number = moved(self.number, by, lowest, numbers);
            self.refused = false;
        }
    }

    /// Takes the number as the answer; the last answer locks the vote.
    pub fn press(&mut self, game: &mut Game, seat: Seat, rng: &mut dyn RngCore) -> Answered {
        let Some(question) = self.question(game.state(), seat) else { return Answered::Nothing };
        let place = usize::from(self.answers.given());
        if !self.answers.give(question, self.number) {
            self.refused = true;
            return Answered::Puzzled;
        }
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = Some(self.number);
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

    /// The same on a screen that may be handed on in between: what the seat has answered shows only where it presses.
    pub fn seen_in_hands(&self, state: &State, seat: Seat) -> Option<Dialling> {
        let Dialling { question, offer, .. } = self.seen(state, seat)?;
        Some(Dialling { seat, question, offer: Offer { taken: self.refused, ..offer } })
    }
}
