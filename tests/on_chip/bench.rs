//! The report for builders, on each board of the emulated Pico: a fault of every kind shows in it, and it is refused in
//! a game.

use dixit_dials::rules::Ruleset;
use dixit_dials::settings::Settings;
use embassy_futures::block_on;
use serde_json::{Value, json};
use testkit::computer::Computer;
use testkit::emulator::Emulator;
use testkit::flash_chip::FlashChip;
use testkit::image;
use testkit::story::{Act, Pico, Stage, library_board, seat_everyone};
use testkit::tool::root;

use crate::twins::arm;
use crate::usb::{IMAGES, connected, of};

/// Sends a request. Returns the lines of the next second.
fn ask(device: &mut Emulator, computer: &mut Computer, request: &str) -> Vec<Value> {
    computer.read(device).unwrap();
    computer.send(device, &format!("{{\"ask\":\"{request}\"}}")).unwrap();
    device.run_ms(1000.0).unwrap();
    computer.read(device).unwrap()
}

/// A whole report.
fn report(device: &mut Emulator, computer: &mut Computer) -> Vec<Value> {
    let lines = ask(device, computer, "bench");
    let lines: Vec<Value> = of(&lines, "bench").into_iter().cloned().collect();
    assert_eq!(lines.last(), Some(&json!("done")), "{lines:?}");
    lines
}

fn one<'a>(lines: &'a [Value], key: &str) -> &'a Value {
    match of(lines, key)[..] {
        [line] => line,
        ref other => panic!("{key}: {other:?}"),
    }
}

