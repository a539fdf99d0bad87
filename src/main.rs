//! The device: starts the tasks of [`firmware`] and does nothing else. The game task starts the storage task, since both
//! need the saved data.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod firmware;

#[cfg(target_os = "none")]
#[embassy_executor::main]
async fn main(spawner: embassy_executor::Spawner) {
    use embassy_rp::gpio::{Level, Output};
    use firmware::drivers::{flash::Flash, knobs::Knobs, pins};
    use firmware::tasks::computer::Identity;
    use firmware::tasks::{self, game, no_board, screens, sound, usb, watchdog};
    use firmware::{board, chip, crash, log, stack};

    let p = embassy_rp::init(chip::config());
    chip::guard_stack();
    stack::paint();
    let mut guard = watchdog::Guard::new(p.WATCHDOG);
    let last_run = crash::take(guard.last_reset());
    log::start(last_run.words.as_deref());
    guard.start();
    let above = tasks::above_main();
    above.spawn(watchdog::watchdog(guard).expect("spawned once"));
    let device = match board::read() {
        Ok(device) => device,
        Err(error) => return no_board::say(error).await,
    };
    if let Some(led) = device.led {
        // The LED is a sign of life that needs no screen. It stays on.
        core::mem::forget(Output::new(pins::any(led), Level::High));
    }
    if let Some(pin) = device.buzzer {
        above.spawn(sound::sound(pins::pwm(pin), sound::PwmChannel::of(pin)).expect("spawned once"));
    }
    for number in 0..device.buses.len() {
        above.spawn(screens::screens(number, device).expect("spawned once a bus"));
    }
    let mut flash = Flash::new(p.FLASH);
    let (serial, jedec) = (chip::serial(&mut flash), chip::jedec(&mut flash));
    above.spawn(usb::usb(p.USB, serial).expect("spawned once"));
    let knobs = Knobs::new(device, p.PIO0, p.DMA_CH0, p.DMA_CH1);
    game::start(spawner, device, knobs, flash, chip::noise!(p), last_run, Identity { serial, jedec }).await;
}

#[cfg(not(target_os = "none"))]
fn main() {
    println!("This is the firmware of a Pico. To play it here, run `cargo xtask play`.");
}
