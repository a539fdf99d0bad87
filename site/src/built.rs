//! The page for people who have built one: what to report, and where.

use std::path::Path;

use builder::tool::Outcome;

use crate::{library::Library, shell};

pub fn write(library: &Library) -> Outcome {
    let body = include_str!("../pages/built.html").replace("{{where}}", &place());
    let page = Path::new("built/index.html");
    library.write(page, shell::page(page, "I built one", &body).as_bytes())
}

/// Where reports go. A copy of the site without a known repository says so.
fn place() -> String {
    shell::repository().map_or_else(
        || {
            "<p>This copy of the site was made without the address of its repository. Open an issue named <em>I built one</em> \
             where you found the source; the repository has a form for it.</p>"
                .into()
        },
        |repository| {
            let repository = shell::escaped(&repository);
            format!(
                "<p class=\"buttons\"><a class=\"button first\" href=\"{repository}/issues/new?template=i-built-one.yml\">Report \
                 that I built one</a> <a class=\"button\" href=\"{repository}/issues/new?template=it-does-not-work.yml\">Report \
                 a fault</a> <a class=\"button\" href=\"{repository}/issues\">All issues</a> <a class=\"button\" \
                 href=\"{repository}\">The repository</a></p>"
            )
        },
    )
}
