//! What the pins of a Raspberry Pi Pico can do, from its chip's function table; a Pico 2 has the same.

/// Pin of the LED on the Pico itself.
pub const LED: u8 = 25;

/// True if the pin is on the Pico's edge.
pub const fn brought_out(pin: u8) -> bool {
    matches!(pin, 0..=22 | 26..=28)
}

/// The I2C block for which the pin can be SDA. SCL is the next pin, so both must be brought out.
pub const fn sda_block(pin: u8) -> Option<u8> {
    if pin.is_multiple_of(2) && brought_out(pin) && brought_out(pin + 1) { Some(pin / 2 % 2) } else { None }
}

/// Number of the hole at the Pico's edge, as on its pinout, for a GPIO that is brought out.
pub fn hole(pin: u8) -> Option<u8> {
    const HOLES: [u8; 29] =
        [1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 0, 0, 0, 31, 32, 34];
    HOLES.get(usize::from(pin)).copied().filter(|&hole| hole > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_six_pins_come_out_each_at_its_own_hole() {
        let mut holes: Vec<u8> = (0..=29).filter_map(hole).collect();
        assert_eq!(holes.len(), 26);
        assert!((0..=29).all(|pin| hole(pin).is_some() == brought_out(pin)));
        holes.dedup();
        assert_eq!(holes.len(), 26);
    }

    #[test]
    fn functions_agree_with_the_data_sheet() {
        // 22 and 28 could be SDA, but the pins after them are not brought out.
        let data = |block| (0..=255).filter(|&pin| sda_block(pin) == Some(block)).collect::<Vec<u8>>();
        assert_eq!((data(0), data(1)), (vec![0, 4, 8, 12, 16, 20], vec![2, 6, 10, 14, 18, 26]));
    }
}
