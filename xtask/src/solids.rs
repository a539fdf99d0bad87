//! `cargo xtask solids`: renders every piece of a board's cases as STL and 3MF with OpenSCAD, into
//! `target/solids/<board>/`. STEP is not possible, since OpenSCAD works with facets.

use std::{fs, path::PathBuf};

use builder::{
    image,
    tool::{Outcome, command, need_openscad, only_board, root, run},
};

const KINDS: [&str; 2] = ["stl", "3mf"];

pub fn main(args: lexopt::Parser) -> Outcome {
    image::for_each(&image::chosen(only_board(args)?.as_deref())?, |board| {
        for file in make(board)? {
            println!("{}", file.display());
        }
        Ok(())
    })
}

/// Folder of a board's rendered solids.
pub fn folder(board: &str) -> PathBuf {
    root().join("target/solids").join(board)
}

/// Renders all pieces of a board. OpenSCAD fails if a model is not a solid.
pub fn make(board: &str) -> Outcome<Vec<PathBuf>> {
    let board = boards::load(&root(), board)?;
    let program = need_openscad()?;
    let folder = folder(&board.name);
    fs::create_dir_all(&folder)?;
    let model = folder.join("case.scad");
    fs::write(&model, drawings::case::model(&board))?;
    let mut files = Vec::new();
    for piece in drawings::case::parts(&board) {
        for kind in KINDS {
            let file = folder.join(format!("{piece}.{kind}"));
            let _ = fs::remove_file(&file);
            let mut make = command(&program.to_string_lossy());
            make.args(["-q", "--hardwarnings", "-o"]).arg(&file).arg("-D").arg(format!("part=\"{piece}\"")).arg(&model);
            run(&mut make)?;
            files.push(file);
        }
    }
    Ok(files)
}
