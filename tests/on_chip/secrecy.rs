//! Twins on the emulated chip: one vote played twice on the firmware of every board, with the same hand movements but
//! different votes. Until the reveal everything that leaves the chip must be the same, at the same time.
//! `docs/secrecy.md` says what is compared and why.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::thread;

use dixit_dials::board::{Board, Voting};
use dixit_dials::rules::Ruleset;
use serde_json::json;
use testkit::{
    emulator::{self, Emulator},
    image::{self, Image},
    story::library_board,
    tool::root,
    twin_plan::{Event, Plan},
};

use crate::twins::mishap::{self, Mishap};
use crate::twins::record::Compared;
use crate::twins::script::Script;
use crate::twins::{Bench, arm};

/// The firmware of each board. Where a screen shows a number, the twins choose its start value through a test hook.
static IMAGES: LazyLock<Vec<Image>> = LazyLock::new(|| {
    emulator::prepare().unwrap();
    let boards = image::chosen(std::env::var("DIXIT_BOARD").ok().as_deref()).unwrap();
    let shows_numbers = |name: &str| {
        let board = library_board(&boards::load(&root(), name).unwrap());
        !matches!(board.voting, Voting::Ring { .. })
    };
    let build = |name: &String| if shows_numbers(name) { image::build_with_hooks(name) } else { image::build(name) };
    boards.iter().map(build).collect::<Result<_, _>>().unwrap()
});

fn full() -> bool {
    std::env::var_os("DIXIT_FULL").is_some()
}

fn board(image: &Image) -> Board {
    library_board(&boards::load(&root(), &image.board).unwrap())
}

/// All boards in the full run; otherwise the board that is passed round, which is quick to emulate and shows numbers.
fn some_images() -> impl Iterator<Item = &'static Image> {
    IMAGES.iter().filter(|image| full() || board(image).voting == Voting::Pass)
}

fn all_plans(board: Board) -> impl Iterator<Item = Plan> {
    (0..).map(move |seed| Plan::new(board, seed))
}

/// Seeds of twins that once differed, on one of the chips. Other seeds hardly ever hit the moment at which that happens.
/// With seat screens, a number was drawn too late. Otherwise a poll or a line on USB waited for hands to rest.
pub fn once_apart(board: Board) -> &'static [u64] {
    match board.voting {
        Voting::Ring { .. } => &[3, 51, 108],
        Voting::Pods => &[111, 256],
        Voting::Pass => &[164],
    }
}

/// In the full run many twins of every ruleset. Otherwise the rulesets take turns over the boards: the library's own
/// twins (`tests/secrecy/`) play each of them on every board.
fn plans(place: usize, board: Board) -> Vec<Plan> {
    if full() {
        return all_plans(board).take(300).collect();
    }
    let of_this_board = |plan: &Plan| {
        let ruleset = Ruleset::ALL.into_iter().position(|ruleset| ruleset == plan.ruleset());
        once_apart(board).contains(&plan.seed) || ruleset.is_some_and(|ruleset| ruleset % IMAGES.len() == place)
    };
    plans_of_each_ruleset(board).into_iter().filter(of_this_board).collect()
}

fn plans_of_each_ruleset(board: Board) -> Vec<Plan> {
    let fits =
        |ruleset: &Ruleset| ruleset.player_counts().any(|players| ruleset.seats_for(players) <= board.seats.most);
    let first_of = |ruleset| all_plans(board).find(|plan| plan.ruleset() == ruleset);
    let once_apart = once_apart(board).iter().map(|&seed| Plan::new(board, seed));
    Ruleset::ALL.into_iter().filter(fits).filter_map(first_of).chain(once_apart).collect()
}

