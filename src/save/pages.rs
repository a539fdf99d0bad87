//! Flash as pages that are known to be whole. A real chip that loses power while it erases leaves any mixture of bits,
//! even a page that looks full, so each page carries a mark that is destroyed before an erase and written after it.
//! Knows nothing of what is stored.

use embedded_storage_async::nor_flash::{ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash};

/// Raised when what lies in flash would be misread by an older or newer firmware.
pub const LAYOUT: u8 = 1;

const MARK: [u8; MARK_LEN] = [b'D', b'i', b'a', b'l', b's', LAYOUT, !LAYOUT, b'.'];
const MARK_LEN: usize = 8;
/// One byte of a mark may rot away. Two layouts differ in two bytes.
const MARK_ENOUGH: usize = MARK_LEN - 1;
/// The map looks behind a torn item word by word for the next one. Its item header is one such word, so it never takes
/// the end of a torn header together with the beginning of the next one for a header.
const WORD: usize = 8;
/// A page is larger than a sector so that a few rounds fit between two erases.
const SECTORS: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageError<E> {
    Device(E),
    /// The chip did not keep what was written, or did not become empty.
    Worn,
    /// Over the edge of a page.
    Outside,
}

impl<E: NorFlashError> NorFlashError for PageError<E> {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::Device(error) => error.kind(),
            Self::Worn => NorFlashErrorKind::Other,
            Self::Outside => NorFlashErrorKind::OutOfBounds,
        }
    }
}

/// What the marks of a shelf of pages say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    Ours,
    /// By a firmware with another layout.
    OtherLayout,
    /// Nobody's: new from the factory, or past reading.
    Nobodys,
}

/// A shelf: equal pages, addressed from 0, of which the marks are not part.
#[derive(Debug)]
pub struct Pages<F> {
    flash: F,
    base: u32,
    count: u32,
    written_to: Option<u32>,
    failed_erase: bool,
}

impl<F: NorFlash> Pages<F> {
    pub const SIZE: u32 = (SECTORS * F::ERASE_SIZE) as u32;
    pub const USABLE: u32 = Self::SIZE - MARK_LEN as u32;

    pub fn new(flash: F, base: u32, count: u32) -> Self {
        const { assert!(WORD.is_multiple_of(F::WRITE_SIZE) && WORD.is_multiple_of(F::READ_SIZE)) }
        const { assert!(MARK_LEN.is_multiple_of(WORD)) }
        Self { flash, base, count, written_to: None, failed_erase: false }
    }

    /// Continues with another shelf of as many pages.
    pub fn turn_to(&mut self, base: u32) {
        self.base = base;
        self.written_to = None;
        self.failed_erase = false;
    }

    /// A page of this shelf lies unmarked since its erase failed: whatever is written there would be gone after the next
    /// power-up.
    pub fn failed_erase(&self) -> bool {
        self.failed_erase
    }

    pub fn count(&self) -> u32 {
        self.count
    }

    pub fn flash(&mut self) -> &mut F {
        &mut self.flash
    }

    pub fn into_flash(self) -> F {
        self.flash
    }

    /// Bytes left in the page that was written last, if one was.
    pub fn free(&self) -> Option<u32> {
        let end = self.written_to?;
        Some((Self::USABLE - WORD as u32).saturating_sub(end % Self::USABLE))
    }

    /// The page that was written last.
    pub fn current(&self) -> Option<u32> {
        self.written_to.map(|end| end / Self::USABLE)
    }

    pub async fn marked(&mut self) -> Result<Marked, PageError<F::Error>> {
        let mut marked = Marked::Nobodys;
        for page in 0..self.count {
            let mark = self.mark(page).await?;
            if alive(&mark) {
                return Ok(Marked::Ours);
            }
            if mark[..5] == MARK[..5] && mark[5] == !mark[6] {
                marked = Marked::OtherLayout;
            }
        }
        Ok(marked)
    }

