//! Tells the linker where the Pico's memory lies.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The library that this is linked with brings the map of the memory.
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}
