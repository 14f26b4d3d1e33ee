//! Minus the binary logarithm of a uniform word, in integers: an exponential variate with the same bits everywhere.
use super::neg_log2_table::{RECIPROCALS, SERIES};

/// Binary digits after the point of [`neg_log2`].
pub const DIGITS: u32 = 57;

/// -log2((word + 1/2) / 2^64) in units of 2^-57, rounded up.
///
/// For a uniform word it is an exponential variate, of mean 2^57 / ln 2: what a shared race is made of
/// ([`coupling::race`](crate::learner::coupling::race)).
///
/// - **Domain**: every word.
/// - **Guarantee**: with E the exact value, 0 <= result - E 2^57 < 1.08. So the result is from 1 to 65 2^57 < 2^64, never 0. For every x
///   and a uniform word the events {result < x 2^57} and {V < x} of an exponential variate V can be coupled so that they differ with
///   probability below 0.77 2^-57: see below.
/// - **Special values**: 65 2^57 at 0; 1 at 2^64 - 1.
/// - **Accuracy**: largest result - E 2^57 found: 1.041, over 100,000 random words and all corners of the method
///   (`tests/data/neg_log2.csv`).
/// - **Method**: with z leading zeros, 2 word + 1 = 2^(64 - z) (1 + f), so E = 1 + z - log2(1 + f). A reciprocal v of 1 + t/64, where t is
///   the first six digits of f, leaves (1 + f) v = 1 + r, 0 <= r <= 2^-6 (1 + 2^-56), and log2(1 + f) = -log2 v + log2(1 + r), from a table
///   and ten terms of the series.
/// - **Proof of the error**: in units of 2^-63, what is computed for log2(1 + f) differs from it by: the last digit of f that the mantissa
///   has no room for, -1.443 to 0; the table, -1 to 0; digits of r beyond 2^-69, -0.023 to 0; terms of the series from r^11 on, at
///   most r^11 log2(e)/11, -0.017 to 0; in Horner's scheme each step adds at most 1.5 (a rounded coefficient and a cut) and is then
///   multiplied by 32 r <= 0.51, so that the factor of r is off by at most 0.5 + 0.51 1.5/0.49 < 2.1, times r: -0.033 to 0.033; the last
///   cut, -1.04 to 0. Together more than -3.56 and less than 0.04. One unit less (and not below 0) it is never too large, and less than
///   4.56 too small. The cut to 57 digits takes less than 64 more: less than 68.56 units of 2^-63, 1.08 of 2^-57.
/// - **Proof of the law**: V = -log2 U, with U uniform in the word's own cell of length 2^-64, is exponential. {V < x} holds for the U
///   above 2^-x. {result < x 2^57} holds for every word whose midpoint is above 2^-(x - 1.08 2^-57) and for none whose midpoint is not
///   above 2^-x. Both events agree but for midpoints between the two, at most 2^-x (2^(1.08 2^-57) - 1) 2^64 + 1 of them, and half a cell
///   at 2^-x: 1.08 ln 2 2^-57 + 1.5 2^-64 < 0.77 2^-57 in all.
/// - **Errors**: none.
/// - **Cost**: eleven multiplications of 64 by 64 bits, no division; a table of 1 KiB.
///
/// ```
/// use dpmarkov::random::neg_log2::{DIGITS, neg_log2};
/// assert_eq!(neg_log2(0), 65 << DIGITS); // the logarithm of 2^-65
/// assert_eq!(neg_log2(u64::MAX), 1); // 5.6e-3 units, rounded up
/// // A quarter and 2^-65: 2 less 0.023 units, rounded up.
/// assert_eq!(neg_log2(1 << 62), 2 << DIGITS);
/// ```
pub fn neg_log2(word: u64) -> u64 {
    let zeros = word.leading_zeros();
    // The digits of 2 word + 1 after its leading one; after 64 zeros there is none.
    let fraction = (word << 1 | 1).checked_shl(zeros).unwrap_or(0);
    let mantissa = 1 << 63 | fraction >> 1;
    // Six bits: always there.
    let entry = RECIPROCALS.get((fraction >> 58) as usize);
    let (reciprocal, logarithm) = entry.copied().unwrap_or((1 << 63, 0));
    // r in units of 2^-69; the product is at least 2^126, and r at most 2^-6 (1 + 2^-56).
    let product = u128::from(mantissa) * u128::from(reciprocal);
    let r = (product.wrapping_sub(1 << 126) >> 57) as u64;
    let times = |factor: u64| ((u128::from(r) * u128::from(factor)) >> 64) as u64;
    // The coefficients rise, so that no difference is negative.
    let slope = SERIES.iter().fold(0, |sum, c| c.wrapping_sub(times(sum)));
    let digits = (logarithm + (times(slope) >> 5)).saturating_sub(1) >> 6;
    // At most 65 2^57 < 2^64; the digits are below 2^57.
    ((1 + u64::from(zeros)) << DIGITS) - digits
}
