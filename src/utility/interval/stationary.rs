//! Intervals for the stationary distribution.
use super::{Interval, normal::two_sided_quantile};
use crate::chain::StochasticMatrix;
use crate::chain::group_inverse::{self, group_inverse};
use crate::domain::InParts;
use crate::domain::{self, Level};
use crate::error::{Error, Result};
use crate::special::float::Within;
use crate::special::float::{exp, sqrt};
use crate::utility::row_error::RowLaw;
use crate::utility::{RowNoise, first_order};

/// The interval for one entry of the stationary distribution, from its estimate `pi` and its variance V of
/// [`variances`](crate::utility::stationary_error::variances).
///
/// ```text
/// logit(pi) -+ z sqrt(V)/(pi (1 - pi)),  z the normal quantile of the level
/// ```
///
/// - **Not debiased**: of a chain that is drawn towards uniform (Dirichlet, urn) it is the interval for what the chain is on average.
///   [`stationary_chain`] takes the bias off.
/// - **Special values**: [pi, pi] at V = 0; at pi = 0 and pi = 1, where there is no logit, pi -+ z sqrt(V) inside [0, 1].
/// - **Why the logit**: near 0 the error of pi is relative to pi, and the interval must not pass 0.
///
/// **Errors.** [`Error::Domain`] unless 0 <= pi <= 1 and V >= 0 is finite.
///
/// ```
/// use dpmarkov::{domain::Level, utility::interval::stationary};
/// let i = stationary(0.5, 0.0001, Level::new(0.95)?)?;
/// assert!((i.lower - 0.4804).abs() < 1e-4 && (i.upper - 0.5196).abs() < 1e-4);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn stationary(pi: f64, variance: f64, level: Level) -> Result<Interval> {
    if !((0.0..=1.0).contains(&pi) && (0.0..f64::INFINITY).contains(&variance)) {
        return Err(Error::Domain);
    }
    Ok(interval(pi, variance, two_sided_quantile(level)?))
}

/// The interval about an estimate that may lie outside [0, 1].
fn interval(pi: f64, variance: f64, quantile: f64) -> Interval {
    let reach = quantile * sqrt(variance);
    let spread = pi * (1.0 - pi);
    if !(spread > 0.0 && reach > 0.0) {
        return Interval {
            lower: (pi - reach).within(0.0, 1.0),
            upper: (pi + reach).within(0.0, 1.0),
        };
    }
    // the odds times e and over e
    let e = exp(-reach / spread);
    Interval {
        lower: (pi * e / (pi * e + (1.0 - pi))).min(pi),
        upper: (pi / (pi + (1.0 - pi) * e)).max(pi).min(1.0),
    }
}

/// Scratch elements that [`stationary_chain`] needs for n states: 4 n^2 + 12 n.
pub const fn stationary_chain_work_len(n: usize) -> usize {
    let cells = n.saturating_mul(n);
    group_inverse::work_len(n)
        .saturating_add(cells.saturating_mul(2))
        .saturating_add(n.saturating_mul(4))
}

