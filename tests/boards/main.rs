//! Board files: the bundled ones are valid, each kind of mistake is reported with its key, and one changed number
//! changes firmware and simulator together. `mutations.rs` breaks whole files, `blocks.rs` breaks blocks.

mod blocks;
mod mutations;

use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(name: &str) -> String {
    std::fs::read_to_string(root().join("boards").join(name).join("board.toml")).unwrap()
}

/// The bundled board with one passage replaced, as a board named `x`.
fn edited(name: &str, from: &str, to: &str) -> Result<boards::Board, boards::Mistakes> {
    let text = text(name);
    assert!(text.contains(from), "{name} has no passage {from:?} to change");
    boards::parse("x", &text.replacen(from, to, 1))
}

#[track_caller]
fn refused(name: &str, from: &str, to: &str, line: &str) {
    let mistakes = edited(name, from, to).expect_err("the mistake was not noticed");
    let without_line = |mistake: &boards::Mistake| boards::Mistake { line: None, ..mistake.clone() }.to_string();
    let told = mistakes.0.iter().any(|mistake| without_line(mistake) == line);
    assert!(told, "expected\n  {line}\nbut was told\n  {mistakes}");
}

#[test]
fn every_bundled_board_is_valid() {
    let boards: Vec<boards::Board> = boards::load_all(root())
        .into_iter()
        .map(|board| board.unwrap_or_else(|mistakes| panic!("{mistakes}")))
        .collect();
    let names: Vec<&str> = boards.iter().map(|board| board.name.as_str()).collect();
    for name in ["pods", "solo", "table"] {
        assert!(names.contains(&name), "{name} is missing from {names:?}");
    }
}

/// Boards that are not bundled: other knobs, pins, screens and numbers of seats.
const ODD: [&str; 3] = ["five-dials", "four-pods", "other-pins"];

#[test]
fn odd_boards_are_valid_and_differ_as_intended() {
    let [five, four, other] = ODD.map(|name| {
        let folder = root().join("tests/odd_boards").join(name);
        boards::load(root(), folder.to_str().unwrap()).unwrap_or_else(|mistakes| panic!("{mistakes}")).device()
    });
    assert_eq!((five.knobs.contacts.count(), five.screens[0].controller), (5, boards::Controller::Ssd1309));
    assert_eq!((four.buses.len(), four.buses[0].muxes.len(), four.screens.len()), (1, 1, 5));
    let mut taken = vec![];
    boards::for_each_pin(&boards::load(root(), "solo").unwrap().device(), &mut |_, pin| taken.push(pin));
    boards::for_each_pin(&other, &mut |key, pin| assert!(!taken.contains(&pin), "{key}"));
}

#[test]
fn an_unknown_key_is_named() {
    refused(
        "solo",
        "[seats]",
        "[seats]\nfewest = 3",
        "boards/x/board.toml: seats.fewest: unknown key, did you mean least? There are least, most",
    );
    let mistakes = edited("table", "title", "colour = 1\ntitle").unwrap_err();
    assert!(mistakes.to_string().starts_with("boards/x/board.toml: colour: unknown key; there are title, voting"));
    refused(
        "solo",
        "series_ohm",
        "serial_ohm",
        "boards/x/board.toml: buzzer.serial_ohm: unknown key, did you mean series_ohm? There are pin, kind, series_ohm, \
         transistor",
    );
    let mistakes = edited("table", "{ a = 0,", "{ z = 9, a = 0,").unwrap_err();
    let line = text("table").lines().position(|line| line.contains("{ a = 0,")).unwrap() + 1;
    assert_eq!(
        mistakes.to_string(),
        format!("boards/x/board.toml: knobs.pins[0].z: unknown key; there are a, b, push (line {line})")
    );
}

#[test]
fn a_missing_key_is_named() {
    refused("solo", "most = 12", "", "boards/x/board.toml: seats.most: missing; expected a whole number, 3 to 12");
    refused(
        "table",
        "{ a = 0, b = 1, push = 2 }",
        "{ a = 0, b = 1 }",
        "boards/x/board.toml: knobs.pins[0].push: missing; expected a whole number, 0 to 29",
    );
}

