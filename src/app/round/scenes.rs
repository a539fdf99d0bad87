//! What the shared screen shows of the current game: public information only. The one exception is the number of the
//! player who holds a device that is passed round.

use super::clock::{next_step, steps};
use super::past::past_page;
use super::{Page, RoundFlow};
use crate::app::Millis;
use crate::app::context::Context;
use crate::game::{Award, Game, Move, Phase, Scores, State};
use crate::rules::{AfterDraw, Card, Ends, MAX_SEATS, Role, Seat, SeatSet};
use crate::scene::{Actor, PointsStep, Prompt, Purpose, Shared, SharedScene, Spread, shared};
use crate::voting::{Claiming, Dialling, Progress, Question, Questions, Rejected, questions};

/// How long each question of a vote is shown if there are more than two.
const ASKED_MS: u32 = 3_000;

impl RoundFlow {
    pub fn scene(&self, context: &Context) -> SharedScene {
        let (state, leader) = (context.state(), context.leader());
        let go_on = Prompt::press(leader, Purpose::GoOn);
        match (&state.phase, self.page) {
            (Phase::Clue | Phase::Lobby, Page::Deal) => {
                Prompt::press(leader, Purpose::Begin).under(deal(state)).also(Prompt::hold(leader, Purpose::Leave))
            }
            (Phase::Clue | Phase::Lobby, Page::Pointers) => {
                let (seats, others) = (state.seats, state.seats.without(state.leader()));
                let picture = Shared::Homing(shared::Homing { seats, homed: seats, check: true });
                let again = Prompt::press(Actor::Seats(others), Purpose::SetPointer);
                Prompt::press(leader, Purpose::Begin).under(picture).also(again)
            }
            (Phase::Clue | Phase::Lobby, _) => {
                let menu = Prompt::hold(leader, Purpose::OpenMenu);
                Prompt::press(leader, Purpose::CardsLaid).under(self.clue(context)).also(menu)
            }
            (Phase::Vote | Phase::VoteAgain { .. }, _) => self.vote_scene(context),
            (Phase::Reveal(round), Page::First) => {
                go_on.under(Shared::Votes(shared::Votes { spread: Spread::new(round) }))
            }
            (Phase::Reveal(round), _) => go_on.under(Shared::Verdict(shared::Verdict {
                spread: Spread::new(round),
                story_card: round.story_card,
                verdict: round.verdict(),
                loud: self.is_loud(context.now),
                storyteller: state.storyteller,
            })),
            (Phase::Owners(round), _) => match self.claims.asked(context) {
                Some(card) => self.owner_scene(card, context),
                None => go_on.under(Shared::Votes(shared::Votes { spread: Spread::new(round) })),
            },
            (Phase::Points { score, .. }, Page::First | Page::Bonuses) => {
                let step = if self.page == Page::First { PointsStep::Base } else { PointsStep::Bonus };
                let picture = Shared::Points(shared::Points { step, seats: state.present(), score: *score });
                SharedScene { also: self.second_thoughts(context), ..go_on.under(picture) }
            }
            (Phase::Points { before, .. }, _) => {
                let next = state.after(&Move::Next).ok().filter(|next| matches!(next.phase, Phase::Clue));
                let what = if next.is_some() { Purpose::NextRound } else { Purpose::SeeWinners };
                Prompt::press(leader, what).under(track(state, before, next.as_ref(), self.walked(context.now)))
            }
            (Phase::Over, Page::First) => {
                let picture = match self.curve_of {
                    None => self.finale(context),
                    Some(seat) => curve(&context.game, seat),
                };
                go_on.under(picture).also(Prompt::turn(leader, Purpose::Curves))
            }
            (Phase::Over, Page::Awards) => {
                let tally = &self.tally;
                go_on.under(Shared::Awards(shared::Awards {
                    rounds: tally.rounds,
                    given: self.awards_given(context),
                    awards: Award::ALL.map(|award| tally.winners(award, state.seats)),
                }))
            }
            (Phase::Over, _) => {
                let picture = Shared::Over(shared::Over {
                    winners: state.winners(),
                    seats: state.seats,
                    scores: state.scores,
                    at_goal: state.shared_goal(),
                });
                let others = Prompt::turn(leader, Purpose::OtherChoice);
                Prompt::press(leader, self.after.purpose()).under(picture).also(others)
            }
        }
    }

