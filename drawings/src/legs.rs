//! Pinouts of bought parts side by side: which leg is which on the variants that shops sell under the same name.

use crate::{
    part::BOARD,
    svg::{Anchor, INK, PALE, Point, Svg},
};

const METAL: &str = "#d8d8dc";
const GLASS: &str = "#20242c";

pub fn draw(svg: &mut Svg, y: f32) {
    svg.bold((10.0, y), 3.6, Anchor::Start, "Which leg is which");
    encoder(svg, (26.0, y + 6.0), "EC11 from above", ["A", "C", "B"]);
    encoder(svg, (62.0, y + 6.0), "EC11 from below", ["B", "C", "A"]);
    module(svg, (100.0, y + 6.0), "KY-040", &["GND", "+", "SW", "DT", "CLK"], true);
    module(svg, (140.0, y + 6.0), "screen, I2C", &["GND", "VCC", "SCL", "SDA"], false);
    module(svg, (180.0, y + 6.0), "the same, other maker", &["VCC", "GND", "SCL", "SDA"], false);
    let notes = [
        "A = CLK, B = DT, the switch = SW. C and the switch's second leg are GND; the switch's two legs may change places. On a \
         KY-040, + goes to 3V3, never to 5 V.",
        "Screens: VCC and GND change places from maker to maker, so go by the print, not by the place. Four pins are I2C; seven \
         pins (GND VCC D0 D1 RES DC CS) are SPI and do not fit.",
    ];
    svg.notes((10.0, y + 45.0), 2.8, 128, &notes);
}

fn encoder(svg: &mut Svg, (x, y): Point, title: &str, names: [&str; 3]) {
    svg.text((x, y), 2.6, Anchor::Middle, PALE, title);
    svg.rect((x - 7.0, y + 8.0), (14.0, 14.0), METAL, INK);
    svg.circle((x, y + 15.0), 4.0, "white", INK, 0.25);
    for (at, name) in names.iter().enumerate() {
        let leg = x + (at as f32 - 1.0) * 5.0;
        svg.rect((leg - 0.5, y + 22.0), (1.0, 4.0), METAL, INK);
        svg.text((leg, y + 29.5), 2.6, Anchor::Middle, INK, name);
    }
    for leg in [x - 4.0, x + 4.0] {
        svg.rect((leg - 0.5, y + 4.5), (1.0, 3.5), METAL, INK);
        svg.text((leg, y + 3.8), 2.2, Anchor::Middle, INK, "SW");
    }
}

fn module(svg: &mut Svg, (x, y): Point, title: &str, names: &[&str], knob: bool) {
    svg.text((x, y), 2.6, Anchor::Middle, PALE, title);
    svg.rect((x - 13.0, y + 2.5), (26.0, 30.0), BOARD, INK);
    for (at, name) in names.iter().enumerate() {
        let leg = x + (at as f32 - (names.len() - 1) as f32 / 2.0) * 5.0;
        svg.circle((leg, y + 5.0), 1.0, METAL, INK, 0.25);
        svg.rotated((leg + 0.8, y + 10.0), -90.0, 2.2, name);
    }
    if knob {
        svg.circle((x, y + 22.0), 6.0, METAL, INK, 0.25);
        svg.circle((x, y + 22.0), 3.0, "white", INK, 0.25);
    } else {
        svg.rect((x - 12.0, y + 14.5), (24.0, 13.0), GLASS, INK);
    }
}
