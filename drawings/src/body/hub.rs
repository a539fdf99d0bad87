//! The hub: a box under a roof, whose two slopes each carry a screen that shows the same, so that people on both long sides
//! of the table have one in front of them. Leads to dials lie in notches below the slopes; jacks of pods are in the walls.

use boards::{Board, Route, Voting};

use super::{Face, Module, PILOT, Piece, SCREW, Thing, Unit, WALL, Way, shared_screen, things};
use crate::solid::{Place, Solid, Vec3, add, all, block, cylinder, prism};

/// Up the slope.
const SLOPE_LONG: f64 = 62.0;
const SHEET: f64 = 3.0;
const RIB: f64 = 9.0;
const RIB_DEEP: f64 = 10.0;

struct Size {
    length: f64,
    depth: f64,
    /// To where the slopes begin.
    walls: f64,
    ridge: f64,
    slope: f64,
    carrier: (f64, f64),
}

impl Size {
    fn of(board: &Board) -> Self {
        let slope = f64::from(board.body.slope);
        let across = 2.0 * SLOPE_LONG * slope.to_radians().cos();
        let pods = board.voting == Voting::Pods;
        let (length, carrier, least) =
            if pods { (184.0, things::CARRIER_LARGE, 136.0) } else { (122.0, things::CARRIER, 100.0) };
        let depth = (across + 18.0_f64).max(least);
        let walls = if pods { 32.0 } else { 26.0 };
        Self { length, depth, walls, ridge: depth - across, slope, carrier }
    }

    fn rise(&self) -> f64 {
        SLOPE_LONG * self.slope.to_radians().sin()
    }

    fn top(&self) -> f64 {
        self.walls + self.rise()
    }

    /// The slope's own frame: x along the ridge, y up the slope, z out of the roof; 0 is where it rests.
    fn on_slope(&self) -> Place {
        Place::turned(0, self.slope, [0.0, -self.depth / 2.0, self.walls])
    }
}

/// The other side of the roof.
fn behind(solid: Solid) -> Solid {
    solid.placed(other_side())
}

fn other_side() -> Place {
    Place::turned(2, 180.0, [0.0; 3])
}

