//! Turning: every kind of knob, reversals, half turns, missed steps, glitches and broken lines.

use super::*;

#[test]
fn every_kind_of_knob_counts_its_clicks_both_ways() {
    for kind in KnobKind::all() {
        let mut bench = Bench::new(kind);
        let sign = if kind.direction == Direction::Normal { 1 } else { -1 };
        for click in 1..=7 {
            bench.quarters(3, kind.quarters(), 2_000);
            assert_eq!(bench.turned(3), sign * click, "{kind:?}");
        }
        for click in (0..7).rev() {
            bench.quarters(3, -kind.quarters(), 2_000);
            assert_eq!(bench.turned(3), sign * click, "{kind:?}");
        }
    }
}

#[test]
fn kinds_are_read_back_as_saved() {
    for kind in KnobKind::all() {
        assert_eq!(KnobKind::from_byte(kind.to_byte()), Some(kind));
    }
    assert_eq!(KnobKind::all().count(), 8);
    assert_eq!(KnobKind::from_byte(8), None);
    assert_eq!(KnobKind::from_byte(0xff), None);
}

#[test]
fn halfway_and_back_is_no_click() {
    for kind in KnobKind::all() {
        for away in 1..kind.quarters() {
            let mut bench = Bench::new(kind);
            for way in [1, -1] {
                bench.quarters(0, way * away, 3_000);
                bench.wait(100_000);
                bench.quarters(0, -way * away, 3_000);
                bench.wait(100_000);
            }
            assert_eq!(bench.heard(), [], "{kind:?}, {away} quarters away");
        }
    }
}

#[test]
fn a_knob_left_between_detents_counts_when_it_reaches_one() {
    for kind in KnobKind::all() {
        let mut bench = Bench::new(kind);
        let half = kind.quarters() / 2;
        bench.quarters(5, half, 1_000);
        bench.wait(3_000_000);
        assert!(bench.dials.resting(), "a sampler may sleep while a knob stands between detents");
        assert_eq!(bench.turned(5), 0);
        bench.quarters(5, half, 1_000);
        assert_eq!(bench.turned(5).abs(), 1, "{kind:?}");
    }
}

#[test]
fn a_knob_found_between_detents_at_power_up_makes_no_click_on_its_way_to_rest() {
    for way in [1, -1] {
        let mut bench = Bench::starting(KnobKind::default(), Levels::default());
        bench.quarters(0, 2 * way, 2_000);
        assert_eq!(bench.turned(0), 0);
        bench.quarters(0, 4 * way, 2_000);
        assert_eq!(bench.turned(0), i32::from(way));
    }
}

#[test]
fn reversing_at_full_speed_loses_nothing() {
    for kind in KnobKind::all() {
        let mut bench = Bench::new(kind);
        for _ in 0..50 {
            bench.quarters(7, 3 * kind.quarters(), 500);
            bench.quarters(7, -3 * kind.quarters(), 500);
            bench.quarters(7, kind.quarters() - 1, 500);
            bench.quarters(7, 1 - kind.quarters(), 500);
        }
        assert_eq!(bench.turned(7), 0);
        let events = bench.heard().len();
        assert_eq!(events, 50 * 6, "{kind:?}: a click for each detent passed, none for the way back from between");
    }
}

#[test]
fn two_steps_missed_at_the_start_of_a_click_are_inferred_from_its_end() {
    for way in [1, -1] {
        let mut bench = plain();
        bench.wait(50_000);
        bench.quarter(0, way);
        bench.quarter(0, way);
        bench.stall(3_000);
        // The last contact still bounces.
        bench.quarters(0, -way, 1_000);
        bench.quarters(0, way, 1_000);
        assert_eq!(bench.turned(0), 0);
        bench.quarters(0, 2 * way, 1_000);
        assert_eq!(bench.heard(), [Input::Turned { knob: 0, by: way }]);
    }
}

#[test]
fn a_glitch_shorter_than_two_samples_is_ignored() {
    let mut bench = plain();
    for _ in 0..100 {
        bench.flip_a(1);
        bench.wait(TICK_US);
        bench.flip_a(1);
        bench.flip_b(1);
        bench.wait(TICK_US);
        bench.flip_b(1);
        bench.wait(TICK_US);
    }
    assert_eq!(bench.heard(), []);
}

#[test]
fn a_floating_or_shorted_line_makes_no_click_and_does_not_disturb_other_knobs() {
    for kind in KnobKind::all() {
        let mut bench = Bench::new(kind);
        let mut noise = 0x1234_5678_u32;
        for click in 0..200 {
            for _ in 0..kind.quarters() {
                bench.quarter(4, 1);
                for _ in 0..8 {
                    noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    bench.levels.a = bench.levels.a & !1 | (noise >> 31) as u16;
                    // Knob 9: B shorted to ground while its shaft is turned.
                    bench.levels.b &= !(1 << 9);
                    if click % 2 == 0 {
                        bench.levels.a ^= 1 << 9;
                    }
                    bench.wait(TICK_US);
                }
            }
        }
        assert_eq!(bench.turned(4).abs(), 200, "{kind:?}");
        assert_eq!(bench.turned(0), 0);
        assert!(bench.turned(9).abs() <= 1);
        let of_the_shorted = bench.turned(9).unsigned_abs() as usize;
        assert_eq!(bench.heard().len(), 200 + of_the_shorted, "{kind:?}");
    }
}

#[test]
fn all_knobs_turn_at_once() {
    let mut bench = plain();
    for _ in 0..40 {
        for knob in 0..12 {
            bench.quarter(knob, if knob % 2 == 0 { 1 } else { -1 });
        }
        bench.wait(600);
    }
    for knob in 0..12 {
        assert_eq!(bench.turned(knob), if knob % 2 == 0 { 10 } else { -10 });
    }
}

#[test]
fn knobs_that_a_board_does_not_have_report_nothing() {
    let mut dials = Dials::new(1, [KnobKind::default(); MAX_KNOBS], Levels { a: 0xffff, b: 0xffff, down: 0 }, 0);
    let mut heard = Vec::new();
    for tick in 1..100_000u32 {
        let level = if tick & 64 == 0 { 0xfffe } else { 0 };
        let levels = Levels { a: 1 | level, b: 1 | !level & 0xfffe, down: !level & 0xfffe };
        dials.sample(levels, tick * TICK_US, &mut |input| heard.push(input));
    }
    assert_eq!(heard, []);
    assert!(dials.resting());
}
