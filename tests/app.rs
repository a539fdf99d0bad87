//! What a story cannot express: stuck knobs, slow players, sounds, and the longest entries of the journal.

use dixit_dials::{
    app::{App, Effect, Millis, Report, Sound},
    board::{Board, SeatLimits, Voting},
    dial::{Input, KnobKind},
    game::{ENTRY_MAX, Game, Journal, Move, Opened, Options, Owners, Phase, Refusal},
    rules::{Ballot, Card, MAX_CARDS, MAX_SEATS, Ruleset, Seat, SeatSet, Verdict},
    scene::{Actor, Item, Notice, PartStatus, PointsStep, Prompt, Purpose, SeatScene, Shared, Value, shared},
    screen::Light,
    settings::{Facing, Settings},
    voting::Question,
};
use rand_core::RngCore;

/// A board with a knob and a screen for each of twelve seats.
const BOARD: Board = Board {
    name: "any",
    voting: Voting::Pods,
    knobs: 12,
    seats: SeatLimits { least: 3, most: 12 },
    seat_screens: true,
    buzzer: true,
};

/// Always returns the lowest value: every dial starts at its first number.
struct Lowest;

impl RngCore for Lowest {
    fn next_u32(&mut self) -> u32 {
        0
    }

    fn next_u64(&mut self) -> u64 {
        0
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.fill(0);
    }
}

struct Table {
    app: App,
    now: Millis,
    effects: Vec<Effect>,
}

impl Table {
    /// Seats 1 to `players` sit, seat 1 tells Dixit.
    fn of(players: u8) -> Self {
        Self::with(players, Settings::DEFAULT)
    }

    fn with(players: u8, settings: Settings) -> Self {
        Self::on(BOARD, players, settings, 1)
    }

    /// Like `with`, on any board with a knob for each seat, and with any storyteller.
    fn on(board: Board, players: u8, settings: Settings, tells: u8) -> Self {
        let app = App::new(board, settings, [KnobKind::default(); 12], &Journal::new(), 0, &mut Lowest);
        let mut table = Self { app, now: 0, effects: vec![] };
        for knob in 0..players {
            table.press(knob);
        }
        table.hold(tells - 1);
        table.press(tells - 1);
        assert_eq!(table.app.state().phase, Phase::Clue);
        table
    }

    /// A round whose votes are revealed: two of four find card 1, and card 2, of seat 4, gets a vote.
    fn revealed(board: Board) -> Self {
        let mut table = Self::on(board, 4, Settings { countdown: false, ..Settings::DEFAULT }, 1);
        table.press(0);
        for (seat, card) in [(1, 1), (2, 1), (3, 2), (4, 1)] {
            table.vote(seat, card);
        }
        assert!(matches!(table.shared(), Shared::Votes(_)));
        table
    }

    fn take(&mut self, input: Input) {
        self.now += 20;
        self.app.take(input, self.now, &mut Lowest);
        self.effects.extend(std::iter::from_fn(|| self.app.next_effect()));
    }

    fn pass(&mut self, ms: Millis) {
        self.now += ms;
        self.app.pass_time(self.now, &mut Lowest);
        self.effects.extend(std::iter::from_fn(|| self.app.next_effect()));
    }

    fn press(&mut self, knob: u8) {
        self.take(Input::Pressed { knob });
    }

    fn hold(&mut self, knob: u8) {
        self.take(Input::Held { knob });
        self.take(Input::LetGo { knob });
    }

    /// Everyone's dial starts at card 1.
    fn vote(&mut self, seat: u8, card: i8) {
        self.take(Input::Turned { knob: seat - 1, by: card - 1 });
        self.press(seat - 1);
    }

    fn shared(&self) -> Shared {
        self.app.public_view().scene.picture
    }

    fn is_in_a_menu(&self) -> bool {
        matches!(self.shared(), Shared::Menu(_))
    }
}

#[test]
fn a_knob_that_sticks_in_the_menu_closes_it() {
    let mut table = Table::of(4);
    table.hold(0);
    assert!(table.is_in_a_menu());
    table.take(Input::Stuck { knob: 0 });
    table.pass(5_000);
    assert!(matches!(table.shared(), Shared::Clue(_)));
}

