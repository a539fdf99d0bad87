//! A computer on the USB cable of the emulated Pico: it finds the device, follows a whole game through any number of
//! disconnections, sends nonsense, sleeps, stops reading. The game is not affected.

use std::sync::LazyLock;

use boards::device::Voting;
use dixit_dials::rules::{Card, Ruleset, Seat};
use dixit_dials::settings::Settings;
use serde_json::{Value, json};
use testkit::chip::Chip;
use testkit::computer::{Computer, File};
use testkit::dice::Dice;
use testkit::emulator::{self, Emulator};
use testkit::image::{self, Image};
use testkit::story::{Act, Pico, Stage, Story, library_board, seat_everyone, settings};
use testkit::tool::root;

use crate::twins::record::Sight;

const SEED: u32 = 1;

pub static IMAGES: LazyLock<Vec<Image>> = LazyLock::new(|| {
    emulator::prepare().unwrap();
    let boards = image::chosen(std::env::var("DIXIT_BOARD").ok().as_deref()).unwrap();
    boards.iter().map(|board| image::build(board)).collect::<Result<_, _>>().unwrap()
});

/// A device that has been running for a moment, and a computer that has opened its port.
pub fn connected(image: &Image) -> (Emulator, Computer) {
    let mut device = Emulator::start(&image.folder, 5).unwrap();
    let mut computer = Computer::default();
    computer.does(&mut device, "plug").unwrap();
    device.run_ms(1_000.0).unwrap();
    (device, computer)
}

pub fn of<'a>(lines: &'a [Value], key: &str) -> Vec<&'a Value> {
    lines.iter().filter_map(|line| line.get(key)).collect()
}

