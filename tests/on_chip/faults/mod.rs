//! What may go wrong on a table, done to the real firmware of every board on the emulated Pico: the plug, the screens,
//! the buses, the chain, the knobs, the program itself. The library's app beside it says what every screen has to
//! show, and a game without mishaps says what the totals have to be. With `DIXIT_FULL` each dose is a large one.

mod crashes;
mod cuts;
mod hour;
mod parts;
mod plan;
mod table;
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

/// The same with a way to crash on purpose.
static HOOKED: LazyLock<Vec<Image>> = LazyLock::new(|| {
    emulator::prepare().unwrap();
    chosen().iter().map(|board| image::build_with_hooks(board).unwrap()).collect()
});

/// All boards, or the one that `DIXIT_BOARD` names.
fn chosen() -> Vec<String> {
    image::chosen(std::env::var("DIXIT_BOARD").ok().as_deref()).unwrap()
}

/// What takes long is done in the full run only.
fn dose<T>(usual: T, full: T) -> T {
    if std::env::var_os("DIXIT_FULL").is_some() { full } else { usual }
}
