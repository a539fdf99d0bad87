//! Everything that must be bought or found for a board, counted from its file: what its wires join, its case, and its
//! power supply. The guide prints [`list`].

use crate::{
    Board, CableKind, Controller, Pico, Regulator, Route, Size, Sounder, Supply, Voting,
    catalogue::{self as shop, Item},
    electrics,
};

const CONTACTS_PER_KNOB: u32 = 3;
/// Ratio of a fuse's hold current to the load: a warm fuse holds less than its rating.
const FUSE_MARGIN: f64 = 1.3;

/// Purpose of a part, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Electronics,
    /// Soldered onto circuit boards made from our files.
    OnBoards,
    Power,
    Wires,
    Mechanics,
}

impl Group {
    pub const ALL: [Self; 5] = [Self::Electronics, Self::OnBoards, Self::Power, Self::Wires, Self::Mechanics];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Electronics => "Electronics",
            Self::OnBoards => "On the circuit boards",
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
    /// Name of its picture.
    pub picture: &'static str,
    /// Its name in a shop.
    pub name: String,
    /// Manufacturer and order code; may be empty.
    pub order: String,
    /// An alternative; may be empty.
    pub alternative: String,
    /// Where it goes.
    pub place: String,
    /// Price of one.
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

/// Counts the parts of a board that is soldered by hand.
pub fn list(board: &Board) -> List {
    list_for(board, Route::ByHand)
}

/// Counts the parts of a board for a route, without those on the circuit boards, which the circuit board's own list
/// contains.
pub fn list_for(board: &Board, route: Route) -> List {
    let mut list = List(Vec::new());
    list.electronics(board, route);
    list.power(board, route);
    list.wires(board, route);
    list.mechanics(board, route);
    list.0.retain(|part| part.count > 0);
    list
}

/// Amount of work for a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Solder joints.
    pub joints: u32,
    /// Wires to lay or to plug in.
    pub wires: u32,
    pub minutes: u32,
}

/// Minutes for four joints, a soldered wire, a plugged wire, and a box with what is screwed into it.
const PER_FOUR_JOINTS: u32 = 3;
const PER_WIRE: u32 = 3;
const PER_PLUG: u32 = 2;
const PER_BOX: u32 = 25;

impl Effort {
    /// For a board whose wires are plugged in.
    pub fn plugged(board: &Board, joints: u32, wires: u32) -> Self {
        Self { joints, wires, minutes: joints * PER_FOUR_JOINTS / 4 + wires * PER_PLUG + boxes(board) * PER_BOX }
    }

    /// On a breadboard: the wires of knobs, screens, buzzer and battery.
    pub fn without_solder(board: &Board) -> Self {
        Self::plugged(board, 0, 5 * board.knobs.count() as u32 + 4 * glasses(board) + others(board))
    }

    /// On perfboard, where each wire has two joints.
    pub fn by_hand(board: &Board) -> Self {
        let knobs = board.knobs.count() as u32;
        let seats = pods(board) as u32;
        // Legs that are soldered in any case: the Pico's strips, knobs, screens, resistors, chips.
        let mut legs = 40 + 5 * knobs + 4 * glasses(board) + others(board);
        if let Some(leads) = board.leads {
            legs += 3 * knobs * (2 * u32::from(leads.series_ohm > 0) + 2 * u32::from(leads.pull_up_ohm > 0));
        }
        if let Some(chain) = &board.knobs.chain {
            legs += 18 * u32::from(chain.registers) + 2 * 3 * u32::from(chain.count);
            legs += u32::from(chain.series_ohm > 0) * 6 * u32::from(chain.count);
        }
        let at_bus = |bus: &crate::Bus| 24 * bus.mux.len() as u32 + if bus.pull_up_ohm > 0 { 4 } else { 0 };
        legs += board.buses.iter().map(at_bus).sum::<u32>();
        // Both jacks, the capacitor and the series resistors of each seat, and the regulator with its parts.
        legs += seats * (16 + 2 + if board.cable.is_some_and(|cable| cable.series_ohm > 0) { 4 } else { 0 });
        legs += if board.power.regulator == Regulator::Pico { 0 } else { 13 };
        let wires = if seats > 0 {
            24 * seats + 20
        } else {
            5 * knobs + if board.leads.is_some() { 3 * knobs } else { 0 } + 4 * glasses(board) + others(board)
        };
        let joints = legs + 2 * wires;
        Self { joints, wires, minutes: joints * PER_FOUR_JOINTS / 4 + wires * PER_WIRE + boxes(board) * PER_BOX }
    }

