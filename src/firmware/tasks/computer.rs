//! The game task's side of the USB connection: makes the lines that a computer reads and handles its requests. It works
//! in small steps, each at a fixed time after a change, whatever hands, screens and flash do meanwhile. A step that
//! waited for a quiet moment could be much later because a picture with another number took some microseconds longer.

use core::fmt::Write;

use boards::device::Device;
use dixit_dials::app::App;
use dixit_dials::report::{Ask, Hello, Line, LineText, Public, Request, Reset, SelfTest, Teller, Told, Unclear};
use embassy_time::{Duration, Instant};
use heapless::String;
use static_cell::StaticCell;

use super::super::channels::{LINES, OUTBOX, REQUESTS};
use super::super::chip;
use super::super::drivers::knobs::Knobs;
use super::bench::Bencher;
use super::pictures::{Pictures, REST, TICK};

/// Time from a change to the first step that reports it. By then the pictures of the change have usually been sent.
const AFTER_NEWS: Duration = Duration::from_ticks(40 * TICK.as_ticks());
/// Time from one step to the next. Making a line takes longer than a tick.
const STEP: Duration = REST;

/// A chip's number, in hexadecimal digits.
pub type Serial = String<16>;

pub fn serial_text(serial: u64) -> Serial {
    let mut text = Serial::new();
    let _ = write!(text, "{serial:016X}");
    text
}

/// What identifies this device.
pub struct Identity {
    pub serial: u64,
    /// Maker, type and size of the flash chip, where they can be read.
    pub jedec: Option<[u8; 3]>,
}

/// What the game task lends for a step.
pub struct Idle<'a> {
    pub knobs: &'a mut Knobs,
    pub pictures: &'a mut Pictures,
    pub tick: Instant,
}

/// Result of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    Nothing,
    /// The app has changed.
    Changed,
}

pub struct Computer {
    device: &'static Device,
    serial: Serial,
    /// The connection that `teller` serves, as numbered by the outbox.
    session: u32,
    teller: Option<Teller>,
    bencher: Bencher,
    /// When the next step is due. `None` if everything was reported.
    due: Option<Instant>,
    /// True if there are lines that have not been released.
    unreleased: bool,
    /// True if an error was reported and no valid request has come since.
    complained: bool,
    text: LineText,
}

