//! The lines that a computer gets add up to the game: whenever it connects, whatever it fails to read, and whatever
//! players take back. The lines for builders say what was measured.

use dixit_dials::board::{Board, Branch, Contacts, SeatLimits, Voting};
use dixit_dials::dial::{Bounces, Levels};
use dixit_dials::game::{Award, Game, Move, Opened, Options, Owners, Phase, Sealed};
use dixit_dials::report::{
    Answer, Arrived, Bench, Hello, Incoming, LONGEST, LineText, Outbox, PROTOCOL, Public, Request, Reset, Run, Scan,
    Segment, Teller, Told,
};
use dixit_dials::rules::{Ballot, Card, Role, Ruleset, Seat, SeatSet};
use dixit_dials::settings::Settings;
use dixit_dials::words::Language;
use serde_json::{Value, json};
use testkit::computer::File;
use testkit::dice;

struct Dice(dice::Dice);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(dice::Dice(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        (1..list.len()).rev().for_each(|at| list.swap(at, self.below(at + 1)));
    }
}

const BOARD: Board = Board {
    name: "table",
    voting: Voting::Pods,
    knobs: 12,
    seats: SeatLimits { least: 3, most: 12 },
    seat_screens: true,
    buzzer: true,
};

fn public<'a>(game: &'a Game, settings: &'a Settings) -> Public<'a> {
    Public {
        journal: game.journal(),
        state: game.state(),
        seated: game.state().seats,
        locked: game.locked(),
        settings,
        notice: None,
    }
}

/// All lines that are due now.
fn lines(teller: &mut Teller, public: &Public) -> Vec<Value> {
    let hello = Hello::new(&BOARD, "rp2040", "E6614081432C5A21", Language::English);
    let (mut text, mut lines) = (LineText::new(), vec![]);
    for _ in 0..10_000 {
        match teller.tell(public, &hello, &mut text) {
            Told::Line => {
                let line = std::str::from_utf8(&text).unwrap();
                assert!(line.ends_with('\n') && line.matches('\n').count() == 1, "{line}");
                lines.push(serde_json::from_str(line).unwrap());
            }
            Told::Working => {}
            Told::Everything => return lines,
        }
    }
    panic!("it never ends");
}

/// Votes and claims that the rules allow, drawn at random.
fn play_some(game: &mut Game, dice: &mut Dice) {
    let state = *game.state();
    match &state.phase {
        Phase::Lobby => {
            let options = Options { owners: dice.pick(&[Owners::After, Owners::WithVote]), ..Options::DEFAULT };
            let ruleset = dice.pick(&Ruleset::ALL);
            let counts: Vec<u8> = ruleset.player_counts().collect();
            let seats = SeatSet::first(ruleset.seats_for(dice.pick(&counts)));
            game.play(Move::Start { ruleset, seats, storyteller: Seat::FIRST, options }).unwrap();
        }
        Phase::Clue => game.play(Move::Lay).unwrap(),
        Phase::Vote => {
            let opened = votes(game, dice);
            game.play(Move::Reveal(opened)).unwrap();
        }
        Phase::Reveal(_) => game.play(Move::GoOn).unwrap(),
        Phase::Owners(round) => {
            let card = state.asked_card().unwrap();
            let owners: Vec<Seat> = round.seats.iter().filter(|&seat| round.check_claim(seat, card).is_ok()).collect();
            match owners.is_empty() {
                true => drop(game.back().unwrap()),
                false => game.play(Move::Claim { card, seat: dice.pick(&owners) }).unwrap(),
            }
        }
        Phase::Points { .. } => game.play(Move::Next).unwrap(),
        Phase::VoteAgain { .. } | Phase::Over => {}
    }
}