#[test]
fn any_player_leads_while_the_storytellers_knob_is_stuck() {
    let mut table = Table::of(4);
    table.press(2);
    assert_eq!(table.app.state().phase, Phase::Clue, "only the storyteller leads");
    table.take(Input::Stuck { knob: 0 });
    assert!(matches!(table.shared(), Shared::Notice(Notice::LeaderStuck(seats)) if seats == SeatSet::first(1)));
    table.press(7);
    assert_eq!(table.app.state().phase, Phase::Clue, "nobody sits there");
    table.hold(2);
    assert!(table.is_in_a_menu());
    table.hold(2);
    table.press(2);
    assert_eq!(table.app.state().phase, Phase::Vote);
    table.take(Input::Freed { knob: 0 });
    table.hold(2);
    assert!(!table.is_in_a_menu(), "the storyteller leads again");
}

#[test]
fn the_storyteller_names_the_owner_whose_knob_is_stuck() {
    let mut table = Table::of(4);
    table.press(0);
    for (seat, card) in [(1, 1), (2, 1), (3, 2), (4, 1)] {
        table.vote(seat, card);
    }
    table.pass(3_000);
    table.press(0);
    table.press(0);
    assert!(matches!(table.shared(), Shared::Owner(shared::Owner { dialled: None, .. })));
    table.take(Input::Turned { knob: 0, by: 2 });
    assert!(
        matches!(table.shared(), Shared::Owner(shared::Owner { dialled: None, .. })),
        "everyone can press for themselves"
    );
    table.take(Input::Stuck { knob: 1 });
    table.take(Input::Turned { knob: 0, by: 2 });
    assert!(matches!(table.shared(), Shared::Owner(shared::Owner { dialled: Some(seat), .. }) if seat.number() == 2));
    table.press(0);
    assert_eq!(table.app.state().scores[..4], [3, 4, 0, 3]);
}

#[test]
fn what_was_answered_before_is_not_offered_again() {
    let mut table = Table::with(
        4,
        Settings { options: Options { owners: Owners::WithVote, ..Options::DEFAULT }, ..Settings::DEFAULT },
    );
    table.press(0);
    let seat = Seat::new(1).unwrap();
    let offered = |table: &Table| match table.app.seat_view(seat).scene {
        SeatScene::Dial(dial) => (dial.question, dial.offer.number),
        scene => panic!("{scene:?}"),
    };
    // The player's own card is 1; the vote starts next to it, and no turn reaches it.
    assert_eq!(offered(&table), (Question::Own { nth: 1, of: 1 }, 1));
    table.press(1);
    let mut seen = vec![];
    for _ in 0..4 {
        seen.push(offered(&table));
        table.take(Input::Turned { knob: 1, by: 1 });
    }
    assert_eq!(seen, [2, 3, 4, 2].map(|number| (Question::Vote, number)));
}

#[test]
fn unlocking_shows_the_old_numbers_again_and_a_new_vote_does_not() {
    let mut table = Table::with(
        4,
        Settings { options: Options { owners: Owners::WithVote, ..Options::DEFAULT }, ..Settings::DEFAULT },
    );
    table.press(0);
    let seat = Seat::new(1).unwrap();
    let number = |table: &Table| match table.app.seat_view(seat).scene {
        SeatScene::Dial(dial) => dial.offer.number,
        scene => panic!("{scene:?}"),
    };
    table.vote(2, 3);
    table.take(Input::Turned { knob: 1, by: -1 });
    assert_eq!(number(&table), 4);
    table.press(1);
    assert!(table.app.game().locked().has(seat));
    table.press(1);
    assert_eq!(number(&table), 3);
    table.press(1);
    assert_eq!(number(&table), 4);
    // After a step back to the clue the cards are laid again, and everyone starts over.
    table.hold(0);
    table.press(0);
    table.take(Input::Turned { knob: 0, by: 1 });
    table.press(0);
    table.press(0);
    assert_eq!(number(&table), 1);
}

#[test]
fn a_chain_that_stays_broken_stays_in_sight() {
    let mut table = Table::of(4);
    table.app.report(Report::Chain(PartStatus::Missing), table.now);
    table.pass(60_000);
    assert_eq!(table.shared(), Shared::Notice(Notice::ChainBroken));
    table.app.report(Report::Chain(PartStatus::Fine), table.now);
    assert!(matches!(table.shared(), Shared::Clue(_)));
}

#[test]
fn a_stuck_leader_is_named_and_the_prompt_names_the_others() {
    let mut table = Table::of(4);
    table.take(Input::Stuck { knob: 0 });
    table.pass(10_000);
    let scene = table.app.public_view().scene;
    assert_eq!(scene.stuck, SeatSet::first(1));
    assert_eq!(scene.prompt.who, Actor::Seats(SeatSet::first(4).minus(SeatSet::first(1))));
}

