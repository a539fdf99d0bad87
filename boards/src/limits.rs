//! Limits of a board, for its file and its block alike.

/// Limits of a number, of a text's length, or of a list's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub least: u32,
    pub most: u32,
    /// As written in the declaration: in hexadecimal, or with underscores.
    pub written: &'static str,
    /// The reason, where it is not obvious.
    pub because: &'static str,
}

impl Limits {
    pub const fn contain(&self, number: u32) -> bool {
        self.least <= number && number <= self.most
    }
}

/// `limits!(3..=12)`, and with a reason `limits!(10..=20; "no part is rated for more")`.
macro_rules! limits {
    ($least:literal..=$most:literal) => {
        crate::limits::limits!($least..=$most; "")
    };
    ($least:literal..=$most:literal; $because:literal) => {
        crate::limits::Limits {
            least: $least,
            most: $most,
            written: concat!(stringify!($least), "..=", stringify!($most)),
            because: $because,
        }
    };
}
pub(crate) use limits;

pub const SEATS: Limits = limits!(3..=12);
/// Clicks in a whole turn.
pub const DETENTS: Limits = limits!(8..=48);
pub const DETENTS_PER_CYCLE: Limits = limits!(1..=2);
pub const KNOBS: Limits = limits!(1..=12);
pub const REGISTERS: Limits = limits!(1..=8);
/// Bits of the chain that are tied to a level.
pub const PROOF_BITS: Limits = limits!(2..=64);
pub const BUSES: Limits = limits!(1..=2);
pub const HZ: Limits = limits!(10_000..=400_000; "neither screens nor muxes are rated for more");
/// Muxes of one bus.
pub const MUXES: Limits = limits!(0..=4);
pub const MUX_ADDRESS: Limits = limits!(0x70..=0x77);
pub const CHANNEL: Limits = limits!(0..=7);
pub const SCREENS: Limits = limits!(1..=13);
pub const SCREEN_ADDRESS: Limits = limits!(0x3c..=0x3d);

/// Maximum length of a name, which has a line of the screen to itself.
pub const NAME: usize = 24;

/// Fewest numbers on a ring: three players lay five cards.
pub const FEWEST_NUMBERS: u8 = 5;
