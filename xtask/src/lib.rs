//! The project's own commands, one file each; a library too, so that the tests can run them.

pub mod bench;
pub mod emulator;
pub mod flash;
pub mod guide;
pub mod image;
pub mod play;
pub mod replay;
pub mod score;
pub mod story;
pub mod test;
pub mod tool;
pub mod uf2;