    /// Explains in words how the minutes are estimated.
    pub fn rates() -> String {
        format!(
            "{PER_FOUR_JOINTS} minutes for four joints, {PER_WIRE} for a soldered wire, {PER_PLUG} for a plugged one, {PER_BOX} for a \
             box with what goes into it"
        )
    }

    pub fn hours(&self) -> u32 {
        self.minutes.div_ceil(60)
    }
}

/// Number of screens, copies included.
fn glasses(board: &Board) -> u32 {
    board.screens.iter().map(|screen| u32::from(screen.copies)).sum()
}

/// Wires of the buzzer and of the battery.
fn others(board: &Board) -> u32 {
    let (buzzer, battery) = (u32::from(board.buzzer.is_some()), u32::from(board.battery));
    4 * buzzer + 5 * battery
}

fn boxes(board: &Board) -> u32 {
    if board.voting == Voting::Pass { 1 } else { 1 + board.knobs.count() as u32 }
}

/// The encoder of each knob.
pub fn encoder(board: &Board, route: Route) -> (String, Item) {
    let (detents, pulses) = (board.knobs.detents, board.knobs.detents / board.knobs.detents_per_cycle);
    let item = match (detents, pulses, board.voting, route) {
        (20, 20, _, Route::NoSolder) | (20, 20, Voting::Ring, Route::CircuitBoard) => shop::KY_040,
        (20, 20, Voting::Pods, Route::CircuitBoard) => shop::ENCODER_20_LONG,
        (20, 20, ..) => shop::ENCODER_20,
        (24, 24, ..) => shop::ENCODER_24,
        (30, 15, ..) => shop::ENCODER_30,
        _ => {
            let name = format!("{}, {detents} detents, {pulses} pulses", shop::ENCODER_OTHER.name);
            return (name, shop::ENCODER_OTHER);
        }
    };
    (item.name.into(), item)
}

impl List {
    pub fn total_cents(&self) -> u32 {
        self.0.iter().map(Part::total_cents).sum()
    }

    /// Approximate price, rounded to five euros.
    pub fn about_euros(&self) -> u32 {
        self.total_cents().div_ceil(500) * 5
    }

    /// The list as Markdown: a table for each group, the total, and the tools. Pictures are in `parts/` beside the
    /// boards.
    pub fn markdown(&self) -> String {
        let mut page = String::new();
        for group in Group::ALL {
            let mut parts = self.0.iter().filter(|part| part.group == group).peekable();
            if parts.peek().is_none() {
                continue;
            }
            page += &format!(
                "**{}**\n\n|  | count | part | order code | or | where | each | all |\n|---|---:|---|---|---|---|---:|---:|\n",
                group.title()
            );
            for part in parts {
                page += &format!(
                    "| ![](../parts/{}.svg) | {} | {} | {} | {} | {} | {} | {} |\n",
                    part.picture,
                    part.count,
                    part.name,
                    part.order,
                    part.alternative,
                    part.place,
                    euros(part.cents),
                    euros(part.total_cents())
                );
            }
            page.push('\n');
        }
        page += &format!(
            "Altogether about **{} €**: rough prices in Europe, bought in small numbers, without shipping.",
            self.about_euros()
        );
        page
    }