pub fn of(board: &Board) -> Unit {
    let size = Size::of(board);
    let screen = shared_screen(board);
    let module = screen.map(Module::of);
    let copies = screen.map_or(0, |screen| usize::from(screen.copies));
    let (half, mid) = (size.length / 2.0, SLOPE_LONG / 2.0);
    let slope = size.on_slope();

    // Screws of a slope, in its own frame.
    let screws: Vec<Vec3> = [-1.0, 1.0]
        .into_iter()
        .flat_map(|side| [9.0, SLOPE_LONG - 9.0].map(|y| [side * (half - RIB / 2.0), y, 0.0]))
        .collect();
    let sheet = |window: bool| {
        let mut cuts: Vec<Solid> = screws.iter().map(|s| cylinder([s[0], s[1], -1.0], SCREW, SHEET + 2.0)).collect();
        if let (Some(module), true) = (module, window) {
            let (w, h) = (module.glass.0 / 2.0 + 0.4, module.glass.1 / 2.0 + 0.4);
            cuts.push(block([-w, mid - h, -1.0], [w, mid + h, SHEET + 1.0]));
            // Screws with washers hold the module by its edges, so that its own holes may be anywhere.
            for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                let at = [x * 33.0, mid + y * (module.board.1 / 2.0 + 2.2), -1.0];
                cuts.push(cylinder(at, PILOT, SHEET + 2.0));
            }
        }
        block([-half, -3.0, 0.0], [half, SLOPE_LONG, SHEET]).without(cuts)
    };

    let mut base_parts = vec![block([-half, -size.depth / 2.0, 0.0], [half, size.depth / 2.0, WALL])];
    for side in [-1.0, 1.0] {
        let (outer, inner) = (side * size.depth / 2.0, side * (size.depth / 2.0 - WALL));
        base_parts.push(block([-half, outer.min(inner), 0.0], [half, outer.max(inner), size.walls]));
        base_parts.push(gable(&size, side));
    }
    let usb_gap = 1.0;
    let (cx, cy) = size.carrier;
    let carrier_x = -half + WALL + usb_gap + cx / 2.0;
    let posts: Vec<Vec3> = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
        .map(|(x, y)| {
            let hole = things::CARRIER_HOLE_IN;
            [carrier_x + x * (cx / 2.0 - hole), y * (cy / 2.0 - hole), WALL]
        })
        .to_vec();
    let post_high = 5.0;
    base_parts.extend(posts.iter().map(|p| cylinder([p[0], p[1], 0.0], 6.5, WALL + post_high)));
    let mut cuts: Vec<Solid> = posts.iter().map(|p| cylinder([p[0], p[1], 1.0], PILOT, 20.0)).collect();
    for s in &screws {
        let pilot = cylinder([s[0], s[1], -9.0], PILOT, 10.0).placed(slope);
        cuts.push(behind(pilot.clone()));
        cuts.push(pilot);
    }
    let usb = block([-half - 1.0, -7.5, 10.0], [-half + RIB + 1.0, 7.5, 30.0]);
    cuts.push(usb);
    let mut ways = vec![Way {
        name: "the USB plug".into(),
        space: block([-half - 20.0, -things::USB_PLUG.0 / 2.0, 12.0], [-half + WALL, things::USB_PLUG.0 / 2.0, 28.0]),
    }];
    let count = board.knobs.count();
    for at in 0..count {
        let a_side = count.div_ceil(2);
        let step = (size.length - 2.0 * RIB - 6.0) / a_side as f64;
        let x = -half + RIB + 3.0 + ((at % a_side) as f64 + 0.5) * step;
        let front = at < a_side;
        let wall = |solid: Solid| if front { solid } else { behind(solid) };
        let y = -size.depth / 2.0;
        if board.voting == Voting::Pods {
            let (w, h) = (things::RJ45.0 / 2.0 + 0.3, things::RJ45.2);
            let z = WALL + post_high + things::CARRIER_THICK;
            cuts.push(wall(block([x - w, y - 1.0, z - 0.4], [x + w, y + WALL + 1.0, z + h + 0.4])));
            let plug = block([x - 6.5, y - 15.0, z + 1.0], [x + 6.5, y + WALL, z + 12.0]);
            ways.push(Way { name: format!("the plug of lead {}", at + 1), space: wall(plug) });
        } else {
            let notch = |grow: f64| {
                block(
                    [x - 5.0 + grow, y - 1.0, size.walls - 5.6 + grow],
                    [x + 5.0 - grow, y + WALL + 1.0, size.walls + 1.0],
                )
            };
            cuts.push(wall(notch(0.0)));
            for tie in [-7.0, 5.0] {
                cuts.push(wall(block([x + tie, y + WALL + 3.0, -1.0], [x + tie + 2.5, y + WALL + 4.6, WALL + 1.0])));
            }
            let space = block([x - 4.0, y - 1.0, size.walls - 5.2], [x + 4.0, y + WALL + 1.0, size.walls - 2.0]);
            ways.push(Way { name: format!("lead {}", at + 1), space: wall(space) });
        }
    }
    let base = all(base_parts).without(cuts);

    let ridge_half = size.ridge / 2.0;
    let ridge_screws = [-1.0, 1.0].map(|side| [side * (half - RIB / 2.0), 0.0, 0.0]);
    let ridge = block([-half, -ridge_half, size.top()], [half, ridge_half, size.top() + SHEET]).without(
        ridge_screws
            .iter()
            .map(|s| cylinder([s[0], s[1], size.top() - 1.0], SCREW, SHEET + 2.0))
            .chain(buzzer_holes(board, &size)),
    );
    let base = base.without(ridge_screws.iter().map(|s| cylinder([s[0], s[1], size.top() - 12.0], PILOT, 14.0)));

    let piece = |name: &str, title: &str, count: usize, solid: Solid, bed: Place, orientation: &'static str| Piece {
        name: name.into(),
        title: title.into(),
        count,
        solid,
        bed,
        orientation,
        flat_at: (name != "hub-base").then_some(if name == "hub-ridge" { size.top() + 1.0 } else { 1.0 }),
    };
    // Slopes and ridge lie on the bed with their outer side.
    let sheet_down = Place::turned(0, 180.0 - size.slope, [0.0; 3]);
    let mut pieces = vec![piece("hub-base", "Box of the hub", 1, base, Place::at([0.0; 3]), "floor down")];
    pieces.push(piece(
        "hub-slope",
        "Slope of the roof with a screen",
        copies.max(1),
        sheet(true).placed(slope),
        sheet_down,
        "outer side down",
    ));
    if copies < 2 {
        pieces.push(piece(
            "hub-back",
            "Slope of the roof without a screen",
            1,
            behind(sheet(false).placed(slope)),
            sheet_down,
            "outer side down",
        ));
    }
    pieces.push(piece(
        "hub-ridge",
        "Ridge of the roof",
        1,
        ridge,
        Place::turned(0, 180.0, [0.0; 3]),
        "outer side down",
    ));
    // The second slope is the same piece again; lines of sight and parts must find it in its place.
    let mut unit = Unit {
        name: "hub",
        title: "The hub",
        count: 1,
        pieces,
        again: if copies > 1 { vec![behind(sheet(true).placed(slope))] } else { Vec::new() },
        things: Vec::new(),
        ways,
        shared: Vec::new(),
        secret: None,
        tell_tale: None,
        hood: None,
    };
    if let Some(module) = module {
        for copy in 0..copies {
            let turn = |solid: Solid| if copy == 0 { solid } else { behind(solid) };
            let back = SHEET - module.thick;
            let (w, h) = (module.board.0 / 2.0, module.board.1 / 2.0);
            let glass = block(
                [-module.glass.0 / 2.0, mid - module.glass.1 / 2.0, 0.0],
                [module.glass.0 / 2.0, mid + module.glass.1 / 2.0, SHEET - 0.2],
            );
            let card = block([-w, mid - h, back], [w, mid + h, -0.1]);
            let plugs = block([-6.0, mid + h - 4.0, back - 17.0], [6.0, mid + h, back]);
            let edge = (module.glass.1 + module.board.1) / 4.0;
            let rests = [[0.0, mid - edge, 1.0], [0.0, mid + edge, 1.0]].map(|p| {
                let p = slope.point(p);
                if copy == 0 { p } else { other_side().point(p) }
            });
            unit.things.push(Thing {
                name: format!("shared screen {}", copy + 1),
                space: turn(all([glass, card, plugs]).placed(slope)),
                routes: Vec::new(),
                rests_on: rests.to_vec(),
            });
            let face = Face {
                middle: [0.0, mid, SHEET - 0.2],
                right: [1.0, 0.0, 0.0],
                up: [0.0, 1.0, 0.0],
                width: module.pixels.0,
                height: module.pixels.1,
            }
            .placed(&slope);
            unit.shared.push(if copy == 0 { face } else { face.placed(&other_side()) });
        }
    }
    if board.buzzer.is_some() {
        unit.things.push(Thing {
            name: "piezo".into(),
            space: cylinder([0.0, 0.0, size.top() - 8.0], things::PIEZO_ACROSS, 7.9),
            routes: Vec::new(),
            rests_on: vec![[6.0, 0.0, size.top() + 0.5]],
        });
    }
    unit.things.extend(carriers(board, &size, carrier_x, post_high, &posts));
    unit
}

