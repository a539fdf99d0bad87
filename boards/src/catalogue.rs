//! What the parts are called in a shop, what does as well, and about what one costs: euro cents, bought in small numbers,
//! good enough to plan by. Names and prices are here and nowhere else.

/// One line of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub name: &'static str,
    /// What may be taken instead; empty where nothing comes to mind.
    pub alternative: &'static str,
    pub cents: u32,
}

const fn item(name: &'static str, alternative: &'static str, cents: u32) -> Item {
    Item { name, alternative, cents }
}

pub const PICO: Item =
    item("Raspberry Pi Pico H", "Raspberry Pi Pico or Pico 2 with two 20-pin headers soldered on", 600);
pub const PICO_W: Item =
    item("Raspberry Pi Pico WH", "Raspberry Pi Pico W or Pico 2 W with two 20-pin headers soldered on", 800);
pub const USB_CABLE: Item =
    item("USB-A to Micro-USB cable, 1 m, with data wires", "any Micro-USB cable that a computer sees a device by", 300);

pub const ENCODER_20: Item = item(
    "EC11 rotary encoder: 20 detents, 20 pulses, push switch, 15 mm D shaft, with nut",
    "the encoder of a KY-040, unsoldered",
    150,
);
pub const KY_040: Item = item(
    "KY-040 module: EC11 encoder of 20 detents on a small board with five pins, with nut",
    "the same under the name HW-040, if it has the threaded neck and a nut",
    160,
);
pub const ENCODER_24: Item = item(
    "Bourns PEC11R-4220F-S0024 (24 detents, 24 pulses, push switch, 6 mm D shaft)",
    "any EC11 with 24 detents and 24 pulses",
    180,
);
pub const ENCODER_30: Item = item(
    "Alps Alpine EC11E15244G1 (30 detents, 15 pulses, push switch, 6 mm D shaft)",
    "any EC11 with 30 detents and 15 pulses",
    180,
);
pub const ENCODER_OTHER: Item = item("rotary encoder with push switch, EC11 kind, 6 mm D shaft", "", 180);
pub const DISC_KNOB: Item = item(
    "round knob for a 6 mm D shaft, 20 mm across, 14 mm high, flat below, without a pointer",
    "any round knob of that size; paint over its line",
    90,
);
pub const KNOB: Item = item("knob for a 6 mm D shaft, about 20 mm across", "any cap that fits the shaft", 70);

pub const SSD1306_TALL: Item = item(
    "0.96\" OLED 128×64, SSD1306, I2C, four pins (GND VCC SCL SDA)",
    "1.3\" OLED, SH1106, with `controller = \"sh1106\"`",
    450,
);
pub const SSD1306_FLAT: Item = item(
    "0.91\" OLED 128×32, SSD1306, I2C, four pins (GND VCC SCL SDA)",
    "Adafruit 4440, where the cable fits its socket",
    350,
);
pub const SH1106: Item = item(
    "1.3\" OLED 128×64, SH1106, I2C, four pins (GND VCC SCL SDA)",
    "0.96\" OLED, SSD1306, with `controller = \"ssd1306\"`",
    600,
);
pub const SSD1309: Item = item(
    "2.42\" OLED 128×64, SSD1309, sold as I2C, four pins (GND VCC SCL SDA)",
    "one with seven pins whose back names the two resistors to move for I2C",
    1600,
);

pub const PIEZO: Item = item("TDK PS1240P02BT piezo buzzer, without oscillator", "Murata PKM13EPYH4000-A0", 70);
pub const MAGNETIC: Item = item("magnetic buzzer, 16 Ω, without oscillator", "a piezo, which needs no transistor", 70);
pub const TRANSISTOR: Item = item("2N3904 transistor", "BC547 (its legs are the other way round)", 10);
pub const DIODE: Item = item("1N4148 diode", "1N4001", 5);

pub const REGISTER: Item =
    item("SN74HC165N shift register, DIP-16 (Texas Instruments)", "CD74HC165E, or 74HC165N of Nexperia", 60);
pub const SOCKET: Item = item("DIP-16 socket", "none, by those who solder quickly", 20);
pub const SWITCH: Item = item("Adafruit 2717, TCA9548A breakout", "CJMCU-9548, or another TCA9548A breakout", 700);
pub const RESISTOR: Item = item("resistor, 0.25 W, 5 %", "metal film, 1 %", 5);
pub const CERAMIC_100N: Item = item("100 nF ceramic capacitor", "", 5);
pub const CERAMIC_10U: Item = item("10 µF ceramic capacitor, 10 V", "10 µF electrolytic, 16 V", 20);
pub const ELECTROLYTIC: Item = item("470 µF electrolytic capacitor, 10 V", "1000 µF", 20);

pub const MCP1826S: Item = item("MCP1826S-3302E/AB regulator (3.3 V, 1 A, drops 0.4 V at most, TO-220)", "", 150);
pub const LD1117V33: Item = item("LD1117V33 regulator (3.3 V, 0.8 A, drops up to 1.2 V, TO-220)", "", 80);
pub const AMS1117: Item = item("AMS1117-3.3 module (0.8 A, drops up to 1.3 V)", "", 100);
pub const HEAT_SINK: Item = item("clip-on heat sink for TO-220, 20 K/W", "a piece of aluminium of 5 × 5 cm", 60);
pub const CHARGER: Item = item(
    "Raspberry Pi 12.5 W Micro-USB supply (5.1 V, 2.5 A)",
    "a 5 V supply of 1.5 A or more with a short, thick cable",
    900,
);
pub const USB_POWER: Item =
    item("any USB charger that is at home", "a power bank with a mode for small loads; many others switch off", 0);
