//! Checks every picture that is shown at a table, in every language, and reports what cannot be read: text that does
//! not fit, or a picture that overlaps its prompt.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};

use dixit_dials::{
    app::App,
    rules::{MAX_SEATS, Seat},
    scene::{SeatScene, SharedScene, SharedScreenScene},
    screen::{Fit, FlatFrame, TallFrame, View, draw_apart, draw_seat, draw_shared_screen},
    words::Language,
};

#[derive(Default)]
pub struct Onlooker {
    seen: HashSet<u64>,
    shared: Option<SharedScreenScene>,
    seats: [Option<SeatScene>; MAX_SEATS],
}

impl Onlooker {
    /// Checks all screens of a board; what was checked before is not drawn again.
    pub fn look(&mut self, app: &App, seat_screens: bool) -> Result<(), String> {
        let view = app.shared_view();
        if self.shared.as_ref() != Some(&view.scene) {
            self.shared = Some(view.scene.clone());
            for language in self.languages(&view) {
                let (view, frame) = (View { language, ..view.clone() }, &mut TallFrame::new());
                readable(draw_shared_screen(&view, frame), &view)?;
                if let SharedScreenScene::Everyone(scene) = &view.scene {
                    apart(scene, language)?;
                }
            }
        }
        for seat in Seat::all().filter(|_| seat_screens) {
            let view = app.seat_view(seat);
            if self.seats[seat.index()] != Some(view.scene) {
                self.seats[seat.index()] = Some(view.scene);
                for language in self.languages(&view) {
                    let view = View { language, ..view };
                    readable(draw_seat(&view, &mut FlatFrame::new()), &view)?;
                }
            }
        }
        Ok(())
    }

    /// The languages to check a scene in: none if it was seen before, all if it is of a new kind or in the full run,
    /// otherwise one of them, since most scenes differ from others only by a number.
    fn languages<S: Debug>(&mut self, view: &View<S>) -> Vec<Language> {
        let scene = format!("{:?}", view.scene);
        let kind: String = scene.chars().filter(|letter| !letter.is_ascii_digit()).collect();
        let [whole, kind] = [&scene, &kind].map(|text| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            hasher.finish()
        });
        // The name of a language is shown only while the device speaks that language, so it is checked in no other.
        if scene.contains("Name(") {
            return vec![view.language];
        }
        let full = std::env::var_os("DIXIT_FULL").is_some();
        match (self.seen.insert(whole), self.seen.insert(kind) || full) {
            (false, _) => Vec::new(),
            (true, true) => Language::ALL.to_vec(),
            (true, false) => vec![Language::ALL[(whole % Language::ALL.len() as u64) as usize]],
        }
    }
}

fn readable<S: Debug>(fit: Fit, view: &View<S>) -> Result<(), String> {
    match fit {
        Fit::Fits => Ok(()),
        Fit::Overflows => Err(format!("something has no room in {:?}: {:?}", view.language, view.scene)),
    }
}

/// Checks that the picture of a scene and its prompt do not overlap: no row is lit by both.
pub fn apart(scene: &SharedScene, language: Language) -> Result<(), String> {
    let [picture, prompt] = draw_apart(scene, language);
    let lit = |frame: &TallFrame, y: usize| frame.pages()[y / 8].iter().any(|byte| byte >> (y % 8) & 1 == 1);
    let lowest = (0..64).rev().find(|&y| lit(&picture, y));
    let highest = (0..64).find(|&y| lit(&prompt, y));
    match (lowest, highest) {
        (Some(lowest), Some(highest)) if lowest >= highest => Err(format!(
            "the picture reaches row {lowest}, and its prompt begins in row {highest}, in {language:?}: {scene:?}"
        )),
        _ => Ok(()),
    }
}