/// Runs for `seconds`. Returns the share of them that the chip was awake.
fn percent_awake(device: &mut Emulator, chip: Chip, seconds: f64) -> f64 {
    let cycles =
        |device: &mut Emulator| device.ask(&json!({ "meters": true })).unwrap()["awake_cycles"].as_f64().unwrap();
    let before = cycles(device);
    device.run_ms(seconds * 1_000.0).unwrap();
    100.0 * (cycles(device) - before) / chip.clock_hz() / seconds
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_computer_sees_the_devices_name_and_serial_number() {
    for image in &*IMAGES {
        let (mut device, mut computer) = connected(image);
        let state = device.ask(&json!({ "usb": "state" })).unwrap();
        assert_eq!(state["state"], "ready");
        assert_eq!(state["device"]["name"], "Dixit Dials");
        let lines = computer.read(&mut device).unwrap();
        let hello = &lines[0]["hello"];
        assert_eq!((&hello["protocol"], &hello["board"]), (&json!(1), &json!(image.board)));
        assert_eq!(hello["serial"], state["device"]["serial"]);
        assert_eq!(of(&lines, "settings").len(), 1);
        assert_eq!(of(&lines, "table")[0]["phase"], "lobby");
        assert!(device.events.is_empty(), "{:?}", device.events);
    }
}

fn lit(glass: &emulator::Glass) -> Vec<(usize, usize)> {
    (0..64).flat_map(|y| (0..128).map(move |x| (x, y))).filter(|&(x, y)| glass.is_lit(x, y)).collect()
}

/// One random event of the cable.
fn mischief(device: &mut Emulator, computer: &mut Computer, file: &mut File, dice: &mut Dice) {
    let does = ["plug", "unplug", "plug", "close", "open", "suspend", "resume", "deaf", "read", "plug"];
    let what = does[dice.below(does.len() as u32) as usize];
    for line in computer.read(device).unwrap() {
        file.read(&line);
    }
    computer.does(device, what).unwrap();
}

/// What the device itself knows of the rounds: number, story card, votes.
fn truth(stage: &Stage) -> Vec<Value> {
    let rounds = stage.app.game().past_rounds().map(|past| {
        let votes = past.round.voters().iter().map(|seat| {
            let cards: Vec<u8> = past.round.ballot(seat).iter().map(Card::number).collect();
            (seat.letter().to_string(), json!(cards))
        });
        let gained = past.round.seats.iter().map(|seat| u64::from(past.score.points(seat))).sum::<u64>();
        let votes: serde_json::Map<_, _> = votes.collect();
        json!([past.number, past.round.story_card.map(Card::number), votes, gained])
    });
    rounds.collect()
}

fn told(file: &File) -> Vec<Value> {
    let scored = file.rounds.iter().filter(|round| !round["points"].is_null());
    let round = |round: &Value| {
        let reasons = round["points"].as_object().unwrap().values().flat_map(|seat| seat.as_object().unwrap().values());
        json!([round["number"], round["story_card"], round["votes"], reasons.filter_map(Value::as_u64).sum::<u64>()])
    };
    scored.map(round).collect()
}

fn sights(device: &mut Emulator) -> Vec<Sight> {
    serde_json::from_value(device.ask(&json!({ "trace": "sights" })).unwrap()).unwrap()
}

/// A table of this board at the beginning of a story. Its requests to the device are recorded.
fn table(image: &Image) -> (Stage, Story) {
    let board = library_board(&boards::load(&root(), &image.board).unwrap());
    let name = match board.voting {
        Voting::Pods => "odyssey-twelve-players-to-thirty",
        _ => "dixit-five-players-to-the-goal",
    };
    let path = root().join(format!("tests/scenarios/{name}.toml"));
    let story = Story::read(&std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}", path.display())));
    let story = story.unwrap_or_else(|mistake| panic!("{mistake}"));
    let mut pico = Pico::start(&image.folder, SEED).unwrap();
    pico.emulator.transcript = Some(Vec::new());
    let mut stage = Stage::new(board, Settings::DEFAULT, SEED.into(), Some(pico));
    stage.emulator().unwrap().ask(&json!({ "sights": true })).unwrap();
    stage.act(Act::Wait { ms: 300 }).unwrap();
    let ruleset = Ruleset::parse(&story.ruleset).unwrap();
    seat_everyone(&mut stage, ruleset, story.seats, story.tells.unwrap(), &settings(&story)).unwrap();
    (stage, story)
}

/// Every picture is compared with the library's, which knows nothing of USB.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_whole_game_is_reported_despite_disconnections() {
    // Nothing on the cable depends on the board's parts: the usual run takes one board.
    let full = std::env::var_os("DIXIT_FULL").is_some();
    for image in &IMAGES[if full { 0 } else { IMAGES.len() - 1 }..] {
        let (mut stage, story) = table(image);
        let (mut computer, mut file, mut dice) = (Computer::default(), File::default(), Dice(17));
        for round in &story.rounds {
            for _ in 0..3 {
                let device = stage.emulator().unwrap();
                mischief(device, &mut computer, &mut file, &mut dice);
                stage.act(Act::Wait { ms: 50 + u64::from(dice.below(300)) }).unwrap();
            }
            stage.round(round).unwrap();
            mischief(stage.emulator().unwrap(), &mut computer, &mut file, &mut dice);
            stage.end_round(round).unwrap();
        }
        for what in ["read", "resume", "open", "plug"] {
            computer.does(stage.emulator().unwrap(), what).unwrap();
        }
        stage.act(Act::Wait { ms: 1500 }).unwrap();
        let device = stage.emulator().unwrap();
        computer.send(device, "{\"ask\":\"game\"}").unwrap();
        device.run_ms(1500.0).unwrap();
        computer.read(device).unwrap().iter().for_each(|line| file.read(line));
        assert!(device.events.is_empty(), "{:?}", device.events);
        assert_eq!(told(&file), truth(&stage), "{}", image.board);
        assert!(file.rounds.len() >= 5, "{}", file.rounds.len());
        let seats: String = stage.app.state().seats.iter().map(Seat::letter).collect();
        assert_eq!(file.table["seats"], seats);
    }
}

