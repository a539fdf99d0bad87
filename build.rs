//! Turns the board's file into code, and tells the linker where the Pico's memory lies.
//! `BOARD` chooses the folder under `boards/`, or is the path of one that lies elsewhere.

use std::{env, error::Error, fs, path::PathBuf, process};

const DEFAULT_BOARD: &str = "table";

fn main() {
    if let Err(error) = build() {
        for line in error.to_string().lines() {
            println!("cargo::error={line}");
        }
        process::exit(1);
    }
}

fn build() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-env-changed=BOARD");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=memory.x");
    // The whole folder, so that a new board is noticed.
    println!("cargo::rerun-if-changed=boards");

    let name = env::var("BOARD").unwrap_or_else(|_| DEFAULT_BOARD.to_string());
    if name.contains('/') {
        println!("cargo::rerun-if-changed={name}/board.toml");
    }
    // One that is wrong is told to whoever builds or tests it, and to nobody else.
    let sound: Vec<boards::Board> = boards::load_all(&root).into_iter().flatten().collect();
    fs::write(out.join("boards.rs"), boards::rust::all(&sound))?;

    // Only the firmware knows which board it runs on.
    if env::var("CARGO_CFG_TARGET_OS")? == "none" {
        let board = boards::load(&root, &name)?;
        fs::write(out.join("board.rs"), boards::rust::facts(&board))?;
        fs::write(out.join("wiring.rs"), boards::rust::wiring(&board))?;
        fs::copy(root.join("memory.x"), out.join("memory.x"))?;
        println!("cargo::rustc-link-search={}", out.display());
        for argument in ["--nmagic", "--icf=all", "-Tlink.x", "-Tlink-rp.x"] {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
        if env::var_os("CARGO_FEATURE_LOG").is_some() {
            println!("cargo::rustc-link-arg-bins=-Tdefmt.x");
        }
    }
    Ok(())
}
