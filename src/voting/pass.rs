//! Voting by passing the device round. Each player sees the screen alone, and the number is erased before the next
//! player sees anything. There is one knob, and whoever holds it leads.

use super::dialled::Dialled;
use super::{Answered, Claiming, Dialling, Join, Method, Progress, Turns, turned};
use crate::game::{Game, State};
use crate::rules::{Seat, SeatSet};
use rand_core::RngCore;

/// Where the device is during a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    /// Being passed to this seat.
    Offered(Seat),
    With(Seat),
    /// Everyone has voted. A seat, if given, can be called back to change its vote.
    Table(Option<Seat>),
}

pub struct Pass {
    hand: Hand,
    dialled: Dialled,
}

impl Default for Pass {
    fn default() -> Self {
        Self { hand: Hand::Table(None), dialled: Dialled::default() }
    }
}

impl Pass {
    /// Passes the device to the next seat that has not voted, starting with the storyteller, who holds it.
    fn hand_on(&mut self, game: &Game) {
        self.dialled.wipe();
        let state = game.state();
        let yet_to_vote = state.voting().minus(game.locked());
        let storyteller = state.storyteller.seat;
        let next = if yet_to_vote.has(storyteller) { Some(storyteller) } else { yet_to_vote.after(storyteller) };
        self.hand = next.map_or(Hand::Table(None), Hand::Offered);
    }
}

impl Method for Pass {
    fn joining(&self) -> Join {
        Join::Dial
    }

    fn turns(&self) -> Turns {
        Turns::OneByOne
    }

    fn claiming(&self) -> Claiming {
        Claiming::Dial
    }

    fn leads(&self, _knob: u8, _state: &State, _stuck: SeatSet) -> bool {
        true
    }

    fn votes(&self, _knob: u8, _state: &State) -> bool {
        true
    }

    fn begin(&mut self, game: &Game, _seats: SeatSet, _rng: &mut dyn RngCore) {
        self.hand_on(game);
    }

    fn forget(&mut self) {
        *self = Self::default();
    }

    fn cover(&mut self, game: &Game) {
        self.hand_on(game);
    }

    fn turn(&mut self, game: &Game, _knob: u8, by: i8) {
        match self.hand {
            Hand::With(seat) => self.dialled.turn(game.state(), seat, by),
            Hand::Table(change) => self.hand = Hand::Table(turned(game.state().voting(), change, by)),
            Hand::Offered(_) => {}
        }
    }

    fn press(&mut self, game: &mut Game, _knob: u8, rng: &mut dyn RngCore) -> Answered {
        match self.hand {
            Hand::Offered(seat) => {
                self.hand = Hand::With(seat);
                self.dialled.begin(game.state(), seat, rng);
                Answered::Nothing
            }
            Hand::With(seat) => {
                let answered = self.dialled.press(game, seat, rng);
                if answered == Answered::Locked {
                    self.hand_on(game);
                }
                answered
            }
            Hand::Table(Some(seat)) => {
                game.unlock(seat);
                self.hand_on(game);
                Answered::Unlocked
            }
            Hand::Table(None) => Answered::Ready,
        }
    }

    fn progress(&self, _game: &Game) -> Progress {
        match self.hand {
            Hand::Offered(to) | Hand::With(to) => Progress::HandOver(to),
            Hand::Table(change) => Progress::AllVoted(change),
        }
    }

    fn in_hands(&self, game: &Game) -> Option<Dialling> {
        match self.hand {
            Hand::With(seat) => self.dialled.seen(game.state(), seat),
            Hand::Offered(_) | Hand::Table(_) => None,
        }
    }
}
