//! A sharper rigorous bound: rows count by how often they are visited.
use super::bounds::bound;
use super::check_laws;
use super::delta_method::{check_inputs, check_support};
use crate::chain::StochasticMatrix;
use crate::counts::Support;
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::special::float::Within;
use crate::special::float::{ln, sqrt};
use crate::utility::RowNoise;
use crate::utility::row_error::{RowLaw, RowSums, up};

/// Scratch elements that [`weighted_bound`] needs for n states: n^2 + 4 n.
pub const fn weighted_bound_work_len(n: usize) -> usize {
    n.saturating_mul(n).saturating_add(n.saturating_mul(4))
}

/// E TV(pi, pi~) <= the returned value: but for rounding never above [`bound`], and near the [`super::estimate`] where the first order is.
///
/// ```text
/// 0.5/(1 - theta) ( sum_j w_j sqrt(V_j) + L sum_i pi_i (||bias_i||_1 + ||q_i||_1) ) + delta
/// theta = max_i h_i/w_i,   h_i = sum_j w_j sd_ij + L ( sqrt(2 S_i ln(n/delta)) + ||bias_i||_1 + ||q_i||_1 )
/// ```
///
/// for any weights w_j >= 1 with theta < 1. ||v||_w = sum w_j |v_j|, L = 0.5 max_lk ||A#_l - A#_k||_w, sd_ij^2 the variance of (E_i A#)_j,
/// V_j = sum_i pi_i^2 sd_ij^2, S_i of [`RowLaw::l1_bound`].
///
/// Proof. d = pi~ - pi = pi E A# + d E A# ([module](super)), so ||d||_w <= ||pi E A#||_w + sum_i |d_i| ||E_i A#||_w. Where ||E_i A#||_w <= theta w_i for all
/// i the last sum is at most theta ||d||_w, and ||d||_1 <= ||d||_w <= ||pi E A#||_w/(1 - theta). Elsewhere TV <= 1.
/// *The probability of elsewhere* is at most delta: v -> ||v A#||_w is a convex function that changes by at most L ||v - v'||_1 between two v of equal sums;
/// the martingale of the proof of [`RowLaw::l1_bound`] has differences L times as large for it as for ||v||_1, and its mean is at most sum_j w_j sd_ij.
/// So ||noise_i A#||_w exceeds that by L sqrt(2 S_i ln(n/delta)) with probability delta/n at most; bias and quantisation add L times their norms.
/// *The mean* E ||pi E A#||_w <= sum_j w_j sqrt(V_j) + L sum pi_i (||bias_i||_1 + ||q_i||_1), V_j being the exact variance of (pi noise A#)_j. QED.
///
/// A row of noisy counts, whose law is not linear, has L times the bound on ||x - m||_1 in h_i, and pi_i L b_i in the mean. delta is a hundredth of the
/// first-order term of the Dirichlet and urn rows, within 1e-12 and 0.01. The weights are found by w_i = max(1, h_i/theta_0), repeated, for theta_0 = 1/4, 1/2, 3/4: whatever they are, the bound holds.
///
/// - **Accuracy**: taxi chain, k_i = 1.5 N_i: 0.028, where E TV is 0.0051 by simulation and [`bound`] says 1; k_i = 4.5 N_i: 0.0077, 0.0029 and 0.98
///   (`tests/stationary_bounds.rs`). It needs every ||E_i A#|| below the weights: rows whose bias or noise is of their own size leave [`bound`] alone.
///   Roundings of differences of A# are added to each sd_ij.
/// - **Cost**: about 50 n^3 operations, 5 ms for 59 states (x86-64); n^2 + 4 n scratch ([`weighted_bound_work_len`]).
///
/// # Errors
/// As [`super::bias_effect`]; [`Error::Domain`] for a `pi` or `group_inverse` that is no chain's, as in [`super::variances`].
///
/// ```
/// use dpmarkov::chain::{StochasticMatrix, group_inverse};
/// use dpmarkov::{counts::Support, utility::{row_error::RowLaw, stationary_error}};
/// // state 2 is rare and its row uncertain
/// let chain = StochasticMatrix::new(&[0.599, 0.4, 0.001, 0.4, 0.599, 0.001, 0.3, 0.3, 0.4], 3)?;
/// let (mut inverse, mut pi) = ([0.0; 9], [0.0; 3]);
/// let mut work = [0.0; group_inverse::work_len(3)];
/// group_inverse::group_inverse(chain, &mut work, &mut inverse, &mut pi)?;
/// let laws = [RowLaw::published(1e6, 3)?, RowLaw::published(1e6, 3)?, RowLaw::published(100.0, 3)?];
/// let simple = stationary_error::bound(chain, group_inverse::tau_one(&inverse, 3)?, &laws)?;
/// let weighted = stationary_error::weighted_bound(chain, Support::full(3)?, &pi, &inverse, &laws, &mut work)?;
/// assert!(simple > 0.11 && weighted < 0.0025, "{simple} {weighted}");
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn weighted_bound(
    matrix: StochasticMatrix<'_>,
    support: Support<'_>,
    pi: &[f64],
    group_inverse: &[f64],
    laws: &[RowLaw],
    work: &mut [f64],
) -> Result<f64> {
    let n = matrix.states();
    check_laws(matrix, laws)?;
    check_support(matrix, support, laws)?;
    check_inputs(matrix, pi, group_inverse, pi)?;
    // all finite: no difference of entries is NaN, and one that overflows makes theta infinite
    let work = work
        .get_mut(..weighted_bound_work_len(n))
        .ok_or(Error::WorkLength)?;
    let (deviations, work) = work
        .split_at_mut_checked(matrix.as_slice().len())
        .ok_or(Error::WorkLength)?;
    let (weights, work) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let (variances, work) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let (mean, size) = work.split_at_mut_checked(n).ok_or(Error::WorkLength)?;
    let size = size.get_mut(..n).ok_or(Error::WorkLength)?;

    weights.fill(1.0);
    let tau = coefficient(group_inverse, weights);
    let mut least = bound(matrix, tau, laws)?;

    let inverse = || group_inverse.parts(n);
    variances.fill(0.0);
    let rows = matrix.rows().zip(support.rows()).zip(laws).zip(pi);
    for ((((row, targets), law), share), out) in rows.zip(deviations.parts_mut(n)) {
        out.fill(0.0);
        let RowNoise::Multinomial { factor } = law.noise() else {
            continue;
        };
        mean.fill(0.0);
        size.fill(0.0);
        let cells = || targets.clone().zip(targets.clone().map(|to| row.get(to)));
        let entries = || cells().filter_map(|(to, p)| Some((to, law.mean(*p?))));
        for (to, m) in entries() {
            let a = inverse().nth(to).unwrap_or_default();
            for ((mean, size), a) in mean.iter_mut().zip(size.iter_mut()).zip(a) {
                *mean += m * a;
                *size += m * a.abs();
            }
        }
        let slack = (n as f64 + 8.0) * f64::EPSILON;
        for (to, m) in entries() {
            let a = inverse().nth(to).unwrap_or_default();
            let columns = out.iter_mut().zip(mean.iter().zip(size.iter()));
            for ((out, (mean, size)), a) in columns.zip(a) {
                // not below the true distance
                let distance = (a - mean).abs() + slack * (size + a.abs());
                *out += m * (distance * distance);
            }
        }
        for (out, v) in out.iter_mut().zip(variances.iter_mut()) {
            let variance = factor * *out;
            *v += share * share * variance;
            *out = sqrt(variance);
        }
    }
    let first_order: f64 = variances.iter().map(|v| 0.5 * sqrt(*v)).sum();
    let delta = (0.01 * first_order).within(1e-12, 0.01);
    let depth = up(ln(n as f64 / delta), 0);
    let chain = Chain {
        matrix,
        pi,
        laws,
        deviations,
        variances,
        depth,
    };
    for target in [0.25, 0.5, 0.75] {
        weights.fill(1.0);
        let mut last = tau;
        for _ in 0..12 {
            chain.heights(weights, last, mean)?;
            let mut moved = false;
            for (w, h) in weights.iter_mut().zip(mean.iter()) {
                let next = (h / target).max(1.0);
                moved |= (next - *w).abs() > 0.01 * *w;
                *w = next;
            }
            last = coefficient(group_inverse, weights);
            if !(last < 1e12 && moved) {
                break;
            }
        }
        if !(last < 1e12) {
            continue;
        }
        let value = chain.value(weights, last, mean)? + delta;
        if value < least {
            least = value;
        }
    }
    Ok(least)
}

