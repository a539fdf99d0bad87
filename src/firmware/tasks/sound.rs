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

/// With this divider the period of any tone from 40 Hz up fits into sixteen bits, on either chip.
const DIVIDER: u8 = 64;

/// Frequency in hertz, 0 for a pause, and duration in milliseconds.
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

/// Starts a tone, or silence, at once. A running slice takes a new period only at the end of the old one, which after
/// silence can be longer than a whole beep; a stopped slice takes it immediately. The output of a stopped slice still
/// compares level and counter, so the level is 0 until the tone starts: the pin stays low wherever the counter is.
fn set(pwm: &mut Pwm<'static>, tone: &Config) {
    let mut standing = tone.clone();
    standing.enable = false;
    (standing.compare_a, standing.compare_b) = (0, 0);
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

/// Length of a note: as many whole periods as fit, minus a quarter of the last one, so that the output is already low
/// when the tone is switched off. The last edge then depends only on the first one, not on how busy the chip is at the
/// end.
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
        // Some: rises to a goal. Everyone: starts too high, then falls. No one: falls further and further.
        Sound::Verdict(Verdict::Some) => &[(659, 90), (784, 90), (988, 90), (1_319, 260)],
        Sound::Verdict(Verdict::Everyone) => &[(1_319, 90), (1_319, 90), (1_047, 90), (784, 220)],
        Sound::Verdict(Verdict::NoOne) => &[(440, 160), (392, 160), (349, 160), (262, 360)],
        Sound::Refused => &[(220, 90), (0, 40), (220, 90)],
        Sound::Award => &[(1_319, 80), (1_568, 160)],
        Sound::Won => &[(784, 120), (988, 120), (1_175, 120), (1_568, 320)],
    }
}
