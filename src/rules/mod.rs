//! The rules of every ruleset: one table of data and one pure function that scores a round by it.

mod card;
mod seat;

pub use card::{Card, MAX_CARDS};
pub use seat::{MAX_SEATS, Seat, SeatSet};
