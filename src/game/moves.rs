//! The moves of a game, and their encoding in the journal and in flash.

use super::bytes::{Bytes, Reader};
use super::journal::ENTRY_MAX;
use super::options::Options;
use super::past::Tally;
use super::state::State;
use crate::rules::{Ballot, Card, MAX_CARDS, MAX_SEATS, Ruleset, Seat, SeatSet};

/// All votes of a round, opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opened {
    pub story_card: Option<Card>,
    pub red: Option<Card>,
    /// The votes by seat index.
    pub votes: [Ballot; MAX_SEATS],
    /// Owners, if they were asked together with the vote.
    pub owners: [Option<Seat>; MAX_CARDS],
}

/// One change of a game's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Move {
    /// Begins a game or a rematch.
    Start { ruleset: Ruleset, seats: SeatSet, storyteller: Seat, options: Options },
    /// The cards lie on the table; the vote begins.
    Lay,
    /// All votes are opened at once.
    Reveal(Opened),
    /// Continues to the owners, or to the points if no owner is needed.
    GoOn,
    /// A seat claims a card.
    Claim { card: Card, seat: Seat },
    /// This seat voted for its `own` card and votes again, alone.
    VoteAgain { seat: Seat, own: Option<Card> },
    /// The new vote of the seat that voted again.
    Recast(Ballot),
    /// Begins the next round, or ends the game.
    Next,
    /// Sets a seat's score.
    Correct { seat: Seat, score: u16 },
    /// A new player takes a seat.
    Add { seat: Seat },
    /// A player who left comes back with the score they had.
    Return { seat: Seat },
    /// A player leaves.
    Remove { seat: Seat },
    /// A seat sits out a round, or no longer does.
    Skip { seat: Seat },
    /// Makes this seat the storyteller, now or in the next round.
    Tell { seat: Seat },
    /// Changes the options.
    Choose(Options),
    /// Ends the game.
    End,
    /// Replaces older moves that were dropped to make room: holds the state that they led to, and their tally.
    Resume { state: State, tally: Tally },
}

impl Move {
    /// The bytes of this move's journal entry.
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

    /// `None` if the bytes are not a move: from damaged flash or another firmware version.
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
