//! Turned numbers: only their own block is sent, and on a seat's screen the same number of bytes to the same addresses
//! for any number dialled.

use std::sync::LazyLock;

use dixit_dials::board::Voting;
use dixit_dials::rules::Seat;
use dixit_dials::scene::{Actor, Prompt, Purpose, SeatScene, Shared, SharedScreenScene, shared};
use dixit_dials::screen::panel::{Controller, Panel};
use dixit_dials::screen::{
    FlatFrame, Frame, Stamps, TallFrame, Update, View, draw_seat, draw_shared_screen, update_seat, update_shared_screen,
};
use dixit_dials::voting::{Dialling, Offer, Question};
use dixit_dials::words::Language;
use embassy_futures::block_on;

use super::model::{ADDRESS, Chip, Model};
use super::{LIT, pixels};

/// Numbers of cards on the table: at most one digit, and up to two digits.
const CARDS: [u8; 2] = [9, 15];
/// Bytes that fit into a click of 5 ms at 400 kHz, debounce included.
const MOST_BYTES: usize = 190;

fn view<S>(scene: S, wander: u8) -> View<S> {
    View { scene, language: Language::English, hold: 0, light: LIT, wander, rotated: false, blink: false }
}

fn seat() -> Seat {
    Seat::new(4).expect("a seat")
}

fn dialled(question: Question, cards: u8, number: u8) -> Dialling {
    let offer = Offer { number };
    Dialling { seat: seat(), question, cards, offer }
}

fn dial(question: Question, cards: u8, number: u8) -> SeatScene {
    SeatScene::Dial(dialled(question, cards, number))
}

/// Every number followed by every other.
fn turns(cards: u8) -> impl Iterator<Item = [u8; 2]> {
    (0..=cards).flat_map(move |before| (0..=cards).map(move |now| [before, now]))
}

/// The stamps of a board, drawn once.
fn stamps(voting: Voting) -> &'static Stamps {
    fn drawn(voting: Voting) -> Stamps {
        let mut stamps = Stamps::NONE;
        stamps.draw(voting);
        stamps
    }
    static FLAT: LazyLock<Stamps> = LazyLock::new(|| drawn(Voting::Pods));
    static TALL: LazyLock<Stamps> = LazyLock::new(|| drawn(Voting::Pass));
    if voting == Voting::Pods { &FLAT } else { &TALL }
}

/// A seat's screen on its bus.
struct Flat {
    bus: Model,
    panel: Panel<4>,
    frame: FlatFrame,
}

impl Flat {
    fn new(controller: Controller, chip: Chip) -> Self {
        Self { bus: Model::new(chip, 32), panel: Panel::new(controller, ADDRESS), frame: Frame::new() }
    }

    fn send(&mut self, update: Update) -> (usize, usize) {
        let (bytes, transfers) = (self.bus.bytes, self.bus.transfers);
        block_on(self.panel.update(&mut self.bus, &self.frame, LIT, update)).expect("a panel");
        (self.bus.bytes - bytes, self.bus.transfers - transfers)
    }

    fn start(&mut self, view: &View<SeatScene>) {
        let update = update_seat(None, view, &mut self.frame, stamps(Voting::Pods));
        self.send(update);
    }

    fn change(&mut self, before: &View<SeatScene>, now: &View<SeatScene>) -> (usize, usize) {
        let update = update_seat(Some(before), now, &mut self.frame, stamps(Voting::Pods));
        self.send(update)
    }
}

#[test]
fn a_seats_number_takes_the_same_bytes_whatever_it_is() {
    for (controller, chip) in [(Controller::Ssd1306, Chip::Ssd1306), (Controller::Sh1106, Chip::Sh1106)] {
        for (question, wander) in
            [(Question::Vote, 0), (Question::Second, 1), (Question::Red, 2), (Question::StoryCard, 3)]
        {
            let taken = CARDS.map(|cards| same_bytes(controller, chip, question, cards, wander));
            assert!(taken[0] < taken[1] && taken[1] <= MOST_BYTES, "{taken:?}");
        }
    }
}

/// Dials from each number to each of the others. Returns the number of bytes sent, which must be the same every time.
fn same_bytes(controller: Controller, chip: Chip, question: Question, cards: u8, wander: u8) -> usize {
    let dialled = |number| view(dial(question, cards, number), wander);
    let mut screen = Flat::new(controller, chip);
    screen.start(&dialled(1));
    screen.change(&dialled(1), &dialled(2));
    let mut last = dialled(2);
    let mut taken = Vec::new();
    for look in turns(cards).flatten() {
        let now = dialled(look);
        taken.push(screen.change(&last, &now));
        let mut whole = FlatFrame::new();
        draw_seat(&now, &mut whole);
        assert!(screen.bus.picture() == pixels(&whole), "{question:?} {look:?} at step {wander}");
        last = now;
    }
    assert!(taken.iter().all(|one| *one == taken[0]), "{controller:?}: {taken:?}");
    taken[0].0
}

#[test]
fn a_panel_that_lost_its_memory_gets_a_whole_picture() {
    let mut screen = Flat::new(Controller::Ssd1306, Chip::Ssd1306);
    let [one, two] = [1, 2].map(|number| view(dial(Question::Vote, 9, number), 0));
    screen.start(&one);
    screen.panel.forget();
    let update = update_seat(Some(&one), &two, &mut screen.frame, stamps(Voting::Pods));
    assert!(block_on(screen.panel.update(&mut screen.bus, &screen.frame, LIT, update)).is_err());
    screen.start(&two);
    let mut whole = FlatFrame::new();
    draw_seat(&two, &mut whole);
    assert!(screen.bus.picture() == pixels(&whole));
}

