//! The names of scenes, prompts, menu rows and refusals in a story.

use dixit_dials::{
    game::Refusal,
    rules::{Card, Ruleset, Seat},
    scene::{
        Action, Focus, Item, More, Notice, PastPage, Purpose, SeatScene, Shared, Undone, Value, seat::PointsPage,
        shared,
    },
    screen::Light,
    voting::Question,
    words::Language,
};

pub fn scene(scene: &Shared) -> &'static str {
    match scene {
        Shared::Lobby(shared::Lobby { focus: Focus::Settings, .. }) => "lobby: settings",
        Shared::Lobby(shared::Lobby { focus: Focus::Draw(_), .. }) => "lobby: draw",
        Shared::Lobby(shared::Lobby { focus: Focus::Players(..), .. }) => "lobby: players",
        Shared::Lobby(shared::Lobby { focus: Focus::First(..), .. }) => "lobby: first",
        Shared::Lobby(_) => "lobby",
        Shared::Homing(shared::Homing { check: true, .. }) => "every pointer on the dot",
        Shared::Homing(_) => "pointers to the dot",
        Shared::Deal(_) => "deal",
        Shared::Guest(_) => "guest",
        Shared::Clue(_) => "clue",
        Shared::Vote(_) => "vote",
        Shared::Countdown(_) => "countdown",
        Shared::SentBack(_) => "sent back",
        Shared::HandOver(_) => "hand over",
        Shared::AllReady(_) => "all ready",
        Shared::Votes(_) => "votes",
        Shared::Verdict(_) => "verdict",
        Shared::Owner(_) => "owner",
        Shared::Points(_) => "points",
        Shared::Track(_) => "track",
        Shared::Finale(_) => "over",
        Shared::Over(_) => "table",
        Shared::Awards(_) => "account",
        Shared::Curve(_) => "curve",
        Shared::Menu(_) => "menu",
        Shared::PickSeat(_) => "pick a seat",
        Shared::CorrectScore(_) => "correct a score",
        Shared::Confirm(_) => "confirm",
        Shared::PastRound(shared::PastRound { page: PastPage::Gains, .. }) => "past gains",
        Shared::PastRound(_) => "past round",
        Shared::KnobCheck(_) => "knob check",
        Shared::SelfTest(_) => "self-test",
        Shared::Version(_) => "version",
        Shared::UsbBoot => "usb boot",
        Shared::Safe => "safe",
        Shared::Notice(Notice::Refused(_)) => "refused",
        Shared::Notice(Notice::Resumed) => "resumed",
        Shared::Notice(Notice::VoteAnew) => "vote anew",
        Shared::Notice(Notice::NotYou(_)) => "not you",
        Shared::Notice(Notice::OnlyLeaderOpensMenu(_)) => "only the leader opens the menu",
        Shared::Notice(Notice::SeesNothing(_)) => "sees nothing",
        Shared::Notice(Notice::HoldToJoin(_)) => "hold to join",
        Shared::Notice(Notice::JoinLater(_)) => "join later",
        Shared::Notice(Notice::Undone(_)) => "undone",
        Shared::Notice(_) => "notice",
    }
}

/// What a picture tells players to do or to know, apart from who acts.
pub fn says(scene: &Shared) -> Vec<String> {
    let mut says = Vec::new();
    let mut say = |it: bool, what: &str| says.extend(it.then(|| what.to_string()));
    match scene {
        Shared::Track(track) => {
            say(track.next.is_none(), "the game is over");
            say(track.new_pile, "shuffle the discards");
            say(track.next.is_some(), &format!("draw to {}", track.draw_to));
            say(track.pass_hands, "pass hands left");
        }
        Shared::Clue(clue) => {
            say(clue.is_last, "the last round");
            say(clue.new_pile, "shuffle the discards");
            for seat in Seat::all() {
                let takes = clue.takes[seat.index()];
                say(takes > 0, &format!("{} takes {takes}", seat.number()));
            }
        }
        Shared::Vote(vote) => {
            let rejected = &vote.rejected;
            let why = [
                (rejected.no_card, "no card there"),
                (rejected.same_card, "the same card twice"),
                (rejected.own_card, "your own card"),
            ];
            for (seat, why) in why.into_iter().flat_map(|(seats, why)| seats.iter().map(move |seat| (seat, why))) {
                say(true, &format!("{}: {why}", seat.number()));
            }
        }
        Shared::Guest(guest) => {
            say(true, &format!("{} with {} points", if guest.back { "back" } else { "starts" }, guest.points));
            say(true, &format!("takes {}", guest.cards));
        }
        Shared::Owner(owner) => {
            say(owner.only.is_some(), "only this one can be");
        }
        Shared::Lobby(shared::Lobby { more, .. }) => arrows(*more, &mut say),
        Shared::Menu(menu) => {
            if let Some(more) = menu.rows.get(usize::from(menu.selected)).and_then(|row| row.editing) {
                arrows(more, &mut say);
            }
        }
        Shared::Notice(Notice::Undone(what)) => say(true, &format!("undone: {}", undone(*what))),
        _ => {}
    }
    says
}

