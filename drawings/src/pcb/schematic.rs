//! The schematic of a carrier: every part as a symbol with its legs, each leg with the name of its net. Legs with the
//! same net are joined. No lines are drawn between symbols, since more than a hundred could not be told apart.

use super::carrier::{Carrier, GND, POWER, Part};
use crate::svg::{Anchor, INK, PALE, Svg};

const COLUMN: f32 = 84.0;
const COLUMNS: usize = 5;
/// Distance between two legs, in millimetres.
const PITCH: f32 = 3.6;
/// Width of a symbol, without the names of its nets.
const SYMBOL: f32 = 32.0;
const TOP: f32 = 26.0;

pub fn draw(carrier: &Carrier) -> String {
    let mut svg = Svg::new();
    let title = format!("Dixit Dials, {}: schematic", carrier.name);
    svg.bold((10.0, 12.0), 5.0, Anchor::Start, &title);
    let words = "Legs with the same name are joined. Legs without a name carry nothing. U1 is the Pico, its legs are the numbers of its holes.";
    svg.text((10.0, 18.0), 2.8, Anchor::Start, PALE, words);
    let mut ends = [TOP; COLUMNS];
    for (at, part) in carrier.parts.iter().enumerate().filter(|(_, part)| !part.is_screw_hole()) {
        let column = (0..COLUMNS).min_by(|a, b| ends[*a].total_cmp(&ends[*b])).unwrap_or(0);
        let x = 10.0 + column as f32 * COLUMN + (COLUMN - SYMBOL) / 2.0;
        ends[column] += symbol(&mut svg, carrier, (at, part), (x, ends[column])) + 7.0;
    }
    let bottom = ends.into_iter().fold(0.0, f32::max);
    svg.finish(&title, (20.0 + COLUMNS as f32 * COLUMN, bottom + 6.0))
}

/// Draws one part, with the first half of its legs on the left. Returns its height.
fn symbol(svg: &mut Svg, carrier: &Carrier, (at, part): (usize, &Part), (x, y): (f32, f32)) -> f32 {
    let legs: Vec<usize> = (0..part.footprint.pads.len()).filter(|&pad| !part.footprint.pads[pad].is_bare()).collect();
    let left = legs.len().div_ceil(2);
    let high = left as f32 * PITCH + 2.0;
    svg.bold((x, y - 1.0), 3.0, Anchor::Start, &part.reference);
    let what = part.items.first().map_or("", |item| if item.order.is_empty() { &item.name } else { &item.order });
    let short: String = what.chars().take(30).collect();
    svg.text((x + 11.0, y - 1.0), 2.2, Anchor::Start, PALE, &short);
    svg.rect((x, y), (SYMBOL, high), "#fffbe8", INK);
    for (number, &pad) in legs.iter().enumerate() {
        // Two rows of legs are counted down one side and up the other, as on the part itself.
        let down = number < left;
        let row = if down { number } else { legs.len() - 1 - number } as f32 + 0.85;
        let leg_y = y + row * PITCH;
        let (edge, out, inside) = if down { (x, -1.0, Anchor::Start) } else { (x + SYMBOL, 1.0, Anchor::End) };
        svg.line((edge, leg_y), (edge + out * 4.0, leg_y), INK, 0.3);
        svg.text((edge - out, leg_y + 0.9), 2.4, inside, INK, &part.footprint.pads[pad].name);
        if let Some(net) = carrier.net_of(at, pad) {
            let name = &carrier.nets[net].name;
            let colour = match name.as_str() {
                GND => "#1d4ed8",
                POWER => "#c8102e",
                _ => "#14532d",
            };
            svg.text((edge + out * 4.6, leg_y + 0.9), 2.4, inside.mirrored(), colour, name);
        }
    }
    high
}
