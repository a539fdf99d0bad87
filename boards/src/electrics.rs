//! Currents and levels of a board, calculated from the parts in its file: what each bus line has to sink, how low it
//! gets and how fast it rises, and what the screens draw from the regulator and the supply. All figures are worst-case
//! values of the data sheets. Nothing here was measured on a built board.

use crate::{Board, Bus, CableKind, Regulator, Screen, Supply, Viewer, check::DRIVES};

const VOLTS: f64 = 3.3;
/// Maximum sink current of a line by the I2C standard.
pub const MOST_SINK_MA: f64 = 3.0;
/// Low threshold of the SSD1306: 0.2 VDD.
pub const LOW_AT_SCREEN: f64 = 0.2 * VOLTS;
/// Low threshold of the Pico's chip.
pub const LOW_AT_PICO: f64 = 0.8;
/// Output voltage of a pad at its rated drive strength.
const PAD_LOW_V: f64 = 0.5;

/// The strongest internal pull-up of the Pico's pads, which the driver enables.
const PAD_PULL_UP_OHM: u32 = 50_000;
/// Maximum low level of a line that a screen drives, at [`MOST_SINK_MA`].
const ANSWER_LOW_V: f64 = 0.4;
/// Resistance of an open mux channel at 3.3 V.
const SWITCH_OHM: f64 = 30.0;
/// Rise time from 0.3 to 0.7 VDD, as a multiple of RC.
const RISE: f64 = 0.8473;
const PICO_AND_WIRES_PF: f64 = 25.0;
const SWITCH_PF: f64 = 28.0;
const SCREEN_PF: f64 = 15.0;

/// Current of the Pico itself, with its LED.
pub const PICO_MA: f64 = 50.0;
/// Resistance of a polyfuse in front of the regulator.
const FUSE_OHM: f64 = 0.4;

/// Resistance of a magnetic buzzer's coil, and rated current of a pin.
pub const COIL_OHM: u32 = 16;
pub const PIN_MA: u32 = 12;

/// Current of the coil through a series resistor.
pub fn coil_ma(series_ohm: u32) -> f64 {
    1000.0 * VOLTS / f64::from(COIL_OHM + series_ohm)
}

/// All calculated figures of a board.
#[derive(Clone, Debug)]
pub struct Report {
    /// One for each bus that carries a screen.
    pub buses: Vec<BusReport>,
    pub power: PowerReport,
}

#[derive(Clone, Debug)]
pub struct BusReport {
    /// Index in the file's list of buses.
    pub at: usize,
    pub id: u8,
    pub hz: u32,
    /// Drive strength of both pads, in mA, that keeps every line of the bus low enough.
    pub drive_ma: u8,
    /// The bus itself if a screen is on it, otherwise each mux channel that has one.
    pub lines: Vec<Line>,
}

/// The path of one transfer, SDA and SCL alike: the bus itself and, behind a mux, the open channel.
#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    pub pull_ups: Vec<PullUp>,
    pub total_ohm: f64,
    pub sink_ma: f64,
    /// Low level at the screen when the Pico drives.
    pub low_at_screen: f64,
    /// Low level at the Pico when the screen drives.
    pub low_at_pico: f64,
    pub capacitance_pf: f64,
    pub rise_ns: f64,
    pub most_rise_ns: f64,
}

/// A resistor from each line to 3.3 V.
#[derive(Clone, Debug)]
pub struct PullUp {
    pub place: String,
    pub ohm: u32,
}

impl PullUp {
    pub fn milliamps(&self) -> f64 {
        1000.0 * VOLTS / f64::from(self.ohm)
    }
}

/// The loads on the 3.3 V supply, and whether it can provide them.
#[derive(Clone, Debug)]
pub struct PowerReport {
    /// Screens with all pixels lit and contacts all closed, in mA.
    pub loads: Vec<(String, f64)>,
    pub regulator: &'static RegulatorFigures,
    pub supply: &'static SupplyFigures,
    /// Current through the USB cable.
    pub total_ma: f64,
    /// Voltage at the regulator's input, with the supply at its lowest.
    pub in_volts: f64,
}

