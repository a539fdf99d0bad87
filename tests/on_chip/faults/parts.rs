//! Parts are unplugged, held or broken in the middle of a game: everybody else plays on, and the part comes back with
//! the right picture.

use dixit_dials::{
    app::Report,
    scene::{Notice, PartStatus, Shared},
    settings::Settings,
};
use serde_json::{Value, json};
use testkit::story::Act;

use super::{
    IMAGES, dose,
    table::{SETTINGS, Screen, Table},
};

/// Maximum time to notice a change and to show it: every screen is polled once a second, and drawing twelve pictures
/// takes a moment.
pub const NOTICED_MS: u64 = 1_200;

#[test]
#[ignore = "needs the chip's compiler and node"]
fn screens_come_and_go_in_every_phase() {
    for image in &*IMAGES {
        let mut table = Table::new(image, 3, SETTINGS).unwrap();
        let pulled = in_every_phase(&mut table).unwrap_or_else(|error| panic!("{}: {error}", image.board));
        println!("{}: screens pulled out and put back {pulled} times, in every phase", image.board);
    }
}

fn in_every_phase(table: &mut Table) -> Result<usize, String> {
    let all = table.screens()?;
    let some: Vec<Screen> = all.iter().copied().filter(|screen| dose(screen.place % 12 == 0, true)).collect();
    let mut pulled = 0;
    let mut pull_all = |table: &mut Table, phase: &str| -> Result<(), String> {
        for &screen in &some {
            pull(table, screen).map_err(|error| format!("screen {} in the {phase}: {error}", screen.place))?;
            pulled += 1;
        }
        Ok(())
    };
    table.stage.act(Act::Wait { ms: 800 })?;
    pull_all(table, "lobby")?;
    table.sit_down()?;
    pull_all(table, "clue")?;
    table.stage.act(Act::Hold { knob: table.stage.leader() })?;
    pull_all(table, "menu")?;
    table.go_on_to(|scene| matches!(scene, Shared::Vote(_) | Shared::HandOver(_)))?;
    table.go_on()?;
    pull_all(table, "vote")?;
    for &screen in &some {
        table.go_on_to(|scene| matches!(scene, Shared::Countdown(_)))?;
        pull(table, screen).map_err(|error| format!("screen {} in the countdown: {error}", screen.place))?;
        // Press to stop the countdown, so that it restarts for the next screen.
        if screen.place != some[some.len() - 1].place {
            table.stage.act(Act::Press { knob: table.stage.leader() })?;
        }
    }
    table.go_on_to(|scene| matches!(scene, Shared::Votes(_)))?;
    pull_all(table, "reveal")?;
    table.go_on_to(|scene| matches!(scene, Shared::Owner(_)))?;
    pull_all(table, "question for an owner")?;
    table.go_on_to(|scene| matches!(scene, Shared::Points(_)))?;
    pull_all(table, "points")?;
    table.finish()?;
    pull_all(table, "end")?;
    Ok(pulled + some.len())
}

/// Unplugs a screen, checks the others, and plugs it in again.
fn pull(table: &mut Table, screen: Screen) -> Result<(), String> {
    let followed = table.stage.followed;
    table.ask(json!({ "unplug": { "screen": screen.place } }))?;
    table.lose(&[screen]);
    table.hear_of_missing(&[screen]);
    table.stage.act(Act::Wait { ms: NOTICED_MS })?;
    table.nudge()?;
    table.ask(json!({ "plug": { "screen": screen.place } }))?;
    table.lose(&[]);
    table.stage.act(Act::Wait { ms: NOTICED_MS })?;
    if table.stage.followed != followed { Err("a number changed".into()) } else { Ok(()) }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_screen_without_power_for_a_moment_is_lit_again() {
    for image in &*IMAGES {
        let shake_all = || -> Result<usize, String> {
            let mut table = Table::new(image, 5, Settings::DEFAULT)?;
            table.sit_down()?;
            table.go_on_to(|scene| matches!(scene, Shared::Vote(_) | Shared::HandOver(_)))?;
            table.go_on()?;
            let screens = table.screens()?;
            for &screen in &screens {
                shake(&mut table, screen).map_err(|error| format!("screen {}: {error}", screen.place))?;
            }
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))?;
            Ok(screens.len())
        };
        let screens = shake_all().unwrap_or_else(|error| panic!("{}: {error}", image.board));
        println!("{}: {screens} screens lit again", image.board);
    }
}

