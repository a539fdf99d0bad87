//! The knob check: what five clicks show.

use super::*;

/// The sampling rate does not matter to the check.
const TICK_US: u32 = 250;

fn check(kind: KnobKind, quarters: i8) -> Option<Result<KnobKind, CheckFault>> {
    let mut bench = Bench::new(kind);
    let level = |bench: &Bench| (bench.levels.a & 1 != 0, bench.levels.b & 1 != 0);
    let (a, b) = level(&bench);
    let mut check = KnobCheck::new(a, b);
    let mut now_us = u32::MAX - 100_000;
    let mut verdict = None;
    for step in 0..quarters.abs() {
        bench.quarter(0, quarters.signum());
        // Detents hold the shaft for a while.
        for _ in 0..if step % kind.quarters() == 0 { 2_000 } else { 8 } {
            let (a, b) = level(&bench);
            now_us = now_us.wrapping_add(TICK_US);
            assert_eq!(verdict, None, "not while the hand still turns");
            verdict = check.sample(a, b, now_us);
        }
    }
    for _ in 0..8_000 {
        let (a, b) = level(&bench);
        now_us = now_us.wrapping_add(TICK_US);
        verdict = verdict.or(check.sample(a, b, now_us));
    }
    verdict
}

#[test]
fn five_clicks_to_the_right_identify_the_kind_of_knob() {
    for kind in KnobKind::all() {
        let way = if kind.direction == Direction::Normal { 1 } else { -1 };
        let mut expected = kind;
        if kind.detents_per_cycle == DetentsPerCycle::Two {
            expected.rest = Rest::High;
        }
        assert_eq!(check(kind, 5 * way * kind.quarters()), Some(Ok(expected)));
    }
}

#[test]
fn a_knob_check_says_why_it_found_nothing() {
    let kind = KnobKind::default();
    assert_eq!(check(kind, 0), None, "nobody turned");
    assert_eq!(check(kind, 16), Some(Err(CheckFault::NotFive)));
    assert_eq!(check(kind, 24), Some(Err(CheckFault::NotFive)));
    assert_eq!(check(kind, 19), Some(Err(CheckFault::BetweenDetents)));

    let mut dead_b = KnobCheck::new(true, true);
    let mut dead_a = KnobCheck::new(true, true);
    let (mut of_b, mut of_a) = (None, None);
    for tick in 0..20_000u32 {
        let level = tick > 4_000 || tick / 400 % 2 == 0;
        of_b = of_b.or(dead_b.sample(level, true, tick * TICK_US));
        of_a = of_a.or(dead_a.sample(true, level, tick * TICK_US));
    }
    assert_eq!(of_b, Some(Err(CheckFault::NoContactB)));
    assert_eq!(of_a, Some(Err(CheckFault::NoContactA)));
}
