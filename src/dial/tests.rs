//! Knobs in a hand: what is turned, pressed, held or broken, and what the decoder makes of it.

use super::*;

const TICK_US: u32 = 250;

/// Twelve knobs whose contacts a test moves by hand.
struct Bench {
    dials: Dials,
    levels: Levels,
    now_us: u32,
    heard: Vec<Input>,
}

impl Bench {
    fn new(kind: KnobKind) -> Self {
        let rest = match kind.rest {
            Rest::High => u16::MAX,
            Rest::Low => 0,
        };
        Self::starting(kind, Levels { a: rest, b: rest, down: 0 })
    }

    fn starting(kind: KnobKind, levels: Levels) -> Self {
        // Close to the wrap of the clock: nothing may depend on it.
        let now_us = u32::MAX - 2_000_000;
        Self { dials: Dials::new(12, [kind; MAX_KNOBS], levels, now_us), levels, now_us, heard: Vec::new() }
    }

    fn wait(&mut self, us: u32) {
        for _ in 0..us / TICK_US {
            self.now_us = self.now_us.wrapping_add(TICK_US);
            let heard = &mut self.heard;
            self.dials.sample(self.levels, self.now_us, &mut |input| heard.push(input));
        }
    }

    fn stall(&mut self, us: u32) {
        self.now_us = self.now_us.wrapping_add(us - TICK_US);
        self.wait(TICK_US);
    }

    fn flip_a(&mut self, knob: u8) {
        self.levels.a ^= 1 << knob;
    }

    fn flip_b(&mut self, knob: u8) {
        self.levels.b ^= 1 << knob;
    }

    /// One quarter step in the electrical sense: up means A leaves its rest first.
    fn quarter(&mut self, knob: u8, way: i8) {
        let equal = (self.levels.a ^ self.levels.b) >> knob & 1 == 0;
        if equal == (way > 0) {
            self.flip_a(knob);
        } else {
            self.flip_b(knob);
        }
    }

    fn quarters(&mut self, knob: u8, count: i8, each_us: u32) {
        for _ in 0..count.abs() {
            self.quarter(knob, count.signum());
            self.wait(each_us);
        }
    }

    fn down(&mut self, knob: u8) {
        self.levels.down |= 1 << knob;
    }

    fn up(&mut self, knob: u8) {
        self.levels.down &= !(1 << knob);
    }

    fn turned(&self, of: u8) -> i32 {
        self.heard
            .iter()
            .map(|input| match input {
                Input::Turned { knob, by } if *knob == of => i32::from(*by),
                _ => 0,
            })
            .sum()
    }

    fn heard(&mut self) -> Vec<Input> {
        std::mem::take(&mut self.heard)
    }
}

fn plain() -> Bench {
    Bench::new(KnobKind::default())
}

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
fn kinds_survive_being_saved() {
    for kind in KnobKind::all() {
        assert_eq!(KnobKind::from_byte(kind.to_byte()), Some(kind));
    }
    assert_eq!(KnobKind::all().count(), 8);
    assert_eq!(KnobKind::from_byte(8), None);
    assert_eq!(KnobKind::from_byte(0xff), None);
}

