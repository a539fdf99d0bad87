//! What a way of keeping votes secret decides: how people sit down, whose knob leads, what a knob means in a vote, how
//! owners are named and which screen may show what. The default bodies hold where every seat has a knob of its own.

use super::question::Question;
use crate::dial::UnderPress;
use crate::game::{Game, State};
use crate::rules::{MAX_SEATS, Seat, SeatSet};
use rand_core::RngCore;

/// How people come to sit at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// By pressing their knob.
    Press,
    /// The same on a ring, where the press also says that the pointer stands on the dot.
    PressOnTheDot,
    /// One person dials how many play.
    Dial,
}

/// Who votes when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// All at the same time; the last one who locks lets the vote go on.
    Together,
    /// One after another; the table says when it has seen everyone vote.
    OneByOne,
}

/// How the owner of a card is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claiming {
    /// The owner presses their own knob.
    Press,
    /// The owner's seat is dialled.
    Dial,
}

/// What became of a press in a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Nothing,
    /// This number cannot be chosen.
    Rejected,
    /// One question is answered, another follows.
    One,
    Locked,
    Unlocked,
    /// The table wants to see the votes.
    Ready,
}

/// The number that a knob points at: a secret of its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Of a card; 0 offers to decline.
    pub number: u8,
}

/// What one player sees alone while they dial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialling {
    pub seat: Seat,
    pub question: Question,
    /// On the table.
    pub cards: u8,
    pub offer: Offer,
}

/// Seats whose last press found a number that they cannot choose, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejected {
    pub no_card: SeatSet,
    pub same_card: SeatSet,
    pub own_card: SeatSet,
}

impl Rejected {
    pub fn seats(&self) -> SeatSet {
        [self.no_card, self.same_card, self.own_card].into_iter().flat_map(SeatSet::iter).collect()
    }

    #[must_use]
    pub fn minus(self, seats: SeatSet) -> Self {
        Self {
            no_card: self.no_card.minus(seats),
            same_card: self.same_card.minus(seats),
            own_card: self.own_card.minus(seats),
        }
    }
}

/// What everyone may know of a vote under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    Together {
        /// Seats whose last press was not accepted, where no other screen says so.
        rejected: Rejected,
        /// How far each seat is with its questions, where no other screen says what they are.
        answered: Option<[u8; MAX_SEATS]>,
        /// Seats whose locked number can still be read off their pointer.
        turn_away: SeatSet,
    },
    /// The device goes to this seat, or is there.
    HandOver(Seat),
    /// Everyone has voted; `Some` seat may be called back to change its vote.
    AllVoted(Option<Seat>),
}

pub trait Method {
    /// What becomes of clicks made while a knob is pressed.
    fn under_press(&self) -> UnderPress {
        UnderPress::Forget
    }

    fn joining(&self) -> Join;

    fn turns(&self) -> Turns {
        Turns::Together
    }

    fn claiming(&self) -> Claiming {
        Claiming::Press
    }

    /// Whether this knob leads the table: the storyteller's, or anybody's who plays if that one is stuck.
    fn leads(&self, knob: u8, state: &State, stuck: SeatSet) -> bool {
        let leader = state.leader();
        Seat::new(knob).is_some_and(|seat| seat == leader || (stuck.has(leader) && state.seats.has(seat)))
    }

    /// Whether this knob has a say in the vote.
    fn votes(&self, knob: u8, state: &State) -> bool {
        Seat::new(knob).is_some_and(|seat| state.voting().has(seat))
    }

    /// All of `seats` start their vote anew.
    fn begin(&mut self, game: &Game, seats: SeatSet, rng: &mut dyn RngCore);

    /// Overwrites everything that was dialled and is not sealed.
    fn forget(&mut self);

    /// A menu is about to cover the screens, and the device may change hands under it: no number may wait there.
    fn cover(&mut self, _game: &Game) {}

    /// A knob was turned, whatever for: a pointer on a ring moves with every click.
    fn follow(&mut self, _knob: u8, _by: i8) {}

    /// A knob was turned in a vote, to dial. Comes after [`Method::follow`].
    fn turn(&mut self, game: &Game, knob: u8, by: i8);

    /// A knob that [`Method::votes`] was pressed in a vote.
    fn press(&mut self, game: &mut Game, knob: u8, rng: &mut dyn RngCore) -> Answered;

    /// Whether the knobs point at printed numbers.
    fn has_pointers(&self) -> bool {
        false
    }

    /// Seats whose pointer is to be set, after power-up or since it is not to be trusted any more.
    fn unhomed(&self, _state: &State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// The pointer of this seat stands on the dot now.
    fn home(&mut self, _seat: Seat) {}

    /// Where the pointer of this seat stands is not to be trusted any more.
    fn unhome(&mut self, _seat: Seat) {}

    /// Where the pointer of this seat should stand, if it was set: 0 on the dot, then the numbers of its ring, and below
    /// 0 so many clicks before the dot.
    fn pointer(&self, _seat: Seat) -> Option<i8> {
        None
    }

    fn progress(&self, game: &Game) -> Progress;

    /// What the one player who holds the shared screen may see on it.
    fn in_hands(&self, _game: &Game) -> Option<Dialling> {
        None
    }

    /// What this seat's own screen shows while it votes.
    fn at_seat(&self, _game: &Game, _seat: Seat) -> Option<Dialling> {
        None
    }
}
