//! Whether a board could be built: every rule that one key alone cannot express. The reader has seen to the limits of
//! each; what concerns currents and levels is worked out in `electrics`.

use crate::{Board, Chain, Pico, Screen, Secrecy, Size, Sounder, Viewer, electrics, pico};

/// Three players lay five cards.
const FEWEST_NUMBERS: u8 = 5;
const BITS_PER_KNOB: u16 = 3;

/// Every mistake as a key and a reason.
pub fn check(board: &Board) -> Vec<(String, String)> {
    let mut check = Check { board, mistakes: Vec::new() };
    check.name();
    check.seats();
    check.knobs();
    check.ring();
    check.buses();
    check.screens();
    check.buzzer();
    check.pins();
    check.electrics();
    check.mistakes
}

struct Check<'a> {
    board: &'a Board,
    mistakes: Vec<(String, String)>,
}

impl Check<'_> {
    fn wrong(&mut self, key: impl Into<String>, reason: impl Into<String>) {
        self.mistakes.push((key.into(), reason.into()));
    }

    fn name(&mut self) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.board.name.is_empty() || !self.board.name.chars().all(plain) {
            self.wrong("(folder)", "a board's name is made of a-z, 0-9 and -");
        }
        if !self.board.flash.is_power_of_two() {
            self.wrong("flash", format!("{} MiB are not made; there are 2, 4, 8 and 16", self.board.flash));
        }
    }

    fn seats(&mut self) {
        let seats = self.board.seats;
        if seats.least > seats.most {
            self.wrong("seats.least", format!("{} is more than most, {}", seats.least, seats.most));
        }
        let knobs = self.board.knobs.count();
        if self.board.secrecy != Secrecy::Pass && usize::from(seats.most) > knobs {
            self.wrong("seats.most", format!("{} seats, but {knobs} knobs", seats.most));
        }
    }

    fn knobs(&mut self) {
        let knobs = &self.board.knobs;
        match (&knobs.pins, &knobs.chain) {
            (Some(_), Some(_)) => self.wrong("knobs.chain", "knobs have either pins or a chain"),
            (None, None) => self.wrong("knobs.pins", "missing; knobs have either pins or a chain"),
            (None, Some(chain)) => self.chain(chain),
            (Some(_), None) => {}
        }
        let count = knobs.count();
        if self.board.secrecy == Secrecy::Pass && count != 1 {
            self.wrong("knobs", format!("a board that goes round has one knob, not {count}"));
        }
    }

    fn chain(&mut self, chain: &Chain) {
        let block = pico::spi_block(chain.clock);
        if !pico::is_spi_clock(chain.clock) {
            let others = fitting(pico::is_spi_clock);
            self.wrong(
                "knobs.chain.clock",
                format!("GP{} cannot be the clock of an SPI block, but {others} can", chain.clock),
            );
        } else if !pico::is_spi_data(chain.data) || pico::spi_block(chain.data) != block {
            let others = fitting(|pin| pico::is_spi_data(pin) && pico::spi_block(pin) == block);
            let reason = format!(
                "GP{} cannot bring data to SPI{block}, whose clock is GP{}; {others} can",
                chain.data, chain.clock
            );
            self.wrong("knobs.chain.data", reason);
        }
        let bits = u16::from(chain.registers) * 8;
        let first = u16::from(chain.first_bit);
        let end = first + BITS_PER_KNOB * u16::from(chain.count);
        if end > bits {
            let reason = format!("{} knobs from bit {first} need {end} bits, the chain has {bits}", chain.count);
            self.wrong("knobs.chain.count", reason);
        }
        let proof = u16::from(chain.proof.first_bit);
        let proof_end = proof + chain.proof.levels.len() as u16;
        if chain.proof.levels.iter().any(|&level| level > 1) {
            self.wrong("knobs.chain.proof.levels", "a level is 0 or 1");
        }
        if !(chain.proof.levels.contains(&0) && chain.proof.levels.contains(&1)) {
            let reason = "needs both a 0 and a 1, or a line stuck at one level would pass";
            self.wrong("knobs.chain.proof.levels", reason);
        }
        if proof_end > bits {
            let reason = format!("bits {proof} to {}, but the chain has {bits}", proof_end - 1);
            self.wrong("knobs.chain.proof.first_bit", reason);
        } else if proof < end && first < proof_end {
            let reason = format!("the knobs have bits {first} to {}", end.saturating_sub(1));
            self.wrong("knobs.chain.proof.first_bit", reason);
        }
    }

    fn ring(&mut self) {
        let Some(ring) = self.board.ring else {
            if self.board.secrecy == Secrecy::Ring {
                self.wrong("ring", "missing; secrecy = \"ring\" needs it");
            }
            return;
        };
        if self.board.secrecy != Secrecy::Ring {
            self.wrong("ring", "only a board with secrecy = \"ring\" has one");
        }
        let detents = self.board.knobs.detents;
        if ring.positions != detents {
            let reason = format!("{} positions, but a knob has {detents} detents", ring.positions);
            self.wrong("ring.positions", reason);
        }
        if ring.numbers >= ring.positions {
            let reason = format!("{} numbers and the dot do not fit on {} positions", ring.numbers, ring.positions);
            self.wrong("ring.numbers", reason);
        }
        let cards = self.board.seats.most.max(FEWEST_NUMBERS);
        if ring.numbers < cards {
            self.wrong("ring.numbers", format!("{} numbers for {cards} cards", ring.numbers));
        }
    }

    fn buses(&mut self) {
        for (at, bus) in self.board.buses.iter().enumerate() {
            let key = |name: &str| format!("buses[{at}].{name}");
            if self.board.buses[..at].iter().any(|other| other.id == bus.id) {
                self.wrong(key("id"), format!("I2C{} is used twice", bus.id));
            }
            if pico::sda_block(bus.sda) != Some(bus.id) {
                let others = fitting(|pin| pico::sda_block(pin) == Some(bus.id));
                self.wrong(key("sda"), format!("GP{} cannot be SDA of I2C{}, but {others} can", bus.sda, bus.id));
            }
            if pico::scl_block(bus.scl) != Some(bus.id) {
                let others = fitting(|pin| pico::scl_block(pin) == Some(bus.id));
                self.wrong(key("scl"), format!("GP{} cannot be SCL of I2C{}, but {others} can", bus.scl, bus.id));
            }
            for (place, mux) in bus.mux.iter().enumerate() {
                let key = format!("buses[{at}].mux[{place}].address");
                if bus.mux[..place].iter().any(|other| other.address == mux.address) {
                    self.wrong(&key, format!("{:#04x} is used twice on this bus", mux.address));
                }
            }
        }
    }

    fn screens(&mut self) {
        let screens = &self.board.screens;
        let shared = screens.iter().filter(|screen| screen.viewer == Viewer::Shared).count();
        if shared != 1 {
            self.wrong("screens", format!("one screen is shared, not {shared}"));
        }
        for (at, screen) in screens.iter().enumerate() {
            self.viewer(at, screen);
            self.place(at, screen);
            self.size(at, screen);
            for (before, other) in screens[..at].iter().enumerate() {
                if hear_each_other(screen, other) {
                    let reason =
                        format!("{:#04x} on I2C{} is already that of screens[{before}]", screen.address, screen.bus);
                    self.wrong(format!("screens[{at}].address"), reason);
                }
            }
        }
        if self.board.secrecy == Secrecy::Pods {
            for seat in 1..=self.board.seats.most {
                if !screens.iter().any(|screen| screen.seat == Some(seat)) {
                    self.wrong("screens", format!("seat {seat} has none"));
                }
            }
        }
    }

    fn viewer(&mut self, at: usize, screen: &Screen) {
        let key = format!("screens[{at}].seat");
        match (screen.viewer, screen.seat) {
            (Viewer::Shared, None) => {}
            (Viewer::Shared, Some(_)) => self.wrong(key, "a shared screen belongs to no seat"),
            (Viewer::Seat, None) => self.wrong(key, "missing"),
            (Viewer::Seat, Some(seat)) => {
                if self.board.secrecy != Secrecy::Pods {
                    let reason = "only a board with secrecy = \"pods\" has seat screens";
                    self.wrong(format!("screens[{at}].for"), reason);
                }
                let most = self.board.seats.most;
                if !(1..=most).contains(&seat) {
                    self.wrong(&key, format!("{seat} is not between 1 and {most}"));
                }
                if self.board.screens[..at].iter().any(|other| other.seat == Some(seat)) {
                    self.wrong(&key, format!("seat {seat} already has a screen"));
                }
            }
        }
    }

    /// The pictures are drawn for one size in each place; on another every second row would be missing.
    fn size(&mut self, at: usize, screen: &Screen) {
        let (place, fits) = match screen.viewer {
            Viewer::Shared => ("a shared screen", Size::Tall),
            Viewer::Seat => ("a seat's screen", Size::Flat),
        };
        if screen.size != fits {
            let reason = format!("{} does not fit; {place} is {}", screen.size.word(), fits.word());
            self.wrong(format!("screens[{at}].size"), reason);
        }
    }

    fn place(&mut self, at: usize, screen: &Screen) {
        let key = |name: &str| format!("screens[{at}].{name}");
        let Some(bus) = self.board.buses.iter().find(|bus| bus.id == screen.bus) else {
            self.wrong(key("bus"), format!("no bus has id {}", screen.bus));
            return;
        };
        match (screen.mux, screen.channel) {
            (None, None) => {}
            (None, Some(_)) => self.wrong(key("mux"), "missing, a channel is given"),
            (Some(_), None) => self.wrong(key("channel"), "missing, a switch is given"),
            (Some(mux), Some(_)) => {
                let muxes = bus.mux.len();
                if usize::from(mux) >= muxes {
                    self.wrong(key("mux"), format!("bus {} has {muxes} switches, counted from 0", bus.id));
                }
            }
        }
    }

    fn buzzer(&mut self) {
        if let Some(buzzer) = self.board.buzzer {
            let slice = pico::pwm_slice(buzzer.pin);
            if slice != buzzer.slice {
                let reason = format!("GP{} cannot be PWM{}, it is PWM{slice}", buzzer.pin, buzzer.slice);
                self.wrong("buzzer.pin", reason);
            }
            if buzzer.kind == Sounder::Magnetic && !buzzer.transistor {
                let coil = electrics::coil_ma(buzzer.series_ohm);
                let reason = format!(
                    "a magnetic buzzer, about {} Ω, takes {:.0} mA and with {} Ω in series still {coil:.0} mA, and hits \
                     back when it is switched off; a pin gives {} mA. Take a piezo, or drive it by a transistor with a \
                     diode and set transistor = true",
                    electrics::COIL_OHM,
                    electrics::coil_ma(0),
                    buzzer.series_ohm,
                    electrics::PIN_MA
                );
                self.wrong("buzzer.kind", reason);
            }
        }
    }

    fn pins(&mut self) {
        let mut taken: Vec<(u8, String)> = Vec::new();
        for (key, pin) in self.board.pins() {
            let radio = self.board.pico == Pico::PicoW;
            let inside = pin == pico::LED && key == "led.pin" && !radio;
            if !pico::brought_out(pin) && !inside {
                let whose = if radio { "belongs to the radio of a Pico W" } else { "is not brought out by the Pico" };
                let way_out = if key == "led.pin" && radio { "leave [led] out, or " } else { "" };
                self.wrong(&key, format!("GP{pin} {whose}; {way_out}take one of GP0 to GP22 or GP26 to GP28"));
            }
            match taken.iter().find(|(other, _)| *other == pin) {
                Some((_, by)) => self.wrong(&key, format!("GP{pin} is already {by}")),
                None => taken.push((pin, key)),
            }
        }
    }

    /// Only for a board whose parts are all in their place.
    fn electrics(&mut self) {
        if self.mistakes.is_empty() {
            self.mistakes = electrics::report(self.board).mistakes();
        }
    }
}

/// The pins at the Pico's edge that fit, for a way out.
fn fitting(fits: impl Fn(u8) -> bool) -> String {
    let pins: Vec<String> =
        (0..=29).filter(|&pin| pico::brought_out(pin) && fits(pin)).map(|pin| format!("GP{pin}")).collect();
    pins.join(", ")
}

/// Two screens at one address that a write could reach at once. A screen beside the switches hears every
/// channel; switches on one bus are never open together.
fn hear_each_other(one: &Screen, other: &Screen) -> bool {
    one.bus == other.bus
        && one.address == other.address
        && match (one.mux.zip(one.channel), other.mux.zip(other.channel)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
}
