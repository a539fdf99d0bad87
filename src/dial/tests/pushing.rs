//! Pressing: short, slow, long, stuck, and while the knob is turned.

use super::*;

#[test]
fn a_short_press_is_reported_on_release() {
    let mut bench = plain();
    bench.down(2);
    bench.wait(120_000);
    assert_eq!(bench.heard(), []);
    bench.up(2);
    bench.wait(100_000);
    assert_eq!(bench.heard(), [Input::Pressed { knob: 2 }]);
}

#[test]
fn a_bouncing_button_is_one_press() {
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
fn a_hold_shows_its_progress_and_is_reported_once() {
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
fn a_slow_press_is_still_a_press_and_an_abandoned_hold_is_not() {
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
fn turns_during_a_press_and_just_after_it_are_dropped() {
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
fn on_a_ring_turns_during_a_press_are_reported_afterwards() {
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
fn a_noisy_button_that_is_never_pressed_loses_no_click() {
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
fn a_button_down_at_power_up_is_stuck_until_released() {
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
fn a_button_down_for_ten_seconds_is_stuck() {
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
