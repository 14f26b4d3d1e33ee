//! The tally of votes against its definition: all lists of votes of small sizes, and the extremes.
use dpmarkov::domain::{SEQUENCE, VOTES};
use dpmarkov::learner::Tally;
use dpmarkov::learner::tally::{tally, work_len};
use dpmarkov::{Error, Result};
use std::collections::BTreeMap;

fn count(votes: &[u32], length: usize) -> Result<Tally> {
    // More scratch than needed, and not clean.
    let k = votes.len() / length.max(1);
    tally(votes, length, &mut vec![u32::MAX; work_len(k) + 3])
}

/// Every list of k entries from `low` to `high`.
fn lists(k: usize, low: u32, high: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..k {
        let longer = |list: &Vec<u32>| {
            let list = list.clone();
            (low..=high).map(move |s| [list.clone(), vec![s]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The most frequent entry, the smallest of several.
fn mode(list: &[u32]) -> u32 {
    let mut counts = BTreeMap::new();
    for s in list {
        *counts.entry(*s).or_insert(0) += 1;
    }
    let most = counts.values().max().expect("not empty");
    let first = counts.iter().find(|(_, c)| *c == most);
    *first.expect("the mode").0
}

/// The distance is that of the definition: to the nearest list of any sequences, the phantom 0 among them, that has another mode.
/// The votes are for 1 to `kinds`; some of these are unseen in some lists.
#[test]
fn the_distance_is_the_distance_to_another_mode() {
    let mut unseen_decides = 0;
    for (k, kinds) in [
        (1, 4),
        (2, 4),
        (3, 4),
        (4, 4),
        (5, 3),
        (6, 3),
        (7, 2),
        (8, 2),
    ] {
        let others: Vec<(Vec<u32>, u32)> = lists(k, 0, kinds)
            .into_iter()
            .map(|list| (list.clone(), mode(&list)))
            .collect();
        for votes in lists(k, 1, kinds) {
            let own = mode(&votes);
            let apart = |other: &[u32]| votes.iter().zip(other).filter(|(a, b)| a != b).count();
            let nearest = |others: &mut dyn Iterator<Item = &(Vec<u32>, u32)>| {
                others.map(|(list, _)| apart(list)).min()
            };
            let distance = nearest(&mut others.iter().filter(|(_, m)| *m != own));
            let t = count(&votes, 1).unwrap();
            assert_eq!(Some(t.distance as usize), distance, "{votes:?}");
            assert_eq!(votes[t.mode], own);
            assert_eq!(votes[..t.mode].iter().find(|v| **v == own), None);
            let of = |kind: u32| votes.iter().filter(|v| **v == kind).count() as u32;
            let runner_up = (1..=kinds).filter(|s| *s != own).map(of).max();
            assert_eq!((t.count, Some(t.runner_up)), (of(own), runner_up));
            assert_eq!(t.votes as usize, k);
            let seen = |list: &[u32]| list.iter().all(|s| votes.contains(s));
            let of_seen = nearest(&mut others.iter().filter(|(l, m)| *m != own && seen(l)));
            unseen_decides += usize::from(of_seen != distance);
        }
    }
    // Where the votes are unanimous, and nowhere else: the first runner-up is never farther than an unseen sequence.
    assert_eq!(unseen_decides, 4 * 4 + 2 * 3 + 2 * 2);
}

/// Sequences instead of symbols, whatever they begin or end with.
#[test]
fn sequences_are_compared_whole() {
    type Spelling = fn(u32) -> Vec<u32>;
    let spellings: [Spelling; 4] = [
        |s| vec![s / 2, s % 2],
        |s| vec![u32::MAX; 3].into_iter().chain([s]).collect(),
        |s| vec![s, u32::MAX, 0],
        |s| vec![5; 100].into_iter().chain([s, 9 - s]).collect(),
    ];
    for votes in lists(6, 0, 2) {
        let expected = count(&votes, 1).unwrap();
        for spelling in spellings {
            let spelt: Vec<u32> = votes.iter().flat_map(|s| spelling(*s)).collect();
            assert_eq!(count(&spelt, spelling(0).len()), Ok(expected));
        }
    }
}

/// A thousand lists of hundreds of votes against a map.
#[test]
fn long_lists_against_a_map() {
    let mut state = 1u64;
    let mut number = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    for _ in 0..1000 {
        let (k, kinds, length) = (1 + number(400), 1 + number(12), 1 + number(3) as usize);
        let votes: Vec<u32> = (0..k)
            .flat_map(|_| {
                let s = number(kinds).min(number(kinds)) as u32;
                (0..length as u32).map(move |j| s >> j)
            })
            .collect();
        let mut counts: BTreeMap<&[u32], u32> = BTreeMap::new();
        for vote in votes.chunks(length) {
            *counts.entry(vote).or_default() += 1;
        }
        let most = counts.values().max().copied().unwrap();
        let mode = *counts.iter().find(|(_, c)| **c == most).unwrap().0;
        let to = |(other, c): (&&[u32], &u32)| {
            let gap = most - c;
            if *other < mode {
                gap.div_ceil(2)
            } else {
                gap / 2 + 1
            }
        };
        let others = counts.iter().filter(|(s, _)| **s != mode);
        let distance = others.map(to).chain([most.div_ceil(2)]).min();
        let t = count(&votes, length).unwrap();
        assert_eq!((t.count, Some(t.distance)), (most, distance));
        assert_eq!(votes.chunks(length).nth(t.mode), Some(mode));
    }
}

#[test]
fn extremes() {
    let one = count(&[7], 1).unwrap();
    let expected = Tally {
        mode: 0,
        count: 1,
        runner_up: 0,
        distance: 1,
        votes: 1,
    };
    assert_eq!(one, expected);
    assert_eq!(count(&[7, 7], 1).unwrap().distance, 1);
    assert_eq!(count(&[7, 7, 7], 1).unwrap().distance, 2);

    const K: u32 = 1 << 20;
    let equal = count(&vec![3; K as usize], 1).unwrap();
    assert_eq!(
        (equal.count, equal.runner_up, equal.distance),
        (K, 0, K / 2)
    );
    let different: Vec<u32> = (0..K).rev().collect();
    let t = count(&different, 1).unwrap();
    assert_eq!((t.mode as u32, t.count, t.runner_up), (K - 1, 1, 1));
    assert_eq!(t.distance, 1);
    let halves: Vec<u32> = (0..K).map(|i| i % 2).collect();
    let t = count(&halves, 1).unwrap();
    assert_eq!(
        (t.mode, t.count, t.runner_up, t.distance),
        (0, K / 2, K / 2, 1)
    );

    // The last of 65,536 symbols decides.
    let length = *SEQUENCE.end();
    let mut votes = vec![u32::MAX; 64 * length];
    for (i, vote) in votes.chunks_mut(length).enumerate() {
        vote[length - 1] = u32::from(i % 3 == 0);
    }
    let t = count(&votes, length).unwrap();
    assert_eq!((t.mode, t.count, t.runner_up, t.distance), (1, 42, 22, 11));
    let t = count(&votes[..length], length).unwrap();
    assert_eq!((t.mode, t.count, t.distance), (0, 1, 1));
}

#[test]
fn the_largest_number_of_votes() {
    let most = *VOTES.end();
    let votes: Vec<u32> = (0..most as u32).map(|i| u32::from(i % 16 == 0)).collect();
    let mut work = vec![0; work_len(most)];
    let t = tally(&votes, 1, &mut work).unwrap();
    let (ones, zeros) = (1 << 20, 15 << 20);
    assert_eq!((t.mode, t.count, t.runner_up), (1, zeros, ones));
    assert_eq!(t.distance, (zeros - ones) / 2 + 1);
    drop(work);
    let more = vec![0; most + 1];
    assert_eq!(count(&more, 1), Err(Error::Votes));
}

#[test]
fn bad_input_is_refused() {
    assert_eq!(count(&[], 1), Err(Error::Votes));
    assert_eq!(count(&[1], 0), Err(Error::Sequence));
    let too_long = *SEQUENCE.end() + 1;
    assert_eq!(count(&vec![0; too_long], too_long), Err(Error::Sequence));
    assert_eq!(count(&[1, 2, 3], 2), Err(Error::Length));
    let mut work = [9; 5];
    assert_eq!(tally(&[1, 2, 3], 1, &mut work), Err(Error::WorkLength));
    assert_eq!(work, [9; 5]);
}
