//! External programs: how to run them, find them, and install missing ones.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use lexopt::ValueExt;

use crate::chip::Chip;

/// Result of a command; the error is one sentence for the terminal.
pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Minimum Node version, as the simulator's tools require.
const NODE: (u32, u32) = (20, 19);

/// The project's folder. If it is not found, the current folder: a later error then names the missing file.
pub fn root() -> PathBuf {
    find_root().unwrap_or_else(|_| PathBuf::from("."))
}

/// Path of the running program. If cargo has rebuilt it meanwhile, Linux reports the started file as deleted; its
/// replacement is at the same path.
pub fn ourselves() -> Outcome<PathBuf> {
    let path = env::current_exe()?;
    Ok(match path.to_str().and_then(|path| path.strip_suffix(" (deleted)")) {
        Some(successor) => successor.into(),
        None => path,
    })
}

/// Searches upwards from the package that cargo runs, or else from the current folder. A clone that was moved or copied
/// with its build output must not act on the original folder.
pub fn find_root() -> Outcome<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = package.into_iter().chain(env::current_dir());
    let is_root = |folder: &&Path| folder.join("xtask/Cargo.toml").is_file() && folder.join("boards").is_dir();
    let found = here.into_iter().find_map(|start| start.ancestors().find(is_root).map(Path::to_path_buf));
    found.ok_or_else(|| "this is not a clone of Dixit Dials; change to the folder of one and try again".into())
}

/// A command that starts in the project's folder.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that runs us.
pub fn cargo() -> Command {
    command(&env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

/// A command as one would type it.
pub fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let mut line = String::new();
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            line += &format!("{}={} ", name.to_string_lossy(), value.to_string_lossy());
        }
    }
    line += &program.to_string_lossy();
    for argument in command.get_args() {
        line += &format!(" {}", argument.to_string_lossy());
    }
    line
}

/// Prints the command, runs it, and returns an error if it fails.
pub fn run(command: &mut Command) -> Outcome {
    eprintln!("> {}", shown(command));
    let status = command.status().map_err(|error| format!("{} did not start: {error}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command)).into()) }
}

/// Output of a command, if it exists and succeeds.
pub fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Ensures that the compiler's library for a chip is installed.
pub fn need_chip_target(chip: Chip) -> Outcome {
    need_target(chip.target(), &format!("the {} ({})", chip.name(), chip.picos()))
}

/// Ensures that the compiler's library for a target is installed. `what` says what it is for.
pub fn need_target(target: &str, what: &str) -> Outcome {
    let folder = answer(command("rustc").args(["--print", "target-libdir", "--target", target]));
    if folder.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    let mut install = command("rustup");
    install.args(["target", "add", target]);
    run(&mut install).map_err(|_| format!("the compiler cannot build for {what}; run: {}", shown(&install)).into())
}

/// Ensures that Node is recent enough for the simulator, and that npm is there.
pub fn need_node() -> Outcome {
    if find("node").is_none() {
        install("node", &["nodejs", "npm"])?;
    }
    let (major, minor) = node_version().ok_or(
        "node is there, but `node --version` does not say which one it is; repair it, or install it from https://nodejs.org",
    )?;
    if (major, minor) < NODE {
        let (least, point) = NODE;
        return Err(format!(
            "node {major}.{minor} is too old, the simulator needs {least}.{point}; install it from https://nodejs.org"
        )
        .into());
    }
    // Some systems ship node without npm.
    if find_file(NPM).is_none() {
        install("npm", &["npm"])?;
    }
    match answer(npm().arg("--version")) {
        Some(_) => Ok(()),
        None => Err("npm is there, but `npm --version` fails; repair it, or install it from https://nodejs.org".into()),
    }
}

fn node_version() -> Option<(u32, u32)> {
    let version = answer(command("node").arg("--version"))?;
    let mut numbers = version.trim_start_matches('v').split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// On Windows npm is a script, which must be started by its full name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

/// npm, in the simulator's folder.
pub fn npm() -> Command {
    let mut npm = command(NPM);
    npm.current_dir(root().join("simulator"));
    npm
}

/// Ensures that the simulator's packages are installed as its lock file says.
pub fn need_npm_packages() -> Outcome {
    need_node()?;
    let folder = root().join("simulator");
    let lock = fs::read(folder.join("package-lock.json"))?;
    let stamp = folder.join("node_modules/.installed-lock.json");
    // The stamp may still be there after somebody cleared the folder by hand.
    let whole = folder.join("node_modules/vite/package.json").is_file();
    if whole && fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let _ = fs::remove_file(&stamp);
    // Standard output may be read as JSON.
    run(npm().args(["ci", "--no-audit", "--no-fund"]).stdout(std::io::stderr())).map_err(|error| {
        format!("the simulator's packages were not installed: {error}; check the network, then try again: what a failed install left in simulator/node_modules is replaced")
    })?;
    fs::write(stamp, lock)?;
    Ok(())
}

/// Finds or installs a browser that runs headless.
pub fn need_chromium() -> Outcome<PathBuf> {
    if let Some(given) = env::var_os("CHROMIUM") {
        return named_browser(given.into());
    }
    if let Some(browser) = chromium() {
        return Ok(browser);
    }
    install("Chromium", &["chromium"])?;
    chromium().ok_or_else(|| "Chromium is missing; set CHROMIUM to the path of one".into())
}

/// The browser at `given`; an error rather than silently using another one.
fn named_browser(given: PathBuf) -> Outcome<PathBuf> {
    if given.is_file() {
        return Ok(given);
    }
    let given = given.display();
    Err(format!("CHROMIUM names {given}, which does not exist; correct it, or unset it to use the system's own").into())
}

fn chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].iter().find_map(|name| find(name))
}

/// Finds or installs the program that renders the models of the cases.
pub fn need_openscad() -> Outcome<PathBuf> {
    if find("openscad").is_none() {
        install("OpenSCAD", &["openscad"])?;
    }
    find("openscad").ok_or_else(|| "OpenSCAD is missing; install it from https://openscad.org".into())
}

/// The program that makes exact solids; its modules are found by the names that come with its development package.
pub fn need_open_cascade() -> Outcome<PathBuf> {
    let found = || find("occt-draw").or_else(|| find("DRAWEXE"));
    if found().is_none() {
        install("Open CASCADE", &["occt-draw", "libocct-draw-dev"])?;
    }
    found().ok_or_else(|| "Open CASCADE's Draw is missing; install it from https://dev.opencascade.org".into())
}

/// Finds the Python that has KiCad's module: the system's own, where KiCad was installed by the system.
pub fn need_kicad() -> Outcome<String> {
    let speaks = |python: &String| answer(command(python).args(["-c", "import pcbnew"])).is_some();
    let found = || ["/usr/bin/python3", "python3"].map(String::from).into_iter().find(speaks);
    if let Some(python) = found() {
        return Ok(python);
    }
    install("KiCad", &["kicad"])?;
    found().ok_or_else(|| "KiCad's Python module is missing; install KiCad from https://www.kicad.org".into())
}

/// Finds or installs the emulator that the emulated Cortex-M33 is compared with, a package for Python. Returns the folder
/// in which Python searches for it.
pub fn need_unicorn() -> Outcome<PathBuf> {
    const PACKAGE: &str = "unicorn==2.1.4";
    let folder = root().join("target/python");
    let speaks = || answer(command("python3").args(["-c", "import unicorn"]).env("PYTHONPATH", &folder)).is_some();
    if speaks() {
        return Ok(folder);
    }
    if answer(command("python3").args(["-m", "pip", "--version"])).is_none() {
        install("Python's pip", &["python3-pip"])?;
    }
    let mut pip = command("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--target"]).arg(&folder).arg(PACKAGE);
    run(&mut pip).map_err(|_| format!("Unicorn is missing; run: {}", shown(&pip)))?;
    if speaks() { Ok(folder) } else { Err("Unicorn is installed, but Python cannot import it".into()) }
}

