//! The wiring diagram: the Pico with a name at every used hole, and each kind of part with the names that its legs take.

use boards::{Board, Chain, Size, Viewer, pico};

use super::{
    parts::uses,
    svg::{Anchor, INK, PALE, Svg},
};

const STEP: f32 = 22.0;
const TOP: f32 = 90.0;
const HOLES: u8 = 20;
/// The body of the Pico between its two rows of holes.
const LEFT: f32 = 330.0;
const RIGHT: f32 = 490.0;
const WIDTH: f32 = 820.0;
/// How tall one register is drawn.
const REGISTER: f32 = 316.0;
const GREEN: &str = "#e3f1e6";
const PAPER: &str = "#f5f5f7";
const WIRES: [&str; 6] = ["#c2410c", "#1d4ed8", "#15803d", "#7e22ce", "#a16207", "#be123c"];

pub fn draw(board: &Board) -> String {
    let mut svg = Svg::new();
    svg.text((WIDTH / 2.0, 36.0), 20.0, Anchor::Middle, INK, &board.title);
    svg.text(
        (WIDTH / 2.0, 58.0),
        13.0,
        Anchor::Middle,
        PALE,
        "seen from above, USB at the top; equal names are joined",
    );
    pico_body(&mut svg, board);
    let mut y = TOP + f32::from(HOLES) * STEP + 40.0;
    for (title, legs) in panels(board) {
        y = panel(&mut svg, y, &title, &legs);
    }
    if let Some(chain) = &board.knobs.chain {
        y = registers(&mut svg, y, chain);
    }
    svg.finish(&board.title, WIDTH, y + 10.0, "")
}

fn pico_body(svg: &mut Svg, board: &Board) {
    let height = f32::from(HOLES) * STEP + 16.0;
    svg.rect((LEFT, TOP - 16.0), (RIGHT - LEFT, height), GREEN, INK);
    svg.rect(((LEFT + RIGHT) / 2.0 - 24.0, TOP - 24.0), (48.0, 22.0), PAPER, INK);
    svg.text(((LEFT + RIGHT) / 2.0, TOP - 8.0), 12.0, Anchor::Middle, INK, "USB");
    let middle = TOP + height / 2.0;
    svg.text(((LEFT + RIGHT) / 2.0, middle - 20.0), 15.0, Anchor::Middle, INK, "Pico");
    let uses = uses(board);
    for hole in 1..=2 * HOLES {
        let pin = (0..=29).find(|&pin| pico::hole(pin) == Some(hole));
        let wire = pin.and_then(|pin| uses.iter().position(|(used, _)| *used == pin));
        let name = pin.map_or_else(|| power(hole).to_string(), |pin| format!("GP{pin}"));
        let left = hole <= HOLES;
        let row = if left { hole - 1 } else { 2 * HOLES - hole };
        let y = TOP + f32::from(row) * STEP + 8.0;
        let (x, inward) = if left { (LEFT + 8.0, 1.0) } else { (RIGHT - 8.0, -1.0) };
        let (inside, outside) = if left { (Anchor::Start, Anchor::End) } else { (Anchor::End, Anchor::Start) };
        svg.circle((x, y), 5.0, if wire.is_some() { "#d4a72c" } else { "white" }, INK, 1.0);
        svg.text((x + inward * 11.0, y + 4.0), 11.0, inside, INK, &name);
        if let Some(wire) = wire {
            let colour = colour(wire, board);
            svg.line((x - inward * 5.0, y), (x - inward * 48.0, y), colour, 2.0);
            svg.text((x - inward * 54.0, y + 4.0), 12.0, outside, colour, &uses[wire].1);
        } else if matches!(hole, 36 | 38) || (hole == 40 && board.knobs.chain.is_some()) {
            svg.line((x - inward * 5.0, y), (x - inward * 48.0, y), INK, 2.0);
            svg.text((x - inward * 54.0, y + 4.0), 12.0, outside, INK, power(hole));
        }
    }
}

/// The wires of one knob share a colour; so do those of any other part.
fn colour(wire: usize, board: &Board) -> &'static str {
    let on_knobs = 3 * board.knobs.pins.iter().flatten().count();
    let part = if wire < on_knobs { wire / 3 } else { on_knobs / 3 + (wire - on_knobs) / 2 };
    WIRES[part % WIRES.len()]
}

fn power(hole: u8) -> &'static str {
    match hole {
        40 => "VBUS (5 V)",
        39 => "VSYS",
        37 => "3V3_EN",
        36 => "3V3",
        35 => "ADC_VREF",
        33 => "AGND",
        30 => "RUN",
        _ => "GND",
    }
}

