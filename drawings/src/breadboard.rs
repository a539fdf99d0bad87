//! The sheet of a breadboard, for building without solder: where the Pico sits, and into which hole each wire goes.

use boards::{Board, pico};

use crate::{
    part::{BOARD, hole_name},
    sheet::{self, MARGIN, MIDDLE},
    svg::{Anchor, INK, PALE, Point, Svg},
    wires::{Contact, letter},
};

/// Distance between two holes on the sheet, about twice the real one.
const PITCH: f32 = 5.8;
const COLUMNS: usize = 30;
/// The rows from the far power row to the near one. The Pico's pins are in rows c and h.
const ROWS: [char; 10] = ['j', 'i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'];
const TOP: f32 = 92.0;
const LEFT: f32 = MIDDLE - (COLUMNS as f32 - 1.0) * PITCH / 2.0;
const RED: &str = "#c8102e";
const BLUE: &str = "#1d4ed8";

/// A hole by its column, counted from the Pico's USB end, and its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    pub column: usize,
    pub row: char,
}

/// A wire's end in a hole, and where the wire goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Plug {
    pub hole: Hole,
    pub to: String,
    pub colour: &'static str,
}

/// Everything that is plugged into the breadboard, except the wires of the power rows.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub plugs: Vec<Plug>,
    /// Resistor and diode, from hole to hole.
    parts: Vec<(Hole, Hole, String)>,
    /// Wires from one hole to another.
    bridges: Vec<(Hole, Hole, &'static str)>,
}

/// The column of a hole of the Pico, and the rows beside it that are free.
fn beside(hole: u8) -> (usize, [char; 2]) {
    if hole <= 20 { (usize::from(hole), ['a', 'b']) } else { (41 - usize::from(hole), ['j', 'i']) }
}

impl Plan {
    /// The next free hole beside a hole of the Pico.
    fn beside(&self, hole: u8) -> Hole {
        let (column, rows) = beside(hole);
        let holes = rows.map(|row| Hole { column, row });
        let taken = |hole: &Hole| {
            self.plugs.iter().any(|plug| plug.hole == *hole) || self.bridges.iter().any(|bridge| bridge.0 == *hole)
        };
        holes.into_iter().find(|hole| !taken(hole)).unwrap_or(holes[1])
    }

    fn plug(&mut self, pin: u8, to: String, colour: &'static str) {
        if let Some(hole) = pico::hole(pin) {
            let hole = self.beside(hole);
            self.plugs.push(Plug { hole, to, colour });
        }
    }

    /// A wire from beside a hole of the Pico to column 22, a part from there to column 26, and a wire from there on.
    fn through(&mut self, hole: u8, part: String, to: &str, colour: &'static str) {
        let from = self.beside(hole);
        let next = if from.row == 'j' { 'i' } else { 'b' };
        let at = |column: usize, row: char| Hole { column, row };
        self.bridges.push((from, at(22, from.row), colour));
        self.parts.push((at(22, next), at(26, next), part));
        self.plugs.push(Plug { hole: at(26, from.row), to: to.into(), colour });
    }

    /// The names of the holes in which the wires of a pin end.
    pub fn holes(&self, pin: u8) -> Vec<String> {
        let Some(hole) = pico::hole(pin) else { return Vec::new() };
        let (column, rows) = beside(hole);
        let ends = self.plugs.iter().map(|plug| plug.hole).chain(self.bridges.iter().map(|bridge| bridge.0));
        ends.filter(|end| end.column == column && rows.contains(&end.row))
            .map(|end| format!("{}{}", end.row, end.column))
            .collect()
    }

    pub fn of(board: &Board) -> Self {
        let mut plan = Self::default();
        let colours = ["#15803d", "#7e22ce", "#7a4a21"];
        for (seat, pins) in board.knobs.pins.iter().flatten().enumerate() {
            for ((contact, pin), colour) in Contact::ALL.into_iter().zip([pins.a, pins.b, pins.push]).zip(colours) {
                plan.plug(pin, format!("{} {}", letter(seat), contact.printed()), colour);
            }
        }
        for screen in &board.screens {
            let Some(bus) = board.buses.iter().find(|bus| bus.id == screen.bus) else { continue };
            for copy in 1..=screen.copies {
                let name = if screen.copies > 1 { format!("screen {copy}") } else { "screen".into() };
                plan.plug(bus.sda, format!("{name} SDA"), "#b45309");
                plan.plug(bus.scl, format!("{name} SCL"), "#0e7490");
            }
        }
        if let Some(buzzer) = board.buzzer
            && let Some(hole) = pico::hole(buzzer.pin)
        {
            let ohms = boards::electrics::ohms(f64::from(buzzer.series_ohm));
            plan.through(hole, ohms, "buzzer", "#374151");
        }
        if board.battery {
            plan.through(39, "1N5817".into(), "switch", RED);
        }
        plan
    }
}

