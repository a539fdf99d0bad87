//! Whose turn it is to tell: random tables, with seats that skip, leave and join in every phase. In each lap everyone
//! tells once, clockwise. The test keeps its own list of who has told and derives each turn from that list alone.

use std::collections::BTreeMap;

use dixit_dials::{
    game::{Move, Opened, Options, Phase, State, Storyteller},
    rules::{Ballot, Card, Ruleset, Seat, SeatSet},
};

/// A player: whether it is the second player of a team, and the seat. Sorts in seating order.
type Player = (bool, Seat);

/// A table and the list of its storytellers.
struct Table {
    state: State,
    dice: fastrand::Rng,
    /// How often each player has told; late joiners start level with the others.
    told: BTreeMap<Player, u8>,
    /// The player whose turn it was last, even if they skipped it.
    last: Option<Player>,
}

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

fn start(ruleset: Ruleset, seats: SeatSet, storyteller: Seat, options: Options) -> State {
    State::lobby(options).after(&Move::Start { ruleset, seats, storyteller, options }).unwrap()
}

/// Everyone finds the card, so that no owner is asked for; in Party all vote alike.
fn votes(state: &State) -> Move {
    let rules = state.rules().unwrap();
    let mut cards = Card::first(2);
    let (first, second) = (cards.next().unwrap(), cards.next().unwrap());
    let mut opened = Opened {
        story_card: rules.has_story_card().then_some(first),
        red: rules.has_red().then_some(second),
        ..Opened::default()
    };
    for seat in state.present().iter().filter(|&seat| rules.storyteller_votes() || seat != state.storyteller.seat) {
        opened.votes[seat.index()] = Ballot::one(first);
    }
    Move::Reveal(opened)
}

/// Plays from the clue to the points.
fn played(mut state: State) -> State {
    for made in [Move::Lay, votes(&State { phase: Phase::Vote, ..state }), Move::GoOn] {
        state = state.after(&made).unwrap();
    }
    assert!(matches!(state.phase, Phase::Points { .. }), "{:?}", state.phase);
    state
}

/// The number of a player. In Team, players are counted round the table, all first players before all second ones.
fn person(state: &State, storyteller: Storyteller) -> u8 {
    let place = state.seats.iter().position(|seat| seat == storyteller.seat).unwrap() as u8;
    place + 1 + if storyteller.second { state.seats.len() } else { 0 }
}

impl Table {
    fn new(seed: u64) -> Self {
        let mut dice = fastrand::Rng::with_seed(seed);
        let ruleset = dice.choice(Ruleset::ALL).unwrap();
        let counts: Vec<u8> = ruleset.player_counts().collect();
        let wanted = ruleset.seats_for(dice.choice(counts).unwrap());
        let mut all: Vec<Seat> = Seat::all().collect();
        dice.shuffle(&mut all);
        let seats: SeatSet = all.into_iter().take(wanted.into()).collect();
        let storyteller = dice.choice(seats.iter().collect::<Vec<_>>()).unwrap();
        // Long enough for several laps.
        let options = Options { laps: 5, goal: 100, ..Options::DEFAULT };
        Self { state: start(ruleset, seats, storyteller, options), dice, told: BTreeMap::new(), last: None }
    }

    /// The players at `seats`, in seating order.
    fn players(&self, seats: SeatSet) -> Vec<Player> {
        let seconds = if self.state.ruleset.is_team() { 1 } else { 0 };
        (0..=seconds).flat_map(|second| seats.iter().map(move |seat| (second == 1, seat))).collect()
    }

    fn told(&self, player: Player) -> u8 {
        self.told.get(&player).copied().unwrap_or(0)
    }

    /// Number of laps that all players at `seats` have completed.
    fn lap(&self, seats: SeatSet) -> u8 {
        self.players(seats).into_iter().map(|player| self.told(player)).min().unwrap_or(0)
    }

    /// Asserts that the storyteller is the next player clockwise who has not told in this lap.
    fn is_whose_turn_it_is(&self) {
        let (state, present) = (&self.state, self.state.present());
        let teller = (state.storyteller.second, state.storyteller.seat);
        assert!(present.has(teller.1), "somebody tells who is not there");
        let mut owed = self.players(present);
        owed.retain(|&player| self.told(player) == self.lap(present));
        let Some(last) = self.last else { return };
        let next = owed.iter().find(|&&player| player > last).or(owed.first());
        assert_eq!(Some(&teller), next, "after {last:?}, with {owed:?} to come, at {:?}", state.phase);
    }