/// A regulator, from its data sheet.
#[derive(Debug)]
pub struct RegulatorFigures {
    pub name: &'static str,
    pub most_ma: f64,
    /// Maximum dropout: how far the input must be above 3.3 V.
    pub drop_volts: f64,
}

#[derive(Debug)]
pub struct SupplyFigures {
    pub name: &'static str,
    pub most_ma: f64,
    pub lowest_volts: f64,
}

impl Regulator {
    pub const fn figures(self) -> &'static RegulatorFigures {
        match self {
            // A switching regulator, which also works below its output voltage.
            Self::Pico => &RegulatorFigures { name: "the Pico's own 3V3", most_ma: 300.0, drop_volts: 0.0 },
            Self::Mcp1826s => &RegulatorFigures { name: "MCP1826S-3302E/AB", most_ma: 1000.0, drop_volts: 0.4 },
            Self::Ld1117v33 => &RegulatorFigures { name: "LD1117V33", most_ma: 800.0, drop_volts: 1.2 },
            Self::Ams1117 => &RegulatorFigures { name: "AMS1117-3.3", most_ma: 800.0, drop_volts: 1.3 },
        }
    }
}

impl Supply {
    pub const fn figures(self) -> &'static SupplyFigures {
        match self {
            Self::UsbPort => &SupplyFigures { name: "a USB 2 port", most_ma: 500.0, lowest_volts: 4.5 },
            Self::UsbCharger => {
                &SupplyFigures { name: "a 5.1 V, 2.5 A wall supply", most_ma: 2500.0, lowest_volts: 4.85 }
            }
        }
    }
}

impl CableKind {
    /// Capacitance between neighbouring wires.
    pub const fn pf_per_metre(self) -> f64 {
        match self {
            Self::Patch => 52.0,
            Self::Shielded => 100.0,
            Self::Ribbon => 47.0,
        }
    }
}

/// Calculates everything, for a board that has passed the check.
pub fn report(board: &Board) -> Report {
    let buses = board.buses.iter().enumerate().filter_map(|(at, bus)| bus_report(board, at, bus)).collect();
    Report { buses, power: power_report(board) }
}

/// The drive strength of a bus's pads, in mA.
pub fn drive_ma(board: &Board, bus: u8) -> u8 {
    report(board).buses.iter().find(|report| report.id == bus).map_or(DRIVES[0], |report| report.drive_ma)
}

fn bus_report(board: &Board, at: usize, bus: &Bus) -> Option<BusReport> {
    let screens: Vec<&Screen> = board.screens.iter().filter(|screen| screen.bus == bus.id).collect();
    if screens.is_empty() {
        return None;
    }
    let mut branches: Vec<(Option<u8>, Option<u8>)> =
        screens.iter().map(|screen| (screen.mux, screen.channel)).collect();
    branches.sort();
    branches.dedup();
    let lines =
        |drive: u8| -> Vec<Line> { branches.iter().map(|branch| line(board, bus, &screens, *branch, drive)).collect() };
    let low_enough = |drive: &u8| lines(*drive).iter().all(|line| line.low_at_screen < LOW_AT_SCREEN);
    let drive_ma = DRIVES.into_iter().find(low_enough).unwrap_or(DRIVES[DRIVES.len() - 1]);
    Some(BusReport { at, id: bus.id, hz: bus.hz, drive_ma, lines: lines(drive_ma) })
}

