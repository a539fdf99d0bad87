//! The screens in the gallery: every scene, including the tables that are hardest to draw.

use dixit_dials::board::{Controller, FoundScreen};
use dixit_dials::dial::{DetentsPerCycle, Direction, KnobKind, Rest};
use dixit_dials::game::{CURVE_MAX, Honour, Refusal, Storyteller};
use dixit_dials::rules::{
    self, Ballot, Card, CardSet, MAX_CARDS, Reason, Round, Ruleset, Score, Seat, SeatSet, Verdict,
};
use dixit_dials::scene::{
    Actor, Ask, Confirmable, Focus, Item, More, Notice, PartStatus, PastPage, PointsStep, Prompt, Purpose, Row, Rows,
    SeatScene, Shared, SharedScene, SharedScreenScene, Spread, Undone, Value, seat, seat::PointsPage, shared,
};
use dixit_dials::voting::{Dialling, Join, Offer, Question, Rejected};

#[derive(Clone)]
pub enum Scene {
    Shared(SharedScene),
    Seat(SeatScene),
    Pass(SharedScreenScene),
}

pub struct Case {
    pub name: String,
    pub scene: Scene,
    pub hold: u8,
    pub wander: u8,
    pub rotated: bool,
    pub blink: bool,
    /// Included on the sheet in the docs.
    pub docs: bool,
}

fn seat(number: u8) -> Seat {
    Seat::from_number(number).expect("a seat")
}

fn seats<const N: usize>(numbers: [u8; N]) -> SeatSet {
    numbers.into_iter().map(seat).collect()
}

fn card(number: u8) -> Card {
    Card::from_number(number).expect("a card")
}

fn storyteller(number: u8) -> Storyteller {
    Storyteller { seat: seat(number), second: false }
}

fn counts(ruleset: Ruleset) -> u16 {
    ruleset.player_counts().fold(0, |bits, count| bits | 1 << count)
}

/// Revealed votes: for each voter, the numbers voted for.
fn voted(ruleset: Ruleset, players: u8, tells: u8, votes: &[(u8, &[u8])]) -> Round {
    let mut round = Round::new(ruleset, SeatSet::first(players), seat(tells));
    for (voter, numbers) in votes {
        round.votes[seat(*voter).index()] =
            numbers.iter().fold(Ballot::EMPTY, |ballot, number| ballot.with(card(*number)));
    }
    round
}

fn spread(players: u8, votes: &[(u8, &[u8])]) -> Spread {
    Spread::new(&voted(Ruleset::Odyssey, players, 1, votes))
}

