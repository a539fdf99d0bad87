//! A board file as it is written: every key that there is, and nothing that must be looked up elsewhere.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The folder's name, never a key of the file.
    #[serde(skip_deserializing)]
    pub name: String,
    pub title: String,
    pub secrecy: Secrecy,
    pub seats: Seats,
    pub knobs: Knobs,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<Ring>,
    pub buses: Vec<Bus>,
    pub screens: Vec<Screen>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buzzer: Option<Buzzer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub led: Option<Led>,
}

impl Board {
    /// Every pin that the board takes, with the key that names it.
    pub fn pins(&self) -> Vec<(String, u8)> {
        let mut pins = Vec::new();
        for (knob, at) in self.knobs.pins.iter().flatten().enumerate() {
            for (contact, pin) in [("a", at.a), ("b", at.b), ("push", at.push)] {
                pins.push((format!("knobs.pins[{knob}].{contact}"), pin));
            }
        }
        if let Some(chain) = &self.knobs.chain {
            for (line, pin) in [("clock", chain.clock), ("load", chain.load), ("data", chain.data)] {
                pins.push((format!("knobs.chain.{line}"), pin));
            }
        }
        for (at, bus) in self.buses.iter().enumerate() {
            pins.push((format!("buses[{at}].sda"), bus.sda));
            pins.push((format!("buses[{at}].scl"), bus.scl));
            for (place, mux) in bus.mux.iter().enumerate() {
                pins.push((format!("buses[{at}].mux[{place}].reset"), mux.reset));
            }
        }
        pins.extend(self.buzzer.map(|buzzer| ("buzzer.pin".to_string(), buzzer.pin)));
        pins.extend(self.led.map(|led| ("led.pin".to_string(), led.pin)));
        pins
    }
}

/// How a vote stays secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Secrecy {
    /// A printed ring of numbers round every knob.
    Ring,
    /// One device that goes from hand to hand.
    Pass,
    /// A screen for every seat.
    Pods,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    pub least: u8,
    pub most: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Knobs {
    pub detents: u8,
    pub detents_per_cycle: u8,
    pub rest: Rest,
    pub reverse: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pins: Option<Vec<KnobPins>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<Chain>,
}

impl Knobs {
    pub fn count(&self) -> usize {
        match (&self.pins, &self.chain) {
            (Some(pins), _) => pins.len(),
            (None, Some(chain)) => chain.count.into(),
            (None, None) => 0,
        }
    }
}

/// The level of both contacts in a detent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rest {
    High,
    Low,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct KnobPins {
    pub a: u8,
    pub b: u8,
    pub push: u8,
}

/// Shift registers in a row; bits are counted in the order in which they arrive,
/// so bit 0 is input H of the register nearest to the Pico.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    pub clock: u8,
    pub load: u8,
    pub data: u8,
    pub registers: u8,
    pub count: u8,
    /// Contact A of the first knob; B and the push follow, then the next knob.
    pub first_bit: u8,
    pub proof: Proof,
}

/// Inputs that are tied to fixed levels, in a row from `first_bit`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub first_bit: u8,
    pub levels: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Ring {
    pub positions: u8,
    pub numbers: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Bus {
    pub id: u8,
    pub sda: u8,
    pub scl: u8,
    pub hz: u32,
    #[serde(default)]
    pub mux: Vec<Mux>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Mux {
    pub address: u8,
    pub reset: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Screen {
    #[serde(rename = "for")]
    pub viewer: Viewer,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    pub bus: u8,
    /// The place in the bus's list of switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mux: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<u8>,
    pub address: u8,
    pub size: Size,
    #[serde(default)]
    pub driver: Driver,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    Shared,
    Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Size {
    #[serde(rename = "128x64")]
    Tall,
    #[serde(rename = "128x32")]
    Flat,
}

impl Size {
    pub const fn pixels(self) -> (u8, u8) {
        match self {
            Self::Tall => (128, 64),
            Self::Flat => (128, 32),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Driver {
    #[default]
    Ssd1306,
    Sh1106,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Buzzer {
    pub pin: u8,
    pub slice: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Led {
    pub pin: u8,
}
