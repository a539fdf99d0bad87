//! What is saved comes back: over power-ups, worn sectors, foreign and damaged flash.

mod flash_chip;

use dixit_dials::dial::KnobKind;
use dixit_dials::game::{Journal, Options};
use dixit_dials::save::{Damage, Loaded, ROOM, Room, SaveError, Store};
use dixit_dials::settings::Settings;
use dixit_dials::words::Language;
use flash_chip::{Dice, FlashChip, SECTOR, Tear, now};

fn open<const W: usize>(chip: FlashChip<W>) -> (Store<FlashChip<W>>, Loaded) {
    let range = chip.range();
    now(Store::open(chip, range))
}

fn power_up<const W: usize>(store: Store<FlashChip<W>>) -> (Store<FlashChip<W>>, Loaded) {
    open(store.into_flash())
}

fn game(entries: usize) -> Journal {
    let mut journal = Journal::new();
    for i in 0..entries {
        journal.push(&vec![i as u8; 1 + i * 5 % 40]).unwrap();
    }
    journal
}

fn full_journal() -> Journal {
    let mut journal = Journal::new();
    while journal.push(&[7; 40]).is_ok() {}
    journal
}

const POLISH: Settings =
    Settings { language: Language::Polski, options: Options { goal: 40, ..Options::DEFAULT }, ..Settings::DEFAULT };

#[test]
fn a_new_device_has_nothing_and_nothing_is_wrong() {
    let (store, loaded) = open::<1>(FlashChip::new());
    assert_eq!((loaded.settings, loaded.knobs, loaded.damage), (None, None, None));
    assert!(loaded.journal.is_empty());
    assert_eq!(store.into_flash().programs, 0);
}

#[test]
fn everything_saved_is_there_at_the_next_power_up() {
    fn comes_back<const W: usize>() {
        let (mut store, _) = open::<W>(FlashChip::new());
        let mut knobs = [KnobKind::default(); 12];
        knobs[3] = KnobKind::all().last().unwrap();
        let journal = game(30);
        now(store.save_settings(&POLISH)).unwrap();
        now(store.save_knobs(&knobs)).unwrap();
        now(store.save_game(&journal)).unwrap();
        let (_, loaded) = power_up(store);
        assert_eq!(loaded.settings, Some(POLISH));
        assert_eq!(loaded.knobs, Some(knobs));
        assert_eq!(loaded.journal, journal);
        assert_eq!(loaded.damage, None);
    }
    comes_back::<1>();
    comes_back::<4>();
}

#[test]
fn a_move_writes_one_record_and_the_same_again_writes_nothing() {
    let (mut store, _) = open::<1>(FlashChip::new());
    let mut journal = game(30);
    now(store.save_game(&journal)).unwrap();
    journal.push(&[1, 2, 3]).unwrap();
    let before = store.flash().programs;
    now(store.save_game(&journal)).unwrap();
    assert_eq!(store.flash().programs - before, 2, "once in each half");
    now(store.save_game(&journal)).unwrap();
    now(store.save_settings(&POLISH)).unwrap();
    let before = store.flash().programs;
    now(store.save_settings(&POLISH)).unwrap();
    now(store.save_game(&journal)).unwrap();
    assert_eq!(store.flash().programs, before);
}

#[test]
fn back_over_many_moves_and_another_way_forward() {
    let (mut store, _) = open::<1>(FlashChip::new());
    let mut journal = game(60);
    now(store.save_game(&journal)).unwrap();
    for _ in 0..25 {
        journal.pop();
    }
    journal.push(&[99; 30]).unwrap();
    now(store.save_game(&journal)).unwrap();
    let (mut store, loaded) = power_up(store);
    assert_eq!((loaded.journal, loaded.damage), (journal.clone(), None));
    while journal.pop() {}
    now(store.save_game(&journal)).unwrap();
    assert!(power_up(store).1.journal.is_empty());
}

#[test]
fn a_new_game_shows_nothing_of_the_old_ones() {
    let (mut store, loaded) = open::<1>(FlashChip::new());
    let mut journal = loaded.journal;
    for round in 0..40 {
        journal.start_over();
        for i in 0..round {
            journal.push(&[i; 20]).unwrap();
        }
        now(store.save_game(&journal)).unwrap();
        let (again, loaded) = power_up(store);
        assert_eq!((&loaded.journal, loaded.damage), (&journal, None));
        store = again;
    }
}

