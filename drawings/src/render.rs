//! A board on a table as a camera sees it: lines of sight through the same solids that are printed, with the device's own
//! pictures on its screens. The same scene always gives the same pixels.

use std::f64::consts::TAU;

use boards::{Board, Voting};

use crate::{
    body::{Face, Unit, bodies, table::seats, things},
    solid::{Place, Solid, Vec3, add, block, cross, cylinder, dot, length, scale, sub, unit},
};

/// What a screen shows: rows of pixels, lit or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub lit: Vec<bool>,
}

impl Picture {
    fn height(&self) -> usize {
        self.lit.len() / self.width
    }
}

/// A camera. Positions are in millimetres from the middle of the table top.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    pub eye: Vec3,
    pub target: Vec3,
    /// Horizontal angle of view.
    pub degrees: f64,
}

/// A finished picture, three bytes a pixel.
#[derive(Clone, Debug)]
pub struct Still {
    pub width: usize,
    pub height: usize,
    pub rgb: Vec<u8>,
}

/// What a surface is made of; it decides the colour.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Material {
    Box,
    Lid,
    Knob,
    Glass,
    Disc,
    /// A card that lies on the table, by its number, with its middle.
    Card(u32, [f64; 2]),
    Token(u32, [f64; 2]),
}

struct Object {
    solid: Solid,
    low: Vec3,
    high: Vec3,
    material: Material,
    /// A point on the axis; used for knobs.
    middle: Vec3,
}

/// What a face shows.
enum Texture {
    Pixels(Picture),
    Number(u32),
}

/// Everything in front of the camera.
pub struct Scene {
    objects: Vec<Object>,
    faces: Vec<(Face, Texture)>,
    /// Leads on the table, as points a few millimetres apart.
    leads: Vec<Vec<[f64; 2]>>,
}

type Colour = [f64; 3];

/// As sRGB, 0 to 255.
const BOX: [u8; 3] = [0x57, 0x49, 0x66];
const LID: [u8; 3] = [0x63, 0x53, 0x74];
const KNOB: [u8; 3] = [0xc9, 0x9d, 0x5c];
const DISC: [u8; 3] = [0xf6, 0xef, 0xe0];
const PAPER: [u8; 3] = [0xf8, 0xf3, 0xe8];
const GLASS: [u8; 3] = [0x0a, 0x0c, 0x12];
const LIT: [u8; 3] = [0xd4, 0xee, 0xff];
const LEAD: [u8; 3] = [0x39, 0x33, 0x40];
const OAK: [u8; 3] = [0xc8, 0xa2, 0x72];
const INK: [u8; 3] = [0x2a, 0x22, 0x38];

/// A lamp above the left shoulder of whoever looks, as large as a lampshade.
const LAMP: Vec3 = [-700.0, -420.0, 1150.0];
const LAMP_RADIUS: f64 = 150.0;
/// Ambient occlusion: the room's light is dimmed where something is closer than this, in millimetres.
const NEAR: f64 = 70.0;
const FAR: f64 = 5000.0;
const CARD: (f64, f64) = (80.0, 120.0);
const LEAD_RADIUS: f64 = 2.2;

impl Scene {
    /// A table in the middle of a game: the board's units at their seats, cards and leads between them.
    pub fn table(board: &Board, shared: &Picture, own: &Picture, number: u32, cards: u32) -> Self {
        let mut scene = Self { objects: Vec::new(), faces: Vec::new(), leads: Vec::new() };
        let bodies = bodies(board);
        let depth = bodies.hub.as_ref().map_or(0.0, |hub| {
            scene.put(hub, Place::at([0.0; 3]));
            scene.faces.extend(hub.shared.iter().map(|face| (*face, Texture::Pixels(shared.clone()))));
            hub.pieces.iter().map(|piece| piece.solid.bounds().1[1]).fold(0.0, f64::max)
        });
        for (at, seat) in seats(board).into_iter().enumerate() {
            let place = seat.place();
            scene.put(&bodies.own, place);
            let shows = match board.voting {
                Voting::Ring => Texture::Number(number),
                Voting::Pods | Voting::Pass => Texture::Pixels(own.clone()),
            };
            scene.faces.extend(bodies.own.secret.map(|face| (face.placed(&place), shows)));
            if bodies.hub.is_some() {
                scene.leads.push(lead(place.point([0.0, 45.0, 0.0]), depth, at));
            }
        }
        scene.deal(cards, depth);
        scene
    }

