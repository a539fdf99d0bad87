//! The phases of a game. A [`Move`] goes in, the new [`State`] or a [`Refusal`] comes out. The moves made so far are the
//! [`Journal`]: going back removes the last one, and the journal is what is saved. Votes wait in the [`BallotBox`] until
//! all are opened together; only then do they become a move. Knows nothing of knobs, screens or time.
//!
//! ```
//! use dixit_dials::game::{Game, Move, Options, Phase, Refusal};
//! use dixit_dials::rules::{Ruleset, Seat, SeatSet};
//!
//! let options = Options::DEFAULT;
//! let mut game = Game::new(options);
//! // A refusal says why, and leaves the state as it was.
//! assert_eq!(game.play(Move::Lay), Err(Refusal::NotNow));
//! assert_eq!(Refusal::NotNow.to_string(), "this move is not possible in this phase");
//!
//! game.play(Move::Start { ruleset: Ruleset::Dixit, seats: SeatSet::first(4), storyteller: Seat::FIRST, options })?;
//! game.play(Move::Lay)?;
//! assert_eq!(game.state().phase, Phase::Vote);
//!
//! // A step back takes the last move out of the journal and returns it.
//! assert_eq!(game.back()?, Move::Lay);
//! assert_eq!(game.state().phase, Phase::Clue);
//!
//! // The journal alone leads to the same state.
//! assert_eq!(Game::resume(game.journal(), options).state(), game.state());
//! # Ok::<(), Refusal>(())
//! ```

mod bytes;
mod cards;
mod journal;
mod moves;
mod options;
mod past;
mod refusal;
mod sealed;
mod state;
mod turn;

pub use cards::Cards;
pub use journal::{CAPACITY, ENTRY_MAX, Full, Journal};
pub use moves::{Move, Opened};
pub use options::{Ending, Options, Owners};
pub use past::{Award, CURVE_MAX, Curve, Honour, PastRound, PastRounds, Tally};
pub use refusal::Refusal;
pub use sealed::{BallotBox, Sealed};
pub use state::{Phase, Scores, State, Storyteller};

use crate::rules::{Seat, SeatSet};
use past::{curve, last_game};

/// A running game: its state, its journal, and the votes that are still sealed.
///
/// ```
/// use dixit_dials::game::{Game, Move, Options, Sealed};
/// use dixit_dials::rules::{Card, Ruleset, Seat, SeatSet};
///
/// let (seats, storyteller) = (SeatSet::first(3), Seat::FIRST);
/// let mut game = Game::new(Options::DEFAULT);
/// game.play(Move::Start { ruleset: Ruleset::Dixit, seats, storyteller, options: Options::DEFAULT })?;
/// game.play(Move::Lay)?;
///
/// // Everyone votes for the storyteller's card.
/// for seat in seats.iter() {
///     let mut vote = Sealed::default();
///     match seat == storyteller {
///         true => vote.add_story_card(Card::from_number(4)),
///         false => vote.add_vote(Card::from_number(4)),
///     }
///     game.lock(seat, vote)?;
/// }
/// assert!(game.all_locked());
///
/// game.reveal()?;
/// game.play(Move::GoOn)?;
/// assert_eq!(game.state().scores[..3], [0, 2, 2]);
/// # Ok::<(), dixit_dials::game::Refusal>(())
/// ```
pub struct Game {
    journal: Journal,
    state: State,
    ballot_box: BallotBox,
    /// The state of an empty journal.
    lobby: State,
}

impl Game {
    /// A game that has not started.
    pub fn new(options: Options) -> Self {
        Self::resume(&Journal::new(), options)
    }

    /// Replays a journal. Drops the first entry that is not a possible move, and all after it.
    pub fn resume(journal: &Journal, options: Options) -> Self {
        let lobby = State::lobby(options);
        let (good, state) = replay(lobby, journal.entries()).fold((0, lobby), |(good, _), state| (good + 1, state));
        let mut game = Self { journal: journal.clone(), state, ballot_box: BallotBox::default(), lobby };
        while game.journal.len() > good {
            game.journal.pop();
        }
        game
    }

    /// The state after all moves of the journal.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The moves made so far, to be saved.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Seats that have locked a vote.
    pub fn locked(&self) -> SeatSet {
        self.ballot_box.locked()
    }

    /// Makes a move and appends it to the journal. A refused move changes nothing.
    pub fn play(&mut self, made: Move) -> Result<(), Refusal> {
        let next = self.state.after(&made)?;
        if matches!(self.state.phase, Phase::Lobby) {
            // A rematch continues the journal of the previous game, so that players can go back into it.
            self.journal.start_over();
        }
        let bytes = made.encode();
        if self.journal.push(bytes.as_slice()).is_err() {
            self.make_room();
            self.journal.push(bytes.as_slice()).map_err(|_| Refusal::TooManyChanges)?;
        }
        if self.keeps_votes(&next) {
            self.state = next;
        } else {
            self.arrive(next);
        }
        Ok(())
    }

