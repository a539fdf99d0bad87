//! The knob scan: contact levels from pins or from the register chain → [`Input`]s. A bare timer interrupt above all
//! others samples while anything moves, so that no drawing or saving delays it. On pins it sleeps while
//! all contacts rest and an edge wakes it; a chain has no edge to offer and is read all the time.

use core::cell::RefCell;

use critical_section::Mutex;
use dixit_dials::board::{Contacts, KnobPins, Rest as BoardRest, Secrecy};
use dixit_dials::dial::{
    CheckFault, DetentsPerCycle, Dials, Direction, GAP_US, Input, KnobCheck, KnobKind, Levels, MAX_KNOBS, Rest,
    SCAN_STEP_US, STEP_US, UnderPress,
};
use embassy_rp::gpio::{AnyPin, Flex, Pull};
use embassy_rp::interrupt;
use embassy_rp::interrupt::{InterruptExt, Priority};
use embassy_rp::{Peri, pac};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use static_cell::StaticCell;

use super::board::{BOARD, CONTACTS, ChainWires, KNOB_PINS};
use super::chain::{self, Trust, Verdict};
use super::{vectors, watchdog};

/// What the scan tells the game.
#[derive(Clone, Copy)]
pub enum Heard {
    Knob(Input),
    /// The proof bits came back wrong: the knobs are frozen.
    ChainBroke,
    ChainMended,
    /// How a knob check is going: clicks so far, or how it ended.
    Checking {
        clicks: u8,
    },
    Checked(Result<KnobKind, CheckFault>),
}

/// Filled by the scan interrupt, drained by the game task. The game is kept away longest while a screen is drawn,
/// some 20 ms: twelve knobs spun at 200 clicks a second make 48 in that time. Should it ever be full, clicks are
/// added up in [`Scan::owed`] until there is room again.
pub static HEARD: Channel<CriticalSectionRawMutex, Heard, 64> = Channel::new();

/// Between two scans while anything moves; on a chain, always.
const PACE_US: u32 = match CONTACTS {
    Contacts::Pins(_) => STEP_US,
    Contacts::Chain(_) => SCAN_STEP_US,
};

/// When it is known of a knob that it moved while nothing could run. On pins at once; what a chain shows then is told by
/// the scan after it.
pub const TELLS_AFTER_US: u64 = match CONTACTS {
    Contacts::Pins(_) => 0,
    Contacts::Chain(_) => 2 * SCAN_STEP_US as u64,
};

/// A reference, so that nothing of the scan has to be in flash until there is one.
static SCAN: Mutex<RefCell<Option<&mut Scan>>> = Mutex::new(RefCell::new(None));

/// In this order, as the chip reaches what lies near the beginning in one step: every scan needs that.
#[repr(C)]
struct Scan {
    /// The raw bits of the last scan. Most scans bring the same again.
    raw: Raw,
    /// When the picture was taken that the chain will tell next.
    taken_us: u32,
    next_us: u32,
    look_us: u32,
    /// Something wants every scan looked at, whatever it brings.
    busy: bool,
    dials: Dials,
    /// What the raw bits mean.
    levels: Levels,
    /// Clicks that found the channel full.
    owed: Owed,
    trust: Trust,
    check: Option<Check>,
}

/// A knob that is being found out about.
struct Check {
    knob: u8,
    check: KnobCheck,
    clicks: u8,
}

