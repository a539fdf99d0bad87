//! How the parts of the device are doing, for the self-test and for who may lead.

use crate::dial::Input;
use crate::rules::{MAX_SEATS, Seat, SeatSet};
use crate::scene::PartStatus;

#[derive(Clone, Debug)]
pub struct Parts {
    pub shared_screen: PartStatus,
    pub seat_screens: [PartStatus; MAX_SEATS],
    pub chain: PartStatus,
    pub storage: PartStatus,
    /// Clicks of each knob since the self-test began.
    pub turned: [i8; MAX_SEATS],
    pub down: SeatSet,
    stuck: SeatSet,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            shared_screen: PartStatus::Fine,
            seat_screens: [PartStatus::Absent; MAX_SEATS],
            chain: PartStatus::Absent,
            storage: PartStatus::Fine,
            turned: [0; MAX_SEATS],
            down: SeatSet::EMPTY,
            stuck: SeatSet::EMPTY,
        }
    }
}

impl Parts {
    pub fn stuck(&self) -> SeatSet {
        self.stuck
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
