//! Polski.

use core::fmt::{self, Write};

use super::{Text, Words};
use crate::dial::{DetentsPerCycle, Direction, KnobKind};
use crate::game::Refusal;
use crate::rules::{self, Reason, Ruleset, Verdict};
use crate::scene::{Item, Notice, Value};
use crate::seats::Question;

pub(super) static WORDS: Words = Words {
    language: "Polski",
    ruleset: |ruleset| match ruleset {
        Ruleset::Dixit => "Dixit",
        Ruleset::Disney => "Disney",
        Ruleset::Odyssey => "Odyssey",
        Ruleset::Party => "Odyssey Party",
        Ruleset::Team => "Odyssey Drużyny",
    },

    press_to_sit: "Naciśnij: grasz",
    hold_to_tell_first: "Trzymaj: zaczynasz",
    for_players: "{1} graczy",
    players: "graczy",
    who_tells_first: "Kto zaczyna?",
    press_draws_lots: "Naciśnij: losuj",
    draw_lots: "Losowo",
    press_opens: "Naciśnij: otwórz",
    press_goes_on: "Naciśnij: dalej",
    pointer_to_the_dot: "Wskazówka na kropkę i naciśnij",

    round: "Runda",
    tells: "opowiada",
    cards_each: |count| match count {
        1 => "każdy: 1 karta",
        2 => "każdy: 2 karty",
        _ => "każdy: 3 karty",
    },
    partner_too: "partner też",
    laid_then_press: "Leżą? Naciśnij",
    sits_out: "Pauza:",
    player: "gracz",

    vote: "Głosuj",
    press_stops: "Naciśnij: stop",
    look_again: "Sprawdź!",
    claimed_twice: "Karta zajęta",
    pass_to: "Podaj do",
    then_press: "i naciśnij",
    all_voted: "Po głosach",
    press_reveals: "Naciśnij: odkryj",
    turn_to_change: "Kręć: zmień głos",
    votes_anew: "głosuje znów?",

    verdict: |verdict| match verdict {
        Verdict::Some => "Zgadnięta!",
        Verdict::Everyone => "Wszyscy wiedzą!",
        Verdict::NoOne => "Nikt nie zgadł!",
    },
    votes: "Głosy",
    red_token: "Czerwony żeton",
    whose_is_it: "Czyja to?",
    owner_presses: "Twoja? Naciśnij",
    dial_the_owner: "Kręć: czyja to",

    reason: |reason| match reason {
        Reason::Told => "za opowieść",
        Reason::Found => "za trafienie",
        Reason::EveryoneFound => "wszyscy trafili",
        Reason::NoOneFound => "nikt nie trafił",
        Reason::Votes { .. } => "za zebrane głosy",
        Reason::LoneVote => "za jeden głos",
        Reason::Crowd { .. } => "zgodne głosy",
        Reason::UnderRed => "żeton",
        Reason::Alone => "sam",
    },
    lone: "jeden",
    nothing: "nic",
    no_bonus: "Bez premii",
    draw: |count| match count {
        0 | 1 => "dobierz do {2}",
        _ => "dobierz {1}, do {2}",
    },
    hands_go_left: "karty w lewo",

    wins: |count| if count == 1 { "wygrywa!" } else { "wygrywają!" },
    rounds: |count| match (count % 10, count % 100) {
        _ if count == 1 => "1 runda",
        (2..=4, tens) if !(12..=14).contains(&tens) => "{1} rundy",
        _ => "{1} rund",
    },
    best_storyteller: "Najlepszy bajarz",
    best_bluffer: "Najlepszy blef",
    press_plays_again: "Naciśnij: rewanż",

    item: |item| match item {
        Item::BackOneStep => "Krok wstecz",
        Item::CorrectScore => "Popraw wynik",
        Item::Seats => "Miejsca",
        Item::PastRounds => "Minione rundy",
        Item::Settings => "Ustawienia",
        Item::EndGame => "Zakończ grę",
        Item::Close => "Zamknij",
        Item::AddSeat => "Dodaj miejsce",
        Item::RemoveSeat => "Usuń miejsce",
        Item::SkipRound => "Pomiń rundę",
        Item::ChangeStoryteller => "Zmień bajarza",
        Item::Language => "Język",
        Item::Goal => "Meta",
        Item::Laps => "Kolejki",
        Item::Owners => "Właściciele",
        Item::LoneVoteBonus => "Jeden głos +1",
        Item::Countdown => "Odliczanie",
        Item::Brightness => "Jasność",
        Item::ScreenOff => "Wygaszanie",
        Item::Sound => "Dźwięk",
        Item::KnobCheck => "Test pokrętła",
        Item::SelfTest => "Autotest",
        Item::UsbBoot => "Tryb USB",
        Item::ForgetAll => "Skasuj wszystko",
        Item::Version => "Wersja",
    },
    value: |value| match value {
        Value::None => "",
        Value::Number(_) => "{1}",
        Value::Minutes(0) => "nigdy",
        Value::Minutes(_) => "{1} min",
        Value::On(true) => "tak",
        Value::On(false) => "nie",
        Value::Name(name) => name,
        Value::OwnersAfter => "później",
        Value::OwnersWithVote => "z głosem",
        Value::LoneAlways => "zawsze",
        Value::LoneSomeMissed => "bez kompletu",
    },
    question: |item| match item {
        Item::EndGame => "Zakończyć grę teraz?",
        Item::ForgetAll => "Skasować grę i ustawienia?",
        Item::UsbBoot => "Uruchomić tryb USB?",
        Item::RemoveSeat => "Usunąć to miejsce?",
        Item::BackOneStep => "Cofnąć o krok?",
        _ => "Na pewno?",
    },
    yes: "Tak",
    no: "Nie",

    turn_right: "{1} ząbków w prawo",
    knob_failed: "Niejasne. Spróbuj znów.",
    knob_found: |text, kind| knob(text, kind),
    screen: "ekran",
    chain: "łańcuch",
    storage: "pamięć",
    missing: "brak",
    usb_title: "Tryb USB",
    usb_text: "Skopiuj plik .uf2 na nowy dysk.",
    safe_title: "Start awaryjny",
    safe_text: "Kilka awarii z rzędu. Naciśnij: dalej. Trzymaj: skasuj wszystko.",

    notice,

    free: "Naciśnij, by grać",
    joined: "Trzymaj: zaczynasz",
    out: "Nie grasz",
    you_tell: "Opowiadasz!",
    give: |count| match count {
        1 => "Daj 1 kartę",
        2 => "Daj 2 karty",
        _ => "Daj 3 karty",
    },
    asked: |question| match question {
        Question::StoryCard => "Twoja karta?",
        Question::PartnerCard => "Karta partnera?",
        Question::Own { of: 1, .. } => "Twoja karta?",
        Question::Own { nth: 1, .. } => "Twoja 1. karta?",
        Question::Own { .. } => "Twoja 2. karta?",
        Question::Vote => "Twój głos?",
        Question::Second => "Drugi głos?\n- = nie",
        Question::Green => "Zielony głos",
        Question::Red => "Czerwony żeton",
    },
    in_short: |question| match question {
        Question::StoryCard | Question::Own { .. } => "moja",
        Question::PartnerCard => "partner",
        Question::Vote => "głos",
        Question::Second => "drugi",
        Question::Green => "zielony",
        Question::Red => "czerwony",
    },
    ready: "Gotowe",
    press_to_change: "Naciśnij: zmień",
    yours: "ty",
    told: "była",
    yours_then_press: "Twoja? Naciśnij",
    wait: "Czekaj",
    points: "punkty",
    you_won: "Wygrana!",
    the_end: "Koniec",
    menu: "Menu",
    see_the_shared_screen: "Patrz na ekran",
};

