//! Random tables: any votes and scores fit on the screen.

use dixit_dials::game::Storyteller;
use dixit_dials::rules::{Card, Round, Ruleset, Seat, SeatSet, Verdict};
use dixit_dials::scene::{PastPage, Shared, Spread, shared};
use dixit_dials::screen::{Fit, Light, TallFrame, View, draw_shared, smallest_figure};
use dixit_dials::words::Language;

struct Random(u64);

impl Random {
    fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % end
    }
}

fn fits(picture: Shared) -> bool {
    let scene = crate::cases::prompted(picture);
    let figures = smallest_figure(&scene, Language::Polski);
    assert!(figures.is_none_or(|rows| rows >= crate::LEAST_FIGURE), "{figures:?} rows in {scene:?}");
    let view = View {
        scene,
        language: Language::Polski,
        hold: 0,
        light: Light::Lit(4),
        wander: 0,
        rotated: false,
        blink: false,
    };
    draw_shared(&view, &mut TallFrame::new()) == Fit::Fits
}

fn seat(number: u32) -> Seat {
    Seat::from_number(number as u8).expect("a seat")
}

/// Up to two votes each, sometimes all on a few cards.
fn votes(random: &mut Random, players: u32) -> Spread {
    let mut round = Round::new(Ruleset::Odyssey, SeatSet::first(players as u8), seat(1));
    let drawn_to = 1 + random.below(players);
    for voter in 1..=players {
        for _ in 0..1 + random.below(2) {
            let ballot = &mut round.votes[seat(voter).index()];
            *ballot = ballot.with(Card::from_number(1 + random.below(drawn_to) as u8));
        }
    }
    Spread::new(&round)
}

pub fn any_votes_have_room() {
    let mut random = Random(1);
    for _ in 0..3000 {
        let players = 3 + random.below(10);
        let spread = votes(&mut random, players);
        let story_card = Card::from_number(1 + random.below(players) as u8);
        let tells = seat(1 + random.below(players));
        let storyteller = Storyteller { seat: tells, second: false };
        let seats = SeatSet::first(players as u8);
        assert!(fits(Shared::Votes(shared::Votes { spread })), "{spread:?}");
        assert!(
            fits(Shared::Verdict(shared::Verdict {
                spread,
                story_card,
                verdict: Some(Verdict::Some),
                loud: false,
                storyteller
            })),
            "{spread:?}"
        );
        let gained = core::array::from_fn(|_| random.below(14) as u16);
        for page in PastPage::ALL {
            let past = Shared::PastRound(shared::PastRound {
                page,
                number: 99,
                of: 100,
                storyteller,
                spread,
                story_card,
                gained,
                seats,
            });
            assert!(fits(past), "{page:?} {spread:?}");
        }
    }
}

pub fn any_seats_and_scores_have_room() {
    let mut random = Random(2);
    for _ in 0..3000 {
        let seats = SeatSet::from_bits(1 + random.below(0x0fff) as u16);
        let most = [5, 40, 200][random.below(3) as usize];
        let scores = core::array::from_fn(|_| random.below(most) as u16);
        let from = scores.map(|score: u16| score.saturating_sub(random.below(8) as u16));
        let goal = [None, Some(5), Some(30), Some(100)][random.below(4) as usize];
        let track = Shared::Track(shared::Track {
            seats,
            from,
            to: scores,
            eighths: random.below(9) as u8,
            goal,
            next: seats.iter().next().map(|seat| Storyteller { seat, second: false }),
            draw: 1,
            draw_to: 6,
            pass_hands: random.below(2) == 0,
            new_pile: random.below(2) == 0,
        });
        assert!(fits(track.clone()), "{track:?}");
        let winners = SeatSet::from_bits(seats.bits() & random.below(0x0fff) as u16);
        let winners = if winners.is_empty() { seats } else { winners };
        assert!(fits(Shared::Over(shared::Over { winners, seats, scores, at_goal: None })), "{seats:?} {scores:?}");
        let ready = SeatSet::from_bits(random.below(0x0fff) as u16).and(seats);
        assert!(fits(Shared::Homing(shared::Homing { seats, homed: ready, check: false })), "{seats:?}");
        assert!(fits(Shared::HandOver(shared::HandOver { to: seat(12), ready, seats })), "{seats:?}");
    }
}
