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
        assert!(excess < 1.08, "{word}: {excess} units");
        worst = worst.max(excess);
        count += 1;
    }
    assert!(count > 600 && worst > 1.0, "{count} words, worst {worst}");
}

/// Every piece of the table, at its ends and within: the order of words far enough apart is kept, and the ends are as documented.
#[test]
fn larger_words_have_smaller_values() {
    let mut g = Generator::from_seed_for_tests([1; 32], 0);
    for _ in 0..200_000 {
        let zeros = g.next_u64() % 57;
        let word = g.next_u64() >> zeros;
        // Two words of 2^64 2^-zeros in size, 256 2^-zeros apart: 2.9 units or more, when 1.08 may be lost.
        let Some(next) = word.checked_add((256 >> zeros).max(1)) else {
            continue;
        };
        assert!(neg_log2(word) > neg_log2(next), "{word}");
    }
    assert_eq!([neg_log2(0), neg_log2(u64::MAX)], [65 << DIGITS, 1]);
}

/// What the race rests on, counted: the words for which {result < x 2^57} and {V < x} differ are fewer than 0.77 2^7. Here x is
/// -log2((w + 1/2)/2^64), so that V < x for the words above w and half of w itself.
#[test]
fn the_law_is_exponential_within_the_stated_distance() {
    let mut worst = 0.0f64;
    for (word, truth) in references() {
        let nearby = (word.saturating_sub(200)..=word.saturating_add(200)).filter(|w| *w != word);
        let differ = |w: &u64| (u128::from(neg_log2(*w)) << 40 < truth) != (*w > word);
        let words: Vec<u64> = nearby.filter(differ).collect();
        worst = worst.max(words.len() as f64 + 0.5);
        // Not a word at the border of those that were looked at.
        assert!(words.iter().all(|w| w.abs_diff(word) < 100), "{word}");
    }
    let bound = 0.77 * 2f64.powi(64 - 57);
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
