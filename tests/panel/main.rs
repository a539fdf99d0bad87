//! Panels get the right picture, in few bytes, despite bus errors.

mod model;
mod numbers;

use std::iter;

use dixit_dials::screen::difference::{Addressing, Window, difference};
use dixit_dials::screen::panel::{Controller, Lost, Panel};
use dixit_dials::screen::{Frame, Light};
use dixit_dials::settings::Settings;
use embassy_futures::{block_on, poll_once};
use model::{ADDRESS, Chip, Model};

const LIT: Light = Light::Lit(4);

fn pixels<const PAGES: usize>(frame: &Frame<PAGES>) -> Vec<bool> {
    (0..PAGES * 8).flat_map(|y| (0..128).map(move |x| (x, y))).map(|(x, y)| frame.is_lit(x, y)).collect()
}

/// Changes some bytes of a picture in blocks, as numbers and marks change.
fn scribble<const PAGES: usize>(frame: &mut Frame<PAGES>, seed: u64) {
    let mut random = Random(seed);
    for _ in 0..1 + random.below(6) {
        let (page, column) = (random.below(PAGES), random.below(128));
        let (tall, wide) = (1 + random.below(3), 1 + random.below(30));
        for row in frame.pages_mut().iter_mut().skip(page).take(tall) {
            for byte in row.iter_mut().skip(column).take(wide) {
                *byte = random.below(256) as u8;
            }
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }
}

fn picture<const PAGES: usize>(seed: u64) -> Frame<PAGES> {
    let mut frame = Frame::new();
    scribble(&mut frame, seed);
    frame
}

fn kinds() -> [(Controller, Chip); 3] {
    [(Controller::Ssd1306, Chip::Ssd1306), (Controller::Ssd1309, Chip::Ssd1306), (Controller::Sh1106, Chip::Sh1106)]
}

fn starts_dark<const PAGES: usize>() {
    for (controller, chip) in kinds() {
        let mut bus = Model::new(chip, PAGES * 8);
        bus.log_seen = true;
        let mut panel = Panel::<PAGES>::new(controller, ADDRESS);
        let frame = picture(7);
        block_on(panel.show(&mut bus, &frame, LIT)).expect("a panel");
        assert!(bus.lit && bus.hidden_is_empty());
        assert!(bus.seen.iter().all(|seen| *seen == pixels(&frame)), "something old was seen on {chip:?}");
    }
}

#[test]
fn a_panel_starts_dark_and_shows_nothing_but_the_picture() {
    starts_dark::<8>();
    starts_dark::<4>();
}

fn follows<const PAGES: usize>() {
    for (controller, chip) in kinds() {
        let mut bus = Model::new(chip, PAGES * 8);
        let mut panel = Panel::<PAGES>::new(controller, ADDRESS);
        let mut frame = picture(1);
        for seed in 0..300 {
            scribble(&mut frame, seed);
            block_on(panel.show(&mut bus, &frame, LIT)).expect("a panel");
            assert_eq!(bus.picture(), pixels(&frame), "{chip:?}, step {seed}");
        }
        let before = bus.bytes;
        block_on(panel.show(&mut bus, &frame, LIT)).expect("a panel");
        assert_eq!(bus.bytes, before, "the same picture again is silence");
    }
}

#[test]
fn every_change_reaches_the_glass() {
    follows::<8>();
    follows::<4>();
}

#[test]
fn an_error_at_any_byte_is_repaired_by_the_next_attempt() {
    for (controller, chip) in kinds() {
        let (old, new) = (picture::<4>(3), picture::<4>(4));
        for failing in 0.. {
            let mut bus = Model::new(chip, 32);
            let mut panel = Panel::<4>::new(controller, ADDRESS);
            block_on(panel.show(&mut bus, &old, LIT)).expect("a panel");
            bus.fails_after = Some(failing);
            let sent = block_on(panel.show(&mut bus, &new, LIT));
            bus.fails_after = None;
            assert_eq!(sent.is_err(), !panel.is_known());
            block_on(panel.show(&mut bus, &new, LIT)).expect("a panel");
            assert!(bus.lit);
            assert_eq!(bus.picture(), pixels(&new), "{chip:?} failed after {failing} bytes");
            if sent.is_ok() {
                break;
            }
        }
    }
}

#[test]
fn an_aborted_transfer_does_not_count_as_sent() {
    let (old, new) = (picture::<8>(3), picture::<8>(4));
    for hanging in 0..4 {
        let mut bus = Model::new(Chip::Ssd1306, 64);
        let mut panel = Panel::<8>::new(Controller::Ssd1306, ADDRESS);
        block_on(panel.show(&mut bus, &old, LIT)).expect("a panel");
        bus.hangs_after = Some(hanging);
        let outcome = poll_once(panel.show(&mut bus, &new, LIT));
        bus.hangs_after = None;
        assert_eq!(outcome.is_ready(), panel.is_known());
        block_on(panel.show(&mut bus, &new, LIT)).expect("a panel");
        assert_eq!(bus.picture(), pixels(&new));
    }
}

#[test]
fn a_panel_that_was_unplugged_is_initialised_again() {
    let mut panel = Panel::<8>::new(Controller::Ssd1306, ADDRESS);
    let frame = picture(9);
    block_on(panel.show(&mut Model::new(Chip::Ssd1306, 64), &frame, LIT)).expect("a panel");
    panel.forget();
    let mut another = Model::new(Chip::Ssd1306, 64);
    block_on(panel.show(&mut another, &frame, LIT)).expect("a panel");
    assert_eq!(another.picture(), pixels(&frame));
}

#[test]
fn a_prepared_picture_is_invisible_until_the_flip() {
    for (controller, chip) in kinds() {
        let mut bus = Model::new(chip, 32);
        let mut panel = Panel::<4>::new(controller, ADDRESS);
        let mut shown = picture::<4>(1);
        block_on(panel.show(&mut bus, &shown, LIT)).expect("a panel");
        for seed in 20..40 {
            let next = picture::<4>(seed);
            block_on(panel.prepare(&mut bus, &next, LIT)).expect("a panel");
            assert_eq!(bus.picture(), pixels(&shown), "{chip:?} showed what is hidden");
            let transfers = bus.transfers;
            block_on(panel.flip(&mut bus)).expect("a panel");
            assert_eq!(bus.transfers, transfers + 1, "a flip is one short command");
            assert_eq!(bus.picture(), pixels(&next));
            shown = next;
            // After a flip, drawing continues from the new picture.
            scribble(&mut shown, seed + 100);
            block_on(panel.show(&mut bus, &shown, LIT)).expect("a panel");
            assert_eq!(bus.picture(), pixels(&shown));
        }
    }
}

/// A tall panel has no hidden half to prepare a picture in. All of its pixels are lit as a cover while the picture is
/// written.
#[test]
fn a_tall_panel_shows_neither_picture_while_one_is_prepared() {
    for (controller, chip) in kinds() {
        let mut bus = Model::new(chip, 64);
        let mut panel = Panel::<8>::new(controller, ADDRESS);
        let (first, next) = (picture::<8>(1), picture::<8>(2));
        block_on(panel.show(&mut bus, &first, LIT)).expect("a panel");
        let contrast = bus.contrast;
        bus.log_seen = true;
        bus.seen.clear();
        block_on(panel.prepare(&mut bus, &next, LIT)).expect("a panel");
        assert!(bus.all_on && bus.contrast == 0, "{chip:?} is covered, and dimly");
        let torn = |seen: &&Vec<bool>| **seen != pixels(&first) && seen.contains(&false);
        assert_eq!(bus.seen.iter().find(torn), None, "{chip:?}: nothing torn was seen");
        block_on(panel.flip(&mut bus)).expect("a panel");
        assert!(!bus.all_on && bus.contrast == contrast);
        assert_eq!(bus.picture(), pixels(&next));
    }
}

#[test]
fn a_prepared_picture_can_be_dropped() {
    let mut bus = Model::new(Chip::Ssd1306, 32);
    bus.log_seen = true;
    let mut panel = Panel::<4>::new(Controller::Ssd1306, ADDRESS);
    let (first, secret, other) = (picture::<4>(1), picture::<4>(2), picture::<4>(3));
    block_on(panel.show(&mut bus, &first, LIT)).expect("a panel");
    block_on(panel.prepare(&mut bus, &secret, LIT)).expect("a panel");
    block_on(panel.show(&mut bus, &other, LIT)).expect("a panel");
    assert_eq!(bus.picture(), pixels(&other));
    assert!(!bus.seen.contains(&pixels(&secret)), "what was prepared and dropped was never seen");
    assert_eq!(block_on(panel.flip(&mut bus)), Err(Lost), "nothing is prepared any more");
}

#[test]
fn preparing_takes_as_long_whatever_the_picture_is() {
    let mut bus = Model::new(Chip::Ssd1306, 32);
    let mut panel = Panel::<4>::new(Controller::Ssd1306, ADDRESS);
    block_on(panel.show(&mut bus, &picture(1), LIT)).expect("a panel");
    let mut taken = Vec::new();
    for seed in 0..20 {
        let (bytes, transfers) = (bus.bytes, bus.transfers);
        block_on(panel.prepare(&mut bus, &picture(seed), LIT)).expect("a panel");
        taken.push((bus.bytes - bytes, bus.transfers - transfers));
        block_on(panel.flip(&mut bus)).expect("a panel");
    }
    assert!(taken.iter().all(|one| *one == taken[0]), "{taken:?}");
}

#[test]
fn a_panel_is_dimmed_switched_off_and_on_again() {
    let mut bus = Model::new(Chip::Ssd1306, 64);
    let mut panel = Panel::<8>::new(Controller::Ssd1306, ADDRESS);
    let frame = picture(5);
    let mut seen = Vec::new();
    for light in iter::once(Light::Dim).chain(Settings::BRIGHTNESSES.map(Light::Lit)) {
        block_on(panel.show(&mut bus, &frame, light)).expect("a panel");
        assert!(bus.lit);
        seen.push((bus.precharge, bus.contrast));
    }
    assert!(seen.is_sorted_by(|darker, brighter| darker < brighter), "each step of the setting is brighter: {seen:?}");
    block_on(panel.show(&mut bus, &frame, Light::Off)).expect("a panel");
    assert!(!bus.lit);
    block_on(panel.show(&mut bus, &picture(6), Light::Off)).expect("a panel");
    assert!(!bus.lit, "a change of the picture does not light it");
    block_on(panel.show(&mut bus, &frame, LIT)).expect("a panel");
    assert!(bus.lit);
    assert_eq!(bus.picture(), pixels(&frame));
}

#[test]
fn a_difference_covers_every_change_and_is_never_longer_than_the_picture() {
    for (tall, cost) in [(true, 12), (false, 9)] {
        for seed in 0..500 {
            let old = picture::<8>(seed);
            let mut new = old;
            scribble(&mut new, seed + 1000);
            let windows = difference(old.pages(), new.pages(), Window::all(8), Addressing { cost, tall });
            let mut sent = old;
            let mut total = 0;
            for window in &windows {
                assert!(tall || window.pages() == 1);
                total += cost + window.bytes();
                for page in window.first_page..=window.last_page {
                    let columns = usize::from(window.first_column)..=usize::from(window.last_column);
                    let page = usize::from(page);
                    sent.pages_mut()[page][columns.clone()].copy_from_slice(&new.pages()[page][columns]);
                }
            }
            assert_eq!(sent, new);
            assert!(total <= 8 * (cost + 128), "{total}");
        }
    }
}
