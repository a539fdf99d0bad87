//! What a board stands in: the leads to its dials, and the boxes that people look at. Lengths are in millimetres.

use crate::keys::table;

table! {
    /// Leads from the hub to hand dials, for knobs on `pins` that are not in the hub itself: CLK, DT, SW, 3.3 V, GND.
    #[derive(Copy)]
    pub struct Leads {
        /// Length of each lead, in cm.
        centimetres: u16 [10..=300] = 100,
        /// The resistor in series with each contact on the hub, in ohms: it keeps a spark at the dial away from the
        /// Pico.
        series_ohm: u32 [0..=4_700] = 1_000,
        /// The resistor from each contact to 3.3 V on the hub, in ohms; with 0 only the Pico's own pull-ups are used,
        /// which are weak for worn contacts.
        pull_up_ohm: u32 [0..=47_000] = 10_000,
    }
}

table! {
    /// The boxes, and the table that they stand on. `cargo xtask guide` follows lines of sight from every seat.
    #[derive(Copy)]
    pub struct Body {
        /// Length of the largest table that the board is meant for, in mm. One seat is at each end.
        table_length: u16 [600..=4_000] = 1_400,
        /// Width of that table, in mm. The other seats are spread over its two long sides.
        table_width: u16 [500..=2_000] = 800,
        /// Slope of the shared screen, in degrees: 0 lies flat, 90 is upright.
        slope: u8 [0..=80] = 40,
        /// Height of the walls round a dial's window or a seat's screen, which only its owner should see, in mm.
        hood: u8 [0..=60] = 12,
    }
}

impl Default for Body {
    fn default() -> Self {
        Self { table_length: 1_400, table_width: 800, slope: 40, hood: 12 }
    }
}
