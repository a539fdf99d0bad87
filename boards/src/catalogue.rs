//! Shop names of the parts, manufacturers' order codes, alternatives, and approximate prices in euro cents for small
//! quantities, good enough for planning. Names, codes and prices are defined only here.
//!
//! Codes are manufacturers' part numbers, never a shop's; each was found in the manufacturer's ordering scheme or in
//! parts lists of published boards. A part that many manufacturers sell under a common name has none; its description
//! says everything that matters: kind, pitch, shaft, voltage.

use crate::electrics;

/// One line of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Name of its picture.
    pub picture: &'static str,
    pub name: &'static str,
    /// Manufacturer and order code; empty for parts known by their name.
    pub order: &'static str,
    /// What can be used instead; empty if nothing is known.
    pub alternative: &'static str,
    pub cents: u32,
}

const fn item(picture: &'static str, name: &'static str, alternative: &'static str, cents: u32) -> Item {
    Item { picture, name, order: "", alternative, cents }
}

impl Item {
    const fn code(self, order: &'static str) -> Self {
        Self { order, ..self }
    }
}

/// Name and order code of a resistor of this value.
pub fn resistor(ohm: u32) -> (String, String) {
    let name = format!("{} {}: {}", electrics::ohms(f64::from(ohm)), RESISTOR.name, bands(ohm));
    (name, format!("Yageo MFR-25FBF52-{}", letter_code(ohm)))
}

/// Isolated resistors: between legs 1 and 2, 3 and 4 …
pub fn separate_array(legs: usize, ohm: u32) -> (String, String) {
    let ohms = electrics::ohms(f64::from(ohm));
    let name = format!("array of {} separate resistors of {ohms}, {legs} legs in a row", legs / 2);
    (name, format!("Bourns 46{legs:02}X-102-{}LF", digit_code(ohm)))
}

/// Resistors with leg 1 in common.
pub fn common_array(legs: usize, ohm: u32) -> (String, String) {
    let ohms = electrics::ohms(f64::from(ohm));
    let name = format!("array of {} resistors of {ohms} with a common leg (its dot), {legs} legs in a row", legs - 1);
    (name, format!("Bourns 46{legs:02}X-101-{}LF", digit_code(ohm)))
}

/// Socket strips and pin headers of 2.54 mm, by their pins.
pub fn socket_strip(pins: usize) -> (String, String) {
    (format!("socket strip, {pins} pins, 2.54 mm"), format!("Samtec SSW-1{pins:02}-01-T-S"))
}

pub fn pin_header(pins: usize) -> (String, String) {
    (format!("pin header, {pins} pins, 2.54 mm"), format!("Samtec TSW-1{pins:02}-07-T-S"))
}

/// The coloured rings of a resistor of 1 %: three digits, the number of zeros behind them, the tolerance.
fn bands(ohm: u32) -> String {
    const COLOURS: [&str; 10] =
        ["black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white"];
    let zeros = (0..9).find(|zeros| ohm < 1000 * 10_u32.pow(*zeros)).unwrap_or(9);
    let (digits, last) =
        if ohm < 100 { (10 * ohm, "gold") } else { (ohm / 10_u32.pow(zeros), COLOURS[zeros as usize]) };
    let rings = [100, 10, 1].map(|unit| COLOURS[(digits / unit % 10) as usize]);
    format!("{} {last} brown", rings.join(" "))
}

/// `102` is 1 kΩ: two digits, then the number of zeros.
fn digit_code(ohm: u32) -> String {
    let zeros = (0..9).find(|zeros| ohm < 100 * 10_u32.pow(*zeros)).unwrap_or(9);
    format!("{:02}{zeros}", ohm / 10_u32.pow(zeros))
}

/// `220R`, `3K3`, `10K`.
pub fn letter_code(ohm: u32) -> String {
    let (unit, letter) = if ohm < 1000 { (1, 'R') } else { (1000, 'K') };
    let rest = ohm % unit * 10 / unit;
    if rest == 0 { format!("{}{letter}", ohm / unit) } else { format!("{}{letter}{rest}", ohm / unit) }
}

pub const PICO: Item = item(
    "pico",
    "Raspberry Pi Pico H (with pins)",
    "Raspberry Pi Pico or Pico 2 with two rows of 20 pins soldered on",
    600,
)
.code("Raspberry Pi SC0917");
pub const PICO_W: Item = item(
    "pico",
    "Raspberry Pi Pico WH (with pins)",
    "Raspberry Pi Pico W or Pico 2 W with two rows of 20 pins soldered on",
    800,
)
.code("Raspberry Pi SC0919");
pub const USB_CABLE: Item = item(
    "usb-cable",
    "USB-A to Micro-USB cable, 1 m, with data wires",
    "USB-C to Micro-USB, if the computer has only USB-C; many cables only charge",
    300,
);

