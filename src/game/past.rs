//! What has been played, read from the journal: the finished rounds, the awards, and each seat's scores over the game.

use core::iter::Skip;

use super::bytes::{Bytes, Reader};
use super::moves::Move;
use super::state::{Phase, State, Storyteller};
use crate::rules::{MAX_SEATS, Reason, Round, Score, Seat, SeatSet};

/// A finished round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastRound {
    pub number: u16,
    pub storyteller: Storyteller,
    pub round: Round,
    pub score: Score,
}

/// Iterates over the finished rounds, oldest first.
pub struct PastRounds<'a, I: Iterator<Item = &'a [u8]>> {
    state: State,
    entries: I,
}

impl<'a, I: Iterator<Item = &'a [u8]>> PastRounds<'a, I> {
    /// The rounds of the last game in `entries`.
    pub(super) fn new(state: State, entries: I) -> PastRounds<'a, Skip<I>>
    where
        I: Clone,
    {
        PastRounds { state, entries: last_game(entries) }
    }
}

/// The entries of the last game. Earlier ones stay in the journal when a rematch begins.
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

/// What a seat can be honoured for at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// The most points as the storyteller.
    BestStoryteller,
    /// The most votes on one's own cards.
    BestBluffer,
    /// Found the story card most often.
    SharpestGuesser,
    /// The most votes for cards that were not the story card.
    MostFooled,
}

impl Award {
    pub const ALL: [Self; 4] = [Self::BestStoryteller, Self::BestBluffer, Self::SharpestGuesser, Self::MostFooled];
}

/// The winners of an award (several if they tie), and their count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Honour {
    pub seats: SeatSet,
    pub count: u16,
}

/// What the rounds add up to, for the awards at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of rounds played.
    pub rounds: u16,
    /// How often each seat has earned each award.
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
            // Without a story card nobody finds it and nobody is fooled.
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

    /// The seats with the highest count, or `None` if all counts are 0.
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

    /// The number of rounds is not encoded: the state that precedes the tally in the entry has it.
    pub(super) fn decode(from: &mut Reader, rounds: u16) -> Option<Self> {
        let mut tally = Self { rounds, ..Self::default() };
        for count in tally.counts.as_flattened_mut() {
            *count = from.byte()?;
        }
        Some(tally)
    }
}

/// Maximum number of points of a [`Curve`]. More than a screen has room for.
pub const CURVE_MAX: usize = 64;

/// A seat's score at the start and after each round, corrections included. Long games keep only every second round,
/// longer ones every fourth, and so on.
pub type Curve = heapless::Vec<u16, CURVE_MAX>;

/// The curve of the last game that these states went through.
pub(super) fn curve(states: impl Iterator<Item = State>, seat: Seat) -> Curve {
    let (mut curve, mut every, mut rounds, mut counted, mut now) = (Curve::new(), 1u32, 0u32, false, 0);
    for state in states {
        let counts = matches!(state.phase, Phase::Points { .. });
        let another = curve.is_empty() || (counts && !counted);
        rounds += u32::from(another && !curve.is_empty());
        (now, counted) = (state.scores[seat.index()], counts);
        // Keep one place free for the newest score.
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
