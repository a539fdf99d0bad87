//! What each screen was last sent, and what it is sent next. A frame of the game task draws at most one picture, for a
//! screen whose bus is free; it is sent when the frame ends, at a tick. Drawing takes the same time for every number,
//! and a frame that may show a number has a minimum length, so the timing of the output reveals nothing about the
//! number.

use core::sync::atomic::{AtomicU32, Ordering};

use boards::device::{Branch, Device, Screen, Viewer};
use dixit_dials::app::App;

use dixit_dials::rules::{MAX_SEATS, Seat};
use dixit_dials::scene::{SeatScene, SharedScreenScene};
use dixit_dials::screen::difference::Window;
use dixit_dials::screen::{self, Light, Stamps, Update, View};
use embassy_time::{Duration, Instant};
use heapless::Vec;

use super::super::channels::{Job, SEAT_FRAMES, SHARED_FRAME};
use super::super::log;
use super::lane::Lane;
use super::parts::Parts;

/// Everything that the device sends is sent at a multiple of this.
pub const TICK: Duration = Duration::from_micros(1_500);
/// Minimum length of a frame that may show a number; the exact length of a frame that draws only a number. A whole
/// picture with a number may take longer, by a time that does not depend on the number.
const SECRET: Duration = Duration::from_ticks(2 * TICK.as_ticks());

/// Number of frames that drew only a number and yet took longer than [`SECRET`]. Written by the game task; tests read
/// it by its name.
#[cfg_attr(feature = "test-hooks", unsafe(no_mangle))]
pub static OVERRUNS: AtomicU32 = AtomicU32::new(0);

/// The first tick that is not before `at`.
pub fn tick_from(at: Instant) -> Instant {
    Instant::from_ticks(at.as_ticks().div_ceil(TICK.as_ticks()) * TICK.as_ticks())
}

/// What the screens should show: the app, or a message without a game.
pub trait Views {
    fn shared_view(&self) -> View<SharedScreenScene>;
    fn seat_view(&self, seat: Seat) -> Option<View<SeatScene>>;
    /// Incremented at each reveal.
    fn reveals(&self) -> u16;
}

impl Views for App {
    fn shared_view(&self) -> View<SharedScreenScene> {
        self.shared_view()
    }

    fn seat_view(&self, seat: Seat) -> Option<View<SeatScene>> {
        Some(self.seat_view(seat))
    }

    fn reveals(&self) -> u16 {
        self.reveals()
    }
}

/// What was drawn for one screen.
struct Drawn {
    update: Update,
    light: Light,
    pages: usize,
}

pub struct Pictures {
    screens: &'static [Screen],
    lanes: Vec<Lane, 2>,
    stamps: &'static Stamps,
    shared: Option<View<SharedScreenScene>>,
    seats: [Option<View<SeatScene>>; MAX_SEATS],
    /// Screens that may have something new to show; bit n for the nth screen of the board's list, as in all sets here.
    changed: u16,
    /// Screens with unknown content: their next picture is drawn and sent whole.
    blank: u16,
    present: u16,
    reveals: u16,
    /// During a reveal: screens whose picture is not prepared yet.
    revealing: Option<u16>,
    /// True if the last frame drew something, or searched for something to draw.
    drawn: bool,
    /// A scan that was ordered and has not begun: the index of its bus, and the channel.
    scan: Option<(usize, Option<Branch>)>,
}

impl Pictures {
    pub fn new(device: &'static Device, stamps: &'static Stamps) -> Self {
        let screens = &device.screens[..];
        let all = (1 << screens.len()) - 1;
        Self {
            screens,
            lanes: (0..).zip(&device.buses).map(|(number, bus)| Lane::new(number, bus, screens)).collect(),
            stamps,
            shared: None,
            seats: [const { None }; MAX_SEATS],
            changed: 0,
            blank: all,
            present: all,
            reveals: 0,
            revealing: None,
            drawn: false,
            scan: None,
        }
    }

    /// Takes the results of the last orders.
    pub fn poll(&mut self, parts: &mut Parts) {
        for (number, lane) in self.lanes.iter_mut().enumerate() {
            if let Some(done) = lane.poll() {
                parts.note(number, &done);
                self.present = self.present & !done.absent | done.present;
                self.blank |= done.stale;
            }
        }
    }

    /// Polls the next screen on each free bus, when that is due. A scan goes first: a held bus is never free for long,
    /// since it is tried again and again.
    pub fn ask(&mut self, tick: Instant) {
        if self.revealing.is_none() {
            if let Some((bus, branch)) = self.scan
                && self.lanes[bus].is_free(tick)
            {
                self.scan = None;
                self.lanes[bus].give(Job::Scan { branch }, tick);
            }
            self.lanes.iter_mut().for_each(|lane| lane.ask_if_due(tick, self.present));
        }
    }

    /// Orders a scan of a bus or of a channel, to begin when the bus is free.
    pub fn scan(&mut self, bus: usize, branch: Option<Branch>) {
        self.scan = Some((bus, branch));
    }

