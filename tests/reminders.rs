//! Reminders of the rules appear on the screen at the right moment: a picture with the reminder differs from the one
//! without it.

use dixit_dials::{
    game::Storyteller,
    rules::{Seat, SeatSet},
    scene::{Actor, Prompt, Purpose, Shared, shared},
    screen::{Light, TallFrame, View, draw_shared},
    words::Language,
};

fn drawn(picture: Shared, language: Language) -> TallFrame {
    let scene = Prompt::press(Actor::seat(Seat::FIRST), Purpose::NextRound).under(picture);
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
