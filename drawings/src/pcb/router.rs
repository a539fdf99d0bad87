//! The autorouter: lays the tracks of a carrier on two layers. Every net searches for its cheapest path on a grid. Nets
//! that collide are ripped up and rerouted, and a contested cell gets more expensive each time, until no two nets need
//! it. All numbers are integers, so the same carrier gets the same copper everywhere.

use std::{
    cmp::Reverse,
    collections::{BTreeSet, BinaryHeap},
};

use super::{
    carrier::{Carrier, GRID},
    copper::{CLEARANCE, Copper, EDGE, Layer, SIGNAL, Track, VIA, Via, WIDE},
    footprint::Spot,
};

const MOST_PASSES: usize = 150;
/// Half of the width of each kind of copper: a track, a wide track, a via.
const HALF: [i32; 3] = [SIGNAL / 2, WIDE / 2, VIA / 2];
const VIAS: usize = 2;
const STEP: u32 = 10;
const DIAGONAL: u32 = 15;
/// Cost of a step across a layer's preferred direction: horizontal above, vertical below.
const ACROSS: u32 = 13;
const VIA_COST: u32 = 100;
/// Costs are in sixteenths of the base cost.
const UNIT: u32 = 16;
const MOST_PRESSURE: u32 = 60 * UNIT;

/// Who may use a cell: every net, one net by its number, or none.
const ANYONE: u16 = u16::MAX;
const NOBODY: u16 = u16::MAX - 1;

/// A cell on a layer.
type Node = usize;
type Path = Vec<Node>;

struct Grid {
    width: usize,
    height: usize,
    /// Who may use each node, by kind of copper.
    owner: [Vec<u16>; 3],
    /// How many other nets would be too close to copper at a node.
    taken: [Vec<u16>; 3],
    /// How often a node was contested, as an increase of its cost.
    fought: Vec<u32>,
    pressure: u32,
    /// Offsets within the clearance between copper of two kinds.
    discs: [[Vec<(i32, i32)>; 3]; 3],
}

/// Where a track to a pad ends: the grid point nearest to its centre, on each of its layers.
struct Goal {
    at: Spot,
    nodes: Vec<Node>,
}

/// Lays all tracks, or names the nets for which there is no path.
pub fn route(carrier: &Carrier) -> Result<Copper, String> {
    let mut grid = Grid::new(carrier);
    let goals: Vec<Vec<Goal>> = carrier.nets.iter().map(|net| grid.goals(carrier, &net.pads)).collect();
    let mut order: Vec<usize> = (0..goals.len()).collect();
    order.sort_by_key(|&net| (extent(&goals[net]), net));
    let mut routes: Vec<Vec<Path>> = vec![Vec::new(); goals.len()];
    let mut search = Search::new(&grid);
    let mut waiting = order.clone();
    for pass in 0..MOST_PASSES {
        for &net in &waiting {
            let kind = usize::from(carrier.nets[net].wide);
            grid.lay(&routes[net], kind, false);
            routes[net] = search
                .tree(&grid, &goals[net], net, kind)
                .ok_or_else(|| format!("{}: no way for {}", carrier.name, carrier.nets[net].name))?;
            grid.lay(&routes[net], kind, true);
        }
        waiting = order.clone();
        waiting.retain(|&net| {
            let kind = usize::from(carrier.nets[net].wide);
            grid.lay(&routes[net], kind, false);
            let disputed = grid.disputed(&routes[net], kind);
            grid.lay(&routes[net], kind, true);
            disputed
        });
        if waiting.is_empty() {
            return Ok(grid.copper(carrier, &goals, &routes));
        }
        grid.pressure = (grid.pressure * 13 / 10).min(MOST_PRESSURE);
        if pass % 7 == 6 {
            waiting.reverse();
        }
    }
    let names: Vec<&str> = waiting.iter().map(|&net| carrier.nets[net].name.as_str()).collect();
    Err(format!("{}: these nets get in each other's way: {}", carrier.name, names.join(", ")))
}

/// Half perimeter of the box round all pads: short nets go first.
fn extent(goals: &[Goal]) -> i32 {
    let span = |of: fn(Spot) -> i32| {
        let all = || goals.iter().map(|goal| of(goal.at));
        all().max().unwrap_or(0) - all().min().unwrap_or(0)
    };
    span(|at| at.0) + span(|at| at.1)
}

