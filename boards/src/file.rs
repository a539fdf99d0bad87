//! A board file as it is written: every key that there is, with its limits and its default. The words beside a key are
//! what `boards/README.md` says about it.

use crate::{
    body::{Body, Leads},
    check::{DRIVES, for_each_pin},
    device::{self, ComPins, Controller, Device, Pico, Rest},
    electrics,
    keys::table,
    limits, pico,
    words::words,
};

table! {
    /// What the board is, and which Pico is on it.
    pub struct Board {
        beside name: String,
        /// What the board is called, in a line.
        title: String [1..=60],
        /// How a vote stays secret: behind the shield of a printed `ring`, by handing one device round (`pass`), or on a
        /// screen of each seat's own (`pods`).
        voting: Voting,
        /// The Pico on the board. Soldered headers (H) make no difference, and a Pico 2 counts as a Pico. On a Pico W
        /// the radio uses GP23, GP24, GP25 and GP29, so there is no `[led]` on GP25.
        pico: Pico = Pico::Pico,
        /// MiB of flash on it: 2, 4, 8 or 16. The firmware and the saved game lie in the first 2, on a Pico 2 in
        /// the first 4, so that one file fits all.
        flash: u8 [2..=16] = 2,
        /// How many can play.
        seats: Seats,
        /// The knobs, all alike.
        knobs: Knobs,
        /// What is printed round each knob; for `voting = "ring"`, and only there.
        ring: Option<Ring> = None,
        /// The I2C buses that carry screens.
        buses: Vec<Bus> [BUSES],
        /// The screens: one shared, and with `voting = "pods"` one for each seat.
        screens: Vec<Screen> [SCREENS],
        /// The buzzer, if there is one.
        buzzer: Option<Buzzer> = None,
        /// A light, if there is one.
        led: Option<Led> = None,
        /// What feeds the board; without it a USB port and the Pico's own regulator.
        power: Power = Power { supply: Supply::UsbPort, regulator: Regulator::Pico },
        /// Whether three AA cells feed VSYS through a Schottky diode, for a device that goes round; USB may be plugged in too.
        battery: bool = false,
        /// The cable from the hub to each seat, for screens that are not on the hub itself.
        cable: Option<Cable> = None,
        /// The leads to hand dials, where knobs on `pins` are not in the hub itself.
        leads: Option<Leads> = None,
        /// The boxes, and the table that they stand on.
        body: Body = Body::default(),
    }
}

impl Board {
    /// The board as the device represents it; only for a checked board.
    pub fn device(&self) -> Device {
        let mut device = self.wiring();
        for bus in &mut device.buses {
            bus.drive_ma = electrics::drive_ma(self, bus.id);
        }
        device
    }

    /// The same before any check: entries may be missing or surplus, and the drive strength of the buses is not known
    /// yet.
    pub(crate) fn wiring(&self) -> Device {
        let ring = self.ring.unwrap_or(Ring { positions: 0, numbers: 0 });
        let fitting = self.name.char_indices().take_while(|(at, letter)| at + letter.len_utf8() <= limits::NAME);
        Device {
            name: fitting.map(|(_, letter)| letter).collect(),
            pico: self.pico,
            voting: match self.voting {
                Voting::Ring => device::Voting::Ring { positions: ring.positions, numbers: ring.numbers },
                Voting::Pass => device::Voting::Pass,
                Voting::Pods => device::Voting::Pods,
            },
            seats: device::SeatLimits { least: self.seats.least, most: self.seats.most },
            knobs: self.knobs.wiring(),
            buses: self.buses.iter().map(Bus::wiring).collect(),
            screens: self.screens.iter().map(Screen::wiring).collect(),
            buzzer: self.buzzer.map(|buzzer| buzzer.pin),
            led: self.led.map(|led| led.pin),
        }
    }

    /// Every pin that the board uses, with the key that names it.
    pub fn pins(&self) -> Vec<(String, u8)> {
        let mut pins = Vec::new();
        for_each_pin(&self.wiring(), &mut |place, pin| pins.push((place.to_string(), pin)));
        pins
    }

    /// True if the LED is the one on the Pico itself.
    pub fn onboard_led(&self) -> bool {
        self.led.is_some_and(|led| led.pin == pico::LED)
    }
}

