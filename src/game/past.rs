//! What has been played: every round again, and what the whole game adds up to. Both are read out of the journal.

use core::cmp::Reverse;
use core::iter::Skip;

use super::bytes::{Bytes, Reader};
use super::moves::Move;
use super::state::{Phase, State, Storyteller};
use crate::rules::{MAX_SEATS, Reason, Round, Score, Seat, SeatSet};

/// One finished round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastRound {
    pub number: u16,
    pub storyteller: Storyteller,
    pub player: u8,
    pub round: Round,
    pub score: Score,
}

/// The finished rounds, oldest first.
pub struct PastRounds<'a, I: Iterator<Item = &'a [u8]>> {
    state: State,
    entries: I,
}

impl<'a, I: Iterator<Item = &'a [u8]>> PastRounds<'a, I> {
    /// Of the last game that `entries` tell.
    pub(super) fn new(state: State, entries: I) -> PastRounds<'a, Skip<I>>
    where
        I: Clone,
    {
        PastRounds { state, entries: last_game(entries) }
    }
}

/// A rematch follows in the same journal, so that one can go back over it.
fn last_game<'a, I: Iterator<Item = &'a [u8]> + Clone>(entries: I) -> Skip<I> {
    let starts = |entry| matches!(Move::decode(entry), Some(Move::Start { .. } | Move::Resume { .. }));
    let last = entries.clone().enumerate().filter(|&(_, entry)| starts(entry)).last();
    entries.skip(last.map_or(0, |(place, _)| place))
}

impl<'a, I: Iterator<Item = &'a [u8]>> Iterator for PastRounds<'a, I> {
    type Item = PastRound;

    fn next(&mut self) -> Option<PastRound> {
        loop {
            let before = self.state;
            self.state = before.after(&Move::decode(self.entries.next()?)?).ok()?;
            match (&before.phase, &self.state.phase) {
                (Phase::Points { .. }, _) => {}
                (_, Phase::Points { round, score, .. }) => {
                    return Some(PastRound {
                        number: before.round,
                        storyteller: before.storyteller,
                        player: before.player_number(before.storyteller),
                        round: *round,
                        score: *score,
                    });
                }
                _ => {}
            }
        }
    }
}

/// What the rounds add up to, for the account at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub rounds: u16,
    /// Points that each seat made by telling.
    telling: [u8; MAX_SEATS],
    /// Votes that each seat's cards drew.
    bluffing: [u8; MAX_SEATS],
}

impl Tally {
    pub(super) fn of<'a>(entries: impl Iterator<Item = &'a [u8]> + Clone, lobby: State) -> Self {
        let mut tally = Self::default();
        if let Some(Move::Resume { tally: earlier, .. }) = last_game(entries.clone()).next().and_then(Move::decode) {
            tally = earlier;
        }
        for past in PastRounds::new(lobby, entries) {
            tally.rounds = tally.rounds.saturating_add(1);
            for seat in past.round.seats.iter() {
                for reason in past.score.reasons(seat).iter() {
                    let (of, by) = match reason {
                        Reason::Told => (&mut tally.telling, reason.points()),
                        Reason::Votes { votes, .. } => (&mut tally.bluffing, votes),
                        _ => continue,
                    };
                    of[seat.index()] = of[seat.index()].saturating_add(by);
                }
            }
        }
        tally
    }

    pub fn best_storyteller(&self, seats: SeatSet) -> Option<(Seat, u16)> {
        best(&self.telling, seats)
    }

    pub fn best_bluffer(&self, seats: SeatSet) -> Option<(Seat, u16)> {
        best(&self.bluffing, seats)
    }

    pub(super) fn encode(&self, to: &mut Bytes) {
        for count in self.telling.into_iter().chain(self.bluffing) {
            to.byte(count);
        }
    }

    /// How many rounds there were is known from the state beside it.
    pub(super) fn decode(from: &mut Reader, rounds: u16) -> Option<Self> {
        let mut tally = Self { rounds, ..Self::default() };
        for count in tally.telling.iter_mut().chain(&mut tally.bluffing) {
            *count = from.byte()?;
        }
        Some(tally)
    }
}

fn best(of: &[u8; MAX_SEATS], seats: SeatSet) -> Option<(Seat, u16)> {
    // On a tie the first seat keeps the honour: `max_by_key` would give it to the last.
    let best = seats.iter().min_by_key(|seat| Reverse(of[seat.index()]))?;
    let count = of[best.index()];
    (count > 0).then_some((best, u16::from(count)))
}
