//! (epsilon, delta) of the stable mode by enumeration: the law of the output for every list of votes on a small alphabet, compared with that of
//! every neighbour over the worst set of outputs. The same comparison is put to mechanisms with planted bugs, and must refuse them.
use dpmarkov::domain::{Delta, Epsilon};
use dpmarkov::learner::{StableMode, tally};
use std::collections::BTreeMap;

/// What is published: the mode, if any, and d + Z.
type Output = (Option<u32>, i64);
type Law = BTreeMap<Output, f64>;

fn stable(epsilon: f64, delta: f64) -> StableMode {
    StableMode::new(Epsilon::new(epsilon).unwrap(), Delta::new(delta).unwrap()).unwrap()
}

/// Weights x^|j| from -width to width over their sum; the tests' own.
fn noise(rate: f64, width: i64) -> Vec<(i64, f64)> {
    let weight = |j: i64| (-rate * j.abs() as f64).exp();
    let sum: f64 = (-width..=width).map(weight).sum();
    (-width..=width).map(|j| (j, weight(j) / sum)).collect()
}

/// The law of what the library's rule publishes, d + Z also where it prints no mode.
fn released(mode: &StableMode, votes: &[u32]) -> Law {
    let t = tally::tally(votes, 1, &mut vec![0; tally::work_len(votes.len())]).unwrap();
    let mut law = Law::new();
    for (z, p) in noise(mode.rate().get(), i64::from(mode.half_width())) {
        let printed = mode.answer(t.distance, z).map(|noisy| {
            assert_eq!(i64::from(noisy), i64::from(t.distance) + z);
            votes[t.mode]
        });
        *law.entry((printed, i64::from(t.distance) + z)).or_default() += p;
    }
    law
}

/// The library's rule written a second time, with a place for each bug.
#[derive(Clone, Copy)]
struct Rule {
    rate: f64,
    half_width: i64,
    /// d + Z >= K + 1 + this.
    threshold: i64,
    /// Where the noise ends.
    noise_end: i64,
    /// Ties go to what stands first in the list, and the runner-up needs one vote more than the mode.
    ties_by_position: bool,
    only_seen: bool,
    exact_count: bool,
}

impl Rule {
    fn of(mode: &StableMode) -> Self {
        let half_width = i64::from(mode.half_width());
        Rule {
            rate: mode.rate().get(),
            half_width,
            threshold: 0,
            noise_end: half_width,
            ties_by_position: false,
            only_seen: false,
            exact_count: false,
        }
    }
    fn law(&self, votes: &[u32]) -> Law {
        let count = |s: u32| votes.iter().filter(|v| **v == s).count() as i64;
        let most = votes.iter().map(|v| count(*v)).max().unwrap();
        let tied = || votes.iter().copied().filter(|v| count(*v) == most);
        let first = if self.ties_by_position {
            tied().next()
        } else {
            tied().min()
        };
        let mode = first.unwrap();
        let to = |other: u32| {
            let gap = most - count(other);
            if other < mode && !self.ties_by_position {
                (gap + 1) / 2
            } else {
                gap / 2 + 1
            }
        };
        let unseen = (!self.only_seen).then_some(0);
        let others = votes.iter().copied().filter(|v| *v != mode);
        let distance = others.chain(unseen).map(to).min();
        let distance = distance.unwrap_or(votes.len() as i64);
        let mut law = Law::new();
        for (z, p) in noise(self.rate, self.noise_end) {
            let noisy = distance + z;
            let printed = (noisy > self.half_width + self.threshold).then_some(mode);
            let number = if self.exact_count && printed.is_some() {
                most
            } else {
                noisy
            };
            *law.entry((printed, number)).or_default() += p;
        }
        law
    }
}

/// Every list of k votes for the sequences 1 to `kinds`.
fn lists(k: usize, kinds: u32) -> Vec<Vec<u32>> {
    (0..u64::from(kinds).pow(k as u32))
        .map(|code| {
            let digit = |i: usize| code / u64::from(kinds).pow(i as u32) % u64::from(kinds);
            (0..k).map(|i| 1 + digit(i) as u32).collect()
        })
        .collect()
}

/// The largest P(S) - e^epsilon P'(S) over all sets S of outputs and all neighbours.
fn delta_of(k: usize, kinds: u32, epsilon: f64, law: impl Fn(&[u32]) -> Law) -> f64 {
    let laws: BTreeMap<Vec<u32>, Law> = lists(k, kinds)
        .into_iter()
        .map(|votes| {
            let law = law(&votes);
            (votes, law)
        })
        .collect();
    let mut worst: f64 = 0.0;
    for (votes, own) in &laws {
        for place in 0..k {
            for kind in 1..=kinds {
                let mut other = votes.clone();
                other[place] = kind;
                let other = &laws[&other];
                let more = own.iter().map(|(output, p)| {
                    let q = other.get(output).copied().unwrap_or(0.0);
                    (p - epsilon.exp() * q).max(0.0)
                });
                worst = worst.max(more.sum());
            }
        }
    }
    worst
}