    /// The picture of the clue phase: what to lay, or the page of the last round that was turned to.
    fn clue(&self, context: &Context) -> Shared {
        let state = context.state();
        if let Some(page) = self.leaf.page(context.now).and_then(|back| past_page(&context.game, back)) {
            return page;
        }
        let last = context.game.past_rounds().last();
        Shared::Clue(shared::Clue {
            storyteller: state.storyteller,
            round: state.round,
            give: cards_given(state, Role::Other),
            cards: state.cards_on_table(),
            partner_gives: cards_given(state, Role::Storyteller) > 1,
            blind: state.rules().is_ok_and(|rules| !rules.has_story_card()),
            skipping: state.skipping,
            standing: standing(state),
            last_clue: last.and_then(|past| past.round.verdict()),
            leafs: last.is_some(),
            is_last: state.is_last_round(),
            takes: state.cards.taken,
            new_pile: state.cards.new_pile && state.cards.taken.iter().any(|&cards| cards > 0),
        })
    }

    /// The current step of the finale.
    fn finale(&self, context: &Context) -> Shared {
        let state = context.state();
        let winners = state.winners();
        let step = self.finale_step(context) as u8;
        let others = state.seats.minus(winners).len();
        Shared::Finale(shared::Finale {
            winners,
            seats: state.seats,
            scores: state.scores,
            ranked: step.min(others),
            crown: step.saturating_sub(others).min(shared::Finale::DOWN),
        })
    }

    fn owner_scene(&self, card: Card, context: &Context) -> SharedScene {
        let state = context.state();
        let Phase::Owners(round) = &state.phase else { return Prompt::wait(Purpose::GoOn).under(self.clue(context)) };
        let may_be = |&seat: &Seat| round.check_claim(seat, card).is_ok();
        let picture = Shared::Owner(shared::Owner {
            card,
            candidates: state.present().iter().filter(may_be).collect(),
            left: state.cards_to_ask(),
            dialled: self.claims.offered(context),
            owners: round.owners,
            certain: round.certain,
            only: self.claims.only_owner(context),
        });
        let scene = match (context.voting.claiming(), self.claims.offered(context)) {
            (Claiming::Dial, None) => Prompt::turn(Actor::Holder, Purpose::ChooseOwner(card)).under(picture),
            (_, Some(seat)) => {
                let who = context.leader();
                Prompt::press(who, Purpose::ItIs(seat)).under(picture).also(Prompt::turn(who, Purpose::OtherSeat))
            }
            (Claiming::Press, None) if self.claims.asks_for_partner(context) => {
                let others = state.present().without(round.storyteller).iter().filter(may_be);
                Prompt::press(Actor::seat(round.storyteller), Purpose::PartnersCard(card))
                    .under(picture)
                    .also(Prompt::press(Actor::Seats(others.collect()), Purpose::Claim(card)))
            }
            // No seat can have laid the card, so somebody voted for their own: only the menu leads on.
            (Claiming::Press, None) if !state.present().iter().any(|seat| may_be(&seat)) => {
                Prompt::hold(context.leader(), Purpose::OpenMenu).under(picture)
            }
            (Claiming::Press, None) => {
                let owners = Actor::Seats(state.present().iter().filter(may_be).collect());
                let stuck = context.health.stuck();
                let scene = Prompt::press(owners, Purpose::Claim(card)).under(picture);
                match stuck.is_empty() {
                    true => scene,
                    // A stuck knob claims nothing: the leader dials for it.
                    false => scene.also(Prompt::turn(context.leader(), Purpose::ChooseOwner(card))),
                }
            }
        };
        SharedScene { also: scene.also.or(self.second_thoughts(context)), ..scene }
    }