/// True if a cell, or a diagonal track through it, could be closer than `distance`.
fn too_near(dx: i64, dy: i64, distance: i32) -> bool {
    dx * dx + dy * dy < i64::from(distance).pow(2) + i64::from(GRID).pow(2) / 2
}

fn disc(radius: i32) -> Vec<(i32, i32)> {
    let reach = radius / GRID + 1;
    let inside = |x: i32, y: i32| too_near(i64::from(x * GRID), i64::from(y * GRID), radius);
    (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (x, y))).filter(|&(x, y)| inside(x, y)).collect()
}

impl Grid {
    fn new(carrier: &Carrier) -> Self {
        let (width, height) = ((carrier.size.0 / GRID) as usize + 1, (carrier.size.1 / GRID) as usize + 1);
        let nodes = 2 * width * height;
        let discs = HALF.map(|one| HALF.map(|other| disc(one + other + CLEARANCE)));
        let owner = [(); 3].map(|()| vec![ANYONE; nodes]);
        let taken = [(); 3].map(|()| vec![0; nodes]);
        let mut grid = Self { width, height, owner, taken, fought: vec![0; nodes], pressure: UNIT * 6 / 10, discs };
        grid.keep_from_the_edge(carrier.size);
        for (at, part) in carrier.parts.iter().enumerate() {
            if part.is_screw_hole() {
                // Under the head of a screw.
                let (from, to) = part.body();
                let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
                grid.claim(middle, ((to.0 - from.0) / 2, (to.1 - from.1) / 2), 2, 0, NOBODY);
            }
            for (number, pad) in part.footprint.pads.iter().enumerate() {
                let (size, net) = (part.pad_size(number), carrier.net_of(at, number));
                let owner = net.filter(|_| !pad.apart).map_or(NOBODY, |net| net as u16);
                let away = if pad.is_bare() { EDGE } else { CLEARANCE };
                let layers = if pad.is_surface() { 1 } else { 2 };
                grid.claim(part.place(pad.at), (size.0 / 2, size.1 / 2), layers, away, owner);
            }
            let pads = &part.footprint.pads;
            for &link in part.footprint.links.iter().filter(|(from, to)| pads[*from].apart && pads[*to].apart) {
                let (from, to) = part.ends(link);
                let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
                let half = ((from.0 - to.0).abs() / 2 + SIGNAL / 2, (from.1 - to.1).abs() / 2 + SIGNAL / 2);
                grid.claim(middle, half, 1, CLEARANCE, NOBODY);
            }
        }
        grid
    }

    fn place(&self, node: Node) -> Spot {
        let cell = node % (self.width * self.height);
        ((cell % self.width) as i32 * GRID, (cell / self.width) as i32 * GRID)
    }

    fn layer(&self, node: Node) -> usize {
        node / (self.width * self.height)
    }

    fn node(&self, x: i32, y: i32, layer: usize) -> Option<Node> {
        let inside = x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32;
        inside.then(|| layer * self.width * self.height + y as usize * self.width + x as usize)
    }

    fn keep_from_the_edge(&mut self, size: Spot) {
        for node in 0..self.fought.len() {
            let (x, y) = self.place(node);
            let inside = x.min(size.0 - x).min(y).min(size.1 - y);
            for (owner, half) in self.owner.iter_mut().zip(HALF) {
                if inside < EDGE + half {
                    owner[node] = NOBODY;
                }
            }
        }
    }

    /// Reserves a rectangle, given by its centre and half its size, for `owner`.
    fn claim(&mut self, middle: Spot, half: Spot, layers: usize, away: i32, owner: u16) {
        for (kind, own_half) in HALF.into_iter().enumerate() {
            let far = away + own_half;
            let range = |at: i32, half: i32| (at - half - far) / GRID - 1..=(at + half + far) / GRID + 1;
            for (x, y) in range(middle.1, half.1).flat_map(|y| range(middle.0, half.0).map(move |x| (x, y))) {
                let beyond = |at: i32, middle: i32, half: i32| i64::from(((at * GRID - middle).abs() - half).max(0));
                let (dx, dy) = (beyond(x, middle.0, half.0), beyond(y, middle.1, half.1));
                if !too_near(dx, dy, far) {
                    continue;
                }
                for layer in 0..layers {
                    let Some(node) = self.node(x, y, layer) else { continue };
                    let known = &mut self.owner[kind][node];
                    *known = if kind != VIAS && (*known == ANYONE || *known == owner) { owner } else { NOBODY };
                }
            }
        }
    }