fn line(board: &Board, bus: &Bus, screens: &[&Screen], branch: (Option<u8>, Option<u8>), drive: u8) -> Line {
    let on_line = |screen: &&&Screen| (screen.mux, screen.channel) == branch;
    let direct = |screen: &&&Screen| screen.mux.is_none();
    let mut near = vec![PullUp { place: "beside the Pico".into(), ohm: bus.pull_up_ohm }];
    for mux in &bus.mux {
        near.push(PullUp { place: format!("on mux {:#04x}", mux.address), ohm: mux.pull_up_ohm });
    }
    near.extend(screens.iter().filter(direct).flat_map(|screen| on_screen(screen)));
    near.push(PullUp { place: "in the Pico".into(), ohm: PAD_PULL_UP_OHM });

    let mut far = Vec::new();
    let (mut name, mut between_ohm) = (format!("I2C{}", bus.id), 0.0);
    let mut capacitance_pf = PICO_AND_WIRES_PF
        + SWITCH_PF * bus.mux.len() as f64
        + SCREEN_PF * screens.iter().filter(direct).map(|screen| f64::from(screen.copies)).sum::<f64>();
    if let (Some(mux), Some(channel)) = branch {
        let mux = &bus.mux[usize::from(mux)];
        name += &format!(", mux {:#04x}, channel {channel}", mux.address);
        far.push(PullUp { place: "on the channel".into(), ohm: mux.channel_pull_up_ohm });
        far.extend(screens.iter().filter(on_line).flat_map(|screen| on_screen(screen)));
        between_ohm = SWITCH_OHM;
        capacitance_pf +=
            SCREEN_PF * screens.iter().filter(on_line).map(|screen| f64::from(screen.copies)).sum::<f64>();
        if let Some(cable) = board.cable {
            between_ohm += f64::from(cable.series_ohm);
            capacitance_pf += cable.kind.pf_per_metre() * f64::from(cable.centimetres) / 100.0;
        }
    }
    for pull_ups in [&mut near, &mut far] {
        pull_ups.retain(|pull_up| pull_up.ohm > 0);
    }

    // While a line is low, each side's current flows to the device that holds it.
    let (near_ma, far_ma): (f64, f64) =
        (near.iter().map(PullUp::milliamps).sum(), far.iter().map(PullUp::milliamps).sum());
    let sink_ma = near_ma + far_ma;
    let total_ohm = 1000.0 * VOLTS / sink_ma;
    // The Pico's internal pull-ups may be much weaker, so a rising line must not rely on them.
    let pad_ma = 1000.0 * VOLTS / f64::from(PAD_PULL_UP_OHM);
    let rising_ohm = 1000.0 * VOLTS / (sink_ma - pad_ma).max(f64::MIN_POSITIVE);
    Line {
        name,
        total_ohm,
        sink_ma,
        low_at_screen: PAD_LOW_V * sink_ma / f64::from(drive) + far_ma * between_ohm / 1000.0,
        low_at_pico: ANSWER_LOW_V * sink_ma / MOST_SINK_MA + near_ma * between_ohm / 1000.0,
        capacitance_pf,
        rise_ns: RISE * rising_ohm * capacitance_pf / 1000.0,
        most_rise_ns: if bus.hz > 100_000 { 300.0 } else { 1000.0 },
        pull_ups: near.into_iter().chain(far).collect(),
    }
}

fn on_screen(screen: &Screen) -> Vec<PullUp> {
    let place = match (screen.seat, screen.copies) {
        (Some(seat), _) => format!("on the screen of seat {seat}"),
        (None, 1) => "on the shared screen".to_string(),
        (None, _) => "on each shared screen".to_string(),
    };
    vec![PullUp { place, ohm: screen.pull_up_ohm }; screen.copies.into()]
}

