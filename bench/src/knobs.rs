//! `cargo xtask bench knobs`: worn knobs under a fast hand, our decoder and its peers on the same contacts. Counts
//! detents that the sum is off by (`lost`, whichever sign) and clicks that went the wrong way.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use dixit_dials::dial::{KnobKind, SCAN_STEP_US, STEP_US};
use serde::Serialize;
use serde_json::{Value, json};

use super::contact_model::{self, Gesture, Hand, USES, Use, quarters_per_detent};
use super::decoders::{Decoder, HalDefault, HalTable, Heard, Ours};
use super::emulated_knobs::{self, Count};
use super::pio_encoder::{PioEncoder, PioProgram};
use super::sampler::{CHAIN, PINS, Saving};
use super::{Figures, Options, sheet};
use testkit::tool::Outcome;

/// Each has a share of the detents.
const SEEDS: std::ops::Range<u64> = 30..42;
const FULL: u64 = 1_000_000;
const QUICK: u64 = 20_000;
/// A click may still be on its way this long after the hand has turned round.
const GRACE_US: u64 = 20_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub lost: u64,
    pub wrong_way: u64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.lost += other.lost;
        self.wrong_way += other.wrong_way;
    }
}

/// Holds what a decoder said against what was turned.
#[derive(Default)]
pub struct Judge {
    pub tally: Tally,
    /// Said minus turned, in quarter steps.
    ahead: i64,
    /// Quarter steps that do not make a detent yet, for decoders that tell every one.
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

/// Runs one knob through so many detents.
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

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Row {
    detents: u64,
    ours: Tally,
    ours_chain: Tally,
    rotary_encoder_hal: Tally,
    rotary_encoder_hal_table: Tally,
    embassy_pio: Tally,
}

impl Row {
    fn add(&mut self, other: &Self) {
        self.detents += other.detents;
        self.ours.add(other.ours);
        self.ours_chain.add(other.ours_chain);
        self.rotary_encoder_hal.add(other.rotary_encoder_hal);
        self.rotary_encoder_hal_table.add(other.rotary_encoder_hal_table);
        self.embassy_pio.add(other.embassy_pio);
    }
}

struct Peers {
    table: PathBuf,
    pio: PioProgram,
}

fn measure(used: Use, kind: KnobKind, seed: u64, detents: u64, peers: &Peers) -> io::Result<Row> {
    let mut hand = Hand::new(seed, used, kind);
    let (now_us, lines) = (hand.now_us(), hand.lines());
    let saving = || Saving::new(used.detents_per_second);
    let mut judges: [Judge; 5] = Default::default();
    let [ours, scanned, default, table, pio] = &mut judges;
    let passed = turn(
        &mut hand,
        kind,
        detents,
        &mut [
            (ours, Box::new(Ours::new(kind, PINS, saving(), seed ^ 1, now_us, lines))),
            (scanned, Box::new(Ours::new(kind, CHAIN, saving(), seed ^ 2, now_us, lines))),
            (default, Box::new(HalDefault::new(kind, seed ^ 3, now_us, lines))),
            (table, Box::new(HalTable::new(&peers.table, kind, seed ^ 3, now_us, lines)?)),
            (pio, Box::new(PioEncoder::new(&peers.pio, kind, now_us, lines))),
        ],
    )?;
    let [ours, ours_chain, rotary_encoder_hal, rotary_encoder_hal_table, embassy_pio] = judges.map(|judge| judge.tally);
    Ok(Row { detents: passed, ours, ours_chain, rotary_encoder_hal, rotary_encoder_hal_table, embassy_pio })
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
    let rows = Mutex::new(vec![Row::default(); USES.len()]);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = || -> io::Result<()> {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&(used, kind, seed)) = jobs.get(index) else { return Ok(()) };
                options.progress(&format!("knobs: {} of {}", index + 1, jobs.len()));
                // Every speed and kind has contacts of its own; which thread takes them makes no difference.
                let seed = seed.wrapping_mul(1_000_003).wrapping_add(16 * index as u64);
                let row = measure(USES[used], kind, seed, each, &peers)?;
                rows.lock().map_err(|_| io::Error::other("a worker failed"))?[used].add(&row);
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| io::Error::other("a worker failed")).flatten())
    })?;
    let rows = rows.into_inner().map_err(|_| io::Error::other("a worker failed"))?;
    let emulated = emulated_knobs::run(options)?;
    Ok(figures(&rows, &peers.pio, &emulated))
}

