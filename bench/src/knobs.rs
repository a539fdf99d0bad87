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

use super::contact_model::{self, BRISK, Gesture, Hand, Start, USES, Use, quarters_per_detent};
use super::crowd::Crowd;
use super::decoders::{Decoder, HalDefault, HalTable, Heard, Ours};
use super::emulated_knobs::{self, Count};
use super::pio_encoder::{PioEncoder, PioProgram};
use super::sampler::{CHAIN, LONGEST_PROGRAM_US, PINS, Saving, USUAL_PROGRAM_US};
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
    pub fn add(&mut self, other: Self) {
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
    /// With a flash as slow as it may be.
    ours: Tally,
    ours_chain: Tally,
    /// With a flash as it usually is.
    ours_usual: Tally,
    ours_chain_usual: Tally,
    rotary_encoder_hal: Tally,
    rotary_encoder_hal_table: Tally,
    embassy_pio: Tally,
}

impl Row {
    fn add(&mut self, other: &Self) {
        self.detents += other.detents;
        self.ours.add(other.ours);
        self.ours_chain.add(other.ours_chain);
        self.ours_usual.add(other.ours_usual);
        self.ours_chain_usual.add(other.ours_chain_usual);
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
    let mut hand = Hand::new(seed, used, kind, Start::AtOnce);
    let (now_us, lines) = (hand.now_us(), hand.lines());
    let ours = |pace, program_us, seed| {
        let saving = Saving::new(used.detents_per_second, program_us);
        Box::new(Ours::new(kind, pace, saving, seed, now_us, lines))
    };
    let mut judges: [Judge; 7] = Default::default();
    let [pins, chain, pins_usual, chain_usual, default, table, pio] = &mut judges;
    let detents = turn(
        &mut hand,
        kind,
        detents,
        &mut [
            (pins, ours(PINS, LONGEST_PROGRAM_US, seed ^ 1)),
            (chain, ours(CHAIN, LONGEST_PROGRAM_US, seed ^ 2)),
            (pins_usual, ours(PINS, USUAL_PROGRAM_US, seed ^ 1)),
            (chain_usual, ours(CHAIN, USUAL_PROGRAM_US, seed ^ 2)),
            (default, Box::new(HalDefault::new(kind, seed ^ 3, now_us, lines))),
            (table, Box::new(HalTable::new(&peers.table, kind, seed ^ 3, now_us, lines)?)),
            (pio, Box::new(PioEncoder::new(&peers.pio, kind, now_us, lines))),
        ],
    )?;
    let [ours, ours_chain, ours_usual, ours_chain_usual, rotary_encoder_hal, rotary_encoder_hal_table, embassy_pio] =
        judges.map(|judge| judge.tally);
    Ok(Row {
        detents,
        ours,
        ours_chain,
        ours_usual,
        ours_chain_usual,
        rotary_encoder_hal,
        rotary_encoder_hal_table,
        embassy_pio,
    })
}

/// How hands may start: the gentlest first.
const STARTS: [(&str, Start); 5] = [
    ("5,000", Start::Accelerating(5_000.0)),
    ("10,000", Start::Accelerating(10_000.0)),
    ("20,000", Start::Accelerating(20_000.0)),
    ("41,600", BRISK),
    ("at once", Start::AtOnce),
];

/// One way to start, one length of a flash program, all fast uses: what we make of it on pins and on a chain.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Haste {
    detents: u64,
    pins: Tally,
    chain: Tally,
}

impl Haste {
    fn add(&mut self, other: Self) {
        self.detents += other.detents;
        self.pins.add(other.pins);
        self.chain.add(other.chain);
    }
}

/// Everything that decides what a flash program may hide.
#[derive(Clone, Copy)]
struct Hardship {
    start: Start,
    program_us: u64,
}

