//! The page with the firmware: a file for each board, the three steps that put it on a Pico, the source, the licences.

use std::{fs, path::Path};

use boards::{Board, uf2::only};
use builder::{
    chip::Chip,
    tool::{self, Outcome, root},
    uf2,
};
use sha2::{Digest, Sha256};
use xtask::{licences, solids};

use crate::{
    library::Library,
    shell::{self, escaped},
};

const SOURCE: &str = "dixit-dials-source.tar.gz";

pub fn write(library: &mut Library, boards: &[Board]) -> Outcome {
    let mut files = String::new();
    for board in boards {
        files += &card(library, board)?;
    }
    let mut solids = String::new();
    for board in boards {
        solids += &pieces(library, board)?;
    }
    library.write(Path::new("download").join(licences::FILE), licences::text()?.as_bytes())?;
    let source = source(library)?;
    let body = include_str!("../pages/download.html")
        .replace("{{files}}", &files)
        .replace("{{solids}}", &solids)
        .replace("{{source}}", &source);
    let page = Path::new("download/index.html");
    let description = "The firmware of every board for the Pico and the Pico 2, the boxes to print, and the source.";
    library.write(page, shell::page(page, "Download", description, &body).as_bytes())
}

/// A board's file for both chips, and behind a click its checksum and a file for each chip alone.
fn card(library: &Library, board: &Board) -> Outcome<String> {
    let (name, bytes) = (file_name(&board.name), firmware(&board.name)?);
    let mut checks = String::new();
    let mut publish = |name: &str, bytes: &[u8]| {
        let fits: Vec<&str> = uf2::sizes(bytes).into_iter().map(|(chip, _)| chip.picos()).collect();
        checks += &format!(
            "<li><a href=\"{name}\" download>{name}</a> for {}: {} KiB, SHA-256 <code>{}</code></li>\n",
            fits.join(", "),
            bytes.len().div_ceil(1024),
            sha256(bytes)
        );
        library.write(Path::new("download").join(name), bytes)
    };
    publish(&name, &bytes)?;
    for chip in Chip::ALL {
        let alone = format!("{}-{}.uf2", name.trim_end_matches(".uf2"), chip.name().to_lowercase());
        publish(&alone, &only(&bytes, chip.family()))?;
    }
    Ok(format!(
        "<li class=\"card\"><div><h2>{}</h2>\n<p class=\"small\">Version {}, {} KiB</p></div>\n\
         <p><a class=\"button first\" href=\"{name}\" download>{name}</a></p>\n\
         <details><summary>Checksums, and files for one chip alone</summary><ul>\n{checks}</ul></details></li>\n",
        escaped(&board.title),
        version(),
        bytes.len().div_ceil(1024)
    ))
}

fn file_name(board: &str) -> String {
    format!("dixit-dials-{board}.uf2")
}

/// Reads the board's UF2 file, which holds the firmware for both chips.
fn firmware(board: &str) -> Outcome<Vec<u8>> {
    Ok(fs::read(root().join("target/firmware").join(board).join("firmware.uf2"))?)
}

/// The number of the version and the day of its last change, where this is a repository.
fn version() -> String {
    let day = tool::answer(tool::command("git").args(["log", "-1", "--format=%cs"]));
    let number = env!("CARGO_PKG_VERSION");
    day.map_or(number.to_string(), |day| format!("{number} of {day}"))
}

/// Link to a board's file for the first step of its guide, with version, size and checksum.
pub fn facts(board: &str) -> Outcome<String> {
    let (name, bytes) = (file_name(board), firmware(board)?);
    Ok(format!(
        "<a href=\"../../download/{name}\" download>{name}</a>: version {}, {} KiB, SHA-256 <code>{}</code>. \
         <a href=\"../../download/index.html\">The download page</a> also has a file for each chip alone.",
        version(),
        bytes.len().div_ceil(1024),
        sha256(&bytes)
    ))
}

/// Checksum to recognise a broken download.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The pieces of a board's cases, if `cargo xtask solids` has made them.
fn pieces(library: &mut Library, board: &Board) -> Outcome<String> {
    let mut links = String::new();
    for piece in drawings::case::parts(board) {
        for kind in solids::KINDS {
            let Ok(bytes) = fs::read(solids::folder(&board.name).join(format!("{piece}.{kind}"))) else { continue };
            let name = format!("{}-{piece}.{kind}", board.name);
            links += &format!("<li><a href=\"{name}\" download>{name}</a>, {} KiB</li>\n", bytes.len().div_ceil(1024));
            library.write(Path::new("download").join(name), &bytes)?;
        }
    }
    let title = escaped(&board.title);
    Ok(if links.is_empty() {
        format!(
            "<p>{title}: this copy of the site was made without the solids; the guide has the OpenSCAD model.</p>\n"
        )
    } else {
        format!("<details><summary>{title}</summary><ul>\n{links}</ul></details>\n")
    })
}

/// The repository's content, packed; a note if this is not a repository.
fn source(library: &Library) -> Outcome<String> {
    let to = root().join("target").join(SOURCE);
    let mut pack = tool::command("git");
    pack.args(["archive", "--format=tar.gz", "--prefix=dixit-dials/", "-o"]).arg(&to).arg("HEAD");
    if tool::answer(&mut pack).is_none() {
        return Ok(
            "<p>This copy of the site was made outside of the repository and has no source beside it.</p>".into()
        );
    }
    library.write(Path::new("download").join(SOURCE), &fs::read(&to)?)?;
    Ok(format!(
        "<p><a href=\"{SOURCE}\" download>{SOURCE}</a> is the whole project: firmware, board files, simulator, tests, this site. \
         With <a href=\"https://rustup.rs\">Rust</a> installed, <code>cargo xtask play</code> builds and runs it.</p>"
    ))
}