/// Names of the parts that are expected and do not answer.
fn missing(lines: &[Value]) -> Vec<String> {
    let of_bus = |bus: &Value| {
        let answers = |address: &Value| bus["answers"].as_array().unwrap().iter().any(|answer| answer[0] == *address);
        let expected = bus["expected"].as_object().unwrap().clone();
        expected.into_iter().filter(|(_, address)| !answers(address)).map(|(part, _)| part).collect::<Vec<_>>()
    };
    of(lines, "bus").into_iter().flat_map(of_bus).collect()
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_fresh_device_reports_every_part_and_itself() {
    for image in &*IMAGES {
        let (mut device, mut computer) = connected(image);
        let lines = report(&mut device, &mut computer);
        let board = boards::load(&root(), &image.board).unwrap().device();
        assert_eq!(missing(&lines), [""; 0], "{}", image.board);
        let channels = board.buses.iter().map(|bus| 1 + 8 * bus.muxes.len()).sum::<usize>();
        assert_eq!(of(&lines, "bus").len(), channels);
        assert!(of(&lines, "bus").iter().all(|bus| bus["held"] == false));
        let knobs = one(&lines, "contacts").as_object().unwrap();
        assert_eq!(knobs.len(), usize::from(board.knobs.contacts.count()));
        assert!(knobs.values().all(|knob| knob["levels"] == "111"), "{knobs:?}");
        let flash = one(&lines, "flash");
        // The emulated flash of a Pico 2 cannot be asked.
        let jedec = if image.chip == testkit::chip::Chip::DEFAULT { json!("ef4015") } else { Value::Null };
        assert_eq!((&flash["jedec"], &flash["page_us"], &flash["erase_us"]), (&jedec, &Value::Null, &Value::Null));
        let bits = one(&lines, "oscillator").as_str().unwrap().to_owned();
        let ones = u128::from_str_radix(&bits, 16).unwrap().count_ones();
        assert!(bits.len() == 32 && (40..88).contains(&ones), "{bits}");
        let run = one(&lines, "run");
        assert_eq!((&run["reset"], &run["crash"], &run["overruns"]), (&json!("power"), &Value::Null, &json!(0)));
        assert!((4_000..24 * 1024).contains(&run["stack"].as_u64().unwrap()), "{run}");
        let shows_numbers = image.board != "table";
        let cache = one(&lines, "cache");
        assert_eq!(cache.is_object(), shows_numbers, "{cache}");
        if shows_numbers {
            let [hits, misses, us] = ["hits", "misses", "us"].map(|key| cache[key].as_u64().unwrap());
            println!("{}: {hits} hits, {misses} misses, {us} µs", image.board);
            // Drawing takes longer than its misses alone, and most instructions are cached.
            assert!(misses > 20 && hits > misses && us > misses * 60 / 150, "{cache}");
        }
        assert!(device.events.is_empty(), "{:?}", device.events);
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn what_is_unplugged_held_or_of_another_kind_shows_on_its_bus() {
    for image in &*IMAGES {
        let (mut device, mut computer) = connected(image);
        let board = boards::load(&root(), &image.board).unwrap().device();
        for screen in [0, board.screens.len() - 1] {
            device.ask(&json!({ "unplug": { "screen": screen } })).unwrap();
            let gone = missing(&report(&mut device, &mut computer));
            assert_eq!(gone.len(), 1, "{}: screen {screen}, {gone:?}", image.board);
            device.ask(&json!({ "plug": { "screen": screen } })).unwrap();
        }
        // Screen 0 is replaced by one at the other address that accepts only writes.
        device.ask(&json!({ "fit": { "screen": 0, "address": 0x3d, "reads": false } })).unwrap();
        device.run_ms(500.0).unwrap();
        let lines = report(&mut device, &mut computer);
        assert_eq!(missing(&lines).len(), 1);
        let answers = of(&lines, "bus").into_iter().flat_map(|bus| bus["answers"].as_array().unwrap());
        assert_eq!(answers.filter(|answer| **answer == json!([0x3d, null])).count(), 1, "{lines:?}");
        device.ask(&json!({ "fit": { "screen": 0 } })).unwrap();
        if board.buses.iter().any(|bus| !bus.muxes.is_empty()) {
            device.ask(&json!({ "unplug": { "mux": 0 } })).unwrap();
            let gone = missing(&report(&mut device, &mut computer));
            assert_eq!(gone, ["mux 1", "A", "B", "C", "D", "E", "F"], "{}", image.board);
            device.ask(&json!({ "plug": { "mux": 0 } })).unwrap();
        }
        let bus = board.buses[0].id;
        device.ask(&json!({ "holdbus": { "bus": bus, "ms": 60_000 } })).unwrap();
        let lines = ask(&mut device, &mut computer, "bench");
        let lines: Vec<Value> = of(&lines, "bench").into_iter().cloned().collect();
        assert_eq!(of(&lines, "bus")[0]["held"], true, "{lines:?}");
        device.ask(&json!({ "freebus": { "bus": bus } })).unwrap();
        device.run_ms(3000.0).unwrap();
        assert_eq!(missing(&report(&mut device, &mut computer)), [""; 0], "{}", image.board);
        assert!(device.events.is_empty(), "{:?}", device.events);
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_broken_chain_shows_in_its_proof_bits() {
    for image in &*IMAGES {
        let (mut device, mut computer) = connected(image);
        let whole = |device: &mut Emulator, computer: &mut Computer| {
            let lines = report(device, computer);
            let whole: Vec<Value> = of(&lines, "chain").iter().map(|chain| chain["whole"].clone()).collect();
            whole
        };
        if whole(&mut device, &mut computer).is_empty() {
            assert_ne!(image.board, "pods", "pods has a chain");
            continue;
        }
        device.ask(&json!({ "chain": "broken" })).unwrap();
        device.run_ms(100.0).unwrap();
        assert_eq!(whole(&mut device, &mut computer), [false]);
        device.ask(&json!({ "chain": "whole" })).unwrap();
        assert_eq!(whole(&mut device, &mut computer), [true]);
    }
}

/// Ten clicks with a new knob, and ten with a worn one.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn the_bounces_of_a_worn_knob_are_counted_while_it_turns() {
    for image in &*IMAGES {
        let (mut device, mut computer) = connected(image);
        let last = boards::load(&root(), &image.board).unwrap().device().knobs.contacts.count() - 1;
        let letter = char::from(b'A' + last).to_string();
        let lines = ask(&mut device, &mut computer, "contacts");
        assert_eq!(one(&lines, "bench")["contacts"][&letter]["changes"], json!([0, 0, 0]));
        let mut turn = |device: &mut Emulator, worn: bool| {
            device.ask(&json!({ "worn": worn })).unwrap();
            device.ask(&json!({ "turn": { "knob": last, "by": 10, "ms": 50 } })).unwrap();
            device.run_ms(300.0).unwrap();
            let lines = computer.read(device).unwrap();
            let told = of(&lines, "bench");
            assert!((3..12).contains(&told.len()), "told while it turns, not after every edge: {}", told.len());
            let knob = &told.last().unwrap()["contacts"][&letter];
            let counts = |key: &str| [0, 1].map(|contact| knob[key][contact].as_u64().unwrap());
            (counts("changes"), counts("bounces"))
        };
        let (changes, bounces) = turn(&mut device, false);
        // Without bounces, each contact changes twice per click.
        for contact in [0, 1] {
            assert_eq!(changes[contact] - bounces[contact], 20, "{}: {changes:?} {bounces:?}", image.board);
        }
        let (_, after) = turn(&mut device, true);
        println!("{}: {bounces:?} bounces new, {after:?} with a worn one", image.board);
        let more = [0, 1].map(|contact| after[contact] - bounces[contact]);
        assert!(more.iter().sum::<u64>() > bounces.iter().sum(), "{}: {bounces:?} {after:?}", image.board);
        // After a minute the device no longer reports contacts.
        device.run_ms(60_000.0).unwrap();
        computer.read(&mut device).unwrap();
        device.ask(&json!({ "turn": { "knob": last, "by": 5, "ms": 50 } })).unwrap();
        device.run_ms(300.0).unwrap();
        assert_eq!(of(&computer.read(&mut device).unwrap(), "bench").len(), 0);
    }
}

/// The flash has been filled once with records, so that some of the saves must erase a sector.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_slow_flash_shows_in_the_time_of_its_pages_and_erases() {
    let image = &IMAGES[0];
    let part: FlashChip = FlashChip::new();
    let range = part.range();
    let mut store = block_on(dixit_dials::save::Store::open(part, range));
    for nth in 0..600u16 {
        let settings = Settings { brightness: 1 + (nth % 2) as u8, ..Settings::DEFAULT };
        block_on(store.save_settings(&settings)).unwrap();
    }
    let kept = store.into_flash().bytes;
    let mut flash = vec![0xff; image.chip.family().flash_bytes as usize - kept.len()];
    flash.extend(kept);
    let times = |slow: f64| {
        let (mut device, mut computer) = connected(image);
        device.restart_with(&flash).unwrap();
        device.ask(&json!({ "slowflash": slow })).unwrap();
        device.run_ms(600.0).unwrap();
        for nth in 0..40 {
            let set = format!("{{\"set\":{{\"brightness\":{}}}}}", 1 + nth % 2);
            computer.send(&mut device, &set).unwrap();
            device.run_ms(600.0).unwrap();
        }
        let lines = report(&mut device, &mut computer);
        ["page_us", "erase_us"].map(|key| one(&lines, "flash")[key].as_u64().unwrap_or(0))
    };
    let [page, erase] = times(1.0);
    let [slow_page, slow_erase] = times(4.4);
    println!("page {page} µs, erase {erase} µs; slow {slow_page} µs, {slow_erase} µs");
    assert!((700..1_000).contains(&page) && (45_000..46_000).contains(&erase), "{page} {erase}");
    assert!(
        (3_080..3_400).contains(&slow_page) && (198_000..199_000).contains(&slow_erase),
        "{slow_page} {slow_erase}"
    );
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_report_is_refused_in_a_game_and_a_count_ends_with_it() {
    for image in &*IMAGES {
        let board = library_board(&boards::load(&root(), &image.board).unwrap());
        let mut stage = Stage::new(board, Settings::DEFAULT, 1, Some(Pico::start(&image.folder, 1).unwrap()));
        let mut computer = Computer::default();
        computer.does(stage.emulator().unwrap(), "plug").unwrap();
        stage.act(Act::Wait { ms: 400 }).unwrap();
        computer.send(stage.emulator().unwrap(), "{\"ask\":\"contacts\"}").unwrap();
        stage.act(Act::Wait { ms: 400 }).unwrap();
        assert_eq!(of(&computer.read(stage.emulator().unwrap()).unwrap(), "bench").len(), 1);
        seat_everyone(&mut stage, Ruleset::Dixit, 4, 1, &Settings::DEFAULT).unwrap();
        stage.act(Act::Wait { ms: 400 }).unwrap();
        let lines = computer.read(stage.emulator().unwrap()).unwrap();
        assert_eq!(of(&lines, "error"), [&json!("ended: a game has begun")], "{}", image.board);
        for phase in ["clue", "vote"] {
            computer.send(stage.emulator().unwrap(), "{\"ask\":\"game\"}").unwrap();
            stage.act(Act::Wait { ms: 400 }).unwrap();
            let lines = computer.read(stage.emulator().unwrap()).unwrap();
            assert_eq!(of(&lines, "table").last().unwrap()["phase"], phase, "{}", image.board);
            for request in ["bench", "contacts"] {
                computer.send(stage.emulator().unwrap(), &format!("{{\"ask\":\"{request}\"}}")).unwrap();
                // A valid request in between: the device does not report a second error in a row.
                computer.send(stage.emulator().unwrap(), "{\"ask\":\"hello\"}").unwrap();
                stage.act(Act::Turn { knob: 0, by: 2 }).unwrap();
                stage.act(Act::Wait { ms: 400 }).unwrap();
                let lines = computer.read(stage.emulator().unwrap()).unwrap();
                assert_eq!(of(&lines, "error"), [&json!("only in the lobby: end the game first")], "{phase} {request}");
                assert_eq!(of(&lines, "bench").len(), 0, "{phase} {request}");
            }
            stage.act(Act::Press { knob: 0 }).unwrap();
        }
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_crash_shows_in_the_next_run() {
    /// Command for the test hook.
    const PANIC: u8 = 1;
    let hooked = image::build_with_hooks(&IMAGES[0].board).unwrap();
    let (mut device, mut computer) = connected(&hooked);
    arm(&mut device, PANIC);
    device.run_ms(1_500.0).unwrap();
    let lines = report(&mut device, &mut computer);
    let run = one(&lines, "run");
    assert_eq!(run["reset"], "restart");
    assert!(run["crash"].as_str().is_some_and(|words| words.contains("on purpose")), "{run}");
}
