//! The sheets of one pod: what is inside it, the wires of its cable, and where each seat's socket is joined to the hub.

use boards::{Board, Chain, Screen, electrics};

use crate::{
    lanes::{self, Lane},
    part::{BOARD, Frame, Look, Net, PITCH, Part, WIDTH},
    sheet::{self, MARGIN, MIDDLE, PAPER},
    svg::{Anchor, INK, PALE, Svg},
    wires::{self, Contact, LEAD, letter},
    wiring,
};

const TOP: f32 = 34.0;
/// Colours of the wires inside a patch lead (T568B).
const INSIDE: [&str; 8] =
    ["white/orange", "orange", "white/green", "blue", "white/blue", "green", "white/brown", "brown"];
const JACK: f32 = 52.0;
const SOCKET_ROW: f32 = 4.4;

pub fn draw(board: &Board, screen: &Screen) -> String {
    let title = format!("{}: one pod", board.title);
    let mut svg = sheet::begin(&title, "all pods are alike, seen from above");
    let feed = wires::feed(board);
    let bus = board.buses.iter().find(|bus| bus.id == screen.bus);
    let (sda, scl) = bus.map_or_else(|| (wires::gnd(), wires::gnd()), |bus| (wires::sda(bus), wires::scl(bus)));
    let parts = [
        wiring::encoder("pod-knob", "knob", |contact| wires::contact(0, contact)),
        wiring::oled("pod-screen", &format!("screen {}", wiring::pixels(screen.size)), &feed, &sda, &scl),
        Part::new("pod-capacitor", "10 µF", Look::Capacitor).leg("1", "", &feed).leg("2", "", &wires::gnd()),
    ];
    let mut lanes: Vec<Lane> = Vec::new();
    let mut add = |net: &Net, put: &dyn Fn(&mut Lane)| {
        let at = lanes.iter().position(|lane| lane.net == *net).unwrap_or_else(|| {
            lanes.push(Lane::new(net));
            lanes.len() - 1
        });
        put(&mut lanes[at]);
    };
    let mut row = 0;
    let mut frames = Vec::new();
    for part in &parts {
        let frame =
            Frame { top: TOP + (row + part.lead()) as f32 * PITCH, edge: PAPER.0 - MARGIN - 20.0, mirrored: true };
        for (leg, way) in part.legs.iter().zip(part.ways(frame.mirrored)) {
            let way: Vec<_> = way.into_iter().map(|at| frame.at(at)).collect();
            add(&leg.net, &|lane| lane.ports.push(way.clone()));
        }
        frames.push(frame);
        row += part.rows();
    }
    let pin_at = |pin: usize| (JACK, TOP + (pin as f32 + 5.5) * PITCH);
    for (at, lead) in LEAD.iter().enumerate() {
        let net = match *lead {
            "SDA" => sda.clone(),
            "SCL" => scl.clone(),
            "CLK" => wires::contact(0, Contact::A),
            "DT" => wires::contact(0, Contact::B),
            "SW" => wires::contact(0, Contact::Push),
            "GND" => wires::gnd(),
            _ => feed.clone(),
        };
        add(&net, &|lane| lane.holes.push(pin_at(at + 1)));
    }
    lanes::arrange(&mut lanes, frames[0].at((WIDTH, 0.0)).0, JACK + 6.0);
    lanes::draw(&mut svg, &lanes);
    for (part, frame) in parts.iter().zip(&frames) {
        part.draw(&mut svg, *frame);
    }
    jack(&mut svg, &pin_at);
    let y = TOP + row as f32 * PITCH + 4.0;
    let contacts = board.knobs.chain.as_ref().map_or(0, |chain| chain.series_ohm);
    socket(&mut svg, y, board.cable.map_or(0, |cable| cable.series_ohm), contacts);
    let centimetres = board.cable.map_or(100, |cable| cable.centimetres);
    let notes = [
        format!(
            "The lead between jack and socket is an ordinary straight patch lead, unshielded, of at most {centimetres} cm: pin 1 is pin 1 at both ends. Never plug a pod into a network, or a \
             network into the hub."
        ),
        "SDA shares a twisted pair with GND, SCL one with 3.3 V, so that the two do not disturb each other. With loose wire \
         instead of a patch lead keep the same order of eight."
            .to_string(),
        "The screen's module carries the pull-ups of its channel; the knob's contacts are pulled up on the hub. VCC and GND swap \
         places between screens, so go by the print."
            .to_string(),
        "A dot joins wires; wires that cross without one are not joined.".to_string(),
    ];
    let y = y + 14.0 + 8.0 * SOCKET_ROW + 6.0;
    svg.notes((MARGIN + 2.0, y), 2.8, 128, &notes);
    sheet::finish(svg, &title)
}

