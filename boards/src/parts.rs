//! Everything that must be bought or found for a board, counted from its file: what the wires of the file join, what it
//! stands in, and what feeds it. [`list`] is what the guide prints.

use crate::{
    Board, CableKind, Controller, Pico, Regulator, Route, Size, Sounder, Supply, Voting,
    catalogue::{self as shop, Item},
    electrics,
};

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

/// The ways in which a board can be built. Sixty wires to registers and muxes are too many for a breadboard, and one
/// knob and one screen are too few for a circuit board of their own.
pub fn routes(board: &Board) -> Vec<Route> {
    match board.voting {
        Voting::Ring => Route::ALL.to_vec(),
        Voting::Pass => vec![Route::NoSolder, Route::ByHand],
        Voting::Pods => vec![Route::ByHand, Route::CircuitBoard],
    }
}

/// Counts the parts of a board that is soldered by hand.
pub fn list(board: &Board) -> List {
    list_for(board, Route::ByHand)
}

/// Counts the parts of a board by a route.
pub fn list_for(board: &Board, route: Route) -> List {
    let mut list = List(Vec::new());
    list.electronics(board, route);
    list.power(board, route);
    list.wires(board, route);
    list.mechanics(board);
    list.0.retain(|part| part.count > 0);
    list
}

/// The work of a route, counted from the board file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Solder joints.
    pub joints: u32,
    /// Wires to cut, strip and lay, or to plug in.
    pub wires: u32,
    pub minutes: u32,
}

impl Effort {
    pub fn hours(&self) -> u32 {
        self.minutes.div_ceil(60)
    }
}

/// Minutes for a joint, a soldered wire, a plugged wire, and a box with what is screwed into it.
const PER_JOINT: u32 = 3;
const PER_WIRE: u32 = 3;
const PER_PLUG: u32 = 2;
const PER_BOX: u32 = 25;

