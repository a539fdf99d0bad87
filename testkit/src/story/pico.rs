//! The emulated device in a story. It gets the same inputs as the library; then every screen must show, pixel for
//! pixel, what the library would draw.

use std::path::Path;

use dixit_dials::{
    app::{Millis, Report},
    board::{Controller, FoundScreen},
    rules::Seat,
    scene::{PartStatus, SeatScene, Shared, SharedScreenScene, shared::Run},
    screen::{FlatFrame, Frame, Light, TallFrame, View, draw_seat, draw_shared, draw_shared_screen},
    voting::{Dialling, Offer, Question},
};
use serde_json::{Value, json};

use super::stage::{Act, Stage};
use crate::{
    emulator::{Emulator, Glass, write_picture},
    tool::root,
};

/// Maximum time for the device to draw, prepare and reveal what the library has already decided.
const PATIENCE_MS: Millis = 1_500;
/// Deeper than any stack of the device.
const STACK_KIB: u8 = 64;
/// Time after which a turned number is on its screen.
const SHOWN_MS: Millis = 200;
const LOOK_AGAIN_MS: Millis = 30;
/// Time for a save, which waits until all knobs rest.
const SAVED_MS: f64 = 2_500.0;

pub struct Pico {
    pub emulator: Emulator,
    /// When the power came on, in the emulator's time.
    power_on_ms: f64,
    /// True if the last input turned a knob. A screen that lags behind still shows the old number, which must not be
    /// adopted.
    turned: bool,
    /// Screens that are not checked, by their index on the board: a fault keeps them from showing anything.
    pub blind: Vec<usize>,
    /// Maximum time for a picture to appear, and the longest time so far.
    pub patience_ms: Millis,
    pub slowest_ms: Millis,
}

impl Pico {
    pub fn start(folder: &Path, seed: u32) -> Result<Self, String> {
        let emulator = Emulator::start(folder, seed)?;
        let (power_on_ms, turned, blind) = (0.0, false, Vec::new());
        Ok(Self { emulator, power_on_ms, turned, blind, patience_ms: PATIENCE_MS, slowest_ms: 0 })
    }

    /// A report on each part of the device, all of them working.
    pub fn parts(&mut self) -> Vec<Report> {
        let Ok(board) = self.emulator.ask(&json!({ "board": true })) else { return Vec::new() };
        let screens = board["screens"].as_array().into_iter().flatten();
        let seats = screens.filter_map(|screen| Seat::from_number(screen["seat"].as_u64()? as u8));
        let mut parts: Vec<Report> = seats.map(|seat| Report::Seat(seat, PartStatus::Fine)).collect();
        let shared = board["screens"].as_array().into_iter().flatten().find(|screen| screen["seat"].is_null());
        parts.extend(shared.map(|screen| Report::Found(found(screen))));
        if board["knobs"]["chain"].is_object() {
            parts.push(Report::Chain(PartStatus::Fine));
        }
        parts
    }

    fn now(&mut self) -> Result<f64, String> {
        Ok(self.emulator.now_ms()? - self.power_on_ms)
    }

    /// Performs an input, then runs until `until`. Returns the current time.
    pub fn act(&mut self, act: Act, until: Millis) -> Result<Millis, String> {
        self.turned = matches!(act, Act::Turn { .. });
        match act {
            Act::Turn { knob, by } => self.emulator.ask(&json!({ "turn": { "knob": knob, "by": by } })).map(drop)?,
            Act::Press { knob } => self.emulator.ask(&json!({ "press": { "knob": knob } })).map(drop)?,
            Act::Hold { knob } => self.emulator.ask(&json!({ "hold": { "knob": knob } })).map(drop)?,
            Act::Wait { .. } => {}
        }
        self.run_to(until)
    }

    fn run_to(&mut self, until: Millis) -> Result<Millis, String> {
        let left = until as f64 - self.now()?;
        if left > 0.0 {
            self.emulator.run_ms(left)?;
        }
        if let Some(event) = self.emulator.events.first() {
            return Err(format!("the device failed: {event}"));
        }
        Ok(self.now()? as Millis)
    }

    /// Unplugs once everything is saved, and plugs in again.
    pub fn cut(&mut self) -> Result<(), String> {
        self.emulator.run_ms(SAVED_MS)?;
        self.emulator.ask(&json!({ "off": true }))?;
        self.emulator.run_ms(500.0)?;
        self.emulator.ask(&json!({ "power": true }))?;
        let now = self.emulator.now_ms()?;
        self.starts_anew(now);
        Ok(())
    }

    /// The chip restarted at this emulator time.
    pub fn starts_anew(&mut self, at_ms: f64) {
        self.emulator.events.clear();
        self.power_on_ms = at_ms;
        self.turned = false;
    }

    /// When the power came on, in the emulator's time.
    pub fn power_on_ms(&self) -> f64 {
        self.power_on_ms
    }

