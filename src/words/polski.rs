//! Polski.

use core::fmt::{self, Write};

use super::{Text, Words, counts, seats};
use crate::dial::{DetentsPerCycle, Direction, KnobKind};
use crate::game::Refusal;
use crate::rules::{self, Reason, Ruleset, Verdict};
use crate::scene::{Item, Notice, Question, Value};

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
    for_players: |text, bits| {
        counts(text, bits)?;
        text.write_str(" graczy")
    },
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
    draw: |text, count, hand| match count {
        0 | 1 => write!(text, "dobierz do {hand}"),
        _ => write!(text, "dobierz {count}, do {hand}"),
    },
    hands_go_left: "karty w lewo",

    wins: |count| if count == 1 { "wygrywa!" } else { "wygrywają!" },
    rounds: |text, count| match (count % 10, count % 100) {
        _ if count == 1 => text.write_str("1 runda"),
        (2..=4, tens) if !(12..=14).contains(&tens) => write!(text, "{count} rundy"),
        _ => write!(text, "{count} rund"),
    },
    best_teller: "Najlepszy bajarz",
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
        Item::ChangeTeller => "Zmień bajarza",
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
    value: |text, value| match value {
        Value::None => Ok(()),
        Value::Number(number) => write!(text, "{number}"),
        Value::Minutes(0) => text.write_str("nigdy"),
        Value::Minutes(minutes) => write!(text, "{minutes} min"),
        Value::Seconds(seconds) => write!(text, "{seconds} s"),
        Value::On(true) => text.write_str("tak"),
        Value::On(false) => text.write_str("nie"),
        Value::Language(language) => text.write_str(Words::of(language).language),
        Value::OwnersAfter => text.write_str("później"),
        Value::OwnersWithVote => text.write_str("z głosem"),
        Value::LoneAlways => text.write_str("zawsze"),
        Value::LoneSomeMissed => text.write_str("bez kompletu"),
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

    turn_five: "5 ząbków w prawo",
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
    refusal,

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
        Question::Told => "Twoja karta?",
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
        Question::Told | Question::Own { .. } => "moja",
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

fn notice(text: &mut Text, notice: &Notice) -> fmt::Result {
    match notice {
        Notice::Refused(why) => refusal(text, why),
        Notice::ScreensMissing { shared: true, .. } => text.write_str("Wspólny ekran nie odpowiada."),
        Notice::ScreensMissing { seats: missing, .. } => {
            text.write_str("Nie odpowiada ekran przy miejscu ")?;
            seats(text, *missing)
        }
        Notice::KnobsStuck(stuck) => {
            text.write_str("Zacięte pokrętło przy miejscu ")?;
            seats(text, *stuck)
        }
        Notice::ChainBroken => text.write_str("Pokrętła nie odpowiadają. Sprawdź kabel."),
        Notice::StoreDamaged => text.write_str("Zapis był uszkodzony. Zaczynamy od nowa."),
        Notice::StoreFull => text.write_str("Pamięć jest pełna. Ta runda nie jest zapisana."),
        Notice::Crashed(_) => text.write_str("Awaria, gra ocalona"),
        Notice::Resumed => text.write_str("Gra toczy się dalej."),
    }
}

fn refusal(text: &mut Text, refusal: &Refusal) -> fmt::Result {
    match *refusal {
        Refusal::Rules(refusal) => rules_say_no(text, refusal),
        Refusal::Players { players, counts: bits, .. } => {
            write!(text, "Liczba graczy {players}, a ma być ")?;
            counts(text, bits)?;
            text.write_str(".")
        }
        Refusal::NotEnoughSeats { most } => write!(text, "Liczba miejsc: tylko {most}."),
        Refusal::NotNow => text.write_str("Nie teraz."),
        Refusal::FinishTheRound => text.write_str("Najpierw skończcie tę rundę."),
        Refusal::NothingBefore => text.write_str("To jest początek."),
        Refusal::NoFreeSeat => text.write_str("Nie ma wolnego miejsca."),
        Refusal::NoNumberThere => text.write_str("Wskazówka nie stoi na liczbie."),
        Refusal::TooManyChanges => text.write_str("Za dużo zmian w tej rundzie."),
        Refusal::OnlyTheStoryteller => text.write_str("Może to zrobić tylko bajarz."),
    }
}

fn rules_say_no(text: &mut Text, refusal: rules::Refusal) -> fmt::Result {
    use rules::Refusal as R;
    match refusal {
        R::Players { players, .. } => write!(text, "Nie dla tylu graczy: {players}."),
        R::NotPlaying { number } => write!(text, "Miejsce {number} nie gra."),
        R::NotOnTable { seat, number } => write!(text, "Miejsce {}: nie ma karty {number}.", seat.number()),
        R::CardCount { cards, expected } => write!(text, "Liczba kart {cards}, a ma być {expected}."),
        R::TellerVoted { seat } => write!(text, "Miejsce {} opowiada i nie głosuje.", seat.number()),
        R::PartnerVoted { seat } => write!(text, "Miejsce {} to partner bajarza i nie głosuje.", seat.number()),
        R::GiverVoted { seat } => write!(text, "Miejsce {} dało kartę i nie głosuje.", seat.number()),
        R::NoVote { seat } => write!(text, "Brak głosu: miejsce {}.", seat.number()),
        R::TooManyVotes { seat, most } => write!(text, "Miejsce {}: za dużo głosów (najwyżej {most}).", seat.number()),
        R::SameCardTwice { seat, card } => {
            write!(text, "Miejsce {} dwa razy głosuje na kartę {}.", seat.number(), card.number())
        }
        R::OwnCard { seat, card } => {
            write!(text, "Miejsce {} głosuje na kartę {}: nie może być jego.", seat.number(), card.number())
        }
        R::OwnTeamsCard { seat, card } => {
            write!(text, "Drużyna {} głosuje na kartę {}: nie może być jej.", seat.number(), card.number())
        }
        R::NoStoryCard => text.write_str("Która karta jest bajarza?"),
        R::StoryCardNotPlayed => text.write_str("W tej grze nie ma karty bajarza."),
        R::NoRed { seat } => write!(text, "Miejsce {}: brak czerwonego żetonu.", seat.number()),
        R::RedNotPlayed => text.write_str("W tej grze nie ma czerwonego żetonu."),
        R::StoryCard { seat, card } => {
            write!(text, "Karta {} jest bajarza, nie miejsca {}.", card.number(), seat.number())
        }
        R::Claimed { seat, card } => write!(text, "Karta {} jest już miejsca {}.", card.number(), seat.number()),
        R::TooManyCards { seat, most: 1 } => write!(text, "Miejsce {} dało tylko 1 kartę.", seat.number()),
        R::TooManyCards { seat, most } => write!(text, "Miejsce {} dało tylko {most} karty.", seat.number()),
        R::BothGave { seat, partner } => {
            write!(text, "Miejsca {} i {} to jedna drużyna: tylko jedna karta.", seat.number(), partner.number())
        }
        R::NoOwner { card } => write!(text, "Czyja jest karta {}?", card.number()),
    }
}
