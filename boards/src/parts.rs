//! Everything that must be bought or found for a board, counted from its file: what the wires of the file join, what it
//! stands in, and what feeds it. [`list`] is what the guide prints.

use crate::{
    Board, CableKind, Driver, Pico, Regulator, Secrecy, Size, Sounder, Supply,
    catalogue::{self as shop, Item},
    electrics,
};

/// SDA, SCL and a knob's three contacts.
const SIGNALS_PER_SEAT: u32 = 5;
const CONTACTS_PER_KNOB: u32 = 3;
/// A fuse gets warm, and then holds less.
const FUSE_MARGIN: f64 = 1.3;

/// What a part is for, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Electronics,
    Power,
    Wires,
    Mechanics,
}

impl Group {
    pub const ALL: [Self; 4] = [Self::Electronics, Self::Power, Self::Wires, Self::Mechanics];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Electronics => "Electronics",
            Self::Power => "Power",
            Self::Wires => "Wires and plugs",
            Self::Mechanics => "What it stands in",
        }
    }
}

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub group: Group,
    pub count: u32,
    /// As a shop calls it.
    pub name: String,
    /// What does as well; may be empty.
    pub alternative: String,
    /// Where it goes.
    pub place: String,
    /// Of one.
    pub cents: u32,
}

impl Part {
    pub fn total_cents(&self) -> u32 {
        self.count * self.cents
    }
}

/// The whole list of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List(pub Vec<Part>);

/// Counts the parts of a board.
pub fn list(board: &Board) -> List {
    let mut list = List(Vec::new());
    list.electronics(board);
    list.power(board);
    list.wires(board);
    list.mechanics(board);
    list.0.retain(|part| part.count > 0);
    list
}

impl List {
    pub fn total_cents(&self) -> u32 {
        self.0.iter().map(Part::total_cents).sum()
    }

    /// The price, to the five euros that it deserves.
    pub fn about_euros(&self) -> u32 {
        self.total_cents().div_ceil(500) * 5
    }

    /// The list as Markdown: a table for each group, the total, and the tools.
    pub fn markdown(&self) -> String {
        let mut page = String::new();
        for group in Group::ALL {
            let mut parts = self.0.iter().filter(|part| part.group == group).peekable();
            if parts.peek().is_none() {
                continue;
            }
            page += &format!(
                "**{}**\n\n| count | part | or | where | each | all |\n|---:|---|---|---|---:|---:|\n",
                group.title()
            );
            for part in parts {
                page += &format!(
                    "| {} | {} | {} | {} | {} | {} |\n",
                    part.count,
                    part.name,
                    part.alternative,
                    part.place,
                    euros(part.cents),
                    euros(part.total_cents())
                );
            }
            page.push('\n');
        }
        page += &format!(
            "Altogether about **{} €**: rough prices in Europe, bought in small numbers, without shipping.\n\n**Tools**, \
             which are not in the price\n\n",
            self.about_euros()
        );
        for (tool, purpose) in shop::TOOLS {
            page += &if purpose.is_empty() { format!("- {tool}\n") } else { format!("- {tool}: {purpose}\n") };
        }
        page.trim_end().to_string()
    }

    fn add(&mut self, group: Group, count: impl TryInto<u32>, item: Item, place: impl Into<String>) {
        self.named(group, count, item.name.to_string(), item, place);
    }

    fn named(&mut self, group: Group, count: impl TryInto<u32>, name: String, item: Item, place: impl Into<String>) {
        let count = count.try_into().unwrap_or(0);
        let (alternative, place) = (item.alternative.to_string(), place.into());
        self.0.push(Part { group, count, name, alternative, place, cents: item.cents });
    }

    fn resistors(&mut self, count: impl TryInto<u32>, ohm: u32, place: impl Into<String>) {
        if ohm > 0 {
            let name = format!("{} {}", electrics::ohms(f64::from(ohm)), shop::RESISTOR.name);
            self.named(Group::Electronics, count, name, shop::RESISTOR, place);
        }
    }

