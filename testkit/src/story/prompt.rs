//! A prompt as a story writes it: who, how, and what for, as in `2, 3 dial: your guess`.

use dixit_dials::{
    rules::{Seat, SeatSet},
    scene::{Action, Actor, Prompt},
};

use super::names;

/// Whose hand a story names.
enum Who {
    /// Whoever leads the table, with a knob of their own or with the device in hand.
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
    /// What is wrong with it otherwise.
    pub fn read(text: &'a str) -> Result<Self, String> {
        let Some((hand, what)) = text.split_once(": ") else {
            return Err(format!("“{text}” is not written as “1 press: cards laid”"));
        };
        if !names::purposes().any(|known| known == what) {
            let known: Vec<_> = names::purposes().collect();
            return Err(format!("nothing is done for “{what}”, but for {}", known.join(", ")));
        }
        let (who, how) = hand.rsplit_once(' ').unwrap_or(("", hand));
        let Some(how) = HOW.into_iter().find(|&known| names::action(known) == how) else {
            return Err(format!("“{how}” is none of {}", HOW.map(names::action).join(", ")));
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

    /// Whether the screen says so; `leader` is whoever leads now.
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
        .ok_or_else(|| format!("“{told}” is nobody’s hand: leader, holder, free, nobody, or seats as in “2, 3”"))
}

/// What the screen says, as a story would write it.
pub fn told(prompt: &Prompt) -> String {
    let who = match prompt.who {
        Actor::Nobody => "nobody".into(),
        Actor::Free => "free".into(),
        Actor::Holder => "holder".into(),
        Actor::Seats(seats) => seats.iter().map(|seat| seat.number().to_string()).collect::<Vec<_>>().join(", "),
    };
    format!("{who} {}: {}", names::action(prompt.how), names::purpose(prompt.what))
}
