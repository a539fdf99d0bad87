//! Everything that tasks share: who fills it, who drains it, and how deep it is. The game task never waits on anything
//! here, so no slow screen, buzzer or flash can block it.

use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, Ordering};

use boards::device::{Branch, FoundScreen};
use boards::limits;
use dixit_dials::app::Sound;
use dixit_dials::dial::{KnobKind, MAX_KNOBS};
use dixit_dials::game::Journal;
use dixit_dials::report::{LONGEST_REQUEST, Outbox, Scan};
use dixit_dials::save::SaveError;
use dixit_dials::screen::{FlatFrame, Frame, Light, TallFrame, Update};
use dixit_dials::settings::Settings;
use embassy_sync::blocking_mutex::CriticalSectionMutex;
use embassy_sync::blocking_mutex::raw::{CriticalSectionRawMutex, ThreadModeRawMutex};
use embassy_sync::channel::Channel;
use embassy_sync::mutex::Mutex;
use embassy_sync::signal::Signal;
use embassy_time::Instant;
use heapless::Vec;

/// A tune for the buzzer. Filled by the game task, drained by the sound task. A newer tune replaces one that has not
/// begun.
pub static TUNE: Signal<CriticalSectionRawMutex, Sound> = Signal::new();

/// The two buses. A lane carries one order at a time: the game task fills `order` only after it has taken `done`.
pub static LANES: [LaneChannels; 2] = [const { LaneChannels { order: Signal::new(), done: Signal::new() } }; 2];

pub struct LaneChannels {
    /// Filled by the game task, drained by the screens task of this bus.
    pub order: Signal<CriticalSectionRawMutex, Order>,
    /// Filled by the screens task when the order is carried out, polled by the game task at each tick.
    pub done: Signal<CriticalSectionRawMutex, Done>,
}

/// A job for a bus, and the tick at which it starts.
pub struct Order {
    pub job: Job,
    pub at: Instant,
}

/// Screens are identified by their index in the board's list.
#[derive(Clone, Copy)]
pub enum Job {
    /// Send what was drawn, so that it is visible.
    Show { screen: u8, update: Update, light: Light },
    /// Write what was drawn to memory that is not visible yet.
    Prepare { screen: u8, light: Light },
    /// Show everything that was prepared.
    Flip,
    /// Poll the screen, or search for one that did not respond.
    Ask { screen: u8 },
    /// Find out what answers on this bus, or behind a channel.
    Scan { branch: Option<Branch> },
}

/// What the last [`Job::Scan`] found. Filled by the screens task, polled by the game task, which orders one at a time.
pub static SCANNED: Signal<CriticalSectionRawMutex, Scan> = Signal::new();

/// How an order ended. Bit n is for the nth screen or mux.
#[derive(Clone, Copy, Default)]
pub struct Done {
    pub present: u16,
    pub absent: u16,
    /// Screens that do not show what they were last sent: their next picture is drawn whole.
    pub stale: u16,
    /// The detected kind of the shared screen.
    pub found: Option<FoundScreen>,
    pub absent_muxes: u8,
}

/// Frame buffers: one for the shared screen, one per bus for the seats' screens. Locked by the game task while it
/// draws, and by the screens task while it sends. The lanes ensure that the two never contend.
pub static SHARED_FRAME: Mutex<CriticalSectionRawMutex, TallFrame> = Mutex::new(Frame::new());
pub static SEAT_FRAMES: [Mutex<CriticalSectionRawMutex, FlatFrame>; 2] = [const { Mutex::new(Frame::new()) }; 2];

/// A [`Done`] has one bit for each screen.
const _: () = assert!(limits::SCREENS.most <= u16::BITS);

/// What is to be saved. The game task fills it when it is unlocked and signals [`SAVE`]; the storage task keeps it
/// locked until all of it is in flash.
pub static TO_SAVE: Mutex<ThreadModeRawMutex, ToSave> = Mutex::new(ToSave::NOTHING);
/// The journal to be saved. Locked together with [`TO_SAVE`]. A separate static, because it is all zeros and so takes
/// no flash.
pub static JOURNAL: Mutex<ThreadModeRawMutex, Journal> = Mutex::new(Journal::new());
pub static SAVE: Signal<ThreadModeRawMutex, ()> = Signal::new();
/// How the last save ended. Filled by the storage task, polled by the game task.
pub static SAVED: Signal<ThreadModeRawMutex, Result<(), SaveError>> = Signal::new();

pub struct ToSave {
    /// True if the journal in [`JOURNAL`] is to be saved.
    pub game: bool,
    pub settings: Option<Settings>,
    pub knobs: Option<[KnobKind; MAX_KNOBS]>,
    /// Erase everything and restart.
    pub forget_all: bool,
}

impl ToSave {
    const NOTHING: Self = Self { game: false, settings: None, knobs: None, forget_all: false };
}

/// Scheduling of the flash. The flash driver requests a turn before each operation; the game task grants one when no
/// transfer is in progress, at most one per tick.
pub static FLASH_TURN: FlashTurn = FlashTurn { wanted: AtomicBool::new(false), given: Signal::new() };

pub struct FlashTurn {
    wanted: AtomicBool,
    given: Signal<ThreadModeRawMutex, ()>,
}

impl FlashTurn {
    /// Waits for a turn. Called by the flash driver, in the storage task.
    pub async fn wait(&self) {
        self.wanted.store(true, Ordering::Relaxed);
        self.given.wait().await;
    }

    pub fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    /// Lets the operation run as soon as the game task awaits its next tick.
    pub fn give(&self) {
        self.wanted.store(false, Ordering::Relaxed);
        self.given.signal(());
    }
}

/// Lines for a computer on the USB cable. Filled by the game task, which never waits: if there is no room, the oldest
/// lines are dropped. Opened and drained by the USB task.
pub static OUTBOX: CriticalSectionMutex<RefCell<Outbox>> = CriticalSectionMutex::new(RefCell::new(Outbox::new()));
/// Signalled by the game task at the tick at which lines may be sent, awaited by the USB task.
pub static LINES: Signal<CriticalSectionRawMutex, ()> = Signal::new();
/// Requests of the computer, one line each; `None` for a line that was too long. Filled by the USB task, which applies
/// back-pressure until there is room. Polled by the game task, so a depth of one is enough.
pub static REQUESTS: Channel<CriticalSectionRawMutex, Option<Vec<u8, LONGEST_REQUEST>>, 1> = Channel::new();
