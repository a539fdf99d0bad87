//! The program itself goes wrong in the middle of a game: it says so at the next start and goes on. When it goes wrong
//! again and again, it waits for a word.

use dixit_dials::{
    game::Phase,
    scene::{Light, Shared, View},
    screen::{TallFrame, draw_shared},
    settings::Settings,
};
use xtask::story::Act;

use crate::{
    HOOKED, dose,
    table::{PANIC, SETTINGS, Table},
};

/// A run of this length was no part of a crash loop.
const CALM_MS: u64 = 31_000;

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_crash_is_told_and_the_game_goes_on() {
    for (place, image) in HOOKED.iter().enumerate() {
        let crash_all = || -> Result<(), String> {
            let mut table = Table::new(image, 5, Settings::DEFAULT)?;
            table.sit_down()?;
            let mut mishaps = table.mishaps()?;
            mishaps.rotate_left(2 * place);
            // Two are no loop yet.
            mishaps.truncate(dose(2, mishaps.len()));
            for mishap in mishaps {
                table.go_on_to(|scene| matches!(scene, Shared::Vote { .. } | Shared::HandOver { .. }))?;
                table.go_on()?;
                table.go_on()?;
                table.crash(mishap).map_err(|error| format!("mishap {mishap}: {error}"))?;
                assert_eq!(table.stage.evening.state().phase, Phase::Vote);
                table.stage.act(Act::Wait { ms: dose(0, CALM_MS) })?;
            }
            table.go_on_to(|scene| matches!(scene, Shared::Track { .. }))
        };
        crash_all().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn crashes_in_a_row_end_on_a_safe_screen_with_two_ways_out() {
    for image in &*HOOKED {
        for clean in [false, true] {
            let leave = || -> Result<(), String> {
                let mut table = Table::new(image, 6, Settings::DEFAULT)?;
                table.sit_down()?;
                table.go_on()?;
                let end = table.stage.now();
                for _ in 0..3 {
                    table.poke(PANIC)?;
                    table.restarted()?;
                }
                table.emulator().run_ms(900.0)?;
                assert!(shows_safety(&mut table)?, "{}", image.board);
                if clean { start_clean(&mut table) } else { press_on(&mut table, end) }
            };
            leave().unwrap_or_else(|error| panic!("{}, clean {clean}: {error}", image.board));
        }
    }
}

fn shows_safety(table: &mut Table) -> Result<bool, String> {
    let mut frame = TallFrame::new();
    let light = Light::Lit(SETTINGS.brightness);
    draw_shared(&View { scene: Shared::Safe, language: SETTINGS.language, hold: 0, light, wander: 0 }, &mut frame);
    let screens = table.emulator().screens()?;
    let glass = screens.iter().find(|glass| glass.seat.is_none()).ok_or("no shared screen")?;
    let same = |x, y| frame.is_lit(x, y) == glass.is_lit(x, y);
    Ok(glass.on && (0..glass.height).all(|y| (0..glass.width).all(|x| same(x, y))))
}

fn press_on(table: &mut Table, end: u64) -> Result<(), String> {
    table.ask(serde_json::json!({ "press": { "knob": 0 } }))?;
    table.take_up(end)?;
    let now = table.emulator().now_ms()? - table.device().power_on_ms();
    table.stage.pass_to(now as u64);
    table.emulator().run_ms(500.0)?;
    table.nudge()?;
    table.stage.home()?;
    table.go_on_to(|scene| matches!(scene, Shared::Track { .. }))
}

fn start_clean(table: &mut Table) -> Result<(), String> {
    table.ask(serde_json::json!({ "hold": { "knob": 0 } }))?;
    table.restarted()?;
    table.forget();
    table.sit_down()?;
    table.go_on_to(|scene| matches!(scene, Shared::Track { .. }))
}
