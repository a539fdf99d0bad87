//! A prompt as written in a story: who, how, and for what purpose, as in `2, 3 dial: your guess`.

use dixit_dials::{
    rules::{Seat, SeatSet},
    scene::{Action, Actor, Prompt},
};

use super::names;

/// The actor that a story names.
enum Who {
    /// The leader of the table, with a knob of their own or holding the device.
    Leader,
    These(Actor),
}

pub struct Told<'a> {
    who: Who,
    how: Action,
    what: &'a str,
}

const HOW: [Action; 5] = [Action::Press, Action::Turn, Action::Hold, Action::Dial, Action::Wait];

impl<'a> Told<'a> {
    /// Parses a prompt; the error says what is wrong with it.
    pub fn read(text: &'a str) -> Result<Self, String> {
        let Some((hand, what)) = text.split_once(": ") else {
            return Err(format!("“{text}” is not written as “1 press: cards laid”"));
        };
        if !names::purposes().any(|known| known == what) {
            let known: Vec<_> = names::purposes().collect();
            return Err(format!("“{what}” is not a purpose; known are {}", known.join(", ")));
        }
        let (who, how) = hand.rsplit_once(' ').unwrap_or(("", hand));
        let Some(how) = HOW.into_iter().find(|&known| names::action(known) == how) else {
            return Err(format!("“{how}” is not one of {}", HOW.map(names::action).join(", ")));
        };
        let who = match who {
            "leader" => Who::Leader,
            "holder" => Who::These(Actor::Holder),
            "free" => Who::These(Actor::Free),
            "nobody" => Who::These(Actor::Nobody),
            seats => Who::These(Actor::Seats(read_seats(seats)?)),
        };
        Ok(Self { who, how, what })
    }

    /// True if the screen shows this prompt; `leader` is the current leader.
    pub fn is(&self, seen: &Prompt, leader: Actor) -> bool {
        let who = match self.who {
            Who::Leader => leader,
            Who::These(who) => who,
        };
        (who, self.how, self.what) == (seen.who, seen.how, names::purpose(seen.what))
    }
}

fn read_seats(told: &str) -> Result<SeatSet, String> {
    told.split(", ")
        .map(|number| number.parse().ok().and_then(Seat::from_number))
        .collect::<Option<SeatSet>>()
        .ok_or_else(|| format!("“{told}” is not a player: use leader, holder, free, nobody, or seats as in “2, 3”"))
}

/// The prompt on the screen in the notation of a story.
pub fn told(prompt: &Prompt) -> String {
    let who = match prompt.who {
        Actor::Nobody => "nobody".into(),
        Actor::Free => "free".into(),
        Actor::Holder => "holder".into(),
        Actor::Seats(seats) => seats.iter().map(|seat| seat.number().to_string()).collect::<Vec<_>>().join(", "),
    };
    format!("{who} {}: {}", names::action(prompt.how), names::purpose(prompt.what))
}