/// A triangular end wall, with ribs that take the screws.
fn gable(size: &Size, side: f64) -> Solid {
    let half = size.length / 2.0;
    let outline = |inset: f64, floor: f64| {
        let (y, top) = (size.depth / 2.0 - inset, size.top() - inset);
        let ridge = (size.ridge / 2.0 - inset * (size.slope.to_radians() / 2.0).tan()).max(0.5);
        // Parallel to the slope, so far below it.
        let walls = top - (y - ridge) * size.slope.to_radians().tan();
        [[-y, floor], [y, floor], [y, walls], [ridge, top], [-ridge, top], [-y, walls]]
    };
    let up = |solid: Solid| solid.placed(Place::turned(0, 90.0, [0.0; 3])).placed(Place::turned(2, 90.0, [0.0; 3]));
    let (from, to) = if side < 0.0 { (-half, -half + RIB) } else { (half - RIB, half) };
    let (inner_from, inner_to) = if side < 0.0 { (-half + WALL, half) } else { (-half, half - WALL) };
    up(prism(&outline(0.0, 0.0), from, to)).without([up(prism(&outline(RIB_DEEP, WALL), inner_from, inner_to))])
}

fn buzzer_holes(board: &Board, size: &Size) -> Vec<Solid> {
    if board.buzzer.is_none() {
        return Vec::new();
    }
    [-4.0, 0.0, 4.0].map(|x| cylinder([x, 0.0, size.top() - 1.0], 2.0, SHEET + 2.0)).to_vec()
}

