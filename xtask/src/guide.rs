//! `cargo xtask guide`: the builder's guide, drawn and listed from the board's file, so that it cannot disagree with
//! the firmware. It writes between its marks in the board's `README.md`; the rest of that page is written by hand.

use std::{fs, path::PathBuf};

use boards::Board;

use builder::{
    image::write_if_new,
    tool::{Outcome, root},
};

pub fn main(mut args: lexopt::Parser) -> Outcome {
    let mut check = false;
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("check") => check = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let mut all = vec![GuideFile { path: boards::readme::path(&root()), text: boards::readme::page(&root())? }];
    let pictures = root().join("boards/parts");
    fs::create_dir_all(&pictures)?;
    all.extend(
        drawings::picture::all()
            .into_iter()
            .map(|(name, text)| GuideFile { path: pictures.join(format!("{name}.svg")), text }),
    );
    // An invalid board does not stop the others; it is reported at the end.
    let mut wrong = Vec::new();
    for board in boards::load_all(&root()) {
        match board.map_err(Into::into).and_then(|board| pages(&board)) {
            Ok(pages) => all.extend(pages),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    for page in all {
        if !check {
            write_if_new(&page.path, page.text.as_bytes())?;
            println!("{}", page.path.display());
        } else if !page.is_current() {
            wrong.push(format!("{} is out of date; run: cargo xtask guide", page.path.display()));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// A file of the guide with its expected content.
pub struct GuideFile {
    pub path: PathBuf,
    pub text: String,
}

impl GuideFile {
    pub fn is_current(&self) -> bool {
        // A checkout may have changed the line endings.
        fs::read_to_string(&self.path).is_ok_and(|text| text.replace("\r\n", "\n") == self.text)
    }
}

pub fn pages(board: &Board) -> Outcome<Vec<GuideFile>> {
    let folder = root().join("boards").join(&board.name);
    let mut pages: Vec<GuideFile> =
        drawings::sheets(board).into_iter().map(|(name, text)| GuideFile { path: folder.join(name), text }).collect();
    pages.push(GuideFile { path: folder.join("case.scad"), text: drawings::case::model(board) });
    let path = folder.join("README.md");
    let old = fs::read_to_string(&path).unwrap_or_else(|_| new_page(board)).replace("\r\n", "\n");
    let mut text = old;
    for (mark, content) in [
        ("parts", drawings::lists::parts(board)),
        ("sight", drawings::lists::sight(board)),
        ("print", drawings::case::table(board)),
        ("pins", drawings::pins::table(board)),
        ("electrics", boards::electrics::report(board).markdown()),
    ] {
        text = boards::readme::between(&text, mark, &content)
            .ok_or_else(|| format!("{} has lost its marks <!-- {mark} --> and <!-- /{mark} -->", path.display()))?;
    }
    pages.push(GuideFile { path, text });
    Ok(pages)
}

/// The page of a board that has none yet.
fn new_page(board: &Board) -> String {
    format!(
        "# {}\n\n## Parts\n<!-- parts -->\n<!-- /parts -->\n\n## Wiring\n![wiring](wiring.svg)\n\n<!-- pins -->\n<!-- /pins \
         -->\n\n## What is seen\n<!-- sight -->\n<!-- /sight -->\n\n## To print\n<!-- print -->\n<!-- /print -->\n\n## Currents and \
         levels\n<!-- electrics -->\n<!-- /electrics -->\n",
        board.title
    )
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;
    use crate::solids;

    #[test]
    fn the_committed_guide_says_what_the_board_files_say() {
        for board in boards::load_all(&root()).into_iter().flatten() {
            for page in pages(&board).unwrap() {
                assert!(page.is_current(), "{} is out of date; run: cargo xtask guide", page.path.display());
            }
        }
    }

    /// In the full run OpenSCAD and Open CASCADE make every part, and fail if a model is not a solid.
    #[test]
    fn every_part_becomes_a_solid() {
        if env::var_os("DIXIT_FULL").is_none() {
            return;
        }
        for name in boards::discover(&root()).unwrap() {
            let files = solids::make(&name).unwrap();
            assert!(files.len() >= 4, "{files:?}");
            for file in files {
                let bytes = fs::metadata(&file).unwrap().len();
                assert!(bytes > 2_000, "{}: {bytes} bytes", file.display());
            }
        }
    }
}
