//! A round of a story, translated into turns and presses of the board.

use dixit_dials::{
    board::Voting,
    game::{Phase, Storyteller},
    rules::{Card, Seat},
    scene::{Purpose, SeatScene, Shared, SharedScreenScene, shared},
    voting::{Dialling, Question, questions},
};

use super::{
    check,
    file::RoundFile,
    names,
    stage::{Act, Stage},
};

impl Stage {
    pub fn press_leader(&mut self) -> Result<(), String> {
        self.act(Act::Press { knob: self.leader() })
    }

    /// Dials a number (0 declines) and presses.
    pub fn answer(&mut self, seat: Seat, number: u8) -> Result<(), String> {
        self.adopt_starts();
        let knob = self.knob(seat);
        match self.board.voting {
            Voting::Ring { positions, .. } => {
                if self.app.state().voting().is_empty() || questions(self.app.state(), seat).is_empty() {
                    return Err(self.nothing_to_dial(seat));
                }
                if number >= positions {
                    return Err(format!("answer: there is no place {number} among the {positions} of a ring"));
                }
                let by = i32::from(number) - self.pointers[usize::from(knob)];
                let by = by.rem_euclid(i32::from(positions));
                // Take the shorter direction.
                let by = if by > i32::from(positions) / 2 { by - i32::from(positions) } else { by };
                self.act(Act::Turn { knob, by: by as i8 })?;
            }
            Voting::Pods | Voting::Pass => {
                if let Shared::HandOver(shared::HandOver { to, .. }) = self.shared()
                    && matches!(self.app.shared_view().scene, SharedScreenScene::Everyone(_))
                    && self.passes()
                {
                    if to != seat {
                        return Err(format!("the device is to go to seat {}, not {}", to.number(), seat.number()));
                    }
                    self.act(Act::Press { knob })?;
                }
                let Some(SeatScene::Dial(Dialling { offer, question, .. })) = self.seat_scene(seat) else {
                    return Err(self.nothing_to_dial(seat));
                };
                let lowest = i32::from(question != Question::Second);
                let cards = self.app.state().cards_on_table();
                if !(lowest..=i32::from(cards)).contains(&number.into()) {
                    return Err(format!("answer: {number} cannot be dialled, only {lowest} to {cards}"));
                }
                let numbers = i32::from(cards) + 1 - lowest;
                let by = (i32::from(number) - i32::from(offer.number)).rem_euclid(numbers.max(1));
                let by = if by > numbers / 2 { by - numbers } else { by };
                self.act(Act::Turn { knob, by: by as i8 })?;
                // Numbers that cannot be chosen are skipped, so it may take fewer clicks.
                for _ in 0..numbers {
                    match self.seat_scene(seat) {
                        Some(SeatScene::Dial(dial)) if dial.offer.number == number => break,
                        _ => self.act(Act::Turn { knob, by: -by.signum() as i8 })?,
                    }
                }
                match self.seat_scene(seat) {
                    Some(SeatScene::Dial(dial)) if dial.offer.number == number => {}
                    _ => return Err(format!("answer: {number} is not offered to seat {}", seat.number())),
                }
            }
        }
        self.act(Act::Press { knob })
    }

    fn nothing_to_dial(&self, seat: Seat) -> String {
        format!("answer: seat {} has nothing to dial on {}", seat.number(), self.where_we_are())
    }

    pub fn where_we_are(&self) -> String {
        let shared = self.shared();
        match &shared {
            Shared::Notice(notice) => format!("the screen “{}” {notice:?}", names::scene(&shared)),
            _ => format!("the screen “{}”", names::scene(&shared)),
        }
    }

    /// Plays from the clue to the track; the storyteller has not pressed yet.
    pub fn round(&mut self, round: &RoundFile) -> Result<(), String> {
        self.all_vote(round)?;
        self.reveal()?;
        self.owners(round)?;
        self.points(round)
    }

    /// Plays from the clue to the last lock.
    pub fn all_vote(&mut self, round: &RoundFile) -> Result<(), String> {
        self.expect("clue")?;
        check::round(round, self)?;
        self.press_leader()?;
        let state = *self.app.state();
        let storyteller = state.storyteller.seat;
        let first = std::iter::once(storyteller);
        let mut order: Vec<Seat> = first.chain(state.present().iter().filter(|&seat| seat > storyteller)).collect();
        order.extend(state.present().iter().filter(|&seat| seat < storyteller));
        for seat in order {
            for answer in answers(round, self, seat)? {
                self.answer(seat, answer)?;
            }
        }
        Ok(())
    }

