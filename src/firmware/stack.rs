//! Where the stack lies, and how deep it has been: at start, the memory below the stack is painted with a pattern;
//! later, the deepest word without that pattern shows how far the stack has reached.

use core::ptr::addr_of;

/// The pattern: a value that no program would write by chance.
const PAINT: u32 = 0x5a4d_1c97;
/// Bytes below the top of the stack that are painted, more than the stack ever takes.
const PAINTED: usize = 48 * 1024;

unsafe extern "C" {
    /// The top of the stack and its lowest address, as the linker script has them.
    static _stack_start: u32;
    static _stack_end: u32;
}

/// Bytes of the stack below the address `at`; negative if `at` lies beyond the stack's end, where the statics are.
pub fn left_below<T>(at: *const T) -> isize {
    at.addr() as isize - addr_of!(_stack_end) as isize
}

fn top() -> usize {
    addr_of!(_stack_start) as usize
}

/// Paints what the stack has not reached yet. Called once, by `main`.
pub fn paint() {
    let free = top() - PAINTED..cortex_m::register::msp::read() as usize;
    for at in free.step_by(size_of::<u32>()) {
        // SAFETY: between the statics and the stack there is nothing; what an interrupt pushes here is popped again.
        unsafe { (at as *mut u32).write_volatile(PAINT) };
    }
}

/// The most bytes that the stack has taken since [`paint`] was called. The search takes a millisecond. Not inlined, so
/// that its code is in flash only once.
#[inline(never)]
pub fn deepest() -> usize {
    let mut words = (top() - PAINTED..top()).step_by(size_of::<u32>());
    // SAFETY: this is the stack, or painted.
    let painted = |&at: &usize| unsafe { (at as *const u32).read_volatile() } == PAINT;
    words.find(|at| !painted(at)).map_or(0, |at| top() - at)
}
