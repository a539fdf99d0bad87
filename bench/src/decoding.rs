//! `cargo xtask bench decoding`: worn knobs under a fast hand; our decoder and its peers on the same contacts. Counts
//! the detents by which the sum is off (`lost`, either sign) and the clicks in the wrong direction.

use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use dixit_dials::dial::{CHAIN_SAMPLE_US, KnobKind, PIN_SAMPLE_US};

use super::Options;
use super::contact_model::{Gesture, Hand, USES, Use, quarters_per_detent};
use super::decoders::{Decoder, HalDefault, HalTable, Heard, Ours};
use super::pio_encoder::{PioEncoder, PioProgram};
use super::sheet::{Figures, Row, columns};
use testkit::tool::Outcome;

/// The detents are divided equally among these seeds.
const SEEDS: std::ops::Range<u64> = 30..42;
const FULL: u64 = 1_000_000;
const QUICK: u64 = 20_000;
/// A click may arrive this long after the hand has reversed.
const GRACE_US: u64 = 20_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub lost: u64,
    pub wrong_way: u64,
}

impl Tally {
    pub fn add(&mut self, other: Self) {
        self.lost += other.lost;
        self.wrong_way += other.wrong_way;
    }
}

/// Compares what a decoder reported with what was turned.
#[derive(Default)]
pub struct Judge {
    pub tally: Tally,
    /// Reported minus turned, in quarter steps.
    ahead: i64,
    /// Quarter steps that do not yet make a detent, for decoders that report every quarter step.
    part: i64,
}

impl Judge {
    pub fn gesture(&mut self, gesture: &Gesture, heard: &[Heard], unit: i64, per_detent: i64) {
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
        // Rounded in favour of decoders whose events are not detents.
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
pub fn turn<'a>(
    hand: &mut Hand,
    kind: KnobKind,
    detents: u64,
    decoders: &mut [(&mut Judge, Box<dyn Decoder + 'a>)],
) -> io::Result<u64> {
    let per_detent = quarters_per_detent(kind);
    let mut passed = 0;
    let mut heard = Vec::new();
    while passed < detents {
        let gesture = hand.gesture();
        passed += gesture.passed_detents;
        for (judge, decoder) in decoders.iter_mut() {
            heard.clear();
            decoder.follow(&gesture, &mut heard)?;
            judge.gesture(&gesture, &heard, decoder.unit(), per_detent);
        }
    }
    Ok(passed)
}

/// The decoders side by side: ours on pins, ours on a chain, rotary-encoder-hal, its table decoder, embassy's PIO encoder.
const DECODERS: usize = 5;

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    detents: u64,
    tallies: [Tally; DECODERS],
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.detents += other.detents;
        self.tallies.iter_mut().zip(other.tallies).for_each(|(sum, tally)| sum.add(tally));
    }
}

struct Peers {
    table: PathBuf,
    pio: PioProgram,
}

/// Peers know how each knob is wired: reversed knobs are swapped, knobs that rest low are inverted.
fn measure(used: Use, kind: KnobKind, seed: u64, detents: u64, peers: &Peers) -> io::Result<Counts> {
    let mut hand = Hand::new(seed, used, kind);
    let (now_us, lines) = (hand.now_us(), hand.lines());
    let mut judges: [Judge; DECODERS] = Default::default();
    let [pins, chain, default, table, pio] = &mut judges;
    let detents = turn(
        &mut hand,
        kind,
        detents,
        &mut [
            (pins, Box::new(Ours::new(kind, PIN_SAMPLE_US, now_us, lines))),
            (chain, Box::new(Ours::new(kind, CHAIN_SAMPLE_US, now_us, lines))),
            (default, Box::new(HalDefault::new(kind, now_us, lines))),
            (table, Box::new(HalTable::new(&peers.table, kind, now_us, lines)?)),
            (pio, Box::new(PioEncoder::new(&peers.pio, kind, now_us, lines))),
        ],
    )?;
    Ok(Counts { detents, tallies: judges.map(|judge| judge.tally) })
}

pub fn pair(tally: Tally) -> String {
    format!("{} / {}", tally.lost, tally.wrong_way)
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let peers = Peers { table: HalTable::build()?, pio: PioProgram::fetch()? };
    let kinds: Vec<KnobKind> = KnobKind::all().collect();
    let seeds = if options.quick { SEEDS.start..SEEDS.start + 1 } else { SEEDS };
    let shares = kinds.len() as u64 * (seeds.end - seeds.start);
    let each = if options.quick { QUICK } else { FULL }.div_ceil(shares);
    let mut jobs: Vec<(usize, KnobKind, u64)> = Vec::new();
    for seed in seeds {
        for used in 0..USES.len() {
            jobs.extend(kinds.iter().map(|&kind| (used, kind, seed)));
        }
    }

    let next = AtomicUsize::new(0);
    let by_use = Mutex::new(vec![Counts::default(); USES.len()]);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = || -> io::Result<()> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(used, kind, seed)) = jobs.get(index) else { return Ok(()) };
                options.progress(&format!("decoding: {} of {}", index + 1, jobs.len()));
                // Every speed and kind has contacts of its own, so results do not depend on which thread takes them.
                let seed = seed.wrapping_mul(1_000_003).wrapping_add(16 * index as u64);
                let counts = measure(USES[used], kind, seed, each, &peers)?;
                by_use.lock().map_err(|_| io::Error::other("a worker failed"))?[used].add(&counts);
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| io::Error::other("a worker failed")).flatten())
    })?;
    let by_use = by_use.into_inner().map_err(|_| io::Error::other("a worker failed"))?;
    Ok(figures(&by_use, &peers.pio.version))
}

