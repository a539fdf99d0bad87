//! Minimal SVG for a sheet of paper, in millimetres: boxes, lines, dots, text, and wires whose ends can be read back.

use std::fmt::Write;

// Colours of the site's pages in light mode (`simulator/src/look/tokens.css`): ink, soft, and the printed disc.
pub const INK: &str = "#261d33";
/// For less important text; dark enough to be read on paper and on a screen.
pub const PALE: &str = "#5f5470";
pub const PAPER: &str = "#f6efe0";

/// Titles use the serif font of the pages. All other text uses fonts with the same letter widths, so that it fits its
/// place on every computer.
const SERIF: &str =
    "'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', 'TeX Gyre Pagella', Georgia, serif";
const SANS: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

pub type Point = (f32, f32);

#[derive(Default)]
pub struct Svg {
    body: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The same anchor on a part that is drawn the other way round.
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Start => Self::End,
            Self::Middle => Self::Middle,
            Self::End => Self::Start,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

impl Svg {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn rect(&mut self, (x, y): Point, (width, height): Point, fill: &str, line: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{height:.2}" rx="0.8" fill="{fill}" stroke="{line}" stroke-width="0.25"/>"#
        );
    }

    /// A filled rectangle without an outline.
    pub fn fill(&mut self, (x, y): Point, (width, height): Point, fill: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{height:.2}" fill="{fill}"/>"#
        );
    }

    pub fn line(&mut self, (x1, y1): Point, (x2, y2): Point, colour: &str, width: f32) {
        let _ = writeln!(
            self.body,
            r#"<line x1="{x1:.2}" y1="{y1:.2}" x2="{x2:.2}" y2="{y2:.2}" stroke="{colour}" stroke-width="{width}"/>"#
        );
    }

    pub fn path(&mut self, points: &[Point], fill: &str, line: &str, width: f32) {
        let _ = writeln!(
            self.body,
            r#"<path d="{}" fill="{fill}" stroke="{line}" stroke-width="{width}"/>"#,
            joined(points)
        );
    }

    /// A bar for checking with a ruler.
    pub fn bar(&mut self, (x, y): Point, length: f32) {
        let path = joined(&[(x, y), (x + length, y)]);
        let _ = writeln!(self.body, r#"<path class="bar" d="{path}" stroke="{INK}" stroke-width="0.3"/>"#);
    }

    /// A line to fold along.
    pub fn fold(&mut self, (x1, y1): Point, (x2, y2): Point) {
        let _ = writeln!(
            self.body,
            r#"<line x1="{x1:.2}" y1="{y1:.2}" x2="{x2:.2}" y2="{y2:.2}" stroke="{INK}" stroke-width="0.2" stroke-dasharray="2 1.5"/>"#
        );
    }

    pub fn circle(&mut self, (x, y): Point, radius: f32, fill: &str, line: &str, width: f32) {
        let _ = writeln!(
            self.body,
            r#"<circle cx="{x:.2}" cy="{y:.2}" r="{radius:.2}" fill="{fill}" stroke="{line}" stroke-width="{width}"/>"#
        );
    }

    pub fn text(&mut self, (x, y): Point, size: f32, anchor: Anchor, colour: &str, words: &str) {
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.2}" y="{y:.2}" font-size="{size}" text-anchor="{}" fill="{colour}">{}</text>"#,
            anchor.name(),
            escaped(words)
        );
    }

    /// The title of a sheet.
    pub fn title(&mut self, (x, y): Point, size: f32, words: &str) {
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.2}" y="{y:.2}" font-size="{size}" font-family="{SERIF}" font-weight="600" text-anchor="middle" fill="{INK}">{}</text>"#,
            escaped(words)
        );
    }

    pub fn bold(&mut self, (x, y): Point, size: f32, anchor: Anchor, words: &str) {
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.2}" y="{y:.2}" font-size="{size}" font-weight="bold" text-anchor="{}" fill="{INK}">{}</text>"#,
            anchor.name(),
            escaped(words)
        );
    }

    /// Text rotated around its place.
    pub fn rotated(&mut self, (x, y): Point, degrees: f32, size: f32, words: &str) {
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.2}" y="{y:.2}" font-size="{size}" text-anchor="middle" fill="{INK}" transform="rotate({degrees:.1} {x:.2} {y:.2})">{}</text>"#,
            escaped(words)
        );
    }

    /// The same in bold.
    pub fn rotated_bold(&mut self, (x, y): Point, degrees: f32, size: f32, words: &str) {
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.2}" y="{y:.2}" font-size="{size:.2}" font-weight="bold" text-anchor="middle" fill="{INK}" transform="rotate({degrees:.1} {x:.2} {y:.2})">{}</text>"#,
            escaped(words)
        );
    }

    /// A leg of a part, or a hole of the Pico: where a wire may end.
    pub fn leg(&mut self, (x, y): Point, radius: f32, fill: &str, id: &str) {
        let _ = writeln!(
            self.body,
            r#"<circle class="leg" data-leg="{id}" cx="{x:.2}" cy="{y:.2}" r="{radius:.2}" fill="{fill}" stroke="{INK}" stroke-width="0.25"/>"#
        );
    }

    pub fn wire(&mut self, points: &[Point], colour: &str) {
        let _ = writeln!(
            self.body,
            r#"<path class="wire" d="{}" fill="none" stroke="{colour}" stroke-width="0.6" stroke-linejoin="round"/>"#,
            joined(points)
        );
    }

    /// A wire with a white outline, drawn over those that it crosses.
    pub fn wire_over(&mut self, points: &[Point], colour: &str) {
        self.path(points, "none", "white", 1.3);
        self.wire(points, colour);
    }

    /// Where wires that meet are joined.
    pub fn joint(&mut self, (x, y): Point, colour: &str) {
        let _ = writeln!(self.body, r#"<circle class="joint" cx="{x:.2}" cy="{y:.2}" r="0.75" fill="{colour}"/>"#);
    }

    /// A wire that continues elsewhere, with the name of the leg it goes to.
    pub fn goes_to(&mut self, (x, y): Point, size: f32, anchor: Anchor, from: &str, to: &str, words: &str) {
        let _ = writeln!(
            self.body,
            r#"<text class="goes-to" data-from="{from}" data-to="{to}" x="{x:.2}" y="{y:.2}" font-size="{size}" text-anchor="{}" fill="{INK}">{}</text>"#,
            anchor.name(),
            escaped(words)
        );
    }

    /// Paragraphs, each broken into lines of at most `columns` letters. Returns the position below the last.
    pub fn notes(&mut self, (x, mut y): Point, size: f32, columns: usize, notes: &[impl AsRef<str>]) -> f32 {
        for note in notes {
            for line in broken(note.as_ref(), columns) {
                self.text((x, y), size, Anchor::Start, INK, &line);
                y += size * 1.35;
            }
            y += size * 0.5;
        }
        y
    }

    /// The drawing on white paper, true to scale in print.
    pub fn finish(self, title: &str, (width, height): Point) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{SANS}\">\n\
             <title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
            escaped(title),
            self.body
        )
    }
}

fn joined(points: &[Point]) -> String {
    let mut path = String::new();
    for (at, (x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{x:.2} {y:.2}", if at == 0 { "M" } else { " L" });
    }
    path
}

pub fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;")
}

fn broken(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > columns {
            lines.push(word.to_string());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