fn votes(game: &Game, dice: &mut Dice) -> Opened {
    let state = game.state();
    let rules = state.rules().unwrap();
    let cards = rules.cards_on_table(state.players());
    let mut all: Vec<Card> = Card::first(cards).collect();
    dice.shuffle(&mut all);
    let mut opened = Opened::default();
    let storyteller = state.storyteller.seat;
    // Every card is somebody's, in some order, so that no vote contradicts another.
    let mut owners = [None; 12];
    for seat in state.present().iter() {
        let role = if seat == storyteller { Role::Storyteller } else { Role::Other };
        for nth in 0..rules.cards_given(state.players(), role) {
            let Some(card) = all.pop() else { break };
            owners[card.index()] = Some(seat);
            if seat == storyteller && nth == 0 && rules.has_story_card() {
                opened.story_card = Some(card);
            }
        }
    }
    for seat in state.present().iter().filter(|&seat| seat != storyteller || rules.storyteller_votes()) {
        let others: Vec<Card> =
            Card::first(cards).filter(|card| rules.own_card_allowed() || owners[card.index()] != Some(seat)).collect();
        let first = dice.pick(&others);
        let second = dice.pick(&others);
        let two = rules.most_votes() > 1 && second != first;
        opened.votes[seat.index()] = if two { Ballot::two(first, second) } else { Ballot::one(first) };
    }
    if rules.has_red() {
        opened.red = Card::new(dice.below(cards.into()) as u8);
    }
    if state.options.owners == Owners::WithVote && rules.asks_owners() {
        for (card, owner) in owners.into_iter().enumerate() {
            if Card::new(card as u8) != opened.story_card {
                opened.owners[card] = owner;
            }
        }
    }
    opened
}

/// The rounds according to the game.
fn truth(game: &Game) -> Vec<Value> {
    let letter = |seat: Seat| seat.letter().to_string();
    game.past_rounds()
        .map(|past| {
            let round = past.round;
            let votes: Value = round
                .voters()
                .iter()
                .map(|seat| (letter(seat), json!(round.ballot(seat).iter().map(Card::number).collect::<Vec<_>>())))
                .collect::<serde_json::Map<_, _>>()
                .into();
            let points: Value = round
                .seats
                .iter()
                .map(|seat| (letter(seat), json!(past.score.points(seat))))
                .collect::<serde_json::Map<_, _>>()
                .into();
            json!({ "number": past.number, "story_card": round.story_card.map(Card::number), "votes": votes, "points": points })
        })
        .collect()
}

/// The rounds according to the lines.
fn told(rounds: &[Value]) -> Vec<Value> {
    rounds
        .iter()
        .filter(|round| !round["points"].is_null())
        .map(|round| {
            let sum = |reasons: &Value| reasons.as_object().unwrap().values().map(|p| p.as_u64().unwrap()).sum::<u64>();
            let points: Value = round["points"]
                .as_object()
                .unwrap()
                .iter()
                .map(|(seat, reasons)| (seat.clone(), json!(sum(reasons))))
                .collect::<serde_json::Map<_, _>>()
                .into();
            for (seat, gained) in points.as_object().unwrap() {
                let (before, total) = (round["before"][seat].as_u64().unwrap(), round["totals"][seat].as_u64().unwrap());
                assert_eq!(before + gained.as_u64().unwrap(), total, "{round}");
            }
            json!({ "number": round["number"], "story_card": round["story_card"], "votes": round["votes"], "points": points })
        })
        .collect()
}

