//! The nets that a board file requires of its circuit boards, derived independently: from the bare TOML, with separate
//! tables from the data sheets, and without using the layout. For each carrier, the sets of legs that must be joined.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

/// A part and its leg.
pub type Leg = (String, String);
pub type Nets = BTreeSet<BTreeSet<Leg>>;

/// The holes of the Pico by GP number, from its pinout; 0 where a pin is not brought out.
const HOLES: [i64; 29] =
    [1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 0, 0, 0, 31, 32, 34];
/// Inputs A to H of a 74HC165; H is shifted out first.
const INPUTS: [i64; 8] = [11, 12, 13, 14, 3, 4, 5, 6];
/// Legs of the breakout: left row downwards, right row upwards.
const LEFT: [&str; 12] = ["VIN", "GND", "SDA", "SCL", "RST", "A0", "A1", "A2", "SD0", "SC0", "SD1", "SC1"];
const RIGHT: [&str; 12] = ["SC7", "SD7", "SC6", "SD6", "SC5", "SD5", "SC4", "SD4", "SC3", "SD3", "SC2", "SD2"];

#[derive(Default)]
struct Demand(BTreeMap<String, BTreeSet<Leg>>);

impl Demand {
    fn join(&mut self, net: impl ToString, part: impl ToString, leg: impl ToString) {
        self.0.entry(net.to_string()).or_default().insert((part.to_string(), leg.to_string()));
    }

    fn nets(self) -> Nets {
        self.0.into_values().filter(|legs| legs.len() > 1).collect()
    }

    fn gp(&mut self, net: impl ToString, pin: i64) {
        self.join(net, "U1", HOLES[pin as usize]);
    }

    fn pico(&mut self) {
        for hole in (3..=38).step_by(5) {
            self.join("GND", "U1", hole);
        }
    }

    fn screen(&mut self, header: &str, scl: &str, sda: &str) {
        for leg in ["1", "G1", "M1", "G2"] {
            self.join("GND", header, leg);
        }
        for leg in ["2", "M2", "V"] {
            self.join("3V3", header, leg);
        }
        self.join(scl, header, "3");
        self.join(sda, header, "4");
    }

    fn buses(&mut self, file: &Table, headers: &[&str]) {
        for bus in list(file, "buses") {
            let id = number(bus, "id");
            for (line, key, resistor) in [("SDA", "sda", 0), ("SCL", "scl", 1)] {
                let net = format!("{line}{id}");
                self.gp(&net, number(bus, key));
                if bus.get("pull_up_ohm").is_some_and(|ohm| ohm.as_integer() != Some(0)) {
                    self.join(&net, format!("R{}", (id + 1) * 10 + resistor), 1);
                    self.join("3V3", format!("R{}", (id + 1) * 10 + resistor), 2);
                }
            }
        }
        let shared = list(file, "screens").into_iter().find(|screen| screen["for"].as_str() == Some("shared")).unwrap();
        let id = number(shared, "bus");
        let copies = shared.get("copies").and_then(Value::as_integer).unwrap_or(1);
        for header in &headers[..copies as usize] {
            self.screen(header, &format!("SCL{id}"), &format!("SDA{id}"));
        }
    }

    fn buzzer(&mut self, file: &Table) {
        if let Some(buzzer) = file.get("buzzer").and_then(Value::as_table) {
            self.gp("buzzer", number(buzzer, "pin"));
            self.join("buzzer", "R1", 1);
            self.join("piezo", "R1", 2);
            self.join("piezo", "BZ1", 1);
            self.join("GND", "BZ1", 2);
        }
    }
}

fn number(table: &Table, key: &str) -> i64 {
    table[key].as_integer().unwrap()
}

fn list<'a>(table: &'a Table, key: &str) -> Vec<&'a Table> {
    table[key].as_array().unwrap().iter().map(|value| value.as_table().unwrap()).collect()
}

/// The carriers of a board by the suffixes of their names.
pub fn nets(text: &str) -> Vec<(&'static str, Nets)> {
    let file: Table = text.parse().unwrap();
    match file["voting"].as_str().unwrap() {
        "ring" => vec![("hub", dial_hub(&file))],
        "pass" => vec![("board", handheld(&file))],
        _ => vec![("hub", pod_hub(&file)), ("pod", pod())],
    }
}