/// 0.5 max_lk ||A#_l - A#_k||_w, rounded up.
pub(super) fn coefficient(group_inverse: &[f64], weights: &[f64]) -> f64 {
    let n = weights.len();
    let mut largest = 0.0;
    for (l, a) in group_inverse.parts(n).enumerate() {
        for b in group_inverse.parts(n).take(l) {
            let sum = weighted_distance(a, b, weights);
            if sum > largest {
                largest = sum;
            }
        }
    }
    up(0.5 * largest, n)
}

/// sum w_k abs(a_k - b_k), by four interleaved partial sums.
fn weighted_distance(a: &[f64], b: &[f64], weights: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    let (w, w_rest) = weights.as_chunks::<4>();
    let rest = a_rest.iter().zip(b_rest).zip(w_rest);
    let rest: f64 = rest.map(|((a, b), w)| w * (a - b).abs()).sum();
    for ((a, b), w) in a.iter().zip(b).zip(w) {
        let terms = a.iter().zip(b).zip(w);
        for (lane, ((a, b), w)) in lanes.iter_mut().zip(terms) {
            *lane += w * (a - b).abs();
        }
    }
    let [p, q, r, s] = lanes;
    ((p + q) + (r + s)) + rest
}

/// What does not change with the weights.
struct Chain<'a> {
    matrix: StochasticMatrix<'a>,
    pi: &'a [f64],
    laws: &'a [RowLaw],
    /// sd_ij, row by row.
    deviations: &'a [f64],
    /// V_j.
    variances: &'a [f64],
    /// ln(n/delta).
    depth: f64,
}

