//! The firmware itself crashes in the middle of a game: it reports that at the next start and continues. After repeated
//! crashes it waits for input.

use dixit_dials::{
    app::Report,
    game::Phase,
    scene::{Notice, Shared, SharedScene},
    screen::{Light, TallFrame, View, draw_shared},
    settings::Settings,
};
use serde_json::{Value, json};
use testkit::story::Act;

use super::{
    HOOKED, dose,
    table::{PATIENCE_MS, SETTINGS, STARTED_MS, Table},
};

/// Commands for the firmware's test hook.
pub const PANIC: u8 = 1;
const GAME_STALLED: u8 = 2;
/// Stalls bus 0; the next number stalls bus 1.
const BUS_STALLED: u8 = 3;
const FAULT: u8 = 5;
pub const STACK_OVERFLOW: u8 = 6;
/// Stalls with interrupts off, so that nothing can be reported.
pub const STANDS_STILL: u8 = 9;

/// Time from a reset until the test hook accepts commands: the boot ROM runs first, and the firmware clears the hook
/// when it starts.
const BOOT_MS: f64 = 20.0;

/// After a run of this length a crash does not count towards a crash loop.
pub const CALM_MS: u64 = 31_000;

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_crash_is_reported_and_the_game_goes_on() {
    for (place, image) in HOOKED.iter().enumerate() {
        let crash_all = || -> Result<(), String> {
            let mut table = Table::new(image, 5, Settings::DEFAULT)?;
            table.sit_down()?;
            let mut mishaps = table.mishaps()?;
            mishaps.rotate_left(2 * place);
            // Two crashes are not yet a loop.
            mishaps.truncate(dose(2, mishaps.len()));
            for mishap in mishaps {
                table.go_on_to(|scene| matches!(scene, Shared::Vote(_) | Shared::HandOver(_)))?;
                table.go_on()?;
                table.go_on()?;
                table.crash(mishap).map_err(|error| format!("mishap {mishap}: {error}"))?;
                assert_eq!(table.stage.app.state().phase, Phase::Vote);
                table.stage.act(Act::Wait { ms: dose(0, CALM_MS) })?;
            }
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
        };
        crash_all().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn repeated_crashes_end_on_a_safe_screen_with_two_choices() {
    for (place, image) in HOOKED.iter().enumerate() {
        for &clean in dose(&[place % 2 == 0][..], &[false, true]) {
            let leave = || -> Result<(), String> {
                let mut table = Table::new(image, 6, Settings::DEFAULT)?;
                table.sit_down()?;
                table.go_on()?;
                let end = table.stage.now();
                for _ in 0..3 {
                    table.emulator().run_ms(BOOT_MS)?;
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
    draw_shared(
        &View {
            scene: SharedScene::safe_start(),
            language: SETTINGS.language,
            hold: 0,
            light,
            wander: 0,
            rotated: false,
            blink: false,
        },
        &mut frame,
    );
    let screens = table.emulator().screens()?;
    let glass = screens.iter().find(|glass| glass.seat.is_none()).ok_or("no shared screen")?;
    let same = |x, y| frame.is_lit(x, y) == glass.is_lit(x, y);
    Ok(glass.on && (0..glass.height).all(|y| (0..glass.width).all(|x| same(x, y))))
}

fn press_on(table: &mut Table, end: u64) -> Result<(), String> {
    table.ask(json!({ "press": { "knob": 0 } }))?;
    table.take_up(end)?;
    let now = table.emulator().now_ms()? - table.device().power_on_ms();
    table.stage.pass_to(now as u64);
    table.emulator().run_ms(500.0)?;
    table.nudge()?;
    table.stage.home()?;
    table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
}

fn start_clean(table: &mut Table) -> Result<(), String> {
    table.ask(json!({ "hold": { "knob": 0 } }))?;
    table.restarted()?;
    table.forget();
    table.sit_down()?;
    table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
}

impl Table {
    /// Crashes the device through its test hook, in the way that `mishap` selects, and continues after the restart,
    /// which must come soon.
    pub fn crash(&mut self, mishap: u8) -> Result<(), String> {
        let end = self.stage.now();
        let began = self.emulator().now_ms()?;
        self.poke(mishap)?;
        let restarted = self.restarted()?;
        self.take_up(end)?;
        let words = restarted.words(mishap);
        self.stage.app.report(Report::PowerUp(Notice::Crashed(words)), 0);
        self.stage.act(Act::Wait { ms: STARTED_MS }).map_err(|error| format!("its last words: {error}"))?;
        let took = self.emulator().now_ms()? - began;
        if took > PATIENCE_MS as f64 {
            return Err(format!("it took {took} ms to come back"));
        }
        self.nudge()?;
        self.stage.home()
    }

    /// The ways in which this board can be crashed.
    pub fn mishaps(&mut self) -> Result<Vec<u8>, String> {
        let mut buses: Vec<u8> = self.screens()?.iter().map(|screen| BUS_STALLED + screen.bus as u8).collect();
        buses.sort();
        buses.dedup();
        Ok([STACK_OVERFLOW, PANIC, GAME_STALLED, FAULT].into_iter().chain(buses).collect())
    }

    fn poke(&mut self, mishap: u8) -> Result<(), String> {
        let hook = self.ask(json!({ "symbol": "TEST_HOOK" }))?;
        self.ask(json!({ "poke": { "address": hook["address"], "bytes": [mishap, 0, 0, 0] } })).map(drop)
    }

    /// Waits for the chip to restart by itself.
    fn restarted(&mut self) -> Result<Restarted, String> {
        let fault = |event: &Value| Some((event["pc"].as_u64()?, event["lr"].as_u64()?));
        for _ in 0..PATIENCE_MS / 50 {
            self.emulator().run_ms(50.0)?;
            if let Some(at) = self.when("restart") {
                let fault = self.emulator().events.iter().find_map(fault);
                // Whichever part stalled, the game may have run until the restart.
                let lived = at.saturating_sub(self.device().power_on_ms() as u64);
                self.stage.pass_to(lived);
                self.remember();
                self.device().starts_anew(at as f64);
                return Ok(Restarted { fault });
            }
        }
        Err("it did not restart".into())
    }
}

/// How the chip restarted.
struct Restarted {
    fault: Option<(u64, u64)>,
}

impl Restarted {
    /// What the device reports at its next start.
    fn words(&self, mishap: u8) -> &'static str {
        let words = match (mishap, self.fault) {
            (PANIC, _) => {
                let hooks = include_str!("../../../src/firmware/hooks.rs");
                let line = hooks.lines().position(|line| line.contains("panic!(")).map_or(0, |line| line + 1);
                format!("hooks.rs:{line} on purpose")
            }
            (GAME_STALLED, _) => "the game stood still".into(),
            (STANDS_STILL, _) => "everything stood still".into(),
            (STACK_OVERFLOW, _) => "stack overflow".into(),
            (BUS_STALLED.., None) if mishap < FAULT => format!("screens of bus {} stood still", mishap - BUS_STALLED),
            (_, Some((pc, lr))) => format!("fault at {pc:#010x} from {lr:#010x}"),
            _ => String::new(),
        };
        words.leak()
    }
}