words! {
    /// How a vote stays secret.
    pub enum Voting {
        /// A printed ring of numbers round every knob.
        Ring = "ring",
        /// One device that goes from hand to hand.
        Pass = "pass",
        /// A screen for every seat.
        Pods = "pods",
    }
}

table! {
    /// Who can sit at the board.
    #[derive(Copy)]
    pub struct Seats {
        /// The fewest players that it is for.
        least: u8 [SEATS],
        /// The most; with `ring` and `pods` each needs a knob.
        most: u8 [SEATS],
    }
}

table! {
    /// How the knobs are made, and where their contacts are read: either on `pins` or through a `chain`.
    pub struct Knobs {
        /// Clicks in a whole turn.
        detents: u8 [DETENTS],
        /// 1, or 2 where a knob clicks at both levels (30 clicks, 15 pulses).
        detents_per_cycle: u8 [DETENTS_PER_CYCLE] = 1,
        /// The level of both contacts at a detent.
        rest: Rest = Rest::High,
        /// Whether the knobs count backwards.
        reverse: bool = false,
        /// The three pins of each knob, one entry for each seat.
        pins: Option<Vec<KnobPins>> [KNOBS] = None,
        /// The shift registers that read the knobs.
        chain: Option<Chain> = None,
    }
}

impl Knobs {
    fn wiring(&self) -> device::Knobs {
        let pins = self.pins.iter().flatten().map(|&KnobPins { a, b, push }| device::KnobPins { a, b, push });
        device::Knobs {
            detents: self.detents,
            detents_per_cycle: self.detents_per_cycle,
            rest: self.rest,
            reverse: self.reverse,
            contacts: match &self.chain {
                Some(chain) => device::Contacts::Chain(chain.wiring()),
                None => device::Contacts::Pins(pins.collect()),
            },
        }
    }

    pub fn count(&self) -> usize {
        match (&self.pins, &self.chain) {
            (Some(pins), _) => pins.len(),
            (None, Some(chain)) => chain.count.into(),
            (None, None) => 0,
        }
    }
}

table! {
    /// One knob on pins of the Pico, which pulls them up by itself. Numbers are those of GP0 to GP28.
    #[derive(Copy)]
    pub struct KnobPins {
        /// Contact A (CLK).
        a: u8 [0..=29],
        /// Contact B (DT).
        b: u8 [0..=29],
        /// The push switch (SW).
        push: u8 [0..=29],
    }
}

table! {
    /// 74HC165 shift registers in a row. Bits are counted in the order in which they arrive, so bit 0 is input H of the
    /// register nearest to the Pico.
    pub struct Chain {
        /// Clock of all registers; any pin.
        clock: u8 [0..=29],
        /// Load (SH/LD) of all registers; any pin.
        load: u8 [0..=29],
        /// Data out of the first register; any pin.
        data: u8 [0..=29],
        /// How many there are.
        registers: u8 [REGISTERS],
        /// How many knobs they read.
        count: u8 [KNOBS],
        /// The bit of the first knob's contact A; its B and push follow, then the next knob.
        first_bit: u8 [0..=63],
        /// The resistor from each contact to 3.3 V, in ohms.
        pull_up_ohm: u32 [1_000..=47_000] = 10_000,
        /// The resistor in series with each contact, in ohms: it keeps a spark at the seat away from the registers; 0
        /// is none.
        series_ohm: u32 [0..=4_700] = 1_000,
        /// Inputs at known levels, which show that the chain is intact.
        proof: Proof,
    }
}

impl Chain {
    fn wiring(&self) -> device::Chain {
        let &Self { clock, load, data, registers, count, first_bit, .. } = self;
        let levels = self.proof.levels.iter().rev().fold(0, |levels, &level| levels << 1 | u64::from(level & 1));
        let proof = device::Proof { first_bit: self.proof.first_bit, count: self.proof.levels.len() as u8, levels };
        device::Chain { clock, load, data, registers, count, first_bit, proof }
    }
}

table! {
    /// Consecutive inputs that are tied to fixed levels. They are read at every scan, so a loose cable is noticed at
    /// once.
    pub struct Proof {
        /// The bit of the first of them.
        first_bit: u8 [0..=63],
        /// Their levels, in order: at least one 0 and one 1.
        levels: Vec<u8> [PROOF_BITS],
    }
}

