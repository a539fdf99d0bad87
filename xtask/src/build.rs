//! `cargo xtask build`, `cargo xtask block` and `cargo xtask maker`: the firmware with boards beside it, the boards alone, and
//! the code of the page that makes boards.

use builder::{
    image, maker,
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

/// What the page runs on which boards are made.
pub fn write_maker(mut args: lexopt::Parser) -> Outcome {
    if let Some(arg) = args.next()? {
        return Err(arg.unexpected().into());
    }
    println!("{}", maker::build()?.display());
    Ok(())
}
