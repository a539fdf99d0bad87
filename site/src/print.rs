//! All sheets of a board on one page, which prints each on its own paper, at full size, on A4 and on Letter.

use std::path::Path;

use boards::Board;
use builder::tool::Outcome;
use drawings::lists;

use crate::{
    library::Library,
    shell::{self, escaped},
};

pub fn write(library: &mut Library, board: &Board) -> Outcome {
    let folder = Path::new("boards").join(&board.name);
    let mut sheets = String::new();
    for (name, _) in drawings::sheets(board) {
        library.file(&folder.join(name));
        let what = name.trim_end_matches(".svg").replace('-', " ");
        sheets += &format!("<img class=\"sheet\" src=\"{name}\" alt=\"{}: {what}\">\n", escaped(&board.title));
    }
    let mut lists = String::new();
    for route in lists::routes(board) {
        let name = format!("parts-{}.csv", lists::anchor(route));
        library.write(folder.join(&name), lists::list(board, route).csv().as_bytes())?;
        lists += &format!("<li><a href=\"{name}\" download>{}</a> ({name})</li>\n", route.title());
    }
    let body = format!(
        "<div class=\"screen-only\"><h1>Sheets to print</h1>\n<p class=\"lead\">{}</p>\n<p>Print this page at 100 % (“actual size”), without headers and \
         footers: every sheet comes on paper of its own, A4 or Letter. Where a sheet has a bar, measure it: 50 mm.</p>\n\
         <p>The parts lists with their order codes, for a spreadsheet:</p>\n<ul>\n{lists}</ul>\n\
         <p><a href=\"index.html\">Back to the guide</a></p></div>\n{sheets}",
        escaped(&board.title)
    );
    let page = folder.join("print.html");
    let title = format!("Sheets to print: {}", board.name);
    let description = format!("Every drawing of {} at full size, for A4 and Letter, and its parts lists.", board.title);
    library.write(&page, shell::framed(&page, &title, &description, &body).as_bytes())
}
