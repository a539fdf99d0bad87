//! The screens, one task for each bus that carries some. A task draws the newest scene of each of its screens and
//! sends what changed. A screen that does not answer is left alone but for a short try now and then, and is started
//! from the beginning when it is back; a held bus is freed first.

use core::cell::Cell;

use dixit_dials::board::{self, Screen, Viewer};
use dixit_dials::rules::{Seat, SeatSet};
use dixit_dials::scene::{Light, PassScene, SeatScene, View};
use dixit_dials::screen::difference::Window;
use dixit_dials::screen::panel::{Driver, Panel};
use dixit_dials::screen::{self, FlatFrame, Frame, TallFrame, Update};
use embassy_executor::Spawner;
use embassy_futures::select::select;
use embassy_rp::gpio::Output;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::ThreadModeRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, Timer};
use static_cell::StaticCell;

use super::board::{BUSES, SCREENS, Wires, Wires0, Wires1};
use super::bus::{Bus, reset_line};
use super::watchdog::{Part, beat};
use super::{hooks, log, stage};

/// How often a screen is asked how it is, and a missing one tried again.
const ASK: Duration = Duration::from_millis(250);
/// A bus that was held gets this long before the next try.
const PAUSE: Duration = Duration::from_millis(10);
/// In what a controller answers: the glass is switched off.
const OFF: u8 = 0x40;

/// Screens that do not answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    pub shared: bool,
    pub seats: SeatSet,
}

impl Missing {
    pub const NONE: Self = Self { shared: false, seats: SeatSet::EMPTY };

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

/// Written by the bus tasks, read by the game task.
static MISSING: Mutex<ThreadModeRawMutex, Cell<Missing>> = Mutex::new(Cell::new(Missing::NONE));
/// Set by the bus tasks when a screen went or came, awaited by the game task, which then asks [`missing`].
pub static CHANGED: Signal<ThreadModeRawMutex, ()> = Signal::new();

pub fn missing() -> Missing {
    MISSING.lock(Cell::get)
}

/// Seats with a screen of their own.
pub fn seats() -> SeatSet {
    SCREENS.iter().fold(SeatSet::EMPTY, |seats, screen| match screen.viewer {
        Viewer::Seat(index) => Seat::new(index).map_or(seats, |seat| seats.with(seat)),
        Viewer::Shared => seats,
    })
}

fn report(viewer: Viewer, gone: bool) {
    MISSING.lock(|missing| {
        let now = missing.get().with(viewer, gone);
        if now != missing.replace(now) {
            log::screen(viewer, !gone);
            CHANGED.signal(());
        }
    });
}

pub fn start(spawner: Spawner, wires0: Option<Wires0>, wires1: Option<Wires1>) {
    static RESETS0: StaticCell<[Output<'static>; mux_count(0)]> = StaticCell::new();
    static RESETS1: StaticCell<[Output<'static>; mux_count(1)]> = StaticCell::new();
    if let Some(bus) = wires0.and_then(|wires| open(0, wires, &RESETS0)) {
        spawner.spawn(bus0(bus).expect("spawned once"));
    }
    if let Some(bus) = wires1.and_then(|wires| open(1, wires, &RESETS1)) {
        spawner.spawn(bus1(bus).expect("spawned once"));
    }
}

fn open<const RESETS: usize>(
    id: u8,
    wires: Wires<RESETS>,
    cell: &'static StaticCell<[Output<'static>; RESETS]>,
) -> Option<Bus> {
    let facts = BUSES.iter().find(|bus| bus.id == id)?;
    let resets = cell.init(wires.resets.map(reset_line));
    Some(Bus::new(*facts, wires.sda, wires.scl, resets))
}

const fn mux_count(id: u8) -> usize {
    let mut at = 0;
    while at < BUSES.len() {
        if BUSES[at].id == id {
            return BUSES[at].muxes.len();
        }
        at += 1;
    }
    0
}

/// Screens of one kind on this bus: memory is set aside for exactly those.
const fn screen_count(id: u8, shared: bool) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < SCREENS.len() {
        if SCREENS[at].bus == id && matches!(SCREENS[at].viewer, Viewer::Shared) == shared {
            count += 1;
        }
        at += 1;
    }
    count
}

#[embassy_executor::task]
async fn bus0(bus: Bus) {
    Rack::<{ screen_count(0, true) }, { screen_count(0, false) }>::new(bus, 0).run(Part::Bus0).await;
}

#[embassy_executor::task]
async fn bus1(bus: Bus) {
    Rack::<{ screen_count(1, true) }, { screen_count(1, false) }>::new(bus, 1).run(Part::Bus1).await;
}

/// All screens of one bus.
struct Rack<const TALL: usize, const FLAT: usize> {
    bus: Bus,
    id: u8,
    tall: [Glass<8>; TALL],
    flat: [Glass<4>; FLAT],
    tall_frame: TallFrame,
    flat_frame: FlatFrame,
    /// The reveal that the flat screens have seen.
    reveals: u16,
}

impl<const TALL: usize, const FLAT: usize> Rack<TALL, FLAT> {
    fn new(bus: Bus, id: u8) -> Self {
        let on_bus = |shared: bool| {
            let kind = move |screen: &&Screen| screen.bus == id && (screen.viewer == Viewer::Shared) == shared;
            SCREENS.iter().filter(kind).copied()
        };
        let (mut tall, mut flat) = (on_bus(true), on_bus(false));
        Self {
            bus,
            id,
            tall: core::array::from_fn(|_| Glass::new(tall.next().expect("counted"))),
            flat: core::array::from_fn(|_| Glass::new(flat.next().expect("counted"))),
            tall_frame: Frame::new(),
            flat_frame: Frame::new(),
            reveals: stage::reveals(),
        }
    }