fn power_report(board: &Board) -> PowerReport {
    let mut loads = Vec::new();
    for (viewer, name) in [(Viewer::Shared, "the shared screen"), (Viewer::Seat, "seat screens")] {
        let screens: Vec<f64> = board
            .screens
            .iter()
            .filter(|screen| screen.viewer == viewer)
            .map(|screen| f64::from(screen.most_ma()))
            .collect();
        let copies =
            board.screens.iter().filter(|screen| screen.viewer == viewer).map(|screen| screen.copies).sum::<u8>();
        match usize::from(copies) {
            0 => {}
            1 => loads.push((name.to_string(), screens[0])),
            count if viewer == Viewer::Shared => loads.push((format!("{count} shared screens"), screens.iter().sum())),
            count => loads.push((format!("{count} {name}"), screens.iter().sum())),
        }
    }
    if let Some(chain) = &board.knobs.chain {
        let contacts = 3 * u32::from(chain.count);
        let all = f64::from(contacts) * 1000.0 * VOLTS / f64::from(chain.pull_up_ohm);
        loads.push((format!("{contacts} pull-ups of the knobs"), all));
    }
    if let Some(leads) = board.leads.filter(|leads| leads.pull_up_ohm > 0) {
        let contacts = 3 * board.knobs.count();
        let all = contacts as f64 * 1000.0 * VOLTS / f64::from(leads.pull_up_ohm);
        loads.push((format!("{contacts} pull-ups of the knobs"), all));
    }
    let bus_ma: f64 = board
        .buses
        .iter()
        .filter(|bus| bus.pull_up_ohm > 0)
        .map(|bus| 2000.0 * VOLTS / f64::from(bus.pull_up_ohm))
        .sum();
    if bus_ma > 0.0 {
        loads.push(("pull-ups of the buses".into(), bus_ma));
    }
    let (regulator, supply) = (board.power.regulator.figures(), board.power.supply.figures());
    let load_ma: f64 = loads.iter().map(|(_, milliamps)| milliamps).sum();
    let fuse_volts = if board.power.regulator == Regulator::Pico { 0.0 } else { load_ma / 1000.0 * FUSE_OHM };
    PowerReport { regulator, supply, total_ma: load_ma + PICO_MA, in_volts: supply.lowest_volts - fuse_volts, loads }
}

impl PowerReport {
    /// Current that the regulator must provide.
    pub fn load_ma(&self) -> f64 {
        self.loads.iter().map(|(_, milliamps)| milliamps).sum()
    }

    fn sum(&self) -> String {
        let loads: Vec<String> = self.loads.iter().map(|(name, ma)| format!("{name} {ma:.0}")).collect();
        loads.join(" + ")
    }
}

impl BusReport {
    /// The line with the highest sink current.
    pub fn worst(&self) -> Option<&Line> {
        self.lines.iter().max_by(|one, other| one.sink_ma.total_cmp(&other.sink_ma))
    }

    fn mistakes(&self) -> Vec<(String, String)> {
        let mut mistakes = Vec::new();
        let key = |name: &str| format!("buses[{}].{name}", self.at);
        let Some(worst) = self.worst() else { return mistakes };
        if worst.sink_ma > MOST_SINK_MA {
            let reason = format!(
                "{}: {} add up to {}, {:.2} mA, but I2C allows {MOST_SINK_MA} mA; take larger resistors or remove some",
                worst.name,
                worst.sum(),
                ohms(worst.total_ohm),
                worst.sink_ma
            );
            mistakes.push((key("pull_up_ohm"), reason));
            return mistakes;
        }
        if let Some(line) = self.lines.iter().find(|line| line.rise_ns > line.most_rise_ns) {
            let reason = if line.pull_ups.len() == 1 {
                format!("{}: nothing pulls the lines up; fit 4.7 kΩ and say so here", line.name)
            } else {
                format!(
                    "{}: with {} and {:.0} pF a line rises in {:.0} ns, but at {} Hz it has {:.0} ns; take smaller \
                     resistors, a shorter cable or a lower hz",
                    line.name,
                    line.sum(),
                    line.capacitance_pf,
                    line.rise_ns,
                    self.hz,
                    line.most_rise_ns
                )
            };
            mistakes.push((key("pull_up_ohm"), reason));
        }
        for (low, most, who, by) in [
            (self.most(|line| line.low_at_screen), LOW_AT_SCREEN, "a screen", "the Pico"),
            (self.most(|line| line.low_at_pico), LOW_AT_PICO, "the Pico", "a screen"),
        ] {
            if low >= most {
                let reason = format!(
                    "{who} gets {low:.2} V for a low from {by}, but must get less than {most:.2} V; take a smaller series_ohm"
                );
                mistakes.push(("cable.series_ohm".into(), reason));
            }
        }
        mistakes
    }

    fn most(&self, figure: impl Fn(&Line) -> f64) -> f64 {
        self.lines.iter().map(figure).fold(0.0, f64::max)
    }
}

