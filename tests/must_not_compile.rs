//! Misuse that the types must prevent: each file in `tests/must_not_compile/` uses the library in a way that the
//! compiler must reject, on the marked line and with the error it names (`//~ E0308`). Any other error fails the test,
//! so that no example keeps "failing" only because something in it was renamed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;
use testkit::tool::{Outcome, cargo, root};

/// Lines and the errors on them.
type Errors = BTreeSet<(u64, String)>;

fn examples() -> Outcome<BTreeMap<String, PathBuf>> {
    let files = fs::read_dir(root().join("tests/must_not_compile"))?.flatten().map(|entry| entry.path());
    Ok(files.filter_map(|file| Some((file.file_stem()?.to_str()?.to_string(), file.clone()))).collect())
}

/// The errors that an example announces.
fn expected(file: &Path) -> Outcome<Errors> {
    let text = fs::read_to_string(file)?;
    let marks = (1..).zip(text.lines()).filter_map(|(number, line)| Some((number, line.split_once("//~ ")?.1)));
    Ok(marks.map(|(number, code)| (number, code.trim().to_string())).collect())
}

/// Checks all examples at once, as a crate that depends on the library.
fn errors(examples: &BTreeMap<String, PathBuf>) -> Outcome<BTreeMap<String, Errors>> {
    let folder = root().join("target/must-not-compile");
    fs::create_dir_all(folder.join("src"))?;
    let modules: Vec<String> =
        examples.iter().map(|(name, file)| format!("#[path = {:?}]\npub mod {name};\n", file.display())).collect();
    fs::write(folder.join("src/lib.rs"), modules.concat())?;
    fs::write(folder.join("Cargo.toml"), manifest())?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let output = cargo()
        .current_dir(&folder)
        .args(["check", "--quiet", "--offline", "--message-format=json", "--target-dir"])
        .arg(folder.join("target"))
        .output()?;
    let mut errors: BTreeMap<String, Errors> = BTreeMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let line: Value = serde_json::from_str(line)?;
        let message = &line["message"];
        if message["level"] != "error" || message["spans"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let spans = message["spans"].as_array().into_iter().flatten();
        let Some(span) = spans.into_iter().find(|span| span["is_primary"] == true) else { continue };
        let file = Path::new(span["file_name"].as_str().unwrap_or_default()).file_stem().unwrap_or_default();
        let code = message["code"]["code"].as_str().unwrap_or("no code").to_string();
        let found = errors.entry(file.to_string_lossy().into_owned()).or_default();
        found.insert((span["line_start"].as_u64().unwrap_or(0), code));
    }
    if errors.is_empty() {
        return Err(format!("nothing was checked: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(errors)
}

fn manifest() -> String {
    format!(
        "[package]\nname = \"must-not-compile\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\ndixit-dials = {{ path = {:?} }}\n",
        root().display()
    )
}

fn main() -> Outcome {
    let arguments = Arguments::from_args();
    let examples = examples()?;
    // These tests are quick, so none of them is among the ignored ones.
    let asked = !arguments.list && !arguments.ignored;
    let found = if asked { errors(&examples)? } else { BTreeMap::new() };
    let trials = examples.into_iter().map(|(name, file)| {
        let found = found.get(&name).cloned().unwrap_or_default();
        Trial::test(name, move || {
            let expected = expected(&file)?;
            if expected.is_empty() {
                return Err("the example does not say what must be refused in it (//~ E…)".into());
            }
            if found == expected {
                Ok(())
            } else {
                Err(format!("wanted {expected:?}, the compiler said {found:?}").into())
            }
        })
    });
    let trials = trials.collect();
    libtest_mimic::run(&arguments, trials).exit();
}