#[test]
fn a_number_appears_and_disappears_with_the_same_bytes_whatever_it_is() {
    let ready = view(SeatScene::Ready(seat()), 0);
    for cards in CARDS {
        let mut taken = Vec::new();
        for number in 1..=cards {
            let mut screen = Flat::new(Controller::Ssd1306, Chip::Ssd1306);
            let dialled = view(dial(Question::Vote, cards, number), 0);
            screen.start(&dialled);
            taken.push([screen.change(&dialled, &ready), screen.change(&ready, &dialled)]);
            let mut whole = FlatFrame::new();
            draw_seat(&dialled, &mut whole);
            assert!(screen.bus.picture() == pixels(&whole));
        }
        assert!(taken.iter().all(|one| *one == taken[0]), "{taken:?}");
    }
}

#[test]
fn a_number_is_replaced_with_the_same_bytes_if_the_old_picture_is_unknown() {
    for now in [view(SeatScene::Ready(seat()), 0), view(dial(Question::Vote, 9, 9), 0)] {
        let mut taken = Vec::new();
        for number in 1..=9 {
            let mut screen = Flat::new(Controller::Ssd1306, Chip::Ssd1306);
            screen.start(&view(dial(Question::Vote, 9, number), 0));
            let bytes = screen.bus.bytes;
            let update = update_seat(None, &now, &mut screen.frame, stamps(Voting::Pods));
            block_on(screen.panel.update(&mut screen.bus, &screen.frame, LIT, update)).expect("a panel");
            taken.push(screen.bus.bytes - bytes);
        }
        assert!(taken.iter().all(|one| *one == taken[0]), "{taken:?}");
    }
}

/// Sends `views` one after the other to a tall screen, whose picture must always equal a full redraw. Returns the most
/// bytes that a single view took.
fn told_tall(views: impl IntoIterator<Item = View<SharedScreenScene>>) -> usize {
    let mut bus = Model::new(Chip::Ssd1306, 64);
    let mut panel = Panel::<8>::new(Controller::Ssd1306, ADDRESS);
    let mut frame = TallFrame::new();
    let mut last: Option<View<SharedScreenScene>> = None;
    let mut most = 0;
    for now in views {
        let update = update_shared_screen(last.as_ref(), &now, &mut frame, stamps(Voting::Pass));
        let bytes = bus.bytes;
        block_on(panel.update(&mut bus, &frame, LIT, update)).expect("a panel");
        if last.is_some() {
            most = most.max(bus.bytes - bytes);
        }
        let mut whole = TallFrame::new();
        draw_shared_screen(&now, &mut whole);
        assert!(bus.picture() == pixels(&whole), "{:?} after {last:?}", now.scene);
        last = Some(now);
    }
    most
}

#[test]
fn a_number_on_the_screen_that_goes_round_is_redrawn_alone() {
    for (wander, cards) in (0..4).flat_map(|wander| CARDS.map(|cards| (wander, cards))) {
        let private = |number| view(SharedScreenScene::Holder(dialled(Question::Vote, cards, number)), wander);
        told_tall(turns(cards).flatten().map(private));
        let across = |number| View { rotated: true, ..private(number) };
        told_tall(turns(cards).flatten().map(across));
        let clicks = (1..=cards).chain((1..cards).rev()).map(private);
        let most = told_tall(clicks);
        assert!(most <= MOST_BYTES, "{most}");
    }
}

#[test]
fn a_corrected_score_is_redrawn_alone() {
    let corrected = |now| {
        let picture = Shared::CorrectScore(shared::CorrectScore { seat: seat(), was: 12, now });
        let scene = Prompt::turn(Actor::Holder, Purpose::Change).under(picture);
        view(SharedScreenScene::Everyone(scene.also(Prompt::press(Actor::Holder, Purpose::Keep))), 1)
    };
    let most = told_tall((0..100).map(corrected));
    assert!(most <= MOST_BYTES, "{most}");
    let most = told_tall((100..1000).map(corrected));
    assert!(most <= MOST_BYTES, "{most}");
    told_tall([98, 99, 100, 101, 99, 100, 98].map(corrected));
    for (wander, rotated) in (0..4).flat_map(|wander| [(wander, false), (wander, true)]) {
        told_tall([8, 9, 10, 99, 100, 101].map(|now| View { wander, rotated, ..corrected(now) }));
    }
}

#[test]
fn other_changes_beside_a_number_are_drawn_too() {
    let at = |number| view(SharedScreenScene::Holder(dialled(Question::Vote, 9, number)), 0);
    let other = |change: fn(&mut View<SharedScreenScene>)| {
        let mut view = at(7);
        change(&mut view);
        view
    };
    for after in [
        other(|view| view.language = Language::Polski),
        other(|view| view.wander = 2),
        other(|view| view.hold = 3),
        other(|view| view.rotated = true),
        other(|view| view.blink = true),
        view(SharedScreenScene::Holder(dialled(Question::Red, 9, 7)), 0),
        view(SharedScreenScene::Holder(dialled(Question::Vote, 12, 7)), 0),
        view(SharedScreenScene::Everyone(Prompt::wait(Purpose::Reveal).under(Shared::UsbBoot)), 0),
    ] {
        told_tall([at(6), at(7), after, at(8)]);
    }
}
