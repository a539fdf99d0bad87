//! The screens, one task for each bus that carries some. A task has the newest scene of each of its screens drawn and
//! sends what changed. A screen that does not answer is left alone but for a short try now and then, and is started
//! from the beginning when it is back; a held bus is freed first.

use dixit_dials::board::{self, Driver, FoundScreen, Secrecy, Viewer};
use dixit_dials::screen::panel::Panel;
use dixit_dials::screen::{FlatFrame, Frame, Light, Update, View};
use embassy_futures::select::select;
use embassy_rp::i2c::{Instance, InterruptHandler, SclPin, SdaPin};
use embassy_rp::interrupt::typelevel::Binding;
use embassy_time::{Duration, Instant, Timer};
use embedded_hal_async::i2c::I2c;

use super::board::{BOARD, BUSES, I2c0Lines, I2c0Wires, I2c1Lines, I2c1Wires, SCREENS};
use super::bus::{Bus, Irqs, Lines};
use super::drawing::{Desk, Order, Picture};
use super::leaving::{time_of, wait_to_leave};
use super::newest_views::{self, Newest};
use super::switch::{Channel, Switches};
use super::watchdog::{Part, beat};
use super::{executors, hooks, missing};

/// How often a screen is asked how it is, and a missing one tried again.
const ASK: Duration = Duration::from_millis(250);
/// A bus that was held gets this long before the next try.
const PAUSE: Duration = Duration::from_millis(10);
/// In what a controller answers: the glass is switched off.
const OFF: u8 = 0x40;
/// A command to do nothing, which every controller knows.
const NOTHING_TO_DO: [u8; 2] = [0x00, 0xe3];

/// Each bus in its place, as [`executors`] says.
pub fn start(i2c0: Option<I2c0Wires>, i2c1: Option<I2c1Wires>) {
    let (public, secret) = (executors::public_screens(), executors::secret_screens());
    let place = |id: u8| {
        let shows_numbers = BOARD.secrecy == Secrecy::Pass || screen_count(id, false) > 0;
        if shows_numbers { secret } else { public }
    };
    if let (Some(wires), Some(facts)) = (i2c0, bus_facts(0)) {
        place(0).spawn(i2c0_screens(Lines::new(facts, wires)).expect("spawned once"));
    }
    if let (Some(wires), Some(facts)) = (i2c1, bus_facts(1)) {
        place(1).spawn(i2c1_screens(Lines::new(facts, wires)).expect("spawned once"));
    }
}

