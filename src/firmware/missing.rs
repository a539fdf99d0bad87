//! Which screens and switches do not answer, as the bus tasks report it and the app task tells it.

use core::cell::Cell;

use dixit_dials::board::{FoundScreen, Viewer};
use dixit_dials::rules::{Seat, SeatSet};
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;

use super::board::{BUSES, SCREENS};
use super::log;

/// Parts on the buses that do not answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    pub shared: bool,
    pub seats: SeatSet,
    /// Bit n for the nth switch, in the order of the board's file.
    pub switches: u8,
}

impl Missing {
    pub const NONE: Self = Self { shared: false, seats: SeatSet::EMPTY, switches: 0 };

    fn with(self, viewer: Viewer, gone: bool) -> Self {
        match viewer {
            Viewer::Shared => Self { shared: gone, ..self },
            Viewer::Seat(index) => match Seat::new(index) {
                Some(seat) if gone => Self { seats: self.seats.with(seat), ..self },
                Some(seat) => Self { seats: self.seats.without(seat), ..self },
                None => self,
            },
        }
    }
}

/// Written by the bus tasks, read by the app task.
static MISSING: Mutex<CriticalSectionRawMutex, Cell<Missing>> = Mutex::new(Cell::new(Missing::NONE));
/// What the shared screen is. Written by its bus task, read by the app task.
static FOUND: Mutex<CriticalSectionRawMutex, Cell<Option<FoundScreen>>> = Mutex::new(Cell::new(None));
/// Set by the bus tasks when a screen went or came, awaited by the app task, which then asks [`missing`].
pub static CHANGED: Signal<CriticalSectionRawMutex, ()> = Signal::new();

pub fn missing() -> Missing {
    MISSING.lock(Cell::get)
}

pub fn found() -> Option<FoundScreen> {
    FOUND.lock(Cell::get)
}

pub fn report_found(screen: FoundScreen) {
    FOUND.lock(|found| found.set(Some(screen)));
}

/// Seats with a screen of their own.
pub fn seats() -> SeatSet {
    SCREENS.iter().fold(SeatSet::EMPTY, |seats, screen| match screen.viewer {
        Viewer::Seat(index) => Seat::new(index).map_or(seats, |seat| seats.with(seat)),
        Viewer::Shared => seats,
    })
}

/// How many switches all buses have together.
pub fn switch_count() -> u32 {
    BUSES.iter().map(|bus| bus.muxes.len() as u32).sum()
}

/// The first switch of a bus, counted as in [`Missing::switches`].
fn first_switch(id: u8) -> u8 {
    BUSES.iter().take_while(|bus| bus.id != id).map(|bus| bus.muxes.len() as u8).sum()
}

/// Seats whose screens are behind any of these switches.
pub fn seats_behind(switches: u8) -> SeatSet {
    SCREENS.iter().fold(SeatSet::EMPTY, |seats, screen| {
        let behind = screen.branch.is_some_and(|branch| switches >> (first_switch(screen.bus) + branch.mux) & 1 != 0);
        match screen.viewer {
            Viewer::Seat(index) if behind => Seat::new(index).map_or(seats, |seat| seats.with(seat)),
            _ => seats,
        }
    })
}

/// Which switches of a bus are gone.
pub fn report_switches(id: u8, absent: u8, of: usize) {
    MISSING.lock(|missing| {
        let (was, first) = (missing.get(), first_switch(id));
        let switches = was.switches & !(((1 << of) - 1) << first) | absent << first;
        if switches != was.switches {
            missing.set(Missing { switches, ..was });
            CHANGED.signal(());
        }
    });
}

pub fn report(viewer: Viewer, gone: bool) {
    MISSING.lock(|missing| {
        let now = missing.get().with(viewer, gone);
        if now != missing.replace(now) {
            log::screen(viewer, !gone);
            CHANGED.signal(());
        }
    });
}
