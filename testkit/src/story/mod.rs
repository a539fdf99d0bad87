//! Whole games as readable stories, played on the library alone or on the emulated device beside it.

mod check;
mod file;
mod folder;
mod names;
mod pico;
mod player;
mod prompt;
mod rounds;
mod sights;
mod stage;
mod steps;

pub use file::{Mistake, RoundFile, Step, Story, Votes};
pub use folder::{StoryFile, all, boards_for};
pub use pico::{Pico, shows};
pub use player::{Outcome, play, seat_everyone, settings, why_not};
pub use stage::{Act, Stage, library_board};
