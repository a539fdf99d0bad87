//! Checks that a Pico can be wired as a [`Device`] says, and that the game can be played on it. The same rules apply to
//! a board's file and to the block in a device's flash.

use crate::{
    device::{Bus, Chain, Contacts, Device, Pico, Screen, Viewer, Voting, low_bits},
    fault::{Fault, Place, Reason},
    limits::{self, Limits},
    pico,
};

/// The drive strengths of a pad, in mA.
pub const DRIVES: [u8; 4] = [2, 4, 8, 12];

/// Reports every fault.
pub fn check(device: &Device, mut tell: impl FnMut(Fault)) {
    let mut check = Check { device, tell: &mut |place, reason| tell(Fault { place, reason }) };
    check.name();
    check.seats();
    check.knobs();
    check.ring();
    check.buses();
    check.screens();
    check.pins();
}

/// The first fault, if there is one.
pub fn first_fault(device: &Device) -> Option<Fault> {
    let mut first = None;
    check(device, |fault| first = first.or(Some(fault)));
    first
}

struct Check<'a> {
    device: &'a Device,
    tell: &'a mut dyn FnMut(Place, Reason),
}

impl Check<'_> {
    fn within(&mut self, place: Place, number: impl Into<u32>, limits: Limits) {
        let number = number.into();
        if !limits.contain(number) {
            (self.tell)(place, Reason::Outside { number, limits });
        }
    }

    fn name(&mut self) {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if self.device.name.is_empty() || !self.device.name.bytes().all(plain) {
            (self.tell)(Place::Key("(folder)"), Reason::Name);
        }
    }

    fn seats(&mut self) {
        let seats = self.device.seats;
        self.within(Place::Key("seats.least"), seats.least, limits::SEATS);
        self.within(Place::Key("seats.most"), seats.most, limits::SEATS);
        if seats.least > seats.most {
            (self.tell)(Place::Key("seats.least"), Reason::LeastIsMore { least: seats.least, most: seats.most });
        }
        let knobs = self.device.knobs.contacts.count();
        if self.device.voting != Voting::Pass && seats.most > knobs {
            (self.tell)(Place::Key("seats.most"), Reason::MoreSeatsThanKnobs { seats: seats.most, knobs });
        }
    }

    fn knobs(&mut self) {
        let knobs = &self.device.knobs;
        self.within(Place::Key("knobs.detents"), knobs.detents, limits::DETENTS);
        self.within(Place::Key("knobs.detents_per_cycle"), knobs.detents_per_cycle, limits::DETENTS_PER_CYCLE);
        match &knobs.contacts {
            Contacts::Pins(pins) => self.within(Place::Key("knobs.pins"), pins.len() as u32, limits::KNOBS),
            Contacts::Chain(chain) => self.chain(chain),
        }
        let count = knobs.contacts.count();
        if self.device.voting == Voting::Pass && count != 1 {
            (self.tell)(Place::Key("knobs"), Reason::NotOneKnob { knobs: count });
        }
    }

    fn chain(&mut self, chain: &Chain) {
        let proof = chain.proof;
        self.within(Place::Key("knobs.chain.count"), chain.count, limits::KNOBS);
        self.within(Place::Key("knobs.chain.proof.levels"), proof.count, limits::PROOF_BITS);
        if !limits::REGISTERS.contain(chain.registers.into()) {
            return self.within(Place::Key("knobs.chain.registers"), chain.registers, limits::REGISTERS);
        }
        let bits = chain.bits();
        let end = u16::from(chain.first_bit) + u16::from(Chain::BITS_PER_KNOB) * u16::from(chain.count);
        if end > bits.into() {
            let reason = Reason::TooFewBits { knobs: chain.count, first: chain.first_bit, end, bits };
            (self.tell)(Place::Key("knobs.chain.count"), reason);
        }
        if proof.levels == 0 || proof.levels >= low_bits(proof.count) {
            (self.tell)(Place::Key("knobs.chain.proof.levels"), Reason::SameLevels);
        }
        let proof_end = u16::from(proof.first_bit) + u16::from(proof.count);
        if proof_end > bits.into() {
            let reason = Reason::ProofOutside { first: proof.first_bit, last: proof_end.saturating_sub(1), bits };
            (self.tell)(Place::Key("knobs.chain.proof.first_bit"), reason);
        } else if u16::from(proof.first_bit) < end && u16::from(chain.first_bit) < proof_end {
            let reason = Reason::ProofOnKnobs { first: chain.first_bit, last: end.saturating_sub(1) };
            (self.tell)(Place::Key("knobs.chain.proof.first_bit"), reason);
        }
    }

    fn ring(&mut self) {
        let Voting::Ring { positions, numbers } = self.device.voting else { return };
        let detents = self.device.knobs.detents;
        if positions != detents {
            (self.tell)(Place::Key("ring.positions"), Reason::PositionsNotDetents { positions, detents });
        }
        if numbers >= positions {
            (self.tell)(Place::Key("ring.numbers"), Reason::NumbersDoNotFit { numbers, positions });
        }
        let cards = self.device.seats.most.max(limits::FEWEST_NUMBERS);
        if numbers < cards {
            (self.tell)(Place::Key("ring.numbers"), Reason::FewerNumbersThanCards { numbers, cards });
        }
    }

    fn buses(&mut self) {
        let buses = &self.device.buses;
        self.within(Place::Key("buses"), buses.len() as u32, limits::BUSES);
        for (at, bus) in (0..).zip(buses) {
            if buses.iter().take(at.into()).any(|other| other.id == bus.id) {
                (self.tell)(Place::bus(at, "id"), Reason::BlockTwice { block: bus.id });
            }
            if pico::sda_block(bus.sda) != Some(bus.id) {
                (self.tell)(Place::bus(at, "sda"), Reason::NoSda { pin: bus.sda, block: bus.id });
            } else if bus.scl != bus.sda + 1 {
                (self.tell)(Place::bus(at, "scl"), Reason::NotAfterSda { pin: bus.scl, sda: bus.sda });
            }
            self.within(Place::bus(at, "hz"), bus.hz, limits::HZ);
            if !DRIVES.contains(&bus.drive_ma) {
                (self.tell)(Place::bus(at, "drive_ma"), Reason::Drive { ma: bus.drive_ma });
            }
            self.muxes(at, bus);
        }
    }

    fn muxes(&mut self, bus_at: u8, bus: &Bus) {
        for (at, mux) in (0..).zip(&bus.muxes) {
            let place = Place::Mux { bus: bus_at, at, key: "address" };
            self.within(place, mux.address, limits::MUX_ADDRESS);
            if bus.muxes.iter().take(at.into()).any(|other| other.address == mux.address) {
                (self.tell)(place, Reason::AddressTwice { address: mux.address });
            }
        }
    }

    fn screens(&mut self) {
        let Device { screens, seats, .. } = self.device;
        let shared = screens.iter().filter(|screen| screen.viewer == Viewer::Shared).count() as u8;
        if shared != 1 {
            (self.tell)(Place::Key("screens"), Reason::NotOneShared { shared });
        }
        for (at, screen) in (0..).zip(screens) {
            self.viewer(at, screen);
            self.place(at, screen);
            for (other_at, other) in (0..at).zip(screens) {
                if hear_each_other(screen, other) {
                    let reason = Reason::SameAddress { address: screen.address, bus: screen.bus, other: other_at };
                    (self.tell)(Place::screen(at, "address"), reason);
                }
            }
        }
        if self.device.voting == Voting::Pods {
            for seat in 0..seats.most.min(limits::SEATS.most as u8) {
                if !screens.iter().any(|screen| screen.viewer == Viewer::Seat(seat)) {
                    (self.tell)(Place::Key("screens"), Reason::SeatWithoutScreen { seat: seat + 1 });
                }
            }
        }
    }

    fn viewer(&mut self, at: u8, screen: &Screen) {
        let Viewer::Seat(index) = screen.viewer else { return };
        let (seat, most) = (index.saturating_add(1), self.device.seats.most);
        if self.device.voting != Voting::Pods {
            (self.tell)(Place::screen(at, "for"), Reason::SeatScreenWithoutPods);
        }
        if seat > most {
            (self.tell)(Place::screen(at, "seat"), Reason::SeatOutside { seat, most });
        }
        if self.device.screens.iter().take(at.into()).any(|other| other.viewer == screen.viewer) {
            (self.tell)(Place::screen(at, "seat"), Reason::SeatTwice { seat });
        }
    }

    fn place(&mut self, at: u8, screen: &Screen) {
        self.within(Place::screen(at, "address"), screen.address, limits::SCREEN_ADDRESS);
        let Some(bus) = self.device.bus(screen.bus) else {
            return (self.tell)(Place::screen(at, "bus"), Reason::NoBus { id: screen.bus });
        };
        if let Some(branch) = screen.branch {
            self.within(Place::screen(at, "channel"), branch.channel, limits::CHANNEL);
            if usize::from(branch.mux) >= bus.muxes.len() {
                let reason = Reason::NoMux { bus: bus.id, muxes: bus.muxes.len() as u8 };
                (self.tell)(Place::screen(at, "mux"), reason);
            }
        }
    }

    fn pins(&mut self) {
        let Device { pico, led, .. } = *self.device;
        // The owner of a pin is found by a second pass, which takes no memory.
        for_each_pin(self.device, &mut |place, pin| {
            let is_led = place == LED_PIN;
            let inside = is_led && pin == pico::LED && pico == Pico::Pico;
            if !pico::brought_out(pin) && !inside {
                (self.tell)(place, Reason::NotBroughtOut { pin, pico, led: is_led && led.is_some() });
            }
            let mut first = None;
            for_each_pin(self.device, &mut |place, other| first = first.or((other == pin).then_some(place)));
            if let Some(first) = first.filter(|&first| first != place) {
                (self.tell)(place, Reason::PinTwice { pin, first });
            }
        });
    }
}

