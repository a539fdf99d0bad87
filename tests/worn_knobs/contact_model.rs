//! Model of a hand turning a worn knob, as contact levels over time. Records what was really turned; knows no decoder.
//!
//! - The edges of a detent fall within half of its time; detents vary by 10 %, edges by 5 %.
//! - Each edge bounces with 0 to 10 extra toggle pairs; 5 % of them put a glitch of 5 to 60 µs on the other line.
//! - Hands reach full speed with their first edge, faster than any real hand.
//! - Spins of 1 to 24 detents, up to three in a row; half of the reversals follow at once.
//! - One spin in six is followed by a turn part of the way to the next detent and back, which must count as nothing.

use std::ops::Range;

use dixit_dials::dial::{DetentsPerCycle, Direction, KnobKind, Rest};
use fastrand::Rng;

/// One speed and one state of wear.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    pub detents_per_second: u64,
    /// Shortest and longest bounce.
    pub bounce_us: (u64, u64),
}

const fn at(detents_per_second: u64, bounce_us: (u64, u64)) -> Use {
    Use { detents_per_second, bounce_us }
}

/// The speeds and bounces under test. Fast turns get short bounces: no decoder can handle a bounce that is longer than
/// the time between two edges.
pub const USES: [Use; 7] = [
    at(4, (200, 5_000)),
    at(4, (50, 2_000)),
    at(20, (200, 5_000)),
    at(20, (50, 2_000)),
    at(60, (50, 1_000)),
    at(100, (50, 500)),
    at(200, (20, 100)),
];

pub const EXTRA_TOGGLE_PAIRS: u64 = 10;
pub const CROSS_TALK_PERCENT: u64 = 5;
pub const CROSS_TALK_US: Range<u64> = 5..61;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    pub a: bool,
    pub b: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Change {
    pub at_us: u64,
    pub lines: Lines,
}

/// A stretch in one direction: 1 right, -1 left, 0 partway to the next detent and back.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    pub from_us: u64,
    pub way: i8,
}

/// What a hand did, from rest to rest.
#[derive(Clone, Debug)]
pub struct Gesture {
    pub changes: Vec<Change>,
    pub legs: Vec<Leg>,
    pub end_us: u64,
    /// Net detents turned to the right.
    pub net_detents: i64,
    pub passed_detents: u64,
}

pub struct Hand {
    rng: Rng,
    used: Use,
    kind: KnobKind,
    lines: Lines,
    now_us: u64,
}

#[derive(Clone, Copy)]
enum Line {
    A,
    B,
}

/// A gesture in the making.
#[derive(Default)]
struct Draft {
    toggles: Vec<(u64, Line)>,
    legs: Vec<Leg>,
    net: i64,
    passed: u64,
}

impl Hand {
    pub fn new(seed: u64, used: Use, kind: KnobKind) -> Self {
        let high = kind.rest == Rest::High;
        Self { rng: Rng::with_seed(seed), used, kind, lines: Lines { a: high, b: high }, now_us: 1_000_000 }
    }

    /// Levels of the contacts at rest.
    pub fn lines(&self) -> Lines {
        self.lines
    }

    pub fn now_us(&self) -> u64 {
        self.now_us
    }

    pub fn gesture(&mut self) -> Gesture {
        let mut draft = Draft::default();
        let mut still = self.lines;
        let mut way = if self.rng.bool() { 1 } else { -1 };
        for _ in 0..self.rng.u64(1..=3) {
            self.spin(&mut draft, &mut still, way);
            if self.rng.u64(0..6) == 0 {
                self.part_and_back(&mut draft, &mut still);
            }
            if self.rng.bool() {
                self.now_us += self.rng.u64(0..100_000);
            }
            way = -way;
        }
        let end_us = self.now_us + 60_000;
        let start = self.lines;
        self.lines = still;
        self.now_us = end_us + self.rng.u64(0..200_000);
        draft.finish(start, end_us)
    }

