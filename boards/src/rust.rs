//! A board as Rust: [`facts`] in the library's own plain types, and [`wiring`], which takes the pins that the
//! board uses out of the chip's peripherals. What a file chooses by a word has the same name in the library, so `Debug`
//! writes it; a word that the library lacks does not compile.

use std::fmt::Write;

use crate::{Board, ComPins, Driver, Rest, Screen, Secrecy, Viewer, electrics, pico};

const HEAD: &str = "// Written by the build script from the board's file.\n\n";

/// Constants for the firmware and for tests: `BOARD`, `CONTACTS`, `BUSES`, `SCREENS`.
pub fn facts(board: &Board) -> String {
    let mut code = String::from(HEAD);
    constant(&mut code, "BOARD", "::dixit_dials::board::Board", &literal(board));
    constant(&mut code, "CONTACTS", "::dixit_dials::board::Contacts", &contacts(board));
    constant(&mut code, "BUSES", "&[::dixit_dials::board::Bus]", &buses(board));
    constant(&mut code, "SCREENS", "&[::dixit_dials::board::Screen]", &screens(board));
    code
}

/// `BOARDS`: all of them, for tests that play on each. Beside them every word that a file may choose is named once, so that
/// one which the library does not know is found before a board uses it.
pub fn all(boards: &[Board]) -> String {
    let boards: Vec<String> = boards.iter().map(literal).collect();
    let mut code = String::from(HEAD);
    known(&mut code, "::dixit_dials::board::Driver", Driver::ALL);
    known(&mut code, "::dixit_dials::board::ComPins", ComPins::ALL);
    known(&mut code, "::dixit_dials::dial::Rest", Rest::ALL);
    let list = format!("&[{}]", boards.join(", "));
    constant(&mut code, "BOARDS", "&[::dixit_dials::board::Board]", &list);
    code
}

/// `Parts` and the macro `parts!(p)`, which moves what the board uses out of `p: embassy_rp::Peripherals`
/// and leaves the rest there. To be included as the firmware's module `crate::firmware::board`.
pub fn wiring(board: &Board) -> String {
    let knob_pins: Vec<u8> = board.knobs.pins.iter().flatten().flat_map(|knob| [knob.a, knob.b, knob.push]).collect();
    let mut code = String::from(WIRING);
    let mut fields = String::new();
    for block in [0u8, 1] {
        let bus = board.buses.iter().find(|bus| bus.id == block);
        // Where there is none, any that fit: the block's types want their own pins.
        let (sda, scl, resets) = bus.map_or((2 * block, 2 * block + 1, 0), |bus| (bus.sda, bus.scl, bus.mux.len()));
        let _ = writeln!(
            code,
            "pub type I2c{block}Wires = I2cWires<p::I2C{block}, p::PIN_{sda}, p::PIN_{scl}, {resets}>;\n\
             pub type I2c{block}Lines = super::bus::Lines<p::I2C{block}, p::PIN_{sda}, p::PIN_{scl}, {resets}>;"
        );
        let _ = match bus {
            None => writeln!(fields, "            i2c{block}: None,"),
            Some(bus) => {
                let resets: Vec<u8> = bus.mux.iter().map(|mux| mux.reset).collect();
                writeln!(
                    fields,
                    "            i2c{block}: Some($crate::firmware::board::I2cWires {{ i2c: $p.I2C{block}, \
                     sda: $p.PIN_{sda}, scl: $p.PIN_{scl}, resets: [{}] }}),",
                    any_pins(&resets)
                )
            }
        };
    }
    let _ = writeln!(code, "\npub const KNOB_PINS: usize = {};\n", knob_pins.len());
    let _ = writeln!(fields, "            knobs: [{}],", any_pins(&knob_pins));
    // Where there is none, any that fit: the block's types want their own pins.
    let (clock, data) = board.knobs.chain.as_ref().map_or((2, 0), |chain| (chain.clock, chain.data));
    let spi = pico::spi_block(clock);
    for (name, what) in
        [("Spi", format!("SPI{spi}")), ("Clock", format!("PIN_{clock}")), ("Data", format!("PIN_{data}"))]
    {
        let _ = writeln!(code, "pub type Chain{name} = p::{what};");
    }
    let _ = match &board.knobs.chain {
        None => writeln!(fields, "            chain: None,"),
        Some(chain) => writeln!(
            fields,
            "            chain: Some($crate::firmware::board::ChainWires {{ spi: $p.SPI{spi}, \
             clock: $p.PIN_{clock}, data: $p.PIN_{data}, load: $p.PIN_{}.into() }}),",
            chain.load
        ),
    };
    let _ = match board.buzzer {
        None => writeln!(fields, "            buzzer: None,"),
        Some(buzzer) => {
            let channel = pico::pwm_channel(buzzer.pin);
            writeln!(
                fields,
                "            buzzer: Some($crate::firmware::board::BuzzerPwm {{ \
                 pwm: ::embassy_rp::pwm::Pwm::new_output_{channel}($p.PWM_SLICE{}, $p.PIN_{}, \
                 ::embassy_rp::pwm::Config::default()), \
                 channel: $crate::firmware::board::PwmChannel::{} }}),",
                buzzer.slice,
                buzzer.pin,
                channel.to_ascii_uppercase()
            )
        }
    };
    let _ = match board.led {
        None => writeln!(fields, "            led: None,"),
        Some(led) => writeln!(fields, "            led: Some($p.PIN_{}.into()),", led.pin),
    };
    let _ = write!(
        code,
        "macro_rules! parts {{\n    ($p:ident) => {{\n        $crate::firmware::board::Parts {{\n{fields}        }}\n    }};\n}}\n\
         pub(crate) use parts;\n"
    );
    code
}

