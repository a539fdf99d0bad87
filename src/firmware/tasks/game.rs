//! The game task: a frame loop. At each tick it sends what was drawn, reads the knobs, updates the app, draws what
//! changed, and gives the flash a turn if nothing else is in progress.

use core::sync::atomic::Ordering;

use boards::device::{Contacts, Device};
use dixit_dials::app::{App, Effect, Millis, Report, Sound};
use dixit_dials::dial::{Input, KnobKind};
use dixit_dials::rules::{MAX_SEATS, Seat, SeatSet};
use dixit_dials::save::{Saved, Store};
use dixit_dials::scene::shared::Run;
use dixit_dials::scene::{Notice, PartStatus, SeatScene, SharedScene, SharedScreenScene};
use dixit_dials::screen::{Light, Stamps, View};
use dixit_dials::settings::{Facing, Settings};
use embassy_executor::Spawner;
use embassy_time::{Duration, Instant, Timer};
use heapless::String;
use static_cell::{ConstStaticCell, StaticCell};

use super::super::channels::{FLASH_TURN, JOURNAL, SAVE, SAVED, TO_SAVE, TUNE};
use super::super::chip::Noise;
use super::super::crash::{self, LONGEST, LastRun};
use super::super::drivers::flash::{self, Flash};
use super::super::drivers::knobs::{KnobEvent, Knobs};
use super::super::hooks;
use super::super::random::Random;
use super::super::stack;
use super::computer::{Computer, Heard, Identity, Idle};
use super::parts::Parts;
use super::pictures::{OVERRUNS, Pictures, REST, TICK, Views, rest_before, rest_from, tick_from};
use super::storage;
use super::watchdog::{BEAT, Part, beat};

/// After a run of this length, earlier crashes no longer count.
const CALM: Duration = Duration::from_secs(30);
/// Longest time that a flash operation waits for pictures to be drawn.
const FLASH_PATIENCE: Duration = Duration::from_millis(100);
/// Time for the screens to announce USB boot before the restart.
const USB_BOOT: Duration = Duration::from_millis(300);

/// Opens the saved data, builds the app and starts the tasks of the main thread. Everything large is built in its own
/// static, by a function whose stack frame is released afterwards.
pub async fn start(
    spawner: Spawner,
    device: &'static Device,
    knobs: Knobs,
    flash: Flash,
    noise: Noise,
    last_run: LastRun,
    identity: Identity,
) {
    static STORE: StaticCell<Store<Flash>> = StaticCell::new();

    beat(Part::App);
    let random = Random::new(noise.seed().await);
    let store = STORE.init_with(|| Store::new(flash, flash::range()));
    store.load().await;
    let frames = frames(device, knobs);
    frames.knobs.set_kinds(kinds(store.saved(), device));
    if last_run.crash_loop {
        let safe_start = SafeStart(settings(store.saved()));
        if frames.wait_in_safety(&safe_start).await == Choice::ForgetAll {
            TO_SAVE.lock().await.forget_all = true;
            SAVE.signal(());
            spawner.spawn(storage::storage(store).expect("spawned once"));
            // Grants flash turns until the storage task restarts the chip.
            loop {
                frames.wait_in_safety(&safe_start).await;
            }
        }
    }
    // The game runs in a task of its own, whose stack frame is smaller than this one.
    spawner.spawn(game(spawner, device, store, frames, random, last_run, identity).expect("spawned once"));
}

#[embassy_executor::task]
async fn game(
    spawner: Spawner,
    device: &'static Device,
    store: &'static mut Store<Flash>,
    frames: &'static mut Frames,
    mut random: Random,
    last_run: LastRun,
    identity: Identity,
) {
    let app = app(device, store, &mut random);
    let (now, damage) = (app_time(Instant::now()), store.damage());
    spawner.spawn(storage::storage(store).expect("spawned once"));
    static WORDS: StaticCell<String<LONGEST>> = StaticCell::new();
    let words = last_run.words.map(|words| &**WORDS.init(words));
    if let Some(words) = words {
        app.report(Report::PowerUp(Notice::Crashed(words)), now);
    } else if damage.is_some() {
        app.report(Report::PowerUp(Notice::StoreDamaged), now);
    }
    if let Contacts::Chain(_) = device.knobs.contacts {
        app.report(Report::Chain(PartStatus::Fine), now);
    }
    let computer = Computer::new(device, identity, last_run.reset, words);
    Game::new(app, random, frames, computer).run().await
}

