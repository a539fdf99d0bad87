//! The words of a language as a set: no two meanings share one sentence.

use super::*;
use crate::rules::Card;
use crate::scene::{Confirmable, Item, Purpose, Value};

/// A sentence as it sounds: without case and punctuation marks.
fn heard(text: &str) -> String {
    let letters = text.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect::<String>();
    letters.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All texts of a language, each with a unique name for its meaning.
fn meanings(words: &Words) -> Vec<(String, String)> {
    let card = Card::first(1).next().expect("a card");
    let mut all: Vec<(String, &str)> = Vec::new();
    let questions = [
        Question::StoryCard,
        Question::PartnerCard,
        Question::Own { nth: 1, of: 2 },
        Question::Own { nth: 2, of: 2 },
        Question::Vote,
        Question::Second,
        Question::Green,
        Question::Red,
    ];
    for question in questions {
        all.push((format!("asked {question:?}"), (words.asked)(question)));
    }
    let purposes = [
        Purpose::SitDown,
        Purpose::ChooseGame(Ruleset::Dixit),
        Purpose::TakeGame(Ruleset::Dixit),
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
    for purpose in purposes {
        all.push((format!("{purpose:?}"), (words.purpose)(purpose)));
    }
    let items = [
        Item::BackOneStep,
        Item::CorrectScore,
        Item::Seats,
        Item::PastRounds,
        Item::Settings,
        Item::EndGame,
        Item::Close,
        Item::AddSeat,
        Item::RemoveSeat,
        Item::SkipRound,
        Item::ChangeStoryteller,
        Item::SetPointer,
        Item::VoteAgain,
        Item::Language,
        Item::Goal,
        Item::Laps,
        Item::Ending,
        Item::Owners,
        Item::LoneVoteBonus,
        Item::Countdown,
        Item::PointsGoOn,
        Item::Nudge,
        Item::Brightness,
        Item::ScreenOff,
        Item::Facing,
        Item::Sound,
        Item::KnobCheck,
        Item::SelfTest,
        Item::UsbBoot,
        Item::ForgetAll,
        Item::Version,
    ];
    for item in items {
        all.push((format!("item {item:?}"), (words.item)(item)));
    }
    let values = [
        Value::EndsByRulebook,
        Value::EndsAtGoal,
        Value::EndsAfterLaps,
        Value::EndsNever,
        Value::OwnersAfter,
        Value::OwnersInTurn,
        Value::OwnersWithVote,
        Value::LoneAlways,
        Value::LoneSomeMissed,
        Value::Upright,
        Value::UpsideDown,
        Value::ToStoryteller,
    ];
    for value in values {
        all.push((format!("value {value:?}"), (words.value)(value)));
    }
    let questions = [
        Confirmable::BackOneStep,
        Confirmable::EndGame,
        Confirmable::EndAtGoal,
        Confirmable::RemoveSeat(Seat::FIRST),
        Confirmable::ForgetAll,
        Confirmable::UsbBoot,
    ];
    for what in questions {
        all.push((format!("question {what:?}"), (words.question)(what)));
    }
    for verdict in [Verdict::Some, Verdict::Everyone, Verdict::NoOne] {
        all.push((format!("verdict {verdict:?}"), (words.verdict)(verdict)));
        all.push((format!("shout {verdict:?}"), (words.shout)(verdict)));
    }
    let said = [
        ("not you", words.not_you),
        ("you tell", words.you_tell),
        ("tells", words.tells),
        ("storyteller", words.storyteller),
        ("ready", words.ready),
        ("wait", words.wait),
        ("out", words.out),
        ("game over", words.game_over),
        ("last round", words.last_round),
        ("pass to", words.pass_to),
        ("hands go left", words.hands_go_left),
        ("draw", words.draw),
        ("draw and pass", words.draw_and_pass),
        ("new pile", words.new_pile),
        ("look again", words.look_again),
        ("claimed twice", words.claimed_twice),
        ("all voted", words.all_voted),
        ("no card there", words.no_card_there),
        ("same card twice", words.same_card_twice),
        ("own card", words.own_card),
        ("every pointer", words.every_pointer),
        ("pointer to the dot", words.pointer_to_the_dot),
        ("starts with", words.starts_with),
        ("back with", words.back_with),
        ("takes", (words.takes)(2)),
        ("hide the dial", words.turn_away),
        ("wants to join", words.wants_to_join),
        ("asked to join", words.asked_to_join),
        ("no bonus", words.no_bonus),
        ("nothing", words.nothing),
        ("you won", words.you_won),
        ("the end", words.the_end),
        ("is it yours", words.is_it_yours),
        ("is yours", words.is_yours),
        ("press", words.press),
        ("turn", words.turn),
        ("hold", words.hold),
        ("yes", words.yes),
        ("no", words.no),
        ("lone", words.lone),
        ("votes", words.votes),
        ("leads", words.leads),
        ("goes on", words.goes_on),
        ("dial a card", words.dial_a_card),
        ("best storyteller", words.best_storyteller),
        ("best bluffer", words.best_bluffer),
        ("sharpest guesser", words.sharpest_guesser),
        ("most fooled", words.most_fooled),
    ];
    all.extend(said.map(|(name, text)| (name.to_string(), text)));
    for reason in [Reason::Told, Reason::Found, Reason::LoneVote, Reason::UnderRed, Reason::Alone] {
        all.push((format!("reason {reason:?}"), (words.reason)(reason)));
    }
    all.into_iter().map(|(name, text)| (name, heard(text))).collect()
}

/// Pairs of texts that mean the same at the table.
const SAME: [[&str; 2]; 8] = [
    ["First(None)", "Begin"],
    ["ChangeVote", "Change"],
    ["OtherSeat", "OtherChoice"],
    ["Claim(Card(1))", "is it yours"],
    ["VoteAgain(Seat(1))", "item VoteAgain"],
    ["ForgetAll", "item ForgetAll"],
    ["LookAgain", "look again"],
    ["tells", "storyteller"],
];

#[test]
fn no_two_meanings_share_a_sentence() {
    let mut shared = Vec::new();
    for language in Language::ALL {
        let meanings = meanings(Words::of(language));
        for (nth, (name, text)) in meanings.iter().enumerate() {
            for (other, same) in &meanings[nth + 1..] {
                let allowed =
                    SAME.iter().any(|group| group.contains(&name.as_str()) && group.contains(&other.as_str()));
                if text == same && !allowed {
                    shared.push(format!("{language:?}: {name} and {other} are both \"{text}\""));
                }
            }
        }
    }
    assert!(shared.is_empty(), "{}", shared.join("\n"));
}
