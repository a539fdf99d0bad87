//! Checks what must be seen after a step of a story.

use dixit_dials::{
    board::Voting,
    game::{Honour, Phase},
    rules::{Seat, SeatSet},
    scene::{Actor, Notice, Prompt, Shared, shared},
};

use super::{
    file::{self, Step},
    names,
    prompt::{self, Told},
    rounds::agree,
    stage::Stage,
};

impl Stage {
    pub(super) fn sight(&mut self, step: &Step) -> Result<(), String> {
        if let Some(scene) = &step.screen {
            self.expect(scene)?;
        }
        if let Some(refusal) = &step.refused {
            let Shared::Notice(Notice::Refused(said)) = self.shared() else {
                return Err(format!("not refused with “{refusal}”, but {}", self.where_we_are()));
            };
            agree("refused", Some(refusal), &names::refusal(&said))?;
        }
        agree("says", step.says.as_ref(), &names::says(&self.shared()))?;
        let scene = self.app.public_view().scene;
        self.prompted("prompt", step.prompt.as_deref(), Some(scene.prompt))?;
        self.prompted("also", step.also.as_deref(), scene.also)?;
        self.table(step)?;
        self.certain(step)?;
        self.details(step)?;
        self.rows(step)?;
        let view = self.app.public_view();
        agree("light", step.light.as_deref(), names::light(view.light))?;
        agree("language", step.language.as_deref(), names::language(view.language))?;
        match &step.seat_screen {
            Some((seat, scene)) if !matches!(self.board.voting, Voting::Ring { .. }) => {
                let seen = self.seat_scene(self.named(*seat)?).map_or("none", |scene| names::seat_scene(&scene));
                agree("seat-screen", Some(scene.as_str()), seen)
            }
            _ => Ok(()),
        }
    }

    fn prompted(&self, key: &str, told: Option<&str>, seen: Option<Prompt>) -> Result<(), String> {
        let Some(told) = told else { return Ok(()) };
        let Some(seen) = seen else {
            return Err(format!("{key}: the story says “{told}”, but nothing is asked for there"));
        };
        let leader = if self.passes() { Actor::Holder } else { Actor::seat(self.app.state().leader()) };
        match Told::read(told)?.is(&seen, leader) {
            true => Ok(()),
            false => Err(format!("{key}: the story says “{told}”, the screen “{}”", prompt::told(&seen))),
        }
    }

    /// Checks what does not depend on the picture shown.
    fn table(&self, step: &Step) -> Result<(), String> {
        let state = self.app.state();
        agree("ready", step.ready.as_ref(), &numbers(self.app.game().locked()))?;
        agree("teller", step.storyteller.as_ref(), &self.player_in_story(state.storyteller))?;
        agree("ruleset", step.ruleset.as_deref(), state.ruleset.name())?;
        agree("round-number", step.round_number.as_ref(), &state.round)?;
        agree("totals", step.totals.as_ref(), &self.totals())?;
        agree("winners", step.winners.as_ref(), &self.winners())?;
        agree("last-round", step.last_round.as_ref(), &state.is_last_round())?;
        agree("skipping", step.skipping.as_ref(), &numbers(state.skipping))?;
        let seated = match self.shared() {
            Shared::Lobby(shared::Lobby { seated, .. }) => seated,
            _ => state.seats,
        };
        agree("seated", step.seated.as_ref(), &numbers(seated))
    }

    /// Checks the owners that the device deduced.
    fn certain(&self, step: &Step) -> Result<(), String> {
        let (Phase::Owners(round) | Phase::Points { round, .. }) = self.app.state().phase else {
            return match step.certain {
                None => Ok(()),
                Some(_) => Err(format!("certain: no owner is filled in on {}", self.where_we_are())),
            };
        };
        let owner = |card| round.owner(card).map(|seat: Seat| (card.number().to_string(), seat.number()));
        agree("certain", step.certain.as_ref(), &round.certain.iter().filter_map(owner).collect())
    }