fn figures(by_use: &[Counts], embassy: &str) -> Figures {
    let mut total = Counts::default();
    by_use.iter().for_each(|counts| total.add(counts));
    let lines: Vec<Vec<String>> = USES
        .iter()
        .zip(by_use)
        .map(|(used, counts)| {
            let (least, most) = used.bounce_us;
            let bounce = format!("{}–{}", least as f64 / 1e3, most as f64 / 1e3);
            let first = [used.detents_per_second.to_string(), used.wear.into(), bounce, counts.detents.to_string()];
            first.into_iter().chain(counts.tallies.map(pair)).collect()
        })
        .collect();
    let embassy = format!("embassy-rp {embassy}'s PIO encoder");
    let head = [
        "detents/s",
        "wear",
        "bounce, ms",
        "detents",
        "ours, pins",
        "ours, chain",
        "rotary-encoder-hal 0.6",
        "its table decoder",
        &embassy,
    ];
    let [pins, chain, default, table, pio] = total.tallies.map(pair);
    let clean = total.tallies[..2].iter().all(|&tally| tally == Tally::default());
    let each = total.detents / USES.len() as u64;
    let row = Row::new(
        format!("detents lost or invented / clicks the wrong way, {each} at each of 7 uses, 4 to 200 detents/s"),
        format!("pins {pins}, chain {chain}"),
    )
    .goal("0 / 0", clean)
    .beside(format!("rotary-encoder-hal 0.6 {default}, its table decoder {table}, {embassy} {pio}"));
    Figures { text: columns(&head, &lines), rows: vec![row], ..Figures::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worn_knobs_lose_nothing(every_us: u32) {
        let full = std::env::var_os("DIXIT_FULL").is_some();
        let (seeds, detents) = if full { (12, 12_500) } else { (1, 1_000) };
        for used in USES {
            for (kind, seed) in KnobKind::all().flat_map(|kind| (0..seeds).map(move |seed| (kind, seed))) {
                let seed = 7 + 1_000 * seed + used.detents_per_second;
                let mut hand = Hand::new(seed, used, kind);
                let mut judge = Judge::default();
                let ours = Ours::new(kind, every_us, hand.now_us(), hand.lines());
                turn(&mut hand, kind, detents, &mut [(&mut judge, Box::new(ours))]).unwrap();
                assert_eq!(judge.tally, Tally::default(), "{used:?}, {kind:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn worn_knobs_on_pins_lose_nothing() {
        worn_knobs_lose_nothing(PIN_SAMPLE_US);
    }

    #[test]
    fn worn_knobs_on_a_chain_lose_nothing() {
        worn_knobs_lose_nothing(CHAIN_SAMPLE_US);
    }

    #[test]
    fn the_judge_sees_what_is_lost_invented_and_turned_the_wrong_way() {
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
}
