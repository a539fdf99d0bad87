//! Faults on the real firmware of every board on the emulated Pico: power, screens, buses, chain, knobs, and the
//! firmware itself. The library's app beside it defines what every screen must show, and a game without faults defines
//! the totals. `DIXIT_FULL` sets a large dose.

pub mod crashes;
mod cuts;
mod hour;
pub mod parts;
mod plan;
pub mod table;
mod traps;

use std::sync::LazyLock;

use testkit::{
    emulator,
    image::{self, Image},
};

static IMAGES: LazyLock<Vec<Image>> = LazyLock::new(|| {
    emulator::prepare().unwrap();
    image::build_all(&chosen()).unwrap()
});

/// The firmware of the chosen boards with hooks for deliberate crashes.
static HOOKED: LazyLock<Vec<Image>> = LazyLock::new(|| {
    emulator::prepare().unwrap();
    chosen().iter().map(|board| image::build_with_hooks(board).unwrap()).collect()
});

/// All boards, or the one that `DIXIT_BOARD` names.
fn chosen() -> Vec<String> {
    image::chosen(std::env::var("DIXIT_BOARD").ok().as_deref()).unwrap()
}

/// Returns `full` in the full run, `usual` otherwise.
fn dose<T>(usual: T, full: T) -> T {
    if std::env::var_os("DIXIT_FULL").is_some() { full } else { usual }
}