#[test]
fn a_value_of_the_wrong_kind_is_named() {
    refused(
        "solo",
        "most = 12",
        "most = \"twelve\"",
        "boards/x/board.toml: seats.most: \"twelve\" is text; expected a whole number from 3 to 12",
    );
    refused(
        "solo",
        "\"pass\"",
        "\"curtain\"",
        "boards/x/board.toml: voting: \"curtain\" is not known; expected \"ring\", \"pass\" or \"pods\"",
    );
    refused(
        "solo",
        "controller = \"ssd1306\"",
        "controller = \"sdd1306\"",
        "boards/x/board.toml: screens[0].controller: \"sdd1306\" is not known, did you mean \"ssd1306\"? Expected \"ssd1306\", \
         \"sh1106\" or \"ssd1309\"",
    );
    refused("solo", "pin = 15", "pin = -1", "boards/x/board.toml: buzzer.pin: -1 is not between 0 and 29");
    refused(
        "solo",
        "most = 12",
        "most = 99999999999999999999999999999999999999999999",
        "boards/x/board.toml: seats.most: 9999999999999999999999999999999999999999… is not between 3 and 12",
    );
    refused(
        "solo",
        "[seats]\nleast = 3\nmost = 12",
        "seats = 12",
        "boards/x/board.toml: seats: 12 is a number; expected a table with least, most",
    );
    refused(
        "solo",
        "reverse = false",
        "reverse = \"no\"",
        "boards/x/board.toml: knobs.reverse: \"no\" is text; expected true or false",
    );
    refused(
        "solo",
        "title = ",
        "title = 1.5 #",
        "boards/x/board.toml: title: 1.5 is a number with a fraction; expected text in quotes",
    );
    refused("solo", "title = ", "title = \" \" #", "boards/x/board.toml: title: has 0 letters; there may be 1 to 60");
    refused(
        "solo",
        "voting = \"pass\"",
        "voting = 1979-05-27",
        "boards/x/board.toml: voting: 1979-05-27 is a time; expected \"ring\", \"pass\" or \"pods\"",
    );
    refused(
        "solo",
        "pins = [{ a = 10, b = 11, push = 12 }]",
        "pins = { a = 10 }",
        "boards/x/board.toml: knobs.pins: this is a table; expected a list of tables, each under a [[heading]] or in [{ }]",
    );
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let text =
        text("solo").replace("most = 12", "most = 99").replace("id = 0", "id = 7").replace("pin = 25", "pin = \"x\"");
    let keys: Vec<String> = boards::parse("x", &text).unwrap_err().0.into_iter().map(|mistake| mistake.key).collect();
    assert_eq!(keys, ["seats.most", "buses[0].id", "led.pin"]);
}

#[test]
fn a_duplicate_key_is_named() {
    refused("solo", "most = 12", "most = 12\nmost = 11", "boards/x/board.toml: seats.most: is given twice; keep one");
    refused("solo", "[led]", "[seats]\n[led]", "boards/x/board.toml: seats: is given twice; keep one");
}

#[test]
fn sizes_that_nobody_could_build_are_refused() {
    let levels = format!("levels = [{}]", "1, 0, ".repeat(32_770));
    refused(
        "pods",
        "levels = [1, 0, 1, 0]",
        &levels,
        "boards/x/board.toml: knobs.chain.proof.levels: has 65540 entries; there may be 2 to 64",
    );
    let screens = "[[screens]]\nfor = \"seat\"\nseat = 1\nbus = 0\nsize = \"128x32\"\n".repeat(5_000);
    let mistakes = boards::parse("x", &format!("{}\n{screens}", text("pods"))).unwrap_err();
    assert_eq!(mistakes.0.len(), 1, "{mistakes}");
    let said = mistakes.to_string();
    assert!(said.starts_with("boards/x/board.toml: screens: has 5013 entries; there may be 1 to 13 (line "), "{said}");
    let said = boards::parse("x", &"#".repeat(2 << 20)).unwrap_err().to_string();
    assert_eq!(said, "boards/x/board.toml: (file): has 2048 KiB; a board file has at most 1024");
    // Many mistakes are counted instead of listed.
    let many: String = (0..1000).map(|key| format!("k{key} = 1\n")).collect();
    assert!(boards::parse("x", &many).unwrap_err().to_string().lines().count() < 30);
}