/// The other end of the lead, on the hub: each signal has a series resistor, so that a pod may be plugged in at any
/// time.
fn socket(svg: &mut Svg, y: f32, bus_ohm: u32, contact_ohm: u32) {
    svg.text((MIDDLE, y + 5.0), 3.0, Anchor::Middle, INK, "its socket on the hub, one for each seat");
    let row = |pin: usize| y + 11.0 + (pin as f32 - 1.0) * SOCKET_ROW;
    svg.rect((MIDDLE - 45.0, row(1) - 3.0), (30.0, 8.0 * SOCKET_ROW + 1.0), BOARD, INK);
    for (at, lead) in LEAD.iter().enumerate() {
        let y = row(at + 1);
        svg.text((MIDDLE - 19.0, y + 0.8), 2.4, Anchor::End, INK, &format!("{} {lead}", at + 1));
        let series_ohm = match *lead {
            "GND" | "3.3 V" => 0,
            "SDA" | "SCL" => bus_ohm,
            _ => contact_ohm,
        };
        svg.line((MIDDLE - 15.0, y), (MIDDLE + 18.0, y), INK, 0.4);
        svg.circle((MIDDLE - 15.0, y), 1.0, "#d8d8dc", INK, 0.25);
        if series_ohm > 0 {
            svg.rect((MIDDLE - 3.0, y - 1.2), (6.0, 2.4), "#efe3c8", INK);
            svg.text((MIDDLE - 5.0, y - 0.6), 2.2, Anchor::End, INK, &electrics::ohms(f64::from(series_ohm)));
        }
        let goes = match *lead {
            "GND" => "GND of the hub",
            "3.3 V" => "3.3 V of the regulator",
            _ => "see seats.svg",
        };
        svg.text((MIDDLE + 20.0, y + 0.8), 2.4, Anchor::Start, INK, goes);
    }
}

fn jack(svg: &mut Svg, pin_at: &impl Fn(usize) -> (f32, f32)) {
    let top = pin_at(1).1 - 4.0;
    svg.rect((MARGIN + 2.0, top), (JACK - MARGIN - 4.0, 8.0 * PITCH + 2.5), BOARD, INK);
    svg.rect((MARGIN, top + 10.0), (8.0, 22.0), "#d8d8dc", INK);
    svg.text((32.0, top - 2.0), 3.0, Anchor::Middle, INK, "RJ45 jack, to the hub");
    for (at, (lead, inside)) in LEAD.iter().zip(INSIDE).enumerate() {
        let (x, y) = pin_at(at + 1);
        svg.leg((x, y), 1.0, "#d8d8dc", &format!("pod-jack.{}", at + 1));
        svg.text((x - 3.0, y + 0.8), 2.4, Anchor::End, INK, &format!("{} {lead}", at + 1));
        svg.text((18.0, y + 0.8), 2.2, Anchor::Start, PALE, inside);
    }
}

/// Seat → register input and channel, as a table for soldering.
pub fn seats(board: &Board, chain: &Chain) -> String {
    let title = format!("{}: where each seat goes", board.title);
    let mut svg = sheet::begin(&title, "each socket of the hub, pin by pin; tick what is soldered");
    let columns = [
        (14.0, "seat"),
        (26.0, "pin 3 CLK"),
        (54.0, "pin 6 DT"),
        (82.0, "pin 4 SW"),
        (110.0, "pin 1 SDA"),
        (141.0, "pin 7 SCL"),
        (172.0, "2, 5: GND; 8: 3.3 V"),
    ];
    let top = 34.0;
    for (x, words) in columns {
        svg.bold((x, top), 2.8, Anchor::Start, words);
    }
    svg.line((MARGIN, top + 2.0), (PAPER.0 - MARGIN, top + 2.0), INK, 0.4);
    for seat in 0..usize::from(chain.count) {
        let y = top + 10.0 + seat as f32 * 14.0;
        let name = letter(seat);
        svg.bold((16.0, y), 5.0, Anchor::Start, &name.to_string());
        for (contact, x) in Contact::ALL.into_iter().zip([26.0, 54.0, 82.0]) {
            let (register, pin) = wires::register_pin(chain, seat, contact);
            let from = format!("socket-{name}.{}", wires::lead_pin(contact.printed()));
            let input = crate::chain::NAMES[usize::from(pin) - 1].0;
            let words = format!("no. {register}, pin {pin} ({input})");
            tick(&mut svg, (x, y));
            svg.goes_to((x + 3.5, y), 2.4, Anchor::Start, &from, &format!("register-{register}.{pin}"), &words);
        }
        let screen = board.screens.iter().find(|screen| screen.seat == Some(seat as u8 + 1));
        if let Some((screen, mux, channel)) = screen.and_then(|screen| Some((screen, screen.mux?, screen.channel?)))
            && let Some(mux) =
                board.buses.iter().find(|bus| bus.id == screen.bus).and_then(|bus| bus.mux.get(usize::from(mux)))
        {
            for (line, x) in [("SDA", 110.0), ("SCL", 141.0)] {
                let from = format!("socket-{name}.{}", wires::lead_pin(line));
                let leg = format!("{}{channel}", &line[..2]);
                let to = format!("switch-{:#04x}.{leg}", mux.address);
                tick(&mut svg, (x, y));
                svg.goes_to((x + 3.5, y), 2.4, Anchor::Start, &from, &to, &format!("{:#04x}, {leg}", mux.address));
            }
        }
        tick(&mut svg, (172.0, y));
        svg.line((MARGIN, y + 5.0), (PAPER.0 - MARGIN, y + 5.0), "#c7c7cc", 0.2);
    }
    let note = format!(
        "No. 1 is the 74HC165 beside the Pico. On the circuit board no. 1 to {registers} are U10 to U{}, and the muxes (TCA9548A), which \
         are named by their addresses here, are U20 and U21. Every signal passes the resistor at its socket (pod.svg). The 3.3 V of \
         the sockets is the regulator's, never the Pico's.",
        9 + chain.registers,
        registers = chain.registers
    );
    svg.notes((MARGIN + 2.0, top + 14.0 + f32::from(chain.count) * 14.0), 2.8, 128, &[note]);
    sheet::finish(svg, &title)
}

fn tick(svg: &mut Svg, (x, y): (f32, f32)) {
    svg.rect((x, y - 2.2), (2.4, 2.4), "white", INK);
}
