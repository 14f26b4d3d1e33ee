//! From released probabilities to the integers of a report.

/// The units of 2^-32 of a released probability, 1 to 2^32; `None` for any other number. By the bits of the `f64`, without an operation on floats.
pub(super) fn units_of(x: f64) -> Option<u64> {
    let bits = x.to_bits();
    let (exponent, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    // x = mantissa 2^(exponent - 1075), and from 2^-32 (exponent 991) to 1 (exponent 1023); a sign or a NaN has a larger exponent
    if !(991..=1023).contains(&exponent) {
        return None;
    }
    let mantissa = (1 << 52) | fraction;
    let shift = 1043u64.checked_sub(exponent)?; // 20 to 52
    let units = mantissa >> shift;
    (units << shift == mantissa && units <= 1 << 32).then_some(units)
}

/// Rounds a row of units of 2^-32 to units of 2^-16, entry by entry: one unit to every entry, the other 2^16 - n split at the rounded cumulative sums.
///
/// ```text
/// entry i gets 1 + e_i - e_(i-1),   e_i = floor(((2^16 - n) (u_1 + ... + u_i) + 2^31) / 2^32)
/// ```
///
/// - **Domain**: 1 to 65,535 entries whose units sum to 2^32.
/// - **Guarantee**: at least one unit each, and 2^16 together: e_n = 2^16 - n since the units sum to 2^32. |result - x| <= (n x + 2) 2^-16.
/// - **Method**: that of the rows themselves (`src/mechanism/quantise.rs`): errors do not add up along the row. Integers alone, without a division.
/// - **Privacy**: a function of the released row, so post-processing.
pub(super) struct To16 {
    end: u64,
    sum: u64,
    before: u64,
}

impl To16 {
    pub(super) fn new(entries: usize) -> Self {
        To16 {
            end: (1u64 << 16).saturating_sub(entries as u64),
            sum: 0,
            before: 0,
        }
    }
    /// The entry's units of 2^-16 less one: what is written.
    pub(super) fn next(&mut self, units: u64) -> u32 {
        self.sum = self.sum.saturating_add(units);
        // at most 2^16 2^32 + 2^31
        let edge = self.end.saturating_mul(self.sum).saturating_add(1 << 31) >> 32;
        let share = edge.saturating_sub(self.before);
        self.before = edge;
        share as u32
    }
}