#[test]
fn a_file_that_is_not_toml_is_refused_with_its_line() {
    let said = boards::parse("x", "title = \"T\"\nvoting =\n").unwrap_err().to_string();
    assert!(said.starts_with("boards/x/board.toml: voting: ") && said.ends_with(" (line 2)"), "{said}");
    let said = boards::parse("x", "title = \"T\"\n%%%\n").unwrap_err().to_string();
    assert!(said.starts_with("boards/x/board.toml: line 2: "), "{said}");
}

#[test]
fn an_unknown_board_is_answered_with_the_known_ones() {
    let said = boards::load(root(), "chair").unwrap_err().to_string();
    assert!(said.starts_with("boards/chair/board.toml: (file): "), "{said}");
    assert!(said.contains("table"), "{said}");
}

#[test]
fn one_bad_board_does_not_stop_the_others() {
    let place = std::env::temp_dir().join(format!("dixit-dials-boards-{}", std::process::id()));
    let put = |name: &str, bytes: &[u8]| {
        let folder = place.join("boards").join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("board.toml"), bytes).unwrap();
        folder
    };
    put("good", text("solo").as_bytes());
    let bad = put("bad", text("solo").replace("most = 12", "most = 99").as_bytes());
    put("ugly", b"title = \"T\"\nvoting = \"\xff\"\n");
    let told: Vec<Result<String, String>> = boards::load_all(&place)
        .into_iter()
        .map(|board| board.map(|board| board.name).map_err(|mistakes| mistakes.to_string()))
        .collect();
    let elsewhere = boards::load(root(), bad.to_str().unwrap()).unwrap_err().to_string();
    std::fs::remove_dir_all(&place).unwrap();

    let line = text("solo").lines().position(|line| line == "most = 12").unwrap() + 1;
    let reason = format!("seats.most: 99 is not between 3 and 12 (line {line})");
    assert_eq!(
        told,
        [
            Err(format!("boards/bad/board.toml: {reason}")),
            Ok("good".to_string()),
            Err("boards/ugly/board.toml: (file): is not text in UTF-8; save it as that (line 2)".to_string()),
        ]
    );
    // A board elsewhere is named by its path.
    assert_eq!(elsewhere, format!("{}/board.toml: {reason}", bad.display()));
}

#[test]
fn a_pin_used_twice_is_named_with_its_first_use() {
    refused("table", "a = 3,", "a = 2,", "boards/x/board.toml: knobs.pins[1].a: GP2 is already knobs.pins[0].push");
    refused(
        "pods",
        "reset = 7",
        "reset = 6",
        "boards/x/board.toml: buses[0].mux[1].reset: GP6 is already buses[0].mux[0].reset",
    );
}

#[test]
fn a_pin_that_does_not_come_out_is_refused() {
    for pin in [23, 24, 25, 29] {
        refused(
            "solo",
            "push = 12",
            &format!("push = {pin}"),
            &format!(
                "boards/x/board.toml: knobs.pins[0].push: GP{pin} is not brought out by the Pico; take one of GP0 to GP22 or GP26 to GP28"
            ),
        );
    }
    refused("solo", "push = 12", "push = 40", "boards/x/board.toml: knobs.pins[0].push: 40 is not between 0 and 29");
    assert_eq!(edited("solo", "pin = 25", "pin = 22").unwrap().led.unwrap().pin, 22);
}