    /// Takes back the last move and returns it. During a vote this is the move that began the vote, and all locked
    /// votes are discarded.
    pub fn back(&mut self) -> Result<Move, Refusal> {
        let undone = self.journal.entries().last().and_then(Move::decode);
        match undone {
            // The journal was folded here: the moves before this one are gone.
            None | Some(Move::Resume { .. }) => Err(Refusal::NothingBefore),
            Some(undone) => {
                self.journal.pop();
                let state = replay(self.lobby, self.journal.entries()).last().unwrap_or(self.lobby);
                self.arrive(state);
                Ok(undone)
            }
        }
    }

    /// Ends the game without a result and returns to an empty lobby.
    pub fn leave(&mut self) {
        self.journal.start_over();
        self.arrive(self.lobby);
    }

    /// Puts a seat's sealed vote into the ballot box.
    pub fn lock(&mut self, seat: Seat, vote: Sealed) -> Result<(), Refusal> {
        if !self.state.voting().has(seat) {
            return Err(Refusal::NotNow);
        }
        self.ballot_box.put(seat, vote);
        Ok(())
    }

    /// Discards the vote of a seat. Returns true if there was one.
    pub fn unlock(&mut self, seat: Seat) -> bool {
        self.ballot_box.take(seat)
    }

    /// True if every seat that votes has locked.
    pub fn all_locked(&self) -> bool {
        let voting = self.state.voting();
        !voting.is_empty() && voting.minus(self.locked()).is_empty()
    }

    /// Discards the votes of all seats that claim the same card as another seat, and returns these seats.
    pub fn send_back_double_claims(&mut self) -> SeatSet {
        let seats = self.ballot_box.double_claims();
        for seat in seats.iter() {
            self.ballot_box.take(seat);
        }
        seats
    }

    /// Opens all votes at once.
    pub fn reveal(&mut self) -> Result<(), Refusal> {
        let voting = self.state.voting();
        if voting.is_empty() {
            return Err(Refusal::NotNow);
        }
        let opened = self.ballot_box.open(voting)?;
        self.play(match self.state.phase {
            Phase::VoteAgain { seat, .. } => Move::Recast(opened.votes[seat.index()]),
            _ => Move::Reveal(opened),
        })
    }

    /// The finished rounds of this game, oldest first. Leaves out the games before a rematch.
    pub fn past_rounds(&self) -> impl Iterator<Item = PastRound> + '_ {
        PastRounds::new(self.lobby, self.journal.entries())
    }

    /// The score of this seat after each round of this game, as far back as the journal goes.
    pub fn curve(&self, seat: Seat) -> Curve {
        curve(replay(self.lobby, last_game(self.journal.entries())), seat)
    }

    /// What the finished rounds of this game add up to.
    pub fn tally(&self) -> Tally {
        Tally::of(self.journal.entries(), self.lobby)
    }

    /// True if the votes locked so far stay valid after the move: it changed neither who votes nor what is asked.
    fn keeps_votes(&self, next: &State) -> bool {
        let same_questions = State { scores: self.state.scores, options: self.state.options, ..*next } == self.state;
        same_questions && next.options.owners == self.state.options.owners
    }

    fn arrive(&mut self, state: State) {
        self.ballot_box.wipe();
        self.state = state;
    }

    /// Folds the older half of the journal, up to the start of a round, into one entry with the state it led to.
    fn make_room(&mut self) {
        let half = self.journal.len() / 2;
        let mut found = None;
        for (index, state) in replay(self.lobby, self.journal.entries()).enumerate() {
            if state.is_plain_clue() && (index < half || found.is_none()) {
                found = Some((index + 1, state));
            }
        }
        if let Some((entries, state)) = found {
            let tally = Tally::of(self.journal.entries().take(entries), self.lobby);
            // If the new entry does not fit either, the caller's push fails and reports it.
            let _ = self.journal.fold(entries, Move::Resume { state, tally }.encode().as_slice());
        }
    }
}

/// The state after each entry. Ends before the first entry that is not a possible move.
fn replay<'a>(from: State, entries: impl Iterator<Item = &'a [u8]> + Clone) -> impl Iterator<Item = State> + Clone {
    entries.scan(from, |state, entry| {
        *state = state.after(&Move::decode(entry)?).ok()?;
        Some(*state)
    })
}