fn hurry(hardship: Hardship, used: Use, kind: KnobKind, seed: u64, detents: u64) -> io::Result<Haste> {
    let Hardship { start, program_us } = hardship;
    let mut hand = Hand::new(seed, used, kind, start);
    let (now_us, lines) = (hand.now_us(), hand.lines());
    let saving = || Saving::new(used.detents_per_second, program_us);
    let (mut pins, mut chain) = (Judge::default(), Judge::default());
    let detents = turn(
        &mut hand,
        kind,
        detents,
        &mut [
            (&mut pins, Box::new(Ours::new(kind, PINS, saving(), seed ^ 1, now_us, lines))),
            (&mut chain, Box::new(Ours::new(kind, CHAIN, saving(), seed ^ 2, now_us, lines))),
        ],
    )?;
    Ok(Haste { detents, pins: pins.tally, chain: chain.tally })
}

/// All kinds of knobs and all seeds.
fn endure(options: &Options, hardship: Hardship, uses: &[Use]) -> io::Result<Haste> {
    let (each, seeds) = if options.quick { (1_000, SEEDS.start..SEEDS.start + 1) } else { (2_000, SEEDS) };
    let mut sum = Haste::default();
    for (&used, kind) in uses.iter().flat_map(|used| KnobKind::all().map(move |kind| (used, kind))) {
        for seed in seeds.clone() {
            let seed = seed * 1_000_003 + 16 * used.detents_per_second + u64::from(kind.to_byte());
            sum.add(hurry(hardship, used, kind, seed, each)?);
        }
    }
    Ok(sum)
}

/// So many hands at once, with a flash of each kind.
fn crowd(options: &Options, hands: usize, used: Use) -> [Haste; 2] {
    let (detents, seeds) = if options.quick { (8_000, SEEDS.start..SEEDS.start + 1) } else { (16_000, SEEDS) };
    let mut sums = [Haste::default(); 2];
    for seed in seeds {
        let seed = seed * 1_000_003 + 16 * used.detents_per_second;
        let crowd = Crowd::new(hands, used, seed, detents / hands as u64);
        for (sum, program_us) in sums.iter_mut().zip(PROGRAMS_US) {
            sum.add(Haste {
                detents: crowd.detents(),
                pins: crowd.endure(program_us, PINS, seed ^ 1),
                chain: crowd.endure(program_us, CHAIN, seed ^ 2),
            });
        }
    }
    sums
}

/// What flash programs cost that fall where the decoder cannot follow: hands that get going meanwhile, by how fast they
/// do, and tables at which several hands turn all the time.
struct Hardships {
    starts: Vec<(&'static str, [Haste; 2])>,
    crowds: Vec<(usize, Use, [Haste; 2])>,
}

/// A pair, a table, and the largest.
const CROWDS: [usize; 3] = [2, 4, 12];

const PROGRAMS_US: [u64; 2] = [USUAL_PROGRAM_US, LONGEST_PROGRAM_US];

impl Hardships {
    fn measure(options: &Options) -> io::Result<Self> {
        let fast: Vec<Use> = USES.into_iter().filter(|used| used.detents_per_second >= 60).collect();
        let mut starts = Vec::new();
        for (name, start) in STARTS {
            options.progress(&format!("knobs: hands that start at {name}"));
            let one = |program_us| endure(options, Hardship { start, program_us }, &fast);
            starts.push((name, [one(PROGRAMS_US[0])?, one(PROGRAMS_US[1])?]));
        }
        let mut crowds = Vec::new();
        for (hands, used) in CROWDS.into_iter().flat_map(|hands| USES.map(|used| (hands, used))) {
            options.progress(&format!("knobs: {hands} hands at {} detents/s", used.detents_per_second));
            crowds.push((hands, used, crowd(options, hands, used)));
        }
        Ok(Self { starts, crowds })
    }

