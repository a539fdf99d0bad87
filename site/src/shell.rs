//! What every page has round it: head, the way to the other pages, foot.

use std::path::Path;

use crate::library::relative;

/// Where the bar at the top leads.
const PLACES: [(&str, &str); 6] = [
    ("Play", "play/index.html"),
    ("Boards", "boards/index.html"),
    ("Download", "download/index.html"),
    ("Rules", "docs/rules.html"),
    ("Trouble?", "docs/troubleshooting.html"),
    ("Source", "download/index.html#source"),
];

pub fn page(page: &Path, title: &str, body: &str) -> String {
    framed(page, title, &format!("<article>\n{body}</article>\n"))
}

/// A page that brings its own layout.
pub fn framed(page: &Path, title: &str, body: &str) -> String {
    let way = |to: &str| {
        let (path, anchor) = to.split_once('#').map_or((to, String::new()), |(path, at)| (path, format!("#{at}")));
        format!("{}{anchor}", relative(page, Path::new(path)))
    };
    let places: String = PLACES
        .iter()
        .map(|(name, to)| {
            let here = if Path::new(to) == page { " aria-current=\"page\"" } else { "" };
            format!("<li><a href=\"{}\"{here}>{name}</a></li>", way(to))
        })
        .collect();
    let full = if title == "Dixit Dials" { title.to_string() } else { format!("{} · Dixit Dials", escaped(title)) };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"description\" content=\"Secret votes and exact scores for the copy of Dixit on your table: open hardware \
         and firmware for the Raspberry Pi Pico.\">\n\
         <title>{full}</title>\n<link rel=\"stylesheet\" href=\"{style}\">\n<link rel=\"icon\" href=\"data:,\">\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">To the text</a>\n\
         <header><a class=\"name\" href=\"{home}\">Dixit Dials</a><nav aria-label=\"Pages\"><ul>{places}</ul></nav></header>\n\
         <main id=\"content\" tabindex=\"-1\">\n{body}</main>\n\
         <footer><p>All evidence so far comes from an emulated Pico; nobody has built one yet. An unofficial project: you need a \
         real copy of the game, and its names belong to their owners.</p>\
         <p>Firmware, drawings and this site: <a href=\"{mit}\">MIT</a> or <a href=\"{apache}\">Apache 2.0</a>, as you \
         like.</p></footer>\n</body>\n</html>\n",
        style = way("style.css"),
        home = way("index.html"),
        mit = way("source/LICENSE-MIT.txt"),
        apache = way("source/LICENSE-APACHE.txt"),
    )
}

pub fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
