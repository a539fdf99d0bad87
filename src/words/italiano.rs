//! Italiano.

use core::fmt::{self, Write};

use super::{Text, Words};
use crate::dial::{DetentsPerCycle, Direction, KnobKind};
use crate::game::Refusal;
use crate::rules::{self, Reason, Ruleset, Verdict};
use crate::scene::{Item, Notice, Value};
use crate::seats::Question;

pub(super) static WORDS: Words = Words {
    language: "Italiano",
    ruleset: |ruleset| match ruleset {
        Ruleset::Dixit => "Dixit",
        Ruleset::Disney => "Disney",
        Ruleset::Odyssey => "Odyssey",
        Ruleset::Party => "Odyssey Party",
        Ruleset::Team => "Odyssey Squadre",
    },

    press_to_sit: "Premi: siediti",
    hold_to_tell_first: "Tieni: inizi tu",
    for_players: "{1} giocatori",
    players: "giocatori",
    who_tells_first: "Chi inizia?",
    press_draws_lots: "Premi: sorteggia",
    draw_lots: "A sorte",
    press_opens: "Premi: apri",
    press_goes_on: "Premi: avanti",
    pointer_to_the_dot: "Indice sul punto, poi premi",

    round: "Turno",
    tells: "racconta",
    cards_each: |count| match count {
        1 => "1 carta a testa",
        2 => "2 carte a testa",
        _ => "3 carte a testa",
    },
    partner_too: "anche il socio",
    laid_then_press: "Pronte? Premi",
    sits_out: "Fuori:",
    player: "giocatore",

    vote: "Votate",
    press_stops: "Premi: ferma",
    look_again: "Ricontrolla!",
    claimed_twice: "Carta già presa",
    pass_to: "Passa a",
    then_press: "poi premi",
    all_voted: "Voti fatti",
    press_reveals: "Premi: scopri",
    turn_to_change: "Gira: cambia",
    votes_anew: "vota di nuovo?",

    verdict: |verdict| match verdict {
        Verdict::Some => "Trovata!",
        Verdict::Everyone => "Tutti sì!",
        Verdict::NoOne => "Nessuno!",
    },
    votes: "Voti",
    red_token: "Gettone rosso",
    whose_is_it: "Di chi è?",
    owner_presses: "È tua? Premi",
    dial_the_owner: "Gira: di chi è",

    reason: |reason| match reason {
        Reason::Told => "ha raccontato",
        Reason::Found => "trovata",
        Reason::EveryoneFound => "trovata da tutti",
        Reason::NoOneFound => "non trovata",
        Reason::Votes { .. } => "per voti ricevuti",
        Reason::LoneVote => "per voto unico",
        Reason::Crowd { .. } => "stesso voto",
        Reason::UnderRed => "rosso",
        Reason::Alone => "da solo",
    },
    lone: "unico",
    nothing: "niente",
    no_bonus: "Nessun bonus",
    draw: |count| match count {
        0 | 1 => "pesca fino a {2}",
        _ => "pesca {1}, a {2}",
    },
    hands_go_left: "mano a sinistra",

    wins: |count| if count == 1 { "vince!" } else { "vincono!" },
    rounds: |count| match count {
        1 => "1 turno",
        _ => "{1} turni",
    },
    best_storyteller: "Miglior narratore",
    best_bluffer: "Miglior bluff",
    press_plays_again: "Premi: rivincita",

    item: |item| match item {
        Item::BackOneStep => "Torna indietro",
        Item::CorrectScore => "Correggi punti",
        Item::Seats => "Posti",
        Item::PastRounds => "Turni passati",
        Item::Settings => "Impostazioni",
        Item::EndGame => "Fine partita",
        Item::Close => "Chiudi",
        Item::AddSeat => "Aggiungi posto",
        Item::RemoveSeat => "Togli un posto",
        Item::SkipRound => "Salta un turno",
        Item::ChangeStoryteller => "Cambia narratore",
        Item::Language => "Lingua",
        Item::Goal => "Traguardo",
        Item::Laps => "Giri",
        Item::Owners => "Padroni",
        Item::LoneVoteBonus => "Voto unico +1",
        Item::Countdown => "Conto 3-2-1",
        Item::Brightness => "Luminosità",
        Item::ScreenOff => "Spegni schermo",
        Item::Sound => "Suono",
        Item::KnobCheck => "Prova manopola",
        Item::SelfTest => "Autotest",
        Item::UsbBoot => "Avvio USB",
        Item::ForgetAll => "Cancella tutto",
        Item::Version => "Versione",
    },
    value: |value| match value {
        Value::None => "",
        Value::Number(_) => "{1}",
        Value::Minutes(0) => "mai",
        Value::Minutes(_) => "{1} min",
        Value::On(true) => "sì",
        Value::On(false) => "no",
        Value::Name(name) => name,
        Value::OwnersAfter => "dopo",
        Value::OwnersWithVote => "col voto",
        Value::LoneAlways => "sempre",
        Value::LoneSomeMissed => "non se tutti",
    },
    question: |item| match item {
        Item::EndGame => "Finire qui la partita?",
        Item::ForgetAll => "Cancellare partita e impostazioni?",
        Item::UsbBoot => "Riavviare in modo USB?",
        Item::RemoveSeat => "Togliere questo posto?",
        Item::BackOneStep => "Tornare indietro?",
        _ => "Confermi?",
    },
    yes: "Sì",
    no: "No",

    turn_right: "{1} scatti a destra",
    knob_failed: "Non è chiaro. Riprova.",
    knob_found: |text, kind| knob(text, kind),
    screen: "schermo",
    chain: "catena",
    storage: "memoria",
    missing: "manca",
    usb_title: "Avvio USB",
    usb_text: "Copia il file .uf2 sul nuovo disco.",
    safe_title: "Avvio sicuro",
    safe_text: "Più errori di fila. Premi: avanti. Tieni: cancella tutto.",

    notice,

    free: "Premi per giocare",
    joined: "Tieni: inizi tu",
    out: "Non giochi",
    you_tell: "Tocca a te!",
    give: |count| match count {
        1 => "Dai 1 carta",
        2 => "Dai 2 carte",
        _ => "Dai 3 carte",
    },
    asked: |question| match question {
        Question::StoryCard => "La tua carta?",
        Question::PartnerCard => "Carta del socio?",
        Question::Own { of: 1, .. } => "La tua carta?",
        Question::Own { nth: 1, .. } => "La prima carta?",
        Question::Own { .. } => "La seconda carta?",
        Question::Vote => "Il tuo voto?",
        Question::Second => "Altro voto?\n- = no",
        Question::Green => "Voto verde",
        Question::Red => "Gettone rosso",
    },
    in_short: |question| match question {
        Question::StoryCard | Question::Own { .. } => "tua",
        Question::PartnerCard => "socio",
        Question::Vote => "voto",
        Question::Second => "altro",
        Question::Green => "verde",
        Question::Red => "rosso",
    },
    ready: "Pronto",
    press_to_change: "Premi: cambia",
    yours: "tu",
    told: "era",
    yours_then_press: "È tua? Premi",
    wait: "Attendi",
    points: "punti",
    you_won: "Hai vinto!",
    the_end: "Fine",
    menu: "Menu",
    see_the_shared_screen: "Vedi schermo",
};

