//! The project's own commands, one file each; a library too, so that tests and bench build firmware as people do.

pub mod chip;
pub mod flash;
pub mod guide;
pub mod image;
pub mod licences;
pub mod pcb;
pub mod play;
pub mod solids;
pub mod test;
pub mod tool;
pub mod uf2;
