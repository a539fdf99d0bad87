//! Just enough SVG for a diagram: boxes, lines, dots and words.

use std::fmt::Write;

pub const INK: &str = "#1d1d1f";
pub const PALE: &str = "#8a8a8e";

pub struct Svg {
    body: String,
}

#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    pub fn new() -> Self {
        Self { body: String::new() }
    }

    pub fn rect(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), fill: &str, line: &str) {
        let _ = writeln!(
            self.body,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="4" fill="{fill}" stroke="{line}"/>"#
        );
    }

    pub fn line(&mut self, (x1, y1): (f32, f32), (x2, y2): (f32, f32), colour: &str, width: f32) {
        let _ = writeln!(
            self.body,
            r#"<line x1="{x1:.2}" y1="{y1:.2}" x2="{x2:.2}" y2="{y2:.2}" stroke="{colour}" stroke-width="{width}"/>"#
        );
    }

    pub fn circle(&mut self, (x, y): (f32, f32), radius: f32, fill: &str, line: &str, width: f32) {
        let _ = writeln!(
            self.body,
            r#"<circle cx="{x:.2}" cy="{y:.2}" r="{radius:.2}" fill="{fill}" stroke="{line}" stroke-width="{width}"/>"#
        );
    }

    pub fn text(&mut self, (x, y): (f32, f32), size: f32, anchor: Anchor, colour: &str, words: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            self.body,
            r#"<text x="{x:.2}" y="{y:.2}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{words}</text>"#
        );
    }

    /// The drawing on white paper; `unit` makes it true to scale in print.
    pub fn finish(self, title: &str, width: f32, height: f32, unit: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}{unit}\" height=\"{height:.0}{unit}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"Helvetica, Arial, sans-serif\">\n\
             <title>{title}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
            self.body
        )
    }
}