    /// The prompt to correct a vote or a claim, if one can be corrected.
    fn second_thoughts(&self, context: &Context) -> Option<Prompt> {
        let presses = context.voting.claiming() == Claiming::Press;
        let again = self.claims.votes_again().filter(|_| presses);
        let again = again.map(|(seat, _)| Prompt::hold(Actor::seat(seat), Purpose::VoteAgain(seat)));
        let fresh = self.claims.fresh(context);
        let take_back = fresh.map(|fresh| Prompt::press(context.hand(fresh.knob), Purpose::TakeBack));
        again.or(take_back)
    }

    fn vote_scene(&self, context: &Context) -> SharedScene {
        let state = context.state();
        let seats = state.voting();
        if let Some((seats, _)) = self.sent_back {
            return Prompt::wait(Purpose::LookAgain).under(Shared::SentBack(shared::SentBack { seats }));
        }
        if let Some(left) = self.counting(context.now) {
            let who = if context.goes_round() { Actor::Holder } else { Actor::Seats(seats) };
            let picture = Shared::Countdown(shared::Countdown { left });
            return Prompt::wait(Purpose::Reveal).under(picture).also(Prompt::press(who, Purpose::StopCountdown));
        }
        let ready = context.game.locked();
        match context.voting.progress(&context.game) {
            Progress::HandOver(to) => Prompt::press(Actor::seat(to), Purpose::LookAlone)
                .under(Shared::HandOver(shared::HandOver { to, ready, seats })),
            Progress::AllVoted(change) => {
                let picture = Shared::AllReady(shared::AllReady { change });
                let who = Actor::Holder;
                match change {
                    None => {
                        Prompt::press(who, Purpose::Reveal).under(picture).also(Prompt::turn(who, Purpose::ChangeVote))
                    }
                    Some(seat) => Prompt::press(who, Purpose::VoteAgain(seat))
                        .under(picture)
                        .also(Prompt::turn(who, Purpose::OtherSeat)),
                }
            }
            Progress::Together { rejected, answered, turn_away } => {
                let own_screens = answered.is_none();
                let rejected = if context.now < self.rejected_until { rejected } else { Rejected::default() };
                let answered = answered.unwrap_or([0; MAX_SEATS]);
                let storyteller = state.storyteller.seat;
                let mut asked = [0; MAX_SEATS];
                if !own_screens {
                    seats.iter().for_each(|seat| asked[seat.index()] = questions(state, seat).len() as u8);
                }
                let asks = |seat: Option<Seat>| match seat {
                    Some(seat) if !own_screens => questions(state, seat),
                    _ => Questions::new(),
                };
                let picture = Shared::Vote(shared::Vote {
                    storyteller: state.storyteller,
                    seats,
                    ready,
                    rejected,
                    cards: state.cards_on_table(),
                    asks: asks(seats.without(storyteller).iter().next()),
                    storyteller_asks: asks(Some(storyteller)),
                    asked,
                    answered,
                    turn_away: turn_away.and(ready),
                    nudge: self.nudges(context),
                });
                let yet_to_vote = seats.minus(ready);
                if own_screens {
                    return Prompt::dial(Actor::Seats(yet_to_vote), Purpose::Vote).under(picture);
                }
                // One prompt for all who are asked the same question now. The storyteller is asked another one.
                let of = |question: Question| -> Prompt {
                    let alike = yet_to_vote.iter().filter(|&seat| {
                        questions(state, seat).get(usize::from(answered[seat.index()])) == Some(&question)
                    });
                    Prompt::dial(Actor::Seats(alike.collect()), Purpose::Answer(question))
                };
                let open = open_questions(context);
                // There is room for two questions: if there are more, they take turns.
                let turn = if open.len() > 2 { steps(self.page_since, context.now, ASKED_MS) as usize } else { 0 };
                let mut asked = open.iter().cycle().skip(turn % open.len().max(1)).take(open.len().min(2));
                match asked.next() {
                    Some(&first) => SharedScene { also: asked.next().copied().map(of), ..of(first).under(picture) },
                    None => Prompt::wait(Purpose::Reveal).under(picture),
                }
            }
        }
    }

