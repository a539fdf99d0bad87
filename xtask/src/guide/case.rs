//! The boxes as an OpenSCAD model: the same panels as the sheet to drill by, for those who would rather print them.

use std::fmt::Write;

use boards::Board;

use super::panel::{Cutout, KNOB, NECK, Panel, RING, panels, window};

/// The modules that every box is made of.
const MODULES: &str = include_str!("case.scad");

pub fn model(board: &Board) -> String {
    let panels = panels(board);
    let parts = parts(board);
    let mut text = format!(
        "// {}. Made from the board file by `cargo xtask guide`; nobody has printed one yet.\n\
         // Choose what to print: {}.\npart = \"{}\";\n\n",
        board.title,
        parts.join(", "),
        parts[0]
    );
    let _ = writeln!(text, "ring = {RING};\nknob = {KNOB};\nneck = {NECK};\nscrew = {};\n", Panel::screw());
    text += MODULES;
    for panel in &panels {
        let name = panel.name;
        let _ = writeln!(text, "\nmodule {name}_lid() lid([{}, {}]) {{", panel.size.0, panel.size.1);
        for cutout in &panel.cutouts {
            text += &match cutout {
                Cutout::Screw { at } => hole(panel, *at, "screw"),
                Cutout::Knob { at, .. } => hole(panel, *at, "neck"),
                Cutout::Grille { at } => [-4.0, 0.0, 4.0].map(|step| hole(panel, (at.0 + step, at.1), "2")).concat(),
                Cutout::Screen { at, size } => {
                    let (seen, _) = window(*size);
                    format!("  slot([{}, {}], [{}, {}]);\n", at.0, panel.size.1 - at.1, seen.0, seen.1)
                }
            };
        }
        text += "}\n";
        let _ = writeln!(
            text,
            "module {name}_base() base([{}, {}], {}, pico = {}, jacks = {});",
            panel.size.0, panel.size.1, panel.depth, panel.pico, panel.jacks
        );
    }
    text += "\n";
    for panel in &panels {
        let name = panel.name;
        let _ =
            writeln!(text, "if (part == \"{name}-lid\") {name}_lid();\nif (part == \"{name}-base\") {name}_base();");
    }
    if board.ring.is_some() {
        text += "if (part == \"shield\") shield();\n";
    }
    text
}

/// The parts that a model can be asked for.
pub fn parts(board: &Board) -> Vec<String> {
    let mut parts: Vec<String> = panels(board)
        .iter()
        .flat_map(|panel| [format!("{}-lid", panel.name), format!("{}-base", panel.name)])
        .collect();
    if board.ring.is_some() {
        parts.push("shield".into());
    }
    parts
}

/// Paper counts down from the top, a model up from the bottom.
fn hole(panel: &Panel, (x, y): (f32, f32), diameter: &str) -> String {
    format!("  hole([{x}, {}], {diameter});\n", panel.size.1 - y)
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use super::*;
    use crate::tool::{command, need_openscad, root, run};

    /// In the full run the real program makes every part, which it refuses where the model is no solid.
    #[test]
    fn openscad_makes_a_solid_of_every_part() {
        if env::var_os("DIXIT_FULL").is_none() {
            return;
        }
        let program = need_openscad().unwrap();
        let folder = root().join("target/stl");
        fs::create_dir_all(&folder).unwrap();
        for board in boards::load_all(&root()).into_iter().flatten() {
            let model = root().join("boards").join(&board.name).join("case.scad");
            for part in parts(&board) {
                let file = folder.join(format!("{}-{part}.stl", board.name));
                let _ = fs::remove_file(&file);
                let mut make = command(&program.to_string_lossy());
                make.args(["-q", "--hardwarnings", "-o"])
                    .arg(&file)
                    .arg("-D")
                    .arg(format!("part=\"{part}\""))
                    .arg(&model);
                run(&mut make).unwrap();
                let facets = fs::read_to_string(&file).unwrap().matches("endfacet").count();
                assert!(facets > 100, "{}: {facets} facets", file.display());
            }
        }
    }
}
