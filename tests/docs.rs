//! The documents name only files and items that exist: whatever is renamed in the code must be renamed in the
//! documents.

use std::fs;
use std::path::{Path, PathBuf};

const EXTENSIONS: [&str; 9] = ["rs", "ts", "toml", "md", "json", "py", "x", "png", "svg"];
/// Paths that are not in the project: a command or the reader creates them.
const MADE: [&str; 3] = ["target/", "board.toml", "boards/mine/"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder of the project that have one of the extensions.
fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = vec![];
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let hidden = ["target", "node_modules"].iter().any(|name| path.ends_with(name));
            match path.extension().and_then(|end| end.to_str()) {
                _ if path.is_dir() && !hidden => folders.push(path),
                Some(end) if extensions.contains(&end) => found.push(path),
                _ => {}
            }
        }
    }
    found
}

/// The documents about today's code; the list of changes also names what is gone.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    for folder in ["docs", "tests", "boards"] {
        documents.extend(files(folder, &["md"]));
    }
    documents
}

/// The code spans of a line, without fenced blocks.
fn spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// True for a path within the project, such as `src/lib.rs`, `plain.rs` or `tests/rules/`.
fn is_path(span: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let has_extension =
        || span.rsplit_once('.').is_some_and(|(name, end)| !name.is_empty() && EXTENSIONS.contains(&end));
    span.chars().all(plain)
        && !MADE.iter().any(|made| span.starts_with(made))
        && (has_extension() || span.ends_with('/') && span.len() > 1)
}

/// The paths of a document that lead nowhere. A path may start at the project, at `src/`, beside the document, or below
/// whatever the same paragraph or row has named before it.
fn dead_paths(text: &str, folder: &Path) -> Vec<String> {
    let always = [root().to_path_buf(), root().join("src"), folder.to_path_buf()];
    let (mut dead, mut starts) = (vec![], always.to_vec());
    for line in prose(text) {
        if line.trim().is_empty() || line.starts_with('|') {
            starts = always.to_vec();
        }
        let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        starts.extend(links.flat_map(|(link, _)| {
            folder.join(link).ancestors().skip(1).take(2).map(PathBuf::from).collect::<Vec<_>>()
        }));
        for span in spans(line) {
            match starts.iter().map(|start| start.join(span)).find(|path| path.exists()) {
                Some(path) if path.is_dir() => starts.extend([path.join("src"), path]),
                Some(path) => starts.extend(path.parent().map(Path::to_path_buf)),
                None if is_path(span) => dead.push(span.to_owned()),
                None => {}
            }
        }
    }
    dead
}

/// A Rust item as documents name it: `App::take`, `save::Store`.
fn item(span: &str) -> Option<(&str, &str)> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let (of, name) = span.strip_suffix("()").unwrap_or(span).rsplit_once("::")?;
    let of = of.rsplit("::").next()?;
    (span.trim_end_matches("()").chars().all(plain) && !name.is_empty()).then_some((of, name))
}

/// True if a source defines this name: as an item, a field or a variant.
fn defines(source: &str, name: &str) -> bool {
    const ITEMS: [&str; 9] = ["fn", "struct", "enum", "trait", "mod", "static", "const", "type", "macro_rules!"];
    source.lines().any(|line| {
        let words: Vec<&str> = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!')).collect();
        let is_item = words.windows(2).any(|pair| ITEMS.contains(&pair[0]) && pair[1] == name);
        let line = line.trim().trim_start_matches("pub ");
        let is_type = name.starts_with(char::is_uppercase);
        let is_member = line.strip_prefix(name).is_some_and(|rest| {
            rest.starts_with(':') || is_type && (rest.is_empty() || rest.starts_with([',', '(', ' ']))
        });
        is_item || is_member
    })
}

/// True if a source is about this type: it declares or implements it.
fn is_about(source: &str, of: &str) -> bool {
    let heads = ["impl", "struct", "enum", "trait"];
    source
        .lines()
        .map(|line| line.trim_start_matches("pub "))
        .filter(|line| heads.iter().any(|head| line.starts_with(head)))
        .any(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == of))
}

/// The items of a document that no source defines in the module or type that is named.
fn unknown_items(text: &str, sources: &[(PathBuf, String)]) -> Vec<String> {
    let known = |(of, name): (&str, &str)| {
        sources.iter().any(|(path, source)| {
            let in_module = path.with_extension("").iter().any(|part| part == of);
            (in_module || is_about(source, of)) && defines(source, name)
        })
    };
    prose(text).flat_map(spans).filter(|span| item(span).is_some_and(|item| !known(item))).map(str::to_owned).collect()
}

#[test]
fn the_documents_name_only_what_exists() {
    let sources: Vec<_> = ["src", "boards", "testkit", "drawings", "xtask", "bench", "builder", "maker", "site"]
        .iter()
        .flat_map(|folder| files(folder, &["rs"]))
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect();
    let mut wrong = vec![];
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let found = dead_paths(&text, document.parent().unwrap()).into_iter().chain(unknown_items(&text, &sources));
        let document = document.strip_prefix(root()).unwrap().display().to_string();
        wrong.extend(found.map(|name| format!("{document} names {name}, which does not exist")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_about_tests_names_every_test() {
    let page = fs::read_to_string(root().join("tests/README.md")).unwrap();
    let named: Vec<&str> = page.lines().flat_map(spans).collect();
    let entries = fs::read_dir(root().join("tests")).unwrap().map(|entry| entry.unwrap().path());
    let missing: Vec<String> = entries
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|stem| stem != "README")
        .filter(|stem| !named.iter().any(|span| span.split(['/', '.']).nth(1) == Some(stem)))
        .collect();
    assert!(missing.is_empty(), "tests/README.md does not name {missing:?}");
}

#[test]
fn a_name_that_leads_nowhere_is_found() {
    let dead = |text: &str| dead_paths(text, &root().join("docs"));
    assert_eq!(
        dead("`src/lib.rs`, `rules/`, `architecture.md`, `save/mod.rs` with `ring.rs`, `target/none.rs`"),
        [""; 0]
    );
    assert_eq!(dead("`src/libs.rs`, `save/mod.rs` with `rung.rs`"), ["src/libs.rs", "rung.rs"]);
    assert_eq!(dead("`save/mod.rs`\n\n`ring.rs`"), ["ring.rs"], "another paragraph");
    let sources =
        [("src/save/mod.rs".into(), "pub struct Store {\n    next: u32,\n}\nimpl Store {\n    fn load() {}".into())];
    let unknown = |text: &str| unknown_items(text, &sources);
    assert_eq!(unknown("`save::Store`, `Store::load`, `Store::next`, `Store::load()`, `Store`"), [""; 0]);
    assert_eq!(unknown("`save::Shop`, `Store::save`, `App::take`"), ["save::Shop", "Store::save", "App::take"]);
}