table! {
    /// What is printed round a knob: the dot at position 0, then the numbers clockwise.
    #[derive(Copy)]
    pub struct Ring {
        /// Number of positions: as many as the knob has detents.
        positions: u8 [8..=48],
        /// How many of them carry a number.
        numbers: u8 [5..=47],
    }
}

table! {
    /// An I2C bus. Each pull-up is given for one of the two lines; the check adds up all that are on a line.
    pub struct Bus {
        /// Which of the chip's I2C blocks.
        id: u8 [0..=1],
        /// The data line; the pin decides which block it can serve.
        sda: u8 [0..=29],
        /// The clock line: the pin after `sda`.
        scl: u8 [0..=29],
        /// Its clock rate, in hertz.
        hz: u32 [HZ] = 400_000,
        /// The resistor that you fit from each line to 3.3 V beside the Pico, in ohms; 0 is none.
        pull_up_ohm: u32 [0..=100_000] = 0,
        /// The TCA9548A muxes on it.
        mux: Vec<Mux> [MUXES] = Vec::new(),
    }
}

impl Bus {
    fn wiring(&self) -> device::Bus {
        let &Self { id, sda, scl, hz, .. } = self;
        let muxes = self.mux.iter().map(|&Mux { address, reset, .. }| device::Mux { address, reset }).collect();
        device::Bus { id, sda, scl, hz, drive_ma: DRIVES[0], muxes }
    }
}

table! {
    /// A TCA9548A mux, which splits a bus into eight channels.
    #[derive(Copy)]
    pub struct Mux {
        /// Its address, set by its three address pins.
        address: u8 [MUX_ADDRESS],
        /// The pin that resets it, so that a hung seat does not block the others.
        reset: u8 [0..=29],
        /// The pull-up that its breakout carries on the Pico's side, in ohms; 0 is none.
        pull_up_ohm: u32 [0..=100_000] = 10_000,
        /// The resistor from each line of each used channel to 3.3 V, in ohms; 0 is none.
        channel_pull_up_ohm: u32 [0..=100_000] = 0,
    }
}

table! {
    /// A screen, and where it is reached: on the bus itself, or through a channel of a mux.
    pub struct Screen {
        /// Whom it is for. A shared one is 128x64, that of a seat 128x32.
        viewer("for"): Viewer,
        /// The seat that it belongs to, counted from 1; with `for = "seat"`, and only there.
        seat: Option<u8> [1..=12] = None,
        /// The `id` of its bus.
        bus: u8 [0..=1],
        /// The mux that it is behind: the place in the bus's list, counted from 0.
        mux: Option<u8> [0..=3] = None,
        /// The channel of that mux.
        channel: Option<u8> [CHANNEL] = None,
        /// Its address: 0x3c on nearly all modules, 0x3d on some, which say so or have a jumper for it.
        address: u8 [SCREEN_ADDRESS] = 0x3c,
        /// Its size in pixels.
        size: Size,
        /// Its controller. Most 1.3" screens are an SH1106, most 2.42" ones an SSD1309.
        controller: Controller = Controller::Ssd1306,
        /// How the rows of the glass are wired. Left out, it goes by the size: a 128x64 is `alternative`, a 128x32
        /// `sequential`. Set it where every second row is missing or the picture is squeezed into half the height.
        com_pins: Option<ComPins> = None,
        /// The pull-up that the module carries on each line, in ohms; 0 is none.
        pull_up_ohm: u32 [0..=100_000] = 4_700,
        /// How many modules show the same picture, wired to the same four lines: 2 for one on each side of a hub. The
        /// firmware talks to them as to one.
        copies: u8 [1..=2] = 1,
        /// What each takes with all pixels lit, in mA. Left out, it is 40, or 100 for an SSD1309.
        current_ma: Option<u16> [1..=300] = None,
    }
}

impl Screen {
    fn wiring(&self) -> device::Screen {
        let &Self { bus, address, controller, .. } = self;
        device::Screen {
            viewer: match self.seat {
                Some(seat) => device::Viewer::Seat(seat.saturating_sub(1)),
                None => device::Viewer::Shared,
            },
            bus,
            branch: self.mux.zip(self.channel).map(|(mux, channel)| device::Branch { mux, channel }),
            address,
            controller,
            com_pins: self.rows(),
        }
    }

