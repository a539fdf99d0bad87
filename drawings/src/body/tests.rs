//! Every bundled board can be seen by those who should see it and by nobody else, and its parts fit. Bodies known to be
//! wrong are reported.

use boards::{Board, Controller, parts::Group};

use super::{
    Face, Thing, WALL, bodies, fit, pod,
    sight::{self, seen},
    table::seats,
};
use crate::{
    pcb,
    solid::{Place, Solid, all, block, cylinder},
    tests::root,
};

fn boards() -> Vec<Board> {
    boards::load_all(&root()).into_iter().flatten().collect()
}

fn board(name: &str) -> Board {
    boards::load(&root(), name).unwrap()
}

#[test]
fn everybody_sees_their_own_and_the_shared_screen_but_no_other() {
    for board in boards() {
        let report = sight::check(&board);
        let told = report.wrong.len().min(12);
        assert!(told == 0, "{}: {} wrong\n{}", board.name, report.wrong.len(), report.wrong[..told].join("\n"));
    }
}

#[test]
fn every_part_fits() {
    for board in boards() {
        let wrong = fit::check(&board);
        assert!(wrong.is_empty(), "{}:\n{}", board.name, wrong.join("\n"));
    }
}

/// Where each part of the list is among the fitted things. Parts of a circuit board go with it; flexible or outside
/// parts have no fixed place.
const PLACES: [(&str, &str); 17] = [
    ("spacers", "spacer"),
    ("Raspberry Pi Pico", "board"),
    ("breadboard", "breadboard with the Pico"),
    ("KY-040", "KY-040"),
    ("EC11 rotary encoder", "encoder|circuit board"),
    ("OLED", "screen"),
    ("knob for a 6 mm", "knob"),
    ("perfboard", "circuit board"),
    ("circuit board, made", "circuit board"),
    ("holder for three AA", "battery"),
    ("slide switch", "switch"),
    ("piezo buzzer", "piezo|circuit board"),
    ("RJ45 jack", "circuit board"),
    ("stiff paper", "disc"),
    ("socket strip", "circuit board"),
    ("74HC165", "circuit board"),
    ("TCA9548A", "circuit board"),
];
const WITHOUT_A_PLACE: [&str; 30] = [
    "resistor",
    "resistors of",
    "capacitor",
    "regulator",
    "heat sink",
    "polyfuse",
    "DIP-16 socket",
    "cable",
    "charger",
    "supply",
    "jumper wires",
    "ties",
    "screw",
    "PLA",
    "feet",
    "wire",
    "heat-shrink",
    "AA cell",
    "diode",
    "patch lead",
    "power bank",
    "transistor",
    "ribbon",
    "plug",
    "lead",
    "RJ45 plug",
    "tape",
    "string",
    "network",
    "paper",
];

#[test]
fn every_listed_part_has_a_place() {
    for board in boards() {
        let bodies = bodies(&board);
        let things: Vec<String> =
            bodies.units().flat_map(|unit| &unit.things).map(|thing| thing.name.clone()).collect();
        for route in crate::lists::routes(&board) {
            for part in crate::lists::list(&board, route).0.iter().filter(|part| part.group != Group::OnBoards) {
                let place = PLACES.iter().find(|(name, _)| part.name.contains(name)).map(|(_, place)| place);
                match place {
                    Some(place) => assert!(
                        place.split('|').any(|place| things.iter().any(|thing| thing.contains(place))),
                        "{}: {} is nowhere in the boxes",
                        board.name,
                        part.name
                    ),
                    None => assert!(
                        WITHOUT_A_PLACE.iter().any(|name| part.name.contains(name)),
                        "{}: nobody said where {} goes",
                        board.name,
                        part.name
                    ),
                }
            }
        }
    }
}

/// The complaints about a board, one word for each kind.
fn complaints(board: &Board) -> String {
    sight::check(board).wrong.join("\n")
}

#[test]
fn without_walls_the_neighbours_see_the_pointer() {
    for mut board in boards() {
        board.body.hood = 0;
        assert!(complaints(&board).contains("alone"), "{}", board.name);
    }
}

#[test]
fn a_hub_with_one_screen_hides_it_from_those_behind() {
    for name in ["table", "pods"] {
        let mut board = board(name);
        board.screens[0].copies = 1;
        assert!(complaints(&board).contains("sees 0 % of the shared screen"), "{name}");
    }
}