/// What carries the Pico, by each route.
fn carriers(board: &Board, size: &Size, carrier_x: f64, post_high: f64, posts: &[Vec3]) -> Vec<Thing> {
    let left = -size.length / 2.0 + WALL + 1.0;
    let (bx, by, bz) = things::BREADBOARD;
    let (px, py, pz) = things::PICO;
    let pico = |z: f64| {
        let top = z + things::PIN_PLASTIC + pz;
        all([
            block([left, -py / 2.0, z + things::PIN_PLASTIC], [left + px, py / 2.0, top]),
            block([left - 1.3, -4.0, top], [left + 5.0, 4.0, top + things::PICO_USB_HIGH]),
        ])
    };
    let on_breadboard = all([
        block([left, -by / 2.0, WALL + 0.1], [left + bx, by / 2.0, WALL + bz]),
        block([left + 8.0, -by / 2.0, WALL + bz], [left + bx, by / 2.0, WALL + bz + things::PLUGGED_WIRES]),
        pico(WALL + bz),
    ]);
    let z = WALL + post_high + 0.1;
    let (cx, cy) = size.carrier;
    let card = block([carrier_x - cx / 2.0, -cy / 2.0, z], [carrier_x + cx / 2.0, cy / 2.0, z + things::CARRIER_THICK]);
    let parts_high = 12.0;
    let inset = if board.voting == Voting::Pods { 0.0 } else { 4.0 };
    let parts = block(
        [carrier_x - cx / 2.0 + inset, -cy / 2.0 + inset, z + things::CARRIER_THICK],
        [carrier_x + cx / 2.0 - inset, cy / 2.0 - inset, z + things::CARRIER_THICK + parts_high],
    );
    let on_card = all([card, parts, pico(z + things::CARRIER_THICK + things::SOCKET_HIGH)]);
    let under: Vec<Vec3> = posts.iter().map(|p| add(*p, [2.3, 0.0, post_high - 0.3])).collect();
    let mut things = vec![Thing {
        name: "circuit board with the Pico".into(),
        space: on_card,
        routes: vec![Route::ByHand, Route::CircuitBoard],
        rests_on: under,
    }];
    if board.voting != Voting::Pods {
        things.push(Thing {
            name: "breadboard with the Pico".into(),
            space: on_breadboard,
            routes: vec![Route::NoSolder],
            rests_on: vec![[left + 20.0, 0.0, WALL - 0.5]],
        });
    }
    things
}
