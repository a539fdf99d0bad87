//! Watches that every part makes progress. Each beats at least twice a second, also when it has nothing to do; the
//! knob task, which no other can hold up, looks at the beats and feeds the chip's watchdog. A part that stopped is
//! named for the next start: itself, or the one that does not give way to it. If the knob task itself stops, the chip's
//! watchdog bites.

use core::sync::atomic::{AtomicU8, Ordering};

use embassy_rp::Peri;
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::{ResetReason, Watchdog};
use embassy_time::Duration;

use super::{chip, crash};

/// A part waits no longer than this before it beats again.
pub const BEAT: Duration = Duration::from_millis(500);
/// Time between two looks.
pub const LOOK: Duration = Duration::from_millis(250);
/// Looks without a beat after which a part has stopped. With the restart it makes less than two seconds.
const PATIENCE: u8 = 6;
/// Looks without a beat after which a part is late: one that makes progress beats at every other.
const LATE: u8 = 4;
/// Longer than the slowest erase of the flash, during which nothing can run.
const BITE: Duration = Duration::from_millis(1_500);
/// Where the ROM looks for what to do after a restart, and a value that means nothing to it.
const MARK_AT: usize = 4;
const MARK: u32 = 0x6ab7_3121;

#[derive(Clone, Copy)]
pub enum Part {
    App,
    Bus0,
    Bus1,
}

impl Part {
    const ALL: [Self; 3] = [Self::App, Self::Bus0, Self::Bus1];

    fn name(self) -> &'static str {
        match self {
            Self::App => "the game",
            Self::Bus0 => "screens of bus 0",
            Self::Bus1 => "screens of bus 1",
        }
    }
}

/// Not (yet) a part of this board.
const UNWATCHED: u8 = u8::MAX;

/// Looks since the last beat of each part.
static SILENT: [AtomicU8; Part::ALL.len()] = [const { AtomicU8::new(UNWATCHED) }; Part::ALL.len()];

/// The chip's watchdog, held by the knob task.
pub struct Guard(Watchdog);

impl Guard {
    pub fn new(watchdog: Peri<'static, WATCHDOG>) -> Self {
        Self(Watchdog::new(watchdog))
    }

    /// The last run ended because the watchdog had not been fed. The boot ROM restarts the chip by the same timer, after a
    /// new firmware was copied, but does not keep our mark.
    pub fn bit_last_run(&mut self) -> bool {
        self.0.reset_reason() == Some(ResetReason::TimedOut) && self.0.get_scratch(MARK_AT) == MARK
    }

    pub fn start(&mut self) {
        self.0.set_scratch(MARK_AT, MARK);
        chip::start(&mut self.0, BITE);
    }

    /// To be called every [`LOOK`].
    pub fn look(&mut self) {
        for part in Part::ALL {
            let silent = &SILENT[part as usize];
            let looks = silent.load(Ordering::Relaxed);
            if looks == UNWATCHED {
                continue;
            }
            if looks >= PATIENCE {
                crash::end(format_args!("{} stood still", culprit(part).name()));
            }
            silent.store(looks + 1, Ordering::Relaxed);
        }
        self.0.feed(BITE);
    }
}

/// Restarts the whole chip, peripherals included; a reset by the core alone would leave them as they are.
pub fn restart() -> ! {
    // SAFETY: nothing runs after this that could mind.
    chip::reset(&mut Watchdog::new(unsafe { WATCHDOG::steal() }));
    loop {
        cortex_m::asm::nop();
    }
}

/// This part is alive. The first beat puts it under watch.
pub fn beat(part: Part) {
    SILENT[part as usize].store(0, Ordering::Relaxed);
}

/// Who keeps `silent` from beating. A bus may wait for a picture, and the app keeps the drawing task, which is below it, from
/// making one: where the app has stopped as well, it is to blame.
fn culprit(silent: Part) -> Part {
    let app_is_late = SILENT[Part::App as usize].load(Ordering::Relaxed) >= LATE;
    if app_is_late { Part::App } else { silent }
}
