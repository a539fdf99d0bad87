//! The points of a round, each with its reason.

use super::{
    Card, LoneVoteBonus, MAX_CARDS, MAX_SEATS, Reason, Reasons, Refusal, Round, Rules, Seat, SeatSet, Verdict, Votes,
};

/// The points of every seat for one round, with the reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// By seat index.
    pub lines: [Reasons; MAX_SEATS],
}

impl Score {
    pub fn reasons(&self, seat: Seat) -> Reasons {
        self.lines[seat.index()]
    }

    pub fn points(&self, seat: Seat) -> u8 {
        self.reasons(seat).points()
    }
}

/// Scores a round. Refuses a round that is incomplete or inconsistent; it never guesses.
pub fn score(round: &Round) -> Result<Score, Refusal> {
    let rules = round.check()?;
    let counts = Counts::of(rules, round);
    let mut score = Score::default();
    for seat in round.seats.iter() {
        let line = &mut score.lines[seat.index()];
        match rules.votes {
            Votes::One | Votes::OneOrTwo => {
                line.vote = counts.base(seat);
                line.decoys = counts.decoys(seat);
                line.lone = counts.lone_vote(seat);
            }
            Votes::Crowd { limit } => line.vote = counts.crowd(seat, limit),
        }
    }
    Ok(score)
}

/// Counts over a round that can be scored.
struct Counts<'a> {
    rules: &'a Rules,
    round: &'a Round,
    found: SeatSet,
    verdict: Option<Verdict>,
    on_card: [u8; MAX_CARDS],
    /// Votes on each seat's cards, except those on the story card.
    drawn: [u8; MAX_SEATS],
}

impl<'a> Counts<'a> {
    fn of(rules: &'a Rules, round: &'a Round) -> Self {
        let voters = round.voters_by(rules);
        let mut found = SeatSet::EMPTY;
        let mut on_card = [0; MAX_CARDS];
        let mut drawn = [0; MAX_SEATS];
        for seat in voters.iter() {
            for card in round.ballot(seat).iter() {
                on_card[card.index()] += 1;
                if round.story_card == Some(card) {
                    found = found.with(seat);
                } else if let Some(owner) = round.owners[card.index()] {
                    drawn[owner.index()] += 1;
                }
            }
        }
        let verdict = round.story_card.map(|_| Verdict::of(found, voters));
        Self { rules, round, found, verdict, on_card, drawn }
    }

    fn base(&self, seat: Seat) -> Option<Reason> {
        let tells = seat == self.round.storyteller;
        match self.verdict? {
            Verdict::Some if tells => Some(Reason::Told),
            Verdict::Some if self.found.has(seat) => Some(Reason::Found),
            Verdict::Everyone if !tells => Some(Reason::EveryoneFound),
            Verdict::NoOne if !tells => Some(Reason::NoOneFound),
            _ => None,
        }
    }

    fn decoys(&self, seat: Seat) -> Option<Reason> {
        let votes = self.drawn[seat.index()];
        let points = self.rules.decoy_limit.map_or(votes, |limit| votes.min(limit));
        (votes > 0).then_some(Reason::Votes { votes, points })
    }

    fn lone_vote(&self, seat: Seat) -> Option<Reason> {
        let paid = match self.round.lone_vote_bonus {
            LoneVoteBonus::Always => true,
            LoneVoteBonus::SomeMissed => self.verdict != Some(Verdict::Everyone),
        };
        let lone = self.round.ballot(seat).len() == 1 && self.found.has(seat);
        (self.rules.lone_vote && paid && lone).then_some(Reason::LoneVote)
    }

    fn crowd(&self, seat: Seat, limit: u8) -> Option<Reason> {
        let card: Card = self.round.ballot(seat).first()?;
        Some(match self.on_card[card.index()] {
            _ if self.round.red == Some(card) => Reason::UnderRed,
            1 => Reason::Alone,
            votes => Reason::Crowd { points: votes.min(limit) },
        })
    }
}
