//! Writes a carrier with its copper as a `.kicad_pcb` file, in the format of KiCad 6, which every later version reads.
//! The same carrier always gives the same bytes.

use super::{
    carrier::{Carrier, GND, Part},
    copper::{CLEARANCE, Copper, EDGE, Layer, VIA, VIA_DRILL},
    footprint::{Shape, Spot},
};

/// Position of the board's corner on KiCad's sheet.
const CORNER: i32 = 50_000;
const LAYERS: [(u8, &str, &str); 10] = [
    (0, "F.Cu", "signal"),
    (31, "B.Cu", "signal"),
    (36, "B.SilkS", "user"),
    (37, "F.SilkS", "user"),
    (38, "B.Mask", "user"),
    (39, "F.Mask", "user"),
    (44, "Edge.Cuts", "user"),
    (46, "B.CrtYd", "user"),
    (47, "F.CrtYd", "user"),
    (49, "F.Fab", "user"),
];

struct File {
    text: String,
    items: usize,
}

/// `12.7`.
fn number(micrometres: i32) -> String {
    let (whole, rest) = (micrometres.abs() / 1000, micrometres.abs() % 1000);
    let sign = if micrometres < 0 { "-" } else { "" };
    let digits = format!("{sign}{whole}.{rest:03}");
    digits.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn pair((x, y): Spot) -> String {
    format!("{} {}", number(x), number(y))
}

/// A position on KiCad's sheet.
fn sheet((x, y): Spot) -> String {
    pair((x + CORNER, y + CORNER))
}

pub fn write(carrier: &Carrier, copper: &Copper) -> String {
    let mut file = File { text: String::new(), items: 0 };
    file.line("(kicad_pcb (version 20211014) (generator dixit_dials)");
    file.line("  (general (thickness 1.6))\n  (paper \"A4\")");
    file.line(format!("  (title_block (title \"Dixit Dials, {}\"))", carrier.name));
    let layers: Vec<String> = LAYERS.iter().map(|(at, name, kind)| format!("({at} \"{name}\" {kind})")).collect();
    file.line(format!("  (layers {})", layers.join(" ")));
    file.line("  (setup (pad_to_mask_clearance 0.05))");
    file.line("  (net 0 \"\")");
    for (at, net) in carrier.nets.iter().enumerate() {
        file.line(format!("  (net {} \"{}\")", at + 1, net.name));
    }
    for (at, part) in carrier.parts.iter().enumerate() {
        file.part(carrier, at, part);
    }
    file.outline(carrier.size);
    for text in &carrier.texts {
        file.text(&text.words, text.at, text.size, text.upright);
    }
    for part in &carrier.parts {
        file.links(carrier, part);
    }
    for track in &copper.tracks {
        file.track(track.layer, track.from, track.to, track.width, track.net + 1);
    }
    for via in &copper.vias {
        let (size, drill, id) = (number(VIA), number(VIA_DRILL), file.id());
        let at = sheet(via.at);
        file.line(format!(
            "  (via (at {at}) (size {size}) (drill {drill}) (layers \"F.Cu\" \"B.Cu\") (net {}) {id})",
            via.net + 1
        ));
    }
    for part in &carrier.parts {
        file.pour_stops(part);
    }
    if let Some(ground) = carrier.nets.iter().position(|net| net.name == GND) {
        file.pour(carrier.size, ground + 1);
    }
    file.line(")");
    file.text
}

impl File {
    fn line(&mut self, line: impl AsRef<str>) {
        self.text += line.as_ref();
        self.text.push('\n');
    }

    /// A unique identifier, as KiCad requires.
    fn id(&mut self) -> String {
        self.items += 1;
        format!("(tstamp 00000000-0000-4000-8000-{:012x})", self.items)
    }

    fn part(&mut self, carrier: &Carrier, at: usize, part: &Part) {
        let degrees = 90 * u16::from(part.turn);
        let footprint = &part.footprint;
        let id = self.id();
        self.line(format!(
            "  (footprint \"dixit-dials:{}\" (layer \"F.Cu\") {id} (at {} {degrees})\n    (attr through_hole)",
            footprint.name,
            sheet(part.at)
        ));
        let value = part.items.first().map_or(footprint.name, |item| &item.order);
        let middle = ((footprint.body.0.0 + footprint.body.1.0) / 2, (footprint.body.0.1 + footprint.body.1.1) / 2);
        for (kind, words, layer) in [("reference", part.reference.as_str(), "F.SilkS"), ("value", value, "F.Fab")] {
            let hide = if layer == "F.SilkS" && has_room(carrier, part, middle) { "" } else { " hide" };
            let id = self.id();
            self.line(format!(
                "    (fp_text {kind} \"{words}\" (at {} {degrees}) (layer \"{layer}\"){hide} (effects (font (size 0.8 0.8) (thickness 0.12))) {id})",
                pair(middle)
            ));
        }
        let (from, to) = footprint.body;
        for (layer, width) in [("F.SilkS", 120), ("F.CrtYd", 50)] {
            // A screw's head hides what is printed below it.
            if layer == "F.CrtYd" || !part.is_screw_hole() {
                let id = self.id();
                self.line(format!(
                    "    (fp_rect (start {}) (end {}) (layer \"{layer}\") (width {}) (fill none) {id})",
                    pair(from),
                    pair(to),
                    number(width)
                ));
            }
        }
        for (number, _) in footprint.pads.iter().enumerate() {
            self.pad(carrier, at, part, number);
        }
        self.line("  )");
    }

    fn pad(&mut self, carrier: &Carrier, at: usize, part: &Part, index: usize) {
        let pad = &part.footprint.pads[index];
        let degrees = 90 * u16::from(part.turn);
        let kind = match (pad.is_bare(), pad.is_surface()) {
            (true, _) => "np_thru_hole",
            (_, true) => "smd",
            _ => "thru_hole",
        };
        let shape = match pad.shape {
            Shape::Rectangle => "rect",
            Shape::Round if pad.size.0 == pad.size.1 => "circle",
            Shape::Round => "oval",
        };
        let drill = match pad.drill {
            (0, 0) => String::new(),
            (x, y) if x == y => format!(" (drill {})", number(x)),
            slot => format!(" (drill oval {})", pair(slot)),
        };
        let layers = if pad.is_surface() { "\"F.Cu\" \"F.Mask\"" } else { "*.Cu *.Mask" };
        let net = carrier.net_of(at, index);
        let net = net.map(|net| format!(" (net {} \"{}\")", net + 1, carrier.nets[net].name)).unwrap_or_default();
        let apart = if pad.apart { " (zone_connect 0)" } else { "" };
        let id = self.id();
        self.line(format!(
            "    (pad \"{}\" {kind} {shape} (at {} {degrees}) (size {}){drill} (layers {layers}){net}{apart} {id})",
            pad.name,
            pair(pad.at),
            pair(pad.size)
        ));
    }

    fn outline(&mut self, (width, height): Spot) {
        let id = self.id();
        let (from, to) = (sheet((0, 0)), sheet((width, height)));
        self.line(format!("  (gr_rect (start {from}) (end {to}) (layer \"Edge.Cuts\") (width 0.1) (fill none) {id})"));
    }

    fn text(&mut self, words: &str, at: Spot, size: i32, upright: bool) {
        let (id, degrees, height) = (self.id(), if upright { 90 } else { 0 }, number(size));
        let thickness = number(size * 15 / 100);
        self.line(format!(
            "  (gr_text \"{words}\" (at {} {degrees}) (layer \"F.SilkS\") {id} (effects (font (size {height} {height}) (thickness {thickness}))))",
            sheet(at)
        ));
    }

    fn track(&mut self, layer: Layer, from: Spot, to: Spot, width: i32, net: usize) {
        let layer = match layer {
            Layer::Top => "F.Cu",
            Layer::Bottom => "B.Cu",
        };
        let id = self.id();
        let (from, to, width) = (sheet(from), sheet(to), number(width));
        self.line(format!(
            "  (segment (start {from}) (end {to}) (width {width}) (layer \"{layer}\") (net {net}) {id})"
        ));
    }

    fn links(&mut self, carrier: &Carrier, part: &Part) {
        let at = carrier.parts.iter().position(|other| other.reference == part.reference).unwrap_or(0);
        for &link in &part.footprint.links {
            let net = carrier.net_of(at, link.0).map_or(0, |net| net + 1);
            let (from, to) = part.ends(link);
            self.track(Layer::Top, from, to, super::copper::SIGNAL, net);
        }
    }

    /// Keeps the pour away from a part's own links, so that cutting a link really separates its pads.
    fn pour_stops(&mut self, part: &Part) {
        let pads = &part.footprint.pads;
        let around = (0..pads.len()).filter(|&at| pads[at].apart).map(|at| {
            let ((x, y), (width, height)) = (part.place(pads[at].at), part.pad_size(at));
            let (w, h) = (width / 2 + CLEARANCE, height / 2 + CLEARANCE);
            [x - w, y - h, x + w, y + h]
        });
        let all = around.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]);
        let Some([left, top, right, bottom]) = all else { return };
        let id = self.id();
        self.line(format!(
            "  (zone (net 0) (net_name \"\") (layers \"F.Cu\") {id} (hatch edge 0.508) (connect_pads (clearance 0))\n    \
             (min_thickness 0.254) (keepout (tracks allowed) (vias allowed) (pads allowed) (copperpour not_allowed) (footprints allowed))\n    \
             (fill (thermal_gap 0.4) (thermal_bridge_width 0.5))\n    {})",
            polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)])
        ));
    }

    /// Ground pours on both sides, wherever nothing else is.
    fn pour(&mut self, (width, height): Spot, net: usize) {
        let corners = [(EDGE, EDGE), (width - EDGE, EDGE), (width - EDGE, height - EDGE), (EDGE, height - EDGE)];
        for layer in ["F.Cu", "B.Cu"] {
            let id = self.id();
            self.line(format!(
                "  (zone (net {net}) (net_name \"{GND}\") (layer \"{layer}\") {id} (hatch edge 0.508)\n    \
                 (connect_pads (clearance 0.3)) (min_thickness 0.3)\n    \
                 (fill yes (thermal_gap 0.4) (thermal_bridge_width 0.6))\n    {})",
                polygon(&corners)
            ));
        }
    }
}

/// True if a part's name can be read in its middle: no pad and no other print is there.
fn has_room(carrier: &Carrier, part: &Part, middle: Spot) -> bool {
    let near = |one: Spot, other: Spot, far: i32| (one.0 - other.0).abs() < far && (one.1 - other.1).abs() < far;
    let pads = &part.footprint.pads;
    !pads.iter().any(|pad| near(pad.at, middle, 1_900) || pad.is_bare() && pads.len() == 1)
        && !carrier.texts.iter().any(|text| near(text.at, part.place(middle), 3_000))
}

fn polygon(corners: &[Spot]) -> String {
    let points: Vec<String> = corners.iter().map(|corner| format!("(xy {})", sheet(*corner))).collect();
    format!("(polygon (pts {}))", points.join(" "))
}