#[test]
fn what_an_interrupted_rewrite_left_never_comes_back() {
    let (mut store, loaded) = open::<1>(FlashChip::new());
    let mut first = loaded.journal;
    first.push(&[9; 30]).unwrap();
    now(store.save_game(&first)).unwrap();
    // A long game is about to take its place when the power goes: all of it is written, the start of its bank is not.
    let mut long = first.clone();
    long.start_over();
    for _ in 0..12 {
        long.push(&[5; 63]).unwrap();
    }
    store.flash().power = Some((24, flash_chip::Tear::Before, flash_chip::Dice(1)));
    assert!(now(store.save_game(&long)).is_err());
    let (mut store, loaded) = open(FlashChip::<1>::with(store.into_flash().bytes));
    assert_eq!(loaded.journal, first);
    // A short one that begins in the same way takes its place instead.
    let mut short = loaded.journal;
    short.start_over();
    for _ in 0..2 {
        short.push(&[5; 63]).unwrap();
    }
    now(store.save_game(&short)).unwrap();
    assert_eq!(power_up(store).1.journal, short);
}

#[test]
fn many_evenings_fit() {
    let (mut store, _) = open::<1>(FlashChip::new());
    let mut journal = full_journal();
    for app in 0..60 {
        journal.fold(10, &[app; 60]).unwrap();
        while journal.push(&[app; 40]).is_ok() {}
        now(store.save_game(&journal)).unwrap();
        now(store.save_settings(&Settings { options: Options { goal: 30 + app, ..Options::DEFAULT }, ..POLISH }))
            .unwrap();
    }
    let (_, loaded) = power_up(store);
    assert_eq!(loaded.journal, journal);
    assert_eq!(loaded.settings.unwrap().options.goal, 89);
}

#[test]
fn after_making_room_two_rounds_of_twelve_need_no_erase() {
    // Journals of every size, in both banks, so that pages of all kinds lie ahead.
    let mut most_steps = 0;
    let (mut store, _) = open::<1>(FlashChip::new());
    let mut journal = Journal::new();
    for round in 0..400u32 {
        let mut steps = 1;
        while now(store.make_room()).unwrap() == Room::Making {
            steps += 1;
        }
        most_steps = most_steps.max(steps);
        let before = store.flash().erases;
        for i in 0..30u8 {
            let len = if i % 15 == 1 { 40 } else { 3 };
            if !journal.fits(len) {
                break;
            }
            journal.push(&[i; 64][..len]).unwrap();
            now(store.save_game(&journal)).unwrap();
        }
        assert_eq!(store.flash().erases, before, "round {round}");
        if !journal.fits(300) {
            if round % 3 == 0 {
                journal.start_over();
            } else {
                journal.fold(journal.len() / 2, &[1; 60]).unwrap();
            }
            now(store.save_game(&journal)).unwrap();
        }
    }
    assert!(store.flash().erases > 20, "the flash went round");
    println!("{} erases, at most {most_steps} steps to make room", store.flash().erases);
    assert!(most_steps <= 18, "eight sectors, everything written anew, eight sectors, and the word that it is enough");
}

#[test]
fn room_is_enough_for_so_many_saves_also_beside_a_full_journal() {
    let (mut store, _) = open::<1>(FlashChip::new());
    for goal in 0..50 {
        let mut journal = full_journal();
        journal.fold(1, &[goal]).unwrap();
        now(store.save_game(&journal)).unwrap();
        for _ in 0..18 {
            if now(store.make_room()).unwrap() == Room::Enough {
                break;
            }
        }
        assert_eq!(now(store.make_room()), Ok(Room::Enough));
        let before = store.flash().erases;
        for i in 0..ROOM {
            now(store.save_settings(&Settings { options: Options { goal: 1 + i as u8, ..Options::DEFAULT }, ..POLISH })).unwrap();
        }
        assert_eq!(store.flash().erases, before);
    }
}

