//! Builds the firmware as people get it: for each [`chip`], with a board beside it ([`image`]), packed as [`uf2`]; the code
//! of the page that makes boards ([`maker`]); and the programs of others that commands and tests start ([`tool`]).

pub mod chip;
pub mod image;
pub mod maker;
pub mod tool;
pub mod uf2;
