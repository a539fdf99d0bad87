//! Possible pins: for every key that names a pin, which pins of the Pico it can have, and why it cannot have the
//! others. The reasons are those of the check itself.

use crate::{
    Board,
    check::check,
    device::{Contacts, Device},
    fault::{Fault, Place, Reason},
    pico,
};

/// The pins for one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub key: String,
    /// The pins to choose from.
    pub free: Vec<u8>,
    /// The other pins, each with the reason against it.
    pub refused: Vec<Refused>,
}

/// A pin that the key cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub pin: u8,
    pub reason: String,
    /// The key that uses the pin, if that is the reason: the two could be swapped.
    pub taken_by: Option<String>,
}

/// The choices for every key that names a pin. A clock line has none: it is always the pin after its data line.
pub fn choices(board: &Board) -> Vec<Choice> {
    let device = board.wiring();
    let mut places = Vec::new();
    pins_mut(&mut device.clone(), &mut |place, _| places.push(place));
    places.retain(|place| !matches!(place, Place::InList { list: "buses", key: "scl", .. }));
    places.into_iter().map(|place| choice(&device, place)).collect()
}

fn choice(device: &Device, place: Place) -> Choice {
    let mut choice = Choice { key: place.to_string(), free: Vec::new(), refused: Vec::new() };
    let is_led = place == Place::Key("led.pin");
    for pin in (0..=28).filter(|&pin| pico::brought_out(pin) || (is_led && pin == pico::LED)) {
        match reason_against(device, place, pin) {
            None => choice.free.push(pin),
            Some(reason) => {
                let taken_by = match reason {
                    Reason::PinTwice { first, .. } => Some(first.to_string()),
                    _ => None,
                };
                choice.refused.push(Refused { pin, reason: reason.to_string(), taken_by });
            }
        }
    }
    choice
}

/// What the check reports for this key with this pin, ignoring all other faults.
fn reason_against(device: &Device, place: Place, pin: u8) -> Option<Reason> {
    let mut device = device.clone();
    let clock = match place {
        Place::InList { list: "buses", at, key: "sda" } => Some(Place::bus(at, "scl")),
        _ => None,
    };
    pins_mut(&mut device, &mut |at, number| {
        if at == place {
            *number = pin;
        } else if Some(at) == clock {
            *number = pin.saturating_add(1);
        }
    });
    let mine = |at: Place| at == place || Some(at) == clock;
    let mut against = None;
    check(&device, |Fault { place: at, reason }| {
        let reason = match reason {
            // The check names the later of two keys that share a pin; here the other one is named.
            Reason::PinTwice { pin, first } if mine(first) && !mine(at) => Reason::PinTwice { pin, first: at },
            reason if mine(at) => reason,
            _ => return,
        };
        against = against.or(Some(reason));
    });
    against
}

/// Every pin of a device, mutable, in the order of [`for_each_pin`](crate::for_each_pin).
fn pins_mut(device: &mut Device, each: &mut dyn FnMut(Place, &mut u8)) {
    match &mut device.knobs.contacts {
        Contacts::Pins(knobs) => {
            for (at, knob) in (0..).zip(knobs) {
                each(Place::knob(at, "a"), &mut knob.a);
                each(Place::knob(at, "b"), &mut knob.b);
                each(Place::knob(at, "push"), &mut knob.push);
            }
        }
        Contacts::Chain(chain) => {
            each(Place::Key("knobs.chain.clock"), &mut chain.clock);
            each(Place::Key("knobs.chain.load"), &mut chain.load);
            each(Place::Key("knobs.chain.data"), &mut chain.data);
        }
    }
    for (bus_at, bus) in (0..).zip(&mut device.buses) {
        each(Place::bus(bus_at, "sda"), &mut bus.sda);
        each(Place::bus(bus_at, "scl"), &mut bus.scl);
        for (at, mux) in (0..).zip(&mut bus.muxes) {
            each(Place::Mux { bus: bus_at, at, key: "reset" }, &mut mux.reset);
        }
    }
    if let Some(pin) = &mut device.buzzer {
        each(Place::Key("buzzer.pin"), pin);
    }
    if let Some(pin) = &mut device.led {
        each(Place::Key("led.pin"), pin);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{for_each_pin, load, load_all};

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
    }

    #[test]
    fn pins_are_tried_in_one_order() {
        for board in load_all(root()).into_iter().flatten() {
            let (mut read, mut written) = (Vec::new(), Vec::new());
            let mut device = board.device();
            for_each_pin(&device, &mut |place, pin| read.push((place, pin)));
            pins_mut(&mut device, &mut |place, pin| written.push((place, *pin)));
            assert_eq!(read, written);
        }
    }

    #[test]
    fn a_pin_is_refused_with_the_message_of_the_check() {
        let board = load(root(), "solo").unwrap();
        let all = choices(&board);
        let of = |key: &str| all.iter().find(|choice| choice.key == key).unwrap();
        let against = |key: &str, pin: u8| {
            of(key).refused.iter().find(|refused| refused.pin == pin).map(|refused| refused.reason.as_str())
        };
        assert_eq!(against("knobs.pins[0].a", 11), Some("GP11 is already knobs.pins[0].b"));
        assert_eq!(against("knobs.pins[0].a", 15), Some("GP15 is already buzzer.pin"));
        assert_eq!(
            against("buses[0].sda", 6),
            Some("GP6 cannot be SDA of I2C0, but GP0, GP4, GP8, GP12, GP16, GP20 can")
        );
        let taken =
            |key: &str| of(key).refused.iter().filter_map(|refused| refused.taken_by.clone()).collect::<Vec<_>>();
        assert!(taken("led.pin").contains(&"buzzer.pin".to_string()));
        // Its clock line would be the knob's pin.
        assert_eq!(against("buses[0].sda", 12), Some("GP12 is already knobs.pins[0].push"));
        assert_eq!(
            of("knobs.pins[0].a").free,
            [0, 1, 2, 3, 6, 7, 8, 9, 10, 13, 14, 16, 17, 18, 19, 20, 21, 22, 26, 27, 28]
        );
        assert!(of("led.pin").free.contains(&25));
        assert!(!of("buzzer.pin").free.contains(&25));
        assert!(!all.iter().any(|choice| choice.key.ends_with("scl")));
    }

    #[test]
    fn every_free_pin_passes_the_whole_check() {
        for board in load_all(root()).into_iter().flatten() {
            let device = board.device();
            for choice in choices(&board) {
                assert!(!choice.free.is_empty(), "{}", choice.key);
                for &pin in &choice.free {
                    let mut changed = device.clone();
                    let mut bus = None;
                    pins_mut(&mut changed, &mut |place, number| {
                        if place.to_string() == choice.key {
                            *number = pin;
                            bus = Some(choice.key.replace("sda", "scl"));
                        } else if bus.as_ref() == Some(&place.to_string()) {
                            *number = pin + 1;
                        }
                    });
                    assert_eq!(crate::first_fault(&changed), None, "{} GP{pin}", choice.key);
                }
            }
        }
    }
}
