//! `cargo xtask solids`: every piece of a board's boxes as STL and 3MF, made by OpenSCAD, into `target/solids/<board>/`. STEP
//! is not among them: OpenSCAD works with facets and cannot write it.

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

/// Where the solids of a board lie once they were made.
pub fn folder(board: &str) -> PathBuf {
    root().join("target/solids").join(board)
}

/// Makes all pieces of a board. OpenSCAD fails where a model is no solid.
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
