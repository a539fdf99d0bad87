//! Who may keep whom waiting. Each executor runs in an interrupt of its own priority, so that nothing below delays what is
//! above: the knobs, then the app, its sounds and screens that show everybody the same, then screens that may show a
//! number. Drawing is left to the main thread.

use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_rp::interrupt;
use embassy_rp::interrupt::{InterruptExt, Priority};

static KNOBS: InterruptExecutor = InterruptExecutor::new();
static APP: InterruptExecutor = InterruptExecutor::new();
static SCREENS: InterruptExecutor = InterruptExecutor::new();

// SAFETY of all three: each is the interrupt that its executor was started on.
#[interrupt]
unsafe fn SWI_IRQ_1() {
    unsafe { KNOBS.on_interrupt() }
}

#[interrupt]
unsafe fn SWI_IRQ_2() {
    unsafe { APP.on_interrupt() }
}

#[interrupt]
unsafe fn SWI_IRQ_3() {
    unsafe { SCREENS.on_interrupt() }
}

/// Below the interrupts of the chip's drivers, which wake it.
pub fn knobs() -> SendSpawner {
    interrupt::SWI_IRQ_1.set_priority(Priority::P1);
    KNOBS.start(interrupt::SWI_IRQ_1)
}

pub fn app() -> SendSpawner {
    interrupt::SWI_IRQ_2.set_priority(Priority::P2);
    APP.start(interrupt::SWI_IRQ_2)
}

pub fn screens() -> SendSpawner {
    interrupt::SWI_IRQ_3.set_priority(Priority::P3);
    SCREENS.start(interrupt::SWI_IRQ_3)
}
