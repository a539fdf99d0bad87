//! Dixit Dials: everything that the device knows, without the device. The firmware, the tests and the
//! bench run this library; the simulator runs the firmware. Only the firmware knows pins, buses and clocks, and time
//! comes in as an argument.
//!
//! What a hand does goes one way through it. A contact changes; [`dial`] makes a click or a press of it; [`app`] hands
//! it to the part that it is for; in a vote [`voting`] knows what it means and keeps the number until it is locked;
//! [`game`] moves on by [`rules`]. Out of the new state the app makes a [`scene`] for each screen, [`screen`] draws
//! what has changed in the table's own [`words`], and the firmware sends it.
//!
//! What was built, how many knobs and screens there are and how votes are kept secret, is [`board`]: plain data, from the
//! crate `boards`, on which any layer may look.
//!
//! # The layers
//!
//! From the bottom up. A module may use the layers before its own, never its own or a later one; a test reads these
//! headings and what the modules import.
//!
//! ## [`dial`], [`rules`]: hands and rules
//! `dial` turns the levels of sampled contacts into clicks, presses and holds, and finds out what sort of knob is
//! mounted. `rules` is one table of data for all rulesets, a round of votes, and the pure function that scores it. Both
//! know nothing of the device or of each other.
//!
//! ## [`game`]: the phases
//! A move goes in, the new state or a refusal comes out. The moves that were made are the journal: going back forgets
//! the last one, and what is saved is what was played. Past rounds and awards are read out of it. Votes that nobody may
//! read yet lie in the game's ballot box, sealed; they are no moves, so nothing writes them down.
//!
//! ## [`voting`]: what knobs mean
//! How people sit down, who leads, what is asked in a vote and how it is answered, whose a card is, and which screen
//! may show what. It depends on the way in which votes are kept secret; each way is one file.
//!
//! ## [`scene`]: what people should see
//! Plain structs that can be compared, without pixels and without words. One for everybody cannot be built from votes
//! that are still sealed.
//!
//! ## [`words`]: the languages
//! Every text of the device, once for each language.
//!
//! ## [`screen`], [`settings`]: pictures and choices
//! `screen` draws a scene, and brings to a panel what differs from the picture that it has. `settings` is what a table
//! has chosen and keeps over power-off, with its limits.
//!
//! ## [`app`], [`save`]: from power-up to the next game
//! `app` is the whole of it: lobby, round, menu, notices, screensaver and the device's health, each a part that owns its
//! state, and the one object that routes inputs to them. `save` brings the game, the settings and the knobs into flash
//! and back, so that a power cut at any moment loses nothing that was finished.
//!
//! ## [`report`]: for a computer
//! What a computer on the USB cable is told, line by line, and what it may ask. Made of what everyone may see.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

pub mod app;
pub mod dial;
pub mod game;
pub mod report;
pub mod rules;
pub mod save;
pub mod scene;
pub mod screen;
pub mod settings;
pub mod voting;
pub mod words;

pub use boards::device as board;
