//! The screens task, one for each bus. It carries out one order of the game task at a time, at the tick that the order
//! names. A screen that stopped responding is reinitialised when it is back; a held bus is freed first.

use boards::device::{self, Device, FoundScreen, Viewer};
use dixit_dials::rules::MAX_SEATS;
use dixit_dials::screen::difference::Window;
use dixit_dials::screen::panel::Panel;
use dixit_dials::screen::{Frame, Light, Update};
use embassy_time::{Duration, Timer, with_timeout};
use embedded_hal_async::i2c::I2c;
use heapless::Vec;

use super::super::channels::{Done, Job, LANES, Order, SCANNED, SEAT_FRAMES, SHARED_FRAME};
use super::super::drivers::bus::{Bus, Lines};
use super::super::drivers::detection::{self, Answer, Found};
use super::super::drivers::mux::{Channel, Muxes};
use super::super::hooks;
use super::watchdog::{BEAT, Part, beat};

/// Pause after a bus was held, before it is used again.
const PAUSE: Duration = Duration::from_millis(10);
/// Bit of the status byte: the display is off.
const OFF: u8 = 0x40;

#[embassy_executor::task(pool_size = 2)]
pub async fn screens(number: usize, device: &'static Device) {
    let bus = &device.buses[number];
    let part = [Part::Bus0, Part::Bus1][usize::from(bus.id)];
    let mut lines = Lines::new(bus);
    let mut screens = BusScreens::new(number, bus, &device.screens);
    loop {
        let mut open = lines.open();
        while !open.is_held() {
            beat(part);
            hooks::bus(bus.id).await;
            let Ok(Order { job, at }) = with_timeout(BEAT, LANES[number].order.wait()).await else { continue };
            Timer::at(at).await;
            screens.carry_out(&mut open, job).await;
            if !open.is_held() {
                screens.report();
            }
        }
        lines.free().await;
        screens.unsettle();
        Timer::after(PAUSE).await;
        screens.report();
    }
}

/// All screens of one bus.
struct BusScreens {
    number: usize,
    muxes: Muxes,
    shared: Option<Screen<8>>,
    seats: Vec<Screen<4>, MAX_SEATS>,
    done: Done,
}

impl BusScreens {
    fn new(number: usize, bus: &'static device::Bus, all: &'static [device::Screen]) -> Self {
        let mut screens =
            Self { number, muxes: Muxes::new(&bus.muxes), shared: None, seats: Vec::new(), done: Done::default() };
        for (n, facts) in (0..).zip(all).filter(|(_, facts)| facts.bus == bus.id) {
            match facts.viewer {
                Viewer::Shared => screens.shared = Some(Screen::new(n, facts, all)),
                Viewer::Seat(_) => _ = screens.seats.push(Screen::new(n, facts, all)),
            }
        }
        screens
    }

    /// Reports to the game task that the order is done, and the state of the screens.
    fn report(&mut self) {
        let done = core::mem::take(&mut self.done);
        LANES[self.number].done.signal(Done { absent_muxes: self.muxes.absent(), ..done });
    }

    async fn carry_out(&mut self, bus: &mut Bus, job: Job) {
        let Self { number, muxes, shared, seats, done } = self;
        let seat_frame = &SEAT_FRAMES[*number];
        match job {
            Job::Show { screen: n, update, light } => {
                if let Some(screen) = shared.as_mut().filter(|screen| screen.n == n) {
                    let channel = &mut muxes.channel(bus, screen.facts.branch);
                    screen.show(channel, &*SHARED_FRAME.lock().await, light, update, done).await;
                } else if let Some(screen) = seats.iter_mut().find(|screen| screen.n == n) {
                    let channel = &mut muxes.channel(bus, screen.facts.branch);
                    screen.show(channel, &*seat_frame.lock().await, light, update, done).await;
                }
            }
            Job::Prepare { screen: n, light } => {
                if let Some(screen) = shared.as_mut().filter(|screen| screen.n == n) {
                    let channel = &mut muxes.channel(bus, screen.facts.branch);
                    screen.prepare(channel, &*SHARED_FRAME.lock().await, light, done).await;
                } else if let Some(screen) = seats.iter_mut().find(|screen| screen.n == n) {
                    let channel = &mut muxes.channel(bus, screen.facts.branch);
                    screen.prepare(channel, &*seat_frame.lock().await, light, done).await;
                }
            }
            // If one screen holds the bus, the others show their picture when the bus is free again.
            Job::Flip => {
                if let Some(screen) = shared {
                    screen.flip(&mut muxes.channel(bus, screen.facts.branch), done).await;
                }
                for screen in seats {
                    screen.flip(&mut muxes.channel(bus, screen.facts.branch), done).await;
                }
            }
            Job::Ask { screen: n } => {
                if let Some(screen) = shared.as_mut().filter(|screen| screen.n == n) {
                    screen.ask(&mut muxes.channel(bus, screen.facts.branch), done).await;
                } else if let Some(screen) = seats.iter_mut().find(|screen| screen.n == n) {
                    screen.ask(&mut muxes.channel(bus, screen.facts.branch), done).await;
                }
            }
            Job::Scan { branch } => {
                SCANNED.signal(detection::scan(&mut muxes.channel(bus, branch)).await);
            }
        }
    }