/// Sets the pins up and starts to scan.
pub fn start(pins: [Peri<'static, AnyPin>; KNOB_PINS], chain: Option<ChainWires>) {
    for pin in pins {
        input(pin);
    }
    // Pull-ups through a long wire need a moment.
    cortex_m::asm::delay(1_000);
    let raw = chain.map_or_else(read_pins, chain::start);
    let now = now_us();
    let levels = levels(raw);
    let mut dials = Dials::new(BOARD.knobs, [board_kind(); MAX_KNOBS], levels, now);
    if let Secrecy::Ring { .. } = BOARD.secrecy {
        dials.set_under_press(UnderPress::Keep);
    }
    let scan = Scan {
        raw,
        taken_us: now,
        next_us: now.wrapping_add(PACE_US),
        look_us: now,
        busy: false,
        dials,
        levels,
        owed: Owed { clicks: [0; MAX_KNOBS], any: false },
        trust: Trust::new(),
        check: None,
    };
    static PLACE: StaticCell<Scan> = StaticCell::new();
    critical_section::with(|cs| SCAN.borrow_ref_mut(cs).replace(PLACE.init(scan)));

    // Everything else may be interrupted by the scan.
    for other in [interrupt::TIMER_IRQ_0, interrupt::I2C0_IRQ, interrupt::I2C1_IRQ] {
        other.set_priority(Priority::P3);
    }
    vectors::replace(interrupt::IO_IRQ_BANK0, edge);
    for own in [interrupt::TIMER_IRQ_1, interrupt::IO_IRQ_BANK0] {
        own.set_priority(Priority::P0);
        own.unpend();
        // SAFETY: the scan is ready; no critical section relies on these being masked.
        unsafe { own.enable() };
    }
    pac::TIMER.inte().modify(|w| w.set_alarm(1, true));
    pac::TIMER.alarm(1).write_value(now_us().wrapping_add(PACE_US));
}

/// How the board's file says its knobs are made.
pub const fn board_kind() -> KnobKind {
    KnobKind {
        detents_per_cycle: if BOARD.knob.detents_per_cycle == 2 { DetentsPerCycle::Two } else { DetentsPerCycle::One },
        rest: match BOARD.knob.rest {
            BoardRest::High => Rest::High,
            BoardRest::Low => Rest::Low,
        },
        direction: if BOARD.knob.reverse { Direction::Reversed } else { Direction::Normal },
    }
}

/// From now on this knob is read as one of that kind.
pub fn set_kind(knob: u8, kind: KnobKind) {
    with_scan(|scan| scan.dials.set_kind(knob, kind));
}

/// Starts to find out what kind of knob this is, or stops that.
pub fn check(knob: Option<u8>) {
    with_scan(|scan| {
        let levels = scan.dials.levels();
        scan.check = knob.map(|knob| {
            let check = KnobCheck::new(levels.a >> knob & 1 != 0, levels.b >> knob & 1 != 0);
            Check { knob, check, clicks: 0 }
        });
        scan.busy = true;
    });
    if let Contacts::Pins(_) = CONTACTS {
        // It may sleep.
        interrupt::TIMER_IRQ_1.pend();
    }
}

/// No hand is on any knob: the flash may take its time.
pub fn resting() -> bool {
    with_scan(|scan| scan.dials.resting()).unwrap_or(true)
}

fn with_scan<T>(f: impl FnOnce(&mut Scan) -> T) -> Option<T> {
    critical_section::with(|cs| SCAN.borrow_ref_mut(cs).as_deref_mut().map(f))
}

#[interrupt]
fn TIMER_IRQ_1() {
    pac::TIMER.intr().write(|w| w.set_alarm(1, true));
    with_scan(Scan::run);
}

/// A contact moved while all were at rest.
extern "C" fn edge() {
    listen(false);
    interrupt::TIMER_IRQ_1.pend();
}

impl Scan {
    fn run(&mut self) {
        let now = now_us();
        let (raw, seen_us) = match CONTACTS {
            Contacts::Pins(_) => (read_pins(), now),
            Contacts::Chain(_) => (chain::read(), core::mem::replace(&mut self.taken_us, now)),
        };
        if self.busy || raw != self.raw || !self.dials.same(seen_us) {
            self.look(raw, seen_us);
            self.busy = self.check.is_some() || self.owed.any || !self.trust.firm();
        }
        if now.wrapping_sub(self.look_us) >= watchdog::LOOK_US {
            self.look_us = now;
            watchdog::look();
        }

        let resting = self.dials.resting() && !self.busy;
        let pause = match CONTACTS {
            Contacts::Pins(_) if resting => watchdog::LOOK_US,
            _ => PACE_US,
        };
        self.next_us = self.next_us.wrapping_add(pause);
        if !(GAP_US..=pause).contains(&self.next_us.wrapping_sub(now)) {
            // Something kept us away: count on from here.
            self.next_us = now.wrapping_add(pause);
        }
        pac::TIMER.alarm(1).write_value(self.next_us);
        let left = self.next_us.wrapping_sub(now_us()) as i32;
        if left <= 0 {
            // An alarm for a moment that has passed would only come after an hour.
            interrupt::TIMER_IRQ_1.pend();
        }

        if let (Contacts::Pins(_), true) = (CONTACTS, resting) {
            listen(true);
            if read_pins() != self.raw {
                // It moved before anyone listened.
                interrupt::TIMER_IRQ_1.pend();
            }
        }
    }

    /// Kept apart, so that the way of most scans, which bring nothing new, stays short.
    #[inline(never)]
    fn look(&mut self, raw: Raw, now: u32) {
        if !self.proven(raw, now) {
            return;
        }
        let changed = [raw[0] ^ self.raw[0], raw[1] ^ self.raw[1]];
        self.raw = raw;
        toggle(&mut self.levels, changed);
        self.find_out(now);
        self.owed.settle();
        let owed = &mut self.owed;
        self.dials.sample(self.levels, now, &mut |input| owed.say(input));
    }

    fn find_out(&mut self, now: u32) {
        let Some(Check { knob, check, clicks }) = &mut self.check else { return };
        let levels = self.levels;
        let ended = check.sample(levels.a >> *knob & 1 != 0, levels.b >> *knob & 1 != 0, now);
        let so_far = (check.quarters().unsigned_abs() / 4) as u8;
        if let Some(verdict) = ended {
            self.check = None;
            let _ = HEARD.try_send(Heard::Checked(verdict));
        } else if so_far != *clicks {
            *clicks = so_far;
            let _ = HEARD.try_send(Heard::Checking { clicks: so_far });
        }
    }

    /// Whether these bits may be believed, and tells when that changes.
    fn proven(&mut self, raw: Raw, now: u32) -> bool {
        match self.trust.judge(raw) {
            Verdict::Believed => return true,
            Verdict::Doubted => {}
            Verdict::Broke => _ = HEARD.try_send(Heard::ChainBroke),
            Verdict::Mended => {
                // What happened meanwhile nobody saw: start from the levels as they are.
                let kinds = core::array::from_fn(|knob| self.dials.kind(knob as u8).unwrap_or_default());
                (self.raw, self.levels) = (raw, levels(raw));
                self.dials = Dials::new(BOARD.knobs, kinds, self.levels, now);
                let _ = HEARD.try_send(Heard::ChainMended);
            }
        }
        false
    }
}

/// Tells the game, and remembers clicks that find no room.
struct Owed {
    clicks: [i8; MAX_KNOBS],
    any: bool,
}

impl Owed {
    fn settle(&mut self) {
        if !core::mem::take(&mut self.any) {
            return;
        }
        for knob in 0..MAX_KNOBS {
            let by = core::mem::take(&mut self.clicks[knob]);
            if by != 0 {
                self.say(Input::Turned { knob: knob as u8, by });
            }
        }
    }

    fn say(&mut self, input: Input) {
        if HEARD.try_send(Heard::Knob(input)).is_err()
            && let Input::Turned { knob, by } = input
            && let Some(owed) = self.clicks.get_mut(usize::from(knob))
        {
            *owed = owed.saturating_add(by);
            self.any = true;
        }
    }
}

fn now_us() -> u32 {
    pac::TIMER.timerawl().read()
}

fn input(pin: Peri<'static, AnyPin>) {
    let mut pin = Flex::new(pin);
    pin.set_as_input();
    pin.set_pull(Pull::Up);
    pin.set_schmitt(true);
    // It stays one for good.
    core::mem::forget(pin);
}

/// All contacts at one instant, as they lie in the pins or in the chain.
pub type Raw = [u32; 2];

fn read_pins() -> Raw {
    let Contacts::Pins(pins) = CONTACTS else { return [0; 2] };
    [pac::SIO.gpio_in(0).read() & mask(pins), 0]
}

const fn mask(pins: &[KnobPins]) -> u32 {
    let mut mask = 0;
    let mut knob = 0;
    while knob < pins.len() {
        mask |= 1 << pins[knob].a | 1 << pins[knob].b | 1 << pins[knob].push;
        knob += 1;
    }
    mask
}

/// The level that a raw bit stands for.
static MEANS: [[Levels; 32]; 2] = {
    const NOTHING: Levels = Levels { a: 0, b: 0, down: 0 };
    let mut means = [[NOTHING; 32]; 2];
    let mut knob = 0;
    while knob < BOARD.knobs {
        let at = match CONTACTS {
            Contacts::Pins(pins) => {
                let pins = pins[knob as usize];
                [(0, pins.a as u32), (0, pins.b as u32), (0, pins.push as u32)]
            }
            Contacts::Chain(chain) => {
                let first = chain.first_bit + 3 * knob;
                [chain::lies(first), chain::lies(first + 1), chain::lies(first + 2)]
            }
        };
        means[at[0].0][at[0].1 as usize].a = 1 << knob;
        means[at[1].0][at[1].1 as usize].b = 1 << knob;
        means[at[2].0][at[2].1 as usize].down = 1 << knob;
        knob += 1;
    }
    means
};

/// Turns over the levels whose raw bits have changed; that is seldom more than one.
#[inline(always)]
fn toggle(levels: &mut Levels, changed: Raw) {
    for word in 0..2 {
        let mut bits = changed[word];
        while bits != 0 {
            let Levels { a, b, down } = MEANS[word][bits.trailing_zeros() as usize];
            bits &= bits - 1;
            levels.a ^= a;
            levels.b ^= b;
            levels.down ^= down;
        }
    }
}

/// Raw bits as levels, bit k for knob k. Switches and contacts close to ground.
fn levels(raw: Raw) -> Levels {
    let mut levels = Levels { a: 0, b: 0, down: u16::MAX };
    toggle(&mut levels, raw);
    levels
}

/// Lets an edge on any contact wake the scan, or stops that.
fn listen(on: bool) {
    let Contacts::Pins(pins) = CONTACTS else { return };
    const BOTH_EDGES: u32 = 0b1100;
    let mask = mask(pins);
    for bank in 0..4 {
        let edges =
            (0..8).filter(|pin| mask >> (8 * bank + pin) & 1 != 0).fold(0, |all, pin| all | BOTH_EDGES << (4 * pin));
        if on {
            pac::IO_BANK0.intr(bank as usize).write(|w| w.0 = edges);
        }
        pac::IO_BANK0.int_proc(0).inte(bank as usize).write(|w| w.0 = if on { edges } else { 0 });
    }
}
