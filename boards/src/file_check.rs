//! Checks a board's file beyond the limits of each key. What only the file has is checked here, the wiring in `check`,
//! as for a block, and currents and levels in `electrics`.

use crate::{Board, Chain, Screen, Size, Sounder, Viewer, Voting, check, electrics, fault, limits};

/// Every mistake as a key and a reason.
pub fn mistakes(board: &Board) -> Vec<(String, String)> {
    let mut check = Check { board, mistakes: Vec::new() };
    check.name();
    check.knobs();
    check.ring();
    check.screens();
    check.buzzer();
    check.wiring();
    check.electrics();
    check.mistakes
}

struct Check<'a> {
    board: &'a Board,
    mistakes: Vec<(String, String)>,
}

impl Check<'_> {
    fn wrong(&mut self, key: impl Into<String>, reason: impl Into<String>) {
        self.mistakes.push((key.into(), reason.into()));
    }

    fn name(&mut self) {
        if self.board.name.len() > limits::NAME {
            self.wrong("(folder)", fault::Reason::Name.to_string());
        }
        if !self.board.flash.is_power_of_two() {
            self.wrong(
                "flash",
                format!("{} MiB is not a size of flash chips; there are 2, 4, 8 and 16", self.board.flash),
            );
        }
    }

    fn knobs(&mut self) {
        match (&self.board.knobs.pins, &self.board.knobs.chain) {
            (Some(_), Some(_)) => self.wrong("knobs.chain", "knobs have either pins or a chain; leave one of them out"),
            (None, None) => self.wrong("knobs.pins", "missing; knobs have either pins or a chain"),
            (None, Some(Chain { proof, .. })) if proof.levels.iter().any(|&level| level > 1) => {
                self.wrong("knobs.chain.proof.levels", "a level is 0 or 1");
            }
            _ => {}
        }
    }

    fn ring(&mut self) {
        match (self.board.voting, self.board.ring) {
            (Voting::Ring, None) => self.wrong("ring", "missing; voting = \"ring\" needs it"),
            (Voting::Pass | Voting::Pods, Some(_)) => {
                self.wrong("ring", "only a board with voting = \"ring\" has one");
            }
            _ => {}
        }
    }

    fn screens(&mut self) {
        for (at, screen) in self.board.screens.iter().enumerate() {
            let key = |name: &str| format!("screens[{at}].{name}");
            match (screen.viewer, screen.seat) {
                (Viewer::Shared, Some(_)) => self.wrong(key("seat"), "a shared screen belongs to no seat"),
                (Viewer::Seat, None) => self.wrong(key("seat"), "missing"),
                _ => {}
            }
            match (screen.mux, screen.channel) {
                (None, Some(_)) => self.wrong(key("mux"), "missing, a channel is given"),
                (Some(_), None) => self.wrong(key("channel"), "missing, a mux is given"),
                _ => {}
            }
            self.size(at, screen);
        }
    }

    /// Checks the size of a screen. Pictures are drawn for 128x64 on a shared screen and for 128x32 on a seat's; on the
    /// other size every second row would be missing.
    fn size(&mut self, at: usize, screen: &Screen) {
        let (place, fits) = match screen.viewer {
            Viewer::Shared => ("a shared screen", Size::Tall),
            Viewer::Seat => ("a seat's screen", Size::Flat),
        };
        if screen.size != fits {
            let reason = format!("{} does not fit; {place} is {}", screen.size.word(), fits.word());
            self.wrong(format!("screens[{at}].size"), reason);
        }
    }

    fn buzzer(&mut self) {
        let Some(buzzer) = self.board.buzzer else { return };
        if buzzer.kind == Sounder::Magnetic && !buzzer.transistor {
            let coil = electrics::coil_ma(buzzer.series_ohm);
            let reason = format!(
                "a magnetic buzzer, about {} Ω, takes {:.0} mA and with {} Ω in series still {coil:.0} mA, and hits \
                 back when it is switched off; a pin gives {} mA. Take a piezo, or drive it by a transistor with a \
                 diode and set transistor = true",
                electrics::COIL_OHM,
                electrics::coil_ma(0),
                buzzer.series_ohm,
                electrics::PIN_MA
            );
            self.wrong("buzzer.kind", reason);
        }
    }

    /// Checks the wiring. Skipped if pins and a chain are both given: the rest depends on which of the two was meant.
    fn wiring(&mut self) {
        if self.board.knobs.pins.is_some() && self.board.knobs.chain.is_some() {
            return;
        }
        check(&self.board.wiring(), |fault| self.wrong(fault.place.to_string(), fault.reason.to_string()));
    }

    /// Checks currents and levels, only for a board whose parts are all valid.
    fn electrics(&mut self) {
        if self.board.leads.is_some() && self.board.knobs.pins.is_none() {
            self.wrong("leads", "is for knobs on pins; with a chain the leads are in [cable]");
        }
        if self.mistakes.is_empty() {
            self.mistakes = electrics::report(self.board).mistakes();
        }
    }
}
