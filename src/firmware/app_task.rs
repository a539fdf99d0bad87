//! The app task: takes what the knobs and the parts tell, drives the [`App`], publishes its views, and keeps the game in
//! flash.

use dixit_dials::app::{App, Effect, Report};
use dixit_dials::board::{Contacts, FoundScreen};
use dixit_dials::dial::Input;
use dixit_dials::rules::{MAX_SEATS, SeatSet};
use dixit_dials::save::{Damage, Room, SaveError, Store};
use dixit_dials::scene::{Notice, PartStatus, SharedScene, SharedScreenScene};
use dixit_dials::screen::{Light, View};
use dixit_dials::settings::{Facing, Settings};
use embassy_executor::SendSpawner;
use embassy_futures::select::{Either3, select3};
use embassy_time::{Duration, Instant, Timer, with_timeout};
use heapless::String;
use static_cell::StaticCell;

use super::board::{BOARD, CONTACTS};
use super::chance::Chance;
use super::chip::Noise;
use super::crash::{self, LONGEST, LastRun};
use super::flash::{self, Flash};
use super::knobs::{self, KNOB_EVENTS, KnobEvent, What};
use super::missing::{self, Missing};
use super::watchdog::{self, BEAT, Part, beat};
use super::{buzzer, hooks, newest_views};

/// What is to be saved waits for still knobs, but no longer than this: then each piece of it takes the next pause of
/// hands that never rest. All is saved within a second and a half, but where everything has to be written anew.
const WAIT_FOR_REST: Duration = Duration::from_millis(1_000);
/// How often to look whether the knobs are still.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// Knobs and pictures that were still for so long will hardly move within the next erase.
const STILL: Duration = Duration::from_millis(2_000);
/// A run of this length was no part of a crash loop.
const CALM: Duration = Duration::from_secs(30);
/// All screens that answer have answered by then.
const PARTS_KNOWN: Duration = Duration::from_millis(700);

pub fn start(spawner: SendSpawner, flash: Flash, noise: Noise, last_run: LastRun) {
    spawner.spawn(app_task(flash, noise, last_run).expect("spawned once"));
}

#[embassy_executor::task]
async fn app_task(flash: Flash, noise: Noise, last_run: LastRun) {
    beat(Part::App);
    let mut rng = Chance::new(noise.seed().await);
    let (mut store, loaded) = Store::open(flash, flash::range()).await;
    let settings = loaded.settings.unwrap_or(Settings::DEFAULT);
    if last_run.crash_loop {
        wait_in_safety(&mut store, &settings).await;
    }
    let kinds = loaded.knobs.unwrap_or([BOARD.knob.kind; MAX_SEATS]);
    knobs::set_kinds(kinds);
    store.make_urgent_room().await;
    let app = App::new(BOARD, settings, kinds, loaded.journal, millis(), &mut rng);
    let mut task = AppTask {
        app,
        rng,
        store,
        unsaved: Unsaved::default(),
        wants_room: true,
        missing: Missing::NONE,
        found: None,
        parts_known: false,
        since: Instant::now(),
        saved: Instant::MIN,
        stirred: Instant::now(),
        calm: false,
    };
    if let Some(words) = last_run.words {
        static WORDS: StaticCell<String<LONGEST>> = StaticCell::new();
        task.tell(Report::PowerUp(Notice::Crashed(WORDS.init(words))));
    } else if let Some(Damage::Unreadable | Damage::OtherVersion | Damage::GameCut) = loaded.damage {
        task.tell(Report::PowerUp(Notice::StoreDamaged));
    }
    if let Contacts::Chain(_) = CONTACTS {
        task.tell(Report::Chain(PartStatus::Fine));
    }
    task.run().await
}

/// Several runs in a row ended badly, perhaps over what is saved: does nothing by itself. A press goes on with the
/// game, a hold forgets everything.
async fn wait_in_safety(store: &mut Store<Flash>, settings: &Settings) {
    newest_views::announce(View {
        scene: SharedScreenScene::Everyone(SharedScene::safe_start()),
        language: settings.language,
        hold: 0,
        light: Light::Lit(settings.brightness),
        wander: 0,
        turned: settings.facing == Facing::Turned,
        flash: false,
    });
    loop {
        beat(Part::App);
        match with_timeout(BEAT, KNOB_EVENTS.receive()).await.map(|event| event.what) {
            Ok(What::Input(Input::Pressed { .. })) => return,
            Ok(What::Input(Input::Held { .. })) => {
                let _ = store.forget_all().await;
                crash::calm();
                watchdog::restart();
            }
            _ => {}
        }
    }
}

