//! The knob decoders side by side, each on its own sampler: ours, and rotary-encoder-hal's.

use std::cell::Cell;
use std::convert::Infallible;
use std::rc::Rc;

use dixit_dials::dial::{
    DetentsPerCycle, Dials, Direction as Way, Input, KnobKind, Levels, MAX_KNOBS, PIN_SAMPLE_US, Rest,
};
use embedded_hal::digital::{ErrorType, InputPin};
use rotary_encoder_hal::{DefaultPhase, Direction, Rotary};

use super::contact_model::{Gesture, Lines, quarters_per_detent};
use super::sampler::Sampler;

/// An event reported by a decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heard {
    pub at_us: u64,
    /// How far, in quarter steps of the contacts; right is positive.
    pub quarters: i64,
}

pub trait Decoder {
    /// Quarter steps per event of the decoder.
    fn unit(&self) -> i64;
    fn follow(&mut self, gesture: &Gesture, heard: &mut Vec<Heard>);
}

/// The levels for a decoder that only supports knobs that rest high: inverted for knobs that rest low.
pub fn rests_high(kind: KnobKind, lines: Lines) -> Lines {
    if kind.rest == Rest::Low && kind.detents_per_cycle == DetentsPerCycle::One {
        Lines { a: !lines.a, b: !lines.b }
    } else {
        lines
    }
}

/// Converts another decoder's direction to ours (right is positive), taking the knob's wiring into account. The others
/// call it clockwise when contact B leads; we do when A leads.
pub fn sign(kind: KnobKind) -> i64 {
    if kind.direction == Way::Normal { -1 } else { 1 }
}

pub struct Ours {
    dials: Dials,
    sampler: Sampler,
    knob: u8,
    kind: KnobKind,
}

impl Ours {
    pub fn new(kind: KnobKind, every_us: u32, now_us: u64, lines: Lines) -> Self {
        let knob = kind.to_byte();
        let mut kinds = [KnobKind::default(); MAX_KNOBS];
        kinds[usize::from(knob)] = kind;
        let first = levels(knob, lines);
        Self {
            dials: Dials::new(MAX_KNOBS as u8, kinds, first, now_us as u32),
            sampler: Sampler::new(every_us, now_us, lines),
            knob,
            kind,
        }
    }
}

/// The levels of all knobs: `lines` at `knob`, while all other knobs rest high.
fn levels(knob: u8, lines: Lines) -> Levels {
    let set = |high: bool| 0xfff & !(1 << knob) | u16::from(high) << knob;
    Levels { a: set(lines.a), b: set(lines.b), down: 0 }
}

impl Decoder for Ours {
    fn unit(&self) -> i64 {
        quarters_per_detent(self.kind)
    }

    fn follow(&mut self, gesture: &Gesture, heard: &mut Vec<Heard>) {
        let unit = self.unit();
        self.sampler.follow(gesture, |lines, at_us| {
            self.dials.sample(levels(self.knob, lines), at_us as u32, &mut |input| {
                // Any other input comes from a button or knob that nobody touched: count it as an error.
                let quarters = match input {
                    Input::Turned { knob, by } if knob == self.knob => i64::from(by) * unit,
                    _ => 1_000 * unit,
                };
                heard.push(Heard { at_us, quarters });
            });
            self.dials.resting()
        });
    }
}

struct Pin(Rc<Cell<bool>>);

impl ErrorType for Pin {
    type Error = Infallible;
}

impl InputPin for Pin {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.get())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(!self.0.get())
    }
}

/// rotary-encoder-hal's default decoder: four events a cycle. Sampled like ours on pins.
pub struct HalDefault {
    rotary: Rotary<Pin, Pin, DefaultPhase>,
    a: Rc<Cell<bool>>,
    b: Rc<Cell<bool>>,
    sampler: Sampler,
    kind: KnobKind,
}

impl HalDefault {
    pub fn new(kind: KnobKind, now_us: u64, lines: Lines) -> Self {
        let start = rests_high(kind, lines);
        let (a, b) = (Rc::new(Cell::new(start.a)), Rc::new(Cell::new(start.b)));
        let mut rotary = Rotary::new(Pin(a.clone()), Pin(b.clone()));
        // The first update only reads the initial contact levels.
        let _ = rotary.update();
        Self { rotary, a, b, sampler: Sampler::new(PIN_SAMPLE_US, now_us, lines), kind }
    }
}

impl Decoder for HalDefault {
    fn unit(&self) -> i64 {
        1
    }

    fn follow(&mut self, gesture: &Gesture, heard: &mut Vec<Heard>) {
        let mut last = None;
        self.sampler.follow(gesture, |lines, at_us| {
            let seen = rests_high(self.kind, lines);
            self.a.set(seen.a);
            self.b.set(seen.b);
            let quarters = match self.rotary.update() {
                Ok(Direction::Clockwise) => 1,
                Ok(Direction::CounterClockwise) => -1,
                Ok(Direction::None) | Err(_) => 0,
            };
            if quarters != 0 {
                heard.push(Heard { at_us, quarters: quarters * sign(self.kind) });
            }
            is_old(&mut last, lines)
        });
    }
}

/// True if `lines` equals the previous sample: the other decoders learn nothing from further equal samples.
fn is_old(last: &mut Option<Lines>, lines: Lines) -> bool {
    last.replace(lines) == Some(lines)
}
