//! The figures as people read them: one row for each goal, and the page in `docs/` that holds the latest run.

use std::fmt::Write;
use std::fs;

use super::{Figures, growth};
use testkit::tool::{Outcome, root};

/// One goal and what came of it.
#[derive(Clone, Debug)]
pub struct Row {
    pub what: String,
    pub measured: String,
    pub goal: String,
    /// None where there is nothing to miss.
    pub met: Option<bool>,
    pub beside: String,
}

impl Row {
    pub fn new(what: impl Into<String>, measured: impl Into<String>) -> Self {
        let (goal, beside) = (String::new(), String::new());
        Self { what: what.into(), measured: measured.into(), goal, met: None, beside }
    }

    pub fn goal(mut self, goal: impl Into<String>, met: bool) -> Self {
        (self.goal, self.met) = (goal.into(), Some(met));
        self
    }

    pub fn beside(mut self, beside: impl Into<String>) -> Self {
        self.beside = beside.into();
        self
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

pub fn table<'a>(rows: impl Iterator<Item = &'a Row>) -> String {
    let cells: Vec<Vec<String>> = rows
        .map(|row| {
            let verdict = match row.met {
                None => "",
                Some(true) => "met",
                Some(false) => "MISSED",
            };
            let cells = [row.what.as_str(), &row.measured, &row.goal, verdict, &row.beside];
            cells.map(str::to_string).to_vec()
        })
        .collect();
    columns(&["what", "measured", "goal", "", "beside it"], &cells)
}

/// Why a goal is missed, and what would close it: the part of the page that no measurement can write.
const NOTES: &str = "docs/figures-notes.md";

pub fn write(found: &[(&str, Figures)], quick: bool) -> Outcome {
    let mut page = String::from("# Figures\n\n");
    let dose = if quick { " --quick" } else { "" };
    let _ = writeln!(
        page,
        "Written by `cargo xtask bench{dose} --write-docs`. All but the simulator's own speed are measured on the \
         emulated Pico, or on seeded contacts on the host, and are the same in every run.\n"
    );
    page += &table(found.iter().flat_map(|(_, figures)| &figures.rows));
    if let Ok(notes) = fs::read_to_string(root().join(NOTES)) {
        page.push('\n');
        page += &notes;
    }
    let curves: Vec<_> = found.iter().flat_map(|(_, figures)| &figures.growth).collect();
    if !curves.is_empty() {
        fs::create_dir_all(root().join("docs/pictures"))?;
        fs::write(root().join("docs/pictures/growth.svg"), growth::plot(&curves))?;
        page += "\n## From three players to twelve\n\n![Figures against the number of players](pictures/growth.svg)\n";
    }
    for (name, figures) in found.iter().filter(|(_, figures)| !figures.text.is_empty()) {
        let _ = write!(page, "\n## {name}\n\n{}", figures.text);
    }
    fs::create_dir_all(root().join("docs"))?;
    fs::write(root().join("docs/figures.md"), page)?;
    Ok(())
}
