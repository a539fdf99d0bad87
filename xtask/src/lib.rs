//! The project's own commands, one file each; a library too, so that the tests can run them.

pub mod score;
