//! What a method of keeping votes secret decides: how people sit down, whose knob leads, what a knob means in a vote,
//! how owners are named, and which screen may show what. The defaults are for boards where every seat has its own knob.

use super::question::Question;
use crate::dial::UnderPress;
use crate::game::{Game, State};
use crate::rules::{MAX_SEATS, Seat, SeatSet};
use rand_core::RngCore;

/// How people take their seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// By pressing their knob.
    Press,
    /// By pressing their knob on a ring, which also confirms that the pointer is on the dot.
    PressOnTheDot,
    /// One person dials the number of players.
    Dial,
}

/// Who votes when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// All at the same time. The last lock ends the vote.
    Together,
    /// One after another. Once everyone has voted, a press asks for the reveal.
    OneByOne,
}

/// How the owner of a card is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claiming {
    /// The owner presses their own knob.
    Press,
    /// The owner's seat is dialled by the leader.
    Dial,
}

/// Result of a press in a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Nothing,
    /// The number cannot be chosen.
    Rejected,
    /// A question is answered; another follows.
    One,
    Locked,
    Unlocked,
    /// The table asks for the reveal.
    Ready,
}

/// The number that a knob points at. Secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// A card number; 0 declines.
    pub number: u8,
}

/// What a player sees alone while dialling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialling {
    pub seat: Seat,
    pub question: Question,
    /// Number of cards on the table.
    pub cards: u8,
    pub offer: Offer,
}

/// Seats whose last press was on a number that they cannot choose, by reason.
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

/// What everyone may know of the current vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    Together {
        /// Seats whose last press was rejected, if no other screen says so.
        rejected: Rejected,
        /// Number of questions that each seat has answered. `None` if the seats' own screens ask them.
        answered: Option<[u8; MAX_SEATS]>,
        /// Seats whose locked number can still be read from their pointer.
        turn_away: SeatSet,
    },
    /// The device is being passed to this seat, or has arrived there.
    HandOver(Seat),
    /// Everyone has voted. A seat, if given, can be called back to change its vote.
    AllVoted(Option<Seat>),
}

pub trait Method {
    /// What happens to clicks made while a knob is pressed.
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

    /// True if this knob leads the table: the storyteller's, or any player's if that one is stuck.
    fn leads(&self, knob: u8, state: &State, stuck: SeatSet) -> bool {
        let leader = state.leader();
        Seat::new(knob).is_some_and(|seat| seat == leader || (stuck.has(leader) && state.seats.has(seat)))
    }

    /// True if this knob is used in the vote.
    fn votes(&self, knob: u8, state: &State) -> bool {
        Seat::new(knob).is_some_and(|seat| state.voting().has(seat))
    }

    /// Starts the vote of all `seats`.
    fn begin(&mut self, game: &Game, seats: SeatSet, rng: &mut dyn RngCore);

    /// Overwrites everything that was dialled and not sealed.
    fn forget(&mut self);

    /// Called before a menu covers the screens. The device may change hands while the menu is open, so it must not show
    /// a number afterwards.
    fn cover(&mut self, _game: &Game) {}

    /// Called for every turn of a knob, in a vote or not: a pointer on a ring moves with every click.
    fn follow(&mut self, _knob: u8, _by: i8) {}

    /// Called for a turn in a vote, after [`Method::follow`].
    fn turn(&mut self, game: &Game, knob: u8, by: i8);

    /// Called for a press in a vote by a knob for which [`Method::votes`] is true.
    fn press(&mut self, game: &mut Game, knob: u8, rng: &mut dyn RngCore) -> Answered;

    /// True if the knobs point at printed numbers.
    fn has_pointers(&self) -> bool {
        false
    }

    /// Seats whose pointer must be set: after power-up, or because its count is in doubt.
    fn unhomed(&self, _state: &State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// Called when the pointer of this seat is on the dot.
    fn home(&mut self, _seat: Seat) {}

    /// Called when the position of this seat's pointer is in doubt.
    fn unhome(&mut self, _seat: Seat) {}

    /// The position of this seat's pointer, if it was set: 0 on the dot, then the numbers of its ring, and negative for
    /// clicks before the dot.
    fn pointer(&self, _seat: Seat) -> Option<i8> {
        None
    }

    fn progress(&self, game: &Game) -> Progress;

    /// What the player who holds the shared screen may see on it.
    fn in_hands(&self, _game: &Game) -> Option<Dialling> {
        None
    }

    /// What this seat's own screen shows while it votes.
    fn at_seat(&self, _game: &Game, _seat: Seat) -> Option<Dialling> {
        None
    }
}
