//! Epsilon in micro-units, as the ledger counts it: integers alone, for processors without a floating-point unit.
use super::Adjacency;
use super::cells::{Change, patterns};
use crate::domain::{Epsilon, GeometricRate, Releases};
use crate::error::Result;

/// Micro-units of epsilon in one nat.
const UNITS: u64 = 1_000_000;
/// Bits of an `f64`'s fraction.
const FRACTION: u32 = 52;
/// The exponent's bias, and the fraction's bits.
const BIAS: u64 = 1_075;

/// Whether `releases` of two-sided geometric noise of this rate are pure at `micro`/10^6: T m p/q <= micro/10^6, in integers.
///
/// # Proof
/// A log's neighbour differs by at most m events over all counts, each of which changes the log-probability of one release by at most e0 = p/q, and some
/// output attains the sum ([`super::geometric`]). 10^6 < 2^20, m < 2^10, T < 2^32: their product fits 64 bits, and nothing saturates.
pub(crate) fn is_pure(
    adjacency: Adjacency,
    rate: GeometricRate,
    releases: Releases,
    micro: u64,
) -> bool {
    let events = largest_change(adjacency)
        .saturating_mul(releases.get().into())
        .saturating_mul(UNITS);
    product(events, rate.numerator()) <= product(micro, rate.denominator())
}

/// By how much all counts together change between two neighbours, at most.
pub(super) fn largest_change(adjacency: Adjacency) -> u64 {
    let of = |change: &Change| u64::from(change.events).saturating_mul(u64::from(change.copies));
    let sum = |cells: &[Change]| cells.iter().map(of).fold(0, u64::saturating_add);
    patterns(adjacency)
        .iter()
        .map(|p| sum(p.lost).saturating_add(sum(p.gained)))
        .fold(0, u64::max)
}

/// a b as its upper bits and its 32 lower ones: (2^32 - 1)^2 + 2^32 - 1 < 2^64, so nothing overflows.
fn product(a: u64, b: u32) -> (u64, u32) {
    let low = (a & 0xffff_ffff).wrapping_mul(b.into());
    let high = (a >> 32).wrapping_mul(b.into()).wrapping_add(low >> 32);
    (high, low as u32)
}

