//! The rules of every ruleset: one table of data, and one pure function that scores a round by it. [`Round`] holds what
//! was laid, voted and claimed; [`score()`] gives each seat its points with their reasons, or a [`Refusal`].
//!
//! Six people play. Seat 1 tells, and its card is number 1:
//! ```
//! use dixit_dials::rules::{Ballot, Card, Round, Ruleset, Seat, SeatSet, score};
//!
//! let seat = |number| Seat::from_number(number).unwrap();
//! let card = |number| Card::from_number(number).unwrap();
//!
//! let mut round = Round::new(Ruleset::Dixit, SeatSet::first(6), seat(1));
//! round.story_card = Some(card(1));
//! for (voter, vote) in [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3)] {
//!     round.votes[seat(voter).index()] = Ballot::one(card(vote));
//! }
//! // The owners of cards 2 and 3 are not known yet.
//! assert_eq!(score(&round).unwrap_err().to_string(), "card 2 drew votes but is nobody's");
//!
//! round.owners[card(2).index()] = Some(seat(2));
//! round.owners[card(3).index()] = Some(seat(3));
//! let score = score(&round)?;
//! // 3 for the storyteller, 3 for each who found the card, and 1 for each vote on one's own card.
//! assert_eq!([1, 2, 3, 4, 5, 6].map(|number| score.points(seat(number))), [3, 5, 4, 0, 0, 0]);
//! # Ok::<(), dixit_dials::rules::Refusal>(())
//! ```

mod card;
mod check;
mod deduction;
mod end;
mod player_round;
mod reason;
mod refusal;
mod round;
mod ruleset;
mod score;
mod seat;
mod table;

pub use card::{Card, CardSet, MAX_CARDS};
pub use end::{End, is_over, winners};
pub use player_round::PlayerRound;
pub use reason::{Reason, Reasons};
pub use refusal::Refusal;
pub use round::{Ballot, Round, Verdict};
pub use ruleset::Ruleset;
pub use score::{Score, score};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use table::{
    AfterDraw, Draw, Ends, LoneVoteBonus, OwnCard, Role, Rules, Scorer, Voters, Votes, Wins, WithThree, rules,
};
