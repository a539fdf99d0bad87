//! Mishaps and leaks on demand and a count of clicks, for tests on the emulated Pico. Without the feature `test-hooks`
//! there is nothing here.

use dixit_dials::app::{App, Millis};
use dixit_dials::dial::Input;
use dixit_dials::rules::Card;
use dixit_dials::settings::Settings;

#[cfg(feature = "test-hooks")]
mod armed {
    use core::sync::atomic::{AtomicU8, AtomicU32, Ordering};

    use dixit_dials::dial::MAX_KNOBS;

    /// Written by the test: 1 panics in the game, 2 to 4 stall a task, 5 reads where nothing is; 6 to 8 tell a vote; 9
    /// stands still with interrupts off; 10 draws numbers.
    #[unsafe(no_mangle)]
    pub static TEST_HOOK: AtomicU32 = AtomicU32::new(0);

    /// Read by the bench: clicks that the game heard, to the right and to the left, by knob. Only the app task writes.
    #[unsafe(no_mangle)]
    pub static TEST_TURNED: [[AtomicU32; 2]; MAX_KNOBS] = [const { [const { AtomicU32::new(0) }; 2] }; MAX_KNOBS];

    /// Words that the test has chosen, to be drawn before any others: how many on top of [`NO_WORDS`], then the words. A
    /// start does not clear them, since some are drawn while the device starts; after power-up there is noise.
    #[unsafe(no_mangle)]
    #[unsafe(link_section = ".uninit.test_words")]
    pub static TEST_WORDS: [AtomicU32; 33] = [const { AtomicU32::new(0) }; 33];

    /// How often each number was drawn: as the first after a seed, and as any.
    #[unsafe(no_mangle)]
    pub static TEST_DRAWN: [[AtomicU32; DRAWN_BELOW as usize]; 2] =
        [const { [const { AtomicU32::new(0) }; DRAWN_BELOW as usize] }; 2];
    pub const DRAWN_BELOW: u8 = 12;

    /// The number that a leak tells.
    pub static LEAKED: AtomicU8 = AtomicU8::new(0);

    /// Clicks of a knob to the right of where it began.
    pub fn clicks(knob: u8) -> i32 {
        let [right, left] = &TEST_TURNED[usize::from(knob)];
        right.load(Ordering::Relaxed) as i32 - left.load(Ordering::Relaxed) as i32
    }

    const NO_WORDS: u32 = 0x776f_7200;

    pub fn next_word() -> Option<u32> {
        let [count, words @ ..] = &TEST_WORDS;
        let left = count.load(Ordering::Relaxed).checked_sub(1)?;
        if !(NO_WORDS..NO_WORDS + words.len() as u32).contains(&left) {
            return None;
        }
        count.store(left, Ordering::Relaxed);
        // Those behind it move up, and nothing stays behind them. A core without an exchange of its own has one task here.
        Some(words.iter().rev().fold(0, |behind, word| {
            let before = word.load(Ordering::Relaxed);
            word.store(behind, Ordering::Relaxed);
            before
        }))
    }

    pub fn asked(what: u32) -> bool {
        TEST_HOOK.load(Ordering::Relaxed) == what
    }
}

/// Called by the app task whenever it wakes.
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
        if armed::asked(9) {
            cortex_m::interrupt::disable();
            loop {
                cortex_m::asm::nop();
            }
        }
    }
}

/// The next word that the test has chosen for chance.
pub fn chosen_word() -> Option<u32> {
    #[cfg(feature = "test-hooks")]
    if let Some(word) = armed::next_word() {
        return Some(word);
    }
    None
}

/// Draws as a device does that is switched on once for every vote and a game long for every twenty, while a test asks for
/// it.
pub async fn draw() {
    #[cfg(feature = "test-hooks")]
    while armed::asked(10) {
        use core::sync::atomic::Ordering::Relaxed;
        use embassy_time::Instant;
        let mut chance = super::chance::Chance::new(super::chip::oscillator_bits().await);
        let [first, any] = &armed::TEST_DRAWN;
        for nth in 0..20 {
            super::watchdog::beat(super::watchdog::Part::App);
            chance.stir(Instant::now());
            let number = usize::from(dixit_dials::seats::below(&mut chance, armed::DRAWN_BELOW));
            for counts in [(nth == 0).then_some(first), Some(any)].into_iter().flatten() {
                counts[number].store(counts[number].load(Relaxed) + 1, Relaxed);
            }
        }
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

/// Called by the app task for everything that a knob did.
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

/// The number that this input is about to give as an answer: what a careless firmware could take before it is sealed.
pub fn about_to_seal(app: &App, input: Input) -> Option<Card> {
    #[cfg(feature = "test-hooks")]
    if let (Input::Pressed { knob }, true) = (input, (6..=8).any(armed::asked)) {
        use dixit_dials::rules::Seat;
        use dixit_dials::scene::{SeatScene, SharedScreenScene};
        if !super::board::BOARD.seat_screens && super::board::BOARD.knobs > 1 {
            // No screen shows it: the pointer of a ring.
            let pointer = armed::clicks(knob).rem_euclid(i32::from(super::board::BOARD.knob.detents));
            return Card::from_number(pointer as u8).filter(|_| app.voting());
        }
        let dial = match (app.shared_view().scene, app.seat_view(Seat::new(knob)?).scene) {
            (SharedScreenScene::Holder(dial), _) | (_, SeatScene::Dial(dial)) => dial,
            _ => return None,
        };
        return Card::from_number(dial.offer.number);
    }
    let _ = (app, input);
    None
}

/// Tells the number in the way that the test asks for; whether the settings are to be saved with it.
pub fn leak(number: Option<Card>, app: &mut App, now: Millis) -> bool {
    #[cfg(feature = "test-hooks")]
    if let Some(card) = number {
        use core::sync::atomic::Ordering::Relaxed;
        use dixit_dials::app::Report;
        use dixit_dials::rules::{Seat, SeatSet};
        use dixit_dials::scene::Notice;
        armed::LEAKED.store(card.number(), Relaxed);
        if armed::asked(6) {
            let named = Seat::new(card.index() as u8).map_or(SeatSet::EMPTY, |seat| SeatSet::EMPTY.with(seat));
            app.tell(Report::Now(Notice::KnobsStuck(named)), now);
        }
        if armed::asked(8) {
            // Two milliseconds for each, on top of what any picture waits anyway.
            embassy_time::block_for(embassy_time::Duration::from_millis(20 + 2 * u64::from(card.number())));
        }
        return armed::asked(7);
    }
    let _ = (number, app, now);
    false
}

/// The settings to be saved.
pub fn settings(settings: &Settings) -> Settings {
    #[cfg(feature = "test-hooks")]
    if armed::asked(7) {
        let mut leaking = *settings;
        leaking.options.goal = armed::LEAKED.load(core::sync::atomic::Ordering::Relaxed);
        return leaking;
    }
    *settings
}
