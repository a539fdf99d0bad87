//! The definition of a board, shared by firmware, tools and simulator.
//!
//! The core is `no_std`: a [`device`] is a board as the firmware represents it, [`check`] checks that a Pico can be
//! wired like that, and a [`block`] is the device as bytes in flash.
//!
//! The feature `file` (a default feature) adds what builders and commands need. A folder under `boards/` with a
//! `board.toml` is a board: [`load`] reads and checks it, [`Board::device`] leaves out what the firmware need not know,
//! and [`json`] writes it for the simulator. Information for builders is in [`parts`], [`electrics`] and [`keys`].
#![cfg_attr(not(feature = "file"), no_std)]
#![forbid(unsafe_code)]

pub mod block;
mod check;
pub mod device;
mod fault;
pub mod limits;
pub mod pico;
mod words;

pub use check::{check, first_fault, for_each_pin};
pub use device::{ComPins, Controller, Pico, Rest};
pub use fault::{Fault, Place, Reason};

/// The board that is used where none is named.
pub const DEFAULT: &str = "table";

#[cfg(feature = "file")]
mod body;
#[cfg(feature = "file")]
pub mod catalogue;
#[cfg(feature = "file")]
pub mod choices;
#[cfg(feature = "file")]
pub mod electrics;
#[cfg(feature = "file")]
mod file;
#[cfg(feature = "file")]
mod file_check;
#[cfg(feature = "file")]
mod folder;
#[cfg(feature = "file")]
mod json;
#[cfg(feature = "file")]
pub mod keys;
#[cfg(feature = "file")]
mod mistake;
#[cfg(feature = "file")]
pub mod parts;
#[cfg(feature = "file")]
mod read;
#[cfg(feature = "file")]
pub mod readme;
#[cfg(feature = "file")]
mod route;
#[cfg(feature = "file")]
pub mod typescript;
#[cfg(feature = "file")]
pub mod uf2;
#[cfg(feature = "file")]
mod write;

#[cfg(feature = "file")]
pub use {
    body::{Body, Leads},
    file::{
        Board, Bus, Buzzer, Cable, CableKind, Chain, KnobPins, Knobs, Led, Mux, Power, Proof, Regulator, Ring, Screen,
        Seats, Size, Sounder, Supply, Viewer, Voting,
    },
    folder::{discover, examine, load, load_all, parse},
    json::json,
    mistake::{Mistake, Mistakes},
    route::Route,
    write::toml,
};
