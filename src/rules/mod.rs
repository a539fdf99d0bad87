//! The rules of every ruleset: one table of data and one pure function that scores a round by it.

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
    Draw, Ends, Hands, LoneVoteBonus, OwnCard, Role, Rules, Scorer, Voters, Votes, Wins, WithThree, rules,
};
