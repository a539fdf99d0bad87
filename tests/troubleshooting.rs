//! The troubleshooting page explains everything the device can report: every message of the English words is looked up
//! there.

use std::{collections::BTreeSet, fs, path::Path};

use boards::block::BlockError;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The texts between quotation marks.
fn quoted(source: &str) -> impl Iterator<Item = &str> {
    source.split('"').skip(1).step_by(2)
}

/// The messages for failures and refusals: the functions `notice` and `refusal` with all that they call, and the texts
/// outside of them.
fn messages(words: &str) -> BTreeSet<String> {
    let (table, functions) = words.split_once("fn notice(").expect("the words have a function for notices");
    let alone = ["usb_text", "safe_text", "knob_failed", "missing", "pointer_to_the_dot"].map(|name| {
        let (_, rest) = table.split_once(&format!("{name}:")).unwrap_or_else(|| panic!("the words have no {name}"));
        quoted(rest).next().expect("a text")
    });
    quoted(functions).chain(alone).map(|text| text.replace("{1}", "…").replace("{2}", "…")).collect()
}

#[test]
fn every_message_is_explained() {
    let page = read("docs/troubleshooting.md");
    let missing: Vec<String> = messages(&read("src/words/english.rs"))
        .into_iter()
        .filter(|message| !page.contains(&format!("*{message}*")))
        .collect();
    assert!(missing.is_empty(), "docs/troubleshooting.md does not explain: {missing:#?}");
}

#[test]
fn only_existing_messages_are_explained() {
    let known = messages(&read("src/words/english.rs"));
    let page = read("docs/troubleshooting.md");
    let (_, lists) =
        page.split_once("## What the device says about itself").expect("the page lists what the device says");
    let first_cells = lists.lines().filter(|line| line.starts_with("| *")).filter_map(|row| row.split('|').nth(1));
    let unknown: Vec<&str> =
        first_cells.filter(|cell| !cell.split('*').skip(1).step_by(2).any(|told| known.contains(told))).collect();
    assert!(unknown.is_empty(), "docs/troubleshooting.md explains what the device never says: {unknown:#?}");
}

#[test]
fn every_blink_code_is_explained() {
    let page = read("docs/troubleshooting.md");
    let (_, section) = page.split_once("\n## No board\n").expect("the page has a section about it");
    let rows: Vec<&str> =
        section.lines().skip_while(|line| !line.starts_with("| ")).take_while(|line| !line.is_empty()).collect();
    let fault = boards::Fault { place: boards::Place::Key("seats.most"), reason: boards::Reason::SameLevels };
    let errors =
        [BlockError::Missing, BlockError::Damaged, BlockError::Format { format: 7 }, BlockError::Impossible(fault)];
    // The heading takes two rows.
    assert_eq!(rows.len(), 2 + errors.len(), "{rows:#?}");
    for (row, error) in rows[2..].iter().zip(errors) {
        assert!(row.starts_with(&format!("| {} times |", error.blinks())), "{row}");
        let said: String = match error {
            BlockError::Impossible(_) => "a key of the board's file, and what is wrong with it".into(),
            error => format!("*{}*", error.to_string().replace(|c: char| c.is_ascii_digit(), "…")),
        };
        assert!(row.contains(&said), "{row} does not say {said}");
    }
}

#[test]
fn an_unexplained_message_is_found() {
    let words = "usb_text: \"a\", safe_text: \"b\", knob_failed: \"c\", missing: \"d\", pointer_to_the_dot: \"e\", \
                 fn notice() { \"The moon of seat {1} fell.\" }";
    assert!(messages(words).contains("The moon of seat … fell."));
}