#[test]
fn a_computer_that_connects_at_any_moment_gets_the_whole_game() {
    let settings = Settings::DEFAULT;
    let mut dice = Dice::new(7);
    for _ in 0..60 {
        let mut game = Game::new(settings.options);
        let mut faithful = (Teller::new(&public(&game, &settings)), File::default());
        for step in 0..150 {
            match dice.below(12) {
                0 if step > 3 => drop(game.back()),
                1 if !matches!(game.state().phase, Phase::Lobby) => {
                    let seat = dice.pick(&game.state().seats.iter().collect::<Vec<_>>());
                    game.play(Move::Correct { seat, score: dice.below(40) as u16 }).unwrap();
                }
                _ => play_some(&mut game, &mut dice),
            }
            let now = public(&game, &settings);
            lines(&mut faithful.0, &now).iter().for_each(|line| faithful.1.read(line));
            if step % 10 == 9 {
                let mut late = File::default();
                let told_late = lines(&mut Teller::new(&now), &now);
                assert_eq!(told_late[0]["hello"]["protocol"], PROTOCOL);
                told_late.iter().for_each(|line| late.read(line));
                assert_eq!(late, faithful.1);
                assert_eq!(told(&late.rounds), truth(&game));
                let scores: Vec<u64> =
                    late.table["scores"].as_object().unwrap().values().map(|s| s.as_u64().unwrap()).collect();
                let held: Vec<u64> = game.state().seats.iter().map(|s| game.state().scores[s.index()].into()).collect();
                assert_eq!(scores, held);
            }
        }
        if matches!(game.state().phase, Phase::Over) {
            let (state, tally) = (game.state(), game.tally());
            let winners: String = state.winners().iter().map(Seat::letter).collect();
            assert_eq!(faithful.1.over["winners"], winners);
            let best = tally.winners(Award::BestBluffer, state.seats).map(|honour| honour.count);
            assert_eq!(faithful.1.over["awards"]["bluffer"]["count"].as_u64(), best.map(u64::from));
        }
    }
}

/// Before the reveal a line says who has locked, and is the same whatever they voted.
#[test]
fn no_line_before_the_reveal_depends_on_a_vote() {
    let settings = Settings::DEFAULT;
    let told = [1, 4].map(|number| {
        let mut game = Game::new(settings.options);
        let seats = SeatSet::first(4);
        let options = Options::DEFAULT;
        game.play(Move::Start { ruleset: Ruleset::Dixit, seats, storyteller: Seat::FIRST, options }).unwrap();
        game.play(Move::Lay).unwrap();
        let mut teller = Teller::new(&public(&game, &settings));
        let mut all = lines(&mut teller, &public(&game, &settings));
        for seat in seats.iter() {
            let mut vote = Sealed::default();
            match seat == Seat::FIRST {
                true => vote.add_story_card(Card::from_number(number)),
                false => vote.add_vote(Card::from_number(number)),
            }
            game.lock(seat, vote).unwrap();
            all.extend(lines(&mut teller, &public(&game, &settings)));
        }
        assert_eq!(all.last().unwrap()["table"]["locked"], "ABCD");
        all
    });
    assert_eq!(told[0], told[1]);
    assert!(told[0].len() > 6, "each lock is told");
}

/// The longest possible line: everyone voted for two cards, everyone got votes, and everyone has many points.
#[test]
fn the_longest_round_fits_into_a_line() {
    let options = Options { owners: Owners::WithVote, ..Options::DEFAULT };
    let settings = Settings { options, ..Settings::DEFAULT };
    let mut dice = Dice::new(3);
    let mut longest = 0;
    for _ in 0..300 {
        let mut game = Game::new(options);
        let seats = SeatSet::first(12);
        game.play(Move::Start { ruleset: Ruleset::Odyssey, seats, storyteller: Seat::FIRST, options }).unwrap();
        for seat in seats.iter() {
            game.play(Move::Correct { seat, score: 60_000 }).unwrap();
        }
        game.play(Move::Lay).unwrap();
        let opened = votes(&game, &mut dice);
        game.play(Move::Reveal(opened)).unwrap();
        game.play(Move::GoOn).unwrap();
        let now = public(&game, &settings);
        let all = lines(&mut Teller::new(&now), &now);
        assert!(all.iter().any(|line| line["round"]["totals"]["L"].is_u64()), "{all:?}");
        longest = longest.max(all.iter().map(|line| line.to_string().len() + 1).max().unwrap());
    }
    assert!(longest <= LONGEST && longest > 800, "{longest}");
}

