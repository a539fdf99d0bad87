//! Grey pictures and their files.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use dixit_dials::screen::{Frame, WIDTH};

const GAP: usize = 4;
const GAP_SHADE: u8 = 96;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    shades: Vec<u8>,
}

impl Picture {
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, shades: vec![0; width * height] }
    }

    pub fn of<const PAGES: usize>(frame: &Frame<PAGES>) -> Self {
        let mut picture = Self::new(WIDTH, PAGES * 8);
        for y in 0..picture.height {
            for x in 0..WIDTH {
                picture.set(x, y, if frame.is_lit(x, y) { 255 } else { 0 });
            }
        }
        picture
    }

    fn set(&mut self, x: usize, y: usize, shade: u8) {
        self.shades[y * self.width + x] = shade;
    }

    fn get(&self, x: usize, y: usize) -> u8 {
        if x < self.width && y < self.height { self.shades[y * self.width + x] } else { 0 }
    }

    /// Joins pictures side by side.
    pub fn beside(pictures: &[Self]) -> Self {
        let width = pictures.iter().map(|picture| picture.width + GAP).sum::<usize>() - GAP;
        let height = pictures.iter().map(|picture| picture.height).max().unwrap_or(0);
        let mut all = Self { width, height, shades: vec![GAP_SHADE; width * height] };
        let mut left = 0;
        for picture in pictures {
            for y in 0..picture.height {
                for x in 0..picture.width {
                    all.set(left + x, y, picture.get(x, y));
                }
            }
            left += picture.width + GAP;
        }
        all
    }

    /// Expected, actual and difference, one above the other and enlarged; each has its languages side by side.
    pub fn comparison(expected: &Self, actual: &Self) -> Self {
        let width = expected.width.max(actual.width);
        let height = expected.height.max(actual.height);
        let mut all =
            Self { width, height: 3 * height + 2 * GAP, shades: vec![GAP_SHADE; width * (3 * height + 2 * GAP)] };
        for y in 0..height {
            for x in 0..width {
                let (before, now) = (expected.get(x, y), actual.get(x, y));
                all.set(x, y, before);
                all.set(x, height + GAP + y, now);
                all.set(x, 2 * (height + GAP) + y, if before == now { now / 6 } else { 255 });
            }
        }
        all.enlarged(3)
    }

    fn enlarged(&self, by: usize) -> Self {
        let mut large = Self::new(self.width * by, self.height * by);
        for y in 0..large.height {
            for x in 0..large.width {
                large.set(x, y, self.get(x / by, y / by));
            }
        }
        large
    }

    /// Many screens on one sheet, each pixel with the dark rim that it has on a real screen.
    pub fn sheet(screens: &[(String, Self)], columns: usize, scale: usize) -> Self {
        let margin = 5 * scale;
        let cell = WIDTH * scale + margin;
        let mut rows: Vec<(usize, &[(String, Self)])> = Vec::new();
        for row in screens.chunk_by(|a, b| a.1.height == b.1.height).flat_map(|alike| alike.chunks(columns)) {
            rows.push((row[0].1.height * scale + margin, row));
        }
        let height = rows.iter().map(|(height, _)| height).sum::<usize>() + margin;
        let width = cell * columns + margin;
        let mut sheet = Self { width, height, shades: vec![56; width * height] };
        let mut top = margin;
        for (tall, row) in rows {
            for (nth, (_, screen)) in row.iter().enumerate() {
                let left = margin + nth * cell;
                for y in 0..screen.height * scale {
                    for x in 0..screen.width * scale {
                        let rim = scale > 2 && (x % scale == scale - 1 || y % scale == scale - 1);
                        let lit = screen.get(x / scale, y / scale) > 0;
                        sheet.set(
                            left + x,
                            top + y,
                            if !lit {
                                0
                            } else if rim {
                                150
                            } else {
                                255
                            },
                        );
                    }
                }
            }
            top += tall;
        }
        sheet
    }

    pub fn save(&self, path: &Path) {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).expect("a folder for pictures");
        }
        let file = BufWriter::new(File::create(path).expect("a picture file"));
        let mut encoder = png::Encoder::new(file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().expect("a picture's head");
        writer.write_image_data(&self.shades).expect("a picture's body");
    }

    pub fn load(path: &Path) -> Option<Self> {
        let file = std::io::BufReader::new(File::open(path).ok()?);
        let mut reader = png::Decoder::new(file).read_info().ok()?;
        let mut shades = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut shades).ok()?;
        shades.truncate(info.buffer_size());
        Some(Self { width: info.width as usize, height: info.height as usize, shades })
    }
}