/// Each kind of part: its title, and what each of its legs is joined to.
fn panels(board: &Board) -> Vec<(String, Vec<(String, String)>)> {
    let leg = |leg: &str, to: String| (leg.to_string(), to);
    let on_chain = board.knobs.chain.is_some();
    let contact = |name: &str| {
        if on_chain {
            format!("its input below, and 10 kΩ to 3V3 ({name})")
        } else {
            format!("the hole named knob n, {name}")
        }
    };
    let mut panels = vec![(
        format!("knob n, of {}", board.knobs.count()),
        vec![
            leg("A", contact("A")),
            leg("B", contact("B")),
            leg("C (between A and B)", "GND".into()),
            leg("push, one leg", contact("push")),
            leg("push, other leg", "GND".into()),
        ],
    )];
    let feed = if board.screens.len() > 4 { "3.3 V of the regulator" } else { "3V3" };
    for screen in board.screens.iter().filter(|screen| screen.viewer == Viewer::Shared) {
        let mut legs = vec![leg("VCC", feed.into()), leg("GND", "GND".into())];
        if let Some(bus) = board.buses.iter().find(|bus| bus.id == screen.bus) {
            legs.push(leg("SDA", format!("GP{}", bus.sda)));
            legs.push(leg("SCL", format!("GP{}", bus.scl)));
        }
        panels.push((format!("shared screen {}, address {:#04x}", size(screen.size), screen.address), legs));
    }
    for bus in &board.buses {
        for (place, mux) in bus.mux.iter().enumerate() {
            let set = mux.address - 0x70;
            let mut legs = vec![
                leg("VIN", feed.into()),
                leg("GND", "GND".into()),
                leg("SDA, SCL", format!("GP{}, GP{}, each 2.2 kΩ to 3.3 V", bus.sda, bus.scl)),
                leg("RST", format!("GP{}", mux.reset)),
                leg("A2 A1 A0", format!("{} {} {}", set >> 2 & 1, set >> 1 & 1, set & 1)),
            ];
            for screen in board.screens.iter().filter(|screen| screen.bus == bus.id) {
                if let (Some(at), Some(channel), Some(seat)) = (screen.mux, screen.channel, screen.seat)
                    && usize::from(at) == place
                {
                    let to = format!("SDA, SCL of seat {seat}'s screen {}", size(screen.size));
                    legs.push((format!("SD{channel}, SC{channel}"), to));
                }
            }
            panels.push((format!("switch TCA9548A, address {:#04x}", mux.address), legs));
        }
    }
    if let Some(buzzer) = board.buzzer {
        panels.push(("buzzer".into(), vec![leg("+", format!("GP{}", buzzer.pin)), leg("−", "GND".into())]));
    }
    if board.screens.len() > 4 {
        let legs = vec![
            leg("in", "VBUS (5 V)".into()),
            leg("GND", "GND".into()),
            leg("out", "every screen and switch".into()),
        ];
        panels.push(("regulator, 3.3 V".into(), legs));
    }
    panels
}

fn size(size: Size) -> String {
    let (width, height) = size.pixels();
    format!("{width}×{height}")
}

fn panel(svg: &mut Svg, y: f32, title: &str, legs: &[(String, String)]) -> f32 {
    let height = 36.0 + legs.len() as f32 * 20.0;
    svg.rect((60.0, y), (WIDTH - 120.0, height), PAPER, PALE);
    svg.text((76.0, y + 22.0), 14.0, Anchor::Start, INK, title);
    for (row, (leg, to)) in legs.iter().enumerate() {
        let y = y + 46.0 + row as f32 * 20.0;
        svg.text((300.0, y), 12.0, Anchor::End, INK, leg);
        svg.line((310.0, y - 4.0), (360.0, y - 4.0), INK, 1.5);
        svg.text((370.0, y), 12.0, Anchor::Start, INK, to);
    }
    y + height + 14.0
}

/// The chain, register by register; input H of the first is the bit that arrives first.
fn registers(svg: &mut Svg, y: f32, chain: &Chain) -> f32 {
    let columns = usize::from(chain.registers).clamp(1, 5);
    let rows = usize::from(chain.registers).div_ceil(columns);
    let width = (WIDTH - 120.0) / columns as f32;
    for register in 0..usize::from(chain.registers) {
        let x = 60.0 + (register % columns) as f32 * width;
        let y = y + (register / columns) as f32 * REGISTER;
        svg.rect((x, y), (width - 8.0, REGISTER - 14.0), PAPER, PALE);
        svg.text((x + 10.0, y + 20.0), 13.0, Anchor::Start, INK, &format!("74HC165 no. {}", register + 1));
        let from = if register + 1 == usize::from(chain.registers) {
            "GND".into()
        } else {
            format!("QH of no. {}", register + 2)
        };
        let to = if register == 0 { format!("GP{}", chain.data) } else { format!("SER of no. {register}") };
        let mut lines = vec![
            "VCC  3V3".to_string(),
            "GND, INH  GND".to_string(),
            format!("CLK  GP{}", chain.clock),
            format!("SH/LD  GP{}", chain.load),
            format!("QH  {to}"),
            format!("SER  {from}"),
        ];
        for (input, name) in "HGFEDCBA".chars().enumerate() {
            lines.push(format!("{name}  {}", input_of(chain, (register * 8 + input) as u8)));
        }
        for (row, line) in lines.iter().enumerate() {
            svg.text((x + 10.0, y + 42.0 + row as f32 * 18.0), 11.0, Anchor::Start, INK, line);
        }
    }
    y + rows as f32 * REGISTER
}

fn input_of(chain: &Chain, bit: u8) -> String {
    if let Some(at) = bit.checked_sub(chain.first_bit)
        && at < 3 * chain.count
    {
        return format!("knob {}, {}", at / 3 + 1, ["A", "B", "push"][usize::from(at % 3)]);
    }
    let level = bit.checked_sub(chain.proof.first_bit).and_then(|at| chain.proof.levels.get(usize::from(at)));
    match level {
        Some(1) => "3V3 (proof)".into(),
        Some(_) => "GND (proof)".into(),
        None => "GND".into(),
    }
}
