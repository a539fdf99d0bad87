//! Secrecy by a screen of its own for every seat.

use super::Answered;
use super::dialled::Dialled;
use crate::game::{Game, State};
use crate::rules::{MAX_SEATS, Seat};
use crate::scene::SeatScene;
use rand_core::RngCore;

#[derive(Default)]
pub struct Pods {
    seats: [Dialled; MAX_SEATS],
}

impl Pods {
    pub fn begin(&mut self, state: &State, seat: Seat, rng: &mut impl RngCore) {
        self.seats[seat.index()].begin(state, seat, rng);
    }

    pub fn turn(&mut self, state: &State, seat: Seat, by: i8) {
        self.seats[seat.index()].turn(state, seat, by);
    }

    pub fn press(&mut self, game: &mut Game, seat: Seat, rng: &mut impl RngCore) -> Answered {
        self.seats[seat.index()].press(game, seat, rng)
    }

    pub fn scene(&self, state: &State, seat: Seat) -> SeatScene {
        self.seats[seat.index()].scene(state, seat)
    }
}