fn bus_facts(id: u8) -> Option<board::Bus> {
    BUSES.iter().find(|bus| bus.id == id).copied()
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
async fn i2c0_screens(lines: I2c0Lines) {
    BusScreens::<{ screen_count(0, true) }, { screen_count(0, false) }>::new(0).run(lines, Part::Bus0).await;
}

#[embassy_executor::task]
async fn i2c1_screens(lines: I2c1Lines) {
    BusScreens::<{ screen_count(1, true) }, { screen_count(1, false) }>::new(1).run(lines, Part::Bus1).await;
}

/// All screens of one bus.
struct BusScreens<const TALL: usize, const FLAT: usize> {
    id: u8,
    switches: Switches,
    tall: [Screen<8>; TALL],
    flat: [Screen<4>; FLAT],
    /// The screen that has its turn; after a mishap the next one goes on, so that one bad screen stops no other.
    turn: usize,
    /// When the bus was last done.
    done: Instant,
    /// The reveal that the flat screens have seen.
    reveals: u16,
}

impl<const TALL: usize, const FLAT: usize> BusScreens<TALL, FLAT> {
    fn new(id: u8) -> Self {
        let on_bus = |shared: bool| {
            let kind = move |screen: &&board::Screen| screen.bus == id && (screen.viewer == Viewer::Shared) == shared;
            SCREENS.iter().filter(kind).copied()
        };
        let (mut tall, mut flat) = (on_bus(true), on_bus(false));
        Self {
            id,
            switches: Switches::new(bus_facts(id).map_or(&[], |bus| bus.muxes)),
            tall: core::array::from_fn(|_| Screen::new(tall.next().expect("counted"))),
            flat: core::array::from_fn(|_| Screen::new(flat.next().expect("counted"))),
            turn: 0,
            done: Instant::MIN,
            reveals: newest_views::reveals(),
        }
    }

    async fn run<T, Sda, Scl, const RESETS: usize>(mut self, mut lines: Lines<T, Sda, Scl, RESETS>, part: Part) -> !
    where
        T: Instance + 'static,
        Sda: SdaPin<T>,
        Scl: SclPin<T>,
        Irqs: Binding<T::Interrupt, InterruptHandler<T>>,
    {
        loop {
            self.serve(&mut lines.open(), part).await;
            lines.free().await;
            self.switches.forget();
            // What no switch shields heard the clocks too, and may have lost its place.
            self.tall.iter_mut().for_each(Screen::unsettle);
            self.flat.iter_mut().for_each(Screen::unsettle);
            Timer::after(PAUSE).await;
        }
    }

    /// Keeps the screens up to date until a line is held.
    async fn serve<D: I2c>(&mut self, bus: &mut Bus<D>, part: Part) {
        loop {
            hooks::bus(self.id).await;
            for _ in 0..TALL + FLAT {
                beat(part);
                if FLAT > 0 && self.reveals != newest_views::reveals() {
                    self.reveals = newest_views::reveals();
                    self.reveal(bus).await;
                    if bus.is_held() {
                        return;
                    }
                }
                self.refresh(bus).await;
                if bus.is_held() {
                    return;
                }
            }
            select(newest_views::NEWS[usize::from(self.id)].wait(), Timer::after(ASK)).await;
        }
    }

    /// Brings the screen up to date that has its turn.
    async fn refresh<D: I2c>(&mut self, bus: &mut Bus<D>) {
        if let Some(screen) = self.tall.get_mut(self.turn) {
            let mut channel = self.switches.channel(bus, screen.facts.branch);
            screen.refresh(&mut channel, &mut self.done).await;
        } else if let Some(screen) = self.flat.get_mut(self.turn - TALL) {
            let mut channel = self.switches.channel(bus, screen.facts.branch);
            screen.flip(&mut channel).await;
            screen.refresh(&mut channel, &mut self.done).await;
        }
        if self.switches.count() > 0 {
            missing::report_switches(self.id, self.switches.absent(), self.switches.count());
        }
        self.turn = (self.turn + 1) % (TALL + FLAT);
    }

    /// Writes every seat's result where it is not seen yet, then turns them over one right after the other. Where one of
    /// them holds the bus the others are not to blame: they get theirs when their turn comes.
    async fn reveal<D: I2c>(&mut self, bus: &mut Bus<D>) {
        for screen in &mut self.flat {
            if !bus.is_held() {
                screen.prepare(&mut self.switches.channel(bus, screen.facts.branch)).await;
            }
        }
        for screen in &mut self.flat {
            if !bus.is_held() {
                screen.flip(&mut self.switches.channel(bus, screen.facts.branch)).await;
            }
        }
    }
}

/// One screen as its task knows it.
struct Screen<const PAGES: usize>
where
    Frame<PAGES>: Picture,
{
    facts: board::Screen,
    panel: Panel<PAGES>,
    /// What was brought to the panel last, and which of the newest views that was, 0 for none.
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
    /// Where it was found, and how it takes being asked; nothing before it has answered.
    found: Option<Found>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Found {
    address: u8,
    /// It takes what it is sent and refuses to be read. There are such modules.
    mute: bool,
}

impl<const PAGES: usize> Screen<PAGES>
where
    Frame<PAGES>: Picture,
{
    fn new(facts: board::Screen) -> Self {
        let panel = Panel::new(facts.driver, facts.address).with_com_pins(facts.com_pins);
        Self {
            facts,
            panel,
            shown: None,
            version: 0,
            there: false,
            prepared: false,
            ask: Instant::MIN,
            off: false,
            found: None,
        }
    }

    /// Brings a new scene to the glass; without one, asks now and then how it is.
    async fn refresh<B: I2c>(&mut self, bus: &mut Channel<'_, B>, done: &mut Instant) {
        let due = Instant::now() >= self.ask;
        if !self.there && !due {
            return;
        }
        if let Some(Newest { view, since }) = Frame::<PAGES>::newest(self.facts.viewer, &mut self.version) {
            if bus.is_blocked().await {
                return self.put_off();
            }
            let mut planned = Instant::MIN;
            let shown = if self.found(bus).await {
                let light = view.light;
                let update = self.draw(view).await;
                planned = wait_to_leave(update, PAGES, since, *done).await + time_of(update);
                let frame = self.desk().frame().await;
                self.panel.update(bus, &frame, light, update).await.is_ok()
            } else {
                false
            };
            *done = planned.max(Instant::now());
            self.note(shown);
        } else if due && self.there {
            if bus.is_blocked().await {
                return;
            }
            let answered = self.answers(bus).await;
            *done = Instant::now();
            self.note(answered);
        }
    }

    /// Another screen holds the bus: this one is as it was, and gets its picture as soon as the line is free.
    fn put_off(&mut self) {
        self.shown = None;
        self.version = 0;
    }

    /// Whether it is known where the screen is. One that was gone may have come back as another: it is asked at either
    /// address, and what it is; where it refuses to tell, the board's file is believed.
    async fn found<B: I2c>(&mut self, bus: &mut B) -> bool {
        if self.found.is_some() {
            return true;
        }
        for address in addresses(self.facts) {
            let mut status = [0];
            if bus.read(address, &mut status).await.is_ok() {
                self.is_at(address, self.facts.driver.told_by(status[0]), false);
                return true;
            }
        }
        for address in addresses(self.facts) {
            if bus.write(address, &NOTHING_TO_DO).await.is_ok() {
                self.is_at(address, self.facts.driver, true);
                return true;
            }
        }
        false
    }

    fn is_at(&mut self, address: u8, driver: Driver, mute: bool) {
        self.panel.replace(driver, address);
        self.found = Some(Found { address, mute });
        if self.facts.viewer == Viewer::Shared {
            missing::report_found(FoundScreen { driver, address });
        }
    }

    /// Whether it is still there, and lit.
    async fn answers<B: I2c>(&mut self, bus: &mut B) -> bool {
        let Some(Found { address, mute }) = self.found else { return false };
        if mute {
            return bus.write(address, &NOTHING_TO_DO).await.is_ok();
        }
        let mut status = [0];
        let answered = bus.read(address, &mut status).await.is_ok();
        if answered {
            self.judge(status[0]);
        }
        answered
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
    async fn draw(&mut self, view: View<<Frame<PAGES> as Picture>::Scene>) -> Update {
        let before = self.shown.take().filter(|_| self.panel.is_known());
        let drawn = self.desk().draw(Order { before, view }).await;
        self.shown = Some(drawn.view);
        drawn.update
    }

    fn desk(&self) -> &'static Desk<Frame<PAGES>> {
        Frame::desk(self.facts.bus)
    }

    fn note(&mut self, there: bool) {
        self.ask = Instant::now() + ASK;
        self.there = there;
        if !there {
            self.lose();
        }
        missing::report(self.facts.viewer, !there);
    }

    /// From the beginning, whatever the scene.
    fn lose(&mut self) {
        self.found = None;
        self.panel.forget();
        self.version = 0;
    }

    fn unsettle(&mut self) {
        if self.facts.branch.is_none() {
            self.lose();
        }
    }
}

impl Screen<4> {
    async fn prepare<B: I2c>(&mut self, bus: &mut Channel<'_, B>) {
        if !self.there {
            return;
        }
        if let Some(Newest { view, .. }) = FlatFrame::newest(self.facts.viewer, &mut self.version) {
            if bus.is_blocked().await {
                return self.put_off();
            }
            self.shown = None;
            self.draw(view).await;
            let frame = self.desk().frame().await;
            let written = self.panel.prepare(bus, &frame).await.is_ok();
            self.note(written);
            self.prepared = written;
        }
    }

    async fn flip<B: I2c>(&mut self, bus: &mut Channel<'_, B>) {
        if self.prepared && !bus.is_blocked().await {
            self.prepared = false;
            let turned = self.panel.flip(bus).await.is_ok();
            self.note(turned);
        }
    }
}

/// Where a screen may answer: at the address of the board's file, and at the other one that such screens can have, unless
/// another screen is expected there.
fn addresses(facts: board::Screen) -> impl Iterator<Item = u8> {
    let another = move |address: u8| {
        let beside = |other: &&board::Screen| other.branch.is_none() || other.branch == facts.branch;
        let here = SCREENS.iter().filter(move |other| other.bus == facts.bus && other.viewer != facts.viewer);
        here.filter(beside).any(|other| other.address == address)
    };
    [facts.address, facts.address ^ 1].into_iter().filter(move |&address| !another(address))
}
