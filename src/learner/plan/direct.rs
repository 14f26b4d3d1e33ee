//! The promise of the sampler with constants of this library: the mean disagreement, the true width of the mode, and one step from a mean to a
//! probability.
use super::round::{SIZE_END, down, inside, normal, size, up};
use super::sizes::Sizes;
use crate::domain::{Delta, Epsilon};
use crate::error::{Error, Result};
use crate::learner::{Law, Learner, StableMode};
use crate::special::float::{exp, exp_m1, floor, ln, ln_1p, sqrt};

/// A bound on mu = P(Z_i != Z_*), the mean probability that one block's vote differs from a vote by the law itself.
///
/// ```text
/// mu <= 1 - (1 - D)^l,  D = 2 tau/(1 + tau),  tau >= E TV(learnt law, p)
/// ```
///
/// - **Domain**: mean_tv in [0, 1], length from 1 on.
/// - **Guarantee**: given the learnt law q, each coordinate disagrees with probability at most D(TV(q, p)), D(t) = 2t/(1+t) [B, Theorem A.2], and the
///   coordinates are independent. 1 - (1 - D(t))^l is concave in t (the outer function is concave and rises, and so does the inner one), so
///   its mean is at most its value at the mean (Jensen). At most 2 l tau, which is what the paper uses.
/// - **Accuracy**: rounded up.
/// - **Errors**: [`Error::Domain`], [`Error::Sequence`].
///
/// ```
/// use dpmarkov::learner::plan::mean_disagreement;
/// // D(1/3) = 1/2; three coordinates: 7/8.
/// let mu = mean_disagreement(1.0 / 3.0, 3)?;
/// assert!((mu - 0.875).abs() < 1e-12 && mu >= 0.875);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn mean_disagreement(mean_tv: f64, length: u64) -> Result<f64> {
    if length == 0 {
        return Err(Error::Sequence);
    }
    if !(0.0..=1.0).contains(&mean_tv) {
        return Err(Error::Domain);
    }
    let d = 2.0 * mean_tv / (1.0 + mean_tv);
    Ok(up(-exp_m1(length as f64 * ln_1p(-d))).min(1.0))
}

/// The other way round: the largest mean distance at which [`mean_disagreement`] is at most `mu`, rounded down.
fn mean_tv_for(mu: f64, length: u64) -> f64 {
    // D = 1 - (1 - mu)^(1/l), tau = D/(2 - D).
    let d = -exp_m1(ln_1p(-mu) / length as f64);
    down(down(d / (2.0 - d)))
}

/// E TV(empirical law of b records, p) <= sqrt((n - 1)/b)/2 for every law p on n symbols; rounded up, at most 1.
///
/// - **Guarantee**: E |N_y/b - p_y| <= sqrt(p_y (1 - p_y)/b), and the sum of the roots is at most sqrt(n - 1) (Cauchy-Schwarz, the uniform
///   law is the worst).
/// - **Errors**: [`Error::Alphabet`] below 2 symbols, [`Error::Domain`] for no records.
pub fn empirical_mean_tv(symbols: usize, block: u64) -> Result<f64> {
    if symbols < 2 {
        return Err(Error::Alphabet);
    }
    if block == 0 {
        return Err(Error::Domain);
    }
    // No underflow of symbols - 1: at least 2.
    let freedom = symbols.saturating_sub(1) as f64;
    Ok(up(0.5 * sqrt(freedom / block as f64)).min(1.0))
}

/// E TV(empirical law of b records, p) where p is known: exact but for rounding, which is up. From a public guess, never from the data.
///
/// ```text
/// 1/2 sum over y of E |N_y/b - p_y| = sum over y of (m_y/b) C(b, m_y) p_y^m_y (1 - p_y)^(b - m_y + 1),  m_y = floor(b p_y) + 1
/// ```
///
/// - **Domain**: block from 1 to 2^52.
/// - **Method**: de Moivre's closed form of the binomial's mean deviation (Diaconis & Zabell 1991, DOI 10.1214/ss/1177011699): factor by factor
///   up to m_y = 32, by Stirling's series beyond; never above sqrt(p_y (1 - p_y)/b)/2. A symbol of p_y above 1/2 is looked at from the other
///   side, N_y - b p_y = (b - N_y) - b (1 - p_y) but for the sign: 1 - p_y would lose up to 22 bits in rounding.
/// - **Accuracy**: above the exact value, by 1e-9 of it for few records and by less than 1e-6 for any number.
/// - **Errors**: [`Error::Domain`].
/// - **Cost**: some two logarithms a symbol.
pub fn guess_mean_tv(guess: Law<'_>, block: u64) -> Result<f64> {
    let b = block as f64;
    if !(1.0..=SIZE_END / 2.0).contains(&b) {
        return Err(Error::Domain);
    }
    let total = guess.total();
    let sum: f64 = guess
        .weights()
        .iter()
        // No underflow: a weight is at most the total.
        .map(|w| u64::from(*w).min(total.saturating_sub(u64::from(*w))))
        .map(|w| half_deviation(b, w as f64 / total as f64))
        .sum();
    // Each addition may lose 2^-53 of the sum.
    let slack = 1e-9 + guess.symbols() as f64 * f64::EPSILON;
    Ok((sum * (1.0 + slack)).min(1.0))
}

