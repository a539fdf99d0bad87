//! What each seat is asked in a vote, and in which order. It follows from the rules alone.

use crate::game::State;
use crate::rules::{Role, Seat, Votes};
use crate::scene::{Asks, Question};
use crate::settings::Owners;

/// The most that anybody is asked is four: two cards of one's own and two votes.
pub fn questions(state: &State, seat: Seat) -> Asks {
    let mut asked = Asks::new();
    let mut ask = |question| {
        let _ = asked.push(question);
    };
    let (Ok(rules), true) = (state.rules(), state.present().has(seat)) else { return asked };
    let tells = seat == state.storyteller.seat;
    let own = state.options.owners == Owners::WithVote && rules.asks_owners();
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
            Votes::Crowd => ask(Question::Green),
        }
    }
    if tells && rules.has_red() {
        ask(Question::Red);
    }
    asked
}