/// The stationary distribution of the log's own chain, estimated without the mechanism's bias, and an interval for each entry.
///
/// ```text
/// pi Q = pi, Q the rows of `unbiased`;   V_j = sum_i pi_i^2/(1 - s_i)^2 Var(sum_l x_il A#_lj);   logit(pi_j) -+ z sqrt(V_j)/(pi_j (1 - pi_j))
/// ```
///
/// `released` is the chain as released, `unbiased` its rows as [`debias::chain`](crate::utility::debias::chain) (Dirichlet, urn) or
/// [`debias::noisy_row`](crate::utility::debias::noisy_row) (noisy counts) make them: they sum to 1 and may have negative
/// entries. s_i and the noise of a row are those of its law, whose total is public or an estimate, for noisy counts their sum. A floor may be in the laws of
/// noisy counts or be left out: V is the same, s_i undoes what it adds to the total.
///
/// - **Guarantee**: none that is proved; first order in the noise. Measured at level 0.95: between 0.93 and 0.97 for the mean over the states of
///   each case (random, hub, ring, birth-death, nearly decomposable, taxi and bicycle chains; all noises), and at least 0.90 for every state
///   (`tests/intervals_stationary.rs`). Take the rigorous [`after_release_bound`](crate::utility::stationary_error) where a bound is needed.
/// - **Level**: of each interval by itself; see the [module](super).
/// - **Special values**: a state that is never reached has pi = 0 and [0, 0]. Where the estimate falls outside (0, 1), which noise can do, pi is cut
///   to the end and the interval is the estimate -+ z sqrt(V), cut to [0, 1].
/// - **Method**: GTH and A# of a chain P near Q that has no negative entries (Q, but no entry below 1/20 of the released one); then
///   pi <- pi_P + pi (Q - P) A#, whose fixed point has pi Q = pi (multiply by I - P), for as long as it settles, once at least.
/// - **Cost**: 4 n^2 + 12 n scratch ([`stationary_chain_work_len`]); that of [`group_inverse()`], and a few passes of 2 n^2. 59 states: 3 ms (x86-64).
///
/// # Errors
/// [`Error::Length`]; [`Error::WorkLength`]; [`Error::NotStochastic`] where a row of `unbiased` does not sum to 1 or is not finite; [`Error::Infeasible`] where
/// it has an entry that the release does not have; [`Error::EmptyRow`] for a law with s = 1; those of [`group_inverse()`] for a chain of
/// several classes; [`Error::Domain`] where noise leaves no finite estimate. `pi` and `intervals` are untouched then.
///
/// ```
/// use dpmarkov::{chain::StochasticMatrix, domain::Level, privacy::DirichletParameters};
/// use dpmarkov::utility::{debias, interval::{Interval, stationary_chain, stationary_chain_work_len}, row_error::RowLaw};
/// // two states, 100 events each, a = 25, so s = 50/150: a release of (0.6, 0.4) and (0.4, 0.6) estimates (0.65, 0.35) and (0.35, 0.65)
/// let released = StochasticMatrix::new(&[0.6, 0.4, 0.4, 0.6], 2)?;
/// let law = RowLaw::dirichlet(&DirichletParameters::new(1.0, 25.0)?, 2, 100.0)?;
/// let (mut unbiased, mut pi, mut intervals) = ([0.0; 4], [0.0; 2], [Interval::ALL; 2]);
/// debias::chain(released, &[law; 2], &mut unbiased)?;
/// assert!((unbiased[0] - 0.65).abs() < 1e-15);
/// let mut work = [0.0; stationary_chain_work_len(2)];
/// stationary_chain(released, &unbiased, &[law; 2], Level::new(0.95)?, &mut work, &mut pi, &mut intervals)?;
/// // sd of pi_0: 0.35/0.7^2 sqrt(2) 1.5 sqrt(0.24/151) = 0.0604
/// assert!((pi[0] - 0.5).abs() < 1e-12 && (intervals[0].width() - 0.2324).abs() < 1e-3);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn stationary_chain(
    released: StochasticMatrix<'_>,
    unbiased: &[f64],
    laws: &[RowLaw],
    level: Level,
    work: &mut [f64],
    pi: &mut [f64],
    intervals: &mut [Interval],
) -> Result<()> {
    let n = released.states();
    let cells = domain::cells(n)?;
    if unbiased.len() != cells || laws.len() != n || pi.len() != n || intervals.len() != n {
        return Err(Error::Length);
    }
    check(released, unbiased, laws)?;
    let quantile = two_sided_quantile(level)?;
    let work = work
        .get_mut(..stationary_chain_work_len(n))
        .ok_or(Error::WorkLength)?;
    let (near, work) = work.split_at_mut_checked(cells).ok_or(Error::WorkLength)?;
    let (inverse, work) = work.split_at_mut_checked(cells).ok_or(Error::WorkLength)?;
    let (vectors, work) = work
        .split_at_mut_checked(n.saturating_mul(4))
        .ok_or(Error::WorkLength)?;
    let mut vectors = vectors.parts_mut(n);
    let mut vector = || vectors.next().unwrap_or_default();
    let (base, centre, flow, spread) = (vector(), vector(), vector(), vector());

    nearby(released, unbiased, near);
    group_inverse(StochasticMatrix::new(near, n)?, work, inverse, base)?;
    assign(centre, base);
    solve(unbiased, near, inverse, base, (flow, spread), centre);
    as_released(released, laws, near);
    let about = StochasticMatrix::new(near, n)?;
    variances(about, laws, inverse, centre, flow, spread);
    let finite = |x: &f64| x.abs() < f64::INFINITY;
    if !(centre.iter().all(finite) && spread.iter().all(finite)) {
        return Err(Error::Domain);
    }
    let entries = centre.iter().zip(spread.iter());
    for ((pi, out), (p, v)) in pi.iter_mut().zip(intervals).zip(entries) {
        *out = interval(*p, *v, quantile);
        *pi = p.within(0.0, 1.0);
    }
    Ok(())
}

