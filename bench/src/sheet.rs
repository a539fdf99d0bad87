//! The figures for people: one row for each goal, and the page in `docs/` with the latest result of each bench.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::growth::{self, Growth};
use testkit::{
    chip::Chip,
    tool::{Outcome, root},
};

/// Results of one bench.
#[derive(Default, Serialize, Deserialize)]
pub struct Figures {
    /// Measured with the smaller dose.
    pub quick: bool,
    pub rows: Vec<Row>,
    pub growth: Vec<Growth>,
    /// Details for the terminal.
    pub text: String,
}

/// One goal and its result.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    pub what: String,
    pub measured: String,
    /// The same with a higher cost for a flash cache miss.
    pub harsher: String,
    pub goal: String,
    /// `None` where there is no goal.
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

    fn file(bench: &str, chip: Chip) -> PathBuf {
        root().join("target/figures").join(chip.name().to_lowercase()).join(bench).with_extension("json")
    }

    /// Stores the figures for the page.
    pub fn keep(&self, bench: &str, chip: Chip) -> Outcome {
        let file = Self::file(bench, chip);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(&file, serde_json::to_string_pretty(self)?)
            .map_err(|error| format!("{} cannot be written: {error}", file.display()).into())
    }

    /// The figures stored last.
    fn kept(bench: &str, chip: Chip) -> Option<Self> {
        serde_json::from_str(&fs::read_to_string(Self::file(bench, chip)).ok()?).ok()
    }

    /// The measured value of the row with this name.
    fn measured(&self, what: &str) -> Option<&str> {
        self.rows.iter().find(|row| row.what == what).map(|row| row.measured.as_str())
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

/// Rows of one chip; where the other chip was measured too, its values stand beside them.
pub fn table(found: &[(&Figures, Option<&Figures>)]) -> String {
    let has_other = found.iter().any(|(_, other)| other.is_some());
    let cells: Vec<Vec<String>> = found
        .iter()
        .flat_map(|&(figures, other)| figures.rows.iter().map(move |row| (figures.quick, row, other)))
        .map(|(quick, row, other)| {
            let verdict = match row.met {
                None => "",
                Some(true) => "met",
                Some(false) => "**missed**",
            };
            let dose = if quick { "quick" } else { "full" };
            let mut cells = vec![row.what.as_str(), &row.goal, &row.measured, verdict, &row.harsher, &row.beside, dose];
            if has_other {
                cells.insert(4, other.and_then(|other| other.measured(&row.what)).unwrap_or_default());
            }
            cells.into_iter().map(str::to_string).collect()
        })
        .collect();
    let mut head = vec!["what", "goal", "measured", "", "at costlier misses", "beside it", "dose"];
    if has_other {
        head.insert(4, "on the RP2350");
    }
    columns(&head, &cells)
}

const PAGE: &str = "docs/figures.md";
/// Everything on the page from this line on is written by hand and kept.
const BY_HAND: &str = "## What is missed, and why";

/// Writes the page from the latest results of each bench.
pub fn write(benches: impl Iterator<Item = &'static str>) -> Outcome {
    let kept = |bench| Some((Figures::kept(bench, Chip::Rp2040)?, Figures::kept(bench, Chip::Rp2350)));
    let found: Vec<(Figures, Option<Figures>)> = benches.filter_map(kept).collect();
    let mut page = String::from("# Figures\n\n");
    page += "For whoever doubts a promise: what was measured, compared with goals and peers.\n\n";
    page += "Written by `cargo xtask bench --write-docs`. Measured on the emulated RP2040 with 60 cycles for a miss of the flash \
             cache, in one column with 108 on the emulated RP2350, and in one with 100 on the RP2040. The dose is that of the \
             bench; `quick` is that of `--quick`.\n\n";
    page += &table(&found.iter().map(|(figures, other)| (figures, other.as_ref())).collect::<Vec<_>>());
    let curves: Vec<&Growth> = found.iter().flat_map(|(figures, _)| &figures.growth).collect();
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
