//! The copper of every bundled board, read back from its file and compared with what the board file requires.

use std::{fs, sync::OnceLock};

use super::{
    Carrier, carriers, demand, files, joints,
    read_back::{Piece, Read, Shape, read},
    route,
};
use crate::tests::root;

struct Made {
    carrier: Carrier,
    file: String,
    /// The board file that it was made from.
    board: String,
}

fn make(name: &str, board: &str) -> Vec<Made> {
    let carriers = carriers(&boards::parse(name, board).unwrap()).unwrap();
    let made = carriers.into_iter().map(|carrier| {
        let file = files(&carrier, &route(&carrier).unwrap()).swap_remove(0).1;
        Made { carrier, file, board: board.to_string() }
    });
    made.collect()
}

fn board_file(name: &str) -> String {
    fs::read_to_string(root().join("boards").join(name).join("board.toml")).unwrap()
}

/// Every carrier of every board, made once because it takes a while.
fn all() -> &'static [Made] {
    static ALL: OnceLock<Vec<Made>> = OnceLock::new();
    ALL.get_or_init(|| {
        let names = boards::discover(&root()).unwrap();
        names.iter().flat_map(|name| make(name, &board_file(name))).collect()
    })
}

fn demanded(made: &Made) -> demand::Nets {
    let nets = demand::nets(&made.board);
    nets.into_iter().find(|(name, _)| made.carrier.name.ends_with(&format!("-{name}"))).unwrap().1
}

/// Surplus and missing nets, in a few words.
fn differences(read: &Read, demanded: &demand::Nets) -> Vec<String> {
    let nets = read.nets();
    let told = |words: &'static str| move |legs: &std::collections::BTreeSet<_>| format!("{words}: {legs:?}");
    let missing = demanded.difference(&nets).map(told("demanded"));
    missing.chain(nets.difference(demanded).map(told("there"))).collect()
}

#[test]
fn copper_connects_exactly_what_the_board_file_requires() {
    for made in all() {
        let wrong = differences(&read(&made.file), &demanded(made));
        assert!(wrong.is_empty(), "{}\n{}", made.carrier.name, wrong.join("\n"));
    }
}

/// What every manufacturer makes and a beginner solders without bridges, in millimetres: between copper of different
/// nets, and from copper to edges and bare holes.
const LEAST_CLEARANCE: f64 = 0.25;
const LEAST_MARGIN: f64 = 0.5;

#[test]
fn copper_keeps_its_clearance() {
    for made in all() {
        let (read, name) = (read(&made.file), &made.carrier.name);
        assert!(read.clearance() >= LEAST_CLEARANCE - 1e-6, "{name}: {}", read.clearance());
        assert!(read.margin() >= LEAST_MARGIN - 1e-6, "{name}: {}", read.margin());
    }
}

/// The thickest leg of each footprint, across its corners, from the data sheets.
const LEGS: [(&str, f64); 12] = [
    ("U1.", 0.91),
    ("J1.", 0.76),
    ("J20.", 0.91),
    ("RN", 0.57),
    ("SW1.MP", 1.5),
    ("SW1.", 0.95),
    ("D1.", 0.86),
    ("R1", 0.65),
    ("U2.", 0.95),
    ("F1.", 0.81),
    ("BZ1.", 0.65),
    ("C3.", 0.6),
];

#[test]
fn holes_take_their_legs_and_leave_a_ring_to_solder() {
    for made in all() {
        let (read, name) = (read(&made.file), &made.carrier.name);
        for hole in &read.holes {
            let what = &hole.what;
            if hole.ring.is_some()
                && let Some((_, leg)) = LEGS.iter().find(|(start, _)| what.starts_with(start))
            {
                let air = hole.drill - leg;
                assert!((0.08..=0.5).contains(&air), "{name}: {what} has {air:.2} mm of air");
            }
            let least = if what == "via" { 0.2 } else { 0.29 };
            assert!(hole.ring.is_none_or(|ring| ring >= least), "{name}: the ring of {what} is {:?}", hole.ring);
        }
        for (at, hole) in read.holes.iter().enumerate() {
            for other in &read.holes[..at] {
                let between = (hole.at.0 - other.at.0).hypot(hole.at.1 - other.at.1) - (hole.drill + other.drill) / 2.0;
                assert!(between >= 0.3, "{name}: {} and {} are {between:.2} mm apart", hole.what, other.what);
            }
        }
        assert_eq!(
            read.holes.iter().filter(|hole| hole.what.starts_with('H') && hole.drill == 3.2).count(),
            4,
            "{name}"
        );
    }
}

#[test]
fn a_missing_track_is_noticed() {
    for made in all() {
        let demanded = demanded(made);
        let lines: Vec<&str> = made.file.lines().collect();
        let tracks: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("  (segment")).collect();
        for &lost in tracks.iter().step_by(tracks.len() / 12) {
            let length = |piece: &Piece| match piece.shape {
                Shape::Line { from, to, .. } => (from.0 - to.0).hypot(from.1 - to.1),
                Shape::Box { .. } => 0.0,
            };
            let alone =
                format!("(kicad_pcb {} {})", lines.iter().find(|line| line.contains("gr_rect")).unwrap(), lines[lost]);
            // A short end may lie entirely on its pad.
            if length(&read(&alone).pieces[0]) < 2.5 {
                continue;
            }
            let rest: Vec<&str> =
                lines.iter().enumerate().filter(|(at, _)| *at != lost).map(|(_, line)| *line).collect();
            let wrong = differences(&read(&rest.join("\n")), &demanded);
            assert!(!wrong.is_empty(), "{}: {}", made.carrier.name, lines[lost]);
        }
    }
}

