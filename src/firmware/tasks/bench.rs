//! Makes the report for whoever builds the device, one line at a time, for the computer on the USB cable.

use core::sync::atomic::Ordering;

use boards::device::{Contacts, Device, Voting};
use dixit_dials::report::{Bench, Cache, Flash, LineText, Reset, Run, Segment};
use dixit_dials::rules::Seat;
use dixit_dials::scene::{SeatScene, SharedScreenScene};
use dixit_dials::screen::{self, Light, Stamps, View};
use dixit_dials::voting::{Dialling, Offer, Question};
use dixit_dials::words::Language;
use embassy_rp::pac;
use embassy_time::{Duration, Instant};

use super::super::channels::{SCANNED, SEAT_FRAMES, SHARED_FRAME};
use super::super::drivers::flash::{SLOWEST_ERASE, SLOWEST_PAGE};
use super::super::{chip, stack};
use super::computer::Idle;
use super::pictures::OVERRUNS;

/// How long the contacts are watched after a request, and the shortest time between two reports on them.
const WATCH: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(100);

pub struct Bencher {
    device: &'static Device,
    jedec: Option<[u8; 3]>,
    reset: Reset,
    crash: Option<&'static str>,
    /// The next item of the report, while a report is under way.
    item: Option<usize>,
    scanning: bool,
    /// True if the scan under way is for a report that was given up.
    stale: bool,
    /// Until when the contacts are watched.
    watch_until: Option<Instant>,
    /// When the contacts may be reported again, and the number of changes last reported.
    watch_at: Instant,
    told: Option<u32>,
}

impl Bencher {
    pub fn new(device: &'static Device, jedec: Option<[u8; 3]>, reset: Reset, crash: Option<&'static str>) -> Self {
        let (scanning, stale, watch_at) = (false, false, Instant::MIN);
        let (item, watch_until, told) = (None, None, None);
        Self { device, jedec, reset, crash, item, scanning, stale, watch_until, watch_at, told }
    }

    /// Begins a report, unless one is under way.
    pub fn begin(&mut self) {
        self.item = self.item.or(Some(0));
    }

    /// Watches the contacts for [`WATCH`] from now on.
    pub fn watch(&mut self, idle: &mut Idle) {
        if self.watch_until.is_none() {
            idle.knobs.count_bounces(true);
        }
        self.watch_until = Some(idle.tick + WATCH);
        self.told = None;
    }

    pub fn stop(&mut self, idle: &mut Idle) {
        (self.item, self.watch_until) = (None, None);
        self.stale = self.scanning;
        idle.knobs.count_bounces(false);
    }

    /// True while a report is under way or contacts are watched.
    pub fn is_busy(&self) -> bool {
        self.item.is_some() || self.watch_until.is_some()
    }

    /// Writes the next line. Returns false if there is none yet.
    pub fn tell(&mut self, idle: &mut Idle, text: &mut LineText) -> bool {
        match self.item {
            Some(item) => self.report(item, idle, text),
            None => self.tell_contacts(idle, text),
        }
    }

    fn report(&mut self, item: usize, idle: &mut Idle, text: &mut LineText) -> bool {
        // An item that this board lacks makes an empty line, which is not sent.
        let (made, last) = match Segment::nth(self.device, item) {
            Ok(segment) => (self.scan(segment, idle, text), false),
            Err(item) => (self.measure(item, idle, text), item == LAST),
        };
        if made {
            self.item = (!last).then_some(item + 1);
        }
        made
    }

    fn scan(&mut self, segment: Segment, idle: &mut Idle, text: &mut LineText) -> bool {
        if !self.scanning {
            self.scanning = true;
            idle.pictures.scan(segment.bus, segment.branch);
            return false;
        }
        let Some(scan) = SCANNED.try_take() else { return false };
        self.scanning = false;
        if core::mem::take(&mut self.stale) {
            return false;
        }
        Bench::Bus { device: self.device, segment, scan: &scan }.write(text);
        true
    }

