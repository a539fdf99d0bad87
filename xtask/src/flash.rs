//! `cargo xtask flash`: flashes a board's firmware to the connected Pico. Detects which of the two chips it has,
//! because a boot ROM silently ignores an image for the other chip.

use std::{
    fs,
    path::{Path, PathBuf},
};

use builder::{
    chip::Chip,
    image::{self, Image},
    tool::{Outcome, answer, board_and_chip, command, find, run},
    uf2,
};

const NO_PICO: &str = "no Pico was found: hold its BOOTSEL button while you plug it in, wait for the drive RPI-RP2 (RP2350 \
                       with a Pico 2), and run this again (or copy the file onto that drive yourself: ";

/// How the Pico can be reached.
enum Connection {
    Drive(PathBuf),
    Picotool,
    Probe,
}

pub fn main(args: lexopt::Parser) -> Outcome {
    let (board, wanted) = board_and_chip(args)?;
    let names = image::chosen(None)?.join(", ");
    let board = board.ok_or(format!("say which board: cargo xtask flash --board B, where B is one of {names}"))?;
    image::chosen(Some(&board))?;
    let Some((connection, found)) = plugged_in(wanted)? else {
        return Err(format!("{NO_PICO}{})", image::build_for_all(&board)?.display()).into());
    };
    let chip = agreed(wanted, found)?;
    println!("found the chip of a {}: {}", chip.picos().replace(", ", " or "), chip.name());
    flash(&image::build_for(&board, chip)?, &connection)
}

/// The connected Pico, and its chip if that can be detected.
fn plugged_in(wanted: Option<Chip>) -> Outcome<Option<(Connection, Option<Chip>)>> {
    if let Some((drive, chip)) = drive(&places()) {
        return Ok(Some((Connection::Drive(drive), Some(chip))));
    }
    if find("picotool").is_some()
        && let Some(info) = answer(command("picotool").args(["info", "--device"]))
    {
        return Ok(Some((Connection::Picotool, chip_in(&info))));
    }
    if answer(command("probe-rs").arg("list")).is_some_and(|probes| probes.contains("[0]")) {
        // A chip responds to its own name only.
        let answers = |chip: &Chip| answer(command("probe-rs").args(["reset", "--chip", chip.probe_name()])).is_some();
        return Ok(Some((Connection::Probe, wanted.or_else(|| Chip::ALL.into_iter().find(answers)))));
    }
    Ok(None)
}

/// The chip named in a description.
fn chip_in(text: &str) -> Option<Chip> {
    Chip::ALL.into_iter().find(|chip| text.contains(chip.name()))
}

/// The chip that was asked for or detected; an error if the two differ.
fn agreed(wanted: Option<Chip>, found: Option<Chip>) -> Outcome<Chip> {
    match (wanted, found) {
        (Some(wanted), Some(found)) if wanted != found => {
            let (wanted, found) = (wanted.name(), found.name());
            Err(format!("the Pico that is plugged in has an {found}, not an {wanted}; leave --chip out").into())
        }
        (Some(chip), _) | (None, Some(chip)) => Ok(chip),
        (None, None) => {
            let picos = Chip::ALL.map(|chip| format!("--chip {} for a {}", chip.name().to_lowercase(), chip.picos()));
            Err(format!("the Pico does not tell which chip it has; say it: {}", picos.join("; ")).into())
        }
    }
}

fn flash(image: &Image, connection: &Connection) -> Outcome {
    let file = image.folder.join("flash.uf2");
    let board = image.file.device();
    fs::write(&file, uf2::firmware(&fs::read(image.elf())?, &board, image.chip)?)?;
    match connection {
        Connection::Drive(drive) => {
            println!("copying the firmware of {} to {}", image.board, drive.display());
            copy(&file, drive)
        }
        Connection::Picotool => run(command("picotool").args(["load", "--verify", "--execute"]).arg(file)),
        Connection::Probe => {
            let chip = ["--chip", image.chip.probe_name()];
            run(command("probe-rs").arg("download").args(chip).arg(image.elf()))?;
            let place = format!("{:#x}", uf2::board_address(image.chip));
            let as_bytes = ["--binary-format", "bin", "--base-address", &place];
            run(command("probe-rs").arg("download").args(chip).args(as_bytes).arg(image.block()))?;
            run(command("probe-rs").arg("reset").args(chip))
        }
    }
}

