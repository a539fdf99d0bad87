//! What is wrong with a board, and where. It is small enough for the device, which only has to know that something is
//! wrong; formatted, it is the message for a builder.

use core::fmt::{self, Display, Formatter};

use crate::{device::Pico, limits::Limits, pico};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub place: Place,
    pub reason: Reason,
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

/// A key of a board's file: prints as `seats.most`, `screens[3].bus` or `buses[0].mux[1].reset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Key(&'static str),
    InList { list: &'static str, at: u8, key: &'static str },
    Mux { bus: u8, at: u8, key: &'static str },
}

impl Place {
    pub(crate) const fn knob(at: u8, key: &'static str) -> Self {
        Self::InList { list: "knobs.pins", at, key }
    }

    pub(crate) const fn bus(at: u8, key: &'static str) -> Self {
        Self::InList { list: "buses", at, key }
    }

    pub(crate) const fn screen(at: u8, key: &'static str) -> Self {
        Self::InList { list: "screens", at, key }
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => f.write_str(key),
            Self::InList { list, at, key } => write!(f, "{list}[{at}].{key}"),
            Self::Mux { bus, at, key } => write!(f, "buses[{bus}].mux[{at}].{key}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Name,
    Outside { number: u32, limits: Limits },
    LeastIsMore { least: u8, most: u8 },
    MoreSeatsThanKnobs { seats: u8, knobs: u8 },
    NotOneKnob { knobs: u8 },
    TooFewBits { knobs: u8, first: u8, end: u16, bits: u8 },
    SameLevels,
    ProofOutside { first: u8, last: u16, bits: u8 },
    ProofOnKnobs { first: u8, last: u16 },
    PositionsNotDetents { positions: u8, detents: u8 },
    NumbersDoNotFit { numbers: u8, positions: u8 },
    FewerNumbersThanCards { numbers: u8, cards: u8 },
    BlockTwice { block: u8 },
    NoSda { pin: u8, block: u8 },
    NotAfterSda { pin: u8, sda: u8 },
    Drive { ma: u8 },
    AddressTwice { address: u8 },
    NotOneShared { shared: u8 },
    SeatWithoutScreen { seat: u8 },
    SeatScreenWithoutPods,
    SeatOutside { seat: u8, most: u8 },
    SeatTwice { seat: u8 },
    NoBus { id: u8 },
    NoMux { bus: u8, muxes: u8 },
    SameAddress { address: u8, bus: u8, other: u8 },
    NotBroughtOut { pin: u8, pico: Pico, led: bool },
    PinTwice { pin: u8, first: Place },
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Name => {
                write!(f, "a board's name is made of a-z, 0-9 and -, at most {} of them", crate::limits::NAME)
            }
            Self::Outside { number, limits: Limits { least, most, because, written } } => {
                if written.starts_with("0x") {
                    write!(f, "{number:#04x} is not between {least:#04x} and {most:#04x}")?;
                } else {
                    write!(f, "{number} is not between {least} and {most}")?;
                }
                if because.is_empty() { Ok(()) } else { write!(f, ": {because}") }
            }
            Self::LeastIsMore { least, most } => write!(f, "{least} is more than most, {most}"),
            Self::MoreSeatsThanKnobs { seats, knobs } => write!(f, "{seats} seats, but {knobs} knobs"),
            Self::NotOneKnob { knobs } => write!(f, "a board that goes round has one knob, not {knobs}"),
            Self::TooFewBits { knobs, first, end, bits } => {
                write!(f, "{knobs} knobs from bit {first} need {end} bits, the chain has {bits}")
            }
            Self::SameLevels => f.write_str("needs both a 0 and a 1, or a line stuck at one level would pass"),
            Self::ProofOutside { first, last, bits } => write!(f, "bits {first} to {last}, but the chain has {bits}"),
            Self::ProofOnKnobs { first, last } => write!(f, "the knobs have bits {first} to {last}"),
            Self::PositionsNotDetents { positions, detents } => {
                write!(f, "{positions} positions, but a knob has {detents} detents")
            }
            Self::NumbersDoNotFit { numbers, positions } => {
                write!(f, "{numbers} numbers and the dot do not fit on {positions} positions")
            }
            Self::FewerNumbersThanCards { numbers, cards } => write!(f, "{numbers} numbers for {cards} cards"),
            Self::BlockTwice { block } => write!(f, "I2C{block} is used twice"),
            Self::NoSda { pin, block } => {
                let fits = Fitting(|pin| pico::sda_block(pin) == Some(block));
                write!(f, "GP{pin} cannot be SDA of I2C{block}, but {fits} can")
            }
            Self::NotAfterSda { pin, sda } => {
                write!(f, "GP{pin} is not the pin after SDA, which is GP{sda}; take GP{}", sda + 1)
            }
            Self::Drive { ma } => write!(f, "no pad drives {ma} mA; there are 2, 4, 8 and 12"),
            Self::AddressTwice { address } => write!(f, "{address:#04x} is used twice on this bus"),
            Self::NotOneShared { shared } => write!(f, "one screen is shared, not {shared}"),
            Self::SeatWithoutScreen { seat } => write!(f, "seat {seat} has none"),
            Self::SeatScreenWithoutPods => f.write_str("only a board with voting = \"pods\" has seat screens"),
            Self::SeatOutside { seat, most } => write!(f, "{seat} is not between 1 and {most}"),
            Self::SeatTwice { seat } => write!(f, "seat {seat} already has a screen"),
            Self::NoBus { id } => write!(f, "no bus has id {id}"),
            Self::NoMux { bus, muxes } => write!(f, "bus {bus} has {muxes} muxes, counted from 0"),
            Self::SameAddress { address, bus, other } => {
                write!(f, "{address:#04x} on I2C{bus} is already that of screens[{other}]")
            }
            Self::NotBroughtOut { pin, pico, led } => {
                let (whose, way_out) = match pico {
                    Pico::Pico => ("is not brought out by the Pico", ""),
                    Pico::PicoW if led => ("belongs to the radio of a Pico W", "leave [led] out, or "),
                    Pico::PicoW => ("belongs to the radio of a Pico W", ""),
                };
                write!(f, "GP{pin} {whose}; {way_out}take one of GP0 to GP22 or GP26 to GP28")
            }
            Self::PinTwice { pin, first } => write!(f, "GP{pin} is already {first}"),
        }
    }
}

/// The pins at the Pico's edge that fit, as a suggestion.
struct Fitting<F: Fn(u8) -> bool>(F);

impl<F: Fn(u8) -> bool> Display for Fitting<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let fitting = (0..=29).filter(|&pin| pico::brought_out(pin) && (self.0)(pin));
        for (at, pin) in fitting.enumerate() {
            write!(f, "{}GP{pin}", if at > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}