fn knob(text: &mut Text, kind: KnobKind) -> fmt::Result {
    text.write_str(match kind.detents_per_cycle {
        DetentsPerCycle::One => "1 scatto a ciclo",
        DetentsPerCycle::Two => "2 scatti a ciclo",
    })?;
    text.write_str(match kind.direction {
        Direction::Normal => "",
        Direction::Reversed => ", al contrario",
    })
}

fn notice(notice: &Notice) -> &'static str {
    match notice {
        Notice::Refused(why) => refusal(why),
        Notice::ScreensMissing { shared: true, .. } => "Lo schermo comune non risponde.",
        Notice::ScreensMissing { .. } => "Non risponde lo schermo del posto {1}",
        Notice::KnobsStuck(_) => "Manopola bloccata al posto {1}",
        Notice::ChainBroken => "Le manopole non rispondono. Controlla il cavo.",
        Notice::StoreDamaged => "Dati salvati rovinati. Si riparte da zero.",
        Notice::StoreFull => "Memoria piena. Il turno non è salvato.",
        Notice::Crashed(_) => "Errore, partita salva",
        Notice::Resumed => "La partita riprende da dov'era.",
    }
}

fn refusal(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Rules(refusal) => rules_say_no(refusal),
        Refusal::Players { .. } => "Non in {1}: si gioca in {2}.",
        Refusal::NotNow => "Non adesso.",
        Refusal::FinishTheRound => "Prima finite questo turno.",
        Refusal::NothingBefore => "Questo è l'inizio.",
        Refusal::NoFreeSeat => "Nessun posto libero.",
        Refusal::NoNumberThere => "L'indice non è su un numero.",
        Refusal::TooManyChanges => "Troppe modifiche in questo turno.",
    }
}

const fn rules_say_no(refusal: &rules::Refusal) -> &'static str {
    use rules::Refusal as R;
    match refusal {
        R::Players { .. } => "Non si gioca in {1}.",
        R::NotPlaying { .. } => "Il posto {1} non gioca.",
        R::NotOnTable { .. } => "Posto {1}: non c'è la carta {2}.",
        R::CardCount { .. } => "Ci sono {1} carte, devono essere {2}.",
        R::StorytellerVoted { .. } => "Il posto {1} racconta e non vota.",
        R::PartnerVoted { .. } => "Il posto {1} è socio del narratore e non vota.",
        R::GiverVoted { .. } => "Il posto {1} ha dato la carta e non vota.",
        R::NoVote { .. } => "Il posto {1} non ha votato.",
        R::TooManyVotes { .. } => "Il posto {1} ha troppi voti (al massimo {2}).",
        R::SameCardTwice { .. } => "Il posto {1} ha votato due volte la carta {2}.",
        R::OwnCard { .. } => "Il posto {1} ha votato la carta {2}: non può essere sua.",
        R::OwnTeamsCard { .. } => "La squadra {1} ha votato la carta {2}: non può essere sua.",
        R::NoStoryCard => "Qual è la carta del narratore?",
        R::StoryCardNotPlayed => "In questo gioco non c'è la carta del narratore.",
        R::NoRed { .. } => "Il posto {1} non ha messo il gettone rosso.",
        R::RedNotPlayed => "In questo gioco non c'è il gettone rosso.",
        R::StoryCard { .. } => "La carta {2} è del narratore, non del posto {1}.",
        R::Claimed { .. } => "La carta {2} è già del posto {1}.",
        R::TooManyCards { most: 1, .. } => "Il posto {1} ha dato solo 1 carta.",
        R::TooManyCards { .. } => "Il posto {1} ha dato solo {2} carte.",
        R::BothGave { .. } => "I posti {1} e {2} sono una squadra: una carta sola.",
        R::NoOwner { .. } => "Di chi è la carta {1}?",
    }
}
