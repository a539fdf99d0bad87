//! The scenes that one player sees alone: on the seat's own screen, or on the device while they hold it.

use super::prompt::{Action, Ask, Prompt, Purpose};
pub use super::shared::Countdown;
use crate::game::Storyteller;
use crate::rules::{Card, Reason, Seat, Verdict};
use crate::voting::Dialling;

/// What a seat's own screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatScene {
    /// Nobody sits here: press to join.
    Free(Seat),
    /// A game is running without this seat: hold to ask for a place in it.
    Guest(Seat),
    /// Asked to join; the storyteller has not answered yet.
    Asked(Seat),
    /// The leader is asked whether this guest may join.
    LetIn(Seat),
    /// Seated, and there are enough players: hold to tell first.
    Joined(Seat),
    /// Seated, and more players are needed.
    Waiting(Seat),
    /// Not in this game or round.
    Out(Seat),
    /// You tell: deal and begin, or press once the cards lie on the table.
    YouTell(YouTell),
    Give(Give),
    Dial(Dialling),
    /// Locked; the number is hidden.
    Ready(Seat),
    /// Another seat claims the same card: look again.
    LookAgain(Seat),
    Countdown(Countdown),
    Result(Result),
    Claim(Claim),
    /// This card is yours; a press takes the claim back.
    Claimed(Card),
    /// The press had no effect: who can do what instead.
    NotYou(NotYou),
    /// Nothing to do now.
    Wait(Seat),
    Points(Points),
    Over(Over),
    /// This seat operates the menu, which the shared screen shows.
    Menu(Seat),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YouTell {
    pub seat: Seat,
    pub asks: Ask,
}

/// The press had no effect; `instead` says who can do what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotYou {
    pub seat: Seat,
    pub instead: Prompt,
}

impl SeatScene {
    /// What the player of this seat can do now, as the screen says it.
    pub fn ask(&self) -> Option<Ask> {
        match self {
            Self::Free(_) => Some(Ask::press(Purpose::SitDown)),
            Self::Guest(_) => Some(Ask { how: Action::Hold, what: Purpose::AskToJoin }),
            Self::LetIn(guest) => Some(Ask::press(Purpose::Admit(*guest))),
            Self::Joined(_) => Some(Ask { how: Action::Hold, what: Purpose::TellFirst }),
            Self::YouTell(tell) => Some(tell.asks),
            Self::Dial(dial) => Some(Ask { how: Action::Dial, what: Purpose::Answer(dial.question) }),
            Self::Ready(_) => Some(Ask::press(Purpose::ChangeVote)),
            Self::Claim(claim) if claim.partners => Some(Ask::press(Purpose::PartnersCard(claim.card))),
            Self::Claim(claim) => Some(Ask::press(Purpose::Claim(claim.card))),
            Self::Claimed(_) => Some(Ask::press(Purpose::TakeBack)),
            Self::Result(result) => result.asks,
            Self::Points(points) => points.asks,
            Self::Over(over) => over.asks,
            Self::Asked(_)
            | Self::Waiting(_)
            | Self::Out(_)
            | Self::Give(_)
            | Self::LookAgain(_)
            | Self::Countdown(_)
            | Self::NotYou(_)
            | Self::Wait(_)
            | Self::Menu(_) => None,
        }
    }
}

/// Asks the player to lay `give` cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Give {
    pub storyteller: Storyteller,
    pub give: u8,
}

/// The result of the reveal: the seat's vote and the story card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Result {
    pub seat: Seat,
    pub story_card: Option<Card>,
    pub first: Option<Card>,
    pub second: Option<Card>,
    pub verdict: Option<Verdict>,
    pub storyteller: bool,
    pub asks: Option<Ask>,
}

/// Asks whether this card is the seat's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub card: Card,
    /// Team: the storyteller's own card is known, so this one can only be the partner's.
    pub partners: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    pub seat: Seat,
    pub page: PointsPage,
    pub asks: Option<Ask>,
}

/// A seat's points, in the same steps as on the shared screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsPage {
    /// The basic 3 or 2 points.
    Base(Option<Reason>),
    /// For votes on the seat's own cards, and for a lone vote.
    Bonus([Option<Reason>; 2]),
    Total {
        gained: u16,
        total: u16,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    pub seat: Seat,
    pub won: bool,
    pub total: u16,
    pub asks: Option<Ask>,
}