/// The same hand movements, once with a cable that comes and goes and once without any, must give the same pictures,
/// most of them at the same ticks, which are 1.5 ms apart. A picture without a secret is sent at the first tick after it
/// was drawn, and drawing takes some microseconds longer when the cable's code has displaced the drawing code from the
/// flash cache. So a picture that is ready just before a tick may be sent one tick later. A picture also waits while a
/// line is made, and delays those behind it on its bus.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn every_picture_appears_with_a_cable_as_without() {
    for image in &*IMAGES {
        let (mut stage, story) = table(image);
        let (mut computer, mut file, mut dice) = (Computer::default(), File::default(), Dice(23));
        for round in &story.rounds[..2] {
            for _ in 0..3 {
                mischief(stage.emulator().unwrap(), &mut computer, &mut file, &mut dice);
                stage.act(Act::Wait { ms: 250 }).unwrap();
            }
            stage.round(round).unwrap();
            computer.does(stage.emulator().unwrap(), "plug").unwrap();
            computer.send(stage.emulator().unwrap(), "{\"ask\":\"game\"}").unwrap();
            stage.end_round(round).unwrap();
        }
        let device = stage.emulator().unwrap();
        let with = sights(device);
        // A stage waits for pictures before it goes on, so a second one might move at other times.
        let mut other = Emulator::start(&image.folder, SEED).unwrap();
        for request in device.transcript.take().unwrap() {
            if request.get("usb").is_none() && request.get("trace").is_none() {
                other.ask(&request).unwrap();
            }
        }
        let without = sights(&mut other);
        assert!(with.len() > 40, "{}", with.len());
        let mut apart_ms = vec![];
        for screen in 0..=with.iter().map(|sight| sight.screen).max().unwrap_or(0) {
            let of_screen =
                |all: &[Sight]| all.iter().filter(|sight| sight.screen == screen).cloned().collect::<Vec<_>>();
            let (with, without) = (of_screen(&with), of_screen(&without));
            assert_eq!(with.len(), without.len(), "{}: screen {screen}", image.board);
            for (one, other) in with.iter().zip(&without) {
                assert_eq!(one.picture(), other.picture(), "{} at {} ms", image.board, one.ns / 1e6);
                apart_ms.push((one.ns - other.ns).abs() / 1e6);
            }
        }
        let farthest = apart_ms.iter().copied().fold(0.0, f64::max);
        let (all, moved) = (apart_ms.len(), apart_ms.iter().filter(|&&ms| ms > 0.75).count());
        println!("{}: {moved} of {all} pictures at another tick, at most {farthest:.2} ms apart", image.board);
        assert!(farthest < 6.0 && moved * 5 < all, "{}: {moved} of {all}, {farthest} ms", image.board);
    }
}

/// The boot ROM restarts through the watchdog, some milliseconds after it was asked to. The firmware, which feeds the
/// watchdog every 250 ms, must not do so meanwhile.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn usb_boot_comes_whenever_the_watchdog_is_fed() {
    let Some(image) = IMAGES.iter().find(|image| image.file.voting == boards::Voting::Pass) else { return };
    let (mut device, mut computer) = connected(image);
    let step = if std::env::var_os("DIXIT_FULL").is_some() { 4 } else { 20 };
    for wait in (0..250).step_by(step) {
        computer.send(&mut device, "{\"ask\":\"usb-boot\"}").unwrap();
        device.run_ms(300.0 + f64::from(wait)).unwrap();
        for request in
            [json!({ "turn": { "knob": 0, "by": 1 } }), json!({ "wait": 300 }), json!({ "press": { "knob": 0 } })]
        {
            device.ask(&request).unwrap();
        }
        device.run_ms(500.0).unwrap();
        let kinds: Vec<_> = device.events.drain(..).map(|event| event["kind"].clone()).collect();
        assert_eq!(kinds, ["usb boot"], "{}: after {wait} ms", image.board);
        device.ask(&json!({ "off": true })).unwrap();
        device.ask(&json!({ "power": true })).unwrap();
        device.run_ms(1_000.0).unwrap();
        device.events.clear();
    }
}