/// A program on the path.
pub fn find(name: &str) -> Option<PathBuf> {
    find_file(&format!("{name}{}", env::consts::EXE_SUFFIX))
}

fn find_file(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Installs packages with the system's package manager where we may; otherwise says how.
fn install(what: &str, packages: &[&str]) -> Outcome {
    let list = packages.join(" ");
    let by_hand = match env::consts::OS {
        "macos" => {
            format!("{what} is missing; run: brew install {}", if list.contains("npm") { "node" } else { &list })
        }
        "linux" => format!("{what} is missing; run: sudo apt-get install -y {list} (or your system's equivalent)"),
        _ => format!("{what} is missing; install it and try again"),
    };
    let root_user = answer(command("id").arg("-u")).as_deref() == Some("0");
    if !root_user || find("apt-get").is_none() {
        return Err(by_hand.into());
    }
    eprintln!("{what} is missing. Installing it as root: apt-get update, then apt-get install {list}");
    let mut update = command("apt-get");
    let mut install = command("apt-get");
    install.args(["install", "-y", "--no-install-recommends"]).args(packages).env("DEBIAN_FRONTEND", "noninteractive");
    // Try even with an outdated package list.
    let _ = run(update.args(["update", "-q"]));
    run(&mut install).map_err(|_| by_hand.into())
}

/// `--board B`, the only option of many commands.
pub fn only_board(args: lexopt::Parser) -> Outcome<Option<String>> {
    match board_and_chip(args)? {
        (board, None) => Ok(board),
        (_, Some(_)) => Err(lexopt::Error::UnexpectedOption("--chip".into()).into()),
    }
}

/// `--board B` and `--chip C`.
pub fn board_and_chip(mut args: lexopt::Parser) -> Outcome<(Option<String>, Option<Chip>)> {
    let (mut board, mut chip) = (None, None);
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("board") => board = Some(args.value()?.string()?),
            lexopt::Arg::Long("chip") => chip = Some(Chip::named(&args.value()?.string()?)?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok((board, chip))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_browser_is_reported_with_the_remedy() {
        let said = named_browser("/no/such/browser".into()).unwrap_err().to_string();
        assert_eq!(
            said,
            "CHROMIUM names /no/such/browser, which does not exist; correct it, or unset it to use the system's own"
        );
        // A folder is not a browser either.
        assert!(named_browser(env::temp_dir()).is_err());
        let ourselves = env::current_exe().unwrap();
        assert_eq!(named_browser(ourselves.clone()).unwrap(), ourselves);
    }
}
