//! `cargo xtask build`, `cargo xtask block` and `cargo xtask maker`: the firmware with its boards, the boards alone,
//! and the code of the page for making boards.

use builder::{
    chip::Chip,
    image, maker,
    tool::{Outcome, board_and_chip, only_board},
};

pub fn main(args: lexopt::Parser) -> Outcome {
    let (board, chip) = board_and_chip(args)?;
    let chip = chip.map_or_else(Chip::emulated, Ok)?;
    image::for_each(&image::chosen(board.as_deref())?, |board| {
        println!("{}", image::build_for(board, chip)?.folder.display());
        Ok(())
    })
}

/// Checks boards and writes their files for the emulator, without building the firmware.
pub fn write_blocks(args: lexopt::Parser) -> Outcome {
    image::for_each(&image::chosen(only_board(args)?.as_deref())?, |board| {
        println!("{}", image::write_block(board)?.display());
        Ok(())
    })
}

/// Builds the code of the page for making boards.
pub fn write_maker(mut args: lexopt::Parser) -> Outcome {
    if let Some(arg) = args.next()? {
        return Err(arg.unexpected().into());
    }
    println!("{}", maker::build()?.display());
    Ok(())
}
