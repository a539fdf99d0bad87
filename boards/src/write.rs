//! Writes a board file from its tree of keys: in the order of the reference, without defaults, with addresses in
//! hexadecimal. An invalid value is written as it is, so that the reader can report it.

use serde_json::{Map, Value as Json};

use crate::{
    Board,
    keys::{Key, Table, Value},
};

/// The text of a board's file, from the tree that [`json`](crate::json) writes.
pub fn toml(board: &Json) -> String {
    let mut page = String::new();
    if let (Some(table), Json::Object(tree)) = (<Board as Value>::table(), board) {
        section(&mut page, "", &table, tree);
    }
    page
}

/// The keys of a table, then the tables in it, each under its heading.
fn section(page: &mut String, path: &str, table: &Table, tree: &Map<String, Json>) {
    let unknown = |name: &&String| {
        !table.beside.contains(&name.as_str()) && !table.keys.iter().any(|key| key.name == name.as_str())
    };
    for (key, value) in given(table, tree).filter(|(key, value)| heading(path, key, value).is_none()) {
        if !is_default(key, value) {
            *page += &format!("{} = {}\n", key.name, inline(value, Some(key)));
        }
    }
    for name in tree.keys().filter(unknown).filter(|name| !tree[*name].is_null()) {
        *page += &format!("{} = {}\n", quoted(name), inline(&tree[name], None));
    }
    for (key, value) in given(table, tree) {
        let (Some(heading), Some(inner)) = (heading(path, key, value), &key.table) else { continue };
        let name = if path.is_empty() { key.name.to_string() } else { format!("{path}.{}", key.name) };
        for entry in
            value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice).iter().filter_map(Json::as_object)
        {
            let mut below = String::new();
            section(&mut below, &name, inner, entry);
            // An optional table is written even if all of its keys are defaults, because its presence has a meaning.
            if !below.is_empty() || key.optional || key.list {
                *page += &format!("\n{heading}\n{below}");
            }
        }
    }
}

/// The keys that have a value, in order.
fn given<'a>(table: &'a Table, tree: &'a Map<String, Json>) -> impl Iterator<Item = (&'a Key, &'a Json)> {
    table.keys.iter().filter_map(|key| Some((key, tree.get(key.name)?))).filter(|(_, value)| !value.is_null())
}

/// Heading of a table; `None` for one that is written in a line.
fn heading(path: &str, key: &Key, value: &Json) -> Option<String> {
    key.table.as_ref()?;
    match value {
        Json::Object(_) if path.is_empty() => Some(format!("[{}]", key.name)),
        Json::Object(_) if !path.contains('.') => Some(format!("[{path}.{}]", key.name)),
        Json::Array(list) if path.is_empty() && !list.is_empty() && list.iter().all(Json::is_object) => {
            Some(format!("[[{}]]", key.name))
        }
        _ => None,
    }
}

fn is_default(key: &Key, value: &Json) -> bool {
    let Some(default) = key.default.as_deref().filter(|default| !default.is_empty()) else {
        return key.default.is_some() && !key.optional && value.as_array().is_some_and(Vec::is_empty);
    };
    let default = default.replace('_', "");
    match value {
        Json::Number(number) => match default.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok() == number.as_u64(),
            None => default == number.to_string(),
        },
        other => default == inline(other, None),
    }
}

fn inline(value: &Json, key: Option<&Key>) -> String {
    match value {
        Json::Number(number) => match number.as_u64() {
            Some(number) if key.is_some_and(|key| key.limits.written.starts_with("0x")) => format!("{number:#04x}"),
            _ => number.to_string(),
        },
        Json::Array(list) if list.iter().any(Json::is_object) => {
            let rows: Vec<String> = list.iter().map(|entry| format!("    {},\n", inline(entry, key))).collect();
            format!("[\n{}]", rows.concat())
        }
        Json::Array(list) => {
            let entries: Vec<String> = list.iter().map(|entry| inline(entry, None)).collect();
            format!("[{}]", entries.join(", "))
        }
        Json::Object(tree) => {
            let table = key.and_then(|key| key.table.as_ref());
            let known = table.into_iter().flat_map(|table| given(table, tree));
            let known: Vec<String> = known
                .filter(|(key, value)| !is_default(key, value))
                .map(|(key, value)| format!("{} = {}", key.name, inline(value, Some(key))))
                .collect();
            format!("{{ {} }}", known.join(", "))
        }
        Json::String(text) => quoted(text),
        Json::Bool(flag) => flag.to_string(),
        // Occurs only in lists; elsewhere a key without a value is left out.
        Json::Null => quoted(""),
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::{load, load_all, parse};

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    fn tree(board: &Board) -> Json {
        serde_json::to_value(board).unwrap()
    }

    #[test]
    fn a_board_that_is_written_reads_back_the_same() {
        let odd = std::fs::read_dir(root().join("tests/odd_boards")).unwrap().map(|entry| entry.unwrap().path());
        let odd = odd.map(|path| load(root(), path.to_str().unwrap()));
        for board in load_all(root()).into_iter().chain(odd) {
            let board = board.unwrap();
            let text = toml(&tree(&board));
            assert_eq!(parse(&board.name, &text).unwrap(), board, "{text}");
        }
    }

    #[test]
    fn a_file_has_no_defaults_no_empty_tables_and_hexadecimal_addresses() {
        let text = toml(&tree(&load(root(), "pods").unwrap()));
        assert!(text.contains("mux = [\n    { address = 0x70, reset = 6 },\n"), "{text}");
        assert!(text.contains("[knobs.chain]\n"), "{text}");
        assert!(text.contains("proof = { first_bit = 36, levels = [1, 0, 1, 0] }\n"), "{text}");
        for default in ["detents_per_cycle", "battery", "0x3c", "[leads]", "name"] {
            assert!(!text.contains(default), "{default} in\n{text}");
        }
        let table = toml(&tree(&load(root(), "table").unwrap()));
        // All of its keys are defaults, but without the heading there would be no leads.
        assert!(table.contains("[leads]\n\n"), "{table}");
    }

    #[test]
    fn unknown_keys_are_written_so_that_the_reader_refuses_them() {
        let mut board = tree(&load(root(), "solo").unwrap());
        board["seats"]["most"] = json!("many\n\"\u{7f}");
        board["buzzer"]["pin"] = json!(null);
        board["led"]["pin"] = json!(3.5);
        board["knobs"]["pins"] = json!([]);
        board["a key"] = json!([{ "of": "mine" }, null, 1]);
        let text = toml(&board);
        let told = parse("solo", &text).unwrap_err().0;
        let keys: Vec<&str> = told.iter().map(|mistake| mistake.key.as_str()).collect();
        for key in ["seats.most", "buzzer.pin", "led.pin", "knobs.pins", "\"a key\""] {
            assert!(keys.contains(&key), "{key} in {keys:?}\n{text}");
        }
    }
}
