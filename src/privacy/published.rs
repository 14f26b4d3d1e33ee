//! [A, Theorem 1], kept for reproduction: the bordered Dirichlet mechanism alpha = k C with every share C_i >= eta.
//!
//! The mechanism of [A, Algorithm 1] protects rows inside the bordered simplex with a public row total N under
//! [`super::Adjacency::Destination`]. Its published guarantee (epsilon_A, delta_A) cuts the simplex at gamma: where every entry of the
//! output is at least gamma the loss is at most epsilon_A, and delta_A bounds the probability of the rest. [`parameters`] gives the
//! same mechanism's exact profile, which is far smaller (weight k/N, smallest parameter k eta).
//!
//! At the inputs of [A, Section 6.1] (n = 5, N = 98, eta = 0.073, gamma = 0.0004, k = 20.6) the paper prints (2.255, 0.0026). Its own
//! formula gives epsilon_A = 2.2119 and delta_A = 0.00199535 (contour integral), of which this module returns the bounds 0.00199518 and 0.00199667. 2.2559 comes out if the
//! neighbour of the border share is put at eta - 1/N, outside the set over which the theorem takes its maximum; and no reading of
//! the formula for delta gives 0.0026. The exact profile at the printed epsilon is about 2.5e-8.
use super::DirichletParameters;
use super::pair::U;
use crate::domain::{CONCENTRATION_MAX, Epsilon};
use crate::error::{Error, Result};
use crate::special::float::Within;
use crate::special::float::{exp, exp_m1, ln, ln_1p, sqrt};
use crate::special::{ln_beta, ln_beta_inc_logit};

/// A row of the published form: concentration, border, public row total, number of entries, cut. Checked against
/// [A, Assumptions 2 and 3].
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    eta: f64,
    total: f64,
    n: f64,
    gamma: f64,
}

impl Row {
    fn new(eta: f64, row_total: u64, n: usize, gamma: f64, fewest_states: usize) -> Result<Self> {
        if n < fewest_states {
            return Err(Error::PublishedStates);
        }
        if !crate::domain::STATES.contains(&n) {
            return Err(Error::States);
        }
        let states = n as f64;
        check_border(eta, states)?;
        if !(gamma > 0.0 && gamma <= 1.0 / (states - 1.0) && states * gamma <= 1.0) {
            return Err(Error::AssumptionGamma);
        }
        let total = row_total as f64;
        // a neighbour has one share at eta + 1/N and all others at eta or above
        let room = states * eta + 1.0 / total <= 1.0;
        if row_total == 0 || !room {
            return Err(Error::RowTotal);
        }
        Ok(Row {
            eta,
            total,
            n: states,
            gamma,
        })
    }

    /// ln B(k eta, v) - ln B(k eta + k/N, v - k/N) + (k/N) ln((1 - (n-1) gamma)/gamma), rounded up.
    fn epsilon(&self, k: f64, v: f64) -> f64 {
        let w = k / self.total;
        let u = k * self.eta;
        let (first, second) = (ln_beta(u, v), ln_beta(u + w, v - w));
        let cut = w * ln((1.0 - (self.n - 1.0) * self.gamma) / self.gamma);
        let value = first - second + cut;
        // 40 roundings of each term, the conditioning of ln B in its arguments included (ln B changes by at most 3 + |ln B| per relative unit)
        value
            + 40.0
                * U
                * (first.abs()
                    + second.abs()
                    + cut.abs()
                    + u * ln_1p(v / u)
                    + v * ln_1p(u / v)
                    + 3.0)
    }

    fn published(&self, k: f64) -> f64 {
        self.epsilon(k, k * (1.0 - 2.0 * self.eta))
    }

    fn sharpened(&self, k: f64) -> f64 {
        // rounded upwards: epsilon grows with v
        self.epsilon(k, k * (1.0 - (self.n - 1.0) * self.eta) * (1.0 + 2.0 * U))
    }
}

fn check_border(eta: f64, n: f64) -> Result<()> {
    if eta > 0.0 && eta < 0.25 && n * eta <= 1.0 {
        Ok(())
    } else {
        Err(Error::AssumptionBorder)
    }
}

/// Refuses k outside (0, [`CONCENTRATION_MAX`]].
fn check_concentration(k: f64) -> Result<()> {
    if k > 0.0 && k <= CONCENTRATION_MAX {
        Ok(())
    } else {
        Err(Error::AssumptionConcentration)
    }
}

/// [A, Assumption 4].
fn check_assumption_4(k: f64, eta: f64) -> Result<()> {
    check_concentration(k)?;
    if k >= 3.0 / (2.0 * eta) {
        Ok(())
    } else {
        Err(Error::AssumptionConcentration)
    }
}