#[test]
fn a_pin_that_cannot_serve_the_block_is_refused() {
    refused(
        "solo",
        "sda = 4",
        "sda = 6",
        "boards/x/board.toml: buses[0].sda: GP6 cannot be SDA of I2C0, but GP0, GP4, GP8, GP12, GP16, GP20 can",
    );
    refused(
        "solo",
        "scl = 5",
        "scl = 9",
        "boards/x/board.toml: buses[0].scl: GP9 is not the pin after SDA, which is GP4; take GP5",
    );
    refused("table", "id = 1", "id = 2", "boards/x/board.toml: buses[0].id: 2 is not between 0 and 1");
    refused("pods", "id = 1", "id = 0", "boards/x/board.toml: buses[1].id: I2C0 is used twice");
}

#[test]
fn a_chain_may_have_any_pins() {
    let chain = |from: &str, to: &str| edited("pods", from, to).unwrap().knobs.chain.unwrap();
    assert_eq!(chain("clock = 10", "clock = 9").clock, 9);
    assert_eq!(chain("data = 12", "data = 13").data, 13);
    refused(
        "pods",
        "data = 12",
        "data = 10",
        "boards/x/board.toml: knobs.chain.data: GP10 is already knobs.chain.clock",
    );
}

#[test]
fn screens_that_would_hear_each_other_are_refused() {
    refused(
        "pods",
        "seat = 2\nbus = 0\nmux = 0\nchannel = 1",
        "seat = 2\nbus = 0\nmux = 0\nchannel = 0",
        "boards/x/board.toml: screens[2].address: 0x3c on I2C0 is already that of screens[1]",
    );
    // Without a mux in between, the shared screen would show what a seat is sent.
    refused(
        "pods",
        "for = \"shared\"\nbus = 1",
        "for = \"shared\"\nbus = 0",
        "boards/x/board.toml: screens[1].address: 0x3c on I2C0 is already that of screens[0]",
    );
}

#[test]
fn a_screen_without_a_place_is_refused() {
    refused("solo", "bus = 0", "bus = 1", "boards/x/board.toml: screens[0].bus: no bus has id 1");
    refused("pods", "mux = 1", "mux = 2", "boards/x/board.toml: screens[7].mux: bus 0 has 2 muxes, counted from 0");
    refused("pods", "channel = 5", "channel = 8", "boards/x/board.toml: screens[6].channel: 8 is not between 0 and 7");
    refused("pods", "channel = 5\n", "", "boards/x/board.toml: screens[6].channel: missing, a mux is given");
    refused(
        "solo",
        "address = 0x3c",
        "address = 0x50",
        "boards/x/board.toml: screens[0].address: 0x50 is not between 0x3c and 0x3d",
    );
    refused(
        "pods",
        "address = 0x71",
        "address = 0x70",
        "boards/x/board.toml: buses[0].mux[1].address: 0x70 is used twice on this bus",
    );
    for board in ["pods", "solo"] {
        refused(
            board,
            "hz = 400_000",
            "hz = 1_000_000",
            "boards/x/board.toml: buses[0].hz: 1000000 is not between 10000 and 400000: neither screens nor muxes are rated \
             for more",
        );
    }
}

#[test]
fn more_knobs_than_bits_are_refused() {
    refused(
        "pods",
        "registers = 5",
        "registers = 4",
        "boards/x/board.toml: knobs.chain.count: 12 knobs from bit 0 need 36 bits, the chain has 32",
    );
    refused(
        "pods",
        "first_bit = 36,",
        "first_bit = 35,",
        "boards/x/board.toml: knobs.chain.proof.first_bit: the knobs have bits 0 to 35",
    );
    refused(
        "pods",
        "[1, 0, 1, 0]",
        "[1, 1]",
        "boards/x/board.toml: knobs.chain.proof.levels: needs both a 0 and a 1, or a line stuck at one level would pass",
    );
}

