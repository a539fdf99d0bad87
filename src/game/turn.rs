//! Whose turn it is to tell, that is, to be the storyteller. Turns go clockwise from player to player, and everyone
//! tells once in each lap. A player who sat out or came late catches up before a new lap begins.

use super::options::Options;
use super::state::{State, Storyteller};
use crate::rules::{MAX_SEATS, Seat, SeatSet};

/// How often each player of each seat has told. Only Team has a second player.
pub type TimesTold = [[u8; 2]; MAX_SEATS];

impl State {
    /// Who tells in the next round: the player chosen in the menu, or whoever is due.
    pub fn next_storyteller(&self) -> Option<Storyteller> {
        let coming = self.seats.minus(self.skip_next);
        let called = self.called.filter(|&seat| coming.has(seat));
        called.map(|seat| self.teller_at(seat)).or_else(|| self.turn_after(coming))
    }

    /// Who is due after the storyteller: the next player clockwise who has not told in this lap.
    pub(super) fn turn_after(&self, among: SeatSet) -> Option<Storyteller> {
        let lap = among.iter().map(|seat| self.laps(seat)).min()?;
        let owed = |player: &Storyteller| self.told(*player) == lap;
        let place = |player: &Storyteller| (player.second, player.seat);
        let later = self.players_round(among).filter(owed).find(|player| place(player) > place(&self.storyteller));
        later.or_else(|| self.players_round(among).find(owed))
    }

    /// Which player of a seat tells if the seat is chosen in the menu: the one who has told less.
    pub(super) fn teller_at(&self, seat: Seat) -> Storyteller {
        let [first, second] = self.times_told[seat.index()];
        let second = self.ruleset.is_team() && (second < first || (second == first && self.storyteller.second));
        Storyteller { seat, second }
    }

    /// Initial count for a seat that joins now: it has no turns to catch up on.
    pub(super) fn told_of_a_late_seat(&self) -> [u8; 2] {
        [self.seats.iter().map(|seat| self.laps(seat)).min().unwrap_or(0); 2]
    }

    /// Count for a seat that returns to this game: it does not make up for the laps that it missed.
    pub(super) fn told_of_a_returning_seat(&self, seat: Seat) -> [u8; 2] {
        let [lap, _] = self.told_of_a_late_seat();
        self.times_told[seat.index()].map(|told| told.max(lap))
    }

    /// Counts the storyteller's turn.
    pub(super) fn count_turn(&mut self) {
        let Storyteller { seat, second } = self.storyteller;
        let told = &mut self.times_told[seat.index()][usize::from(second)];
        *told = (*told + 1).min(MOST_TOLD);
        // Only the differences matter, and whether the last lap is reached, so all counts can be reduced by one.
        if self.seats.iter().all(|seat| self.laps(seat) > *Options::LAPS.end()) {
            self.times_told.as_flattened_mut().iter_mut().for_each(|told| *told = told.saturating_sub(1));
        }
    }

    /// Completed laps of each seat: a lap counts when all players of the seat have told in it.
    pub(super) fn all_laps(&self) -> [u8; MAX_SEATS] {
        let mut laps = [0; MAX_SEATS];
        Seat::all().for_each(|seat| laps[seat.index()] = self.laps(seat));
        laps
    }

    fn laps(&self, seat: Seat) -> u8 {
        let [first, second] = self.times_told[seat.index()];
        if self.ruleset.is_team() { first.min(second) } else { first }
    }

    fn told(&self, player: Storyteller) -> u8 {
        self.times_told[player.seat.index()][usize::from(player.second)]
    }

    /// All players in the order in which they sit. Partners sit opposite each other.
    fn players_round(&self, among: SeatSet) -> impl Iterator<Item = Storyteller> + use<> {
        let seconds = if self.ruleset.is_team() { among } else { SeatSet::EMPTY };
        let first = among.iter().map(|seat| Storyteller { seat, second: false });
        first.chain(seconds.iter().map(|seat| Storyteller { seat, second: true }))
    }
}

/// Maximum count, so that two fit into a byte.
const MOST_TOLD: u8 = 15;
const _: () = assert!(*Options::LAPS.end() + 2 < MOST_TOLD);
