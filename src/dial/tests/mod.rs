//! Knobs that are turned, pressed, held or broken, and what the decoder reports.

mod checking;
mod pushing;
mod turning;

use super::*;

const TICK_US: u32 = PIN_SAMPLE_US;

/// Twelve knobs whose contacts a test moves by hand.
struct Bench {
    dials: Dials,
    levels: Levels,
    now_us: u32,
    heard: Vec<Input>,
}

impl Bench {
    fn new(kind: KnobKind) -> Self {
        let rest = match kind.rest {
            Rest::High => u16::MAX,
            Rest::Low => 0,
        };
        Self::starting(kind, Levels { a: rest, b: rest, down: 0 })
    }

    fn starting(kind: KnobKind, levels: Levels) -> Self {
        // Close to the wrap-around of the clock: nothing may depend on it.
        let now_us = u32::MAX - 2_000_000;
        Self { dials: Dials::new(12, [kind; MAX_KNOBS], levels, now_us), levels, now_us, heard: Vec::new() }
    }

    fn wait(&mut self, us: u32) {
        for _ in 0..us / TICK_US {
            self.now_us = self.now_us.wrapping_add(TICK_US);
            let heard = &mut self.heard;
            self.dials.sample(self.levels, self.now_us, &mut |input| heard.push(input));
        }
    }

    fn stall(&mut self, us: u32) {
        self.now_us = self.now_us.wrapping_add(us - TICK_US);
        self.wait(TICK_US);
    }

    fn flip_a(&mut self, knob: u8) {
        self.levels.a ^= 1 << knob;
    }

    fn flip_b(&mut self, knob: u8) {
        self.levels.b ^= 1 << knob;
    }

    /// One quarter step in the electrical sense: up means A leaves its rest first.
    fn quarter(&mut self, knob: u8, way: i8) {
        let equal = (self.levels.a ^ self.levels.b) >> knob & 1 == 0;
        if equal == (way > 0) {
            self.flip_a(knob);
        } else {
            self.flip_b(knob);
        }
    }

    fn quarters(&mut self, knob: u8, count: i8, each_us: u32) {
        for _ in 0..count.abs() {
            self.quarter(knob, count.signum());
            self.wait(each_us);
        }
    }

    fn down(&mut self, knob: u8) {
        self.levels.down |= 1 << knob;
    }

    fn up(&mut self, knob: u8) {
        self.levels.down &= !(1 << knob);
    }

    fn turned(&self, of: u8) -> i32 {
        self.heard
            .iter()
            .map(|input| match input {
                Input::Turned { knob, by } if *knob == of => i32::from(*by),
                _ => 0,
            })
            .sum()
    }

    fn heard(&mut self) -> Vec<Input> {
        std::mem::take(&mut self.heard)
    }
}

fn plain() -> Bench {
    Bench::new(KnobKind::default())
}
