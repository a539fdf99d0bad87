//! Whole games as stories that a player could read, played on the library alone or on the emulated device beside it.

mod file;
mod names;
mod pico;
mod player;
mod rounds;
mod sights;
mod stage;
mod steps;

pub use file::{RoundFile, Step, Story, Votes};
pub use pico::{Pico, shows};
pub use player::{Outcome, play, seat_everyone};
pub use stage::{Act, Stage, library_board};