fn knob(text: &mut Text, kind: KnobKind) -> fmt::Result {
    text.write_str(match kind.detents_per_cycle {
        DetentsPerCycle::One => "1 ząbek na cykl",
        DetentsPerCycle::Two => "2 ząbki na cykl",
    })?;
    text.write_str(match kind.direction {
        Direction::Normal => "",
        Direction::Reversed => ", odwrotnie",
    })
}

fn notice(notice: &Notice) -> &'static str {
    match notice {
        Notice::Refused(why) => refusal(why),
        Notice::ScreensMissing { shared: true, .. } => "Wspólny ekran nie odpowiada.",
        Notice::ScreensMissing { .. } => "Nie odpowiada ekran przy miejscu {1}",
        Notice::KnobsStuck(_) => "Zacięte pokrętło przy miejscu {1}",
        Notice::ChainBroken => "Pokrętła nie odpowiadają. Sprawdź kabel.",
        Notice::StoreDamaged => "Zapis był uszkodzony. Zaczynamy od nowa.",
        Notice::StoreFull => "Pamięć jest pełna. Ta runda nie jest zapisana.",
        Notice::Crashed(_) => "Awaria, gra ocalona",
        Notice::Resumed => "Gra toczy się dalej.",
    }
}

fn refusal(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Rules(refusal) => rules_say_no(refusal),
        Refusal::Players { .. } => "Liczba graczy {1}, a ma być {2}.",
        Refusal::NotNow => "Nie teraz.",
        Refusal::FinishTheRound => "Najpierw skończcie tę rundę.",
        Refusal::NothingBefore => "To jest początek.",
        Refusal::NoFreeSeat => "Nie ma wolnego miejsca.",
        Refusal::NoNumberThere => "Wskazówka nie stoi na liczbie.",
        Refusal::TooManyChanges => "Za dużo zmian w tej rundzie.",
    }
}

