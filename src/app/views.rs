//! What every screen shows now. The shared screen is drawn from what is public; only a seat's own view asks the seat's
//! own dial.

use super::App;
use super::phases::{PAGE_BASE, PAGE_BONUS};
use crate::board::Secrecy;
use crate::game::{Phase, State, Storyteller};
use crate::rules::{Card, Ends, Hands, MAX_SEATS, Role, Seat};
use crate::scene::{self, Join, Light, PassScene, PointsStep, SeatScene, Shared, Spread, View, seat, shared};
use crate::seats::{Hand, Seats, questions};

impl App {
    /// The screen that everyone sees.
    pub fn shared(&self) -> View<Shared> {
        let hold = self.hold.map_or(0, |(knob, eighths)| if self.hold_matters(knob) { eighths } else { 0 });
        self.view(self.shared_scene(), hold)
    }

    /// The screen of one seat.
    pub fn seat(&self, seat: Seat) -> View<SeatScene> {
        let hold = match self.hold {
            Some((knob, eighths)) if usize::from(knob) == seat.index() && self.hold_matters(knob) => eighths,
            _ => 0,
        };
        self.view(self.seat_scene(seat), hold)
    }

    /// The screen that goes round.
    pub fn passed_around(&self) -> View<PassScene> {
        let open = self.menu.is_none() && self.notice.is_none() && self.counting().is_none();
        let private = match &self.seats {
            Seats::Pass(pass) if open && self.sent_back.is_none() && self.voting() => pass.scene(&self.game),
            _ => None,
        };
        let hold = self.hold.map_or(0, |(_, eighths)| eighths);
        self.view(private.map_or_else(|| PassScene::Public(self.shared_scene()), PassScene::Private), hold)
    }

    fn view<S>(&self, scene: S, hold: u8) -> View<S> {
        View { scene, language: self.settings.language, hold, light: self.light(), wander: self.rest.wander(self.now) }
    }

    pub fn light(&self) -> Light {
        self.rest.light(self.now, self.settings.screen_off, self.settings.brightness)
    }

    /// Whether holding this knob would do something.
    fn hold_matters(&self, knob: u8) -> bool {
        match self.state().phase {
            Phase::Lobby => Seat::new(knob).is_some_and(|seat| self.lobby.seated.has(seat)),
            _ => self.leads(knob),
        }
    }

    fn storyteller(&self, storyteller: Storyteller) -> scene::Storyteller {
        scene::Storyteller { seat: storyteller.seat, player: self.state().player_number(storyteller) }
    }

    fn shared_scene(&self) -> Shared {
        if let Some((notice, _)) = &self.notice {
            return Shared::Notice(*notice);
        }
        if let Some(menu) = self.menu_scene() {
            return menu;
        }
        let state = self.state();
        let unhomed = self.unhomed();
        if !matches!(state.phase, Phase::Lobby) && !unhomed.is_empty() {
            return Shared::Homing(shared::Homing { seats: state.seats, homed: state.seats.minus(unhomed) });
        }
        let storyteller = self.storyteller(state.storyteller);
        match &state.phase {
            Phase::Lobby => Shared::Lobby(shared::Lobby {
                focus: self.lobby.focus(),
                seated: self.lobby.seated,
                counts: self.playable_counts(),
                join: match self.board.secrecy {
                    Secrecy::Ring { .. } => Join::PressOnTheDot,
                    Secrecy::Pass => Join::Dial,
                    Secrecy::Pods => Join::Press,
                },
            }),
            Phase::Clue => self.clue_scene(storyteller),
            Phase::Vote => self.vote_scene(storyteller),
            Phase::Reveal(round) if self.page == 0 => Shared::Votes(shared::Votes { spread: Spread::new(round) }),
            Phase::Reveal(round) => Shared::Verdict(shared::Verdict {
                spread: Spread::new(round),
                story_card: round.story_card,
                verdict: round.verdict(),
                storyteller,
            }),
            Phase::Owners(round) => {
                let card = state.asked_card().or(Card::new(0));
                match card {
                    Some(card) => Shared::Owner(shared::Owner {
                        card,
                        voters: round.voters_of(card),
                        left: state.cards_to_ask(),
                        dialled: self.claimant,
                    }),
                    None => Shared::Votes(shared::Votes { spread: Spread::new(round) }),
                }
            }
            Phase::Points { score, .. } if self.page == PAGE_BASE || self.page == PAGE_BONUS => {
                Shared::Points(shared::Points {
                    step: if self.page == PAGE_BASE { PointsStep::Base } else { PointsStep::Bonus },
                    seats: state.present(),
                    score: *score,
                })
            }
            Phase::Points { before, .. } => self.track_scene(before),
            Phase::Over if self.page == 0 => {
                Shared::Over(shared::Over { winners: state.winners(), seats: state.seats, scores: state.scores })
            }
            Phase::Over => {
                let tally = self.game.tally();
                Shared::Account(shared::Account {
                    rounds: tally.rounds,
                    best_storyteller: tally.best_storyteller(state.seats),
                    best_bluffer: tally.best_bluffer(state.seats),
                })
            }
        }
    }

    fn clue_scene(&self, storyteller: scene::Storyteller) -> Shared {
        let state = self.state();
        let given = |role| state.rules().map_or(1, |rules| rules.cards_given(state.players(), role));
        Shared::Clue(shared::Clue {
            storyteller,
            round: state.round,
            give: given(Role::Other),
            cards: state.cards_on_table(),
            partner_gives: given(Role::Storyteller) > 1,
            skipping: state.skipping,
        })
    }

