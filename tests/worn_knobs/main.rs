//! Worn knobs turned by a fast hand, as seeded contact levels: our decoder must lose nothing, at any speed and with any
//! kind of knob. `lost` counts the detents by which the reported sum is off, in either direction; `wrong_way` counts
//! the clicks in the wrong direction. With `DIXIT_FULL` every speed is tested with over a million detents.

mod contact_model;
mod decoders;
mod sampler;

use contact_model::{Gesture, Hand, USES, Use, quarters_per_detent};
use decoders::{Decoder, HalDefault, Heard, Ours};
use dixit_dials::dial::{CHAIN_SAMPLE_US, KnobKind, PIN_SAMPLE_US};

/// For this long after the hand has reversed, clicks in the old direction may still arrive.
const GRACE_US: u64 = 20_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    lost: u64,
    wrong_way: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.lost += other.lost;
        self.wrong_way += other.wrong_way;
    }
}

/// Compares what a decoder reported with what was turned.
#[derive(Default)]
struct Judge {
    tally: Tally,
    /// Reported minus turned, in quarter steps.
    ahead: i64,
    /// Quarter steps that do not yet make a detent, for decoders that report every quarter step.
    part: i64,
}

impl Judge {
    fn gesture(&mut self, gesture: &Gesture, heard: &[Heard], unit: i64, per_detent: i64) {
        for event in heard {
            self.ahead += event.quarters;
            let way = if unit < per_detent {
                self.part += event.quarters;
                let way = self.part / per_detent;
                self.part %= per_detent;
                way.signum()
            } else {
                event.quarters.signum()
            };
            if way != 0 && is_wrong(gesture, event.at_us, way as i8) {
                self.tally.wrong_way += 1;
            }
        }
        self.ahead -= gesture.net_detents * per_detent;
        // The error counts in whole detents. A decoder that reports quarter steps may be off by half a detent.
        let coarse = unit.max(per_detent);
        let off = if unit < per_detent {
            (self.ahead.abs() + per_detent / 2 - 1) / coarse
        } else {
            self.ahead.abs() / coarse
        };
        let off = off * coarse * self.ahead.signum();
        self.ahead -= off;
        self.tally.lost += off.unsigned_abs() / per_detent as u64;
    }
}

fn is_wrong(gesture: &Gesture, at_us: u64, way: i8) -> bool {
    let current = gesture.legs.iter().rposition(|leg| leg.from_us <= at_us).unwrap_or(0);
    let mut ways = gesture.legs[..=current].iter().rev();
    let Some(leg) = ways.next() else { return true };
    if leg.way == way {
        return false;
    }
    !ways.take_while(|_| at_us - leg.from_us < GRACE_US).any(|earlier| earlier.way == way)
}

/// Turns one knob by the given number of detents.
fn turn<'a>(
    hand: &mut Hand,
    kind: KnobKind,
    detents: u64,
    decoders: &mut [(&mut Judge, Box<dyn Decoder + 'a>)],
) -> u64 {
    let per_detent = quarters_per_detent(kind);
    let mut passed = 0;
    let mut heard = Vec::new();
    while passed < detents {
        let gesture = hand.gesture();
        passed += gesture.passed_detents;
        for (judge, decoder) in decoders.iter_mut() {
            heard.clear();
            decoder.follow(&gesture, &mut heard);
            judge.gesture(&gesture, &heard, decoder.unit(), per_detent);
        }
    }
    passed
}

/// The results of each decoder on the same contacts, at one speed.
fn measure(used: Use, kind: KnobKind, seed: u64, detents: u64) -> [Tally; 3] {
    let mut hand = Hand::new(seed, used, kind);
    let (now_us, lines) = (hand.now_us(), hand.lines());
    let mut judges: [Judge; 3] = Default::default();
    let [pins, chain, peer] = &mut judges;
    turn(
        &mut hand,
        kind,
        detents,
        &mut [
            (pins, Box::new(Ours::new(kind, PIN_SAMPLE_US, now_us, lines))),
            (chain, Box::new(Ours::new(kind, CHAIN_SAMPLE_US, now_us, lines))),
            // The other decoder is told how the knob is wired.
            (peer, Box::new(HalDefault::new(kind, now_us, lines))),
        ],
    );
    judges.map(|judge| judge.tally)
}

#[test]
fn worn_knobs_lose_nothing() {
    let full = std::env::var_os("DIXIT_FULL").is_some();
    let (seeds, detents) = if full { (12, 12_500) } else { (1, 1_000) };
    let mut peers = Tally::default();
    std::thread::scope(|scope| {
        let one = |used: Use| {
            move || {
                let mut peers = Tally::default();
                for (kind, seed) in KnobKind::all().flat_map(|kind| (0..seeds).map(move |seed| (kind, seed))) {
                    let seed = 7 + 1_000 * seed + used.detents_per_second;
                    let [pins, chain, peer] = measure(used, kind, seed, detents);
                    assert_eq!(pins, Tally::default(), "pins, {used:?}, {kind:?}, seed {seed}");
                    assert_eq!(chain, Tally::default(), "chain, {used:?}, {kind:?}, seed {seed}");
                    peers.add(peer);
                }
                peers
            }
        };
        for thread in USES.map(|used| scope.spawn(one(used))) {
            peers.add(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    println!("rotary-encoder-hal 0.6 on the same contacts: {peers:?}");
    assert!(peers.lost > 0, "these contacts are too easy to show anything");
}

#[test]
fn the_judge_counts_lost_invented_and_reversed_clicks() {
    let kind = KnobKind::default();
    let mut hand = Hand::new(1, USES[0], kind);
    let mut gesture = hand.gesture();
    gesture.legs.truncate(1);
    let leg = gesture.legs[0];
    gesture.net_detents = 2 * i64::from(leg.way);
    let click = |way: i64| Heard { at_us: leg.from_us + 1, quarters: 4 * way * i64::from(leg.way) };
    let judged = |heard: &[Heard]| {
        let mut judge = Judge::default();
        judge.gesture(&gesture, heard, 4, 4);
        judge.tally
    };
    assert_eq!(judged(&[click(1), click(1)]), Tally { lost: 0, wrong_way: 0 });
    assert_eq!(judged(&[click(1)]), Tally { lost: 1, wrong_way: 0 });
    assert_eq!(judged(&[click(1), click(1), click(1)]), Tally { lost: 1, wrong_way: 0 });
    assert_eq!(judged(&[click(1), click(-1), click(1), click(1)]), Tally { lost: 0, wrong_way: 1 });
}
