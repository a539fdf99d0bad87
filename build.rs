//! Tells the linker where the Pico's memory lies, and turns letters into columns of pixels. Which chip it is follows from
//! the target.

use std::{env, error::Error, fs, path::PathBuf, process};

use embedded_graphics::geometry::{OriginDimensions, Point};
use embedded_graphics::image::GetPixel;
use embedded_graphics::mono_font::{MonoFont, iso_8859_15 as western, iso_8859_16 as eastern};
use embedded_graphics::pixelcolor::BinaryColor;

/// What differs between the chips at build time.
struct Chip {
    name: &'static str,
    target: &'static str,
    /// Its memory layout.
    memory: &'static str,
    /// Linker scripts beyond the core's own.
    scripts: &'static [&'static str],
}

/// The linker scripts of these cores include the memory layout by this name.
const MEMORY: &str = "memory.x";

const CHIPS: [Chip; 2] = [
    Chip { name: "rp2040", target: "thumbv6m-none-eabi", memory: MEMORY, scripts: &["-Tlink-rp.x"] },
    Chip { name: "rp2350", target: "thumbv8m.main-none-eabihf", memory: "memory-rp2350.x", scripts: &[] },
];

/// The letters of each size, by the name that `src/screen/fonts.rs` includes them by: western and eastern European.
const LETTERS: [(&str, [&MonoFont; 2]); 5] = [
    ("letters-10x20", [&western::FONT_10X20, &eastern::FONT_10X20]),
    ("letters-9x15", [&western::FONT_9X15_BOLD, &eastern::FONT_9X15_BOLD]),
    ("letters-7x13", [&western::FONT_7X13_BOLD, &eastern::FONT_7X13_BOLD]),
    ("letters-6x10", [&western::FONT_6X10, &eastern::FONT_6X10]),
    ("letters-5x8", [&western::FONT_5X8, &eastern::FONT_5X8]),
];

/// Letters that the languages need beyond ASCII, and the space that breaks no line.
const BEYOND_ASCII: &str = "\u{a0}¡ª«°º»¿ÀÁÂÄÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÙÚÛÜßàáâäæçèéêëìíîïñòóôöùúûüÿĄąĆćĘęŁłŃńŒœŚśŸŹźŻż";

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
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("letters-beyond-ascii"), BEYOND_ASCII)?;
    for (name, fonts) in LETTERS {
        fs::write(out.join(name), columns(fonts)?)?;
    }
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
            // Otherwise the linker would use the file in its working directory, whatever the chip.
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

/// All letters of a size, column after column, in as many bytes each as a column needs; the lowest bit on top.
fn columns(fonts: [&MonoFont; 2]) -> Result<Vec<u8>, String> {
    let has = |font: &MonoFont, letter| {
        let index = |letter| font.glyph_mapping.index(letter);
        letter == '?' || index(letter) != index(char::REPLACEMENT_CHARACTER)
    };
    let mut bytes = Vec::new();
    for letter in (' '..='~').chain(BEYOND_ASCII.chars()) {
        let font = fonts.into_iter().find(|font| has(font, letter)).ok_or(format!("no font has {letter}"))?;
        let (index, size) = (font.glyph_mapping.index(letter) as u32, font.character_size);
        let in_row = font.image.size().width / size.width;
        let corner = Point::new((index % in_row * size.width) as i32, (index / in_row * size.height) as i32);
        for x in 0..size.width as i32 {
            let lit = |y: u32| font.image.pixel(corner + Point::new(x, y as i32)) == Some(BinaryColor::On);
            let column = (0..size.height).fold(0u32, |column, y| column | u32::from(lit(y)) << y);
            bytes.extend_from_slice(&column.to_le_bytes()[..size.height.div_ceil(8) as usize]);
        }
    }
    Ok(bytes)
}
