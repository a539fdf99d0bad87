//! A bus as the game task sees it: whether it is free, and which of its screens is polled next.

use boards::device::{Bus, Screen};
use boards::limits;
use embassy_time::{Duration, Instant};
use heapless::Vec;

use super::super::channels::{Done, Job, LANES, Order};

/// Poll interval of every screen, and a shorter one while a screen of its bus is missing. The shorter one is also the
/// longest time between two polls on a bus, so that a lone screen is found again just as quickly.
const ASK: Duration = Duration::from_secs(1);
const ASK_MISSING: Duration = Duration::from_millis(250);
/// Bits on the bus for a byte: nine, plus the gap that the I2C block needs between two bytes.
const BITS_PER_BYTE: u64 = 10;
/// Bytes besides those of a picture: opening a mux channel, addresses and commands.
const OVERHEAD: u64 = 20;

pub struct Lane {
    /// Index in the board's list of buses.
    number: usize,
    hz: u64,
    /// An order was given and is not done.
    busy: bool,
    /// The bus stays reserved until this time, even if the transfer ends earlier.
    free_at: Instant,
    /// The screens on this bus, by their index in the board's list.
    screens: Vec<u8, { limits::SCREENS.most as usize }>,
    /// Index of the screen that may draw first, so that none is always last.
    turn: usize,
    /// Index of the screen to poll next, and when.
    ask: usize,
    ask_at: Instant,
}

impl Lane {
    pub fn new(number: usize, bus: &Bus, screens: &[Screen]) -> Self {
        Self {
            number,
            hz: bus.hz.into(),
            busy: false,
            free_at: Instant::MIN,
            screens: (0..).zip(screens).filter(|(_, screen)| screen.bus == bus.id).map(|(n, _)| n).collect(),
            turn: 0,
            ask: 0,
            ask_at: Instant::MIN,
        }
    }

    /// How the last order ended; returned once.
    pub fn poll(&mut self) -> Option<Done> {
        let done = LANES[self.number].done.try_take()?;
        self.busy = false;
        Some(done)
    }

    /// True if no order is in progress.
    pub fn is_idle(&self) -> bool {
        !self.busy
    }

    /// True if a picture can be drawn in the frame that begins at `tick`, because its bus will be free.
    pub fn is_free(&self, tick: Instant) -> bool {
        !self.busy && tick >= self.free_at
    }

    /// The screens of this bus, starting with the one whose turn it is. The order does not depend on other buses, so
    /// neither does the order of transfers on this one.
    pub fn in_turn(&self) -> impl Iterator<Item = usize> + use<> {
        let (screens, turn) = (self.screens.clone(), self.turn);
        (0..screens.len()).map(move |n| usize::from(screens[(turn + n) % screens.len()]))
    }

    /// Notes that `screen` was drawn: from now on, the next one goes first.
    pub fn end_turn(&mut self, screen: usize) {
        let at = self.screens.iter().position(|&n| usize::from(n) == screen).unwrap_or(0);
        self.turn = (at + 1) % self.screens.len();
    }

    /// Orders `job`, to begin at the tick `at`.
    pub fn give(&mut self, job: Job, at: Instant) {
        self.busy = true;
        LANES[self.number].order.signal(Order { job, at });
    }

    /// Reserves the bus for the longest time that a transfer of `bytes` bytes may take. So the next order begins at the
    /// same tick however long this transfer really takes.
    pub fn keep_for(&mut self, bytes: usize, at: Instant) {
        let bits = (bytes as u64 + OVERHEAD) * BITS_PER_BYTE;
        self.free_at = at + Duration::from_micros((bits * 1_000_000).div_ceil(self.hz));
    }

    /// Polls the next screen if that is due. It takes less than a tick. `present` has bit n set if the nth screen
    /// responded last.
    pub fn ask_if_due(&mut self, tick: Instant, present: u16) {
        if tick < self.ask_at || !self.is_free(tick) || self.screens.is_empty() {
            return;
        }
        let all_present = self.screens.iter().all(|screen| present >> screen & 1 != 0);
        let each = if all_present { ASK } else { ASK_MISSING } / self.screens.len() as u32;
        self.ask_at = tick + each.min(ASK_MISSING);
        let screen = self.screens[self.ask];
        self.ask = (self.ask + 1) % self.screens.len();
        self.give(Job::Ask { screen }, tick);
    }
}
