//! Minus the binary logarithm of a uniform word, in integers: an exponential variate with the same bits everywhere.

/// Binary digits after the point of [`neg_log2`].
pub const DIGITS: u32 = 57;

/// -log2((word + 1/2) / 2^64), rounded up to a multiple of 2^-57 and given in that unit.
///
/// For a uniform word it is an exponential variate in units of 2^-57 / ln 2, from which a shared race is made
/// ([`coupling::race`](crate::learner::coupling::race)).
///
/// - **Domain**: every word.
/// - **Guarantee**: 0 <= result 2^-57 + log2((word + 1/2) / 2^64) < 1.06 2^-57; not increasing in the word; from 1 to 65 2^57 < 2^64,
///   so never 0.
/// - **Special values**: 65 2^57 at 0, and 2^57 z exactly where word + 1/2 = 2^(64 - z).. which is at 0 alone; 1 at 2^64 - 1.
/// - **Method**: with z leading zeros, 2 word + 1 = 2^(64 - z) (1 + f), so the value is 1 + z - log2(1 + f). Its digits come one at a
///   time by squaring: log2(m^2) = 2 log2 m, and the next digit is whether m^2 >= 2. The mantissa m is kept in units of 2^-63, cut off.
/// - **Proof of the error**: a cut takes less than one unit of at least 2^63, so it lowers log2 m by less than c = 2^-63 1.4427 (1 + 2^-62).
///   Let d_i be the loss of the i-th cut, d_0 that of the first mantissa: then log2(1 + f) = sum_i b_i 2^-i + 2^-57 log2(m_57) + sum_i
///   2^-i d_i, i up to 57, where log2(m_57) is in [0, 1) and the last sum below 2 c < 2^-61.47. So the digits are at most log2(1 + f) and
///   less than 2^-57 (1 + 2^-4.47) below it: 1 + 2^-4.47 < 1.06.
/// - **Proof of the order**: f that is larger gives a mantissa m that is not smaller. m <= m' gives m^2 <= m'^2; where their digits differ
///   they are 0 and 1, which decides; where they agree, both are cut at the same place and the order is kept. More leading zeros give the
///   larger value, since the digits stand for a number in [0, 1).
/// - **Errors**: none.
/// - **Cost**: 57 multiplications of 64 by 64 bits, no division, no table. The race asks for it only where a much cheaper bound leaves the
///   comparison open, a few times in a race.
///
/// ```
/// use dpmarkov::random::neg_log2::{DIGITS, neg_log2};
/// assert_eq!(neg_log2(0), 65 << DIGITS); // log2 of 2^-65
/// assert_eq!(neg_log2(u64::MAX), 1); // 5.6e-12 units, rounded up
/// // A quarter and a half of 2^-64: 2 units less a little, which rounding up undoes.
/// assert_eq!(neg_log2(1 << 62), 2 << DIGITS);
/// ```
pub const fn neg_log2(word: u64) -> u64 {
    let zeros = word.leading_zeros();
    // 2 word + 1 from behind its leading digit on; 64 zeros leave nothing behind it.
    let fraction = match (word << 1 | 1).checked_shl(zeros) {
        Some(fraction) => fraction,
        None => 0,
    };
    let mut mantissa = 1 << 63 | fraction >> 1;
    let mut digits = 0;
    let mut place = 0;
    while place < DIGITS {
        // From 2^126 to below 2^128.
        let square = mantissa as u128 * mantissa as u128;
        let digit = (square >> 127) as u64;
        // From 2^63 to below 2^64 either way.
        mantissa = (square >> (63 + digit)) as u64;
        digits = digits << 1 | digit;
        place += 1;
    }
    // At most 65 2^57 < 2^64, and digits < 2^57.
    ((1 + zeros as u64) << DIGITS) - digits
}