    async fn run(&mut self, part: Part) -> ! {
        // The screen that has its turn; after a mishap the next one goes on, so that one bad screen stops no other.
        let mut turn = 0;
        loop {
            hooks::bus(self.id).await;
            for _ in 0..TALL + FLAT {
                beat(part);
                if FLAT > 0 && self.reveals != stage::reveals() {
                    self.reveals = stage::reveals();
                    self.reveal().await;
                }
                if let Some(glass) = self.tall.get_mut(turn) {
                    glass.refresh(&mut self.bus, &mut self.tall_frame).await;
                } else if let Some(glass) = self.flat.get_mut(turn - TALL) {
                    glass.refresh(&mut self.bus, &mut self.flat_frame).await;
                }
                turn = (turn + 1) % (TALL + FLAT);
                self.free().await;
            }
            select(stage::NEWS[usize::from(self.id)].wait(), Timer::after(ASK)).await;
        }
    }

    /// Writes every seat's result where it is not seen yet, then turns them over one right after the other.
    async fn reveal(&mut self) {
        for glass in &mut self.flat {
            glass.prepare(&mut self.bus, &mut self.flat_frame).await;
        }
        for glass in &mut self.flat {
            glass.flip(&mut self.bus).await;
        }
    }

    /// Frees the bus if a line was held.
    async fn free(&mut self) {
        if self.bus.take_held() {
            self.bus.recover().await;
            // What no switch shields may have lost its place too.
            self.tall.iter_mut().for_each(Glass::unsettle);
            self.flat.iter_mut().for_each(Glass::unsettle);
            Timer::after(PAUSE).await;
        }
    }
}

/// One screen as its task knows it.
struct Glass<const PAGES: usize>
where
    Frame<PAGES>: Picture,
{
    facts: Screen,
    panel: Panel<PAGES>,
    /// What was brought to the panel last, and which of the stage's views that was, 0 for none.
    shown: Option<View<<Frame<PAGES> as Picture>::Scene>>,
    version: u16,
    /// It answered last time.
    there: bool,
    /// Its hidden half waits to be turned over.
    prepared: bool,
    /// When to ask it next.
    ask: Instant,
    /// It said last time that it is off.
    off: bool,
}

impl<const PAGES: usize> Glass<PAGES>
where
    Frame<PAGES>: Picture,
{
    fn new(facts: Screen) -> Self {
        let driver = match facts.driver {
            // An SSD1309 takes the same bytes, and leaves out the pump that it does not have.
            board::Driver::Ssd1306 | board::Driver::Ssd1309 => Driver::Ssd1306,
            board::Driver::Sh1106 => Driver::Sh1106,
        };
        let panel = Panel::new(driver, facts.address);
        Self { facts, panel, shown: None, version: 0, there: false, prepared: false, ask: Instant::MIN, off: false }
    }

    /// Brings a new scene to the glass; without one, asks now and then how it is.
    async fn refresh(&mut self, bus: &mut Bus, frame: &mut Frame<PAGES>) {
        let due = Instant::now() >= self.ask;
        if !self.there && !due {
            return;
        }
        if let Some(view) = Frame::<PAGES>::newest(self.facts.viewer, &mut self.version) {
            let light = view.light;
            let update = self.draw(frame, view);
            let shown = match bus.select(self.facts.branch).await {
                Ok(()) => self.panel.update(bus, frame, light, update).await.is_ok(),
                Err(_) => false,
            };
            self.note(shown);
        } else if due && self.there {
            let status = bus.status(self.facts.branch, self.facts.address).await;
            self.note(status.is_ok());
            self.judge(status.unwrap_or(0));
        }
    }

    /// A panel that had no power for a moment answers as ever, but it is off. One that is still off for its own part
    /// after it was started anew does not know: there are such clones.
    fn judge(&mut self, status: u8) {
        let lit = self.shown.as_ref().is_some_and(|view| view.light != Light::Off);
        let off = lit && status & OFF != 0;
        if off && !self.off {
            self.lose();
        }
        self.off = off;
    }

    /// Draws what of a view is new to the panel.
    fn draw(&mut self, frame: &mut Frame<PAGES>, view: View<<Frame<PAGES> as Picture>::Scene>) -> Update {
        let update = match &self.shown {
            Some(before) if self.panel.is_known() => frame.redraw(before, &view),
            _ => {
                frame.draw(&view);
                Update::Changes(Window::all(PAGES))
            }
        };
        self.shown = Some(view);
        update
    }

    fn note(&mut self, there: bool) {
        self.ask = Instant::now() + ASK;
        self.there = there;
        if !there {
            self.lose();
        }
        report(self.facts.viewer, !there);
    }

    /// From the beginning, whatever the scene.
    fn lose(&mut self) {
        self.panel.forget();
        self.version = 0;
    }

    fn unsettle(&mut self) {
        if self.facts.branch.is_none() {
            self.lose();
        }
    }
}

impl Glass<4> {
    async fn prepare(&mut self, bus: &mut Bus, frame: &mut FlatFrame) {
        if !self.there {
            return;
        }
        if let Some(view) = FlatFrame::newest(self.facts.viewer, &mut self.version) {
            frame.draw(&view);
            self.shown = Some(view);
            let written = bus.select(self.facts.branch).await.is_ok() && self.panel.prepare(bus, frame).await.is_ok();
            self.note(written);
            self.prepared = written;
        }
    }

