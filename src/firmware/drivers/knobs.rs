//! The knobs: samples of their contacts → [`KnobEvent`]s. Read once a tick by the game task.

use boards::device::{Contacts, Device, Voting};
use dixit_dials::dial::{Bounces, CheckFault, Dials, Input, KnobCheck, KnobKind, Levels, MAX_KNOBS};
use dixit_dials::voting::AnyMethod;
use embassy_rp::Peri;
use embassy_rp::gpio::{self, Pull};
use embassy_rp::peripherals::{DMA_CH0, DMA_CH1, PIO0};
use embassy_time::Duration;
use heapless::Vec;

use super::super::log;
use super::chain::{Belief, Trust};
use super::pins;
use super::sampler::{Sample, Sampler};

/// An event of the contacts.
pub enum KnobEvent {
    Input(Input),
    /// The chain's tied inputs have wrong levels: the knobs are ignored until the chain is mended.
    ChainBroke,
    ChainMended,
    /// Any knob may have turned unnoticed: the chain was broken, or the ring buffer overran.
    TurnedUnseen,
    /// Progress of a knob check, in clicks.
    Checking {
        clicks: u8,
    },
    Checked(Result<KnobKind, CheckFault>),
}

/// Time for a pull-up to charge a long wire.
const WIRE: Duration = Duration::from_micros(8);

pub struct Knobs {
    sampler: Sampler,
    voting: Voting,
    contacts: ContactBits,
    /// The contact bits of the last trusted sample, and the levels decoded from them.
    raw: Sample,
    levels: Levels,
    dials: Dials,
    trust: Trust,
    check: Option<Check>,
    /// Changes and bounces of the raw contacts, while they are counted.
    bounces: Option<Bounces>,
}

/// A knob check under way.
struct Check {
    knob: u8,
    check: KnobCheck,
    clicks: u8,
}

impl Knobs {
    pub fn new(
        device: &Device,
        pio: Peri<'static, PIO0>,
        ring: Peri<'static, DMA_CH0>,
        rearm: Peri<'static, DMA_CH1>,
    ) -> Self {
        let contacts = &device.knobs.contacts;
        if let Contacts::Pins(knobs) = contacts {
            for pin in knobs.iter().flat_map(|knob| [knob.a, knob.b, knob.push]) {
                let mut input = gpio::Input::new(pins::any(pin), Pull::Up);
                input.set_schmitt(true);
                // Dropping `input` would disconnect the pad.
                core::mem::forget(input);
            }
        }
        embassy_time::block_for(WIRE);
        let mut sampler = Sampler::new(pio, ring, rearm, contacts);
        let trust = Trust::new(contacts);
        let contacts = ContactBits::new(contacts);
        let (raw, now_us) = loop {
            if let Some((sample, at_us)) = sampler.next() {
                break (sample & contacts.mask, at_us);
            }
        };
        let levels = contacts.levels(raw, contacts.mask, Levels::default());
        let kinds = [(&device.knobs).into(); MAX_KNOBS];
        let dials = dials(device.voting, contacts.count(), kinds, levels, now_us);
        Self { sampler, voting: device.voting, contacts, raw, levels, dials, trust, check: None, bounces: None }
    }

    pub fn set_kinds(&mut self, kinds: [KnobKind; MAX_KNOBS]) {
        (0..).zip(kinds).for_each(|(knob, kind)| self.dials.set_kind(knob, kind));
    }

    /// Starts a check of this knob's kind, or stops the one in progress.
    pub fn check(&mut self, knob: Option<u8>) {
        let Levels { a, b, .. } = self.dials.levels();
        self.check = knob.map(|knob| {
            let check = KnobCheck::new(a >> knob & 1 != 0, b >> knob & 1 != 0);
            Check { knob, check, clicks: 0 }
        });
    }

    /// Starts to count changes and bounces of the contacts from zero, or stops.
    pub fn count_bounces(&mut self, counting: bool) {
        self.bounces = counting.then(Bounces::default);
    }

    pub fn bounces(&self) -> Option<&Bounces> {
        self.bounces.as_ref()
    }

    /// The newest sample as it was read, trusted or not.
    pub fn newest(&self) -> Sample {
        self.sampler.newest()
    }

    /// The levels in the last trusted sample.
    pub fn levels(&self) -> Levels {
        self.levels
    }

    /// Reports what happened since the last call, with the time of the sample in microseconds.
    pub fn read(&mut self, out: &mut impl FnMut(KnobEvent, u32)) {
        if self.sampler.overran() {
            log::ring_overran();
            out(KnobEvent::TurnedUnseen, 0);
        }
        loop {
            if self.are_resting() {
                self.sampler.skip(self.contacts.mask | self.trust.mask, self.raw | self.trust.levels);
            }
            let Some((sample, now_us)) = self.sampler.next() else { return };
            if !self.proven(sample, now_us, out) {
                continue;
            }
            self.note(sample, now_us);
            self.continue_check(now_us, out);
            self.dials.sample(self.levels, now_us, &mut |input| out(KnobEvent::Input(input), now_us));
        }
    }