#[test]
fn a_power_cut_in_a_vote_is_said_to_begin_it_anew() {
    let mut table = Table::of(4);
    let resumed = |table: &Table| {
        let journal = table.app.journal().clone();
        let app = App::new(BOARD, Settings::DEFAULT, [KnobKind::default(); 12], &journal, 0, &mut Lowest);
        app.public_view().scene.picture
    };
    assert_eq!(resumed(&table), Shared::Notice(Notice::Resumed));
    table.press(0);
    assert_eq!(resumed(&table), Shared::Notice(Notice::VoteAnew));
}

#[test]
fn a_long_vote_calls_the_missing_ones_where_that_is_set() {
    for (nudge, called) in [(0, false), (30, true)] {
        let mut table = Table::with(4, Settings { nudge, ..Settings::DEFAULT });
        table.press(0);
        table.vote(2, 1);
        table.pass(29_000);
        assert!(matches!(table.shared(), Shared::Vote(shared::Vote { nudge: false, .. })));
        table.pass(2_000);
        assert!(matches!(table.shared(), Shared::Vote(shared::Vote { nudge, .. }) if nudge == called));
    }
}

#[test]
fn the_screen_looks_to_the_storyteller_where_that_is_set() {
    let rotated = |facing, tells| {
        let settings = Settings { facing, ..Settings::DEFAULT };
        Table::on(BOARD, 8, settings, tells).app.public_view().rotated
    };
    // Of eight players the first four sit on the near side, however many seats the board has.
    for tells in [1, 4] {
        assert!(!rotated(Facing::Storyteller, tells), "seat {tells}");
    }
    for tells in [5, 8] {
        assert!(rotated(Facing::Storyteller, tells), "seat {tells}");
    }
    assert!(rotated(Facing::UpsideDown, 1));
    assert!(!rotated(Facing::Upright, 8));
}

#[test]
fn only_a_screen_that_stays_can_look_to_the_storyteller() {
    let pass = Board { voting: Voting::Pass, knobs: 1, seat_screens: false, ..BOARD };
    for (board, last) in [(BOARD, Value::ToStoryteller), (pass, Value::UpsideDown)] {
        let app = App::new(board, Settings::DEFAULT, [KnobKind::default(); 12], &Journal::new(), 0, &mut Lowest);
        let mut table = Table { app, now: 0, effects: vec![] };
        if board.knobs > 1 {
            table.press(0);
        }
        // The settings come after all games.
        table.take(Input::Turned { knob: 0, by: 20 });
        table.press(0);
        let chosen = |table: &Table| match table.shared() {
            Shared::Menu(menu) => menu.rows[usize::from(menu.selected)],
            scene => panic!("no menu but {scene:?}"),
        };
        while chosen(&table).item != Item::Facing {
            table.take(Input::Turned { knob: 0, by: 1 });
        }
        table.press(0);
        table.take(Input::Turned { knob: 0, by: 5 });
        assert_eq!(chosen(&table).value, last, "{:?}", board.voting);
    }
}

#[test]
fn the_screen_turns_round_as_the_next_one_tells() {
    let mut table = Table::on(BOARD, 8, Settings { facing: Facing::Storyteller, ..Settings::DEFAULT }, 4);
    table.hold(3);
    table.take(Input::Turned { knob: 3, by: 2 });
    assert!(!table.app.public_view().rotated, "the menu is still the near side's");
    table.hold(3);
    table.press(3);
    for seat in 1..=8 {
        table.vote(seat, 1);
    }
    table.pass(3_000);
    // The votes, the verdict, the points, the track: seat 5 tells next.
    for _ in 0..4 {
        assert!(!table.app.public_view().rotated);
        table.press(3);
        table.pass(1_000);
    }
    assert_eq!(table.app.state().storyteller.seat.number(), 5);
    assert!(table.app.public_view().rotated);
}

#[test]
fn a_reveal_that_cannot_be_heard_is_seen() {
    let flashes = |board| {
        let mut table = Table::revealed(board);
        let mut seen = vec![];
        for _ in 0..5 {
            seen.push(table.app.public_view().blink);
            table.pass(200);
        }
        seen
    };
    assert_eq!(flashes(Board { buzzer: false, ..BOARD }), [true, false, true, false, false]);
    assert_eq!(flashes(BOARD), [false; 5]);
}