/// Not inlined, so that its stack frame is released: see [`start`].
#[inline(never)]
fn frames(device: &'static Device, knobs: Knobs) -> &'static mut Frames {
    static STAMPS: ConstStaticCell<Stamps> = ConstStaticCell::new(Stamps::NONE);
    static FRAMES: StaticCell<Frames> = StaticCell::new();
    let stamps = STAMPS.take();
    stamps.draw(device.voting);
    FRAMES.init_with(|| Frames {
        knobs,
        parts: Parts::new(device),
        pictures: Pictures::new(device, stamps),
        flash_since: None,
        saving: false,
    })
}

/// Not inlined, so that its stack frame is released: see [`start`].
#[inline(never)]
fn app(device: &'static Device, store: &Store<Flash>, random: &mut Random) -> &'static mut App {
    static APP: StaticCell<App> = StaticCell::new();
    let (saved, now) = (store.saved(), app_time(Instant::now()));
    APP.init_with(|| App::new(device.board(), settings(saved), kinds(saved, device), &saved.journal, now, random))
}

fn settings(saved: &Saved) -> Settings {
    saved.settings.unwrap_or(Settings::DEFAULT)
}

fn kinds(saved: &Saved, device: &Device) -> [KnobKind; MAX_SEATS] {
    saved.knobs.unwrap_or([(&device.knobs).into(); MAX_SEATS])
}

/// What every frame needs, with or without a game.
struct Frames {
    knobs: Knobs,
    parts: Parts,
    pictures: Pictures,
    /// Since when a flash operation has been waiting.
    flash_since: Option<Instant>,
    /// True if the frame gave the flash a turn, or kept pictures back for it.
    saving: bool,
}

impl Frames {
    /// Begins a frame: sends what was drawn, and polls screens.
    async fn begin(&mut self, tick: Instant) {
        Timer::at(tick).await;
        beat(Part::App);
        self.pictures.poll(&mut self.parts);
        self.pictures.ask(tick);
    }

    /// Ends a frame: draws, or gives the flash its turn. Returns the tick at which the next frame begins.
    fn end(&mut self, views: &impl Views, tick: Instant) -> Instant {
        self.pictures.poll(&mut self.parts);
        self.saving = self.flash_is_due(tick);
        let end = if self.saving { tick + TICK } else { self.pictures.frame(views, tick) };
        // Most frames end in time; computing another tick takes a division.
        if Instant::now() <= end { end } else { tick_from(Instant::now()) }
    }

    /// True if only a contact, a flash operation or the passing of time can end the quiet.
    fn is_resting(&self) -> bool {
        !self.saving && !self.pictures.has_drawn() && self.pictures.is_settled() && self.knobs.are_resting()
    }

    /// True if nothing is drawn in this frame because of the flash. Gives the flash its turn when nothing is left to
    /// draw; an operation that has waited for too long keeps new pictures back until the transfers under way are done.
    fn flash_is_due(&mut self, tick: Instant) -> bool {
        if !FLASH_TURN.is_wanted() || self.pictures.is_revealing() {
            return false;
        }
        let since = *self.flash_since.get_or_insert(tick);
        let late = tick - since > FLASH_PATIENCE;
        if self.pictures.is_settled() || late && self.pictures.is_idle() {
            self.flash_since = None;
            FLASH_TURN.give();
            return true;
        }
        late
    }

    /// Waits for a player's choice after several consecutive crashes, which saved data may have caused. That data is
    /// not used until a press continues the game; a hold erases everything.
    async fn wait_in_safety(&mut self, safe_start: &SafeStart) -> Choice {
        self.pictures.change(safe_start);
        let mut tick = tick_from(Instant::now());
        loop {
            self.begin(tick).await;
            let mut choice = None;
            self.knobs.read(&mut |event, _| match event {
                KnobEvent::Input(Input::Pressed { .. }) => choice = Some(Choice::GoOn),
                KnobEvent::Input(Input::Held { .. }) => choice = Some(Choice::ForgetAll),
                _ => {}
            });
            tick = self.end(safe_start, tick);
            if let Some(choice) = choice {
                return choice;
            }
        }
    }
}

/// The choice made in the safe start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    GoOn,
    ForgetAll,
}

/// The message after several consecutive crashes, with these settings.
struct SafeStart(Settings);

impl Views for SafeStart {
    fn shared_view(&self) -> View<SharedScreenScene> {
        View {
            scene: SharedScreenScene::Everyone(SharedScene::safe_start()),
            language: self.0.language,
            hold: 0,
            light: Light::Lit(self.0.brightness),
            wander: 0,
            rotated: self.0.facing == Facing::UpsideDown,
            blink: false,
        }
    }

    fn seat_view(&self, _: Seat) -> Option<View<SeatScene>> {
        None
    }

    fn reveals(&self) -> u16 {
        0
    }
}

/// The app's time at `tick`, in milliseconds. It advances in steps of [`REST`], so that what the app does after a while
/// happens at the same tick whether or not a hand is turning at that moment.
fn app_time(tick: Instant) -> Millis {
    rest_before(tick).as_millis()
}

/// Changes to be handed to the storage task.
#[derive(Default, PartialEq, Eq)]
struct Unsaved {
    game: bool,
    settings: bool,
    knobs: bool,
    forget_all: bool,
}

struct Game {
    app: &'static mut App,
    random: Random,
    frames: &'static mut Frames,
    computer: &'static mut Computer,
    unsaved: Unsaved,
    /// The sound of a reveal waits until the votes are visible.
    reveal_sound: Option<Sound>,
    usb_boot_at: Option<Instant>,
    /// When the app needs the next update.
    wake_at: Instant,
    calm: bool,
}

impl Game {
    fn new(
        app: &'static mut App,
        random: Random,
        frames: &'static mut Frames,
        computer: &'static mut Computer,
    ) -> Self {
        Self {
            app,
            random,
            frames,
            computer,
            unsaved: Unsaved::default(),
            reveal_sound: None,
            usb_boot_at: None,
            wake_at: Instant::MIN,
            calm: false,
        }
    }

    async fn run(&mut self) -> ! {
        let mut tick = tick_from(Instant::now());
        loop {
            self.frames.begin(tick).await;
            let stirred = self.read_knobs(tick) | self.note_saved(tick);
            let busy = stirred || tick >= self.wake_at || self.frames.parts.has_news(tick);
            if busy {
                hooks::game();
                hooks::draw().await;
                self.update(tick);
                self.computer.note_news(self.app, tick);
            }
            self.save();
            let next = self.frames.end(&*self.app, tick);
            let next = if !busy && self.frames.is_resting() { next.max(self.end_of_rest(tick)) } else { next };
            let next = if self.computer.is_due(tick) && !self.frames.pictures.is_revealing() {
                self.serve_computer(tick);
                // Making a line may take longer than the frame.
                next.max(tick_from(Instant::now()))
            } else {
                next
            };
            tick = next;
            if !self.frames.pictures.is_revealing() {
                self.reveal_sound.take().into_iter().for_each(|sound| TUNE.signal(sound));
            }
        }
    }

    /// When the rest that includes `tick` ends: at the next multiple of [`REST`], or when a computer is to be served.
    fn end_of_rest(&self, tick: Instant) -> Instant {
        self.computer.due().into_iter().fold(rest_before(tick) + REST, Instant::min)
    }

    fn serve_computer(&mut self, tick: Instant) {
        let Frames { knobs, pictures, .. } = &mut *self.frames;
        if self.computer.serve(self.app, &mut Idle { knobs, pictures, tick }) == Heard::Changed {
            // What a computer has changed is shown and saved from the next frame on.
            self.wake_at = Instant::MIN;
        }
    }

    /// Passes the knobs' events to the app. Returns true if there were any.
    fn read_knobs(&mut self, tick: Instant) -> bool {
        let Self { app, random, frames, .. } = self;
        let mut stirred = false;
        frames.knobs.read(&mut |event, at_us| {
            let now = app_time(tick);
            stirred = true;
            random.stir(at_us);
            match event {
                KnobEvent::Input(input) => {
                    hooks::heard(input);
                    app.take(input, now, random);
                }
                KnobEvent::ChainBroke => {
                    app.report(Report::Chain(PartStatus::Missing), now);
                    app.report(Report::Now(Notice::ChainBroken), now);
                }
                KnobEvent::ChainMended => app.report(Report::Chain(PartStatus::Fine), now),
                KnobEvent::TurnedUnseen => app.report(Report::TurnedUnseen(SeatSet::from_bits(u16::MAX)), now),
                KnobEvent::Checking { clicks } => {
                    app.report(Report::KnobCheck { clicks, found: None, failed: false }, now);
                }
                KnobEvent::Checked(found) => {
                    app.report(Report::KnobCheck { clicks: 0, found: found.ok(), failed: found.is_err() }, now);
                }
            }
        });
        stirred
    }

    /// Advances time in the app and carries out its requests.
    fn update(&mut self, tick: Instant) {
        let now = app_time(tick);
        self.app.pass_time(now, &mut self.random);
        self.frames.parts.report_to(self.app, tick, now);
        if self.app.tests_itself() {
            let stack_kib = stack::deepest().div_ceil(1024) as u8;
            let overruns = OVERRUNS.load(Ordering::Relaxed).try_into().unwrap_or(u16::MAX);
            self.app.report(Report::Run(Run { stack_kib, overruns }), now);
        }
        self.frames.pictures.change(&*self.app);
        while let Some(effect) = self.app.next_effect() {
            self.carry_out(effect, tick);
        }
        if !self.calm && tick.as_ticks() > CALM.as_ticks() {
            self.calm = true;
            crash::calm();
        }
        if self.usb_boot_at.is_some_and(|at| tick >= at) {
            // The boot ROM waits for the watchdog to restart the chip. Nobody may feed it meanwhile.
            cortex_m::interrupt::disable();
            embassy_rp::rom_data::reset_to_usb_boot(0, 0);
        }
        let alarm = self.app.alarm().map(|at| rest_from(Instant::from_millis(at)));
        self.wake_at = [alarm, self.usb_boot_at].into_iter().flatten().fold(tick + BEAT, Instant::min);
    }

    fn carry_out(&mut self, effect: Effect, tick: Instant) {
        match effect {
            Effect::SaveGame => self.unsaved.game = true,
            Effect::SaveSettings => self.unsaved.settings = true,
            Effect::SaveKnobs => {
                self.unsaved.knobs = true;
                self.frames.knobs.set_kinds(*self.app.knob_kinds());
            }
            Effect::Sound(sound) if self.frames.pictures.is_revealing() => self.reveal_sound = Some(sound),
            Effect::Sound(sound) => TUNE.signal(sound),
            Effect::CheckKnob { knob } => self.frames.knobs.check(Some(knob)),
            Effect::StopCheck => self.frames.knobs.check(None),
            Effect::UsbBoot => self.usb_boot_at = Some(tick + USB_BOOT),
            Effect::ForgetAll => self.unsaved.forget_all = true,
        }
    }

    /// Hands changes to the storage task, unless it is still busy with the last save.
    fn save(&mut self) {
        if self.unsaved == Unsaved::default() {
            return;
        }
        let (Ok(mut to_save), Ok(mut journal)) = (TO_SAVE.try_lock(), JOURNAL.try_lock()) else { return };
        let Unsaved { game, settings, knobs, forget_all } = core::mem::take(&mut self.unsaved);
        if game {
            to_save.game = true;
            journal.clone_from(self.app.journal());
        }
        if settings {
            to_save.settings = Some(*self.app.settings());
        }
        if knobs {
            to_save.knobs = Some(*self.app.knob_kinds());
        }
        to_save.forget_all |= forget_all;
        SAVE.signal(());
    }

    /// Tells the app how the last save ended. Returns true if one did.
    fn note_saved(&mut self, tick: Instant) -> bool {
        let Some(saved) = SAVED.try_take() else { return false };
        let now = app_time(tick);
        if saved.is_err() {
            self.app.report(Report::Now(Notice::StoreDamaged), now);
        }
        let status = if saved.is_ok() { PartStatus::Fine } else { PartStatus::Missing };
        self.app.report(Report::Storage(status), now);
        true
    }
}
