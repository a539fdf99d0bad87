//! What a probe's log shows; nothing at all without the feature `log`.

use boards::device::Viewer;
#[cfg(feature = "log")]
use defmt_rtt as _;

pub fn start(last_words: Option<&str>) {
    #[cfg(feature = "log")]
    match last_words {
        Some(words) => defmt::warn!("started; the last run ended with: {=str}", words),
        None => defmt::info!("started"),
    }
    #[cfg(not(feature = "log"))]
    let _ = last_words;
}

pub fn screen(viewer: Viewer, there: bool) {
    #[cfg(feature = "log")]
    match viewer {
        Viewer::Shared => defmt::info!("the shared screen is there: {=bool}", there),
        Viewer::Seat(seat) => defmt::info!("the screen of seat {=u8} is there: {=bool}", seat + 1, there),
    }
    #[cfg(not(feature = "log"))]
    let _ = (viewer, there);
}