/// The same for every board; only the lengths and pin types that follow differ.
const WIRING: &str = "// Written by the build script from the board's file.

type AnyPin = ::embassy_rp::Peri<'static, ::embassy_rp::gpio::AnyPin>;

use ::embassy_rp::peripherals as p;

/// An I2C block, its two lines, and the reset lines of the switches on them.
pub struct I2cWires<T: 'static, Sda: 'static, Scl: 'static, const RESETS: usize>
where
    T: ::embassy_rp::PeripheralType,
    Sda: ::embassy_rp::PeripheralType,
    Scl: ::embassy_rp::PeripheralType,
{
    pub i2c: ::embassy_rp::Peri<'static, T>,
    pub sda: ::embassy_rp::Peri<'static, Sda>,
    pub scl: ::embassy_rp::Peri<'static, Scl>,
    pub resets: [AnyPin; RESETS],
}

pub struct ChainWires {
    pub spi: ::embassy_rp::Peri<'static, ChainSpi>,
    pub clock: ::embassy_rp::Peri<'static, ChainClock>,
    pub data: ::embassy_rp::Peri<'static, ChainData>,
    pub load: AnyPin,
}

#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code)]
pub enum PwmChannel {
    A,
    B,
}

pub struct BuzzerPwm {
    pub pwm: ::embassy_rp::pwm::Pwm<'static>,
    pub channel: PwmChannel,
}

/// Everything that the board connects to the chip.
pub struct Parts {
    pub i2c0: Option<I2c0Wires>,
    pub i2c1: Option<I2c1Wires>,
    /// A, B and push of each knob in turn; none where a chain reads them.
    pub knobs: [AnyPin; KNOB_PINS],
    pub chain: Option<ChainWires>,
    pub buzzer: Option<BuzzerPwm>,
    pub led: Option<AnyPin>,
}

";

fn known(code: &mut String, kind: &str, words: &[impl std::fmt::Debug]) {
    let names: Vec<String> = words.iter().map(|word| format!("{kind}::{word:?}")).collect();
    let _ = writeln!(code, "const _: &[{kind}] = &[{}];\n", names.join(", "));
}

fn constant(code: &mut String, name: &str, kind: &str, value: &str) {
    let _ = writeln!(code, "#[allow(dead_code)]\npub const {name}: {kind} = {value};\n");
}

fn any_pins(pins: &[u8]) -> String {
    let pins: Vec<String> = pins.iter().map(|pin| format!("$p.PIN_{pin}.into()")).collect();
    pins.join(", ")
}

