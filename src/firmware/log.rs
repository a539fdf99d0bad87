//! What a probe's log shows; nothing at all without the feature `log`. None of it can be a vote.

use boards::device::Viewer;
#[cfg(feature = "log")]
use defmt_rtt as _;

/// Writes a line to the log. Without the feature `log`, its arguments are not even computed.
macro_rules! line {
    ($level:ident, $($argument:expr),+) => {{
        #[cfg(feature = "log")]
        defmt::$level!($($argument),+);
        #[cfg(not(feature = "log"))]
        let _ = || ($($argument),+);
    }};
}

pub fn start(last_words: Option<&str>) {
    match last_words {
        Some(words) => line!(warn, "started; the last run ended with: {=str}", words),
        None => line!(info, "started"),
    }
}

/// Logs that this run has crashed. The next start shows `words`.
pub fn crash(words: &str) {
    line!(error, "crashed: {=str}", words);
}

pub fn screen(viewer: Viewer, there: bool) {
    match viewer {
        Viewer::Shared => line!(info, "the shared screen is there: {=bool}", there),
        Viewer::Seat(seat) => line!(info, "the screen of seat {=u8} is there: {=bool}", seat + 1, there),
    }
}

pub fn chain(whole: bool) {
    line!(warn, "the register chain is whole: {=bool}", whole);
}

/// Logs that samples of the contacts were overwritten before they were read.
pub fn ring_overran() {
    line!(warn, "contacts were sampled faster than they were read");
}

pub fn saved(well: bool) {
    line!(debug, "saved: {=bool}", well);
}

/// Logs that a number was drawn too late for its tick, for the `count`th time.
pub fn overrun(count: u32) {
    line!(warn, "frames that overran: {=u32}", count);
}