    /// On a board that is passed round, presses once the device lies on the table again.
    pub fn ready_to_count(&mut self) -> Result<(), String> {
        match self.shared() {
            Shared::AllReady(_) => self.press_leader(),
            _ => Ok(()),
        }
    }

    /// Plays from the last lock to the picture of all votes.
    pub fn reveal(&mut self) -> Result<(), String> {
        self.ready_to_count()?;
        if matches!(self.shared(), Shared::Countdown(_)) {
            self.act(Act::Wait { ms: 3_200 })?;
        }
        self.expect("votes")
    }

    fn owners(&mut self, round: &RoundFile) -> Result<(), String> {
        self.press_leader()?;
        if matches!(self.shared(), Shared::Verdict(_)) {
            self.press_leader()?;
        }
        let mut asked = Vec::new();
        while let Shared::Owner(shared::Owner { card, only, .. }) = self.shared() {
            let number = card.number();
            let owner = round.owners.get(&number.to_string());
            // The only possible owner need not press.
            if only.is_some() {
                self.act(Act::Wait { ms: 5_100 })?;
                continue;
            }
            asked.push(number);
            let Some(&owner) = owner else { return Err(format!("the device asks whose card {number} is")) };
            self.claim(self.seat_of_player(owner)?)?;
            if let Shared::Notice(_) = self.shared() {
                return Err(format!("card {number} as seat {owner}'s leads to {}", self.where_we_are()));
            }
        }
        self.owners_known(round, &asked)
    }

    /// An owner that was not asked for must have been named with the vote, or deduced by the device as the story says.
    fn owners_known(&self, round: &RoundFile, asked: &[u8]) -> Result<(), String> {
        let Phase::Points { round: played, .. } = self.app.state().phase else { return Ok(()) };
        for (card, &owner) in &round.owners {
            let number = card.parse().unwrap_or(0);
            let known = Card::from_number(number).and_then(|card| played.owner(card));
            match known {
                _ if asked.contains(&number) => {}
                None => return Err(format!("owners.{card}: nobody asked whose card {card} is")),
                Some(seat) if Ok(seat) == self.seat_of_player(owner) => {}
                Some(seat) => {
                    let by_votes = format!("by the votes card {card} must be seat {}'s", seat.number());
                    return Err(format!("owners.{card}: the story says seat {owner}, but {by_votes}"));
                }
            }
        }
        Ok(())
    }

    pub fn claim(&mut self, seat: Seat) -> Result<(), String> {
        // The device ignores a press right after a question appears, since it was meant for the previous one.
        self.act(Act::Wait { ms: 700 })?;
        if let Shared::Owner(shared::Owner { dialled, .. }) = self.shared()
            && self.passes()
        {
            let present = self.app.state().present();
            let place = |seat: Seat| present.iter().position(|s| s == seat).map_or(0, |place| place as i32 + 1);
            let by = place(seat) - dialled.map_or(0, place);
            self.act(Act::Turn { knob: 0, by: by as i8 })?;
        }
        self.act(Act::Press { knob: self.knob(seat) })?;
        // In Team the storyteller is asked once more; wait before answering.
        if matches!(self.app.public_view().scene.prompt.what, Purpose::PartnersCard(_)) && !self.passes() {
            self.act(Act::Wait { ms: 600 })?;
            self.act(Act::Press { knob: self.knob(seat) })?;
        }
        Ok(())
    }

