//! Every screen in every language, as pictures that must not change unnoticed. Each is a test with its own name.
//!
//! `UPDATE_PICTURES=1 cargo test --test gallery` redraws them, together with the sheet in the docs.

mod cases;
mod picture;
mod tables;

use std::collections::BTreeSet;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};

use cases::{Case, Scene};
use dixit_dials::scene::SharedScreenScene;
use dixit_dials::screen::{
    Fit, FlatFrame, Light, TallFrame, View, draw_seat, draw_shared, draw_shared_screen, smallest_figure,
};
use dixit_dials::words::Language;
use libtest_mimic::{Arguments, Failed, Trial};
use picture::Picture;
use testkit::{onlooker, tool::root};

fn view<S>(scene: S, case: &Case, language: Language) -> View<S> {
    let &Case { hold, wander, rotated, blink, .. } = case;
    View { scene, language, hold, light: Light::Lit(4), wander, rotated, blink }
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
            let fit = draw_shared_screen(&view(scene.clone(), case, language), &mut tall);
            (Picture::of(&tall), fit)
        }
    }
}

fn updating() -> bool {
    std::env::var_os("UPDATE_PICTURES").is_some()
}

fn project(path: &str) -> PathBuf {
    root().join(path)
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = cases::all()
        .into_iter()
        .map(|case| {
            let name = case.name.clone();
            Trial::test(name, move || fits(&case).and_then(|()| looks_as_it_did(&case)).map_err(Failed::from))
        })
        .collect();
    trials.push(Trial::test("every picture belongs to one screen", || every_picture_belongs().map_err(Failed::from)));
    trials.push(Trial::test("the sheet for people shows them", || sheet().map_err(Failed::from)));
    trials.push(Trial::test("the players' sheet shows a round", || strips().map_err(Failed::from)));
    trials.push(Trial::test("the guides show what must be seen", || guides().map_err(Failed::from)));
    for (name, holds) in [
        ("no figure is too small to be read across the table", no_figure_is_too_small as fn()),
        ("any votes have room", tables::any_votes_have_room),
        ("any seats and scores have room", tables::any_seats_and_scores_have_room),
    ] {
        trials.push(Trial::test(name, move || {
            holds();
            Ok(())
        }));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn looks_as_it_did(case: &Case) -> Result<(), String> {
    let drawn: Vec<_> = Language::ALL.iter().map(|&language| draw(case, language).0).collect();
    same(&Picture::beside(&drawn), &project("tests/pictures").join(format!("{}.png", case.name)))
}

/// Compares a picture with its file, or replaces the file if asked to.
fn same(actual: &Picture, path: &Path) -> Result<(), String> {
    if updating() {
        actual.save(path);
        return Ok(());
    }
    let expected = Picture::load(path);
    if expected.as_ref() == Some(actual) {
        return Ok(());
    }
    let shown = project("target/gallery").join(path.file_name().unwrap_or_default());
    let expected = expected.unwrap_or_else(|| Picture::new(actual.width, actual.height));
    Picture::comparison(&expected, actual).save(&shown);
    Err(format!(
        "it differs from {}; expected, actual and difference are side by side in {}, and UPDATE_PICTURES=1 accepts it",
        path.display(),
        shown.display()
    ))
}

fn fits(case: &Case) -> Result<(), String> {
    if let Scene::Shared(scene) | Scene::Pass(SharedScreenScene::Everyone(scene)) = &case.scene {
        Language::ALL.into_iter().try_for_each(|language| onlooker::apart(scene, language))?;
    }
    let overflows: Vec<_> =
        Language::ALL.into_iter().filter(|&language| draw(case, language).1 == Fit::Overflows).collect();
    if overflows.is_empty() { Ok(()) } else { Err(format!("too long or off the screen in {overflows:?}")) }
}

/// Smallest height of figures, in rows, that is readable across a table of one metre.
pub const LEAST_FIGURE: u32 = 7;

fn no_figure_is_too_small() {
    let mut measured = 0;
    for case in cases::all() {
        let scene = match &case.scene {
            Scene::Shared(scene) | Scene::Pass(SharedScreenScene::Everyone(scene)) => scene,
            _ => continue,
        };
        for language in Language::ALL {
            let rows = smallest_figure(scene, language);
            assert!(rows.is_none_or(|rows| rows >= LEAST_FIGURE), "{}: {rows:?} rows in {language:?}", case.name);
            measured += usize::from(rows.is_some());
        }
    }
    assert!(measured > 300, "only {measured} pictures had figures to measure");
}

fn every_picture_belongs() -> Result<(), String> {
    let names: Vec<_> = cases::all().into_iter().map(|case| format!("{}.png", case.name)).collect();
    if let Some((_, name)) = names.iter().enumerate().find(|(place, name)| names[..*place].contains(name)) {
        return Err(format!("two screens are called {name}"));
    }
    let folder = project("tests/pictures");
    let files = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for file in files.flatten().filter(|file| !names.iter().any(|name| file.file_name() == name.as_str())) {
        if !updating() {
            return Err(format!("{} belongs to no screen", file.path().display()));
        }
        std::fs::remove_file(file.path()).map_err(|error| format!("{}: {error}", file.path().display()))?;
    }
    Ok(())
}

/// A round in pictures, for the players' sheets.
const ROUND: [&str; 8] = ["clue", "vote", "votes", "shout-some", "owner", "points-base", "points-bonus", "track"];
const STRIPS: [(&str, Language); 6] = [
    ("docs/pictures/round.png", Language::English),
    ("docs/pictures/round-it.png", Language::Italiano),
    ("docs/pictures/round-pl.png", Language::Polski),
    ("docs/pictures/round-fr.png", Language::Francais),
    ("docs/pictures/round-de.png", Language::Deutsch),
    ("docs/pictures/round-es.png", Language::Espanol),
];

fn strips() -> Result<(), String> {
    let cases = cases::all();
    for (file, language) in STRIPS {
        let screen = |name: &&str| match cases.iter().find(|case| case.name == **name) {
            Some(case) => Ok((case.name.clone(), draw(case, language).0)),
            None => Err(format!("{file} shows {name}, which is no screen")),
        };
        let screens: Vec<_> = ROUND.iter().map(screen).collect::<Result<_, _>>()?;
        same(&Picture::sheet(&screens, 4, 3), &project(file))?;
    }
    Ok(())
}

/// Draws the screens that the boards' guides show, large and in English, and refuses pictures that no guide shows.
fn guides() -> Result<(), String> {
    let folder = "docs/pictures/screens";
    let cases = cases::all();
    let start = format!("{folder}/");
    let mut names = BTreeSet::new();
    for board in boards::load_all(&project("")).into_iter().flatten() {
        let guide = std::fs::read_to_string(project(&format!("boards/{}/README.md", board.name)));
        let guide = guide.map_err(|error| format!("{}: {error}", board.name))?;
        let shown = guide.split(&start).skip(1).filter_map(|rest| rest.split_once(".png"));
        names.extend(shown.map(|(name, _)| name.to_owned()));
    }
    for name in &names {
        let case = cases.iter().find(|case| case.name == *name).ok_or_else(|| format!("{name} is no screen"))?;
        let screen = (case.name.clone(), draw(case, Language::English).0);
        same(&Picture::sheet(&[screen], 1, 4), &project(&format!("{folder}/{name}.png")))?;
    }
    let files = std::fs::read_dir(project(folder)).map_err(|error| format!("{folder}: {error}"))?;
    let unused = |file: &DirEntry| file.path().file_stem().is_none_or(|stem| !names.contains(&*stem.to_string_lossy()));
    let unused: Vec<_> = files.flatten().filter(unused).map(|file| file.file_name()).collect();
    if unused.is_empty() { Ok(()) } else { Err(format!("no guide shows {unused:?} of {folder}")) }
}

/// Draws all screens on a few sheets for developers, and the most telling ones on the sheet in the docs.
fn sheet() -> Result<(), String> {
    let cases = cases::all();
    let labelled = |case: &Case, language| (case.name.clone(), draw(case, language).0);
    if updating() {
        for language in Language::ALL {
            let all: Vec<_> = cases.iter().map(|case| labelled(case, language)).collect();
            for (nth, part) in all.chunks(40).enumerate() {
                Picture::sheet(part, 5, 2).save(&project(&format!("target/gallery/{language:?}-{nth}.png")));
            }
        }
    }
    let shown: Vec<_> = cases.iter().filter(|case| case.docs).map(|case| labelled(case, Language::English)).collect();
    same(&Picture::sheet(&shown, 4, 3), &project("docs/screens.png"))
}
