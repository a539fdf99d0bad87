//! A Markdown file of the project as a page: headings get anchors, tables scroll, and links lead to their place on the
//! site.

use std::path::Path;

use builder::tool::Outcome;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::{
    download,
    library::{Document, Library},
    shell,
};

pub fn write(library: &mut Library, document: &Document) -> Outcome {
    let mut text = library.read(&document.source)?;
    // The site has the very file that the guide's first step speaks of.
    if let (Some(board), Some((before, rest))) = (board_of(document), text.split_once("<!-- firmware -->"))
        && let Some((_, after)) = rest.split_once("<!-- /firmware -->")
    {
        text = format!("{before}{}{after}", download::facts(board)?);
    }
    let (title, mut body) = html_of(library, document, &text);
    if let Some(board) = board_of(document)
        && let Some(end) = body.find("</h1>")
    {
        body.insert_str(end + "</h1>".len(), &near(board));
    }
    library.write(&document.page, shell::page(&document.page, &title, &body).as_bytes())
}

/// The board whose guide it is.
fn board_of(document: &Document) -> Option<&str> {
    let folder = document.source.parent()?;
    (folder.parent()? == Path::new("boards")).then(|| folder.file_name()?.to_str())?
}

/// What the site has for a board besides its guide.
fn near(board: &str) -> String {
    format!(
        "\n<p class=\"buttons\"><a class=\"button first\" href=\"../../play/index.html?board={board}\">Try it in the browser</a> \
         <a class=\"button\" href=\"../../play/board.html?board={board}\">Make it your own</a> \
         <a class=\"button\" href=\"print.html\">Print all sheets</a> \
         <a class=\"button\" href=\"circuit/index.html\">Circuit boards</a> \
         <a class=\"button\" href=\"../../download/index.html\">Download the firmware</a></p>\n"
    )
}

/// The first heading and the whole body.
pub fn html_of(library: &mut Library, document: &Document, text: &str) -> (String, String) {
    let events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).collect();
    let mut title = String::new();
    let mut anchors: Vec<String> = Vec::new();
    let mut out: Vec<Event> = Vec::with_capacity(events.len());
    // Links without a target become plain text.
    let mut dropped = 0;
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let words = words_until_heading_ends(&events[at + 1..]);
                if *level == HeadingLevel::H1 && title.is_empty() {
                    title.clone_from(&words);
                }
                let anchor = unique(&mut anchors, slug(&words));
                out.push(Event::Html(format!("<{level} id=\"{anchor}\">").into()));
            }
            Event::End(TagEnd::Heading(level)) => out.push(Event::Html(format!("</{level}>\n").into())),
            Event::Start(Tag::Table(_)) => {
                out.push(Event::Html("<div class=\"table\" tabindex=\"0\">".into()));
                out.push(event.clone());
            }
            Event::End(TagEnd::Table) => {
                out.push(event.clone());
                out.push(Event::Html("</div>\n".into()));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => match library.resolve(document, dest_url) {
                Some(place) => out.push(Event::Start(Tag::Link {
                    link_type: *link_type,
                    dest_url: CowStr::from(place),
                    title: title.clone(),
                    id: id.clone(),
                })),
                None => dropped += 1,
            },
            Event::End(TagEnd::Link) if dropped > 0 => dropped -= 1,
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let place = library.resolve(document, dest_url).unwrap_or_default();
                out.push(Event::Start(Tag::Image {
                    link_type: *link_type,
                    dest_url: CowStr::from(place),
                    title: title.clone(),
                    id: id.clone(),
                }));
            }
            other => out.push(other.clone()),
        }
    }
    let mut body = String::new();
    html::push_html(&mut body, out.into_iter());
    // Scrollable elements must be reachable by keyboard, and an empty heading cell is not a heading.
    let body = body.replace("<pre>", "<pre tabindex=\"0\">").replace("<th></th>", "<td></td>");
    (title, body)
}

fn words_until_heading_ends(events: &[Event]) -> String {
    let until = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    until
        .filter_map(|event| if let Event::Text(text) | Event::Code(text) = event { Some(text.as_ref()) } else { None })
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
    fn anchors_are_those_that_links_expect() {
        assert_eq!(slug("If your parts differ"), "if-your-parts-differ");
        assert_eq!(slug("1. The light: firmware on the bare Pico"), "1-the-light-firmware-on-the-bare-pico");
        let mut taken = Vec::new();
        assert_eq!(unique(&mut taken, "a".into()), "a");
        assert_eq!(unique(&mut taken, "a".into()), "a-1");
    }
}