/// The smallest concentration that [A, Assumption 4] allows at the border eta: k = 3/(2 eta), rounded up.
///
/// - Domain: 0 < eta < 1/4 [A, Assumption 3].
/// - Guarantee: [`epsilon`] and [`delta_bounds`] accept the result; at most 4 units in the last place above 3/(2 eta). It is the strongest
///   privacy that Theorem 1 speaks of.
/// - Errors: [`Error::AssumptionBorder`]; [`Error::AssumptionConcentration`] where it would pass [`CONCENTRATION_MAX`].
///
/// ```
/// let k = dpmarkov::privacy::published::smallest_concentration(0.073)?;
/// assert!((k - 20.547945205479454).abs() < 1e-13); // [A, Section 6.1] takes 20.6
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn smallest_concentration(eta: f64) -> Result<f64> {
    check_border(eta, 2.0)?;
    let smallest = 3.0 / (2.0 * eta) * (1.0 + 2.0 * U);
    check_assumption_4(smallest, eta)?;
    Ok(smallest)
}

/// epsilon_A of [A, Theorem 1], in nats, rounded up.
///
/// ```text
/// eps_A = ln B(k eta, k(1 - 2 eta)) - ln B(k(eta + 1/N), k(1 - 2 eta - 1/N)) + (k/N) ln((1 - (n-1) gamma)/gamma)
/// ```
///
/// **Domain.** n >= 3; Assumption 2: 0 < gamma <= 1/(n-1), and n gamma <= 1, or no output is inside the cut; Assumption 3: 0 < eta < 1/4, and n eta <= 1;
/// Assumption 4: k >= 3/(2 eta); n eta + 1/N <= 1, or no row has a neighbour.
///
/// **Guarantee.** With [`delta_upper`]: P(M(D) in S) <= e^eps_A P(M(D') in S) + delta_A for `Destination` neighbours inside the
/// bordered simplex. At n = 2 the formula is not an upper bound (the two entries sum to 1, not to 1 - eta): refused.
///
/// **Errors.** [`Error::PublishedStates`], [`Error::States`], [`Error::AssumptionGamma`], [`Error::AssumptionBorder`],
/// [`Error::AssumptionConcentration`], [`Error::RowTotal`].
///
/// ```
/// let epsilon = dpmarkov::privacy::published::epsilon(20.6, 0.073, 98, 5, 0.0004)?;
/// assert!((epsilon - 2.21190752888707).abs() < 1e-11); // the paper prints 2.255: see the module
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn epsilon(k: f64, eta: f64, row_total: u64, n: usize, gamma: f64) -> Result<f64> {
    let row = Row::new(eta, row_total, n, gamma, 3)?;
    check_assumption_4(k, eta)?;
    Ok(row.published(k))
}

/// The same guarantee with the pair's largest possible sum, 1 - (n-2) eta, in place of 1 - eta; in nats, rounded up.
///
/// ```text
/// eps = ln B(k eta, k(1 - (n-1) eta)) - ln B(k(eta + 1/N), k(1 - (n-1) eta - 1/N)) + (k/N) ln((1 - (n-1) gamma)/gamma)
/// ```
///
/// **Guarantee.** As [`epsilon`], for n >= 2 and every k > 0. Proof: with w = k/N, and parameters u -> u + w, v -> v - w of the two
/// entries, the loss inside the cut is at most ln Gamma(u) - ln Gamma(u + w) + ln Gamma(v) - ln Gamma(v - w) + w ln((1-(n-1) gamma)/gamma)
/// or the same with the signs of the change exchanged, which only renames the entries. ln Gamma is convex: the first difference falls with
/// u, the second grows with v, so the largest value is at u = k eta and v = k(1 - (n-1) eta), the largest share
/// that the border leaves. Since 1 - 2 eta >= 1 - (n-1) eta for n >= 3 the published value is never smaller, which also
/// shows that Theorem 1 does not need its Assumption 4.
///
/// **Special values.** Equal to [`epsilon`] at n = 3; 2 to 77 % smaller above.
pub fn epsilon_sharpened(k: f64, eta: f64, row_total: u64, n: usize, gamma: f64) -> Result<f64> {
    let row = Row::new(eta, row_total, n, gamma, 2)?;
    check_concentration(k)?;
    Ok(row.sharpened(k))
}

/// Bounds of delta_A of [A, Theorem 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeltaBounds {
    /// delta_A is at least this.
    pub lower: f64,
    /// delta_A is at most this: the one to promise.
    pub upper: f64,
}

