//! Italiano.

use core::fmt::{self, Write};

use super::{Text, Words, counts, seats};
use crate::dial::{DetentsPerCycle, Direction, KnobKind};
use crate::game::Refusal;
use crate::rules::{self, Reason, Ruleset, Verdict};
use crate::scene::{Item, Notice, Question, Value};

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
    for_players: |text, bits| {
        counts(text, bits)?;
        text.write_str(" giocatori")
    },
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
    draw: |text, count, hand| match count {
        0 | 1 => write!(text, "pesca fino a {hand}"),
        _ => write!(text, "pesca {count}, a {hand}"),
    },
    hands_go_left: "mano a sinistra",

    wins: |count| if count == 1 { "vince!" } else { "vincono!" },
    rounds: |text, count| match count {
        1 => text.write_str("1 turno"),
        _ => write!(text, "{count} turni"),
    },
    best_teller: "Miglior narratore",
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
        Item::ChangeTeller => "Cambia narratore",
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
    value: |text, value| match value {
        Value::None => Ok(()),
        Value::Number(number) => write!(text, "{number}"),
        Value::Minutes(0) => text.write_str("mai"),
        Value::Minutes(minutes) => write!(text, "{minutes} min"),
        Value::Seconds(seconds) => write!(text, "{seconds} s"),
        Value::On(true) => text.write_str("sì"),
        Value::On(false) => text.write_str("no"),
        Value::Language(language) => text.write_str(Words::of(language).language),
        Value::OwnersAfter => text.write_str("dopo"),
        Value::OwnersWithVote => text.write_str("col voto"),
        Value::LoneAlways => text.write_str("sempre"),
        Value::LoneSomeMissed => text.write_str("non se tutti"),
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

    turn_five: "5 scatti a destra",
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
    refusal,

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
        Question::Told => "La tua carta?",
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
        Question::Told | Question::Own { .. } => "tua",
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

fn notice(text: &mut Text, notice: &Notice) -> fmt::Result {
    match notice {
        Notice::Refused(why) => refusal(text, why),
        Notice::ScreensMissing { shared: true, .. } => text.write_str("Lo schermo comune non risponde."),
        Notice::ScreensMissing { seats: missing, .. } => {
            text.write_str("Non risponde lo schermo del posto ")?;
            seats(text, *missing)
        }
        Notice::KnobsStuck(stuck) => {
            text.write_str("Manopola bloccata al posto ")?;
            seats(text, *stuck)
        }
        Notice::ChainBroken => text.write_str("Le manopole non rispondono. Controlla il cavo."),
        Notice::StoreDamaged => text.write_str("Dati salvati rovinati. Si riparte da zero."),
        Notice::StoreFull => text.write_str("Memoria piena. Il turno non è salvato."),
        Notice::Crashed(_) => text.write_str("Errore, partita salva"),
        Notice::Resumed => text.write_str("La partita riprende da dov'era."),
    }
}

fn refusal(text: &mut Text, refusal: &Refusal) -> fmt::Result {
    match *refusal {
        Refusal::Rules(refusal) => rules_say_no(text, refusal),
        Refusal::Players { players, counts: bits, .. } => {
            write!(text, "Non in {players}: si gioca in ")?;
            counts(text, bits)?;
            text.write_str(".")
        }
        Refusal::NotEnoughSeats { most } => write!(text, "Ci sono solo {most} posti."),
        Refusal::NotNow => text.write_str("Non adesso."),
        Refusal::FinishTheRound => text.write_str("Prima finite questo turno."),
        Refusal::NothingBefore => text.write_str("Questo è l'inizio."),
        Refusal::NoFreeSeat => text.write_str("Nessun posto libero."),
        Refusal::NoNumberThere => text.write_str("L'indice non è su un numero."),
        Refusal::TooManyChanges => text.write_str("Troppe modifiche in questo turno."),
        Refusal::OnlyTheStoryteller => text.write_str("Può farlo solo il narratore."),
    }
}

fn rules_say_no(text: &mut Text, refusal: rules::Refusal) -> fmt::Result {
    use rules::Refusal as R;
    match refusal {
        R::Players { players, .. } => write!(text, "Non si gioca in {players}."),
        R::NotPlaying { number } => write!(text, "Il posto {number} non gioca."),
        R::NotOnTable { seat, number } => write!(text, "Posto {}: non c'è la carta {number}.", seat.number()),
        R::CardCount { cards, expected } => write!(text, "Ci sono {cards} carte, devono essere {expected}."),
        R::TellerVoted { seat } => write!(text, "Il posto {} racconta e non vota.", seat.number()),
        R::PartnerVoted { seat } => write!(text, "Il posto {} è socio del narratore e non vota.", seat.number()),
        R::GiverVoted { seat } => write!(text, "Il posto {} ha dato la carta e non vota.", seat.number()),
        R::NoVote { seat } => write!(text, "Il posto {} non ha votato.", seat.number()),
        R::TooManyVotes { seat, most } => {
            write!(text, "Il posto {} ha troppi voti (al massimo {most}).", seat.number())
        }
        R::SameCardTwice { seat, card } => {
            write!(text, "Il posto {} ha votato due volte la carta {}.", seat.number(), card.number())
        }
        R::OwnCard { seat, card } => {
            write!(text, "Il posto {} ha votato la carta {}: non può essere sua.", seat.number(), card.number())
        }
        R::OwnTeamsCard { seat, card } => {
            write!(text, "La squadra {} ha votato la carta {}: non può essere sua.", seat.number(), card.number())
        }
        R::NoStoryCard => text.write_str("Qual è la carta del narratore?"),
        R::StoryCardNotPlayed => text.write_str("In questo gioco non c'è la carta del narratore."),
        R::NoRed { seat } => write!(text, "Il posto {} non ha messo il gettone rosso.", seat.number()),
        R::RedNotPlayed => text.write_str("In questo gioco non c'è il gettone rosso."),
        R::StoryCard { seat, card } => {
            write!(text, "La carta {} è del narratore, non del posto {}.", card.number(), seat.number())
        }
        R::Claimed { seat, card } => write!(text, "La carta {} è già del posto {}.", card.number(), seat.number()),
        R::TooManyCards { seat, most: 1 } => write!(text, "Il posto {} ha dato solo 1 carta.", seat.number()),
        R::TooManyCards { seat, most } => write!(text, "Il posto {} ha dato solo {most} carte.", seat.number()),
        R::BothGave { seat, partner } => {
            write!(text, "I posti {} e {} sono una squadra: una carta sola.", seat.number(), partner.number())
        }
        R::NoOwner { card } => write!(text, "Di chi è la carta {}?", card.number()),
    }
}
