//! Performs a single step of a story.

use dixit_dials::{
    rules::{Ruleset, Seat},
    scene::{Focus, Shared, shared},
};

use super::{
    file::Step,
    names,
    player::{browse, deal},
    stage::{Act, Stage},
};

impl Stage {
    pub fn step(&mut self, step: &Step) -> Result<(), String> {
        self.deed(step).map_err(|error| match step.deeds().first() {
            // Errors of a round name their own keys, which say more.
            Some(&key) if !["round", "all-vote"].contains(&key) && !error.starts_with(key) => format!("{key}: {error}"),
            _ => error,
        })?;
        self.sight(step)
    }

    fn deed(&mut self, step: &Step) -> Result<(), String> {
        if let Some(round) = &step.round {
            self.round(round)?;
            return self.end_round(round);
        }
        if let Some(round) = &step.all_vote {
            self.all_vote(round)?;
            return self.ready_to_count();
        }
        if step.reveal.is_some() {
            return self.reveal();
        }
        if let Some(stop) = &step.browse {
            let wanted = match stop.as_str() {
                "draw" => return browse(self, |focus| matches!(focus, Focus::Draw(_))),
                "settings" => Focus::Settings,
                name => Focus::Ruleset(Ruleset::parse(name).ok_or_else(|| format!("the lobby has no {name}"))?),
            };
            return browse(self, |focus| focus == wanted);
        }
        if step.begin.is_some() {
            return deal(self);
        }
        if let Some(seat) = step.press {
            let knob = self.knob_named(seat)?;
            return self.act(Act::Press { knob });
        }
        if let Some(seat) = step.hold {
            let knob = self.knob_named(seat)?;
            return self.act(Act::Hold { knob });
        }
        if let Some((seat, by)) = step.turn {
            let knob = self.knob_named(seat)?;
            return self.act(Act::Turn { knob, by });
        }
        if let Some(seconds) = step.wait_seconds {
            return self.act(Act::Wait { ms: (seconds * 1_000.0) as u64 });
        }
        if let Some((seat, number)) = step.answer {
            return self.answer(self.named(seat)?, number);
        }
        if let Some(seat) = step.unlock {
            let knob = self.knob(self.named(seat)?);
            if !self.app.game().locked().iter().any(|locked| locked.number() == seat) {
                return Err(format!("unlock: seat {seat} has locked nothing"));
            }
            if let (true, Shared::Countdown(_)) = (self.passes(), self.shared()) {
                self.act(Act::Press { knob })?;
            }
            if let Shared::AllReady(shared::AllReady { change: None }) = self.shared() {
                let present = self.app.state().present();
                let place = present.iter().position(|s| s.number() == seat).unwrap_or(0);
                self.act(Act::Turn { knob, by: place as i8 + 1 })?;
            }
            return self.act(Act::Press { knob });
        }
        if let Some(seat) = step.claim {
            let seat = self.seat_of_player(seat).map_err(|error| format!("claim: {error}"))?;
            if !matches!(self.shared(), Shared::Owner(_)) {
                return Err(format!("claim: nobody asks whose a card is on {}", self.where_we_are()));
            }
            return self.claim(seat);
        }
        if let Some(row) = &step.choose {
            return self.choose(row);
        }
        if let Some(seat) = step.pick {
            return self.pick(self.named(seat)?);
        }
        if let Some(by) = step.set {
            let knob = self.leader();
            let asked = match self.shared() {
                Shared::CorrectScore(_) => true,
                Shared::Menu(menu) => menu.rows.iter().any(|row| row.editing.is_some()),
                _ => false,
            };
            if !asked {
                return Err(format!("set: there is nothing to set on {}", self.where_we_are()));
            }
            self.act(Act::Turn { knob, by })?;
            return self.act(Act::Press { knob });
        }
        if let Some(yes) = step.confirm {
            if !matches!(self.shared(), Shared::Confirm(_)) {
                return Err(format!("confirm: nothing is asked on {}", self.where_we_are()));
            }
            let knob = self.leader();
            self.act(Act::Turn { knob, by: if yes { 1 } else { -1 } })?;
            return self.act(Act::Press { knob });
        }
        if step.let_in.is_some() {
            if !matches!(self.shared(), Shared::Guest(_)) {
                return Err(format!("let-in: nobody asks to join on {}", self.where_we_are()));
            }
            self.press_leader()?;
            return self.home();
        }
        if step.cut.is_some() {
            self.cut()?;
            self.home()?;
        }
        Ok(())
    }

    /// The knob of a seat; 0 is the leader's.
    fn knob_named(&self, seat: u8) -> Result<u8, String> {
        if seat == 0 { Ok(self.leader()) } else { Ok(self.knob(self.named(seat)?)) }
    }

    /// Chooses a row of the menu that is open.
    pub fn choose(&mut self, name: &str) -> Result<(), String> {
        self.choose_with(self.leader(), name)
    }

    pub(super) fn choose_with(&mut self, knob: u8, name: &str) -> Result<(), String> {
        let Shared::Menu(shared::Menu { rows, selected, .. }) = self.shared() else {
            return Err(format!("no menu to choose “{name}” from, but {}", self.where_we_are()));
        };
        let Some(place) = rows.iter().position(|row| names::item(row.item) == name) else {
            return Err(format!("the menu has no row “{name}”"));
        };
        self.act(Act::Turn { knob, by: place as i8 - selected as i8 })?;
        self.act(Act::Press { knob })
    }

    fn pick(&mut self, seat: Seat) -> Result<(), String> {
        let knob = self.leader();
        for _ in 0..12 {
            match self.shared() {
                Shared::PickSeat(shared::PickSeat { seat: on, .. }) if on == seat => {
                    self.act(Act::Press { knob })?;
                    // A new seat sets its pointer.
                    return self.home();
                }
                Shared::PickSeat(_) => self.act(Act::Turn { knob, by: 1 })?,
                _ => return Err(format!("no seat to pick, but {}", self.where_we_are())),
            }
        }
        Err(format!("seat {} cannot be picked", seat.number()))
    }

    /// On boards with rings: turns the pointers to the dot after power-up, and checks them again before the first clue.
    pub fn home(&mut self) -> Result<(), String> {
        while let Shared::Homing(shared::Homing { seats, homed, .. }) = self.shared() {
            let Some(seat) = seats.minus(homed).iter().next() else { return self.press_leader() };
            let knob = self.knob(seat);
            self.pointers[usize::from(knob)] = 0;
            self.act(Act::Press { knob })?;
        }
        Ok(())
    }

    /// A seat of this board.
    pub(super) fn named(&self, seat: u8) -> Result<Seat, String> {
        let most = self.board.seats.most;
        let named = Seat::from_number(seat).filter(|_| seat <= most);
        named.ok_or_else(|| format!("there is no seat {seat} on a board with {most}"))
    }
}