#[test]
fn the_verdict_is_one_loud_word_first() {
    let mut table = Table::revealed(BOARD);
    table.effects.clear();
    table.press(0);
    let loud = |table: &Table| match table.shared() {
        Shared::Verdict(verdict) => (verdict.loud, verdict.verdict),
        scene => panic!("{scene:?}"),
    };
    assert_eq!(loud(&table), (true, Some(Verdict::Some)));
    assert!(table.effects.contains(&Effect::Sound(Sound::Verdict(Verdict::Some))));
    table.pass(1_900);
    assert_eq!(loud(&table), (true, Some(Verdict::Some)));
    table.pass(200);
    assert_eq!(loud(&table), (false, Some(Verdict::Some)));
    // A press skips the loud verdict.
    let mut table = Table::revealed(BOARD);
    table.press(0);
    table.press(0);
    assert!(matches!(table.shared(), Shared::Owner(_)));
}

#[test]
fn an_hourglass_runs_out_before_points_turn_and_the_track_has_none() {
    let mut table = Table::revealed(BOARD);
    table.press(0);
    table.press(0);
    table.pass(1_000);
    let sand = |table: &Table| table.app.public_view().scene.sand;
    table.press(3);
    let mut seen = vec![];
    while matches!(table.shared(), Shared::Points(shared::Points { step: PointsStep::Base, .. })) {
        seen.extend(sand(&table));
        table.pass(1_000);
    }
    seen.dedup();
    assert_eq!(seen, [8, 7, 6, 5, 4, 3, 2, 1], "a full glass that runs out");
    table.pass(20_000);
    assert!(matches!(table.shared(), Shared::Track(_)));
    assert_eq!(sand(&table), None);
}

#[test]
fn pointers_are_asked_to_the_dot_until_everyone_has_set_theirs() {
    let ring = Board { voting: Voting::Ring { positions: 20, numbers: 12 }, seat_screens: false, ..BOARD };
    let journal = Table::on(ring, 4, Settings::DEFAULT, 1).app.journal().clone();
    // After a power cut nobody knows where the pointers stand.
    let app = App::new(ring, Settings::DEFAULT, [KnobKind::default(); 12], &journal, 0, &mut Lowest);
    let mut table = Table { app, now: 0, effects: vec![] };
    let mut left = SeatSet::first(4);
    for seat in [3, 1, 4, 2] {
        table.pass(20_000);
        let scene = table.app.public_view().scene;
        assert_eq!(scene.prompt, Prompt::press(Actor::Seats(left), Purpose::SetPointer));
        assert!(matches!(scene.picture, Shared::Homing(homing) if homing.seats.minus(homing.homed) == left));
        table.press(seat - 1);
        left = left.without(Seat::from_number(seat).unwrap());
        // A second press of the same player changes nothing, but is answered.
        if !left.is_empty() {
            table.press(seat - 1);
            assert_eq!(table.shared(), Shared::Notice(Notice::NotYou(Seat::from_number(seat).unwrap())));
        }
    }
    assert!(matches!(table.shared(), Shared::Clue(_)));
}

#[test]
fn a_pointer_that_nobody_saw_turning_is_asked_to_the_dot() {
    let ring = Board { voting: Voting::Ring { positions: 20, numbers: 12 }, seat_screens: false, ..BOARD };
    for board in [ring, BOARD] {
        let mut table = Table::on(board, 4, Settings::DEFAULT, 1);
        let before = table.shared();
        let unseen = SeatSet::EMPTY.with(Seat::from_number(3).unwrap());
        table.app.report(Report::TurnedUnseen(unseen), table.now);
        if board == ring {
            let asked = Prompt::press(Actor::Seats(unseen), Purpose::SetPointer);
            assert_eq!(table.app.public_view().scene.prompt, asked);
            table.press(2);
        }
        // A board with seat screens asks nothing: players see on their own screens which numbers are dialled.
        assert_eq!(table.shared(), before);
    }
}

