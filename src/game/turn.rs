//! Whose turn it is to tell. The turn goes round the table from player to player, clockwise, and in each lap everyone
//! tells once: whoever sat out when their turn came, or came late, tells before anybody begins another lap.

use super::options::Options;
use super::state::{State, Storyteller};
use crate::rules::{MAX_SEATS, Seat, SeatSet};

/// How often the players of each seat have told; only in Team there are two.
pub type TimesTold = [[u8; 2]; MAX_SEATS];

impl State {
    /// Who tells after this round: the one who was chosen by hand, or whose turn it is.
    pub fn next_storyteller(&self) -> Option<Storyteller> {
        let coming = self.seats.minus(self.skip_next);
        let called = self.called.filter(|&seat| coming.has(seat));
        called.map(|seat| self.teller_at(seat)).or_else(|| self.turn_after(coming))
    }

    /// Whose turn comes after that of the storyteller: the next one clockwise who still has to tell in this lap.
    pub(super) fn turn_after(&self, among: SeatSet) -> Option<Storyteller> {
        let lap = among.iter().map(|seat| self.laps(seat)).min()?;
        let owed = |player: &Storyteller| self.told(*player) == lap;
        let place = |player: &Storyteller| (player.second, player.seat);
        let later = self.players_round(among).filter(owed).find(|player| place(player) > place(&self.storyteller));
        later.or_else(|| self.players_round(among).find(owed))
    }

    /// Who of this seat tells when it is chosen by hand: the one of two who has told less.
    pub(super) fn teller_at(&self, seat: Seat) -> Storyteller {
        let [first, second] = self.times_told[seat.index()];
        let second = self.ruleset.is_team() && (second < first || (second == first && self.storyteller.second));
        Storyteller { seat, second }
    }

    /// What the players of a seat that joins now count as having told: they have nothing to make up for.
    pub(super) fn told_of_a_late_seat(&self) -> [u8; 2] {
        [self.seats.iter().map(|seat| self.laps(seat)).min().unwrap_or(0); 2]
    }

    /// The same of a seat that left this game before: laps that it missed are not made up for.
    pub(super) fn told_of_a_returning_seat(&self, seat: Seat) -> [u8; 2] {
        let [lap, _] = self.told_of_a_late_seat();
        self.times_told[seat.index()].map(|told| told.max(lap))
    }

    /// The storyteller has told.
    pub(super) fn count_turn(&mut self) {
        let Storyteller { seat, second } = self.storyteller;
        let told = &mut self.times_told[seat.index()][usize::from(second)];
        *told = (*told + 1).min(MOST_TOLD);
        // Only what is due and who is behind matters: a lap fewer for everyone tells the same.
        if self.seats.iter().all(|seat| self.laps(seat) > *Options::LAPS.end()) {
            self.times_told.as_flattened_mut().iter_mut().for_each(|told| *told = told.saturating_sub(1));
        }
    }

    /// Laps that each seat has behind it: as many as all of its players have told in.
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

    /// All players in the order in which they sit: partners sit opposite each other.
    fn players_round(&self, among: SeatSet) -> impl Iterator<Item = Storyteller> + use<> {
        let seconds = if self.ruleset.is_team() { among } else { SeatSet::EMPTY };
        let first = among.iter().map(|seat| Storyteller { seat, second: false });
        first.chain(seconds.iter().map(|seat| Storyteller { seat, second: true }))
    }
}

/// Two counts fit into a byte.
const MOST_TOLD: u8 = 15;
const _: () = assert!(*Options::LAPS.end() + 2 < MOST_TOLD);