#[test]
fn small_glass_and_long_tables_make_small_figures() {
    let mut small = board("table");
    small.screens[0].controller = Controller::Ssd1306;
    assert!(complaints(&small).contains("arc minutes"));
    let mut long = board("table");
    long.body.table_length = 2_000;
    assert!(complaints(&long).contains("arc minutes"));
}

#[test]
fn a_part_that_grows_or_loses_its_support_is_reported() {
    let mut unit = bodies(&board("table")).own;
    let grown = block([-60.0, -5.0, 6.0], [10.0, 5.0, 17.0]);
    unit.things.push(Thing { name: "brick".into(), space: grown, routes: vec![], rests_on: vec![[0.0, 0.0, 40.0]] });
    let told = fit::unit(&unit).join("\n");
    for words in ["brick runs into dial-base", "brick rests on nothing", "KY-040 and brick are in one place"] {
        assert!(told.contains(words), "{told}");
    }
}

/// The deck is the one piece that is let into another; printers make walls a little too thick.
#[test]
fn a_deck_goes_into_its_box_with_room_on_every_side() {
    let dial = bodies(&board("table")).own;
    let bounds = |name: &str| dial.pieces.iter().find(|piece| piece.name == name).unwrap().solid.bounds();
    let ((low, high), (outer_low, outer_high)) = (bounds("dial-deck"), bounds("dial-base"));
    for axis in [0, 1] {
        for inside in [low[axis] - outer_low[axis], outer_high[axis] - high[axis]] {
            assert!(inside >= WALL + 0.25, "{:.2} mm of air", inside - WALL);
        }
    }
}

/// A circuit board wider than its case, a jack too tall for the lid, screw holes beside the pillars.
#[test]
fn a_circuit_board_that_does_not_fit_is_reported() {
    let board = board("pods");
    let carrier = pcb::carriers(&board).unwrap().remove(1);
    let told = |change: &dyn Fn(&mut pcb::Carrier)| {
        let (mut unit, mut carrier) = (bodies(&board).own, carrier.clone());
        change(&mut carrier);
        unit.things.retain(|thing| thing.name != "circuit board");
        unit.things.push(pod::circuit_board(&carrier));
        fit::unit(&unit).join("\n")
    };
    assert_eq!(told(&|_| ()), "");
    assert!(told(&|carrier| carrier.size.0 += 4_000).contains("circuit board runs into pod-base"));
    assert!(told(&|carrier| carrier.parts[0].footprint.high += 2_000).contains("circuit board runs into pod-lid"));
    let moved = |carrier: &mut pcb::Carrier| {
        carrier.parts.iter_mut().filter(|part| part.is_screw_hole()).for_each(|hole| hole.at.1 += 2_000);
    };
    assert!(told(&moved).contains("circuit board rests on nothing"));
}

/// The former body of `table`: knobs 62 mm apart round a flat 0.96" screen in the middle of one case, each with a wall
/// of 40 mm round its far half. It is the reason for these tests.
#[test]
fn the_box_with_shields_fails() {
    let top = 33.0;
    let mut solids = vec![block([-97.0, -97.0, 0.0], [97.0, 97.0, top])];
    let mut pointers = Vec::new();
    let table = seats(&board("table"));
    for seat in 0..8 {
        // Clockwise from the near side, each open towards its own player.
        let angle = -45.0 * f64::from(seat);
        let place = Place::rotated(2, angle, [0.0; 3]);
        let at = place.point([0.0, if seat % 2 == 0 { -62.0 } else { -87.7 }, top]);
        let wall = cylinder([0.0; 3], 58.4, 40.0)
            .without([cylinder([0.0, 0.0, -1.0], 56.0, 42.0), block([-60.0, -60.0, -1.0], [60.0, 0.0, 42.0])]);
        solids.push(wall.placed(Place::rotated(2, angle, at)));
        let middle = [at[0], at[1], top + 15.0];
        pointers.push(Face { middle, right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0], width: 19.0, height: 19.0 });
    }
    let obstacles: [Solid; 1] = [all(solids)];
    let screen =
        Face { middle: [0.0, 0.0, top], right: [1.0, 0.0, 0.0], up: [0.0, 1.0, 0.0], width: 21.7, height: 10.9 };
    let at_side = table[1].eyes().iter().map(|eye| seen(&screen, &obstacles, eye.at)).fold(1.0, f64::min);
    assert_eq!(at_side, 0.0, "a child at a side sees nothing of the screen");
    let nosy = table[0].eyes().iter().map(|eye| seen(&pointers[1], &obstacles, eye.at)).fold(0.0, f64::max);
    assert!(nosy > 0.5, "a neighbour reads the pointer: {nosy:.2}");
}
