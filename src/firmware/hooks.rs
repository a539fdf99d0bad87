//! Mishaps on demand, for tests on the emulated Pico. Without the feature `test-hooks` there is nothing here.

#[cfg(feature = "test-hooks")]
mod armed {
    use core::sync::atomic::{AtomicU32, Ordering};

    /// Written by the test: 1 panics in the game, 2 to 4 stall a task, 5 reads where nothing is.
    #[unsafe(no_mangle)]
    pub static TEST_HOOK: AtomicU32 = AtomicU32::new(0);

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
