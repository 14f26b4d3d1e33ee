//! Supports as sets: what is refused, and that a mask and compressed rows of one set are the same in everything.
use dpmarkov::Error;
use dpmarkov::counts::Support;
use proptest::prelude::*;
use support::supports::{compressed, mask_of};

mod support;

fn error(support: Result<Support<'_>, Error>) -> Option<Error> {
    support.err()
}

#[test]
fn masks_that_are_none() {
    for n in [0, 1, 65_536, usize::MAX] {
        assert_eq!(error(Support::from_mask(&[1; 4], n)), Some(Error::States));
        assert_eq!(error(Support::full(n)), Some(Error::States), "{n}");
    }
    for words in [0, 1, 3] {
        assert_eq!(
            error(Support::from_mask(&vec![1; words], 2)),
            Some(Error::Length)
        );
    }
    // a word for 32 states, two for 33
    assert_eq!(Support::mask_len(32), 32);
    assert_eq!(Support::mask_len(33), 66);
    assert_eq!(error(Support::from_mask(&[1; 32], 33)), Some(Error::Length));
    // an empty row: the first, the last, in the middle
    for empty in 0..3 {
        let mut mask = [0b111; 3];
        mask[empty] = 0;
        assert_eq!(error(Support::from_mask(&mask, 3)), Some(Error::Support));
    }
    // bits beyond the last state
    for bit in [3, 4, 31] {
        let mask = [0b111, 0b1 | 1 << bit, 0b111];
        assert_eq!(error(Support::from_mask(&mask, 3)), Some(Error::Support));
    }
    let mut mask = vec![1; Support::mask_len(33)];
    mask.chunks_mut(2).for_each(|row| row[1] = 1);
    assert_eq!(Support::from_mask(&mask, 33).map(|s| s.cells()), Ok(66));
    mask[65] = 0b10;
    assert_eq!(error(Support::from_mask(&mask, 33)), Some(Error::Support));
    // all 32 bits of a word are states
    let mask = [u32::MAX; 32];
    assert!(Support::from_mask(&mask, 32).expect("full").is_full());
}

#[test]
fn compressed_rows_that_are_none() {
    let of = |starts: &[u32], targets: &[u16]| error(Support::from_csr(starts, targets, 3));
    assert_eq!(of(&[0, 1, 2, 3], &[0, 1, 2]), None);
    for n in [0, 1, 65_536, usize::MAX] {
        let built = Support::from_csr(&[0, 1], &[0], n);
        assert_eq!(error(built), Some(Error::States));
    }
    let cases: [(&[u32], &[u16], Error); 13] = [
        (&[], &[], Error::Length),
        (&[0, 1, 2], &[0, 1], Error::Length),
        (&[0, 1, 2, 3, 4], &[0, 1, 2, 0], Error::Length),
        // the last start is not the number of targets
        (&[0, 1, 2, 3], &[0, 1, 2, 2], Error::Length),
        (&[0, 1, 2, 3], &[0, 1], Error::Length),
        (&[0, 1, 2, u32::MAX], &[0, 1, 2], Error::Length),
        // does not begin with 0
        (&[1, 2, 2, 3], &[0, 1, 2], Error::Support),
        // falls, or leaves a row without a target
        (&[0, 2, 1, 3], &[0, 1, 2], Error::Support),
        (&[0, 0, 2, 3], &[0, 1, 2], Error::Support),
        (&[0, 3, 3, 3], &[0, 1, 2], Error::Support),
        // beyond the targets in the middle
        (&[0, 9, 9, 3], &[0, 1, 2], Error::Support),
        // targets that do not rise, and one that is no state
        (&[0, 2, 3, 4], &[1, 1, 0, 0], Error::Support),
        (&[0, 1, 2, 3], &[0, 1, 3], Error::Support),
    ];
    for (starts, targets, expected) in cases {
        assert_eq!(
            of(starts, targets),
            Some(expected),
            "{starts:?} {targets:?}"
        );
    }
    assert_eq!(of(&[0, 2, 3, 4], &[2, 1, 0, 0]), Some(Error::Support));
}

#[test]
fn what_is_not_there() {
    let mask = [0b11, 0b01];
    for support in [
        Support::from_mask(&mask, 2).expect("a mask"),
        Support::from_csr(&[0, 2, 3], &[0, 1, 0], 2).expect("rows"),
        Support::full(2).expect("full"),
    ] {
        for state in [2, 3, 32, 65_535, 65_536, usize::MAX] {
            assert!(support.row(state).is_none() && support.row_len(state).is_none());
            assert!(support.row_range(state).is_none());
            for (from, to) in [(state, 0), (0, state), (state, state)] {
                assert!(!support.contains(from, to), "{support:?} {from} {to}");
                assert_eq!(support.position(from, to), None);
            }
        }
    }
}

