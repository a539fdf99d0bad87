//! Reports everything to one connection: what the device is, the game so far, then every change. A call makes at most
//! one line and follows the journal by one move, so that no call takes long, however long the game is.

use heapless::Vec;

use super::line::{Chosen, Game, Hello, Line, LineText, Over, Played, Table, notice_text};
use super::public::Public;
use crate::game::{ENTRY_MAX, Move, PastRound, Phase, Scores, State, Tally};
use crate::rules::{Round, SeatSet};
use crate::scene::Notice;
use crate::settings::Settings;

/// Result of [`Teller::tell`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The text holds a line.
    Line,
    /// There is more to report, but no line yet.
    Working,
    /// Everything has been reported.
    Everything,
}

pub struct Teller {
    hello: bool,
    settings: Option<Settings>,
    /// How far the journal was followed.
    followed: Followed,
    /// The last round reported before its points were known.
    open: Option<Round>,
    table: Option<Table>,
    /// The seats at the table and those that have locked a vote, as last reported.
    seats: Option<(SeatSet, SeatSet)>,
    over: Option<Scores>,
    notice: Option<Notice>,
}

/// The state after the moves followed so far.
struct Followed {
    state: State,
    tally: Tally,
    /// Bytes of the journal that were followed.
    bytes: usize,
    generation: u16,
    /// The newest move that was followed, to notice when it is taken back.
    last: Vec<u8, ENTRY_MAX>,
}

impl Followed {
    fn new(public: &Public) -> Self {
        let state = State::lobby(public.settings.options);
        let generation = public.journal.generation();
        Self { state, tally: Tally::default(), bytes: 0, generation, last: Vec::new() }
    }

    /// True if the journal still begins with the moves that were followed.
    fn holds(&self, public: &Public) -> bool {
        let last = self.bytes.checked_sub(self.last.len() + 1);
        self.generation == public.journal.generation()
            && last.is_none_or(|at| public.journal.entry_at(at) == Some(&self.last[..]))
    }
}

impl Teller {
    /// For a newly connected computer.
    pub fn new(public: &Public) -> Self {
        Self {
            hello: true,
            settings: None,
            followed: Followed::new(public),
            open: None,
            table: None,
            seats: None,
            over: None,
            notice: None,
        }
    }

    pub fn tell_hello(&mut self) {
        self.hello = true;
    }

    pub fn tell_settings(&mut self) {
        self.settings = None;
    }

    /// Reports the game again from its beginning.
    pub fn tell_game(&mut self, public: &Public) {
        self.followed = Followed::new(public);
        (self.open, self.table, self.over) = (None, None, None);
    }

    /// True if something was not reported yet. Quick: no line is made to find out.
    pub fn has_news(&self, public: &Public) -> bool {
        self.hello
            || self.settings != Some(*public.settings)
            || !self.followed.holds(public)
            || self.is_behind(public)
            || self.seats != Some((public.seated, public.locked))
            || self.notice != public.notice
    }

    /// True if the next lines are about the game so far, which can wait for a slow computer.
    pub fn is_behind(&self, public: &Public) -> bool {
        public.journal.entry_at(self.followed.bytes).is_some()
    }

    /// Writes the next line into `text`, if there is one.
    pub fn tell(&mut self, public: &Public, hello: &Hello, text: &mut LineText) -> Told {
        text.clear();
        if core::mem::take(&mut self.hello) {
            Line::Hello(*hello).write(text);
            return Told::Line;
        }
        if self.settings != Some(*public.settings) {
            self.settings = Some(*public.settings);
            Line::Settings(Chosen::new(public.settings)).write(text);
            return Told::Line;
        }
        if !self.followed.holds(public) {
            self.tell_game(public);
        }
        if let Some(entry) = public.journal.entry_at(self.followed.bytes) {
            let line = self.follow(entry);
            line.inspect(|line| line.write(text));
            return if text.is_empty() { Told::Working } else { Told::Line };
        }
        if let Some(line) = self.current(public) {
            line.write(text);
            return Told::Line;
        }
        if self.notice != public.notice {
            self.notice = public.notice;
            let words = public.notice.map(|notice| notice_text(&notice, public.settings.language));
            Line::Notice(words.as_deref().unwrap_or_default()).write(text);
            return Told::Line;
        }
        Told::Everything
    }

    /// Follows one move. Returns a line if it began a game, or gave a round its points.
    fn follow(&mut self, entry: &[u8]) -> Option<Line<'static>> {
        let Followed { state, tally, bytes, last, .. } = &mut self.followed;
        *bytes += 1 + entry.len();
        last.clear();
        let _ = last.extend_from_slice(entry);
        let made = Move::decode(entry)?;
        let before = *state;
        *state = before.after(&made).ok()?;
        match (&made, &before.phase, &state.phase) {
            (Move::Start { .. }, ..) => *tally = Tally::default(),
            (Move::Resume { tally: earlier, .. }, ..) => *tally = *earlier,
            (_, Phase::Points { .. }, _) => return None,
            (_, _, Phase::Points { round, score, before: scores }) => {
                let (number, storyteller) = (before.round, before.storyteller);
                tally.count_round(&PastRound { number, storyteller, round: *round, score: *score });
                self.open = None;
                return Some(Line::Round(Played::new(number, storyteller, round, Some((*score, *scores)))));
            }
            _ => return None,
        }
        (self.open, self.over) = (None, None);
        Some(Line::Game(Game::new(state)))
    }

    /// What differs between the table and what was last reported.
    fn current(&mut self, public: &Public) -> Option<Line<'static>> {
        let state = public.state;
        if let Phase::Reveal(round) | Phase::Owners(round) | Phase::VoteAgain { round, .. } = &state.phase
            && self.open != Some(*round)
        {
            self.open = Some(*round);
            return Some(Line::Round(Played::new(state.round, state.storyteller, round, None)));
        }
        self.seats = Some((public.seated, public.locked));
        let table = Table::new(state, public.seated, public.locked);
        if self.table != Some(table) {
            self.table = Some(table);
            return Some(Line::Table(table));
        }
        if matches!(state.phase, Phase::Over) && self.over != Some(state.scores) {
            self.over = Some(state.scores);
            return Some(Line::Over(Over::new(state, &self.followed.tally)));
        }
        None
    }
}