    fn points(&mut self, round: &RoundFile) -> Result<(), String> {
        let Phase::Points { score, .. } = self.app.state().phase else {
            return Err(format!("no points yet, but {}", self.where_we_are()));
        };
        let seats = self.app.state().seats;
        let points: Vec<u16> = seats.iter().map(|seat| u16::from(score.points(seat))).collect();
        agree("points", round.points.as_ref(), &points)?;
        let totals = self.totals();
        agree("totals", round.totals.as_ref(), &totals)?;
        while matches!(self.shared(), Shared::Points(_)) {
            self.press_leader()?;
        }
        self.expect("track")?;
        self.act(Act::Wait { ms: 1_100 })?;
        if let (Some(_), Shared::Track(shared::Track { draw, draw_to, .. })) = (round.draw, self.shared()) {
            agree("draw", round.draw.as_ref(), &(draw, draw_to))?;
        }
        if let Some(next) = round.next {
            let Shared::Track(shared::Track { next: Some(storyteller), .. }) = self.shared() else {
                return Err("nobody tells next".into());
            };
            agree("next", Some(&next), &self.player_in_story(storyteller))?;
        }
        Ok(())
    }

    /// Plays from the track to the next clue, or to the end.
    pub fn end_round(&mut self, round: &RoundFile) -> Result<(), String> {
        self.press_leader()?;
        if let Some(winners) = &round.winners {
            self.expect("over")?;
            agree("winners", Some(winners), &self.winners())?;
        }
        Ok(())
    }

    pub fn totals(&self) -> Vec<u16> {
        let state = self.app.state();
        state.seats.iter().map(|seat| state.scores[seat.index()]).collect()
    }

    pub fn winners(&self) -> Vec<u8> {
        self.app.state().winners().iter().map(Seat::number).collect()
    }

    /// The seat of a player; in Team the seat of their team: partners sit opposite.
    pub fn seat_of_player(&self, player: u8) -> Result<Seat, String> {
        let state = self.app.state();
        let wrong = || format!("there is no seat {player}");
        if state.ruleset.is_team() {
            let teams = state.seats.len();
            let place = player.checked_sub(1).filter(|&place| place < 2 * teams).ok_or_else(wrong)? % teams;
            state.seats.iter().nth(place.into()).ok_or_else(wrong)
        } else {
            self.named(player)
        }
    }

    /// The player number of a storyteller in a story: the seat, or in Team the players counted round the table, the
    /// first of every team before the second ones.
    pub fn player_in_story(&self, storyteller: Storyteller) -> u8 {
        let state = self.app.state();
        if !state.ruleset.is_team() {
            return storyteller.seat.number();
        }
        let place = state.seats.iter().take_while(|&seat| seat < storyteller.seat).count() as u8 + 1;
        if storyteller.second == self.second_begins { place } else { place + state.seats.len() }
    }

    pub fn expect(&mut self, scene: &str) -> Result<(), String> {
        if names::scene(&self.shared()) == scene {
            return Ok(());
        }
        Err(format!("the screen should be “{scene}”, but it is {}", self.where_we_are()))
    }
}

pub fn agree<T: PartialEq + std::fmt::Debug + ?Sized>(what: &str, told: Option<&T>, seen: &T) -> Result<(), String> {
    match told {
        Some(told) if told != seen => Err(format!("{what}: the story says {told:?}, the table has {seen:?}")),
        _ => Ok(()),
    }
}

/// The numbers that a seat dials, one for each question.
fn answers(round: &RoundFile, stage: &Stage, seat: Seat) -> Result<Vec<u8>, String> {
    let state = stage.app.state();
    let place = state.seats.iter().position(|s| s == seat).map_or(0, |place| place as u8 + 1);
    let key = if state.ruleset.is_team() { place } else { seat.number() };
    let votes = round.votes.get(&key.to_string()).map_or(&[][..], |votes| votes.cards());
    let mut own = round
        .owners
        .iter()
        .filter(|&(card, &owner)| {
            stage.seat_of_player(owner) == Ok(seat)
                && Some(card.as_str()) != round.card.map(|c| c.to_string()).as_deref()
        })
        .filter_map(|(card, _)| card.parse().ok());
    let missing = |what: &str| format!("the story does not say {what} of seat {}", seat.number());
    questions(state, seat)
        .iter()
        .map(|question| match question {
            Question::StoryCard => round.card.ok_or_else(|| missing("the storyteller's card")),
            Question::PartnerCard | Question::Own { .. } => own.next().ok_or_else(|| missing("the own card")),
            Question::Vote | Question::Green => votes.first().copied().ok_or_else(|| missing("the vote")),
            Question::Second => Ok(votes.get(1).copied().unwrap_or(0)),
            Question::Red => round.red.ok_or_else(|| missing("the red token")),
        })
        .collect()
}