/// (epsilon, delta, K): 2K + 1 votes and more are enumerated.
const SETTINGS: [(f64, f64, u32); 7] = [
    (1.0, 0.25, 1),
    (1.0, 0.1, 2),
    (0.5, 0.07, 3),
    (3.0, 0.003, 2),
    (0.01, 0.2, 2),
    (2.0, 1e-3, 4),
    (8.0, 1e-6, 2),
];
/// (more votes than needed, kinds of votes): with three kinds or more there are neighbours to which one of them is new.
const LISTS: [(u32, u32); 3] = [(0, 3), (1, 3), (4, 2)];

fn sizes(mode: &StableMode) -> impl Iterator<Item = (usize, u32)> {
    let needed = mode.votes_needed();
    let sizes = LISTS.map(|(more, kinds)| ((needed + more) as usize, kinds));
    sizes
        .into_iter()
        .filter(|(k, kinds)| kinds.pow(*k as u32) <= 9000)
}

#[test]
fn stability_based_mode_is_private_and_attains_its_delta() {
    for (epsilon, delta, half_width) in SETTINGS {
        let mode = stable(epsilon, delta);
        assert_eq!(mode.half_width(), half_width);
        let claimed = mode.delta_upper();
        assert!(claimed <= delta);
        for (k, kinds) in sizes(&mode) {
            let worst = delta_of(k, kinds, epsilon, |votes| released(&mode, votes));
            // The laws of this test are rounded to 1e-15 of 1.
            assert!(worst <= claimed + 1e-15, "{epsilon} {delta}: {worst}");
            assert!(
                worst >= claimed * (1.0 - 1e-11),
                "{epsilon} {delta}: {worst}"
            );
        }
        // Four kinds, of which every list leaves some out.
        let k = mode.votes_needed() as usize;
        if k <= 5 {
            let worst = delta_of(k, 4, epsilon, |votes| released(&mode, votes));
            assert!(worst <= claimed + 1e-15);
        }
    }
}

/// At a smaller epsilon than the rate the delta is larger, so it is epsilon that the rate pays for; at a larger one it stays.
#[test]
fn the_profile_is_flat_from_the_rate_on() {
    let mode = stable(1.0, 0.1);
    let at = |epsilon| delta_of(6, 3, epsilon, |votes| released(&mode, votes));
    assert!(at(0.9) > mode.delta_upper() * 1.2);
    assert!((at(2.0) / mode.delta_upper() - 1.0).abs() < 1e-11);
}

/// P(printed) of the library's rule is what `success` says.
#[test]
fn success_is_the_probability_of_being_printed() {
    for (epsilon, delta, _) in SETTINGS {
        let mode = stable(epsilon, delta);
        let rule = Rule::of(&mode);
        for votes in lists(mode.votes_needed() as usize, 2) {
            let law = released(&mode, &votes);
            assert_eq!(law, rule.law(&votes));
            let t = tally::tally(&votes, 1, &mut vec![0; 2 * votes.len()]).unwrap();
            let printed: f64 = law
                .iter()
                .filter(|(o, _)| o.0.is_some())
                .map(|(_, p)| p)
                .sum();
            assert!((printed - mode.success(t.distance)).abs() < 4e-12);
        }
    }
}

type Bug = fn(&mut Rule);

/// How far a rule is above the claim, over all sizes.
fn excess(epsilon: f64, delta: f64, bug: impl Fn(&mut Rule)) -> f64 {
    let mode = stable(epsilon, delta);
    let mut rule = Rule::of(&mode);
    bug(&mut rule);
    let worst = sizes(&mode).map(|(k, kinds)| delta_of(k, kinds, epsilon, |votes| rule.law(votes)));
    worst.fold(0.0, f64::max) / mode.delta_upper()
}

#[test]
fn planted_bugs_are_refused() {
    for (epsilon, delta, _) in &SETTINGS[..4] {
        let excess = |bug: Bug| excess(*epsilon, *delta, bug);
        assert!(excess(|_| ()) < 1.0 + 1e-11);
        let bugs: [(&str, Bug); 6] = [
            ("half the noise", |rule| rule.rate *= 2.0),
            ("printed from K on, not K + 1", |rule| rule.threshold = -1),
            ("noise without an end", |rule| rule.noise_end += 60),
            ("the exact count", |rule| rule.exact_count = true),
            ("unseen sequences are forgotten", |rule| {
                rule.only_seen = true
            }),
            ("ties by position", |rule| rule.ties_by_position = true),
        ];
        for (name, bug) in bugs {
            let excess = excess(bug);
            assert!(excess > 1.05, "{name} at {epsilon}, {delta}: {excess}");
        }
    }
}

/// `>` in place of `>=` is as private, and breaks the promise of success instead.
#[test]
fn a_threshold_too_high_is_refused_by_its_success() {
    for (epsilon, delta, _) in SETTINGS {
        let mode = stable(epsilon, delta);
        let late = Rule {
            threshold: 1,
            ..Rule::of(&mode)
        };
        let votes = vec![1; mode.enough_votes() as usize];
        let printed = |law: Law| -> f64 {
            let printed = law.into_iter().filter(|(o, _)| o.0.is_some());
            printed.map(|(_, p)| p).sum()
        };
        assert!(1.0 - printed(Rule::of(&mode).law(&votes)) <= delta + 1e-15);
        if delta > 1e-15 {
            assert!(1.0 - printed(late.law(&votes)) > delta);
        }
    }
}
