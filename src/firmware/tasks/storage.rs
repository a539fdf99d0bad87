//! The storage task: saves the game, the settings and the knobs in flash. Each flash operation waits for a turn, which
//! the game task grants.

use dixit_dials::save::{SaveError, Store};
use embassy_futures::select::{Either, select};

use super::super::channels::{JOURNAL, SAVE, SAVED, TO_SAVE, ToSave};
use super::super::crash;
use super::super::drivers::flash::Flash;
use super::super::{hooks, log};
use super::watchdog;

#[embassy_executor::task]
pub async fn storage(store: &'static mut Store<Flash>) {
    loop {
        if let Either::Second(erase) = select(SAVE.wait(), hooks::flash_is_due()).await {
            hooks::stress(store.flash(), erase).await;
            continue;
        }
        let mut unsaved = TO_SAVE.lock().await;
        if unsaved.forget_all {
            let _ = store.forget_all().await;
            crash::calm();
            watchdog::restart();
        }
        let saved = save(store, &mut unsaved).await;
        log::saved(saved.is_ok());
        SAVED.signal(saved);
    }
}

async fn save(store: &mut Store<Flash>, unsaved: &mut ToSave) -> Result<(), SaveError> {
    let mut saved = Ok(());
    if core::mem::take(&mut unsaved.game) {
        saved = store.save_game(&*JOURNAL.lock().await).await;
    }
    if let Some(settings) = unsaved.settings.take() {
        saved = saved.and(store.save_settings(&settings).await);
    }
    if let Some(knobs) = unsaved.knobs.take() {
        saved = saved.and(store.save_knobs(&knobs).await);
    }
    saved
}
