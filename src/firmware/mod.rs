//! What only the Pico knows: pins, interrupts, buses, flash, the watchdog. The game itself is in the library.

mod app_task;
mod board;
mod bus;
mod buzzer;
mod chain;
mod chance;
mod chip;
mod crash;
mod drawing;
mod executors;
mod flash;
mod hooks;
mod knobs;
mod leaving;
mod log;
mod missing;
mod newest_views;
mod presence;
mod screens;
mod switch;
mod watchdog;

use embassy_executor::Spawner;
use embassy_rp::gpio::{Level, Output};

/// Starts every part of the device that the board has.
pub fn start(spawner: Spawner) {
    let p = embassy_rp::init(Default::default());
    let wiring = board::parts!(p);
    let mut guard = watchdog::Guard::new(p.WATCHDOG);
    let last_run = crash::take(guard.bit_last_run());
    log::start(last_run.words.as_deref());
    if let Some(led) = wiring.led {
        // A sign of life without any screen; it stays on for good.
        core::mem::forget(Output::new(led, Level::High));
    }
    guard.start();
    knobs::start(wiring.knobs, wiring.chain, guard);
    let app = executors::app();
    buzzer::start(app, wiring.buzzer);
    app_task::start(app, flash::Flash::new(p.FLASH), chip::noise!(p), last_run);
    screens::start(wiring.i2c0, wiring.i2c1);
    drawing::start(spawner);
}