    /// Somebody joins, leaves or skips, where possible.
    fn change(&mut self) {
        let seat = self.dice.choice(Seat::all().collect::<Vec<_>>()).unwrap();
        let made = match self.dice.u8(0..4) {
            0 => Move::Add { seat },
            1 => Move::Return { seat },
            2 => Move::Remove { seat },
            _ => Move::Skip { seat },
        };
        let Ok(next) = self.state.after(&made) else { return };
        let lap = self.lap(self.state.seats);
        let before = self.state;
        self.state = next;
        match made {
            Move::Add { seat } => {
                [false, true].into_iter().for_each(|second| _ = self.told.insert((second, seat), lap))
            }
            // A player who told, left and comes back in the same lap does not tell again; missed laps are not made up
            // for.
            Move::Return { seat } => [false, true].into_iter().for_each(|second| {
                let told = self.told.entry((second, seat)).or_default();
                *told = lap.max(*told);
            }),
            _ => {}
        }
        if matches!(next.phase, Phase::Points { .. }) {
            return;
        }
        match next.storyteller.seat == before.storyteller.seat {
            // The player whose turn it was keeps it.
            true => assert!(next.present().has(before.storyteller.seat)),
            false => {
                self.last = Some((before.storyteller.second, before.storyteller.seat));
                self.is_whose_turn_it_is();
            }
        }
    }

    fn maybe_change(&mut self) {
        while self.dice.u8(0..4) == 0 {
            self.change();
        }
    }

    fn round(&mut self) {
        self.maybe_change();
        self.state = self.state.after(&Move::Lay).unwrap();
        self.maybe_change();
        if matches!(self.state.phase, Phase::Clue) {
            self.state = self.state.after(&Move::Lay).unwrap();
        }
        self.state = self.state.after(&votes(&self.state)).unwrap();
        self.maybe_change();
        self.state = self.state.after(&Move::GoOn).unwrap();
        let teller = (self.state.storyteller.second, self.state.storyteller.seat);
        *self.told.entry(teller).or_default() += 1;
        self.last = Some(teller);
        self.maybe_change();
        self.state = self.state.after(&Move::Next).unwrap();
    }
}

#[test]
fn everyone_tells_once_a_lap_clockwise_despite_skips_and_changes() {
    for seed in 0..2_000 {
        let mut table = Table::new(seed);
        for _ in 0..60 {
            table.round();
            if matches!(table.state.phase, Phase::Over) {
                break;
            }
            table.is_whose_turn_it_is();
        }
    }
}

/// Eight players in four teams: player 4 has no clue and skips, so player 5 tells.
#[test]
fn in_team_the_partner_of_the_first_follows_the_last_team_that_skips() {
    for at_the_vote in [false, true] {
        let mut state = start(Ruleset::Team, SeatSet::first(4), seat(1), Options::DEFAULT);
        for _ in 0..3 {
            state = played(state).after(&Move::Next).unwrap();
        }
        assert_eq!(person(&state, state.storyteller), 4);
        if at_the_vote {
            state = state.after(&Move::Lay).unwrap();
        }
        let skipped = state.after(&Move::Skip { seat: seat(4) }).unwrap();
        assert_eq!(person(&skipped, skipped.storyteller), 5);
        let left = state.after(&Move::Remove { seat: seat(4) }).unwrap();
        assert_eq!((left.storyteller.seat, left.storyteller.second), (seat(1), true));
    }
}

/// In a game that ends after laps, a lap has as many rounds as players, even if somebody misses a turn.
#[test]
fn a_lap_ends_when_everybody_has_told_and_not_before() {
    for ruleset in [Ruleset::Party, Ruleset::Team] {
        for who in 1..=6 {
            let seats = SeatSet::first(if ruleset.is_team() { 4 } else { 7 });
            if who > seats.len() {
                continue;
            }
            let mut state = start(ruleset, seats, seat(1), Options::DEFAULT);
            let mut tellers = Vec::new();
            let mut skipped = false;
            while !matches!(state.phase, Phase::Over) {
                if state.storyteller.seat == seat(who) && !skipped {
                    skipped = true;
                    state = state.after(&Move::Skip { seat: seat(who) }).unwrap();
                }
                state = played(state);
                tellers.push(person(&state, state.storyteller));
                state = state.after(&Move::Next).unwrap();
                assert!(tellers.len() < 30, "{ruleset:?}: no end in sight");
            }
            tellers.sort_unstable();
            let people = ruleset.players_for(seats.len());
            assert_eq!(tellers, (1..=people).collect::<Vec<_>>(), "{ruleset:?}, {who} skips");
        }
    }
}
