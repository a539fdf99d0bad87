//! The code of the page for making boards, compiled to WebAssembly. It is placed beside the firmware, where pages look
//! for it.

use std::{fs, path::PathBuf};

use crate::{
    image::{FIRMWARE, write_if_new},
    tool::{Outcome, cargo, need_target, root, run},
};

pub const TARGET: &str = "wasm32-unknown-unknown";
/// Name of the profile in `Cargo.toml`.
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
