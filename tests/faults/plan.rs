//! What four players mean to do: the cards, the votes and their owners of every round, the same whenever the round is
//! played again. Depends on nothing but the round and who tells.

use dixit_dials::{game::State, rules::Seat};

use crate::chip::Dice;

pub const PLAYERS: u8 = 4;

#[derive(Clone, Copy)]
pub struct Plan {
    pub seed: u64,
}

pub struct Round {
    /// The owner of each card, by card number less one.
    owners: [u8; PLAYERS as usize],
    votes: [u8; PLAYERS as usize],
}

impl Plan {
    pub fn round(self, state: &State) -> Round {
        let teller = state.teller.seat.index() as u64;
        let mut dice = Dice(self.seed << 16 ^ u64::from(state.round) << 4 ^ teller);
        dice.roll();
        let mut owners = [0, 1, 2, 3];
        for place in (1..owners.len()).rev() {
            owners.swap(place, dice.below(place as u32 + 1) as usize);
        }
        let votes = std::array::from_fn(|seat| {
            let own = place_of(&owners, seat as u8);
            let other = (own + 1 + dice.below(u32::from(PLAYERS) - 1) as u8) % PLAYERS;
            1 + if seat as u64 == teller { own } else { other }
        });
        Round { owners, votes }
    }
}

impl Round {
    /// What a seat dials: its vote, or the storyteller's own card.
    pub fn vote(&self, seat: Seat) -> u8 {
        self.votes[seat.index()]
    }

    pub fn owner(&self, card: u8) -> Option<Seat> {
        Seat::new(self.owners[usize::from(card) - 1])
    }
}

fn place_of(owners: &[u8], seat: u8) -> u8 {
    owners.iter().position(|&owner| owner == seat).unwrap_or(0) as u8
}
