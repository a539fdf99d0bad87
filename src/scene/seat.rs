//! The scenes that one player sees alone: on the seat's own screen, or on the device while it is in their hands.

use super::Storyteller;
pub use super::shared::Countdown;
use crate::rules::{Card, Seat, Verdict};
use crate::seats::{Offer, Question};

/// What a seat's own screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatScene {
    /// Nobody sits here: press to join.
    Free(Seat),
    /// Sitting: hold to tell first.
    Joined(Seat),
    /// Not in this game, or not in this round.
    Out(Seat),
    /// You tell; press once the cards lie on the table.
    YouTell(Seat),
    Give(Give),
    Dial(Dial),
    /// Locked; the number is hidden.
    Ready(Seat),
    /// Your card was claimed by someone else too: look again.
    LookAgain(Seat),
    Countdown(Countdown),
    Result(Result),
    Claim(Claim),
    /// Nothing to do now.
    Wait(Seat),
    Points(Points),
    Over(Over),
    /// The menu is in this seat's hands; the shared screen shows it.
    Menu(Seat),
}

/// Give this many cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Give {
    pub storyteller: Storyteller,
    pub give: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dial {
    pub seat: Seat,
    pub question: Question,
    pub cards: u8,
    pub offer: Offer,
}

/// The reveal: what you voted, what was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Result {
    pub seat: Seat,
    pub story_card: Option<Card>,
    pub first: Option<Card>,
    pub second: Option<Card>,
    pub verdict: Option<Verdict>,
    pub storyteller: bool,
}

/// Is this card yours? Press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub card: Card,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    pub seat: Seat,
    pub gained: u16,
    pub total: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    pub seat: Seat,
    pub won: bool,
    pub total: u16,
}
