//! What was saved is read back after power-ups, also with worn sectors and with foreign or damaged flash.

use dixit_dials::dial::KnobKind;
use dixit_dials::game::{Journal, Options};
use dixit_dials::save::{Damage, SaveError, Saved, Store};
use dixit_dials::settings::Settings;
use dixit_dials::words::Language;
use embassy_futures::block_on;
use testkit::dice::Dice;
use testkit::flash_chip::{FlashChip, SECTOR, Tear, forge};

fn open<const W: usize>(chip: FlashChip<W>) -> Store<FlashChip<W>> {
    let range = chip.range();
    block_on(Store::open(chip, range))
}

fn new_store() -> Store<FlashChip> {
    open(FlashChip::new())
}

/// Powers off and on, and reads what is there.
fn power_up<const W: usize>(store: Store<FlashChip<W>>) -> (Store<FlashChip<W>>, Saved, Option<Damage>) {
    let mut chip = store.into_flash();
    (chip.power, chip.gone) = (None, false);
    let store = open(chip);
    let (saved, damage) = (store.saved().clone(), store.damage());
    (store, saved, damage)
}

fn game(entries: usize) -> Journal {
    let mut journal = Journal::new();
    for i in 0..entries {
        journal.push(&vec![i as u8; 1 + i * 5 % 40]).unwrap();
    }
    journal
}

fn only(journal: &Journal) -> Saved {
    Saved { journal: journal.clone(), ..Saved::default() }
}

fn with_goal(goal: u8) -> Settings {
    Settings { options: Options { goal, ..Options::DEFAULT }, ..Settings::DEFAULT }
}

const POLISH: Settings =
    Settings { language: Language::Polski, options: Options { goal: 40, ..Options::DEFAULT }, ..Settings::DEFAULT };

#[test]
fn a_new_device_has_no_data_and_no_damage() {
    let store = new_store();
    assert_eq!((store.saved(), store.damage()), (&Saved::default(), None));
    assert_eq!(store.into_flash().programs, 0);
}

#[test]
fn everything_saved_is_there_at_the_next_power_up() {
    fn comes_back<const W: usize>() {
        let mut store = open::<W>(FlashChip::new());
        let mut knobs = [KnobKind::default(); 12];
        knobs[3] = KnobKind::all().last().unwrap();
        let journal = game(30);
        block_on(store.save_settings(&POLISH)).unwrap();
        block_on(store.save_knobs(&knobs)).unwrap();
        block_on(store.save_game(&journal)).unwrap();
        let (_, saved, damage) = power_up(store);
        assert_eq!((saved, damage), (Saved { settings: Some(POLISH), knobs: Some(knobs), journal }, None));
    }
    comes_back::<1>();
    comes_back::<4>();
}

#[test]
fn a_move_writes_one_record_and_the_same_again_writes_nothing() {
    let mut store = new_store();
    let mut journal = game(30);
    block_on(store.save_game(&journal)).unwrap();
    journal.push(&[1, 2, 3]).unwrap();
    let before = store.flash().programs;
    block_on(store.save_game(&journal)).unwrap();
    assert_eq!(store.flash().programs - before, 2, "once in each half");
    block_on(store.save_settings(&POLISH)).unwrap();
    let before = store.flash().programs;
    block_on(store.save_settings(&POLISH)).unwrap();
    block_on(store.save_game(&journal)).unwrap();
    assert_eq!(store.flash().programs, before);
}

#[test]
fn going_back_over_many_moves_and_on_differently() {
    let mut store = new_store();
    let mut journal = game(60);
    block_on(store.save_game(&journal)).unwrap();
    for _ in 0..25 {
        journal.pop();
    }
    journal.push(&[99; 30]).unwrap();
    block_on(store.save_game(&journal)).unwrap();
    let (mut store, saved, damage) = power_up(store);
    assert_eq!((saved, damage), (only(&journal), None));
    while journal.pop() {}
    block_on(store.save_game(&journal)).unwrap();
    assert!(power_up(store).1.journal.is_empty());
}

#[test]
fn a_new_game_contains_nothing_of_older_ones() {
    let mut store = new_store();
    let mut journal = Journal::new();
    for round in 0..40 {
        journal.start_over();
        for i in 0..round {
            journal.push(&[i; 20]).unwrap();
        }
        block_on(store.save_game(&journal)).unwrap();
        let (again, saved, damage) = power_up(store);
        assert_eq!((saved, damage), (only(&journal), None));
        store = again;
    }
}

