//! Dirty regions: the cheapest windows to send so that a panel shows another picture.

use super::frame::{PixelPage, WIDTH};

/// A block of bytes: some columns of some pages, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub first_page: u8,
    pub last_page: u8,
    pub first_column: u8,
    pub last_column: u8,
}

impl Window {
    /// The whole picture of a panel with `pages` pages.
    pub const fn all(pages: usize) -> Self {
        Self { first_page: 0, last_page: pages as u8 - 1, first_column: 0, last_column: WIDTH as u8 - 1 }
    }

    pub const fn columns(&self) -> usize {
        self.last_column as usize - self.first_column as usize + 1
    }

    pub const fn pages(&self) -> usize {
        self.last_page as usize - self.first_page as usize + 1
    }

    pub const fn bytes(&self) -> usize {
        self.columns() * self.pages()
    }

    /// The bytes of the window in a picture, page after page, in sending order.
    pub fn rows<'a>(&self, pages: &'a [PixelPage]) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let columns = self.first_column as usize..=self.last_column as usize;
        let rows = pages.get(self.first_page as usize..=self.last_page as usize).unwrap_or(&[]);
        rows.iter().map(move |page| &page[columns.clone()])
    }

    pub const fn holds(&self, other: &Self) -> bool {
        self.first_page <= other.first_page
            && other.last_page <= self.last_page
            && self.first_column <= other.first_column
            && other.last_column <= self.last_column
    }

    /// Where the content of this window lies once a picture of `pages` pages is rotated by 180°.
    #[must_use]
    pub const fn rotated(&self, pages: usize) -> Self {
        let (last_page, last_column) = (pages as u8 - 1, WIDTH as u8 - 1);
        Self {
            first_page: last_page - self.last_page,
            last_page: last_page - self.first_page,
            first_column: last_column - self.last_column,
            last_column: last_column - self.first_column,
        }
    }

    fn with(&self, other: &Self) -> Self {
        Self {
            first_page: self.first_page.min(other.first_page),
            last_page: self.last_page.max(other.last_page),
            first_column: self.first_column.min(other.first_column),
            last_column: self.last_column.max(other.last_column),
        }
    }
}

/// What a panel's addressing costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Addressing {
    /// Bytes on the bus for a new window, besides those in it.
    pub cost: usize,
    /// True if a window may be taller than a page.
    pub tall: bool,
}

/// A list of windows with room for any small change; if there are more, close ones are merged.
pub type Windows = heapless::Vec<Window, 24>;

/// The windows to send to turn the picture `from` into the picture `to`, which differ only inside `within`.
pub fn difference(from: &[PixelPage], to: &[PixelPage], within: Window, addressing: Addressing) -> Windows {
    let mut windows = Windows::new();
    let (first, last) = (usize::from(within.first_column), usize::from(within.last_column).min(WIDTH - 1));
    let (above, pages) = (usize::from(within.first_page), within.pages());
    for (page, (from, to)) in from.iter().zip(to).enumerate().skip(above).take(pages) {
        let mut column = first;
        while let Some(start) = (column..=last).find(|&x| from[x] != to[x]) {
            // A gap shorter than a new address is cheaper to send than to skip.
            let mut end = start;
            let mut x = start + 1;
            while x <= last && x - end <= addressing.cost {
                if from[x] != to[x] {
                    end = x;
                }
                x += 1;
            }
            let run = Window {
                first_page: page as u8,
                last_page: page as u8,
                first_column: start as u8,
                last_column: end as u8,
            };
            add(&mut windows, run, addressing);
            column = end + 1;
        }
    }
    if addressing.tall {
        while let Some((keep, drop)) = best_pair(&windows, addressing, 0) {
            let both = windows[keep].with(&windows[drop]);
            windows.swap_remove(drop);
            windows[keep] = both;
        }
    }
    windows
}

fn add(windows: &mut Windows, run: Window, addressing: Addressing) {
    if addressing.tall {
        // Usually the run lies below a window with about the same columns: the next page of a numeral.
        let above = windows.iter_mut().find(|window| saving(window, &run, addressing) >= 0);
        if let Some(above) = above {
            *above = above.with(&run);
            return;
        }
    }
    if windows.is_full() {
        make_room(windows, addressing);
    }
    let _ = windows.push(run);
}

/// Merges the two windows that cost the fewest extra bytes; within one page if the controller has no taller windows.
fn make_room(windows: &mut Windows, addressing: Addressing) {
    if let Some((keep, drop)) = best_pair(windows, addressing, i32::MIN) {
        let both = windows[keep].with(&windows[drop]);
        windows.swap_remove(drop);
        windows[keep] = both;
    }
}

/// The pair whose union saves most, if it saves at least `least` bytes.
fn best_pair(windows: &Windows, addressing: Addressing, least: i32) -> Option<(usize, usize)> {
    let mut best = None;
    let mut most = least;
    for keep in 0..windows.len() {
        for drop in keep + 1..windows.len() {
            let (a, b) = (&windows[keep], &windows[drop]);
            if !addressing.tall && a.first_page != b.first_page {
                continue;
            }
            let saved = saving(a, b, addressing);
            if saved >= most {
                most = saved;
                best = Some((keep, drop));
            }
        }
    }
    best
}

/// Bytes saved by sending one window around both instead of two.
fn saving(a: &Window, b: &Window, addressing: Addressing) -> i32 {
    (a.bytes() + b.bytes() + addressing.cost) as i32 - a.with(b).bytes() as i32
}
