//! Every key of a board file with its meaning and its limits, for the fields of the page, and the holes of the Pico for
//! its pin picker.

use boards::{
    Board,
    keys::{Key, Table, Value},
    pico,
};
use serde_json::{Value as Json, json};

pub fn keys() -> Json {
    let file = <Board as Value>::table();
    let holes = (0..=29).filter_map(|pin| Some(json!({ "hole": pico::hole(pin)?, "pin": pin })));
    json!({ "file": file.as_ref().map(table), "holes": holes.collect::<Vec<_>>(), "led": pico::LED })
}

fn table(table: &Table) -> Json {
    let keys: Vec<Json> = table.keys.iter().map(key).collect();
    json!({ "about": table.about, "keys": keys })
}

fn key(key: &Key) -> Json {
    // The TypeScript type lists the words that a key accepts: ('high' | 'low').
    let words: Vec<&str> = key.typescript.split('\'').skip(1).step_by(2).collect();
    json!({
        "name": key.name,
        "meaning": key.meaning,
        "type": key.typescript,
        "words": words,
        "least": key.limits.least,
        "most": key.limits.most,
        "hex": key.limits.written.starts_with("0x"),
        "list": key.list,
        "optional": key.optional,
        "default": key.default,
        "table": key.table.as_ref().map(table),
    })
}