fn score(
    ruleset: Ruleset,
    players: u8,
    tells: u8,
    story_card: Option<u8>,
    votes: &[(u8, &[u8])],
    red: Option<u8>,
) -> Score {
    let mut round = voted(ruleset, players, tells, votes);
    round.story_card = story_card.map(card);
    round.red = red.map(card);
    // Every voter's own card has the voter's own number, the storyteller's has the number given.
    for (place, owner) in round.owners.iter_mut().enumerate() {
        let number = place as u8 + 1;
        if Some(number) != story_card && number <= players {
            *owner = Some(if number == tells { seat(story_card.unwrap_or(number)) } else { seat(number) });
        }
    }
    rules::score(&round).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn rows(rows: &[(Item, Value)], editing: Option<(usize, More)>) -> Rows {
    let edited = |nth| editing.filter(|&(place, _)| place == nth).map(|(_, more)| more);
    rows.iter().enumerate().map(|(nth, &(item, value))| Row { item, value, editing: edited(nth) }).collect()
}

const SIX: &[(u8, &[u8])] = &[(2, &[1]), (3, &[1]), (4, &[2]), (5, &[2]), (6, &[5])];
const EVERYONE: &[(u8, &[u8])] = &[(2, &[1]), (3, &[1]), (4, &[1]), (5, &[1]), (6, &[1])];
const TWELVE: &[(u8, &[u8])] = &[
    (2, &[1, 7]),
    (3, &[1]),
    (4, &[12, 7]),
    (5, &[12, 7]),
    (6, &[5, 1]),
    (7, &[1, 12]),
    (8, &[7, 12]),
    (9, &[7, 10]),
    (10, &[11, 7]),
    (11, &[1, 10]),
    (12, &[7, 1]),
];
const ALL_ALIKE: &[(u8, &[u8])] = &[
    (2, &[1, 3]),
    (3, &[1, 12]),
    (4, &[1, 3]),
    (5, &[1, 3]),
    (6, &[1, 3]),
    (7, &[1, 3]),
    (8, &[1, 3]),
    (9, &[1, 3]),
    (10, &[1, 3]),
    (11, &[1, 3]),
    (12, &[1, 3]),
];
const PARTY: &[(u8, &[u8])] = &[
    (1, &[4]),
    (2, &[4]),
    (3, &[4]),
    (4, &[7]),
    (5, &[7]),
    (6, &[2]),
    (7, &[9]),
    (8, &[9]),
    (9, &[9]),
    (10, &[9]),
    (11, &[11]),
    (12, &[11]),
];

/// Adds a prompt that could belong to `picture`.
pub fn prompted(picture: Shared) -> SharedScene {
    let leader = Actor::seat(seat(4));
    let holder = Actor::Holder;
    let press = |what| Prompt::press(leader, what);
    match &picture {
        Shared::Lobby(lobby) if lobby.join == Join::Dial => {
            let (press, turn) = match lobby.focus {
                Focus::Settings => (Purpose::OpenSettings, Purpose::ChooseGame(Ruleset::Dixit)),
                Focus::Players(_, players) => (Purpose::Players(players), Purpose::ChoosePlayers),
                Focus::First(_, _, first) => (Purpose::First(first), Purpose::ChooseFirst),
                Focus::Ruleset(ruleset) | Focus::Draw(ruleset) => {
                    (Purpose::TakeGame(ruleset), Purpose::ChooseGame(ruleset))
                }
            };
            Prompt::press(holder, press).under(picture).also(Prompt::turn(holder, turn))
        }
        Shared::Lobby(lobby) => {
            let seated = Actor::Seats(lobby.seated);
            let sit = match lobby.join {
                Join::PressOnTheDot => Purpose::SitDownOnTheDot,
                _ => Purpose::SitDown,
            };
            let sit = Prompt::press(Actor::Free, sit);
            let turn = Prompt::turn(seated, Purpose::ChooseGame(Ruleset::Dixit));
            match lobby.focus {
                Focus::Draw(_) => Prompt::press(seated, Purpose::DrawLots).under(picture).also(turn),
                Focus::Settings => Prompt::press(seated, Purpose::OpenSettings).under(picture).also(turn),
                _ if lobby.seated.is_empty() => sit.under(picture),
                _ if lobby.seated.len() < 3 => sit.under(picture).also(turn),
                _ => Prompt::hold(seated, Purpose::TellFirst).under(picture).also(sit),
            }
        }
        Shared::Homing(homing) => {
            Prompt::press(Actor::Seats(homing.seats.minus(homing.homed)), Purpose::SetPointer).under(picture)
        }
        Shared::Deal(_) => press(Purpose::Begin).under(picture).also(Prompt::hold(leader, Purpose::Leave)),
        Shared::Guest(guest) => {
            let admit = press(Purpose::Admit(guest.seat));
            admit.under(picture).also(Prompt::turn(leader, Purpose::Decline))
        }
        Shared::Clue(_) => press(Purpose::CardsLaid).under(picture).also(Prompt::hold(leader, Purpose::OpenMenu)),
        Shared::Vote(vote) => {
            let missing = vote.seats.minus(vote.ready);
            match (vote.asks.last(), vote.storyteller_asks.last()) {
                (Some(&asked), Some(&of_storyteller)) => {
                    Prompt::dial(Actor::Seats(missing.without(seat(4))), Purpose::Answer(asked))
                        .under(picture)
                        .also(Prompt::dial(leader, Purpose::Answer(of_storyteller)))
                }
                _ => Prompt::dial(Actor::Seats(missing), Purpose::Vote).under(picture),
            }
        }
        Shared::Countdown(_) => Prompt::wait(Purpose::Reveal)
            .under(picture)
            .also(Prompt::press(Actor::Seats(SeatSet::first(6)), Purpose::StopCountdown)),
        Shared::SentBack(_) => Prompt::wait(Purpose::LookAgain).under(picture),
        Shared::HandOver(over) => Prompt::press(Actor::seat(over.to), Purpose::LookAlone).under(picture),
        Shared::AllReady(shared::AllReady { change: None }) => {
            Prompt::press(holder, Purpose::Reveal).under(picture).also(Prompt::turn(holder, Purpose::ChangeVote))
        }
        Shared::AllReady(shared::AllReady { change: Some(seat) }) => Prompt::press(holder, Purpose::VoteAgain(*seat))
            .under(picture)
            .also(Prompt::turn(holder, Purpose::OtherSeat)),
        Shared::Owner(shared::Owner { dialled: Some(seat), .. }) => {
            Prompt::press(holder, Purpose::ItIs(*seat)).under(picture).also(Prompt::turn(holder, Purpose::OtherSeat))
        }
        Shared::Owner(owner) => {
            Prompt::press(Actor::Seats(owner.candidates), Purpose::Claim(owner.card)).under(picture)
        }
        Shared::Track(shared::Track { next: None, .. }) => press(Purpose::SeeWinners).under(picture),
        Shared::Track(_) => press(Purpose::NextRound).under(picture),
        Shared::Finale(_) | Shared::Curve(_) => {
            press(Purpose::GoOn).under(picture).also(Prompt::turn(leader, Purpose::Curves))
        }
        Shared::Over(_) => press(Purpose::Rematch).under(picture).also(Prompt::turn(leader, Purpose::OtherChoice)),
        Shared::CorrectScore(_) => Prompt::turn(leader, Purpose::Change).under(picture).also(press(Purpose::Keep)),
        Shared::Menu(menu) if menu.rows.iter().any(|row| row.editing.is_some()) => {
            Prompt::turn(leader, Purpose::Change).under(picture).also(press(Purpose::Keep))
        }
        Shared::Menu(_) | Shared::PickSeat(_) | Shared::Confirm(_) => {
            press(Purpose::Choose).under(picture).also(Prompt::turn(leader, Purpose::OtherChoice))
        }
        Shared::PastRound(_) => press(Purpose::Back).under(picture).also(Prompt::turn(leader, Purpose::OlderRounds)),
        Shared::KnobCheck(check) if check.found.is_some() => press(Purpose::Keep).under(picture),
        Shared::KnobCheck(check) if !check.failed => Prompt::turn(leader, Purpose::Clicks).under(picture),
        Shared::KnobCheck(_) | Shared::SelfTest(_) | Shared::Version(_) => press(Purpose::Back).under(picture),
        Shared::UsbBoot => Prompt::wait(Purpose::CopyFile).under(picture),
        Shared::Safe => SharedScene::safe_start(),
        Shared::Votes(_) | Shared::Verdict(_) | Shared::Points(_) | Shared::Awards(_) | Shared::Notice(_) => {
            press(Purpose::GoOn).under(picture)
        }
    }
}

struct Cases(Vec<Case>);

impl Cases {
    fn add(&mut self, name: &str, scene: Scene) -> &mut Case {
        self.0.push(Case { name: name.into(), scene, hold: 0, wander: 0, rotated: false, blink: false, docs: false });
        self.0.last_mut().expect("just added")
    }

    fn shared(&mut self, name: &str, scene: Shared) -> &mut Case {
        self.add(name, Scene::Shared(prompted(scene)))
    }

    fn shown(&mut self, name: &str, scene: Shared) {
        self.shared(name, scene).docs = true;
    }

    /// A scene on a seat's own screen; a dial is also drawn for the device that is passed round.
    fn seat(&mut self, name: &str, scene: SeatScene) {
        let docs = !matches!(scene, SeatScene::Out(_) | SeatScene::Wait(_) | SeatScene::Menu(_));
        self.add(&format!("seat-{name}"), Scene::Seat(scene)).docs = docs;
        if let SeatScene::Dial(dial) = scene {
            self.add(&format!("pass-{name}"), Scene::Pass(SharedScreenScene::Holder(dial)));
        }
    }
}

pub fn all() -> Vec<Case> {
    let mut cases = Cases(Vec::new());
    before(&mut cases);
    vote(&mut cases);
    reveal(&mut cases);
    points(&mut cases);
    track(&mut cases);
    end(&mut cases);
    menu(&mut cases);
    service(&mut cases);
    notices(&mut cases);
    pass(&mut cases);
    seat_screens(&mut cases);
    prompts(&mut cases);
    cases.0.sort_by_key(|case| matches!(case.scene, Scene::Seat(_)));
    cases.0
}

fn before(cases: &mut Cases) {
    for ruleset in Ruleset::ALL {
        let scene = Shared::Lobby(shared::Lobby {
            focus: Focus::Ruleset(ruleset),
            seated: SeatSet::EMPTY,
            counts: counts(ruleset),
            join: Join::Press,
            free: true,
            more: More::default(),
        });
        cases.shared(&format!("lobby-{}", ruleset.name()), scene).docs = ruleset == Ruleset::Dixit;
    }
    let lobby = |focus, seated| {
        let more = match focus {
            Focus::Settings => More { left: true, right: false },
            _ => More::BOTH,
        };
        let (counts, join) = (counts(Ruleset::Odyssey), Join::Press);
        Shared::Lobby(shared::Lobby { focus, seated, counts, join, free: seated.len() < 12, more })
    };
    cases.shared("lobby-too-few", lobby(Focus::Ruleset(Ruleset::Odyssey), seats([2, 7])));
    cases.shown("lobby-enough", lobby(Focus::Ruleset(Ruleset::Odyssey), seats([1, 2, 4, 5, 7])));
    cases.shared("lobby-enough-holding", lobby(Focus::Ruleset(Ruleset::Odyssey), seats([1, 2, 4, 5, 7]))).hold = 5;
    cases.shared("lobby-twelve", lobby(Focus::Ruleset(Ruleset::Odyssey), SeatSet::first(12)));
    for ruleset in Ruleset::ALL {
        let counts = counts(ruleset);
        let on_ring = Shared::Lobby(shared::Lobby {
            focus: Focus::Ruleset(ruleset),
            seated: SeatSet::EMPTY,
            counts,
            join: Join::PressOnTheDot,
            free: true,
            more: More::default(),
        });
        cases.shared(&format!("lobby-ring-{}", ruleset.name()), on_ring);
        let passed = Shared::Lobby(shared::Lobby {
            focus: Focus::Ruleset(ruleset),
            seated: SeatSet::first(4),
            counts,
            join: Join::Dial,
            free: true,
            more: More { left: ruleset != Ruleset::Dixit, right: true },
        });
        cases.shared(&format!("lobby-pass-{}", ruleset.name()), passed);
    }
    for (ruleset, sit) in [(Ruleset::Dixit, 1), (Ruleset::Dixit, 2), (Ruleset::Dixit, 7), (Ruleset::Party, 3)]
        .into_iter()
        .chain([(Ruleset::Party, 5), (Ruleset::Party, 7), (Ruleset::Team, 2), (Ruleset::Team, 5), (Ruleset::Team, 7)])
    {
        let seated = SeatSet::first(sit);
        let picture = Shared::Lobby(shared::Lobby {
            focus: Focus::Ruleset(ruleset),
            seated,
            counts: counts(ruleset),
            join: Join::PressOnTheDot,
            free: true,
            more: More::BOTH,
        });
        let sit_down = Prompt::press(Actor::Free, Purpose::SitDownOnTheDot);
        let turn = Prompt::turn(Actor::Seats(seated), Purpose::ChooseGame(ruleset));
        let name = format!("lobby-ring-{}-{sit}", ruleset.name());
        cases.add(&name, Scene::Shared(sit_down.under(picture).also(turn)));
    }
    cases.shared("lobby-draw", lobby(Focus::Draw(Ruleset::Odyssey), SeatSet::first(8)));
    cases.shared("lobby-settings", lobby(Focus::Settings, SeatSet::EMPTY));
    let homing = Shared::Homing(shared::Homing { seats: SeatSet::first(8), homed: seats([1, 3, 4, 8]), check: false });
    cases.shown("homing", homing);
    let check = Shared::Homing(shared::Homing { seats: SeatSet::first(8), homed: SeatSet::first(8), check: true });
    let others = Prompt::press(Actor::Seats(SeatSet::first(8).without(seat(4))), Purpose::SetPointer);
    let begin = Prompt::press(Actor::seat(seat(4)), Purpose::Begin);
    cases.add("homing-check", Scene::Shared(begin.under(check).also(others)));
    for (ruleset, players, hand) in [(Ruleset::Dixit, 3, 7), (Ruleset::Party, 12, 5), (Ruleset::Team, 8, 4)] {
        let deal = Shared::Deal(shared::Deal { ruleset, players, hand, storyteller: storyteller(3) });
        cases.shared(&format!("deal-{}", ruleset.name()), deal).docs = ruleset == Ruleset::Dixit;
    }
    let guest = |points, back| Shared::Guest(shared::Guest { seat: seat(7), points, back, cards: 6 });
    cases.shared("guest", guest(12, false));
    cases.shared("guest-back", guest(117, true));
}

fn vote(cases: &mut Cases) {
    let clue = |tells: u8, round, give, cards, partner_gives, skipping| {
        Shared::Clue(shared::Clue {
            storyteller: storyteller(tells),
            round,
            give,
            cards,
            partner_gives,
            blind: false,
            skipping,
            standing: shared::Standing { leaders: seats([6]), most: 28, goal: Some(30) },
            last_clue: Some(Verdict::Everyone),
            leafs: true,
            is_last: false,
            takes: [0; 12],
            new_pile: false,
        })
    };
    let mut first = clue(4, 1, 1, 6, false, SeatSet::EMPTY);
    if let Shared::Clue(clue) = &mut first {
        clue.standing = shared::Standing { leaders: SeatSet::EMPTY, most: 0, goal: Some(30) };
        (clue.last_clue, clue.leafs) = (None, false);
    }
    cases.shared("clue-first", first);
    for (name, leaders, last) in [("two", seats([2, 11]), Verdict::Some), ("many", seats([1, 2, 3, 4]), Verdict::NoOne)]
    {
        let mut shared_lead = clue(4, 12, 1, 8, false, SeatSet::EMPTY);
        if let Shared::Clue(clue) = &mut shared_lead {
            clue.standing = shared::Standing { leaders, most: 128, goal: Some(200) };
            clue.last_clue = Some(last);
        }
        cases.shared(&format!("clue-{name}-lead"), shared_lead);
    }
    cases.shown("clue", clue(4, 7, 1, 6, false, SeatSet::EMPTY));
    cases.shared("clue-three-players", clue(2, 1, 2, 5, false, SeatSet::EMPTY));
    cases.shared("clue-twelve", clue(12, 128, 1, 12, false, SeatSet::EMPTY));
    cases.shared("clue-skipping", clue(10, 23, 1, 9, false, seats([3, 11, 12])));
    let team = Shared::Clue(shared::Clue {
        storyteller: Storyteller { seat: seat(3), second: true },
        round: 9,
        give: 1,
        cards: 7,
        partner_gives: true,
        blind: false,
        skipping: SeatSet::EMPTY,
        standing: shared::Standing { leaders: seats([2]), most: 31, goal: None },
        last_clue: Some(Verdict::Some),
        leafs: true,
        is_last: true,
        takes: [0; 12],
        new_pile: false,
    });
    let mut skips = team.clone();
    if let Shared::Clue(clue) = &mut skips {
        (clue.skipping, clue.storyteller.second) = (seats([2, 5]), false);
    }
    cases.shared("clue-team-skipping", skips);
    cases.shared("clue-team", team.clone());
    let party = Shared::Clue(shared::Clue {
        storyteller: storyteller(3),
        round: 2,
        give: 1,
        cards: 8,
        partner_gives: false,
        blind: true,
        skipping: SeatSet::EMPTY,
        standing: shared::Standing { leaders: seats([5]), most: 8, goal: None },
        last_clue: None,
        leafs: true,
        is_last: false,
        takes: [0; 12],
        new_pile: false,
    });
    let changed = |change: fn(&mut shared::Clue)| {
        let mut picture = clue(4, 7, 1, 6, false, SeatSet::EMPTY);
        if let Shared::Clue(clue) = &mut picture {
            change(clue);
        }
        picture
    };
    cases.shared("clue-last", changed(|clue| clue.is_last = true));
    cases.shared("clue-guest-takes", changed(|clue| clue.takes[6] = 6));
    cases.shared(
        "clue-last-without-one",
        changed(|clue| {
            clue.is_last = true;
            clue.skipping = seats([2]);
        }),
    );
    cases.shared(
        "clue-guest-takes-without-one",
        changed(|clue| {
            clue.takes[6] = 6;
            clue.skipping = seats([2]);
        }),
    );
    let mut takes = team.clone();
    if let Shared::Clue(clue) = &mut takes {
        clue.takes[..4].fill(1);
    }
    cases.shared("clue-team-takes", takes);
    let mut takes = party.clone();
    if let Shared::Clue(clue) = &mut takes {
        (clue.takes[6], clue.is_last) = (5, true);
    }
    cases.shared("clue-party-guest-takes", takes);
    cases.shared(
        "clue-guest-new-pile",
        changed(|clue| {
            clue.takes[6] = 6;
            clue.new_pile = true;
        }),
    );
    let mut takes = team.clone();
    if let Shared::Clue(clue) = &mut takes {
        (clue.takes[5], clue.new_pile) = (8, true);
    }
    cases.shared("clue-team-new-pile", takes);
    let mut takes = party.clone();
    if let Shared::Clue(clue) = &mut takes {
        (clue.takes[6], clue.new_pile) = (5, true);
    }
    cases.shared("clue-party-new-pile", takes);
    cases.shared("clue-three-take", changed(|clue| clue.takes[..3].fill(1)));
    cases.shared("clue-party", party);
    cases.shared("clue-wandered", clue(4, 7, 1, 6, false, SeatSet::EMPTY)).wander = 2;
    let across = cases.shared("clue-turned", clue(4, 7, 1, 6, false, SeatSet::EMPTY));
    (across.wander, across.rotated) = (2, true);
    let vote = |seats, ready, rejected: Rejected, cards, asks: &[Question], answered| {
        Shared::Vote(shared::Vote {
            storyteller: storyteller(4),
            seats,
            ready,
            rejected,
            cards,
            asks: asks.iter().copied().collect(),
            storyteller_asks: asks.iter().map(|_| Question::StoryCard).take(1).collect(),
            asked: [asks.len() as u8; 12],
            answered,
            turn_away: SeatSet::EMPTY,
            nudge: false,
        })
    };
    let none = [0; 12];
    let nobody = Rejected::default();
    cases.shared("vote-start", vote(SeatSet::first(6), SeatSet::EMPTY, nobody, 6, &[], none));
    cases.shown("vote", vote(SeatSet::first(6), seats([1, 3, 6]), nobody, 6, &[], none));
    cases.shared("vote-three", vote(SeatSet::first(3), seats([2]), nobody, 5, &[], none));
    cases.shared("vote-eight", vote(SeatSet::first(8), seats([2, 5]), nobody, 8, &[], none));
    cases.shared("vote-twelve", vote(SeatSet::first(12), seats([2, 5, 10, 11, 12]), nobody, 12, &[], none));
    cases.shared(
        "vote-rejected",
        vote(SeatSet::first(6), seats([1]), Rejected { no_card: seats([3, 12]), ..nobody }, 6, &[], none),
    );
    cases.shared(
        "vote-same-card",
        vote(SeatSet::first(6), seats([1]), Rejected { same_card: seats([3]), ..nobody }, 6, &[], none),
    );
    cases.shared(
        "vote-own-card",
        vote(SeatSet::first(6), seats([1]), Rejected { own_card: seats([3]), ..nobody }, 6, &[], none),
    );
    let two = [1, 2, 0, 1, 2, 0, 1, 0, 0, 0, 0, 0];
    let asks = [Question::Own { nth: 1, of: 1 }, Question::Vote, Question::Second];
    cases.shared("vote-in-steps", vote(SeatSet::first(8), seats([2, 5]), nobody, 8, &asks, two));
    // Party: the storyteller has dialled the green vote, as everyone does, and dials the red token.
    let mut party = vote(SeatSet::first(8), seats([2]), nobody, 8, &[Question::Green], none);
    if let Shared::Vote(vote) = &mut party {
        vote.storyteller_asks = [Question::Green, Question::Red].into_iter().collect();
        (vote.asked[3], vote.answered[1], vote.answered[3]) = (2, 1, 1);
    }
    cases.shared("vote-green-red", party);
    cases.shown("countdown", Shared::Countdown(shared::Countdown { left: 3 }));
    cases.shared("countdown-end", Shared::Countdown(shared::Countdown { left: 1 }));
    cases.shared("sent-back", Shared::SentBack(shared::SentBack { seats: seats([3, 11]) }));
}

fn reveal(cases: &mut Cases) {
    let mut party = voted(Ruleset::Party, 12, 1, PARTY);
    party.red = Some(card(9));
    let party = Spread::new(&party);
    let three = Spread::new(&voted(Ruleset::Dixit, 3, 2, &[(1, &[4]), (3, &[2])]));
    let found = |spread: &Spread, story_card: u8, verdict| {
        Shared::Verdict(shared::Verdict {
            spread: *spread,
            story_card: Some(card(story_card)),
            verdict: Some(verdict),
            loud: false,
            storyteller: storyteller(1),
        })
    };
    for (name, verdict) in [("some", Verdict::Some), ("everyone", Verdict::Everyone), ("no-one", Verdict::NoOne)] {
        let mut scene = found(&spread(6, SIX), 1, verdict);
        if let Shared::Verdict(verdict) = &mut scene {
            verdict.loud = true;
        }
        cases.shown(&format!("shout-{name}"), scene);
    }
    cases.shown("votes", Shared::Votes(shared::Votes { spread: spread(6, SIX) }));
    cases.shared("votes-flash", Shared::Votes(shared::Votes { spread: spread(6, SIX) })).blink = true;
    cases.shared("votes-three", Shared::Votes(shared::Votes { spread: three }));
    cases.shared("votes-everyone", Shared::Votes(shared::Votes { spread: spread(6, EVERYONE) }));
    cases.shown("votes-twelve", Shared::Votes(shared::Votes { spread: spread(12, TWELVE) }));
    cases.shared("votes-all-alike", Shared::Votes(shared::Votes { spread: spread(12, ALL_ALIKE) }));
    cases.shown("votes-party", Shared::Votes(shared::Votes { spread: party }));
    cases.shown("verdict-some", found(&spread(6, SIX), 1, Verdict::Some));
    cases.shared("verdict-everyone", found(&spread(6, EVERYONE), 1, Verdict::Everyone));
    cases.shared("verdict-no-one", found(&three, 5, Verdict::NoOne));
    cases.shared("verdict-twelve", found(&spread(12, TWELVE), 1, Verdict::Some));
    cases.shared("verdict-all-alike", found(&spread(12, ALL_ALIKE), 3, Verdict::Some));
    cases.shared(
        "verdict-party",
        Shared::Verdict(shared::Verdict {
            spread: party,
            story_card: None,
            verdict: None,
            loud: false,
            storyteller: storyteller(1),
        }),
    );
    let owner = |number, candidates, left, dialled| {
        let (owners, certain) = ([None; MAX_CARDS], CardSet::EMPTY);
        Shared::Owner(shared::Owner { card: card(number), candidates, left, dialled, owners, certain, only: None })
    };
    cases.shown("owner", owner(5, seats([1, 3, 5, 6]), 2, None));
    let mut filled = owner(5, seats([2, 4]), 2, None);
    if let Shared::Owner(owner) = &mut filled {
        for (number, of) in [(1, 3), (2, 6), (7, 12), (10, 1), (11, 8), (12, 11)] {
            owner.owners[card(number).index()] = Some(seat(of));
        }
        owner.certain = CardSet::EMPTY.with(card(12)).with(card(2));
    }
    cases.shown("owner-filled-in", filled);
    let mut only = owner(5, seats([2, 4]), 2, None);
    if let Shared::Owner(owner) = &mut only {
        owner.only = Some(seat(7));
    }
    if let Scene::Shared(scene) = &mut cases.shared("owner-only", only).scene {
        scene.sand = Some(5);
    }
    cases.shared("owner-last", owner(12, seats([1, 2, 3, 4, 5, 6, 7, 10, 11]), 1, None));
    cases.shared("owner-dialled", owner(5, seats([2, 4]), 2, Some(seat(11))));
    let past = |page, number, of, spread, story_card: Option<u8>, gained, seats| {
        Shared::PastRound(shared::PastRound {
            page,
            number,
            of,
            storyteller: storyteller(1),
            spread,
            story_card: story_card.map(card),
            gained,
            seats,
        })
    };
    let six = [3, 5, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    let twelve = [3, 3, 4, 0, 0, 4, 3, 0, 0, 2, 10, 3];
    let (votes, gains) = (PastPage::Votes, PastPage::Gains);
    cases.shown("past-round", past(votes, 3, 7, spread(6, SIX), Some(1), six, SeatSet::first(6)));
    cases.shown("past-gains", past(gains, 3, 7, spread(6, SIX), Some(1), six, SeatSet::first(6)));
    cases.shared("past-round-twelve", past(votes, 23, 104, spread(12, TWELVE), Some(1), twelve, SeatSet::first(12)));
    cases.shared("past-gains-twelve", past(gains, 23, 104, spread(12, TWELVE), Some(1), twelve, SeatSet::first(12)));
    cases.shared(
        "past-round-all-alike",
        past(votes, 23, 104, spread(12, ALL_ALIKE), Some(1), twelve, SeatSet::first(12)),
    );
    cases.shared("past-round-party", past(votes, 1, 1, party, None, twelve, SeatSet::first(12)));
    cases.shared("past-gains-eight", past(gains, 1, 1, spread(8, SIX), Some(1), twelve, SeatSet::first(8)));
}

fn points(cases: &mut Cases) {
    let show = |step, players, score| Shared::Points(shared::Points { step, seats: SeatSet::first(players), score });
    let some = score(Ruleset::Dixit, 6, 1, Some(1), SIX, None);
    let everyone = score(Ruleset::Dixit, 6, 1, Some(1), EVERYONE, None);
    let no_one = score(Ruleset::Dixit, 6, 1, Some(1), &[(2, &[3]), (3, &[2]), (4, &[2]), (5, &[2]), (6, &[5])], None);
    let twelve = score(Ruleset::Odyssey, 12, 1, Some(1), TWELVE, None);
    let all = score(
        Ruleset::Odyssey,
        12,
        1,
        Some(1),
        &ALL_ALIKE.iter().map(|(v, n)| (*v, &n[..1])).collect::<Vec<_>>(),
        None,
    );
    let party = score(Ruleset::Party, 12, 1, None, PARTY, Some(9));
    cases.shown("points-base", show(PointsStep::Base, 6, some));
    cases.shown("points-bonus", show(PointsStep::Bonus, 6, some));
    cases.shared("points-everyone", show(PointsStep::Base, 6, everyone));
    cases.shared("points-no-bonus", show(PointsStep::Bonus, 6, everyone));
    cases.shared("points-no-one", show(PointsStep::Base, 6, no_one));
    cases.shared("points-no-one-bonus", show(PointsStep::Bonus, 6, no_one));
    cases.shared("points-twelve", show(PointsStep::Base, 12, twelve));
    cases.shared("points-twelve-bonus", show(PointsStep::Bonus, 12, twelve));
    cases.shared("points-all-alike", show(PointsStep::Base, 12, all));
    cases.shared("points-all-alike-bonus", show(PointsStep::Bonus, 12, all));
    cases.shared("points-party", show(PointsStep::Base, 12, party));
}

fn track(cases: &mut Cases) {
    let track = |players, from, to, eighths, goal, next: Option<Storyteller>| {
        Shared::Track(shared::Track {
            seats: SeatSet::first(players),
            from,
            to,
            eighths,
            goal,
            next,
            draw: 1,
            draw_to: 6,
            pass_hands: false,
            new_pile: false,
        })
    };
    let zero = [0; 12];
    let six = [12, 9, 17, 17, 4, 28, 0, 0, 0, 0, 0, 0];
    let later = [15, 14, 20, 17, 4, 33, 0, 0, 0, 0, 0, 0];
    let twelve = [12, 9, 17, 17, 4, 28, 30, 33, 0, 21, 21, 21];
    let laps = [32, 29, 31, 60, 61, 44, 30, 33, 0, 21, 90, 121];
    cases.shared("track-start", track(6, zero, zero, 8, Some(30), Some(storyteller(4))));
    cases.shown("track", track(6, six, later, 8, Some(30), Some(storyteller(5))));
    cases.shared("track-moving", track(6, six, later, 3, Some(30), Some(storyteller(5))));
    cases.shared("track-three", track(3, six, later, 8, Some(30), Some(storyteller(2))));
    let before = [9, 9, 12, 17, 4, 25, 20, 30, 0, 21, 18, 21];
    cases.shown("track-twelve", track(12, before, twelve, 8, Some(30), Some(storyteller(12))));
    cases.shared("track-one-field", track(12, [17; 12], [17; 12], 8, Some(30), Some(storyteller(1))));
    cases.shared("track-goal-hundred", track(8, twelve, laps, 8, Some(100), Some(storyteller(1))));
    cases.shared("track-laps", track(12, laps, laps, 8, None, Some(Storyteller { seat: seat(2), second: true })));
    cases.shared("track-last", track(6, six, later, 8, Some(30), None));
    let party = Shared::Track(shared::Track {
        seats: SeatSet::first(7),
        from: laps,
        to: laps,
        eighths: 8,
        goal: None,
        next: Some(storyteller(3)),
        draw: 1,
        draw_to: 5,
        pass_hands: true,
        new_pile: false,
    });
    let new_pile = |picture: &Shared| match picture {
        Shared::Track(track) => Shared::Track(shared::Track { new_pile: true, ..*track }),
        other => other.clone(),
    };
    cases.shared("track-party-new-pile", new_pile(&party));
    cases.shared("track-new-pile", new_pile(&track(8, twelve, twelve, 8, Some(30), Some(storyteller(5)))));
    cases.shared("track-twelve-new-pile", new_pile(&track(12, before, twelve, 8, Some(30), Some(storyteller(5)))));
    cases.shared("track-party", party);
    let three = Shared::Track(shared::Track {
        seats: SeatSet::first(3),
        from: six,
        to: later,
        eighths: 8,
        goal: Some(30),
        next: Some(storyteller(3)),
        draw: 2,
        draw_to: 7,
        pass_hands: false,
        new_pile: false,
    });
    cases.shared("track-draw-two", three);
}

fn end(cases: &mut Cases) {
    let over = |winners, players, scores| {
        Shared::Over(shared::Over { winners, seats: SeatSet::first(players), scores, at_goal: None })
    };
    let six = [15, 14, 20, 17, 4, 33, 0, 0, 0, 0, 0, 0];
    let twelve = [12, 9, 17, 31, 4, 28, 30, 33, 0, 21, 21, 33];
    let finale = |winners, players, scores, ranked, crown| {
        Shared::Finale(shared::Finale { winners, seats: SeatSet::first(players), scores, ranked, crown })
    };
    cases.shared("finale-ranks", finale(seats([6]), 6, six, 3, 0));
    cases.shared("finale-crown", finale(seats([6]), 6, six, 5, 1));
    cases.shown("finale", finale(seats([6]), 6, six, 5, 3));
    let few = [11, 5, 7, 10, 8, 10, 0, 0, 0, 0, 0, 0];
    cases.shared("finale-few-points", finale(seats([1]), 6, few, 5, 3));
    cases.shared("finale-twelve", finale(seats([8]), 12, twelve, 11, 3));
    cases.shared("finale-tie", finale(seats([8, 12]), 12, twelve, 10, 3));
    cases.shared("finale-everyone", finale(SeatSet::first(12), 12, [130; 12], 0, 3));
    cases.shown("over", over(seats([6]), 6, six));
    cases.shared("over-three", over(seats([2]), 3, [29, 131, 30, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    cases.shared("over-tie", over(seats([8, 12]), 12, twelve));
    cases.shared("over-many", over(seats([4, 7, 8, 12, 1]), 12, twelve));
    // Disney: everyone at the goal wins, even with different points.
    let (winners, at_goal) = (seats([4, 7, 8, 12]), Some(30));
    let goal = Shared::Over(shared::Over { winners, seats: SeatSet::first(12), scores: twelve, at_goal });
    cases.shared("over-at-goal", goal);
    cases.shared("over-everyone", over(SeatSet::first(12), 12, [30; 12]));
    cases.shared("over-twelve", over(seats([11]), 12, twelve));
    let account = |rounds, awards| Shared::Awards(shared::Awards { rounds, given: 4, awards });
    let award = |winners: SeatSet, count| Some(Honour { seats: winners, count });
    let mut begun =
        account(14, [award(seats([3]), 12), award(seats([11]), 9), award(seats([1, 4]), 7), award(seats([2]), 8)]);
    if let Shared::Awards(awards) = &mut begun {
        awards.given = 2;
    }
    cases.shared("account-begun", begun);
    cases.shown(
        "account",
        account(14, [award(seats([3]), 12), award(seats([11]), 9), award(seats([1, 4]), 7), award(seats([2]), 8)]),
    );
    let shared_by = [award(SeatSet::first(3), 3), award(SeatSet::first(5), 2), award(seats([2, 3]), 7), None];
    cases.shared("account-shared", account(9, shared_by));
    let all = [award(seats([1, 4]), 6), award(seats([3]), 6), award(SeatSet::first(3), 3), award(seats([2, 3]), 5)];
    cases.shared("account-all-shared", account(8, all));
    cases.shared("account-short", account(1, [None; 4]));
    cases.shared("account-long", account(122, [award(seats([12]), 36), None, award(seats([12]), 199), None]));
    let curve = |points: &[u16], most| {
        let points = points.iter().copied().collect();
        Shared::Curve(shared::Curve { seat: seat(3), points, most })
    };
    cases.shown("curve", curve(&[0, 3, 3, 5, 9, 9, 12, 16, 19, 19, 24, 31], 33));
    cases.shared("curve-nothing", curve(&[0], 0));
    let long: Vec<u16> = (0..CURVE_MAX as u16).map(|round| round * 3 / 2).collect();
    cases.shared("curve-long", curve(&long, 100));
}

fn menu(cases: &mut Cases) {
    let main = [
        (Item::BackOneStep, Value::None),
        (Item::CorrectScore, Value::None),
        (Item::Seats, Value::None),
        (Item::PastRounds, Value::None),
        (Item::Settings, Value::None),
        (Item::EndGame, Value::None),
        (Item::Close, Value::None),
    ];
    let at_table = [
        (Item::AddSeat, Value::None),
        (Item::RemoveSeat, Value::None),
        (Item::SkipRound, Value::None),
        (Item::ChangeStoryteller, Value::None),
        (Item::SetPointer, Value::None),
        (Item::VoteAgain, Value::None),
        (Item::Close, Value::None),
    ];
    let settings = [
        (Item::Language, Value::Name("Polski")),
        (Item::Goal, Value::Number(100)),
        (Item::Laps, Value::Number(2)),
        (Item::Ending, Value::EndsByRulebook),
        (Item::Owners, Value::OwnersWithVote),
        (Item::LoneVoteBonus, Value::LoneSomeMissed),
        (Item::Countdown, Value::On(true)),
        (Item::PointsGoOn, Value::Seconds(8)),
        (Item::Nudge, Value::Seconds(0)),
        (Item::Brightness, Value::Number(4)),
        (Item::ScreenOff, Value::Minutes(10)),
        (Item::Facing, Value::ToStoryteller),
        (Item::Sound, Value::On(false)),
        (Item::KnobCheck, Value::None),
        (Item::SelfTest, Value::None),
        (Item::UsbBoot, Value::None),
        (Item::ForgetAll, Value::None),
        (Item::Version, Value::None),
        (Item::Close, Value::None),
    ];
    let (first, last) = (More { left: false, right: true }, More { left: true, right: false });
    let values = [
        (Item::Ending, Value::EndsAtGoal, More::BOTH),
        (Item::Ending, Value::EndsAfterLaps, More::BOTH),
        (Item::Ending, Value::EndsNever, last),
        (Item::Owners, Value::OwnersAfter, first),
        (Item::LoneVoteBonus, Value::LoneAlways, first),
        (Item::ScreenOff, Value::Minutes(0), first),
        (Item::Countdown, Value::On(true), last),
        (Item::Language, Value::Name("Italiano"), More::BOTH),
        (Item::Facing, Value::Upright, first),
        (Item::Facing, Value::UpsideDown, More::BOTH),
        (Item::Owners, Value::OwnersInTurn, More::BOTH),
        (Item::ScreenOff, Value::Minutes(60), last),
    ];
    let edited = values.map(|(item, value, _)| (item, value));
    for place in 0..main.len() {
        let scene = Shared::Menu(shared::Menu { title: None, rows: rows(&main, None), selected: place as u8 });
        cases.shared(&format!("menu-{place}"), scene).docs = place == 0;
    }
    for place in 0..at_table.len() - 1 {
        let scene =
            Shared::Menu(shared::Menu { title: Some(Item::Seats), rows: rows(&at_table, None), selected: place as u8 });
        cases.shared(&format!("menu-seats-{place}"), scene);
    }
    for place in 0..settings.len() - 1 {
        let scene = Shared::Menu(shared::Menu {
            title: Some(Item::Settings),
            rows: rows(&settings, None),
            selected: place as u8,
        });
        cases.shared(&format!("settings-{place:02}"), scene);
    }
    for (place, &(_, _, more)) in values.iter().enumerate() {
        let scene = Shared::Menu(shared::Menu {
            title: Some(Item::Settings),
            rows: rows(&edited, Some((place, more))),
            selected: place as u8,
        });
        cases.shared(&format!("settings-editing-{place:02}"), scene).docs = place == 0;
    }
    let everyone = SeatSet::first(12);
    for (name, item) in [
        ("add", Item::AddSeat),
        ("remove", Item::RemoveSeat),
        ("skip", Item::SkipRound),
        ("storyteller", Item::ChangeStoryteller),
        ("score", Item::CorrectScore),
    ] {
        cases.shared(
            &format!("pick-seat-{name}"),
            Shared::PickSeat(shared::PickSeat { item, seat: seat(4), seats: everyone }),
        );
    }
    cases.shown(
        "pick-seat",
        Shared::PickSeat(shared::PickSeat { item: Item::SkipRound, seat: seat(3), seats: seats([1, 2, 3, 5, 8]) }),
    );
    cases.shown("correct-score", Shared::CorrectScore(shared::CorrectScore { seat: seat(5), was: 17, now: 19 }));
    cases
        .shared("correct-score-far", Shared::CorrectScore(shared::CorrectScore { seat: seat(12), was: 128, now: 100 }));
    for (name, what, yes) in [
        ("end", Confirmable::EndGame, false),
        ("end-at-goal", Confirmable::EndAtGoal, false),
        ("remove", Confirmable::RemoveSeat(seat(7)), false),
        ("forget", Confirmable::ForgetAll, true),
        ("usb", Confirmable::UsbBoot, false),
        ("back", Confirmable::BackOneStep, true),
    ] {
        cases.shared(&format!("confirm-{name}"), Shared::Confirm(shared::Confirm { what, yes })).docs = name == "end";
    }
}

fn service(cases: &mut Cases) {
    let check = |knob, clicks, found, failed| Shared::KnobCheck(shared::KnobCheck { knob, clicks, found, failed });
    let kind = |detents_per_cycle, direction| Some(KnobKind { detents_per_cycle, rest: Rest::High, direction });
    cases.shown("knob-check", check(4, 3, None, false));
    cases.shared("knob-check-found", check(11, 5, kind(DetentsPerCycle::Two, Direction::Reversed), false));
    cases.shared("knob-check-usual", check(0, 5, kind(DetentsPerCycle::One, Direction::Normal), false));
    cases.shared("knob-check-failed", check(4, 5, None, true));
    let mut screens = [PartStatus::Fine; 12];
    screens[6] = PartStatus::Missing;
    let test = |knobs, shared_screen, seat_screens, chain, storage| {
        Shared::SelfTest(shared::SelfTest {
            knobs,
            turned: [0, 3, -12, 127, -128, 5, 6, 7, 8, 9, 0, 0],
            down: seats([2, 10]),
            shared_screen,
            found: None,
            seat_screens,
            chain,
            storage,
            run: shared::Run { stack_kib: 22, overruns: 0 },
        })
    };
    let (fine, gone, absent) = (PartStatus::Fine, PartStatus::Missing, PartStatus::Absent);
    cases.shared("self-test", test(12, fine, screens, gone, fine));
    cases.shared("self-test-no-chain", test(8, fine, [absent; 12], absent, fine));
    let mut found = test(12, fine, screens, fine, fine);
    if let Shared::SelfTest(found) = &mut found {
        found.found = Some(FoundScreen { controller: Controller::Ssd1306, address: 0x3d });
    }
    cases.shared("self-test-found", found);
    cases.shared("version", Shared::Version(shared::Version { board: "table", version: "0.1.0" }));
    cases.shared("usb-boot", Shared::UsbBoot);
    cases.shared("safe", Shared::Safe);
}

fn notices(cases: &mut Cases) {
    use rules::Refusal as R;
    let (s, c) = (seat(12), card(12));
    // The last case, `NoStoryCard`, stands for all refusals that are not listed: the dials make them impossible, and
    // all of them share one text.
    let refused = [
        R::OwnCard { seat: s, card: c },
        R::TooManyCards { seat: s, most: 1 },
        R::TooManyCards { seat: s, most: 2 },
        R::Claimed { seat: s, card: c },
        R::NoStoryCard,
    ];
    for (nth, refusal) in refused.into_iter().enumerate() {
        let scene = Shared::Notice(Notice::Refused(Refusal::Rules(refusal)));
        cases.shared(&format!("refused-by-rules-{nth}"), scene).docs = nth == 0;
    }
    let refused = [
        Refusal::Players { ruleset: Ruleset::Party, players: 5, counts: counts(Ruleset::Party) },
        Refusal::NotNow,
        Refusal::FinishTheRound,
        Refusal::NothingBefore,
        Refusal::NoFreeSeat,
        Refusal::NoNumberThere,
        Refusal::TooManyChanges,
        Refusal::GameIsOver,
        Refusal::Players { ruleset: Ruleset::Team, players: 4, counts: counts(Ruleset::Team) },
    ];
    for (nth, refusal) in refused.into_iter().enumerate() {
        cases.shared(&format!("refused-{nth}"), Shared::Notice(Notice::Refused(refusal))).docs = nth == 0;
    }
    let place = "panicked at src/firmware/screens.rs:123:45: index out of bounds: the len is 12 but the index is 12";
    let notices = [
        ("shared-screen", Notice::ScreensMissing { shared: true, seats: SeatSet::EMPTY }),
        ("seat-screens", Notice::ScreensMissing { shared: false, seats: SeatSet::first(12) }),
        ("switch", Notice::MuxMissing { mux: 2, seats: seats([7, 8, 9, 10, 11, 12]) }),
        ("switches", Notice::MuxesMissing),
        ("stuck", Notice::KnobsStuck(seats([3, 12]))),
        ("chain", Notice::ChainBroken),
        ("damaged", Notice::StoreDamaged),
        ("crashed", Notice::Crashed(&place[..96])),
        ("resumed", Notice::Resumed),
        ("vote-anew", Notice::VoteAnew),
        ("leader-stuck", Notice::LeaderStuck(seats([3, 12]))),
        ("not-you", Notice::NotYou(seat(12))),
        ("only-leader", Notice::OnlyLeaderOpensMenu(seat(12))),
        ("sees-nothing", Notice::SeesNothing(seat(12))),
        ("hold-to-join", Notice::HoldToJoin(seat(12))),
        ("join-later", Notice::JoinLater(seat(12))),
        ("undone-start", Notice::Undone(Undone::Start)),
        ("undone-laid", Notice::Undone(Undone::CardsLaid)),
        ("undone-reveal", Notice::Undone(Undone::Reveal)),
        ("undone-gone-on", Notice::Undone(Undone::GoneOn)),
        ("undone-claim", Notice::Undone(Undone::Claim(card(12), seat(12)))),
        ("undone-votes-again", Notice::Undone(Undone::VotesAgain(seat(12)))),
        ("undone-new-vote", Notice::Undone(Undone::NewVote)),
        ("undone-next-round", Notice::Undone(Undone::NextRound)),
        ("undone-score", Notice::Undone(Undone::Score(seat(12)))),
        ("undone-joined", Notice::Undone(Undone::Joined(seat(12)))),
        ("undone-left", Notice::Undone(Undone::Left(seat(12)))),
        ("undone-skip", Notice::Undone(Undone::Skip(seat(12)))),
        ("undone-storyteller", Notice::Undone(Undone::Storyteller)),
        ("undone-setting", Notice::Undone(Undone::Setting)),
        ("undone-end", Notice::Undone(Undone::End)),
    ];
    for (name, notice) in notices {
        cases.shared(&format!("notice-{name}"), Shared::Notice(notice)).docs = name == "stuck";
    }
}

fn pass(cases: &mut Cases) {
    let public = |cases: &mut Cases, name: &str, scene| {
        cases.add(name, Scene::Pass(SharedScreenScene::Everyone(prompted(scene)))).docs = true;
    };
    let lobby = |focus| {
        let more = More { left: true, right: !matches!(focus, Focus::Players(_, 12)) };
        let (seated, counts) = (SeatSet::EMPTY, counts(Ruleset::Dixit));
        Shared::Lobby(shared::Lobby { focus, seated, counts, join: Join::Dial, free: true, more })
    };
    public(cases, "pass-players", lobby(Focus::Players(Ruleset::Dixit, 6)));
    public(cases, "pass-players-twelve", lobby(Focus::Players(Ruleset::Team, 12)));
    public(cases, "pass-first", lobby(Focus::First(Ruleset::Dixit, 6, Some(seat(11)))));
    public(cases, "pass-first-draw", lobby(Focus::First(Ruleset::Dixit, 6, None)));
    let hand_over = |to, ready, seats| Shared::HandOver(shared::HandOver { to: seat(to), ready, seats });
    public(cases, "pass-hand-over", hand_over(5, seats([1, 2, 4]), SeatSet::first(6)));
    public(cases, "pass-hand-over-twelve", hand_over(12, seats([1, 2, 4, 11]), SeatSet::first(12)));
    public(cases, "pass-all-ready", Shared::AllReady(shared::AllReady { change: None }));
    public(cases, "pass-all-ready-change", Shared::AllReady(shared::AllReady { change: Some(seat(10)) }));
}

fn seat_screens(cases: &mut Cases) {
    let s = seat(5);
    let twelve = seat(12);
    cases.seat("free", SeatScene::Free(twelve));
    cases.seat("joined", SeatScene::Joined(s));
    cases.seat("out", SeatScene::Out(s));
    cases.seat("you-tell", SeatScene::YouTell(seat::YouTell { seat: s, asks: Ask::press(Purpose::CardsLaid) }));
    cases.seat("give", SeatScene::Give(seat::Give { storyteller: storyteller(12), give: 1 }));
    cases.seat("give-two", SeatScene::Give(seat::Give { storyteller: storyteller(3), give: 2 }));
    let dial = |question, number: Option<u8>| {
        SeatScene::Dial(Dialling { seat: s, question, cards: 12, offer: Offer { number: number.unwrap_or(0) } })
    };
    cases.seat("dial-told", dial(Question::StoryCard, Some(4)));
    cases.seat("dial-partner", dial(Question::PartnerCard, Some(7)));
    cases.seat("dial-own", dial(Question::Own { nth: 1, of: 1 }, Some(10)));
    cases.seat("dial-own-first", dial(Question::Own { nth: 1, of: 2 }, Some(2)));
    cases.seat("dial-own-second", dial(Question::Own { nth: 2, of: 2 }, Some(3)));
    cases.seat("dial-vote", dial(Question::Vote, Some(12)));
    cases.seat("dial-second", dial(Question::Second, Some(8)));
    cases.seat("dial-decline", dial(Question::Second, None));
    cases.seat("dial-green", dial(Question::Green, Some(9)));
    cases.seat("dial-red", dial(Question::Red, Some(11)));
    cases.seat("ready", SeatScene::Ready(s));
    cases.seat("look-again", SeatScene::LookAgain(s));
    cases.seat("countdown", SeatScene::Countdown(seat::Countdown { left: 2 }));
    let result = |story_card: Option<u8>, first: Option<u8>, second: Option<u8>, verdict, storyteller| {
        SeatScene::Result(seat::Result {
            seat: s,
            story_card: story_card.map(card),
            first: first.map(card),
            second: second.map(card),
            verdict,
            storyteller,
            asks: storyteller.then_some(Ask::press(Purpose::GoOn)),
        })
    };
    cases.seat("result-found", result(Some(4), Some(4), None, Some(Verdict::Some), false));
    cases.seat("result-missed", result(Some(4), Some(12), None, Some(Verdict::Some), false));
    cases.seat("result-two", result(Some(10), Some(12), Some(10), Some(Verdict::Everyone), false));
    cases.seat("result-told", result(Some(4), None, None, Some(Verdict::Some), true));
    cases.seat("result-told-everyone", result(Some(12), None, None, Some(Verdict::Everyone), true));
    cases.seat("result-told-no-one", result(Some(4), None, None, Some(Verdict::NoOne), true));
    cases.seat("result-party", result(None, Some(4), None, None, false));
    cases.seat("claim", SeatScene::Claim(seat::Claim { card: card(12), partners: false }));
    cases.seat("claim-partner", SeatScene::Claim(seat::Claim { card: card(12), partners: true }));
    cases.seat("wait", SeatScene::Wait(s));
    cases.seat("guest", SeatScene::Guest(s));
    cases.seat("asked", SeatScene::Asked(s));
    cases.seat("let-in", SeatScene::LetIn(s));
    let instead = Prompt::press(Actor::seat(seat(3)), Purpose::CardsLaid);
    cases.seat("not-you", SeatScene::NotYou(seat::NotYou { seat: s, instead }));
    let points =
        |name: &str, seat, page, asks| (format!("points{name}"), SeatScene::Points(seat::Points { seat, page, asks }));
    let (go_on, votes) = (Some(Ask::press(Purpose::GoOn)), Reason::Votes { votes: 4, points: 3 });
    let pages = [
        points("", s, PointsPage::Total { gained: 5, total: 33 }, None),
        points("-many", twelve, PointsPage::Total { gained: 10, total: 121 }, go_on),
        points("-base", s, PointsPage::Base(Some(Reason::NoOneFound)), None),
        points("-base-told", s, PointsPage::Base(Some(Reason::Told)), go_on),
        points("-nothing", s, PointsPage::Base(None), None),
        points("-bonus", s, PointsPage::Bonus([Some(votes), None]), go_on),
        points("-two-bonuses", s, PointsPage::Bonus([Some(votes), Some(Reason::LoneVote)]), None),
        points("-no-bonus", s, PointsPage::Bonus([None, None]), None),
    ];
    for (name, scene) in pages {
        cases.seat(&name, scene);
    }
    cases.seat("claimed", SeatScene::Claimed(card(12)));
    cases.seat("waiting", SeatScene::Waiting(s));
    let instead = Prompt::hold(Actor::seat(seat(3)), Purpose::OpenMenu);
    cases.seat("not-your-menu", SeatScene::NotYou(seat::NotYou { seat: s, instead }));
    cases.seat(
        "over-won",
        SeatScene::Over(seat::Over { seat: s, won: true, total: 33, asks: Some(Ask::press(Purpose::Rematch)) }),
    );
    cases.seat("over", SeatScene::Over(seat::Over { seat: s, won: false, total: 128, asks: None }));
    cases.seat("menu", SeatScene::Menu(s));
}

/// Prompts that no picture above has.
fn prompts(cases: &mut Cases) {
    let wait = || Shared::Notice(Notice::Resumed);
    let twelve = Actor::Seats(SeatSet::first(12));
    let questions = [
        Question::StoryCard,
        Question::PartnerCard,
        Question::Own { nth: 1, of: 2 },
        Question::Vote,
        Question::Second,
        Question::Green,
        Question::Red,
    ];
    for (nth, question) in questions.into_iter().enumerate() {
        let scene = Prompt::dial(twelve, Purpose::Answer(question)).under(wait());
        cases.add(&format!("prompt-answer-{nth}"), Scene::Shared(scene));
    }
    let three = Actor::Seats(seats([1, 2, 12]));
    let after = Prompt::turn(Actor::seat(seat(12)), Purpose::OtherChoice);
    for (name, scene) in [
        ("three", Prompt::press(three, Purpose::SetPointer).under(wait())),
        ("new-game", Prompt::press(after.who, Purpose::AnotherGame).under(wait()).also(after)),
        ("off", Prompt::press(after.who, Purpose::SwitchOff).under(wait()).also(after)),
        ("players", {
            let who = Actor::Holder;
            Prompt::press(who, Purpose::Players(4)).under(wait()).also(Prompt::turn(who, Purpose::ChoosePlayers))
        }),
        ("first", {
            let who = Actor::Holder;
            Prompt::press(who, Purpose::First(None)).under(wait()).also(Prompt::turn(who, Purpose::ChooseFirst))
        }),
        ("owner", Prompt::turn(Actor::Holder, Purpose::ChooseOwner(card(12))).under(wait())),
        ("stuck", SharedScene { stuck: seats([3, 12]), ..prompted(Shared::Countdown(shared::Countdown { left: 2 })) }),
    ] {
        cases.add(&format!("prompt-{name}"), Scene::Shared(scene));
    }
    let vote = |turn_away, nudge| {
        Shared::Vote(shared::Vote {
            storyteller: storyteller(4),
            seats: SeatSet::first(8),
            ready: seats([2, 5, 6]),
            rejected: Rejected::default(),
            cards: 8,
            asks: [Question::Vote, Question::Second].into_iter().collect(),
            storyteller_asks: [Question::StoryCard].into_iter().collect(),
            asked: [2, 2, 2, 1, 2, 2, 2, 2, 0, 0, 0, 0],
            answered: [1, 2, 0, 0, 2, 2, 1, 0, 0, 0, 0, 0],
            turn_away,
            nudge,
        })
    };
    cases.shared("vote-turn-away", vote(seats([5, 6]), false));
    cases.shared("vote-missing", vote(SeatSet::EMPTY, false));
    covered(cases);
    cases.shared("vote-nudge", vote(SeatSet::EMPTY, true));
}

/// Pictures that sometimes have two prompts, and notices over a vote, which continues beneath them.
fn covered(cases: &mut Cases) {
    let (leader, other) = (Actor::seat(seat(4)), Actor::seat(seat(12)));
    let claim = |picture| {
        let owners = Actor::Seats(seats([1, 3, 5, 6]));
        Prompt::press(owners, Purpose::Claim(card(5))).under(picture)
    };
    let owner = Shared::Owner(shared::Owner {
        card: card(12),
        candidates: seats([1, 3, 5, 6]),
        left: 2,
        dialled: None,
        owners: [None; MAX_CARDS],
        certain: CardSet::EMPTY,
        only: None,
    });
    let many = Shared::Owner(shared::Owner {
        card: card(12),
        candidates: SeatSet::first(11),
        left: 3,
        dialled: None,
        owners: [None; MAX_CARDS],
        certain: CardSet::EMPTY,
        only: None,
    });
    let points = |step, players, votes| {
        let score = score(Ruleset::Odyssey, players, 1, Some(1), votes, None);
        Shared::Points(shared::Points { step, seats: SeatSet::first(players), score })
    };
    let go_on = |picture| Prompt::press(leader, Purpose::GoOn).under(picture);
    let take_back = Prompt::press(other, Purpose::TakeBack);
    for (name, scene) in [
        ("owner-take-back", claim(owner.clone()).also(take_back)),
        ("owner-vote-again", claim(owner.clone()).also(Prompt::hold(other, Purpose::VoteAgain(seat(12))))),
        ("owner-many-take-back", claim(many.clone()).also(take_back)),
        ("owner-stuck-knob", claim(owner.clone()).also(Prompt::turn(leader, Purpose::ChooseOwner(card(12))))),
        (
            "owner-partner",
            Prompt::press(leader, Purpose::PartnersCard(card(12)))
                .under(owner)
                .also(Prompt::press(Actor::Seats(seats([1, 3, 5])), Purpose::Claim(card(12)))),
        ),
        ("points-base-take-back", go_on(points(PointsStep::Base, 6, SIX)).also(take_back)),
        ("points-bonus-take-back", go_on(points(PointsStep::Bonus, 6, SIX)).also(take_back)),
        ("points-twelve-take-back", go_on(points(PointsStep::Base, 12, TWELVE)).also(take_back)),
        ("points-twelve-bonus-take-back", go_on(points(PointsStep::Bonus, 12, TWELVE)).also(take_back)),
    ] {
        cases.add(&format!("double-{name}"), Scene::Shared(scene));
    }
    let vote = |players: u8, on_ring: bool| {
        let asks: &[Question] = if on_ring { &[Question::Vote, Question::Second] } else { &[] };
        prompted(Shared::Vote(shared::Vote {
            storyteller: storyteller(4),
            seats: SeatSet::first(players),
            ready: seats([2, 5, 6]),
            rejected: Rejected::default(),
            cards: players,
            asks: asks.iter().copied().collect(),
            storyteller_asks: asks.iter().map(|_| Question::StoryCard).take(1).collect(),
            asked: [asks.len() as u8; 12],
            answered: [0; 12],
            turn_away: SeatSet::EMPTY,
            nudge: false,
        }))
    };
    let twelve = seat(12);
    for (name, notice, players, on_ring) in [
        ("not-you", Notice::NotYou(twelve), 8, true),
        ("hold-to-join", Notice::HoldToJoin(twelve), 8, true),
        ("join-later", Notice::JoinLater(twelve), 8, true),
        ("stuck", Notice::KnobsStuck(seats([3, 12])), 8, true),
        ("leader-stuck", Notice::LeaderStuck(seats([3, 7, 12])), 8, true),
        ("vote-anew", Notice::VoteAnew, 8, true),
        ("seat-screens", Notice::ScreensMissing { shared: false, seats: SeatSet::first(12) }, 12, false),
        ("switch", Notice::MuxMissing { mux: 2, seats: seats([7, 8, 9, 10, 11, 12]) }, 12, false),
        ("chain", Notice::ChainBroken, 12, false),
        ("undone", Notice::Undone(Undone::VotesAgain(twelve)), 8, true),
        ("players", Notice::Refused(Refusal::Players { ruleset: Ruleset::Team, players: 14, counts: 5440 }), 6, true),
    ] {
        let scene = vote(players, on_ring);
        let Shared::Vote(below) = scene.picture.clone() else { continue };
        let scene = SharedScene { vote: Some(below), picture: Shared::Notice(notice), ..scene };
        cases.add(&format!("over-a-vote-{name}"), Scene::Shared(scene));
    }
    // Notices over the question whose card it is.
    let refused = |refusal| Notice::Refused(Refusal::Rules(refusal));
    for (name, notice) in [
        ("not-you", Notice::NotYou(twelve)),
        ("only-leader", Notice::OnlyLeaderOpensMenu(twelve)),
        ("stuck", Notice::KnobsStuck(seats([3, 12]))),
        ("leader-stuck", Notice::LeaderStuck(seats([3, 7, 12]))),
        ("its-card", refused(rules::Refusal::TooManyCards { seat: twelve, most: 1 })),
        ("all-cards", refused(rules::Refusal::TooManyCards { seat: twelve, most: 2 })),
        ("by-the-votes", refused(rules::Refusal::Claimed { seat: twelve, card: card(12) })),
    ] {
        let scene = SharedScene { asked: Some(card(12)), ..claim(Shared::Notice(notice)).also(take_back) };
        cases.add(&format!("over-an-owner-{name}"), Scene::Shared(scene));
    }
    // Notices while two players can act.
    let two = |notice| go_on(Shared::Notice(notice)).also(take_back);
    cases.add(
        "double-notice-own-card",
        Scene::Shared(two(Notice::Refused(Refusal::Rules(rules::Refusal::OwnCard { seat: twelve, card: card(12) })))),
    );
    cases.add("double-notice-not-you", Scene::Shared(two(Notice::NotYou(twelve))));
    cases.add("double-notice-join-later", Scene::Shared(two(Notice::JoinLater(twelve))));
    cases.add("double-notice-leader-stuck", Scene::Shared(two(Notice::LeaderStuck(seats([3, 12])))));
}
