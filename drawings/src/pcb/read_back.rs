//! A written board, read back as a manufacturer would: copper and holes by their geometry, ignoring the file's net
//! names. Lengths are in millimetres. The pours are left out, so that only tracks join anything.

use std::collections::{BTreeMap, BTreeSet};

use super::demand::{Leg, Nets};

type Point = (f64, f64);

/// `(name word (…))`.
#[derive(Debug)]
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

impl Expression {
    fn parse(text: &str) -> Self {
        let mut open = vec![Vec::new()];
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '(' => open.push(Vec::new()),
                ')' => {
                    let list = open.pop().unwrap();
                    open.last_mut().unwrap().push(Self::List(list));
                }
                '"' => {
                    let word = letters.by_ref().take_while(|letter| *letter != '"').collect();
                    open.last_mut().unwrap().push(Self::Word(word));
                }
                letter if letter.is_whitespace() => {}
                letter => {
                    let mut word = String::from(letter);
                    while let Some(more) = letters.next_if(|more| !more.is_whitespace() && *more != ')') {
                        word.push(more);
                    }
                    open.last_mut().unwrap().push(Self::Word(word));
                }
            }
        }
        assert_eq!(open.len(), 1, "every bracket is closed");
        open.pop().unwrap().pop().unwrap()
    }

    fn items(&self) -> &[Self] {
        if let Self::List(items) = self { items } else { &[] }
    }

    fn word(&self, at: usize) -> &str {
        if let Some(Self::Word(word)) = self.items().get(at) { word } else { "" }
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.items().iter().filter(move |item| item.word(0) == name)
    }

    /// The numbers of the first list of that name.
    fn figures(&self, name: &str) -> Vec<f64> {
        let list = self.all(name).next().map(Self::items).unwrap_or_default();
        list.iter().filter_map(|item| if let Self::Word(word) = item { word.parse().ok() } else { None }).collect()
    }
}

/// A line of some thickness, or a rectangle.
#[derive(Clone, Debug)]
pub enum Shape {
    Line { from: Point, to: Point, radius: f64 },
    Box { middle: Point, half: Point },
}

/// A piece of copper.
#[derive(Clone, Debug)]
pub struct Piece {
    pub leg: Option<Leg>,
    pub top: bool,
    pub bottom: bool,
    pub shape: Shape,
}

#[derive(Clone, Debug)]
pub struct Hole {
    pub what: String,
    pub at: Point,
    /// Diameter, or the smaller side of a slot.
    pub drill: f64,
    /// Narrowest width of the copper ring around it; none for pegs and screws.
    pub ring: Option<f64>,
}

#[derive(Clone, Debug)]
pub struct Read {
    pub size: (Point, Point),
    pub pieces: Vec<Piece>,
    pub holes: Vec<Hole>,
}

pub fn read(text: &str) -> Read {
    let file = Expression::parse(text);
    let edge = file.all("gr_rect").next().unwrap();
    let (from, to) = (edge.figures("start"), edge.figures("end"));
    let mut read = Read { size: ((from[0], from[1]), (to[0], to[1])), pieces: Vec::new(), holes: Vec::new() };
    for footprint in file.all("footprint") {
        let reference = footprint.all("fp_text").find(|text| text.word(1) == "reference").unwrap().word(2).to_string();
        for pad in footprint.all("pad") {
            read.pad(&reference, &footprint.figures("at"), pad);
        }
    }
    for track in file.all("segment") {
        let top = track.all("layer").next().unwrap().word(1) == "F.Cu";
        let (from, to) = (track.figures("start"), track.figures("end"));
        let radius = track.figures("width")[0] / 2.0;
        let shape = Shape::Line { from: (from[0], from[1]), to: (to[0], to[1]), radius };
        read.pieces.push(Piece { leg: None, top, bottom: !top, shape });
    }
    for via in file.all("via") {
        let (at, size, drill) = (via.figures("at"), via.figures("size")[0], via.figures("drill")[0]);
        let at = (at[0], at[1]);
        let shape = Shape::Line { from: at, to: at, radius: size / 2.0 };
        read.pieces.push(Piece { leg: None, top: true, bottom: true, shape });
        read.holes.push(Hole { what: "via".into(), at, drill, ring: Some((size - drill) / 2.0) });
    }
    read
}

impl Read {
    fn pad(&mut self, reference: &str, place: &[f64], pad: &Expression) {
        let (name, kind, form) = (pad.word(1), pad.word(2), pad.word(3));
        let (at, size) = (pad.figures("at"), pad.figures("size"));
        // KiCad rotates counter-clockwise, with y downwards.
        let (sin, cos) = place[2].to_radians().sin_cos();
        let middle = (place[0] + at[0] * cos + at[1] * sin, place[1] - at[0] * sin + at[1] * cos);
        let rotated = if (place[2] / 90.0) as i32 % 2 == 0 { (size[0], size[1]) } else { (size[1], size[0]) };
        let drill = pad.figures("drill");
        if let Some(&first) = drill.first() {
            let second = drill.get(1).copied().unwrap_or(first);
            let ring = ((size[0] - first) / 2.0).min((size[1] - second) / 2.0);
            let ring = (kind == "thru_hole").then_some(ring);
            self.holes.push(Hole { what: format!("{reference}.{name}"), at: middle, drill: first.min(second), ring });
        }
        if kind == "np_thru_hole" {
            return;
        }
        let shape = if form == "rect" {
            Shape::Box { middle, half: (rotated.0 / 2.0, rotated.1 / 2.0) }
        } else {
            let radius = rotated.0.min(rotated.1) / 2.0;
            let (x, y) = (rotated.0 / 2.0 - radius, rotated.1 / 2.0 - radius);
            Shape::Line { from: (middle.0 - x, middle.1 - y), to: (middle.0 + x, middle.1 + y), radius }
        };
        let leg = Some((reference.to_string(), name.to_string()));
        self.pieces.push(Piece { leg, top: true, bottom: kind == "thru_hole", shape });
    }