    fn electronics(&mut self, board: &Board) {
        let group = Group::Electronics;
        let pico = match board.pico {
            Pico::Pico => shop::PICO,
            Pico::PicoW => shop::PICO_W,
        };
        let name =
            if board.flash > 2 { format!("{} with {} MiB of flash", pico.name, board.flash) } else { pico.name.into() };
        self.named(group, 1u32, name, pico, "takes the firmware");

        let knobs = board.knobs.count();
        let (detents, pulses) = (board.knobs.detents, board.knobs.detents / board.knobs.detents_per_cycle);
        let (name, encoder) = match (detents, pulses) {
            (20, 20) => (shop::ENCODER_20.name.to_string(), shop::ENCODER_20),
            (24, 24) => (shop::ENCODER_24.name.to_string(), shop::ENCODER_24),
            (30, 15) => (shop::ENCODER_30.name.to_string(), shop::ENCODER_30),
            _ => (format!("{}, {detents} detents, {pulses} pulses", shop::ENCODER_OTHER.name), shop::ENCODER_OTHER),
        };
        self.named(group, knobs, name, encoder, each(knobs, "the knob", "one for each seat"));

        for (size, driver, screen) in [
            (Size::Tall, Driver::Ssd1306, shop::SSD1306_TALL),
            (Size::Tall, Driver::Sh1106, shop::SH1106),
            (Size::Tall, Driver::Ssd1309, shop::SSD1309),
            (Size::Flat, Driver::Ssd1306, shop::SSD1306_FLAT),
            (Size::Flat, Driver::Sh1106, shop::SH1106),
            (Size::Flat, Driver::Ssd1309, shop::SSD1309),
        ] {
            let count = board.screens.iter().filter(|screen| (screen.size, screen.driver) == (size, driver)).count();
            let place = if size == Size::Tall { "the shared screen" } else { "one for each seat" };
            self.add(group, count, screen, place);
        }

        if let Some(chain) = &board.knobs.chain {
            let contacts = CONTACTS_PER_KNOB * u32::from(chain.count);
            self.add(group, chain.registers, shop::REGISTER, "read the knobs, on the hub");
            self.add(group, chain.registers, shop::SOCKET, "under the registers");
            self.add(group, chain.registers, shop::CERAMIC_100N, "from VCC to GND, right beside each register");
            self.resistors(contacts, chain.pull_up_ohm, "from each knob contact to 3.3 V, on the hub");
        }
        for bus in &board.buses {
            self.add(group, bus.mux.len(), shop::SWITCH, "split the seats' bus, on the hub");
            let place = format!("from SDA and SCL of I2C{} to 3.3 V, beside the Pico", bus.id);
            self.resistors(2u32, bus.pull_up_ohm, place);
            for (at, mux) in bus.mux.iter().enumerate() {
                let on_it = |screen: &&crate::Screen| screen.bus == bus.id && screen.mux.map(usize::from) == Some(at);
                let channels = board.screens.iter().filter(on_it).count();
                let place = format!("from SDA and SCL of each channel of switch {:#04x} to 3.3 V", mux.address);
                self.resistors(2 * channels, mux.channel_pull_up_ohm, place);
            }
        }
        if let Some(cable) = board.cable {
            let seats = pods(board) as u32;
            let place = "in SDA, SCL, A, B and push of each seat, on the hub: it may be plugged in while all runs";
            self.resistors(SIGNALS_PER_SEAT * seats, cable.series_ohm, place);
            self.add(group, seats, shop::CERAMIC_100N, "from 3.3 V to GND in each pod");
            self.add(group, seats, shop::CERAMIC_10U, "from 3.3 V to GND in each pod");
        }
        if let Some(buzzer) = board.buzzer {
            match buzzer.kind {
                Sounder::Piezo => self.add(group, 1u32, shop::PIEZO, "the buzzer"),
                Sounder::Magnetic => self.add(group, 1u32, shop::MAGNETIC, "the buzzer"),
            }
            let place =
                if buzzer.transistor { "from the pin to the transistor's base" } else { "in series with the buzzer" };
            self.resistors(1u32, buzzer.series_ohm, place);
            if buzzer.transistor {
                self.add(group, 1u32, shop::TRANSISTOR, "drives the buzzer");
                self.add(group, 1u32, shop::DIODE, "across the buzzer, its ring towards 3.3 V");
            }
        }
    }