fn dial_hub(file: &Table) -> Nets {
    let mut demand = Demand::default();
    demand.pico();
    demand.join("3V3", "U1", 36);
    demand.buses(file, &["J20", "J21"]);
    demand.buzzer(file);
    for (seat, dial) in list(file["knobs"].as_table().unwrap(), "pins").into_iter().enumerate() {
        let number_of = seat + 1;
        let (header, series, pull_up) =
            (format!("J{number_of}"), format!("RN{number_of}"), format!("RN{}", number_of + 10));
        demand.join("3V3", &pull_up, 1);
        demand.join("3V3", &header, 4);
        demand.join("GND", &header, 5);
        for (at, key) in ["a", "b", "push"].into_iter().enumerate() {
            let (pin, lead) = (format!("{key}{seat}"), format!("{key}{seat} lead"));
            demand.gp(&pin, number(dial, key));
            demand.join(&pin, &series, [2, 4, 6][at]);
            demand.join(&pin, &pull_up, [2, 3, 4][at]);
            demand.join(&lead, &series, [1, 3, 5][at]);
            demand.join(&lead, &header, [1, 2, 3][at]);
            let capacitor = format!("C{}", seat * 3 + at + 1);
            demand.join(&pin, &capacitor, 1);
            demand.join("GND", &capacitor, 2);
        }
    }
    demand.nets()
}

fn encoder(demand: &mut Demand) {
    for (net, leg) in [("a", "A"), ("b", "B"), ("push", "S1"), ("GND", "C"), ("GND", "S2"), ("GND", "MP")] {
        demand.join(net, "SW1", leg);
    }
}

fn handheld(file: &Table) -> Nets {
    let mut demand = Demand::default();
    demand.pico();
    demand.join("3V3", "U1", 36);
    demand.buses(file, &["J20"]);
    demand.buzzer(file);
    encoder(&mut demand);
    let knob = list(file["knobs"].as_table().unwrap(), "pins")[0];
    for key in ["a", "b", "push"] {
        demand.gp(key, number(knob, key));
    }
    // Battery plus to the anode; the cathode, marked by the ring, to VSYS.
    if file.get("battery").and_then(Value::as_bool) != Some(true) {
        return demand.nets();
    }
    for (net, part, leg) in [("+", "J2", 1), ("+", "D1", 2), ("VSYS", "D1", 1), ("VSYS", "U1", 39), ("GND", "J2", 2)] {
        demand.join(net, part, leg);
    }
    demand.nets()
}

/// The wires of a patch cable by their pins.
fn patch(demand: &mut Demand, jack: &str, seat: &str) {
    for (pin, lead) in [(1, "SDA"), (3, "a"), (4, "push"), (6, "b"), (7, "SCL")] {
        demand.join(format!("{lead}{seat}"), jack, pin);
    }
    demand.join("GND", jack, 2);
    demand.join("GND", jack, 5);
    demand.join("3V3", jack, 8);
}

fn pod() -> Nets {
    let mut demand = Demand::default();
    patch(&mut demand, "J1", "");
    encoder(&mut demand);
    demand.screen("J2", "SCL", "SDA");
    demand.join("3V3", "C1", 1);
    demand.join("GND", "C1", 2);
    demand.nets()
}

fn mux_leg(name: &str) -> usize {
    let left = LEFT.iter().position(|leg| *leg == name).map(|at| at + 1);
    left.unwrap_or_else(|| 24 - RIGHT.iter().position(|leg| *leg == name).unwrap())
}

