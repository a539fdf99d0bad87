//! A Markdown file of the project as a page: headings get anchors and a list of contents, tables reflow on phones, figures
//! open in full size, and links lead to where the site has put things.

use std::path::{Path, PathBuf};

use boards::Board;
use builder::tool::Outcome;
use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::{
    download, front,
    library::{Document, Library, relative},
    shell,
};

/// Pages of the simulator that documents name in italics.
const NAMED: [(&str, &str); 3] =
    [("Your own board", "board.html"), ("Big screen", "screen.html"), ("Bench", "bench.html")];

pub fn write(library: &mut Library, document: &Document, boards: &[Board]) -> Outcome {
    let mut text = library.read(&document.source)?;
    // The guide's first step names the firmware: replace that by a link to the file on the site.
    if let (Some(board), Some((before, rest))) = (board_of(document), text.split_once("<!-- firmware -->"))
        && let Some((_, after)) = rest.split_once("<!-- /firmware -->")
    {
        text = format!("{before}{}{after}", download::facts(board)?);
    }
    let Made { title, summary, mut body, contents } = html_of(library, document, &text);
    if let Some(board) = board_of(document) {
        let picture = PathBuf::from(format!("docs/pictures/board-{board}.jpg"));
        let picture = library.file(&picture).map(|place| relative(&document.page, &place));
        after(&mut body, "</p>", near(board).as_str());
        after(&mut body, "</h1>", &picture.map_or_else(String::new, |src| render(&src)));
    }
    if document.source == Path::new("boards/README.md") {
        let cards = front::cards(library, boards, "../", "h2");
        between(&mut body, "boards", &format!("<div class=\"cards\">\n{cards}</div>\n"));
    }
    for (name, page) in NAMED.into_iter().filter(|(_, page)| library.has(&Path::new("simulator").join(page))) {
        let way = relative(&document.page, &Path::new("play").join(page));
        body = body.replace(&format!("<em>{name}</em>"), &format!("<a href=\"{way}\">{name}</a>"));
    }
    if document.source == Path::new("docs/troubleshooting.md") {
        after(&mut body, "</p>", include_str!("../pages/search.html"));
    }
    if let Some(repository) = shell::repository() {
        between(&mut body, "where", &reports(&repository));
    }
    let aside = listed(&contents);
    let language = language(document).map_or_else(String::new, |language| format!(" lang=\"{language}\""));
    let page = format!("<div class=\"guide\">\n{aside}<article{language}>\n{body}</article>\n</div>\n");
    library.write(&document.page, shell::framed(&document.page, &title, &summary, &page).as_bytes())
}

/// The language of a page that is not in English, by the end of its name: `players-de.md`.
fn language(document: &Document) -> Option<&str> {
    let (_, end) = document.source.file_stem()?.to_str()?.rsplit_once('-')?;
    (end.len() == 2).then_some(end)
}

/// Inserts `what` after the first occurrence of `end`.
fn after(body: &mut String, end: &str, what: &str) {
    if let Some(at) = body.find(end) {
        body.insert_str(at + end.len(), what);
    }
}

/// Replaces the text between two marks, which are comments: `<!-- boards -->` and `<!-- /boards -->`.
fn between(body: &mut String, mark: &str, what: &str) {
    if let (Some(from), Some(to)) = (body.find(&format!("<!-- {mark} -->")), body.find(&format!("<!-- /{mark} -->"))) {
        body.replace_range(from..to, what);
    }
}

/// Buttons that link to the forms for reports and to the repository.
fn reports(repository: &str) -> String {
    let repository = shell::escaped(repository);
    format!(
        "<p class=\"buttons\"><a class=\"button first\" href=\"{repository}/issues/new?template=i-built-one.yml\">Report that I \
         built one</a> <a class=\"button\" href=\"{repository}/issues/new?template=it-does-not-work.yml\">Report a fault</a> <a \
         class=\"button\" href=\"{repository}/issues\">All issues</a> <a class=\"button\" href=\"{repository}\">The \
         repository</a></p>\n"
    )
}

