//! Voting with a screen for every seat: each player dials a number that only their own screen shows.

use super::dialled::Dialled;
use super::{Answered, Dialling, Join, Method, Progress, Rejected};
use crate::game::Game;
use crate::rules::{MAX_SEATS, Seat, SeatSet};
use rand_core::RngCore;

#[derive(Default)]
pub struct Pods {
    seats: [Dialled; MAX_SEATS],
}

impl Method for Pods {
    fn joining(&self) -> Join {
        Join::Press
    }

    fn begin(&mut self, game: &Game, seats: SeatSet, rng: &mut dyn RngCore) {
        seats.iter().for_each(|seat| self.seats[seat.index()].begin(game.state(), seat, rng));
    }

    fn forget(&mut self) {
        *self = Self::default();
    }

    fn turn(&mut self, game: &Game, knob: u8, by: i8) {
        if let Some(seat) = Seat::new(knob).filter(|&seat| !game.locked().has(seat)) {
            self.seats[seat.index()].turn(game.state(), seat, by);
        }
    }

    fn press(&mut self, game: &mut Game, knob: u8, rng: &mut dyn RngCore) -> Answered {
        let Some(seat) = Seat::new(knob) else { return Answered::Nothing };
        if game.unlock(seat) {
            self.seats[seat.index()].again(game.state(), seat, rng);
            return Answered::Unlocked;
        }
        self.seats[seat.index()].press(game, seat, rng)
    }

    fn progress(&self, _game: &Game) -> Progress {
        Progress::Together { rejected: Rejected::default(), answered: None, turn_away: SeatSet::EMPTY }
    }

    fn at_seat(&self, game: &Game, seat: Seat) -> Option<Dialling> {
        self.seats[seat.index()].seen(game.state(), seat)
    }
}
