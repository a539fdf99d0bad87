//! The end of a game, shown step by step: ranks, the crown, the awards one after another, each with its sound, and the
//! final table.

use super::clock::{next_step, steps};
use super::{Page, RoundFlow};
use crate::app::Millis;
use crate::app::context::Context;
use crate::app::effect::Sound;
use crate::game::{Award, Phase};
use crate::scene::Purpose;
use crate::scene::shared::Finale;

/// Time between two ranks, from the last upwards.
const RANK_MS: u32 = 700;
/// Time between two positions of the crown on its way down.
const CROWN_MS: u32 = 150;
/// Time between two awards.
const AWARD_MS: u32 = 1_500;
/// How long the winners and the awards are shown before the next page.
const ADMIRED_MS: Millis = 8_000;

impl RoundFlow {
    pub(super) fn tell_the_end(&mut self, context: &mut Context) {
        if context.state().phase != Phase::Over {
            return;
        }
        let told = match self.page {
            Page::First => self.finale_step(context),
            Page::Awards => self.awards_given(context).into(),
            _ => return,
        };
        if told > self.told {
            self.told = told;
            match self.page {
                Page::First if told <= others(context) => context.sound(Sound::Tick),
                Page::First if told == others(context) + 1 && !context.state().winners().is_empty() => {
                    context.sound(Sound::Won);
                }
                Page::First => {}
                _ => context.sound(Sound::Award),
            }
        }
        if self.told_until(context).is_some_and(|end| context.now >= end) && self.curve_of.is_none() {
            let next = if self.page == Page::First { Page::Awards } else { Page::Table };
            self.show(next, context);
        }
    }

    /// Duration of this page's animation.
    pub(super) fn told_length(&self, context: &Context) -> Option<Millis> {
        let ranks = Millis::from(others(context));
        match (context.state().phase, self.page) {
            (Phase::Over, Page::First) => Some((ranks + 1) * Millis::from(RANK_MS) + 3 * Millis::from(CROWN_MS)),
            (Phase::Over, Page::Awards) => Some(Millis::from(AWARD_MS) * Millis::from(self.awards(context))),
            _ => None,
        }
    }

    /// When this page ends: after its animation and some time to look at it.
    fn told_until(&self, context: &Context) -> Option<Millis> {
        self.told_length(context).map(|length| self.page_since + length + ADMIRED_MS)
    }

    /// True once the shared screen has shown who has won.
    pub(super) fn is_crowned(&self, context: &Context) -> bool {
        self.page != Page::First || self.finale_step(context) >= others(context) + u32::from(Finale::DOWN)
    }

    /// Number of ranks shown; beyond all ranks, the position of the crown.
    pub(super) fn finale_step(&self, context: &Context) -> u32 {
        let since = u32::try_from(context.now - self.page_since).unwrap_or(u32::MAX);
        match since.checked_sub((others(context) + 1) * RANK_MS) {
            Some(over) => others(context) + 1 + over / CROWN_MS,
            None => since / RANK_MS,
        }
    }

    fn awards(&self, context: &Context) -> u8 {
        let seats = context.state().seats;
        Award::ALL.into_iter().filter(|&award| self.tally.winners(award, seats).is_some()).count() as u8
    }

    pub(super) fn awards_given(&self, context: &Context) -> u8 {
        (1 + steps(self.page_since, context.now, AWARD_MS)).min(self.awards(context).into()) as u8
    }

    /// When the next step of the animation is due.
    pub(super) fn next_told(&self, context: &Context) -> Option<Millis> {
        let until = self.told_until(context)?;
        let now = context.now;
        let next = match self.page {
            Page::First => {
                let crown = self.page_since + Millis::from((others(context) + 1) * RANK_MS);
                if now < crown { next_step(self.page_since, now, RANK_MS) } else { next_step(crown, now, CROWN_MS) }
            }
            _ => next_step(self.page_since, now, AWARD_MS),
        };
        let moving = match self.page {
            Page::First => next + ADMIRED_MS <= until,
            _ => self.awards_given(context) < self.awards(context),
        };
        // A curve stays while somebody looks at it, but the crown still comes down on the seats' own screens.
        let waits = !moving && self.curve_of.is_some();
        Some(if moving { next } else { until }).filter(|&at| at > now && !waits)
    }
}

/// Number of seats that have not won.
fn others(context: &Context) -> u32 {
    context.state().seats.minus(context.state().winners()).len().into()
}

/// What a press on the last picture of a game leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Rematch,
    AnotherGame,
    SwitchOff,
}

impl After {
    const ALL: [Self; 3] = [Self::Rematch, Self::AnotherGame, Self::SwitchOff];

    pub fn stepped(self, by: i8) -> Self {
        let place = Self::ALL.iter().position(|&after| after == self).unwrap_or(0);
        Self::ALL[place.saturating_add_signed(by.into()).min(Self::ALL.len() - 1)]
    }

    pub fn purpose(self) -> Purpose {
        match self {
            Self::Rematch => Purpose::Rematch,
            Self::AnotherGame => Purpose::AnotherGame,
            Self::SwitchOff => Purpose::SwitchOff,
        }
    }
}