    fn text(&self) -> String {
        let cells = |[usual, longest]: &[Haste; 2]| {
            [usual.detents.to_string(), pair(usual.pins), pair(usual.chain), pair(longest.pins), pair(longest.chain)]
        };
        let columns = ["detents", "0.7 ms a page: pins", "chain", "3 ms a page: pins", "chain"];
        let table = |first: &str, rows: &[Vec<String>]| sheet::columns(&[&[first], &columns[..]].concat(), rows);
        let starts: Vec<_> =
            self.starts.iter().map(|(name, both)| [vec![(*name).to_owned()], cells(both).to_vec()].concat()).collect();
        let crowds: Vec<_> = self
            .crowds
            .iter()
            .map(|(hands, used, both)| {
                let name = format!("{hands} at {}, {}", used.detents_per_second, used.wear);
                [vec![name], cells(both).to_vec()].concat()
            })
            .collect();
        format!(
            "\nHands that get going from rest, by how fast they do and by how long the flash takes for a page (usually, and \
             at most), at 60, 100 and 200 detents/s:\n\n{}\nSeveral hands at once, at full speed at once, where every save has already \
             waited in vain for hands that rest; a page for which there is no pause within 60 ms is written across \
             edges:\n\n{}",
            table("start, detents/s²", &starts),
            table("hands, detents/s", &crowds)
        )
    }