    /// Forgets the open mux channel and the state of the screens that are not behind a mux. Call after a line was freed:
    /// those screens saw the clocks too and may be out of step.
    fn unsettle(&mut self) {
        self.muxes.forget();
        let Self { shared, seats, done, .. } = self;
        shared.iter_mut().filter(|screen| screen.facts.branch.is_none()).for_each(|screen| screen.lose(done));
        seats.iter_mut().filter(|screen| screen.facts.branch.is_none()).for_each(|screen| screen.lose(done));
    }
}

/// One screen on its bus.
struct Screen<const PAGES: usize> {
    /// Index in the board's list.
    n: u8,
    facts: &'static device::Screen,
    /// Addresses at which it may respond.
    addresses: Vec<u8, 2>,
    panel: Panel<PAGES>,
    /// True if it was last switched on.
    lit: bool,
    /// True if it reported "off" when last polled.
    off: bool,
    /// `None` until it first responds.
    found: Option<Found>,
}

impl<const PAGES: usize> Screen<PAGES> {
    fn new(n: u8, facts: &'static device::Screen, all: &[device::Screen]) -> Self {
        let panel = Panel::new(facts.controller, facts.address).with_com_pins(facts.com_pins);
        Self { n, facts, addresses: addresses(facts, all), panel, lit: false, off: false, found: None }
    }

    const fn bit(&self) -> u16 {
        1 << self.n
    }

    async fn show<B: I2c>(
        &mut self,
        bus: &mut Channel<'_, B>,
        frame: &Frame<PAGES>,
        light: Light,
        update: Update,
        done: &mut Done,
    ) {
        let part = update.within() != Window::all(PAGES);
        if bus.is_blocked().await || part && !self.panel.is_known() {
            done.stale |= self.bit();
            return;
        }
        self.lit = light != Light::Off;
        let sent = self.locate(bus, done).await && self.panel.update(bus, frame, light, update).await.is_ok();
        self.note_present(sent, done);
    }

    async fn prepare<B: I2c>(&mut self, bus: &mut Channel<'_, B>, frame: &Frame<PAGES>, light: Light, done: &mut Done) {
        if bus.is_blocked().await {
            done.stale |= self.bit();
            return;
        }
        self.lit = light != Light::Off;
        let written = self.locate(bus, done).await && self.panel.prepare(bus, frame, light).await.is_ok();
        self.note_present(written, done);
    }

    async fn flip<B: I2c>(&mut self, bus: &mut Channel<'_, B>, done: &mut Done) {
        if !self.panel.is_prepared() {
            return;
        }
        if bus.is_blocked().await {
            done.stale |= self.bit();
            return;
        }
        let flipped = self.panel.flip(bus).await.is_ok();
        self.note_present(flipped, done);
    }

    async fn ask<B: I2c>(&mut self, bus: &mut Channel<'_, B>, done: &mut Done) {
        match detection::ask(self.found, self.facts, &self.addresses, bus).await {
            Answer::Prevented => {}
            Answer::Silence => self.note_present(false, done),
            Answer::Found(found) => {
                self.note_found(found, done);
                self.note_present(true, done);
            }
            Answer::Present { status } => {
                if let Some(status) = status {
                    self.judge(status, done);
                }
                self.note_present(true, done);
            }
        }
    }

    /// Searches for the screen unless it was found before. Returns true if it is there.
    async fn locate<B: I2c>(&mut self, bus: &mut B, done: &mut Done) -> bool {
        if self.found.is_none()
            && let Some(found) = detection::find(self.facts, &self.addresses, bus).await
        {
            self.note_found(found, done);
        }
        self.found.is_some()
    }

    fn note_found(&mut self, found: Found, done: &mut Done) {
        let Found { address, controller, .. } = found;
        self.panel.replace(controller, address);
        self.found = Some(found);
        if self.facts.viewer == Viewer::Shared {
            done.found = Some(FoundScreen { controller, address });
        }
    }

    /// Judges the status byte of a poll. A panel that lost power for a moment responds as before but is off. Some
    /// clones always report "off"; that is ignored after one restart.
    fn judge(&mut self, status: u8, done: &mut Done) {
        let off = self.lit && status & OFF != 0;
        if off && !self.off {
            self.lose(done);
        }
        self.off = off;
    }

    fn note_present(&mut self, present: bool, done: &mut Done) {
        if present {
            done.present |= self.bit();
        } else {
            done.absent |= self.bit();
            self.lose(done);
        }
    }

    /// Notes that the panel's state is unknown: it has to be found again and drawn whole.
    fn lose(&mut self, done: &mut Done) {
        self.found = None;
        self.panel.forget();
        done.stale |= self.bit();
    }
}

/// The address in the board's file, and the other address that such screens can have, unless another screen is expected
/// there.
fn addresses(facts: &device::Screen, all: &[device::Screen]) -> Vec<u8, 2> {
    let taken = |address: u8| {
        let meets = |other: &&device::Screen| {
            other.bus == facts.bus
                && other.viewer != facts.viewer
                && (other.branch.is_none() || other.branch == facts.branch)
        };
        all.iter().filter(meets).any(|other| other.address == address)
    };
    [facts.address, facts.address ^ 1].into_iter().filter(|&address| !taken(address)).collect()
}