/// The computer alone can do nothing: the screen asks, and only whoever turns to yes and presses restarts the chip.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn usb_boot_waits_for_a_press_on_the_device() {
    for image in &*IMAGES {
        let (mut device, mut computer) = connected(image);
        let lobby = device.screens().unwrap();
        computer.send(&mut device, "{\"ask\":\"usb-boot\"}").unwrap();
        device.run_ms(30_000.0).unwrap();
        assert!(device.events.is_empty(), "{}: {:?}", image.board, device.events);
        assert_ne!(lit(&lobby[0]), lit(&device.screens().unwrap()[0]), "{}: the screen asks", image.board);
        // Whoever asks again is refused, and a second computer cannot confirm either.
        computer.read(&mut device).unwrap();
        computer.send(&mut device, "{\"ask\":\"usb-boot\"}").unwrap();
        device.run_ms(300.0).unwrap();
        assert_eq!(of(&computer.read(&mut device).unwrap(), "error"), [&json!("not now: a vote or a menu is open")]);
        // The first press answers no.
        device.ask(&json!({ "press": { "knob": 0 } })).unwrap();
        device.run_ms(1_000.0).unwrap();
        assert!(device.events.is_empty(), "{}: {:?}", image.board, device.events);
        computer.send(&mut device, "{\"ask\":\"usb-boot\"}").unwrap();
        device.run_ms(1_000.0).unwrap();
        device.ask(&json!({ "turn": { "knob": 0, "by": 1 } })).unwrap();
        device.run_ms(300.0).unwrap();
        device.ask(&json!({ "press": { "knob": 0 } })).unwrap();
        device.run_ms(1_000.0).unwrap();
        let kinds: Vec<_> = device.events.iter().map(|event| event["kind"].clone()).collect();
        assert_eq!(kinds, ["usb boot"], "{}", image.board);
    }
}

/// Of whatever else the computer sends, the device says once that it understands none, and it stays asleep most of the time.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn invalid_input_gets_one_error_and_keeps_nobody_busy() {
    let image = &IMAGES[0];
    let (mut device, mut computer) = connected(image);
    computer.read(&mut device).unwrap();
    let mut dice = Dice(3);
    let binary: Vec<u8> = (0..30_000).map(|_| dice.roll() as u8).collect();
    let nested = "[".repeat(80) + "\n";
    computer.send_bytes(&mut device, &binary).unwrap();
    computer.send_bytes(&mut device, b"\n").unwrap();
    computer.send_bytes(&mut device, nested.repeat(100).as_bytes()).unwrap();
    computer.send_bytes(&mut device, "x\n".repeat(3000).as_bytes()).unwrap();
    computer.send_bytes(&mut device, &vec![b'y'; 10_000]).unwrap();
    // A device at rest handles one line in each frame of 6 ms, so all of it takes more than ten seconds.
    let awake = percent_awake(&mut device, image.chip, 30.0);
    println!("awake under nonsense: {awake:.1} %");
    assert!(awake < 15.0, "{awake}");
    let state = device.ask(&json!({ "usb": "state" })).unwrap();
    assert_eq!(state["waiting"], 0, "all of it was taken");
    let lines = computer.read(&mut device).unwrap();
    assert_eq!(of(&lines, "error").len(), 1, "{lines:?}");
    assert_eq!(lines.len(), 1, "{lines:?}");
    computer.send(&mut device, "\n{\"ask\":\"hello\"}").unwrap();
    device.run_ms(100.0).unwrap();
    assert_eq!(of(&computer.read(&mut device).unwrap(), "hello").len(), 1);
    assert!(device.events.is_empty(), "{:?}", device.events);
}

