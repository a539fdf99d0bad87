//! The firmware and its boards: `target/firmware/` holds `firmware.elf` for the default chip, and a folder for each
//! board with its wiring for the emulator (`board.json`), its block for the emulated flash (`board.bin`) and the file
//! that flashes any chip (`firmware.uf2`). Other builds have folders with the same layout.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    chip::Chip,
    tool::{Outcome, cargo, need_chip_target, root, run},
    uf2,
};

/// Where pages and the emulator look for the firmware.
pub(crate) const FIRMWARE: &str = "target/firmware";

/// The firmware of a chip, and one board.
pub struct Image {
    /// The board's name.
    pub board: String,
    pub file: boards::Board,
    pub chip: Chip,
    /// Folder with the board's files.
    pub folder: PathBuf,
}

impl Image {
    pub fn elf(&self) -> PathBuf {
        self.folder.with_file_name("firmware.elf")
    }

    /// The board's block, which lies in flash at [`uf2::board_address`].
    pub fn block(&self) -> PathBuf {
        self.folder.join("board.bin")
    }
}

/// The boards a command works on: the named one, which may be the path of a folder elsewhere, or all.
pub fn chosen(board: Option<&str>) -> Outcome<Vec<String>> {
    let all = boards::discover(&root())?;
    match board {
        None => Ok(all),
        Some(board) if all.iter().any(|name| name == board) || Path::new(board).join("board.toml").is_file() => {
            Ok(vec![board.to_string()])
        }
        Some(board) => Err(format!("there is no board {board}; the boards are {}", all.join(", ")).into()),
    }
}

/// Builds boards for the emulated chip, one after the other.
pub fn build_all(names: &[String]) -> Outcome<Vec<Image>> {
    build_all_for(names, Chip::emulated()?)
}

pub fn build_all_for(names: &[String], chip: Chip) -> Outcome<Vec<Image>> {
    names.iter().map(|name| build_for(name, chip)).collect()
}

