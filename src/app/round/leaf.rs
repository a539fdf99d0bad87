//! Leafing through the last round while the storyteller thinks of a clue.

use super::clock::{next_step, steps};
use super::past::newest_past_page;
use crate::app::Millis;
use crate::app::context::Context;
use crate::voting::Join;

/// How long a page stays.
const PAGE_MS: u32 = 6_000;

/// The page shown, if any.
#[derive(Clone, Copy, Default)]
pub struct Leaf(Option<Open>);

#[derive(Clone, Copy)]
struct Open {
    /// Counted back from the last page.
    back: u16,
    since: Millis,
}

impl Leaf {
    /// Turns to the votes of the last round, its gains, and back to the clue. On a ring the pointer's position is
    /// secret, so any click opens the first page and no click is counted.
    pub fn turn(&mut self, by: i8, context: &Context) {
        if context.game.past_rounds().next().is_none() {
            return;
        }
        let pages = newest_past_page(&context.game) + 1;
        let counted = context.voting.joining() != Join::PressOnTheDot;
        // Place 0 is the clue; the pages follow it.
        let to = match (self.0, counted) {
            (Some(_), false) => return,
            (None, false) => 1,
            (open, true) => open.map_or(0, |open| pages - open.back).saturating_add_signed(by.into()).min(pages),
        };
        self.0 = (to > 0).then(|| Open { back: pages - to, since: context.now });
    }

    /// The page shown instead of the clue, counted back from the last. Pages advance by themselves.
    pub fn page(&self, now: Millis) -> Option<u16> {
        let Open { back, since } = self.0?;
        back.checked_sub(steps(since, now, PAGE_MS) as u16)
    }

    pub fn pass_time(&mut self, now: Millis) {
        if self.page(now).is_none() {
            self.0 = None;
        }
    }

    pub fn alarm(&self, now: Millis) -> Option<Millis> {
        let Open { since, .. } = self.0?;
        self.page(now).map(|_| next_step(since, now, PAGE_MS))
    }
}
