//! Supports for tests.
use dpmarkov::counts::{Outside, Support};

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
