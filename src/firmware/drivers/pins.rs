//! Pins by number. A board's block names pins by number, while embassy's PIO, PWM and I2C drivers need each pin's own
//! type: the matches below list the valid ones.

use embassy_rp::Peri;
use embassy_rp::gpio::AnyPin;
use embassy_rp::peripherals::{self, PIO0};
use embassy_rp::pio::{self, Common};
use embassy_rp::pwm::{Config, Pwm};

/// A pin as plain GPIO.
pub fn any(pin: u8) -> Peri<'static, AnyPin> {
    // SAFETY: a board names each pin once, which is checked before anything takes one.
    unsafe { AnyPin::steal(pin) }
}

/// Assigns a pin to the PIO block.
pub fn pio(common: &mut Common<'static, PIO0>, pin: u8) -> pio::Pin<'static, PIO0> {
    macro_rules! pins {
        ($($number:literal $pin:ident)*) => {
            match pin {
                // SAFETY: as in `any`.
                $($number => common.make_pio_pin(unsafe { peripherals::$pin::steal() }),)*
                _ => panic!("GP{pin} is no pin"),
            }
        };
    }
    pins!(0 PIN_0 1 PIN_1 2 PIN_2 3 PIN_3 4 PIN_4 5 PIN_5 6 PIN_6 7 PIN_7 8 PIN_8 9 PIN_9 10 PIN_10 11 PIN_11 12 PIN_12
          13 PIN_13 14 PIN_14 15 PIN_15 16 PIN_16 17 PIN_17 18 PIN_18 19 PIN_19 20 PIN_20 21 PIN_21 22 PIN_22 26 PIN_26
          27 PIN_27 28 PIN_28)
}

/// The PWM output of a pin. Even pins are channel A of their slice, odd ones channel B.
pub fn pwm(pin: u8) -> Pwm<'static> {
    macro_rules! pins {
        ($($number:literal $pin:ident $slice:ident $new:ident)*) => {
            match pin {
                // SAFETY: as in `any`; a board has one buzzer, so nothing else uses the slice.
                $($number => unsafe {
                    Pwm::$new(peripherals::$slice::steal(), peripherals::$pin::steal(), Config::default())
                })*
                _ => panic!("GP{pin} has no PWM"),
            }
        };
    }
    pins!(0 PIN_0 PWM_SLICE0 new_output_a 1 PIN_1 PWM_SLICE0 new_output_b
          2 PIN_2 PWM_SLICE1 new_output_a 3 PIN_3 PWM_SLICE1 new_output_b
          4 PIN_4 PWM_SLICE2 new_output_a 5 PIN_5 PWM_SLICE2 new_output_b
          6 PIN_6 PWM_SLICE3 new_output_a 7 PIN_7 PWM_SLICE3 new_output_b
          8 PIN_8 PWM_SLICE4 new_output_a 9 PIN_9 PWM_SLICE4 new_output_b
          10 PIN_10 PWM_SLICE5 new_output_a 11 PIN_11 PWM_SLICE5 new_output_b
          12 PIN_12 PWM_SLICE6 new_output_a 13 PIN_13 PWM_SLICE6 new_output_b
          14 PIN_14 PWM_SLICE7 new_output_a 15 PIN_15 PWM_SLICE7 new_output_b
          16 PIN_16 PWM_SLICE0 new_output_a 17 PIN_17 PWM_SLICE0 new_output_b
          18 PIN_18 PWM_SLICE1 new_output_a 19 PIN_19 PWM_SLICE1 new_output_b
          20 PIN_20 PWM_SLICE2 new_output_a 21 PIN_21 PWM_SLICE2 new_output_b
          22 PIN_22 PWM_SLICE3 new_output_a
          26 PIN_26 PWM_SLICE5 new_output_a 27 PIN_27 PWM_SLICE5 new_output_b
          28 PIN_28 PWM_SLICE6 new_output_a)
}