/// The list of chapters beside a page; empty for a page with few of them.
fn listed(contents: &[(String, String)]) -> String {
    if contents.len() < 3 {
        return String::new();
    }
    let lines: String = contents
        .iter()
        .map(|(anchor, words)| format!("<li><a href=\"#{anchor}\">{}</a></li>\n", shell::escaped(words)))
        .collect();
    format!(
        "<nav class=\"contents\" aria-label=\"On this page\"><details><summary>On this page</summary><ol>\n{lines}</ol></details></nav>\n\
         <script>if (matchMedia('(min-width: 64rem)').matches) document.querySelector('.contents details').open = true;</script>\n"
    )
}

/// The board whose guide it is.
fn board_of(document: &Document) -> Option<&str> {
    let folder = document.source.parent()?;
    (folder.parent()? == Path::new("boards")).then(|| folder.file_name()?.to_str())?
}

/// The picture of a board, beside the beginning of its guide.
fn render(src: &str) -> String {
    format!("\n<img class=\"render\" src=\"{src}\" alt=\"\" width=\"640\" height=\"400\">")
}

/// Links from a board's guide to its other pages.
fn near(board: &str) -> String {
    format!(
        "\n<p class=\"buttons\"><a class=\"button first\" href=\"../../play/index.html?board={board}\">Try it in the browser</a> \
         <a class=\"button\" href=\"../../play/board.html?board={board}\">Make it your own</a> \
         <a class=\"button\" href=\"print.html\">Print all sheets</a> \
         <a class=\"button\" href=\"circuit/index.html\">Circuit boards</a> \
         <a class=\"button\" href=\"../../download/index.html\">Download the firmware</a></p>\n"
    )
}

/// A document as HTML.
pub struct Made {
    /// The first heading.
    pub title: String,
    /// The first paragraph of plain text, which says what the page is for.
    pub summary: String,
    pub body: String,
    /// Its chapters: anchor and words of each.
    pub contents: Vec<(String, String)>,
}

pub fn html_of(library: &mut Library, document: &Document, text: &str) -> Made {
    let events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect();
    let mut title = String::new();
    let mut summary = String::new();
    let mut contents = Vec::new();
    let mut anchors: Vec<String> = Vec::new();
    let mut out: Vec<Event> = Vec::with_capacity(events.len());
    let mut table = Table::default();
    // Number of open links whose target is not published: only their text is kept.
    let mut dropped = 0;
    let mut in_link = false;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let words = words_until(&events[at + 1..], |event| matches!(event, Event::End(TagEnd::Heading(_))));
                if *level == HeadingLevel::H1 && title.is_empty() {
                    title.clone_from(&words);
                }
                let anchor = unique(&mut anchors, slug(&words));
                if *level == HeadingLevel::H2 {
                    contents.push((anchor.clone(), words));
                }
                out.push(Event::Html(format!("<{level} id=\"{anchor}\">").into()));
            }
            Event::Start(Tag::Paragraph) if summary.is_empty() => {
                let paragraph = || events[at + 1..].iter().take_while(|event| **event != Event::End(TagEnd::Paragraph));
                if !paragraph().any(|event| matches!(event, Event::Start(Tag::Link { .. } | Tag::Image { .. }))) {
                    summary = words(paragraph());
                }
                out.push(event.clone());
            }
            Event::End(TagEnd::Heading(level)) => out.push(Event::Html(format!("</{level}>\n").into())),
            Event::Start(Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell)
            | Event::End(TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell) => {
                out.push(Event::Html(table.html(event, &events[at + 1..]).into()));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => match library.resolve(document, dest_url) {
                Some(place) => {
                    in_link = true;
                    out.push(Event::Start(Tag::Link {
                        link_type: *link_type,
                        dest_url: CowStr::from(place),
                        title: title.clone(),
                        id: id.clone(),
                    }));
                }
                None => dropped += 1,
            },
            Event::End(TagEnd::Link) if dropped > 0 => dropped -= 1,
            Event::End(TagEnd::Link) => {
                in_link = false;
                out.push(event.clone());
            }
            // A figure opens in full size.
            Event::Start(Tag::Image { dest_url, .. }) => {
                let place = library.resolve(document, dest_url).unwrap_or_default();
                let words = words_until(&events[at + 1..], |event| matches!(event, Event::End(TagEnd::Image)));
                let lazy = if out.len() > 40 { " loading=\"lazy\"" } else { "" };
                // Reserves the space until the picture is loaded.
                let size = library
                    .size(document, dest_url)
                    .map_or_else(String::new, |(width, height)| format!(" width=\"{width}\" height=\"{height}\""));
                let image = format!("<img src=\"{place}\" alt=\"{}\"{size}{lazy}>", shell::quoted(&words));
                // A picture without alternative text is decoration, and does not open.
                let open = if in_link || words.is_empty() {
                    image
                } else {
                    format!("<a class=\"figure\" href=\"{place}\">{image}</a>")
                };
                out.push(Event::Html(open.into()));
            }
            Event::End(TagEnd::Image) => {}
            Event::Text(_) if matches!(events[at - 1], Event::Start(Tag::Image { .. })) => {}
            other => out.push(other.clone()),
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, out.into_iter());
    // A scrollable element must be reachable by keyboard.
    let body = body.replace("<pre>", "<pre tabindex=\"0\">");
    Made { title, summary, body, contents }
}

