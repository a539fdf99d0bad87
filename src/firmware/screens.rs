//! The screens, one task for each bus that carries some. A task has the newest scene of each of its screens drawn and
//! sends what changed. Meanwhile it asks them how they are, one after the other: one that does not answer is left alone but
//! for that, and is started from the beginning when it is back; a held bus is freed first.

use core::pin::pin;

use dixit_dials::board::{self, FoundScreen, Secrecy, Viewer};
use dixit_dials::screen::panel::Panel;
use dixit_dials::screen::{FlatFrame, Frame, Light, View};
use embassy_futures::select::{Either, select};
use embassy_rp::i2c::{SclPin, SdaPin};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, Timer};
use embedded_hal_async::i2c::I2c;

use super::board::{BOARD, BUSES, I2c0Lines, I2c0Wires, I2c1Lines, I2c1Wires, SCREENS};
use super::bus::{Block, Bus, Lines};
use super::drawing::{Desk, Drawn, Order, Picture};
use super::leaving::{opens_at, time_of, wait_to_leave};
use super::newest_views::{self, Newest};
use super::presence::{self, Answer, Found, Question};
use super::switch::{Channel, Switches};
use super::watchdog::{Part, beat};
use super::{executors, hooks, missing};

/// How often a screen is asked how it is, and a missing one looked for.
const ASK: Duration = Duration::from_millis(250);
/// What that takes at most, where the screen is there.
const ASKING: Duration = Duration::from_micros(350);
/// A bus that was held gets this long before the next try.
const PAUSE: Duration = Duration::from_millis(10);
/// In what a controller answers: the glass is switched off.
const OFF: u8 = 0x40;

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

/// All screens of one bus, and their way there.
struct BusScreens<const TALL: usize, const FLAT: usize> {
    id: u8,
    switches: Switches,
    screens: Screens<TALL, FLAT>,
    /// The picture that is being drawn.
    ordered: Option<Ordered>,
    /// When the bus was done with the last picture.
    done: Instant,
    asks: Asks<TALL, FLAT>,
}

impl<const TALL: usize, const FLAT: usize> BusScreens<TALL, FLAT> {
    fn new(id: u8) -> Self {
        Self {
            id,
            switches: Switches::new(bus_facts(id).map_or(&[], |bus| bus.muxes)),
            screens: Screens::new(id),
            ordered: None,
            done: Instant::MIN,
            asks: Asks { due: Instant::now() + Asks::<TALL, FLAT>::EVERY, turn: 0 },
        }
    }

    async fn run<T, Sda, Scl, const RESETS: usize>(mut self, mut lines: Lines<T, Sda, Scl, RESETS>, part: Part) -> !
    where
        T: Block,
        Sda: SdaPin<T>,
        Scl: SclPin<T>,
    {
        loop {
            self.serve(&mut lines.open(), part).await;
            lines.free().await;
            self.switches.forget();
            // What no switch shields heard the clocks too, and may have lost its place.
            self.screens.tall.iter_mut().for_each(Screen::unsettle);
            self.screens.flat.iter_mut().for_each(Screen::unsettle);
            Timer::after(PAUSE).await;
        }
    }

    /// Keeps the screens up to date until a line is held.
    async fn serve(&mut self, bus: &mut Bus<'_>, part: Part) {
        while !bus.is_held() {
            hooks::bus(self.id).await;
            beat(part);
            self.ordered = self.ordered.or_else(|| self.screens.order_next());
            if let Some(ordered) = self.ordered {
                self.send(bus, ordered).await;
            } else if self.screens.reveal_is_due() {
                self.reveal(bus).await;
            } else if let Either::Second(()) = select(self.news().wait(), Timer::at(self.asks.due)).await {
                self.ask(bus).await;
            }
            if self.switches.count() > 0 {
                missing::report_switches(self.id, self.switches.absent(), self.switches.count());
            }
        }
    }