#[test]
fn what_is_saved_outlasts_any_number_of_sets_that_were_cut_off() {
    let mut store = new_store();
    for goal in 0..100 {
        block_on(store.save_settings(&with_goal(goal))).unwrap();
    }
    let first = game(20);
    block_on(store.save_game(&first)).unwrap();
    let kept = Saved { settings: Some(with_goal(99)), knobs: None, journal: first.clone() };
    // A long game is saved in its place; at each attempt the power fails one operation later.
    let mut long = first;
    long.start_over();
    while long.push(&[5; 53]).is_ok() {}
    for operations in 0.. {
        store.flash().power = Some((operations, Tear::Front(128), Dice(operations as u64)));
        let written = block_on(store.save_game(&long));
        let (again, saved, damage) = power_up(store);
        store = again;
        assert_eq!(damage, None, "after {operations} operations");
        if written.is_ok() {
            assert_eq!(saved.journal, long);
            break;
        }
        assert!(saved == kept || saved.journal == long, "after {operations} operations");
        if saved.journal == long {
            break;
        }
    }
    // A short game that begins like the long one replaces it.
    let mut short = long.clone();
    short.start_over();
    short.push(&[5; 53]).unwrap();
    block_on(store.save_game(&short)).unwrap();
    assert_eq!(power_up(store).1.journal, short);
}

#[test]
fn many_evenings_fit_and_most_saves_erase_nothing() {
    let mut store = new_store();
    let mut journal = Journal::new();
    let (mut saves, mut erasing, mut most_erases, mut most_programs) = (0, 0, 0, 0);
    for evening in 0..60 {
        if !journal.fits(41) {
            journal.fold(journal.len() / 2, &[evening; 60]).unwrap();
        }
        while journal.push(&[evening; 40]).is_ok() {
            let (erases, programs) = (store.flash().erases, store.flash().programs);
            block_on(store.save_game(&journal)).unwrap();
            saves += 1;
            let erases = store.flash().erases - erases;
            erasing += usize::from(erases > 0);
            most_erases = most_erases.max(erases);
            most_programs = most_programs.max(store.flash().programs - programs);
        }
        block_on(store.save_settings(&with_goal(evening))).unwrap();
    }
    let (_, saved, damage) = power_up(store);
    assert_eq!((saved, damage), (Saved { settings: Some(with_goal(59)), knobs: None, journal }, None));
    println!("{saves} saves, {erasing} with an erase; at most {most_erases} erases, {most_programs} programs in one");
    assert!(erasing * 10 < saves);
    assert!(most_erases <= 2 * 4, "a set is at most three sectors long, and touches four");
}

#[test]
fn flash_of_another_firmware_is_reported_and_kept_until_something_is_saved() {
    let mut store = new_store();
    block_on(store.save_game(&game(20))).unwrap();
    let chip = store.into_flash();
    for layout in [2, 4] {
        let mut theirs = chip.clone();
        for mark in 0..chip.bytes.len() - 8 {
            if chip.bytes[mark..].starts_with(b"Dials") {
                theirs.bytes[mark + 5..mark + 7].copy_from_slice(&[layout, !layout]);
            }
        }
        let mut store = open(theirs.clone());
        assert_eq!((store.saved(), store.damage()), (&Saved::default(), Some(Damage::OtherVersion)));
        assert_eq!(store.flash().bytes, theirs.bytes, "their firmware finds it as it was");
        let ours = game(7);
        block_on(store.save_game(&ours)).unwrap();
        let (_, saved, damage) = power_up(store);
        assert_eq!((saved, damage), (only(&ours), None));
    }
}

#[test]
fn moves_of_another_version_are_not_read_but_the_settings_are() {
    let mut store = new_store();
    block_on(store.save_settings(&POLISH)).unwrap();
    block_on(store.save_game(&game(20))).unwrap();
    let mut chip = store.into_flash();
    for slot in chip.bytes.chunks_mut(128).filter(|slot| slot[8] == b'D' && slot[15] == 0) {
        slot[16] += 1;
        forge(slot);
    }
    let (mut store, saved, damage) = power_up(open(chip));
    let settings = Saved { settings: Some(POLISH), ..Saved::default() };
    assert_eq!((saved, damage), (settings.clone(), Some(Damage::OtherVersion)));
    block_on(store.save_game(&game(3))).unwrap();
    let (_, saved, damage) = power_up(store);
    assert_eq!((saved, damage), (Saved { journal: game(3), ..settings }, None));
}