fn literal(board: &Board) -> String {
    let secrecy = match (board.secrecy, board.ring) {
        (Secrecy::Pass, _) => "Pass".to_string(),
        (Secrecy::Pods, _) => "Pods".to_string(),
        (Secrecy::Ring, ring) => {
            let (positions, numbers) = ring.map_or((0, 0), |ring| (ring.positions, ring.numbers));
            format!("Ring {{ positions: {positions}, numbers: {numbers} }}")
        }
    };
    format!(
        "::dixit_dials::board::Board {{ name: {name:?}, secrecy: ::dixit_dials::board::Secrecy::{secrecy}, \
         knobs: {knobs}, knob: ::dixit_dials::board::Knob {{ detents: {detents}, \
         kind: ::dixit_dials::dial::KnobKind {{ detents_per_cycle: ::dixit_dials::dial::DetentsPerCycle::{cycle}, \
         rest: ::dixit_dials::dial::Rest::{rest:?}, direction: ::dixit_dials::dial::Direction::{direction} }} }}, \
         seats: ::dixit_dials::board::SeatLimits {{ least: {least}, most: {most} }}, \
         seat_screens: {seat_screens}, buzzer: {buzzer} }}",
        name = board.name,
        knobs = board.knobs.count(),
        detents = board.knobs.detents,
        rest = board.knobs.rest,
        cycle = if board.knobs.detents_per_cycle == 2 { "Two" } else { "One" },
        direction = if board.knobs.reverse { "Reversed" } else { "Normal" },
        least = board.seats.least,
        most = board.seats.most,
        seat_screens = board.screens.iter().any(|screen| screen.viewer == Viewer::Seat),
        buzzer = board.buzzer.is_some(),
    )
}

fn contacts(board: &Board) -> String {
    if let Some(chain) = &board.knobs.chain {
        let (mut mask, mut proof) = (0u64, 0u64);
        for (bit, &level) in (chain.proof.first_bit..).zip(&chain.proof.levels) {
            mask |= 1 << bit;
            proof |= u64::from(level) << bit;
        }
        return format!(
            "::dixit_dials::board::Contacts::Chain(::dixit_dials::board::Chain {{ spi: {}, data: {}, \
             load: {}, bits: {}, first_bit: {}, proof_mask: {mask:#x}, proof: {proof:#x} }})",
            pico::spi_block(chain.clock),
            chain.data,
            chain.load,
            chain.registers * 8,
            chain.first_bit
        );
    }
    let pins: Vec<String> = board
        .knobs
        .pins
        .iter()
        .flatten()
        .map(|knob| format!("::dixit_dials::board::KnobPins {{ a: {}, b: {}, push: {} }}", knob.a, knob.b, knob.push))
        .collect();
    format!("::dixit_dials::board::Contacts::Pins(&[{}])", pins.join(", "))
}

fn buses(board: &Board) -> String {
    let buses: Vec<String> = board
        .buses
        .iter()
        .map(|bus| {
            let muxes: Vec<String> = bus.mux.iter().map(|mux| format!("{:#04x}", mux.address)).collect();
            format!(
                "::dixit_dials::board::Bus {{ id: {}, sda: {}, scl: {}, hz: {}, drive_ma: {}, muxes: &[{}] }}",
                bus.id,
                bus.sda,
                bus.scl,
                bus.hz,
                electrics::drive_ma(board, bus.id),
                muxes.join(", ")
            )
        })
        .collect();
    format!("&[{}]", buses.join(", "))
}

fn screens(board: &Board) -> String {
    let screens: Vec<String> = board.screens.iter().map(screen).collect();
    format!("&[{}]", screens.join(", "))
}

fn screen(screen: &Screen) -> String {
    let viewer = match screen.seat {
        None => "Shared".to_string(),
        Some(seat) => format!("Seat({})", seat - 1),
    };
    let branch = match screen.mux.zip(screen.channel) {
        None => "None".to_string(),
        Some((mux, channel)) => {
            format!("Some(::dixit_dials::board::Branch {{ mux: {mux}, channel: {channel} }})")
        }
    };
    format!(
        "::dixit_dials::board::Screen {{ viewer: ::dixit_dials::board::Viewer::{viewer}, bus: {}, \
         branch: {branch}, address: {:#04x}, driver: ::dixit_dials::board::Driver::{:?}, \
         com_pins: ::dixit_dials::board::ComPins::{:?} }}",
        screen.bus,
        screen.address,
        screen.driver,
        screen.rows()
    )
}
