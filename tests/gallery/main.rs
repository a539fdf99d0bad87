//! Every screen in every language, as pictures that people can look at and that must not change unseen.
//!
//! `UPDATE_PICTURES=1 cargo test --test gallery` draws them anew, together with the sheet in the docs.

mod cases;
mod picture;
mod tables;

use std::path::{Path, PathBuf};

use cases::{Case, Scene};
use dixit_dials::screen::{Fit, FlatFrame, Light, TallFrame, View, draw_pass, draw_seat, draw_shared};
use dixit_dials::words::Language;
use picture::Picture;

fn view<S>(scene: S, case: &Case, language: Language) -> View<S> {
    View { scene, language, hold: case.hold, light: Light::Lit(4), wander: case.wander }
}

fn draw(case: &Case, language: Language) -> (Picture, Fit) {
    let mut tall = TallFrame::new();
    let mut flat = FlatFrame::new();
    match &case.scene {
        Scene::Shared(scene) => {
            let fit = draw_shared(&view(scene.clone(), case, language), &mut tall);
            (Picture::of(&tall), fit)
        }
        Scene::Seat(scene) => {
            let fit = draw_seat(&view(*scene, case, language), &mut flat);
            (Picture::of(&flat), fit)
        }
        Scene::Pass(scene) => {
            let fit = draw_pass(&view(scene.clone(), case, language), &mut tall);
            (Picture::of(&tall), fit)
        }
    }
}

fn updating() -> bool {
    std::env::var_os("UPDATE_PICTURES").is_some()
}

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn every_screen_looks_as_it_did() {
    let mut changed = Vec::new();
    for case in cases::all() {
        let drawn: Vec<_> = Language::ALL.iter().map(|&language| draw(&case, language).0).collect();
        let actual = Picture::beside(&drawn);
        let path = project("tests/pictures").join(format!("{}.png", case.name));
        if updating() {
            actual.save(&path);
            continue;
        }
        let expected = Picture::load(&path);
        if expected.as_ref() != Some(&actual) {
            let shown = project("target/gallery").join(format!("{}.png", case.name));
            let expected = expected.unwrap_or_else(|| Picture::new(actual.width, actual.height));
            Picture::comparison(&expected, &actual).save(&shown);
            changed.push(format!("{} → {}", case.name, shown.display()));
        }
    }
    assert!(
        changed.is_empty(),
        "screens differ from tests/pictures (expected, actual, difference side by side):\n{}\n\
         UPDATE_PICTURES=1 accepts them",
        changed.join("\n")
    );
}

#[test]
fn every_text_fits_its_place() {
    let mut overflowing = Vec::new();
    for case in cases::all() {
        for language in Language::ALL {
            if draw(&case, language).1 == Fit::Overflows {
                overflowing.push(format!("{} in {language:?}", case.name));
            }
        }
    }
    assert!(
        overflowing.is_empty(),
        "too long, off the screen, or without a letter for it:\n{}",
        overflowing.join("\n")
    );
}

#[test]
fn every_picture_belongs_to_a_screen() {
    let names: Vec<_> = cases::all().into_iter().map(|case| format!("{}.png", case.name)).collect();
    for (place, name) in names.iter().enumerate() {
        assert!(!names[..place].contains(name), "two screens are called {name}");
    }
    for file in std::fs::read_dir(project("tests/pictures")).expect("pictures") {
        let file = file.expect("a picture").file_name().into_string().expect("a plain name");
        if updating() && !names.contains(&file) {
            std::fs::remove_file(project("tests/pictures").join(&file)).expect("an old picture goes");
        } else {
            assert!(names.contains(&file), "{file} belongs to no screen");
        }
    }
}

#[test]
fn the_sheet_for_people_is_drawn_with_them() {
    if !updating() {
        assert!(project("docs/screens.png").exists());
        return;
    }
    for language in Language::ALL {
        let all: Vec<_> = cases::all().iter().map(|case| (case.name.clone(), draw(case, language).0)).collect();
        for (nth, part) in all.chunks(40).enumerate() {
            Picture::sheet(part, 5, 2).save(&project(&format!("target/gallery/{language:?}-{nth}.png")));
        }
        if language == Language::English {
            let shown: Vec<_> = cases::all()
                .iter()
                .filter(|case| case.docs)
                .map(|case| (case.name.clone(), draw(case, language).0))
                .collect();
            Picture::sheet(&shown, 4, 3).save(&project("docs/screens.png"));
        }
    }
}