/// The directions in which a picture has arrows.
fn arrows(more: More, say: &mut impl FnMut(bool, &str)) {
    say(more.left, "more to the left");
    say(more.right, "more to the right");
}

fn undone(what: Undone) -> String {
    match what {
        Undone::Start => "the start".into(),
        Undone::CardsLaid => "cards laid".into(),
        Undone::Reveal => "the reveal".into(),
        Undone::GoneOn => "gone on from the votes".into(),
        Undone::Claim(card, seat) => format!("card {} is {}'s", card.number(), seat.number()),
        Undone::VotesAgain(seat) => format!("{} votes again", seat.number()),
        Undone::NewVote => "the new vote".into(),
        Undone::NextRound => "the next round".into(),
        Undone::Score(seat) => format!("the score of {}", seat.number()),
        Undone::Joined(seat) => format!("{} joined", seat.number()),
        Undone::Left(seat) => format!("{} left", seat.number()),
        Undone::Skip(seat) => format!("{} skips", seat.number()),
        Undone::Storyteller => "another storyteller".into(),
        Undone::Setting => "a setting".into(),
        Undone::End => "the end".into(),
    }
}

/// Every name that [`seat_scene`] can return.
pub const SEAT_SCENES: [&str; 27] = [
    "none",
    "free",
    "guest",
    "asked",
    "let in",
    "not your menu",
    "not you",
    "joined",
    "waiting",
    "out",
    "you tell",
    "give",
    "dial",
    "ready",
    "look again",
    "countdown",
    "result",
    "claim",
    "claim for the partner",
    "claimed",
    "wait",
    "points",
    "bonus",
    "total",
    "over",
    "won",
    "menu",
];

pub fn seat_scene(scene: &SeatScene) -> &'static str {
    let name = match scene {
        SeatScene::Free(_) => "free",
        SeatScene::Guest(_) => "guest",
        SeatScene::Asked(_) => "asked",
        SeatScene::LetIn(_) => "let in",
        SeatScene::NotYou(not_you) if not_you.instead.what == Purpose::OpenMenu => "not your menu",
        SeatScene::NotYou(_) => "not you",
        SeatScene::Joined(_) => "joined",
        SeatScene::Waiting(_) => "waiting",
        SeatScene::Out(_) => "out",
        SeatScene::YouTell(_) => "you tell",
        SeatScene::Give(_) => "give",
        SeatScene::Dial(_) => "dial",
        SeatScene::Ready(_) => "ready",
        SeatScene::LookAgain(_) => "look again",
        SeatScene::Countdown(_) => "countdown",
        SeatScene::Result(_) => "result",
        SeatScene::Claim(claim) if claim.partners => "claim for the partner",
        SeatScene::Claim(_) => "claim",
        SeatScene::Claimed(_) => "claimed",
        SeatScene::Wait(_) => "wait",
        SeatScene::Points(points) => match points.page {
            PointsPage::Base(_) => "points",
            PointsPage::Bonus(_) => "bonus",
            PointsPage::Total { .. } => "total",
        },
        SeatScene::Over(over) if over.won => "won",
        SeatScene::Over(_) => "over",
        SeatScene::Menu(_) => "menu",
    };
    debug_assert!(SEAT_SCENES.contains(&name), "{name} is missing in SEAT_SCENES");
    name
}