/// Lines are queued all the time; the computer reads now and then, or never.
#[test]
fn a_full_outbox_drops_the_oldest_whole_lines_and_says_so() {
    let mut dice = Dice::new(11);
    for _ in 0..200 {
        let mut outbox = Outbox::new();
        outbox.open(1);
        let (mut read, mut put) = (vec![], 0u64);
        for _ in 0..600 {
            if dice.below(3) > 0 {
                let line = format!("{{\"n\":{put},\"fill\":\"{}\"}}\n", "x".repeat(dice.below(1100)));
                outbox.push(1, line.as_bytes());
                outbox.push(2, b"of another connection\n");
                put += 1;
            }
            if dice.below(4) == 0 {
                outbox.release();
            }
            let mut packet = [0; 64];
            for _ in 0..dice.below(9) {
                let length = outbox.take(&mut packet);
                read.extend_from_slice(&packet[..length]);
            }
        }
        outbox.release();
        let mut packet = [0; 64];
        while let length @ 1.. = outbox.take(&mut packet) {
            read.extend_from_slice(&packet[..length]);
        }
        let mut next = 0;
        for line in String::from_utf8(read).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            match line["dropped"].as_u64() {
                Some(dropped) => next += dropped,
                None => {
                    assert_eq!(line["n"], next, "every line is there or counted as dropped");
                    next += 1;
                }
            }
        }
        assert_eq!(next, put);
    }
}

#[test]
fn no_line_is_sent_before_it_is_released() {
    let mut outbox = Outbox::new();
    let mut packet = [0; 64];
    outbox.open(3);
    outbox.push(3, b"one\n");
    assert!(!outbox.is_ready());
    assert_eq!(outbox.take(&mut packet), 0);
    outbox.release();
    outbox.push(3, b"two\n");
    assert_eq!(outbox.take(&mut packet), 4);
    assert_eq!(outbox.take(&mut packet), 0);
    outbox.open(4);
    outbox.release();
    assert_eq!(outbox.take(&mut packet), 0, "a new connection begins empty");
}

