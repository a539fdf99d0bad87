//! The drawing task. It runs in the main thread, below everything that touches a wire: how long it takes to draw a number
//! depends on the number, and must not be seen in anything else. A bus task orders a picture at its desk and fetches it when it may leave.

use dixit_dials::board::Viewer;
use dixit_dials::scene::{SeatScene, SharedScreenScene};
use dixit_dials::screen::{self, FlatFrame, Frame, TallFrame, Update, View};
use embassy_executor::Spawner;
use embassy_futures::select::{Either4, select4};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::mutex::{Mutex, MutexGuard};
use embassy_sync::signal::Signal;

use super::newest_views::{self, Newest};

/// A frame and the scenes that are drawn on it.
pub trait Picture: Sized + 'static {
    type Scene;
    /// Where a bus orders such pictures.
    fn desk(bus: u8) -> &'static Desk<Self>;
    /// What its viewer is to see, if that is not the view of `version`, which is then brought up to date.
    fn newest(viewer: Viewer, version: &mut u16) -> Option<Newest<Self::Scene>>;
    /// Draws what a panel lacks that shows the view before, if any.
    fn update(&mut self, before: Option<&View<Self::Scene>>, now: &View<Self::Scene>) -> Update;
}

/// Draw this view, where the panel shows the one before it, if any.
pub struct Order<P: Picture> {
    pub before: Option<View<P::Scene>>,
    pub view: View<P::Scene>,
}

pub struct Drawn<P: Picture> {
    pub view: View<P::Scene>,
    /// What of it has to be sent.
    pub update: Update,
}

/// Held by the drawing task while it draws, and by the bus task while it sends.
type Sheet<P> = Mutex<CriticalSectionRawMutex, P>;

/// One for each kind of frame on each bus, whose task orders one picture at a time.
pub struct Desk<P: Picture> {
    /// Where all pictures of this desk are drawn, one over the other.
    sheet: &'static Sheet<P>,
    /// Set by the bus task, awaited by the drawing task.
    order: Signal<CriticalSectionRawMutex, Order<P>>,
    /// The other way round.
    drawn: Signal<CriticalSectionRawMutex, Drawn<P>>,
}

// Apart from the desks, since what begins as zeros takes no flash.
static TALL_SHEETS: [Sheet<TallFrame>; 2] = [const { Mutex::new(Frame::new()) }; 2];
static FLAT_SHEETS: [Sheet<FlatFrame>; 2] = [const { Mutex::new(Frame::new()) }; 2];
static TALL: [Desk<TallFrame>; 2] = [Desk::new(&TALL_SHEETS[0]), Desk::new(&TALL_SHEETS[1])];
static FLAT: [Desk<FlatFrame>; 2] = [Desk::new(&FLAT_SHEETS[0]), Desk::new(&FLAT_SHEETS[1])];

impl<P: Picture> Desk<P> {
    const fn new(sheet: &'static Sheet<P>) -> Self {
        Self { sheet, order: Signal::new(), drawn: Signal::new() }
    }

    pub fn order(&self, order: Order<P>) {
        self.order.signal(order);
    }

    /// Until what was ordered is drawn.
    pub async fn drawn(&self) -> Drawn<P> {
        self.drawn.wait().await
    }

    /// What was drawn last.
    pub async fn frame(&self) -> MutexGuard<'_, CriticalSectionRawMutex, P> {
        self.sheet.lock().await
    }

    async fn serve(&self, Order { before, view }: Order<P>) {
        let update = self.sheet.lock().await.update(before.as_ref(), &view);
        self.drawn.signal(Drawn { view, update });
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
            Either4::First(order) => TALL[0].serve(order).await,
            Either4::Second(order) => TALL[1].serve(order).await,
            Either4::Third(order) => FLAT[0].serve(order).await,
            Either4::Fourth(order) => FLAT[1].serve(order).await,
        }
    }
}

impl Picture for TallFrame {
    type Scene = SharedScreenScene;

    fn desk(bus: u8) -> &'static Desk<Self> {
        &TALL[usize::from(bus)]
    }

    fn newest(_: Viewer, version: &mut u16) -> Option<Newest<SharedScreenScene>> {
        newest_views::newest_shared(version)
    }

    fn update(&mut self, before: Option<&View<SharedScreenScene>>, now: &View<SharedScreenScene>) -> Update {
        screen::update_shared_screen(before, now, self)
    }
}

impl Picture for FlatFrame {
    type Scene = SeatScene;

    fn desk(bus: u8) -> &'static Desk<Self> {
        &FLAT[usize::from(bus)]
    }

    fn newest(viewer: Viewer, version: &mut u16) -> Option<Newest<SeatScene>> {
        match viewer {
            Viewer::Seat(index) => newest_views::newest_seat(index, version),
            Viewer::Shared => None,
        }
    }

    fn update(&mut self, before: Option<&View<SeatScene>>, now: &View<SeatScene>) -> Update {
        screen::update_seat(before, now, self)
    }
}
