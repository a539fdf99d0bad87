//! What every screen shows now: a function of the state, so that whoever compares it with what was shown before knows
//! what has changed.

use super::App;
use crate::rules::Seat;
use crate::scene::{PassScene, SeatScene, Shared, shared};
use crate::screen::{Light, View};

impl App {
    /// What everyone may see.
    pub fn shared(&self) -> View<Shared> {
        self.view(self.shared_scene(), self.shared_hold())
    }

    /// The shared screen: what everyone may see, or what the one player may see who holds it.
    pub fn shared_screen(&self) -> View<PassScene> {
        let covered = self.menu.is_some() || self.notices.said().is_some();
        let private = if covered { None } else { self.round.private_scene(&self.context) };
        let scene = private.map_or_else(|| PassScene::Public(self.shared_scene()), PassScene::Private);
        self.view(scene, self.shared_hold())
    }

    /// The screen of one seat.
    pub fn seat(&self, seat: Seat) -> View<SeatScene> {
        let hold = match self.hold {
            Some(hold) if usize::from(hold.knob) == seat.index() => self.shared_hold(),
            _ => 0,
        };
        self.view(self.seat_scene(seat), hold)
    }

    pub fn light(&self) -> Light {
        let settings = &self.context.settings;
        self.screensaver.light(self.context.now, settings.screen_off, settings.brightness)
    }

    fn view<S>(&self, scene: S, hold: u8) -> View<S> {
        let wander = self.screensaver.wander(self.context.now);
        View { scene, language: self.context.settings.language, hold, light: self.light(), wander }
    }

    /// How far a knob is held, if holding it would do something.
    fn shared_hold(&self) -> u8 {
        self.hold.filter(|hold| self.hold_matters(hold.knob)).map_or(0, |hold| hold.eighths)
    }

    fn hold_matters(&self, knob: u8) -> bool {
        match self.context.in_lobby() {
            true => self.lobby.hears(knob, &self.context),
            false => self.context.leads(knob),
        }
    }

    fn shared_scene(&self) -> Shared {
        if let Some(notice) = self.notices.said() {
            return Shared::Notice(notice);
        }
        if let Some(scene) = self.menu.as_ref().and_then(|menu| menu.scene(&self.context)) {
            return scene;
        }
        let (seats, unhomed) = (self.context.state().seats, self.context.unhomed());
        if !unhomed.is_empty() {
            return Shared::Homing(shared::Homing { seats, homed: seats.minus(unhomed) });
        }
        match self.context.in_lobby() {
            true => self.lobby.scene(&self.context),
            false => self.round.scene(&self.context),
        }
    }

    fn seat_scene(&self, seat: Seat) -> SeatScene {
        if self.menu.as_ref().is_some_and(|menu| usize::from(menu.opener) == seat.index()) {
            return SeatScene::Menu(seat);
        }
        match self.context.in_lobby() {
            true => self.lobby.seat_scene(seat),
            false => self.round.seat_scene(seat, &self.context),
        }
    }
}
