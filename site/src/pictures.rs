//! The pictures of the device on a table, rendered by `cargo xtask site --pictures` from the printed solids and the
//! approved screens. Each file carries a fingerprint of its sources, which a test compares, so that no picture shows an
//! outdated device. With `--only NAME` one is rendered, with `--size WIDTH` a draft to judge a camera by.

use std::{fs, path::PathBuf};

use boards::Board;
use builder::tool::{Outcome, root};
use drawings::{
    body::bodies,
    render::{Camera, Picture, Scene},
};
use jpeg_encoder::{ColorType, Encoder};
use sha2::{Digest, Sha256};

/// Precedes the fingerprint in a segment that viewers skip.
const MARK: &str = "dixit-dials made from ";
const SEGMENT: u8 = 11;
const QUALITY: u8 = 82;
/// Samples per pixel, along each side.
const SAMPLES: usize = 3;
/// An approved picture has the languages side by side; this is the width of the first.
const WIDTH: usize = 128;

struct Shot {
    name: &'static str,
    board: &'static str,
    /// Approved pictures of the shared screen and of a seat's own.
    shared: &'static str,
    own: &'static str,
    /// Cards on a laid table; `None` for a picture of a few units grouped together.
    cards: Option<u32>,
    camera: Camera,
    size: (usize, usize),
}

const SHOTS: [Shot; 4] = [
    Shot {
        name: "hero",
        board: "table",
        shared: "votes",
        own: "votes",
        cards: Some(5),
        camera: Camera { eye: [-205.0, -610.0, 370.0], target: [6.0, -124.0, 12.0], degrees: 38.0 },
        size: (1200, 750),
    },
    Shot {
        name: "board-table",
        board: "table",
        shared: "vote",
        own: "vote",
        cards: None,
        camera: Camera { eye: [-120.0, -560.0, 380.0], target: [0.0, -100.0, 22.0], degrees: 33.0 },
        size: (640, 400),
    },
    Shot {
        name: "board-solo",
        board: "solo",
        shared: "pass-dial-vote",
        own: "pass-dial-vote",
        cards: None,
        camera: Camera { eye: [-16.0, -95.0, 410.0], target: [0.0, -4.0, 20.0], degrees: 31.0 },
        size: (640, 400),
    },
    Shot {
        name: "board-pods",
        board: "pods",
        shared: "vote-twelve",
        own: "seat-dial-vote",
        cards: None,
        camera: Camera { eye: [-120.0, -600.0, 420.0], target: [0.0, -95.0, 24.0], degrees: 32.0 },
        size: (640, 400),
    },
];

impl Shot {
    fn path(&self, draft: bool) -> PathBuf {
        folder(draft).join(format!("{}.jpg", self.name))
    }

    fn scene(&self, board: &Board) -> Outcome<Scene> {
        let (shared, own) = (approved(self.shared)?, approved(self.own)?);
        Ok(match self.cards {
            Some(cards) => Scene::table(board, &shared, &own, 4, cards),
            None if bodies(board).hub.is_some() => Scene::together(board, &shared, &own, 3),
            None => Scene::alone(board, &own),
        })
    }

    /// Fingerprint of everything that the picture depends on.
    fn fingerprint(&self, board: &Board) -> Outcome<String> {
        let mut hash = Sha256::new();
        for unit in bodies(board).units() {
            let things = unit.things.iter().map(|thing| &thing.space);
            for solid in unit.pieces.iter().map(|piece| &piece.solid).chain(&unit.again).chain(things) {
                hash.update(solid.scad(0));
            }
        }
        for name in [self.shared, self.own] {
            hash.update(approved(name)?.lit.iter().map(|lit| u8::from(*lit)).collect::<Vec<_>>());
        }
        hash.update(format!("{:?} {:?} {:?} {SAMPLES} {QUALITY}", self.camera, self.size, self.cards));
        // Comments change no pixel.
        let code = include_str!("../../drawings/src/render.rs").lines().map(str::trim);
        code.filter(|line| !line.starts_with("//")).for_each(|line| hash.update(line));
        Ok(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
    }
}

/// Where pictures are kept; drafts never replace them.
fn folder(draft: bool) -> PathBuf {
    root().join(if draft { "target/pictures" } else { "docs/pictures" })
}

/// A picture of `tests/pictures`, in English.
fn approved(name: &str) -> Outcome<Picture> {
    let path = root().join("tests/pictures").join(format!("{name}.png"));
    let file = fs::File::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info()?;
    let mut bytes = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut bytes)?;
    let stride = info.line_size;
    let lit =
        (0..info.height as usize).flat_map(|y| bytes[y * stride..y * stride + WIDTH].iter().map(|grey| *grey > 127));
    Ok(Picture { width: WIDTH, lit: lit.collect() })
}

/// Renders all pictures or one, in full or as a draft of that width, and returns their folder.
pub fn write(only: Option<&str>, size: Option<usize>) -> Outcome<PathBuf> {
    let names: Vec<&str> = SHOTS.iter().map(|shot| shot.name).collect();
    if let Some(only) = only.filter(|only| !names.contains(only)) {
        return Err(format!("--only: there is no picture {only}; there are {}", names.join(", ")).into());
    }
    let folder = folder(size.is_some());
    fs::create_dir_all(&folder)?;
    for shot in SHOTS.iter().filter(|shot| only.is_none_or(|only| only == shot.name)) {
        let board = boards::load(&root(), shot.board)?;
        let (width, height) = size.map_or(shot.size, |width| (width, width * shot.size.1 / shot.size.0));
        let still = shot.scene(&board)?.render(&shot.camera, width, height, if size.is_some() { 2 } else { SAMPLES });
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, QUALITY);
        encoder.add_app_segment(SEGMENT, format!("{MARK}{}", shot.fingerprint(&board)?).into_bytes())?;
        encoder.set_progressive(true);
        encoder.encode(&still.rgb, still.width as u16, still.height as u16, ColorType::Rgb)?;
        fs::write(shot.path(size.is_some()), &bytes)?;
        println!("{} {} KiB", shot.name, bytes.len().div_ceil(1024));
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_shows_the_device_as_it_is() {
        for shot in &SHOTS {
            let board = boards::load(&root(), shot.board).unwrap();
            let bytes = fs::read(shot.path(false)).unwrap();
            let made_from = format!("{MARK}{}", shot.fingerprint(&board).unwrap());
            assert!(
                bytes.windows(made_from.len()).any(|window| window == made_from.as_bytes()),
                "docs/pictures/{}.jpg was made from other solids or screens; run `cargo xtask site --pictures`",
                shot.name
            );
        }
    }
    #[test]
    fn a_draft_does_not_replace_a_picture() {
        let before = fs::read(SHOTS[2].path(false)).unwrap();
        write(Some(SHOTS[2].name), Some(16)).unwrap();
        assert!(SHOTS[2].path(true).is_file());
        assert_eq!(fs::read(SHOTS[2].path(false)).unwrap(), before);
    }

    #[test]
    fn an_unknown_picture_is_answered_with_the_known_ones() {
        let error = write(Some("herd"), None).unwrap_err().to_string();
        assert_eq!(error, "--only: there is no picture herd; there are hero, board-table, board-solo, board-pods");
    }
}
