//! The chips that a Pico can have, and their names for compilers, probes, drives and UF2 files.

use boards::uf2::Family;

use std::env;

use crate::tool::Outcome;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chip {
    Rp2040,
    /// Runs on its Arm cores, in secure mode.
    Rp2350,
}

impl Chip {
    pub const ALL: [Self; 2] = [Self::Rp2040, Self::Rp2350];
    /// Used where no chip is named.
    pub const DEFAULT: Self = Self::Rp2040;

    /// The chip that is emulated if no command names one: the default, unless `DIXIT_CHIP` names another.
    pub fn emulated() -> Outcome<Self> {
        env::var("DIXIT_CHIP").map_or(Ok(Self::DEFAULT), |name| Self::named(&name))
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Rp2040 => "RP2040",
            Self::Rp2350 => "RP2350",
        }
    }

    /// Names of the boards with this chip, as shops list them.
    pub fn picos(self) -> &'static str {
        match self {
            Self::Rp2040 => "Pico, Pico W",
            Self::Rp2350 => "Pico 2, Pico 2 W",
        }
    }

    pub fn target(self) -> &'static str {
        match self {
            Self::Rp2040 => "thumbv6m-none-eabi",
            Self::Rp2350 => "thumbv8m.main-none-eabihf",
        }
    }

    /// The name that probe-rs uses.
    pub fn probe_name(self) -> &'static str {
        match self {
            Self::Rp2040 => "RP2040",
            Self::Rp2350 => "RP235x",
        }
    }

    /// Volume name of its drive, which appears when BOOTSEL is held at power-up.
    pub fn drive(self) -> &'static str {
        match self {
            Self::Rp2040 => "RPI-RP2",
            Self::Rp2350 => "RP2350",
        }
    }

    /// UF2 family whose pages its boot ROM accepts.
    pub fn family(self) -> Family {
        match self {
            Self::Rp2040 => Family::RP2040,
            Self::Rp2350 => Family::RP2350,
        }
    }

    /// Core clock that the firmware sets, in hertz.
    pub fn clock_hz(self) -> f64 {
        match self {
            Self::Rp2040 => 125e6,
            Self::Rp2350 => 150e6,
        }
    }

    /// Parses what a user typed.
    pub fn named(text: &str) -> Outcome<Self> {
        Self::ALL.into_iter().find(|chip| chip.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
            let known = Self::ALL.map(|chip| format!("{} ({})", chip.name().to_lowercase(), chip.picos()));
            format!("--chip: there is no {text}; it is one of {}", known.join(", ")).into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_is_parsed_from_its_name_only() {
        assert_eq!(Chip::named("rp2350").unwrap(), Chip::Rp2350);
        assert_eq!(Chip::named("RP2040").unwrap(), Chip::Rp2040);
        let said = Chip::named("pico2").unwrap_err().to_string();
        assert_eq!(said, "--chip: there is no pico2; it is one of rp2040 (Pico, Pico W), rp2350 (Pico 2, Pico 2 W)");
    }
}
