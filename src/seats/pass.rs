//! Secrecy by handing the device round: each player sees the screen alone, and the number is wiped before the next one
//! sees anything.

use super::Answered;
use super::dialled::Dialled;
use crate::game::Game;
use crate::rules::{Seat, SeatSet};
use crate::scene::SeatScene;
use rand_core::RngCore;

/// Where the device is during a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// On its way to this seat.
    Offered(Seat),
    With(Seat),
    /// Everyone has voted; `Some` seat may be called back to change its vote.
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
    /// Not inlined: where votes are kept in another way its bytes are secrets, and the compiler, which is free to read
    /// them ahead, must not choose a path by them.
    #[inline(never)]
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// The device goes to the next seat that has not voted, starting with the storyteller, who holds it.
    pub fn begin(&mut self, game: &Game) {
        self.dialled.wipe();
        let state = game.state();
        let missing = state.present().minus(game.locked());
        let storyteller = state.storyteller.seat;
        let next = if missing.has(storyteller) { Some(storyteller) } else { missing.after(storyteller) };
        self.hand = next.map_or(Hand::Table(None), Hand::Offered);
    }

    pub fn turn(&mut self, game: &Game, by: i8) {
        match self.hand {
            Hand::With(seat) => self.dialled.turn(game.state(), seat, by),
            Hand::Table(change) => self.hand = Hand::Table(turned(game.state().present(), change, by)),
            Hand::Offered(_) => {}
        }
    }

    pub fn press(&mut self, game: &mut Game, rng: &mut impl RngCore) -> Answered {
        match self.hand {
            Hand::Offered(seat) => {
                self.hand = Hand::With(seat);
                self.dialled.begin(game.state(), seat, rng);
                Answered::Nothing
            }
            Hand::With(seat) => {
                let answered = self.dialled.press(game, seat, rng);
                if answered == Answered::Locked {
                    self.begin(game);
                }
                answered
            }
            Hand::Table(Some(seat)) => {
                game.unlock(seat);
                self.begin(game);
                Answered::Unlocked
            }
            Hand::Table(None) => Answered::Ready,
        }
    }

    /// What the player who holds the device may see.
    pub fn scene(&self, game: &Game) -> Option<SeatScene> {
        match self.hand {
            Hand::With(seat) => Some(self.dialled.scene(game.state(), seat)),
            _ => None,
        }
    }
}

/// The next choice in the row "nobody, first seat, second seat, …".
pub fn turned(seats: SeatSet, from: Option<Seat>, by: i8) -> Option<Seat> {
    let choices = i16::from(seats.len()) + 1;
    let place = from.and_then(|seat| seats.iter().position(|s| s == seat)).map_or(0, |place| place as i16 + 1);
    let place = (place + i16::from(by)).rem_euclid(choices);
    place.checked_sub(1).and_then(|place| seats.iter().nth(place as usize))
}
