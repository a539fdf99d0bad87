//! The page with a board's circuit boards: what to send to a manufacturer, what to order, and where each part goes.

use std::{fs, path::Path};

use boards::Board;
use builder::tool::Outcome;
use drawings::pcb;
use xtask::pcb as made;

use crate::{
    library::Library,
    shell::{self, escaped},
};

/// What each file of a carrier is, by how its name ends.
const FILES: [(&str, &str); 6] = [
    (".html", "parts and joints on the board, row by row, and what is joined to what"),
    ("-gerbers.zip", "what a maker of circuit boards asks for"),
    ("-parts.csv", "the parts with their order codes"),
    ("-schematic.svg", "the schematic"),
    (".svg", "the board as a picture"),
    (".kicad_pcb", "the board for KiCad"),
];

pub fn write(library: &mut Library, board: &Board) -> Outcome {
    let folder = Path::new("boards").join(&board.name).join("circuit");
    let body = match pcb::carriers(board) {
        Ok(carriers) => {
            let mut body = format!(
                "<p>{} joints altogether, the pins of modules included. The pictures and lists are made from the board's file; the \
                 copper is read back and compared with it, and KiCad's design rule check finds no error.</p>\n",
                pcb::joints(&carriers)
            );
            for carrier in &carriers {
                body += &one(library, &folder, carrier)?;
            }
            body
        }
        Err(reason) => format!("<p>There is none for this board. {}.</p>\n", escaped(&reason)),
    };
    let page = folder.join("index.html");
    let title = format!("Circuit boards of {}", board.name);
    let body = format!(
        "<h1>Circuit boards</h1>\n<p class=\"lead\">{}</p>\n{body}<p><a href=\"../index.html\">Back to the guide</a></p>\n",
        escaped(&board.title)
    );
    let description =
        format!("The circuit boards of {}: what to send to a manufacturer, and what to order.", board.title);
    library.write(&page, shell::page(&page, &title, &description, &body).as_bytes())
}

fn one(library: &Library, folder: &Path, carrier: &pcb::Carrier) -> Outcome<String> {
    let copper = pcb::route(carrier)?;
    for (name, text) in pcb::files(carrier, &copper) {
        library.write(folder.join(name), text.as_bytes())?;
    }
    // On the site the complete page is replaced by one with the common header and footer.
    let page = folder.join(format!("{}.html", carrier.name));
    let title = format!("The board {}", carrier.name);
    let description = format!("Parts and joints of the circuit board {}, row by row.", carrier.name);
    let body = pcb::content(carrier, &copper);
    library.write(&page, shell::framed(&page, &title, &description, &body).as_bytes())?;
    // Plotted by KiCad, in the test run's full dose or by `cargo xtask pcb --kicad`.
    let plotted = format!("{}-gerbers.zip", carrier.name);
    let bytes = fs::read(made::folder().join(&plotted)).ok();
    if let Some(bytes) = &bytes {
        library.write(folder.join(&plotted), bytes)?;
    }
    let (width, height) = (carrier.size.0 / 1000, carrier.size.1 / 1000);
    let mut list = String::new();
    for (end, what) in FILES {
        let name = format!("{}{end}", carrier.name);
        if name != plotted || bytes.is_some() {
            list += &format!("<li><a href=\"{name}\">{what}</a> ({name})</li>\n");
        }
    }
    let name = &carrier.name;
    Ok(format!(
        "<h2>{name}</h2>\n<p>{width} × {height} mm, two layers, {} joints. Order {}.</p>\n<ul>\n{list}</ul>\n\
         <p><a href=\"{name}.svg\"><img class=\"board-from-above\" src=\"{name}.svg\" alt=\"{name} from above\"></a></p>\n",
        carrier.joints(),
        carrier.copies
    ))
}
