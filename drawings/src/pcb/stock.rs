//! What is bought for a circuit board: order codes of the makers, which every shop searches by. Whatever has the same
//! footprint does as well.

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    pub what: String,
    pub order: String,
    pub count: usize,
    /// A module whose pins are soldered to it first.
    pub loose_pins: bool,
}

fn item(what: impl Into<String>, order: impl Into<String>) -> Item {
    Item { what: what.into(), order: order.into(), count: 1, loose_pins: false }
}

pub fn pico() -> Item {
    item("Raspberry Pi Pico H", "SC0917")
}

pub fn socket(pins: usize, count: usize) -> Item {
    // The four-pin socket takes a screen, whose own pins often come loose.
    let what = format!("socket strip, {pins} pins, 2.54 mm");
    Item { count, loose_pins: pins == 4, ..item(what, format!("Samtec SSW-1{pins:02}-01-T-S")) }
}

pub fn register() -> Item {
    item("74HC165 shift register, DIP-16", "Texas Instruments SN74HC165N")
}

pub fn dip_socket() -> Item {
    item("DIP-16 socket", "TE 1-2199298-4")
}

pub fn switch_breakout() -> Item {
    Item { loose_pins: true, ..item("TCA9548A breakout", "Adafruit 2717") }
}

pub fn pins(count: usize) -> Item {
    item(format!("pin header, {count} pins, 2.54 mm"), format!("Samtec TSW-1{count:02}-07-T-S"))
}

pub fn rj45() -> Item {
    item("RJ45 socket, no shield, through-hole", "Amphenol 54602-908LF")
}

pub fn encoder(detents: u8, pulses: u8) -> Item {
    let what = format!("rotary encoder, EC11 kind, {detents} detents, {pulses} pulses, push switch, 6 mm D shaft");
    item(what, "any with the legs of Alps EC11E")
}

pub fn resistor(ohm: u32) -> Item {
    item(format!("resistor, {}, 0.25 W", ohms(ohm)), format!("Yageo MFR-25FBF52-{}", letter_code(ohm)))
}

/// Resistors that have nothing to do with each other: legs 1 and 2, 3 and 4 …
pub fn separate_array(legs: usize, ohm: u32) -> Item {
    let what = format!("resistor array, {} separate, {}, {legs} legs", legs / 2, ohms(ohm));
    item(what, format!("Bourns 46{legs:02}X-102-{}LF", digit_code(ohm)))
}

/// Resistors that meet in leg 1.
pub fn common_array(legs: usize, ohm: u32) -> Item {
    let what = format!("resistor array, {} from leg 1, {}, {legs} legs", legs - 1, ohms(ohm));
    item(what, format!("Bourns 46{legs:02}X-101-{}LF", digit_code(ohm)))
}

pub fn ceramic_10n() -> Item {
    item("ceramic capacitor, 10 nF, legs 2.54 mm apart", "Kemet C315C103K5R5TA")
}

pub fn ceramic_100n() -> Item {
    item("ceramic capacitor, 100 nF, legs 5.08 mm apart", "Kemet C320C104K5R5TA")
}

pub fn ceramic_10u() -> Item {
    item("ceramic capacitor, 10 µF, 16 V or more, legs 5.08 mm apart", "TDK FG28X5R1E106M")
}

pub fn electrolytic() -> Item {
    item("electrolytic capacitor, 470 µF, 10 V, 8 mm across", "Panasonic EEU-FR1A471")
}

pub fn polyfuse(name: &str) -> Item {
    item("polyfuse", name)
}

pub fn regulator(name: &str) -> Item {
    item("regulator, 3.3 V, TO-220", name)
}

pub fn piezo() -> Item {
    item("piezo buzzer without oscillator", "TDK PS1240P02BT")
}

pub fn schottky() -> Item {
    item("Schottky diode, 1 A, DO-41", "1N5817")
}

pub fn terminal() -> Item {
    item("screw terminal, two wires, 5.08 mm", "Phoenix Contact 1715721")
}

fn ohms(ohm: u32) -> String {
    boards::electrics::ohms(f64::from(ohm))
}

/// `102` is 1 kΩ: two digits and how many zeros follow.
fn digit_code(ohm: u32) -> String {
    let zeros = (0..9).find(|zeros| ohm < 100 * 10_u32.pow(*zeros)).unwrap_or(9);
    format!("{:02}{zeros}", ohm / 10_u32.pow(zeros))
}

/// `220R`, `3K3`, `10K`.
pub fn letter_code(ohm: u32) -> String {
    let (unit, letter) = if ohm < 1000 { (1, 'R') } else { (1000, 'K') };
    let rest = ohm % unit * 10 / unit;
    if rest == 0 { format!("{}{letter}", ohm / unit) } else { format!("{}{letter}{rest}", ohm / unit) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resistors_are_ordered_by_the_codes_of_their_makers() {
        assert_eq!([1_000, 47, 10_000, 3_300, 220].map(digit_code), ["102", "470", "103", "332", "221"]);
        assert_eq!([220, 3_300, 10_000].map(letter_code), ["220R", "3K3", "10K"]);
    }
}
