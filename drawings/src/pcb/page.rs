//! A carrier as a picture, and as a page that highlights a selected part or net on the board.

use std::fmt::Write;

use boards::parts::Part;

use super::{
    carrier::{Carrier, Text},
    copper::{Copper, Layer},
    footprint::Spot,
    list,
};
use crate::svg::escaped;

const SCRIPT: &str = "for (const button of document.querySelectorAll('[data-show]')) button.onclick = () => {\n  \
    for (const lit of document.querySelectorAll('.lit')) lit.classList.remove('lit');\n  button.closest('tr').classList.add('lit');\n  \
    for (const name of button.dataset.show.split(' ')) for (const shape of document.querySelectorAll(`[data-name='${name}']`)) \
    shape.classList.add('lit');\n};";
/// The board stays in sight beside the lists, or above them where there is no room for both.
const STYLE: &str = ".carrier{display:grid;gap:1.5rem}.carrier>*{min-width:0}.carrier>div{overflow-x:auto}.carrier>svg{position:sticky;top:0;width:100%;height:auto;\
    max-height:45vh;background:#fff}@media(min-width:60rem){.carrier{grid-template-columns:3fr 2fr}.carrier>svg{top:1rem;\
    max-height:calc(100vh - 2rem)}}.carrier table{width:100%;border-collapse:collapse}.carrier :is(td,th){padding:.25rem .5rem .25rem 0;\
    border-bottom:1px solid #dccfb8;text-align:left;vertical-align:top}.carrier button{padding:0;border:0;\
    background:none;color:inherit;font:inherit;text-align:left;text-decoration:underline dotted;cursor:pointer}\
    .carrier tr.lit{background:#fde68a;color:#261d33}.part.lit{fill:#facc15;fill-opacity:.7}.pad.lit{fill:#ef4444}";

fn mm(micrometres: i32) -> f64 {
    f64::from(micrometres) / 1000.0
}

/// The board from above, true to scale: red copper on the parts' side, blue on the other.
pub fn picture(carrier: &Carrier, copper: &Copper) -> String {
    let (width, height) = (mm(carrier.size.0), mm(carrier.size.1));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"-1 -1 {} {}\" \
         font-family=\"sans-serif\" stroke-linecap=\"round\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f3f7f2\" stroke=\"#333\" stroke-width=\"0.2\"/>\n",
        width + 2.0,
        height + 2.0,
        carrier.name
    );
    for (layer, colour) in [(Layer::Bottom, "#2563eb"), (Layer::Top, "#dc2626")] {
        let _ = writeln!(svg, "<g stroke=\"{colour}\" stroke-opacity=\"0.55\">");
        for track in copper.tracks.iter().filter(|track| track.layer == layer) {
            line(&mut svg, track.from, track.to, track.width);
        }
        for part in carrier.parts.iter().filter(|_| layer == Layer::Top) {
            for &link in &part.footprint.links {
                let (from, to) = part.ends(link);
                line(&mut svg, from, to, super::copper::SIGNAL);
            }
        }
        svg += "</g>\n";
    }
    for via in &copper.vias {
        let _ = writeln!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"0.4\" fill=\"#6b7280\"/>", mm(via.at.0), mm(via.at.1));
    }
    for (at, part) in carrier.parts.iter().enumerate() {
        let (from, to) = part.body();
        let _ = writeln!(
            svg,
            "<rect class=\"part\" data-name=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#fff\" fill-opacity=\"0.15\" stroke=\"#111\" stroke-width=\"0.15\"/>",
            part.reference,
            mm(from.0),
            mm(from.1),
            mm(to.0 - from.0),
            mm(to.1 - from.1)
        );
        for (number, pad) in part.footprint.pads.iter().enumerate() {
            let ((x, y), (w, h)) = (part.place(pad.at), part.pad_size(number));
            let rounded = if pad.shape == super::footprint::Shape::Round { mm(w.min(h)) / 2.0 } else { 0.0 };
            let net = carrier.net_of(at, number).map_or(String::new(), |net| format!(" data-name=\"net{net}\""));
            let fill = if pad.is_bare() { "#fff" } else { "#c8a02a" };
            let _ = writeln!(
                svg,
                "<rect class=\"pad\"{net} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{rounded}\" fill=\"{fill}\" stroke=\"#333\" stroke-width=\"0.08\"/>",
                mm(x - w / 2),
                mm(y - h / 2),
                mm(w),
                mm(h)
            );
            if !pad.is_bare() && !pad.is_surface() {
                let radius = mm(pad.drill.0.min(pad.drill.1)) / 2.0;
                let _ = writeln!(svg, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"#fff\"/>", mm(x), mm(y));
            }
        }
    }
    // Names of the parts, drawn over the pads. A part with other words on it is already named by them.
    for part in &carrier.parts {
        let (from, to) = part.body();
        let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let taken = |text: &Text| (text.at.0 - middle.0).abs() < 4_000 && (text.at.1 - middle.1).abs() < 1_200;
        if !carrier.texts.iter().any(taken) {
            words(&mut svg, (mm(middle.0), mm(middle.1)), 1.2, false, "#7c2d12", &part.reference);
        }
    }
    for text in &carrier.texts {
        words(&mut svg, (mm(text.at.0), mm(text.at.1)), mm(text.size) * 1.25, text.upright, "#111", &text.words);
    }
    svg + "</svg>\n"
}

