//! Everything about a board except drawings: its mistakes, possible pins, parts and prices, currents, file and block.

use boards::{
    Board,
    choices::{self, Choice, choices},
    electrics, parts,
};
use drawings::lists;
use serde::Serialize;
use serde_json::Value as Json;

use crate::{Wrong, read};

#[derive(Debug, Serialize)]
pub struct Review {
    /// The board's file.
    pub toml: String,
    pub mistakes: Vec<Wrong>,
    /// The possible pins for each key; `None` while a value is outside its limits.
    pub pins: Option<Vec<Pins>>,
    /// The remaining results; `None` while there are mistakes.
    pub made: Option<Made>,
}

/// The pins that a key can name.
#[derive(Debug, Serialize)]
pub struct Pins {
    pub key: String,
    pub free: Vec<u8>,
    pub refused: Vec<Refused>,
}

#[derive(Debug, Serialize)]
pub struct Refused {
    pub pin: u8,
    pub reason: String,
    pub taken_by: Option<String>,
}

/// The results for a board without mistakes.
#[derive(Debug, Serialize)]
pub struct Made {
    /// The board with every key, as the simulator reads it.
    pub board: Board,
    /// The content of the device's flash block.
    pub block: Vec<u8>,
    /// The sheets that can be drawn, by the name of the first file of each kind.
    pub sheets: Vec<&'static str>,
    pub routes: Vec<Route>,
    pub power: Power,
    pub buses: Vec<Bus>,
}

/// A way to build it, with its work and its parts.
#[derive(Debug, Serialize)]
pub struct Route {
    pub title: &'static str,
    pub joints: u32,
    pub wires: u32,
    pub hours: u32,
    pub about_euros: u32,
    pub parts: Vec<Part>,
}

#[derive(Debug, Serialize)]
pub struct Part {
    pub group: &'static str,
    pub count: u32,
    pub name: String,
    pub alternative: String,
    pub place: String,
    /// Total price.
    pub price: String,
}

/// The loads, in mA.
#[derive(Debug, Serialize)]
pub struct Power {
    pub loads: Vec<(String, u32)>,
    pub regulator: Limit,
    /// Current of the Pico itself.
    pub pico_ma: u32,
    pub supply: Limit,
}

#[derive(Debug, Serialize)]
pub struct Limit {
    pub name: &'static str,
    pub takes_ma: u32,
    pub most_ma: u32,
}

/// The line of a bus with the highest sink current.
#[derive(Debug, Serialize)]
pub struct Bus {
    pub name: String,
    pub sink_ma: f64,
    pub most_sink_ma: f64,
    pub rise_ns: u32,
    pub most_rise_ns: u32,
    pub drive_ma: u8,
}

pub fn review(tree: &Json) -> Review {
    let (toml, board, mistakes) = read(tree);
    let pins = board.as_ref().map(|board| choices(board).into_iter().map(Pins::from).collect());
    let made = board.filter(|_| mistakes.is_empty()).map(Made::from);
    Review { toml, mistakes, pins, made }
}

impl From<Choice> for Pins {
    fn from(Choice { key, free, refused }: Choice) -> Self {
        Self { key, free, refused: refused.into_iter().map(Refused::from).collect() }
    }
}

impl From<choices::Refused> for Refused {
    fn from(choices::Refused { pin, reason, taken_by }: choices::Refused) -> Self {
        Self { pin, reason, taken_by }
    }
}

impl From<Board> for Made {
    fn from(board: Board) -> Self {
        let report = electrics::report(&board);
        Self {
            block: boards::block::encode(&board.device()).to_vec(),
            sheets: drawings::kinds(&board).iter().filter_map(|kind| kind.names.first().copied()).collect(),
            routes: lists::routes(&board).into_iter().map(|route| Route::of(&board, route)).collect(),
            power: Power::from(&report.power),
            buses: report.buses.iter().filter_map(Bus::of).collect(),
            board,
        }
    }
}

impl Route {
    fn of(board: &Board, route: boards::Route) -> Self {
        let (effort, list) = (lists::effort(board, route), lists::list(board, route));
        Self {
            title: route.title(),
            joints: effort.joints,
            wires: effort.wires,
            hours: effort.hours(),
            about_euros: list.about_euros(),
            parts: list.0.into_iter().map(Part::from).collect(),
        }
    }
}

impl From<parts::Part> for Part {
    fn from(part: parts::Part) -> Self {
        Self {
            price: parts::euros(part.total_cents()),
            group: part.group.title(),
            count: part.count,
            name: part.name,
            alternative: part.alternative,
            place: part.place,
        }
    }
}

impl From<&electrics::PowerReport> for Power {
    fn from(power: &electrics::PowerReport) -> Self {
        let limit = |name, takes: f64, most: f64| Limit { name, takes_ma: whole(takes), most_ma: whole(most) };
        Self {
            loads: power.loads.iter().map(|(name, milliamps)| (name.clone(), whole(*milliamps))).collect(),
            regulator: limit(power.regulator.name, power.load_ma(), power.regulator.most_ma),
            pico_ma: whole(electrics::PICO_MA),
            supply: limit(power.supply.name, power.total_ma, power.supply.most_ma),
        }
    }
}

impl Bus {
    fn of(bus: &electrics::BusReport) -> Option<Self> {
        let line = bus.worst()?;
        Some(Self {
            name: line.name.clone(),
            sink_ma: (line.sink_ma * 10.0).round() / 10.0,
            most_sink_ma: electrics::MOST_SINK_MA,
            rise_ns: whole(line.rise_ns),
            most_rise_ns: whole(line.most_rise_ns),
            drive_ma: bus.drive_ma,
        })
    }
}

fn whole(figure: f64) -> u32 {
    figure.round() as u32
}
