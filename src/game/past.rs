//! What has been played: every round again, and what the whole game adds up to. Both are read out of the journal.

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
pub(super) fn last_game<'a, I: Iterator<Item = &'a [u8]> + Clone>(entries: I) -> Skip<I> {
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
                        round: *round,
                        score: *score,
                    });
                }
                _ => {}
            }
        }
    }
}

/// What a seat can be honoured for at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// The most points by telling.
    BestStoryteller,
    /// The most votes on the own cards.
    BestBluffer,
    /// Found the story card most often.
    SharpestGuesser,
    /// The most votes for cards that were not the story card.
    MostFooled,
}

impl Award {
    pub const ALL: [Self; 4] = [Self::BestStoryteller, Self::BestBluffer, Self::SharpestGuesser, Self::MostFooled];
}

/// Who has won an award, all who tie, and with how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Honour {
    pub seats: SeatSet,
    pub count: u16,
}

/// What the rounds add up to, for the account at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub rounds: u16,
    /// Of each award, how often each seat has earned it.
    counts: [[u8; MAX_SEATS]; Award::ALL.len()],
}

impl Tally {
    pub(super) fn of<'a>(entries: impl Iterator<Item = &'a [u8]> + Clone, lobby: State) -> Self {
        let mut tally = Self::default();
        if let Some(Move::Resume { tally: earlier, .. }) = last_game(entries.clone()).next().and_then(Move::decode) {
            tally = earlier;
        }
        for past in PastRounds::new(lobby, entries) {
            tally.count_round(&past);
        }
        tally
    }

    /// Counts one more round.
    pub fn count_round(&mut self, past: &PastRound) {
        self.rounds = self.rounds.saturating_add(1);
        self.add(past);
    }

    fn add(&mut self, past: &PastRound) {
        for seat in past.round.seats.iter() {
            for reason in past.score.reasons(seat).iter() {
                match reason {
                    Reason::Told => self.count(Award::BestStoryteller, seat, 1),
                    Reason::Votes { votes, .. } => self.count(Award::BestBluffer, seat, votes),
                    _ => {}
                }
            }
            // Where there is no story card, nobody finds it and nobody is fooled.
            let Some(story_card) = past.round.story_card else { continue };
            let ballot = past.round.ballot(seat);
            let found = u8::from(ballot.has(story_card));
            self.count(Award::SharpestGuesser, seat, found);
            self.count(Award::MostFooled, seat, ballot.len() - found);
        }
    }

    fn count(&mut self, award: Award, seat: Seat, by: u8) {
        let count = &mut self.counts[award as usize][seat.index()];
        *count = count.saturating_add(by);
    }

    /// Who of these has the most of it; nobody where nobody has any.
    pub fn winners(&self, award: Award, seats: SeatSet) -> Option<Honour> {
        let counts = &self.counts[award as usize];
        let most = seats.iter().map(|seat| counts[seat.index()]).max().filter(|&most| most > 0)?;
        let seats = seats.iter().filter(|seat| counts[seat.index()] == most).collect();
        let worth = match award {
            Award::BestStoryteller => Reason::Told.points(),
            Award::BestBluffer | Award::SharpestGuesser | Award::MostFooled => 1,
        };
        Some(Honour { seats, count: u16::from(most) * u16::from(worth) })
    }

    pub(super) fn encode(&self, to: &mut Bytes) {
        for &count in self.counts.as_flattened() {
            to.byte(count);
        }
    }

    /// How many rounds there were is known from the state beside it.
    pub(super) fn decode(from: &mut Reader, rounds: u16) -> Option<Self> {
        let mut tally = Self { rounds, ..Self::default() };
        for count in tally.counts.as_flattened_mut() {
            *count = from.byte()?;
        }
        Some(tally)
    }
}

/// More points than a screen has room for.
pub const CURVE_MAX: usize = 64;

/// One seat's points after each round, first those that it began with: as they stood when the next round began to
/// count, so with every correction. Of a long game only every second round is kept, of a longer one every fourth.
pub type Curve = heapless::Vec<u16, CURVE_MAX>;

/// Of the last game that these states went through.
pub(super) fn curve(states: impl Iterator<Item = State>, seat: Seat) -> Curve {
    let (mut curve, mut every, mut rounds, mut counted, mut now) = (Curve::new(), 1u32, 0u32, false, 0);
    for state in states {
        let counts = matches!(state.phase, Phase::Points { .. });
        let another = curve.is_empty() || (counts && !counted);
        rounds += u32::from(another && !curve.is_empty());
        (now, counted) = (state.scores[seat.index()], counts);
        // One place is left for the newest.
        if another && rounds.is_multiple_of(every) && curve.len() + 1 == CURVE_MAX {
            let mut place = 0;
            curve.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            every *= 2;
        }
        if !rounds.is_multiple_of(every) {
            continue;
        }
        match curve.last_mut() {
            Some(last) if !another => *last = now,
            _ => {
                let _ = curve.push(now);
            }
        }
    }
    if !rounds.is_multiple_of(every) {
        let _ = curve.push(now);
    }
    curve
}
