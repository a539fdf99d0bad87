//! The buzzer, where the board has one: short tunes by PWM.

use dixit_dials::evening::Sound;
use embassy_executor::Spawner;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::pwm::{Config, Pwm};
use embassy_sync::blocking_mutex::raw::ThreadModeRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Timer};

use super::board::{BuzzerPwm, PwmChannel};

/// Set by the game task, awaited by the buzzer task. A new tune replaces one that has not begun.
static TUNE: Signal<ThreadModeRawMutex, Sound> = Signal::new();

/// 125 MHz divided by this leaves sixteen bits for the period of any tone from 30 Hz on.
const DIVIDER: u8 = 64;

/// Hertz, 0 for a pause, and milliseconds.
type Note = (u32, u64);

pub fn play(sound: Sound) {
    TUNE.signal(sound);
}

pub fn start(spawner: Spawner, buzzer: Option<BuzzerPwm>) {
    if let Some(buzzer) = buzzer {
        spawner.spawn(buzz(buzzer.pwm, buzzer.channel).expect("spawned once"));
    }
}

#[embassy_executor::task]
async fn buzz(mut pwm: Pwm<'static>, channel: PwmChannel) {
    loop {
        for &(hz, millis) in tune(TUNE.wait().await) {
            pwm.set_config(&tone(hz, channel));
            Timer::after(Duration::from_millis(millis)).await;
        }
        pwm.set_config(&tone(0, channel));
    }
}

fn tone(hz: u32, channel: PwmChannel) -> Config {
    let mut config = Config::default();
    config.divider = DIVIDER.into();
    if hz == 0 {
        config.enable = true;
        return config;
    }
    config.top = (clk_sys_freq() / u32::from(DIVIDER) / hz) as u16;
    match channel {
        PwmChannel::A => config.compare_a = config.top / 2,
        PwmChannel::B => config.compare_b = config.top / 2,
    }
    config
}

fn tune(sound: Sound) -> &'static [Note] {
    match sound {
        Sound::Locked => &[(1_200, 40)],
        Sound::Unlocked => &[(800, 40)],
        Sound::Tick => &[(1_000, 25)],
        Sound::Reveal => &[(784, 80), (1_047, 80), (1_319, 160)],
        Sound::Refused => &[(220, 90), (0, 40), (220, 90)],
        Sound::Won => &[(784, 120), (988, 120), (1_175, 120), (1_568, 320)],
    }
}
