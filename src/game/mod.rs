//! The phases of a game. A [`Move`] goes in, the new [`State`] or a [`Refusal`] comes out; the moves that were made are
//! the [`Journal`], so going back is forgetting the last one, and what is saved is what was played.

mod bytes;
mod journal;
mod moves;
mod options;
mod past;
mod play;
mod refusal;
mod sealed;
mod state;

pub use journal::{CAPACITY, ENTRY_MAX, Full, Journal};
pub use moves::{Move, Opened};
pub use options::{Ending, Options, Owners};
pub use past::{Award, CURVE_MAX, Curve, Honour, PastRound, PastRounds, Tally};
pub use play::Game;
pub use refusal::Refusal;
pub use sealed::{Ballots, Sealed};
pub use state::{LastRound, Phase, Scores, State, Storyteller};