    /// True if nothing moves and nothing is pending: only a sample that differs can change that.
    pub fn are_resting(&self) -> bool {
        self.dials.resting() && self.check.is_none() && self.trust.is_firm()
    }

    fn note(&mut self, sample: Sample, now_us: u32) {
        let raw = sample & self.contacts.mask;
        if raw != self.raw {
            let levels = self.contacts.levels(raw, raw ^ self.raw, self.levels);
            if let Some(bounces) = &mut self.bounces {
                bounces.note(self.levels, levels, now_us);
            }
            (self.raw, self.levels) = (raw, levels);
        }
    }

    /// True if this sample can be trusted. Reports when that changes.
    fn proven(&mut self, sample: Sample, now_us: u32, out: &mut impl FnMut(KnobEvent, u32)) -> bool {
        match self.trust.judge(sample) {
            Belief::Believed => return true,
            Belief::Doubted => {}
            Belief::Broke => {
                log::chain(false);
                out(KnobEvent::ChainBroke, now_us);
            }
            Belief::Mended => {
                // Start from the current levels.
                let kinds = core::array::from_fn(|knob| self.dials.kind(knob as u8).unwrap_or_default());
                self.note(sample, now_us);
                self.dials = dials(self.voting, self.contacts.count(), kinds, self.levels, now_us);
                log::chain(true);
                out(KnobEvent::ChainMended, now_us);
                out(KnobEvent::TurnedUnseen, now_us);
            }
        }
        false
    }

    fn continue_check(&mut self, now_us: u32, out: &mut impl FnMut(KnobEvent, u32)) {
        let Some(Check { knob, check, clicks }) = &mut self.check else { return };
        let ended = check.sample(self.levels.a >> *knob & 1 != 0, self.levels.b >> *knob & 1 != 0, now_us);
        let so_far = (check.quarters().unsigned_abs() / 4) as u8;
        if let Some(verdict) = ended {
            self.check = None;
            out(KnobEvent::Checked(verdict), now_us);
        } else if so_far != *clicks {
            *clicks = so_far;
            out(KnobEvent::Checking { clicks: so_far }, now_us);
        }
    }
}

fn dials(voting: Voting, knobs: u8, kinds: [KnobKind; MAX_KNOBS], first: Levels, now_us: u32) -> Dials {
    let mut dials = Dials::new(knobs, kinds, first, now_us);
    dials.set_under_press(AnyMethod::new(voting).under_press());
    dials
}

/// Positions of the contacts within a sample.
struct ContactBits {
    /// A, B and push of each knob, and their mask.
    knobs: Vec<([u8; 3], Sample), MAX_KNOBS>,
    mask: Sample,
}

impl ContactBits {
    fn new(contacts: &Contacts) -> Self {
        let bits = |knob: u8| match contacts {
            Contacts::Pins(pins) => {
                let pins = &pins[usize::from(knob)];
                [pins.a, pins.b, pins.push]
            }
            Contacts::Chain(chain) => {
                let first = (Sample::BITS - 1) as u8 - (chain.first_bit + 3 * knob);
                [first, first - 1, first - 2]
            }
        };
        let mask = |bits: [u8; 3]| bits.iter().fold(0, |mask, bit| mask | 1 << bit);
        let knobs: Vec<_, MAX_KNOBS> = (0..contacts.count()).map(bits).map(|bits| (bits, mask(bits))).collect();
        let mask = knobs.iter().fold(0, |all, (_, mask)| all | mask);
        Self { knobs, mask }
    }

    fn count(&self) -> u8 {
        self.knobs.len() as u8
    }

    /// The levels in a raw sample, bit k for knob k. Contacts and push buttons close to ground. Only the knobs with
    /// `changed` bits are read; the others keep their `levels`.
    fn levels(&self, raw: Sample, changed: Sample, mut levels: Levels) -> Levels {
        // On a 32-bit core, shifting halves is cheaper than shifting all 64 bits.
        let halves = [raw as u32, (raw >> 32) as u32];
        let high = |bit: u8| (halves[usize::from(bit / 32)] >> (bit % 32) & 1) as u16;
        for (knob, &([a, b, push], mask)) in self.knobs.iter().enumerate() {
            if mask & changed == 0 {
                continue;
            }
            let set = |all: &mut u16, bit: u16| *all = *all & !(1 << knob) | bit << knob;
            set(&mut levels.a, high(a));
            set(&mut levels.b, high(b));
            set(&mut levels.down, high(push) ^ 1);
        }
        levels
    }
}
