//! TypeScript types of a board for the simulator, which reads what [`json`](crate::json) writes. They are generated
//! from the declaration of the keys; a test compares the file in `simulator/`.

use std::path::{Path, PathBuf};

use crate::{
    Board,
    keys::{Table, Value},
};

const HEAD: &str = "/**
 * A board as JSON, key by key as in its file. Generated from the Rust declarations of the keys; after a change there
 * run `UPDATE_TYPES=1 cargo test --test boards typescript`.
 */
";

pub fn path(root: &Path) -> PathBuf {
    root.join("simulator/src/board-file.ts")
}

/// The expected content of the file.
pub fn file() -> String {
    let mut file = String::from(HEAD);
    if let Some(table) = <Board as Value>::table() {
        interface(&mut file, &table);
    }
    file
}

/// Name of an interface, prefixed so that none is taken for a part of the simulator.
pub(crate) fn name(table: &str) -> String {
    if table == "Board" { table.to_string() } else { format!("Board{table}") }
}

/// The type that allows these words. In parentheses, so that it can also be the type of a list's entries.
pub(crate) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    format!("({})", quoted.join(" | "))
}

fn interface(file: &mut String, table: &Table) {
    *file += &format!("\nexport interface {} {{\n", name(table.name));
    for beside in table.beside {
        *file += &format!("  {beside}: string;\n");
    }
    for key in &table.keys {
        let mark = if key.optional { "?" } else { "" };
        let kind = key.typescript.as_str();
        let kind = kind.strip_prefix('(').and_then(|kind| kind.strip_suffix(')')).unwrap_or(kind);
        *file += &format!("  {}{mark}: {kind};\n", key.name);
    }
    *file += "}\n";
    for inner in table.keys.iter().filter_map(|key| key.table.as_ref()) {
        interface(file, inner);
    }
}
