//! The sound task: plays short tunes on the buzzer by PWM.

use dixit_dials::app::Sound;
use dixit_dials::rules::Verdict;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::pwm::{Config, Pwm};
use embassy_time::{Duration, Timer};

use super::super::channels::TUNE;

/// The output of a PWM slice that the buzzer is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PwmChannel {
    A,
    B,
}

impl PwmChannel {
    /// Even pins are on channel A.
    pub const fn of(pin: u8) -> Self {
        if pin.is_multiple_of(2) { Self::A } else { Self::B }
    }
}

/// The core's clock divided by this, on either chip, leaves sixteen bits for the period of any tone from 40 Hz on.
const DIVIDER: u8 = 64;

/// Hertz, 0 for a pause, and milliseconds.
type Note = (u32, u64);

#[embassy_executor::task]
pub async fn sound(mut pwm: Pwm<'static>, channel: PwmChannel) {
    loop {
        for &note in tune(TUNE.wait().await) {
            set(&mut pwm, &tone(note.0, channel));
            Timer::after(length(note)).await;
        }
        set(&mut pwm, &tone(0, channel));
    }
}

/// Begins a tone, or silence, at once. A slice that runs takes over a new period only where the old one ends, which
/// after silence can be longer than a whole beep; one that stands takes it over immediately.
fn set(pwm: &mut Pwm<'static>, tone: &Config) {
    let mut standing = tone.clone();
    standing.enable = false;
    pwm.set_config(&standing);
    pwm.set_counter(tone.top);
    pwm.set_config(tone);
}

fn tone(hz: u32, channel: PwmChannel) -> Config {
    let mut config = Config::default();
    config.divider = DIVIDER.into();
    if let Some(counts) = (clk_sys_freq() / u32::from(DIVIDER)).checked_div(hz) {
        config.top = (counts - 1) as u16;
        match channel {
            PwmChannel::A => config.compare_a = config.top / 2,
            PwmChannel::B => config.compare_b = config.top / 2,
        }
    }
    config
}

/// As many periods as fit, without the last quarter: the tone is low already when it is switched off, so its last
/// edge depends on its first one alone, not on how busy the chip is by then.
fn length((hz, millis): Note) -> Duration {
    let periods = u64::from(hz) * millis / 1_000;
    match periods {
        0 => Duration::from_millis(millis),
        _ => Duration::from_micros((4 * periods - 1) * 250_000 / u64::from(hz)),
    }
}

fn tune(sound: Sound) -> &'static [Note] {
    match sound {
        Sound::Locked => &[(1_200, 40)],
        Sound::Unlocked => &[(800, 40)],
        Sound::Tick => &[(1_000, 25)],
        Sound::Reveal => &[(784, 80), (1_047, 80), (1_319, 160)],
        // Up to where it was meant to be; too high, and straight down again; down and down.
        Sound::Verdict(Verdict::Some) => &[(659, 90), (784, 90), (988, 90), (1_319, 260)],
        Sound::Verdict(Verdict::Everyone) => &[(1_319, 90), (1_319, 90), (1_047, 90), (784, 220)],
        Sound::Verdict(Verdict::NoOne) => &[(440, 160), (392, 160), (349, 160), (262, 360)],
        Sound::Refused => &[(220, 90), (0, 40), (220, 90)],
        Sound::Award => &[(1_319, 80), (1_568, 160)],
        Sound::Won => &[(784, 120), (988, 120), (1_175, 120), (1_568, 320)],
    }
}
