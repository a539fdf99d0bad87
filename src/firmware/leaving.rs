//! When what was drawn leaves the device. How long drawing takes depends on what is drawn; this is the one place that keeps
//! it from showing: a number or a picture leaves a fixed time after its cause, and has the bus for a fixed time.

use dixit_dials::board::Secrecy;
use dixit_dials::screen::Update;
use dixit_dials::screen::difference::Window;
use embassy_time::{Duration, Instant, Timer};

use super::board::BOARD;
use super::flash;

/// A number leaves this long after the contact that turned it, or after what went before it on its bus, and a picture this
/// long for each of its pages: longer than it takes to draw them, which depends on what is drawn. So what is seen of the
/// bus, or of a screen from the side, tells nothing of a number. Measured on the emulated chip, from the contact on: a
/// number at most 1.48 ms, with three knobs turned at once, which leaves a real chip, whose flash is slower than the emulated
/// one's, a quarter more; the picture that goes round 8.4 ms; a seat's picture, which is
/// drawn after the shared one, 13.1 ms, and up to 20 with a compiler that looks only for size: with less than 18 for it,
/// numbers were then 0.3 ms apart.
const NUMBER_LEAVES: Duration = Duration::from_micros(if BOARD.seat_screens { 1_900 } else { 1_500 });
const PAGE_LEAVES: Duration = Duration::from_micros(if BOARD.seat_screens { 1_500 } else { 1_400 });
/// So little after its moment is as good as in time.
const ON_TIME: Duration = Duration::from_micros(200);
/// How much later leaves what was drawn too late: far more than the times of drawing two numbers differ by.
const LATER: Duration = Duration::from_millis(6);
/// What it takes at most to open the way to another screen, over two switches.
const OPENING: Duration = Duration::from_micros(250);
/// A byte on a bus of 400 kHz, and what its address and a knob that is read meanwhile may add to a block of them.
const BYTE: Duration = Duration::from_micros(24);
const SLACK: Duration = Duration::from_micros(500);
/// Where seats have screens, one of those and the shared one may have to be drawn at once.
const PAGES_AT_ONCE: u32 = if BOARD.seat_screens { 8 + 4 } else { 8 };

/// When the way to a screen is opened, before what is drawn for it leaves: at a moment that does not depend on that.
pub fn opens_at(since: Instant, done: Instant) -> Instant {
    match BOARD.secrecy {
        Secrecy::Ring { .. } => since,
        _ => since.max(flash::last_stop()).max(done) + (NUMBER_LEAVES - OPENING),
    }
}

/// Until the moment at which a drawn update may leave. Drawing stands still while the flash is written, so its time counts
/// anew from then on, also for one that was drawn before: when it was done depends on what was drawn. For the same reason
/// one that was drawn too late, since another picture was being drawn first, leaves a whole step later.
pub async fn wait_to_leave(update: Update, pages: usize, since: Instant, done: Instant) -> Instant {
    if nothing_to_hide(update) {
        return since;
    }
    loop {
        let in_time = leaves_at(update, pages, since.max(flash::last_stop()), done);
        let late = Instant::now().saturating_duration_since(in_time + ON_TIME);
        let leaves = in_time + LATER * late.as_micros().div_ceil(LATER.as_micros()) as u32;
        if Instant::now() >= leaves {
            return leaves;
        }
        Timer::at(leaves).await;
    }
}

/// No screen shows anything secret, or this one does not and no other is drawn beside it.
fn nothing_to_hide(update: Update) -> bool {
    matches!((BOARD.secrecy, update), (Secrecy::Ring { .. }, _) | (Secrecy::Pass, Update::Changes(_)))
}

/// When a picture or a number may leave whose moment this is, on a bus that was done then.
fn leaves_at(update: Update, pages: usize, since: Instant, done: Instant) -> Instant {
    if update.within() == Window::all(pages) {
        (since + PAGE_LEAVES * PAGES_AT_ONCE).max(done + PAGE_LEAVES * pages as u32)
    } else {
        since.max(done) + NUMBER_LEAVES
    }
}

/// What is sent whole has the bus for a time that does not depend on what else happens meanwhile, so that what follows it
/// leaves at the same moment too. What is not, is no secret.
pub fn time_of(update: Update) -> Duration {
    match update {
        Update::Whole(block) => SLACK + BYTE * block.bytes() as u32,
        Update::Changes(_) => Duration::MIN,
    }
}
