//! The phases of a game. A [`Move`] goes in, the new [`State`] or a [`Refusal`] comes out; the moves that were made are
//! the [`Journal`], so going back is forgetting the last one, and what is saved is what was played. Votes wait in the
//! [`BallotBox`] until all open together, and only then become a move. It knows no knob, no screen and no clock.
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
pub use state::{LastRound, Phase, Scores, State, Storyteller};

use crate::rules::{Seat, SeatSet};
use past::{curve, last_game};

/// A game under way: its state, its journal, and the votes that are still sealed.
pub struct Game {
    journal: Journal,
    state: State,
    ballot_box: BallotBox,
    /// What an empty journal leads to.
    lobby: State,
}

impl Game {
    pub fn new(options: Options) -> Self {
        Self::resume(&Journal::new(), options)
    }

    /// Where the journal leads; entries from the first one on that make no sense are dropped.
    pub fn resume(journal: &Journal, options: Options) -> Self {
        let lobby = State::lobby(options);
        let (good, state) = replay(lobby, journal.entries()).fold((0, lobby), |(good, _), state| (good + 1, state));
        let mut game = Self { journal: journal.clone(), state, ballot_box: BallotBox::default(), lobby };
        while game.journal.len() > good {
            game.journal.pop();
        }
        game
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Who has locked a vote.
    pub fn locked(&self) -> SeatSet {
        self.ballot_box.locked()
    }

    pub fn play(&mut self, made: Move) -> Result<(), Refusal> {
        let next = self.state.after(&made)?;
        if matches!(self.state.phase, Phase::Lobby) {
            // A rematch goes on in the journal of the game before it, so that one can go back over it.
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

    /// Takes back the last move and returns it. In a vote that is the move that began it, and all vote anew.
    pub fn back(&mut self) -> Result<Move, Refusal> {
        let undone = self.journal.entries().last().and_then(Move::decode);
        match undone {
            // The moves before a folded beginning are forgotten: there is no state to go back to.
            None | Some(Move::Resume { .. }) => Err(Refusal::NothingBefore),
            Some(undone) => {
                self.journal.pop();
                let state = replay(self.lobby, self.journal.entries()).last().unwrap_or(self.lobby);
                self.arrive(state);
                Ok(undone)
            }
        }
    }

    /// Away from the table, back to an empty lobby.
    pub fn leave(&mut self) {
        self.journal.start_over();
        self.arrive(self.lobby);
    }

    pub fn lock(&mut self, seat: Seat, vote: Sealed) -> Result<(), Refusal> {
        if !self.state.voting().has(seat) {
            return Err(Refusal::NotNow);
        }
        self.ballot_box.put(seat, vote);
        Ok(())
    }

    /// Takes a vote out again and forgets it; whether there was one.
    pub fn unlock(&mut self, seat: Seat) -> bool {
        self.ballot_box.take(seat)
    }

    /// Everyone has locked.
    pub fn all_locked(&self) -> bool {
        let voting = self.state.voting();
        !voting.is_empty() && voting.minus(self.locked()).is_empty()
    }

    /// Seats that claim the same card; their votes are taken out, for them to look again.
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

    /// The finished rounds of this game, not of one before its rematch, oldest first.
    pub fn past_rounds(&self) -> impl Iterator<Item = PastRound> + '_ {
        PastRounds::new(self.lobby, self.journal.entries())
    }

    /// What this seat had after each round of this game, as far as the journal reaches back.
    pub fn curve(&self, seat: Seat) -> Curve {
        curve(replay(self.lobby, last_game(self.journal.entries())), seat)
    }

    pub fn tally(&self) -> Tally {
        Tally::of(self.journal.entries(), self.lobby)
    }

    /// Whether the votes locked so far are as good after the move: it changed neither who votes nor what is asked.
    fn keeps_votes(&self, next: &State) -> bool {
        let same_questions = State { scores: self.state.scores, options: self.state.options, ..*next } == self.state;
        same_questions && next.options.owners == self.state.options.owners
    }

    fn arrive(&mut self, state: State) {
        self.ballot_box.wipe();
        self.state = state;
    }

    /// Forgets the older half of the moves, up to where a round began, keeping what they had led to.
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
            // What stands for several entries is never longer than the journal that they filled.
            let _ = self.journal.fold(entries, Move::Resume { state, tally }.encode().as_slice());
        }
    }
}

/// Every state that these entries lead through, up to the first that makes no sense.
fn replay<'a>(from: State, entries: impl Iterator<Item = &'a [u8]> + Clone) -> impl Iterator<Item = State> + Clone {
    entries.scan(from, |state, entry| {
        *state = state.after(&Move::decode(entry)?).ok()?;
        Some(*state)
    })
}
