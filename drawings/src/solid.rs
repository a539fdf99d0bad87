//! Solids in millimetres, built from boxes and cylinders by union, difference and rotation. A solid tells exactly
//! whether a point lies in it and where a line of sight meets it, and can be written as an OpenSCAD model.

use std::fmt::Write;

pub type Vec3 = [f64; 3];

pub fn add(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn scale(a: Vec3, by: f64) -> Vec3 {
    [a[0] * by, a[1] * by, a[2] * by]
}

pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn length(a: Vec3) -> f64 {
    dot(a, a).sqrt()
}

pub fn unit(a: Vec3) -> Vec3 {
    scale(a, 1.0 / length(a))
}

/// A rotation about one axis by some degrees, then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub axis: usize,
    pub degrees: f64,
    pub by: Vec3,
}

impl Place {
    pub fn at(by: Vec3) -> Self {
        Self { axis: 2, degrees: 0.0, by }
    }

    pub fn rotated(axis: usize, degrees: f64, by: Vec3) -> Self {
        Self { axis, degrees, by }
    }

    fn turn(&self, v: Vec3, degrees: f64) -> Vec3 {
        let (sin, cos) = exact_turn(degrees);
        let (u, w) = ((self.axis + 1) % 3, (self.axis + 2) % 3);
        let mut rotated = v;
        rotated[u] = v[u] * cos - v[w] * sin;
        rotated[w] = v[u] * sin + v[w] * cos;
        rotated
    }

    pub fn direction(&self, v: Vec3) -> Vec3 {
        self.turn(v, self.degrees)
    }

    pub fn point(&self, p: Vec3) -> Vec3 {
        add(self.direction(p), self.by)
    }

    fn back_direction(&self, v: Vec3) -> Vec3 {
        self.turn(v, -self.degrees)
    }

    fn back_point(&self, p: Vec3) -> Vec3 {
        self.back_direction(sub(p, self.by))
    }
}

/// Sine and cosine, exact for right angles.
fn exact_turn(degrees: f64) -> (f64, f64) {
    match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        _ => degrees.to_radians().sin_cos(),
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// Between two corners.
    Block(Vec3, Vec3),
    /// Upright, given by the centre of its lower face.
    Cylinder {
        foot: Vec3,
        radius: f64,
        height: f64,
    },
    /// A convex outline in x and y, counter-clockwise, from one z to another.
    Prism {
        outline: Vec<[f64; 2]>,
        from: f64,
        to: f64,
    },
    All(Vec<Solid>),
    /// The first minus all others.
    Cut(Box<Solid>, Vec<Solid>),
    Placed(Place, Box<Solid>),
}

/// A section of a line inside a solid, by distance from its start.
pub type Stretch = (f64, f64);

pub fn block(from: Vec3, to: Vec3) -> Solid {
    Solid::Block(from, to)
}

pub fn cylinder(foot: Vec3, diameter: f64, height: f64) -> Solid {
    Solid::Cylinder { foot, radius: diameter / 2.0, height }
}

pub fn prism(outline: &[[f64; 2]], from: f64, to: f64) -> Solid {
    Solid::Prism { outline: outline.to_vec(), from, to }
}

pub fn all(solids: impl IntoIterator<Item = Solid>) -> Solid {
    Solid::All(solids.into_iter().collect())
}

impl Solid {
    pub fn without(self, cuts: impl IntoIterator<Item = Self>) -> Self {
        Self::Cut(Box::new(self), cuts.into_iter().collect())
    }

    pub fn moved(self, by: Vec3) -> Self {
        self.placed(Place::at(by))
    }

    pub fn placed(self, place: Place) -> Self {
        Self::Placed(place, Box::new(self))
    }