impl Chain<'_> {
    /// h_i at these weights and their L.
    fn heights(&self, weights: &[f64], l: f64, heights: &mut [f64]) -> Result<()> {
        let n = weights.len();
        let rows = self.matrix.rows().zip(self.laws);
        let rows = rows.zip(self.deviations.parts(n));
        for (((row, law), deviations), h) in rows.zip(heights) {
            let sums: RowSums = law.sums(row)?;
            let own: f64 = deviations.iter().zip(weights).map(|(s, w)| s * w).sum();
            let spread = law.spread(&sums, self.depth);
            *h = up(own + l * (spread + sums.bias + sums.quantisation), n);
        }
        Ok(())
    }

    /// The bound without delta; infinite where theta is not below 1.
    fn value(&self, weights: &[f64], l: f64, heights: &mut [f64]) -> Result<f64> {
        let n = weights.len();
        self.heights(weights, l, heights)?;
        let mut theta = 0.0;
        for (h, w) in heights.iter().zip(weights) {
            let ratio = up(h / w, 0);
            if !(ratio < 0.999) {
                return Ok(f64::INFINITY); // NaN as well
            }
            if ratio > theta {
                theta = ratio;
            }
        }
        let columns = self.variances.iter().zip(weights);
        let mut sum: f64 = columns.map(|(v, w)| w * sqrt(*v)).sum();
        for ((row, law), share) in self.matrix.rows().zip(self.laws).zip(self.pi) {
            let sums = law.sums(row)?;
            let noise = match law.noise() {
                RowNoise::Multinomial { .. } => 0.0,
                RowNoise::Independent { .. } => sums.deviation,
            };
            sum += share * l * (noise + sums.bias + sums.quantisation);
        }
        // V_j is a sum of n terms, the sum one of 2 n; 1 - theta >= 0.001 loses up to 1000 units
        Ok(up(
            0.5 * sum / (1.0 - theta),
            n.saturating_mul(4).saturating_add(4096),
        ))
    }
}
