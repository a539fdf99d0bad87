//! `cargo xtask uf2`: the files that a Pico accepts like a memory stick, for each board, into `target/uf2/`:
//! `dixit-dials-<board>.uf2`, the firmware with the board's block, and `board-<board>.uf2`, the block alone. The
//! licences of the third-party code are written beside them.

use std::fs;

use builder::{
    image,
    tool::{Outcome, board_and_chip, root},
    uf2,
};

use crate::licences;

pub fn main(args: lexopt::Parser) -> Outcome {
    let (board, chip) = board_and_chip(args)?;
    let folder = root().join("target/uf2");
    fs::create_dir_all(&folder)?;
    licences::write(&folder.join(licences::FILE))?;
    image::for_each(&image::chosen(board.as_deref())?, |board| {
        let loaded = boards::load(&root(), board)?;
        let name = &loaded.name;
        let (file, bytes) = match chip {
            None => (format!("dixit-dials-{name}.uf2"), fs::read(image::build_for_all(board)?)?),
            Some(chip) => {
                let chip_name = chip.name().to_lowercase();
                (format!("dixit-dials-{name}-{chip_name}.uf2"), image::build_uf2(board, &[chip])?)
            }
        };
        let file = folder.join(file);
        fs::write(&file, &bytes)?;
        let sizes: Vec<String> = uf2::sizes(&bytes)
            .into_iter()
            .map(|(chip, size)| {
                format!("{} KiB of flash for the {} ({})", size.div_ceil(1024), chip.name(), chip.picos())
            })
            .collect();
        println!("{}: {}", file.display(), sizes.join(", "));
        let alone = folder.join(format!("board-{name}.uf2"));
        fs::write(&alone, uf2::board_alone(&loaded.device()))?;
        println!("{}: the board alone, for a Pico that has the firmware", alone.display());
        Ok(())
    })
}