/// The Pico restarts as soon as it has received the last block, so its drive may be gone before the file is closed.
fn copy(file: &Path, drive: &Path) -> Outcome {
    let bytes = fs::read(file)?;
    match fs::write(drive.join("dixit-dials.uf2"), bytes) {
        Err(error) if drive.exists() => Err(format!("{} cannot be written: {error}", drive.display()).into()),
        _ => {
            println!("done: the Pico restarts by itself");
            Ok(())
        }
    }
}

/// Folders in which operating systems mount drives.
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

/// The Pico's drive. It is recognised by its info file, which also names the chip, not by its mount name.
fn drive(places: &[PathBuf]) -> Option<(PathBuf, Chip)> {
    let folders = places
        .iter()
        .flat_map(|place| Chip::ALL.map(|chip| place.join(chip.drive())).into_iter().chain([place.clone()]));
    folders.into_iter().find_map(|folder| {
        let info = fs::read_to_string(folder.join("INFO_UF2.TXT")).ok()?;
        let id = info.lines().find_map(|line| line.strip_prefix("Board-ID:"))?.trim();
        let chip = Chip::ALL.into_iter().find(|chip| chip.drive() == id)?;
        Some((folder, chip))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICO: &str = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n";
    const PICO_2: &str = "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n";
    const OTHER: &str = "UF2 Bootloader v1.23.1\nModel: Feather M0\nBoard-ID: SAMD21G18A-Feather-v0\n";

    #[test]
    fn only_a_drive_with_a_picos_info_file_is_written_to() {
        for (label, info, chip) in [
            ("RPI-RP2", PICO, Some(Chip::Rp2040)),
            ("RP2350", PICO_2, Some(Chip::Rp2350)),
            // The file inside counts, not the mount name.
            ("RPI-RP2", PICO_2, Some(Chip::Rp2350)),
            ("RPI-RP2", OTHER, None),
        ] {
            let place = std::env::temp_dir().join(format!("dixit-dials-drive-{}", std::process::id()));
            let folder = place.join(label);
            fs::create_dir_all(&folder).unwrap();
            assert_eq!(drive(std::slice::from_ref(&place)), None);
            fs::write(folder.join("INFO_UF2.TXT"), info).unwrap();
            assert_eq!(drive(std::slice::from_ref(&place)), chip.map(|chip| (folder, chip)));
            fs::remove_dir_all(place).unwrap();
        }
    }

    #[test]
    fn the_chip_is_read_from_picotools_output() {
        assert_eq!(chip_in("Device Information\n type:   RP2350\n revision: A2\n"), Some(Chip::Rp2350));
        assert_eq!(chip_in("Device Information\n type:   RP2040\n"), Some(Chip::Rp2040));
        assert_eq!(chip_in("Device Information\n flash size:   2048K\n"), None);
    }

    #[test]
    fn the_wrong_chip_is_not_flashed() {
        let said = agreed(Some(Chip::Rp2040), Some(Chip::Rp2350)).unwrap_err().to_string();
        assert_eq!(said, "the Pico that is plugged in has an RP2350, not an RP2040; leave --chip out");
        assert!(agreed(None, None).unwrap_err().to_string().contains("--chip rp2350 for a Pico 2"));
        assert_eq!(agreed(Some(Chip::Rp2040), None).unwrap(), Chip::Rp2040);
        assert_eq!(agreed(None, Some(Chip::Rp2350)).unwrap(), Chip::Rp2350);
    }
}
