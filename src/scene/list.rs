//! A short list that is copied like any plain value: scenes are handed from one part to the next by copying them, which is
//! one move of memory as long as everything in them is plain.

use core::ops::{Deref, DerefMut};

/// At most `N` items; what finds no room is left out.
#[derive(Clone, Copy, Debug)]
pub struct List<T, const N: usize> {
    items: [T; N],
    length: u8,
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    pub fn new() -> Self {
        Self { items: [T::default(); N], length: 0 }
    }

    pub fn push(&mut self, item: T) {
        if let Some(place) = self.items.get_mut(usize::from(self.length)) {
            *place = item;
            self.length += 1;
        }
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.items.get(..self.length.into()).unwrap_or_default()
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.items.get_mut(..self.length.into()).unwrap_or_default()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}