#[test]
fn knobs_are_wired_in_exactly_one_way() {
    refused(
        "solo",
        "pins = [{ a = 10, b = 11, push = 12 }]",
        "",
        "boards/x/board.toml: knobs.pins: missing; knobs have either pins or a chain",
    );
    refused(
        "pods",
        "reverse = false",
        "reverse = false\npins = [{ a = 0, b = 1, push = 2 }]",
        "boards/x/board.toml: knobs.chain: knobs have either pins or a chain; leave one of them out",
    );
    let said = edited("pods", "reverse = false", "reverse = false\npins = [{ a = 0, b = 1, push = 2 }]").unwrap_err();
    assert!(!said.to_string().contains("seats, but"), "knobs that are given twice are not counted: {said}");
}

#[test]
fn impossible_numbers_of_seats_are_refused() {
    refused("table", "most = 8", "most = 9", "boards/x/board.toml: seats.most: 9 seats, but 8 knobs");
    refused("solo", "most = 12", "most = 13", "boards/x/board.toml: seats.most: 13 is not between 3 and 12");
    refused("solo", "least = 3", "least = 2", "boards/x/board.toml: seats.least: 2 is not between 3 and 12");
    refused("pods", "seat = 12", "seat = 11", "boards/x/board.toml: screens[12].seat: seat 11 already has a screen");
    refused("pods", "seat = 12", "seat = 13", "boards/x/board.toml: screens[12].seat: 13 is not between 1 and 12");
}

#[test]
fn a_ring_that_does_not_fit_its_knob_is_refused() {
    refused(
        "table",
        "positions = 20",
        "positions = 24",
        "boards/x/board.toml: ring.positions: 24 positions, but a knob has 20 detents",
    );
    refused(
        "table",
        "numbers = 8",
        "numbers = 20",
        "boards/x/board.toml: ring.numbers: 20 numbers and the dot do not fit on 20 positions",
    );
    refused("table", "numbers = 8", "numbers = 6", "boards/x/board.toml: ring.numbers: 6 numbers for 8 cards");
    refused(
        "solo",
        "voting = \"pass\"",
        "voting = \"ring\"",
        "boards/x/board.toml: ring: missing; voting = \"ring\" needs it",
    );
}

#[test]
fn a_screen_that_the_pictures_do_not_fit_is_refused() {
    refused(
        "solo",
        "128x64",
        "128x32",
        "boards/x/board.toml: screens[0].size: 128x32 does not fit; a shared screen is 128x64",
    );
    refused(
        "pods",
        "size = \"128x32\"",
        "size = \"128x64\"",
        "boards/x/board.toml: screens[1].size: 128x64 does not fit; a seat's screen is 128x32",
    );
}

#[test]
fn pins_of_the_radio_are_refused() {
    let radio = "pico = \"pico-w\"\nvoting = \"pass\"";
    refused(
        "solo",
        "voting = \"pass\"",
        radio,
        "boards/x/board.toml: led.pin: GP25 belongs to the radio of a Pico W; leave [led] out, or take one of GP0 to GP22 or \
         GP26 to GP28",
    );
    let without_light = text("solo").replace("voting = \"pass\"", radio).replace("[led]\npin = 25", "");
    assert_eq!(boards::parse("x", &without_light).unwrap().pico, boards::Pico::PicoW);
    for pin in [23, 24, 29] {
        let said =
            boards::parse("x", &without_light.replace("push = 12", &format!("push = {pin}"))).unwrap_err().to_string();
        assert!(said.contains(&format!("knobs.pins[0].push: GP{pin} belongs to the radio of a Pico W")), "{said}");
    }
    for flash in [4, 8, 16] {
        assert_eq!(edited("solo", "title", &format!("flash = {flash}\ntitle")).unwrap().flash, flash);
    }
    refused(
        "solo",
        "title",
        "flash = 3\ntitle",
        "boards/x/board.toml: flash: 3 MiB is not a size of flash chips; there are 2, 4, 8 and 16",
    );
    refused("solo", "title", "flash = 1\ntitle", "boards/x/board.toml: flash: 1 is not between 2 and 16");
}