pub const ENCODER_20: Item = item(
    "encoder",
    "EC11 rotary encoder: 20 detents, 20 pulses, push switch, 6 mm D shaft of 15 to 20 mm, thread M7 with nut",
    "the encoder of a KY-040, unsoldered",
    150,
);
pub const ENCODER_20_LONG: Item = item(
    "encoder",
    "EC11 rotary encoder: 20 detents, 20 pulses, push switch, 6 mm D shaft of 25 mm, legs for a circuit board",
    "Bourns PEC11R-4225F-S0024, which has 24 clicks: nothing here depends on their number",
    180,
);
pub const KY_040: Item = item(
    "ky-040",
    "KY-040 module: EC11 encoder with 20 detents, push switch, 6 mm D shaft of 15 to 20 mm, thread M7 with nut, five pins",
    "the same under the name HW-040, if it has thread and nut",
    160,
);
pub const ENCODER_24: Item =
    item("encoder", "EC11 rotary encoder: 24 detents, 24 pulses, push switch, D shaft", "any EC11 of that kind", 180)
        .code("Bourns PEC11R-4220F-S0024");
pub const ENCODER_30: Item =
    item("encoder", "EC11 rotary encoder: 30 detents, 15 pulses, push switch, D shaft", "any EC11 of that kind", 180)
        .code("Alps Alpine EC11E15244G1");
pub const ENCODER_OTHER: Item = item("encoder", "rotary encoder with push switch, EC11 kind, 6 mm D shaft", "", 180);
pub const DISC_KNOB: Item = item(
    "knob",
    "round knob for a 6 mm D shaft, 20 mm across, 14 mm high, flat below, without a pointer",
    "any round knob of that size; paint over its line",
    90,
);
pub const KNOB: Item =
    item("knob", "knob for a 6 mm D shaft, 20 mm across, 14 mm high", "any cap that fits the shaft", 70);

pub const SSD1306_TALL: Item =
    item("screen-096", "0.96\" OLED 128×64, SSD1306, I2C, 3.3 V, four pins (GND VCC SCL SDA), soldered on", "", 450);
pub const SSD1306_FLAT: Item =
    item("screen-091", "0.91\" OLED 128×32, SSD1306, I2C, 3.3 V, four pins (GND VCC SCL SDA)", "", 350);
pub const SH1106: Item =
    item("screen-130", "1.3\" OLED 128×64, SH1106, I2C, 3.3 V, four pins (GND VCC SCL SDA), soldered on", "", 600);
pub const SSD1309: Item = item(
    "screen-242",
    "2.42\" OLED 128×64, SSD1309, I2C, 3.3 V, four pins (GND VCC SCL SDA), soldered on",
    "none: those with seven pins are SPI and do not fit",
    1600,
);

pub const PIEZO: Item = item("piezo", "piezo buzzer without oscillator, 12 mm across", "Murata PKM13EPYH4000-A0", 70)
    .code("TDK PS1240P02BT");
pub const MAGNETIC: Item =
    item("piezo", "magnetic buzzer, 16 Ω, without oscillator", "a piezo, which needs no transistor", 70);
pub const TRANSISTOR: Item = item("transistor", "2N3904 transistor", "", 10);
pub const DIODE: Item = item("diode", "1N4148 diode", "1N4001", 5);

pub const REGISTER: Item = item("dip-16", "74HC165 shift register, DIP-16", "Texas Instruments CD74HC165E", 60)
    .code("Texas Instruments SN74HC165N");
pub const SOCKET: Item = item("dip-socket", "DIP-16 socket", "none: solder the chip in", 20).code("TE 1-2199298-4");
pub const MUX: Item =
    item("mux-breakout", "TCA9548A breakout", "CJMCU-9548, or another TCA9548A breakout", 700).code("Adafruit 2717");
/// For circuit boards, whose holes fit only this breakout.
pub const MUX_ONLY: Item = Item { alternative: "", ..MUX };
pub const RESISTOR: Item = item("resistor", "resistor, 0.25 W, 1 %", "any of that value", 5);
pub const COMMON_ARRAY: Item = item("array", "resistor array", "", 40);
pub const SEPARATE_ARRAY: Item =
    item("array", "resistor array", "single resistors, standing: the first in holes 1 and 2, the next in 3 and 4", 40);
pub const CERAMIC_100N: Item =
    item("ceramic", "100 nF ceramic capacitor, legs 5.08 mm apart", "any of 16 V or more", 10)
        .code("Kemet C322C104K5R5TA");