fn figures(rows: &[Row], pio: &PioProgram, emulated: &BTreeMap<String, Count>) -> Figures {
    let mut total = Row::default();
    rows.iter().for_each(|row| total.add(row));
    let clean = total.ours == Tally::default() && total.ours_chain == Tally::default();

    let mut text = String::new();
    let _ = writeln!(text, "Knobs: detents lost or invented / clicks the wrong way (goal: 0 / 0), seeds {SEEDS:?}\n");
    let _ = writeln!(
        text,
        "{:>10} {:>5} {:>12} {:>9} {:>11} {:>11} {:>15} {:>15} {:>15}",
        "detents/s", "wear", "bounce, ms", "detents", "ours,", "ours,", "rotary-encoder", "its table", "embassy PIO"
    );
    let _ = writeln!(
        text,
        "{:>10} {:>5} {:>12} {:>9} {:>11} {:>11} {:>15} {:>15} {:>15}",
        "", "", "", "", "pins", "chain", "-hal, default", "decoder", "encoder"
    );
    let pair = |tally: Tally| format!("{} / {}", tally.lost, tally.wrong_way);
    for (used, row) in USES.iter().zip(rows) {
        let (least, most) = used.bounce_us;
        let _ = writeln!(
            text,
            "{:>10} {:>5} {:>12} {:>9} {:>11} {:>11} {:>15} {:>15} {:>15}",
            used.detents_per_second,
            used.wear,
            format!("{}–{}", least as f64 / 1e3, most as f64 / 1e3),
            row.detents,
            pair(row.ours),
            pair(row.ours_chain),
            pair(row.rotary_encoder_hal),
            pair(row.rotary_encoder_hal_table),
            pair(row.embassy_pio),
        );
    }
    let _ = writeln!(
        text,
        "\nOurs: on pins a sample every {STEP_US} µs while anything moves, woken by an edge; on a chain every \
         {SCAN_STEP_US} µs, always."
    );
    let _ = writeln!(text, "The contacts:");
    for note in contact_model::NOTES {
        let _ = writeln!(text, "- {note}");
    }
    let _ = writeln!(text, "The peers:");
    let mut peer_notes = vec![
        "they know how each knob is wired: reversed ones are turned round, those that rest low are inverted".to_owned(),
        "rotary-encoder-hal 0.6.0, the crate itself in both builds, sampled as often as ours on pins, without ever sleeping; the \
         default tells quarter steps, here divided by their number per detent; the table decoder tells one event a cycle"
            .to_owned(),
    ];
    peer_notes.push(format!(
        "embassy-rp {}: its own PIO program ({}) as read from the crate's source, assembled and executed one instruction \
         every {} µs, never stalled; one event a cycle",
        pio.version,
        pio.text.join("; "),
        1_000_000 / pio.clock_hz
    ));
    for note in peer_notes {
        let _ = writeln!(text, "- {note}");
    }

    let by_use: Vec<Value> = USES
        .iter()
        .zip(rows)
        .map(|(used, row)| {
            json!({"detents_per_second": used.detents_per_second, "wear": used.wear,
                   "bounce_us": [used.bounce_us.0, used.bounce_us.1], "counts": row})
        })
        .collect();
    let json = json!({
        "detents": total.detents,
        "ours": total.ours,
        "ours_chain": total.ours_chain,
        "rotary_encoder_hal": total.rotary_encoder_hal,
        "rotary_encoder_hal_table": total.rotary_encoder_hal_table,
        "embassy_pio": total.embassy_pio,
        "seeds": [SEEDS.start, SEEDS.end - 1],
        "uses": by_use,
        "emulated": emulated,
    });
    let mut goals = vec![
        sheet::Row::new(
            format!("knobs: lost or invented / wrong way, of {} worn detents at 4 to 200/s", total.detents),
            format!("{} (on a register chain: {})", pair(total.ours), pair(total.ours_chain)),
        )
        .goal("0 / 0", clean)
        .beside(format!(
            "rotary-encoder-hal 0.6 {}, its table decoder {}, embassy's PIO encoder {}",
            pair(total.rotary_encoder_hal),
            pair(total.rotary_encoder_hal_table),
            pair(total.embassy_pio)
        )),
    ];
    for (board, count) in emulated {
        goals.push(
            sheet::Row::new(
                format!("{board}: the same of {} on the emulated Pico, all knobs at once", count.detents),
                format!("{} / {}", count.lost, count.wrong_way),
            )
            .goal("0 / 0", count.lost == 0 && count.wrong_way == 0)
            .beside(format!(
                "meanwhile {} bytes to screens and {} flash operations",
                count.screen_bytes, count.flash_operations
            )),
        );
    }
    Figures { json, text: format!("```\n{text}```\n"), rows: goals, growth: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::sampler::Pace;
    use super::*;

    fn smaller_dose(pace: Pace) {
        let full = std::env::var_os("DIXIT_FULL").is_some();
        let (seeds, detents) = if full { (12, 12_500) } else { (1, 2_000) };
        for used in USES {
            for (kind, seed) in KnobKind::all().flat_map(|kind| (0..seeds).map(move |seed| (kind, seed))) {
                let seed = 7 + 1_000 * seed + used.detents_per_second;
                let mut hand = Hand::new(seed, used, kind);
                let mut judge = Judge::default();
                let saving = Saving::new(used.detents_per_second);
                let ours = Ours::new(kind, pace, saving, seed, hand.now_us(), hand.lines());
                turn(&mut hand, kind, detents, &mut [(&mut judge, Box::new(ours))]).unwrap();
                assert_eq!(judge.tally, Tally::default(), "{used:?}, {kind:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn worn_knobs_on_pins_lose_nothing() {
        smaller_dose(PINS);
    }

    #[test]
    fn worn_knobs_on_a_chain_lose_nothing() {
        smaller_dose(CHAIN);
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