/// By the current that they hold, in mA.
pub const POLYFUSES: [(u32, Item); 5] = [
    (500, item("Bourns MF-R050 polyfuse (holds 0.5 A)", "Littelfuse RXEF050", 40)),
    (750, item("Bourns MF-R075 polyfuse (holds 0.75 A)", "Littelfuse RXEF075", 40)),
    (900, item("Bourns MF-R090 polyfuse (holds 0.9 A)", "Littelfuse RXEF090", 40)),
    (1100, item("Bourns MF-R110 polyfuse (holds 1.1 A)", "Littelfuse RXEF110", 40)),
    (1350, item("Bourns MF-R135 polyfuse (holds 1.35 A)", "Littelfuse RXEF135", 40)),
];

pub const PATCH_LEAD: Item = item("network patch lead, Cat5e U/UTP, RJ45 on both ends", "Cat6 U/UTP", 150);
pub const SHIELDED_LEAD: Item =
    item("network patch lead, Cat6 S/FTP, RJ45 on both ends", "Cat5e U/UTP, which is better", 200);
pub const RJ45: Item = item("RJ45 jack on a breakout board, eight pins", "an RJ45 jack and eight short wires", 120);
pub const RIBBON: Item = item("ribbon cable, eight wires", "seven single wires, twisted", 150);
pub const PLUG: Item = item("JST-XH plug and socket, eight pins", "a pin header", 40);

pub const BREADBOARD: Item = item("solderless breadboard, 400 holes, 83 × 55 mm, with sticky back", "", 300);
pub const JUMPERS: Item =
    item("jumper wires, pin to socket, 20 cm, 40 in a ribbon", "any jumper wires of that kind", 300);
pub const PIN_JUMPERS: Item = item("jumper wires, pin to pin, 10 to 20 cm, 40 in a ribbon", "", 250);
pub const LONG_JUMPERS: Item = item(
    "jumper wires, pin to socket, 100 cm, 40 in a ribbon",
    "two ribbons of 20; shorter ones for a small table",
    900,
);
pub const LEAD_CABLE: Item = item("round cable with five wires of 0.14 mm², per metre", "a piece of network cable", 80);
pub const ARRAY_10K: Item = item(
    "Bourns 4609X-101-103LF, eight resistors of 10 kΩ with a common leg (its dot)",
    "eight single ones of 10 kΩ",
    45,
);
pub const ETCHED: Item = item("circuit board, made from our gerber files, two layers, per board", "", 200);
pub const TIES: Item = item("cable ties, 2.5 × 100 mm, a bag", "string", 150);
pub const FEET: Item = item("self-adhesive rubber feet, 8 mm, four for a box", "a patch of anti-slip mat", 20);
pub const FILAMENT: Item = item("PLA for a 3D printer, per 100 g", "plywood and card, cut by the sheets", 220);
pub const BATTERY_HOLDER: Item = item("flat holder for three AA cells with two wires, 58 × 48 mm", "", 150);
pub const CELLS: Item = item("AA cell, alkaline", "NiMH, which give 3.6 V together: enough", 60);
pub const SCHOTTKY: Item = item("1N5817 Schottky diode", "1N5819", 15);
pub const SLIDE_SWITCH: Item = item("slide switch, two positions, three legs in a row of 2.54 mm", "", 40);
pub const STRIPBOARD: Item = item("perfboard of 10 × 16 cm: single holes, each with its own copper ring", "", 400);
pub const MIDDLE_BOARD: Item = item("perfboard of 7 × 9 cm: single holes, each with its own copper ring", "", 150);
pub const SMALL_BOARD: Item = item("perfboard of 5 × 7 cm", "a piece of a larger one", 60);
pub const PICO_SOCKET: Item = item("socket strip, 20 pins, 2.54 mm", "none: solder the Pico in", 60);
pub const SCREEN_SOCKET: Item = item("socket strip, four pins, 2.54 mm", "none: solder the screen in", 15);
pub const WIRE: Item =
    item("stranded wire, 0.14 mm² (AWG 26), in several colours, 10 m", "wires of an old network cable", 500);
pub const HEAT_SHRINK: Item = item("heat-shrink tube, 2 mm, 1 m", "tape", 100);
pub const SCREWS: Item = item("screws of 2.9 × 6.5 mm with washers, four for a screen", "hot glue", 20);
pub const LID_SCREWS: Item = item("wood screws, 3 × 16 mm, four for a box", "", 30);
pub const RING_PAPER: Item = item("stiff paper, 160 g, a sheet for six discs", "paper, glued on card", 50);

/// What should be at hand; not part of a board's price.
pub const TOOLS: [(&str, &str); 8] = [
    ("soldering iron with a fine tip, and solder of 0.7 to 1 mm", "not for the route without soldering"),
    ("multimeter", "to find short circuits before power-on, and to tell a piezo from a magnetic buzzer"),
    ("side cutters and wire strippers", ""),
    ("3D printer, or somebody who has one", "for the boxes; a library or a maker space often has"),
    ("fretsaw, drill and round file", "instead of the printer, for plywood and card"),
    ("scissors, paper glue, small screwdriver", ""),
    ("computer with a USB port", "to copy the firmware once; nothing has to be installed"),
    ("printer", "for the sheets; a copy shop's does as well"),
];
