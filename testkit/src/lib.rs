//! Shared by tests, bench and replay: readable stories, the emulated Pico that plays them, and the hands on its knobs.
//! The crate `builder` builds the firmware, as it does for users.

pub mod computer;
pub mod dice;
pub mod emulator;
pub mod flash_chip;
pub mod onlooker;
pub mod rig;
pub mod spoilt_block;
pub mod story;
pub mod twin_plan;

pub use builder::{chip, image, maker, tool, uf2};