    /// How its rows are wired: as given, or by its size.
    pub fn rows(&self) -> ComPins {
        self.com_pins.unwrap_or(match self.size {
            Size::Tall => ComPins::Alternative,
            Size::Flat => ComPins::Sequential,
        })
    }

    /// Current with all pixels lit, including copies, in mA.
    pub fn most_ma(&self) -> u16 {
        let one = self.current_ma.unwrap_or(match self.controller {
            Controller::Ssd1306 | Controller::Sh1106 => 40,
            Controller::Ssd1309 => 100,
        });
        one * u16::from(self.copies)
    }
}

words! {
    /// Whom a screen is for.
    pub enum Viewer {
        /// Everyone at the table.
        Shared = "shared",
        /// One seat alone.
        Seat = "seat",
    }
}

words! {
    /// The size of a screen in pixels.
    pub enum Size {
        /// The shared screen's.
        Tall = "128x64",
        /// A seat's.
        Flat = "128x32",
    }
}

impl Size {
    pub const fn pixels(self) -> (u8, u8) {
        match self {
            Self::Tall => (128, 64),
            Self::Flat => (128, 32),
        }
    }
}

table! {
    /// A buzzer. One that measures less than 100 Ω is magnetic.
    #[derive(Copy)]
    pub struct Buzzer {
        /// Its pin.
        pin: u8 [0..=29],
        /// How it makes its sound.
        kind: Sounder = Sounder::Piezo,
        /// The resistor between the pin and the buzzer, or the transistor's base, in ohms.
        series_ohm: u32 [100..=10_000] = 220,
        /// Whether a transistor (with a diode across the buzzer) drives it. A magnetic one needs that.
        transistor: bool = false,
    }
}

words! {
    /// How a buzzer makes its sound.
    pub enum Sounder {
        /// A piezo crystal, which draws almost no current.
        Piezo = "piezo",
        /// A coil of about 16 Ω.
        Magnetic = "magnetic",
    }
}

table! {
    /// A light that shows that the firmware runs.
    #[derive(Copy)]
    pub struct Led {
        /// Its pin: 25 is the light on the Pico itself, but not on a Pico W.
        pin: u8 [0..=29],
    }
}

table! {
    /// Where the current comes from. The check adds up what the screens take with all pixels lit.
    #[derive(Copy)]
    pub struct Power {
        /// What the USB cable is plugged into.
        supply: Supply = Supply::UsbPort,
        /// What makes the 3.3 V of the screens.
        regulator: Regulator = Regulator::Pico,
    }
}

words! {
    /// What the USB cable is plugged into.
    pub enum Supply {
        /// A computer's USB 2 port, or a power bank.
        UsbPort = "usb-port",
        /// A wall supply with its cable.
        UsbCharger = "usb-charger",
    }
}

words! {
    /// What makes the 3.3 V of the screens.
    pub enum Regulator {
        /// The Pico's own, from its 3V3 hole.
        Pico = "pico",
        /// MCP1826S.
        Mcp1826s = "mcp1826s",
        /// LD1117V33.
        Ld1117v33 = "ld1117v33",
        /// AMS1117-3.3.
        Ams1117 = "ams1117",
    }
}

table! {
    /// The cable from the hub to each seat: A, B, push, SDA, SCL, 3.3 V, GND.
    #[derive(Copy)]
    pub struct Cable {
        /// Its kind, which decides its capacitance.
        kind: CableKind = CableKind::Patch,
        /// Length of each cable, in cm.
        centimetres: u16 [10..=500] = 100,
        /// The resistor in series with SDA and with SCL at the hub, in ohms, so that a seat may be plugged in while
        /// everything runs; 0 is none.
        series_ohm: u32 [0..=470] = 0,
    }
}

words! {
    /// A kind of cable.
    pub enum CableKind {
        /// Unshielded network patch leads with RJ45 plugs, 52 pF a metre.
        Patch = "patch",
        /// Shielded ones, 100 pF a metre.
        Shielded = "shielded",
        /// Ribbon cable or single wires, 47 pF a metre.
        Ribbon = "ribbon",
    }
}