    fn goals(&self, carrier: &Carrier, pads: &[(usize, usize)]) -> Vec<Goal> {
        let mut goals = Vec::new();
        for &(part, number) in pads {
            let part = &carrier.parts[part];
            let pad = &part.footprint.pads[number];
            if pad.apart {
                continue;
            }
            let at = part.place(pad.at);
            let nearest = |at: i32| (at + GRID / 2) / GRID;
            let layers = if pad.is_surface() { 1 } else { 2 };
            let nodes = (0..layers).filter_map(|layer| self.node(nearest(at.0), nearest(at.1), layer)).collect();
            goals.push(Goal { at, nodes });
        }
        goals
    }

    /// Adds a net's tracks to the grid, or removes them.
    fn lay(&mut self, route: &[Path], kind: usize, on: bool) {
        let nodes: BTreeSet<Node> = route.iter().flatten().copied().collect();
        for node in nodes {
            self.stamp(node, kind, on);
        }
        for cell in self.vias(route) {
            self.stamp(cell, VIAS, on);
            self.stamp(cell + self.width * self.height, VIAS, on);
        }
    }

    fn stamp(&mut self, node: Node, kind: usize, on: bool) {
        let (x, y) = self.place(node);
        let layer = self.layer(node);
        for other in 0..3 {
            for at in 0..self.discs[kind][other].len() {
                let (dx, dy) = self.discs[kind][other][at];
                if let Some(near) = self.node(x / GRID + dx, y / GRID + dy, layer) {
                    let taken = &mut self.taken[other][near];
                    *taken = if on { *taken + 1 } else { *taken - 1 };
                }
            }
        }
    }

    /// The cells where a route changes layers, on the upper layer.
    fn vias(&self, route: &[Path]) -> BTreeSet<Node> {
        let cells = self.width * self.height;
        let steps = route.iter().flat_map(|path| path.windows(2));
        steps.filter(|step| step[0].abs_diff(step[1]) == cells).map(|step| step[0] % cells).collect()
    }

    /// True if others are too close to a removed route; such cells get more expensive.
    fn disputed(&mut self, route: &[Path], kind: usize) -> bool {
        let mut disputed = false;
        let cells = self.width * self.height;
        let tracks = route.iter().flatten().map(|&node| (node, kind));
        let vias = self.vias(route).into_iter().flat_map(|cell| [(cell, VIAS), (cell + cells, VIAS)]);
        for (node, kind) in tracks.chain(vias).collect::<BTreeSet<_>>() {
            if self.taken[kind][node] > 0 {
                self.fought[node] += UNIT / 6;
                disputed = true;
            }
        }
        disputed
    }

    /// The cost of a step, including how contested it is.
    fn price(&self, plain: u32, node: Node, taken: u16) -> u32 {
        plain * (UNIT + self.fought[node]) / UNIT * (UNIT + self.pressure * u32::from(taken)) / UNIT
    }

    fn copper(&self, carrier: &Carrier, goals: &[Vec<Goal>], routes: &[Vec<Path>]) -> Copper {
        let mut copper = Copper::default();
        for (net, route) in routes.iter().enumerate() {
            let width = 2 * HALF[usize::from(carrier.nets[net].wide)];
            let mut track = |layer: usize, from: Spot, to: Spot| {
                let layer = if layer == 0 { Layer::Top } else { Layer::Bottom };
                if from != to {
                    copper.tracks.push(Track { net, layer, from, to, width });
                }
            };
            for path in route {
                let mut start = 0;
                for at in 1..path.len() {
                    let step = |at: usize| path[at] as isize - path[at - 1] as isize;
                    if at + 1 == path.len() || step(at) != step(at + 1) {
                        if self.layer(path[start]) == self.layer(path[at]) {
                            track(self.layer(path[at]), self.place(path[start]), self.place(path[at]));
                        }
                        start = at;
                    }
                }
                // From the grid to the centres of the pads at both ends.
                for end in [path.first(), path.last()].into_iter().flatten() {
                    for goal in goals[net].iter().filter(|goal| goal.nodes.contains(end)) {
                        track(self.layer(*end), self.place(*end), goal.at);
                    }
                }
            }
            copper.vias.extend(self.vias(route).into_iter().map(|cell| Via { net, at: self.place(cell) }));
        }
        copper
    }
}

