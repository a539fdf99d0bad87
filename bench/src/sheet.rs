//! The figures as people read them: one row for each goal, and the page in `docs/` that holds the latest of each bench.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::growth::{self, Growth};
use testkit::tool::{Outcome, root};

/// What one bench found.
#[derive(Default, Serialize, Deserialize)]
pub struct Figures {
    /// Measured with the smaller dose.
    pub quick: bool,
    pub rows: Vec<Row>,
    pub growth: Vec<Growth>,
    /// Details for the terminal.
    pub text: String,
}

/// One goal and what came of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    pub what: String,
    pub measured: String,
    /// The same with a flash cache whose misses cost more.
    pub harsher: String,
    pub goal: String,
    /// None where there is nothing to miss.
    pub met: Option<bool>,
    pub beside: String,
}

impl Row {
    pub fn new(what: impl Into<String>, measured: impl Into<String>) -> Self {
        Self { what: what.into(), measured: measured.into(), ..Self::default() }
    }

    pub fn goal(mut self, goal: impl Into<String>, met: bool) -> Self {
        (self.goal, self.met) = (goal.into(), Some(met));
        self
    }

    pub fn harsher(mut self, harsher: impl Into<String>) -> Self {
        self.harsher = harsher.into();
        self
    }

    pub fn beside(mut self, beside: impl Into<String>) -> Self {
        self.beside = beside.into();
        self
    }
}

impl Figures {
    pub fn met(&self) -> bool {
        self.rows.iter().all(|row| row.met != Some(false))
    }

    fn file(bench: &str) -> PathBuf {
        root().join("target/figures").join(bench).with_extension("json")
    }

    /// Keeps them for the page.
    pub fn keep(&self, bench: &str) -> Outcome {
        let file = Self::file(bench);
        fs::create_dir_all(root().join("target/figures"))?;
        fs::write(&file, serde_json::to_string_pretty(self)?)
            .map_err(|error| format!("{} cannot be written: {error}", file.display()).into())
    }

    /// What was kept last.
    fn kept(bench: &str) -> Option<Self> {
        serde_json::from_str(&fs::read_to_string(Self::file(bench)).ok()?).ok()
    }
}

/// A table in Markdown, padded so that it also reads well in a terminal.
pub fn columns(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain(head.get(column).map(|title| title.chars().count())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &[String]| {
        let padded: Vec<String> = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("| {} |\n", padded.join(" | "))
    };
    let titles: Vec<String> = head.iter().map(ToString::to_string).collect();
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let mut text = line(&titles) + &line(&rule);
    rows.iter().for_each(|row| text += &line(row));
    text
}

pub fn table<'a>(found: impl Iterator<Item = &'a Figures>) -> String {
    let cells: Vec<Vec<String>> = found
        .flat_map(|figures| figures.rows.iter().map(|row| (figures.quick, row)))
        .map(|(quick, row)| {
            let verdict = match row.met {
                None => "",
                Some(true) => "met",
                Some(false) => "**missed**",
            };
            let dose = if quick { "quick" } else { "full" };
            let cells = [row.what.as_str(), &row.goal, &row.measured, verdict, &row.harsher, &row.beside, dose];
            cells.map(str::to_string).to_vec()
        })
        .collect();
    columns(&["what", "goal", "measured", "", "at 100 cycles a miss", "beside it", "dose"], &cells)
}

const PAGE: &str = "docs/figures.md";
/// What follows this line on the page is written by people and stays as it is.
const BY_HAND: &str = "## What is missed, and why";

/// Writes the page from what each bench has found last.
pub fn write(benches: impl Iterator<Item = &'static str>) -> Outcome {
    let found: Vec<Figures> = benches.filter_map(Figures::kept).collect();
    let mut page = String::from("# Figures\n\n");
    page += "Written by `cargo xtask bench --write-docs`. Measured on the emulated Pico with 60 cycles for a miss of the flash \
             cache, and in one column with 100; the decoders' row on seeded contacts on the host. The dose is that of the \
             bench; `quick` is that of `--quick`.\n\n";
    page += &table(found.iter());
    let curves: Vec<&Growth> = found.iter().flat_map(|figures| &figures.growth).collect();
    if !curves.is_empty() {
        fs::write(root().join("docs/pictures/growth.svg"), growth::plot(&curves))?;
        page += "\nBy the number of players:\n\n![Figures by the number of players](pictures/growth.svg)\n";
    }
    let before = fs::read_to_string(root().join(PAGE))?;
    let by_hand = before.find(BY_HAND).map_or(BY_HAND, |at| &before[at..]);
    let _ = writeln!(page, "\n{}", by_hand.trim_end());
    fs::write(root().join(PAGE), page)?;
    Ok(())
}