/// Valid requests with bytes changed, doubled or lost, and noise: whatever is accepted is a request that exists.
#[test]
fn a_million_bad_lines_are_no_requests() {
    const VALID: [&str; 4] = [
        r#"{"ask":"usb-boot"}"#,
        r#"{"ask":"bench"}"#,
        r#"{"set":{"language":"it","brightness":3,"sound":false}}"#,
        r#"{"set":{"brightness":1}}"#,
    ];
    let (mut dice, mut incoming) = (Dice::new(29), Incoming::new());
    let (mut lines, mut accepted) = (0, 0);
    while lines < 1_000_000 {
        let mut line = match dice.below(4) {
            0 => (0..dice.below(120)).map(|_| dice.0.roll() as u8).collect(),
            _ => dice.pick(&VALID).as_bytes().to_vec(),
        };
        for _ in 0..1 + dice.below(3) {
            let at = dice.below(line.len() + 1);
            match dice.below(3) {
                0 => line.insert(at, dice.0.roll() as u8),
                1 if at < line.len() => drop(line.remove(at)),
                _ if at < line.len() => line[at] = dice.pick(b"{}[]\":,\\ 0ae\xff"),
                _ => {}
            }
        }
        line.push(b'\n');
        for byte in line {
            let Some(arrived) = incoming.take(byte) else { continue };
            lines += 1;
            let Arrived::Line(line) = arrived else { continue };
            let valid = match Request::parse(line) {
                Ok(Request::Ask(_)) => true,
                Ok(Request::Set(setting)) => setting.applied(&Settings::DEFAULT).is_ok(),
                Err(_) => false,
            };
            if valid {
                accepted += 1;
                let read: Value = serde_json::from_slice(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
                let keys: Vec<&str> = read.as_object().unwrap().keys().map(String::as_str).collect();
                assert!(keys == ["ask"] || keys == ["set"], "{read}");
            }
        }
    }
    assert!(accepted < lines / 50, "{accepted}");
}

/// A line for builders, as a computer reads it.
fn bench(line: &Bench) -> Value {
    let mut text = LineText::new();
    line.write(&mut text);
    assert!(text.ends_with(b"\n") && text.len() <= LONGEST, "{}", text.len());
    serde_json::from_slice::<Value>(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"))["bench"].take()
}

#[test]
fn every_bus_and_channel_is_told_with_what_belongs_there() {
    let device = boards::load(&testkit::tool::root(), "pods").unwrap().device();
    let segments: Vec<Segment> = (0..).map_while(|n| Segment::nth(&device, n).ok()).collect();
    assert_eq!(segments.len(), 1 + 8 + 8 + 1);
    assert_eq!(Segment::nth(&device, 20), Err(2));
    assert_eq!(segments[10], Segment { bus: 0, branch: Some(Branch { mux: 1, channel: 1 }) });
    let answers = [(0x3c, Some(0x43)), (0x3d, None)].map(|(address, status)| Answer { address, status });
    let scan = Scan { answers: answers.into_iter().collect(), held: false };
    let line = |segment| bench(&Bench::Bus { device: &device, segment, scan: &scan });
    assert_eq!(line(segments[0])["bus"]["expected"], json!({ "mux 1": 0x70, "mux 2": 0x71 }));
    let there = json!({ "bus": 0, "mux": 0x71, "channel": 1, "expected": { "H": 0x3c },
                        "answers": [[0x3c, 0x43], [0x3d, null]], "held": false });
    assert_eq!(line(segments[10]), json!({ "bus": there }));
    assert_eq!(line(segments[17])["bus"]["expected"], json!({ "shared": 0x3c }));
}

#[test]
fn proof_bits_are_told_in_the_order_in_which_they_arrive() {
    let device = boards::load(&testkit::tool::root(), "pods").unwrap().device();
    let Contacts::Chain(chain) = &device.knobs.contacts else { panic!("pods has a chain") };
    let whole = chain.proof.expected();
    let line = |read| bench(&Bench::Chain { chain, read })["chain"].take();
    let told = line(whole | 1);
    assert_eq!((&told["whole"], told["bits"].as_str().map(|bits| &bits[..3])), (&json!(true), Some("100")));
    assert_eq!(told["proof"].as_str().map(str::len), Some(chain.bits().into()));
    let first = usize::from(chain.proof.first_bit);
    assert!(told["proof"].as_str().unwrap()[..first].chars().all(|bit| bit == '.'));
    assert_eq!(told["proof"].as_str().unwrap()[first..], told["bits"].as_str().unwrap()[first..]);
    assert_eq!(line(!0)["whole"], false);
}

#[test]
fn the_longest_lines_for_builders_fit() {
    let mut counts = Bounces::default();
    for at_us in 0..70_000 {
        let levels = Levels { a: 0xfff, b: 0xfff, down: 0xfff };
        let (before, now) = if at_us % 2 == 0 { (Levels::default(), levels) } else { (levels, Levels::default()) };
        counts.note(before, now, at_us);
    }
    let told =
        bench(&Bench::Contacts { knobs: 12, levels: Levels { a: 1, b: 0, down: 1 << 11 }, counts: Some(&counts) });
    let ends = [("A", "101"), ("L", "000")];
    for (letter, levels) in ends {
        let expected = json!({ "levels": levels, "changes": [65535, 65535, 65535], "bounces": [65535, 65535, 65535] });
        assert_eq!(told["contacts"][letter], expected);
    }
    let crash = "\"\\\n\u{e9}".repeat(24);
    let run = Run { seconds: !0, reset: Reset::Watchdog, crash: Some(&crash), stack: !0, overruns: !0 };
    let told = bench(&Bench::Run(run));
    assert_eq!(told["run"]["crash"], "'''\u{e9}".repeat(24));
    assert_eq!((&told["run"]["reset"], &told["run"]["stack"]), (&json!("watchdog"), &json!(u32::MAX)));
    assert_eq!(bench(&Bench::Done), "done");
}
