//! The commands as users run them: a process, its output and its exit status.

use std::{
    env, fs,
    path::PathBuf,
    process::{self, Command},
};

fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments);
    command
}

/// True if it succeeded, and its output.
fn said(command: &mut Command) -> (bool, String) {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

/// A folder that looks like a clone, with these boards.
fn clone(name: &str, boards: &[&str]) -> PathBuf {
    let folder = env::temp_dir().join(format!("dixit-dials-{}-{name}", process::id()));
    fs::create_dir_all(folder.join("xtask")).unwrap();
    fs::write(folder.join("xtask/Cargo.toml"), "").unwrap();
    for board in boards {
        fs::create_dir_all(folder.join("boards").join(board)).unwrap();
        fs::write(folder.join("boards").join(board).join("board.toml"), "nonsense").unwrap();
    }
    folder
}

#[test]
fn every_command_that_help_names_answers_help() {
    let (held, usage) = said(&mut xtask(&["--help"]));
    assert!(held);
    let names: Vec<&str> = usage.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    assert!(names.contains(&"play") && names.contains(&"score"), "{usage}");
    for name in names {
        for arguments in [&[name, "--help"][..], &[name, "-h"], &[name, "--board", "table", "--help"]] {
            let (held, text) = said(&mut xtask(arguments));
            assert!(held && text.starts_with(&format!("usage: cargo xtask {name}")), "{text}");
        }
    }
}

#[test]
fn help_lists_every_option_of_the_site() {
    let (held, text) = said(&mut xtask(&["site", "--help"]));
    for option in ["--pictures", "--only", "--size"] {
        assert!(held && text.contains(option), "{text}");
    }
}

#[test]
fn an_unknown_command_is_answered_with_the_known_ones() {
    let (held, text) = said(&mut xtask(&["paly"]));
    assert!(!held && text.starts_with("xtask: there is no command paly\n\nusage: cargo xtask <command>\n"), "{text}");
    let (held, text) = said(&mut xtask(&[]));
    assert!(!held && text.starts_with("xtask: no command given\n"), "{text}");
}

#[test]
fn test_refuses_quick_and_full_together() {
    let (held, text) = said(&mut xtask(&["test", "--quick", "--full"]));
    assert!(!held && text.contains("--quick and --full contradict each other; give one of them"), "{text}");
}

#[test]
fn an_invalid_port_is_refused_before_anything_is_built() {
    for port in ["0", "http", "65536", "-1"] {
        let (held, text) = said(&mut xtask(&["play", "--no-open", "--port", port]));
        let wanted = format!("--port: {port} is not a number from 1 to 65535; without --port a free port is used");
        assert!(!held && text.contains(&wanted), "{text}");
    }
}

#[test]
fn a_moved_clone_acts_on_itself() {
    let folder = clone("moved", &["mine"]);
    // Once as cargo runs it, once from any folder inside the clone.
    let by_cargo = said(xtask(&["flash"]).env("CARGO_MANIFEST_DIR", folder.join("xtask")));
    let by_hand = said(xtask(&["flash"]).env_remove("CARGO_MANIFEST_DIR").current_dir(folder.join("boards/mine")));
    for (held, text) in [by_cargo, by_hand] {
        assert!(!held && text.contains("where B is one of mine\n"), "{text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn outside_a_clone_commands_say_so() {
    let (held, text) = said(xtask(&["flash"]).env_remove("CARGO_MANIFEST_DIR").current_dir(env::temp_dir()));
    assert!(!held && text.contains("this is not a clone of Dixit Dials"), "{text}");
}

#[test]
fn a_bad_board_is_reported_with_its_mistakes() {
    let folder = clone("bad", &["bad"]);
    let (held, text) = said(xtask(&["flash", "--board", "bad"]).env("CARGO_MANIFEST_DIR", folder.join("xtask")));
    assert!(!held && text.contains("boards/bad/board.toml") && !text.contains("cargo"), "{text}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_bad_board_does_not_stop_the_drawings_of_others() {
    let folder = clone("guide", &["bad"]);
    let ours = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../boards");
    fs::create_dir_all(folder.join("boards/good")).unwrap();
    for file in ["README.md", "good/board.toml"] {
        fs::copy(ours.join(file.replace("good", "solo")), folder.join("boards").join(file)).unwrap();
    }
    let (held, text) = said(xtask(&["guide"]).env("CARGO_MANIFEST_DIR", folder.join("xtask")));
    assert!(!held && text.contains("xtask: boards/bad/board.toml: "), "{text}");
    assert!(folder.join("boards/good/wiring.svg").is_file(), "{text}");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
mod on_a_computer_that_lacks_something {
    use std::{os::unix::fs::PermissionsExt, path::Path};

    use super::*;

    const NODE: &str = "echo v22.0.0";
    const NOT_ROOT: &str = "echo 1000";

    /// A clone with a board, the simulator's lock file, and beside it a folder with the only programs available.
    fn computer(name: &str, programs: &[(&str, &str)]) -> PathBuf {
        let folder = clone(name, &["mine"]);
        fs::create_dir_all(folder.join("simulator/node_modules")).unwrap();
        fs::write(folder.join("simulator/package-lock.json"), "{}").unwrap();
        for (program, does) in programs {
            add(&folder, program, does);
        }
        folder
    }

    fn add(folder: &Path, program: &str, does: &str) {
        let file = folder.join("bin").join(program);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, format!("#!/bin/sh\n{does}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn play(folder: &Path) -> (bool, String) {
        let mut command = xtask(&["play", "--board", "mine", "--no-open"]);
        said(command.env("CARGO_MANIFEST_DIR", folder.join("xtask")).env("PATH", folder.join("bin")))
    }

    #[test]
    fn a_missing_npm_is_reported_with_what_to_install() {
        let folder = computer("npm", &[("node", NODE), ("id", NOT_ROOT)]);
        let (held, text) = play(&folder);
        let last = text.lines().last().unwrap_or_default();
        assert!(!held && last.starts_with("xtask: npm is missing; "), "{text}");
        if cfg!(target_os = "linux") {
            assert!(last.contains("run: sudo apt-get install -y npm ("), "{text}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_missing_or_old_node_is_reported() {
        let folder = computer("node", &[("id", NOT_ROOT)]);
        let (held, text) = play(&folder);
        assert!(!held && text.contains("xtask: node is missing; "), "{text}");
        add(&folder, "node", "echo v18.2.0");
        let (held, text) = play(&folder);
        assert!(!held && text.contains("node 18.2 is too old, the simulator needs 20.19"), "{text}");
        fs::remove_dir_all(folder).unwrap();
    }

    const ROOT: &str = "echo 0";
    const APT: &str = "echo apt-get did $1 >&2; exit 100";

    #[cfg(target_os = "linux")]
    #[test]
    fn packages_are_announced_before_root_installs_them() {
        let folder = computer("root", &[("id", ROOT), ("apt-get", APT)]);
        let (held, text) = play(&folder);
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part}: {text}"));
        let announced = at("node is missing. Installing it as root: apt-get update, then apt-get install nodejs npm");
        assert!(announced < at("apt-get did update") && at("apt-get did update") < at("apt-get did install"), "{text}");
        assert!(!held && text.contains("xtask: node is missing; run: sudo apt-get install -y nodejs npm"), "{text}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nothing_is_installed_because_a_version_cannot_be_read() {
        let folder = computer("version", &[("node", "exit 1"), ("id", ROOT), ("apt-get", APT)]);
        for (node, npm, wanted) in [
            ("exit 1", "exit 1", "node is there, but `node --version` does not say which one it is"),
            ("echo twenty", "exit 1", "node is there, but `node --version` does not say which one it is"),
            (NODE, "exit 1", "npm is there, but `npm --version` fails"),
        ] {
            add(&folder, "node", node);
            add(&folder, "npm", npm);
            let (held, text) = play(&folder);
            assert!(!held && text.contains(wanted) && !text.contains("apt-get"), "{text}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    /// Each lane waits for the other to begin: run one after the other, the first would wait forever.
    #[test]
    fn test_runs_two_lanes_and_reports_both() {
        let wait =
            |whom: &str| format!("for i in 1 2 3 4 5 6 7 8 9 10; do [ -f \"$HERE/{whom}\" ] && break; sleep 1; done");
        let cargo = format!(
            r#"touch "$HERE/cargo"; {}; [ -f "$HERE/npm" ] && echo "test result: ok. 3 passed; 0 failed; 0 ignored""#,
            wait("npm")
        );
        let npm = format!(
            r#"[ "$1" = --version ] && exit; touch "$HERE/npm"; {}; [ "$3" != lint ] || {{ echo a rule is broken; exit 1; }}"#,
            wait("cargo")
        );
        let folder = computer("lanes", &[("node", NODE), ("npm", &npm), ("cargo", &cargo), ("id", NOT_ROOT)]);
        fs::create_dir_all(folder.join("simulator/node_modules/vite")).unwrap();
        fs::write(folder.join("simulator/node_modules/vite/package.json"), "{}").unwrap();
        fs::write(folder.join("simulator/node_modules/.installed-lock.json"), "{}").unwrap();
        let path = format!("{}:{}", folder.join("bin").display(), env::var("PATH").unwrap());
        let (held, text) = said(
            xtask(&["test", "--quick"])
                .env("CARGO_MANIFEST_DIR", folder.join("xtask"))
                .env("CARGO", folder.join("bin/cargo"))
                .env("HERE", &folder)
                .env("PATH", path),
        );
        let row = |name: &str| {
            let row = text.lines().rfind(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
            row.split_whitespace().rev().skip(2).take(2).map(String::from).collect::<Vec<_>>()
        };
        // Failed, passed.
        assert_eq!(row("tests, host"), ["0", "3"], "{text}");
        assert_eq!(row("clippy, host"), ["0", "1"], "{text}");
        assert_eq!(row("tsc"), ["0", "1"], "{text}");
        assert_eq!(row("eslint"), ["1", "0"], "{text}");
        assert!(text.contains("a rule is broken") && text.contains("== eslint: fails in"), "{text}");
        assert!(!held && text.contains("xtask: not everything holds; the parts above say what"), "{text}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn npm_packages_are_installed_again_after_a_failed_install() {
        let npm = r#"[ "$1" = --version ] || exit 7"#;
        let folder = computer("packages", &[("node", NODE), ("npm", npm), ("id", NOT_ROOT)]);
        // The folder and even the install stamp exist, but the packages do not.
        fs::write(folder.join("simulator/node_modules/.installed-lock.json"), "{}").unwrap();
        let (held, text) = play(&folder);
        assert!(!held, "{text}");
        for part in ["the simulator's packages were not installed", "check the network, then try again"] {
            assert!(text.contains(part), "{text}");
        }
        // The stamp was removed too, so that the next try installs again.
        assert!(!folder.join("simulator/node_modules/.installed-lock.json").exists());
        add(
            &folder,
            "npm",
            r#"[ "$1" = --version ] || { mkdir -p node_modules/vite; echo {} > node_modules/vite/package.json; }"#,
        );
        add(&folder, "mkdir", r#"exec /bin/mkdir "$@""#);
        let (held, text) = play(&folder);
        assert!(!held && text.contains("2/3  the firmware"), "{text}");
        assert!(folder.join("simulator/node_modules/.installed-lock.json").exists());
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn log_reads_a_port_to_its_end_and_reports_a_missing_one() {
    let port = env::temp_dir().join(format!("dixit-dials-{}-port", process::id()));
    fs::write(&port, "\n{\"notice\":\"Stuck knob at seat C\"}\n").unwrap();
    assert_eq!(said(&mut xtask(&["log", port.to_str().unwrap()])), (true, "notice: Stuck knob at seat C\n".into()));
    // A request is written to the port; what a device would answer follows it here, and more that is not read.
    fs::write(&port, "{\"bench\":{\"cache\":null}}\n{\"bench\":\"done\"}\n{\"dropped\":1}\n").unwrap();
    let (held, text) = said(&mut xtask(&["log", "--bench", port.to_str().unwrap()]));
    assert!(held && text.ends_with("show no number\nthe report is complete\n"), "{text}");
    assert!(fs::read_to_string(&port).unwrap().ends_with("{\"ask\":\"bench\"}\n"));
    fs::remove_file(&port).unwrap();
    let (held, text) = said(&mut xtask(&["log", port.to_str().unwrap()]));
    assert!(!held && text.contains("is the device plugged in?"), "{text}");
}
