//! The sizes of what is bought, in millimetres, from makers' drawings; where modules differ, the largest.

/// A knob cap, by the name that lines of sight know it by.
pub const KNOB: &str = "knob";
pub const KNOB_ACROSS: f64 = 20.0;
pub const KNOB_HIGH: f64 = 14.0;

/// Pico: the board, its USB socket above it, the pins of a Pico H below it with their plastic.
pub const PICO: (f64, f64, f64) = (51.0, 21.0, 1.0);
pub const PICO_USB_HIGH: f64 = 2.9;
pub const PIN_PLASTIC: f64 = 2.5;
/// A socket strip that the pins go into.
pub const SOCKET_HIGH: f64 = 8.5;
/// The plug of a Micro-USB cable with its grip.
pub const USB_PLUG: (f64, f64) = (11.0, 8.0);

/// A breadboard of 400 holes, and how far plugged wires stand up from it.
pub const BREADBOARD: (f64, f64, f64) = (83.0, 55.0, 8.6);
pub const PLUGGED_WIRES: f64 = 24.0;

/// The circuit board of a hub: perfboard or made, with screw holes so far from its edges.
pub const CARRIER: (f64, f64) = (90.0, 70.0);
pub const CARRIER_LARGE: (f64, f64) = (160.0, 100.0);
pub const CARRIER_SMALL: (f64, f64) = (70.0, 50.0);
pub const CARRIER_HOLE_IN: f64 = 3.0;
pub const CARRIER_THICK: f64 = 1.6;

/// An EC11: body, and what its legs and wires take below it; shaft and neck above are in the hole.
pub const ENCODER: (f64, f64) = (14.0, 12.5);
pub const ENCODER_BODY: f64 = 7.0;
pub const ENCODER_LEGS: f64 = 5.0;
/// A KY-040 with the plugs on its pins: its board reaches so far from the shaft, away from the pins and along them.
pub const KY040_NEAR: f64 = 10.5;
pub const KY040_FAR: f64 = 22.0;
pub const KY040_WIDE: f64 = 19.5;
pub const KY040_DEEP: f64 = 12.0;
pub const KY040_PLUGS: f64 = 18.0;

/// An RJ45 jack on its breakout board.
pub const RJ45: (f64, f64, f64) = (16.5, 22.0, 14.5);
/// A holder for three AA cells side by side.
pub const BATTERY: (f64, f64, f64) = (58.0, 48.5, 17.0);
pub const PIEZO_ACROSS: f64 = 13.5;
pub const SLIDE_SWITCH: (f64, f64, f64) = (12.0, 6.0, 7.0);
