//! What is published, and where: pages made from Markdown, the files that they link to, and the paths between them.

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path, PathBuf},
};

use boards::Board;
use builder::tool::Outcome;

/// A page made from a Markdown file of the project.
pub struct Document {
    /// Relative to the project's root: `boards/table/README.md`.
    pub source: PathBuf,
    /// Relative to the site's root: `boards/table/index.html`.
    pub page: PathBuf,
}

/// Every guide, and every page under `docs/`.
pub fn documents(root: &Path, boards: &[Board]) -> Outcome<Vec<Document>> {
    let mut sources: Vec<PathBuf> =
        boards.iter().map(|board| Path::new("boards").join(&board.name).join("README.md")).collect();
    sources.push("boards/README.md".into());
    for entry in fs::read_dir(root.join("docs"))? {
        let path = Path::new("docs").join(entry?.file_name());
        if path.extension().is_some_and(|end| end == "md") {
            sources.push(path);
        }
    }
    sources.sort();
    Ok(sources.into_iter().map(|source| Document { page: page_of(&source), source }).collect())
}

/// A README is its folder's page.
pub fn page_of(source: &Path) -> PathBuf {
    if source.file_name().is_some_and(|name| name == "README.md") {
        source.with_file_name("index.html")
    } else {
        source.with_extension("html")
    }
}

/// The site under construction.
pub struct Library {
    root: PathBuf,
    folder: PathBuf,
    /// Files of the project that pages link to.
    wanted: BTreeSet<PathBuf>,
}

impl Library {
    pub fn new(root: PathBuf, folder: PathBuf) -> Self {
        Self { root, folder, wanted: BTreeSet::new() }
    }

    pub fn read(&self, source: &Path) -> Outcome<String> {
        let path = self.root.join(source);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()).into())
    }

    pub fn has(&self, source: &Path) -> bool {
        self.root.join(source).is_file()
    }

    pub fn write(&self, page: impl AsRef<Path>, content: &[u8]) -> Outcome {
        let path = self.folder.join(page);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, content).map_err(|error| format!("{} cannot be written: {error}", path.display()).into())
    }

    /// Where a link in one of the project's files leads on the site, relative to the page made from it. `None` if its
    /// target cannot be published.
    pub fn resolve(&mut self, from: &Document, link: &str) -> Option<String> {
        if link.starts_with('#') || link.contains("://") || link.starts_with("mailto:") {
            return Some(link.to_string());
        }
        let (path, anchor) = link.split_once('#').map_or((link, String::new()), |(path, at)| (path, format!("#{at}")));
        let target = normal(&from.source.parent()?.join(path))?;
        let ours = target.starts_with("docs") || target.starts_with("boards");
        let place = if ours && target.extension().is_some_and(|end| end == "md") && self.has(&target) {
            page_of(&target)
        } else {
            self.file(&target)?
        };
        Some(format!("{}{anchor}", relative(&from.page, &place)))
    }

    /// How large a picture is shown, in the pixels of a web page.
    pub fn size(&self, from: &Document, link: &str) -> Option<(u32, u32)> {
        let path = self.root.join(normal(&from.source.parent()?.join(link))?);
        match path.extension()?.to_str()? {
            "svg" => svg_size(&fs::read_to_string(path).ok()?),
            "png" => {
                let file = std::io::BufReader::new(fs::File::open(path).ok()?);
                let reader = png::Decoder::new(file).read_info().ok()?;
                Some((reader.info().width, reader.info().height))
            }
            _ => None,
        }
    }

    /// Publishes a file of the project unchanged; code as text, which browsers show rather than download.
    pub fn file(&mut self, source: &Path) -> Option<PathBuf> {
        if !self.has(source) {
            return None;
        }
        self.wanted.insert(source.to_path_buf());
        Some(place_of(source))
    }

    pub fn finish(self) -> Outcome {
        for source in &self.wanted {
            let to = self.folder.join(place_of(source));
            if let Some(parent) = to.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::copy(self.root.join(source), &to)?;
        }
        Ok(())
    }
}

/// The size of a drawing whose measures are in millimetres.
fn svg_size(text: &str) -> Option<(u32, u32)> {
    let head = text.split_once('>')?.0;
    let measure = |name: &str| {
        let millimetres: f64 = head.split_once(&format!(" {name}=\""))?.1.split_once("mm\"")?.0.parse().ok()?;
        Some((millimetres * 96.0 / 25.4).round() as u32)
    };
    Some((measure("width")?, measure("height")?))
}

fn place_of(source: &Path) -> PathBuf {
    let shown = ["svg", "png", "jpg", "html", "css", "txt", "json", "scad", "stl"];
    let end = source.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if shown.contains(&end) {
        return source.to_path_buf();
    }
    let mut name = source.file_name().unwrap_or_default().to_os_string();
    name.push(".txt");
    Path::new("source").join(source.with_file_name(name))
}

/// The path without `.` and `..`; `None` if it leaves the project.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !out.pop() {
                    return None;
                }
            }
            Component::Normal(name) => out.push(name),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(out)
}

/// The relative path from one page to another file, with `/` on every system.
pub fn relative(from: &Path, to: &Path) -> String {
    let from: Vec<Component> = from.parent().map(|parent| parent.components().collect()).unwrap_or_default();
    let to: Vec<Component> = to.components().collect();
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = std::iter::repeat_n("..".to_string(), from.len() - common);
    let down = to[common..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_between_pages_are_relative() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(way("boards/table/index.html", "docs/faults.html"), "../../docs/faults.html");
        assert_eq!(way("boards/table/index.html", "boards/table/wiring.svg"), "wiring.svg");
        assert_eq!(way("index.html", "boards/index.html"), "boards/index.html");
    }

    #[test]
    fn links_out_of_the_project_are_refused() {
        assert_eq!(normal(Path::new("docs/../../secret")), None);
        assert_eq!(normal(Path::new("docs/../boards/./x")), Some("boards/x".into()));
    }

    #[test]
    fn a_drawing_is_as_large_as_its_millimetres() {
        assert_eq!(svg_size("<svg width=\"254mm\" height=\"25.4mm\" viewBox=\"0 0 254 25.4\">"), Some((960, 96)));
        assert_eq!(svg_size("<svg viewBox=\"0 0 620 244\">"), None);
    }

    #[test]
    fn code_is_published_as_text() {
        assert_eq!(place_of(Path::new("src/rules/table.rs")), Path::new("source/src/rules/table.rs.txt"));
        assert_eq!(place_of(Path::new("boards/table/ring.svg")), Path::new("boards/table/ring.svg"));
    }
}
