//! Tells the linker the memory layout of the chip, which follows from the target.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The library that this links with provides the memory maps; `memory.x` is that of the Pico.
    let of_the_chip = match env::var("TARGET").as_deref() {
        Ok("thumbv6m-none-eabi") => "-Tlink-rp.x".to_string(),
        _ => format!("--remap-inputs=*memory.x={}/../../../memory-rp2350.x", env!("CARGO_MANIFEST_DIR")),
    };
    for argument in ["--nmagic", "-Tlink.x", &of_the_chip] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