    /// Checks what only certain pictures show.
    fn details(&self, step: &Step) -> Result<(), String> {
        let (mut rejected, mut sent_back, mut asked, mut hand_to) = (None, None, None, None);
        let (mut next, mut past, mut curve) = (None, None, None);
        let (mut deal, mut speak_first, mut turn_away) = (None, None, None);
        let mut awards = [None; 4];
        match self.shared() {
            Shared::Deal(shared::Deal { players, hand, .. }) => deal = Some((players, hand)),
            Shared::Clue(shared::Clue { blind, .. }) => speak_first = Some(blind),
            Shared::Vote(vote) => {
                rejected = Some(numbers(vote.rejected.seats()));
                turn_away = Some(numbers(vote.turn_away));
            }
            Shared::SentBack(shared::SentBack { seats }) => sent_back = Some(numbers(seats)),
            Shared::Owner(shared::Owner { card, .. }) => asked = Some(card.number()),
            Shared::Notice(_) => asked = self.app.public_view().scene.asked.map(|card| card.number()),
            Shared::HandOver(shared::HandOver { to, .. }) => hand_to = Some(to.number()),
            Shared::Track(shared::Track { next: who, .. }) => next = who.map(|who| self.player_in_story(who)),
            Shared::PastRound(shared::PastRound { number, storyteller, .. }) => {
                past = Some((number, self.player_in_story(storyteller)))
            }
            Shared::Awards(shared::Awards { awards: won, .. }) => awards = won,
            Shared::Curve(shared::Curve { seat, points, .. }) => curve = Some((seat.number(), points.to_vec())),
            _ => {}
        }
        shown("deal", &step.deal, deal, self)?;
        shown("speak-first", &step.speak_first, speak_first, self)?;
        shown("turn-away", &step.turn_away, turn_away, self)?;
        shown("rejected", &step.rejected, rejected, self)?;
        shown("sent-back", &step.sent_back, sent_back, self)?;
        shown("asked", &step.asked, asked, self)?;
        shown("hand-to", &step.hand_to, hand_to, self)?;
        shown("next", &step.next, next, self)?;
        shown("past-round", &step.past_round, past, self)?;
        shown("curve", &step.curve, curve, self)?;
        let told = [
            ("best-teller", &step.best_storyteller),
            ("best-bluffer", &step.best_bluffer),
            ("sharpest-guesser", &step.sharpest_guesser),
            ("most-fooled", &step.most_fooled),
        ];
        told.into_iter().zip(awards).try_for_each(|((what, told), won)| {
            // If several share the honour, the story may name one of them.
            let told = told.as_ref().map(|told| match told {
                file::Honour::One(seat, count) => (vec![*seat], *count),
                file::Honour::Shared(seats, count) => (seats.clone(), *count),
            });
            let won = won.map(|Honour { seats, count }| match &told {
                Some((one, _)) if one.len() == 1 && numbers(seats).contains(&one[0]) => (one.clone(), count),
                _ => (numbers(seats), count),
            });
            shown(what, &told, won, self)
        })
    }

    fn rows(&self, step: &Step) -> Result<(), String> {
        let Some((name, value)) = &step.row else { return Ok(()) };
        let Shared::Menu(shared::Menu { rows, .. }) = self.shared() else {
            return Err(format!("no menu with a row “{name}”, but {}", self.where_we_are()));
        };
        match rows.iter().find(|row| names::item(row.item) == name) {
            Some(row) => agree(name, Some(value.as_str()), names::value(row.value).as_str()),
            None if value == "absent" => Ok(()),
            None => Err(format!("the menu has no row “{name}”")),
        }
    }
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(Seat::number).collect()
}

/// Like [`agree`], for something that only some screens show.
fn shown<T: PartialEq + std::fmt::Debug>(
    what: &str,
    told: &Option<T>,
    seen: Option<T>,
    stage: &Stage,
) -> Result<(), String> {
    match (told, seen) {
        (None, _) => Ok(()),
        (Some(told), Some(seen)) => agree(what, Some(told), &seen),
        (Some(told), None) => Err(format!("{what}: the story says {told:?}, but now it is {}", stage.where_we_are())),
    }
}