    /// When the next question of a vote is shown, if there are more than two.
    pub(super) fn next_asked(&self, context: &Context) -> Option<Millis> {
        let waits = self.counting(context.now).is_none() && self.sent_back.is_none();
        (waits && open_questions(context).len() > 2).then(|| next_step(self.page_since, context.now, ASKED_MS))
    }

    /// What the shared screen shows to the player who holds it.
    pub fn private_scene(&self, context: &Context) -> Option<Dialling> {
        let open = self.sent_back.is_none() && self.countdown.is_none();
        let voting = !context.state().voting().is_empty();
        context.voting.in_hands(&context.game).filter(|_| open && voting)
    }
}

/// The questions of those who have not locked, each once. Empty if the seats' own screens ask them.
fn open_questions(context: &Context) -> heapless::Vec<Question, 6> {
    let mut open = heapless::Vec::new();
    let state = context.state();
    let yet_to_vote = state.voting().minus(context.game.locked());
    if let Progress::Together { answered: Some(answered), .. } = context.voting.progress(&context.game) {
        for seat in yet_to_vote.iter() {
            let asked = questions(state, seat).get(usize::from(answered[seat.index()])).copied();
            if let Some(question) = asked.filter(|question| !open.contains(question)) {
                let _ = open.push(question);
            }
        }
    }
    open
}

fn deal(state: &State) -> Shared {
    let players = state.players();
    Shared::Deal(shared::Deal {
        ruleset: state.ruleset,
        players,
        hand: state.rules().map_or(0, |rules| rules.hand(players)),
        storyteller: state.storyteller,
    })
}

fn curve(game: &Game, seat: Seat) -> Shared {
    let highest = |seat| game.curve(seat).into_iter().max().unwrap_or(0);
    let most = game.state().seats.iter().map(highest).max().unwrap_or(0);
    Shared::Curve(shared::Curve { seat, points: game.curve(seat), most })
}

/// The track. If `next` is `None`, no round follows: the track names no storyteller and no cards to draw.
fn track(state: &State, before: &Scores, next: Option<&State>, eighths: u8) -> Shared {
    let draw = next.and_then(|next| Some(next.rules().ok()?.draw(next.players())));
    Shared::Track(shared::Track {
        seats: state.seats,
        from: *before,
        to: state.scores,
        eighths,
        goal: (state.end().ends == Ends::Goal).then_some(state.end().goal),
        next: next.map(|next| next.storyteller),
        draw: draw.map_or(0, |draw| draw.cards),
        draw_to: draw.map_or(0, |draw| draw.hand),
        pass_hands: draw.is_some_and(|draw| draw.after_draw == AfterDraw::PassHandsLeft),
        new_pile: next.is_some_and(|next| next.cards.new_pile),
    })
}

fn standing(state: &State) -> shared::Standing {
    let score = |seat: Seat| state.scores[seat.index()];
    let most = state.seats.iter().map(score).max().unwrap_or(0);
    let leaders: SeatSet = state.seats.iter().filter(|&seat| score(seat) == most).collect();
    shared::Standing {
        leaders: if leaders == state.seats { SeatSet::EMPTY } else { leaders },
        most,
        goal: (state.end().ends == Ends::Goal).then_some(state.end().goal),
    }
}

pub(super) fn cards_given(state: &State, role: Role) -> u8 {
    state.rules().map_or(1, |rules| rules.cards_given(state.players(), role))
}
