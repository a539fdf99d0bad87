//! The hub: a box under a roof, whose two slopes each carry a screen that shows the same, so that people on both long sides
//! of the table have one in front of them. Leads to dials lie in notches below the slopes; jacks of pods are in the walls.

use boards::{Board, Voting};

use super::{
    Face, Module, PILOT, Piece, SCREW, Thing, Unit, WALL, Way, carrier, shared_screen,
    shell::{on_pillars, pillar},
    things::{self, Card},
};
use crate::{
    pcb::Carrier,
    solid::{Place, Solid, Vec3, all, block, cylinder, prism},
};

/// Length up the slope.
const SLOPE_LONG: f64 = 62.0;
const SHEET: f64 = 3.0;
const RIB: f64 = 9.0;
const RIB_DEEP: f64 = 10.0;

/// Distance from the end walls to a card that is narrow enough to lie between the ribs, and to the ribs' inner sides.
const BESIDE_WALL: f64 = WALL + 1.0;
const BESIDE_RIB: f64 = RIB + 0.5;
/// Height of a card above the floor.
const CARD_FOOT: f64 = 5.0;
const CARD_TOP: f64 = WALL + CARD_FOOT + things::CARD;
/// A perfboard, or the circuit board of a hub for dials.
const CARD: (f64, f64) = (90.0, 70.0);
/// Minimum width of the ridge, for a piezo and for screws.
const LEAST_RIDGE: f64 = 18.0;

struct Size {
    length: f64,
    depth: f64,
    /// Height at which the slopes begin.
    walls: f64,
    ridge: f64,
    slope: f64,
    card: (f64, f64),
    /// The card's left edge.
    left: f64,
}

impl Size {
    fn of(board: &Board, carrier: Option<&Carrier>) -> Self {
        let slope = f64::from(board.body.slope);
        let across = 2.0 * SLOPE_LONG * slope.to_radians().cos();
        let mm = |micrometres: i32| f64::from(micrometres) / 1000.0;
        let card = carrier.map_or(CARD, |carrier| (mm(carrier.size.0), mm(carrier.size.1)));
        let depth = (across + LEAST_RIDGE).max(card.1 + 2.0 * WALL + 0.6);
        let pods = board.voting == Voting::Pods;
        let between_ribs = card.1 < depth - 2.0 * RIB_DEEP - 1.0;
        let beside = if between_ribs { BESIDE_WALL } else { BESIDE_RIB };
        let length = (card.0 + 2.0 * beside).max(122.0);
        let walls = if pods { 32.0 } else { 26.0 };
        Self { length, depth, walls, ridge: depth - across, slope, card, left: beside - length / 2.0 }
    }

    fn card(&self) -> Card {
        Card { middle: [self.left + self.card.0 / 2.0, 0.0], top: CARD_TOP }
    }

    fn rise(&self) -> f64 {
        SLOPE_LONG * self.slope.to_radians().sin()
    }

    fn top(&self) -> f64 {
        self.walls + self.rise()
    }

    /// The slope's coordinates: x along the ridge, y up the slope, z out of the roof; 0 is where it rests.
    fn on_slope(&self) -> Place {
        Place::rotated(0, self.slope, [0.0, -self.depth / 2.0, self.walls])
    }
}

/// Mirrors a solid to the other side of the roof.
fn behind(solid: Solid) -> Solid {
    solid.placed(other_side())
}

fn other_side() -> Place {
    Place::rotated(2, 180.0, [0.0; 3])
}