/// The smallest `f64` that is not below `micro`/10^6, by long division; [`Error::Epsilon`](crate::Error::Epsilon) above 10^6 nats.
pub(crate) fn epsilon_up(micro: u64) -> Result<Epsilon> {
    let (mut mantissa, mut rest) = (micro / UNITS, micro % UNITS);
    if micro == 0 {
        return Epsilon::new(0.0);
    }
    // Above 10^6 nats there is no epsilon; below, the quotient has at most 20 bits, and a first bit at 2^-20 or above: at most 73 rounds.
    if mantissa > UNITS {
        return Epsilon::new(f64::INFINITY);
    }
    let mut shift = 0u64;
    while mantissa >> FRACTION == 0 {
        rest <<= 1; // below 2^21
        mantissa <<= 1;
        shift = shift.saturating_add(1);
        if let Some(less) = rest.checked_sub(UNITS) {
            rest = less;
            mantissa |= 1;
        }
    }
    // mantissa in 2^52 .. 2^53; where it becomes 2^53 the carry makes the next power of two
    let fraction = mantissa
        .saturating_sub(1 << FRACTION)
        .saturating_add(u64::from(rest != 0));
    let exponent = BIAS.saturating_sub(shift) << FRACTION;
    Epsilon::new(f64::from_bits(exponent.saturating_add(fraction)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Delta;
    use crate::privacy::geometric;

    /// x 10^6 against `micro`, exactly: x = m 2^-s.
    fn compare(x: f64, micro: u64) -> core::cmp::Ordering {
        let exponent = (x.to_bits() >> FRACTION) as i32 - 1_075;
        let mantissa = u128::from((x.to_bits() & ((1 << FRACTION) - 1)) | (1 << FRACTION));
        assert!((-75..0).contains(&exponent));
        // 2^53 10^6 < 2^73; where micro 2^s passes 128 bits, micro is 2^54 units or more and not here
        (mantissa * u128::from(UNITS)).cmp(&(u128::from(micro) << -exponent))
    }

    #[test]
    fn products_are_exact() {
        let some = [
            0,
            1,
            2,
            0xffff_ffff,
            0x1_0000_0000,
            0x1234_5678_9abc_def0,
            u64::MAX,
        ];
        for a in some {
            for b in [0, 1, 3, 0x8000_0001, u32::MAX] {
                let exact = u128::from(a) * u128::from(b);
                assert_eq!(product(a, b), ((exact >> 32) as u64, exact as u32));
            }
        }
    }

    #[test]
    fn epsilon_is_the_smallest_double_not_below() -> Result<()> {
        let some = (0..40_000u64).map(|i| i * i * i % 1_000_000_007 * 997 + 1);
        let ends = [
            1,
            2,
            3,
            100_000,
            300_000,
            999_999,
            1_000_000,
            1_000_001,
            1_000_000_000_000,
        ];
        for micro in some.chain(ends).filter(|m| *m <= 1_000_000_000_000) {
            let x = epsilon_up(micro)?.get();
            assert!(compare(x, micro).is_ge(), "{micro}");
            assert!(compare(x.next_down(), micro).is_lt(), "{micro}");
            // the division that the compiler knows rounds to nearest
            let nearest = micro as f64 / 1e6;
            assert!(x == nearest || x == nearest.next_up(), "{micro}");
        }
        assert_eq!(epsilon_up(0)?.get(), 0.0);
        assert_eq!(epsilon_up(300_000)?.get(), 0.3_f64.next_up());
        assert!(epsilon_up(1_000_000_000_001).is_err() && epsilon_up(u64::MAX).is_err());
        Ok(())
    }

    /// Any rate, any number of releases, from one unit below the limit to all 64 bits: as products of 128 bits say.
    #[test]
    fn pure_at_random() -> Result<()> {
        use Adjacency::*;
        let mut state = 1u64;
        let mut next = || {
            // SplitMix64
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let (mut pure, mut tried) = (0, 0);
        while tried < 20_000 {
            let mut any = |bits: u64| (next() >> (64 - bits + next() % bits)).max(1);
            let (p, q, t) = (any(30) as u32, any(30) as u32, any(32) as u32);
            let end = |x: u32| if x % 16 == 3 { 1 << 30 } else { x };
            let Ok(rate) = GeometricRate::new(end(p), end(q)) else {
                continue;
            };
            tried += 1;
            let (adjacency, m) = [
                (AddRemove, 1u128),
                (Destination, 2),
                (Event, 2),
                (VisitPresence, 3),
                (Visit, 4),
            ][tried % 5];
            let t = if t % 16 == 3 { u32::MAX } else { t };
            let spent = 1_000_000 * m * u128::from(t) * u128::from(rate.numerator());
            let limit = spent.div_ceil(rate.denominator().into()) as u64; // below 2^64: at most 2^22 2^32 64
            for micro in [limit - 1, limit, limit + 1, any(64), u64::MAX] {
                let fits = spent <= u128::from(micro) * u128::from(rate.denominator());
                let found = is_pure(adjacency, rate, Releases::new(t)?, micro);
                assert_eq!(found, fits, "{adjacency:?} {rate:?} {t} {micro}");
                pure += u32::from(found);
            }
        }
        assert!((60_000..90_000).contains(&pure), "{pure}");
        Ok(())
    }

    /// The accountant in floats says the same of every adjacency, at the limit and next to it.
    #[test]
    fn pure_as_the_accountant_says() -> Result<()> {
        use Adjacency::*;
        for (adjacency, m) in [
            (AddRemove, 1),
            (Destination, 2),
            (Event, 2),
            (VisitPresence, 3),
            (Visit, 4),
        ] {
            for (p, q, t) in [
                (1, 2, 1),
                (1, 10, 3),
                (3, 7, 5),
                (1, 1 << 30, u32::MAX),
                (64, 1, 12),
                (999, 1000, 365),
            ] {
                let (rate, releases) = (GeometricRate::new(p, q)?, Releases::new(t)?);
                let exact = 1_000_000u128 * m * u128::from(p) * u128::from(t);
                let limit = exact.div_ceil(q.into()) as u64;
                assert!(
                    is_pure(adjacency, rate, releases, limit),
                    "{adjacency:?} {p}/{q} {t}"
                );
                assert!(
                    !is_pure(adjacency, rate, releases, limit - 1),
                    "{adjacency:?} {p}/{q} {t}"
                );
                for micro in [limit, limit - 1] {
                    let delta =
                        geometric::delta_upper(adjacency, rate, releases, epsilon_up(micro)?)?;
                    assert_eq!(
                        delta == 0.0,
                        is_pure(adjacency, rate, releases, micro),
                        "{adjacency:?} {p}/{q} {t} {micro}"
                    );
                }
                let epsilon =
                    geometric::epsilon_upper(adjacency, rate, releases, Delta::new(0.0)?)?;
                assert!(epsilon <= epsilon_up(limit)?.get());
            }
        }
        Ok(())
    }
}