    fn spacing(&self) -> u64 {
        1_000_000 / self.used.detents_per_second / 2 / quarters_per_detent(self.kind) as u64
    }

    fn spin(&mut self, draft: &mut Draft, still: &mut Lines, way: i8) {
        let detents = self.rng.u64(1..=24);
        let quarters = quarters_per_detent(self.kind);
        draft.legs.push(Leg { from_us: self.now_us, way });
        let begun_us = self.now_us;
        let mut last_edge = begun_us;
        let mut gone_us = 0;
        for _ in 0..detents {
            let time = self.vary(1_000_000 / self.used.detents_per_second, 10);
            let spacing = time / 2 / quarters as u64;
            for quarter in 0..quarters {
                let edge_us = gone_us + spacing * quarter as u64 + self.vary(spacing, 5);
                last_edge = begun_us + edge_us;
                self.edge(draft, still, way, last_edge);
            }
            gone_us += time;
        }
        draft.net += i64::from(way) * detents as i64;
        draft.passed += detents;
        // A leg that follows at once keeps the spacing of the edges.
        self.now_us = last_edge + self.spacing();
    }

    fn part_and_back(&mut self, draft: &mut Draft, still: &mut Lines) {
        let way = if self.rng.bool() { 1 } else { -1 };
        let away = self.rng.i64(1..quarters_per_detent(self.kind));
        draft.legs.push(Leg { from_us: self.now_us, way: 0 });
        for step in 0..2 * away {
            let at_us = self.now_us + self.vary(self.spacing(), 5);
            self.edge(draft, still, if step < away { way } else { -way }, at_us);
            self.now_us += self.spacing();
        }
        self.now_us += self.spacing();
    }

    /// Changes one contact, with bounce, and occasionally disturbs the other.
    fn edge(&mut self, draft: &mut Draft, still: &mut Lines, way: i8, at_us: u64) {
        let electrical = if self.kind.direction == Direction::Normal { way } else { -way };
        let (line, other) =
            if (still.a == still.b) == (electrical > 0) { (Line::A, Line::B) } else { (Line::B, Line::A) };
        match line {
            Line::A => still.a = !still.a,
            Line::B => still.b = !still.b,
        }
        let (least, most) = self.used.bounce_us;
        let bounce_us = self.rng.u64(least..=most);
        let toggles = 1 + 2 * self.rng.u64(0..=EXTRA_TOGGLE_PAIRS);
        for toggle in 0..toggles {
            let after_us = if toggle == 0 { 0 } else { self.rng.u64(0..bounce_us) };
            draft.toggles.push((at_us + after_us, line));
        }
        if self.rng.u64(0..100) < CROSS_TALK_PERCENT {
            let glitch_us = at_us + self.rng.u64(0..bounce_us);
            draft.toggles.push((glitch_us, other));
            draft.toggles.push((glitch_us + self.rng.u64(CROSS_TALK_US), other));
        }
    }

    fn vary(&mut self, us: u64, percent: u64) -> u64 {
        let most = us * percent / 100;
        us - most + self.rng.u64(0..=2 * most)
    }
}

impl Draft {
    fn finish(mut self, mut lines: Lines, end_us: u64) -> Gesture {
        self.toggles.sort_by_key(|(at_us, _)| *at_us);
        let mut changes: Vec<Change> = Vec::with_capacity(self.toggles.len());
        for (at_us, line) in self.toggles {
            match line {
                Line::A => lines.a = !lines.a,
                Line::B => lines.b = !lines.b,
            }
            match changes.last_mut() {
                Some(last) if last.at_us == at_us => last.lines = lines,
                _ => changes.push(Change { at_us, lines }),
            }
        }
        Gesture { changes, legs: self.legs, end_us, net_detents: self.net, passed_detents: self.passed }
    }
}

pub fn quarters_per_detent(kind: KnobKind) -> i64 {
    match kind.detents_per_cycle {
        DetentsPerCycle::One => 4,
        DetentsPerCycle::Two => 2,
    }
}