fn line(svg: &mut String, from: Spot, to: Spot, width: i32) {
    let (x1, y1, x2, y2) = (mm(from.0), mm(from.1), mm(to.0), mm(to.1));
    let _ = writeln!(svg, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke-width=\"{}\"/>", mm(width));
}

fn words(svg: &mut String, (x, y): (f64, f64), size: f64, upright: bool, colour: &str, words: &str) {
    let turn = if upright { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" dy=\"0.36em\" font-size=\"{size:.2}\" text-anchor=\"middle\" fill=\"{colour}\" \
         stroke=\"#fff\" stroke-width=\"0.35\" paint-order=\"stroke\"{turn}>{}</text>",
        escaped(words)
    );
}

/// A complete page, for opening the file directly in a browser.
pub fn html(carrier: &Carrier, copper: &Copper) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Dixit Dials, {}</title>\n<style>body{{margin:1rem;font:16px/1.4 sans-serif}}</style>\n<main>\n{}</main>\n</html>\n",
        carrier.name,
        content(carrier, copper)
    )
}

/// The board with its lists beside it: each part and each net shows where it is.
pub fn content(carrier: &Carrier, copper: &Copper) -> String {
    let mut rows = String::new();
    for (Part { count, name, order, .. }, parts) in list::items(carrier) {
        let (what, order, names) = (escaped(&name), escaped(&order), parts.join(" "));
        let button = format!("<button type=\"button\" data-show=\"{names}\">{names}</button>");
        let _ = writeln!(rows, "<tr><td>{count}</td><td>{what}</td><td>{order}</td><td>{button}</td></tr>");
    }
    let mut nets = String::new();
    for (at, net) in carrier.nets.iter().enumerate() {
        let legs = list::legs(carrier, at).join(" ");
        let _ = writeln!(
            nets,
            "<tr><td><button type=\"button\" data-show=\"net{at}\">{}</button></td><td>{legs}</td></tr>",
            escaped(&net.name)
        );
    }
    format!(
        "<style>{STYLE}</style>\n<h1>The board {name}</h1>\n<div class=\"carrier\">\n{}<div>\n\
         <p>Choose a part or a net to see where it is. {} joints on each board, {} of these in a whole device.</p>\n\
         <p>A screen whose first two pins are printed VCC GND and not GND VCC: cut the two thin links between the five pads beside its \
         header (between pads 1 and 2, and between 3 and 4), and bridge pads 2 and 3, and 4 and 5, with solder.</p>\n<h2>Parts</h2>\n<table><tr><th>each</th><th>part</th><th>order code</th><th>where</th></tr>\n{rows}</table>\n\
         <h2>What is joined</h2>\n<table><tr><th>net</th><th>legs</th></tr>\n{nets}</table>\n</div>\n</div>\n<script>{SCRIPT}</script>\n",
        picture(carrier, copper),
        carrier.joints(),
        carrier.copies,
        name = carrier.name,
    )
}
