//! Expected error of a row that is released through noisy counts: noise on every cell, projection, floor ([`crate::mechanism::noisy`]).
//!
//! No closed form is known: what the projection takes off depends on all cells together. So the expectation is taken over a fixed stratified
//! sample of the noise: the same numbers on every call and every processor, no generator, no scratch. Each cell meets each of K equal parts of its
//! law once (a Latin hypercube), and the noise of the total, which moves all entries together, is stratified by itself.
//!
//! | | of public shares | of secret counts |
//! |---|---|---|
//! | E TV and E KL | [`expected_error`], [`expected_error_at`] | [`expected_error_of`] |
use super::dirichlet_row::{check_shares, row_total};
use crate::domain::{ExpectedRowTotal, Floor, GeometricRate, STATES, Variance};
use crate::error::{Error, Result};
use crate::special::float::Within;
use crate::special::float::{exp, floor, ln, ln_1p, sqrt};

/// The noise that every count gets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CellNoise {
    /// Two-sided geometric.
    Geometric(GeometricRate),
    /// Discrete Gaussian.
    Gaussian(Variance),
}

/// How far a released row is expected to lie from the true one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowError {
    /// E of the total variation, half the sum of |x_i - C_i|; in [0, 1].
    pub total_variation: f64,
    /// E KL(C || x), in nats.
    pub kl: f64,
}

/// Noise values that one evaluation draws at most, while a row has fewer entries; a replicate is one row of noise.
const BUDGET: usize = 1 << 16;
/// Fewest and most replicates, powers of two.
const REPLICATES: (usize, usize) = (16, 8192);
/// Of a run of more entries with equal shares only so many are looked at, each for several.
const OF_A_RUN: u32 = 1984;
/// The expected error of a released row for public shares C and a public row total N, by an iterator over the shares.
///
/// ```text
/// y_i = N C_i + k_i,  x = the stochastic row of y;   E 0.5 sum |x_i - C_i|   and   E sum C_i ln(C_i/x_i)
/// ```
///
/// - **Domain**: 2 to 65,535 states; at most so many shares are read, missing ones count as none. N C need not be whole.
/// - **Units**: KL in nats.
/// - **Special values**: noise that leaves no positive total gives the uniform row.
/// - **Accuracy**: total variation within 5 % of simulation (uniform, halving and one-hot rows and the taxi rows; N 50 to 1e6, n 2 to 260, noise of
///   deviation 3 to 28); KL within 5 % with a floor of half an event, and within 10 % without any, where it lives on rare entries of 2^-32.
///   `tests/noise_utility.rs`.
/// - **Method**: K = 2^16/n replicates, 16 to 8,192; normal scores, of which each row's mean is replaced by a stratified one (both are independent),
///   carried to the law of the noise; Newton's iteration for the projection.
/// - **Errors**: [`Error::States`].
/// - **Cost**: about 65,000 noise values, six times each: 30 to 80 ms (x86-64), for n beyond 4,096 in proportion to n (the plan's own rows, which have
///   runs of equal shares, do not grow with n).
///
/// ```
/// use dpmarkov::domain::{ExpectedRowTotal, Floor, GeometricRate};
/// use dpmarkov::utility::noisy::{CellNoise, expected_error};
/// // two states, 1,000 events each: E |k_1 - k_2|/(2 N), N = 2000, scale 10: 0.75 * 10 * 2 / 4000
/// let noise = CellNoise::Geometric(GeometricRate::new(1, 10)?);
/// let e = expected_error([0.5, 0.5].into_iter(), 2, ExpectedRowTotal::new(2000.0)?, noise, Floor::NONE)?;
/// assert!((e.total_variation / 0.00375 - 1.0).abs() < 0.03);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn expected_error<I>(
    shares: I,
    states: usize,
    row_total: ExpectedRowTotal,
    noise: CellNoise,
    floor: Floor,
) -> Result<RowError>
where
    I: Iterator<Item = f64> + Clone,
{
    let runs = shares.take(states).map(|share| (share, 1));
    expected_error_of_runs(runs, states, row_total, noise, floor)
}

