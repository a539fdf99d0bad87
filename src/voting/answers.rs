//! The answers of one seat while it gives them. They can be added to and sealed but, like a sealed vote, not read,
//! printed, copied or compared.

use super::{Question, Rejected};
use crate::game::Sealed;
use crate::rules::{Card, Seat};

/// Bit of number 0, which declines a second vote and is not a card.
const DECLINED: u16 = 1;

/// The answers of one seat. Code can ask how many were given, and nothing else (`tests/must_not_compile/` tries):
/// ```
/// fn progress(answers: &dixit_dials::voting::Answers) -> u8 { answers.given() }
/// ```
#[derive(Default)]
pub struct Answers {
    given: u8,
    sealed: Sealed,
    /// Bit n is set for number n: the seat's own cards, and the cards that it has voted for.
    own: u16,
    voted: u16,
}

impl Answers {
    /// Number of questions answered.
    pub fn given(&self) -> u8 {
        self.given
    }

    /// True if `number` is a possible answer to `question`; 0 declines a second vote.
    pub(super) fn allows(&self, question: Question, number: u8) -> bool {
        let barred = match question {
            Question::Green | Question::Red => DECLINED,
            Question::Second => self.own | self.voted,
            Question::StoryCard | Question::PartnerCard | Question::Own { .. } | Question::Vote => self.own | DECLINED,
        };
        barred >> number & 1 == 0
    }

    /// Notes in `rejected` why `number` is no possible answer.
    pub(super) fn reject(&self, seat: Seat, number: u8, rejected: &mut Rejected) {
        let reason = match (self.own >> number & 1, self.voted >> number & 1) {
            _ if number == 0 => &mut rejected.no_card,
            (1, _) => &mut rejected.own_card,
            (_, 1) => &mut rejected.same_card,
            _ => &mut rejected.no_card,
        };
        *reason = reason.with(seat);
    }

    /// Takes an answer. Returns false if it is not possible. Declining counts as an answer.
    pub(super) fn give(&mut self, question: Question, number: u8) -> bool {
        if !self.allows(question, number) {
            return false;
        }
        self.given += 1;
        let card = Card::from_number(number);
        let bit = 1 << number;
        match question {
            Question::StoryCard => {
                self.sealed.add_story_card(card);
                self.own |= bit;
            }
            Question::PartnerCard | Question::Own { .. } => {
                self.sealed.add_own(card);
                self.own |= bit;
            }
            Question::Vote | Question::Second | Question::Green => {
                self.sealed.add_vote(card);
                self.voted |= bit;
            }
            Question::Red => self.sealed.add_red(card),
        }
        true
    }

    /// Seals the answers and forgets them here.
    pub(super) fn seal(&mut self) -> Sealed {
        core::mem::take(self).sealed
    }

    pub(super) fn wipe(&mut self) {
        *self = Self::default();
    }
}
