//! The game task's side of the USB connection: makes the lines that a computer reads and handles its requests. It works
//! only in frames in which nothing else happens, in small steps, so that no computer delays a knob, a picture or a
//! save.

use core::fmt::Write;

use boards::device::Device;
use dixit_dials::app::App;
use dixit_dials::report::{Ask, Hello, Line, LineText, Public, Request, SelfTest, Teller, Told, Unclear};
use heapless::String;
use static_cell::StaticCell;

use super::super::channels::{LINES, OUTBOX, REQUESTS};
use super::super::chip;

/// A chip's number, in hexadecimal digits.
pub type Serial = String<16>;

pub fn serial_text(serial: u64) -> Serial {
    let mut text = Serial::new();
    let _ = write!(text, "{serial:016X}");
    text
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
    /// The app may have changed since everything was reported.
    news: bool,
    /// There are lines that have not been released.
    unreleased: bool,
    /// An error was reported, and no valid request has come since.
    complained: bool,
    text: LineText,
}

impl Computer {
    pub fn new(device: &'static Device, serial: u64) -> &'static mut Self {
        static COMPUTER: StaticCell<Computer> = StaticCell::new();
        COMPUTER.init_with(|| Self {
            device,
            serial: serial_text(serial),
            session: 0,
            teller: None,
            news: false,
            unreleased: false,
            complained: false,
            text: LineText::new(),
        })
    }

    /// Call at each tick: lines made before it are sent now.
    pub fn release(&mut self) {
        if core::mem::take(&mut self.unreleased) {
            OUTBOX.lock(|outbox| outbox.borrow_mut().release());
            LINES.signal(());
        }
    }

    pub fn note_news(&mut self) {
        self.news = true;
    }

    /// True if there is nothing to report or to send.
    pub fn is_idle(&self) -> bool {
        !self.unreleased && (self.teller.is_none() || !self.news)
    }

    /// Handles one request or makes one line. Not inlined, so that its stack frame is released before pictures are
    /// drawn.
    #[inline(never)]
    pub fn serve(&mut self, app: &mut App) -> Heard {
        let (session, has_room) = OUTBOX.lock(|outbox| (outbox.borrow().session(), outbox.borrow().has_room()));
        if session != self.session {
            self.session = session;
            self.complained = false;
            self.news = true;
            self.teller = (session != 0).then(|| Teller::new(&Public::of(app)));
            return Heard::Nothing;
        }
        if let Ok(line) = REQUESTS.try_receive() {
            return self.hear(line.as_deref(), app);
        }
        if self.news {
            self.tell(app, has_room);
        }
        Heard::Nothing
    }

    fn tell(&mut self, app: &App, has_room: bool) {
        let Some(teller) = &mut self.teller else { return };
        let public = Public::of(app);
        if !has_room && teller.is_behind(&public) {
            return;
        }
        let hello = Hello::new(&self.device.board(), chip::NAME, &self.serial, app.settings().language);
        match teller.tell(&public, &hello, &mut self.text) {
            Told::Line => self.send(),
            Told::Working => {}
            Told::Everything => self.news = false,
        }
    }

    fn hear(&mut self, line: Option<&[u8]>, app: &mut App) -> Heard {
        let request = line.ok_or(Unclear("the line is too long")).and_then(Request::parse);
        let answer = request.and_then(|request| self.obey(request, app));
        self.news = true;
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

    fn obey(&mut self, request: Request, app: &mut App) -> Result<Heard, Unclear> {
        let Some(teller) = &mut self.teller else { return Ok(Heard::Nothing) };
        match request {
            Request::Ask(Ask::Hello) => teller.tell_hello(),
            Request::Ask(Ask::Game) => teller.tell_game(&Public::of(app)),
            Request::Ask(Ask::Settings) => teller.tell_settings(),
            Request::Ask(Ask::SelfTest) => {
                let test = Public::self_test(app).ok_or(Unclear("not during a vote"))?;
                self.answer(&Line::SelfTest(SelfTest::new(&test)));
            }
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
