//! Putting a few things in order. The standard library sorts millions well and takes eight kilobytes for it.

/// Sorts by key, smallest first; things with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(things: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..things.len() {
        for at in (1..=end).rev() {
            if key(&things[at - 1]) <= key(&things[at]) {
                break;
            }
            things.swap(at - 1, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;

    #[test]
    fn equal_keys_keep_their_order() {
        let mut things = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        sort_by_key(&mut things, |thing| thing.0);
        assert_eq!(things, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
    }
}
