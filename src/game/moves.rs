//! What can be done to a game, each as few bytes as it needs: the same bytes are kept in the journal and in flash.

use super::bytes::{Bytes, Reader};
use super::journal::ENTRY_MAX;
use super::options::Options;
use super::past::Tally;
use super::state::State;
use crate::rules::{Ballot, Card, MAX_CARDS, MAX_SEATS, Ruleset, Seat, SeatSet};

/// All votes of a round, open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    pub story_card: Option<Card>,
    pub red: Option<Card>,
    pub votes: [Ballot; MAX_SEATS],
    /// As far as the seats were asked together with the vote.
    pub owners: [Option<Seat>; MAX_CARDS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Move {
    Start {
        ruleset: Ruleset,
        seats: SeatSet,
        storyteller: Seat,
        options: Options,
    },
    /// The cards lie on the table.
    Lay,
    /// All votes at once.
    Reveal(Opened),
    /// On to the owners, or to the points where no owner is needed.
    GoOn,
    Claim {
        card: Card,
        seat: Seat,
    },
    /// The vote of this seat was for its `own` card: it alone votes again.
    VoteAgain {
        seat: Seat,
        own: Option<Card>,
    },
    /// What the seat that voted again voted for.
    Recast(Ballot),
    /// The next round, or the end.
    Next,
    Correct {
        seat: Seat,
        score: u16,
    },
    Add {
        seat: Seat,
    },
    /// Somebody who has left comes back, with the points of then.
    Return {
        seat: Seat,
    },
    Remove {
        seat: Seat,
    },
    /// Sit out a round, or think better of it.
    Skip {
        seat: Seat,
    },
    Tell {
        seat: Seat,
    },
    Choose(Options),
    End,
    /// Everything before was forgotten to make room; this is where it had led.
    Resume {
        state: State,
        tally: Tally,
    },
}

impl Move {
    pub fn encode(&self) -> Bytes {
        let mut to = Bytes::new();
        match self {
            Self::Start { ruleset, seats, storyteller, options } => {
                to.byte(1).ruleset(*ruleset).seats(*seats).seat(*storyteller).options(options);
            }
            Self::Lay => {
                to.byte(2);
            }
            Self::Reveal(opened) => {
                to.byte(3).card(opened.story_card).card(opened.red);
                for ballot in opened.votes {
                    to.ballot(ballot);
                }
                let owned = opened.owners.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
                for owner in &opened.owners[..owned] {
                    to.byte(owner.map_or(0, Seat::number));
                }
            }
            Self::GoOn => {
                to.byte(4);
            }
            Self::Claim { card, seat } => {
                to.byte(5).card(Some(*card)).seat(*seat);
            }
            Self::Next => {
                to.byte(6);
            }
            Self::Correct { seat, score } => {
                to.byte(7).seat(*seat).word(*score);
            }
            Self::Add { seat } => {
                to.byte(8).seat(*seat);
            }
            Self::Remove { seat } => {
                to.byte(9).seat(*seat);
            }
            Self::Skip { seat } => {
                to.byte(10).seat(*seat);
            }
            Self::Tell { seat } => {
                to.byte(11).seat(*seat);
            }
            Self::Choose(options) => {
                to.byte(12).options(options);
            }
            Self::End => {
                to.byte(13);
            }
            Self::Resume { state, tally } => {
                to.byte(14);
                state.encode(&mut to);
                tally.encode(&mut to);
            }
            Self::VoteAgain { seat, own } => {
                to.byte(15).seat(*seat).card(*own);
            }
            Self::Recast(ballot) => {
                to.byte(16).ballot(*ballot);
            }
            Self::Return { seat } => {
                to.byte(17).seat(*seat);
            }
        }
        debug_assert!(to.as_slice().len() <= ENTRY_MAX);
        to
    }

    /// `None` where the bytes are no move: from a damaged store or another version.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader::new(bytes);
        let made = match from.byte()? {
            1 => Self::Start {
                ruleset: from.ruleset()?,
                seats: from.seats()?,
                storyteller: from.seat()?,
                options: from.options()?,
            },
            2 => Self::Lay,
            3 => {
                let mut opened = Opened { story_card: from.card()?, red: from.card()?, ..Opened::default() };
                for ballot in &mut opened.votes {
                    *ballot = from.ballot()?;
                }
                for owner in &mut opened.owners {
                    match from.byte() {
                        Some(number) => *owner = Seat::from_number(number),
                        None => break,
                    }
                }
                Self::Reveal(opened)
            }
            4 => Self::GoOn,
            5 => Self::Claim { card: from.card()??, seat: from.seat()? },
            6 => Self::Next,
            7 => Self::Correct { seat: from.seat()?, score: from.word()? },
            8 => Self::Add { seat: from.seat()? },
            9 => Self::Remove { seat: from.seat()? },
            10 => Self::Skip { seat: from.seat()? },
            11 => Self::Tell { seat: from.seat()? },
            12 => Self::Choose(from.options()?),
            13 => Self::End,
            14 => {
                let state = State::decode(&mut from)?;
                Self::Resume { state, tally: Tally::decode(&mut from, state.round.saturating_sub(1))? }
            }
            15 => Self::VoteAgain { seat: from.seat()?, own: from.card()? },
            16 => Self::Recast(from.ballot()?),
            17 => Self::Return { seat: from.seat()? },
            _ => return None,
        };
        from.is_empty().then_some(made)
    }
}
