//! Products of 128 bits, in one place.

/// a b, exactly. Not inlined: a processor of 32 bits takes a few hundred bytes of code for it.
#[inline(never)]
pub(crate) fn wide_product(a: u64, b: u64) -> u128 {
    // No overflow: below 2^128.
    u128::from(a) * u128::from(b)
}
