//! Play.
use super::crash::LastRun;
use super::hooks;
use super::knobs::HEARD;
use super::store::Flash;
use super::watchdog::{BEAT, Part, beat};
use embassy_executor::Spawner;
use embassy_time::with_timeout;

pub fn start(spawner: Spawner, flash: Flash, last: LastRun) {
    spawner.spawn(play(flash, last).unwrap());
}

#[embassy_executor::task]
async fn play(_flash: Flash, _last: LastRun) {
    loop {
        beat(Part::Game);
        hooks::game();
        let _ = with_timeout(BEAT, HEARD.receive()).await;
    }
}