#[test]
fn a_seat_at_a_ring_checks_its_pointer_in_the_self_test() {
    let ring = Board { voting: Voting::Ring { positions: 20, numbers: 12 }, seat_screens: false, ..BOARD };
    let app = App::new(ring, Settings::DEFAULT, [KnobKind::default(); 12], &Journal::new(), 0, &mut Lowest);
    let mut table = Table { app, now: 0, effects: vec![] };
    table.press(0);
    table.press(1);
    // The settings come after all games.
    table.take(Input::Turned { knob: 0, by: 20 });
    table.press(0);
    let on_self_test =
        |scene| matches!(scene, Shared::Menu(menu) if menu.rows[usize::from(menu.selected)].item == Item::SelfTest);
    while !on_self_test(table.shared()) {
        table.take(Input::Turned { knob: 0, by: 1 });
    }
    table.press(0);
    // Seat 3's pointer has never been set: only its clicks are counted.
    let shown = |table: &Table| match table.shared() {
        Shared::SelfTest(test) => [test.turned[1], test.turned[2]],
        scene => panic!("{scene:?}"),
    };
    assert_eq!(shown(&table), [0, 0]);
    table.take(Input::Turned { knob: 1, by: 12 });
    table.take(Input::Turned { knob: 2, by: 15 });
    // Past the last number the ring is blank, and the clicks left to the dot are shown as a negative number.
    table.take(Input::Turned { knob: 1, by: 3 });
    assert_eq!(shown(&table), [15, 15], "nobody has asked where a pointer stands");
    for knob in [1, 2] {
        table.take(Input::Holding { knob, eighths: 1 });
    }
    assert_eq!(shown(&table), [-5, 15]);
    table.take(Input::LetGo { knob: 1 });
    table.take(Input::Turned { knob: 1, by: 5 });
    assert_eq!(shown(&table), [20, 15]);
    table.take(Input::Holding { knob: 1, eighths: 1 });
    assert_eq!(shown(&table), [0, 15]);
}

#[test]
fn whoever_cannot_act_behind_a_menu_is_told_who_can() {
    let shared_only = Board { seat_screens: false, ..BOARD };
    let app = App::new(shared_only, Settings::DEFAULT, [KnobKind::default(); 12], &Journal::new(), 0, &mut Lowest);
    let mut table = Table { app, now: 0, effects: vec![] };
    // A long press sits down as well.
    table.press(0);
    table.hold(1);
    table.press(2);
    assert!(matches!(table.shared(), Shared::Lobby(lobby) if lobby.seated == SeatSet::first(3)));
    table.take(Input::Turned { knob: 0, by: 20 });
    table.press(0);
    assert!(table.is_in_a_menu());
    let answered = |table: &mut Table, knob| {
        let scene = table.app.public_view().scene;
        assert_eq!(scene.picture, Shared::Notice(Notice::NotYou(Seat::new(knob).unwrap())));
        assert_eq!(scene.prompt.who, Actor::seat(Seat::FIRST));
        table.pass(5_000);
        assert!(table.is_in_a_menu());
    };
    table.press(1);
    answered(&mut table, 1);
    table.hold(2);
    answered(&mut table, 2);
    // A player who has not sat down is answered too, and does not join.
    table.press(3);
    answered(&mut table, 3);
    table.hold(0);
    assert!(matches!(table.shared(), Shared::Lobby(lobby) if lobby.seated == SeatSet::first(3)));
}

#[test]
fn the_next_owner_is_asked_at_once() {
    let mut table = Table::on(BOARD, 6, Settings { countdown: false, ..Settings::DEFAULT }, 1);
    table.press(0);
    for (seat, card) in [(1, 1), (2, 3), (3, 2), (4, 2), (5, 1), (6, 3)] {
        table.vote(seat, card);
    }
    table.press(0);
    table.press(0);
    table.pass(1_000);
    let asked = |table: &Table| match table.shared() {
        Shared::Owner(owner) => owner.card.number(),
        scene => panic!("{scene:?}"),
    };
    assert_eq!(asked(&table), 2);
    table.press(4);
    assert_eq!(asked(&table), 3, "no time has passed since the claim");
}

#[test]
fn a_slow_press_that_wakes_the_screens_does_nothing_else() {
    let mut table = Table::of(4);
    table.pass(31 * 60_000);
    assert_eq!(table.app.light(), Light::Off);
    for eighths in 1..7 {
        table.pass(100);
        table.take(Input::Holding { knob: 0, eighths });
    }
    table.take(Input::LetGo { knob: 0 });
    table.press(0);
    assert!(matches!(table.app.light(), Light::Lit(_)));
    assert_eq!(table.app.state().phase, Phase::Clue);
    table.pass(1_000);
    table.press(0);
    assert_eq!(table.app.state().phase, Phase::Vote);
}