pub fn item(item: Item) -> &'static str {
    match item {
        Item::BackOneStep => "back",
        Item::CorrectScore => "correct a score",
        Item::Seats => "seats",
        Item::PastRounds => "past rounds",
        Item::Settings => "settings",
        Item::EndGame => "end the game",
        Item::Close => "close",
        Item::AddSeat => "add a seat",
        Item::RemoveSeat => "remove a seat",
        Item::SkipRound => "skip a round",
        Item::ChangeStoryteller => "change who tells",
        Item::SetPointer => "set the pointer",
        Item::Language => "language",
        Item::Goal => "goal",
        Item::VoteAgain => "vote again",
        Item::Laps => "laps",
        Item::Ending => "ending",
        Item::Owners => "owners",
        Item::LoneVoteBonus => "lone vote",
        Item::Countdown => "countdown",
        Item::PointsGoOn => "points go on",
        Item::Nudge => "nudge",
        Item::Brightness => "brightness",
        Item::ScreenOff => "screen off",
        Item::Facing => "screen looks",
        Item::Sound => "sound",
        Item::KnobCheck => "knob check",
        Item::SelfTest => "self-test",
        Item::UsbBoot => "usb boot",
        Item::ForgetAll => "forget all",
        Item::Version => "version",
    }
}

pub fn value(value: Value) -> String {
    match value {
        Value::None => "nothing".into(),
        Value::Number(number) => number.to_string(),
        Value::Minutes(0) => "never".into(),
        Value::Minutes(minutes) => format!("{minutes} min"),
        Value::Seconds(0) => "off".into(),
        Value::Seconds(seconds) => format!("{seconds} s"),
        Value::On(true) => "on".into(),
        Value::On(false) => "off".into(),
        Value::Name(name) => name.to_lowercase(),
        Value::EndsByRulebook => "rulebook".into(),
        Value::EndsAtGoal => "goal".into(),
        Value::EndsAfterLaps => "laps".into(),
        Value::EndsNever => "never".into(),
        Value::OwnersAfter => "after".into(),
        Value::Upright => "upright".into(),
        Value::UpsideDown => "turned".into(),
        Value::ToStoryteller => "to the storyteller".into(),
        Value::OwnersInTurn => "in-turn".into(),
        Value::OwnersWithVote => "with-vote".into(),
        Value::LoneAlways => "always".into(),
        Value::LoneSomeMissed => "some-missed".into(),
    }
}

pub fn language(language: Language) -> &'static str {
    match language {
        Language::English => "english",
        Language::Italiano => "italiano",
        Language::Polski => "polski",
        Language::Francais => "français",
        Language::Deutsch => "deutsch",
        Language::Espanol => "español",
    }
}

pub fn light(light: Light) -> &'static str {
    match light {
        Light::Lit(_) => "lit",
        Light::Dim => "dim",
        Light::Off => "off",
    }
}

pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Rules(rule) => rule.to_string(),
        Refusal::Players { ruleset, players, counts } => {
            let counts: Vec<_> = (0..16).filter(|n| counts >> n & 1 != 0).map(|n: u8| n.to_string()).collect();
            format!("{} is not for {players}, but for {}", ruleset.name(), counts.join(", "))
        }
        Refusal::NotNow => "not now".into(),
        Refusal::FinishTheRound => "finish the round first".into(),
        Refusal::GameIsOver => "the game is over".into(),
        Refusal::NothingBefore => "nothing before".into(),
        Refusal::NoFreeSeat => "no free seat".into(),
        Refusal::NoNumberThere => "no number there".into(),
        Refusal::TooManyChanges => "too many changes".into(),
    }
}

pub fn action(action: Action) -> &'static str {
    match action {
        Action::Press => "press",
        Action::Turn => "turn",
        Action::Hold => "hold",
        Action::Dial => "dial",
        Action::Wait => "wait",
    }
}

