//! Wires between a column of parts and a row of holes: every net has a lane of its own, and the lanes are ordered so
//! that the fewest wires cross.

use crate::{
    part::Net,
    svg::{Point, Svg},
};

/// Everything of one net on one side of the Pico.
pub struct Lane {
    pub net: Net,
    /// Paths from a leg to the parts' edge.
    pub ports: Vec<Vec<Point>>,
    /// Holes of the Pico, and points where the net continues to the other side.
    pub holes: Vec<Point>,
    pub x: f32,
}

impl Lane {
    pub fn new(net: &Net) -> Self {
        Self { net: net.clone(), ports: Vec::new(), holes: Vec::new(), x: 0.0 }
    }

    fn heights(&self) -> impl Iterator<Item = f32> {
        let ports = self.ports.iter().filter_map(|way| way.last()).map(|end| end.1);
        ports.chain(self.holes.iter().map(|hole| hole.1))
    }

    fn span(&self) -> (f32, f32) {
        self.heights().fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)))
    }

    /// The net's crosswise wires.
    fn across(&self) -> Vec<Vec<Point>> {
        let ports = self.ports.iter().map(|way| {
            let end = way.last().map_or(0.0, |end| end.1);
            way.iter().copied().chain([(self.x, end)]).collect()
        });
        ports.chain(self.holes.iter().map(|&hole| vec![hole, (self.x, hole.1)])).collect()
    }
}

/// Places each lane between the parts' edge and the Pico's.
pub fn arrange(lanes: &mut [Lane], parts: f32, pico: f32) {
    let step = (pico - parts) / (lanes.len() + 1) as f32;
    let mut order: Vec<usize> = (0..lanes.len()).collect();
    place(lanes, &order, parts, step);
    let mut best = crossings(lanes);
    let mut better = true;
    while better {
        better = false;
        for one in 0..order.len() {
            for other in one + 1..order.len() {
                order.swap(one, other);
                place(lanes, &order, parts, step);
                let now = crossings(lanes);
                if now < best {
                    (best, better) = (now, true);
                } else {
                    order.swap(one, other);
                }
            }
        }
    }
    place(lanes, &order, parts, step);
}

fn place(lanes: &mut [Lane], order: &[usize], parts: f32, step: f32) {
    for (at, &lane) in order.iter().enumerate() {
        lanes[lane].x = parts + step * (at + 1) as f32;
    }
}

fn crossings(lanes: &[Lane]) -> usize {
    let mut count = 0;
    for lane in lanes {
        let (low, high) = lane.span();
        for other in lanes.iter().filter(|other| other.net != lane.net) {
            for way in other.across() {
                let (from, to) = (way[way.len() - 2].0, other.x);
                let y = way[way.len() - 1].1;
                let between = (from.min(to)..=from.max(to)).contains(&lane.x);
                count += usize::from(between && y >= low && y <= high);
            }
        }
    }
    count
}

/// Draws the crosswise wires first, then the lanes over them.
pub fn draw(svg: &mut Svg, lanes: &[Lane]) {
    for lane in lanes {
        for way in lane.across() {
            svg.wire(&way, lane.net.colour);
        }
    }
    for lane in lanes {
        let (low, high) = lane.span();
        if low < high {
            svg.wire_over(&[(lane.x, low), (lane.x, high)], lane.net.colour);
        }
        for way in lane.across() {
            // The lane's white outline has cut off the wires that end on it.
            let (x, y) = way[way.len() - 1];
            let from = way[way.len() - 2].0;
            svg.line((x, y), (x + (from - x).clamp(-1.2, 1.2), y), lane.net.colour, 0.6);
            let ends = lane.heights().filter(|&other| other == y).count();
            if (y > low && y < high) || ends > 1 {
                svg.joint((x, y), lane.net.colour);
            }
        }
    }
}