#[test]
fn a_magnetic_buzzer_needs_a_transistor() {
    let line = "boards/x/board.toml: buzzer.kind: a magnetic buzzer, about 16 Ω, takes 206 mA and with 220 Ω in series still \
                14 mA, and hits back when it is switched off; a pin gives 12 mA. Take a piezo, or drive it by a transistor \
                with a diode and set transistor = true";
    refused("solo", "kind = \"piezo\"", "kind = \"magnetic\"", line);
    let driven = edited("solo", "kind = \"piezo\"", "kind = \"magnetic\"\ntransistor = true").unwrap();
    assert!(boards::parts::list(&driven).markdown().contains("1N4148"));
    refused(
        "solo",
        "series_ohm = 220",
        "series_ohm = 10",
        "boards/x/board.toml: buzzer.series_ohm: 10 is not between 100 and 10000",
    );
}

#[test]
fn pull_ups_that_add_up_to_too_much_are_refused_with_the_sum() {
    refused(
        "pods",
        "pull_up_ohm = 3_300",
        "pull_up_ohm = 1_500",
        "boards/x/board.toml: buses[0].pull_up_ohm: I2C0, mux 0x71, channel 5: 1.5 kΩ beside the Pico + 10 kΩ on mux \
         0x70 + 10 kΩ on mux 0x71 + 50 kΩ in the Pico + 4.7 kΩ on the screen of seat 12 add up to 910 Ω, 3.63 mA, but \
         I2C allows 3 mA; take larger resistors or remove some",
    );
    // A small resistor on one seat's screen is enough for a refusal.
    let said = edited("pods", "seat = 3", "seat = 3\npull_up_ohm = 1_000").unwrap_err().to_string();
    assert!(said.contains("1 kΩ on the screen of seat 3"), "{said}");
    refused(
        "solo",
        "size = \"128x64\"",
        "size = \"128x64\"\npull_up_ohm = 0",
        "boards/x/board.toml: buses[0].pull_up_ohm: I2C0: nothing pulls the lines up; fit 4.7 kΩ and say so here",
    );
    assert!(
        edited("solo", "size = \"128x64\"", "size = \"128x64\"\npull_up_ohm = 0").is_err()
            && edited("solo", "hz = 400_000", "hz = 400_000\npull_up_ohm = 4_700").is_ok()
    );
}

#[test]
fn lines_that_rise_too_slowly_or_stay_too_high_are_refused() {
    let said = edited("pods", "centimetres = 100", "centimetres = 500").unwrap_err().to_string();
    assert!(said.contains("buses[0].pull_up_ohm: I2C0") && said.contains("pF a line rises in"), "{said}");
    assert!(edited("pods", "hz = 400_000", "hz = 100_000").is_ok());
    let slow =
        text("pods").replacen("hz = 400_000", "hz = 100_000", 1).replace("centimetres = 100", "centimetres = 500");
    boards::parse("x", &slow).unwrap();
    let said = edited("pods", "series_ohm = 47", "series_ohm = 330").unwrap_err().to_string();
    assert!(said.starts_with("boards/x/board.toml: cable.series_ohm: the Pico gets 0."), "{said}");
}

#[test]
fn screens_that_draw_too_much_current_are_refused_with_the_sum() {
    let screens = "2 shared screens 200 + 12 seat screens 480";
    refused(
        "pods",
        "regulator = \"mcp1826s\"",
        "",
        &format!(
            "boards/x/board.toml: power.regulator: {screens} + 36 pull-ups of the knobs 12 + pull-ups of the buses 2 = 694 mA, but the Pico's own 3V3 gives 300; name a stronger one \
             (\"mcp1826s\", \"ld1117v33\" or \"ams1117\")"
        ),
    );
    refused(
        "pods",
        "copies = 2",
        "copies = 2\ncurrent_ma = 300",
        "boards/x/board.toml: power.regulator: 2 shared screens 600 + 12 seat screens 480 + 36 pull-ups of the knobs 12 + pull-ups of the buses 2 = 1094 mA, but MCP1826S-3302E/AB gives 1000; \
         no regulator of the list gives that much: leave parts out",
    );
    refused(
        "pods",
        "supply = \"usb-charger\"",
        "",
        &format!(
            "boards/x/board.toml: power.supply: {screens} + 36 pull-ups of the knobs 12 + pull-ups of the buses 2 + the Pico 50 = 744 mA, but a USB 2 port gives 500; name another \
             supply or take fewer screens"
        ),
    );
    refused(
        "solo",
        "[led]",
        "[power]\nregulator = \"ams1117\"\n[led]",
        "boards/x/board.toml: power.regulator: AMS1117-3.3 gets 4.48 V from a USB 2 port and drops up to 1.3 V, which leaves \
         3.18 V; name one that drops less, or a better supply",
    );
}

