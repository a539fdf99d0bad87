//! A board as the device represents it: pins, buses and screens as plain numbers, without what only a builder needs.
//! The lists have room for the largest board.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::{limits, words::words};

/// Everything that the firmware has to know of a board. It comes from a board's file, is stored as a
/// [`block`](crate::block), and is valid only after a [`check`](crate::check).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Name of the board's folder.
    pub name: heapless::String<{ limits::NAME }>,
    pub pico: Pico,
    pub voting: Voting,
    pub seats: SeatLimits,
    pub knobs: Knobs,
    pub buses: Vec<Bus, { limits::BUSES.most as usize }>,
    pub screens: Vec<Screen, { limits::SCREENS.most as usize }>,
    /// Pin of the buzzer, if there is one. The PWM slice of that pin must not be used for anything else.
    pub buzzer: Option<u8>,
    /// Pin of the LED, if there is one.
    pub led: Option<u8>,
}

impl Device {
    /// The part of the device that affects the game.
    pub fn board(&'static self) -> Board {
        Board {
            name: &self.name,
            voting: self.voting,
            knobs: self.knobs.contacts.count(),
            seats: self.seats,
            seat_screens: self.screens.iter().any(|screen| screen.viewer != Viewer::Shared),
            buzzer: self.buzzer.is_some(),
        }
    }

    /// The bus of an I2C block.
    pub fn bus(&self, id: u8) -> Option<&Bus> {
        self.buses.iter().find(|bus| bus.id == id)
    }
}

/// What the game knows of the board it runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub name: &'static str,
    pub voting: Voting,
    pub knobs: u8,
    pub seats: SeatLimits,
    pub seat_screens: bool,
    pub buzzer: bool,
}

words! {
    /// The Pico that the board is built on.
    pub enum Pico {
        /// Pico or Pico H.
        Pico = "pico",
        /// Pico W or Pico WH.
        PicoW = "pico-w",
    }
}

/// How a vote stays secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Voting {
    /// A pointer on a printed ring: position 0 is the dot, positions `1..=numbers` carry that number, clockwise.
    Ring { positions: u8, numbers: u8 },
    /// One knob and one screen, passed from hand to hand.
    Pass,
    /// A knob and a screen of its own for every seat.
    Pods,
}

/// The fewest and the most players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatLimits {
    pub least: u8,
    pub most: u8,
}

/// The knobs, all alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knobs {
    /// Clicks in a whole turn.
    pub detents: u8,
    /// 1 or 2.
    pub detents_per_cycle: u8,
    pub rest: Rest,
    /// True if the knobs count backwards.
    pub reverse: bool,
    pub contacts: Contacts,
}

words! {
    /// The level of both contacts in a detent.
    pub enum Rest {
        /// Open, pulled up.
        High = "high",
        /// Closed, to ground.
        Low = "low",
    }
}

/// Where the contacts of the knobs are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contacts {
    Pins(Vec<KnobPins, { limits::KNOBS.most as usize }>),
    Chain(Chain),
}

impl Contacts {
    /// How many knobs there are.
    pub fn count(&self) -> u8 {
        match self {
            Self::Pins(pins) => pins.len() as u8,
            Self::Chain(chain) => chain.count,
        }
    }
}

/// The three contacts of a knob, as GPIO numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnobPins {
    pub a: u8,
    pub b: u8,
    pub push: u8,
}

/// A chain of 74HC165 shift registers; bits are counted in the order in which they arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    pub clock: u8,
    pub load: u8,
    pub data: u8,
    pub registers: u8,
    /// How many knobs the registers read.
    pub count: u8,
    /// Contact A of the first knob; B and the push follow, then the next knob.
    pub first_bit: u8,
    pub proof: Proof,
}

impl Chain {
    pub const BITS_PER_KNOB: u8 = 3;

    pub const fn bits(&self) -> u8 {
        8 * self.registers
    }
}

/// Inputs in a row that are tied to fixed levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    pub first_bit: u8,
    pub count: u8,
    /// The lowest bit is the level of the first input.
    pub levels: u64,
}

impl Proof {
    /// Mask of the tied bits within the chain.
    pub const fn mask(&self) -> u64 {
        low_bits(self.count) << self.first_bit
    }

    /// What an intact chain reads in the tied bits.
    pub const fn expected(&self) -> u64 {
        self.levels << self.first_bit
    }
}

/// A mask of the `count` lowest bits.
pub(crate) const fn low_bits(count: u8) -> u64 {
    if count < 64 { (1 << count) - 1 } else { !0 }
}

/// An I2C bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bus {
    /// Which of the chip's I2C blocks.
    pub id: u8,
    pub sda: u8,
    pub scl: u8,
    pub hz: u32,
    /// Drive strength of its two pads: 2, 4, 8 or 12 mA. It must pull the lines low enough against all pull-ups.
    pub drive_ma: u8,
    pub muxes: Vec<Mux, { limits::MUXES.most as usize }>,
}

/// A TCA9548A mux, which splits a bus into eight channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mux {
    pub address: u8,
    /// The pin that resets it.
    pub reset: u8,
}

/// A screen: 128x64 pixels if shared, 128x32 for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Screen {
    pub viewer: Viewer,
    /// The I2C block, as in [`Bus::id`].
    pub bus: u8,
    /// `None` if it is directly on the bus.
    pub branch: Option<Branch>,
    pub address: u8,
    pub controller: Controller,
    pub com_pins: ComPins,
}

/// The viewer of a screen; seats count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Viewer {
    Shared,
    Seat(u8),
}

/// The channel of a mux through which a screen is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// Index in the bus's [`Bus::muxes`].
    pub mux: u8,
    pub channel: u8,
}

words! {
    /// The controller of a screen.
    pub enum Controller {
        /// 0.96" and 0.91".
        Ssd1306 = "ssd1306",
        /// 1.3": 132 columns of which 128 are seen.
        Sh1106 = "sh1106",
        /// 2.42". Takes the commands of an SSD1306, and drives larger glass.
        Ssd1309 = "ssd1309",
    }
}

impl Controller {
    /// Identifies a controller by its status byte; `self` is the expected one. The low half identifies most. That of an
    /// SSD1309 is undocumented, so the byte of an SSD1306, which takes the same commands, is accepted for it.
    pub const fn told_by(self, status: u8) -> Self {
        match (status & 0x0f, self) {
            (0x8, _) => Self::Sh1106,
            (0x3 | 0x6 | 0x7, Self::Sh1106) => Self::Ssd1306,
            _ => self,
        }
    }

    /// The manufacturer's spelling.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ssd1306 => "SSD1306",
            Self::Sh1106 => "SH1106",
            Self::Ssd1309 => "SSD1309",
        }
    }
}

words! {
    /// How the rows of a glass are wired to its controller.
    pub enum ComPins {
        /// Odd and even rows from opposite sides.
        Alternative = "alternative",
        /// One after the other.
        Sequential = "sequential",
    }
}

/// A screen as it was detected, which may differ from the board's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundScreen {
    pub controller: Controller,
    pub address: u8,
}
