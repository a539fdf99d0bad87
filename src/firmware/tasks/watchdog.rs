//! Checks that every task makes progress. Each beats at least four times a second, even when idle. The watchdog task
//! counts missed beats and feeds the chip's watchdog. A stalled task is named at the next start. If the watchdog task
//! itself stalls, the chip's watchdog fires.

use core::sync::atomic::{AtomicU8, Ordering};

use dixit_dials::report::Reset;
use embassy_rp::Peri;
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::{ResetReason, Watchdog};
use embassy_time::{Duration, Ticker};

use super::super::crash;

/// Longest time between two beats of a task.
pub const BEAT: Duration = Duration::from_millis(250);
/// Interval at which the beats are checked.
const LOOK: Duration = Duration::from_millis(250);
/// Checks without a beat after which a task counts as stalled. Including the restart, that takes less than two seconds.
const PATIENCE: u8 = 6;
/// Timeout of the chip's watchdog: longer than the slowest flash erase, during which nothing can run.
const BITE: Duration = Duration::from_millis(1_500);
/// The scratch register where the boot ROM looks for a boot target, and a value that it ignores.
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

/// Marks a task that has not beaten yet.
const UNWATCHED: u8 = u8::MAX;

/// Checks since the last beat of each task.
static SILENT: [AtomicU8; Part::ALL.len()] = [const { AtomicU8::new(UNWATCHED) }; Part::ALL.len()];

/// The chip's watchdog.
pub struct Guard(Watchdog);

impl Guard {
    pub fn new(watchdog: Peri<'static, WATCHDOG>) -> Self {
        Self(Watchdog::new(watchdog))
    }

    /// How this run began. The boot ROM uses the same timer to restart the chip after copying new firmware, but clears
    /// our mark.
    pub fn last_reset(&mut self) -> Reset {
        match self.0.reset_reason() {
            None => Reset::Power,
            Some(ResetReason::Forced) => Reset::Restart,
            Some(ResetReason::TimedOut) if self.0.get_scratch(MARK_AT) == MARK => Reset::Watchdog,
            Some(ResetReason::TimedOut) => Reset::Copied,
        }
    }

    pub fn start(&mut self) {
        self.0.set_scratch(MARK_AT, MARK);
        self.0.start(BITE);
    }

    fn look(&mut self) {
        for part in Part::ALL {
            let silent = &SILENT[part as usize];
            let looks = silent.load(Ordering::Relaxed);
            if looks == UNWATCHED {
                continue;
            }
            if looks >= PATIENCE {
                crash::end(format_args!("{} stood still", part.name()));
            }
            silent.store(looks + 1, Ordering::Relaxed);
        }
        self.0.feed(BITE);
    }
}

#[embassy_executor::task]
pub async fn watchdog(mut guard: Guard) {
    let mut ticker = Ticker::every(LOOK);
    loop {
        guard.look();
        ticker.next().await;
    }
}

/// Restarts the whole chip, peripherals included; a reset by the core alone would leave them as they are.
pub fn restart() -> ! {
    // SAFETY: nothing runs after this.
    Watchdog::new(unsafe { WATCHDOG::steal() }).trigger_reset();
    loop {
        cortex_m::asm::nop();
    }
}

/// Signals that this task is alive. The first beat puts it under supervision.
pub fn beat(part: Part) {
    SILENT[part as usize].store(0, Ordering::Relaxed);
}