pub const CERAMIC_10N: Item =
    item("ceramic", "10 nF ceramic capacitor, legs 2.54 mm apart", "none: they may be left out", 10)
        .code("Kemet C315C103K5R5TA");
pub const CERAMIC_10U: Item =
    item("ceramic", "10 µF ceramic capacitor, 16 V or more, legs 5 mm apart", "10 µF electrolytic, 16 V", 30)
        .code("TDK FG28X5R1E106MRT06");
pub const ELECTROLYTIC: Item =
    item("electrolytic", "470 µF electrolytic capacitor, 10 V, 8 mm across", "1000 µF of that size", 20)
        .code("Panasonic EEU-FR1A471");

pub const MCP1826S: Item =
    item("to-220", "regulator, 3.3 V, 1 A, drops 0.4 V at most, TO-220, legs IN GND OUT", "", 150)
        .code("Microchip MCP1826S-3302E/AB");
pub const LD1117V33: Item =
    item("to-220", "regulator, 3.3 V, 0.8 A, drops up to 1.2 V, TO-220, legs GND OUT IN", "", 80)
        .code("STMicroelectronics LD1117V33");
pub const AMS1117: Item = item("to-220", "AMS1117-3.3 module (0.8 A, drops up to 1.3 V)", "", 100);
pub const HEAT_SINK: Item =
    item("heat-sink", "slide-on heat sink for TO-220, about 24 K/W", "a piece of aluminium of 5 × 5 cm", 60)
        .code("Aavid 577202B00000G");
pub const CHARGER: Item = item(
    "charger",
    "Raspberry Pi 12.5 W Micro-USB supply (5.1 V, 2.5 A)",
    "a 5 V supply of 1.5 A or more with a short, thick cable",
    900,
);
pub const USB_POWER: Item = item(
    "charger",
    "any USB charger that is at home",
    "a power bank with a mode for small loads; many others switch off",
    0,
);
/// Polyfuses, by their hold current in mA.
pub const POLYFUSES: [(u32, Item); 5] = [
    (500, item("polyfuse", "polyfuse that holds 0.5 A", "Littelfuse RXEF050", 40).code("Bourns MF-R050")),
    (750, item("polyfuse", "polyfuse that holds 0.75 A", "Littelfuse RXEF075", 40).code("Bourns MF-R075")),
    (900, item("polyfuse", "polyfuse that holds 0.9 A", "Littelfuse RXEF090", 40).code("Bourns MF-R090")),
    (1100, item("polyfuse", "polyfuse that holds 1.1 A", "Littelfuse RXEF110", 40).code("Bourns MF-R110")),
    (1350, item("polyfuse", "polyfuse that holds 1.35 A", "Littelfuse RXEF135", 40).code("Bourns MF-R135")),
];

pub const PATCH_LEAD: Item =
    item("patch-lead", "network patch lead, Cat5e U/UTP, RJ45 on both ends", "Cat6 U/UTP", 150);
pub const SHIELDED_LEAD: Item =
    item("patch-lead", "network patch lead, Cat6 S/FTP, RJ45 on both ends", "Cat5e U/UTP, which is better", 200);
pub const RJ45: Item =
    item("rj45", "RJ45 jack on a breakout board, eight pins", "an RJ45 jack and eight short wires", 120);
pub const RJ45_BARE: Item =
    item("rj45", "RJ45 jack without a shield, for a circuit board, eight legs", "", 90).code("Amphenol 54602-908LF");
pub const RIBBON: Item = item("jumpers", "ribbon cable, eight wires", "seven single wires, twisted", 150);
pub const PLUG: Item = item("header", "JST-XH plug and socket, eight pins", "a pin header", 40);

pub const BREADBOARD: Item =
    item("breadboard", "solderless breadboard, 400 holes, 83 × 55 mm, with sticky back", "any of that size", 300)
        .code("Adafruit 64");
pub const JUMPERS: Item =
    item("jumpers", "jumper wires, pin to socket, 20 cm, 40 in a ribbon", "any jumper wires of that kind", 300);
pub const PIN_JUMPERS: Item = item("jumpers", "jumper wires, pin to pin, 10 to 20 cm, 40 in a ribbon", "", 250);
pub const LONG_JUMPERS: Item =
    item("jumpers", "jumper wires", "two ribbons of 20; shorter ones for a small table", 900);
pub const LEAD_CABLE: Item =
    item("cable", "round cable with five wires of 0.14 mm², per metre", "a piece of network cable", 80);
pub const ETCHED: Item =
    item("circuit-board", "circuit board, made from our gerber files, two layers, per board", "", 200);