/// Per-node memory of a search, reused by the next.
struct Search {
    cost: Vec<u32>,
    from: Vec<Node>,
    /// The search that a node's values belong to.
    seen: Vec<u32>,
    wanted: Vec<u32>,
    run: u32,
}

const START: Node = usize::MAX;

impl Search {
    fn new(grid: &Grid) -> Self {
        let nodes = grid.fought.len();
        let (cost, seen, wanted) = (vec![0; nodes], vec![0; nodes], vec![0; nodes]);
        Self { cost, from: vec![START; nodes], seen, wanted, run: 0 }
    }

    /// Joins all pads of a net, each time the nearest unconnected one.
    fn tree(&mut self, grid: &Grid, goals: &[Goal], net: usize, kind: usize) -> Option<Vec<Path>> {
        let mut left: Vec<&Goal> = goals.iter().collect();
        if left.is_empty() {
            return Some(Vec::new());
        }
        let mut joined = vec![left.remove(0)];
        let mut tree: BTreeSet<Node> = joined[0].nodes.iter().copied().collect();
        let mut paths = Vec::new();
        while !left.is_empty() {
            let distance = |goal: &Goal| {
                let to = |other: &&Goal| (goal.at.0 - other.at.0).abs() + (goal.at.1 - other.at.1).abs();
                joined.iter().map(to).min()
            };
            let nearest = (0..left.len()).min_by_key(|&at| distance(left[at]))?;
            let goal = left.remove(nearest);
            let path = self.path(grid, &tree, goal, net as u16, kind)?;
            tree.extend(path.iter().chain(&goal.nodes));
            joined.push(goal);
            paths.push(path);
        }
        Some(paths)
    }

    /// The cheapest path from a tree to a pad.
    fn path(&mut self, grid: &Grid, tree: &BTreeSet<Node>, goal: &Goal, net: u16, kind: usize) -> Option<Path> {
        self.run += 1;
        let (goal_x, goal_y) = (goal.at.0 / GRID, goal.at.1 / GRID);
        // Never more than the real cost (admissible); a pad is a few cells wide.
        let ahead = |node: Node| {
            let (x, y) = grid.place(node);
            let (dx, dy) = ((x / GRID - goal_x).unsigned_abs(), (y / GRID - goal_y).unsigned_abs());
            (STEP * dx.max(dy) + (STEP * 4 / 10) * dx.min(dy)).saturating_sub(4 * STEP)
        };
        for &node in &goal.nodes {
            self.wanted[node] = self.run;
        }
        let mut open = BinaryHeap::new();
        for &node in tree {
            (self.cost[node], self.from[node], self.seen[node]) = (0, START, self.run);
            open.push(Reverse((ahead(node), node)));
        }
        let cells = grid.width * grid.height;
        while let Some(Reverse((estimate, node))) = open.pop() {
            if self.cost[node] + ahead(node) < estimate {
                continue;
            }
            if self.wanted[node] == self.run {
                let mut path = vec![node];
                while self.from[path[path.len() - 1]] != START {
                    path.push(self.from[path[path.len() - 1]]);
                }
                return Some(path);
            }
            let (x, y) = grid.place(node);
            let layer = grid.layer(node);
            let mut consider = |search: &mut Self, next: Node, price: u32| {
                let cost = search.cost[node].saturating_add(price);
                if search.seen[next] != search.run || cost < search.cost[next] {
                    (search.cost[next], search.from[next], search.seen[next]) = (cost, node, search.run);
                    open.push(Reverse((cost.saturating_add(ahead(next)), next)));
                }
            };
            for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
                let Some(next) = grid.node(x / GRID + dx, y / GRID + dy, layer) else { continue };
                if grid.owner[kind][next] != ANYONE && grid.owner[kind][next] != net {
                    continue;
                }
                let plain = match (dx != 0, dy != 0) {
                    (true, true) => DIAGONAL,
                    (sideways, _) => {
                        if sideways == (layer == 0) {
                            STEP
                        } else {
                            ACROSS
                        }
                    }
                };
                consider(self, next, grid.price(plain, next, grid.taken[kind][next]));
            }
            let other = if layer == 0 { node + cells } else { node - cells };
            let free = |node: Node| grid.owner[VIAS][node] == ANYONE;
            if free(node) && free(other) {
                let taken = grid.taken[VIAS][node] + grid.taken[VIAS][other];
                consider(self, other, grid.price(VIA_COST, other, taken));
            }
        }
        None
    }
}