/// A table that becomes a card for each row on a phone: every cell carries the words of its column.
#[derive(Default)]
struct Table {
    columns: Vec<String>,
    right: Vec<bool>,
    at: usize,
    head: bool,
}

impl Table {
    fn html(&mut self, event: &Event, rest: &[Event]) -> String {
        match event {
            Event::Start(Tag::Table(alignments)) => {
                self.columns.clear();
                self.right = alignments.iter().map(|alignment| *alignment == Alignment::Right).collect();
                "<div class=\"table\" tabindex=\"0\"><table class=\"reflow\">\n".into()
            }
            Event::Start(Tag::TableHead) => {
                (self.head, self.at) = (true, 0);
                "<thead><tr>".into()
            }
            Event::End(TagEnd::TableHead) => {
                self.head = false;
                "</tr></thead>\n<tbody>\n".into()
            }
            Event::Start(Tag::TableRow) => {
                self.at = 0;
                "<tr>".into()
            }
            Event::End(TagEnd::TableRow) => "</tr>\n".into(),
            Event::Start(Tag::TableCell) => {
                let class = if self.right.get(self.at) == Some(&true) { " class=\"right\"" } else { "" };
                if self.head {
                    let words = words_until(rest, |event| matches!(event, Event::End(TagEnd::TableCell)));
                    // An empty heading becomes an ordinary cell.
                    let open = if words.is_empty() { "<td>".into() } else { format!("<th scope=\"col\"{class}>") };
                    self.columns.push(words);
                    return open;
                }
                let label = self.columns.get(self.at).map_or("", String::as_str);
                format!("<td{class} data-label=\"{}\">", shell::quoted(label))
            }
            Event::End(TagEnd::TableCell) => {
                self.at += 1;
                let said = self.columns.last().is_some_and(|words| !words.is_empty());
                if self.head && said { "</th>".into() } else { "</td>".into() }
            }
            _ => "</tbody>\n</table></div>\n".into(),
        }
    }
}

/// Text of the events before the first for which `ends` is true.
fn words_until(events: &[Event], ends: impl Fn(&Event) -> bool) -> String {
    words(events.iter().take_while(|event| !ends(event)))
}

fn words<'a>(events: impl Iterator<Item = &'a Event<'a>>) -> String {
    events
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
            Event::SoftBreak => Some(" "),
            _ => None,
        })
        .collect()
}

/// Anchors as code hosts make them: lower case, hyphens for spaces, no other signs.
fn slug(words: &str) -> String {
    let kept = words.to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

fn unique(taken: &mut Vec<String>, anchor: String) -> String {
    let mut candidate = anchor.clone();
    for number in 1.. {
        if !taken.contains(&candidate) {
            break;
        }
        candidate = format!("{anchor}-{number}");
    }
    taken.push(candidate.clone());
    candidate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_match_the_links() {
        assert_eq!(slug("If your parts differ"), "if-your-parts-differ");
        assert_eq!(slug("1. The light: firmware on the bare Pico"), "1-the-light-firmware-on-the-bare-pico");
        let mut taken = Vec::new();
        assert_eq!(unique(&mut taken, "a".into()), "a");
        assert_eq!(unique(&mut taken, "a".into()), "a-1");
    }
}
