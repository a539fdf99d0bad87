//! The knob task: contact levels from pins or from the register chain → [`KnobEvent`]s. It runs on an executor of its own,
//! in an interrupt above all other tasks, so that no drawing delays it. On pins it sleeps while all contacts rest and an
//! edge wakes it; a chain has no edge to offer, so it is read all the time, at rest half as often.

use core::cell::Cell;
use core::future::poll_fn;
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::Poll;

use dixit_dials::board::Contacts;
use dixit_dials::dial::{
    CheckFault, Dials, GAP_US, Input, KnobCheck, KnobKind, Levels, MAX_KNOBS, SCAN_STEP_US, STEP_US,
};
use dixit_dials::seats::Seats;
use embassy_futures::join::join_array;
use embassy_futures::select::{Either, select};
use embassy_rp::gpio::{self, AnyPin, Pull};
use embassy_rp::{Peri, pac};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, Timer};

use super::board::{BOARD, CONTACTS, ChainWires, KNOB_PINS};
use super::chain::{self, Belief, Trust};
use super::executors;
use super::watchdog::{self, Guard};

/// What the knobs tell the app, and when it happened.
#[derive(Clone, Copy)]
pub struct KnobEvent {
    pub at: Instant,
    pub what: What,
}

#[derive(Clone, Copy)]
pub enum What {
    Input(Input),
    /// The proof bits came back wrong: the knobs are frozen.
    ChainBroke,
    ChainMended,
    /// These knobs may have turned while nobody could look, bit k for knob k.
    TurnedUnseen {
        knobs: u16,
    },
    /// How a knob check is going: clicks so far, or how it ended.
    Checking {
        clicks: u8,
    },
    Checked(Result<KnobKind, CheckFault>),
}

/// Filled by the knob task, drained by the app task, which is kept away longest while it saves: two pages, each of which may
/// wait 60 ms for a pause, in which two knobs spun at 200 clicks a second make 48. Should it be full all the same, clicks are
/// deferred until there is room again.
pub static KNOB_EVENTS: Channel<CriticalSectionRawMutex, KnobEvent, 64> = Channel::new();

/// What the app asks of the knobs.
enum Request {
    Kinds([KnobKind; MAX_KNOBS]),
    /// To find out what kind of knob this is, or to stop that.
    Check(Option<u8>),
    /// To look at the contacts at once where all of them rest, and to say what the hands do.
    Look,
}

/// Filled by the app task, drained by the knob task before each sample. The app asks for one thing or two at a time, seldom
/// enough for a sample to come in between.
static REQUESTS: Channel<CriticalSectionRawMutex, Request, 4> = Channel::new();

/// Written by the knob task, read by the app task before it saves.
static RESTING: AtomicBool = AtomicBool::new(true);

/// What the hands do, and how well it suits work that keeps the knob task away: the further down, the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hands {
    Turn,
    /// Have only just brought their knobs to lie in detents: for a moment no edge will come.
    InDetents,
    Rest,
}

/// What a sample has told.
struct Look {
    at: Instant,
    hands: Hands,
}

/// Set by the knob task after each sample, awaited by the app task before it writes to the flash. Only the newest counts.
static LOOKED: Signal<CriticalSectionRawMutex, Look> = Signal::new();
/// Who has learned of the hands in this time may rely on it.
const FRESH: Duration = Duration::from_micros(100);

/// Set by the app task while it does something so long that whole clicks may be lost. A contact that moved meanwhile wakes
/// the knob task before the app task goes on, since edges and knobs have the highest priority, as [`executors`] says.
static UNWATCHED: AtomicBool = AtomicBool::new(false);

const ALL_KNOBS: u16 = (1 << BOARD.knobs) - 1;

/// Samples lie on a grid of so many microseconds.
const GRID: Duration = Duration::from_micros(match CONTACTS {
    Contacts::Pins(_) => STEP_US,
    Contacts::Chain(_) => GAP_US,
} as u64);
/// Every so many steps of the grid there is one while anything moves.
const MOVING: u32 = match CONTACTS {
    Contacts::Pins(_) => 1,
    Contacts::Chain(_) => SCAN_STEP_US / GAP_US,
};
/// The same at rest, on a chain.
const RESTING_STEPS: u32 = 2 * MOVING;
/// Where nobody could look for a while, so many samples follow at one a step: they are to agree soon on what the contacts are.
const HURRIED: u8 = 5;
const GAP: Duration = Duration::from_micros(GAP_US as u64);

