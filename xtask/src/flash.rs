//! `cargo xtask flash`: puts a board's firmware onto a Pico that is plugged in.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    image::{self, Image},
    tool::{Outcome, answer, command, find, only_board, run},
};

/// How a Pico names itself while its BOOTSEL button is held at power-up.
const DRIVE: &str = "RPI-RP2";

const NO_PICO: &str = "no Pico was found: hold its BOOTSEL button while you plug it in, wait for the drive RPI-RP2, \
                       and run this again (or copy the file onto that drive yourself: ";

pub fn main(args: lexopt::Parser) -> Outcome {
    let board = only_board(args)?;
    let names = image::chosen(None)?.join(", ");
    let board = board.ok_or(format!("say which board: cargo xtask flash --board B, where B is one of {names}"))?;
    image::chosen(Some(&board))?;
    flash(&image::build(&board)?)
}

fn flash(image: &Image) -> Outcome {
    if let Some(drive) = drive(&places()) {
        println!("copying the firmware of {} to {}", image.board, drive.display());
        return copy(image, &drive);
    }
    if find("picotool").is_some() && answer(command("picotool").arg("info")).is_some() {
        return run(command("picotool").args(["load", "--verify", "--execute"]).arg(image.uf2()));
    }
    if answer(command("probe-rs").arg("list")).is_some_and(|probes| probes.contains("[0]")) {
        run(command("probe-rs").args(["download", "--chip", "RP2040"]).arg(image.elf()))?;
        return run(command("probe-rs").args(["reset", "--chip", "RP2040"]));
    }
    Err(format!("{NO_PICO}{})", image.uf2().display()).into())
}

/// The Pico restarts as soon as it has the last block, so it may be gone before the file is closed.
fn copy(image: &Image, drive: &Path) -> Outcome {
    let bytes = fs::read(image.uf2())?;
    match fs::write(drive.join("dixit-dials.uf2"), bytes) {
        Err(error) if drive.exists() => Err(format!("{} cannot be written: {error}", drive.display()).into()),
        _ => {
            println!("done: the Pico restarts by itself");
            Ok(())
        }
    }
}

/// Folders in which systems show drives.
fn places() -> Vec<PathBuf> {
    let mut places = vec![PathBuf::from("/Volumes"), PathBuf::from("/media"), PathBuf::from("/mnt")];
    for people in ["/media", "/run/media"] {
        places.extend(fs::read_dir(people).into_iter().flatten().flatten().map(|entry| entry.path()));
    }
    if cfg!(windows) {
        places.extend((b'D'..=b'Z').map(|letter| PathBuf::from(format!("{}:\\", letter as char))));
    }
    places
}

/// The Pico's drive: it carries a file that says so, whatever the system calls it.
fn drive(places: &[PathBuf]) -> Option<PathBuf> {
    let is_pico =
        |folder: &PathBuf| fs::read_to_string(folder.join("INFO_UF2.TXT")).is_ok_and(|info| info.contains(DRIVE));
    places.iter().flat_map(|place| [place.join(DRIVE), place.clone()]).find(is_pico)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_drive_that_says_it_is_a_pico_is_written_to() {
        let place = std::env::temp_dir().join(format!("dixit-dials-drive-{}", std::process::id()));
        let folder = place.join(DRIVE);
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(drive(std::slice::from_ref(&place)), None);
        fs::write(folder.join("INFO_UF2.TXT"), "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
            .unwrap();
        assert_eq!(drive(std::slice::from_ref(&place)), Some(folder));
        fs::remove_dir_all(place).unwrap();
    }
}
