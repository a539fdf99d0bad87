//! Deliberate faults and a count of clicks, for tests on the emulated Pico. Without the feature `test-hooks` this
//! module is empty.

use dixit_dials::dial::Input;

use super::drivers::flash::Flash;

#[cfg(feature = "test-hooks")]
mod armed {
    use core::sync::atomic::{AtomicU32, Ordering};

    use dixit_dials::dial::MAX_KNOBS;

    /// Written by the test: 1 panics in the game task, 2 to 4 stall a task, 5 reads an unmapped address, 6 overflows
    /// the stack, 9 loops with interrupts off, 10 draws random numbers.
    #[unsafe(no_mangle)]
    pub static TEST_HOOK: AtomicU32 = AtomicU32::new(0);

    /// Read by the bench: clicks that the game received, to the right and to the left, by knob. Only the game task
    /// writes.
    #[unsafe(no_mangle)]
    pub static TEST_TURNED: [[AtomicU32; 2]; MAX_KNOBS] = [const { [const { AtomicU32::new(0) }; 2] }; MAX_KNOBS];

    /// Random words chosen by the test, drawn before any others: first [`NO_WORDS`] plus their number, then the words.
    /// They are not cleared at start, since some are drawn during start-up; after power-up the memory holds noise.
    #[unsafe(no_mangle)]
    #[unsafe(link_section = ".uninit.test_words")]
    pub static TEST_WORDS: [AtomicU32; 33] = [const { AtomicU32::new(0) }; 33];

    /// How often each number was drawn: as the first after a seed, and in all.
    #[unsafe(no_mangle)]
    pub static TEST_DRAWN: [[AtomicU32; DRAWN_BELOW as usize]; 2] =
        [const { [const { AtomicU32::new(0) }; DRAWN_BELOW as usize] }; 2];
    pub const DRAWN_BELOW: u8 = 12;

    /// Flash operations to stress the knobs: the lower half is the pause between two operations in milliseconds; if the
    /// upper half is n, every nth operation is an erase.
    #[unsafe(no_mangle)]
    pub static TEST_FLASH: AtomicU32 = AtomicU32::new(0);

    const NO_WORDS: u32 = 0x776f_7200;

    pub fn next_word() -> Option<u32> {
        let [count, words @ ..] = &TEST_WORDS;
        let left = count.load(Ordering::Relaxed).checked_sub(1)?;
        if !(NO_WORDS..NO_WORDS + words.len() as u32).contains(&left) {
            return None;
        }
        count.store(left, Ordering::Relaxed);
        // The words after the one taken move up and zeros fill the end. Only one task runs this on a core without
        // atomic exchange.
        Some(words.iter().rev().fold(0, |behind, word| {
            let before = word.load(Ordering::Relaxed);
            word.store(behind, Ordering::Relaxed);
            before
        }))
    }

    /// Recurses deeper than any stack; the compiler must not turn it into a loop.
    pub fn overflow(depth: u32) -> u32 {
        let held = core::hint::black_box([depth; 8]);
        match depth {
            u32::MAX => 0,
            _ => overflow(depth + 1) ^ core::hint::black_box(held)[0],
        }
    }

    pub fn asked(what: u32) -> bool {
        TEST_HOOK.load(Ordering::Relaxed) == what
    }
}

/// Called by the game task on every event.
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
        if armed::asked(6) {
            armed::overflow(0);
        }
        while armed::asked(2) {}
        if armed::asked(9) {
            cortex_m::interrupt::disable();
            loop {
                cortex_m::asm::nop();
            }
        }
    }
}

/// The next random word chosen by the test.
pub fn chosen_word() -> Option<u32> {
    #[cfg(feature = "test-hooks")]
    if let Some(word) = armed::next_word() {
        return Some(word);
    }
    None
}

/// While a test asks for it, seeds a generator again and again and draws twenty numbers from each seed.
pub async fn draw() {
    #[cfg(feature = "test-hooks")]
    while armed::asked(10) {
        use core::sync::atomic::Ordering::Relaxed;
        use embassy_time::Instant;
        let mut random = super::random::Random::new(super::chip::oscillator_bits().await);
        let [first, any] = &armed::TEST_DRAWN;
        for nth in 0..20 {
            super::tasks::watchdog::beat(super::tasks::watchdog::Part::App);
            random.stir(Instant::now().as_micros() as u32);
            let number = usize::from(dixit_dials::voting::below(&mut random, armed::DRAWN_BELOW));
            for counts in [(nth == 0).then_some(first), Some(any)].into_iter().flatten() {
                counts[number].store(counts[number].load(Relaxed) + 1, Relaxed);
            }
        }
    }
}

/// Called by the screens task of a bus whenever it wakes.
pub async fn bus(id: u8) {
    #[cfg(feature = "test-hooks")]
    if armed::asked(3 + u32::from(id)) {
        // Stall without blocking other tasks.
        core::future::pending::<()>().await;
    }
    #[cfg(not(feature = "test-hooks"))]
    let _ = id;
}

/// Called by the game task for every input of a knob.
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

/// Waits until the test wants a flash operation. Returns true for an erase. Called by the storage task.
pub async fn flash_is_due() -> bool {
    #[cfg(feature = "test-hooks")]
    {
        use core::sync::atomic::Ordering::Relaxed;
        use embassy_time::Timer;
        static COUNT: core::sync::atomic::AtomicU32 = core::sync::atomic::AtomicU32::new(0);
        loop {
            let (pause, erase_every) = match armed::TEST_FLASH.load(Relaxed) {
                0 => (100, 0),
                asked => (asked & 0xffff, asked >> 16),
            };
            Timer::after_millis(pause.into()).await;
            if armed::TEST_FLASH.load(Relaxed) != 0 {
                let count = COUNT.load(Relaxed) + 1;
                COUNT.store(count, Relaxed);
                // If `erase_every` is 0, nothing is erased: zero has no multiples but zero.
                return count.is_multiple_of(erase_every);
            }
        }
    }
    #[cfg(not(feature = "test-hooks"))]
    core::future::pending().await
}

/// Programs or erases the sector below the saved game. Called by the storage task.
pub async fn stress(flash: &mut Flash, erase: bool) {
    #[cfg(feature = "test-hooks")]
    {
        use embassy_rp::flash::{ERASE_SIZE, PAGE_SIZE};
        use embedded_storage_async::nor_flash::NorFlash;
        let sector = super::drivers::flash::range().start - ERASE_SIZE as u32;
        let _ = match erase {
            true => flash.erase(sector, sector + ERASE_SIZE as u32).await,
            false => flash.write(sector, &[0; PAGE_SIZE]).await,
        };
    }
    #[cfg(not(feature = "test-hooks"))]
    let _ = (flash, erase);
}
