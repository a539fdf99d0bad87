//! What a computer on the USB cable is told, and what it may ask: JSON, one object per line, as documented in
//! `docs/usb.md`. Lines are made from [`Public`], which holds nothing that a player could not see on the shared screen.
//! Knows nothing of USB.
//!
//! A [`Teller`] makes the lines of one connection, one at a time. They wait in an [`Outbox`] until the computer reads
//! them. What the computer writes goes through [`Incoming`] and becomes a [`Request`]. [`Bench`] is for whoever builds a
//! device: it holds measurements of the hardware, and nothing of the game.

mod bench;
mod incoming;
mod line;
mod outbox;
mod public;
mod request;
mod teller;

pub use bench::{Answer, Bench, Cache, Flash, Reset, Run, Scan, Segment};
pub use incoming::{Arrived, Incoming, LONGEST_REQUEST};
pub use line::{Hello, LONGEST, Line, LineText, PROTOCOL, SelfTest};
pub use outbox::Outbox;
pub use public::Public;
pub use request::{Ask, Request, Setting, Unclear};
pub use teller::{Teller, Told};
