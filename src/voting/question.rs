//! The questions that each seat is asked in a vote, in order. They follow from the rules alone.

use crate::game::{Owners, Phase, State};
use crate::rules::{Role, Seat, Votes};

/// What a seat is asked to dial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The storyteller: which card is yours?
    StoryCard,
    /// Team: which card is your partner's? (owners asked with the vote)
    PartnerCard,
    /// Which card is yours? The `nth` of `of` (owners asked with the vote).
    Own {
        nth: u8,
        of: u8,
    },
    Vote,
    /// A second vote, which may be declined.
    Second,
    /// Party: the green vote.
    Green,
    /// Party: the storyteller's red token.
    Red,
}

/// Maximum number of questions: two cards of one's own and two votes.
pub const MOST_QUESTIONS: usize = 4;

/// The questions of one seat in order.
pub type Questions = heapless::Vec<Question, MOST_QUESTIONS>;

pub fn questions(state: &State, seat: Seat) -> Questions {
    let mut asked = Questions::new();
    let mut ask = |question| {
        let _ = asked.push(question);
    };
    let (Ok(rules), true) = (state.rules(), state.present().has(seat)) else { return asked };
    let tells = seat == state.storyteller.seat;
    // A seat that votes again has already named its own cards.
    let again = matches!(state.phase, Phase::VoteAgain { .. });
    if again && !state.voting().has(seat) {
        return asked;
    }
    let own = state.options.owners == Owners::WithVote && rules.asks_owners() && !again;
    if tells && rules.has_story_card() {
        ask(Question::StoryCard);
        if own && rules.cards_given(state.players(), Role::Storyteller) > 1 {
            ask(Question::PartnerCard);
        }
    } else if own {
        let of = rules.cards_given(state.players(), Role::Other);
        for nth in 1..=of {
            ask(Question::Own { nth, of });
        }
    }
    if !tells || rules.storyteller_votes() {
        match rules.votes {
            Votes::One => ask(Question::Vote),
            Votes::OneOrTwo => {
                ask(Question::Vote);
                ask(Question::Second);
            }
            Votes::Crowd { .. } => ask(Question::Green),
        }
    }
    if tells && rules.has_red() {
        ask(Question::Red);
    }
    asked
}