pub fn of(board: &Board) -> Unit {
    let carrier = carrier(board, "-hub");
    let size = Size::of(board, carrier.as_ref());
    let screen = shared_screen(board);
    let module = screen.map(Module::of);
    let copies = screen.map_or(0, |screen| usize::from(screen.copies));
    let half = size.length / 2.0;
    let slope = size.on_slope();
    let card = size.card();
    let holes = card.holes(size.card);

    let mut unit = Unit::new("hub", "The hub", 1);
    let mut base_parts = vec![block([-half, -size.depth / 2.0, 0.0], [half, size.depth / 2.0, WALL])];
    for side in [-1.0, 1.0] {
        let (outer, inner) = (side * size.depth / 2.0, side * (size.depth / 2.0 - WALL));
        base_parts.push(block([-half, outer.min(inner), 0.0], [half, outer.max(inner), size.walls]));
        base_parts.push(gable(&size, side));
    }
    base_parts.extend(holes.iter().map(|hole| pillar(*hole, WALL + CARD_FOOT)));
    let mut cuts: Vec<Solid> = holes.iter().map(|[x, y]| cylinder([*x, *y, 1.0], PILOT, 20.0)).collect();
    for [x, y] in slope_screws(&size) {
        let pilot = cylinder([x, y, -9.0], PILOT, 10.0).placed(slope);
        cuts.push(behind(pilot.clone()));
        cuts.push(pilot);
    }
    let mut usb_heights = vec![things::usb_height(things::socketed(CARD_TOP))];
    if board.voting != Voting::Pods {
        usb_heights.push(things::usb_height(WALL + things::BREADBOARD[2]));
    }
    let (usb, plugs) = things::usb(-half, size.left + half, &usb_heights);
    cuts.push(usb);
    unit.ways.extend(plugs);
    let jacks = carrier.iter().flat_map(|carrier| things::jacks(carrier, &card, size.depth / 2.0, None));
    let leads = if board.leads.is_some() { notches(&size, board.knobs.count()) } else { Vec::new() };
    for (opening, way) in jacks.chain(leads) {
        cuts.push(opening);
        unit.ways.push(way);
    }
    let ridge_screws = [-1.0, 1.0].map(|side| [side * (half - RIB / 2.0), 0.0]);
    cuts.extend(ridge_screws.map(|[x, y]| cylinder([x, y, size.top() - 12.0], PILOT, 14.0)));
    let base = all(base_parts).without(cuts);

    let top = size.top();
    let ridge = block([-half, -size.ridge / 2.0, top], [half, size.ridge / 2.0, top + SHEET]).without(
        ridge_screws
            .map(|[x, y]| cylinder([x, y, top - 1.0], SCREW, SHEET + 2.0))
            .into_iter()
            .chain(buzzer_holes(board, &size)),
    );

    // Slopes and ridge are printed with their outer side on the bed.
    let on_bed = Place::rotated(0, 180.0 - size.slope, [0.0; 3]);
    let with_screen = sheet(&size, module.as_ref()).placed(slope);
    unit.pieces = vec![
        Piece::new("hub-base", "Box of the hub", base, "floor down"),
        Piece::new("hub-slope", "Slope of the roof with a screen", with_screen.clone(), "outer side down")
            .times(copies.max(1))
            .laid(on_bed)
            .flat(1.0),
    ];
    if copies > 1 {
        // The other slope is the same piece: lines of sight and parts need it in its own place.
        unit.again.push(behind(with_screen));
    } else {
        let back = behind(sheet(&size, None).placed(slope));
        unit.pieces.push(
            Piece::new("hub-back", "Slope of the roof without a screen", back, "outer side down")
                .laid(on_bed)
                .flat(1.0),
        );
    }
    unit.pieces.push(
        Piece::new("hub-ridge", "Ridge of the roof", ridge, "outer side down")
            .laid(Place::rotated(0, 180.0, [0.0; 3]))
            .flat(top + 1.0),
    );

    if let Some(module) = &module {
        for copy in 0..copies {
            let side = if copy == 0 { Place::at([0.0; 3]) } else { other_side() };
            unit.things.push(mounted(
                module,
                copy,
                |p| side.point(slope.point(p)),
                |solid| solid.placed(slope).placed(side),
            ));
            let face = Face::lying([0.0, SLOPE_LONG / 2.0, SHEET - 0.2], module.pixels.0, module.pixels.1);
            unit.shared.push(face.placed(&slope).placed(&side));
        }
    }
    if let Some(carrier) = &carrier {
        unit.things.push(
            things::circuit_board(carrier, &card, things::PLUG_HIGH)
                .resting_on(on_pillars(&card.screws(carrier), WALL + CARD_FOOT)),
        );
    }
    if board.voting != Voting::Pods {
        unit.things.push(
            things::perfboard(size.left, size.card, WALL + CARD_FOOT).resting_on(on_pillars(&holes, WALL + CARD_FOOT)),
        );
        unit.things.push(things::breadboard(size.left, WALL));
        unit.things.extend(board.buzzer.map(|_| things::piezo([0.0; 2], top)));
    }
    unit
}

/// Where the screws of a slope are, in its own frame.
fn slope_screws(size: &Size) -> Vec<[f64; 2]> {
    let x = size.length / 2.0 - RIB / 2.0;
    [-x, x].into_iter().flat_map(|x| [9.0, SLOPE_LONG - 9.0].map(|y| [x, y])).collect()
}

