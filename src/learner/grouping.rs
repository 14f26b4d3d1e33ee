//! Equal sequences brought together, in place and without recursion.
use core::cmp::Ordering;

/// One vote: a hash and the vote's index; after [`group`], 1 at the first of equal sequences and 0 at the others, and the index.
pub(super) type Item = [u32; 2];

/// The sequence of vote `index`, which is below the number of votes.
pub(super) fn sequence(votes: &[u32], length: usize, index: u32) -> &[u32] {
    // Neither product nor sum overflows where the index is below the number of votes; elsewhere the slice is empty.
    let start = (index as usize).saturating_mul(length);
    votes
        .get(start..start.saturating_add(length))
        .unwrap_or_default()
}

/// Brings equal sequences next to each other, the one with the lowest index first.
///
/// By a hash of 32 bits, and within one hash by the sequences themselves: hashes that collide cost time and change nothing.
pub(super) fn group(votes: &[u32], length: usize, items: &mut [Item]) {
    for (index, item) in (0u32..).zip(items.iter_mut()) {
        *item = [hash(sequence(votes, length, index)), index];
    }
    heapsort(items, |a, b| a < b);
    mark(votes, length, items);
}

/// The second half of [`group`], for votes in the order of their hashes.
fn mark(votes: &[u32], length: usize, items: &mut [Item]) {
    let of = |index: u32| sequence(votes, length, index);
    let mut rest = items;
    while let Some([hash, first]) = rest.first().copied() {
        let same = rest.iter().take_while(|[h, _]| *h == hash).count();
        let Some((run, after)) = rest.split_at_mut_checked(same) else {
            return;
        };
        if run.iter().any(|[_, index]| of(*index) != of(first)) {
            heapsort(run, |[_, a], [_, b]| match of(a).cmp(of(b)) {
                Ordering::Equal => a < b,
                order => order == Ordering::Less,
            });
        }
        let mut previous = None;
        for [start, index] in run {
            *start = u32::from(previous.is_none_or(|p| of(p) != of(*index)));
            previous = Some(*index);
        }
        rest = after;
    }
}

/// (index of the first, number) of equal votes, of items that [`group`] has ordered.
pub(super) fn groups(items: &[Item]) -> impl Iterator<Item = (u32, u32)> {
    let mut rest = items;
    core::iter::from_fn(move || {
        let ([_, first], after) = rest.split_first()?;
        let others = after.iter().take_while(|[start, _]| *start == 0).count();
        rest = after.get(others..)?;
        // At most 2^24 votes.
        Some((*first, 1 + others as u32))
    })
}

/// 32 bits of a product that every symbol changes. Nothing but speed rests on it.
fn hash(sequence: &[u32]) -> u32 {
    let mixed = sequence.iter().fold(0u64, |h, symbol| {
        (h.rotate_left(23) ^ u64::from(*symbol)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    // The upper half.
    (mixed >> 32) as u32
}

/// Williams 1964, Algorithm 232: n log n comparisons at worst, no more memory, no recursion.
fn heapsort(items: &mut [Item], less: impl Fn(Item, Item) -> bool) {
    for root in (0..items.len() / 2).rev() {
        sift(items, root, &less);
    }
    let mut heap = items;
    while let Some((last, others)) = heap.split_last_mut() {
        if let Some(first) = others.first_mut() {
            core::mem::swap(first, last);
        }
        sift(others, 0, &less);
        heap = others;
    }
}

/// Lets the item at `root` sink below all that are larger.
fn sift(heap: &mut [Item], mut root: usize, less: &impl Fn(Item, Item) -> bool) {
    let Some(item) = heap.get(root).copied() else {
        return;
    };
    loop {
        // No overflow: at most 2^24 items.
        let left = root.saturating_mul(2).saturating_add(1);
        let right = left.saturating_add(1);
        let Some(mut larger) = heap.get(left).copied() else {
            return;
        };
        let mut child = left;
        if let Some(other) = heap.get(right).copied()
            && less(larger, other)
        {
            (child, larger) = (right, other);
        }
        if !less(item, larger) {
            return;
        }
        if let Ok([upper, lower]) = heap.get_disjoint_mut([root, child]) {
            core::mem::swap(upper, lower);
        }
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::{Item, group, groups, hash, heapsort, mark, sequence};
    use std::collections::{BTreeMap, HashMap};
    use std::vec;
    use std::vec::Vec;

    /// Numbers of one stream (Knuth's MMIX generator).
    fn numbers(mut state: u64) -> impl FnMut(u64) -> u32 {
        move |below| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % below) as u32
        }
    }

    #[test]
    fn sorts_every_small_order_and_long_ones() {
        let mut number = numbers(1);
        for n in 0..200 {
            for spread in [1, 3, 1000] {
                let mut items: Vec<Item> = (0..n).map(|i| [number(spread), i]).collect();
                let mut expected = items.clone();
                expected.sort();
                heapsort(&mut items, |a, b| a < b);
                assert_eq!(items, expected);
            }
        }
    }

    fn counted(votes: &[u32], length: usize, items: &[Item]) -> BTreeMap<Vec<u32>, (u32, u32)> {
        let mut seen = BTreeMap::new();
        for (first, count) in groups(items) {
            let of = sequence(votes, length, first).to_vec();
            assert!(seen.insert(of, (first, count)).is_none(), "counted twice");
        }
        seen
    }

    fn expected(votes: &[u32], length: usize) -> BTreeMap<Vec<u32>, (u32, u32)> {
        let mut seen = BTreeMap::new();
        for (index, vote) in (0..).zip(votes.chunks(length)) {
            seen.entry(vote.to_vec()).or_insert((index, 0)).1 += 1;
        }
        seen
    }

    #[test]
    fn groups_are_those_of_a_map() {
        let mut number = numbers(2);
        for k in 1..120 {
            for length in [1, 2, 5] {
                let votes: Vec<u32> = (0..k * length).map(|_| number(3)).collect();
                let mut items = vec![[0; 2]; k];
                group(&votes, length, &mut items);
                assert_eq!(counted(&votes, length, &items), expected(&votes, length));
            }
        }
    }

    /// Two hundred pairs of votes whose hashes collide, and one hash for all: counted apart.
    #[test]
    fn colliding_hashes_are_counted_apart() {
        let mut by_hash: HashMap<u32, [u32; 2]> = HashMap::new();
        let (mut number, mut votes) = (numbers(3), Vec::new());
        while votes.len() < 400 * 2 {
            let vote = [number(1 << 20), number(1 << 20)];
            if let Some(other) = by_hash.insert(hash(&vote), vote)
                && other != vote
            {
                votes.extend(vote);
                votes.extend(other);
            }
        }
        let again = votes.clone();
        votes.extend(&again[100..300]);
        let mut items = vec![[0; 2]; votes.len() / 2];
        group(&votes, 2, &mut items);
        assert_eq!(counted(&votes, 2, &items), expected(&votes, 2));
        for (index, item) in (0..).zip(&mut items) {
            *item = [7, index];
        }
        mark(&votes, 2, &mut items);
        assert_eq!(counted(&votes, 2, &items), expected(&votes, 2));
    }
}
