//! What a computer on the USB cable may see of the app and ask of it. It can change neither a vote nor a score nor a seat.

use super::App;
use super::effect::Effect;
use super::menu::Menu;
use crate::rules::SeatSet;
use crate::scene::shared::SelfTest;
use crate::settings::Settings;

impl App {
    /// Who sits at the table: in the game, or in the lobby so far.
    pub fn seated(&self) -> SeatSet {
        if self.context.in_lobby() { self.lobby.seated } else { self.state().seats }
    }

    /// The state of the parts, without the clicks while they are a secret.
    pub fn self_test(&self) -> SelfTest {
        let context = &self.context;
        context.health.self_test(&context.board, context.clicks_are_secret(), |seat| context.voting.pointer(seat))
    }

    /// Takes over language, brightness and sound. Refused in a vote; whether it was done.
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

    /// Asks on the screen whether to restart into USB boot; only a hand on the device can confirm it. Refused in a vote
    /// and while a menu is open; whether it is asked.
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
