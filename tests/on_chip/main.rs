//! What is tested on the real firmware, on an emulated chip. All of it is ignored by plain `cargo test`, since it builds
//! firmware first; `cargo xtask test` runs it. With `DIXIT_BOARD` only that board is tested, with `DIXIT_FULL` each dose is a
//! large one.

mod beeps;
mod boards;
mod faults;
mod knob_check;
mod secrecy;
mod twins;