impl Line {
    fn sum(&self) -> String {
        let parts: Vec<String> =
            self.pull_ups.iter().map(|pull_up| format!("{} {}", ohms(f64::from(pull_up.ohm)), pull_up.place)).collect();
        parts.join(" + ")
    }
}

impl Report {
    /// Reasons not to build the board, as keys and messages.
    pub fn mistakes(&self) -> Vec<(String, String)> {
        let mut mistakes: Vec<(String, String)> = self.buses.iter().flat_map(BusReport::mistakes).collect();
        let power = &self.power;
        let (regulator, supply, load) = (power.regulator, power.supply, power.load_ma());
        if load > regulator.most_ma {
            let way_out = match &stronger(load)[..] {
                [] => "no regulator of the list gives that much: leave parts out".into(),
                stronger => format!("name a stronger one ({})", crate::read::either(stronger)),
            };
            let reason = format!(
                "{} = {load:.0} mA, but {} gives {:.0}; {way_out}",
                power.sum(),
                regulator.name,
                regulator.most_ma
            );
            mistakes.push(("power.regulator".into(), reason));
        } else if power.in_volts - regulator.drop_volts < VOLTS {
            let reason = format!(
                "{} gets {:.2} V from {} and drops up to {:.1} V, which leaves {:.2} V; name one that drops less, or a \
                 better supply",
                regulator.name,
                power.in_volts,
                supply.name,
                regulator.drop_volts,
                power.in_volts - regulator.drop_volts
            );
            mistakes.push(("power.regulator".into(), reason));
        }
        if power.total_ma > supply.most_ma {
            let reason = format!(
                "{} + the Pico {:.0} = {:.0} mA, but {} gives {:.0}; name another supply or take fewer screens",
                power.sum(),
                PICO_MA,
                power.total_ma,
                supply.name,
                supply.most_ma
            );
            mistakes.push(("power.supply".into(), reason));
        }
        mistakes
    }

    /// Both tables for a builder.
    pub fn markdown(&self) -> String {
        let mut page = String::from(
            "| bus | pull-ups on each line | together | sinks (3 mA at most) | low at the screen (under 0.66 V) | low at \
             the Pico (under 0.8 V) | rises in | pads |\n|---|---|---:|---:|---:|---:|---:|---:|\n",
        );
        for bus in &self.buses {
            let Some(line) = bus.worst() else { continue };
            let name = if bus.lines.len() > 1 { format!("I2C{}, a channel open", bus.id) } else { line.name.clone() };
            page += &format!(
                "| {name} | {} | {} | {:.1} mA | {:.2} V | {:.2} V | {:.0} of {:.0} ns | {} mA |\n",
                line.sum(),
                ohms(line.total_ohm),
                line.sink_ma,
                line.low_at_screen,
                line.low_at_pico,
                line.rise_ns,
                line.most_rise_ns,
                bus.drive_ma
            );
        }
        let power = &self.power;
        page += "\n| what takes current, at most | mA |\n|---|---:|\n";
        for (name, milliamps) in &power.loads {
            page += &format!("| {name} | {milliamps:.0} |\n");
        }
        page += &format!(
            "| **from {} (up to {:.0} mA)** | **{:.0}** |\n| the Pico itself | {PICO_MA:.0} |\n| **from {} (up to {:.0} \
             mA)** | **{:.0}** |",
            power.regulator.name,
            power.regulator.most_ma,
            power.load_ma(),
            power.supply.name,
            power.supply.most_ma,
            power.total_ma
        );
        page
    }
}

fn stronger(load: f64) -> Vec<&'static str> {
    let all = Regulator::ALL.iter().filter(|regulator| regulator.figures().most_ma >= load);
    all.map(|regulator| regulator.word()).collect()
}

/// `4.7 kΩ`, `47 Ω`.
pub fn ohms(ohm: f64) -> String {
    if ohm < 1000.0 {
        return format!("{ohm:.0} Ω");
    }
    let text = format!("{:.2}", ohm / 1000.0);
    format!("{} kΩ", text.trim_end_matches('0').trim_end_matches('.'))
}