/// E |N/b - p|/2 for N binomial (b, p) and p up to 1/2, within 1e-10 of it below: the smaller of two bounds.
fn half_deviation(b: f64, p: f64) -> f64 {
    if !(p > 0.0) {
        return 0.0;
    }
    // The floor may be off by one where b p is next to an integer: both values of m give the same there, but for rounding.
    let m = (floor(b * p) + 1.0).min(b);
    let (rest, q) = (b - m, 1.0 - p);
    let exact = if m <= 32.0 {
        // C(b, m) p^m q^rest: the exponent is at most 2 ln(2) 32, so neither part is out of range.
        let mut ways = exp(rest * ln_1p(-p));
        let mut i = 0.0;
        while i < m {
            ways *= (b - i) * p / (i + 1.0);
            i += 1.0;
        }
        ways
    } else {
        // m > 32, so that b > 64 and rest >= b/2 - 1 > 30. Stirling's series is cut where the rest of it has one sign, and so are the two
        // deviances, which are never below 0: each is lowered by its rounding error.
        let deviance =
            |x: f64, mean: f64| (x * ln(x / mean) + mean - x - 8e-16 * (x + mean)).max(0.0);
        let below = |x: f64| 1.0 / (12.0 * x) - 1.0 / (360.0 * x * x * x);
        let remainder = 1.0 / (12.0 * b) - below(m) - below(rest);
        let peak = sqrt(b / (2.0 * core::f64::consts::PI * m * rest));
        peak * exp(remainder - deviance(m, b * p) - deviance(rest, b * q))
    };
    (m / b * q * exact).min(0.5 * sqrt(p * q / b))
}

/// Pieces of the range of d on which the failure of the mode is bounded by its value at one end.
const PIECES: u32 = 2048;

/// P(Z != Z_* or no answer) and so TV(L(Z), p^l), for k blocks whose votes differ from Z_* with mean probability `disagreement`: a proved bound, 1
/// where it says nothing.
///
/// ```text
/// g(0) + k mu max over N >= 1 of (g(N) - g(0))/N,  g(N) = P(the mode at distance ceil(k/2) - N is not printed), 1 from N = ceil(k/2) on
/// ```
///
/// - **Domain**: disagreement in [0, 1], see [`mean_disagreement`]; blocks from 1 on.
/// - **Guarantee**: N votes differ from Z_*; E N <= k mu. While N < k/2 the sequence Z_* is the mode by a gap of at least k - 2N, and its distance d,
///   broken ties and unseen sequences included, is at least ceil((k - 2N)/2) = ceil(k/2) - N. So given N the release is something else than Z_* with
///   probability at most g(N), g does not fall, and the line above lies above g: its value at the mean bounds the mean of g.
///   (Markov's inequality alone, P(d < 2K) + delta, is 10 to 100 % larger.) The mode must have the (epsilon, delta) of the release.
/// - **Accuracy**: rounded up; the maximum is taken over pieces of the range of d where K is above 1024.
/// - **Errors**: [`Error::Domain`], [`Error::Votes`] for no blocks or 2^53 of them.
/// - **Cost**: at most 2048 evaluations of [`StableMode::failure`].
pub fn proved_tv(disagreement: f64, blocks: u64, mode: &StableMode) -> Result<f64> {
    if !(0.0..=1.0).contains(&disagreement) {
        return Err(Error::Domain);
    }
    if blocks == 0 || blocks as f64 >= SIZE_END {
        return Err(Error::Votes);
    }
    if blocks < u64::from(mode.votes_needed()) {
        return Ok(1.0); // the answer is always that the votes are too few
    }
    let (at_zero, slope) = line(blocks, mode);
    Ok(up(at_zero + up(slope * (blocks as f64 * disagreement))).min(1.0))
}