/// Knobs are pressed in the lobby while nothing is read; the dropped lines are counted.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_computer_that_stops_reading_delays_nobody() {
    // The lobby of `solo` has no seats to take.
    let Some(image) = IMAGES.iter().find(|image| image.board != "solo") else { return };
    let (mut device, mut computer) = connected(image);
    let mut file = File::default();
    computer.read(&mut device).unwrap();
    computer.does(&mut device, "deaf").unwrap();
    for _ in 0..60 {
        device.ask(&json!({ "press": { "knob": 1 } })).unwrap();
        device.run_ms(150.0).unwrap();
    }
    let deaf = device.screens().unwrap();
    computer.does(&mut device, "read").unwrap();
    device.run_ms(300.0).unwrap();
    let lines = computer.read(&mut device).unwrap();
    lines.iter().for_each(|line| file.read(line));
    let dropped = of(&lines, "dropped");
    assert!(dropped.len() == 1 && dropped[0].as_u64() > Some(10), "{dropped:?}");
    assert_eq!(file.table["seats"], "", "pressed an even number of times");
    let mut other = Emulator::start(&image.folder, 5).unwrap();
    other.run_ms(400.0).unwrap();
    for _ in 0..60 {
        other.ask(&json!({ "press": { "knob": 1 } })).unwrap();
        other.run_ms(150.0).unwrap();
    }
    let without = other.screens().unwrap();
    assert_eq!(lit(&deaf[0]), lit(&without[0]));
}

/// A computer may change settings, but during a vote all its requests are refused.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn settings_can_be_set_only_outside_a_vote() {
    let image = IMAGES.iter().find(|image| image.board == "pods").unwrap_or(&IMAGES[0]);
    let (mut device, mut computer) = connected(image);
    let mut ask = |device: &mut Emulator, text: &str| {
        computer.read(device).unwrap();
        computer.send(device, text).unwrap();
        device.run_ms(200.0).unwrap();
        computer.read(device).unwrap()
    };
    let lines = ask(&mut device, "{\"set\":{\"language\":\"it\",\"brightness\":2,\"sound\":false}}");
    let settings = of(&lines, "settings")[0];
    assert_eq!(
        (&settings["language"], &settings["brightness"], &settings["sound"]),
        (&json!("it"), &json!(2), &json!(false))
    );
    let lines = ask(&mut device, "{\"ask\":\"self-test\"}");
    assert_eq!(of(&lines, "self-test")[0]["shared_screen"], "fine");
    let lines = ask(&mut device, "{\"set\":{\"brightness\":9}}");
    assert_eq!(of(&lines, "error").len(), 1);
    // The settings survive a power cycle.
    device.run_ms(500.0).unwrap();
    device.ask(&json!({ "off": true })).unwrap();
    device.ask(&json!({ "power": true })).unwrap();
    device.run_ms(600.0).unwrap();
    let lines = ask(&mut device, "{\"ask\":\"settings\"}");
    assert_eq!(of(&lines, "settings")[0]["language"], "it");
    if image.board != "pods" {
        return;
    }
    for knob in 0..4 {
        device.ask(&json!({ "press": { "knob": knob } })).unwrap();
    }
    device.ask(&json!({ "hold": { "knob": 0 } })).unwrap();
    device.run_ms(500.0).unwrap();
    for _ in 0..2 {
        device.ask(&json!({ "press": { "knob": 0 } })).unwrap();
        device.run_ms(500.0).unwrap();
    }
    let lines = ask(&mut device, "{\"ask\":\"game\"}");
    assert_eq!(of(&lines, "table")[0]["phase"], "vote", "{lines:?}");
    let lines = ask(&mut device, "{\"set\":{\"language\":\"en\"}}");
    assert_eq!(of(&lines, "error"), [&json!("not during a vote")]);
    let lines = ask(&mut device, "{\"ask\":\"hello\"}");
    assert_eq!(of(&lines, "hello").len(), 1);
    let lines = ask(&mut device, "{\"ask\":\"self-test\"}");
    assert_eq!(of(&lines, "error"), [&json!("not during a vote")]);
}

/// Share of time awake in a quiet lobby, with a listening computer and without any.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_cable_keeps_the_chip_awake_for_less_than_two_percent() {
    for image in &*IMAGES {
        let [with, without] = [true, false].map(|cable| {
            let mut device = Emulator::start(&image.folder, 5).unwrap();
            if cable {
                Computer::default().does(&mut device, "plug").unwrap();
            }
            device.run_ms(5_000.0).unwrap();
            percent_awake(&mut device, image.chip, 5.0)
        });
        println!("{}: awake {with:.2} % with a cable, {without:.2} % without", image.board);
        assert!(with < without + 2.0);
    }
}
