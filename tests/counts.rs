//! Counts: what is recorded, what is refused, and that a refusal changes nothing.
use dpmarkov::Error;
use dpmarkov::counts::{Counts, CountsMut, Session, TransitionCounts};
use proptest::prelude::*;

#[test]
fn shapes_are_checked() {
    for n in [0, 1, 65_536, usize::MAX] {
        assert_eq!(Counts::new(&[0; 4], n).err(), Some(Error::States), "{n}");
        assert_eq!(
            CountsMut::new(&mut [0; 4], n).err(),
            Some(Error::States),
            "{n}"
        );
    }
    for cells in [&[][..], &[0; 3], &[0; 5]] {
        assert_eq!(Counts::new(cells, 2).err(), Some(Error::Length));
        assert_eq!(
            CountsMut::new(&mut cells.to_vec(), 2).err(),
            Some(Error::Length)
        );
    }
    assert!(Counts::new(&[0; 4], 2).unwrap().row(2).is_none());
    assert!(
        Counts::new(&[0; 4], 2)
            .unwrap()
            .row_total(usize::MAX)
            .is_none()
    );
}

#[test]
fn a_row_total_does_not_overflow() {
    let cells = [u32::MAX; 9];
    assert_eq!(
        Counts::new(&cells, 3).unwrap().row_total(2),
        Some(3 * u64::from(u32::MAX))
    );
}

#[test]
fn overflow_in_the_middle_of_a_session_is_undone() {
    let mut cells = [0, 5, u32::MAX - 1, 0];
    let before = cells;
    let mut counts = CountsMut::new(&mut cells, 2).unwrap();
    // 1 -> 0 twice: the second one overflows, after three events were counted.
    assert_eq!(
        counts.record_session(&[0, 1, 0, 1, 0]),
        Err(Error::CountOverflow)
    );
    assert_eq!(cells, before);
    CountsMut::new(&mut cells, 2)
        .unwrap()
        .record_session(&[0, 1, 0])
        .unwrap();
    assert_eq!(cells, [0, 6, u32::MAX, 0]);
}

#[test]
fn a_refused_visit_leaves_the_session_where_it_was() {
    let mut counts = TransitionCounts::<3>::new();
    let mut session = Session::new();
    session.visit(&mut counts.as_counts_mut(), 2).unwrap();
    assert_eq!(
        session.visit(&mut counts.as_counts_mut(), 3),
        Err(Error::StateIndex)
    );
    counts.record_many(2, 1, u32::MAX).unwrap();
    assert_eq!(
        session.visit(&mut counts.as_counts_mut(), 1),
        Err(Error::CountOverflow)
    );
    session.visit(&mut counts.as_counts_mut(), 0).unwrap();
    assert_eq!(counts.as_counts().row(2), Some(&[1, u32::MAX, 0][..]));
    // A table with fewer states than the session has seen.
    let mut session = Session::new();
    session.visit(&mut counts.as_counts_mut(), 2).unwrap();
    let mut small = TransitionCounts::<2>::new();
    assert_eq!(
        session.visit(&mut small.as_counts_mut(), 0),
        Err(Error::StateIndex)
    );
}

#[test]
fn debug_shows_no_count_and_no_state() {
    let mut counts = TransitionCounts::<2>::new();
    counts.record_many(1, 0, 424_242).unwrap();
    let mut session = Session::new();
    session.visit(&mut counts.as_counts_mut(), 1).unwrap();
    let shown = format!("{counts:?} {:?} {session:?}", counts.as_counts());
    let shown = format!("{shown} {:?}", counts.as_counts_mut());
    assert!(
        !shown.contains("424242") && !shown.contains("current"),
        "{shown}"
    );
}

#[test]
fn wiping_leaves_zeros() {
    let mut counts = TransitionCounts::<2>::new();
    counts.record_session(&[0, 1, 0]).unwrap();
    counts.wipe();
    assert!(counts.as_counts().rows().flatten().all(|c| *c == 0));
}

proptest! {
    #[test]
    fn a_whole_session_counts_as_its_visits_do(states in prop::collection::vec(0usize..5, 0..60)) {
        let mut whole = TransitionCounts::<5>::new();
        whole.record_session(&states).unwrap();
        let mut stepwise = TransitionCounts::<5>::new();
        let mut session = Session::new();
        for state in &states {
            session.visit(&mut stepwise.as_counts_mut(), *state).unwrap();
        }
        prop_assert!(whole.as_counts().rows().eq(stepwise.as_counts().rows()));
        let total: u32 = whole.as_counts().rows().flatten().sum();
        prop_assert_eq!(total as usize, states.len().saturating_sub(1));
    }

    #[test]
    fn a_session_is_all_or_nothing(
        start in prop::collection::vec(prop_oneof![0u32..3, u32::MAX - 3..=u32::MAX], 9),
        states in prop::collection::vec(0usize..4, 0..12),
    ) {
        let mut cells = start.clone();
        let result = CountsMut::new(&mut cells, 3).unwrap().record_session(&states);
        let mut want: Vec<u64> = start.iter().map(|c| u64::from(*c)).collect();
        let index_ok = states.iter().all(|s| *s < 3);
        if index_ok {
            for pair in states.windows(2) {
                want[pair[0] * 3 + pair[1]] += 1;
            }
        }
        let fits = want.iter().all(|c| *c <= u64::from(u32::MAX));
        prop_assert_eq!(result, if !index_ok { Err(Error::StateIndex) } else if !fits { Err(Error::CountOverflow) } else { Ok(()) });
        let want = if result.is_ok() { want } else { start.iter().map(|c| u64::from(*c)).collect() };
        prop_assert!(cells.iter().map(|c| u64::from(*c)).eq(want));
    }

    #[test]
    fn merging_adds_all_or_nothing(a in prop::collection::vec(any::<u32>(), 4), b in prop::collection::vec(any::<u32>(), 4)) {
        let mut sum = a.clone();
        let result = CountsMut::new(&mut sum, 2).unwrap().merge(Counts::new(&b, 2).unwrap());
        let want: Option<Vec<u32>> = a.iter().zip(&b).map(|(x, y)| x.checked_add(*y)).collect();
        prop_assert_eq!(result.is_ok(), want.is_some());
        prop_assert_eq!(sum, want.unwrap_or(a));
    }
}

#[test]
fn tables_of_different_sizes_do_not_merge() {
    let mut a = [0; 4];
    assert_eq!(
        CountsMut::new(&mut a, 2)
            .unwrap()
            .merge(Counts::new(&[0; 9], 3).unwrap()),
        Err(Error::Length)
    );
}