const fn rules_say_no(refusal: &rules::Refusal) -> &'static str {
    use rules::Refusal as R;
    match refusal {
        R::Players { .. } => "Nie dla tylu graczy: {1}.",
        R::NotPlaying { .. } => "Miejsce {1} nie gra.",
        R::NotOnTable { .. } => "Miejsce {1}: nie ma karty {2}.",
        R::CardCount { .. } => "Liczba kart {1}, a ma być {2}.",
        R::StorytellerVoted { .. } => "Miejsce {1} opowiada i nie głosuje.",
        R::PartnerVoted { .. } => "Miejsce {1} to partner bajarza i nie głosuje.",
        R::GiverVoted { .. } => "Miejsce {1} dało kartę i nie głosuje.",
        R::NoVote { .. } => "Brak głosu: miejsce {1}.",
        R::TooManyVotes { .. } => "Miejsce {1}: za dużo głosów (najwyżej {2}).",
        R::SameCardTwice { .. } => "Miejsce {1} dwa razy głosuje na kartę {2}.",
        R::OwnCard { .. } => "Miejsce {1} głosuje na kartę {2}: nie może być jego.",
        R::OwnTeamsCard { .. } => "Drużyna {1} głosuje na kartę {2}: nie może być jej.",
        R::NoStoryCard => "Która karta jest bajarza?",
        R::StoryCardNotPlayed => "W tej grze nie ma karty bajarza.",
        R::NoRed { .. } => "Miejsce {1}: brak czerwonego żetonu.",
        R::RedNotPlayed => "W tej grze nie ma czerwonego żetonu.",
        R::StoryCard { .. } => "Karta {2} jest bajarza, nie miejsca {1}.",
        R::Claimed { .. } => "Karta {2} jest już miejsca {1}.",
        R::TooManyCards { most: 1, .. } => "Miejsce {1} dało tylko 1 kartę.",
        R::TooManyCards { .. } => "Miejsce {1} dało tylko {2} karty.",
        R::BothGave { .. } => "Miejsca {1} i {2} to jedna drużyna: tylko jedna karta.",
        R::NoOwner { .. } => "Czyja jest karta {1}?",
    }
}