    pub fn contains(&self, p: Vec3) -> bool {
        match self {
            Self::Block(from, to) => (0..3).all(|i| from[i] < p[i] && p[i] < to[i]),
            Self::Cylinder { foot, radius, height } => {
                let (x, y, z) = (p[0] - foot[0], p[1] - foot[1], p[2] - foot[2]);
                0.0 < z && z < *height && x * x + y * y < radius * radius
            }
            Self::Prism { outline, from, to } => {
                *from < p[2]
                    && p[2] < *to
                    && edges(outline).all(|(a, n)| n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]) < 0.0)
            }
            Self::All(solids) => solids.iter().any(|solid| solid.contains(p)),
            Self::Cut(solid, cuts) => solid.contains(p) && !cuts.iter().any(|cut| cut.contains(p)),
            Self::Placed(place, solid) => solid.contains(place.back_point(p)),
        }
    }

    /// True if any of it lies between two points.
    pub fn is_between(&self, from: Vec3, to: Vec3) -> bool {
        let way = sub(to, from);
        self.stretches(from, way).iter().any(|(a, b)| *b > 1e-9 && *a < 1.0 - 1e-9)
    }

    /// The distance at which a line first meets it, in lengths of `way`.
    pub fn first_hit(&self, from: Vec3, way: Vec3) -> Option<f64> {
        self.stretches(from, way).into_iter().map(|(a, _)| a).find(|&a| a > 1e-6)
    }

    /// Where a line runs inside it, in lengths of `way`.
    pub fn stretches(&self, from: Vec3, way: Vec3) -> Vec<Stretch> {
        match self {
            Self::Block(low, high) => {
                let mut stretch = (f64::NEG_INFINITY, f64::INFINITY);
                for i in 0..3 {
                    slab(&mut stretch, from[i], way[i], low[i], high[i]);
                }
                one(stretch)
            }
            Self::Cylinder { foot, radius, height } => {
                let mut stretch = (f64::NEG_INFINITY, f64::INFINITY);
                slab(&mut stretch, from[2], way[2], foot[2], foot[2] + height);
                let (x, y) = (from[0] - foot[0], from[1] - foot[1]);
                let (a, b) = (way[0] * way[0] + way[1] * way[1], x * way[0] + y * way[1]);
                let c = x * x + y * y - radius * radius;
                if a < 1e-18 {
                    return if c < 0.0 { one(stretch) } else { Vec::new() };
                }
                let root = b * b - a * c;
                if root <= 0.0 {
                    return Vec::new();
                }
                stretch.0 = stretch.0.max((-b - root.sqrt()) / a);
                stretch.1 = stretch.1.min((-b + root.sqrt()) / a);
                one(stretch)
            }
            Self::Prism { outline, from: low, to: high } => {
                let mut stretch = (f64::NEG_INFINITY, f64::INFINITY);
                slab(&mut stretch, from[2], way[2], *low, *high);
                for (a, n) in edges(outline) {
                    let distance = n[0] * (from[0] - a[0]) + n[1] * (from[1] - a[1]);
                    let speed = n[0] * way[0] + n[1] * way[1];
                    if speed.abs() < 1e-12 {
                        if distance >= 0.0 {
                            return Vec::new();
                        }
                    } else if speed > 0.0 {
                        stretch.1 = stretch.1.min(-distance / speed);
                    } else {
                        stretch.0 = stretch.0.max(-distance / speed);
                    }
                }
                one(stretch)
            }
            Self::All(solids) => joined(solids.iter().flat_map(|solid| solid.stretches(from, way)).collect()),
            Self::Cut(solid, cuts) => {
                let mut left = solid.stretches(from, way);
                if left.is_empty() {
                    return left;
                }
                for cut in cuts {
                    for (a, b) in cut.stretches(from, way) {
                        left = left
                            .into_iter()
                            .flat_map(|s| [(s.0, s.1.min(a)), (s.0.max(b), s.1)])
                            .filter(is_some)
                            .collect();
                    }
                }
                left
            }
            Self::Placed(place, solid) => solid.stretches(place.back_point(from), place.back_direction(way)),
        }
    }

    /// The corners of its bounding box.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        self.bounds_after(&|p| p)
    }

    /// The same after moving all its points.
    fn bounds_after(&self, moved: &dyn Fn(Vec3) -> Vec3) -> (Vec3, Vec3) {
        let around = |low: Vec3, high: Vec3| {
            let corner = |corner: usize| std::array::from_fn(|i| if corner >> i & 1 == 0 { low[i] } else { high[i] });
            (0..8).map(|at| moved(corner(at))).map(|p| (p, p)).fold(NOWHERE, both)
        };
        match self {
            Self::Block(from, to) => around(*from, *to),
            Self::Cylinder { foot, radius, height } => {
                around(add(*foot, [-radius, -radius, 0.0]), add(*foot, [*radius, *radius, *height]))
            }
            Self::Prism { outline, from, to } => {
                let points = outline.iter().flat_map(|p| [[p[0], p[1], *from], [p[0], p[1], *to]]);
                points.map(moved).map(|p| (p, p)).fold(NOWHERE, both)
            }
            Self::All(solids) => solids.iter().map(|solid| solid.bounds_after(moved)).fold(NOWHERE, both),
            Self::Cut(solid, _) => solid.bounds_after(moved),
            Self::Placed(place, solid) => solid.bounds_after(&|p| moved(place.point(p))),
        }
    }

    /// Volume in cubic centimetres, accurate to one or two percent. It is summed along a vertical line in each square
    /// millimetre. The lines are scattered, because regular rows would miss thin walls or run along them.
    pub fn cubic_centimetres(&self) -> f64 {
        let (low, high) = self.bounds();
        let mut total = 0.0;
        let steps = |i: usize| (high[i] - low[i]).ceil() as usize;
        for x in 0..steps(0) {
            for y in 0..steps(1) {
                let (across, along) = ((y as f64 * 0.618_034).fract(), (x as f64 * 0.754_878).fract());
                let start = [low[0] + x as f64 + across, low[1] + y as f64 + along, low[2] - 1.0];
                total += self.stretches(start, [0.0, 0.0, 1.0]).iter().map(|(a, b)| b - a).sum::<f64>();
            }
        }
        total / 1000.0
    }

    /// The solid as OpenSCAD writes it.
    pub fn scad(&self, indent: usize) -> String {
        let mut text = String::new();
        self.write_scad(&mut text, indent);
        text
    }

    fn write_scad(&self, text: &mut String, indent: usize) {
        let pad = "  ".repeat(indent);
        let _ = match self {
            Self::Block(from, to) => writeln!(text, "{pad}translate({}) cube({});", list(from), list(&sub(*to, *from))),
            Self::Cylinder { foot, radius, height } => {
                writeln!(
                    text,
                    "{pad}translate({}) cylinder(r = {}, h = {});",
                    list(foot),
                    round(*radius),
                    round(*height)
                )
            }
            Self::Prism { outline, from, to } => {
                let points: Vec<String> = outline.iter().map(|p| list(p)).collect();
                writeln!(
                    text,
                    "{pad}translate([0, 0, {}]) linear_extrude({}) polygon([{}]);",
                    round(*from),
                    round(to - from),
                    points.join(", ")
                )
            }
            Self::All(solids) => {
                let _ = writeln!(text, "{pad}union() {{");
                for solid in solids {
                    solid.write_scad(text, indent + 1);
                }
                writeln!(text, "{pad}}}")
            }
            Self::Cut(solid, cuts) => {
                let _ = writeln!(text, "{pad}difference() {{");
                solid.write_scad(text, indent + 1);
                for cut in cuts {
                    cut.write_scad(text, indent + 1);
                }
                writeln!(text, "{pad}}}")
            }
            Self::Placed(place, solid) => {
                let mut angles = [0.0; 3];
                angles[place.axis] = place.degrees;
                let turn = if place.degrees == 0.0 { String::new() } else { format!(" rotate({})", list(&angles)) };
                let _ = writeln!(text, "{pad}translate({}){turn}", list(&place.by));
                solid.write_scad(text, indent + 1);
                Ok(())
            }
        };
    }
}

