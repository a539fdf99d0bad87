//! Everything specific to the Pico: `tasks/` is what runs, `drivers/` the hardware access, `chip/` what differs between
//! the two chips, `channels.rs` everything that tasks share. The game itself is in the library.

pub mod board;
pub mod channels;
pub mod chip;
pub mod crash;
pub mod drivers;
pub mod hooks;
pub mod log;
pub mod random;
pub mod stack;
pub mod tasks;
