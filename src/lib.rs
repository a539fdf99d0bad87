//! Dixit Dials: everything that the device knows, without the device. The firmware, the tests and the bench run this
//! library; the simulator runs the firmware. Only the firmware knows pins and clocks, and which bus a screen is on;
//! time comes in as an argument.
//!
//! An input takes one path through it. A contact changes; [`dial`] turns that into a click or a press; [`app`] routes
//! it to the part that it is for; in a vote [`voting`] interprets it and keeps the number until it is locked; [`game`]
//! advances by the [`rules`]. From the new state the app makes a [`scene`] for each screen, [`screen`] draws what has
//! changed in the table's language ([`words`]), and the firmware sends it.
//!
//! What was built (how many knobs and screens there are, and how votes are kept secret) is [`board`]: plain data from
//! the crate `boards`, which any layer may use.
//!
//! # The layers
//!
//! From the bottom up. A module may use the layers before its own, but no other module of its own layer or of a later
//! one. A test compares these headings with the modules' imports.
//!
//! ## [`dial`], [`rules`]: hands and rules
//! `dial` turns the levels of sampled contacts into clicks, presses and holds, and identifies the kind of knob. `rules`
//! is one table of data for all rulesets, a round of votes, and the pure function that scores it. Both know nothing of
//! the device or of each other.
//!
//! ## [`game`]: the phases
//! A move goes in, the new state or a refusal comes out. The journal is the list of moves: going back removes the last
//! one, and the journal is what is saved. Past rounds and awards are computed from it. Votes that nobody may read yet
//! are sealed in the game's ballot box; they are not moves, so nothing stores them.
//!
//! ## [`voting`]: what knobs mean
//! How people sit down, who leads, what is asked in a vote and how it is answered, who owns which card, and which
//! screen may show what. It depends on how votes are kept secret; each method is one file.
//!
//! ## [`scene`]: what people should see
//! Plain structs that can be compared, without pixels and without words. A scene for everybody cannot be built from
//! votes that are still sealed.
//!
//! ## [`words`]: the languages
//! Every text of the device, once for each language.
//!
//! ## [`screen`], [`settings`]: pictures and choices
//! `screen` draws a scene, and sends a panel only what differs from its picture. `settings` holds a table's choices,
//! which survive power-off, with their limits.
//!
//! ## [`app`], [`save`]: from power-up to the next game
//! `app` combines everything: lobby, round, menu, notices, screensaver and the device's health, each a part that owns
//! its state, and the one object that routes inputs to them. `save` stores the game, the settings and the knobs in
//! flash and reads them back; a power cut at any moment loses nothing that was finished.
//!
//! ## [`report`]: for a computer
//! What a computer on the USB cable is told, line by line, and what it may ask. It contains only what everyone may see.
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