/// [`expected_error`] for runs of equal shares: (share, number of entries). The time does not grow with the length of a run.
pub(crate) fn expected_error_of_runs<I>(
    runs: I,
    states: usize,
    row_total: ExpectedRowTotal,
    noise: CellNoise,
    floor: Floor,
) -> Result<RowError>
where
    I: Iterator<Item = (f64, u32)> + Clone,
{
    if !STATES.contains(&states) {
        return Err(Error::States);
    }
    let law = Law::new(noise);
    let looked_at = |runs: I| runs.map(|(_, times)| times.min(OF_A_RUN)).sum::<u32>();
    let looked_at = looked_at(runs.clone());
    let row = Row {
        // a thinned run is spread so evenly that its sum does not vary but by what moves all entries
        response: if states as f64 > f64::from(looked_at) {
            law.response()
        } else {
            1.0
        },
        runs,
        n: states as f64,
        total: row_total.get(),
        law,
        floor: floor.get(),
    };
    let replicates = BUDGET
        .checked_div(looked_at as usize)
        .unwrap_or(1)
        .max(REPLICATES.0)
        .min(REPLICATES.1);
    let bits = replicates.ilog2();
    let (mut distance, mut kl) = (0.0, 0.0);
    let uniform = row.error_of(|| 1.0 / row.n);
    let mut shift = 0.0;
    for replicate in 0..1u32 << bits {
        let noise = row.replicate(replicate, bits);
        let sum: f64 = row.noisy(noise).map(|(y, times)| times * y).sum();
        // a total of 0 may come out as a rounding
        let error = if sum > 1e-9 * row.total {
            row.projected(noise, sum, &mut shift)
        } else {
            uniform
        };
        distance += error.total_variation;
        kl += error.kl;
    }
    let count = f64::from(1u32 << bits);
    Ok(RowError {
        total_variation: (distance / count).within(0.0, 1.0),
        kl: (kl / count).max(0.0),
    })
}

/// [`expected_error`] for an array of public shares. Errors: [`Error::States`]; [`Error::NotStochastic`] unless they are a distribution.
pub fn expected_error_at(
    shares: &[f64],
    row_total: ExpectedRowTotal,
    noise: CellNoise,
    floor: Floor,
) -> Result<RowError> {
    check_shares(shares)?;
    expected_error(
        shares.iter().copied(),
        shares.len(),
        row_total,
        noise,
        floor,
    )
}

/// [`expected_error`] for a row of counts. Secret: it depends on them. Errors: [`Error::States`], [`Error::EmptyRow`].
pub fn expected_error_of(counts: &[u32], noise: CellNoise, floor: Floor) -> Result<RowError> {
    let total = row_total(counts)?;
    expected_error(
        counts.iter().map(|c| f64::from(*c) / total),
        counts.len(),
        ExpectedRowTotal::new(total)?,
        noise,
        floor,
    )
}

struct Row<I> {
    runs: I,
    n: f64,
    /// How much of a thinned row's total moves with the scores' mean: [`Law::response`].
    response: f64,
    total: f64,
    law: Law,
    floor: f64,
}

/// One unit of a released row.
const UNIT: f64 = 1.0 / 4_294_967_296.0;

/// One entry, or one of those that stand for a run.
#[derive(Clone, Copy)]
struct Entry {
    share: f64,
    /// How many entries it stands for.
    times: f64,
    /// Its number among all that are looked at.
    number: u32,
    /// Its part of (0, 1), that of the run's noise: `part`/`parts` to (`part` + 1)/`parts`.
    part: u32,
    parts: u32,
}

impl<I: Iterator<Item = (f64, u32)> + Clone> Row<I> {
    fn entries(&self) -> impl Iterator<Item = Entry> + use<I> {
        let mut first = 0u32;
        self.runs.clone().flat_map(move |(share, times)| {
            let looked_at = times.min(OF_A_RUN);
            let before = first;
            first = first.saturating_add(looked_at);
            let parts = if looked_at < times { looked_at } else { 1 };
            let each = f64::from(times) / f64::from(looked_at);
            (0..looked_at).map(move |i| Entry {
                share,
                times: each,
                number: before.saturating_add(i),
                part: if parts > 1 { i } else { 0 },
                parts,
            })
        })
    }