#[test]
fn a_knob_that_sticks_while_it_wakes_the_screens_blocks_nobody() {
    let mut table = Table::of(4);
    table.pass(11 * 60_000);
    table.take(Input::Holding { knob: 3, eighths: 1 });
    table.take(Input::Stuck { knob: 3 });
    table.pass(5_000);
    table.press(0);
    assert_eq!(table.app.state().phase, Phase::Vote);
}

#[test]
fn a_countdown_ticks_once_a_second_however_often_it_is_looked_at() {
    let mut table = Table::of(3);
    table.press(0);
    for seat in 1..=3 {
        table.vote(seat, 1);
    }
    table.effects.retain(|&effect| effect == Effect::Sound(Sound::Tick));
    for _ in 0..30 {
        table.pass(99);
    }
    let ticks = table.effects.iter().filter(|&&effect| effect == Effect::Sound(Sound::Tick)).count();
    assert_eq!(ticks, 3, "three, two, one");
}

#[test]
fn a_free_knob_does_not_stop_the_countdown() {
    let mut table = Table::of(3);
    table.press(0);
    for seat in 1..=3 {
        table.vote(seat, 1);
    }
    table.pass(2_000);
    table.press(9);
    table.pass(1_000);
    assert!(matches!(table.shared(), Shared::Votes(_)));
}

#[test]
fn the_longest_entries_fit_and_come_back_whole() {
    let options = Settings::DEFAULT.options;
    let seats = SeatSet::first(12);
    let start = Move::Start { ruleset: Ruleset::Odyssey, seats, storyteller: Seat::FIRST, options };
    let mut game = Game::new(options);
    game.play(start).unwrap();
    let card = |number: usize| Card::from_number(number as u8).unwrap();
    let opened = Opened {
        story_card: Some(card(12)),
        red: Some(card(12)),
        votes: [Ballot::one(card(11)).with(card(12)); MAX_SEATS],
        owners: [Seat::from_number(12); MAX_CARDS],
    };
    let resume = Move::Resume { state: *game.state(), tally: game.tally() };
    let longest = [start, Move::Reveal(opened), resume, Move::Correct { seat: Seat::FIRST, score: u16::MAX }];
    for made in longest {
        let bytes = made.encode();
        assert!(bytes.as_slice().len() <= ENTRY_MAX);
        assert_eq!(Move::decode(bytes.as_slice()), Some(made));
    }
}

#[test]
fn a_vote_full_of_changes_is_refused_and_left_by_going_back() {
    let options = Settings::DEFAULT.options;
    let mut game = Game::new(options);
    let seats = SeatSet::first(3);
    game.play(Move::Start { ruleset: Ruleset::Dixit, seats, storyteller: Seat::FIRST, options }).unwrap();
    game.play(Move::Lay).unwrap();
    let refusal = (0..2_000).find_map(|score| game.play(Move::Correct { seat: Seat::FIRST, score }).err());
    assert_eq!(refusal, Some(Refusal::TooManyChanges));
    while game.state().phase == Phase::Vote {
        game.back().unwrap();
    }
    game.play(Move::Lay).unwrap();
    assert_eq!(game.state().phase, Phase::Vote);
}

#[test]
fn a_seat_whose_screen_is_missing_stays_marked_and_locks_nothing() {
    let mut table = Table::of(4);
    let (third, dark) = (Seat::from_number(3).unwrap(), |table: &Table| table.app.public_view().scene.dark);
    table.app.report(Report::Seat(third, PartStatus::Missing), table.now);
    table.app.report(Report::Seat(Seat::from_number(9).unwrap(), PartStatus::Missing), table.now);
    assert_eq!(dark(&table), SeatSet::EMPTY.with(third), "nobody plays at seat 9");
    table.press(0);
    for seat in [1, 2, 4] {
        table.vote(seat, 1);
    }
    table.vote(3, 2);
    assert_eq!(table.shared(), Shared::Notice(Notice::SeesNothing(third)));
    assert!(!table.app.game().locked().has(third), "a number was locked that nobody saw");
    table.pass(60_000);
    assert_eq!(dark(&table), SeatSet::EMPTY.with(third), "marked as long as it lasts");
    table.app.report(Report::Seat(third, PartStatus::Fine), table.now);
    assert_eq!(dark(&table), SeatSet::EMPTY);
    table.vote(3, 1);
    assert!(table.app.game().locked().has(third));
}
