//! A line for people with a probe; nothing at all without the feature `log`.

#[cfg(feature = "log")]
use defmt_rtt as _;

macro_rules! line {
    ($($part:tt)*) => {{
        #[cfg(feature = "log")]
        defmt::info!($($part)*);
    }};
}
pub(crate) use line;