    /// Nothing but perhaps remains of marks, as an interrupted first format leaves them.
    pub async fn is_unused(&mut self) -> Result<bool, PageError<F::Error>> {
        for page in 0..self.count {
            if !self.is_blank(page, Self::USABLE).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Finishes every erase that was cut off. Only for a shelf that is [`Marked::Ours`].
    pub async fn heal(&mut self) -> Result<(), PageError<F::Error>> {
        for page in 0..self.count {
            if !alive(&self.mark(page).await?) {
                self.renew(page).await?;
            }
        }
        Ok(())
    }

    /// Empties the whole shelf and makes it ours.
    pub async fn format(&mut self) -> Result<(), PageError<F::Error>> {
        self.written_to = None;
        for page in 0..self.count {
            if matches!(self.is_blank(page, Self::SIZE).await, Ok(true)) {
                self.write_mark(page, &MARK).await?;
            } else {
                self.renew(page).await?;
            }
        }
        Ok(())
    }

    /// Leaves the whole shelf as from the factory, page `last` at last.
    pub async fn wipe(&mut self, last: u32) -> Result<(), PageError<F::Error>> {
        self.written_to = None;
        for step in 1..=self.count {
            let page = (last + step) % self.count;
            if !matches!(self.is_blank(page, Self::SIZE).await, Ok(true)) {
                self.clear(page).await?;
            }
        }
        Ok(())
    }

    async fn renew(&mut self, page: u32) -> Result<(), PageError<F::Error>> {
        self.failed_erase = true;
        self.clear(page).await?;
        self.write_mark(page, &MARK).await?;
        self.failed_erase = false;
        Ok(())
    }

    async fn clear(&mut self, page: u32) -> Result<(), PageError<F::Error>> {
        let start = self.base + page * Self::SIZE;
        // The page holds nothing that is needed any more; from here on it is erased again after a cut.
        self.write_mark(page, &[0; MARK_LEN]).await?;
        for sector in 0..SECTORS as u32 {
            let from = start + sector * F::ERASE_SIZE as u32;
            self.flash.erase(from, from + F::ERASE_SIZE as u32).await.map_err(PageError::Device)?;
        }
        if self.is_blank(page, Self::SIZE).await? { Ok(()) } else { Err(PageError::Worn) }
    }

    async fn mark(&mut self, page: u32) -> Result<[u8; MARK_LEN], PageError<F::Error>> {
        let mut mark = [0; MARK_LEN];
        let at = self.base + page * Self::SIZE + Self::USABLE;
        self.flash.read(at, &mut mark).await.map_err(PageError::Device)?;
        Ok(mark)
    }

    async fn write_mark(&mut self, page: u32, mark: &[u8; MARK_LEN]) -> Result<(), PageError<F::Error>> {
        self.program(self.base + page * Self::SIZE + Self::USABLE, mark).await
    }

    async fn program(&mut self, at: u32, bytes: &[u8]) -> Result<(), PageError<F::Error>> {
        self.flash.write(at, bytes).await.map_err(PageError::Device)?;
        // Chips behind a boot ROM report nothing, so look.
        let mut seen = Aligned([0; 64]);
        for (i, piece) in bytes.chunks(seen.0.len()).enumerate() {
            let seen = &mut seen.0[..piece.len()];
            let from = at + (i * 64) as u32;
            self.flash.read(from, seen).await.map_err(PageError::Device)?;
            if seen != piece {
                return Err(PageError::Worn);
            }
        }
        Ok(())
    }

    async fn is_blank(&mut self, page: u32, len: u32) -> Result<bool, PageError<F::Error>> {
        let mut seen = Aligned([0; 64]);
        let start = self.base + page * Self::SIZE;
        let mut at = 0;
        while at < len {
            let piece = (len - at).min(64) as usize;
            let seen = &mut seen.0[..piece];
            self.flash.read(start + at, seen).await.map_err(PageError::Device)?;
            if seen.iter().any(|&byte| byte != 0xFF) {
                return Ok(false);
            }
            at += piece as u32;
        }
        Ok(true)
    }

    fn place(&self, offset: u32, len: usize) -> Result<u32, PageError<F::Error>> {
        let (page, within) = (offset / Self::USABLE, offset % Self::USABLE);
        if page >= self.count || within + len as u32 > Self::USABLE {
            return Err(PageError::Outside);
        }
        Ok(self.base + page * Self::SIZE + within)
    }
}

fn alive(mark: &[u8; MARK_LEN]) -> bool {
    mark.iter().zip(MARK).filter(|(seen, meant)| **seen == *meant).count() >= MARK_ENOUGH
}

/// Some flash is read by words of four bytes.
#[repr(align(4))]
struct Aligned([u8; 64]);

impl<F: NorFlash> ErrorType for Pages<F> {
    type Error = PageError<F::Error>;
}

impl<F: NorFlash> ReadNorFlash for Pages<F> {
    const READ_SIZE: usize = WORD;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Self::Error> {
        let at = self.place(offset, bytes.len())?;
        self.flash.read(at, bytes).await.map_err(PageError::Device)
    }

    fn capacity(&self) -> usize {
        (self.count * Self::USABLE) as usize
    }
}

impl<F: NorFlash> NorFlash for Pages<F> {
    const WRITE_SIZE: usize = WORD;
    const ERASE_SIZE: usize = SECTORS * F::ERASE_SIZE - MARK_LEN;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Self::Error> {
        for page in from / Self::USABLE..to / Self::USABLE {
            self.place(page * Self::USABLE, 0)?;
            self.renew(page).await?;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Self::Error> {
        let at = self.place(offset, bytes.len())?;
        self.written_to = None;
        self.program(at, bytes).await?;
        self.written_to = Some(offset + bytes.len() as u32);
        Ok(())
    }
}
