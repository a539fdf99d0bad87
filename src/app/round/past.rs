//! Pages of past rounds, as the menu and the clue show them.

use crate::game::{Game, PastRound};
use crate::rules::MAX_SEATS;
use crate::scene::{PastPage, Shared, Spread, shared};

/// The pages of all past rounds, oldest first.
pub fn past_pages(game: &Game) -> impl Iterator<Item = (PastRound, PastPage)> + '_ {
    game.past_rounds().flat_map(|past| PastPage::ALL.into_iter().map(move |page| (past, page)))
}

/// First page of the newest round, counted back from the last page.
pub fn newest_past_page(game: &Game) -> u16 {
    game.past_rounds().last().map_or(0, |_| PastPage::ALL.len() as u16 - 1)
}

/// The page `back` pages before the last, if there is one.
pub fn past_page(game: &Game, back: u16) -> Option<Shared> {
    let pages = past_pages(game).count();
    let (past, page) = past_pages(game).nth(pages.checked_sub(1 + usize::from(back))?)?;
    let newest = game.past_rounds().last()?;
    let mut gained = [0; MAX_SEATS];
    for seat in past.round.seats.iter() {
        gained[seat.index()] = u16::from(past.score.points(seat));
    }
    Some(Shared::PastRound(shared::PastRound {
        page,
        number: past.number,
        of: newest.number,
        storyteller: past.storyteller,
        spread: Spread::new(&past.round),
        story_card: past.round.story_card,
        gained,
        seats: past.round.seats,
    }))
}
