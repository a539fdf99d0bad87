//! The firmware of a board, built: `target/firmware/<board>/` holds `firmware.elf` for the chip that is emulated,
//! `firmware.uf2` for all chips, and `board.json`, which is all that the emulated Pico and its page read. What the other
//! chips get lies beside it, in folders of their own.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    chip::Chip,
    tool::{Outcome, cargo, need_chip_target, only_board, root, run},
    uf2,
};

/// Where the files of a board that was built for a chip lie.
pub struct Image {
    pub board: String,
    pub chip: Chip,
    pub folder: PathBuf,
}

impl Image {
    pub fn elf(&self) -> PathBuf {
        self.folder.join("firmware.elf")
    }
}

/// The boards that a command is about: the one named, or all.
pub fn chosen(board: Option<&str>) -> Outcome<Vec<String>> {
    let all = boards::discover(&root())?;
    match board {
        None => Ok(all),
        Some(board) if all.iter().any(|name| name == board) => Ok(vec![board.to_string()]),
        Some(board) => Err(format!("there is no board {board}; the boards are {}", all.join(", ")).into()),
    }
}

pub fn main(args: lexopt::Parser) -> Outcome {
    for_each(&chosen(only_board(args)?.as_deref())?, |board| {
        println!("{}", build(board)?.folder.display());
        Ok(())
    })
}

/// Builds boards, one after the other.
pub fn build_all(names: &[String]) -> Outcome<Vec<Image>> {
    names.iter().map(|name| build(name)).collect()
}

/// Does something with each board. One that cannot be built does not keep the others from it; it is told at the end.
pub fn for_each(names: &[String], mut make: impl FnMut(&str) -> Outcome) -> Outcome {
    let failures: Vec<String> =
        names.iter().filter_map(|name| make(name).err().map(|error| error.to_string())).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// Whether a board was ever built here.
pub fn is_built(board: &str) -> bool {
    folder(board).join("firmware.elf").is_file()
}

/// Where cargo keeps what it builds for a board. A folder for each: else each build would undo the one before.
pub fn target_folder(board: &str) -> PathBuf {
    root().join("target/boards").join(board)
}

/// Tells the page which boards are built.
fn list_built() -> Outcome {
    let mut built = boards::discover(&root())?;
    built.retain(|name| is_built(name));
    write_if_new(&root().join("target/firmware/boards.json"), serde_json::to_string(&built)?.as_bytes())
}

fn folder(board: &str) -> PathBuf {
    root().join("target/firmware").join(board)
}

/// Builds one board, a folder under `boards/` or the path of one that lies elsewhere, for the chip that is emulated.
pub fn build(board: &str) -> Outcome<Image> {
    build_for(board, Chip::EMULATED)
}

pub fn build_for(board: &str, chip: Chip) -> Outcome<Image> {
    let parent = match chip {
        Chip::EMULATED => "target/firmware".to_string(),
        other => format!("target/firmware-{}", other.target()),
    };
    let image = build_into(&parent, board, chip, &[])?;
    list_built()?;
    Ok(image)
}

/// Builds one board with the hooks that tests and benches reach into; nobody should play on that.
pub fn build_with_hooks(board: &str) -> Outcome<Image> {
    build_into("target/firmware-with-hooks", board, Chip::EMULATED, &["--features", "test-hooks"])
}

/// Builds one board for these chips and answers the file that flashes any of them.
pub fn build_uf2(board: &str, chips: &[Chip]) -> Outcome<Vec<u8>> {
    let mut file = Vec::new();
    for &chip in chips {
        let image = build_for(board, chip)?;
        file.extend(uf2::from_elf(&fs::read(image.elf())?, chip)?);
    }
    Ok(file)
}

/// Builds one board for all chips; the file that flashes any of them is what the page and the site hand out.
pub fn build_for_all(board: &str) -> Outcome<PathBuf> {
    let bytes = build_uf2(board, &Chip::ALL)?;
    let path = folder(&boards::load(&root(), board)?.name).join("firmware.uf2");
    write_if_new(&path, &bytes)?;
    Ok(path)
}

fn build_into(parent: &str, board: &str, chip: Chip, options: &[&str]) -> Outcome<Image> {
    need_chip_target(chip)?;
    let (place, board) = (board, boards::load(&root(), board)?);
    let name = board.name.as_str();
    let target = target_folder(name);
    seed(&target);
    run(cargo()
        .args(["build", "--release", "--bin", "dixit-dials", "--target", chip.target(), "--target-dir"])
        .arg(&target)
        .args(options)
        .env("BOARD", place)
        .env("CARGO_ENCODED_RUSTFLAGS", short_names()))?;
    let image = Image { board: name.to_string(), chip, folder: root().join(parent).join(name) };
    fs::create_dir_all(&image.folder)?;
    write_if_new(&image.elf(), &fs::read(target.join(chip.target()).join("release/dixit-dials"))?)?;
    write_if_new(&image.folder.join("board.json"), boards::json(&board).as_bytes())?;
    Ok(image)
}

/// Flags that leave out, where a panic names a file, in which folder of this computer the crates lie: the image is the
/// same wherever it is built, smaller, and the name fits on a screen.
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

/// A board's first build starts from a copy of another's: all but our own package is the same, and takes longest.
fn seed(target: &Path) {
    let Some(parent) = target.parent().filter(|_| cfg!(unix) && !target.exists()) else { return };
    let built = |folder: &PathBuf| folder.join(Chip::EMULATED.target()).join("release/dixit-dials").is_file();
    let Ok(folders) = fs::read_dir(parent) else { return };
    if let Some(other) = folders.flatten().map(|entry| entry.path()).find(built) {
        // Times must be kept, or everything would look changed; without a copy the build only takes longer.
        let _ = run(crate::tool::command("cp").arg("-a").arg(other).arg(target));
    }
}

/// Keeps the time of a file that has not changed, so that nothing that watches it starts anew.
pub fn write_if_new(path: &Path, content: &[u8]) -> Outcome {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::write(path, content).map_err(|error| format!("{} cannot be written: {error}", path.display()).into())
}
