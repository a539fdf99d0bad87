//! Voting on a printed ring: every knob has a pointer behind a shield, and the device counts its position. A knob has
//! no index, so each pointer is set to the dot and confirmed by a press after power-up, and whenever the count is in
//! doubt.

use super::answers::Answers;
use super::{Answered, Join, Method, Progress, Rejected, moved, questions};
use crate::dial::UnderPress;
use crate::game::{Game, State};
use crate::rules::{MAX_SEATS, Seat, SeatSet};
use rand_core::RngCore;

pub struct Ring {
    positions: u8,
    numbers: u8,
    /// Position of each pointer, in clicks to the right of the dot.
    pointers: [u8; MAX_SEATS],
    homed: SeatSet,
    answers: [Answers; MAX_SEATS],
    /// Seats that pressed between numbers, or on a number that they cannot choose.
    rejected: Rejected,
    /// Seats that have locked and not turned their knob since.
    turn_away: SeatSet,
}

impl Ring {
    pub fn new(positions: u8, numbers: u8) -> Self {
        Self {
            positions: positions.max(1),
            numbers,
            pointers: [0; MAX_SEATS],
            homed: SeatSet::EMPTY,
            answers: Default::default(),
            rejected: Rejected::default(),
            turn_away: SeatSet::EMPTY,
        }
    }
}

impl Method for Ring {
    /// Clicks during a press count: the pointer has moved, intended or not.
    fn under_press(&self) -> UnderPress {
        UnderPress::Keep
    }

    fn joining(&self) -> Join {
        Join::PressOnTheDot
    }

    fn begin(&mut self, _game: &Game, seats: SeatSet, _rng: &mut dyn RngCore) {
        seats.iter().for_each(|seat| self.answers[seat.index()].wipe());
        self.rejected = self.rejected.minus(seats);
        self.turn_away = self.turn_away.minus(seats);
    }

    /// Keeps the positions of the pointers: no screen shows them, and only players can move them.
    fn forget(&mut self) {
        self.answers = Default::default();
        self.rejected = Rejected::default();
        self.turn_away = SeatSet::EMPTY;
    }

    fn follow(&mut self, knob: u8, by: i8) {
        if let Some(seat) = Seat::new(knob) {
            let pointer = &mut self.pointers[seat.index()];
            *pointer = moved(*pointer, by, self.positions);
            self.rejected = self.rejected.minus(SeatSet::EMPTY.with(seat));
            self.turn_away = self.turn_away.without(seat);
        }
    }

    fn turn(&mut self, _game: &Game, _knob: u8, _by: i8) {}

    fn press(&mut self, game: &mut Game, knob: u8, rng: &mut dyn RngCore) -> Answered {
        let Some(seat) = Seat::new(knob) else { return Answered::Nothing };
        if game.unlock(seat) {
            self.begin(game, SeatSet::EMPTY.with(seat), rng);
            return Answered::Unlocked;
        }
        let answers = &mut self.answers[seat.index()];
        let asked = questions(game.state(), seat);
        let Some(&question) = asked.get(usize::from(answers.given())) else { return Answered::Nothing };
        let pointer = self.pointers[seat.index()];
        let numbered = pointer <= self.numbers.min(game.state().cards_on_table());
        self.rejected = self.rejected.minus(SeatSet::EMPTY.with(seat));
        if !numbered {
            self.rejected.no_card = self.rejected.no_card.with(seat);
            return Answered::Rejected;
        }
        if !answers.give(question, pointer) {
            answers.reject(seat, pointer, &mut self.rejected);
            return Answered::Rejected;
        }
        if usize::from(answers.given()) < asked.len() {
            return Answered::One;
        }
        match game.lock(seat, answers.seal()) {
            Ok(()) => {
                self.turn_away = self.turn_away.with(seat);
                Answered::Locked
            }
            Err(_) => Answered::Nothing,
        }
    }

    fn has_pointers(&self) -> bool {
        true
    }

    fn unhomed(&self, state: &State) -> SeatSet {
        state.seats.minus(self.homed)
    }

    fn home(&mut self, seat: Seat) {
        self.pointers[seat.index()] = 0;
        self.homed = self.homed.with(seat);
    }

    fn unhome(&mut self, seat: Seat) {
        self.homed = self.homed.without(seat);
    }

    fn pointer(&self, seat: Seat) -> Option<i8> {
        let at = self.pointers[seat.index()];
        let from_dot = if at <= self.numbers { at as i8 } else { at as i8 - self.positions as i8 };
        self.homed.has(seat).then_some(from_dot)
    }

    /// How many questions a seat has answered is not secret: everyone sees it press.
    fn progress(&self, game: &Game) -> Progress {
        let state = game.state();
        let mut answered = [0; MAX_SEATS];
        for seat in state.present().iter() {
            answered[seat.index()] = self.answers[seat.index()].given();
        }
        Progress::Together { rejected: self.rejected, answered: Some(answered), turn_away: self.turn_away }
    }
}