pub fn effort(board: &Board, route: Route) -> Effort {
    let knobs = board.knobs.count() as u32;
    let seats = pods(board) as u32;
    let copies: u32 = board.screens.iter().map(|screen| u32::from(screen.copies)).sum();
    let boxes = if board.voting == Voting::Pass { 1 } else { 1 + knobs };
    let other = if board.buzzer.is_some() { 4 } else { 0 } + if board.battery { 5 } else { 0 };
    if route == Route::NoSolder {
        let wires = 5 * knobs + 4 * copies + other;
        return Effort { joints: 0, wires, minutes: wires * PER_PLUG + boxes * PER_BOX };
    }
    // Legs that are soldered whatever joins them: the Pico's strips, knobs, screens, resistors, chips.
    let mut legs = 40 + 5 * knobs + 4 * copies + other;
    if let Some(leads) = board.leads {
        legs += 3 * knobs * (2 * u32::from(leads.series_ohm > 0) + 2 * u32::from(leads.pull_up_ohm > 0));
    }
    if let Some(chain) = &board.knobs.chain {
        legs += 18 * u32::from(chain.registers) + 2 * 3 * u32::from(chain.count);
        legs += u32::from(chain.series_ohm > 0) * 6 * u32::from(chain.count);
    }
    legs +=
        board.buses.iter().map(|bus| 24 * bus.mux.len() as u32 + if bus.pull_up_ohm > 0 { 4 } else { 0 }).sum::<u32>();
    // Both jacks, the capacitors and the series resistors of each seat, and the regulator with what belongs to it.
    legs += seats * (16 + 4 + if board.cable.is_some_and(|cable| cable.series_ohm > 0) { 4 } else { 0 });
    legs += if board.power.regulator == Regulator::Pico { 0 } else { 13 };
    let wires = match route {
        Route::CircuitBoard => {
            if board.leads.is_some() {
                5 * knobs
            } else {
                0
            }
        }
        _ if seats > 0 => 24 * seats + 20,
        _ => 5 * knobs + if board.leads.is_some() { 3 * knobs } else { 0 } + 4 * copies + other,
    };
    // The lead of a dial ends on a leg that is already counted, and on the hub.
    let ends = if route == Route::CircuitBoard { 1 } else { 2 };
    let joints = legs + ends * wires;
    Effort { joints, wires, minutes: joints * PER_JOINT / 4 + wires * PER_WIRE + boxes * PER_BOX }
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

    fn electronics(&mut self, board: &Board, route: Route) {
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
            (20, 20) if route == Route::NoSolder => (shop::KY_040.name.to_string(), shop::KY_040),
            (20, 20) => (shop::ENCODER_20.name.to_string(), shop::ENCODER_20),
            (24, 24) => (shop::ENCODER_24.name.to_string(), shop::ENCODER_24),
            (30, 15) => (shop::ENCODER_30.name.to_string(), shop::ENCODER_30),
            _ => (format!("{}, {detents} detents, {pulses} pulses", shop::ENCODER_OTHER.name), shop::ENCODER_OTHER),
        };
        self.named(group, knobs, name, encoder, each(knobs, "the knob", "one for each seat"));

        for (size, controller, screen) in [
            (Size::Tall, Controller::Ssd1306, shop::SSD1306_TALL),
            (Size::Tall, Controller::Sh1106, shop::SH1106),
            (Size::Tall, Controller::Ssd1309, shop::SSD1309),
            (Size::Flat, Controller::Ssd1306, shop::SSD1306_FLAT),
            (Size::Flat, Controller::Sh1106, shop::SH1106),
            (Size::Flat, Controller::Ssd1309, shop::SSD1309),
        ] {
            let alike = board.screens.iter().filter(|screen| (screen.size, screen.controller) == (size, controller));
            let count: usize = alike.map(|screen| usize::from(screen.copies)).sum();
            let place = match (size, count) {
                (Size::Flat, _) => "one for each seat",
                (Size::Tall, 1) => "the shared screen",
                (Size::Tall, _) => "the shared screen, on both sides of the hub",
            };
            self.add(group, count, screen, place);
        }

        if let Some(leads) = board.leads.filter(|_| route != Route::NoSolder) {
            let contacts = CONTACTS_PER_KNOB * knobs as u32;
            self.resistors(contacts, leads.series_ohm, "in the line of each contact, on the hub");
            if leads.pull_up_ohm == 10_000 {
                self.add(group, contacts.div_ceil(8), shop::ARRAY_10K, "from each contact to 3.3 V, on the hub");
            } else {
                self.resistors(contacts, leads.pull_up_ohm, "from each contact to 3.3 V, on the hub");
            }
        }
        if let Some(chain) = &board.knobs.chain {
            let contacts = CONTACTS_PER_KNOB * u32::from(chain.count);
            self.add(group, chain.registers, shop::REGISTER, "read the knobs, on the hub");
            self.add(group, chain.registers, shop::SOCKET, "under the registers");
            self.add(group, chain.registers, shop::CERAMIC_100N, "from VCC to GND, right beside each register");
            self.resistors(contacts, chain.pull_up_ohm, "from each knob contact to 3V3 of the Pico, on the hub");
            self.resistors(contacts, chain.series_ohm, "in the line of each contact, at its socket on the hub");
        }
        for bus in &board.buses {
            self.add(group, bus.mux.len(), shop::SWITCH, "split the seats' bus, on the hub");
            let place = format!("from SDA and SCL of I2C{} to 3.3 V, beside the Pico", bus.id);
            self.resistors(2u32, bus.pull_up_ohm, place);
            for (at, mux) in bus.mux.iter().enumerate() {
                let on_it = |screen: &&crate::Screen| screen.bus == bus.id && screen.mux.map(usize::from) == Some(at);
                let channels = board.screens.iter().filter(on_it).count();
                let place = format!("from SDA and SCL of each channel of mux {:#04x} to 3.3 V", mux.address);
                self.resistors(2 * channels, mux.channel_pull_up_ohm, place);
            }
        }
        if let Some(cable) = board.cable {
            let seats = pods(board) as u32;
            let place = "in SDA and SCL of each seat, at its socket on the hub: it may be plugged in while all runs";
            self.resistors(2 * seats, cable.series_ohm, place);
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

    fn power(&mut self, board: &Board, route: Route) {
        let group = Group::Power;
        self.add(group, 1u32, shop::USB_CABLE, "to copy the firmware, and to play");
        match board.power.supply {
            Supply::UsbPort => self.add(group, 1u32, shop::USB_POWER, "at the table"),
            Supply::UsbCharger => self.add(group, 1u32, shop::CHARGER, "at the table"),
        }
        if board.battery {
            self.add(group, 1u32, shop::BATTERY_HOLDER, "feeds VSYS");
            self.add(group, 3u32, shop::CELLS, "in the holder");
            self.add(group, 1u32, shop::SCHOTTKY, "from the battery to VSYS, its ring towards VSYS");
            self.add(group, 1u32, shop::SLIDE_SWITCH, "in the battery's red wire");
            if route == Route::NoSolder {
                self.add(group, 1u32, shop::PIN_JUMPERS, "on the breadboard");
            }
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
        self.add(group, 1u32, fuse_item(board), "between VBUS and the regulator");
    }

    fn wires(&mut self, board: &Board, route: Route) {
        let group = Group::Wires;
        let seats = pods(board);
        let knobs = board.knobs.count();
        if route == Route::NoSolder {
            self.add(group, 1u32, shop::BREADBOARD, "carries the Pico; every wire is plugged into it");
            if let Some(leads) = board.leads {
                let name = format!("jumper wires, pin to socket, {} cm, 40 in a ribbon", leads.centimetres);
                let place = "torn into strips of five: the leads to the dials";
                self.named(group, (5 * knobs).div_ceil(40), name, shop::LONG_JUMPERS, place);
            }
            self.add(group, 1u32, shop::JUMPERS, "from the breadboard to each screen, and to a knob beside it");
            self.add(group, 1u32, shop::TIES, "hold the leads in their boxes");
            return;
        }
        match (route, seats) {
            (Route::CircuitBoard, 0) => self.add(group, 1u32, shop::ETCHED, "the hub"),
            (Route::CircuitBoard, _) => self.add(group, 1 + seats, shop::ETCHED, "one for the hub, one for each pod"),
            (_, 0) if board.voting == Voting::Pass => self.add(group, 1u32, shop::SMALL_BOARD, "carries everything"),
            (_, 0) => self.add(group, 1u32, shop::MIDDLE_BOARD, "the hub"),
            (..) => self.add(group, 1u32, shop::STRIPBOARD, "the hub"),
        }
        self.add(group, 2u32, shop::PICO_SOCKET, "under the Pico");
        let copies: usize = board.screens.iter().map(|screen| usize::from(screen.copies)).sum();
        self.add(group, copies, shop::SCREEN_SOCKET, "for each screen");
        if let Some(leads) = board.leads {
            let metres = (usize::from(leads.centimetres) * knobs).div_ceil(100);
            self.add(group, metres, shop::LEAD_CABLE, "the leads to the dials");
            self.add(group, 1u32, shop::TIES, "hold the leads in their boxes");
        }
        if route == Route::ByHand {
            self.add(group, 1u32, shop::WIRE, "from the Pico to everything on the same board");
        }
        self.add(group, 1u32, shop::HEAT_SHRINK, "over the legs of the knobs");
        if seats == 0 {
            return;
        }
        if route == Route::ByHand {
            self.add(group, seats, shop::SMALL_BOARD, "in each pod");
        }
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
        let knobs = board.knobs.count();
        let cap = if board.ring.is_some() { shop::DISC_KNOB } else { shop::KNOB };
        self.add(group, knobs, cap, each(knobs, "on the knob", "on each knob"));
        let copies: usize = board.screens.iter().map(|screen| usize::from(screen.copies)).sum();
        self.add(group, copies, shop::SCREWS, "hold the screens");
        let (boxes, grams) = match board.voting {
            Voting::Pass => (1, 130),
            Voting::Ring => (1 + knobs, 170 + 80 * knobs),
            Voting::Pods => (1 + knobs, 260 + 75 * knobs),
        };
        self.add(group, grams.div_ceil(100), shop::FILAMENT, "the boxes");
        self.add(group, boxes, shop::LID_SCREWS, "close the boxes");
        if board.voting != Voting::Pass {
            self.add(group, boxes, shop::FEET, "under each box: it must not slide when it is turned with one hand");
        }
        if board.ring.is_some() {
            self.add(group, knobs.div_ceil(6), shop::RING_PAPER, "printed with the discs, at 100 %");
        }
    }
}

/// The fuse in front of a board's regulator, as a shop calls it.
pub fn fuse(board: &Board) -> &'static str {
    fuse_item(board).name
}

fn fuse_item(board: &Board) -> Item {
    let load = electrics::report(board).power.load_ma() * FUSE_MARGIN;
    let fuse = shop::POLYFUSES.iter().find(|(holds, _)| f64::from(*holds) >= load);
    fuse.unwrap_or(&shop::POLYFUSES[shop::POLYFUSES.len() - 1]).1
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
