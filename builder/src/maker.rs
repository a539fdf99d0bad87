//! The code of the page on which boards are made, compiled to WebAssembly; it lies beside the firmware, where pages look.

use std::{fs, path::PathBuf};

use crate::{
    image::{FIRMWARE, write_if_new},
    tool::{Outcome, cargo, need_target, root, run},
};

const TARGET: &str = "wasm32-unknown-unknown";
/// As `Cargo.toml` has it.
const PROFILE: &str = "page";

pub fn build() -> Outcome<PathBuf> {
    need_target(TARGET, "web pages")?;
    run(cargo().args(["build", "--package", "maker", "--profile", PROFILE, "--target", TARGET]))?;
    let folder = root().join(FIRMWARE);
    fs::create_dir_all(&folder)?;
    let file = folder.join("maker.wasm");
    write_if_new(&file, &fs::read(root().join("target").join(TARGET).join(PROFILE).join("maker.wasm"))?)?;
    Ok(file)
}