fn at(hole: Hole) -> Point {
    let row = ROWS.iter().position(|row| *row == hole.row).unwrap_or(0);
    // The gap in the middle is two holes wide.
    let gap = if row > 4 { 2.0 } else { 0.0 };
    (LEFT + (hole.column as f32 - 1.0) * PITCH, TOP + (row as f32 + gap) * PITCH)
}

pub fn draw(board: &Board) -> String {
    let title = format!("{}: the breadboard", board.title);
    let mut svg = sheet::begin(
        &title,
        "seen from above; the five holes of a column on one side of the gap are joined inside, and so is each long row",
    );
    let plan = Plan::of(board);
    let bottom = at(Hole { column: 1, row: 'a' }).1;
    let rails =
        [(TOP - 3.4 * PITCH, "+"), (TOP - 2.4 * PITCH, "−"), (bottom + 2.4 * PITCH, "+"), (bottom + 3.4 * PITCH, "−")];
    let right = LEFT + (COLUMNS as f32 - 1.0) * PITCH;
    svg.rect((LEFT - 8.0, TOP - 4.6 * PITCH), (right - LEFT + 16.0, bottom - TOP + 9.2 * PITCH), "#fbfbf8", INK);
    for (y, sign) in rails {
        let colour = if sign == "+" { RED } else { BLUE };
        svg.line((LEFT - 2.0, y - 2.2), (right + 2.0, y - 2.2), colour, 0.3);
        for x in [LEFT - 5.0, right + 5.0] {
            svg.text((x, y + 1.0), 3.4, Anchor::Middle, colour, sign);
        }
        // Five holes, then a gap, along the whole board.
        for column in (1..=COLUMNS).filter(|column| column % 6 != 0) {
            svg.circle((LEFT + (column as f32 - 1.0) * PITCH, y), 0.7, "#9ca3af", "none", 0.0);
        }
    }
    for row in ROWS {
        for column in 1..=COLUMNS {
            svg.circle(at(Hole { column, row }), 0.7, "#9ca3af", "none", 0.0);
        }
        for x in [LEFT - 5.0, right + 5.0] {
            svg.text((x, at(Hole { column: 1, row }).1 + 0.9), 2.6, Anchor::Middle, PALE, &row.to_string());
        }
    }
    // The Pico covers the others.
    for column in [25, 30] {
        let (x, y) = at(Hole { column, row: 'e' });
        svg.text((x, y - PITCH - 0.4), 2.4, Anchor::Middle, PALE, &column.to_string());
    }
    draw_pico(&mut svg);
    for (from, to, words) in &plan.parts {
        let ((x1, y1), (x2, y2)) = (at(*from), at(*to));
        wire(&mut svg, &[(x1, y1), (x2, y2)], "#6b7280");
        let middle = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
        svg.rect((middle.0 - 7.0, middle.1 - 1.8), (14.0, 3.6), "#efe3c8", INK);
        svg.text((middle.0, middle.1 + 0.9), 2.5, Anchor::Middle, INK, words);
        if words.starts_with("1N") {
            svg.fill((middle.0 - 6.6, middle.1 - 1.7), (1.2, 3.4), "#374151");
        }
    }
    for (from, to, colour) in &plan.bridges {
        let ((x1, y1), (x2, y2)) = (at(*from), at(*to));
        let over = y1 + if from.row == 'j' { -0.5 * PITCH } else { 0.5 * PITCH };
        wire(&mut svg, &[(x1, y1), (x1, over), (x2, over), (x2, y2)], colour);
        for end in [(x1, y1), (x2, y2)] {
            svg.circle(end, 1.2, colour, INK, 0.2);
        }
    }
    for plug in &plan.plugs {
        let (x, y) = at(plug.hole);
        let up = matches!(plug.hole.row, 'i' | 'j');
        let beyond = if up { TOP - 5.4 * PITCH } else { bottom + 5.4 * PITCH };
        // The second wire of a column leaves beside the first.
        let x2 = if matches!(plug.hole.row, 'i' | 'b') { x + PITCH * 0.5 } else { x };
        wire(&mut svg, &[(x, y), (x2, y + if up { -2.0 } else { 2.0 }), (x2, beyond)], plug.colour);
        svg.circle((x, y), 1.2, plug.colour, INK, 0.2);
        let words = format!("{}{} {}", plug.hole.row, plug.hole.column, plug.to);
        let letters = words.chars().count() as f32;
        let middle = beyond + if up { -1.0 - letters * 0.68 } else { 1.0 + letters * 0.68 };
        svg.rotated((x2 + 0.8, middle), -90.0, 2.3, &words);
    }
    power(&mut svg, bottom);
    let y = bottom + 5.4 * PITCH + 26.0;
    svg.notes((MARGIN + 4.0, y.max(216.0)), 2.9, 118, &notes(board));
    sheet::finish(svg, &title)
}