/// (g(0), max over N of (g(N) - g(0))/N): the line above g.
fn line(blocks: u64, mode: &StableMode) -> (f64, f64) {
    let half = blocks.div_ceil(2);
    let failure = |d: u64| match u32::try_from(d) {
        Ok(d) => mode.failure(d),
        Err(_) => 0.0,
    };
    let at_zero = failure(half);
    // From N = half on, that is d <= 0.
    let mut slope = (1.0 - at_zero) / half as f64;
    // d = 1 .. 2K where N = half - d >= 1; beyond 2K nothing fails.
    let last = (2 * u64::from(mode.half_width())).min(half.saturating_sub(1));
    let step = last.div_ceil(u64::from(PIECES)).max(1);
    let mut d = 1;
    while d <= last {
        // On [d, end] the failure is at most that of d, and N at least half - end >= 1.
        let end = d.saturating_add(step - 1).min(last);
        let least = half.saturating_sub(end) as f64;
        slope = slope.max((failure(d) - at_zero) / least);
        d = end.saturating_add(1);
    }
    (at_zero, up(slope))
}

/// Sizes of the sampler with this library's constants: the same promise as [`super::sampler`], TV(L(Z), p^l) <= 3 beta/4 at (epsilon, delta).
///
/// ```text
/// the (k, b) of fewest records with [`proved_tv`] <= 3 beta/4, mu <= beta' + 2 l eta, b = m(eta, beta')
/// ```
///
/// - **Guarantee**: mu = E min(1, 2 l TV) <= P(TV >= eta) + 2 l eta for every eta; then that of [`proved_tv`]. The mode takes the whole delta.
/// - **Domain**: as [`super::sampler`].
/// - **Gain** over [`super::sampler`] in records, at delta = 1e-9 and beta = 0.1 for the empirical law of 289 symbols and l = 3: 409 times fewer at
///   epsilon = 1 (121 blocks of 3,298,600 records for 473 of 345,239,709), 197 times at epsilon = 0.1, by [`direct_empirical`]; 253 and 122 times
///   by this function, which knows the learner's m alone. Some 100 times come from the block (the mean distance may be beta/(8 l), where the paper
///   wants 15 blocks of 16 within beta/(64 l)), the rest from k: 6 K against 128 ln(4/beta).
/// - **Method**: k on a grid of ratio 1/16 from 4 K + 1 on; beta' = mu/2^j.
/// - **Errors**: as [`super::sampler`].
/// - **Cost**: at most 80 times 2048 evaluations of [`StableMode::failure`], and 1,280 of [`Learner::samples`]. A
///   [`FiniteClass`](crate::learner::FiniteClass) of M laws compares all pairs of them for each: M^2 n/2 steps, so that the plan for more than
///   some hundred laws takes minutes.
pub fn direct(
    learner: &impl Learner,
    length: u64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    search(length, beta, epsilon, delta, |mu, _| {
        by_samples(learner, length, mu)
    })
}

/// As [`direct`], for the empirical law on n symbols: b = ceil((n - 1)/(4 tau^2)) from its mean distance, see [`empirical_mean_tv`].
pub fn direct_empirical(
    symbols: usize,
    length: u64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    empirical_mean_tv(symbols, 1)?;
    search(length, beta, epsilon, delta, |mu, _| {
        let tau = mean_tv_for(mu, length);
        Ok((empirical_block(symbols, tau)?, tau))
    })
}

/// As [`direct_empirical`], where the law is a public guess: from the guess's own mean distance, see [`guess_mean_tv`]. A promise for that law alone.
///
/// - **Cost**: as [`direct_empirical`], and some hundreds of [`guess_mean_tv`]: one for most k, a bisection where k is better than those before.
pub fn direct_guess(
    guess: Law<'_>,
    length: u64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    search(length, beta, epsilon, delta, |mu, most| {
        let tau = mean_tv_for(mu, length);
        Ok((guess_block(guess, tau, most)?, tau))
    })
}

/// The records of one block where the number of blocks is given (so many users take part): the smallest b for which the empirical law on n symbols keeps
/// the promise of [`direct`].
///
/// - **Errors**: as [`direct`]; [`Error::TooFewVotes`] where no size of block is enough for so few blocks.
pub fn direct_block(
    symbols: usize,
    blocks: u64,
    length: u64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
) -> Result<Sizes> {
    empirical_mean_tv(symbols, 1)?;
    let target = 0.75 * inside(beta)?;
    if length == 0 {
        return Err(Error::Sequence);
    }
    let mode = StableMode::new(epsilon, delta)?;
    let mu = disagreement_for(target, blocks, &mode).ok_or(Error::TooFewVotes)?;
    let tau = mean_tv_for(mu, length);
    sizes(
        blocks,
        empirical_block(symbols, tau)?,
        tau,
        length,
        delta,
        target,
    )
}

