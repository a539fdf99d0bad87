//! What tests, bench and replay share: stories that a player could read, the emulated Pico they are played on, and
//! hands on its knobs. Firmware is built by the crate `builder`, as for people.

pub mod dice;
pub mod emulator;
pub mod flash_chip;
pub mod onlooker;
pub mod rig;
pub mod spoilt_block;
pub mod story;
pub mod twin_plan;

pub use builder::{chip, image, tool, uf2};