/// What is to be said of parts that went. A switch takes the screens behind it along, which are not named one by one.
fn worst_news(now: Missing, before: Missing) -> Option<Notice> {
    let switches = now.switches & !before.switches;
    let pods = now.seats.minus(missing::seats_behind(now.switches));
    if now.shared && !before.shared {
        Some(Notice::ScreensMissing { shared: true, seats: now.seats })
    } else if switches != 0 && missing::switch_count() > 1 && now.switches.count_ones() == missing::switch_count() {
        Some(Notice::SwitchesMissing)
    } else if switches != 0 {
        let switch = switches.trailing_zeros() as u8;
        Some(Notice::SwitchMissing { switch: switch + 1, seats: missing::seats_behind(1 << switch) })
    } else if !pods.minus(before.seats).is_empty() {
        Some(Notice::ScreensMissing { shared: now.shared, seats: pods })
    } else {
        None
    }
}

/// Since power-up.
fn millis() -> u64 {
    Instant::now().as_millis()
}

/// What waits to be saved, and since when.
#[derive(Default)]
struct Unsaved {
    game: bool,
    settings: bool,
    knobs: bool,
    since: Option<Instant>,
}

struct AppTask {
    app: App,
    rng: Chance,
    store: Store<Flash>,
    unsaved: Unsaved,
    /// The store may have to erase before much more fits.
    wants_room: bool,
    missing: Missing,
    found: Option<FoundScreen>,
    parts_known: bool,
    /// The moment of what the app was last told: of a contact that moved, or of an alarm.
    since: Instant,
    /// When it was last done with saving. What came meanwhile is heard then, and counts from then on.
    saved: Instant,
    /// When a knob was last heard, or a screen had something new to show.
    stirred: Instant,
    calm: bool,
}

impl AppTask {
    async fn run(&mut self) -> ! {
        loop {
            beat(Part::App);
            hooks::game();
            hooks::draw().await;
            if newest_views::publish(&self.app, self.since) {
                self.stirred = Instant::now();
            }
            self.save().await;
            let wake_at = self.wake_at();
            match select3(KNOB_EVENTS.receive(), missing::CHANGED.wait(), Timer::at(wake_at)).await {
                Either3::First(event) => self.hear(event),
                Either3::Second(()) => self.since = Instant::now(),
                Either3::Third(()) => self.since = wake_at.max(self.saved),
            }
            // Whatever else came in meanwhile is drawn together with it.
            while let Ok(event) = KNOB_EVENTS.try_receive() {
                self.hear(event);
            }
            self.app.pass_time(millis(), &mut self.rng);
            self.note_screens();
            while let Some(effect) = self.app.next_effect() {
                self.carry_out(effect).await;
            }
            if !self.calm && Instant::now().as_ticks() > CALM.as_ticks() {
                self.calm = true;
                crash::calm();
            }
        }
    }

    fn wake_at(&self) -> Instant {
        let now = Instant::now();
        let beat = now + BEAT;
        let alarm = self.app.alarm().map_or(beat, Instant::from_millis);
        let save = if self.unsaved.since.is_some() { now + LOOK_AGAIN } else { beat };
        beat.min(alarm).min(save)
    }

    fn tell(&mut self, report: Report) {
        self.app.tell(report, millis());
    }

    fn hear(&mut self, event: KnobEvent) {
        self.since = event.at.max(self.saved);
        self.rng.stir(event.at);
        match event.what {
            What::Input(input) => {
                hooks::heard(input);
                let number = hooks::about_to_seal(&self.app, input);
                self.stirred = Instant::now();
                self.app.take(input, millis(), &mut self.rng);
                if hooks::leak(number, &mut self.app, millis()) {
                    self.unsaved.settings = true;
                    self.unsaved.since.get_or_insert_with(Instant::now);
                }
            }
            What::ChainBroke => {
                self.tell(Report::Chain(PartStatus::Missing));
                self.tell(Report::Now(Notice::ChainBroken));
            }
            What::ChainMended => self.tell(Report::Chain(PartStatus::Fine)),
            What::TurnedUnseen { knobs } => self.tell(Report::TurnedUnseen(SeatSet::from_bits(knobs))),
            What::Checking { clicks } => self.tell(Report::KnobCheck { clicks, found: None, failed: false }),
            What::Checked(found) => {
                self.tell(Report::KnobCheck { clicks: 0, found: found.ok(), failed: found.is_err() });
            }
        }
    }