    fn news(&self) -> &'static Signal<CriticalSectionRawMutex, ()> {
        &newest_views::NEWS[usize::from(self.id)]
    }

    /// Sends a picture when it may leave. Until shortly before that there is time to ask a screen: when that happens must
    /// not depend on how long the picture takes to draw.
    async fn send(&mut self, bus: &mut Bus<'_>, Ordered { screen, since }: Ordered) {
        let opens = opens_at(since, self.done);
        while self.asks.due + ASKING <= opens {
            Timer::at(self.asks.due).await;
            self.ask(bus).await;
        }
        Timer::at(opens).await;
        if let Some(screen) = self.screens.tall.get_mut(screen) {
            screen.send(&mut self.switches.channel(bus, screen.facts.branch), since, &mut self.done).await;
        } else if let Some(screen) = self.screens.flat.get_mut(screen - TALL) {
            screen.send(&mut self.switches.channel(bus, screen.facts.branch), since, &mut self.done).await;
        }
        self.ordered = None;
    }

    /// Asks the screen that has its turn. What is new meanwhile is drawn meanwhile, so that no picture has to wait for it.
    async fn ask(&mut self, bus: &mut Bus<'_>) {
        let (turn, news) = (self.asks.take_turn(), self.news());
        let (facts, question) = self.screens.question(turn);
        let mut channel = self.switches.channel(bus, facts.branch);
        let mut asking = pin!(presence::ask(question, &mut channel));
        let answer = match select(&mut asking, news.wait()).await {
            Either::First(answer) => answer,
            Either::Second(()) => {
                self.ordered = self.ordered.or_else(|| self.screens.order_next());
                asking.await
            }
        };
        self.screens.note(turn, answer);
    }

    /// Writes every seat's result where it is not seen yet, then turns them over one right after the other. Where one of
    /// them holds the bus the others are not to blame: they get theirs when it is free again.
    async fn reveal(&mut self, bus: &mut Bus<'_>) {
        self.screens.reveals = newest_views::reveals();
        for screen in &mut self.screens.flat {
            if !bus.is_held() {
                screen.prepare(&mut self.switches.channel(bus, screen.facts.branch)).await;
            }
        }
        for screen in &mut self.screens.flat {
            if !bus.is_held() {
                screen.flip(&mut self.switches.channel(bus, screen.facts.branch)).await;
            }
        }
    }
}

/// When a screen is asked, and which. All moments lie on one grid, whatever else the bus had to do.
struct Asks<const TALL: usize, const FLAT: usize> {
    due: Instant,
    turn: usize,
}

impl<const TALL: usize, const FLAT: usize> Asks<TALL, FLAT> {
    const EVERY: Duration =
        Duration::from_micros(ASK.as_micros() / if TALL + FLAT > 0 { TALL + FLAT } else { 1 } as u64);

    fn take_turn(&mut self) -> usize {
        while self.due <= Instant::now() {
            self.due += Self::EVERY;
        }
        let turn = self.turn;
        self.turn = (turn + 1) % (TALL + FLAT);
        turn
    }
}

/// A picture that is being drawn.
#[derive(Clone, Copy)]
struct Ordered {
    screen: usize,
    since: Instant,
}

/// The screens of a bus: first those that all look at, then the seats'.
struct Screens<const TALL: usize, const FLAT: usize> {
    tall: [Screen<8>; TALL],
    flat: [Screen<4>; FLAT],
    /// Who comes first if all have news: after each other, so that none is kept waiting by the same one.
    turn: usize,
    /// The reveal that the seats have seen.
    reveals: u16,
}

impl<const TALL: usize, const FLAT: usize> Screens<TALL, FLAT> {
    fn new(bus: u8) -> Self {
        let on_bus = |shared: bool| {
            let kind = move |screen: &&board::Screen| screen.bus == bus && (screen.viewer == Viewer::Shared) == shared;
            SCREENS.iter().filter(kind).copied()
        };
        let (mut tall, mut flat) = (on_bus(true), on_bus(false));
        Self {
            tall: core::array::from_fn(|_| Screen::new(tall.next().expect("counted"))),
            flat: core::array::from_fn(|_| Screen::new(flat.next().expect("counted"))),
            turn: 0,
            reveals: newest_views::reveals(),
        }
    }

    /// A reveal that the seats have not seen, or not all of them.
    fn reveal_is_due(&self) -> bool {
        FLAT > 0 && (self.reveals != newest_views::reveals() || self.flat.iter().any(|screen| screen.prepared))
    }

    /// Has the next view drawn that a screen does not show yet.
    fn order_next(&mut self) -> Option<Ordered> {
        if self.reveal_is_due() {
            return None;
        }
        let count = TALL + FLAT;
        (0..count).find_map(|step| {
            let at = (self.turn + step) % count;
            let since = match self.tall.get_mut(at) {
                Some(screen) => screen.order(),
                None => self.flat.get_mut(at - TALL).and_then(Screen::order),
            }?;
            self.turn = (at + 1) % count;
            Some(Ordered { screen: at, since })
        })
    }