    /// The hub with a few of its units gathered in front of it, to be seen at one glance.
    pub fn together(board: &Board, shared: &Picture, own: &Picture, units: usize) -> Self {
        let mut scene = Self { objects: Vec::new(), faces: Vec::new(), leads: Vec::new() };
        let bodies = bodies(board);
        if let Some(hub) = &bodies.hub {
            scene.put(hub, Place::at([0.0; 3]));
            scene.faces.extend(hub.shared.iter().map(|face| (*face, Texture::Pixels(shared.clone()))));
        }
        let (low, high) = bodies.own.opaque().bounds();
        let wide = high[0] - low[0] + 22.0;
        for at in 0..units {
            let aside = at as f64 - (units - 1) as f64 / 2.0;
            let place = Place::rotated(2, -9.0 * aside, [aside * wide, -190.0 + 14.0 * aside.abs(), 0.0]);
            scene.put(&bodies.own, place);
            let shows = match board.voting {
                Voting::Ring => Texture::Number(at as u32 + 2),
                Voting::Pods | Voting::Pass => Texture::Pixels(own.clone()),
            };
            scene.faces.extend(bodies.own.secret.map(|face| (face.placed(&place), shows)));
        }
        scene
    }

    /// One device alone on the table.
    pub fn alone(board: &Board, picture: &Picture) -> Self {
        let mut scene = Self { objects: Vec::new(), faces: Vec::new(), leads: Vec::new() };
        let own = bodies(board).own;
        scene.put(&own, Place::at([0.0; 3]));
        let faces = own.shared.iter().chain(&own.secret);
        scene.faces.extend(faces.map(|face| (*face, Texture::Pixels(picture.clone()))));
        scene
    }

    fn put(&mut self, unit: &Unit, place: Place) {
        for piece in &unit.pieces {
            let lid = piece.name.ends_with("lid") || piece.name.contains("slope") || piece.name.contains("ridge");
            self.add(piece.solid.clone().placed(place), if lid { Material::Lid } else { Material::Box });
        }
        for solid in &unit.again {
            self.add(solid.clone().placed(place), Material::Lid);
        }
        for thing in &unit.things {
            let material = match thing.name.as_str() {
                things::KNOB => Material::Knob,
                "disc" => Material::Disc,
                name if name.contains("screen") => Material::Glass,
                _ => continue,
            };
            self.add(thing.space.clone().placed(place), material);
        }
    }

    fn add(&mut self, solid: Solid, material: Material) {
        let (low, high) = solid.bounds();
        let middle = scale(add(low, high), 0.5);
        self.objects.push(Object { solid, low, high, material, middle });
    }

    /// Cards in a row between the hub and the near seats, each with the token of its number.
    fn deal(&mut self, cards: u32, depth: f64) {
        for at in 0..cards {
            let x = (f64::from(at) - f64::from(cards - 1) / 2.0) * (CARD.0 + 14.0);
            let y = -depth - 26.0 - CARD.1 / 2.0;
            // Cards are laid by hand, so each is turned a little.
            let turn = 3.0 * (f64::from(at) * 2.4).sin();
            let place = Place::rotated(2, turn, [x, y, 0.0]);
            let card = block([-CARD.0 / 2.0, -CARD.1 / 2.0, 0.0], [CARD.0 / 2.0, CARD.1 / 2.0, 0.6]);
            self.add(card.placed(place), Material::Card(at + 1, [x, y]));
            let token = [x, y + CARD.1 / 2.0 - 14.0];
            self.add(cylinder([token[0], token[1], 0.6], 22.0, 2.0), Material::Token(at + 1, token));
        }
    }

