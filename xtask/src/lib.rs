//! The project's commands, one file each. Also a library, so that the site makes solids and circuit boards the same
//! way.

pub mod build;
pub mod flash;
pub mod guide;
pub mod licences;
pub mod log;
pub mod pcb;
pub mod play;
pub mod solids;
pub mod test;
pub mod uf2;
