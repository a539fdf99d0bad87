//! What is joined to what on a board, in terms that builder and drawings share: legs, nets and their colours.

use boards::{Board, Bus, Chain, Regulator};

use crate::part::Net;

/// Holes of the Pico: ground for the wires on each side, and the supplies.
pub const GND_LEFT: u8 = 3;
pub const GND_RIGHT: u8 = 38;
pub const POWER: u8 = 36;
pub const VBUS: u8 = 40;
pub const VSYS: u8 = 39;

const BLACK: &str = "#111111";
const RED: &str = "#c8102e";
const PINK: &str = "#d6409f";
const BLUE: &str = "#1d4ed8";
const ORANGE: &str = "#c2620c";
const GREEN: &str = "#15803d";
const VIOLET: &str = "#7e22ce";
const BROWN: &str = "#7a4a21";
const TEAL: &str = "#0e7490";
const OLIVE: &str = "#6b7a00";
const GREY: &str = "#6e6e73";

/// The letter of a seat. Seats are letters and cards are numbers, so that they are never confused.
pub fn letter(seat: usize) -> char {
    char::from(b'A' + seat as u8)
}

fn net(name: impl Into<String>, colour: &'static str) -> Net {
    Net { name: name.into(), colour }
}

pub fn gnd() -> Net {
    net("GND", BLACK)
}

pub fn power() -> Net {
    net("3V3", RED)
}

pub fn vbus() -> Net {
    net("VBUS", PINK)
}

pub fn vsys() -> Net {
    net("VSYS", PINK)
}

/// The net from the battery's switch to its diode.
pub fn behind_switch() -> Net {
    net("behind the switch", VIOLET)
}

pub fn battery() -> Net {
    net("battery", ORANGE)
}

pub fn behind_fuse() -> Net {
    net("5 V behind the fuse", VIOLET)
}

/// The net from the series resistor to the buzzer, or from the pin's resistor to the transistor.
pub fn behind_resistor() -> Net {
    net("behind the resistor", BROWN)
}

/// The net from a magnetic buzzer to its transistor.
pub fn switched() -> Net {
    net("switched", BLUE)
}

/// The 3.3 V of screens, registers and pull-ups: the Pico's, or a regulator's if there are too many screens.
pub fn feed(board: &Board) -> Net {
    if has_regulator(board) { net("3.3 V of the regulator", ORANGE) } else { power() }
}

pub fn has_regulator(board: &Board) -> bool {
    board.power.regulator != Regulator::Pico
}

pub fn contact(seat: usize, contact: Contact) -> Net {
    let colour = match contact {
        Contact::A => GREEN,
        Contact::B => VIOLET,
        Contact::Push => BROWN,
    };
    net(format!("knob {} {}", letter(seat), contact.printed()), colour)
}

/// The contacts of a knob, by what is printed on modules; bare encoders call the first two A and B.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Contact {
    A,
    B,
    Push,
}

impl Contact {
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::Push];

    pub const fn printed(self) -> &'static str {
        match self {
            Self::A => "CLK",
            Self::B => "DT",
            Self::Push => "SW",
        }
    }
}

pub fn sda(bus: &Bus) -> Net {
    net(format!("SDA of I2C{}", bus.id), BLUE)
}

pub fn scl(bus: &Bus) -> Net {
    net(format!("SCL of I2C{}", bus.id), TEAL)
}

pub fn reset(address: u8) -> Net {
    net(format!("RST of {address:#04x}"), GREY)
}

pub fn buzzer() -> Net {
    net("buzzer", OLIVE)
}

pub fn clock() -> Net {
    net("clock", GREEN)
}

pub fn load() -> Net {
    net("load", VIOLET)
}

pub fn data() -> Net {
    net("data", BLUE)
}

/// What each used hole of the Pico is joined to, with its label.
pub fn holes(board: &Board) -> Vec<(u8, Net, String)> {
    let mut holes = Vec::new();
    let mut pin = |pin: u8, net: Net, words: String| {
        holes.extend(boards::pico::hole(pin).map(|hole| (hole, net, words)));
    };
    for (seat, knob) in board.knobs.pins.iter().flatten().enumerate() {
        for (gpio, of) in [knob.a, knob.b, knob.push].into_iter().zip(Contact::ALL) {
            pin(gpio, contact(seat, of), format!("{} {}", letter(seat), of.printed()));
        }
    }
    if let Some(chain) = &board.knobs.chain {
        pin(chain.clock, clock(), "chain CLK".into());
        pin(chain.load, load(), "chain SH/LD".into());
        pin(chain.data, data(), "chain QH".into());
    }
    for bus in &board.buses {
        pin(bus.sda, sda(bus), "SDA".into());
        pin(bus.scl, scl(bus), "SCL".into());
        for mux in &bus.mux {
            pin(mux.reset, reset(mux.address), format!("RST {:#04x}", mux.address));
        }
    }
    if let Some(sounder) = board.buzzer {
        pin(sounder.pin, buzzer(), "buzzer".into());
    }
    holes.push((GND_LEFT, gnd(), "GND".into()));
    holes.push((GND_RIGHT, gnd(), "GND".into()));
    holes.push((POWER, power(), "3V3".into()));
    if has_regulator(board) {
        holes.push((VBUS, vbus(), "5 V".into()));
    }
    if board.battery {
        holes.push((VSYS, vsys(), "VSYS".into()));
    }
    holes
}

/// The purpose of a register's input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    Knob { seat: usize, contact: Contact },
    Tied(bool),
}

/// Input `bit` of the chain, in the order in which bits arrive.
pub fn input(chain: &Chain, bit: u8) -> Input {
    if let Some(at) = bit.checked_sub(chain.first_bit)
        && at < 3 * chain.count
    {
        return Input::Knob { seat: usize::from(at / 3), contact: Contact::ALL[usize::from(at % 3)] };
    }
    let level = bit.checked_sub(chain.proof.first_bit).and_then(|at| chain.proof.levels.get(usize::from(at)));
    Input::Tied(level == Some(&1))
}

/// Pin numbers of a 74HC165's inputs, in the order in which their bits arrive: H, G … A.
pub const INPUT_PINS: [u8; 8] = [6, 5, 4, 3, 14, 13, 12, 11];

/// The register, counted from 1, and its pin for a knob's contact.
pub fn register_pin(chain: &Chain, seat: usize, contact: Contact) -> (usize, u8) {
    let bit = usize::from(chain.first_bit) + 3 * seat + contact as usize;
    (bit / 8 + 1, INPUT_PINS[bit % 8])
}

/// The wires of a seat's cable by the pins of its RJ45 plugs. A data line never shares a pair with the clock.
pub const LEAD: [&str; 8] = ["SDA", "GND", "CLK", "SW", "GND", "DT", "SCL", "3.3 V"];

pub fn lead_pin(name: &str) -> usize {
    LEAD.iter().position(|lead| *lead == name).map_or(0, |at| at + 1)
}