    /// Normal scores z_i of the entries, one from each stratum over all replicates; their mean is replaced by that of a stratified normal
    /// variate, which leaves them independent and standard normal and spreads the noise of the total evenly over the replicates.
    fn replicate(&self, number: u32, bits: u32) -> Replicate {
        let mean = self
            .entries()
            .map(|e| e.times * e.score(number, bits))
            .sum::<f64>()
            / self.n;
        let common = normal_quantile(stratum(u64::MAX - 1, number, bits)) / sqrt(self.n);
        Replicate {
            number,
            bits,
            move_by: common / self.response - mean,
        }
    }

    /// The noisy counts of one replicate, and how many entries each stands for.
    fn noisy(&self, replicate: Replicate) -> impl Iterator<Item = (f64, f64)> + use<I> {
        let (law, total) = (self.law, self.total);
        self.entries().map(move |e| {
            let score = e.score(replicate.number, replicate.bits) + replicate.move_by;
            (total * e.share + law.of_score(score), e.times)
        })
    }

    /// The error of one replicate with the noisy total `sum` > 0.
    ///
    /// The positive parts y - shift sum to it: Newton's iteration on a convex, piecewise linear function, from the last replicate's shift.
    fn projected(&self, replicate: Replicate, sum: f64, shift: &mut f64) -> RowError {
        let mut rest = 0.0;
        for _ in 0..64 {
            let (mut above, mut active) = (0.0, 0.0);
            for (y, times) in self.noisy(replicate) {
                if y > *shift {
                    above += times * y;
                    active += times;
                }
            }
            rest = above - active * *shift;
            let next = if active > 0.0 {
                ((above - sum) / active).max(0.0)
            } else {
                0.0
            };
            if (next - *shift).abs() <= 1e-12 * next {
                break;
            }
            *shift = next;
        }
        let mut noisy = self.noisy(replicate);
        let scale = 1.0 / (rest + self.n * self.floor);
        self.error_of(|| {
            let z = (noisy.next().unwrap_or((0.0, 0.0)).0 - *shift).max(0.0);
            (z + self.floor) * scale
        })
    }

    /// The error of the row with these entries, quantised.
    fn error_of(&self, mut entry: impl FnMut() -> f64) -> RowError {
        let (mut distance, mut kl) = (0.0, 0.0);
        for Entry { share, times, .. } in self.entries() {
            let x = UNIT + (1.0 - self.n * UNIT) * entry();
            distance += times * (x - share).abs();
            if share > 0.0 {
                kl += times * (share * ln(share / x));
            }
        }
        RowError {
            total_variation: 0.5 * distance,
            kl,
        }
    }
}

impl Entry {
    /// Its standard normal score in one replicate.
    fn score(self, replicate: u32, bits: u32) -> f64 {
        let within = stratum(u64::from(self.number), replicate, bits);
        normal_quantile((f64::from(self.part) + within) / f64::from(self.parts))
    }
}

/// The law of one count's noise.
#[derive(Clone, Copy)]
enum Law {
    /// e0 and ln(2x/(1+x)), x = e^-e0.
    Geometric { rate: f64, ln_not_zero: f64 },
    /// sigma^2 >= 1: sqrt(sigma^2 - 1/12), the deviation before rounding.
    Wide(f64),
    /// sigma^2 < 1, and the normalising sum.
    Narrow { variance: f64, sum: f64 },
}

impl Law {
    fn new(noise: CellNoise) -> Self {
        match noise {
            CellNoise::Geometric(rate) => {
                let rate = rate.get();
                Law::Geometric {
                    rate,
                    ln_not_zero: core::f64::consts::LN_2 - rate - ln_1p(exp(-rate)),
                }
            }
            CellNoise::Gaussian(variance) => {
                let variance = variance.get();
                if variance >= 1.0 {
                    return Law::Wide(sqrt(variance - 1.0 / 12.0));
                }
                let sum = (1..8).fold(1.0, |sum, k| {
                    sum + 2.0 * exp(-f64::from(k * k) / (2.0 * variance))
                });
                Law::Narrow { variance, sum }
            }
        }
    }