    /// Tells the app which screens went or came.
    fn note_screens(&mut self) {
        let now = Instant::now();
        if !self.parts_known {
            if now.as_ticks() < PARTS_KNOWN.as_ticks() {
                return;
            }
            self.parts_known = true;
            for seat in missing::seats().iter() {
                self.tell(Report::Seat(seat, PartStatus::Fine));
            }
        }
        if let Some(found) = missing::found().filter(|&found| Some(found) != self.found) {
            self.found = Some(found);
            self.tell(Report::Found(found));
        }
        let missing = missing::missing();
        if missing == self.missing {
            return;
        }
        let status = |gone: bool| if gone { PartStatus::Missing } else { PartStatus::Fine };
        if missing.shared != self.missing.shared {
            self.tell(Report::Shared(status(missing.shared)));
        }
        let changed = SeatSet::from_bits(missing.seats.bits() ^ self.missing.seats.bits());
        for seat in changed.iter() {
            self.tell(Report::Seat(seat, status(missing.seats.has(seat))));
        }
        let notice = worst_news(missing, self.missing);
        self.missing = missing;
        if let Some(notice) = notice {
            self.tell(Report::Now(notice));
        }
    }

    async fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::SaveGame => self.unsaved.game = true,
            Effect::SaveSettings => self.unsaved.settings = true,
            Effect::SaveKnobs => {
                self.unsaved.knobs = true;
                knobs::set_kinds(*self.app.knob_kinds());
            }
            Effect::Sound(sound) => buzzer::play(sound),
            Effect::CheckKnob { knob } => knobs::check(Some(knob)),
            Effect::StopCheck => knobs::check(None),
            Effect::UsbBoot => {
                // The screens get a moment to say so.
                newest_views::publish(&self.app, self.since);
                Timer::after_millis(300).await;
                embassy_rp::rom_data::reset_to_usb_boot(0, 0);
            }
            Effect::ForgetAll => {
                let _ = self.store.forget_all().await;
                watchdog::restart();
            }
        }
        let Unsaved { game, settings, knobs, since } = &mut self.unsaved;
        if *game || *settings || *knobs {
            since.get_or_insert_with(Instant::now);
        }
    }

    /// Saves what waits, when the knobs are still; otherwise makes room for what is to come.
    async fn save(&mut self) {
        let now = Instant::now();
        if let Some(since) = self.unsaved.since {
            if !knobs::resting() && now - since < WAIT_FOR_REST {
                return;
            }
            let waiting = core::mem::take(&mut self.unsaved);
            let mut saved = Ok(());
            if waiting.game {
                saved = self.store.save_game(self.app.journal()).await;
            }
            if waiting.settings {
                saved = saved.and(self.store.save_settings(&hooks::settings(self.app.settings())).await);
            }
            if waiting.knobs {
                saved = saved.and(self.store.save_knobs(self.app.knob_kinds()).await);
            }
            self.note_saved(saved);
            self.saved = Instant::now();
            self.wants_room = true;
        } else if self.wants_room && !self.app.voting() && knobs::resting() && now - self.stirred > STILL {
            match self.store.make_room().await {
                Ok(Room::Making) => {}
                Ok(Room::Enough) => self.wants_room = false,
                Err(error) => {
                    self.wants_room = false;
                    self.note_saved(Err(error));
                }
            }
        }
    }

    fn note_saved(&mut self, saved: Result<(), SaveError>) {
        match saved {
            Ok(()) => {}
            Err(SaveError::Worn) => self.tell(Report::Now(Notice::StoreDamaged)),
        }
        let status = if saved.is_ok() { PartStatus::Fine } else { PartStatus::Missing };
        self.tell(Report::Storage(status));
    }
}