/// A wire with a white edge, which lifts it over others.
fn wire(svg: &mut Svg, points: &[Point], colour: &str) {
    svg.path(points, "none", "white", 1.5);
    svg.path(points, "none", colour, 0.8);
}

/// Black from a GND of the Pico to the − row, red from its 3V3 to the + row, and both rows joined to those of the other side.
fn power(svg: &mut Svg, bottom: f32) {
    let ends = |svg: &mut Svg, from: Point, to: Point, colour: &str| {
        wire(svg, &[from, to], colour);
        for end in [from, to] {
            svg.circle(end, 1.2, colour, INK, 0.2);
        }
    };
    for (column, rail, colour, words) in
        [(3, TOP - 2.4 * PITCH, "#111111", "j3 to −"), (5, TOP - 3.4 * PITCH, RED, "j5 to +")]
    {
        let (x, y) = at(Hole { column, row: 'j' });
        ends(svg, (x, y), (x, rail), colour);
        svg.rotated((x + 2.8, y - 8.2), -90.0, 2.0, words);
    }
    for (column, from, to, colour) in [
        (COLUMNS - 1, TOP - 2.4 * PITCH, bottom + 3.4 * PITCH, "#111111"),
        (COLUMNS - 2, TOP - 3.4 * PITCH, bottom + 2.4 * PITCH, RED),
    ] {
        let x = LEFT + (column as f32 - 1.0) * PITCH;
        ends(svg, (x, from), (x, to), colour);
    }
}

/// The Pico, USB at the left end, its pins 1 to 20 in row c and 40 to 21 in row h.
fn draw_pico(svg: &mut Svg) {
    let (left, top) = at(Hole { column: 1, row: 'h' });
    let (end, bottom) = at(Hole { column: 20, row: 'c' });
    svg.rect((left - 3.0, top - 2.6), (end - left + 6.0, bottom - top + 5.2), BOARD, INK);
    svg.rect((left - 7.0, (top + bottom) / 2.0 - 6.5), (12.0, 13.0), "#d8d8dc", INK);
    svg.text((left - 1.0, (top + bottom) / 2.0 + 1.0), 2.8, Anchor::Middle, INK, "USB");
    svg.text(((left + end) / 2.0, (top + bottom) / 2.0 + 1.2), 3.6, Anchor::Middle, INK, "Pico, from above");
    for hole in 1..=40u8 {
        let (column, row, by) = if hole <= 20 { (hole, 'c', -5.0) } else { (41 - hole, 'h', 5.0) };
        let (x, y) = at(Hole { column: usize::from(column), row });
        svg.circle((x, y), 1.0, "#d4a72c", INK, 0.2);
        svg.rotated((x + 0.7, y + by), -90.0, 1.9, &hole_name(hole));
    }
}

fn notes(board: &Board) -> Vec<String> {
    let mut notes = vec![
        "Press the Pico in with its pins in rows c and h, its USB socket at the end with column 1. A wire is joined to a pin when \
         it is in the same column, on the same side of the gap: the names say where (j5: row j, column 5)."
            .to_string(),
        "Black: GND (j3) to a − row, and the two − rows joined. Red: 3V3 (j5) to a + row, and the two + rows joined. GND of every \
         knob, screen and buzzer goes into any hole of a − row; + of every knob and VCC of every screen into any hole of a + row."
            .to_string(),
        "Some breadboards have no colours at their long rows, and on some a long row is parted in the middle: then join its halves \
         with a short wire."
            .to_string(),
    ];
    if board.battery {
        notes.push(
            "Battery: black to a − row; red to a30, and a wire from b30 to an outer leg of the slide switch; its middle leg to j26. A wire \
             leads from j2 (VSYS) to j22, and the diode's ring looks towards column 22. Never join the battery to a + row."
                .to_string(),
        );
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lists, tests::root};

    #[test]
    fn every_pin_has_its_wire_and_no_hole_has_two() {
        for board in boards::load_all(&root()).into_iter().flatten() {
            if !lists::routes(&board).contains(&boards::Route::NoSolder) {
                continue;
            }
            let plan = Plan::of(&board);
            for (key, pin) in board.pins() {
                assert!(pico::hole(pin).is_none() || !plan.holes(pin).is_empty(), "{}: {key} has no wire", board.name);
            }
            let mut holes: Vec<Hole> = plan.plugs.iter().map(|plug| plug.hole).collect();
            holes.extend(plan.parts.iter().flat_map(|part| [part.0, part.1]));
            holes.extend(plan.bridges.iter().flat_map(|bridge| [bridge.0, bridge.1]));
            for (at, hole) in holes.iter().enumerate() {
                assert!(!holes[..at].contains(hole), "{}: two wires in {hole:?}", board.name);
                // Those of GND and 3V3.
                assert!(!(hole.row == 'j' && [3, 5].contains(&hole.column)), "{}: {hole:?}", board.name);
            }
        }
    }
}