    /// The list as CSV.
    pub fn csv(&self) -> String {
        let quoted = |words: &str| format!("\"{}\"", words.replace('"', "\"\""));
        let mut text = String::from("for,count,part,order code,instead,where,each,all\n");
        for part in &self.0 {
            let words = [&part.name, &part.order, &part.alternative, &part.place].map(|words| quoted(words)).join(",");
            let price = |cents: u32| format!("{}.{:02}", cents / 100, cents % 100);
            let (each, all) = (price(part.cents), price(part.total_cents()));
            text += &format!("{},{},{words},{each},{all}\n", quoted(part.group.title()), part.count);
        }
        text
    }

    fn add(&mut self, group: Group, count: impl TryInto<u32>, item: Item, place: impl Into<String>) {
        self.named(group, count, (item.name.into(), item.order.into()), item, place);
    }

    /// Adds an item that is sold in several sizes, under this name and code.
    fn named(
        &mut self,
        group: Group,
        count: impl TryInto<u32>,
        (name, order): (String, String),
        item: Item,
        place: impl Into<String>,
    ) {
        let count = count.try_into().unwrap_or(0);
        let (picture, alternative, place) = (item.picture, item.alternative.to_string(), place.into());
        self.0.push(Part { group, count, picture, name, order, alternative, place, cents: item.cents });
    }

    fn resistors(&mut self, count: impl TryInto<u32>, ohm: u32, place: impl Into<String>) {
        if ohm > 0 {
            self.named(Group::Electronics, count, shop::resistor(ohm), shop::RESISTOR, place);
        }
    }

