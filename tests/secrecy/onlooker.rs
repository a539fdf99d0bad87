//! Everything that anybody but the voter can see, hear or find at one moment; and leaks planted on purpose, to check
//! that the comparison notices them.

use dixit_dials::app::{Effect, Millis, Sound};
use dixit_dials::rules::{Seat, SeatSet};
use dixit_dials::scene::{SeatScene, Shared, SharedScene, SharedScreenScene, seat, shared};
use dixit_dials::screen::View;
use dixit_dials::voting::{Dialling, Offer};

use crate::twins::Twin;
use testkit::twin_plan::Plan;

/// The kind of output in which twins differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    SharedScreen,
    SeatScreen,
    PassedScreen,
    Sounds,
    Saved,
    Flash,
    Timing,
}

#[derive(Debug)]
pub struct Difference {
    pub kind: Kind,
    at: u64,
    what: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} after {} ms: {}", self.kind, self.at, self.what)
    }
}

/// A fault that would reveal a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    None,
    /// The shared screen shows a number that was voted.
    SharedScene,
    /// The next player to look at a screen sees the previous player's number.
    NextPlayer,
    /// A vote is saved before the reveal.
    Save,
    /// Locking takes longer for high numbers.
    SlowLock,
    /// Low numbers sound different.
    Sound,
}

impl Leak {
    pub const PLANTED: [Self; 5] = [Self::SharedScene, Self::NextPlayer, Self::Save, Self::SlowLock, Self::Sound];

    pub fn shows_in(self) -> Kind {
        match self {
            Self::None | Self::SharedScene => Kind::SharedScreen,
            Self::NextPlayer => Kind::SeatScreen,
            Self::Save => Kind::Saved,
            Self::SlowLock => Kind::Timing,
            Self::Sound => Kind::Sounds,
        }
    }
}

#[derive(Debug, PartialEq)]
pub struct Observation {
    shared: View<SharedScene>,
    seats: Vec<View<SeatScene>>,
    passed: Option<View<SharedScreenScene>>,
    effects: Vec<Effect>,
    journal: Vec<Vec<u8>>,
    /// The next alarm, who has locked, and whether flash may be erased. They decide when the device wakes, and what it
    /// does then.
    alarm: Option<Millis>,
    locked: SeatSet,
    voting: bool,
    reveals: u16,
}

pub fn observe(twin: &Twin, plan: &Plan, leak: Leak) -> Observation {
    let app = &twin.app;
    let differ = plan.differ();
    let mut seen = Observation {
        shared: app.public_view(),
        seats: vec![],
        passed: plan.passes().then(|| app.shared_view()),
        effects: twin.effects.clone(),
        journal: app.journal().entries().map(<[u8]>::to_vec).collect(),
        alarm: app.alarm(),
        locked: app.game().locked(),
        voting: app.voting(),
        reveals: app.reveals(),
    };
    // Voters may see their own number, until they lock it; everyone else's screens are compared in full.
    for seat in Seat::all() {
        let mut view = app.seat_view(seat);
        if let (SeatScene::Dial(dial), true) = (&mut view.scene, differ.has(seat)) {
            hide(dial);
        }
        seen.seats.push(view);
    }
    if let Some(View { scene: SharedScreenScene::Holder(dial), .. }) = &mut seen.passed
        && differ.has(dial.seat)
    {
        hide(dial);
    }
    if let Some(number) = twin.locked_number {
        plant(leak, number, &mut seen);
    }
    seen
}

fn hide(dial: &mut Dialling) {
    dial.offer = Offer { number: 0 };
}

fn plant(leak: Leak, number: u8, seen: &mut Observation) {
    match leak {
        Leak::None => {}
        Leak::SharedScene => seen.shared.scene.picture = Shared::Countdown(shared::Countdown { left: number }),
        Leak::NextPlayer => seen.seats[0].scene = SeatScene::Countdown(seat::Countdown { left: number }),
        Leak::Save => seen.journal.push(vec![number]),
        Leak::SlowLock => seen.alarm = seen.alarm.map(|at| at + Millis::from(number)),
        Leak::Sound if number < 3 => seen.effects.push(Effect::Sound(Sound::Tick)),
        Leak::Sound => {}
    }
}

impl Observation {
    pub fn compare(&self, other: &Self, at: u64) -> Result<(), Difference> {
        fn same<T: PartialEq + std::fmt::Debug>(kind: Kind, a: &T, b: &T, at: u64) -> Result<(), Difference> {
            if a == b { Ok(()) } else { Err(Difference { kind, at, what: format!("{a:?} and {b:?}") }) }
        }
        same(Kind::SharedScreen, &self.shared, &other.shared, at)?;
        for (a, b) in self.seats.iter().zip(&other.seats) {
            same(Kind::SeatScreen, a, b, at)?;
        }
        same(Kind::PassedScreen, &self.passed, &other.passed, at)?;
        same(Kind::Sounds, &self.effects, &other.effects, at)?;
        same(Kind::Saved, &self.journal, &other.journal, at)?;
        same(Kind::Timing, &(self.alarm, self.voting, self.reveals), &(other.alarm, other.voting, other.reveals), at)?;
        same(Kind::SharedScreen, &self.locked, &other.locked, at)
    }

    /// On a ring twins make different numbers of clicks. A click may light the screens and end a notice, as any touch
    /// does, and a dim picture may move on (burn-in protection). Any other change would reveal the click count.
    pub fn compare_but_for_a_touch(&self, after: &Self, at: u64) -> Result<(), Difference> {
        let mut before = Self {
            shared: View { light: after.shared.light, ..self.shared.clone() },
            seats: self.seats.iter().map(|view| View { light: after.shared.light, ..*view }).collect(),
            passed: self.passed.clone(),
            effects: self.effects.clone(),
            journal: self.journal.clone(),
            alarm: after.alarm,
            ..*self
        };
        if matches!(self.shared.scene.picture, Shared::Notice(_)) {
            before.shared.scene = after.shared.scene.clone();
        }
        before.compare(after, at)
    }
}

pub fn compare_flash(a: &[u8], b: &[u8], at: u64) -> Result<(), Difference> {
    match a.iter().zip(b).position(|(a, b)| a != b) {
        None => Ok(()),
        Some(place) => Err(Difference { kind: Kind::Flash, at, what: format!("other bytes at {place:#x}") }),
    }
}
