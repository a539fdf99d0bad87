//! A copied and rewired board: its file alone changes both the firmware's pins and the emulated wires.

use std::{env, fs, path::Path, process};

use serde_json::json;
use testkit::{
    emulator::{self, Emulator},
    image,
    tool::root,
};

/// What the shared screen shows after a while, and after a press of the knob.
fn pictures(folder: &Path) -> [Vec<bool>; 2] {
    let mut pico = Emulator::start(folder, 1).unwrap();
    pico.run_ms(1500.0).unwrap();
    let look = |pico: &mut Emulator| {
        let glass = &pico.screens().unwrap()[0];
        (0..glass.width * glass.height).map(|at| glass.on && glass.is_lit(at % glass.width, at / glass.width)).collect()
    };
    let before = look(&mut pico);
    pico.ask(&json!({ "press": { "knob": 0 } })).unwrap();
    pico.run_ms(500.0).unwrap();
    [before, look(&mut pico)]
}

fn lit(picture: &[bool]) -> usize {
    picture.iter().filter(|&&pixel| pixel).count()
}

#[test]
#[ignore = "builds firmware and runs it on the emulated Pico: cargo xtask test"]
fn changing_pins_in_a_copied_file_rewires_the_board() {
    let copy = env::temp_dir().join(format!("dixit-dials-{}/rewired", process::id()));
    fs::create_dir_all(&copy).unwrap();
    let text = fs::read_to_string(root().join("boards/solo/board.toml")).unwrap();
    let rewired = text.replace("sda = 4\nscl = 5", "sda = 8\nscl = 9").replace("push = 12", "push = 3");
    assert_ne!(text, rewired);
    fs::write(copy.join("board.toml"), rewired).unwrap();

    emulator::prepare().unwrap();
    let original = image::build("solo").unwrap();
    let image = image::build(copy.to_str().unwrap()).unwrap();

    let [start, pressed] = pictures(&image.folder);
    assert!(lit(&start) > 0, "the screen on its new pins shows nothing");
    assert_ne!(start, pressed, "the push on its new pin does nothing");
    assert_eq!([start, pressed], pictures(&original.folder), "the game itself must not notice");

    // The rewired board's block on the old wires must show nothing; otherwise the pins never moved.
    fs::copy(image.elf(), copy.with_file_name("firmware.elf")).unwrap();
    fs::copy(image.block(), copy.join("board.bin")).unwrap();
    fs::copy(original.folder.join("board.json"), copy.join("board.json")).unwrap();
    assert_eq!(lit(&pictures(&copy)[1]), 0);
    fs::remove_dir_all(copy.parent().unwrap()).unwrap();
}
