//! `cargo xtask licences`: the third-party code in the firmware and in the page that makes boards, and its licence terms. The
//! file is published beside the UF2 files and on the site. It is made from cargo's metadata and the licence files in the
//! crates.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde_json::Value;

use builder::{
    chip::Chip,
    maker,
    tool::{Outcome, cargo, root},
};

pub const FILE: &str = "LICENCES.txt";

/// Terms for crates without a licence file, in order of preference; the first one that a crate offers is used.
const TERMS: [(&str, &str); 2] =
    [("MIT", include_str!("../licences/MIT.txt")), ("BSD-3-Clause", include_str!("../licences/BSD-3-Clause.txt"))];

/// Copyright holders of crates that name them only in their sources.
const HOLDERS: [(&str, &str); 2] = [
    ("rp-pac", "2020-2024 Raspberry Pi (Trading) Ltd."),
    ("rp2040-boot2", "2019-2021 Raspberry Pi (Trading) Ltd., and the rp-rs team"),
];

const FONTS: &str = include_str!("../licences/fonts.txt");

const PACKAGE: &str = "dixit-dials";

/// A third-party crate.
pub struct Crate {
    pub name: String,
    pub version: String,
    /// The licence expression in the crate's manifest.
    pub licence: String,
    authors: Vec<String>,
    folder: std::path::PathBuf,
}

pub fn main(mut args: lexopt::Parser) -> Outcome {
    if let Some(arg) = args.next()? {
        return Err(arg.unexpected().into());
    }
    print!("{}", text()?);
    Ok(())
}

pub fn write(path: &Path) -> Outcome {
    builder::image::write_if_new(path, text()?.as_bytes())
}

/// Text of the licence file.
pub fn text() -> Outcome<String> {
    let mut text = String::from("Dixit Dials is licensed under MIT or Apache 2.0, as you like.\n");
    let (firmware, page) = (in_firmware()?, in_page()?);
    for (what, crates) in [("Its firmware", &firmware), ("Its page that makes boards", &page)] {
        text += &format!("\n{what} holds the work of others:\n\n");
        for part in crates {
            let licence = if part.licence.is_empty() { "its own terms, below" } else { &part.licence };
            text += &format!("  {} {} ({licence})\n", part.name, part.version);
        }
    }
    let crates = sorted(firmware.into_iter().chain(page).collect());
    let mut by_terms: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in &crates {
        by_terms.entry(part.terms()?).or_default().push(format!("{} {}", part.name, part.version));
    }
    for (terms, names) in by_terms {
        text += &format!("\n{}\n{}\n\n{}\n", "-".repeat(80), names.join(", "), terms.trim());
    }
    text += &format!("\n{}\nfonts\n\n{FONTS}", "-".repeat(80));
    Ok(text)
}

impl Crate {
    /// The terms that the crate's authors require to be passed on.
    fn terms(&self) -> Outcome<String> {
        if let Some(text) = self.own_file() {
            return Ok(text);
        }
        let offered = |name: &str| self.licence.split([' ', '/', '(', ')']).any(|word| word == name);
        let (_, terms) = TERMS.iter().find(|(name, _)| offered(name)).ok_or_else(|| {
            format!(
                "{} {} is under {} and carries no text of it; add one to xtask/licences",
                self.name, self.version, self.licence
            )
        })?;
        let holder = HOLDERS.iter().find(|(name, _)| *name == self.name).map(|(_, holder)| holder.to_string());
        let authors =
            || if self.authors.is_empty() { format!("the {} developers", self.name) } else { self.authors.join(", ") };
        Ok(format!("Copyright (c) {}\n\n{terms}", holder.unwrap_or_else(authors)))
    }

    /// The licence file in the crate's folder; the shortest one where there is a choice.
    fn own_file(&self) -> Option<String> {
        let names = fs::read_dir(&self.folder).ok()?.flatten().map(|entry| entry.path());
        let is_licence = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            ["LICENSE", "LICENCE", "COPYING"].iter().any(|start| name.starts_with(start))
        };
        let texts = names.filter(|path| is_licence(path)).filter_map(|path| fs::read_to_string(path).ok());
        // A file that only points to the other files grants nothing.
        texts
            .map(|text| text.replace("\r\n", "\n"))
            .filter(|text| {
                ["Permission", "Redistribution", "TERMS AND CONDITIONS"].iter().any(|word| text.contains(word))
            })
            .min_by_key(String::len)
    }
}

/// Crates compiled into the firmware of any chip.
pub fn in_firmware() -> Outcome<Vec<Crate>> {
    let mut crates = Vec::new();
    for chip in Chip::ALL {
        crates.extend(linked_into(PACKAGE, chip.target())?);
    }
    Ok(sorted(crates))
}

/// The same for the page that makes boards, whose WebAssembly is on the site.
pub fn in_page() -> Outcome<Vec<Crate>> {
    Ok(sorted(linked_into("maker", maker::TARGET)?))
}

fn sorted(mut crates: Vec<Crate>) -> Vec<Crate> {
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    crates.dedup_by(|a, b| (&a.name, &a.version) == (&b.name, &b.version));
    crates
}

/// Excludes build-time dependencies, and what only our tools need of crates that the firmware shares with them.
fn linked_into(package: &str, target: &str) -> Outcome<Vec<Crate>> {
    let mut tree = cargo();
    tree.args(["tree", "--package", package, "--target", target]);
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    let output = tree.output()?;
    if !output.status.success() {
        return Err(format!("cargo tree failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    let tree = String::from_utf8_lossy(&output.stdout).into_owned();
    // A line is a name and a version: "heapless v0.9.1".
    let linked: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?.trim_start_matches('v')))
        })
        .collect();
    let mut crates = everywhere()?;
    crates.retain(|part| linked.contains(&(part.name.as_str(), part.version.as_str())));
    Ok(crates)
}

/// All dependencies of our crates, for the firmware and for the tools.
pub fn everywhere() -> Outcome<Vec<Crate>> {
    let metadata = metadata()?;
    Ok(list(&metadata["packages"]).filter(|package| !package["source"].is_null()).map(read).collect())
}

fn metadata() -> Outcome<Value> {
    let mut command = cargo();
    command.args(["metadata", "--format-version", "1"]);
    let output = command.output()?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn read(package: &Value) -> Crate {
    let text = |key: &str| package[key].as_str().unwrap_or_default().to_string();
    Crate {
        name: text("name"),
        version: text("version"),
        licence: text("license"),
        authors: list(&package["authors"]).filter_map(Value::as_str).map(String::from).collect(),
        folder: Path::new(&text("manifest_path")).parent().map_or_else(root, Path::to_path_buf),
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
