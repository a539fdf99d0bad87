//! Which screens and muxes respond, as the buses report it, and what the app is told about that.

use boards::device::{Bus, Device, FoundScreen, Screen, Viewer};
use dixit_dials::app::{App, Report};

use dixit_dials::rules::{Seat, SeatSet};
use dixit_dials::scene::{Notice, PartStatus};
use embassy_time::Instant;

use super::super::channels::Done;
use super::super::log;

/// Time after power-up by which every working screen has responded.
const KNOWN: Instant = Instant::from_millis(700);

/// Parts that do not respond.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Missing {
    /// Bit n for the nth screen.
    screens: u16,
    /// Bit n for the nth mux, counted over all buses.
    muxes: u8,
}

pub struct Parts {
    screens: &'static [Screen],
    buses: &'static [Bus],
    now: Missing,
    found: Option<FoundScreen>,
    /// What the app was last told, and whether it was told anything.
    told: Missing,
    told_found: Option<FoundScreen>,
    known: bool,
}

impl Parts {
    pub fn new(device: &'static Device) -> Self {
        let (screens, buses) = (&device.screens, &device.buses);
        let (now, told) = (Missing::default(), Missing::default());
        Self { screens, buses, now, found: None, told, told_found: None, known: false }
    }

    /// Takes a report of the bus with the index `bus` in the board's list.
    pub fn note(&mut self, bus: usize, done: &Done) {
        let was = self.now;
        self.now.screens = self.now.screens & !done.present | done.absent;
        let (first, count) = (self.first_mux(bus), self.buses[bus].muxes.len());
        self.now.muxes = self.now.muxes & !(((1 << count) - 1) << first) | done.absent_muxes << first;
        self.found = done.found.or(self.found);
        for (n, screen) in self.screens.iter().enumerate() {
            if (was.screens ^ self.now.screens) >> n & 1 != 0 {
                log::screen(screen.viewer, self.now.screens >> n & 1 == 0);
            }
        }
    }

    /// True if the app has not been told everything yet.
    pub fn has_news(&self, tick: Instant) -> bool {
        tick >= KNOWN && (!self.known || self.now != self.told || self.found != self.told_found)
    }

    /// Tells the app which screens and muxes disappeared or came back.
    pub fn report_to(&mut self, app: &mut App, tick: Instant) {
        if tick < KNOWN {
            return;
        }
        let now = tick.as_millis();
        if !self.known {
            self.known = true;
            for seat in self.seats(u16::MAX).iter() {
                app.report(Report::Seat(seat, PartStatus::Fine), now);
            }
        }
        if let Some(found) = self.found.filter(|&found| Some(found) != self.told_found) {
            self.told_found = Some(found);
            app.report(Report::Found(found), now);
        }
        let before = core::mem::replace(&mut self.told, self.now);
        if before == self.now {
            return;
        }
        let status = |gone: bool| if gone { PartStatus::Missing } else { PartStatus::Fine };
        if self.lacks_shared(before) != self.lacks_shared(self.now) {
            app.report(Report::Shared(status(self.lacks_shared(self.now))), now);
        }
        let gone = self.seats(self.now.screens);
        for seat in self.seats(self.now.screens ^ before.screens).iter() {
            app.report(Report::Seat(seat, status(gone.has(seat))), now);
        }
        if let Some(notice) = self.worst_news(before) {
            app.report(Report::Now(notice), now);
        }
    }

    /// The notice about parts that disappeared. Screens behind a missing mux are not named one by one.
    fn worst_news(&self, before: Missing) -> Option<Notice> {
        let muxes = self.now.muxes & !before.muxes;
        let all = self.buses.iter().map(|bus| bus.muxes.len() as u32).sum::<u32>();
        let shared = self.lacks_shared(self.now);
        let seats = self.seats(self.now.screens);
        let alone = seats.minus(self.seats_behind(self.now.muxes));
        if shared && !self.lacks_shared(before) {
            Some(Notice::ScreensMissing { shared: true, seats })
        } else if muxes != 0 && all > 1 && self.now.muxes.count_ones() == all {
            Some(Notice::MuxesMissing)
        } else if muxes != 0 {
            let mux = muxes.trailing_zeros() as u8;
            Some(Notice::MuxMissing { mux: mux + 1, seats: self.seats_behind(1 << mux) })
        } else if !alone.minus(self.seats(before.screens)).is_empty() {
            Some(Notice::ScreensMissing { shared, seats: alone })
        } else {
            None
        }
    }

    fn lacks_shared(&self, missing: Missing) -> bool {
        self.screens
            .iter()
            .enumerate()
            .any(|(n, screen)| screen.viewer == Viewer::Shared && missing.screens >> n & 1 != 0)
    }

    /// The seats of these screens.
    fn seats(&self, screens: u16) -> SeatSet {
        let named = self.screens.iter().enumerate().filter(|(n, _)| screens >> n & 1 != 0);
        named.filter_map(|(_, screen)| seat_of(screen)).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// The seats whose screens are behind any of these muxes.
    fn seats_behind(&self, muxes: u8) -> SeatSet {
        let behind = |screen: &&Screen| {
            let bus = self.buses.iter().position(|bus| bus.id == screen.bus);
            let mux = bus.zip(screen.branch).map(|(bus, branch)| self.first_mux(bus) + branch.mux);
            mux.is_some_and(|mux| muxes >> mux & 1 != 0)
        };
        self.screens.iter().filter(behind).filter_map(seat_of).fold(SeatSet::EMPTY, SeatSet::with)
    }

    /// Index of the first mux of a bus, counted over all buses.
    fn first_mux(&self, bus: usize) -> u8 {
        self.buses[..bus].iter().map(|bus| bus.muxes.len() as u8).sum()
    }
}

fn seat_of(screen: &Screen) -> Option<Seat> {
    match screen.viewer {
        Viewer::Seat(index) => Seat::new(index),
        Viewer::Shared => None,
    }
}
