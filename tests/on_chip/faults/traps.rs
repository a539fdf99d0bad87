//! Unexpected behaviour of a real Pico and real parts: the boot ROM restarts through the watchdog; a screen hangs
//! behind its mux, refuses to be read, or differs from the board's file. `docs/emulator.md` lists them.

use boards::electrics;
use dixit_dials::{
    app::Report,
    board::{Controller, FoundScreen},
    game::Journal,
    rules::{Seat, SeatSet},
    scene::{Notice, Shared},
    settings::Settings,
};
use serde_json::{Value, json};
use testkit::{image::Image, story::Act, tool::root};

use super::{
    HOOKED,
    crashes::STANDS_STILL,
    dose,
    table::{STARTED_MS, Screen, Table},
};

/// Time for the device to find and restart a screen that responds again.
const BACK_MS: u64 = 700;
/// Maximum time for a neighbour to show a turned number while a screen on its bus hangs: one transfer until it is
/// aborted, and the neighbour's own picture.
const ONE_TRANSFER_MS: u64 = 120;

#[test]
#[ignore = "needs the chip's compiler and node"]
fn ten_restarts_by_the_boot_rom_are_no_crashes_but_a_real_hang_is() {
    // Restarts are the same on all boards, so the usual run tries one board.
    for image in HOOKED.iter().take(dose(1, usize::MAX)) {
        let restart = || -> Result<(), String> {
            let mut table = Table::new(image, 11, Settings::DEFAULT)?;
            table.stage.act(Act::Wait { ms: STARTED_MS })?;
            for nth in 1..=10 {
                for how in ["copy", "reboot"] {
                    table.ask(json!({ "bootsel": how }))?;
                    in_the_lobby(&mut table).map_err(|error| format!("{how} {nth}: {error}"))?;
                }
            }
            table.sit_down()?;
            table.crash(STANDS_STILL)?;
            // The boot ROM's mark is still there, but must no longer count.
            table.ask(json!({ "bootsel": "reboot" }))?;
            let now = table.emulator().now_ms()?;
            table.device().starts_anew(now);
            let end = table.stage.now();
            table.take_up(end)?;
            table.stage.act(Act::Wait { ms: STARTED_MS })?;
            table.stage.home()?;
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
        };
        restart().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

/// The device restarts, and must show nothing but the lobby.
fn in_the_lobby(table: &mut Table) -> Result<(), String> {
    let now = table.emulator().now_ms()?;
    table.device().starts_anew(now);
    table.stage.take_up(Journal::new(), Settings::DEFAULT);
    table.stage.act(Act::Wait { ms: STARTED_MS })
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_screen_that_refuses_to_be_read_counts_as_there() {
    for image in &*HOOKED {
        let play = || -> Result<(), String> {
            let mut table = with_screens(image, 12, json!({ "reads": false }))?;
            table.sit_down()?;
            table.stage.act(Act::Wait { ms: 3_000 })?;
            let screens = table.screens()?;
            let last = screens[screens.len() - 1];
            table.ask(json!({ "unplug": { "screen": last.place } }))?;
            table.lose(&[last]);
            table.hear_of_missing(&[last]);
            table.stage.act(Act::Wait { ms: BACK_MS })?;
            table.ask(json!({ "plug": { "screen": last.place } }))?;
            table.lose(&[]);
            table.stage.act(Act::Wait { ms: BACK_MS })?;
            table.nudge()?;
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
        };
        play().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn screens_of_another_kind_than_in_the_file_are_detected() {
    let kinds = [
        json!({ "controller": "sh1106", "address": 0x3d }),
        json!({ "address": 0x3d, "reads": false }),
        json!({ "address": 0x3d }),
        json!({ "controller": "sh1106" }),
        json!({ "controller": "ssd1309", "address": 0x3d }),
    ];
    for image in &*HOOKED {
        for kind in &kinds[..dose(2, 5)] {
            let play = || -> Result<(), String> {
                let mut table = with_screens(image, 13, kind.clone())?;
                table.sit_down()?;
                table.go_on_to(|scene| matches!(scene, Shared::Votes(_)))?;
                // The self-test names the shared screen's controller.
                let now = table.stage.now();
                table.stage.app.report(Report::Found(told(image, kind)), now);
                table.stage.act(Act::Hold { knob: table.stage.leader() })?;
                table.stage.choose("settings")?;
                table.stage.choose("self-test")
            };
            play().unwrap_or_else(|error| panic!("{}, {kind}: {error}", image.board));
        }
    }
}

/// What the device must detect if all screens are of `kind`. Only an SH1106 can be identified; for any other controller
/// the device trusts the board's file.
fn told(image: &Image, kind: &Value) -> FoundScreen {
    let board = boards::load(&root(), &image.board).expect("a board");
    let controller = if kind["controller"] == "sh1106" { Controller::Sh1106 } else { board.screens[0].controller };
    FoundScreen { controller, address: kind["address"].as_u64().unwrap_or(0x3c) as u8 }
}

/// Powers up a device whose screens are all of one kind.
fn with_screens(image: &Image, seed: u32, kind: Value) -> Result<Table, String> {
    let mut table = Table::new(image, seed, Settings::DEFAULT)?;
    table.ask(json!({ "off": true }))?;
    for Screen { place, .. } in table.screens()? {
        let mut fit = kind.clone();
        fit["screen"] = place.into();
        table.ask(json!({ "fit": fit }))?;
    }
    table.ask(json!({ "power": true }))?;
    let now = table.emulator().now_ms()?;
    table.device().starts_anew(now);
    Ok(table)
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_hung_screen_is_freed_and_holds_up_the_others_for_one_transfer_at_most() {
    for image in &*HOOKED {
        let hang_all = || -> Result<usize, String> {
            let mut table = Table::new(image, 14, Settings::DEFAULT)?;
            table.sit_down()?;
            table.go_on_to(|scene| matches!(scene, Shared::Vote(_) | Shared::HandOver(_)))?;
            let screens: Vec<Screen> = table.screens()?.into_iter().filter(Screen::is_sample).collect();
            for &screen in &screens {
                // A screen that needs 1,000 clocks stays hung and misses a picture; nine clocks free it.
                for clocks in [1_000, 9] {
                    hang(&mut table, screen, clocks)
                        .map_err(|error| format!("screen {}, {clocks} clocks: {error}", screen.place))?;
                }
            }
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))?;
            Ok(screens.len())
        };
        let screens = hang_all().unwrap_or_else(|error| panic!("{}: {error}", image.board));
        println!("{}: {screens} screens freed", image.board);
    }
}

fn hang(table: &mut Table, screen: Screen, clocks: u32) -> Result<(), String> {
    table.ask(json!({ "hang": { "screen": screen.place, "clocks": clocks } }))?;
    table.lose(&[screen]);
    let seats = table.stage.app.state().seats;
    let others: Vec<Screen> = table.screens()?.into_iter().filter(|other| other.place != screen.place).collect();
    let neighbour = others.iter().filter(|other| other.bus == screen.bus).find_map(|other| other.seat);
    if let Some(seat) = neighbour.filter(|&seat| seats.has(seat)) {
        // The shared screen may report the hung one missing, so it is not checked. The neighbours must be right, and
        // soon.
        let shared = others.iter().filter(|other| other.seat.is_none()).map(|other| other.place);
        table.device().blind.extend(shared);
        table.device().slowest_ms = 0;
        for by in [1, -1, 1, -1] {
            table
                .stage
                .act(Act::Turn { knob: seat.index() as u8, by })
                .map_err(|error| format!("turn by {by}: {error}"))?;
            table.run(100)?;
        }
        let slowest = table.device().slowest_ms;
        if slowest > ONE_TRANSFER_MS {
            return Err(format!("seat {} waited {slowest} ms", seat.number()));
        }
    }
    if clocks > 9 {
        table.run(BACK_MS)?;
        table.ask(json!({ "hang": { "screen": screen.place, "clocks": 0 } }))?;
    }
    table.run(BACK_MS)?;
    table.lose(&[]);
    table.nudge()?;
    if let Some(seat) = screen.seat.filter(|&seat| seats.has(seat)) {
        for by in [1, -1] {
            table.stage.act(Act::Turn { knob: seat.index() as u8, by })?;
        }
    }
    Ok(())
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn every_line_goes_low_enough_and_no_bus_exceeds_its_screens_rating() {
    for image in &*HOOKED {
        let board = boards::load(&root(), &image.board).unwrap();
        let mut table = Table::new(image, 15, Settings::DEFAULT).unwrap();
        let measured = |table: &mut Table| -> Result<(), String> {
            table.run(1_500)?;
            let buses = table.ask(json!({ "electrics": true }))?;
            for bus in buses.as_array().ok_or("no buses")? {
                let right = electrics::drive_ma(&board, bus["bus"].as_u64().unwrap_or(0) as u8);
                let drives = ["sda", "scl"].map(|line| bus["drive_ma"][line].as_u64());
                if drives != [Some(right.into()); 2] {
                    return Err(format!("the pads have {drives:?} mA, the board wants {right}"));
                }
                let (low, sink) = (bus["low_of_vdd"].as_f64(), bus["sink_ma"].as_f64());
                if !low.is_some_and(|low| low < 0.2) || !sink.is_some_and(|sink| sink <= 3.0) {
                    return Err(format!("{bus}"));
                }
                if bus["hurried"] != json!([]) {
                    return Err(format!("too fast: {bus}"));
                }
                println!("{}: {bus}", board.name);
            }
            Ok(())
        };
        measured(&mut table).unwrap_or_else(|error| panic!("{}: {error}", image.board));
        // The pads are set up again after a line was held.
        table.ask(json!({ "holdbus": { "bus": board.buses[0].id, "ms": 300 } })).unwrap();
        measured(&mut table).unwrap_or_else(|error| panic!("{}, after a hold: {error}", image.board));
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_missing_pod_a_missing_mux_and_two_missing_muxes_are_told_apart() {
    for image in &*HOOKED {
        let board = boards::load(&root(), &image.board).unwrap();
        let muxes = board.buses.iter().map(|bus| bus.mux.len()).sum::<usize>();
        if muxes < 2 {
            continue;
        }
        let behind = |mux: u8| -> SeatSet {
            let there = board.screens.iter().filter(|screen| screen.mux == Some(mux));
            there.filter_map(|screen| Seat::from_number(screen.seat?)).collect()
        };
        let seat = |number| SeatSet::EMPTY.with(Seat::from_number(number).unwrap());
        let (first, second) = (behind(0), behind(1));
        let missing = |mux, seats| Notice::MuxMissing { mux, seats };
        let told = [
            (vec![json!({ "screen": 2 })], seat(2), Notice::ScreensMissing { shared: false, seats: seat(2) }),
            (vec![json!({ "mux": 0 })], first, missing(1, first)),
            (vec![json!({ "mux": 1 })], second, missing(2, second)),
            (
                vec![json!({ "mux": 0 }), json!({ "mux": 1 })],
                SeatSet::from_bits(first.bits() | second.bits()),
                Notice::MuxesMissing,
            ),
        ];
        for (parts, seats, notice) in told {
            without(image, &parts, seats, notice).unwrap_or_else(|error| panic!("{}, {parts:?}: {error}", image.board));
        }
    }
}

/// Powers up a device without `parts`, checks what it reports, and puts them back.
fn without(image: &Image, parts: &[Value], seats: SeatSet, notice: Notice) -> Result<(), String> {
    let mut table = Table::new(image, 16, Settings::DEFAULT)?;
    table.ask(json!({ "off": true }))?;
    for part in parts {
        table.ask(json!({ "unplug": part }))?;
    }
    table.ask(json!({ "power": true }))?;
    let now = table.emulator().now_ms()?;
    table.device().starts_anew(now);
    let gone: Vec<Screen> = table.screens()?.into_iter().filter(|s| s.seat.is_some_and(|s| seats.has(s))).collect();
    table.lose(&gone);
    table.run(1_000)?;
    let now = table.stage.now();
    table.stage.app.report(Report::Now(notice), now);
    table.stage.act(Act::Wait { ms: 50 })?;
    for part in parts {
        table.ask(json!({ "plug": part }))?;
    }
    table.run(BACK_MS)?;
    table.lose(&[]);
    table.nudge()
}
