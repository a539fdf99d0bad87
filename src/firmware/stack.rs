//! Where the stack lies, and how deep it has been: what lies below it is painted at start, and the deepest word that lost
//! its paint is found again later.

use core::ptr::addr_of;

/// Nothing that a program would write by chance.
const PAINT: u32 = 0x5a4d_1c97;
/// Bytes below the top that are painted, more than any run takes.
const PAINTED: usize = 48 * 1024;

unsafe extern "C" {
    /// The top of the stack and its lowest address, as the linker script has them.
    static _stack_start: u32;
    static _stack_end: u32;
}

/// Bytes of the stack below this address; negative if it lies beyond the stack's end, where the statics are.
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
        // SAFETY: between the statics and the stack there is nothing; what an interrupt has pushed here is popped again.
        unsafe { (at as *mut u32).write_volatile(PAINT) };
    }
}

/// Bytes that the stack has taken at most since then. Takes a millisecond. Not inlined, to be in flash once.
#[inline(never)]
pub fn deepest() -> usize {
    let mut words = (top() - PAINTED..top()).step_by(size_of::<u32>());
    // SAFETY: this is the stack, or painted.
    let painted = |&at: &usize| unsafe { (at as *const u32).read_volatile() } == PAINT;
    words.find(|at| !painted(at)).map_or(0, |at| top() - at)
}
