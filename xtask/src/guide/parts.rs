//! What to buy and which hole goes where, as Markdown tables.

use boards::{Board, Driver, Secrecy, Size, pico};

/// What the Pico's own 3.3 V may feed, in screens.
const SCREENS_ON_3V3: usize = 4;
const BITS_PER_KNOB: usize = 3;

/// The page of a board that has none yet.
pub fn new_page(board: &Board) -> String {
    format!(
        "# {}\n\n## Parts\n<!-- parts -->\n<!-- /parts -->\n\n## Wiring\n![wiring](wiring.svg)\n\n<!-- pins -->\n<!-- /pins -->\n",
        board.title
    )
}

pub fn list(board: &Board) -> String {
    let mut rows: Vec<(usize, String)> = vec![(1, "Raspberry Pi Pico (RP2040), with a USB cable".into())];
    let knobs = board.knobs.count();
    let cycles = board.knobs.detents / board.knobs.detents_per_cycle;
    rows.push((
        knobs,
        format!(
            "rotary encoder with push switch, EC11 kind, {} detents and {cycles} pulses a turn",
            board.knobs.detents
        ),
    ));
    rows.push((knobs, format!("knob cap{}", if board.ring.is_some() { " with a pointer" } else { "" })));
    if board.ring.is_some() {
        rows.push((knobs, "paper ring from `ring.svg`, printed at 100 %".into()));
        rows.push((knobs, "shield: a strip of card, bent to a half circle and about 40 mm high".into()));
    }
    for (size, name) in [(Size::Tall, "128×64"), (Size::Flat, "128×32")] {
        for (driver, chip) in [(Driver::Ssd1306, "SSD1306"), (Driver::Sh1106, "SH1106"), (Driver::Ssd1309, "SSD1309")] {
            let count = board.screens.iter().filter(|screen| (screen.size, screen.driver) == (size, driver)).count();
            rows.push((count, format!("OLED screen {name}, {chip}, I2C, 3.3 V, with pull-ups")));
        }
    }
    if let Some(chain) = &board.knobs.chain {
        let registers = usize::from(chain.registers);
        rows.push((registers, "74HC165 shift register, with a 100 nF capacitor next to each".into()));
        rows.push((knobs * BITS_PER_KNOB, "resistor 10 kΩ, from each knob contact to 3.3 V (or arrays of 8)".into()));
    }
    for bus in &board.buses {
        rows.push((bus.mux.len(), "TCA9548A I2C switch".into()));
        if !bus.mux.is_empty() {
            rows.push((2, format!("resistor 2.2 kΩ, from SDA and SCL of I2C{} to 3.3 V, at the hub", bus.id)));
        }
    }
    rows.push((usize::from(board.buzzer.is_some()), "passive piezo buzzer".into()));
    if board.screens.len() > SCREENS_ON_3V3 {
        rows.push((1, "3.3 V regulator for 800 mA or more, fed from VBUS, with its capacitors".into()));
    }
    if board.secrecy == Secrecy::Pods {
        rows.push((knobs, "seven-wire cable of up to 1 m: A, B, push, SDA, SCL, 3.3 V, GND".into()));
    }
    let mut table = String::from("| count | part |\n|---:|---|");
    for (count, part) in rows.iter().filter(|(count, _)| *count > 0) {
        table += &format!("\n| {count} | {part} |");
    }
    table
}

pub fn pins(board: &Board) -> String {
    let mut uses = uses(board);
    uses.sort_by_key(|(pin, _)| *pin);
    let mut table = String::from("| pin | hole | goes to |\n|---|---:|---|");
    for (pin, wire) in uses {
        let hole = pico::hole(pin).map_or("on the Pico".to_string(), |hole| hole.to_string());
        table += &format!("\n| GP{pin} | {hole} | {wire} |");
    }
    table
}

/// What each pin is for, in a builder's words.
pub fn uses(board: &Board) -> Vec<(u8, String)> {
    let mut uses = Vec::new();
    for (at, knob) in board.knobs.pins.iter().flatten().enumerate() {
        for (pin, contact) in [(knob.a, "A"), (knob.b, "B"), (knob.push, "push")] {
            uses.push((pin, format!("knob {}, {contact}", at + 1)));
        }
    }
    if let Some(chain) = &board.knobs.chain {
        uses.push((chain.clock, "clock of all 74HC165 (CLK)".into()));
        uses.push((chain.load, "load of all 74HC165 (SH/LD)".into()));
        uses.push((chain.data, "data from the first 74HC165 (QH)".into()));
    }
    for bus in &board.buses {
        let direct = board.screens.iter().any(|screen| screen.bus == bus.id && screen.mux.is_none());
        let to = match (bus.mux.is_empty(), direct) {
            (true, _) => "the shared screen",
            (false, false) => "the switches",
            (false, true) => "the switches and the shared screen",
        };
        uses.push((bus.sda, format!("SDA of {to}")));
        uses.push((bus.scl, format!("SCL of {to}")));
        for mux in &bus.mux {
            uses.push((mux.reset, format!("RESET of switch {:#04x}", mux.address)));
        }
    }
    uses.extend(board.buzzer.map(|buzzer| (buzzer.pin, "buzzer".into())));
    uses.extend(board.led.map(|led| (led.pin, "light".into())));
    uses
}