/// delta_A of [A, Theorem 1] between two bounds.
///
/// ```text
/// delta_A = 1 - min over the bordered simplex of P(Dir(k C) >= gamma in every entry),  q_i = I_gamma(k C_i, k - k C_i)
/// 1 - prod (1 - q_i)  <=  delta_A  <=  sum q_i       at C = (eta, .., eta, 1 - (n-1) eta)
/// ```
///
/// **Domain.** As [`epsilon`].
///
/// **Guarantee.** At any row the union bound gives P(some entry < gamma) <= sum q_i. The minimum is at the vertex written above [A, supplement A;
/// Waterhouse 1983]. There the lower bound holds by negative association (Dirichlet entries are negatively associated, and the
/// events x_i >= gamma all point the same way), so delta_A is known to within sum q_i squared halves.
///
/// **Accuracy.** Each q_i to 1e-12 relative, rounded outwards.
///
/// ```
/// let delta = dpmarkov::privacy::published::delta_bounds(20.6, 0.073, 5, 0.0004)?;
/// assert!(delta.lower < 0.00199535 && delta.upper > 0.00199535 && delta.upper < 0.0019968); // the paper prints 0.0026: see the module
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn delta_bounds(k: f64, eta: f64, n: usize, gamma: f64) -> Result<DeltaBounds> {
    let row = Row::new(eta, u64::MAX, n, gamma, 3)?;
    check_assumption_4(k, eta)?;
    let logit = ln(gamma) - ln_1p(-gamma);
    let mass = |share: f64| exp(ln_beta_inc_logit(k * share, k * (1.0 - share), logit).ln_lower);
    let (small, large) = (mass(eta), mass((1.0 - (row.n - 1.0) * eta).max(eta)));
    let m = row.n - 1.0;
    let upper = (m * small + large) * (1.0 + 1e-12);
    let lower = -exp_m1(m * ln_1p(-small) + ln_1p(-large)) * (1.0 - 1e-12);
    if upper.is_nan() || lower.is_nan() {
        return Err(Error::Domain);
    }
    Ok(DeltaBounds {
        lower: lower.within(0.0, 1.0),
        upper: upper.within(f64::MIN_POSITIVE, 1.0),
    })
}

/// The upper one of [`delta_bounds`].
pub fn delta_upper(k: f64, eta: f64, n: usize, gamma: f64) -> Result<f64> {
    delta_bounds(k, eta, n, gamma).map(|d| d.upper)
}

/// The largest concentration k with [`epsilon`] at most `epsilon`, rounded down: the most accurate row that Theorem 1 allows.
///
/// **Guarantee.** k >= 3/(2 eta), and [`self::epsilon`] at the result is at most `epsilon`. eps_A grows with k: it is the
/// sum of (k/N) ln((1-(n-1) gamma)/gamma) and of a difference of ln B along a ray, and the search keeps a k at which it was evaluated, so
/// the inequality does not rest on that.
///
/// **Errors.** Those of [`self::epsilon`]; [`Error::Epsilon`] outside its range; [`Error::Unreachable`] where already k = 3/(2 eta) costs more.
///
/// ```
/// let k = dpmarkov::privacy::published::solve_k(3.31, 0.073, 98, 5, 0.0004)?;
/// assert!((k - 31.161338537140978).abs() < 1e-8);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn solve_k(epsilon: f64, eta: f64, row_total: u64, n: usize, gamma: f64) -> Result<f64> {
    let target = Epsilon::new(epsilon)?.get();
    let row = Row::new(eta, row_total, n, gamma, 3)?;
    let smallest = smallest_concentration(eta)?;
    let met = row.published(smallest) <= target;
    if !met {
        return Err(Error::Unreachable);
    }
    let mut low = smallest;
    let mut high = smallest;
    while row.published(high) <= target {
        if high >= CONCENTRATION_MAX {
            return Ok(CONCENTRATION_MAX);
        }
        low = high;
        high = (2.0 * high).min(CONCENTRATION_MAX);
    }
    while high > low * (1.0 + 1e-13) {
        let mid = sqrt(low) * sqrt(high);
        if !(mid > low && mid < high) {
            break;
        }
        if row.published(mid) <= target {
            low = mid
        } else {
            high = mid
        }
    }
    Ok(low)
}

/// The published form as one of the smoothed family, for the exact profile: weight k/N, smallest parameter k eta, so pseudo-count
/// eta N; rounded so that the profile is not below the mechanism's.
///
/// **Guarantee.** [`super::delta_upper`] and [`super::epsilon_upper`] of the result hold for the bordered mechanism under
/// `Destination`, for every n >= 2, without gamma and without Assumptions 2 and 4.
///
/// ```
/// use dpmarkov::domain::{Delta, Epsilon, Releases};
/// use dpmarkov::privacy::{Adjacency, delta_upper, epsilon_upper, published};
/// let parameters = published::parameters(20.6, 0.073, 98)?;
/// let delta = delta_upper(Adjacency::Destination, &parameters, Releases::ONE, Epsilon::new(2.255)?)?;
/// assert!(delta > 2.4e-8 && delta < 2.6e-8); // the paper: 0.0026
/// let epsilon = epsilon_upper(Adjacency::Destination, &parameters, Releases::ONE, Delta::new(0.0026)?)?;
/// assert!(epsilon > 0.62 && epsilon < 0.64); // the paper: 2.255
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn parameters(k: f64, eta: f64, row_total: u64) -> Result<DirichletParameters> {
    check_concentration(k)?;
    check_border(eta, 2.0)?;
    if row_total == 0 {
        return Err(Error::RowTotal);
    }
    let total = row_total as f64;
    DirichletParameters::new(k / total * (1.0 + 2.0 * U), eta * total * (1.0 - 6.0 * U))
}
