//! What every screen should show now. Filled by the app task after each change, read by the bus tasks; only the
//! newest scene counts, so a slow screen never holds anybody up.

use core::cell::RefCell;

use dixit_dials::app::App;
use dixit_dials::board::Viewer;
use dixit_dials::rules::{MAX_SEATS, Seat};
use dixit_dials::scene::{SeatScene, SharedScreenScene};
use dixit_dials::screen::View;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::Instant;

use super::board::SCREENS;

/// What one screen should show, since which moment, and how many views came before it.
struct Shown<S> {
    view: Option<View<S>>,
    since: Instant,
    version: u16,
}

/// A view, and the moment of what led to it: the contact that moved, or the alarm that came due.
pub struct Newest<S> {
    pub view: View<S>,
    pub since: Instant,
}

impl<S: Clone + PartialEq> Shown<S> {
    const NOTHING: Self = Self { view: None, since: Instant::MIN, version: 0 };

    fn set(&mut self, view: View<S>, since: Instant) -> bool {
        let new = self.view.as_ref() != Some(&view);
        if new {
            self.view = Some(view);
            self.since = since;
            // 0 is kept for a screen that shows nothing yet.
            self.version = self.version.wrapping_add(1).max(1);
        }
        new
    }

    fn newer(&self, version: &mut u16) -> Option<Newest<S>> {
        if *version == self.version {
            return None;
        }
        *version = self.version;
        self.view.clone().map(|view| Newest { view, since: self.since })
    }
}

struct Views {
    shared: Shown<SharedScreenScene>,
    seats: [Shown<SeatScene>; MAX_SEATS],
    reveals: u16,
}

static VIEWS: Mutex<CriticalSectionRawMutex, RefCell<Views>> = Mutex::new(RefCell::new(Views {
    shared: Shown::NOTHING,
    seats: [const { Shown::NOTHING }; MAX_SEATS],
    reveals: 0,
}));

/// Set by the app task for a bus whose scenes changed, awaited by that bus's task. It carries nothing: the task
/// then looks for the newest.
pub static NEWS: [Signal<CriticalSectionRawMutex, ()>; 2] = [const { Signal::new() }; 2];

/// Takes over the newest views and wakes the buses that carry a screen with a new one; answers whether there is one.
pub fn publish(app: &App, since: Instant) -> bool {
    let turned_over =
        VIEWS.lock(|views| app.reveals() != core::mem::replace(&mut views.borrow_mut().reveals, app.reveals()));
    let mut news = [turned_over; 2];
    // Locked for one at a time: the knobs cannot be read meanwhile.
    for screen in SCREENS {
        let new = match screen.viewer {
            Viewer::Shared => {
                let view = app.shared_view();
                VIEWS.lock(|views| views.borrow_mut().shared.set(view, since))
            }
            Viewer::Seat(index) => Seat::new(index).is_some_and(|seat| {
                let view = app.seat_view(seat);
                VIEWS.lock(|views| views.borrow_mut().seats[seat.index()].set(view, since))
            }),
        };
        if let Some(news) = news.get_mut(usize::from(screen.bus)) {
            *news |= new;
        }
    }
    for (news, signal) in news.into_iter().zip(&NEWS) {
        if news {
            signal.signal(());
        }
    }
    news.contains(&true)
}

/// The same scene for everybody, without a game: after crashes in a row.
pub fn announce(view: View<SharedScreenScene>) {
    VIEWS.lock(|views| views.borrow_mut().shared.set(view, Instant::now()));
    NEWS.iter().for_each(|signal| signal.signal(()));
}

/// The newest view of the shared screen, if it is not the one of `version`, which is then brought up to date.
pub fn newest_shared(version: &mut u16) -> Option<Newest<SharedScreenScene>> {
    VIEWS.lock(|views| views.borrow().shared.newer(version))
}

/// The same for the screen of a seat.
pub fn newest_seat(index: u8, version: &mut u16) -> Option<Newest<SeatScene>> {
    VIEWS.lock(|views| views.borrow().seats.get(usize::from(index))?.newer(version))
}

/// Rises at each reveal.
pub fn reveals() -> u16 {
    VIEWS.lock(|views| views.borrow().reveals)
}
