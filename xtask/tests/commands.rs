//! The commands as people call them: a process, words on the terminal, an exit status.

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

/// Whether it went well, and what it said.
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
        let (held, text) = said(&mut xtask(&[name, "--help"]));
        assert!(held && text.starts_with(&format!("usage: cargo xtask {name}")), "{text}");
    }
}

#[test]
fn a_command_that_there_is_not_is_answered_with_those_there_are() {
    let (held, text) = said(&mut xtask(&["paly"]));
    assert!(!held && text.starts_with("xtask: there is no command paly\n\nusage: cargo xtask <command>\n"), "{text}");
    let (held, text) = said(&mut xtask(&[]));
    assert!(!held && text.starts_with("xtask: no command given\n"), "{text}");
}

#[test]
fn a_port_that_is_none_is_refused_before_anything_is_built() {
    for port in ["0", "http"] {
        let (held, text) = said(&mut xtask(&["play", "--no-open", "--port", port]));
        let wanted = format!("--port: {port} is no number from 1 to 65535; without --port a free one is taken");
        assert!(!held && text.contains(&wanted), "{text}");
    }
}

#[test]
fn a_moved_clone_acts_on_itself() {
    let folder = clone("moved", &["mine"]);
    // As cargo runs it, and as somebody does who stands anywhere in it.
    let by_cargo = said(xtask(&["flash"]).env("CARGO_MANIFEST_DIR", folder.join("xtask")));
    let by_hand = said(xtask(&["flash"]).env_remove("CARGO_MANIFEST_DIR").current_dir(folder.join("boards/mine")));
    for (held, text) in [by_cargo, by_hand] {
        assert!(!held && text.contains("where B is one of mine\n"), "{text}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn outside_of_a_clone_it_says_so() {
    let (held, text) = said(xtask(&["flash"]).env_remove("CARGO_MANIFEST_DIR").current_dir(env::temp_dir()));
    assert!(!held && text.contains("this is no clone of Dixit Dials"), "{text}");
}

#[test]
fn a_bad_board_is_told_in_its_own_words() {
    let folder = clone("bad", &["bad"]);
    let (held, text) = said(xtask(&["flash", "--board", "bad"]).env("CARGO_MANIFEST_DIR", folder.join("xtask")));
    assert!(!held && text.contains("boards/bad/board.toml") && !text.contains("cargo"), "{text}");
    fs::remove_dir_all(folder).unwrap();
}