/// Calls `make` for each board. A board that fails does not stop the others; errors are reported at the end.
pub fn for_each(names: &[String], mut make: impl FnMut(&str) -> Outcome) -> Outcome {
    let failures: Vec<String> =
        names.iter().filter_map(|name| make(name).err().map(|error| error.to_string())).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// True if the firmware has been built here before.
pub fn is_built(chip: Chip) -> bool {
    root().join(within(FIRMWARE, chip)).join("firmware.elf").is_file()
}

/// Writes the board's files for the emulator without building the firmware.
pub fn write_block(board: &str) -> Outcome<PathBuf> {
    let folder = write_board(FIRMWARE, &boards::load(&root(), board)?)?;
    list_boards()?;
    Ok(folder)
}

/// Writes the list of available boards for the page.
fn list_boards() -> Outcome {
    let mut names = boards::discover(&root())?;
    names.retain(|name| root().join(FIRMWARE).join(name).join("board.bin").is_file());
    write_if_new(&root().join(FIRMWARE).join("boards.json"), serde_json::to_string(&names)?.as_bytes())
}

/// Builds the firmware for the emulated chip and writes a board beside it: a folder under `boards/`, or the path of one
/// elsewhere.
pub fn build(board: &str) -> Outcome<Image> {
    build_for(board, Chip::emulated()?)
}

pub fn build_for(board: &str, chip: Chip) -> Outcome<Image> {
    let image = build_into(FIRMWARE, board, chip, "release", &[])?;
    list_boards()?;
    Ok(image)
}

/// Like `build`, with the test hooks that tests and benches use. Not for playing.
pub fn build_with_hooks(board: &str) -> Outcome<Image> {
    build_with_hooks_for(board, Chip::emulated()?)
}

pub fn build_with_hooks_for(board: &str, chip: Chip) -> Outcome<Image> {
    build_into("target/firmware-with-hooks", board, chip, "hooks", HOOKS)
}

/// Like `build_with_hooks`, optimised for speed instead of size: nothing may depend on how the compiler arranges the
/// code.
pub fn build_fast_with_hooks(board: &str) -> Outcome<Image> {
    let options = [HOOKS, &["--config", "profile.release.opt-level=3"]].concat();
    build_into("target/firmware-fast", board, Chip::emulated()?, "fast", &options)
}

const HOOKS: &[&str] = &["--features", "test-hooks"];

/// Builds the firmware for these chips and returns the UF2 file that flashes any of them, with a board.
pub fn build_uf2(board: &str, chips: &[Chip]) -> Outcome<Vec<u8>> {
    let family = |&chip: &Chip| {
        let image = build_for(board, chip)?;
        uf2::firmware(&fs::read(image.elf())?, &image.file.device(), chip)
    };
    Ok(uf2::interleave(&chips.iter().map(family).collect::<Outcome<Vec<_>>>()?))
}

/// Like `build_uf2` for all chips; writes the file that the page and the site offer for download.
pub fn build_for_all(board: &str) -> Outcome<PathBuf> {
    let bytes = build_uf2(board, &Chip::ALL)?;
    let path = root().join(FIRMWARE).join(boards::load(&root(), board)?.name).join("firmware.uf2");
    write_if_new(&path, &bytes)?;
    Ok(path)
}

fn build_into(parent: &str, board: &str, chip: Chip, target: &str, options: &[&str]) -> Outcome<Image> {
    let file = boards::load(&root(), board)?;
    let elf = build_elf(chip, target, options)?;
    let image = Image { board: file.name.clone(), chip, folder: write_board(&within(parent, chip), &file)?, file };
    write_if_new(&image.elf(), &fs::read(elf)?)?;
    Ok(image)
}

/// Folder for the firmware of a chip and its boards.
fn within(parent: &str, chip: Chip) -> String {
    match chip {
        Chip::DEFAULT => parent.to_string(),
        other => format!("{parent}/{}", other.name().to_lowercase()),
    }
}

fn write_board(parent: &str, file: &boards::Board) -> Outcome<PathBuf> {
    let folder = root().join(parent).join(&file.name);
    fs::create_dir_all(&folder)?;
    write_if_new(&folder.join("board.json"), boards::json(file).as_bytes())?;
    write_if_new(&folder.join("board.bin"), &boards::block::encode(&file.device()))?;
    Ok(folder)
}

/// Builds the firmware for a chip. The image is the same for every board. Each set of options has a `target` folder of
/// its own, since several builds may run at once and the result has the same name in all. What they share, the crates
/// that ours depends on, is compiled once, in one build folder.
fn build_elf(chip: Chip, target: &str, options: &[&str]) -> Outcome<PathBuf> {
    need_chip_target(chip)?;
    let target = root().join("target/device").join(target);
    run(cargo()
        // Select it by package: together with the rest of the workspace, cargo would enable the features of `boards`
        // that only commands need.
        .args(["build", "--package", "dixit-dials", "--release", "--target", chip.target(), "--target-dir"])
        .arg(&target)
        .args(options)
        .env("CARGO_BUILD_BUILD_DIR", build_folder())
        .env("CARGO_ENCODED_RUSTFLAGS", short_names()))?;
    Ok(target.join(chip.target()).join("release/dixit-dials"))
}

/// What cargo makes on the way to the firmware, whatever its options.
pub fn build_folder() -> PathBuf {
    root().join("target/device/build")
}

/// Compiler flags that remove this computer's folders from the file names in panics. The image is then the same
/// wherever it is built, it is smaller, and the name fits on a screen.
fn short_names() -> OsString {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let mut flags = OsString::new();
    for registry in registries.into_iter().flatten().flatten() {
        if !flags.is_empty() {
            flags.push("\x1f");
        }
        flags.push("--remap-path-prefix=");
        flags.push(registry.path());
        flags.push("/=");
    }
    flags
}

/// Writes a file only if its content changed. An unchanged file keeps its time, so nothing that watches it restarts.
pub fn write_if_new(path: &Path, content: &[u8]) -> Outcome {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::write(path, content).map_err(|error| format!("{} cannot be written: {error}", path.display()).into())
}
