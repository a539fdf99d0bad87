//! `cargo xtask pcb`: the circuit boards of a board file, into `target/pcb/`. With `--kicad`, KiCad also fills their
//! pours, runs the design rule check and plots them for a manufacturer; it is installed if missing.

use std::{fs, path::PathBuf};

use boards::Board;
use drawings::pcb;
use lexopt::ValueExt;

use builder::{
    image::{self, write_if_new},
    tool::{Outcome, command, need_kicad, root, run},
};

/// The Python script that KiCad runs.
const SCRIPT: &str = include_str!("pcb/kicad.py");

pub fn main(mut args: lexopt::Parser) -> Outcome {
    let (mut board, mut kicad) = (None, false);
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("board") => board = Some(args.value()?.string()?),
            lexopt::Arg::Long("kicad") => kicad = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let mut files = Vec::new();
    let mut wrong = Vec::new();
    for name in image::chosen(board.as_deref())? {
        match boards::load(&root(), &name).map_err(|error| error.to_string()).and_then(|board| write(&board)) {
            Ok(written) => files.extend(written),
            Err(error) => wrong.push(format!("{name}: {error}")),
        }
    }
    if kicad && !files.is_empty() {
        check(&files)?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Output folder.
pub fn folder() -> PathBuf {
    root().join("target/pcb")
}

/// Writes all files of a board's circuit boards and returns the paths of those for KiCad.
pub fn write(board: &Board) -> Result<Vec<PathBuf>, String> {
    fs::create_dir_all(folder()).map_err(|error| format!("target/pcb cannot be made: {error}"))?;
    let carriers = pcb::carriers(board)?;
    let mut boards = Vec::new();
    for carrier in &carriers {
        let copper = pcb::route(carrier)?;
        for (name, text) in pcb::files(carrier, &copper) {
            let path = folder().join(name);
            write_if_new(&path, text.as_bytes()).map_err(|error| error.to_string())?;
            boards.extend(path.extension().is_some_and(|end| end == "kicad_pcb").then_some(path));
        }
        let (width, height) = (carrier.size.0 / 1000, carrier.size.1 / 1000);
        println!("{}: {width} × {height} mm, {} joints, {} of it", carrier.name, carrier.joints(), carrier.copies);
    }
    println!("{}: {} joints altogether", board.name, pcb::joints(&carriers));
    Ok(boards)
}

/// Fails if KiCad reports a broken rule or an unconnected net.
pub fn check(files: &[PathBuf]) -> Outcome {
    let python = need_kicad()?;
    let script = folder().join("kicad.py");
    fs::write(&script, SCRIPT)?;
    run(command(&python).arg(script).arg(folder()).args(files))
}
