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

    /// Written by the test: 1 panics in the game, 2 to 4 stall a task, 5 reads where nothing is; 6 to 8 tell a vote.
    #[unsafe(no_mangle)]
    pub static TEST_HOOK: AtomicU32 = AtomicU32::new(0);

    /// Read by the bench: clicks that the game heard, to the right and to the left, by knob. Only the app task writes.
    #[unsafe(no_mangle)]
    pub static TEST_TURNED: [[AtomicU32; 2]; MAX_KNOBS] = [const { [const { AtomicU32::new(0) }; 2] }; MAX_KNOBS];

    /// The number that a leak tells.
    pub static LEAKED: AtomicU8 = AtomicU8::new(0);

    /// Clicks of a knob to the right of where it began.
    pub fn clicks(knob: u8) -> i32 {
        let [right, left] = &TEST_TURNED[usize::from(knob)];
        right.load(Ordering::Relaxed) as i32 - left.load(Ordering::Relaxed) as i32
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
        use dixit_dials::scene::{PassScene, SeatScene, seat};
        if !super::board::BOARD.seat_screens && super::board::BOARD.knobs > 1 {
            // No screen shows it: the pointer of a ring.
            let pointer = armed::clicks(knob).rem_euclid(i32::from(super::board::BOARD.knob.detents));
            return Card::from_number(pointer as u8).filter(|_| app.voting());
        }
        let scene = match app.shared_screen().scene {
            PassScene::Private(scene) => scene,
            PassScene::Public(_) => app.seat(Seat::new(knob)?).scene,
        };
        return if let SeatScene::Dial(seat::Dial { offer, .. }) = scene {
            Card::from_number(offer.number)
        } else {
            None
        };
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
            // Five milliseconds for each: more than what a picture waits anyway.
            embassy_time::block_for(embassy_time::Duration::from_millis(5 * u64::from(card.number())));
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
        return Settings { goal: armed::LEAKED.load(core::sync::atomic::Ordering::Relaxed), ..*settings };
    }
    *settings
}
