//! What the screens show of a game under way. The shared screen is drawn from what is public; only a seat's own scene
//! asks that seat's dial.

use super::{Page, RoundFlow};
use crate::app::context::Context;
use crate::game::{Game, Move, Phase, Scores, State, Storyteller};
use crate::rules::{Card, Ends, Hands, MAX_SEATS, Role, Seat, rules};
use crate::scene::{self, PointsStep, SeatScene, Shared, Spread, seat, shared};
use crate::seats::{Dialling, Progress};

impl RoundFlow {
    pub fn scene(&self, context: &Context) -> Shared {
        let state = context.state();
        match (&state.phase, self.page) {
            (Phase::Clue | Phase::Lobby, _) => clue(state),
            (Phase::Vote, _) => self.vote_scene(context),
            (Phase::Reveal(round), Page::First) => Shared::Votes(shared::Votes { spread: Spread::new(round) }),
            (Phase::Reveal(round), _) => Shared::Verdict(shared::Verdict {
                spread: Spread::new(round),
                story_card: round.story_card,
                verdict: round.verdict(),
                storyteller: named(state, state.storyteller),
            }),
            (Phase::Owners(round), _) => match state.asked_card().or(Card::new(0)) {
                Some(card) => Shared::Owner(shared::Owner {
                    card,
                    voters: round.voters_of(card),
                    left: state.cards_to_ask(),
                    dialled: self.claimant,
                }),
                None => Shared::Votes(shared::Votes { spread: Spread::new(round) }),
            },
            (Phase::Points { score, .. }, Page::First | Page::Bonuses) => Shared::Points(shared::Points {
                step: if self.page == Page::First { PointsStep::Base } else { PointsStep::Bonus },
                seats: state.present(),
                score: *score,
            }),
            (Phase::Points { before, .. }, _) => track(state, before, self.walked(context.now)),
            (Phase::Over, Page::First) => {
                Shared::Over(shared::Over { winners: state.winners(), seats: state.seats, scores: state.scores })
            }
            (Phase::Over, _) => {
                let tally = context.game.tally();
                Shared::Account(shared::Account {
                    rounds: tally.rounds,
                    best_storyteller: tally.best_storyteller(state.seats),
                    best_bluffer: tally.best_bluffer(state.seats),
                })
            }
        }
    }

    fn vote_scene(&self, context: &Context) -> Shared {
        let state = context.state();
        if let Some((seats, _)) = self.sent_back {
            return Shared::SentBack(shared::SentBack { seats });
        }
        if let Some(left) = self.counting(context.now) {
            return Shared::Countdown(shared::Countdown { left });
        }
        let (seats, ready) = (state.present(), context.game.locked());
        match context.seats.progress(&context.game) {
            Progress::HandOver(to) => Shared::HandOver(shared::HandOver { to, ready, seats }),
            Progress::AllVoted(change) => Shared::AllReady(shared::AllReady { change }),
            Progress::Together { puzzled, asked, answered } => Shared::Vote(shared::Vote {
                storyteller: named(state, state.storyteller),
                seats,
                ready,
                puzzled,
                cards: state.cards_on_table(),
                asks: asked,
                answered,
            }),
        }
    }

    /// What the shared screen shows to the one player who holds it.
    pub fn private_scene(&self, context: &Context) -> Option<SeatScene> {
        let open = self.sent_back.is_none() && self.countdown.is_none();
        let voting = matches!(context.state().phase, Phase::Vote);
        let dialling = context.seats.in_hands(&context.game).filter(|_| open && voting)?;
        Some(dial(dialling, context.state()))
    }

