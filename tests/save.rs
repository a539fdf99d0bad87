//! What is saved comes back: over power-ups, worn sectors, foreign and damaged flash.

mod chip;

use chip::{Chip, SECTOR, now};
use dixit_dials::dial::KnobKind;
use dixit_dials::game::Journal;
use dixit_dials::save::{Damage, Loaded, ROOM, Room, SaveError, Store};
use dixit_dials::settings::{Language, Settings};

fn open<const W: usize>(chip: Chip<W>) -> (Store<Chip<W>>, Loaded) {
    let range = chip.range();
    now(Store::open(chip, range))
}

fn power_up<const W: usize>(store: Store<Chip<W>>) -> (Store<Chip<W>>, Loaded) {
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

const POLISH: Settings = Settings { language: Language::Polski, goal: 40, ..Settings::DEFAULT };

#[test]
fn a_new_device_has_nothing_and_nothing_is_wrong() {
    let (store, loaded) = open::<1>(Chip::new());
    assert_eq!((loaded.settings, loaded.knobs, loaded.damage), (None, None, None));
    assert!(loaded.journal.is_empty());
    assert_eq!(store.into_flash().programs, 0);
}

#[test]
fn everything_saved_is_there_at_the_next_power_up() {
    fn comes_back<const W: usize>() {
        let (mut store, _) = open::<W>(Chip::new());
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
fn a_move_writes_one_chunk_and_the_same_again_writes_nothing() {
    let (mut store, _) = open::<1>(Chip::new());
    let mut journal = game(30);
    now(store.save_game(&journal)).unwrap();
    journal.push(&[1, 2, 3]).unwrap();
    let before = store.flash().programs;
    now(store.save_game(&journal)).unwrap();
    assert!(store.flash().programs - before <= 3, "the head of an item, its bytes, and what is left of the last word");
    now(store.save_game(&journal)).unwrap();
    now(store.save_settings(&POLISH)).unwrap();
    let before = store.flash().programs;
    now(store.save_settings(&POLISH)).unwrap();
    now(store.save_game(&journal)).unwrap();
    assert_eq!(store.flash().programs, before);
}

#[test]
fn back_over_many_moves_and_another_way_forward() {
    let (mut store, _) = open::<1>(Chip::new());
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
    let (mut store, loaded) = open::<1>(Chip::new());
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
    let (mut store, loaded) = open::<1>(Chip::new());
    let mut first = loaded.journal;
    first.push(&[9; 30]).unwrap();
    now(store.save_game(&first)).unwrap();
    // A long game is about to take its place when the power goes: all chunks are written, the header is not.
    let mut long = first.clone();
    long.start_over();
    for _ in 0..12 {
        long.push(&[5; 63]).unwrap();
    }
    store.flash().power = Some((12, chip::Tear::Before, chip::Dice(1)));
    assert!(now(store.save_game(&long)).is_err());
    let (mut store, loaded) = open(Chip::<1>::with(store.into_flash().bytes));
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
    let (mut store, _) = open::<1>(Chip::new());
    let mut journal = full_journal();
    for app in 0..60 {
        journal.fold(10, &[app; 60]).unwrap();
        while journal.push(&[app; 40]).is_ok() {}
        now(store.save_game(&journal)).unwrap();
        now(store.save_settings(&Settings { goal: 30 + app, ..POLISH })).unwrap();
    }
    let (_, loaded) = power_up(store);
    assert_eq!(loaded.journal, journal);
    assert_eq!(loaded.settings.unwrap().goal, 89);
}

#[test]
fn after_making_room_two_rounds_of_twelve_need_no_erase() {
    // Journals of every size, in both banks, so that pages of all kinds lie ahead.
    let mut most_steps = 0;
    let (mut store, _) = open::<1>(Chip::new());
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
    assert!(most_steps <= 4);
}

#[test]
fn room_is_enough_for_so_many_bytes_also_beside_a_full_journal() {
    let (mut store, _) = open::<1>(Chip::new());
    for goal in 0..200 {
        let mut journal = full_journal();
        journal.fold(1, &[goal]).unwrap();
        now(store.save_game(&journal)).unwrap();
        for _ in 0..4 {
            if now(store.make_room()).unwrap() == Room::Enough {
                break;
            }
        }
        assert_eq!(now(store.make_room()), Ok(Room::Enough));
        let before = store.flash().erases;
        // Settings are the item of which the length is known best: 8 and 1 and 11 bytes, in words of 8.
        for i in 0..ROOM / 24 {
            now(store.save_settings(&Settings { goal: 1 + (i % 200) as u8, ..POLISH })).unwrap();
        }
        assert_eq!(store.flash().erases, before);
    }
}

#[test]
fn flash_of_another_firmware_is_said_and_kept() {
    let (mut store, _) = open::<1>(Chip::new());
    now(store.save_game(&game(20))).unwrap();
    let mut chip = store.into_flash();
    // The same marks with the next layout number.
    for page in 0..4 {
        let mark = (page + 1) * 2 * SECTOR - 8;
        chip.bytes[mark + 5] = 2;
        chip.bytes[mark + 6] = !2;
    }
    let theirs = chip.bytes[..SECTOR * 8].to_vec();
    let (mut store, loaded) = open(chip);
    assert_eq!(loaded.damage, Some(Damage::OtherVersion));
    assert!(loaded.journal.is_empty());
    let ours = game(7);
    now(store.save_game(&ours)).unwrap();
    while now(store.make_room()).unwrap() == Room::Making {}
    let (store, loaded) = power_up(store);
    assert_eq!((loaded.journal, loaded.damage), (ours, None));
    assert_eq!(store.into_flash().bytes[..SECTOR * 8], theirs, "their firmware finds it as it was");
}

#[test]
fn garbage_is_said_and_never_stops_play() {
    let mut dice = chip::Dice(5);
    for _ in 0..20 {
        let mut chip = Chip::<1>::new();
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
fn single_bits_that_rot_leave_a_beginning_of_the_game() {
    let journal = game(60);
    let (mut store, _) = open::<1>(Chip::new());
    let mut grown = Journal::new();
    for entry in journal.entries() {
        grown.push(entry).unwrap();
        now(store.save_game(&grown)).unwrap();
    }
    let chip = store.into_flash();
    let used = chip.bytes.iter().rposition(|byte| *byte != 0xFF).unwrap();
    let mut said = 0;
    for at in (0..used.min(2 * SECTOR * 3)).step_by(7) {
        let mut chip = chip.clone();
        chip.bytes[at] ^= 1 << (at % 8);
        let (mut store, loaded) = open(chip);
        said += usize::from(loaded.damage.is_some());
        assert!(
            journal.entries().take(loaded.journal.len()).eq(loaded.journal.entries()),
            "bit at {at} made up a game"
        );
        now(store.save_game(&journal)).unwrap();
        assert_eq!(power_up(store).1.journal, journal);
    }
    assert!(said > 0);
}

#[test]
fn a_worn_sector_moves_everything_to_the_other_half() {
    for worn in 0..8 {
        for deaf in [false, true] {
            let (mut store, _) = open::<1>(Chip::new());
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
    let (mut store, _) = open::<1>(Chip::new());
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
fn a_store_that_is_full_keeps_what_it_had() {
    // Four pages of which each shelf gets two: one is always kept empty.
    let (mut store, _) = open::<1>(Chip::with(vec![0xFF; 8 * SECTOR]));
    let saved = game(60);
    now(store.save_game(&saved)).unwrap();
    let mut big = full_journal();
    big.fold(1, &[3]).unwrap();
    assert_eq!(now(store.save_game(&big)), Ok(()));
    let mut bigger = big.clone();
    bigger.fold(1, &[4]).unwrap();
    assert_eq!(now(store.save_game(&bigger)), Err(SaveError::Full));
    let (mut store, loaded) = power_up(store);
    assert_eq!(loaded.journal, big);
    now(store.save_settings(&POLISH)).unwrap();
    assert_eq!(power_up(store).1.settings, Some(POLISH));
}

#[test]
fn too_little_flash_is_said() {
    let (mut store, loaded) = open::<1>(Chip::with(vec![0xFF; 4 * SECTOR]));
    assert_eq!(loaded.damage, Some(Damage::Unreadable));
    assert_eq!(now(store.save_game(&game(1))), Err(SaveError::Worn));
}

#[test]
fn forgetting_leaves_nothing() {
    let (mut store, _) = open::<1>(Chip::new());
    now(store.save_settings(&POLISH)).unwrap();
    now(store.save_game(&game(30))).unwrap();
    now(store.forget_all()).unwrap();
    assert!(store.flash().bytes.iter().all(|byte| *byte == 0xFF));
    now(store.save_game(&game(3))).unwrap();
    let (_, loaded) = power_up(store);
    assert_eq!((loaded.journal, loaded.settings, loaded.damage), (game(3), None, None));
}

#[test]
fn a_torn_item_never_hides_the_one_behind_it() {
    let (mut store, _) = open::<1>(Chip::with(vec![0xFF; 8 * SECTOR]));
    now(store.save_game(&Journal::new())).unwrap();
    let mut chip = store.into_flash();
    // The head of an item is torn in its last bytes.
    chip.power = Some((0, chip::Tear::Front(192), chip::Dice(77)));
    let (mut store, loaded) = open(chip);
    let mut journal = loaded.journal;
    journal.push(&[1, 2, 3]).unwrap();
    assert!(now(store.save_game(&journal)).is_err());
    let torn = store.into_flash().bytes;
    let saved_behind = |entry: &[u8]| {
        let (mut store, loaded) = open(Chip::<1>::with(torn.clone()));
        let mut journal = loaded.journal;
        journal.push(entry).unwrap();
        now(store.save_game(&journal)).unwrap();
        (store.into_flash().bytes, journal)
    };
    // The item behind it has the worst of luck: the sum in its head looks like the end of another head, as long as it
    // is read from the middle of the torn one.
    let (flash, _) = saved_behind(b"luck");
    let at = flash.windows(4).position(|bytes| bytes == b"luck").unwrap();
    let data = (0..at).rev().find(|&from| flash[from - 8..from - 4] == head_sum(&flash[from..at + 4]).to_le_bytes());
    let item = &flash[data.unwrap()..at];
    let unlucky = (0u32..).map(u32::to_le_bytes).find(|entry| looks_like_a_head(head_sum(&[item, entry].concat())));
    let (flash, journal) = saved_behind(&unlucky.unwrap());
    assert_eq!(open(Chip::<1>::with(flash)).1.journal, journal);
}

/// As `sequential_storage` sums up an item.
fn head_sum(data: &[u8]) -> u32 {
    let sum = !data.iter().fold(0xEEEE_EEEE_u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 != 0 { sum >> 1 ^ 0x82f6_3b78 } else { sum >> 1 })
    });
    if matches!(sum as u8, 0 | 0xFF) { sum ^ 1 } else { sum }
}

/// A length that fits on the page, followed by its own sum.
fn looks_like_a_head(sum: u32) -> bool {
    let [l0, l1, c0, c1] = sum.to_le_bytes();
    let length_sum = !([l0, l1].iter().fold(0xFFFF_u16, |sum, &byte| {
        (0..8).fold(sum ^ u16::from(byte), |sum, _| if sum & 1 != 0 { sum >> 1 ^ 0x1a2e } else { sum >> 1 })
    }));
    (64..4_000).contains(&u16::from_le_bytes([l0, l1])) && length_sum.to_le_bytes() == [c0, c1]
}