    pub fn stamps(&self) -> &'static Stamps {
        self.stamps
    }

    /// Notes that the app has changed: any screen may have something new to show.
    pub fn change(&mut self, views: &impl Views) {
        self.changed = (1 << self.screens.len()) - 1;
        if self.reveals != views.reveals() {
            self.reveals = views.reveals();
            self.revealing = Some(self.changed);
        }
    }

    /// True while a reveal is being prepared and is not visible yet.
    pub fn is_revealing(&self) -> bool {
        self.revealing.is_some()
    }

    /// True if the last frame drew something, or searched for something to draw.
    pub fn has_drawn(&self) -> bool {
        self.drawn
    }

    /// True if no transfer is in progress.
    pub fn is_idle(&self) -> bool {
        self.lanes.iter().all(Lane::is_idle)
    }

    /// True if nothing is left to draw or to send.
    pub fn is_settled(&self) -> bool {
        self.is_idle() && self.revealing.is_none() && (self.changed | self.blank) & self.present == 0
    }

    /// Draws at most one picture in the frame that begins at `tick`. Returns when the frame ends.
    pub fn frame(&mut self, views: &impl Views, tick: Instant) -> Instant {
        self.drawn = false;
        if self.revealing.is_none() && (self.changed | self.blank) & self.present == 0 {
            return tick + TICK;
        }
        // A bus that has just been given an order is not free, so the first bus does not block the others.
        for lane in 0..self.lanes.len() {
            if !self.lanes[lane].is_free(tick) {
                continue;
            }
            for n in self.lanes[lane].in_turn() {
                let bit = 1 << n;
                if (self.changed | self.blank) & self.present & bit == 0 || !self.may_draw(n) {
                    continue;
                }
                self.changed &= !bit;
                self.drawn = true;
                let Some(drawn) = self.draw(n, lane, views) else { continue };
                self.lanes[lane].end_turn(n);
                return self.send(n, lane, &drawn, tick);
            }
        }
        self.flip_if_ready(tick);
        tick + TICK
    }

    /// In a reveal, only screens that are not prepared yet may draw, and the shared one last: it is covered while it is
    /// written.
    fn may_draw(&self, n: usize) -> bool {
        let Some(left) = self.revealing.map(|left| left & self.present) else { return true };
        let bit = 1 << n;
        left & bit != 0 && (self.screens[n].viewer != Viewer::Shared || left == bit)
    }

    /// Draws what a screen does not show yet, if anything.
    fn draw(&mut self, n: usize, lane: usize, views: &impl Views) -> Option<Drawn> {
        let bit = 1 << n;
        // What is prepared out of sight is always a whole picture.
        let whole = self.blank & bit != 0 || self.revealing.is_some();
        let drawn = match self.screens[n].viewer {
            Viewer::Shared => {
                let view = views.shared_view();
                let before = self.shared.take().filter(|_| !whole);
                if before.as_ref() == Some(&view) {
                    self.shared = before;
                    return None;
                }
                let mut frame = SHARED_FRAME.try_lock().ok()?;
                let update = screen::update_shared_screen(before.as_ref(), &view, &mut frame, self.stamps);
                let light = view.light;
                self.shared = Some(view);
                Drawn { update, light, pages: frame.pages().len() }
            }
            Viewer::Seat(index) => {
                let view = views.seat_view(Seat::new(index)?)?;
                let before = self.seats[usize::from(index)].take().filter(|_| !whole);
                if before.as_ref() == Some(&view) {
                    self.seats[usize::from(index)] = before;
                    return None;
                }
                let mut frame = SEAT_FRAMES[lane].try_lock().ok()?;
                let update = screen::update_seat(before.as_ref(), &view, &mut frame, self.stamps);
                let light = view.light;
                self.seats[usize::from(index)] = Some(view);
                Drawn { update, light, pages: frame.pages().len() }
            }
        };
        self.blank &= !bit;
        Some(drawn)
    }

    /// Gives what was drawn to its bus, to be sent at the end of the frame.
    fn send(&mut self, n: usize, lane: usize, drawn: &Drawn, tick: Instant) -> Instant {
        let &Drawn { update, light, pages } = drawn;
        let (screen, now) = (n as u8, Instant::now());
        let leaves = match update {
            Update::Whole(block) if self.revealing.is_none() => {
                if now > tick + SECRET && block != Window::all(pages) {
                    let overruns = OVERRUNS.load(Ordering::Relaxed) + 1;
                    OVERRUNS.store(overruns, Ordering::Relaxed);
                    log::overrun(overruns);
                }
                let leaves = tick_from(now).max(tick + SECRET);
                self.lanes[lane].keep_for(block.bytes(), leaves);
                leaves
            }
            // Nothing here depends on a secret.
            _ => tick_from(now).max(tick + TICK),
        };
        let job = match &mut self.revealing {
            Some(left) => {
                *left &= !(1 << n);
                Job::Prepare { screen, light }
            }
            None => Job::Show { screen, update, light },
        };
        self.lanes[lane].give(job, leaves);
        leaves
    }

    /// Once every screen is prepared, all show their picture at the next tick.
    fn flip_if_ready(&mut self, tick: Instant) {
        if self.revealing.is_some_and(|left| left & self.present == 0) && self.is_idle() {
            self.revealing = None;
            self.lanes.iter_mut().for_each(|lane| lane.give(Job::Flip, tick + TICK));
        }
    }
}
