//! Tells the linker the Pico's memory layout.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The library that this links with provides the memory map.
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
