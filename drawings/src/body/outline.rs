//! The proportions of a board's units as JSON, in millimetres seen from above, for a page that draws them: sizes, knob, screens,
//! hood. A unit's origin is its shaft, or the middle of the hub; x is to its owner's right, y away from the owner.

use std::fmt::Write;

use boards::Board;

use super::{Face, Unit, bodies, things};
use crate::solid::Vec3;

/// `{"units": [{"name": "hub", "count": 1, "from": [x, y], "to": [x, y], "high": z, …}]}`.
pub fn json(board: &Board) -> String {
    let units: Vec<String> = bodies(board).units().map(unit).collect();
    format!("{{\"units\": [{}]}}\n", units.join(", "))
}

fn unit(unit: &Unit) -> String {
    let (low, high) = unit.opaque().bounds();
    let mut text = format!(
        "{{\"name\": \"{}\", \"count\": {}, \"from\": {}, \"to\": {}, \"high\": {}",
        unit.name,
        unit.count,
        pair(low),
        pair(high),
        tenth(high[2] - low[2])
    );
    if let Some(knob) = unit.things.iter().find(|thing| thing.name == things::KNOB) {
        let (low, high) = knob.space.bounds();
        let _ = write!(text, ", \"knob\": {{\"from\": {}, \"to\": {}}}", pair(low), pair(high));
    }
    let shared: Vec<String> = unit.shared.iter().map(face).collect();
    let _ = write!(text, ", \"shared\": [{}]", shared.join(", "));
    if let Some(secret) = &unit.secret {
        let _ = write!(text, ", \"secret\": {}", face(secret));
    }
    if let Some(hood) = unit.hood {
        let _ = write!(
            text,
            ", \"hood\": {{\"wide\": {}, \"deep\": {}, \"high\": {}}}",
            tenth(hood.wide),
            tenth(hood.deep),
            tenth(hood.high)
        );
    }
    text + "}"
}

/// Its middle, and its true size, which a slope shortens when it is seen from above.
fn face(face: &Face) -> String {
    let (middle, width, height) = (pair(face.middle), tenth(face.width), tenth(face.height));
    format!("{{\"middle\": {middle}, \"width\": {width}, \"height\": {height}}}")
}

fn pair(at: Vec3) -> String {
    format!("[{}, {}]", tenth(at[0]), tenth(at[1]))
}

fn tenth(millimetres: f64) -> f64 {
    let tenth = (millimetres * 10.0).round() / 10.0;
    if tenth == 0.0 { 0.0 } else { tenth }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::root;

    #[test]
    fn a_pod_has_its_knob_in_the_origin_and_its_screen_beyond() {
        let json = json(&boards::load(&root(), "pods").unwrap());
        assert!(json.contains("\"name\": \"hub\", \"count\": 1"), "{json}");
        assert!(json.contains("\"knob\": {\"from\": [-10, -10], \"to\": [10, 10]}"), "{json}");
        assert!(json.contains("\"secret\": {\"middle\": [0, 34.5], \"width\": 22.4, \"height\": 5.6}"), "{json}");
    }
}
