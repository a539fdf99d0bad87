//! Secrecy by a printed ring: every knob has a pointer behind a little shield, and the device counts where it points.
//! A knob has no index, so each pointer is set to the dot and pressed once after power-up.

use super::answers::Answers;
use super::questions::questions;
use super::{Answered, moved};
use crate::game::Game;
use crate::rules::{MAX_SEATS, Seat, SeatSet};

pub struct Ring {
    positions: u8,
    numbers: u8,
    /// Clicks right of the dot.
    pointers: [u8; MAX_SEATS],
    homed: SeatSet,
    answers: [Answers; MAX_SEATS],
    /// Pressed where no number is, or where the number cannot be chosen.
    puzzled: SeatSet,
}

impl Ring {
    pub fn new(positions: u8, numbers: u8) -> Self {
        Self {
            positions: positions.max(1),
            numbers,
            pointers: [0; MAX_SEATS],
            homed: SeatSet::EMPTY,
            answers: Default::default(),
            puzzled: SeatSet::EMPTY,
        }
    }

    /// Always, whatever else a turn means: the pointer has moved.
    pub fn turn(&mut self, seat: Seat, by: i8) {
        let pointer = &mut self.pointers[seat.index()];
        *pointer = moved(*pointer, by, 0, self.positions);
        self.puzzled = self.puzzled.without(seat);
    }

    /// The pointer stands on the dot now.
    pub fn home(&mut self, seat: Seat) {
        self.pointers[seat.index()] = 0;
        self.homed = self.homed.with(seat);
    }

    pub fn homed(&self) -> SeatSet {
        self.homed
    }

    pub fn puzzled(&self) -> SeatSet {
        self.puzzled
    }

    pub fn begin(&mut self, seat: Seat) {
        self.answers[seat.index()].wipe();
        self.puzzled = self.puzzled.without(seat);
    }

    pub fn press(&mut self, game: &mut Game, seat: Seat) -> Answered {
        let answers = &mut self.answers[seat.index()];
        let asked = questions(game.state(), seat);
        let Some(&question) = asked.get(usize::from(answers.given())) else { return Answered::Nothing };
        let pointer = self.pointers[seat.index()];
        let numbered = pointer <= self.numbers.min(game.state().cards_on_table());
        if !numbered || !answers.give(question, pointer) {
            self.puzzled = self.puzzled.with(seat);
            return Answered::Puzzled;
        }
        if usize::from(answers.given()) < asked.len() {
            return Answered::One;
        }
        match game.lock(seat, answers.seal()) {
            Ok(()) => Answered::Locked,
            Err(_) => Answered::Nothing,
        }
    }

    /// How many questions a seat has answered: presses are seen by everyone, so this is no secret.
    pub fn answered(&self, seat: Seat) -> u8 {
        self.answers[seat.index()].given()
    }
}
