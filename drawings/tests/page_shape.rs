//! The hand dial as the simulator's page draws it has the measures of the one that is printed. `UPDATE_PICTURES=1` writes the
//! page's file anew.

use std::{env, fs, path::Path};

use drawings::body::{bodies, things};

const FILE: &str = "simulator/src/page/shape.json";

#[test]
fn the_page_draws_a_dial_as_it_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of the project");
    let board = boards::load(root, "table").unwrap();
    let dial = bodies(&board).own;
    let boxes = dial.pieces.iter().map(|piece| piece.solid.bounds());
    let (low, high) = boxes.reduce(|a, b| (lower(a.0, b.0), upper(a.1, b.1))).unwrap();
    let knob = dial.things.iter().find(|thing| thing.name == things::KNOB).unwrap().space.bounds();
    let (number, hood) = (dial.secret.unwrap(), dial.hood.unwrap());
    let made = format!(
        "{{\n  \"box\": {{ \"left\": {:.1}, \"right\": {:.1}, \"near\": {:.1}, \"far\": {:.1} }},\n  \"knob\": {:.1},\n  \
         \"window\": {{ \"at\": {:.1}, \"wide\": {:.1} }}\n}}\n",
        low[0],
        high[0],
        low[1],
        high[1],
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

fn lower(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i].min(b[i]))
}

fn upper(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| a[i].max(b[i]))
}
