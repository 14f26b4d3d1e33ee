//! Counts on a support: what is recorded, what is refused, and that a refusal changes nothing.
use dpmarkov::Error;
use dpmarkov::counts::{
    Outside, Session, SparseCounts, SparseCountsMut, Support, TransitionCounts,
};
use proptest::prelude::*;
use support::supports::{compressed, mask_of, rows};

mod support;

/// 0 -> 0, 1;  1 -> 0;  2 -> 0, 1, 2
const STARTS: [u32; 4] = [0, 2, 3, 6];
const TARGETS: [u16; 6] = [0, 1, 0, 0, 1, 2];

fn three() -> Support<'static> {
    Support::from_csr(&STARTS, &TARGETS, 3).expect("a support")
}

#[test]
fn shapes_are_checked() {
    for len in [0, 5, 7] {
        assert_eq!(
            SparseCounts::new(three(), &vec![0; len]).err(),
            Some(Error::Length)
        );
        let mut cells = vec![0; len];
        let made = SparseCountsMut::new(three(), Outside::Drop, &mut cells);
        assert_eq!(made.err(), Some(Error::Length));
    }
    let made = |other| SparseCountsMut::new(three(), Outside::Other(other), &mut [0; 6]).err();
    assert_eq!(made(0), None);
    // not in row 1
    assert_eq!(made(1), Some(Error::Support));
    assert_eq!(
        (made(3), made(usize::MAX)),
        (Some(Error::StateIndex), Some(Error::StateIndex))
    );
    let counts = SparseCounts::new(three(), &[u32::MAX; 6]).expect("six");
    assert_eq!(counts.row_total(2), Some(3 * u64::from(u32::MAX)));
    assert_eq!((counts.row(3), counts.row_total(usize::MAX)), (None, None));
}

#[test]
fn what_becomes_of_events_outside() {
    for (outside, expected, result) in [
        (Outside::Refuse, [0; 6], Err(Error::Infeasible)),
        (Outside::Drop, [0; 6], Ok(())),
        (Outside::Other(0), [0, 0, 5, 0, 0, 0], Ok(())),
    ] {
        let mut cells = [0; 6];
        let mut counts = SparseCountsMut::new(three(), outside, &mut cells).expect("six");
        assert_eq!(counts.outside(), outside);
        assert_eq!(counts.record(1, 2, 5), result);
        for (from, to) in [(3, 0), (0, 3), (usize::MAX, usize::MAX)] {
            assert_eq!(counts.record(from, to, 1), Err(Error::StateIndex));
        }
        assert_eq!(cells, expected, "{outside:?}");
    }
}

#[test]
fn a_whole_session_or_none_of_it() {
    let before = [4, 0, u32::MAX - 1, 0, 0, 0];
    let refused = |outside, session: &[usize]| {
        let mut cells = before;
        let mut counts = SparseCountsMut::new(three(), outside, &mut cells).expect("six");
        let error = counts.record_session(session).expect_err("refused");
        assert_eq!(cells, before, "{session:?}");
        error
    };
    // after three events that count
    assert_eq!(
        refused(Outside::Refuse, &[0, 0, 1, 0, 2]),
        Error::Infeasible
    );
    assert_eq!(
        refused(Outside::Drop, &[0, 1, 0, 2, 1, 0]),
        Error::CountOverflow
    );
    assert_eq!(refused(Outside::Drop, &[0, 1, 0, 3]), Error::StateIndex);
    // 1 -> 1 and 1 -> 2 count as 1 -> 0 and overflow it
    assert_eq!(
        refused(Outside::Other(0), &[2, 1, 1, 2]),
        Error::CountOverflow
    );
}

#[test]
fn a_visit_that_overflows_leaves_the_session_where_it_was() {
    let mut cells = [0, u32::MAX, 0, 0, 0, 0];
    let mut counts = SparseCountsMut::new(three(), Outside::Refuse, &mut cells).expect("six");
    let mut session = Session::new();
    session.visit_sparse(&mut counts, 0).expect("the first");
    assert_eq!(
        session.visit_sparse(&mut counts, 1),
        Err(Error::CountOverflow)
    );
    assert_eq!(session.visit_sparse(&mut counts, 3), Err(Error::StateIndex));
    session.visit_sparse(&mut counts, 0).expect("0 -> 0");
    // infeasible: the session is in 2 all the same
    assert_eq!(session.visit_sparse(&mut counts, 2), Err(Error::Infeasible));
    session.visit_sparse(&mut counts, 1).expect("2 -> 1");
    session.end();
    session
        .visit_sparse(&mut counts, 2)
        .expect("another session");
    assert_eq!(cells, [1, u32::MAX, 0, 0, 1, 0]);
}

