//! The scenes that one player sees alone: on the seat's own screen, or on the device while it is in their hands.

use super::Storyteller;
use crate::rules::{Card, Seat, Verdict};

/// What a seat is asked to dial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    /// The storyteller: which card is yours?
    StoryCard,
    /// Team: which card is your partner's? (owners asked with the vote)
    PartnerCard,
    /// Which card is yours? The `nth` of `of` (owners asked with the vote).
    Own { nth: u8, of: u8 },
    #[default]
    Vote,
    /// A second vote, which may be declined.
    Second,
    /// Party: the green vote.
    Green,
    /// Party: the storyteller's red token.
    Red,
}

/// The number that a knob points at: a secret of its seat.
#[derive(Clone, Copy, Debug, Eq)]
pub struct Offer {
    /// Of a card; 0 offers to decline.
    pub number: u8,
    /// It cannot be chosen: your own card, your first vote.
    pub taken: bool,
}

/// In the same time whatever the numbers are.
impl PartialEq for Offer {
    fn eq(&self, other: &Self) -> bool {
        let bits = |offer: &Self| offer.number << 1 | u8::from(offer.taken);
        // The compiler must not see that there are parts, or it compares them one by one.
        core::hint::black_box(bits(self) ^ bits(other)) == 0
    }
}

/// What a seat's own screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatScene {
    /// Nobody sits here: press to join.
    Free {
        seat: Seat,
    },
    /// Sitting: hold to tell first.
    Joined {
        seat: Seat,
    },
    /// Not in this game, or not in this round.
    Out {
        seat: Seat,
    },
    /// You tell; press once the cards lie on the table.
    YouTell {
        seat: Seat,
        cards: u8,
    },
    /// Give this many cards.
    Give {
        seat: Seat,
        storyteller: Storyteller,
        give: u8,
    },
    Dial {
        seat: Seat,
        question: Question,
        cards: u8,
        offer: Offer,
    },
    /// Locked; the number is hidden.
    Ready {
        seat: Seat,
    },
    /// Your card was claimed by someone else too: look again.
    LookAgain {
        seat: Seat,
    },
    Countdown {
        left: u8,
    },
    /// The reveal: what you voted, what was told.
    Result {
        seat: Seat,
        story_card: Option<Card>,
        first: Option<Card>,
        second: Option<Card>,
        verdict: Option<Verdict>,
        storyteller: bool,
    },
    /// Is this card yours? Press.
    Claim {
        seat: Seat,
        card: Card,
    },
    /// Nothing to do now.
    Wait {
        seat: Seat,
    },
    Points {
        seat: Seat,
        gained: u16,
        total: u16,
    },
    Over {
        seat: Seat,
        won: bool,
        total: u16,
    },
    /// The menu is in this seat's hands; the shared screen shows it.
    Menu {
        seat: Seat,
    },
}