    /// Measures an item of the report that is not a bus, and writes its line.
    fn measure(&mut self, item: usize, idle: &mut Idle, text: &mut LineText) -> bool {
        text.clear();
        let line = match item {
            0 => self.contacts(idle),
            1 => match &self.device.knobs.contacts {
                // Within a sample the first bit is the highest.
                Contacts::Chain(chain) => Bench::Chain { chain, read: idle.knobs.newest().reverse_bits() },
                Contacts::Pins(_) => return true,
            },
            2 => Bench::Flash(Flash { jedec: self.jedec, page_us: SLOWEST_PAGE.us(), erase_us: SLOWEST_ERASE.us() }),
            // The frames are free to draw into once nothing is left to send.
            3 if !idle.pictures.is_settled() => return false,
            3 => Bench::Cache(measure_cache(|| draw_number(self.device.voting, idle.pictures.stamps()))),
            4 => Bench::Oscillator(chip::raw_bits()),
            5 => Bench::Run(Run {
                seconds: idle.tick.as_secs() as u32,
                reset: self.reset,
                crash: self.crash,
                stack: stack::deepest() as u32,
                overruns: OVERRUNS.load(Ordering::Relaxed),
            }),
            _ => Bench::Done,
        };
        line.write(text);
        true
    }

    fn contacts<'a>(&self, idle: &'a Idle) -> Bench<'a> {
        let (levels, counts) = (idle.knobs.levels(), idle.knobs.bounces());
        Bench::Contacts { knobs: self.device.knobs.contacts.count(), levels, counts }
    }

    /// Reports the contacts that are watched, if they have changed.
    fn tell_contacts(&mut self, idle: &mut Idle, text: &mut LineText) -> bool {
        if self.watch_until.is_some_and(|until| idle.tick >= until) {
            self.stop(idle);
        }
        let changes = idle.knobs.bounces().map(|bounces| bounces.changes());
        if changes == self.told || idle.tick < self.watch_at {
            return false;
        }
        (self.told, self.watch_at) = (changes, idle.tick + PAUSE);
        self.contacts(idle).write(text);
        true
    }
}

/// The last item of [`Bencher::measure`].
const LAST: usize = 6;

/// Counts hits and misses of the flash cache while something is drawn.
fn measure_cache(draw: impl FnOnce() -> Option<()>) -> Option<Cache> {
    // embassy has no call for the cache's counters.
    let counters = pac::XIP_CTRL;
    // Any write clears a counter.
    counters.ctr_hit().write_value(0);
    counters.ctr_acc().write_value(0);
    let from = Instant::now();
    draw()?;
    let us = from.elapsed().as_micros() as u32;
    let (hits, accesses) = (counters.ctr_hit().read(), counters.ctr_acc().read());
    Some(Cache { hits, misses: accesses.saturating_sub(hits), us })
}

/// Draws a number as a vote does, into a frame that is not sent; `None` if votes on this device draw none. Not inlined,
/// so that its stack frame is released.
#[inline(never)]
fn draw_number(voting: Voting, stamps: &Stamps) -> Option<()> {
    let dial = |number| {
        let (seat, question, offer) = (Seat::FIRST, Question::Vote, Offer { number });
        Dialling { seat, question, cards: 9, offer }
    };
    let view = View {
        scene: (),
        language: Language::English,
        hold: 0,
        light: Light::Dim,
        wander: 0,
        rotated: false,
        blink: false,
    };
    match voting {
        Voting::Ring { .. } => return None,
        Voting::Pass => {
            let [before, now] = [4, 5].map(|number| view.with(SharedScreenScene::Holder(dial(number))));
            screen::update_shared_screen(Some(&before), &now, &mut *SHARED_FRAME.try_lock().ok()?, stamps);
        }
        Voting::Pods => {
            let [before, now] = [4, 5].map(|number| view.with(SeatScene::Dial(dial(number))));
            screen::update_seat(Some(&before), &now, &mut *SEAT_FRAMES[0].try_lock().ok()?, stamps);
        }
    }
    Some(())
}
