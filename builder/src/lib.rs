//! Builds the firmware for release: for each [`chip`], with a board beside it ([`image`]), packed as [`uf2`]. Also
//! builds the code of the page that makes boards ([`maker`]), and runs the external programs that commands and tests
//! need ([`tool`]).

pub mod chip;
pub mod image;
pub mod maker;
pub mod tool;
pub mod uf2;
