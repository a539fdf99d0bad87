//! The state of the device's parts, for the self-test and to decide who may lead.

use crate::board::{Board, FoundScreen};
use crate::dial::Input;
use crate::rules::{MAX_SEATS, Seat, SeatSet};
use crate::scene::{PartStatus, shared};

#[derive(Clone, Debug)]
pub struct Health {
    pub shared_screen: PartStatus,
    pub found: Option<FoundScreen>,
    pub seat_screens: [PartStatus; MAX_SEATS],
    pub chain: PartStatus,
    pub storage: PartStatus,
    pub run: shared::Run,
    /// Clicks of each knob since the self-test began.
    turned: [i8; MAX_SEATS],
    down: SeatSet,
    stuck: SeatSet,
}

impl Default for Health {
    fn default() -> Self {
        Self {
            shared_screen: PartStatus::Fine,
            found: None,
            seat_screens: [PartStatus::Absent; MAX_SEATS],
            chain: PartStatus::Absent,
            storage: PartStatus::Fine,
            run: shared::Run::default(),
            turned: [0; MAX_SEATS],
            down: SeatSet::EMPTY,
            stuck: SeatSet::EMPTY,
        }
    }
}

impl Health {
    pub fn stuck(&self) -> SeatSet {
        self.stuck
    }

    /// Called when the self-test begins.
    pub fn count_anew(&mut self) {
        self.turned = [0; MAX_SEATS];
    }

    /// The self-test. Leaves out clicks while they are secret. On a ring, a seat that holds its knob down sees where
    /// the device believes its `pointer` is, and can compare that with the real pointer. The other pointers are not
    /// shown: they may still be on votes that were abandoned.
    pub fn self_test(
        &self,
        board: &Board,
        clicks_are_secret: bool,
        pointer: impl Fn(Seat) -> Option<i8>,
    ) -> shared::SelfTest {
        let mut turned = [0; MAX_SEATS];
        for seat in Seat::all().filter(|_| !clicks_are_secret) {
            let asked = pointer(seat).filter(|_| self.down.has(seat));
            turned[seat.index()] = asked.unwrap_or(self.turned[seat.index()]);
        }
        shared::SelfTest {
            knobs: board.knobs,
            turned,
            down: self.down,
            shared_screen: self.shared_screen,
            found: self.found,
            seat_screens: self.seat_screens,
            chain: self.chain,
            storage: self.storage,
            run: self.run,
        }
    }

    pub fn note(&mut self, input: Input) {
        let (knob, down) = match input {
            Input::Turned { knob, by } => {
                if let Some(turned) = self.turned.get_mut(usize::from(knob)) {
                    *turned = turned.wrapping_add(by);
                }
                return;
            }
            Input::Holding { knob, .. } | Input::Held { knob } | Input::Stuck { knob } => (knob, true),
            Input::Pressed { knob } | Input::LetGo { knob } | Input::Freed { knob } => (knob, false),
        };
        let Some(seat) = Seat::new(knob) else { return };
        self.down = if down { self.down.with(seat) } else { self.down.without(seat) };
        match input {
            Input::Stuck { .. } => self.stuck = self.stuck.with(seat),
            Input::Freed { .. } => self.stuck = self.stuck.without(seat),
            _ => {}
        }
    }
}
