//! `cargo xtask solids`: writes every piece of a board's cases into `target/solids/<board>/`: STL and 3MF by OpenSCAD, STEP by
//! Open CASCADE. Both fail if a model is not a solid.

use std::{
    fs,
    path::{Path, PathBuf},
};

use boards::Board;
use builder::{
    image,
    tool::{Outcome, answer, command, need_open_cascade, need_openscad, only_board, root, run},
};
use drawings::{body::bodies, case, solid::Solid, step};

/// The extensions of the files.
pub const KINDS: [&str; 3] = ["stl", "3mf", "step"];

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

/// Makes all pieces of a board.
pub fn make(board: &str) -> Outcome<Vec<PathBuf>> {
    let board = boards::load(&root(), board)?;
    let folder = folder(&board.name);
    fs::create_dir_all(&folder)?;
    let mut files = facets(&board, &folder)?;
    let program = need_open_cascade()?;
    for piece in bodies(&board).pieces() {
        let file = folder.join(format!("{}.step", piece.name));
        exact(&program, &case::on_bed(piece), &file)?;
        files.push(file);
    }
    Ok(files)
}

/// STL and 3MF.
fn facets(board: &Board, folder: &Path) -> Outcome<Vec<PathBuf>> {
    let program = need_openscad()?;
    let model = folder.join("case.scad");
    fs::write(&model, case::model(board))?;
    let mut files = Vec::new();
    for piece in case::parts(board) {
        for kind in &KINDS[..2] {
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

/// Writes a solid as STEP. Fails if it is invalid, or if its volume differs from our own calculation.
fn exact(program: &Path, solid: &Solid, file: &Path) -> Outcome {
    let script = file.with_extension("tcl");
    let _ = fs::remove_file(file);
    fs::write(&script, step::script(solid, &file.to_string_lossy()))?;
    let mut draw = command(&program.to_string_lossy());
    let said = answer(draw.args(["-b", "-f"]).arg(&script)).unwrap_or_default();
    let name = file.display();
    if !said.contains("seems to be valid") || !file.is_file() {
        return Err(format!("{name}: Open CASCADE made no sound solid of it: {said}").into());
    }
    let made = said.lines().find_map(|line| line.trim().strip_prefix("Mass :")?.trim().parse::<f64>().ok());
    let (made, counted) = (made.unwrap_or(0.0) / 1000.0, solid.cubic_centimetres());
    if (made - counted).abs() > 0.03 * counted {
        return Err(format!("{name}: Open CASCADE made {made:.1} cm³ of it, where {counted:.1} were drawn").into());
    }
    Ok(())
}
