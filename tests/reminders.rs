//! Reminders of the rules appear on the screen at the right moment: a picture with the reminder differs from the one
//! without it.

use dixit_dials::{
    game::Storyteller,
    rules::{Ballot, Card, Round, Ruleset, Seat, SeatSet, score},
    scene::{Actor, Focus, More, PointsStep, Prompt, Purpose, Shared, shared},
    screen::{Light, TallFrame, View, draw_shared},
    voting::Join,
    words::Language,
};

fn drawn(picture: Shared, language: Language) -> TallFrame {
    drawn_with(picture, 1, language)
}

/// Draws `picture` above one prompt or two.
fn drawn_with(picture: Shared, prompts: u8, language: Language) -> TallFrame {
    let prompt = Prompt::press(Actor::seat(Seat::FIRST), Purpose::NextRound);
    let scene = if prompts > 1 { prompt.under(picture).also(prompt) } else { prompt.under(picture) };
    let view = View { scene, language, hold: 0, light: Light::Lit(4), wander: 0, rotated: false, blink: false };
    let mut frame = TallFrame::new();
    draw_shared(&view, &mut frame);
    frame
}

fn track(seats: u8) -> shared::Track {
    shared::Track {
        seats: SeatSet::first(seats),
        from: [3; 12],
        to: [5; 12],
        eighths: 8,
        goal: None,
        next: Some(Storyteller { seat: Seat::FIRST, second: false }),
        draw: 1,
        draw_to: 5,
        pass_hands: true,
        new_pile: false,
    }
}

/// In Party everyone draws before the hands are passed to the left.
#[test]
fn the_track_says_how_many_to_draw_where_hands_are_passed() {
    for language in Language::ALL {
        for (seats, new_pile) in [(6, false), (12, false), (6, true), (12, true)] {
            let mut here = track(seats);
            here.new_pile = new_pile;
            let said = drawn(Shared::Track(here), language);
            here.draw_to = 4;
            let fewer = drawn(Shared::Track(here), language);
            assert!(said.pages() != fewer.pages(), "{language:?}: {seats} people do not read how many to draw");
            (here.draw_to, here.pass_hands) = (5, false);
            let kept = drawn(Shared::Track(here), language);
            assert!(said.pages() != kept.pages(), "{language:?}: {seats} people do not read that hands are passed");
        }
    }
}

/// Each page of the points has words beside its numbers. The test finds them by comparing languages: a page with
/// numbers and marks alone would look the same in all of them.
#[test]
fn the_points_say_why() {
    let mut cards = Card::first(2);
    let (story_card, decoy) = (cards.next().unwrap(), cards.next().unwrap());
    for found in 1..=4 {
        let mut round = Round::new(Ruleset::Dixit, SeatSet::first(6), Seat::FIRST);
        round.story_card = Some(story_card);
        let voters: Vec<Seat> = round.voters().iter().collect();
        for (nth, seat) in voters.iter().enumerate() {
            round.votes[seat.index()] = Ballot::one(if nth < found { story_card } else { decoy });
        }
        round.owners[decoy.index()] = Some(voters[0]);
        let score = score(&round).unwrap();
        for (step, prompts) in
            [(PointsStep::Base, 1), (PointsStep::Base, 2), (PointsStep::Bonus, 1), (PointsStep::Bonus, 2)]
        {
            let said = |language| {
                let picture = Shared::Points(shared::Points { step, seats: SeatSet::first(6), score });
                drawn_with(picture, prompts, language)
            };
            let pictures: Vec<_> = Language::ALL.into_iter().map(said).collect();
            for (nth, (picture, language)) in pictures.iter().zip(Language::ALL).enumerate() {
                let rows = |frame: &TallFrame| frame.pages()[..4].to_vec();
                let same = pictures[..nth].iter().filter(|other| rows(other) == rows(picture)).count();
                // English and French both say "votes".
                let alike = usize::from(step == PointsStep::Bonus && prompts == 2 && language == Language::Francais);
                assert!(same <= alike, "{language:?}: {step:?} has no words, with {found} who found it");
            }
        }
    }
}

/// On a board with rings, players who sit down are told to set the pointer to the dot, however many sit already.
#[test]
fn at_a_ring_the_lobby_says_where_the_pointer_belongs() {
    for ruleset in Ruleset::ALL {
        for seated in 0..8 {
            let lobby = |join| {
                let counts = ruleset.player_counts().fold(0, |bits, count| bits | 1 << count);
                let (focus, seated) = (Focus::Ruleset(ruleset), SeatSet::first(seated));
                Shared::Lobby(shared::Lobby { focus, seated, counts, join, free: true, more: More::BOTH })
            };
            // With too few or too many teams, the lobby shows the possible numbers of teams instead.
            if ruleset.is_team() && (1..3).contains(&seated) || ruleset.is_team() && seated > 6 {
                continue;
            }
            let said = |join| drawn_with(lobby(join), if seated == 0 { 1 } else { 2 }, Language::English);
            let (ring, pods) = (said(Join::PressOnTheDot), said(Join::Press));
            assert!(ring.pages() != pods.pages(), "{ruleset:?}: nothing is said of the dot with {seated} seated");
        }
    }
}
