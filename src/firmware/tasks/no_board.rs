//! Runs if the flash holds no valid board: the LED blinks a code, and a screen on one of the common pins says it in
//! words. No other pin is driven, and nothing in flash is changed.

use boards::block::BlockError;
use boards::device::{Bus, ComPins, Controller, Screen, Viewer};
use boards::pico;
use dixit_dials::screen::panel::Panel;
use dixit_dials::screen::{Light, TallFrame, draw_no_board};
use embassy_rp::gpio::{Level, Output};
use embassy_time::Timer;
use heapless::Vec;
use static_cell::StaticCell;

use super::super::drivers::{bus::Lines, detection, pins};
use super::watchdog::{Part, beat};

/// Duration of a blink, in milliseconds. The pause between two codes is five times as long.
const BLINK_MS: u64 = 250;
/// Pins of the shared screen on the bundled boards: block and SDA. SCL is the next pin.
const COMMON_PINS: [(u8, u8); 2] = [(1, 26), (0, 4)];
const ADDRESSES: [u8; 2] = [0x3c, 0x3d];

pub async fn say(error: BlockError) {
    for (id, sda) in COMMON_PINS {
        show(id, sda, &error).await;
    }
    let mut light = Output::new(pins::any(pico::LED), Level::Low);
    loop {
        for _ in 0..error.blinks() {
            for level in [Level::High, Level::Low] {
                beat(Part::App);
                light.set_level(level);
                Timer::after_millis(BLINK_MS).await;
            }
        }
        for _ in 0..5 {
            beat(Part::App);
            Timer::after_millis(BLINK_MS).await;
        }
    }
}

/// Shows the error on the screen at these pins, if there is one.
async fn show(id: u8, sda: u8, error: &BlockError) {
    static BUSES: [StaticCell<Bus>; COMMON_PINS.len()] = [const { StaticCell::new() }; COMMON_PINS.len()];
    let bus = Bus { id, sda, scl: sda + 1, hz: 100_000, drive_ma: 4, muxes: Vec::new() };
    let mut lines = Lines::new(BUSES[usize::from(id)].init(bus));
    let facts = Screen {
        viewer: Viewer::Shared,
        bus: id,
        branch: None,
        address: ADDRESSES[0],
        controller: Controller::Ssd1306,
        com_pins: ComPins::Alternative,
    };
    let mut bus = lines.open();
    if let Some(found) = detection::find(&facts, &ADDRESSES, &mut bus).await {
        let mut frame = TallFrame::new();
        draw_no_board(error, &mut frame);
        let _ = Panel::<8>::new(found.controller, found.address).show(&mut bus, &frame, Light::Lit(3)).await;
    }
}
