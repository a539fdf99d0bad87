//! A script for four players: the cards, votes and owners of every round, the same whenever the round is replayed, and
//! the next action in any state of the game. Depends only on the round and the storyteller.

use dixit_dials::{
    app::Millis,
    game::{Phase, State},
    rules::{Ruleset, Seat, SeatSet},
    scene::{Shared, shared},
    settings::Settings,
};
use testkit::story::{Act, Stage, seat_everyone};

use testkit::dice::Dice;

pub const PLAYERS: u8 = 4;
/// Time to think of a clue, long enough for the device to erase the flash it needs: erases are half a second apart, and
/// turns during an erase are lost.
const THINKING_MS: Millis = 12_000;

#[derive(Clone, Copy)]
pub struct Plan {
    pub seed: u64,
}

pub struct Round {
    /// The owner of each card, by card number minus one.
    owners: [u8; PLAYERS as usize],
    votes: [u8; PLAYERS as usize],
}

impl Plan {
    pub fn round(self, state: &State) -> Round {
        let storyteller = state.storyteller.seat.index() as u64;
        let mut dice = Dice(self.seed << 16 ^ u64::from(state.round) << 4 ^ storyteller);
        dice.roll();
        let mut owners = [0, 1, 2, 3];
        for place in (1..owners.len()).rev() {
            owners.swap(place, dice.below(place as u32 + 1) as usize);
        }
        let votes = std::array::from_fn(|seat| {
            let own = place_of(&owners, seat as u8);
            let other = (own + 1 + dice.below(u32::from(PLAYERS) - 1) as u8) % PLAYERS;
            1 + if seat as u64 == storyteller { own } else { other }
        });
        Round { owners, votes }
    }
}

impl Round {
    /// The number that a seat dials: its vote, or the storyteller's own card.
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

pub enum Went {
    On,
    Over,
    /// The player whose turn it is cannot act.
    Waits,
}

/// Performs the next action of the plan, in any state of the game.
pub fn next(stage: &mut Stage, plan: Plan, hindered: SeatSet) -> Result<Went, String> {
    let state = *stage.app.state();
    let round = plan.round(&state);
    let leader_waits = !stage.passes() && hindered.has(state.leader());
    match stage.shared() {
        Shared::Notice(_) | Shared::SentBack(_) => stage.act(Act::Wait { ms: 500 })?,
        Shared::Countdown(_) => stage.act(Act::Wait { ms: 800 })?,
        Shared::Homing(_) => stage.home()?,
        Shared::Vote(shared::Vote { seats, ready, .. }) => {
            let Some(seat) = seats.minus(ready).minus(hindered).iter().next() else { return Ok(Went::Waits) };
            stage.answer(seat, round.vote(seat))?;
        }
        Shared::HandOver(shared::HandOver { to, .. }) => {
            if !hindered.is_empty() {
                return Ok(Went::Waits);
            }
            stage.answer(to, round.vote(to))?;
        }
        Shared::Owner(shared::Owner { card, .. }) => {
            let owner = round.owner(card.number()).ok_or("nobody's card")?;
            if !stage.passes() && hindered.has(owner) {
                return Ok(Went::Waits);
            }
            stage.claim(owner)?;
        }
        _ if leader_waits => return Ok(Went::Waits),
        Shared::Clue(_) => {
            stage.act(Act::Wait { ms: THINKING_MS })?;
            stage.press_leader()?;
        }
        Shared::Track(_) => {
            stage.act(Act::Wait { ms: 1_100 })?;
            stage.press_leader()?;
        }
        Shared::Menu(_) => stage.act(Act::Hold { knob: stage.leader() })?,
        Shared::Over(_) | Shared::Awards(_) => return Ok(Went::Over),
        _ => stage.press_leader()?,
    }
    Ok(Went::On)
}

/// The totals after each round of the whole game, played on the library alone.
pub fn without_mishaps(stage: &mut Stage, plan: Plan, tells: u8) -> Result<Vec<Vec<u16>>, String> {
    seat_everyone(stage, Ruleset::Dixit, PLAYERS, tells, &Settings::DEFAULT)?;
    let mut totals = Vec::new();
    loop {
        let before = stage.app.state().phase;
        let went = next(stage, plan, SeatSet::EMPTY)?;
        let after = stage.app.state().phase;
        if before != after && matches!(after, Phase::Points { .. }) {
            totals.push(stage.totals());
        }
        if let Went::Over = went {
            return Ok(totals);
        }
    }
}