    fn vote_scene(&self, storyteller: scene::Storyteller) -> Shared {
        let state = self.state();
        if let Some((seats, _)) = self.sent_back {
            return Shared::SentBack(shared::SentBack { seats });
        }
        if let Some(left) = self.counting() {
            return Shared::Countdown(shared::Countdown { left });
        }
        let (seats, ready) = (state.present(), self.game.locked());
        if let Seats::Pass(pass) = &self.seats {
            return match pass.hand() {
                Hand::Table(change) => Shared::AllReady(shared::AllReady { change }),
                Hand::Offered(to) | Hand::With(to) => Shared::HandOver(shared::HandOver { to, ready, seats }),
            };
        }
        let mut answered = [0; MAX_SEATS];
        let mut asks = scene::Asks::new();
        if let Seats::Ring(ring) = &self.seats {
            let voter = seats.without(state.storyteller.seat).iter().next();
            asks = voter.map_or(asks, |voter| questions(state, voter));
            for seat in seats.iter() {
                answered[seat.index()] = ring.answered(seat);
            }
        }
        let cards = state.cards_on_table();
        Shared::Vote(shared::Vote { storyteller, seats, ready, puzzled: self.seats.puzzled(), cards, asks, answered })
    }

    fn track_scene(&self, before: &crate::game::Scores) -> Shared {
        let state = self.state();
        let coming = state.ruleset.players_for(state.seats.minus(state.skip_next).len());
        let draw = crate::rules::rules(state.ruleset, coming).ok().map(|rules| rules.draw(coming));
        let ends = state.ruleset.ends();
        Shared::Track(shared::Track {
            seats: state.seats,
            from: *before,
            to: state.scores,
            eighths: self.walked(),
            goal: (ends == Ends::Goal).then_some(u16::from(state.options.goal)),
            next: self.next_round_storyteller(state),
            draw: draw.map_or(1, |draw| draw.cards),
            draw_to: draw.map_or(0, |draw| draw.hand),
            pass_hands: draw.is_some_and(|draw| draw.hands == Hands::PassLeft),
        })
    }

    /// Nobody tells next where this round was the last.
    fn next_round_storyteller(&self, state: &State) -> Option<scene::Storyteller> {
        let next = state.after(&crate::game::Move::Next).ok()?;
        matches!(next.phase, Phase::Clue)
            .then(|| scene::Storyteller { seat: next.storyteller.seat, player: next.player_number(next.storyteller) })
    }

    pub(super) fn past_scene(&self, back: u16) -> Option<Shared> {
        let rounds = self.game.past_rounds().count();
        let past = self.game.past_rounds().nth(rounds.checked_sub(1 + usize::from(back))?)?;
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

    pub(super) fn self_test_scene(&self) -> Shared {
        Shared::SelfTest(shared::SelfTest {
            knobs: self.board.knobs,
            turned: if self.clicks_are_secret() { [0; MAX_SEATS] } else { self.parts.turned },
            down: self.parts.down,
            shared_screen: self.parts.shared_screen,
            seat_screens: self.parts.seat_screens,
            chain: self.parts.chain,
            storage: self.parts.storage,
        })
    }

    fn seat_scene(&self, seat: Seat) -> SeatScene {
        let state = self.state();
        if self.menu.as_ref().is_some_and(|menu| usize::from(menu.opener) == seat.index()) {
            return SeatScene::Menu(seat);
        }
        if matches!(state.phase, Phase::Lobby) {
            return match self.lobby.seated.has(seat) {
                true => SeatScene::Joined(seat),
                false => SeatScene::Free(seat),
            };
        }
        if !state.seats.has(seat) {
            return SeatScene::Out(seat);
        }
        let tells = seat == state.storyteller.seat;
        match &state.phase {
            Phase::Over => {
                SeatScene::Over(seat::Over { seat, won: state.winners().has(seat), total: state.scores[seat.index()] })
            }
            Phase::Points { score, .. } => SeatScene::Points(seat::Points {
                seat,
                gained: u16::from(score.points(seat)),
                total: state.scores[seat.index()],
            }),
            _ if !state.present().has(seat) => SeatScene::Out(seat),
            Phase::Clue if tells => SeatScene::YouTell(seat),
            Phase::Clue => SeatScene::Give(seat::Give {
                storyteller: self.storyteller(state.storyteller),
                give: state.rules().map_or(1, |rules| rules.cards_given(state.players(), Role::Other)),
            }),
            Phase::Vote => self.voting_scene(seat),
            Phase::Reveal(round) => SeatScene::Result(seat::Result {
                seat,
                story_card: if self.page == 0 { None } else { round.story_card },
                first: round.ballot(seat).first(),
                second: round.ballot(seat).second(),
                verdict: if self.page == 0 { None } else { round.verdict() },
                storyteller: tells,
            }),
            Phase::Owners(round) => match state.asked_card() {
                Some(card) if round.check_claim(seat, card).is_ok() => SeatScene::Claim(seat::Claim { card }),
                _ => SeatScene::Wait(seat),
            },
            Phase::Lobby => SeatScene::Free(seat),
        }
    }

    fn voting_scene(&self, seat: Seat) -> SeatScene {
        if self.sent_back.is_some_and(|(seats, _)| seats.has(seat)) {
            return SeatScene::LookAgain(seat);
        }
        if let Some(left) = self.counting() {
            return SeatScene::Countdown(seat::Countdown { left });
        }
        match &self.seats {
            _ if self.game.locked().has(seat) => SeatScene::Ready(seat),
            Seats::Pods(pods) => pods.scene(self.state(), seat),
            _ => SeatScene::Wait(seat),
        }
    }
}
