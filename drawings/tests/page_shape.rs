//! The boxes on the simulator's page have the proportions of the printed ones, and the hand dial has all of its
//! dimensions. `UPDATE_PICTURES=1` rewrites the page's file.

use std::{env, fs, path::Path};

use drawings::{
    body::{Unit, bodies, things},
    solid::Vec3,
};

const FILE: &str = "simulator/src/page/shape.json";

#[test]
fn the_page_draws_boxes_as_they_are_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of the project");
    let own = |name: &str| bodies(&boards::load(root, name).unwrap()).own;
    let dial = own("table");
    let knob = dial.things.iter().find(|thing| thing.name == things::KNOB).unwrap().space.bounds();
    let (number, hood) = (dial.secret.unwrap(), dial.hood.unwrap());
    let made = format!(
        "{{\n  \"dial\": {},\n  \"pod\": {},\n  \"device\": {},\n  \"knob\": {:.1},\n  \
         \"window\": {{ \"at\": {:.1}, \"wide\": {:.1} }}\n}}\n",
        outline(&dial),
        outline(&own("pods")),
        outline(&own("solo")),
        knob.1[0] - knob.0[0],
        number.middle[1],
        hood.wide
    );
    let path = root.join(FILE);
    if env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap();
    assert_eq!(page, made, "the body has changed; UPDATE_PICTURES=1 cargo test -p drawings --test page_shape");
}

/// The box from above, in millimetres.
fn outline(unit: &Unit) -> String {
    let boxes = unit.pieces.iter().map(|piece| piece.solid.bounds());
    let (low, high) = boxes.reduce(|a, b| (lower(a.0, b.0), upper(a.1, b.1))).unwrap();
    format!(
        "{{ \"left\": {:.1}, \"right\": {:.1}, \"near\": {:.1}, \"far\": {:.1} }}",
        low[0], high[0], low[1], high[1]
    )
}

fn lower(a: Vec3, b: Vec3) -> Vec3 {
    std::array::from_fn(|i| a[i].min(b[i]))
}

fn upper(a: Vec3, b: Vec3) -> Vec3 {
    std::array::from_fn(|i| a[i].max(b[i]))
}
