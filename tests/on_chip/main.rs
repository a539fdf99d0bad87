//! Tests of the real firmware on an emulated chip. Plain `cargo test` ignores them all, since they build firmware
//! first; `cargo xtask test` runs them. `DIXIT_BOARD` selects one board, `DIXIT_FULL` sets a large dose.

mod beeps;
mod bench;
mod boards;
mod faults;
mod knob_check;
mod second_chip;
mod secrecy;
mod twins;
mod usb;
