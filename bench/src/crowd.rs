//! Several hands at once, each on a worn knob of its own, and our decoder before all of them. What a single hand never brings
//! about is seen here: the flash is to be written, and there is always somebody who turns.

use dixit_dials::dial::{Dials, Input, KnobKind, Levels, MAX_KNOBS};

use super::contact_model::{Change, Gesture, Hand, Lines, Start, Use, quarters_per_detent};
use super::decoders::{Heard, hands, with_knob};
use super::knobs::{Judge, Tally};
use super::sampler::{Pace, Sampler, Saving};

/// What the hands do, from rest to rest, as levels of all knobs over time.
pub struct Crowd {
    used: Use,
    kinds: [KnobKind; MAX_KNOBS],
    gestures: [Vec<Gesture>; MAX_KNOBS],
    first: Levels,
    from_us: u64,
    changes: Vec<Change<Levels>>,
    end_us: u64,
}

impl Crowd {
    /// So many hands, each for so many detents; the other knobs lie still.
    pub fn new(hands: usize, used: Use, seed: u64, detents: u64) -> Self {
        let all: Vec<KnobKind> = KnobKind::all().collect();
        let kinds = std::array::from_fn(|knob| all[(knob + seed as usize) % all.len()]);
        let mut first = Levels { a: 0, b: 0, down: 0 };
        let mut from_us = 0;
        let gestures = std::array::from_fn(|knob| {
            let mut hand = Hand::new(seed + 1_000 * knob as u64, used, kinds[knob], Start::AtOnce);
            first = with_knob(first, knob, hand.lines());
            from_us = hand.now_us();
            let mut passed = if knob < hands { 0 } else { detents };
            let mut gestures = Vec::new();
            while passed < detents {
                let gesture = hand.gesture();
                passed += gesture.passed_detents;
                gestures.push(gesture);
            }
            gestures
        });
        let changes = merged(first, &gestures);
        let end_us = gestures.iter().flatten().map(|gesture| gesture.end_us).max().unwrap_or(from_us);
        Self { used, kinds, gestures, first, from_us, changes, end_us }
    }

    pub fn detents(&self) -> u64 {
        self.gestures.iter().flatten().map(|gesture| gesture.passed_detents).sum()
    }

    /// What becomes of the clicks where every save has waited in vain for hands that rest.
    pub fn endure(&self, program_us: u64, pace: Pace, seed: u64) -> Tally {
        let saving = Saving::new(self.used.detents_per_second, program_us).pressing();
        let mut dials = Dials::new(MAX_KNOBS as u8, self.kinds, self.first, self.from_us as u32);
        let mut heard: [Vec<Heard>; MAX_KNOBS] = Default::default();
        Sampler::new(pace, seed, self.from_us, self.first).with_saves(saving).follow(
            &self.changes,
            self.end_us,
            |levels, at_us| {
                dials.sample(levels, at_us as u32, &mut |input| {
                    let knob = usize::from(input.knob());
                    // Anything else would be a switch, which nobody touched: it counts as a way off.
                    let by = if let Input::Turned { by, .. } = input { i64::from(by) } else { 1_000 };
                    heard[knob].push(Heard { at_us, quarters: by * quarters_per_detent(self.kinds[knob]) });
                });
                hands(&dials)
            },
        );
        let mut sum = Tally::default();
        for ((kind, gestures), heard) in self.kinds.iter().zip(&self.gestures).zip(&heard) {
            let per_detent = quarters_per_detent(*kind);
            let mut judge = Judge::default();
            let mut heard = heard.iter().copied().peekable();
            for gesture in gestures {
                let meanwhile: Vec<Heard> =
                    std::iter::from_fn(|| heard.next_if(|event| event.at_us <= gesture.end_us)).collect();
                judge.gesture(gesture, &meanwhile, per_detent, per_detent);
            }
            sum.add(judge.tally);
        }
        sum
    }
}

fn merged(first: Levels, gestures: &[Vec<Gesture>; MAX_KNOBS]) -> Vec<Change<Levels>> {
    let changes_of =
        |knob: usize| gestures[knob].iter().flat_map(|gesture| &gesture.changes).map(move |one| (knob, *one));
    let mut changes: Vec<(usize, Change<Lines>)> = (0..MAX_KNOBS).flat_map(changes_of).collect();
    changes.sort_by_key(|(_, change)| change.at_us);
    let mut lines = first;
    let levels = |(knob, change): (usize, Change<Lines>)| {
        lines = with_knob(lines, knob, change.lines);
        Change { at_us: change.at_us, lines }
    };
    changes.into_iter().map(levels).collect()
}
