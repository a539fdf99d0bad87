//! The tasks. The game task and the storage task share the main thread; everything that serves a wire or a timer runs
//! on one interrupt executor above them, so that a long drawing never delays a transfer.

mod bench;
pub mod computer;
pub mod game;
mod lane;
pub mod no_board;
mod parts;
mod pictures;
pub mod screens;
pub mod sound;
pub mod storage;
pub mod usb;
pub mod watchdog;

use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_rp::interrupt;
use embassy_rp::interrupt::{InterruptExt, Priority};

static ABOVE: InterruptExecutor = InterruptExecutor::new();

// SAFETY: the interrupt that the executor was started on.
#[interrupt]
unsafe fn SWI_IRQ_1() {
    unsafe { ABOVE.on_interrupt() }
}

/// Starts the executor of the tasks that run above the main thread.
pub fn above_main() -> SendSpawner {
    interrupt::SWI_IRQ_1.set_priority(Priority::P2);
    ABOVE.start(interrupt::SWI_IRQ_1)
}
