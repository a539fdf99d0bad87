//! `cargo xtask build` and `cargo xtask block`: the firmware with boards beside it, or the boards alone.

use builder::{
    image,
    tool::{Outcome, only_board},
};

pub fn main(args: lexopt::Parser) -> Outcome {
    image::for_each(&image::chosen(only_board(args)?.as_deref())?, |board| {
        println!("{}", image::build(board)?.folder.display());
        Ok(())
    })
}

/// Checks boards and writes what the emulator reads of them, without building anything.
pub fn write_blocks(args: lexopt::Parser) -> Outcome {
    image::for_each(&image::chosen(only_board(args)?.as_deref())?, |board| {
        println!("{}", image::write_block(board)?.display());
        Ok(())
    })
}
