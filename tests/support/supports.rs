//! Supports for tests.
use dpmarkov::counts::{Outside, Support};
use proptest::prelude::*;

/// Every mask of n states, n at most 5, in which each row has a target.
pub fn all_masks(n: usize) -> Vec<Vec<u32>> {
    let rows = (1usize << n) - 1;
    (0..rows.pow(n as u32))
        .map(|code| {
            (0..n)
                .map(|i| (code / rows.pow(i as u32) % rows + 1) as u32)
                .collect()
        })
        .collect()
}

/// Everything but `Refuse`, with every state that is in all rows.
pub fn outsides(support: &Support<'_>) -> Vec<Outside> {
    let n = support.states();
    let everywhere = |to: &usize| (0..n).all(|from| support.contains(from, *to));
    let others = (0..n).filter(everywhere).map(Outside::Other);
    std::iter::once(Outside::Drop).chain(others).collect()
}

/// The targets of every row, rising: any number of states in `states`, each row sparse or dense.
pub fn rows(states: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Vec<usize>>> {
    states.prop_flat_map(|n| {
        let row = prop_oneof![
            prop::collection::btree_set(0..n, 1..=n.min(3)),
            prop::collection::btree_set(0..n, 1..=n),
            Just((0..n).collect()),
        ];
        let row = row.prop_map(|targets| targets.into_iter().collect());
        prop::collection::vec(row, n)
    })
}

pub fn mask_of(rows: &[Vec<usize>]) -> Vec<u32> {
    let words = rows.len().div_ceil(32);
    let mut mask = vec![0; rows.len() * words];
    for (row, targets) in mask.chunks_mut(words).zip(rows) {
        targets.iter().for_each(|to| row[to / 32] |= 1 << (to % 32));
    }
    mask
}

pub fn compressed(rows: &[Vec<usize>]) -> (Vec<u32>, Vec<u16>) {
    let ends = rows.iter().scan(0, |end, row| {
        *end += row.len() as u32;
        Some(*end)
    });
    let starts = std::iter::once(0).chain(ends).collect();
    (starts, rows.iter().flatten().map(|to| *to as u16).collect())
}
