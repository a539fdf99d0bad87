//! The frame of every page: head, header with the navigation, footer. Styles, header and footer are those of the
//! simulator's pages, from `simulator/src/look`.

use std::{env, path::Path};

use builder::tool;

use crate::library::relative;

const HEADER: &str = include_str!("../../simulator/src/look/header.html");
const FOOTER: &str = include_str!("../../simulator/src/look/footer.html");
const TOKENS: &str = include_str!("../../simulator/src/look/tokens.css");
const LOOK: &str = include_str!("../../simulator/src/look/look.css");
pub const ICON: &str = include_str!("../../simulator/src/look/icon.svg");

/// What the project is, for search engines and shared links.
pub const DESCRIPTION: &str = "Secret votes and exact scores for the copy of Dixit on your table: open hardware and firmware for the Raspberry Pi Pico.";

/// One style sheet for all pages of the site.
pub fn style() -> String {
    let look = LOOK.replace("@import './tokens.css';\n", "");
    format!("{TOKENS}{look}{}", include_str!("style.css"))
}

pub fn page(page: &Path, title: &str, description: &str, body: &str) -> String {
    framed(page, title, description, &format!("<article>\n{body}</article>\n"))
}

/// A page with its own layout.
pub fn framed(page: &Path, title: &str, description: &str, body: &str) -> String {
    let way = |to: &str| relative(page, Path::new(to));
    let full = if title == "Dixit Dials" { title.to_string() } else { format!("{} · Dixit Dials", escaped(title)) };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <title>{full}</title>\n<link rel=\"stylesheet\" href=\"{style}\">\n\
         <link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#content\">To the text</a>\n\
         {header}<main id=\"content\" tabindex=\"-1\">\n{body}</main>\n{footer}</body>\n</html>\n",
        description = quoted(description),
        style = way("style.css"),
        icon = way("icon.svg"),
        header = fragment(HEADER, page),
        footer = footer(FOOTER, page, repository().as_deref()),
    )
}

/// The header or footer, adapted to a page.
fn fragment(html: &str, page: &Path) -> String {
    let here = format!("href=\"{{{{root}}}}{}\"", page.to_string_lossy().replace('\\', "/"));
    let root = "../".repeat(page.components().count() - 1);
    html.replace(&here, &format!("{here} aria-current=\"page\"")).replace("{{root}}", &root)
}

/// The footer; it leads to the repository and its issues where their address is known.
fn footer(html: &str, page: &Path, repository: Option<&str>) -> String {
    let links = repository.map(quoted).map_or_else(String::new, |repository| {
        format!(" · <a href=\"{repository}\">Repository</a> · <a href=\"{repository}/issues\">Issues</a>")
    });
    fragment(html, page).replace("<!-- repository -->", &links)
}

/// The address of the repository that this site is made from, if known: as the workflow names it, or as it was cloned.
pub fn repository() -> Option<String> {
    if let (Ok(server), Ok(name)) = (env::var("GITHUB_SERVER_URL"), env::var("GITHUB_REPOSITORY")) {
        return Some(format!("{server}/{name}"));
    }
    let mut ask = tool::command("git");
    ask.args(["remote", "get-url", "origin"]);
    web_address(tool::answer(&mut ask)?.trim())
}

/// A remote's address for a browser; `None` for a local folder.
fn web_address(remote: &str) -> Option<String> {
    let remote = remote.trim_end_matches(".git");
    if let Some(rest) = remote.strip_prefix("git@") {
        return rest.split_once(':').map(|(host, path)| format!("https://{host}/{path}"));
    }
    remote.starts_with("https://").then(|| remote.to_string())
}

pub fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text, escaped for an attribute.
pub fn quoted(words: &str) -> String {
    escaped(words).replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_marks_the_current_page() {
        let html = fragment(HEADER, Path::new("docs/rules.html"));
        assert!(html.contains("<a href=\"../docs/rules.html\" aria-current=\"page\">"), "{html}");
        assert!(html.contains("href=\"../play/index.html\""), "{html}");
        assert_eq!(html.matches("aria-current").count(), 1);
    }

    #[test]
    fn the_footer_leads_to_the_repository_where_there_is_one() {
        let page = Path::new("docs/rules.html");
        let html = footer(FOOTER, page, Some("https://example.org/some/one"));
        assert!(html.contains("<a href=\"https://example.org/some/one/issues\">Issues</a>"), "{html}");
        assert!(!footer(FOOTER, page, None).contains("epository"));
    }

    #[test]
    fn the_style_has_every_token_and_imports_nothing() {
        let style = style();
        assert!(style.contains("--accent:"));
        assert!(!style.contains("@import"));
    }

    #[test]
    fn git_remotes_become_web_addresses() {
        assert_eq!(web_address("git@example.org:some/one.git").as_deref(), Some("https://example.org/some/one"));
        assert_eq!(web_address("https://example.org/some/one.git").as_deref(), Some("https://example.org/some/one"));
        assert_eq!(web_address("/srv/one.git"), None);
    }
}