#[test]
fn garbage_is_reported_and_never_stops_play() {
    let mut dice = Dice(5);
    for _ in 0..20 {
        let mut chip = FlashChip::<1>::new();
        chip.bytes.fill_with(|| dice.roll() as u8);
        let mut store = open(chip);
        assert_eq!(store.damage(), Some(Damage::Lost));
        let journal = game(30);
        block_on(store.save_game(&journal)).unwrap();
        block_on(store.save_settings(&POLISH)).unwrap();
        let (_, saved, damage) = power_up(store);
        assert_eq!((saved, damage), (Saved { settings: Some(POLISH), ..only(&journal) }, None));
    }
}

#[test]
fn a_record_damaged_in_both_halves_is_reported() {
    let mut journal = game(20);
    let mut store = new_store();
    block_on(store.save_game(&journal)).unwrap();
    let before = store.flash().bytes.clone();
    let earlier = journal.clone();
    journal.push(&[1, 2, 3]).unwrap();
    block_on(store.save_game(&journal)).unwrap();
    let mut chip = store.into_flash();
    let written: Vec<usize> = (0..chip.bytes.len()).filter(|&at| chip.bytes[at] != before[at]).collect();
    for half in [&written[..written.len() / 2], &written[written.len() / 2..]] {
        chip.bytes[half[5]] ^= 4;
    }
    let (mut store, saved, damage) = power_up(open(chip));
    assert_eq!((saved, damage), (only(&earlier), Some(Damage::Lost)));
    block_on(store.save_game(&journal)).unwrap();
    let (_, saved, damage) = power_up(store);
    assert_eq!((saved, damage), (only(&journal), None));
}

#[test]
fn a_worn_sector_loses_nothing() {
    for worn in 0..16 {
        for deaf in [false, true] {
            let mut store = new_store();
            block_on(store.save_settings(&POLISH)).unwrap();
            let mut journal = game(20);
            block_on(store.save_game(&journal)).unwrap();
            let sectors = if deaf { &mut store.flash().deaf } else { &mut store.flash().stuck };
            sectors.push(worn);
            for i in 0..2000u32 {
                if journal.fits(9) && i % 7 != 3 {
                    journal.push(&[i as u8; 9]).unwrap();
                } else if i % 100 == 3 {
                    journal.start_over();
                } else {
                    journal.pop();
                }
                assert_eq!(block_on(store.save_game(&journal)), Ok(()), "sector {worn}");
            }
            let (_, saved, damage) = power_up(store);
            let all = Saved { settings: Some(POLISH), ..only(&journal) };
            assert_eq!((saved, damage), (all, None), "sector {worn}, deaf {deaf}");
        }
    }
}

#[test]
fn a_dead_chip_is_reported_and_the_last_state_stays() {
    let mut store = new_store();
    let mut journal = game(20);
    block_on(store.save_game(&journal)).unwrap();
    let kept = journal.clone();
    store.flash().deaf = (0..16).collect();
    journal.push(&[1]).unwrap();
    assert_eq!(block_on(store.save_game(&journal)), Err(SaveError::Worn));
    let erases = store.flash().erases;
    assert_eq!(block_on(store.save_game(&journal)), Err(SaveError::Worn));
    assert_eq!(block_on(store.save_settings(&POLISH)), Err(SaveError::Worn));
    assert_eq!(store.flash().erases, erases, "a dead chip costs no more time");
    store.flash().deaf.clear();
    assert_eq!(power_up(store).1.journal, kept);
}

#[test]
fn too_little_flash_is_reported() {
    let mut store = open::<1>(FlashChip::with(vec![0xFF; 8 * SECTOR]));
    assert_eq!(store.damage(), Some(Damage::Lost));
    assert_eq!(block_on(store.save_game(&game(1))), Err(SaveError::Worn));
}