    fn question(&self, at: usize) -> (board::Screen, Question) {
        match self.tall.get(at) {
            Some(screen) => screen.question(),
            None => self.flat[at - TALL].question(),
        }
    }

    fn note(&mut self, at: usize, answer: Answer) {
        match self.tall.get_mut(at) {
            Some(screen) => screen.note(answer),
            None => self.flat[at - TALL].note(answer),
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
    /// It has not failed to answer.
    there: bool,
    /// Its hidden half waits to be turned over.
    prepared: bool,
    /// It said last time that it is off.
    off: bool,
    /// Nothing before it has answered.
    found: Option<Found>,
}

impl<const PAGES: usize> Screen<PAGES>
where
    Frame<PAGES>: Picture,
{
    fn new(facts: board::Screen) -> Self {
        let panel = Panel::new(facts.driver, facts.address).with_com_pins(facts.com_pins);
        Self { facts, panel, shown: None, version: 0, there: true, prepared: false, off: false, found: None }
    }

    /// Has its newest view drawn, if that is new to it; answers since when it is.
    fn order(&mut self) -> Option<Instant> {
        if !self.there {
            return None;
        }
        let Newest { view, since } = Frame::<PAGES>::newest(self.facts.viewer, &mut self.version)?;
        let before = self.shown.take().filter(|_| self.panel.is_known());
        self.desk().order(Order { before, view });
        Some(since)
    }

    /// Brings the picture to the glass that was ordered for it.
    async fn send<B: I2c>(&mut self, bus: &mut Channel<'_, B>, since: Instant, done: &mut Instant) {
        let blocked = bus.is_blocked().await;
        let Drawn { view, update } = self.desk().drawn().await;
        if blocked {
            return self.put_off();
        }
        if self.version == 0 {
            // It was lost meanwhile: what was drawn is the difference to something that it no longer shows.
            return;
        }
        let light = view.light;
        self.shown = Some(view);
        let planned = wait_to_leave(update, PAGES, since, *done).await + time_of(update);
        let sent = self.locate(bus).await && {
            let frame = self.desk().frame().await;
            self.panel.update(bus, &frame, light, update).await.is_ok()
        };
        *done = planned.max(Instant::now());
        self.is_there(sent);
    }

    /// Another screen holds the bus: this one is as it was, and gets its picture as soon as the line is free.
    fn put_off(&mut self) {
        self.shown = None;
        self.version = 0;
    }

    /// Whether it is known where the screen is, or is now.
    async fn locate<B: I2c>(&mut self, bus: &mut B) -> bool {
        if self.found.is_none()
            && let Some(found) = presence::find(self.facts, bus).await
        {
            self.is_at(found);
        }
        self.found.is_some()
    }

    fn is_at(&mut self, found: Found) {
        let Found { address, driver, .. } = found;
        self.panel.replace(driver, address);
        self.found = Some(found);
        if self.facts.viewer == Viewer::Shared {
            missing::report_found(FoundScreen { driver, address });
        }
    }

    fn question(&self) -> (board::Screen, Question) {
        (self.facts, self.found.map_or(Question::Where(self.facts), Question::How))
    }

    fn note(&mut self, answer: Answer) {
        match answer {
            Answer::Prevented => return,
            Answer::Silence => {}
            Answer::Here(found) => self.is_at(found),
            Answer::Well { status } => status.into_iter().for_each(|status| self.judge(status)),
        }
        self.is_there(!matches!(answer, Answer::Silence));
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

    fn desk(&self) -> &'static Desk<Frame<PAGES>> {
        Frame::desk(self.facts.bus)
    }

    fn is_there(&mut self, there: bool) {
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
            self.desk().order(Order { before: None, view });
            self.shown = Some(self.desk().drawn().await.view);
            let frame = self.desk().frame().await;
            let written = self.panel.prepare(bus, &frame).await.is_ok();
            self.is_there(written);
            self.prepared = written;
        }
    }

    async fn flip<B: I2c>(&mut self, bus: &mut Channel<'_, B>) {
        if self.prepared && !bus.is_blocked().await {
            self.prepared = false;
            let turned = self.panel.flip(bus).await.is_ok();
            self.is_there(turned);
        }
    }
}
