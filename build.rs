//! Tells the linker where the Pico's memory lies. Which chip it is follows from the target.

use std::{env, error::Error, path::PathBuf, process};

/// What differs between the chips before anything is compiled.
struct Chip {
    name: &'static str,
    target: &'static str,
    /// Where its flash and its memory lie.
    memory: &'static str,
    /// Linker scripts beyond the core's own.
    scripts: &'static [&'static str],
}

/// The file that every program for these cores asks the linker for by this name.
const MEMORY: &str = "memory.x";

const CHIPS: [Chip; 2] = [
    Chip { name: "rp2040", target: "thumbv6m-none-eabi", memory: MEMORY, scripts: &["-Tlink-rp.x"] },
    Chip { name: "rp2350", target: "thumbv8m.main-none-eabihf", memory: "memory-rp2350.x", scripts: &[] },
];

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
    println!("cargo::rerun-if-changed=build.rs");
    let names = CHIPS.map(|chip| format!("{:?}", chip.name)).join(", ");
    println!("cargo::rustc-check-cfg=cfg(chip, values({names}))");
    if env::var("CARGO_CFG_TARGET_OS")? == "none" {
        let target = env::var("TARGET")?;
        let chip = CHIPS.iter().find(|chip| chip.target == target).ok_or_else(|| {
            format!("no Pico has a chip for {target}; the targets are {}", CHIPS.map(|chip| chip.target).join(", "))
        })?;
        println!("cargo::rustc-cfg=chip=\"{}\"", chip.name);
        println!("cargo::rerun-if-changed={}", chip.memory);
        println!("cargo::rustc-link-search={}", root.display());
        if chip.memory != MEMORY {
            // The linker would take the one that lies in the folder it runs in, whatever the chip.
            let memory = root.join(chip.memory);
            println!("cargo::rustc-link-arg-bins=--remap-inputs=*{MEMORY}={}", memory.display());
        }
        for argument in ["--nmagic", "--icf=all", "-Tlink.x"].iter().chain(chip.scripts) {
            println!("cargo::rustc-link-arg-bins={argument}");
        }
        if env::var_os("CARGO_FEATURE_LOG").is_some() {
            println!("cargo::rustc-link-arg-bins=-Tdefmt.x");
        }
    }
    Ok(())
}