const LED_PIN: Place = Place::Key("led.pin");

/// Every pin that the device uses, with the key that names it.
pub fn for_each_pin(device: &Device, tell: &mut dyn FnMut(Place, u8)) {
    match &device.knobs.contacts {
        Contacts::Pins(knobs) => {
            for (at, knob) in (0..).zip(knobs) {
                tell(Place::knob(at, "a"), knob.a);
                tell(Place::knob(at, "b"), knob.b);
                tell(Place::knob(at, "push"), knob.push);
            }
        }
        Contacts::Chain(chain) => {
            tell(Place::Key("knobs.chain.clock"), chain.clock);
            tell(Place::Key("knobs.chain.load"), chain.load);
            tell(Place::Key("knobs.chain.data"), chain.data);
        }
    }
    for (bus_at, bus) in (0..).zip(&device.buses) {
        tell(Place::bus(bus_at, "sda"), bus.sda);
        tell(Place::bus(bus_at, "scl"), bus.scl);
        for (at, mux) in (0..).zip(&bus.muxes) {
            tell(Place::Mux { bus: bus_at, at, key: "reset" }, mux.reset);
        }
    }
    if let Some(pin) = device.buzzer {
        tell(Place::Key("buzzer.pin"), pin);
    }
    if let Some(pin) = device.led {
        tell(LED_PIN, pin);
    }
}

/// True if one write could reach two screens with the same address. A screen directly on the bus hears every channel;
/// muxes on one bus are never open together.
fn hear_each_other(one: &Screen, other: &Screen) -> bool {
    one.bus == other.bus
        && one.address == other.address
        && match (one.branch, other.branch) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
}