/// A drive of 2 mA would leave the seats' lines above 0.2 VDD: the pad drops half a volt at its rated current, and the
/// bus draws more.
#[test]
fn the_firmware_is_told_how_strongly_to_drive_each_bus() {
    let drives = |name: &str| -> Vec<(u8, u8)> {
        let device = boards::load(root(), name).unwrap().device();
        device.buses.iter().map(|bus| (bus.id, bus.drive_ma)).collect()
    };
    assert_eq!(drives("pods"), [(0, 4), (1, 2)]);
    assert_eq!(drives("solo"), [(0, 2)]);
    for board in boards::load_all(root()).into_iter().map(Result::unwrap) {
        for bus in boards::electrics::report(&board).buses {
            for line in &bus.lines {
                assert!(line.low_at_screen < boards::electrics::LOW_AT_SCREEN, "{}: {line:?}", board.name);
                let sum: f64 = line.pull_ups.iter().map(|pull_up| 1.0 / f64::from(pull_up.ohm)).sum();
                assert!((line.sink_ma - 3300.0 * sum).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn the_firmware_gets_the_wiring_of_each_glass() {
    use boards::{ComPins, Controller};
    let screen = |to: &str| edited("solo", "controller = \"ssd1306\"", to).unwrap().device().screens[0];
    assert_eq!((screen("").controller, screen("").com_pins), (Controller::Ssd1306, ComPins::Alternative));
    assert_eq!(screen("controller = \"ssd1309\"").controller, Controller::Ssd1309);
    assert_eq!(screen("com_pins = \"sequential\"").com_pins, ComPins::Sequential);
    let pods = boards::load(root(), "pods").unwrap().device();
    assert_eq!(pods.screens.iter().filter(|screen| screen.com_pins == ComPins::Sequential).count(), 12);
    assert_eq!(edited("solo", "address = 0x3c", "").unwrap().screens[0].address, 0x3c);
}

#[test]
fn parts_are_counted_from_the_file() {
    use boards::parts::list;
    let count = |board: &boards::Board, name: &str| -> u32 {
        list(board)
            .0
            .iter()
            .filter(|part| part.name.contains(name) || part.order.contains(name))
            .map(|part| part.count)
            .sum()
    };
    let pods = boards::load(root(), "pods").unwrap();
    let counted = [
        ("Pico H", 1),
        ("EC11 rotary encoder: 20 detents", 12),
        ("128×64", 2),
        ("128×32", 12),
        ("74HC165", 5),
        ("TCA9548A", 2),
        ("3.3 kΩ", 2),
        ("10 kΩ", 36),
        ("47 Ω", 24),
        ("1 kΩ", 36),
        ("MCP1826S", 1),
        ("polyfuse that holds 1.1 A", 1),
        ("patch lead", 12),
        ("RJ45 jack", 24),
    ];
    for (name, expected) in counted {
        assert_eq!(count(&pods, name), expected, "{name}");
    }
    let changed = text("pods")
        .replace("pull_up_ohm = 3_300", "pull_up_ohm = 4_700")
        .replace("kind = \"patch\"", "kind = \"ribbon\"")
        .replace("detents = 20", "detents = 24");
    let changed = boards::parse("x", &changed).unwrap();
    for (name, expected) in [("3.3 kΩ", 0), ("4.7 kΩ", 2), ("RJ45", 0), ("ribbon", 12), ("PEC11R-4220F-S0024", 12)] {
        assert_eq!(count(&changed, name), expected, "{name}");
    }
    assert_eq!(count(&boards::load(root(), "solo").unwrap(), "regulator"), 0);
}

#[test]
fn every_part_says_where_it_goes_and_what_it_costs() {
    for board in boards::load_all(root()).into_iter().map(Result::unwrap) {
        let list = boards::parts::list(&board);
        for part in &list.0 {
            assert!(part.count > 0 && !part.name.is_empty() && !part.place.is_empty(), "{part:?}");
        }
        assert_eq!(list.total_cents(), list.0.iter().map(|part| part.count * part.cents).sum::<u32>());
        let page = list.markdown();
        assert!(page.contains(&format!("about **{} €**", list.about_euros())), "{page}");
    }
}

#[test]
fn the_page_about_boards_is_up_to_date() {
    let page = boards::readme::page(root()).unwrap();
    let committed = std::fs::read_to_string(boards::readme::path(root())).unwrap().replace("\r\n", "\n");
    assert!(committed == page, "boards/README.md is out of date; run: cargo xtask guide");
    for key in ["`com_pins`", "`series_ohm`", "`[[buses.mux]]`", "0x3c to 0x3d"] {
        assert!(page.contains(key), "{key}");
    }
}

#[test]
fn the_simulators_typescript_is_up_to_date() {
    let (path, types) = (boards::typescript::path(root()), boards::typescript::file());
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, &types).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(committed == types, "{} is out of date; run: UPDATE_TYPES=1 cargo test --test boards", path.display());
}

#[test]
fn one_changed_pin_moves_firmware_and_simulator_together() {
    let before = boards::parse("copy", &text("solo")).unwrap();
    let after =
        boards::parse("copy", &text("solo").replace("push = 12", "push = 13").replace("pin = 15", "pin = 16")).unwrap();

    for (old, new) in [("\"push\": 12", "\"push\": 13"), ("\"pin\": 15", "\"pin\": 16")] {
        let (before, after) = (boards::json(&before), boards::json(&after));
        assert!(before.contains(old) && !before.contains(new), "{before}");
        assert!(after.contains(new) && !after.contains(old), "{after}");
    }
    let on_device = |board: &boards::Board| {
        let device = boards::block::decode(&boards::block::encode(&board.device())).unwrap();
        let boards::device::Contacts::Pins(pins) = device.knobs.contacts else { panic!("solo has a chain") };
        (pins[0].push, device.buzzer)
    };
    assert_eq!((on_device(&before), on_device(&after)), ((12, Some(15)), (13, Some(16))));
}

#[test]
fn the_simulator_gets_the_file_and_the_folders_name() {
    let json: serde_json::Value = serde_json::from_str(&boards::json(&boards::load(root(), "pods").unwrap())).unwrap();
    assert_eq!(json["name"], "pods");
    assert_eq!(json["knobs"]["chain"]["proof"]["first_bit"], 36);
    assert_eq!(json["buses"][0]["mux"][1]["address"], 0x71);
    assert_eq!(json["screens"][12]["seat"], 12);
    assert_eq!(json["screens"][0]["for"], "shared");
}

#[test]
fn the_library_knows_every_board_as_its_file_says() {
    for board in boards::load_all(root()).into_iter().map(Result::unwrap) {
        let known = testkit::story::library_board(&board);
        assert_eq!(known.name, board.name);
        assert_eq!(usize::from(known.knobs), board.knobs.count());
        assert_eq!((known.seats.least, known.seats.most), (board.seats.least, board.seats.most));
        assert_eq!(known.seat_screens, board.screens.iter().any(|screen| screen.seat.is_some()));
        assert_eq!(known.buzzer, board.buzzer.is_some());
    }
}