#[test]
fn merging() {
    let mut cells = [1, 2, 3, 4, 5, u32::MAX];
    let mut counts = SparseCountsMut::new(three(), Outside::Drop, &mut cells).expect("six");
    let of = |cells| SparseCounts::new(three(), cells).expect("six");
    assert_eq!(
        counts.merge(of(&[1, 1, 1, 1, 1, 1])),
        Err(Error::CountOverflow)
    );
    assert_eq!(counts.as_counts().as_slice(), [1, 2, 3, 4, 5, u32::MAX]);
    counts.merge(of(&[1, 1, 1, 1, 1, 0])).expect("room");
    let other = Support::from_csr(&STARTS, &[0, 2, 0, 0, 1, 2], 3).expect("a support");
    let other = SparseCounts::new(other, &[0; 6]).expect("six");
    assert_eq!(counts.merge(other), Err(Error::Support));
    let small = SparseCounts::new(Support::full(2).expect("full"), &[0; 4]).expect("four");
    assert_eq!(counts.merge(small), Err(Error::Length));
    assert_eq!(counts.as_counts().as_slice(), [2, 3, 4, 5, 6, u32::MAX]);
    counts.wipe();
    assert_eq!(cells, [0; 6]);
}

#[test]
fn debug_shows_no_count() {
    let mut cells = [424_242; 6];
    let shown = format!("{:?}", SparseCounts::new(three(), &cells));
    let mutable = SparseCountsMut::new(three(), Outside::Other(0), &mut cells).expect("six");
    let shown = format!("{shown} {mutable:?}");
    assert!(
        !shown.contains("424242") && shown.contains("states: 3"),
        "{shown}"
    );
}

proptest! {
    /// A mask and compressed rows count alike, and as a dense table does that is looked up cell by cell.
    #[test]
    fn events_count_where_they_should(
        rows in rows(2..40),
        sessions in prop::collection::vec(prop::collection::vec(0usize..40, 0..30), 0..6),
        outside in 0..3,
    ) {
        let n = rows.len();
        let mask = mask_of(&rows);
        let (starts, targets) = compressed(&rows);
        let forms = [
            Support::from_mask(&mask, n).expect("a mask"),
            Support::from_csr(&starts, &targets, n).expect("rows"),
        ];
        let other = (0..n).find(|to| rows.iter().all(|row| row.contains(to)));
        let outside = match (outside, other) {
            (0, _) => Outside::Refuse,
            (1, Some(other)) => Outside::Other(other),
            _ => Outside::Drop,
        };
        let mut cells = forms.map(|s| vec![0; s.cells()]);
        let mut want = vec![0; n * n];
        for session in &sessions {
            let known = session.iter().all(|s| *s < n);
            let feasible = session.windows(2).all(|e| rows.get(e[0]).is_some_and(|row| row.contains(&e[1])));
            let expected = match outside {
                _ if !known => Err(Error::StateIndex),
                Outside::Refuse if !feasible => Err(Error::Infeasible),
                _ => Ok(()),
            };
            for (support, cells) in forms.iter().zip(&mut cells) {
                let mut counts = SparseCountsMut::new(*support, outside, cells).expect("cells");
                prop_assert_eq!(counts.record_session(session), expected);
            }
            for event in session.windows(2).filter(|_| expected.is_ok()) {
                match (rows[event[0]].contains(&event[1]), outside) {
                    (true, _) => want[event[0] * n + event[1]] += 1,
                    (false, Outside::Other(other)) => want[event[0] * n + other] += 1,
                    (false, _) => {}
                }
            }
        }
        prop_assert_eq!(&cells[0], &cells[1]);
        let counts = SparseCounts::new(forms[0], &cells[0]).expect("cells");
        for (from, (row, other)) in counts.rows().zip(SparseCounts::new(forms[1], &cells[1]).expect("cells").rows()).enumerate() {
            prop_assert_eq!(row, other);
            prop_assert_eq!(Some(row), counts.row(from));
            for (to, count) in rows[from].iter().zip(row) {
                prop_assert_eq!(want[from * n + to], *count);
            }
        }
        prop_assert_eq!(counts.rows().count(), n);
        prop_assert_eq!(want.iter().sum::<u32>(), cells[0].iter().sum::<u32>());
    }

    /// The full support counts as the dense table does.
    #[test]
    fn the_full_support_is_the_dense_table(states in prop::collection::vec(0usize..5, 0..60)) {
        let mut dense = TransitionCounts::<5>::new();
        dense.record_session(&states).expect("room");
        let mut cells = [0; 25];
        let full = Support::full(5).expect("five");
        let mut counts = SparseCountsMut::new(full, Outside::Refuse, &mut cells).expect("cells");
        counts.record_session(&states).expect("feasible");
        prop_assert!(counts.as_counts().rows().eq(dense.as_counts().rows()));
        // visit by visit
        let mut again = [0; 25];
        let mut counts = SparseCountsMut::new(full, Outside::Refuse, &mut again).expect("cells");
        let mut session = Session::new();
        for state in &states {
            session.visit_sparse(&mut counts, *state).expect("feasible");
        }
        prop_assert_eq!(cells, again);
    }
}
