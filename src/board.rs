//! What the game may know of the board it runs on, as plain data. The values come from the board's file,
//! written out by the build script; nothing here names a board.

use crate::dial::KnobKind;

/// How a vote stays secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// A pointer on a printed ring: position 0 is the dot, positions `1..=numbers` carry that number, clockwise.
    Ring { positions: u8, numbers: u8 },
    /// One knob and one screen that go from hand to hand.
    Pass,
    /// A knob and a screen of its own for every seat.
    Pods,
}

/// How the knobs of a board are made; all of them alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knob {
    pub detents: u8,
    pub kind: KnobKind,
}

/// How few and how many can sit at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatLimits {
    pub least: u8,
    pub most: u8,
}

/// The part of a board file that changes how a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub name: &'static str,
    pub secrecy: Secrecy,
    pub knobs: u8,
    pub knob: Knob,
    pub seats: SeatLimits,
    pub seat_screens: bool,
    pub buzzer: bool,
}

/// Whom a screen is for; a seat is counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    Shared,
    Seat(u8),
}

/// The controller chip on the glass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    Ssd1306,
    /// Takes the same commands, and drives larger glass.
    Ssd1309,
    Sh1106,
}

impl Driver {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ssd1306 => "SSD1306",
            Self::Ssd1309 => "SSD1309",
            Self::Sh1106 => "SH1106",
        }
    }
}

/// A screen as it was found, which may be another one than the board's file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundScreen {
    pub driver: Driver,
    pub address: u8,
}

/// How the rows of a glass are wired to its controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComPins {
    Alternative,
    Sequential,
}

/// The channel of a switch (`mux` in the board's file) through which a screen is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The place in the bus's [`Bus::muxes`].
    pub mux: u8,
    pub channel: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    pub viewer: Viewer,
    /// The I2C block, as in [`Bus::id`].
    pub bus: u8,
    pub branch: Option<Branch>,
    pub address: u8,
    pub driver: Driver,
    pub com_pins: ComPins,
}

/// An I2C bus that carries screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bus {
    /// Which of the chip's I2C blocks.
    pub id: u8,
    pub sda: u8,
    pub scl: u8,
    pub hz: u32,
    /// The drive strength of its two pads, 2, 4, 8 or 12 mA, that holds the lines low enough against all their pull-ups.
    pub drive_ma: u8,
    /// Addresses of the switches on it, in the order of their reset pins.
    pub muxes: &'static [u8],
}

/// A chain of shift registers; bits are counted in the order in which they arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Which of the chip's SPI blocks has its clock and its data.
    pub spi: u8,
    pub data: u8,
    pub load: u8,
    pub bits: u8,
    /// Contact A of the first knob; B and the push follow, then the next knob.
    pub first_bit: u8,
    /// Bits that are tied to a level, 1 in `proof_mask` …
    pub proof_mask: u64,
    /// … and what an unbroken chain reads there.
    pub proof: u64,
}

/// The three contacts of a knob, as GPIO numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnobPins {
    pub a: u8,
    pub b: u8,
    pub push: u8,
}

/// Where the contacts of the knobs are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contacts {
    Pins(&'static [KnobPins]),
    Chain(Chain),
}