    /// Connected pieces, each identified by the number of one of them.
    fn joined(&self) -> Vec<usize> {
        fn root(parents: &[usize], mut at: usize) -> usize {
            while parents[at] != at {
                at = parents[at];
            }
            at
        }
        let mut parents: Vec<usize> = (0..self.pieces.len()).collect();
        self.pairs(0.0, |one, other, _| {
            let (one, other) = (root(&parents, one), root(&parents, other));
            parents[one] = other;
        });
        (0..parents.len()).map(|at| root(&parents, at)).collect()
    }

    /// Calls `call` for every two pieces on one side of the board that are at most `most` apart.
    fn pairs(&self, most: f64, mut call: impl FnMut(usize, usize, f64)) {
        let boxes: Vec<(Point, Point)> = self.pieces.iter().map(|piece| piece.shape.extent()).collect();
        for one in 0..self.pieces.len() {
            for other in 0..one {
                let (a, b) = (&self.pieces[one], &self.pieces[other]);
                let far = |from: fn(Point) -> f64| {
                    from(boxes[one].0) > from(boxes[other].1) + most || from(boxes[other].0) > from(boxes[one].1) + most
                };
                if !(a.top && b.top || a.bottom && b.bottom) || far(|at| at.0) || far(|at| at.1) {
                    continue;
                }
                let gap = a.shape.gap(&b.shape);
                if gap <= most + 1e-6 {
                    call(one, other, gap);
                }
            }
        }
    }

    /// The joined legs, in sets; unconnected legs are left out.
    pub fn nets(&self) -> Nets {
        let mut nets: BTreeMap<usize, BTreeSet<Leg>> = BTreeMap::new();
        for (piece, net) in self.pieces.iter().zip(self.joined()) {
            nets.entry(net).or_default().extend(piece.leg.clone());
        }
        nets.into_values().filter(|legs| legs.len() > 1).collect()
    }

    /// The smallest gap between pieces that are not joined.
    pub fn clearance(&self) -> f64 {
        let joined = self.joined();
        let mut least = f64::MAX;
        self.pairs(1.0, |one, other, gap| {
            if joined[one] != joined[other] {
                least = least.min(gap);
            }
        });
        least
    }

    /// The smallest distance of copper from the edge, and from holes that have none.
    pub fn margin(&self) -> f64 {
        let ((left, top), (right, bottom)) = self.size;
        let from_edge = self.pieces.iter().map(|piece| {
            let (from, to) = piece.shape.extent();
            (from.0 - left).min(from.1 - top).min(right - to.0).min(bottom - to.1)
        });
        let from_holes = self.holes.iter().filter(|hole| hole.ring.is_none()).flat_map(|hole| {
            let rim = Shape::Line { from: hole.at, to: hole.at, radius: hole.drill / 2.0 };
            self.pieces.iter().map(move |piece| piece.shape.gap(&rim))
        });
        from_edge.chain(from_holes).fold(f64::MAX, f64::min)
    }
}

impl Shape {
    pub fn extent(&self) -> (Point, Point) {
        match *self {
            Self::Line { from, to, radius } => (
                (from.0.min(to.0) - radius, from.1.min(to.1) - radius),
                (from.0.max(to.0) + radius, from.1.max(to.1) + radius),
            ),
            Self::Box { middle: (x, y), half: (w, h) } => ((x - w, y - h), (x + w, y + h)),
        }
    }

    /// Its outline as lines, and how thick they are.
    fn lines(&self) -> (Vec<(Point, Point)>, f64) {
        match *self {
            Self::Line { from, to, radius } => (vec![(from, to)], radius),
            Self::Box { .. } => {
                let ((left, top), (right, bottom)) = self.extent();
                let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
                ((0..4).map(|at| (corners[at], corners[(at + 1) % 4])).collect(), 0.0)
            }
        }
    }

    fn holds(&self, (x, y): Point) -> bool {
        let ((left, top), (right, bottom)) = self.extent();
        matches!(self, Self::Box { .. }) && (left..=right).contains(&x) && (top..=bottom).contains(&y)
    }

    pub fn gap(&self, other: &Self) -> f64 {
        let ((mine, thick), (theirs, their_thick)) = (self.lines(), other.lines());
        if self.holds(theirs[0].0) || other.holds(mine[0].0) {
            return 0.0;
        }
        let mut least = f64::MAX;
        for one in &mine {
            for two in &theirs {
                least = least.min(distance(*one, *two));
            }
        }
        (least - thick - their_thick).max(0.0)
    }
}

/// Distance between two line segments.
fn distance(one: (Point, Point), two: (Point, Point)) -> f64 {
    let side = |line: (Point, Point), at: Point| {
        (line.1.0 - line.0.0) * (at.1 - line.0.1) - (line.1.1 - line.0.1) * (at.0 - line.0.0)
    };
    if side(one, two.0) * side(one, two.1) < 0.0 && side(two, one.0) * side(two, one.1) < 0.0 {
        return 0.0;
    }
    let to_line = |at: Point, (from, to): (Point, Point)| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx * dx + dy * dy;
        let along = if length == 0.0 { 0.0 } else { ((at.0 - from.0) * dx + (at.1 - from.1) * dy) / length };
        let along = along.clamp(0.0, 1.0);
        (at.0 - from.0 - along * dx).hypot(at.1 - from.1 - along * dy)
    };
    [to_line(one.0, two), to_line(one.1, two), to_line(two.0, one), to_line(two.1, one)]
        .into_iter()
        .fold(f64::MAX, f64::min)
}