    fn power(&mut self, board: &Board) {
        let group = Group::Power;
        self.add(group, 1u32, shop::USB_CABLE, "to copy the firmware, and to play");
        match board.power.supply {
            Supply::UsbPort => self.add(group, 1u32, shop::USB_POWER, "at the table"),
            Supply::UsbCharger => self.add(group, 1u32, shop::CHARGER, "at the table"),
        }
        let regulator = match board.power.regulator {
            Regulator::Pico => return,
            Regulator::Mcp1826s => shop::MCP1826S,
            Regulator::Ld1117v33 => shop::LD1117V33,
            Regulator::Ams1117 => shop::AMS1117,
        };
        self.add(group, 1u32, regulator, "from VBUS, for all screens");
        if board.power.regulator != Regulator::Ams1117 {
            self.add(group, 1u32, shop::HEAT_SINK, "on the regulator");
            self.add(group, 2u32, shop::CERAMIC_10U, "at the regulator's input and output");
        }
        self.add(group, 1u32, shop::ELECTROLYTIC, "at the regulator's output: holds it while a seat is plugged in");
        let load = electrics::report(board).power.load_ma() * FUSE_MARGIN;
        let fuse = shop::POLYFUSES.iter().find(|(holds, _)| f64::from(*holds) >= load);
        let (_, fuse) = fuse.unwrap_or(&shop::POLYFUSES[shop::POLYFUSES.len() - 1]);
        self.add(group, 1u32, *fuse, "between VBUS and the regulator");
    }

    fn wires(&mut self, board: &Board) {
        let group = Group::Wires;
        let seats = pods(board);
        if board.secrecy == Secrecy::Pass {
            self.add(group, 1u32, shop::BREADBOARD, "carries everything");
            self.add(group, 1u32, shop::JUMPERS, "the wires");
            return;
        }
        self.add(group, 1u32, shop::STRIPBOARD, if seats > 0 { "the hub" } else { "under the Pico" });
        self.add(group, 2u32, shop::PICO_SOCKET, "under the Pico");
        self.add(group, board.screens.len(), shop::SCREEN_SOCKET, "under each screen");
        self.add(group, 1u32, shop::WIRE, "from the Pico to everything on the same board");
        self.add(group, 1u32, shop::HEAT_SHRINK, "over the legs of the knobs");
        if seats == 0 {
            return;
        }
        self.add(group, seats, shop::SMALL_BOARD, "in each pod");
        let cable = board.cable.map(|cable| (cable.kind, cable.centimetres));
        let (kind, centimetres) = cable.unwrap_or((CableKind::Ribbon, 50));
        let (lead, plug) = match kind {
            CableKind::Patch => (shop::PATCH_LEAD, shop::RJ45),
            CableKind::Shielded => (shop::SHIELDED_LEAD, shop::RJ45),
            CableKind::Ribbon => (shop::RIBBON, shop::PLUG),
        };
        let name = format!("{}, {} m", lead.name, f64::from(centimetres) / 100.0);
        self.named(group, seats, name, lead, "from the hub to each pod");
        self.add(group, 2 * seats, plug, "one on the hub and one in the pod, for each seat");
    }

    fn mechanics(&mut self, board: &Board) {
        let group = Group::Mechanics;
        let (knobs, seats) = (board.knobs.count(), pods(board));
        let cap = if board.ring.is_some() { shop::POINTER_KNOB } else { shop::KNOB };
        self.add(group, knobs, cap, each(knobs, "on the knob", "on each knob"));
        self.add(group, board.screens.len(), shop::SCREWS, "hold the screens");
        match board.secrecy {
            Secrecy::Pass => {
                self.add(group, 1u32, shop::BOX, "for real evenings");
                self.add(group, 1u32, shop::LID_SCREWS, "hold the lid");
            }
            Secrecy::Ring => {
                self.add(group, 1u32, shop::PLATE, "with a hole for each knob and the screen");
                self.add(group, 1u32, shop::FRAME, "holds the lid");
                self.add(group, 1u32, shop::LID_SCREWS, "hold the lid");
                self.add(group, 1u32, shop::RING_PAPER, "printed with the rings, at 100 %");
                self.add(group, knobs, shop::SHIELD_CARD, "round each knob");
            }
            Secrecy::Pods => {
                self.add(group, 1u32, shop::PLATE, "the hub's lid");
                self.add(group, 1u32, shop::FRAME, "the hub's box");
                self.add(group, 1u32, shop::LID_SCREWS, "hold the hub's lid");
                self.add(group, 1u32, shop::SPACERS, "under the hub's board");
                self.add(group, seats, shop::POD_BOX, "one for each pod");
            }
        }
    }
}

/// Seats whose screen is at the end of a cable.
fn pods(board: &Board) -> usize {
    board.screens.iter().filter(|screen| screen.seat.is_some()).count()
}

fn each(count: usize, one: &'static str, many: &'static str) -> &'static str {
    if count == 1 { one } else { many }
}

/// `4.50`.
pub fn euros(cents: u32) -> String {
    format!("{}.{:02} €", cents / 100, cents % 100)
}