    /// The correlation of the noise with its normal score: so much of the deviation of a sum follows the scores' mean.
    fn response(self) -> f64 {
        const POINTS: u32 = 4096;
        let (mut product, mut square) = (0.0, 0.0);
        for i in 0..POINTS {
            let score = normal_quantile((f64::from(i) + 0.5) / f64::from(POINTS));
            let noise = self.of_score(score);
            product += score * noise;
            square += noise * noise;
        }
        let correlation = product / sqrt(square * f64::from(POINTS));
        // no noise in all these points: the total hardly moves
        if correlation > 0.05 { correlation } else { 1.0 }
    }

    /// The noise at the quantile where a standard normal variate is `score`.
    fn of_score(self, score: f64) -> f64 {
        let size = match self {
            // P(|k| >= m) = 2 x^m/(1+x)
            Law::Geometric { rate, ln_not_zero } => {
                let past = ln_not_zero - ln(2.0 * normal_tail(score.abs()));
                if past > 0.0 {
                    1.0 + floor(past / rate)
                } else {
                    0.0
                }
            }
            Law::Wide(deviation) => floor(deviation * score.abs() + 0.5),
            Law::Narrow { variance, sum } => {
                let tail = normal_tail(score.abs());
                let mut left = 0.5 - 0.5 / sum;
                let mut k = 0.0;
                while tail < left && k < 8.0 {
                    k += 1.0;
                    left -= exp(-k * k / (2.0 * variance)) / sum;
                }
                k
            }
        };
        if score < 0.0 { -size } else { size }
    }
}

/// The standard normal quantile of u in (0, 1), to 4.5e-4 [Abramowitz & Stegun 26.2.23].
fn normal_quantile(u: f64) -> f64 {
    let (sign, tail) = if u < 0.5 { (-1.0, u) } else { (1.0, 1.0 - u) };
    let t = sqrt(-2.0 * ln(tail));
    let top = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    sign * (t - top / below).max(0.0)
}

/// The upper tail of the standard normal law at z >= 0, to 1.9e-5 [Bryc 2002, doi:10.1016/S0096-3003(01)00015-7].
fn normal_tail(z: f64) -> f64 {
    let top = 12.774_36 + z * (5.575_603 + z);
    let below = 25.548_872 + z * (31.535_31 + z * (14.387_18 + z * 2.506_628_275));
    exp(-0.5 * z * z) * top / below
}

/// One draw of the noise of a whole row.
#[derive(Clone, Copy)]
struct Replicate {
    number: u32,
    bits: u32,
    move_by: f64,
}

/// A number in the p-th of 2^bits equal parts of (0, 1), p the place of `replicate` in a permutation of its own for every entry: each
/// entry meets every part once (a Latin hypercube), at a place of its own.
fn stratum(entry: u64, replicate: u32, bits: u32) -> f64 {
    let key = scrambled(entry);
    let (a, b, c) = (key as u32 | 1, (key >> 20) as u32 | 1, (key >> 44) as u32);
    let mask = (1u32 << bits).wrapping_sub(1);
    let mut p = replicate.wrapping_add(c) & mask;
    for _ in 0..2 {
        p = p.wrapping_mul(a) & mask;
        p ^= p >> bits.div_ceil(2);
        p = p.wrapping_mul(b).wrapping_add(c) & mask;
        p ^= p >> bits.div_ceil(3);
    }
    // a turn that does not hang together with the rest: in every single replicate the entries are spread evenly over the parts
    p = p.wrapping_add(scrambled(!key) as u32) & mask;
    let place = scrambled(key ^ u64::from(replicate)) >> 12;
    (f64::from(p) + (place as f64 + 0.5) * (1.0 / 4_503_599_627_370_496.0))
        / f64::from(mask.wrapping_add(1))
}

/// A bijection of 64 bits without structure (the finaliser of SplitMix64; doi:10.1145/2660193.2660195).
fn scrambled(x: u64) -> u64 {
    let x = x.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