/// T for [`super::boosted`] with the constant of its proof: ceil((32/9) ln(1/beta)), 36 times fewer than 128 ln(1/beta).
///
/// - **Guarantee**: Hoeffding, P(at most T/2 of T runs succeed) <= e^(-2 T (1/2 - 1/8)^2) = e^(-9 T/32).
pub fn direct_runs(beta: f64) -> Result<u64> {
    size(-32.0 / 9.0 * ln(inside(beta)?))
}

/// The largest mu with `proved_tv(mu, blocks, mode)` <= target; none where even mu = 0 is too much.
fn disagreement_for(target: f64, blocks: u64, mode: &StableMode) -> Option<f64> {
    if blocks < u64::from(mode.votes_needed()) {
        return None;
    }
    let (at_zero, slope) = line(blocks, mode);
    let mu = down(down((target - up(at_zero)) / slope / blocks as f64)).min(1.0 - SLOPE_END);
    (mu > 0.0).then_some(mu)
}
/// mu = 1 says nothing of the law.
const SLOPE_END: f64 = 1e-9;

/// The best k and b over the grid of k. `block` gets mu and the largest b that would be an improvement; more is the same as none.
fn search(
    length: u64,
    beta: f64,
    epsilon: Epsilon,
    delta: Delta,
    block: impl Fn(f64, u64) -> Result<(u64, f64)>,
) -> Result<Sizes> {
    let target = 0.75 * inside(beta)?;
    if length == 0 {
        return Err(Error::Sequence);
    }
    let mode = StableMode::new(epsilon, delta)?;
    let mut blocks = 4 * u64::from(mode.half_width()) + 1;
    let mut best: Option<Sizes> = None;
    // 1.0625^80 > 100: the best k of a learner with b in 1/mu^2 is near three times the least.
    for _ in 0..80 {
        if let Some(mu) = disagreement_for(target, blocks, &mode) {
            // A size that is out of reach here may be within it at another k; what is wrong with the arguments is so everywhere.
            let most = best.map_or(u64::MAX, |b| b.records.saturating_sub(1));
            let found = block(mu, most.checked_div(blocks).unwrap_or(0))
                .and_then(|(b, accuracy)| sizes(blocks, b, accuracy, length, delta, target));
            match found {
                Ok(found) if best.is_none_or(|b| found.records < b.records) => best = Some(found),
                Ok(_) | Err(Error::Unreachable) => {}
                Err(e) => return Err(e),
            }
        }
        blocks = blocks.saturating_add((blocks / 16).max(1));
    }
    best.ok_or(Error::Unreachable)
}

fn sizes(
    blocks: u64,
    block: u64,
    accuracy: f64,
    length: u64,
    delta: Delta,
    target_tv: f64,
) -> Result<Sizes> {
    Sizes {
        block,
        blocks,
        runs: 1,
        length,
        records: 0,
        mode_delta: delta.above_zero()?,
        accuracy,
        target_tv,
    }
    .with_records()
}

/// b and eta from a learner's m.
fn by_samples(learner: &impl Learner, length: u64, mu: f64) -> Result<(u64, f64)> {
    let mut best: Result<(u64, f64)> = Err(Error::Unreachable);
    let mut failure = 0.5 * mu;
    for _ in 0..16 {
        let eta = down(down((mu - failure) / (2.0 * length as f64)));
        if normal(eta).and(normal(failure)).is_err() {
            break;
        }
        match learner.samples(eta, failure) {
            Ok(b) if best.is_ok_and(|(old, _)| old <= b) => {}
            Ok(b) => best = Ok((b, eta)),
            Err(Error::Unreachable) => {}
            Err(e) => return Err(e),
        }
        failure *= 0.5;
    }
    best
}

/// b with sqrt((n - 1)/b)/2 <= tau.
fn empirical_block(symbols: usize, tau: f64) -> Result<u64> {
    size(symbols.saturating_sub(1) as f64 / (4.0 * tau * tau))
}

/// The smallest b with `guess_mean_tv` <= tau. The exact mean does not rise with b; of the rounded one the bisection takes an end that was checked.
/// [`Error::Unreachable`] where it is more than `most`.
fn guess_block(guess: Law<'_>, tau: f64, most: u64) -> Result<u64> {
    let any = empirical_block(guess.symbols(), tau)?;
    let (mut short, mut enough) = (0, any.min(1 << 52).min(most));
    if enough == 0 || guess_mean_tv(guess, enough)? > tau {
        return Err(Error::Unreachable);
    }
    while enough - short > 1 {
        let middle = short + (enough - short) / 2;
        if guess_mean_tv(guess, middle)? <= tau {
            enough = middle;
        } else {
            short = middle;
        }
    }
    Ok(enough)
}