#[test]
fn the_most_states() {
    let n = 65_535;
    // a ring with a chord: i -> i, i + 1; state 0 has one target only
    let mut starts = vec![0u32];
    let mut targets = Vec::new();
    for i in 0..n {
        let mut row = if i == 0 {
            vec![1]
        } else {
            vec![i, (i + 1) % n]
        };
        row.sort_unstable();
        targets.extend(row.into_iter().map(|to| to as u16));
        starts.push(targets.len() as u32);
    }
    let ring = Support::from_csr(&starts, &targets, n).expect("a ring");
    assert_eq!(
        (ring.cells(), ring.fewest_cells(1), ring.fewest_cells(2)),
        (2 * n - 1, Some(1), Some(2))
    );
    assert_eq!((ring.most_cells(), ring.fewest_cells(3)), (2, None));
    assert_eq!(ring.position(65_534, 65_534), Some(2 * n - 2));
    assert_eq!(ring.position(65_534, 0), Some(2 * n - 3));
    // every transition: 2^32 - 131,071 cells and no memory
    let full = Support::full(n).expect("64 bits");
    assert_eq!(full.cells(), 65_535 * 65_535);
    assert_eq!(full.position(n - 1, n - 1), Some(full.cells() - 1));
    assert_eq!(full.row(n - 1).expect("a row").len(), n);
    assert!(full != ring && full.is_full() && !ring.is_full());
    let last = full.row_range(n - 1).expect("a row");
    assert_eq!(last.end, full.cells());
}

#[test]
fn compressed_rows_need_their_room() {
    let support = Support::from_mask(&[0b10, 0b01], 2).expect("a mask");
    let (mut starts, mut targets) = ([7; 3], [7; 2]);
    for (s, t) in [(2, 2), (4, 2), (3, 1), (3, 3)] {
        let (mut starts, mut targets) = (vec![7; s], vec![7; t]);
        assert_eq!(
            error(support.write_csr(&mut starts, &mut targets)),
            Some(Error::Length)
        );
        assert!(starts.iter().all(|x| *x == 7) && targets.iter().all(|x| *x == 7));
    }
    assert_eq!(support.write_csr(&mut starts, &mut targets), Ok(support));
    assert_eq!((starts, targets), ([0, 1, 2], [1, 0]));
}

#[test]
fn debug_shows_the_shape() {
    let support = Support::full(3).expect("full");
    assert_eq!(
        format!("{support:?}"),
        "Support { states: 3, cells: 9, .. }"
    );
}

proptest! {
    #[test]
    fn both_forms_are_the_same_set(rows in support::supports::rows(2..70)) {
        let n = rows.len();
        let mask = mask_of(&rows);
        let (starts, targets) = compressed(&rows);
        let a = Support::from_mask(&mask, n).expect("a mask");
        let b = Support::from_csr(&starts, &targets, n).expect("rows");
        prop_assert_eq!(a, b);
        let total: usize = rows.iter().map(Vec::len).sum();
        prop_assert_eq!((a.cells(), b.cells()), (total, total));
        prop_assert_eq!((a.most_cells(), a.fewest_cells(2)), (b.most_cells(), b.fewest_cells(2)));
        prop_assert_eq!(a.is_full(), total == n * n);
        let mut position = 0;
        for (from, row) in rows.iter().enumerate() {
            for s in [a, b] {
                let mut found = s.row(from).expect("a row");
                prop_assert_eq!(found.len(), row.len());
                for (i, to) in row.iter().enumerate() {
                    prop_assert_eq!(found.size_hint(), (row.len() - i, Some(row.len() - i)));
                    prop_assert_eq!(found.next(), Some(*to));
                }
                prop_assert_eq!((found.next(), found.next()), (None, None));
                prop_assert_eq!(s.row_range(from), Some(position..position + row.len()));
                for to in 0..n + 3 {
                    let place = row.iter().position(|t| *t == to).map(|i| position + i);
                    prop_assert_eq!(s.position(from, to), place);
                    prop_assert_eq!(s.contains(from, to), place.is_some());
                }
            }
            position += row.len();
        }
        let (mut s, mut t) = (vec![0; n + 1], vec![0; total]);
        prop_assert_eq!(a.write_csr(&mut s, &mut t), Ok(b));
        prop_assert_eq!((s, t), (starts, targets));
        // one more cell, or one less, is another set
        let mut other = rows.clone();
        match other.iter_mut().find(|row| row.len() > 1) {
            Some(row) => { row.pop(); }
            None => { other[0] = (0..n).collect(); }
        }
        let (s, t) = compressed(&other);
        prop_assert_ne!(a, Support::from_csr(&s, &t, n).expect("rows"));
    }
}
