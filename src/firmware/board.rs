//! The board's file as constants and pins, written out by the build script.

include!(concat!(env!("OUT_DIR"), "/board.rs"));
include!(concat!(env!("OUT_DIR"), "/wiring.rs"));