    fn electronics(&mut self, board: &Board, route: Route) {
        let group = Group::Electronics;
        let on_boards = route == Route::CircuitBoard;
        if !on_boards {
            let (name, item) = pico(board);
            self.named(group, 1u32, (name, item.order.into()), item, "takes the firmware");
        }
        let knobs = board.knobs.count();
        if !on_boards || board.voting == Voting::Ring {
            let (name, item) = encoder(board, route);
            let place = each(knobs, "the knob", "one for each seat");
            self.named(group, knobs, (name, item.order.into()), item, place);
        }
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
        if route == Route::ByHand {
            self.resistors_and_chips(board);
        }
        if let Some(buzzer) = board.buzzer.filter(|_| !on_boards) {
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

    /// Adds what is soldered between the pins and what they read or drive.
    fn resistors_and_chips(&mut self, board: &Board) {
        let group = Group::Electronics;
        if let Some(leads) = board.leads {
            let contacts = CONTACTS_PER_KNOB * board.knobs.count() as u32;
            self.resistors(contacts, leads.series_ohm, "in the line of each contact, on the hub");
            let (count, array) = (contacts.div_ceil(8), shop::common_array(9, leads.pull_up_ohm));
            if leads.pull_up_ohm > 0 {
                self.named(group, count, array, shop::COMMON_ARRAY, "from each contact to 3.3 V, on the hub");
            }
        }
        if let Some(chain) = &board.knobs.chain {
            let contacts = CONTACTS_PER_KNOB * u32::from(chain.count);
            self.add(group, chain.registers, shop::REGISTER, "read the knobs, on the hub");
            self.add(group, chain.registers, shop::SOCKET, "under the registers");
            self.add(group, chain.registers, shop::CERAMIC_100N, "from VCC to GND, right beside each register");
            self.resistors(
                contacts,
                chain.pull_up_ohm,
                "from each knob contact to the 3.3 V of the registers, on the hub",
            );
            self.resistors(contacts, chain.series_ohm, "in the line of each contact, at its socket on the hub");
        }
        for bus in &board.buses {
            self.add(group, bus.mux.len(), shop::MUX, "split the seats' bus, on the hub");
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
            self.add(group, seats, shop::CERAMIC_10U, "from 3.3 V to GND in each pod");
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
            self.add(group, 1u32, shop::SLIDE_SWITCH, "in the battery's red wire");
            if route != Route::CircuitBoard {
                self.add(group, 1u32, shop::SCHOTTKY, "from the battery to VSYS, its ring towards VSYS");
            }
        }
        let regulator = match board.power.regulator {
            Regulator::Pico => return,
            Regulator::Mcp1826s => shop::MCP1826S,
            Regulator::Ld1117v33 => shop::LD1117V33,
            Regulator::Ams1117 => shop::AMS1117,
        };
        if board.power.regulator != Regulator::Ams1117 {
            self.add(group, 1u32, shop::HEAT_SINK, "on the regulator");
        }
        if route == Route::CircuitBoard {
            return;
        }
        self.add(group, 1u32, regulator, "from VBUS, for all screens");
        if board.power.regulator != Regulator::Ams1117 {
            self.add(group, 2u32, shop::CERAMIC_10U, "at the regulator's input and output");
        }
        self.add(group, 1u32, shop::ELECTROLYTIC, "at the regulator's output: holds it while a seat is plugged in");
        self.add(group, 1u32, fuse(board), "between VBUS and the regulator");
    }

    fn wires(&mut self, board: &Board, route: Route) {
        let group = Group::Wires;
        match route {
            Route::NoSolder => {
                self.add(group, 1u32, shop::BREADBOARD, "carries the Pico; every wire is plugged into it")
            }
            Route::ByHand => self.perfboards(board),
            Route::CircuitBoard => match pods(board) {
                0 => self.add(group, 1u32, shop::ETCHED, "carries the Pico"),
                seats => self.add(group, 1 + seats, shop::ETCHED, "one for the hub, one for each pod"),
            },
        }
        let knobs = board.knobs.count();
        if let Some(leads) = board.leads {
            let place = "torn into strips of five: the leads to the dials";
            let metres = (usize::from(leads.centimetres) * knobs).div_ceil(100);
            let ends = if route == Route::NoSolder { "pin to socket" } else { "socket to socket" };
            let name = format!("{}, {ends}, {} cm, 40 in a ribbon", shop::LONG_JUMPERS.name, leads.centimetres);
            if route == Route::ByHand {
                self.add(group, metres, shop::LEAD_CABLE, "the leads to the dials");
            } else {
                self.named(group, (5 * knobs).div_ceil(40), (name, String::new()), shop::LONG_JUMPERS, place);
            }
            self.add(group, 1u32, shop::TIES, "hold the leads in their boxes");
        }
        match route {
            Route::NoSolder => {
                self.add(group, 1u32, shop::JUMPERS, "from the breadboard to screens, and to a knob beside it");
                self.add(group, 1u32, shop::PIN_JUMPERS, "from row to row on the breadboard");
            }
            Route::ByHand => {
                self.add(group, 1u32, shop::WIRE, "from the Pico to everything on the same board");
                self.add(group, 1u32, shop::HEAT_SHRINK, "over the legs of the knobs");
            }
            Route::CircuitBoard if board.voting == Voting::Pass => {
                let place = "from the circuit board to the screen, and, with their ends cut off, to knob and switch";
                self.add(group, 1u32, shop::JUMPERS, place);
                self.add(group, 1u32, shop::HEAT_SHRINK, "over the legs of knob and switch");
            }
            Route::CircuitBoard => self.add(group, 1u32, shop::JUMPERS, "from the circuit board to each shared screen"),
        }
        let seats = pods(board);
        if seats > 0 {
            let cable = board.cable.map(|cable| (cable.kind, cable.centimetres));
            let (kind, centimetres) = cable.unwrap_or((CableKind::Ribbon, 50));
            let (lead, plug) = match kind {
                CableKind::Patch => (shop::PATCH_LEAD, shop::RJ45),
                CableKind::Shielded => (shop::SHIELDED_LEAD, shop::RJ45),
                CableKind::Ribbon => (shop::RIBBON, shop::PLUG),
            };
            let name = format!("{}, {} m", lead.name, f64::from(centimetres) / 100.0);
            self.named(group, seats, (name, lead.order.into()), lead, "from the hub to each pod");
            if route != Route::CircuitBoard {
                self.add(group, 2 * seats, plug, "one on the hub and one in the pod, for each seat");
            }
        }
    }

    fn perfboards(&mut self, board: &Board) {
        let group = Group::Wires;
        let seats = pods(board);
        match board.voting {
            Voting::Pass => self.add(group, 1u32, shop::SMALL_BOARD, "carries everything"),
            _ if seats == 0 => self.add(group, 1u32, shop::MIDDLE_BOARD, "the hub"),
            _ => self.add(group, 1u32, shop::LARGE_BOARD, "the hub"),
        }
        self.add(group, seats, shop::SMALL_BOARD, "in each pod");
        self.named(group, 2u32, shop::socket_strip(20), shop::SOCKET_STRIP, "under the Pico");
        self.named(group, glasses(board), shop::socket_strip(4), shop::SOCKET_STRIP, "for each screen");
    }

    fn mechanics(&mut self, board: &Board, route: Route) {
        let group = Group::Mechanics;
        let knobs = board.knobs.count();
        let cap = if board.ring.is_some() { shop::DISC_KNOB } else { shop::KNOB };
        self.add(group, knobs, cap, each(knobs, "on the knob", "on each knob"));
        if board.voting != Voting::Pass {
            let shared = board.screens.iter().filter(|screen| screen.seat.is_none());
            let count: usize = shared.map(|screen| usize::from(screen.copies)).sum();
            self.add(group, count, shop::SCREWS, each(count, "hold the shared screen", "hold the shared screens"));
        }
        let grams = match board.voting {
            Voting::Pass => 130,
            Voting::Ring => 170 + 80 * knobs,
            Voting::Pods => 260 + 60 * knobs,
        };
        self.add(group, grams.div_ceil(100), shop::FILAMENT, "the boxes");
        let card = if route == Route::NoSolder { 0 } else { 4 };
        let screws: &[(usize, &str, &str)] = match board.voting {
            Voting::Pass => &[(4, "3 × 16 mm", "close the box")],
            Voting::Ring => &[
                (4 * knobs, "3 × 20 mm", "close the dials"),
                (10, "3 × 12 mm", "the roof of the hub"),
                (card, "3 × 8 mm", "hold the board in the hub"),
            ],
            Voting::Pods => {
                &[(10, "3 × 12 mm", "the roof of the hub"), (card, "3 × 8 mm", "hold the board in the hub")]
            }
        };
        for (count, size, place) in screws {
            self.named(
                group,
                *count,
                (format!("{}, {size}", shop::WOOD_SCREW.name), String::new()),
                shop::WOOD_SCREW,
                *place,
            );
        }
        if board.voting == Voting::Pods {
            self.add(group, knobs, shop::SPACERS, "hold circuit board and lid of each pod");
        }
        if board.voting != Voting::Pass {
            self.add(
                group,
                boxes(board),
                shop::FEET,
                "under each box: it must not slide when it is turned with one hand",
            );
        } else {
            let place = match route {
                Route::NoSolder => "holds the screen, the switch, the buzzer and the battery holder",
                _ => "two layers under the board; holds the screen, the switch and the battery holder",
            };
            self.add(group, 1u32, shop::FOAM, place);
        }
        if board.ring.is_some() {
            self.add(group, knobs.div_ceil(6), shop::RING_PAPER, "printed with the discs, at 100 %");
        }
    }
}

/// The required tools, as Markdown.
pub fn tools() -> String {
    let mut page = String::from("**Tools**, which are not in the price\n\n");
    for (tool, purpose) in shop::TOOLS {
        page += &if purpose.is_empty() { format!("- {tool}\n") } else { format!("- {tool}: {purpose}\n") };
    }
    page.trim_end().to_string()
}

/// The Pico by its name.
pub fn pico(board: &Board) -> (String, Item) {
    let item = match board.pico {
        Pico::Pico => shop::PICO,
        Pico::PicoW => shop::PICO_W,
    };
    let name =
        if board.flash > 2 { format!("{} with {} MiB of flash", item.name, board.flash) } else { item.name.into() };
    (name, item)
}

/// The fuse in front of a board's regulator.
pub fn fuse(board: &Board) -> Item {
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
