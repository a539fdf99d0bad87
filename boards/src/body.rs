//! What a board stands in: the leads to its dials, and the boxes that people look at. Lengths are in millimetres.

use crate::keys::table;

table! {
    /// Leads from the hub to hand dials, for knobs on `pins` that are not in the hub itself: CLK, DT, SW, 3.3 V, GND.
    #[derive(Copy)]
    pub struct Leads {
        /// How long each is.
        centimetres: u16 [10..=300] = 100,
        /// The resistor in each contact's line on the hub, in ohms: it keeps a spark at the dial away from the Pico.
        series_ohm: u32 [0..=4_700] = 1_000,
        /// The resistor from each contact to 3.3 V on the hub, in ohms; 0 leaves that to the Pico's own, which are weak
        /// for contacts that get old.
        pull_up_ohm: u32 [0..=47_000] = 10_000,
    }
}

table! {
    /// The boxes, and the table that they stand on. `cargo xtask guide` follows lines of sight from every seat.
    #[derive(Copy)]
    pub struct Body {
        /// The longer side of the largest table that it is meant for, with one seat at each end.
        table_length: u16 [600..=4_000] = 1_400,
        /// The shorter side; the other seats are spread over the two long sides.
        table_width: u16 [500..=2_000] = 800,
        /// How steep the shared screen stands: 0 lies flat, 90 is upright.
        slope: u8 [0..=80] = 40,
        /// How high the walls stand round what only its owner should see: a dial's window, or a seat's screen.
        hood: u8 [0..=60] = 12,
    }
}

impl Default for Body {
    fn default() -> Self {
        Self { table_length: 1_400, table_width: 800, slope: 40, hood: 12 }
    }
}