/// A loose wire cuts the power so briefly that the device rarely notices the screen missing.
fn shake(table: &mut Table, screen: Screen) -> Result<(), String> {
    table.ask(json!({ "unplug": { "screen": screen.place } }))?;
    table.lose(&[screen]);
    table.run(3)?;
    table.ask(json!({ "plug": { "screen": screen.place } }))?;
    table.run(NOTICED_MS)?;
    table.lose(&[]);
    table.nudge()
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_screen_that_always_says_it_is_off_is_not_started_again_and_again() {
    for image in &*IMAGES {
        let ask_often = || -> Result<usize, String> {
            let mut table = Table::new(image, 6, Settings::DEFAULT)?;
            table.ask(json!({ "ignorant": true }))?;
            table.sit_down()?;
            table.run(1_000)?;
            table.ask(json!({ "recording": true }))?;
            table.run(2_000)?;
            let sent = table.ask(json!({ "trace": "bus" }))?;
            let sent = sent.as_array().into_iter().flatten();
            let goes_dark = |one: &&Value| one["read"] == false && one["bytes"][0] == 0x00 && one["bytes"][1] == 0xae;
            let starts = sent.filter(goes_dark).count();
            table.ask(json!({ "recording": false }))?;
            table.nudge()?;
            Ok(starts)
        };
        let starts = ask_often().unwrap_or_else(|error| panic!("{}: {error}", image.board));
        assert_eq!(starts, 0, "{}", image.board);
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_screen_missing_at_power_up_is_named_and_used_once_it_is_there() {
    for image in &*IMAGES {
        let missing = || -> Result<(), String> {
            let mut table = Table::new(image, 8, Settings::DEFAULT)?;
            table.sit_down()?;
            table.run(2_500)?;
            let screens = table.screens()?;
            let last = screens[screens.len() - 1];
            table.ask(json!({ "off": true }))?;
            let end = table.power_went().ok_or("no cut")?;
            table.ask(json!({ "unplug": { "screen": last.place } }))?;
            table.ask(json!({ "power": true }))?;
            let now = table.emulator().now_ms()?;
            table.device().starts_anew(now);
            table.take_up(end)?;
            table.run(1_000)?;
            table.lose(&[last]);
            table.hear_of_missing(&[last]);
            table.stage.act(Act::Wait { ms: 50 })?;
            table.ask(json!({ "plug": { "screen": last.place } }))?;
            table.lose(&[]);
            table.stage.act(Act::Wait { ms: NOTICED_MS })?;
            table.nudge()?;
            table.stage.home()?;
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
        };
        missing().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_bus_held_for_half_a_second_is_freed() {
    for image in &*IMAGES {
        let hold_all = || -> Result<(), String> {
            let mut table = Table::new(image, 4, Settings::DEFAULT)?;
            table.sit_down()?;
            table.go_on_to(|scene| matches!(scene, Shared::Vote(_) | Shared::HandOver(_)))?;
            table.go_on()?;
            let screens = table.screens()?;
            let mut buses: Vec<u64> = screens.iter().map(|screen| screen.bus).collect();
            buses.dedup();
            for bus in buses {
                hold(&mut table, bus, 500).map_err(|error| format!("bus {bus}: {error}"))?;
            }
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
        };
        hold_all().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

/// Holds a bus low. Meanwhile the screens on the other bus must be right, and afterwards all.
pub fn hold(table: &mut Table, bus: u64, ms: u64) -> Result<(), String> {
    let concerned: Vec<Screen> = table.screens()?.into_iter().filter(|screen| screen.bus == bus).collect();
    table.ask(json!({ "holdbus": { "bus": bus, "ms": ms } }))?;
    table.lose(&concerned);
    table.run(ms * 7 / 10)?;
    table.nudge()?;
    table.run(ms * 3 / 10)?;
    table.lose(&[]);
    table.nudge()
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_chain_broken_in_a_vote_freezes_the_knobs_and_counts_nothing() {
    for image in &*IMAGES {
        let break_it = || -> Result<(), String> {
            let mut table = Table::new(image, 9, Settings::DEFAULT)?;
            if !has_chain(&mut table)? {
                return Ok(());
            }
            table.sit_down()?;
            table.go_on_to(|scene| matches!(scene, Shared::Vote(_)))?;
            table.go_on()?;
            for from in [0, 7, 16, 35] {
                for level in [0, 1] {
                    break_chain(&mut table, from, level).map_err(|e| format!("from bit {from}, level {level}: {e}"))?;
                }
            }
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
        };
        break_it().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

pub fn has_chain(table: &mut Table) -> Result<bool, String> {
    Ok(table.ask(json!({ "board": true }))?["knobs"]["chain"].is_object())
}

/// Breaks the chain from a bit on, turns and presses without effect, and repairs it.
pub fn break_chain(table: &mut Table, from: u32, level: u8) -> Result<(), String> {
    let followed = table.stage.followed;
    table.ask(json!({ "chain": { "from": from, "level": level } }))?;
    let now = table.stage.now();
    table.stage.app.report(Report::Chain(PartStatus::Missing), now);
    table.stage.app.report(Report::Now(Notice::ChainBroken), now);
    table.stage.act(Act::Wait { ms: 200 })?;
    for knob in 0..3 {
        table.ask(json!({ "turn": { "knob": knob, "by": 2 } }))?;
        table.ask(json!({ "press": { "knob": knob } }))?;
    }
    table.run(50)?;
    table.stage.act(Act::Wait { ms: 50 })?;
    table.ask(json!({ "chain": "whole" }))?;
    table.run(300)?;
    let now = table.stage.now();
    table.stage.app.report(Report::Chain(PartStatus::Fine), now);
    table.nudge()?;
    if table.stage.followed != followed { Err("a click was counted".into()) } else { Ok(()) }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_slow_flash_delays_pictures_but_no_screen_is_reported_missing() {
    for image in &*IMAGES {
        let play = || -> Result<(), String> {
            let mut table = Table::new(image, 2, SETTINGS)?;
            // 3 ms for a page, 200 ms for a sector, as data sheets allow.
            table.ask(json!({ "slowflash": 4.4 }))?;
            table.sit_down()?;
            table.finish()
        };
        play().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}
