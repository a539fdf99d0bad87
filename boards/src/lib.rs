//! Board files: typed, checked, and handed on to the firmware, the simulator and the guide.
//!
//! A folder under `boards/` that holds a `board.toml` is a board. [`load`] reads and checks it;
//! [`mod@rust`] writes it as the code that the firmware includes, [`json`] as what wires the simulator. What a builder
//! wants to know is in [`parts`], [`electrics`] and [`keys`].

mod catalogue;
mod check;
pub mod electrics;
mod file;
mod folder;
mod json;
pub mod keys;
mod mistake;
pub mod parts;
pub mod pico;
mod read;
pub mod readme;
pub mod rust;

pub use file::{
    Board, Bus, Buzzer, Cable, CableKind, Chain, ComPins, Driver, KnobPins, Knobs, Led, Mux, Pico, Power, Proof,
    Regulator, Rest, Ring, Screen, Seats, Secrecy, Size, Sounder, Supply, Viewer,
};
pub use folder::{discover, load, load_all, parse};
pub use json::json;
pub use mistake::{Mistake, Mistakes};

/// The board that is meant where none is named.
pub const DEFAULT: &str = "table";