const NOWHERE: (Vec3, Vec3) = ([f64::MAX; 3], [f64::MIN; 3]);

/// The bounding box of two boxes.
fn both(a: (Vec3, Vec3), b: (Vec3, Vec3)) -> (Vec3, Vec3) {
    (std::array::from_fn(|i| a.0[i].min(b.0[i])), std::array::from_fn(|i| a.1[i].max(b.1[i])))
}

fn edges(outline: &[[f64; 2]]) -> impl Iterator<Item = ([f64; 2], [f64; 2])> + '_ {
    (0..outline.len()).map(|i| {
        let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
        (a, [b[1] - a[1], a[0] - b[0]])
    })
}

fn slab(stretch: &mut Stretch, from: f64, way: f64, low: f64, high: f64) {
    if way.abs() < 1e-12 {
        if from <= low || from >= high {
            *stretch = (1.0, -1.0);
        }
        return;
    }
    let (a, b) = ((low - from) / way, (high - from) / way);
    stretch.0 = stretch.0.max(a.min(b));
    stretch.1 = stretch.1.min(a.max(b));
}

fn is_some(stretch: &Stretch) -> bool {
    stretch.1 - stretch.0 > 1e-12
}

fn one(stretch: Stretch) -> Vec<Stretch> {
    if is_some(&stretch) { vec![stretch] } else { Vec::new() }
}

fn joined(mut stretches: Vec<Stretch>) -> Vec<Stretch> {
    stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut joined: Vec<Stretch> = Vec::new();
    for stretch in stretches {
        match joined.last_mut() {
            Some(last) if stretch.0 <= last.1 => last.1 = last.1.max(stretch.1),
            _ => joined.push(stretch),
        }
    }
    joined
}

/// To a thousandth of a millimetre, without trailing zeros.
fn round(value: f64) -> f64 {
    let rounded = (value * 1000.0).round() / 1000.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}

fn list(values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|value| round(*value).to_string()).collect();
    format!("[{}]", values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_through_a_window_is_free_and_one_beside_it_is_not() {
        let wall = block([-10.0, 0.0, -10.0], [10.0, 2.0, 10.0]).without([block([-2.0, -1.0, -2.0], [2.0, 3.0, 2.0])]);
        assert!(!wall.is_between([0.0, -5.0, 0.0], [0.0, 5.0, 0.0]));
        assert!(wall.is_between([4.0, -5.0, 0.0], [4.0, 5.0, 0.0]));
        // Diagonally through the window, and diagonally into its edge.
        assert!(!wall.is_between([-1.5, -1.0, 0.0], [1.5, 3.0, 0.0]));
        assert!(wall.is_between([-6.0, -1.0, 0.0], [6.0, 3.0, 0.0]));
    }

    #[test]
    fn rotating_the_solid_and_rotating_the_line_agree() {
        let place = Place::rotated(0, 40.0, [3.0, -2.0, 5.0]);
        let solid = cylinder([1.0, 2.0, 0.0], 6.0, 4.0).placed(place);
        let inside = place.point([1.5, 2.5, 2.0]);
        assert!(solid.contains(inside));
        assert!(!solid.contains(place.point([1.0, 2.0, 4.5])));
        assert!(solid.is_between(add(inside, [0.0, 0.0, 50.0]), add(inside, [0.0, 0.0, -50.0])));
        assert!((solid.cubic_centimetres() - 0.1131).abs() < 0.004, "{}", solid.cubic_centimetres());
    }
}