    async fn flip(&mut self, bus: &mut Bus) {
        if core::mem::take(&mut self.prepared) {
            let turned = bus.select(self.facts.branch).await.is_ok() && self.panel.flip(bus).await.is_ok();
            self.note(turned);
        }
    }
}

/// A frame and the scenes that are drawn on it.
trait Picture {
    type Scene;
    /// What its viewer is to see, if that is not the view of `version`, which is then brought up to date.
    fn newest(viewer: Viewer, version: &mut u16) -> Option<View<Self::Scene>>;
    fn draw(&mut self, view: &View<Self::Scene>);
    fn redraw(&mut self, before: &View<Self::Scene>, now: &View<Self::Scene>) -> Update;
}

impl Picture for TallFrame {
    type Scene = PassScene;

    fn newest(_: Viewer, version: &mut u16) -> Option<View<PassScene>> {
        stage::newest_shared(version)
    }

    fn draw(&mut self, view: &View<PassScene>) {
        screen::draw_pass(view, self);
    }

    fn redraw(&mut self, before: &View<PassScene>, now: &View<PassScene>) -> Update {
        screen::redraw_pass(before, now, self)
    }
}

impl Picture for FlatFrame {
    type Scene = SeatScene;

    fn newest(viewer: Viewer, version: &mut u16) -> Option<View<SeatScene>> {
        match viewer {
            Viewer::Seat(index) => stage::newest_seat(index, version),
            Viewer::Shared => None,
        }
    }

    fn draw(&mut self, view: &View<SeatScene>) {
        screen::draw_seat(view, self);
    }

    fn redraw(&mut self, before: &View<SeatScene>, now: &View<SeatScene>) -> Update {
        screen::redraw_seat(before, now, self)
    }
}
