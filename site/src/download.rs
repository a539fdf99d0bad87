//! The page with the firmware: a file for each board, the three steps that put it on a Pico, the source, the licences.

use std::{fs, path::Path};

use boards::Board;
use xtask::{
    licences,
    tool::{self, Outcome, root},
    uf2,
};

use crate::{
    library::Library,
    shell::{self, escaped},
};

const SOURCE: &str = "dixit-dials-source.tar.gz";

pub fn write(library: &mut Library, boards: &[Board]) -> Outcome {
    let mut rows = String::new();
    for board in boards {
        let name = format!("dixit-dials-{}.uf2", board.name);
        let bytes = fs::read(root().join("target/firmware").join(&board.name).join("firmware.uf2"))?;
        let fits: Vec<&str> = uf2::sizes(&bytes).into_iter().map(|(chip, _)| chip.picos()).collect();
        rows += &format!(
            "<tr><th scope=\"row\">{}</th><td><a href=\"{name}\" download>{name}</a></td><td>{}</td><td>{} KiB</td></tr>\n",
            escaped(&board.title),
            fits.join(", "),
            bytes.len().div_ceil(1024)
        );
        library.write(Path::new("download").join(name), &bytes)?;
    }
    library.write(Path::new("download").join(licences::FILE), licences::text()?.as_bytes())?;
    let source = source(library)?;
    let body = include_str!("../pages/download.html").replace("{{files}}", &rows).replace("{{source}}", &source);
    let page = Path::new("download/index.html");
    library.write(page, shell::page(page, "Download", &body).as_bytes())
}

/// What is in the repository, packed; none where this is no repository.
fn source(library: &Library) -> Outcome<String> {
    let to = root().join("target").join(SOURCE);
    let mut pack = tool::command("git");
    pack.args(["archive", "--format=tar.gz", "--prefix=dixit-dials/", "-o"]).arg(&to).arg("HEAD");
    if tool::answer(&mut pack).is_none() {
        return Ok(
            "<p>This copy of the site was made outside of the repository and has no source beside it.</p>".into()
        );
    }
    library.write(Path::new("download").join(SOURCE), &fs::read(&to)?)?;
    Ok(format!(
        "<p><a href=\"{SOURCE}\" download>{SOURCE}</a> is the whole project: firmware, board files, simulator, tests, this site. \
         With <a href=\"https://rustup.rs\">Rust</a> installed, <code>cargo xtask play</code> builds and runs it.</p>"
    ))
}
