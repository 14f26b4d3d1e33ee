//! The integer logarithm under the race: its error bound, its order, and the law that follows.
use dpmarkov::random::Generator;
use dpmarkov::random::neg_log2::{DIGITS, neg_log2};

/// Words with floor(-log2((word + 1/2)/2^64) 2^97).
fn references() -> Vec<(u64, u128)> {
    let mut rows = csv::Reader::from_path("tests/data/neg_log2.csv").expect("the table");
    let parse = |row: csv::StringRecord| (row[0].parse().unwrap(), row[1].parse().unwrap());
    rows.records().map(|row| parse(row.unwrap())).collect()
}

#[test]
fn the_value_is_rounded_up_by_less_than_its_bound() {
    let (mut worst, mut count) = (0.0f64, 0);
    for (word, truth) in references() {
        let value = u128::from(neg_log2(word)) << 40;
        // `truth` is rounded down by less than one of its own units.
        assert!(value >= truth, "{word}: below the truth");
        let excess = (value - truth) as f64 / 2f64.powi(40);
        assert!(excess < 1.06, "{word}: {excess} units");
        worst = worst.max(excess);
        count += 1;
    }
    assert!(count > 600 && worst > 1.0, "{count} words, worst {worst}");
}

#[test]
fn a_larger_word_never_has_a_larger_value() {
    let mut words: Vec<u64> = references().into_iter().map(|(word, _)| word).collect();
    let mut g = Generator::from_seed_for_tests([1; 32], 0);
    for _ in 0..100_000 {
        let word = g.next_u64() >> (g.next_u64() % 64);
        words.extend([
            word,
            word.saturating_add(1),
            word.saturating_add(g.next_u64() % 300),
        ]);
    }
    words.sort_unstable();
    for pair in words.windows(2) {
        assert!(neg_log2(pair[0]) >= neg_log2(pair[1]), "{pair:?}");
    }
    // It falls by every step that it is wide enough to show: 200 words further near 2^64, one further near 0.
    assert!(neg_log2(u64::MAX - 200) > neg_log2(u64::MAX));
    assert_eq!([neg_log2(0), neg_log2(u64::MAX)], [65 << DIGITS, 1]);
}

/// What the race rests on: P(value < x) is within 0.74 2^-57 of 1 - 2^-x for every x. At x = -log2((w + 1/2)/2^64) the right-hand side is
/// 1 - (w + 1/2)/2^64 without a rounding; the left-hand side counts words from the first with a value below x on.
#[test]
fn the_law_is_exponential_within_the_stated_distance() {
    let mut worst = 0.0f64;
    for (word, truth) in references() {
        let below = |w: u64| u128::from(neg_log2(w)) << 40 < truth;
        let (mut high, mut low) = (u128::from(u64::MAX) + 1, 0u128);
        while low < high {
            let middle = low + (high - low) / 2;
            if below(middle as u64) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let off = (low as i128 - i128::from(word)) as f64 - 0.5;
        worst = worst.max(off.abs());
    }
    let bound = 0.74 * 2f64.powi(64 - 57);
    assert!(
        worst < bound && worst > bound / 2.0,
        "{worst} of {bound} words"
    );
}

/// The race passes over words by -log2 u >= 1 - u without the logarithm: that bound is never above the value.
#[test]
fn the_cheap_bound_is_below_the_value() {
    let mut g = Generator::from_seed_for_tests([2; 32], 0);
    let random = (0..200_000).map(|_| g.next_u64());
    let near_the_end = (0..64).flat_map(|k| [u64::MAX << k, u64::MAX - (1 << k)]);
    for word in random
        .chain(near_the_end)
        .chain(references().iter().map(|r| r.0))
    {
        assert!(!word >> 7 <= neg_log2(word), "{word}");
    }
}
