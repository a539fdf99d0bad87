//! Decodes the sampled contact levels of all knobs into what the players did. Pure: time and levels come in as
//! arguments, so the device, the tests and the bench run the same code. Twelve knobs go through as packed bits; a knob
//! costs time only when one of its contacts has changed.
//!
//! Feed it every sample: one each [`PIN_SAMPLE_US`] from pins, each [`CHAIN_SAMPLE_US`] from a register chain. While
//! [`Dials::resting`], samples that equal the one before may be left out.

mod bounces;
mod check;
mod contacts;
mod kind;
mod push;
#[cfg(test)]
mod tests;

pub use bounces::{Bounces, ContactCount};
pub use check::{CHECK_CLICKS, CheckFault, KnobCheck};
pub use kind::{DetentsPerCycle, Direction, KnobKind, Rest};

use contacts::{RUN_US, TurningContacts};
use kind::CyclePosition;
use push::{Push, Release, Said};

pub const MAX_KNOBS: usize = 12;

/// Time between two samples of pins. A level is accepted once two samples agree on it.
pub const PIN_SAMPLE_US: u32 = 125;
/// Time between two samples of a register chain.
pub const CHAIN_SAMPLE_US: u32 = 200;

/// The contacts rest once nothing has changed for this long. Longer than any bounce, and long enough to recognise a
/// running knob.
const QUIET_US: u32 = RUN_US;
/// What a player did with a knob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Clicks, to the right positive.
    Turned {
        knob: u8,
        by: i8,
    },
    /// Pressed and released.
    Pressed {
        knob: u8,
    },
    /// Still down, `eighths` eighths of the way to [`Input::Held`].
    Holding {
        knob: u8,
        eighths: u8,
    },
    Held {
        knob: u8,
    },
    /// Released after the progress of a hold was shown. If it was only a slow press, [`Input::Pressed`] follows.
    LetGo {
        knob: u8,
    },
    /// Down since power-up, or for more than ten seconds: the button is ignored until [`Input::Freed`].
    Stuck {
        knob: u8,
    },
    Freed {
        knob: u8,
    },
}

impl Input {
    pub const fn knob(self) -> u8 {
        match self {
            Self::Turned { knob, .. }
            | Self::Pressed { knob }
            | Self::Holding { knob, .. }
            | Self::Held { knob }
            | Self::LetGo { knob }
            | Self::Stuck { knob }
            | Self::Freed { knob } => knob,
        }
    }
}

/// The contacts at one instant, bit k for knob k: `a` and `b` are electrical levels, `down` is set while pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    pub a: u16,
    pub b: u16,
    pub down: u16,
}

impl Levels {
    fn position(self, knob: usize) -> CyclePosition {
        CyclePosition::new(self.a >> knob & 1 != 0, self.b >> knob & 1 != 0)
    }

    fn within(self, knobs: u16) -> Self {
        Self { a: self.a & knobs, b: self.b & knobs, down: self.down & knobs }
    }
}

/// What happens to clicks made while a knob is pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnderPress {
    /// Dropped: a player who presses does not mean to turn.
    #[default]
    Forget,
    /// Reported once the button is released: a pointer on a printed ring has moved, intended or not.
    Keep,
}

pub struct Dials {
    knobs: u16,
    kinds: [KnobKind; MAX_KNOBS],
    contacts: [TurningContacts; MAX_KNOBS],
    pushes: [Push; MAX_KNOBS],
    /// Clicks made during a press, or while the button was not debounced yet; and the set of knobs that have some.
    deferred: [i8; MAX_KNOBS],
    deferring: u16,
    under_press: UnderPress,
    seen: Levels,
    believed: Levels,
    stuck: u16,
    /// Knobs whose button was down at power-up and is not debounced yet.
    suspect: u16,
    /// Knobs released a moment ago, whose turning contacts may still shake.
    shaking: u16,
    changed_us: u32,
    /// All levels are debounced and no button event is pending: until a level changes, only time passes.
    steady: bool,
    resting: bool,
}

impl Dials {
    pub fn new(knobs: u8, kinds: [KnobKind; MAX_KNOBS], first: Levels, now_us: u32) -> Self {
        let knobs = (1u16 << knobs.min(MAX_KNOBS as u8)) - 1;
        let first = first.within(knobs);
        Self {
            knobs,
            kinds,
            contacts: [TurningContacts::default(); MAX_KNOBS],
            pushes: [Push::new(now_us); MAX_KNOBS],
            deferred: [0; MAX_KNOBS],
            deferring: 0,
            under_press: UnderPress::default(),
            seen: first,
            believed: Levels { down: 0, ..first },
            stuck: 0,
            suspect: first.down,
            shaking: 0,
            changed_us: now_us,
            steady: false,
            resting: false,
        }
    }

    pub fn set_under_press(&mut self, under_press: UnderPress) {
        self.under_press = under_press;
    }

    pub fn set_kind(&mut self, knob: u8, kind: KnobKind) {
        if let Some(mounted) = self.kinds.get_mut(usize::from(knob)) {
            *mounted = kind;
            self.contacts[usize::from(knob)] = TurningContacts::default();
        }
    }