#[test]
fn what_power_up_erases_no_save_of_the_next_two_rounds_has_to() {
    let save = |store: &mut Store<FlashChip<1>>, goal: usize| {
        let options = Options { goal: 1 + goal as u8, ..Options::DEFAULT };
        now(store.save_settings(&Settings { options, ..POLISH })).unwrap();
    };
    let mut hurried = 0;
    // Every state in which a table that left no time to make room can lose its power, also inside an operation.
    for saves in 1..400 {
        for torn in [false, true] {
            let (mut store, _) = open::<1>(FlashChip::new());
            (0..saves).for_each(|goal| save(&mut store, goal % 200));
            if torn {
                store.flash().power = Some((0, Tear::Front(128), Dice(7)));
                let _ = now(store.save_settings(&POLISH));
            }
            let (mut store, loaded) = open(FlashChip::<1>::with(store.into_flash().bytes));
            assert_eq!(loaded.damage, None);
            let before = store.flash().erases;
            now(store.make_urgent_room());
            let erased = store.flash().erases;
            hurried += usize::from(erased > before);
            (0..ROOM).for_each(|goal| save(&mut store, goal));
            assert_eq!(store.flash().erases, erased, "after {saves} saves, torn: {torn}");
        }
    }
    assert!((100..700).contains(&hurried), "mostly there is nothing to do, but {hurried} times there was");
}

#[test]
fn flash_of_another_firmware_is_said_and_kept_until_something_is_saved() {
    let (mut store, _) = open::<1>(FlashChip::new());
    now(store.save_game(&game(20))).unwrap();
    let chip = store.into_flash();
    // The same marks with the next layout number, and those of the first layout, at the end of every second sector.
    let mut next = chip.clone();
    for mark in 0..chip.bytes.len() - 8 {
        if chip.bytes[mark..].starts_with(b"Dials") {
            next.bytes[mark + 5] = 3;
            next.bytes[mark + 6] = !3;
        }
    }
    let mut first = FlashChip::<1>::new();
    for page in 0..4 {
        let mark = (page + 1) * 2 * SECTOR - 8;
        first.bytes[mark..mark + 8].copy_from_slice(b"Dials\x01\xFE.");
        first.bytes[page * 2 * SECTOR..][..300].fill(0x3A);
    }
    for theirs in [next, first] {
        let (mut store, loaded) = open(theirs.clone());
        assert_eq!(loaded.damage, Some(Damage::OtherVersion));
        assert!(loaded.journal.is_empty());
        now(store.make_urgent_room());
        assert_eq!(now(store.make_room()), Ok(Room::Enough));
        assert_eq!(store.flash().bytes, theirs.bytes, "their firmware finds it as it was");
        let ours = game(7);
        now(store.save_game(&ours)).unwrap();
        while now(store.make_room()).unwrap() == Room::Making {}
        let (_, loaded) = power_up(store);
        assert_eq!((loaded.journal, loaded.damage), (ours, None));
    }
}

#[test]
fn moves_of_another_version_are_not_read_but_the_settings_are() {
    let (mut store, _) = open::<1>(FlashChip::new());
    now(store.save_settings(&POLISH)).unwrap();
    now(store.save_game(&game(20))).unwrap();
    let mut chip = store.into_flash();
    for at in 0..chip.bytes.len() - 128 {
        if chip.bytes[at + 8..].starts_with(b"Dials") {
            // The next version of the moves, with the sum that belongs to it.
            let start = &mut chip.bytes[at..at + 128];
            start[15] += 1;
            let sum = [&start[16..20], &[0; 4], &start[4..20]].concat();
            start[..4].copy_from_slice(&sum_of(&sum).to_le_bytes());
        }
    }
    let (mut store, loaded) = open(chip);
    assert_eq!((loaded.damage, loaded.settings), (Some(Damage::OtherVersion), Some(POLISH)));
    assert!(loaded.journal.is_empty());
    now(store.save_game(&game(3))).unwrap();
    let (_, loaded) = power_up(store);
    assert_eq!((loaded.journal, loaded.damage, loaded.settings), (game(3), None, Some(POLISH)));
}

/// The usual CRC-32.
fn sum_of(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum: u32, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 != 0 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    })
}

