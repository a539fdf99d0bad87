//! What the page gets: the messages that the commands print, the drawings and files of its board, and an answer to any
//! input.

use std::{fs, path::Path};

use boards::{Board, block, uf2};
use fastrand::Rng;
use maker::{alone, draw, keys, open, review};
use serde_json::{Value as Json, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The bundled boards, and those that are made for tests.
fn trees() -> Vec<Json> {
    let odd = fs::read_dir(root().join("tests/odd_boards")).unwrap();
    let odd = odd.map(|entry| boards::load(root(), entry.unwrap().path().to_str().unwrap()));
    boards::load_all(root()).into_iter().chain(odd).map(|board| serde_json::to_value(board.unwrap()).unwrap()).collect()
}

fn tree(name: &str) -> Json {
    trees().into_iter().find(|tree| tree["name"] == name).unwrap()
}

#[test]
fn the_page_gets_the_messages_that_commands_print() {
    let mut board = tree("solo");
    board["knobs"]["pins"][0]["b"] = json!(4);
    board["seats"]["least"] = json!(9);
    board["seats"]["most"] = json!(8);
    let found = review(&board);
    assert!(found.made.is_none());
    let printed = boards::parse("solo", &found.toml).unwrap_err().to_string();
    assert_eq!(found.mistakes.len(), 2);
    for mistake in &found.mistakes {
        assert!(printed.contains(&format!("{}: {}", mistake.key, mistake.reason)), "{mistake:?} in\n{printed}");
    }
    // Pins are still offered.
    let pins = found.pins.unwrap();
    let pins = pins.iter().find(|pins| pins.key == "knobs.pins[0].b").unwrap();
    assert!(pins.refused.iter().any(|refused| refused.reason == "GP4 is already buses[0].sda"));
}

#[test]
fn every_board_has_its_sheets_parts_currents_and_block() {
    for board in trees() {
        let found = review(&board);
        assert!(found.mistakes.is_empty(), "{:?}", found.mistakes);
        let made = found.made.unwrap();
        assert_eq!(serde_json::to_value(&made.board).unwrap(), board);
        assert_eq!(block::decode(&made.block), Ok(made.board.device()));
        let mut drawn: Vec<(&str, String)> = Vec::new();
        for sheet in &made.sheets {
            drawn.extend(draw(&board, sheet).into_iter().map(|sheet| (sheet.name, sheet.svg)));
        }
        assert_eq!(drawn, drawings::sheets(&made.board));
        for (route, known) in made.routes.iter().zip(drawings::lists::routes(&made.board)) {
            assert_eq!(route.about_euros, drawings::lists::list(&made.board, known).about_euros());
            assert!(route.parts.len() > 5);
        }
        assert!(made.power.supply.takes_ma <= made.power.supply.most_ma);
        assert!(made.buses.iter().all(|bus| bus.sink_ma <= bus.most_sink_ma));
    }
}

#[test]
fn a_file_opens_as_it_was_saved_or_is_refused_with_every_mistake() {
    for board in trees() {
        assert_eq!(open(board["name"].as_str().unwrap(), &review(&board).toml).unwrap(), board);
    }
    let told = open("solo", "title = 3\nvoting = \"ring\"\n").unwrap_err();
    assert!(told.iter().any(|wrong| wrong.key == "title" && wrong.reason.starts_with("3 is a number")), "{told:?}");
    assert!(told.len() > 3);
}

#[test]
fn files_to_flash_contain_the_board_and_an_invalid_board_has_none() {
    let mut board = tree("solo");
    let device = review(&board).made.unwrap().board.device();
    assert_eq!(alone(&board), Some(uf2::board_alone(&device)));
    let firmware = uf2::pages(&[uf2::Sectors::blank(uf2::FLASH_START..uf2::FLASH_START + 10)], uf2::Family::RP2040);
    assert_eq!(maker::uf2(&board, &firmware).unwrap(), uf2::with_board(&firmware, &device).unwrap());
    assert_eq!(maker::uf2(&board, b"no file"), Err(uf2::NoFirmware::NoUf2.to_string()));
    board["led"]["pin"] = json!(29);
    assert_eq!(alone(&board), None);
    assert!(maker::uf2(&board, &firmware).unwrap_err().contains("mistakes"));
    assert!(draw(&board, "wiring.svg").is_empty());
}

#[test]
fn the_form_gets_every_key_with_its_limits() {
    let keys = keys();
    let names = |table: &Json| -> Vec<String> {
        table["keys"].as_array().unwrap().iter().map(|key| key["name"].as_str().unwrap().to_string()).collect()
    };
    let table = <Board as boards::keys::Value>::table().unwrap();
    assert_eq!(names(&keys["file"]), table.keys.iter().map(|key| key.name).collect::<Vec<_>>());
    let voting = &keys["file"]["keys"][1];
    assert_eq!(voting["words"], json!(["ring", "pass", "pods"]));
    assert_eq!(keys["holes"].as_array().unwrap().len(), 26);
}

/// Removes or replaces a random value somewhere in the tree.
fn change(tree: &mut Json, rng: &mut Rng) {
    match tree {
        Json::Object(map) if !map.is_empty() => {
            let at = rng.usize(..map.len());
            let key = map.keys().nth(at).unwrap().clone();
            match rng.u8(..30) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert(key, Json::Null)),
                _ => change(&mut map[&key], rng),
            }
        }
        Json::Array(list) if !list.is_empty() => {
            let at = rng.usize(..list.len());
            match rng.u8(..12) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => change(&mut list[at], rng),
            }
        }
        Json::Number(number) => {
            let now = number.as_i64().unwrap_or(0);
            *tree = match rng.u8(..10) {
                0 => json!(rng.i64(..)),
                1 => json!(rng.f64() * 100.0),
                2 => json!(0),
                3 => json!(now * 2),
                _ => json!(now + rng.i64(-3..=3)),
            };
        }
        Json::Bool(flag) => *flag = !*flag,
        other => *other = json!(["ring", "pass", "pods", "ssd1309", "sh1106", "", "\u{0}\"\n€"][rng.usize(..7)]),
    }
}

/// A panic in a drawing would stop the whole page.
#[test]
fn any_input_is_answered_and_a_board_without_mistakes_is_drawn() {
    let full = std::env::var_os("DIXIT_FULL").is_some();
    let mut rng = Rng::with_seed(20_261_118);
    let trees = trees();
    let (mut sound, mut wrong) = (0, 0);
    for round in 0..if full { 20_000 } else { 500 } {
        let mut board = trees[round % trees.len()].clone();
        for _ in 0..rng.usize(1..=3) {
            change(&mut board, &mut rng);
        }
        let Some(made) = review(&board).made else {
            wrong += 1;
            continue;
        };
        sound += 1;
        for sheet in made.sheets {
            // Tracing lines of sight is slow.
            let slow = ["views.svg", "shared-screen.svg"].contains(&sheet);
            if !slow || round % if full { 10 } else { 60 } == 0 {
                assert!(!draw(&board, sheet).is_empty(), "{sheet}");
            }
        }
    }
    assert!(sound > 100 && wrong > 100, "{sound} boards without mistakes, {wrong} with");
}
