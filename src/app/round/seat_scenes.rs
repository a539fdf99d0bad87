//! What a seat's own screen shows of the current game. It may read that seat's dial, and no other.

use super::scenes::cards_given;
use super::{Page, RoundFlow};
use crate::app::context::Context;
use crate::game::Phase;
use crate::rules::{Reasons, Role, Seat};
use crate::scene::{Actor, Ask, Prompt, Purpose, SeatScene, seat};

impl RoundFlow {
    pub fn seat_scene(&self, seat: Seat, context: &Context) -> SeatScene {
        let state = context.state();
        if !state.seats.has(seat) {
            return SeatScene::Out(seat);
        }
        if let Some(card) = self.claims.of(seat, context) {
            return SeatScene::Claimed(card);
        }
        let (tells, total) = (seat == state.storyteller.seat, state.scores[seat.index()]);
        // The leader's own screen also says what their press does.
        let asks = || {
            let Prompt { who, how, what } = self.scene(context).prompt;
            matches!(who, Actor::Seats(seats) if seats.has(seat)).then_some(Ask { how, what })
        };
        match &state.phase {
            Phase::Over => {
                let won = state.winners().has(seat) && self.is_crowned(context);
                SeatScene::Over(seat::Over { seat, won, total, asks: asks() })
            }
            Phase::Points { score, .. } => {
                let page = points_page(score.reasons(seat), self.page)
                    .unwrap_or(seat::PointsPage::Total { gained: u16::from(score.points(seat)), total });
                SeatScene::Points(seat::Points { seat, page, asks: asks() })
            }
            _ if !state.present().has(seat) => SeatScene::Out(seat),
            Phase::Clue if tells => {
                let what = if self.page == Page::Deal { Purpose::Begin } else { Purpose::CardsLaid };
                SeatScene::YouTell(seat::YouTell { seat, asks: Ask::press(what) })
            }
            // What to deal is on the shared screen; nobody has cards to give yet.
            Phase::Clue if self.page == Page::Deal => SeatScene::Wait(seat),
            Phase::Clue => {
                SeatScene::Give(seat::Give { storyteller: state.storyteller, give: cards_given(state, Role::Other) })
            }
            Phase::Vote | Phase::VoteAgain { .. } => self.voting_scene(seat, context),
            Phase::Reveal(round) => SeatScene::Result(seat::Result {
                seat,
                story_card: round.story_card.filter(|_| self.page != Page::First),
                first: round.ballot(seat).first(),
                second: round.ballot(seat).second(),
                verdict: round.verdict().filter(|_| self.page != Page::First),
                storyteller: tells,
                asks: asks(),
            }),
            Phase::Owners(round) => match self.claims.asked(context) {
                Some(card) if round.check_claim(seat, card).is_ok() => {
                    SeatScene::Claim(seat::Claim { card, partners: tells })
                }
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
        context.voting.at_seat(&context.game, seat).map_or(SeatScene::Wait(seat), SeatScene::Dial)
    }
}

/// The part of a seat's points that its own screen shows on `page`. `None` once the shared screen shows all points.
fn points_page(reasons: Reasons, page: Page) -> Option<seat::PointsPage> {
    let mut bonuses = reasons.iter().filter(|reason| reason.is_bonus());
    match page {
        Page::First => Some(seat::PointsPage::Base(reasons.iter().find(|reason| !reason.is_bonus()))),
        Page::Bonuses => Some(seat::PointsPage::Bonus([bonuses.next(), bonuses.next()])),
        _ => None,
    }
}
