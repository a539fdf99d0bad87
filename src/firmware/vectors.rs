//! The interrupt table in RAM. The chip's library keeps the pins' interrupt for itself and spends hundreds of cycles
//! in it; the knobs need it bare. In RAM the entry can be replaced, and no interrupt waits for flash to find its way.

use core::cell::UnsafeCell;

use cortex_m::peripheral::SCB;
use embassy_rp::interrupt::Interrupt;

/// What the core itself raises, before the chip's interrupts.
const EXCEPTIONS: usize = 16;
const LENGTH: usize = EXCEPTIONS + 32;

#[repr(C, align(256))]
struct Table(UnsafeCell<[u32; LENGTH]>);

// SAFETY: written only by `replace`, while interrupts are off.
unsafe impl Sync for Table {}

static TABLE: Table = Table(UnsafeCell::new([0; LENGTH]));

/// Lets `handler` serve `interrupt`, whatever the image says.
pub fn replace(interrupt: Interrupt, handler: extern "C" fn()) {
    critical_section::with(|_| {
        let table = TABLE.0.get().cast::<u32>();
        // SAFETY: the table in the image has this length too, and with interrupts off nobody reads ours half-way.
        unsafe {
            let scb = &*SCB::PTR;
            let now = scb.vtor.read();
            if now != table as u32 {
                core::ptr::copy_nonoverlapping(now as *const u32, table, LENGTH);
            }
            table.add(EXCEPTIONS + interrupt as usize).write_volatile(handler as usize as u32);
            scb.vtor.write(table as u32);
        }
        cortex_m::asm::dsb();
    });
}