    pub fn seat_scene(&self, seat: Seat, context: &Context) -> SeatScene {
        let state = context.state();
        if !state.seats.has(seat) {
            return SeatScene::Out(seat);
        }
        let (tells, total) = (seat == state.storyteller.seat, state.scores[seat.index()]);
        match &state.phase {
            Phase::Over => SeatScene::Over(seat::Over { seat, won: state.winners().has(seat), total }),
            Phase::Points { score, .. } => {
                SeatScene::Points(seat::Points { seat, gained: u16::from(score.points(seat)), total })
            }
            _ if !state.present().has(seat) => SeatScene::Out(seat),
            Phase::Clue if tells => SeatScene::YouTell(seat),
            Phase::Clue => SeatScene::Give(seat::Give {
                storyteller: named(state, state.storyteller),
                give: cards_given(state, Role::Other),
            }),
            Phase::Vote => self.voting_scene(seat, context),
            Phase::Reveal(round) => SeatScene::Result(seat::Result {
                seat,
                story_card: round.story_card.filter(|_| self.page != Page::First),
                first: round.ballot(seat).first(),
                second: round.ballot(seat).second(),
                verdict: round.verdict().filter(|_| self.page != Page::First),
                storyteller: tells,
            }),
            Phase::Owners(round) => match state.asked_card() {
                Some(card) if round.check_claim(seat, card).is_ok() => SeatScene::Claim(seat::Claim { card }),
                _ => SeatScene::Wait(seat),
            },
            Phase::Lobby => SeatScene::Free(seat),
        }
    }

    fn voting_scene(&self, seat: Seat, context: &Context) -> SeatScene {
        if self.sent_back.is_some_and(|(seats, _)| seats.has(seat)) {
            return SeatScene::LookAgain(seat);
        }
        if let Some(left) = self.counting(context.now) {
            return SeatScene::Countdown(seat::Countdown { left });
        }
        if context.game.locked().has(seat) {
            return SeatScene::Ready(seat);
        }
        match context.seats.at_seat(&context.game, seat) {
            Some(dialling) => dial(dialling, context.state()),
            None => SeatScene::Wait(seat),
        }
    }
}

/// How many rounds back from the newest one; nothing where there was none.
pub fn past_round(game: &Game, back: u16) -> Option<Shared> {
    let rounds = game.past_rounds().count();
    let past = game.past_rounds().nth(rounds.checked_sub(1 + usize::from(back))?)?;
    let mut gained = [0; MAX_SEATS];
    for seat in past.round.seats.iter() {
        gained[seat.index()] = u16::from(past.score.points(seat));
    }
    Some(Shared::PastRound(shared::PastRound {
        number: past.number,
        of: past.number.saturating_add(back),
        storyteller: scene::Storyteller { seat: past.storyteller.seat, player: past.player },
        spread: Spread::new(&past.round),
        story_card: past.round.story_card,
        gained,
        seats: past.round.seats,
    }))
}

fn clue(state: &State) -> Shared {
    Shared::Clue(shared::Clue {
        storyteller: named(state, state.storyteller),
        round: state.round,
        give: cards_given(state, Role::Other),
        cards: state.cards_on_table(),
        partner_gives: cards_given(state, Role::Storyteller) > 1,
        skipping: state.skipping,
    })
}

fn track(state: &State, before: &Scores, eighths: u8) -> Shared {
    let coming = state.ruleset.players_for(state.seats.minus(state.skip_next).len());
    let draw = rules(state.ruleset, coming).ok().map(|rules| rules.draw(coming));
    Shared::Track(shared::Track {
        seats: state.seats,
        from: *before,
        to: state.scores,
        eighths,
        goal: (state.ruleset.ends() == Ends::Goal).then_some(u16::from(state.options.goal)),
        next: next_storyteller(state),
        draw: draw.map_or(1, |draw| draw.cards),
        draw_to: draw.map_or(0, |draw| draw.hand),
        pass_hands: draw.is_some_and(|draw| draw.hands == Hands::PassLeft),
    })
}

/// Nobody tells next where this round was the last.
fn next_storyteller(state: &State) -> Option<scene::Storyteller> {
    let next = state.after(&Move::Next).ok()?;
    matches!(next.phase, Phase::Clue).then(|| named(&next, next.storyteller))
}

fn dial(Dialling { seat, question, offer }: Dialling, state: &State) -> SeatScene {
    SeatScene::Dial(seat::Dial { seat, question, cards: state.cards_on_table(), offer })
}

fn named(state: &State, storyteller: Storyteller) -> scene::Storyteller {
    scene::Storyteller { seat: storyteller.seat, player: state.player_number(storyteller) }
}

fn cards_given(state: &State, role: Role) -> u8 {
    state.rules().map_or(1, |rules| rules.cards_given(state.players(), role))
}