    /// Renders the picture, with `samples` × `samples` lines of sight for each pixel.
    pub fn render(&self, camera: &Camera, width: usize, height: usize, samples: usize) -> Still {
        let ahead = unit(sub(camera.target, camera.eye));
        let right = unit(cross(ahead, [0.0, 0.0, 1.0]));
        let up = cross(right, ahead);
        let half = (camera.degrees / 2.0).to_radians().tan();
        let aspect = height as f64 / width as f64;
        let mut rgb = vec![0; width * height * 3];
        let row = |y: usize, out: &mut [u8]| {
            for x in 0..width {
                let mut sum = [0.0; 3];
                for sample in 0..samples * samples {
                    let mut random = Random::new(x, y, sample);
                    let px = (x as f64 + ((sample % samples) as f64 + random.part()) / samples as f64) / width as f64;
                    let py = (y as f64 + ((sample / samples) as f64 + random.part()) / samples as f64) / height as f64;
                    let across = scale(right, (px - 0.5) * 2.0 * half);
                    let down = scale(up, (0.5 - py) * 2.0 * half * aspect);
                    let way = unit(add(ahead, add(across, down)));
                    sum = add(sum, self.seen(camera.eye, way, &mut random));
                }
                for (byte, part) in out[3 * x..3 * x + 3].iter_mut().zip(sum) {
                    *byte = to_srgb(part / (samples * samples) as f64);
                }
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let share = height.div_ceil(threads);
        std::thread::scope(|scope| {
            for (part, rows) in rgb.chunks_mut(share * width * 3).enumerate() {
                let row = &row;
                scope.spawn(move || {
                    for (y, out) in rows.chunks_mut(width * 3).enumerate() {
                        row(part * share + y, out);
                    }
                });
            }
        });
        Still { width, height, rgb }
    }

    fn hit(&self, from: Vec3, way: Vec3, far: f64) -> Option<(f64, &Object)> {
        let mut best: Option<(f64, &Object)> = None;
        for object in &self.objects {
            let far = best.map_or(far, |(at, _)| at);
            if !meets(object, from, way, far) {
                continue;
            }
            if let Some(at) = object.solid.first_hit(from, way).filter(|at| *at < far) {
                best = Some((at, object));
            }
        }
        best
    }

    fn blocked(&self, from: Vec3, way: Vec3, far: f64) -> bool {
        self.objects
            .iter()
            .any(|object| meets(object, from, way, far) && object.solid.first_hit(from, way).is_some_and(|at| at < far))
    }

    fn seen(&self, from: Vec3, way: Vec3, random: &mut Random) -> Colour {
        let floor = if way[2] < 0.0 { -from[2] / way[2] } else { FAR };
        let hit = self.hit(from, way, floor.min(FAR));
        let wall = hit.as_ref().map_or(floor.min(FAR), |(at, _)| *at);
        if let Some(light) = self.faces.iter().find_map(|(face, texture)| shown(face, texture, from, way, wall)) {
            return light;
        }
        let Some((at, object)) = hit else {
            if floor >= FAR {
                return linear([0xe9, 0xdf, 0xd0]);
            }
            return self.floor(add(from, scale(way, floor)), way, random);
        };
        let place = add(from, scale(way, at));
        let normal = normal(object, from, way, place);
        let (albedo, shine) = surface(object, place, normal);
        self.lit(place, normal, way, albedo, shine, random)
    }

    fn floor(&self, place: Vec3, way: Vec3, random: &mut Random) -> Colour {
        let near = self.leads.iter().filter_map(|lead| beside(lead, place)).min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((distance, side)) = near
            && distance < LEAD_RADIUS
        {
            let slope = distance / LEAD_RADIUS;
            let normal = unit([side[0] * slope, side[1] * slope, (1.0 - slope * slope).sqrt().max(0.05)]);
            return self.lit(add(place, [0.0, 0.0, 0.5]), normal, way, linear(LEAD), 0.2, random);
        }
        // The lead's own shadow.
        let shade = near.map_or(1.0, |(distance, _)| (0.55 + 0.45 * (distance - LEAD_RADIUS) / 5.0).min(1.0));
        self.lit(place, [0.0, 0.0, 1.0], way, scale(oak(place), shade), 0.06, random)
    }

    /// Colour of a surface in the light of the lamp and of the room.
    fn lit(&self, place: Vec3, normal: Vec3, way: Vec3, albedo: Colour, shine: f64, random: &mut Random) -> Colour {
        let from = add(place, scale(normal, 0.02));
        let (angle, radius) = (TAU * random.part(), LAMP_RADIUS * random.part().sqrt());
        let lamp = add(LAMP, [radius * angle.cos(), radius * angle.sin(), 0.0]);
        let to = sub(lamp, from);
        let far = length(to);
        let to = scale(to, 1.0 / far);
        let facing = dot(normal, to).max(0.0);
        let fall = (length(LAMP) / far).powi(2);
        let mut light = 0.0;
        let mut gleam = 0.0;
        if facing > 0.0 && !self.blocked(from, to, far) {
            light = facing * fall;
            let between = unit(sub(to, way));
            gleam = shine * dot(normal, between).max(0.0).powi(40) * fall;
        }
        let room = 0.30
            * (0.65 + 0.35 * normal[2])
            * if self.blocked(from, around(normal, random), NEAR) { 0.25 } else { 1.0 };
        let warm = [1.04, 1.0, 0.93];
        let cool = [0.94, 0.98, 1.08];
        std::array::from_fn(|i| albedo[i] * (0.86 * light * warm[i] + room * cool[i]) + gleam)
    }
}

/// A lead from a seat's unit to the hub, in a lazy bend.
fn lead(from: Vec3, depth: f64, seat: usize) -> Vec<[f64; 2]> {
    let side = from[1].signum();
    let to = [(from[0] / 14.0).clamp(-45.0, 45.0), side * (depth - 4.0)];
    let bend = 34.0 * if seat.is_multiple_of(2) { 1.0 } else { -1.0 };
    let steps = 90;
    (0..=steps)
        .map(|step| {
            let t = f64::from(step) / f64::from(steps);
            let ease = t * t * (3.0 - 2.0 * t);
            let sway = bend * (TAU * t).sin() * (1.0 - t);
            [from[0] + (to[0] - from[0]) * ease + sway, from[1] + (to[1] - from[1]) * t]
        })
        .collect()
}

/// Distance from a lead to a point beside it, and the direction from the lead to the point.
fn beside(lead: &[[f64; 2]], place: Vec3) -> Option<(f64, [f64; 2])> {
    let nearest = lead
        .windows(2)
        .map(|pair| {
            let (a, b) = (pair[0], pair[1]);
            let along = [b[0] - a[0], b[1] - a[1]];
            let square = (along[0] * along[0] + along[1] * along[1]).max(1e-9);
            let t = (((place[0] - a[0]) * along[0] + (place[1] - a[1]) * along[1]) / square).clamp(0.0, 1.0);
            let away = [place[0] - a[0] - t * along[0], place[1] - a[1] - t * along[1]];
            (away[0].hypot(away[1]), away)
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    let (distance, away) = nearest;
    let size = distance.max(1e-6);
    (distance < 20.0).then_some((distance, [away[0] / size, away[1] / size]))
}

/// True if a line passes through the object's bounding box within `far`.
fn meets(object: &Object, from: Vec3, way: Vec3, far: f64) -> bool {
    let (mut enter, mut leave) = (0.0_f64, far);
    for i in 0..3 {
        let (a, b) = ((object.low[i] - from[i]) / way[i], (object.high[i] - from[i]) / way[i]);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    enter <= leave
}

/// Normal of a surface, from the hits of two nearby lines.
fn normal(object: &Object, from: Vec3, way: Vec3, place: Vec3) -> Vec3 {
    let side = unit(cross(way, [0.31, 0.17, 0.93]));
    let other = cross(side, way);
    let point = |by: Vec3| {
        let way = unit(add(way, scale(by, 1e-5)));
        object.solid.first_hit(from, way).map(|at| add(from, scale(way, at)))
    };
    let (Some(a), Some(b)) = (point(side), point(other)) else { return scale(way, -1.0) };
    let normal = cross(sub(a, place), sub(b, place));
    if length(normal) < 1e-12 {
        return scale(way, -1.0);
    }
    let normal = unit(normal);
    if dot(normal, way) > 0.0 { scale(normal, -1.0) } else { normal }
}

/// Colour of a face's pixel or number, if the line meets the face before `wall`.
fn shown(face: &Face, texture: &Texture, from: Vec3, way: Vec3, wall: f64) -> Option<Colour> {
    let out = cross(face.right, face.up);
    let speed = dot(out, way);
    if speed >= 0.0 {
        return None;
    }
    let at = dot(out, sub(face.middle, from)) / speed;
    if at > wall + 0.6 || at <= 0.0 {
        return None;
    }
    let place = sub(add(from, scale(way, at)), face.middle);
    let (x, y) = (dot(place, face.right) / face.width + 0.5, 0.5 - dot(place, face.up) / face.height);
    if !(0.0..1.0).contains(&x) || !(0.0..1.0).contains(&y) {
        return None;
    }
    match texture {
        Texture::Pixels(picture) => {
            let (column, row) = ((x * picture.width as f64) as usize, (y * picture.height() as f64) as usize);
            let lit = picture.lit[row * picture.width + column];
            Some(if lit { scale(linear(LIT), 1.15) } else { scale(linear(GLASS), 0.8) })
        }
        Texture::Number(number) => digit(*number, x, y).then(|| scale(linear(INK), 0.5)),
    }
}

/// Colour and gloss of an object where it is met.
fn surface(object: &Object, place: Vec3, normal: Vec3) -> (Colour, f64) {
    match object.material {
        Material::Box => (linear(BOX), 0.10),
        Material::Lid => (linear(LID), 0.10),
        Material::Glass => (linear(GLASS), 0.5),
        Material::Disc => (linear(DISC), 0.05),
        Material::Knob => {
            let (x, y) = (place[0] - object.middle[0], place[1] - object.middle[1]);
            // Knurled at the sides, turned on top.
            let grooves = if normal[2] < 0.5 { 0.72 + 0.28 * (y.atan2(x) * 30.0).cos() } else { 1.0 };
            (scale(linear(KNOB), grooves), 0.35)
        }
        Material::Card(number, middle) => (card(number, place[0] - middle[0], place[1] - middle[1]), 0.08),
        Material::Token(number, middle) => {
            let (x, y) = ((place[0] - middle[0]) / 12.0 + 0.5, 0.5 - (place[1] - middle[1]) / 13.0);
            let ink = normal[2] > 0.5 && digit(number, x, y);
            (if ink { linear(INK) } else { linear(PAPER) }, 0.05)
        }
    }
}

/// A made-up picture card: sky, moon, hills and one object, different on each card.
fn card(number: u32, x: f64, y: f64) -> Colour {
    let (w, h) = (CARD.0 / 2.0, CARD.1 / 2.0);
    if x.abs() > w - 4.0 || y.abs() > h - 4.0 {
        return linear(PAPER);
    }
    const SKIES: [([u8; 3], [u8; 3], [u8; 3]); 6] = [
        ([0x2f, 0x3f, 0x6b], [0xd9, 0x8f, 0x6a], [0x3e, 0x5a, 0x4e]),
        ([0x7f, 0xb0, 0xbf], [0xf1, 0xdf, 0xb4], [0xc9, 0x6d, 0x52]),
        ([0x3c, 0x2b, 0x55], [0xa8, 0x5d, 0x8c], [0x2a, 0x24, 0x3f]),
        ([0xe3, 0xb8, 0x74], [0xf4, 0xe6, 0xc6], [0x5f, 0x8a, 0x7c]),
        ([0x35, 0x6a, 0x72], [0x9f, 0xc9, 0xb6], [0x2c, 0x3d, 0x55]),
        ([0x8c, 0x3f, 0x45], [0xef, 0xb2, 0x77], [0x4b, 0x2e, 0x44]),
    ];
    let (high, low, hill) = SKIES[(number as usize - 1) % SKIES.len()];
    let n = f64::from(number);
    let moon = (x - 18.0 * (n * 1.9).sin()).hypot(y - 26.0);
    let ground = -18.0 + 9.0 * (x / 14.0 + n * 2.1).sin();
    let front = -36.0 + 7.0 * (x / 19.0 - n * 1.3).sin();
    let trunk = 14.0 * (n * 2.7).cos();
    if y < front {
        return scale(linear(hill), 0.55);
    }
    let thing = match number % 3 {
        // A tree, a tower, a balloon.
        0 => (x - trunk).abs() < 1.6 && y < 2.0 || (x - trunk).hypot(y - 8.0) < 12.0,
        1 => (x - trunk).abs() < 6.0 && y < 10.0 || (y > 10.0 && y < 24.0 - 1.6 * (x - trunk).abs()),
        _ => (x - trunk).hypot(y - 8.0) < 11.0 || ((x - trunk).abs() < 2.5 && (y + 9.0).abs() < 3.0),
    };
    if thing && y > front {
        return scale(linear(hill), if number.is_multiple_of(2) { 1.9 } else { 0.8 });
    }
    if y < ground {
        return linear(hill);
    }
    if moon < 10.0 {
        return linear([0xfb, 0xf1, 0xd4]);
    }
    let t = ((y + h) / (2.0 * h)).clamp(0.0, 1.0);
    let (high, low) = (linear(high), linear(low));
    std::array::from_fn(|i| low[i] + (high[i] - low[i]) * t)
}

/// True if a digit has ink at a point of its square, measured from the top left.
fn digit(number: u32, x: f64, y: f64) -> bool {
    const STROKES: [&[[f64; 2]]; 6] = [
        &[[0.32, 0.26], [0.54, 0.1], [0.54, 0.9]],
        &[[0.24, 0.28], [0.34, 0.13], [0.6, 0.1], [0.74, 0.26], [0.66, 0.46], [0.24, 0.9], [0.78, 0.9]],
        &[[0.24, 0.1], [0.74, 0.1], [0.46, 0.42], [0.7, 0.5], [0.76, 0.7], [0.6, 0.88], [0.38, 0.9], [0.22, 0.8]],
        &[[0.62, 0.9], [0.62, 0.1], [0.2, 0.66], [0.82, 0.66]],
        &[[0.72, 0.1], [0.32, 0.1], [0.28, 0.44], [0.56, 0.4], [0.76, 0.6], [0.68, 0.84], [0.42, 0.92], [0.22, 0.82]],
        &[[0.66, 0.1], [0.36, 0.36], [0.24, 0.66], [0.4, 0.9], [0.64, 0.88], [0.76, 0.68], [0.62, 0.5], [0.3, 0.58]],
    ];
    let Some(stroke) = STROKES.get(number.wrapping_sub(1) as usize) else { return false };
    stroke.windows(2).any(|pair| {
        let (a, b) = (pair[0], pair[1]);
        let along = [b[0] - a[0], b[1] - a[1]];
        let square = along[0] * along[0] + along[1] * along[1];
        let t = (((x - a[0]) * along[0] + (y - a[1]) * along[1]) / square).clamp(0.0, 1.0);
        (x - a[0] - t * along[0]).hypot(y - a[1] - t * along[1]) < 0.075
    })
}

/// Boards of oak along the table, with a quiet grain.
fn oak(place: Vec3) -> Colour {
    let plank = (place[1] / 130.0).floor();
    let grain = ripple(place[0] / 160.0 + plank * 7.3, place[1] / 5.0) - 0.5;
    let tone = 1.0 + 0.05 * ((plank * 12.9898).sin() * 43758.5453).fract() + 0.10 * grain;
    let seam = (place[1] / 130.0 - plank) * 130.0;
    let tone = if seam < 0.9 { tone * 0.72 } else { tone };
    scale(linear(OAK), tone)
}

/// Smooth noise over the plane, 0 to 1.
fn ripple(x: f64, y: f64) -> f64 {
    let corner = |i: f64, j: f64| {
        let value = (i * 127.1 + j * 311.7).sin() * 43758.5453;
        value - value.floor()
    };
    let (i, j) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - i), ease(y - j));
    let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
    mix(mix(corner(i, j), corner(i + 1.0, j), u), mix(corner(i, j + 1.0), corner(i + 1.0, j + 1.0), u), v)
}

/// A random direction on the outer side of a surface, with a cosine distribution around its normal.
fn around(normal: Vec3, random: &mut Random) -> Vec3 {
    let side = unit(cross(normal, if normal[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] }));
    let other = cross(normal, side);
    let (angle, radius) = (TAU * random.part(), random.part().sqrt());
    let out = (1.0 - radius * radius).sqrt();
    add(scale(normal, out), add(scale(side, radius * angle.cos()), scale(other, radius * angle.sin())))
}

fn linear(srgb: [u8; 3]) -> Colour {
    srgb.map(|part| (f64::from(part) / 255.0).powf(2.2))
}

/// Converts linear light to sRGB. Highlights are compressed instead of clipped.
fn to_srgb(part: f64) -> u8 {
    let bent = if part > 0.8 { 0.8 + 0.2 * (1.0 - (-(part - 0.8) / 0.2).exp()) } else { part };
    (bent.max(0.0).powf(1.0 / 2.2) * 255.0).round() as u8
}

/// A random number generator, seeded by the pixel and the sample, so that a scene always gives the same picture.
struct Random(u64);

impl Random {
    fn new(x: usize, y: usize, sample: usize) -> Self {
        let mut random = Self((x as u64) << 40 ^ (y as u64) << 16 ^ sample as u64);
        random.next();
        random
    }

    /// splitmix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// At least 0, less than 1.
    fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