    pub fn kind(&self, knob: u8) -> Option<KnobKind> {
        self.kinds.get(usize::from(knob)).copied()
    }

    /// The levels as last sampled, for the knob check.
    pub fn levels(&self) -> Levels {
        self.seen
    }

    /// True if nothing moves, no button is down and no event is pending: only an edge can change that.
    pub fn resting(&self) -> bool {
        self.resting
    }

    /// Takes one sample. Calls `out` for everything that a player did up to now.
    pub fn sample(&mut self, levels: Levels, now_us: u32, out: &mut impl FnMut(Input)) {
        let levels = levels.within(self.knobs);
        if levels == self.seen && self.steady {
            self.resting = now_us.wrapping_sub(self.changed_us) >= QUIET_US;
            return;
        }
        let pushed = levels.down ^ self.seen.down;
        if levels != self.seen {
            self.changed_us = now_us;
        }

        // A level is accepted once two consecutive samples agree on it.
        let flip_a = (levels.a ^ self.believed.a) & !(levels.a ^ self.seen.a);
        let flip_b = (levels.b ^ self.believed.b) & !(levels.b ^ self.seen.b);
        self.seen = levels;
        if flip_a | flip_b != 0 {
            self.turn(flip_a, flip_b, now_us, out);
        }

        let doubted = levels.down ^ self.believed.down;
        let switches = doubted | pushed | (self.believed.down & !self.stuck) | self.shaking | self.deferring;
        if switches != 0 {
            self.push(switches, pushed, now_us, out);
        }

        self.steady = switches == 0 && levels.a == self.believed.a && levels.b == self.believed.b;
        self.resting = self.steady && now_us.wrapping_sub(self.changed_us) >= QUIET_US;
    }

    fn turn(&mut self, flip_a: u16, flip_b: u16, now_us: u32, out: &mut impl FnMut(Input)) {
        let before = self.believed;
        self.believed.a ^= flip_a;
        self.believed.b ^= flip_b;
        for knob in Bits(flip_a | flip_b) {
            let (from, to) = (before.position(knob), self.believed.position(knob));
            let kind = self.kinds[knob];
            let clicks = self.contacts[knob].step(kind, from, to, now_us);
            if clicks == 0 {
                continue;
            }
            let by = match kind.direction {
                Direction::Normal => clicks,
                Direction::Reversed => -clicks,
            };
            let bit = 1 << knob;
            let pressed = (self.believed.down | self.shaking) & bit & !self.stuck != 0;
            let maybe_pressed = self.seen.down & bit & !self.stuck != 0;
            if !pressed && !maybe_pressed {
                out(Input::Turned { knob: knob as u8, by });
            } else if !pressed || self.under_press == UnderPress::Keep {
                self.deferred[knob] = self.deferred[knob].saturating_add(by);
                self.deferring |= bit;
            }
        }
    }

    fn push(&mut self, switches: u16, pushed: u16, now_us: u32, out: &mut impl FnMut(Input)) {
        for index in Bits(switches) {
            let bit = 1 << index;
            let knob = index as u8;
            let push = &mut self.pushes[index];
            if pushed & bit != 0 {
                push.stir(now_us);
            }
            let doubted = (self.seen.down ^ self.believed.down) & bit != 0;
            if doubted && push.settled(now_us) {
                self.believed.down ^= bit;
                if self.believed.down & bit != 0 {
                    push.press(now_us);
                    if self.under_press == UnderPress::Forget {
                        self.deferred[index] = 0;
                    }
                    if self.suspect & bit != 0 {
                        self.stuck |= bit;
                        out(Input::Stuck { knob });
                    }
                } else {
                    let release = push.release(now_us);
                    if self.stuck & bit != 0 {
                        self.stuck &= !bit;
                        out(Input::Freed { knob });
                    } else {
                        if release != Release::Press {
                            out(Input::LetGo { knob });
                        }
                        if release != Release::LetGo {
                            out(Input::Pressed { knob });
                        }
                    }
                    self.shaking |= bit;
                }
            }
            if self.seen.down & bit == 0 {
                self.suspect &= !bit;
            }

            let push = &mut self.pushes[index];
            if self.believed.down & !self.stuck & bit != 0 {
                match push.stay(now_us) {
                    Some(Said::Holding(eighths)) => out(Input::Holding { knob, eighths }),
                    Some(Said::Held) => out(Input::Held { knob }),
                    Some(Said::Stuck) => {
                        self.stuck |= bit;
                        out(Input::Stuck { knob });
                    }
                    None => {}
                }
            } else if self.shaking & bit != 0 && !push.still_shaking(now_us) {
                self.shaking &= !bit;
            }

            let free = (self.seen.down | self.believed.down) & !self.stuck & bit == 0 && self.shaking & bit == 0;
            if free && self.deferring & bit != 0 {
                self.deferring &= !bit;
                let by = core::mem::take(&mut self.deferred[index]);
                if by != 0 {
                    out(Input::Turned { knob, by });
                }
            }
        }
    }
}

/// The set bits, lowest first.
struct Bits(u16);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}
