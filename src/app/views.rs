//! What every screen shows now, as a function of the state: comparing it with what was shown before gives what has
//! changed.

use super::{App, Instead};
use crate::game::Refusal;
use crate::rules::{self, Seat, SeatSet};
use crate::scene::{
    Actor, Notice, PartStatus, Prompt, Purpose, SeatScene, Shared, SharedScene, SharedScreenScene, seat, shared,
};
use crate::screen::{Light, View};
use crate::settings::Facing;

fn names_its_card(notice: &Notice) -> bool {
    matches!(notice, Notice::Refused(Refusal::Rules(rules::Refusal::OwnCard { .. })))
}

impl App {
    /// What everyone may see.
    pub fn public_view(&self) -> View<SharedScene> {
        self.posed(self.view(self.shared_scene(), self.shared_hold()))
    }

    /// The shared screen's view: what everyone may see, or what the player who holds the device may see.
    pub fn shared_view(&self) -> View<SharedScreenScene> {
        let covered = self.menu.is_some() || self.notice().is_some();
        let private = if covered { None } else { self.round.private_scene(&self.context) };
        let scene = private.map_or_else(|| SharedScreenScene::Everyone(self.shared_scene()), SharedScreenScene::Holder);
        self.posed(self.view(scene, self.shared_hold()))
    }

    /// Adds the shared screen's current orientation, and whether it must attract attention.
    fn posed<S>(&self, view: View<S>) -> View<S> {
        let context = &self.context;
        // Seats are numbered round the table: the second half of those who play sits on the other side.
        let seats = context.state().seats;
        let across =
            |seat: Seat| 2 * seats.iter().take_while(|&other| other < seat).count() >= usize::from(seats.len());
        let rotated = match context.settings.facing {
            Facing::Upright => false,
            Facing::UpsideDown => true,
            Facing::Storyteller => {
                !context.goes_round() && !context.in_lobby() && across(context.state().storyteller.seat)
            }
        };
        View { rotated, blink: self.round.blinks(context), ..view }
    }

    /// The screen of one seat.
    pub fn seat_view(&self, seat: Seat) -> View<SeatScene> {
        let hold = match self.hold {
            Some(hold) if usize::from(hold.knob) == seat.index() => self.shared_hold(),
            _ => 0,
        };
        self.view(self.seat_scene(seat), hold)
    }

    pub fn light(&self) -> Light {
        let settings = &self.context.settings;
        self.screensaver.light(self.context.now, self.patience(), settings.brightness)
    }

    fn view<S>(&self, scene: S, hold: u8) -> View<S> {
        let wander = self.screensaver.wander(self.context.now);
        View {
            scene,
            language: self.context.settings.language,
            hold,
            light: self.light(),
            wander,
            rotated: false,
            blink: false,
        }
    }

    /// Progress of the current hold, in eighths; 0 if the hold would have no effect.
    fn shared_hold(&self) -> u8 {
        self.hold.filter(|hold| self.hold_matters(hold.knob)).map_or(0, |hold| hold.eighths)
    }

    fn hold_matters(&self, knob: u8) -> bool {
        match self.context.in_lobby() {
            true => self.lobby.hears(knob, &self.context),
            false => self.context.leads(knob) || (self.menu.is_none() && self.context.may_join(knob)),
        }
    }

    /// The notice over everything else: the answer to a press, or a fault that lasts.
    pub fn notice(&self) -> Option<Notice> {
        let broken = self.context.health.chain == PartStatus::Missing;
        self.notices.said().or(broken.then_some(Notice::ChainBroken))
    }

    pub(super) fn shared_scene(&self) -> SharedScene {
        let scene = self.scene_below();
        let playing = |seats: SeatSet| seats.and(self.context.state().seats);
        let (stuck, dark) = (self.context.health.stuck(), playing(self.context.screens_missing()));
        let sand = self.round.sand(&self.context).filter(|_| !self.is_covered());
        let scene = SharedScene { stuck, dark, sand, ..scene };
        match self.notice() {
            // Keep in view who has not voted, and which card is asked about.
            Some(notice) => {
                let (vote, asked) = match scene.picture {
                    Shared::Vote(vote) => (Some(vote), None),
                    // Only notices about a vote for one's own card name that card.
                    Shared::Owner(shared::Owner { card, .. }) => {
                        (None, Some(card).filter(|_| !names_its_card(&notice)))
                    }
                    _ => (None, None),
                };
                SharedScene { vote, asked, picture: Shared::Notice(notice), ..scene }
            }
            None => scene,
        }
    }

    /// The scene without a notice over it.
    fn scene_below(&self) -> SharedScene {
        let context = &self.context;
        if let Some(scene) = self.menu.as_ref().and_then(|menu| menu.scene(context)) {
            return scene;
        }
        let (seats, unhomed) = (context.state().seats, context.unhomed());
        if !unhomed.is_empty() {
            let picture = Shared::Homing(shared::Homing { seats, homed: seats.minus(unhomed), check: false });
            return Prompt::press(Actor::Seats(unhomed), Purpose::SetPointer).under(picture);
        }
        if let Some(seat) = self.guest_to_admit() {
            let leader = context.leader();
            let (state, back) = (context.state(), self.comes_back(seat));
            let points = if back { state.scores[seat.index()] } else { state.late_score() };
            let picture = Shared::Guest(shared::Guest { seat, points, back, cards: state.late_hand() });
            let turn = Prompt::turn(leader, if back { Purpose::OtherChoice } else { Purpose::Decline });
            return Prompt::press(leader, Purpose::Admit(seat)).under(picture).also(turn);
        }
        match context.in_lobby() {
            true => self.lobby.scene(context),
            false => self.round.scene(context),
        }
    }

    fn seat_scene(&self, seat: Seat) -> SeatScene {
        if self.menu.as_ref().is_some_and(|menu| usize::from(menu.opener) == seat.index()) {
            return SeatScene::Menu(seat);
        }
        if let Some((_, what, _)) = self.rejected.filter(|&(knob, ..)| usize::from(knob) == seat.index()) {
            let instead = match what {
                Instead::Prompt => self.scene_below().prompt,
                Instead::Menu => Prompt::hold(self.context.leader(), Purpose::OpenMenu),
            };
            return SeatScene::NotYou(seat::NotYou { seat, instead });
        }
        let knob = seat.index() as u8;
        match (self.context.in_lobby(), self.guest_to_admit()) {
            // Nobody sits down or starts a game while the settings cover the lobby.
            (true, _) if self.menu.is_some() => SeatScene::Wait(seat),
            (true, _) => self.lobby.seat_scene(seat, &self.context),
            (false, _) if self.guest == Some(seat) && self.may_join(seat) => SeatScene::Asked(seat),
            (false, _) if self.context.may_join(knob) => SeatScene::Guest(seat),
            (false, Some(guest)) if self.context.leads(knob) && self.menu.is_none() => SeatScene::LetIn(guest),
            (false, _) => self.round.seat_scene(seat, &self.context),
        }
    }
}
