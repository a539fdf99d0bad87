//! What the knobs mean, depending on how votes are kept secret. [`Method`] lists what a method decides; each method is
//! a file: [`Ring`], [`Pass`], [`Pods`]. A new one is a new file, and its lines in [`AnyMethod`] and [`Voting`]. The
//! questions follow from the rules alone ([`questions`]); answers are sealed before the game gets them.

mod answers;
mod dialled;
mod method;
mod pass;
mod pods;
mod question;
mod ring;

pub use answers::Answers;
pub use method::{Answered, Claiming, Dialling, Join, Method, Offer, Progress, Rejected, Turns};
pub use pass::Pass;
pub use pods::Pods;
pub use question::{Question, Questions, questions};
pub use ring::Ring;

use crate::board::Voting;
use crate::rules::{Seat, SeatSet};
use core::ops::{Deref, DerefMut};
use rand_core::RngCore;

/// The voting method of one board.
#[allow(clippy::large_enum_variant)]
pub enum AnyMethod {
    Ring(Ring),
    Pass(Pass),
    Pods(Pods),
}

impl AnyMethod {
    pub fn new(voting: Voting) -> Self {
        match voting {
            Voting::Ring { positions, numbers } => Self::Ring(Ring::new(positions, numbers)),
            Voting::Pass => Self::Pass(Pass::default()),
            Voting::Pods => Self::Pods(Pods::default()),
        }
    }
}

/// Forwards to the method of this board.
impl Deref for AnyMethod {
    type Target = dyn Method;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Ring(ring) => ring,
            Self::Pass(pass) => pass,
            Self::Pods(pods) => pods,
        }
    }
}

impl DerefMut for AnyMethod {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Ring(ring) => ring,
            Self::Pass(pass) => pass,
            Self::Pods(pods) => pods,
        }
    }
}

/// The choice `by` steps from `from` in the row "nobody, first seat, second seat, …".
pub fn turned(seats: SeatSet, from: Option<Seat>, by: i8) -> Option<Seat> {
    let choices = i16::from(seats.len()) + 1;
    let place = from.and_then(|seat| seats.iter().position(|s| s == seat)).map_or(0, |place| place as i16 + 1);
    let place = (place + i16::from(by)).rem_euclid(choices);
    place.checked_sub(1).and_then(|place| seats.iter().nth(place as usize))
}

/// A random number below `count`, uniformly distributed.
pub fn below(rng: &mut dyn RngCore, count: u8) -> u8 {
    let count = u64::from(count.max(1));
    // Each number gets an equal share of all 32-bit words. The few left over are rejected and drawn again.
    let share = (1 << 32) / count;
    loop {
        let number = u64::from(rng.next_u32()) / share;
        if number < count {
            return number as u8;
        }
    }
}

/// The place `by` steps from `place` in a circle.
fn moved(place: u8, by: i8, places: u8) -> u8 {
    (i16::from(place) + i16::from(by)).rem_euclid(i16::from(places)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns these words, one after the other.
    struct Words<'a>(&'a [u32]);

    impl RngCore for Words<'_> {
        fn next_u32(&mut self) -> u32 {
            let (&word, rest) = self.0.split_first().expect("a word more than there should be drawn");
            self.0 = rest;
            word
        }

        fn next_u64(&mut self) -> u64 {
            self.next_u32().into()
        }

        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            bytes.fill(self.next_u32() as u8);
        }
    }

    #[test]
    fn each_number_has_as_many_words_and_the_rest_is_drawn_again() {
        for count in 1..=24 {
            let share = (1u64 << 32) / u64::from(count);
            for number in 0..count {
                let (first, last) = (share * u64::from(number), share * (u64::from(number) + 1) - 1);
                for word in [first, last] {
                    assert_eq!(below(&mut Words(&[word as u32]), count), number);
                }
            }
            for left_over in share * u64::from(count)..1 << 32 {
                assert_eq!(below(&mut Words(&[left_over as u32, 0]), count), 0, "{left_over} of {count}");
            }
        }
    }
}