/// `copy_from_slice` of what can be copied.
fn assign(to: &mut [f64], from: &[f64]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// Rows that sum to 1, finite, and not beyond the support of the release.
fn check(released: StochasticMatrix<'_>, unbiased: &[f64], laws: &[RowLaw]) -> Result<()> {
    let n = released.states();
    for ((row, estimate), law) in released.rows().zip(unbiased.parts(n)).zip(laws) {
        let (mut sum, mut size) = (0.0, 1.0);
        for (x, q) in row.iter().zip(estimate) {
            if !(q.abs() < f64::INFINITY) {
                return Err(Error::NotStochastic);
            }
            if *x == 0.0 && *q != 0.0 {
                return Err(Error::Infeasible);
            }
            sum += q;
            size += q.abs();
        }
        // negative entries cancel: relative to the sum of the magnitudes
        if !((sum - 1.0_f64).abs() <= 1e-12 * n as f64 * size) {
            return Err(Error::NotStochastic);
        }
        if !(law.shrink() < 1.0) {
            return Err(Error::EmptyRow);
        }
    }
    Ok(())
}

/// The released chain moved towards the unbiased one as far as no entry falls below a twentieth of what was released.
fn nearby(released: StochasticMatrix<'_>, unbiased: &[f64], near: &mut [f64]) {
    let n = released.states();
    let rows = released.rows().zip(unbiased.parts(n));
    for ((row, estimate), out) in rows.zip(near.parts_mut(n)) {
        for ((x, q), out) in row.iter().zip(estimate).zip(out.iter_mut()) {
            *out = q.max(LEAST * x);
        }
        let sum: f64 = out.iter().sum();
        for out in out.iter_mut() {
            *out /= sum;
        }
    }
}

/// Of the released entry, in [`nearby`].
const LEAST: f64 = 0.05;

/// The rows that the noise is about: of Dirichlet and urn the released ones, by whose shares it is weighted; of noisy counts those of `near`, (k - C sum k)/N, which
/// a floor of many events hides in the released ones.
fn as_released(released: StochasticMatrix<'_>, laws: &[RowLaw], near: &mut [f64]) {
    let rows = released.rows().zip(near.parts_mut(released.states()));
    for ((row, near), law) in rows.zip(laws) {
        if let RowNoise::Multinomial { .. } = law.noise() {
            assign(near, row);
        }
    }
}

/// pi Q = pi from pi = base + pi (Q - near) A#, by iteration, once at least and for as long as it settles.
fn solve(
    unbiased: &[f64],
    near: &[f64],
    inverse: &[f64],
    base: &[f64],
    (flow, next): (&mut [f64], &mut [f64]),
    centre: &mut [f64],
) {
    let n = base.len().max(1);
    let mut last = f64::INFINITY;
    for _ in 0..200 {
        flow.fill(0.0);
        let rows = unbiased.parts(n).zip(near.parts(n));
        for ((q, p), share) in rows.zip(centre.iter()) {
            for ((flow, q), p) in flow.iter_mut().zip(q).zip(p) {
                *flow += share * (q - p);
            }
        }
        assign(next, base);
        for (flow, row) in flow.iter().zip(inverse.parts(n)) {
            for (next, a) in next.iter_mut().zip(row) {
                *next += flow * a;
            }
        }
        let change: f64 = centre
            .iter()
            .zip(next.iter())
            .map(|(x, y)| (x - y).abs())
            .sum();
        // grown: the two chains differ too much, and the step before is the best there is
        if !(change < last) {
            return;
        }
        assign(centre, next);
        if change <= 1e-14 {
            return;
        }
        last = change;
    }
}

/// V_j by the group inverse of the chain nearby; rows' noise about those of `about`, blown up by 1/(1 - s).
fn variances(
    about: StochasticMatrix<'_>,
    laws: &[RowLaw],
    inverse: &[f64],
    pi: &[f64],
    mean: &mut [f64],
    variances: &mut [f64],
) {
    let rows = pi.iter().zip(laws).map(|(share, law)| {
        let (reach, noise) = (share / (1.0 - law.shrink()), law.noise());
        (reach * reach * noise.scale(), noise)
    });
    first_order::add_up(about, inverse, rows, mean, variances);
}
