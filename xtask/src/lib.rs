//! The project's own commands, one file each; a library too, so that the site makes solids and circuit boards as they do.

pub mod build;
pub mod flash;
pub mod guide;
pub mod licences;
pub mod pcb;
pub mod play;
pub mod solids;
pub mod test;
pub mod uf2;