#[test]
fn half_way_and_back_is_nothing() {
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
fn a_knob_left_between_detents_counts_when_it_arrives() {
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
fn a_stall_of_three_milliseconds_in_a_fast_spin_loses_nothing() {
    // 200 detents a second, edges packed into half of the time, the stall at every offset.
    for kind in KnobKind::all() {
        for offset in (0..5_000).step_by(250) {
            let mut bench = Bench::new(kind);
            let edge_us = 2_500 / kind.quarters() as u32;
            let edges: Vec<u32> = (0..12 * kind.quarters() as u32)
                .map(|n| 5_000 * (n / kind.quarters() as u32) + edge_us * (n % kind.quarters() as u32))
                .collect();
            let stall = 25_000 + offset..28_000 + offset;
            let mut next = 0;
            for us in (0..100_000).step_by(TICK_US as usize) {
                while next < edges.len() && edges[next] <= us {
                    bench.quarter(2, 1);
                    next += 1;
                }
                if stall.contains(&us) {
                    bench.now_us = bench.now_us.wrapping_add(TICK_US);
                } else {
                    bench.wait(TICK_US);
                }
            }
            assert_eq!(bench.turned(2).abs(), 12, "{kind:?}, stall at {offset} µs");
            assert!(bench.heard().len() <= 12);
        }
    }
}

#[test]
fn two_steps_missed_at_the_start_of_a_click_are_known_by_how_it_ends() {
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
fn a_glitch_shorter_than_two_samples_is_not_believed() {
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
fn a_floating_or_shorted_line_turns_nothing_and_leaves_the_others_alone() {
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
fn a_short_press_is_told_on_release() {
    let mut bench = plain();
    bench.down(2);
    bench.wait(120_000);
    assert_eq!(bench.heard(), []);
    bench.up(2);
    bench.wait(100_000);
    assert_eq!(bench.heard(), [Input::Pressed { knob: 2 }]);
}

#[test]
fn a_bouncing_switch_is_one_press() {
    let mut bench = plain();
    for _ in 0..4 {
        bench.down(2);
        bench.wait(1_000);
        bench.up(2);
        bench.wait(1_000);
    }
    bench.down(2);
    bench.wait(60_000);
    for _ in 0..4 {
        bench.up(2);
        bench.wait(1_000);
        bench.down(2);
        bench.wait(1_000);
    }
    bench.up(2);
    bench.wait(100_000);
    assert_eq!(bench.heard(), [Input::Pressed { knob: 2 }]);
}

#[test]
fn a_hold_shows_its_progress_and_comes_once() {
    let mut bench = plain();
    bench.down(11);
    bench.wait(2_000_000);
    let mut expected: Vec<Input> = (2..=7).map(|eighths| Input::Holding { knob: 11, eighths }).collect();
    expected.push(Input::Held { knob: 11 });
    assert_eq!(bench.heard(), expected);
    assert!(!bench.dials.resting());
    bench.up(11);
    bench.wait(100_000);
    assert_eq!(bench.heard(), [Input::LetGo { knob: 11 }]);
    assert!(bench.dials.resting());
}

#[test]
fn a_slow_press_is_still_a_press_and_a_broken_off_hold_is_not() {
    let mut bench = plain();
    bench.down(0);
    bench.wait(350_000);
    bench.up(0);
    bench.wait(100_000);
    let heard = bench.heard();
    assert_eq!(heard.last(), Some(&Input::Pressed { knob: 0 }));
    assert!(heard.contains(&Input::LetGo { knob: 0 }));

    bench.down(0);
    bench.wait(700_000);
    bench.up(0);
    bench.wait(100_000);
    let heard = bench.heard();
    assert_eq!(heard.last(), Some(&Input::LetGo { knob: 0 }));
    assert!(!heard.contains(&Input::Pressed { knob: 0 }));
}

#[test]
fn turning_while_pressed_and_just_after_is_forgotten() {
    let mut bench = plain();
    bench.down(6);
    bench.wait(30_000);
    bench.quarters(6, 8, 1_000);
    bench.quarters(7, 4, 1_000);
    bench.up(6);
    bench.wait(25_000);
    bench.quarters(6, 4, 1_000);
    bench.wait(100_000);
    bench.quarters(6, -4, 1_000);
    assert_eq!(
        bench.heard(),
        [Input::Turned { knob: 7, by: 1 }, Input::Pressed { knob: 6 }, Input::Turned { knob: 6, by: -1 }]
    );
}

#[test]
fn a_ring_pointer_that_moved_under_a_press_is_told_afterwards() {
    let mut bench = plain();
    bench.dials.set_under_press(UnderPress::Keep);
    bench.down(6);
    bench.wait(30_000);
    bench.quarters(6, 8, 1_000);
    bench.up(6);
    bench.wait(100_000);
    assert_eq!(bench.heard(), [Input::Pressed { knob: 6 }, Input::Turned { knob: 6, by: 2 }]);
    assert!(bench.dials.resting());
}

#[test]
fn a_noisy_switch_that_is_never_pressed_costs_no_click() {
    let mut bench = plain();
    for _ in 0..30 {
        bench.down(0);
        bench.quarters(0, 2, 750);
        bench.up(0);
        bench.quarters(0, 2, 750);
    }
    bench.wait(50_000);
    assert_eq!(bench.turned(0), 30);
    assert!(bench.heard().iter().all(|input| matches!(input, Input::Turned { .. })));
}

#[test]
fn a_switch_down_at_power_up_is_stuck_until_it_comes_up() {
    let levels = Levels { a: 0xfff, b: 0xfff, down: 1 << 3 };
    let mut bench = Bench::starting(KnobKind::default(), levels);
    bench.wait(1_000_000);
    assert_eq!(bench.heard(), [Input::Stuck { knob: 3 }]);
    assert!(bench.dials.resting(), "a stuck switch must not keep the sampler awake");
    bench.quarters(3, 4, 1_000);
    assert_eq!(bench.heard(), [Input::Turned { knob: 3, by: 1 }], "it can still be turned");
    bench.up(3);
    bench.wait(100_000);
    assert_eq!(bench.heard(), [Input::Freed { knob: 3 }]);
    bench.down(3);
    bench.wait(100_000);
    bench.up(3);
    bench.wait(100_000);
    assert_eq!(bench.heard(), [Input::Pressed { knob: 3 }]);
}

#[test]
fn a_switch_down_for_ten_seconds_is_stuck() {
    let mut bench = plain();
    bench.down(1);
    bench.wait(9_900_000);
    assert_eq!(bench.heard().last(), Some(&Input::Held { knob: 1 }));
    bench.wait(300_000);
    assert_eq!(bench.heard(), [Input::Stuck { knob: 1 }]);
    bench.wait(30_000_000);
    assert_eq!(bench.heard(), []);
    assert!(bench.dials.resting());
    bench.up(1);
    bench.wait(100_000);
    assert_eq!(bench.heard(), [Input::Freed { knob: 1 }]);
}

#[test]
fn knobs_that_a_board_does_not_have_are_never_heard_of() {
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

fn check(kind: KnobKind, quarters: i8) -> Option<Result<KnobKind, CheckFault>> {
    let mut bench = Bench::new(kind);
    let level = |bench: &Bench| (bench.levels.a & 1 != 0, bench.levels.b & 1 != 0);
    let (a, b) = level(&bench);
    let mut check = KnobCheck::new(a, b);
    let mut now_us = u32::MAX - 100_000;
    let mut verdict = None;
    for step in 0..quarters.abs() {
        bench.quarter(0, quarters.signum());
        // Detents hold the shaft a while.
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
fn five_clicks_to_the_right_tell_the_kind_of_a_knob() {
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