impl Computer {
    /// `reset` is how the previous run ended, and `crash` its last words.
    pub fn new(
        device: &'static Device,
        identity: Identity,
        reset: Reset,
        crash: Option<&'static str>,
    ) -> &'static mut Self {
        static COMPUTER: StaticCell<Computer> = StaticCell::new();
        COMPUTER.init_with(|| Self {
            device,
            serial: serial_text(identity.serial),
            session: 0,
            teller: None,
            bencher: Bencher::new(device, identity.jedec, reset, crash),
            due: None,
            unreleased: false,
            complained: false,
            text: LineText::new(),
        })
    }

    /// Notes at `tick` that the app may have changed.
    pub fn note_news(&mut self, app: &App, tick: Instant) {
        if self.due.is_none() && self.has_news(app) {
            self.due = Some(tick + AFTER_NEWS);
        }
    }

    /// When the next step is due, if that is known.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// True if a step is due at `tick`, or the computer has asked for one.
    pub fn is_due(&self, tick: Instant) -> bool {
        match self.due {
            Some(due) => tick >= due,
            None => !REQUESTS.is_empty() || self.session != OUTBOX.lock(|outbox| outbox.borrow().session()),
        }
    }

    /// A step: releases the lines made in the last one, then handles one request or makes one line. Not inlined, so
    /// that its stack frame is released before pictures are drawn.
    #[inline(never)]
    pub fn serve(&mut self, app: &mut App, idle: &mut Idle) -> Heard {
        self.release();
        self.due = Some(idle.tick + STEP);
        let (session, has_room) = OUTBOX.lock(|outbox| (outbox.borrow().session(), outbox.borrow().has_room()));
        if session != self.session {
            self.session = session;
            self.complained = false;
            self.bencher.stop(idle);
            self.teller = (session != 0).then(|| Teller::new(&Public::of(app)));
            return Heard::Nothing;
        }
        if let Ok(line) = REQUESTS.try_receive() {
            return self.hear(line.as_deref(), app, idle);
        }
        if has_room && self.bencher.is_busy() && self.bench(app, idle) {
            return Heard::Nothing;
        }
        match self.tell(app, has_room) {
            Told::Line => self.send(),
            // The computer does not read.
            Told::Working if !has_room => self.due = Some(idle.tick + AFTER_NEWS),
            Told::Everything if !self.bencher.is_busy() => self.due = None,
            Told::Working | Told::Everything => {}
        }
        Heard::Nothing
    }

    /// Lets the USB task send the lines made so far.
    fn release(&mut self) {
        if core::mem::take(&mut self.unreleased) {
            OUTBOX.lock(|outbox| outbox.borrow_mut().release());
            LINES.signal(());
        }
    }

    fn has_news(&self, app: &App) -> bool {
        self.teller.as_ref().is_some_and(|teller| teller.has_news(&Public::of(app)))
    }

    /// Makes the next line about the app, if there is one.
    fn tell(&mut self, app: &App, has_room: bool) -> Told {
        let Some(teller) = &mut self.teller else { return Told::Everything };
        let public = Public::of(app);
        if !has_room && teller.is_behind(&public) {
            return Told::Working;
        }
        let hello = Hello::new(&self.device.board(), chip::NAME, &self.serial, app.settings().language);
        teller.tell(&public, &hello, &mut self.text)
    }

    /// Makes a line for whoever builds the device. Returns false if there is none yet.
    fn bench(&mut self, app: &App, idle: &mut Idle) -> bool {
        if !Public::of(app).in_lobby() {
            self.bencher.stop(idle);
            self.answer(&Line::Error("ended: a game has begun"));
            return true;
        }
        let told = self.bencher.tell(idle, &mut self.text);
        if told {
            self.send();
        }
        told
    }

    fn hear(&mut self, line: Option<&[u8]>, app: &mut App, idle: &mut Idle) -> Heard {
        let request = line.ok_or(Unclear("the line is too long")).and_then(Request::parse);
        let answer = request.and_then(|request| self.obey(request, app, idle));
        match answer {
            Ok(heard) => {
                self.complained = false;
                heard
            }
            // One error is enough for any number of bad lines.
            Err(Unclear(why)) => {
                if !core::mem::replace(&mut self.complained, true) {
                    self.answer(&Line::Error(why));
                }
                Heard::Nothing
            }
        }
    }

    fn obey(&mut self, request: Request, app: &mut App, idle: &mut Idle) -> Result<Heard, Unclear> {
        let Some(teller) = &mut self.teller else { return Ok(Heard::Nothing) };
        match request {
            Request::Ask(Ask::Hello) => teller.tell_hello(),
            Request::Ask(Ask::Game) => teller.tell_game(&Public::of(app)),
            Request::Ask(Ask::Settings) => teller.tell_settings(),
            Request::Ask(Ask::SelfTest) => {
                let test = Public::self_test(app).ok_or(Unclear("not during a vote"))?;
                self.answer(&Line::SelfTest(SelfTest::new(&test)));
            }
            Request::Ask(Ask::Bench | Ask::Contacts) if !Public::of(app).in_lobby() => {
                return Err(Unclear("only in the lobby: end the game first"));
            }
            Request::Ask(Ask::Bench) => self.bencher.begin(),
            Request::Ask(Ask::Contacts) => self.bencher.watch(idle),
            Request::Ask(Ask::UsbBoot) => {
                let asked = app.ask_for_usb_boot();
                return if asked { Ok(Heard::Changed) } else { Err(Unclear("not now: a vote or a menu is open")) };
            }
            Request::Set(setting) => {
                let settings = setting.applied(app.settings())?;
                let set = app.set_by_computer(&settings);
                return if set { Ok(Heard::Changed) } else { Err(Unclear("not during a vote")) };
            }
        }
        Ok(Heard::Nothing)
    }

    fn answer(&mut self, line: &Line) {
        line.write(&mut self.text);
        self.send();
    }

    fn send(&mut self) {
        OUTBOX.lock(|outbox| outbox.borrow_mut().push(self.session, &self.text));
        self.unreleased = true;
    }
}
