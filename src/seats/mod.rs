//! What knobs mean in a vote: one file for each way of keeping it secret.

mod answers;
mod dialled;
mod pass;
mod pods;
mod questions;
mod ring;

pub use answers::Answers;
pub use pass::{Hand, Pass, turned};
pub use pods::Pods;
pub use questions::questions;
pub use ring::Ring;

use crate::board::Secrecy;
use crate::game::{Game, State};
use crate::rules::{Seat, SeatSet};
use rand_core::RngCore;

/// What became of a press in a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Nothing,
    /// This number cannot be chosen.
    Puzzled,
    /// One question is answered, another follows.
    One,
    Locked,
    Unlocked,
    /// Pass-around: the table wants to see the votes.
    Ready,
}

#[allow(clippy::large_enum_variant)]
pub enum Seats {
    Ring(Ring),
    Pass(Pass),
    Pods(Pods),
}

impl Seats {
    pub fn new(secrecy: Secrecy) -> Self {
        match secrecy {
            Secrecy::Ring { positions, numbers } => Self::Ring(Ring::new(positions, numbers)),
            Secrecy::Pass => Self::Pass(Pass::default()),
            Secrecy::Pods => Self::Pods(Pods::default()),
        }
    }

    /// All of `seats` start their vote anew.
    pub fn begin(&mut self, game: &Game, seats: SeatSet, rng: &mut impl RngCore) {
        match self {
            Self::Ring(ring) => seats.iter().for_each(|seat| ring.begin(seat)),
            Self::Pass(pass) => pass.begin(game),
            Self::Pods(pods) => seats.iter().for_each(|seat| pods.begin(game.state(), seat, rng)),
        }
    }

    /// Overwrites everything that was dialled and is not sealed.
    pub fn forget(&mut self) {
        match self {
            Self::Ring(ring) => Seat::all().for_each(|seat| ring.begin(seat)),
            Self::Pass(pass) => *pass = Pass::default(),
            Self::Pods(pods) => *pods = Pods::default(),
        }
    }

    pub fn turn(&mut self, game: &Game, seat: Seat, by: i8) {
        match self {
            // The pointer is followed always, not only in a vote.
            Self::Ring(_) => {}
            Self::Pass(pass) => pass.turn(game, by),
            Self::Pods(pods) if !game.locked().has(seat) => pods.turn(game.state(), seat, by),
            Self::Pods(_) => {}
        }
    }

    pub fn press(&mut self, game: &mut Game, seat: Seat, rng: &mut impl RngCore) -> Answered {
        if !matches!(self, Self::Pass(_)) {
            if !game.state().present().has(seat) {
                return Answered::Nothing;
            }
            if game.unlock(seat) {
                self.begin(game, SeatSet::EMPTY.with(seat), rng);
                return Answered::Unlocked;
            }
        }
        match self {
            Self::Ring(ring) => ring.press(game, seat),
            Self::Pass(pass) => pass.press(game, rng),
            Self::Pods(pods) => pods.press(game, seat, rng),
        }
    }

    /// Seats whose last press was not accepted, where only the shared screen can say so.
    pub fn puzzled(&self) -> SeatSet {
        match self {
            Self::Ring(ring) => ring.puzzled(),
            _ => SeatSet::EMPTY,
        }
    }

    /// Seats whose pointer has not been set to the dot since power-up.
    pub fn unhomed(&self, state: &State) -> SeatSet {
        match self {
            Self::Ring(ring) => state.seats.minus(ring.homed()),
            _ => SeatSet::EMPTY,
        }
    }
}

/// A number below `count`, each as likely as any other.
pub fn below(rng: &mut impl RngCore, count: u8) -> u8 {
    ((u64::from(rng.next_u32()) * u64::from(count)) >> 32) as u8
}

/// Where a turn by `by` leads from `number`, one of so many from `lowest` on, the first following the last; in the same
/// time for every number.
fn moved(number: u8, by: i8, lowest: u8, numbers: u8) -> u8 {
    let (lowest, numbers) = (i16::from(lowest), i16::from(numbers));
    // Only `by`, which is no secret, is divided: the time that takes depends on what is divided.
    let beyond = i16::from(number) - lowest + i16::from(by).rem_euclid(numbers) - numbers;
    // All ones where it did not get round. The compiler must not see that this is a choice, or it makes it a jump.
    let not_round = core::hint::black_box(beyond >> 15);
    (lowest + beyond + (not_round & numbers)) as u8
}
