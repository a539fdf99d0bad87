//! Mishaps on demand and a count of clicks, for tests on the emulated Pico. Without the feature `test-hooks` there is
//! nothing here.

use dixit_dials::dial::Input;

#[cfg(feature = "test-hooks")]
mod armed {
    use core::sync::atomic::{AtomicU32, Ordering};

    use dixit_dials::dial::MAX_KNOBS;

    /// Written by the test: 1 panics in the game, 2 to 4 stall a task, 5 reads where nothing is.
    #[unsafe(no_mangle)]
    pub static TEST_HOOK: AtomicU32 = AtomicU32::new(0);

    /// Read by the bench: clicks that the game heard, to the right and to the left, by knob. Only the game task writes.
    #[unsafe(no_mangle)]
    pub static TEST_TURNED: [[AtomicU32; 2]; MAX_KNOBS] = [const { [const { AtomicU32::new(0) }; 2] }; MAX_KNOBS];

    pub fn asked(what: u32) -> bool {
        TEST_HOOK.load(Ordering::Relaxed) == what
    }
}

/// Called by the game task whenever it wakes.
pub fn game() {
    #[cfg(feature = "test-hooks")]
    {
        if armed::asked(1) {
            panic!("on purpose");
        }
        if armed::asked(5) {
            // SAFETY: unsound on purpose: it faults.
            unsafe { core::ptr::read_volatile(0xf000_0001 as *const u32) };
        }
        while armed::asked(2) {}
    }
}

/// Called by the task of bus `id` whenever it wakes.
pub async fn bus(id: u8) {
    #[cfg(feature = "test-hooks")]
    if armed::asked(3 + u32::from(id)) {
        // Stuck without holding up anybody else.
        core::future::pending::<()>().await;
    }
    #[cfg(not(feature = "test-hooks"))]
    let _ = id;
}

/// Called by the game task for everything that a knob did.
pub fn heard(input: Input) {
    #[cfg(feature = "test-hooks")]
    if let Input::Turned { knob, by } = input {
        use core::sync::atomic::Ordering::Relaxed;
        let counts = &armed::TEST_TURNED[usize::from(knob)];
        let count = &counts[usize::from(by < 0)];
        count.store(count.load(Relaxed).wrapping_add(by.unsigned_abs().into()), Relaxed);
    }
    #[cfg(not(feature = "test-hooks"))]
    let _ = input;
}
