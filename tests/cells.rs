//! The patterns of each adjacency are complete: every change that an edited session makes to the counts is one of them.
use dpmarkov::privacy::Adjacency;
use dpmarkov::privacy::cells::patterns;

/// The patterns themselves: every session of 1 to 5 visits over 2 and 3 states, one visit replaced, inserted or dropped at any
/// place (first and last included); the change of the counts must be a sub-list of one pattern.
#[test]
fn patterns_are_complete() {
    let mut seen = [0usize; 2];
    let mut needed = std::collections::BTreeSet::new();
    for states in 2..=3usize {
        for length in 1..=5u32 {
            for code in 0..states.pow(length) {
                let session: Vec<usize> =
                    (0..length).map(|i| code / states.pow(i) % states).collect();
                for place in 0..=session.len() {
                    for state in 0..states {
                        let mut inserted = session.clone();
                        inserted.insert(place, state);
                        for (p, q) in [(&session, &inserted), (&inserted, &session)] {
                            needed.insert(check(Adjacency::VisitPresence, states, p, q));
                            seen[1] += 1;
                        }
                        if place < session.len() {
                            let mut replaced = session.clone();
                            replaced[place] = state;
                            needed.insert(check(Adjacency::Visit, states, &session, &replaced));
                            seen[0] += 1;
                        }
                    }
                }
            }
        }
    }
    // every pattern is needed in full: 3 of `Visit` and 2 of `VisitPresence`
    for adjacency in [Adjacency::Visit, Adjacency::VisitPresence] {
        for pattern in patterns(adjacency) {
            let full = (
                adjacency as i32,
                multiplicities(pattern.lost),
                multiplicities(pattern.gained),
            );
            assert!(needed.contains(&full), "{pattern:?} never occurs");
        }
    }
    assert!(seen[0] > 4000 && seen[1] > 9000, "{seen:?}");
}

fn multiplicities(changes: &[dpmarkov::privacy::cells::Change]) -> Vec<u8> {
    let mut list: Vec<u8> = changes
        .iter()
        .flat_map(|c| vec![c.events; c.copies as usize])
        .collect();
    list.sort_unstable_by(|x, y| y.cmp(x));
    list
}

/// The change between two sessions as multiplicities lost and gained, checked against the patterns.
fn check(
    adjacency: Adjacency,
    states: usize,
    first: &[usize],
    second: &[usize],
) -> (i32, Vec<u8>, Vec<u8>) {
    let mut change = vec![0i32; states * states];
    first
        .windows(2)
        .for_each(|t| change[t[0] * states + t[1]] += 1);
    second
        .windows(2)
        .for_each(|t| change[t[0] * states + t[1]] -= 1);
    let side = |sign: i32| {
        let mut list: Vec<u8> = change
            .iter()
            .filter(|c| **c * sign > 0)
            .map(|c| c.unsigned_abs() as u8)
            .collect();
        list.sort_unstable_by(|x, y| y.cmp(x));
        list
    };
    let (lost, gained) = (side(1), side(-1));
    // a sub-list: the same events in the same cells, some cells left out
    let within = |small: &[u8], large: &[u8]| {
        let mut large = large.to_vec();
        small.iter().all(|x| {
            large
                .iter()
                .position(|y| x == y)
                .map(|at| large.remove(at))
                .is_some()
        })
    };
    let covered = patterns(adjacency).iter().any(|p| {
        within(&lost, &multiplicities(p.lost)) && within(&gained, &multiplicities(p.gained))
    });
    assert!(
        covered,
        "{adjacency:?}: {first:?} -> {second:?}: {lost:?} {gained:?}"
    );
    (adjacency as i32, lost, gained)
}