pub fn purpose(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::SitDown => "sit down",
        Purpose::SitDownOnTheDot => "sit down on the dot",
        Purpose::ChooseGame(_) => "another game",
        Purpose::TakeGame(_) => "this game",
        Purpose::Players(_) => "so many",
        Purpose::ChoosePlayers => "how many",
        Purpose::First(_) => "this one first",
        Purpose::ChooseFirst => "who first",
        Purpose::TellFirst => "tell first",
        Purpose::DrawLots => "draw lots",
        Purpose::OpenSettings => "open the settings",
        Purpose::SetPointer => "set the pointer",
        Purpose::Begin => "begin",
        Purpose::Leave => "leave",
        Purpose::CardsLaid => "cards laid",
        Purpose::OpenMenu => "menu",
        Purpose::Vote => "vote",
        Purpose::Answer(Question::StoryCard) => "story card",
        Purpose::Answer(Question::PartnerCard) => "partner's card",
        Purpose::Answer(Question::Own { .. }) => "own card",
        Purpose::Answer(Question::Vote) => "your guess",
        Purpose::Answer(Question::Second) => "second guess",
        Purpose::Answer(Question::Green) => "green vote",
        Purpose::Answer(Question::Red) => "red token",
        Purpose::LookAlone => "look alone",
        Purpose::Reveal => "reveal",
        Purpose::ChangeVote => "change a vote",
        Purpose::VoteAgain(_) => "vote again",
        Purpose::StopCountdown => "stop",
        Purpose::LookAgain => "look again",
        Purpose::GoOn => "go on",
        Purpose::Claim(_) => "claim",
        Purpose::PartnersCard(_) => "claim for the partner",
        Purpose::TakeBack => "take back",
        Purpose::ChooseOwner(_) => "whose card",
        Purpose::ItIs(_) => "it is theirs",
        Purpose::OtherSeat => "another seat",
        Purpose::NextRound => "next round",
        Purpose::SeeWinners => "who won",
        Purpose::Curves => "curves",
        Purpose::Admit(_) => "let in",
        Purpose::Decline => "not now",
        Purpose::AskToJoin => "join",
        Purpose::Rematch => "rematch",
        Purpose::AnotherGame => "to the lobby",
        Purpose::SwitchOff => "switch off",
        Purpose::OtherChoice => "something else",
        Purpose::Choose => "choose",
        Purpose::Keep => "keep",
        Purpose::Change => "change",
        Purpose::Back => "back",
        Purpose::OlderRounds => "other rounds",
        Purpose::Clicks => "clicks",
        Purpose::CopyFile => "copy the file",
        Purpose::ForgetAll => "forget all",
    }
}

/// The name of each purpose, whichever seat, card or game it is about.
pub fn purposes() -> impl Iterator<Item = &'static str> {
    let card = Card::first(1).next().expect("there is a card 1");
    let all = [
        Purpose::SitDown,
        Purpose::SitDownOnTheDot,
        Purpose::ChooseGame(Ruleset::Dixit),
        Purpose::TakeGame(Ruleset::Dixit),
        Purpose::Players(3),
        Purpose::ChoosePlayers,
        Purpose::First(None),
        Purpose::ChooseFirst,
        Purpose::TellFirst,
        Purpose::DrawLots,
        Purpose::OpenSettings,
        Purpose::SetPointer,
        Purpose::Begin,
        Purpose::Leave,
        Purpose::CardsLaid,
        Purpose::OpenMenu,
        Purpose::Vote,
        Purpose::Answer(Question::StoryCard),
        Purpose::Answer(Question::PartnerCard),
        Purpose::Answer(Question::Own { nth: 1, of: 1 }),
        Purpose::Answer(Question::Vote),
        Purpose::Answer(Question::Second),
        Purpose::Answer(Question::Green),
        Purpose::Answer(Question::Red),
        Purpose::LookAlone,
        Purpose::Reveal,
        Purpose::ChangeVote,
        Purpose::VoteAgain(Seat::FIRST),
        Purpose::StopCountdown,
        Purpose::LookAgain,
        Purpose::GoOn,
        Purpose::Claim(card),
        Purpose::PartnersCard(card),
        Purpose::TakeBack,
        Purpose::ChooseOwner(card),
        Purpose::ItIs(Seat::FIRST),
        Purpose::OtherSeat,
        Purpose::NextRound,
        Purpose::SeeWinners,
        Purpose::Curves,
        Purpose::Admit(Seat::FIRST),
        Purpose::Decline,
        Purpose::AskToJoin,
        Purpose::Rematch,
        Purpose::AnotherGame,
        Purpose::SwitchOff,
        Purpose::OtherChoice,
        Purpose::Choose,
        Purpose::Keep,
        Purpose::Change,
        Purpose::Back,
        Purpose::OlderRounds,
        Purpose::Clicks,
        Purpose::CopyFile,
        Purpose::ForgetAll,
    ];
    all.into_iter().map(purpose)
}