    pub fn compare(&mut self, stage: &mut Stage) -> Result<(), String> {
        let mut waited = 0;
        loop {
            let screens = self.emulator.screens()?;
            let sighted = screens.iter().enumerate().filter(|(place, _)| !self.blind.contains(place));
            let mut starts = Vec::new();
            let wrong = sighted.map(|(_, glass)| glass).find(|glass| {
                if agrees(stage, glass) {
                    return false;
                }
                let start = start_number(stage, glass, self.turned, waited);
                starts.extend(start);
                start.is_none()
            });
            let Some(wrong) = wrong else {
                stage.starts_at(starts);
                self.slowest_ms = self.slowest_ms.max(waited);
                return Ok(());
            };
            if waited >= PATIENCE_MS / 2 && take_over_draw(stage, &screens) {
                continue;
            }
            if waited >= self.patience_ms {
                return Err(disagreement(stage, wrong));
            }
            let now = self.run_to(stage.now() + LOOK_AGAIN_MS)?;
            stage.pass_to(now);
            waited += LOOK_AGAIN_MS;
        }
    }
}

/// A screen as described in the board's file.
fn found(screen: &Value) -> FoundScreen {
    let controller = match screen["controller"].as_str() {
        Some("sh1106") => Controller::Sh1106,
        Some("ssd1309") => Controller::Ssd1309,
        _ => Controller::Ssd1306,
    };
    FoundScreen { controller, address: screen["address"].as_u64().unwrap_or(0x3c) as u8 }
}

/// True if a screen shows what it should.
fn agrees(stage: &mut Stage, glass: &Glass) -> bool {
    if stage.app.light() == Light::Off {
        return !glass.on;
    }
    if !glass.on {
        return false;
    }
    if shows(stage, glass) {
        return true;
    }
    // Only the device knows how deep its stack is.
    if matches!(stage.shared(), Shared::SelfTest(_)) && glass.seat.is_none() {
        let now = stage.now();
        return (1..=STACK_KIB).any(|stack_kib| {
            stage.app.report(Report::Run(Run { stack_kib, overruns: 0 }), now);
            shows(stage, glass)
        });
    }
    false
}

/// The random number at which a dial starts on the device, if that is all that its screen shows otherwise than the
/// library. The card after "none" in a second vote is random too; it counts once the screen has had time to show it.
fn start_number(stage: &Stage, glass: &Glass, turned: bool, waited: Millis) -> Option<(Seat, u8)> {
    let dial = match glass.seat.and_then(Seat::from_number) {
        Some(seat) => match stage.app.seat_view(seat).scene {
            SeatScene::Dial(dial) => dial,
            _ => return None,
        },
        None => match stage.app.shared_view().scene {
            SharedScreenScene::Holder(dial) if stage.passes() => dial,
            _ => return None,
        },
    };
    let dark = stage.app.light() == Light::Off || !glass.on;
    if dark || (turned && (dial.question != Question::Second || waited < SHOWN_MS)) {
        return None;
    }
    let number = (0..=dial.cards).find(|&number| {
        let dial = Dialling { offer: Offer { number }, ..dial };
        if glass.seat.is_some() {
            let mut frame = FlatFrame::new();
            draw_seat(&View { scene: SeatScene::Dial(dial), ..stage.app.seat_view(dial.seat) }, &mut frame);
            same(&frame, glass)
        } else {
            let mut frame = TallFrame::new();
            draw_shared_screen(&View { scene: SharedScreenScene::Holder(dial), ..stage.app.shared_view() }, &mut frame);
            same(&frame, glass)
        }
    });
    number.map(|number| (dial.seat, number))
}

/// Checks whether the device drew another first storyteller than the library. If so, the library starts with that one.
fn take_over_draw(stage: &mut Stage, screens: &[Glass]) -> bool {
    let first_clue = matches!(stage.shared(), Shared::Deal(_));
    let Some(glass) = screens.iter().find(|glass| first_clue && glass.seat.is_none()) else { return false };
    let drawn = stage.app.state().storyteller.seat;
    for seat in stage.app.state().seats.without(drawn).iter() {
        stage.follow_draw(seat);
        if shows(stage, glass) {
            return true;
        }
    }
    stage.follow_draw(drawn);
    false
}

/// True if a screen shows exactly what the library would draw.
pub fn shows(stage: &Stage, glass: &Glass) -> bool {
    match (glass.seat.and_then(Seat::from_number), stage.passes()) {
        (Some(seat), _) => {
            let mut frame = FlatFrame::new();
            draw_seat(&stage.app.seat_view(seat), &mut frame);
            same(&frame, glass)
        }
        (None, true) => {
            let mut frame = TallFrame::new();
            draw_shared_screen(&stage.app.shared_view(), &mut frame);
            same(&frame, glass)
        }
        (None, false) => {
            let mut frame = TallFrame::new();
            draw_shared(&stage.app.public_view(), &mut frame);
            same(&frame, glass)
        }
    }
}

fn same<const PAGES: usize>(frame: &Frame<PAGES>, glass: &Glass) -> bool {
    (0..glass.height).all(|y| (0..glass.width).all(|x| frame.is_lit(x, y) == glass.is_lit(x, y)))
}

fn disagreement(stage: &Stage, glass: &Glass) -> String {
    let path = root().join("target/disagreement.png");
    let picture = match write_picture(&path, std::slice::from_ref(glass)) {
        Ok(()) => format!("what it shows is in {}", path.display()),
        Err(error) => format!("what it shows could not be kept: {error}"),
    };
    let whose = glass.seat.map_or("the shared screen".into(), |seat| format!("the screen of seat {seat}"));
    let lit = if glass.on { "" } else { " (dark)" };
    let expected: View<_> = stage.app.public_view();
    format!("{whose}{lit} does not show {:?}; {picture}", expected.scene)
}
