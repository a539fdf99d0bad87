//! The third-party code in the firmware and the tools, and that we may redistribute it.

use std::fs;

use builder::tool::root;
use spdx::{Expression, LicenseReq, ParseMode};
use xtask::licences;

fn deny() -> toml::Table {
    fs::read_to_string(root().join("deny.toml")).unwrap().parse().unwrap()
}

/// Licences that `deny.toml` allows.
fn allowed(deny: &toml::Table) -> Vec<String> {
    deny["licenses"]["allow"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_string()).collect()
}

fn may_be_used(licence: &str, allowed: &[String]) -> bool {
    let is_allowed = |wanted: &LicenseReq| allowed.contains(&wanted.to_string());
    Expression::parse_mode(licence, ParseMode::LAX).is_ok_and(|expression| expression.evaluate(is_allowed))
}

#[test]
fn every_crate_is_under_a_licence_that_we_allow() {
    let deny = deny();
    let allowed = allowed(&deny);
    let clarified = |name: &str| {
        let crates = deny["licenses"].get("clarify").and_then(|list| list.as_array()).into_iter().flatten();
        crates.filter(|part| part["crate"].as_str() == Some(name)).find_map(|part| part["expression"].as_str())
    };
    let crates = licences::everywhere().unwrap();
    assert!(crates.len() > 100, "only {} crates were looked at", crates.len());
    let bad: Vec<String> = crates
        .iter()
        .filter(|part| !may_be_used(clarified(&part.name).unwrap_or(&part.licence), &allowed))
        .map(|part| format!("{} {}: {:?}", part.name, part.version, part.licence))
        .collect();
    assert!(bad.is_empty(), "deny.toml does not allow\n{}", bad.join("\n"));
}

#[test]
fn an_or_expression_needs_one_allowed_licence_and_an_and_expression_all() {
    let allowed = ["MIT".to_string(), "Unicode-3.0".to_string()];
    for (licence, allows) in [
        ("MIT OR GPL-3.0-only", true),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("MIT AND GPL-3.0-only", false),
        ("GPL-3.0-only", false),
        ("", false),
    ] {
        assert_eq!(may_be_used(licence, &allowed), allows, "{licence}");
    }
}

#[test]
fn the_licence_file_lists_every_crate_with_its_terms() {
    let text = licences::text().unwrap();
    let crates = licences::in_firmware().unwrap();
    let page = licences::in_page().unwrap();
    assert!(page.iter().any(|part| part.name == "toml"));
    for part in crates.iter().chain(&page) {
        assert!(text.contains(&format!("  {} {} (", part.name, part.version)), "{} is not named", part.name);
    }
    // Build-time dependencies are not in the image.
    assert!(!crates.iter().any(|part| ["syn", "toml", "serde_derive"].contains(&part.name.as_str())));
    for passage in [
        "Copyright (c) 2019-2021 Raspberry Pi (Trading) Ltd.",
        "Redistributions in binary form must reproduce the above copyright notice",
        "Copyright 1984-1989, 1994 Adobe Systems Incorporated.",
    ] {
        assert!(text.contains(passage), "{passage}");
    }
}
