//! The drawing task. It runs in the main thread, below everything that touches a wire: how long it takes to draw a number
//! depends on the number, and must not be seen in anything else. A bus task orders a picture at its desk and waits.

use dixit_dials::board::Viewer;
use dixit_dials::scene::{SeatScene, SharedScreenScene};
use dixit_dials::screen::difference::Window;
use dixit_dials::screen::{self, FlatFrame, Frame, TallFrame, Update, View};
use embassy_executor::Spawner;
use embassy_futures::select::{Either4, select4};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;

use super::views::{self, Newest};

/// A frame and the scenes that are drawn on it.
pub trait Picture: Sized + 'static {
    type Scene;
    /// Where a bus orders such pictures.
    fn desk(bus: u8) -> &'static Desk<Self>;
    /// What its viewer is to see, if that is not the view of `version`, which is then brought up to date.
    fn newest(viewer: Viewer, version: &mut u16) -> Option<Newest<Self::Scene>>;
    fn draw(&mut self, view: &View<Self::Scene>) -> Update;
    fn redraw(&mut self, before: &View<Self::Scene>, now: &View<Self::Scene>) -> Update;
}

/// Draw this view, on a frame that shows the one before it, if any.
pub struct Order<P: Picture> {
    pub frame: P,
    pub before: Option<View<P::Scene>>,
    pub view: View<P::Scene>,
}

pub struct Drawn<P: Picture> {
    pub frame: P,
    pub view: View<P::Scene>,
    /// What of it has to be sent.
    pub update: Update,
}

/// One for each kind of frame on each bus, whose task orders one picture at a time.
pub struct Desk<P: Picture> {
    /// Set by the bus task, awaited by the drawing task.
    order: Signal<CriticalSectionRawMutex, Order<P>>,
    /// The other way round.
    drawn: Signal<CriticalSectionRawMutex, Drawn<P>>,
}

static TALL: [Desk<TallFrame>; 2] = [const { Desk::new() }; 2];
static FLAT: [Desk<FlatFrame>; 2] = [const { Desk::new() }; 2];

impl<P: Picture> Desk<P> {
    const fn new() -> Self {
        Self { order: Signal::new(), drawn: Signal::new() }
    }

    pub async fn draw(&self, order: Order<P>) -> Drawn<P> {
        self.order.signal(order);
        self.drawn.wait().await
    }

    fn serve(&self, Order { mut frame, before, view }: Order<P>) {
        let update = match before {
            Some(before) => frame.redraw(&before, &view),
            None => frame.draw(&view),
        };
        self.drawn.signal(Drawn { frame, view, update });
    }
}

pub fn start(spawner: Spawner) {
    spawner.spawn(draw().expect("spawned once"));
}

#[embassy_executor::task]
async fn draw() {
    loop {
        // What all see goes first: it takes as long whatever was dialled.
        match select4(TALL[0].order.wait(), TALL[1].order.wait(), FLAT[0].order.wait(), FLAT[1].order.wait()).await {
            Either4::First(order) => TALL[0].serve(order),
            Either4::Second(order) => TALL[1].serve(order),
            Either4::Third(order) => FLAT[0].serve(order),
            Either4::Fourth(order) => FLAT[1].serve(order),
        }
    }
}

impl Picture for TallFrame {
    type Scene = SharedScreenScene;

    fn desk(bus: u8) -> &'static Desk<Self> {
        &TALL[usize::from(bus)]
    }

    fn newest(_: Viewer, version: &mut u16) -> Option<Newest<SharedScreenScene>> {
        views::newest_shared(version)
    }

    fn draw(&mut self, view: &View<SharedScreenScene>) -> Update {
        screen::draw_shared_screen(view, self);
        all(self)
    }

    fn redraw(&mut self, before: &View<SharedScreenScene>, now: &View<SharedScreenScene>) -> Update {
        screen::redraw_shared_screen(before, now, self)
    }
}

impl Picture for FlatFrame {
    type Scene = SeatScene;

    fn desk(bus: u8) -> &'static Desk<Self> {
        &FLAT[usize::from(bus)]
    }

    fn newest(viewer: Viewer, version: &mut u16) -> Option<Newest<SeatScene>> {
        match viewer {
            Viewer::Seat(index) => views::newest_seat(index, version),
            Viewer::Shared => None,
        }
    }

    fn draw(&mut self, view: &View<SeatScene>) -> Update {
        screen::draw_seat(view, self);
        all(self)
    }

    fn redraw(&mut self, before: &View<SeatScene>, now: &View<SeatScene>) -> Update {
        screen::redraw_seat(before, now, self)
    }
}

fn all<const PAGES: usize>(_: &Frame<PAGES>) -> Update {
    Update::Changes(Window::all(PAGES))
}