/// A pull-up brings a long wire up within this time.
const WIRE: Duration = Duration::from_micros(8);

pub fn start(pins: [Peri<'static, AnyPin>; KNOB_PINS], chain: Option<ChainWires>, guard: Guard) {
    let pins = pins.map(|pin| {
        let mut pin = gpio::Input::new(pin, Pull::Up);
        pin.set_schmitt(true);
        pin
    });
    embassy_time::block_for(WIRE);
    executors::knobs().spawn(scan(Reader { pins, chain: chain.map(chain::Reader::new) }, guard).expect("spawned once"));
}

/// From now on the knobs are read as ones of these kinds.
pub fn set_kinds(kinds: [KnobKind; MAX_KNOBS]) {
    let _ = REQUESTS.try_send(Request::Kinds(kinds));
}

/// Starts to find out what kind of knob this is, or stops that.
pub fn check(knob: Option<u8>) {
    let _ = REQUESTS.try_send(Request::Check(knob));
}

/// No hand is on any knob: the flash may take its time.
pub fn resting() -> bool {
    RESTING.load(Ordering::Relaxed)
}

/// Until the hands do this or better, and it is right after a sample: so the least is missed by who keeps the knob task
/// away, be it several times in one pause. Where so many hands turn that there is no such moment, until `longest` has passed.
pub async fn wait_for_hands(hands: Hands, longest: Duration) {
    let asked = Instant::now();
    loop {
        LOOKED.reset();
        let _ = REQUESTS.try_send(Request::Look);
        let look = LOOKED.wait().await;
        if look.hands >= hands && look.at.elapsed() < FRESH || asked.elapsed() >= longest {
            return;
        }
    }
}

/// Does something during which nothing else runs, for so long that whole clicks may be lost. On pins a knob that moves is
/// told as [`What::TurnedUnseen`]; where hands do not even rest, all are.
pub fn while_unwatched<T>(work: impl FnOnce() -> T) -> T {
    UNWATCHED.store(true, Ordering::Relaxed);
    let done = work();
    UNWATCHED.store(false, Ordering::Relaxed);
    done
}

#[embassy_executor::task]
async fn scan(mut reader: Reader, mut guard: Guard) {
    let mut now = Instant::now();
    let mut knobs = Knobs::new(reader.read(), now);
    let mut steps = Steps::new(now);
    let mut guard_at = now;
    let mut edge = false;
    loop {
        knobs.obey();
        let at = Instant::now();
        knobs.sample(&mut reader, now);
        if now >= guard_at {
            guard_at = now + watchdog::LOOK;
            guard.look();
        }
        let resting = knobs.resting();
        RESTING.store(resting, Ordering::Relaxed);
        LOOKED.signal(Look { at, hands: knobs.hands() });
        match CONTACTS {
            // After an edge that left no trace there is a step too, so that noise on a wire keeps nobody busy.
            Contacts::Pins(_) if resting && !edge => {
                let news = select(REQUESTS.ready_to_receive(), Timer::at(guard_at));
                let woken = select(reader.wait_for_edge(knobs.raw), news).await;
                now = Instant::now();
                steps = Steps::new(now);
                if let Either::First(knobs) = woken {
                    edge = true;
                    tell_if_unseen(knobs, now);
                }
            }
            _ => {
                edge = false;
                let step = steps.next(now, resting);
                Timer::at(step).await;
                now = Instant::now();
                if !resting {
                    tell_if_unseen(ALL_KNOBS, now);
                }
                if now < step + GAP {
                    // A few microseconds more or less must not decide anything.
                    now = step;
                }
            }
        }
    }
}

/// Tells of these knobs, if nobody could look when they moved.
fn tell_if_unseen(knobs: u16, now: Instant) {
    if knobs != 0 && UNWATCHED.load(Ordering::Relaxed) {
        tell(What::TurnedUnseen { knobs }, now);
    }
}

/// When to sample. All steps lie on one grid, whatever came between them: when a knob is heard must not depend on what was
/// done before.
struct Steps {
    last: Instant,
    count: u32,
    hurry: u8,
}

impl Steps {
    fn new(now: Instant) -> Self {
        Self { last: now, count: 0, hurry: 0 }
    }

    fn next(&mut self, now: Instant, resting: bool) -> Instant {
        loop {
            self.last += GRID;
            self.count = self.count.wrapping_add(1);
            if self.last < now + GAP {
                self.hurry = HURRIED;
            } else if self.hurry > 0 {
                self.hurry -= 1;
                return self.last;
            } else if self.count.is_multiple_of(if resting { RESTING_STEPS } else { MOVING }) {
                return self.last;
            }
        }
    }
}

/// All contacts at one instant, as they lie in the pins or in the chain.
pub type Raw = [u8; 8];

struct Reader {
    pins: [gpio::Input<'static>; KNOB_PINS],
    chain: Option<chain::Reader>,
}

impl Reader {
    fn read(&mut self) -> Raw {
        match &mut self.chain {
            Some(chain) => chain.read(),
            None => pin_levels(),
        }
    }

    /// After bits that cannot be: the next ones must not suffer for it.
    fn realign(&mut self) {
        if self.chain.is_some() {
            chain::empty_fifo();
        }
    }

    /// Until a contact moves. Tells of which knobs it was one that turns, bit k for knob k.
    async fn wait_for_edge(&mut self, raw: Raw) -> u16 {
        let (moved, turned) = (Cell::new(false), Cell::new(0));
        let mut contact = 0;
        let edges = self.pins.each_mut().map(|pin| {
            let (knob, is_push) = (contact / 3, contact % 3 == 2);
            contact += 1;
            let (moved, turned) = (&moved, &turned);
            async move {
                pin.wait_for_any_edge().await;
                moved.set(true);
                turned.set(turned.get() | u16::from(!is_push) << knob);
            }
        });
        // What moved before anyone waited for it shows in the levels.
        let any = poll_fn(|_| match moved.get() || pin_levels() != raw {
            true => Poll::Ready(()),
            false => Poll::Pending,
        });
        select(join_array(edges), any).await;
        turned.get()
    }
}

/// Where A, B and the push of each knob lie in [`Raw`].
const CONTACT_BITS: [(usize, u8); 3 * BOARD.knobs as usize] = {
    let mut bits = [(0, 0); 3 * BOARD.knobs as usize];
    let mut knob = 0;
    while knob < BOARD.knobs as usize {
        let three = match CONTACTS {
            Contacts::Pins(pins) => {
                let pins = pins[knob];
                [pin_bit(pins.a), pin_bit(pins.b), pin_bit(pins.push)]
            }
            Contacts::Chain(chain) => {
                let first = chain.first_bit + 3 * knob as u8;
                [chain::bit(first), chain::bit(first + 1), chain::bit(first + 2)]
            }
        };
        (bits[3 * knob], bits[3 * knob + 1], bits[3 * knob + 2]) = (three[0], three[1], three[2]);
        knob += 1;
    }
    bits
};

const fn pin_bit(pin: u8) -> (usize, u8) {
    (pin as usize / 8, 1 << (pin % 8))
}

/// The driver reads one pin after the other; a knob's contacts should be of one instant.
fn pin_levels() -> Raw {
    u64::from(pac::SIO.gpio_in(0).read() & PINS).to_le_bytes()
}

/// The pins that are contacts.
const PINS: u32 = {
    let mut pins = 0;
    let mut at = 0;
    while at < CONTACT_BITS.len() {
        let (byte, mask) = CONTACT_BITS[at];
        pins |= (mask as u32) << (8 * (byte % 4));
        at += 1;
    }
    pins
};

/// Raw bits as levels, bit k for knob k. Switches and contacts close to ground.
fn levels(raw: Raw) -> Levels {
    let mut levels = Levels::default();
    for (knob, bits) in CONTACT_BITS.chunks_exact(3).enumerate() {
        let high = |(byte, mask): (usize, u8)| u16::from(raw[byte] & mask != 0) << knob;
        levels.a |= high(bits[0]);
        levels.b |= high(bits[1]);
        levels.down |= high(bits[2]) ^ 1 << knob;
    }
    levels
}

struct Knobs {
    /// The raw bits of the last sample, and what they mean. Most samples bring the same again.
    raw: Raw,
    levels: Levels,
    dials: Dials,
    deferred: Deferred,
    trust: Trust,
    check: Option<Check>,
}

/// A knob that is being found out about.
struct Check {
    knob: u8,
    check: KnobCheck,
    clicks: u8,
}

impl Knobs {
    fn new(raw: Raw, now: Instant) -> Self {
        let levels = levels(raw);
        let dials = dials([BOARD.knob.kind; MAX_KNOBS], levels, now);
        Self { raw, levels, dials, deferred: Deferred::new(), trust: Trust::new(), check: None }
    }

    /// No contact moves and nothing is left to tell.
    fn resting(&self) -> bool {
        self.dials.resting() && self.check.is_none() && !self.deferred.any && self.trust.is_firm()
    }

    fn hands(&self) -> Hands {
        if self.resting() {
            Hands::Rest
        } else if self.dials.in_detents() {
            Hands::InDetents
        } else {
            Hands::Turn
        }
    }

    /// Does what the app has asked for.
    fn obey(&mut self) {
        while let Ok(request) = REQUESTS.try_receive() {
            match request {
                Request::Kinds(kinds) => {
                    (0..).zip(kinds).for_each(|(knob, kind)| self.dials.set_kind(knob, kind));
                }
                Request::Check(knob) => {
                    let Levels { a, b, .. } = self.dials.levels();
                    self.check = knob.map(|knob| {
                        let check = KnobCheck::new(a >> knob & 1 != 0, b >> knob & 1 != 0);
                        Check { knob, check, clicks: 0 }
                    });
                }
                Request::Look => {}
            }
        }
    }

    fn sample(&mut self, reader: &mut Reader, now: Instant) {
        let raw = reader.read();
        if !self.proven(raw, now) {
            reader.realign();
            return;
        }
        if raw != self.raw {
            (self.raw, self.levels) = (raw, levels(raw));
        }
        self.find_out(now);
        self.deferred.settle(now);
        let deferred = &mut self.deferred;
        self.dials.sample(self.levels, micros(now), &mut |input| deferred.tell(input, now));
    }

    fn find_out(&mut self, now: Instant) {
        let Some(Check { knob, check, clicks }) = &mut self.check else { return };
        let levels = self.levels;
        let ended = check.sample(levels.a >> *knob & 1 != 0, levels.b >> *knob & 1 != 0, micros(now));
        let so_far = (check.quarters().unsigned_abs() / 4) as u8;
        if let Some(verdict) = ended {
            self.check = None;
            tell(What::Checked(verdict), now);
        } else if so_far != *clicks {
            *clicks = so_far;
            tell(What::Checking { clicks: so_far }, now);
        }
    }

    /// Whether these bits may be believed, and tells when that changes.
    fn proven(&mut self, raw: Raw, now: Instant) -> bool {
        match self.trust.judge(raw) {
            Belief::Believed => return true,
            Belief::Doubted => {}
            Belief::Broke => _ = tell(What::ChainBroke, now),
            Belief::Mended => {
                // What happened meanwhile nobody saw: start from the levels as they are.
                let kinds = core::array::from_fn(|knob| self.dials.kind(knob as u8).unwrap_or_default());
                (self.raw, self.levels) = (raw, levels(raw));
                self.dials = dials(kinds, self.levels, now);
                tell(What::ChainMended, now);
                tell(What::TurnedUnseen { knobs: ALL_KNOBS }, now);
            }
        }
        false
    }
}

/// The decoder of this board's knobs.
fn dials(kinds: [KnobKind; MAX_KNOBS], first: Levels, now: Instant) -> Dials {
    let mut dials = Dials::new(BOARD.knobs, kinds, first, micros(now));
    dials.set_under_press(Seats::new(BOARD.secrecy).under_press());
    dials
}

/// The decoder reckons in microseconds that wrap around.
fn micros(now: Instant) -> u32 {
    now.as_micros() as u32
}

/// Answers whether there was room.
fn tell(what: What, at: Instant) -> bool {
    KNOB_EVENTS.try_send(KnobEvent { at, what }).is_ok()
}

/// Clicks that found no room, by knob.
struct Deferred {
    clicks: [i8; MAX_KNOBS],
    any: bool,
}

impl Deferred {
    const fn new() -> Self {
        Self { clicks: [0; MAX_KNOBS], any: false }
    }

    fn settle(&mut self, now: Instant) {
        if !core::mem::take(&mut self.any) {
            return;
        }
        for knob in 0..MAX_KNOBS {
            let by = core::mem::take(&mut self.clicks[knob]);
            if by != 0 {
                self.tell(Input::Turned { knob: knob as u8, by }, now);
            }
        }
    }

    fn tell(&mut self, input: Input, now: Instant) {
        if !tell(What::Input(input), now)
            && let Input::Turned { knob, by } = input
            && let Some(clicks) = self.clicks.get_mut(usize::from(knob))
        {
            *clicks = clicks.saturating_add(by);
            self.any = true;
        }
    }
}