fn pod_hub(file: &Table) -> Nets {
    let mut demand = Demand::default();
    demand.pico();
    demand.buses(file, &["J20", "J21"]);
    demand.buzzer(file);
    // The MCP1826S: IN, GND, OUT.
    for (net, part, leg) in [
        ("VBUS", "U1", 40),
        ("VBUS", "F1", 1),
        ("5V", "F1", 2),
        ("5V", "U2", 1),
        ("5V", "C1", 1),
        ("GND", "C1", 2),
        ("GND", "U2", 2),
        ("3V3", "U2", 3),
        ("3V3", "C2", 1),
        ("GND", "C2", 2),
        ("3V3", "C3", 1),
        ("GND", "C3", 2),
    ] {
        demand.join(net, part, leg);
    }
    let chain = file["knobs"]["chain"].as_table().unwrap();
    let registers = number(chain, "registers");
    for (net, key) in [("clock", "clock"), ("load", "load"), ("out0", "data")] {
        demand.gp(net, number(chain, key));
    }
    for at in 0..registers {
        let (chip, capacitor) = (format!("U{}", at + 10), format!("C{}", at + 10));
        for (net, leg) in [("load", 1), ("clock", 2), ("GND", 8), ("GND", 15), ("3V3", 16)] {
            demand.join(net, &chip, leg);
        }
        demand.join(format!("out{at}"), &chip, 9);
        demand.join(if at + 1 == registers { "GND".into() } else { format!("out{}", at + 1) }, &chip, 10);
        demand.join("3V3", &capacitor, 1);
        demand.join("GND", &capacitor, 2);
    }
    let (first, count) = (number(chain, "first_bit"), number(chain, "count"));
    let proof = chain["proof"].as_table().unwrap();
    let levels = proof["levels"].as_array().unwrap();
    for bit in 0..8 * registers {
        let (chip, leg) = (format!("U{}", bit / 8 + 10), INPUTS[7 - bit as usize % 8]);
        let proof_bit = bit - number(proof, "first_bit");
        if (first..first + 3 * count).contains(&bit) {
            let contact = ["a", "b", "push"][(bit - first) as usize % 3];
            demand.join(format!("{contact} at hub {}", (bit - first) / 3 + 1), chip, leg);
        } else if proof_bit >= 0 && levels.get(proof_bit as usize).is_some_and(|level| level.as_integer() == Some(1)) {
            demand.join("3V3", chip, leg);
        } else {
            demand.join("GND", chip, leg);
        }
    }
    for bus in list(file, "buses") {
        for (at, mux) in bus.get("mux").and_then(Value::as_array).into_iter().flatten().enumerate() {
            let (mux, chip, id) = (mux.as_table().unwrap(), format!("U{}", at + 20), number(bus, "id"));
            demand.join("3V3", &chip, mux_leg("VIN"));
            demand.join("GND", &chip, mux_leg("GND"));
            demand.join(format!("SDA{id}"), &chip, mux_leg("SDA"));
            demand.join(format!("SCL{id}"), &chip, mux_leg("SCL"));
            demand.gp(format!("reset{at}"), number(mux, "reset"));
            demand.join(format!("reset{at}"), &chip, mux_leg("RST"));
            for bit in 0..3 {
                let high = number(mux, "address") & 1 << bit != 0;
                demand.join(if high { "3V3" } else { "GND" }, &chip, mux_leg(["A0", "A1", "A2"][bit]));
            }
        }
    }
    for seat in 1..=count {
        patch(&mut demand, &format!("J{seat}"), &format!(" lead {seat}"));
        let (series, lines, pull_up) = (format!("RN{seat}"), format!("RN{}", seat + 20), format!("RN{}", seat + 40));
        demand.join("3V3", &pull_up, 1);
        for (at, contact) in ["a", "b", "push"].into_iter().enumerate() {
            demand.join(format!("{contact} lead {seat}"), &series, [1, 3, 5][at]);
            demand.join(format!("{contact} at hub {seat}"), &series, [2, 4, 6][at]);
            demand.join(format!("{contact} at hub {seat}"), &pull_up, [2, 3, 4][at]);
        }
        let own = |screen: &&Table| screen.get("seat").and_then(Value::as_integer) == Some(seat);
        let screen = list(file, "screens").into_iter().find(own).unwrap();
        for (line, short, near) in [("SDA", "SD", 1), ("SCL", "SC", 3)] {
            demand.join(format!("{line} lead {seat}"), &lines, near);
            demand.join(format!("{line} at hub {seat}"), &lines, near + 1);
            let chip = format!("U{}", number(screen, "mux") + 20);
            demand.join(
                format!("{line} at hub {seat}"),
                chip,
                mux_leg(&format!("{short}{}", number(screen, "channel"))),
            );
        }
    }
    demand.nets()
}
