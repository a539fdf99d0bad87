//! The modules of the library depend on each other in one direction only: the order of the headings in `src/lib.rs`,
//! which is also the order in `docs/architecture.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module's layer, counted from the bottom.
type Layers = BTreeMap<String, usize>;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Reads the layers: every heading that links to modules is one.
fn drawn_layers(library: &str) -> Layers {
    let headings = library.lines().filter_map(|line| line.strip_prefix("//! ## "));
    let named = |heading: &'_ str| {
        heading
            .split("[`")
            .skip(1)
            .filter_map(|rest| rest.split_once("`]"))
            .map(|(name, _)| name.to_owned())
            .collect::<Vec<_>>()
    };
    headings
        .enumerate()
        .flat_map(|(layer, heading)| named(heading).into_iter().map(move |name| (name, layer)))
        .collect()
}

/// The folders and files that the table of a document lists in its first column, in its order.
fn listed(document: &str) -> Vec<String> {
    let first = |line: &str| line.strip_prefix("| ")?.split(" | ").next().map(str::to_owned);
    let cells = document.lines().filter_map(first).filter(|cell| cell.starts_with('`'));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The file's module, and how many modules deep the file is in the crate: `rules/mod.rs` is one deep.
fn place(file: &Path) -> (String, usize) {
    let parts: Vec<_> = file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    (parts[0].clone(), parts.iter().filter(|part| *part != "mod").count())
}

/// The modules of the crate that a source text uses, by `crate::`, or by `super::` out of its own module.
fn used(text: &str, depth: usize, layers: &Layers) -> Vec<String> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let mut named = vec![];
    let out_of_here = "super::".repeat(depth);
    for root in ["crate::", out_of_here.as_str()] {
        for rest in code.split(root).skip(1) {
            match rest.strip_prefix('{') {
                Some(group) => named.extend(top_names(group)),
                None => named.extend(first_name(rest)),
            }
        }
    }
    named.retain(|name| layers.contains_key(name));
    named
}

fn first_name(text: &str) -> Option<String> {
    let name: String = text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

/// The names at the top level of a group, which ends at its closing brace.
fn top_names(group: &str) -> Vec<String> {
    let (mut depth, mut item, mut names) = (0, String::new(), vec![]);
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.extend(first_name(&std::mem::take(&mut item))),
            _ => item.push(c),
        }
    }
    names.extend(first_name(&item));
    names
}

/// The modules that a file uses although it must not.
fn steps_back(file: &Path, text: &str, layers: &Layers) -> Vec<String> {
    let (own, depth) = place(file);
    let here = layers[&own];
    let wrong = used(text, depth, layers).into_iter().filter(|name| *name != own && layers[name] >= here);
    wrong
        .map(|name| {
            format!("{} uses {name}, which stands in layer {} above its own {here}", file.display(), layers[&name])
        })
        .collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => rust_files(&path, found),
            false => found.extend(path.extension().is_some_and(|end| end == "rs").then_some(path)),
        }
    }
}

#[test]
fn imports_follow_the_layers() {
    let library = fs::read_to_string(source().join("lib.rs")).unwrap();
    let layers = drawn_layers(&library);
    let modules: Vec<_> = library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let drawn: Vec<_> = layers.keys().map(String::as_str).collect();
    assert_eq!(drawn, modules, "every module has its place in the drawing, and nothing else has");
    let mut files = vec![];
    rust_files(&source(), &mut files);
    let mut wrong = vec![];
    for file in &files {
        let inside = file.strip_prefix(source()).unwrap();
        if layers.contains_key(&place(inside).0) {
            wrong.extend(steps_back(inside, &fs::read_to_string(file).unwrap(), &layers));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_architecture_lists_every_module_once_in_the_order_of_the_layers() {
    let library = fs::read_to_string(source().join("lib.rs")).unwrap();
    let mut modules: Vec<_> = drawn_layers(&library).into_iter().collect();
    modules.sort_by_key(|(_, layer)| *layer);
    let path = |name: &str| match source().join(name).is_dir() {
        true => format!("src/{name}/"),
        false => format!("src/{name}.rs"),
    };
    let mut expected: Vec<String> = modules.iter().map(|(name, _)| path(name)).collect();
    expected.push("src/firmware/".into());
    let manifest = fs::read_to_string(source().join("../Cargo.toml")).unwrap();
    let members = manifest.split_once("members = [").unwrap().1.split_once(']').unwrap().0;
    let mut crates: Vec<String> = members.split('"').skip(1).step_by(2).map(|name| format!("{name}/")).collect();
    crates.push("simulator/".into());
    let document = fs::read_to_string(source().join("../docs/architecture.md")).unwrap();
    let listed = listed(document.split_once("## The modules").unwrap().1.split_once("\n## ").unwrap().0);
    let (in_library, mut outside): (Vec<_>, Vec<_>) = listed.into_iter().partition(|name| name.starts_with("src/"));
    assert_eq!(in_library, expected, "docs/architecture.md, the modules of the library");
    crates.sort();
    outside.sort();
    assert_eq!(outside, crates, "docs/architecture.md, everything beside the library");
}

#[test]
fn an_import_from_a_higher_layer_is_found_in_any_notation() {
    let layers = drawn_layers("//! ## [`rules`]: low\n//! ## [`game`], [`words`]: high");
    let found = |file: &str, text: &str| steps_back(Path::new(file), text, &layers).len();
    assert_eq!(found("game/state.rs", "use crate::rules::{Card, Seat};"), 0);
    assert_eq!(found("game/state.rs", "use super::moves::Move; use crate::game::Game;"), 0);
    assert_eq!(found("game/state.rs", "/// As in [`crate::words`].\n// use crate::words;"), 0);
    assert_eq!(found("rules/score.rs", "use crate::game::State;"), 1);
    assert_eq!(found("rules/score.rs", "use crate::{\n    rules::{Card, Seat},\n    game::{Game, State},\n};"), 1);
    assert_eq!(found("rules/score.rs", "fn a() { let b = crate::game::State::lobby(); }"), 1);
    assert_eq!(found("rules/score.rs", "use super::super::game::State;"), 1);
    assert_eq!(found("rules/mod.rs", "use super::game::State;"), 1);
    assert_eq!(found("game/mod.rs", "use crate::words::Language;"), 1, "side by side is not before");
}