pub const TIES: Item = item("ties", "cable ties, 2.5 × 100 mm, a bag", "string", 150);
pub const FEET: Item = item("feet", "self-adhesive rubber feet, 8 mm, four for a box", "a patch of anti-slip mat", 20);
pub const FILAMENT: Item =
    item("filament", "PLA for a 3D printer, per 100 g", "for lids and decks: plywood or card, cut by the sheets", 220);
pub const BATTERY_HOLDER: Item = item(
    "battery-holder",
    "flat holder for three AA cells side by side, with two wires, at most 58 × 48 × 17 mm",
    "any of that size",
    150,
);
pub const CELLS: Item = item("cell", "AA cell, alkaline", "NiMH, which give 3.6 V together: enough", 60);
pub const SCHOTTKY: Item = item("diode", "1N5817 Schottky diode", "1N5819", 15);
pub const TERMINAL: Item =
    item("terminal", "screw terminal, two wires, 5.08 mm", "any of that pitch", 60).code("Phoenix Contact 1715721");
pub const SLIDE_SWITCH: Item =
    item("slide-switch", "slide switch, two positions, three legs in a row, 2.5 mm apart", "any of that size", 60)
        .code("E-Switch EG1218");
pub const LARGE_BOARD: Item =
    item("perfboard", "perfboard of 10 × 16 cm: single holes, each with its own copper ring", "", 400);
pub const MIDDLE_BOARD: Item =
    item("perfboard", "perfboard of 7 × 9 cm: single holes, each with its own copper ring", "", 150);
pub const SMALL_BOARD: Item = item(
    "perfboard",
    "perfboard of 5 × 7 cm: single holes, each with its own copper ring",
    "a piece of a larger one",
    60,
);
pub const SOCKET_STRIP: Item = item("socket-strip", "socket strip", "none: solder the module in", 20);
pub const PIN_HEADER: Item = item("header", "pin header", "cut from a longer one", 15);
pub const WIRE: Item =
    item("wire", "stranded wire, 0.14 mm² (AWG 26), in several colours, 10 m", "wires of an old network cable", 500);
pub const HEAT_SHRINK: Item = item("heat-shrink", "heat-shrink tube, 2 mm, 1 m", "tape", 100);
pub const SCREWS: Item = item("screws", "screws of 2.9 × 6.5 mm with washers, four for a screen", "hot glue", 20);
pub const WOOD_SCREW: Item = item("screws", "wood screw", "", 5);
pub const SPACERS: Item =
    item("spacers", "M3 spacers of 15 mm with a 6 mm thread, and M3 × 6 mm screws, four of each for a pod", "", 80);
pub const FOAM: Item = item("tape", "foam tape, 2 mm thick, double-sided, 1 m", "hot glue", 200);
pub const RING_PAPER: Item = item("paper", "stiff paper, 160 g, a sheet for six discs", "paper, glued on card", 50);

/// What should be at hand; not part of a board's price.
pub const TOOLS: [(&str, &str); 8] = [
    ("soldering iron with a fine tip, and solder of 0.7 to 1 mm", "not if you build without soldering"),
    (
        "multimeter",
        "to find short circuits before power-on, and to tell a piezo from a magnetic buzzer; without soldering you can do without",
    ),
    ("side cutters and wire strippers", "not if you build without soldering"),
    ("3D printer, or somebody who has one", "for the boxes; a library or a maker space often has"),
    ("fretsaw, drill and round file", "instead of the printer, for plywood and card"),
    ("scissors, paper glue, a small cross-head screwdriver, a 10 mm spanner or pliers for the knobs' nuts", ""),
    ("computer with a USB port", "to copy the firmware once; nothing has to be installed"),
    ("printer", "for the sheets; a copy shop's does as well"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resistors_are_ordered_by_manufacturer_codes() {
        assert_eq!([1_000, 47, 10_000, 3_300, 220].map(digit_code), ["102", "470", "103", "332", "221"]);
        assert_eq!([220, 3_300, 10_000].map(letter_code), ["220R", "3K3", "10K"]);
        assert_eq!(separate_array(6, 1_000).1, "Bourns 4606X-102-102LF");
        assert_eq!(common_array(9, 10_000).1, "Bourns 4609X-101-103LF");
    }

    #[test]
    fn resistors_are_told_apart_by_their_rings() {
        assert_eq!(bands(47), "yellow violet black gold brown");
        assert_eq!(bands(220), "red red black black brown");
        assert_eq!(bands(3_300), "orange orange black brown brown");
        assert_eq!(bands(10_000), "brown black black red brown");
    }
}