#[test]
fn a_moved_track_is_noticed() {
    for made in all() {
        let (whole, demanded) = (read(&made.file), demanded(made));
        let tracks: Vec<usize> = (0..whole.pieces.len()).filter(|&at| whole.pieces[at].leg.is_none()).collect();
        let mut noticed = 0;
        for &moved in tracks.iter().step_by(tracks.len() / 10) {
            let mut read = whole.clone();
            if let Shape::Line { from, to, .. } = &mut read.pieces[moved].shape {
                for end in [from, to] {
                    *end = (end.0 + 1.27, end.1 + 1.27);
                }
            }
            noticed += usize::from(!differences(&read, &demanded).is_empty() || read.clearance() < 0.249);
        }
        // A few ends are so short that they stay on their pads.
        assert!(noticed >= 8, "{}: {noticed}", made.carrier.name);
    }
}

#[test]
fn two_nets_that_touch_are_noticed() {
    for made in all() {
        let (whole, demanded) = (read(&made.file), demanded(made));
        let middle = |piece: &Piece| match piece.shape {
            Shape::Line { from, .. } => from,
            Shape::Box { middle, .. } => middle,
        };
        let of = |net: &std::collections::BTreeSet<_>| {
            let leg = net.iter().next().cloned();
            middle(whole.pieces.iter().find(|piece| piece.leg == leg).unwrap())
        };
        let nets: Vec<_> = demanded.iter().collect();
        for pair in nets.windows(2).step_by(5) {
            let mut read = whole.clone();
            let shape = Shape::Line { from: of(pair[0]), to: of(pair[1]), radius: 0.15 };
            read.pieces.push(Piece { leg: None, top: true, bottom: false, shape });
            assert!(!differences(&read, &demanded).is_empty(), "{}: {pair:?}", made.carrier.name);
        }
        // A track that is too close to a pad must be noticed too, unless the net's own track leaves the pad on that
        // side.
        let noticed = nets.iter().take(8).filter(|net| {
            let leg = net.iter().next().cloned();
            let (_, (x, y)) = whole.pieces.iter().find(|piece| piece.leg == leg).unwrap().shape.extent();
            let near = Shape::Line { from: (x + 0.35, y), to: (x + 0.35, y - 1.0), radius: 0.15 };
            let mut read = whole.clone();
            read.pieces.push(Piece { leg: None, top: true, bottom: true, shape: near });
            read.clearance() < 0.249
        });
        assert!(noticed.count() >= 3, "{}", made.carrier.name);
    }
}

#[test]
fn a_changed_pin_of_the_board_file_is_noticed_and_followed() {
    for (name, from, to) in [
        ("solo", "push = 12", "push = 13"),
        ("solo", "pin = 15", "pin = 14"),
        ("table", "{ a = 0, b = 1, push = 2 }", "{ a = 1, b = 0, push = 2 }"),
    ] {
        let board = board_file(name);
        let changed = board.replace(from, to);
        assert_ne!(board, changed, "{name}: {from}");
        for made in all().iter().filter(|made| made.board == board) {
            let changed = Made { carrier: made.carrier.clone(), file: made.file.clone(), board: changed.clone() };
            assert!(!differences(&read(&made.file), &demanded(&changed)).is_empty(), "{name}: {to}");
        }
        for made in make(name, &changed) {
            let wrong = differences(&read(&made.file), &demanded(&made));
            assert!(wrong.is_empty(), "{name}: {to}\n{}", wrong.join("\n"));
        }
    }
}

#[test]
fn a_screen_with_swapped_supply_pins_needs_two_cuts() {
    for made in all() {
        let whole = read(&made.file);
        let of = |part: &str, leg: &str| {
            let leg = Some((part.to_string(), leg.to_string()));
            whole.pieces.iter().find(|piece| piece.leg == leg).unwrap().clone()
        };
        for part in made.carrier.parts.iter().filter(|part| !part.footprint.links.is_empty()) {
            for (pin, pad, supply) in [("1", "M1", "G1"), ("2", "M2", "V")] {
                let (from, to) = (of(&part.reference, pad), of(&part.reference, supply));
                let neck = |piece: &Piece| {
                    let track = piece.leg.is_none() && !piece.bottom;
                    track && piece.shape.gap(&from.shape) == 0.0 && piece.shape.gap(&to.shape) == 0.0
                };
                let mut cut = whole.clone();
                cut.pieces.retain(|piece| !neck(piece));
                assert_eq!(cut.pieces.len() + 1, whole.pieces.len(), "{}: {}", made.carrier.name, part.reference);
                let own = [pin, pad].map(|leg| (part.reference.clone(), leg.to_string())).into();
                assert!(cut.nets().contains(&own), "{}: {pin} stays on its supply", part.reference);
            }
        }
    }
}

#[test]
fn the_same_board_gives_the_same_file() {
    let board = board_file("solo");
    assert_eq!(make("solo", &board)[0].file, make("solo", &board)[0].file);
}

#[test]
fn pods_need_fewer_than_eight_hundred_joints() {
    let board = boards::load(&root(), "pods").unwrap();
    let joints = joints(&carriers(&board).unwrap());
    assert!((600..800).contains(&joints), "{joints}");
}

#[test]
fn a_part_without_a_place_is_refused_with_its_key() {
    let refused = |name: &str, from: &str, to: &str| {
        let board = boards::parse(name, &board_file(name).replace(from, to)).unwrap();
        carriers(&board).unwrap_err()
    };
    assert!(refused("pods", "kind = \"patch\"", "kind = \"ribbon\"").starts_with("cable: "));
    assert!(refused("solo", "pin = 25", "pin = 2").starts_with("led.pin: "));
}