#[test]
fn forgetting_leaves_nothing_and_a_power_cut_leaves_all_or_nothing() {
    let mut store = new_store();
    block_on(store.save_settings(&POLISH)).unwrap();
    for moves in 0..120 {
        block_on(store.save_game(&game(moves))).unwrap();
    }
    let (chip, before) = (store.flash().clone(), store.saved().clone());
    for operations in 0.. {
        let mut store = open(chip.clone());
        store.flash().power = Some((operations, Tear::Bits(128), Dice(operations as u64)));
        let forgotten = block_on(store.forget_all());
        if forgotten.is_ok() {
            assert!(store.flash().bytes.iter().all(|byte| *byte == 0xFF));
            store.flash().power = None;
            block_on(store.save_game(&game(3))).unwrap();
            let (_, saved, damage) = power_up(store);
            assert_eq!((saved, damage), (only(&game(3)), None));
            break;
        }
        let (_, saved, damage) = power_up(store);
        assert!([&before, &Saved::default()].contains(&&saved), "after {operations} operations");
        assert_eq!(damage, None, "after {operations} operations");
    }
}

/// A power cut tears a record in one half. Much later another one interrupts the erase of that sector in the other
/// half. No needed data are lost.
#[test]
fn an_old_torn_record_in_a_sector_whose_erase_was_cut_is_no_damage() {
    const SLOT: usize = 128;
    let mut store = new_store();
    let mut saves = 0u32;
    // Save until the ring is about to reuse its first sector.
    let half = store.flash().bytes.len() / 2;
    let last = half - SLOT;
    while store.flash().bytes[last..][..SLOT].iter().all(|&byte| byte == 0xff) {
        saves += 1;
        block_on(store.save_settings(&with_goal(20 + (saves % 2) as u8))).unwrap();
    }
    let expected = store.saved().clone();
    let mut chip = store.into_flash();
    // Torn long ago in the second half.
    chip.bytes[half + 5 * SLOT..][..SLOT].fill(0x5a);
    // The erase of the first half was cut.
    chip.bytes[..SECTOR].fill(0xa7);
    let store = open(chip);
    assert_eq!((store.saved(), store.damage()), (&expected, None));
}

/// The power fails while a new set is written, and again while the next save tries once more.
#[test]
fn two_power_cuts_while_a_new_set_is_written_are_no_damage() {
    let cuts: usize = [3, 40, 100].into_iter().map(cut_twice).sum();
    assert!(cuts > 500, "{cuts}");
}

/// Makes `saves` saves, then cuts the power in each pair of operations of the next ones. Returns the number of pairs.
fn cut_twice(saves: usize) -> usize {
    const SLOT: usize = 128;
    let moves = |save: usize| game(1 + save % 20);
    let mut store = new_store();
    block_on(store.save_settings(&POLISH)).unwrap();
    for save in 0..saves {
        block_on(store.save_game(&moves(save))).unwrap();
    }
    // The newest record is torn in the second half, so the next save writes a new set.
    let mut chip = store.into_flash();
    let half = chip.bytes.len() / 2;
    let newest = chip.bytes[half..].chunks(SLOT).rposition(|slot| slot.iter().any(|&byte| byte != 0xff)).unwrap();
    chip.bytes[half + newest * SLOT..][..SLOT].fill(0x5a);
    let before = open(chip.clone()).saved().clone();
    let after = Saved { journal: moves(saves), ..before.clone() };
    // Saves with a power cut in an operation. Returns the flash, or `None` if the save had fewer operations.
    let cut = |chip: &FlashChip, operation: usize, tear| {
        let mut store = open(chip.clone());
        store.flash().power = Some((operation, tear, Dice(operation as u64)));
        let _ = block_on(store.save_game(&after.journal));
        let gone = store.flash().gone;
        let (store, saved, damage) = power_up(store);
        let place = format!("{tear:?} in operation {operation}, {saves} saves");
        assert!([&before, &after].contains(&&saved), "{place}");
        assert_eq!(damage, None, "{place}");
        gone.then(|| store.into_flash())
    };
    let tears = [Tear::Front(128), Tear::Bits(128), Tear::Zeros(256)];
    let mut cuts = 0;
    for first in 0.. {
        let chips: Vec<_> = tears.into_iter().filter_map(|tear| cut(&chip, first, tear)).collect();
        for chip in &chips {
            for second in 0.. {
                let again: Vec<_> = tears.into_iter().filter_map(|tear| cut(chip, second, tear)).collect();
                cuts += again.len();
                if again.is_empty() {
                    break;
                }
            }
        }
        if chips.is_empty() {
            break;
        }
    }
    cuts
}
