//! Who may keep whom waiting. Each executor runs in an interrupt of its own priority, so that nothing below delays what is
//! above: the knobs, then screens that may show a number, then screens that show everybody the same, then the app and its
//! sounds. A number is sent as it is, while finding what has changed in a picture takes long enough to leave a gap in what
//! goes to another screen. Drawing, which takes longest and as long as the number wants, is left to the main thread.

use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_rp::interrupt;
use embassy_rp::interrupt::{InterruptExt, Priority};

static KNOBS: InterruptExecutor = InterruptExecutor::new();
static SECRET_SCREENS: InterruptExecutor = InterruptExecutor::new();
static PUBLIC_SCREENS: InterruptExecutor = InterruptExecutor::new();
static APP: InterruptExecutor = InterruptExecutor::new();

// SAFETY of all: each is the interrupt that its executor was started on.
#[interrupt]
unsafe fn SWI_IRQ_1() {
    unsafe { KNOBS.on_interrupt() }
}

#[interrupt]
unsafe fn SWI_IRQ_2() {
    unsafe { SECRET_SCREENS.on_interrupt() }
}

#[interrupt]
unsafe fn SWI_IRQ_3() {
    unsafe { PUBLIC_SCREENS.on_interrupt() }
}

#[interrupt]
unsafe fn SWI_IRQ_4() {
    unsafe { APP.on_interrupt() }
}

/// At the same priority as the interrupts of the chip's drivers, which are as short as a sample of the knobs.
pub fn knobs() -> SendSpawner {
    // The driver gives an edge the app's priority: a hand that begins to turn would wait for the app and the screens.
    interrupt::IO_IRQ_BANK0.set_priority(Priority::P0);
    interrupt::SWI_IRQ_1.set_priority(Priority::P0);
    KNOBS.start(interrupt::SWI_IRQ_1)
}

pub fn secret_screens() -> SendSpawner {
    interrupt::SWI_IRQ_2.set_priority(Priority::P1);
    SECRET_SCREENS.start(interrupt::SWI_IRQ_2)
}

pub fn public_screens() -> SendSpawner {
    interrupt::SWI_IRQ_3.set_priority(Priority::P2);
    PUBLIC_SCREENS.start(interrupt::SWI_IRQ_3)
}

pub fn app() -> SendSpawner {
    interrupt::SWI_IRQ_4.set_priority(Priority::P3);
    APP.start(interrupt::SWI_IRQ_4)
}