/// Plays `plans` on a board, two at a time. Returns what differed.
fn differences(name: &str, bench: &Bench, plans: &[Plan]) -> Vec<String> {
    let play = |plans: &[Plan]| {
        let (mut compared, mut failures) = (Compared::default(), vec![]);
        for plan in plans {
            let (more, found) = bench.twins(plan);
            compared.add(more);
            for found in found {
                let failure = format!("{name} twin {}, {plan}: {found}", plan.seed);
                // Print at once: the full run is long.
                println!("{failure}");
                failures.push(failure);
            }
        }
        (compared, failures)
    };
    let mut compared = Compared::default();
    let mut failures = vec![];
    thread::scope(|scope| {
        let halves = plans.chunks(plans.len().div_ceil(2)).map(|half| scope.spawn(move || play(half)));
        for half in halves.collect::<Vec<_>>() {
            let (more, failed) = half.join().unwrap();
            compared.add(more);
            failures.extend(failed);
        }
    });
    let mut counts = BTreeMap::<_, usize>::new();
    for plan in plans {
        let events = Script::new(plan).happened.into_iter().map(Event::name);
        events.chain([plan.ruleset().name()]).for_each(|name| *counts.entry(name).or_default() += 1);
    }
    println!("{name}: {} twins {counts:?}, {compared}, {} differences", plans.len(), failures.len());
    failures
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn nothing_that_leaves_the_chip_differs_between_twins() {
    let play =
        |(place, image): (usize, &Image)| differences(&image.board, &Bench::new(image), &plans(place, board(image)));
    let failures: Vec<String> = IMAGES.iter().enumerate().flat_map(play).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The flash chip determines what a cache miss costs, the compiler how long code takes. Neither may make twins differ.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn twins_are_alike_whatever_the_flash_and_the_compiler() {
    const MISS_CYCLES: [u32; 2] = [0, 100];
    let mut failures = vec![];
    for image in &*IMAGES {
        let (name, plans) = (&image.board, &plans_of_each_ruleset(board(image))[..]);
        let plans = if full() { plans } else { &plans[..1] };
        for cycles in MISS_CYCLES {
            let bench = Bench::new(image).with_miss_cycles(cycles);
            failures.extend(differences(&format!("{name}, {cycles} cycles a miss"), &bench, plans));
        }
        if full() {
            let fast = image::build_fast_with_hooks(name).unwrap();
            failures.extend(differences(&format!("{name}, optimised for speed"), &Bench::new(&fast), plans));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_leak_is_caught() {
    for image in &*IMAGES {
        let plan = all_plans(board(image)).find(|plan| plan.events.is_empty()).unwrap();
        for (leak, found) in Bench::new(image).with_leaks(&plan) {
            let caught = found.iter().find(|found| (found.kind, found.late) == leak.shows_in());
            let caught = caught.unwrap_or_else(|| {
                let found: Vec<_> = found.iter().map(|found| (found.kind, found.late, found.ms)).collect();
                panic!("{}: {leak:?} went unnoticed, only {found:?} differ", image.board)
            });
            println!("{}: {leak:?} caught in {:?} after {:.3} ms", image.board, caught.kind, caught.ms);
        }
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_number_that_was_on_a_screen_is_never_lit_again() {
    let shows_numbers = |image: &&Image| !matches!(board(image).voting, Voting::Ring { .. });
    for image in some_images().filter(shows_numbers) {
        let hooked = image::build_with_hooks(&image.board).unwrap();
        let plan = all_plans(board(image)).find(mishap::fits).unwrap();
        for mishap in Mishap::on(plan.board) {
            let [a, b] = [0, 1].map(|twin| mishap.happens(&Bench::new(&hooked), &plan, twin));
            let name = format!("{}, {mishap:?}", image.board);
            assert_ne!(a.before, b.before, "{name}: no number was on the screen");
            assert!(!a.sights.is_empty(), "{name}: nothing was to be seen afterwards");
            assert_eq!(a.sights.len(), b.sights.len(), "{name}");
            for (one, other) in a.sights.iter().zip(&b.sights) {
                assert_eq!(one.picture(), other.picture(), "{name}");
            }
            assert!(a.after == b.after, "{name}: it is still in a screen's memory");
            println!("{name}: {} pictures and all memory of the screens are the same", a.sights.len());
        }
    }
}

/// Looks for bytes that differ between the twins' memories as their answers differ. Other bytes may differ: timestamps,
/// and data left by interrupts.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn abandoned_votes_are_nowhere_in_memory() {
    for image in &*IMAGES {
        let bench = Bench::new(image);
        let plan = all_plans(board(image)).find(|plan| plan.differ().len() > 2).unwrap();
        let answers = plan.secrets.each_ref().map(|secret| secret.concat());
        let secrets: Vec<_> = answers[0].iter().zip(&answers[1]).filter(|(one, other)| one != other).collect();
        let votes_after = |script: Script| {
            let [a, b] = [0, 1].map(|twin| bench.statics_after(&plan, &script, twin));
            let is_vote = |(_, (one, other)): &(usize, (&u8, &u8))| secrets.contains(&(*one, *other));
            let at: Vec<usize> = a.iter().zip(&b).enumerate().filter(is_vote).map(|(at, _)| at).collect();
            (at, a.iter().zip(&b).filter(|(one, other)| one != other).count(), a.len())
        };
        let (kept, differ, of) = votes_after(Script::almost_given(&plan));
        println!("{}: in the vote {differ} of {of} bytes differ, {} of them as the votes do", image.board, kept.len());
        assert!(!kept.is_empty(), "{}: none of {secrets:?} was in memory while it was voted", image.board);
        let (left, differ, of) = votes_after(Script::given_up(&plan));
        println!("{}: given up, {differ} of {of} bytes differ, {} of them as the votes do", image.board, left.len());
        assert!(left.is_empty(), "{}: at {left:x?}, of {secrets:?}", image.board);
    }
}

/// Draws ten thousand numbers at each speed of the oscillator, twenty after each of five hundred seeds; in the usual run
/// four thousand. With twelve numbers the chi-square of a fair generator stays under 41 in all but three of a hundred
/// thousand runs. Seeds and speeds are fixed, so the result is repeatable.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn every_number_starts_as_often_as_any_other_whatever_the_oscillator_does() {
    /// Command for the test hook.
    const DRAW: u8 = 10;
    const NUMBERS: usize = 12;
    const FAIR: f64 = 41.0;
    // Any board will do: all draw numbers the same way.
    let image = some_images().next().unwrap_or(&IMAGES[0]);
    let hooked = image::build_with_hooks(&image.board).unwrap();
    let all = [1_800_000, 12_000_000, 6_500_000, 5_000_000, 8_000_000];
    // The usual run takes the limits that the data sheet gives.
    let (speeds, numbers) = if full() { (&all[..], 10_000) } else { (&all[..2], 4_000) };
    for &hz in speeds {
        let mut device = Emulator::start(&hooked.folder, 1).unwrap();
        device.ask(&json!({ "rosc": { "hz": hz, "seed": 1 } })).unwrap();
        for request in [json!({ "off": true }), json!({ "power": true }), json!({ "run": 500 })] {
            device.ask(&request).unwrap();
        }
        arm(&mut device, DRAW);
        let at = device.ask(&json!({ "symbol": "TEST_DRAWN" })).unwrap()["address"].clone();
        let peek = json!({ "peek": { "address": at, "length": 2 * 4 * NUMBERS } });
        let counts = loop {
            device.run_ms(1_000.0).unwrap();
            let bytes: Vec<u8> = serde_json::from_value(device.ask(&peek).unwrap()).unwrap();
            let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
            let counts: Vec<u32> = words.collect();
            if counts[NUMBERS..].iter().sum::<u32>() >= numbers {
                break counts;
            }
        };
        for (what, counts) in ["first after a seed", "any"].iter().zip(counts.chunks(NUMBERS)) {
            let all: u32 = counts.iter().sum();
            let expected = f64::from(all) / NUMBERS as f64;
            let chi_square: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
            println!("{hz} Hz, {what}: {all} drawn, chi-square {chi_square:.1}, {counts:?}");
            assert!(chi_square < FAIR, "{hz} Hz, {what}: {counts:?}");
        }
    }
}