/// A slope of the roof in its own frame, with a window for a screen.
fn sheet(size: &Size, module: Option<&Module>) -> Solid {
    let (half, mid) = (size.length / 2.0, SLOPE_LONG / 2.0);
    let mut cuts: Vec<Solid> =
        slope_screws(size).into_iter().map(|[x, y]| cylinder([x, y, -1.0], SCREW, SHEET + 2.0)).collect();
    if let Some(module) = module {
        let (w, h) = (module.glass.0 / 2.0 + 0.4, module.glass.1 / 2.0 + 0.4);
        cuts.push(block([-w, mid - h, -1.0], [w, mid + h, SHEET + 1.0]));
        // Screws with washers hold the module by its edges, so that the position of its own holes does not matter.
        let edge = module.board.1 / 2.0 + 2.2;
        for (x, y) in [(-33.0, -edge), (33.0, -edge), (-33.0, edge), (33.0, edge)] {
            cuts.push(cylinder([x, mid + y, -1.0], PILOT, SHEET + 2.0));
        }
    }
    block([-half, -3.0, 0.0], [half, SLOPE_LONG, SHEET]).without(cuts)
}

/// A screen behind a slope, with plugs on its pins.
fn mounted(module: &Module, copy: usize, point: impl Fn(Vec3) -> Vec3, place: impl Fn(Solid) -> Solid) -> Thing {
    let (mid, back) = (SLOPE_LONG / 2.0, SHEET - module.thick);
    let ((gw, gh), (w, h)) =
        ((module.glass.0 / 2.0, module.glass.1 / 2.0), (module.board.0 / 2.0, module.board.1 / 2.0));
    let glass = block([-gw, mid - gh, 0.0], [gw, mid + gh, SHEET - 0.2]);
    let card = block([-w, mid - h, back], [w, mid + h, -0.1]);
    let plugs = block([-6.0, mid + h - 4.0, back - 17.0], [6.0, mid + h, back]);
    let edge = (gh + h) / 2.0;
    Thing::new(format!("shared screen {}", copy + 1), place(all([glass, card, plugs])))
        .resting_on([mid - edge, mid + edge].map(|y| point([0.0, y, 1.0])))
}

/// Notches for the leads of dials below the slopes, half of them on each long side, with slots for ties in the floor.
fn notches(size: &Size, count: usize) -> Vec<(Solid, Way)> {
    let a_side = count.div_ceil(2);
    let step = (size.length - 2.0 * RIB - 6.0) / a_side as f64;
    let y = -size.depth / 2.0;
    let notch = |at: usize| {
        let x = -size.length / 2.0 + RIB + 3.0 + ((at % a_side) as f64 + 0.5) * step;
        let wall = |solid: Solid| if at < a_side { solid } else { behind(solid) };
        let notch = block([x - 5.0, y - 1.0, size.walls - 5.6], [x + 5.0, y + WALL + 1.0, size.walls + 1.0]);
        let ties =
            [-7.0, 5.0].map(|by| block([x + by, y + WALL + 3.0, -1.0], [x + by + 2.5, y + WALL + 4.6, WALL + 1.0]));
        let lead = block([x - 4.0, y - 1.0, size.walls - 5.2], [x + 4.0, y + WALL + 1.0, size.walls - 2.0]);
        (wall(all([notch].into_iter().chain(ties))), Way { name: format!("lead {}", at + 1), space: wall(lead) })
    };
    (0..count).map(notch).collect()
}

/// A triangular end wall, with ribs that take the screws.
fn gable(size: &Size, side: f64) -> Solid {
    let half = size.length / 2.0;
    let outline = |inset: f64, floor: f64| {
        let (y, top) = (size.depth / 2.0 - inset, size.top() - inset);
        let ridge = (size.ridge / 2.0 - inset * (size.slope.to_radians() / 2.0).tan()).max(0.5);
        // Parallel to the slope, `inset` below it.
        let walls = top - (y - ridge) * size.slope.to_radians().tan();
        [[-y, floor], [y, floor], [y, walls], [ridge, top], [-ridge, top], [-y, walls]]
    };
    let up = |solid: Solid| solid.placed(Place::rotated(0, 90.0, [0.0; 3])).placed(Place::rotated(2, 90.0, [0.0; 3]));
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
