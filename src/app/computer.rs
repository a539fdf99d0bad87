//! What a computer on the USB cable may see of the app and request from it. It cannot change votes, scores or seats.

use super::App;
use super::effect::Effect;
use super::menu::Menu;
use crate::rules::SeatSet;
use crate::scene::shared::SelfTest;
use crate::settings::Settings;

impl App {
    /// Seats taken: in the game, or in the lobby so far.
    pub fn seated(&self) -> SeatSet {
        if self.context.in_lobby() { self.lobby.seated } else { self.state().seats }
    }

    /// The state of the device's parts, as in the self-test. Leaves out the knobs' clicks while they are secret.
    pub fn self_test(&self) -> SelfTest {
        let context = &self.context;
        context.health.self_test(&context.board, context.clicks_are_secret(), |seat| context.voting.pointer(seat))
    }

    /// Sets language, brightness and sound. Returns false if refused, as during a vote.
    pub fn set_by_computer(&mut self, chosen: &Settings) -> bool {
        if self.voting() {
            return false;
        }
        let Settings { language, brightness, sound, .. } = *chosen;
        let settings = &mut self.context.settings;
        *settings = Settings { language, brightness, sound, ..*settings };
        self.context.ask(Effect::SaveSettings);
        true
    }

    /// Asks on the screen whether to restart into USB boot; only a person at the device can confirm it. Returns false
    /// if refused, as during a vote or while a menu is open.
    pub fn ask_for_usb_boot(&mut self) -> bool {
        if self.voting() || self.menu.is_some() {
            return false;
        }
        let knob = match self.context.in_lobby() || self.context.goes_round() {
            true => 0,
            false => self.state().leader().index() as u8,
        };
        self.menu = Some(Menu::usb_boot(knob));
        true
    }
}