    fn json(&self) -> Value {
        let starts: Vec<Value> = self
            .starts
            .iter()
            .map(|(name, [usual, longest])| json!({ "start": name, "usual": usual, "longest": longest }))
            .collect();
        let crowds: Vec<Value> = self
            .crowds
            .iter()
            .map(|(hands, used, [usual, longest])| {
                json!({ "hands": hands, "detents_per_second": used.detents_per_second, "wear": used.wear, "usual": usual, "longest": longest })
            })
            .collect();
        json!({ "starts": starts, "crowds": crowds })
    }
}

fn pair(tally: Tally) -> String {
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
    let hardships = Hardships::measure(options)?;
    let emulated = emulated_knobs::run(options)?;
    Ok(figures(&rows, &peers.pio, &hardships, &emulated))
}

fn figures(rows: &[Row], pio: &PioProgram, hardships: &Hardships, emulated: &BTreeMap<String, Count>) -> Figures {
    let mut total = Row::default();
    rows.iter().for_each(|row| total.add(row));
    let clean = |pins: Tally, chain: Tally| pins == Tally::default() && chain == Tally::default();

    let mut text = String::new();
    let _ = writeln!(text, "Knobs: detents lost or invented / clicks the wrong way (goal: 0 / 0), seeds {SEEDS:?}\n");
    let mut line = |cells: [&str; 10]| {
        let widths = [9, 5, 9, 8, 9, 9, 10, 10, 15, 14];
        let padded: Vec<String> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        let _ = writeln!(text, "{}", padded.join(" ").trim_end());
    };
    line(["detents/s", "wear", "bounce,", "detents", "0.7 ms:", "", "3 ms a", "", "rotary-encoder", "its table"]);
    line(["", "", "ms", "", "pins", "chain", "page: pins", "chain", "-hal, default", "decoder"]);
    for (used, row) in USES.iter().zip(rows) {
        let (least, most) = used.bounce_us;
        line([
            &used.detents_per_second.to_string(),
            used.wear,
            &format!("{}–{}", least as f64 / 1e3, most as f64 / 1e3),
            &row.detents.to_string(),
            &pair(row.ours_usual),
            &pair(row.ours_chain_usual),
            &pair(row.ours),
            &pair(row.ours_chain),
            &pair(row.rotary_encoder_hal),
            &pair(row.rotary_encoder_hal_table),
        ]);
    }
    let _ = writeln!(text, "\nembassy's PIO encoder, in the same order of rows:");
    for row in rows {
        let _ = writeln!(text, "{:>20}", pair(row.embassy_pio));
    }
    let _ = writeln!(
        text,
        "\nOurs: on pins a sample every {STEP_US} µs while anything moves, woken by an edge; on a chain every \
         {SCAN_STEP_US} µs, at rest half as often."
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
        "ours_usual_flash": total.ours_usual,
        "ours_chain_usual_flash": total.ours_chain_usual,
        "rotary_encoder_hal": total.rotary_encoder_hal,
        "rotary_encoder_hal_table": total.rotary_encoder_hal_table,
        "embassy_pio": total.embassy_pio,
        "seeds": [SEEDS.start, SEEDS.end - 1],
        "uses": by_use,
        "hardships": hardships.json(),
        "emulated": emulated,
    });
    let beside = format!(
        "rotary-encoder-hal 0.6 {}, its table decoder {}, embassy's PIO encoder {}",
        pair(total.rotary_encoder_hal),
        pair(total.rotary_encoder_hal_table),
        pair(total.embassy_pio)
    );
    let goal = |flash: &str, pins: Tally, chain: Tally| {
        sheet::Row::new(
            format!("knobs: lost or invented / wrong way, of {} worn detents at 4 to 200/s, {flash}", total.detents),
            format!("{} (on a register chain: {})", pair(pins), pair(chain)),
        )
        .goal("0 / 0", clean(pins, chain))
        .beside(&beside)
    };
    let mut goals = vec![
        goal("flash as it usually is (0.7 ms a page)", total.ours_usual, total.ours_chain_usual),
        goal("flash as slow as it may be (3 ms)", total.ours, total.ours_chain),
    ];
    for (board, count) in emulated {
        goals.push(
            sheet::Row::new(
                format!("{board}: the same of {} on the emulated Pico, all knobs at once", count.detents),
                format!("{} / {}", count.lost, count.wrong_way),
            )
            .goal("0 / 0", count.lost == 0 && count.wrong_way == 0)
            .beside(format!(
                "meanwhile {} bytes to screens and {} flash operations{}",
                count.screen_bytes,
                count.flash_operations,
                count.longest_blind_us.map_or(String::new(), |us| format!("; never unread for longer than {us:.0} µs"))
            )),
        );
    }
    let text = format!("```\n{text}```\n{}", hardships.text());
    Figures { json, text, rows: goals, growth: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::sampler::Pace;
    use super::*;

    /// Hands are at full speed at once.
    fn smaller_dose(pace: Pace) {
        let full = std::env::var_os("DIXIT_FULL").is_some();
        let (seeds, detents) = if full { (12, 12_500) } else { (1, 1_000) };
        for used in USES {
            // The slowest flash hides more of a fast hand's edges than anybody could make up for.
            let program_us = if used.detents_per_second > 60 { USUAL_PROGRAM_US } else { LONGEST_PROGRAM_US };
            for (kind, seed) in KnobKind::all().flat_map(|kind| (0..seeds).map(move |seed| (kind, seed))) {
                let seed = 7 + 1_000 * seed + used.detents_per_second;
                let mut hand = Hand::new(seed, used, kind, Start::AtOnce);
                let mut judge = Judge::default();
                let saving = Saving::new(used.detents_per_second, program_us);
                let ours = Ours::new(kind, pace, saving, seed, hand.now_us(), hand.lines());
                turn(&mut hand, kind, detents, &mut [(&mut judge, Box::new(ours))]).unwrap();
                assert_eq!(judge.tally, Tally::default(), "{used:?}, {kind:?}, seed {seed}");
            }
        }
    }

    /// Where several hands turn all the time, faster ones than these lose some clicks, and the figures say how many.
    #[test]
    fn a_crowd_loses_nothing_while_games_are_saved() {
        let full = std::env::var_os("DIXIT_FULL").is_some();
        let (seeds, detents) = if full { (12, 16_000) } else { (1, 6_000) };
        for used in USES.into_iter().filter(|used| used.detents_per_second <= 60) {
            let program_us = if used.detents_per_second > 4 { USUAL_PROGRAM_US } else { LONGEST_PROGRAM_US };
            for (hands, seed) in CROWDS.into_iter().flat_map(|hands| (0..seeds).map(move |seed| (hands, seed))) {
                let crowd = Crowd::new(hands, used, seed, detents / hands as u64);
                for pace in [PINS, CHAIN] {
                    let tally = crowd.endure(program_us, pace, seed);
                    assert_eq!(tally, Tally::default(), "{hands} hands, {used:?}, {pace:?}, seed {seed}");
                }
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
        let mut hand = Hand::new(1, USES[0], kind, Start::AtOnce);
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