#[test]
fn garbage_is_said_and_never_stops_play() {
    let mut dice = flash_chip::Dice(5);
    for _ in 0..20 {
        let mut chip = FlashChip::<1>::new();
        for byte in &mut chip.bytes {
            *byte = dice.roll() as u8;
        }
        let (mut store, loaded) = open(chip);
        assert_eq!(loaded.damage, Some(Damage::Unreadable));
        let journal = game(30);
        now(store.save_game(&journal)).unwrap();
        now(store.save_settings(&POLISH)).unwrap();
        let (_, loaded) = power_up(store);
        assert_eq!((loaded.journal, loaded.damage, loaded.settings), (journal, None, Some(POLISH)));
    }
}

#[test]
fn a_record_that_is_spoilt_in_both_halves_is_said() {
    let mut journal = game(20);
    let (mut store, _) = open::<1>(FlashChip::new());
    now(store.save_game(&journal)).unwrap();
    let before = store.flash().bytes.clone();
    let earlier = journal.clone();
    journal.push(&[1, 2, 3]).unwrap();
    now(store.save_game(&journal)).unwrap();
    let mut chip = store.into_flash();
    let written: Vec<usize> = (0..chip.bytes.len()).filter(|&at| chip.bytes[at] != before[at]).collect();
    for half in [&written[..written.len() / 2], &written[written.len() / 2..]] {
        chip.bytes[half[5]] ^= 4;
    }
    let (mut store, loaded) = open(chip);
    assert_eq!((loaded.journal, loaded.damage), (earlier, Some(Damage::GameCut)));
    now(store.save_game(&journal)).unwrap();
    let (_, loaded) = power_up(store);
    assert_eq!((loaded.journal, loaded.damage), (journal, None));
}

#[test]
fn a_worn_sector_loses_nothing() {
    for worn in 0..8 {
        for deaf in [false, true] {
            let (mut store, _) = open::<1>(FlashChip::new());
            now(store.save_settings(&POLISH)).unwrap();
            let mut journal = game(20);
            now(store.save_game(&journal)).unwrap();
            if deaf {
                store.flash().deaf = vec![worn];
            } else {
                store.flash().stuck = vec![worn];
            }
            for i in 0..2000u32 {
                if journal.fits(9) && i % 7 != 3 {
                    journal.push(&[i as u8; 9]).unwrap();
                } else if i % 100 == 3 {
                    journal.start_over();
                } else {
                    journal.pop();
                }
                assert_eq!(now(store.save_game(&journal)), Ok(()), "sector {worn}");
            }
            let (_, loaded) = power_up(store);
            assert_eq!(
                (loaded.journal, loaded.damage, loaded.settings),
                (journal, None, Some(POLISH)),
                "sector {worn}, deaf {deaf}"
            );
        }
    }
}

#[test]
fn a_dead_chip_is_said_once_and_the_last_state_stays() {
    let (mut store, _) = open::<1>(FlashChip::new());
    let mut journal = game(20);
    now(store.save_game(&journal)).unwrap();
    let saved = journal.clone();
    store.flash().deaf = (0..16).collect();
    journal.push(&[1]).unwrap();
    assert_eq!(now(store.save_game(&journal)), Err(SaveError::Worn));
    let erases = store.flash().erases;
    assert_eq!(now(store.save_game(&journal)), Err(SaveError::Worn));
    assert_eq!(now(store.save_settings(&POLISH)), Err(SaveError::Worn));
    assert_eq!(now(store.make_room()), Err(SaveError::Worn));
    assert_eq!(store.flash().erases, erases, "a dead chip costs no more time");
    store.flash().deaf.clear();
    assert_eq!(power_up(store).1.journal, saved);
}

#[test]
fn too_little_flash_is_said() {
    let (mut store, loaded) = open::<1>(FlashChip::with(vec![0xFF; 8 * SECTOR]));
    assert_eq!(loaded.damage, Some(Damage::Unreadable));
    assert_eq!(now(store.save_game(&game(1))), Err(SaveError::Worn));
}

#[test]
fn forgetting_leaves_nothing() {
    let (mut store, _) = open::<1>(FlashChip::new());
    now(store.save_settings(&POLISH)).unwrap();
    now(store.save_game(&game(30))).unwrap();
    now(store.forget_all()).unwrap();
    assert!(store.flash().bytes.iter().all(|byte| *byte == 0xFF));
    now(store.save_game(&game(3))).unwrap();
    let (_, loaded) = power_up(store);
    assert_eq!((loaded.journal, loaded.settings, loaded.damage), (game(3), None, None));
}
