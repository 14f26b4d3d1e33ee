//! The error of one released row: bias, variance and deviation of every entry, and bounds that hold for every mechanism.
//!
//! | question | answer |
//! |---|---|
//! | E x_l - C_l, Var x_l of one entry | [`RowLaw::bias`], [`RowLaw::variance`], [`RowLaw::deviation`] |
//! | E \|\|x - C\|\|_1 at most | [`RowLaw::expected_l1_bound`] |
//! | E max \|x_l - C_l\| at most | [`RowLaw::expected_max_bound`] |
//! | \|\|x - C\|\|_1 with probability `level` at most | [`RowLaw::l1_bound`]; from the released row alone [`RowLaw::l1_bound_after_release`] |
//!
//! A row has `cells` feasible next states; what lies outside has no noise and no bias. Rows are given as shares over the feasible cells, or as
//! rows of a dense matrix: only their positive entries are read, and the other feasible cells count as shares of 0.
//!
//! # What the bounds rest on
//!
//! x = m + e + q: the mean m = (1 - s) C + s/cells, s the shrink; the noise e; the quantisation q.
//!
//! **Quantisation.** An entry of a released row is 2^-32 (1 + the difference of two edges), an edge (2^32 - n) times a cumulative sum, rounded: off by at
//! most 2^-32 (n x_l + 1 + 1), and the `f64` sums of the Dirichlet sampler add at most n 2^-52. So ||q||_1 <= 4 n 2^-32, and
//! |q_l| <= 2^-32 (n x_l + 3).
//!
//! **Dirichlet, urn.** E e = 0 and Var e_l = f m_l (1 - m_l), f the factor of [`RowNoise`].
//!
//! **Noisy counts.** Let y = c + k, K = sum k, S = N + K > 0, z the nearest point of { z >= 0, sum z = S }, x = (z + F)/(S + n F), F the floor, and
//! N' = N + n F. Then ||x - m||_1 <= (||k||_1 + |K|)/N' = 2 max(sum k+, sum k-)/N', whatever the counts: z_l = max(y_l - lambda, 0) with lambda >= 0, so
//! z - c <= k+ and the positive parts of z - c sum to at most sum k+; its negative parts sum to K less, at most sum k-. And
//! x - m = ((z - c) - K x)/N'. Where K >= 0 the positive parts of this are those of z - c at most: their sum is at most sum k+; where K < 0 the negative
//! parts sum to at most sum k-. It sums to 0, so its norm is twice that. Where S <= 0 the row is uniform, ||x - m||_1 <= 2 N/N' and |K| >= N. QED.
mod bounds;
mod concentration;
mod noisy_counts;
use super::RowNoise;
use super::noisy::CellNoise;
use crate::domain::{Floor, GeometricRate, PolyaParameters, STATES, Variance};
use crate::error::{Error, Result};
use crate::mechanism::noisy::{gaussian_deviation, geometric_deviation};
use crate::privacy::DirichletParameters;
use crate::special::float::sqrt;
pub(crate) use bounds::{RowSums, UNIT, depth, up};
use noisy_counts::CountNoise;

/// The law of one released row, up to its true shares C: mechanism, parameters, number of feasible cells, row total. All of it public.
///
/// ```text
/// E x_l = m_l = (1 - s) C_l + s/cells,   s = cells a/(N + cells a)   (a: pseudo-count; floor; 0 in the published form)
/// ```
///
/// Where the row total N is private (every adjacency but `Destination`, and that too where events were dropped, [`crate::counts::Outside::Drop`]) take a lower bound of it that
/// was not computed from the log: every bound of this module falls as N grows. The row total may be 0 (the row is then all
/// bias, s = 1), but not for noisy counts without a floor, which have no mean then.
///
/// ```
/// use dpmarkov::{privacy::DirichletParameters, utility::row_error::RowLaw};
/// // 10 events in 3 cells, w = 0.5, a = 2: x_0 ~ Beta(4.5, 3.5) for 7 events
/// let law = RowLaw::dirichlet(&DirichletParameters::new(0.5, 2.0)?, 3, 10.0)?;
/// assert!((law.mean(0.7) - 4.5 / 8.0).abs() < 1e-15 && (law.bias(0.7) - (4.5 / 8.0 - 0.7)).abs() < 1e-15);
/// assert!((law.variance(0.7) - 4.5 * 3.5 / (64.0 * 9.0)).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowLaw {
    noise: RowNoise,
    shrink: f64,
    cells: usize,
    tail: Tail,
}

/// What the tails of the noise need beyond its variance.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tail {
    /// The factor is S of [`concentration`]'s bound for one set of cells.
    Urn { of_a_set: f64 },
    /// Noise on counts, and N'.
    Counts { noise: CountNoise, total: f64 },
}

impl RowLaw {
    /// x ~ Dir(w (c + a)). Errors: [`Error::States`] unless there are 1 to 65,535 cells; [`Error::RowTotal`] for a total that is negative or not finite.
    pub fn dirichlet(
        parameters: &DirichletParameters,
        cells: usize,
        row_total: f64,
    ) -> Result<Self> {
        let noise = RowNoise::dirichlet(parameters, check_cells(cells)?, row_total)?;
        let shrink = shrink(cells, parameters.pseudo_count.get(), row_total);
        Ok(Self::of_urn(noise, shrink, cells, noise.scale()))
    }

    /// The published form x ~ Dir(k C): no bias. Errors: [`Error::States`], [`Error::AssumptionConcentration`].
    pub fn published(k: f64, cells: usize) -> Result<Self> {
        let noise = RowNoise::published(k)?;
        Ok(Self::of_urn(noise, 0.0, check_cells(cells)?, noise.scale()))
    }

    /// Tallies of Polya's urn over M. Errors as [`RowLaw::dirichlet`].
    pub fn polya(urn: &PolyaParameters, cells: usize, row_total: f64) -> Result<Self> {
        let noise = RowNoise::polya(urn, check_cells(cells)?, row_total)?;
        let pseudo_count = f64::from(urn.prior_mass()) / f64::from(urn.event_mass());
        let shrink = shrink(cells, pseudo_count, row_total);
        let factor = noise.scale();
        Ok(Self::of_urn(
            noise,
            shrink,
            cells,
            factor / (1.0 - 0.5 * factor),
        ))
    }

    /// Two-sided geometric noise on every count, a floor, projection. Errors: [`Error::States`]; [`Error::RowTotal`] unless N + cells floor > 0.
    pub fn geometric(
        rate: GeometricRate,
        floor: Floor,
        cells: usize,
        row_total: f64,
    ) -> Result<Self> {
        Self::of_counts(
            CountNoise::new(CellNoise::Geometric(rate)),
            geometric_deviation(rate),
            floor,
            cells,
            row_total,
        )
    }

    /// Discrete Gaussian noise on every count, a floor, projection. Errors as [`RowLaw::geometric`].
    pub fn gaussian(
        variance: Variance,
        floor: Floor,
        cells: usize,
        row_total: f64,
    ) -> Result<Self> {
        Self::of_counts(
            CountNoise::new(CellNoise::Gaussian(variance)),
            gaussian_deviation(variance),
            floor,
            cells,
            row_total,
        )
    }

    fn of_urn(noise: RowNoise, shrink: f64, cells: usize, of_a_set: f64) -> Self {
        if cells < 2 {
            return Self::one_cell();
        }
        RowLaw {
            noise,
            shrink,
            cells,
            tail: Tail::Urn { of_a_set },
        }
    }

    fn of_counts(
        noise: CountNoise,
        deviation: f64,
        floor: Floor,
        cells: usize,
        row_total: f64,
    ) -> Result<Self> {
        let n = check_cells(cells)? as f64;
        if !(row_total >= 0.0) {
            return Err(Error::RowTotal);
        }
        let total = row_total + n * floor.get();
        let linear = RowNoise::independent(deviation, total)?;
        if cells < 2 {
            return Ok(Self::one_cell());
        }
        Ok(RowLaw {
            noise: linear,
            shrink: shrink(cells, floor.get(), row_total),
            cells,
            tail: Tail::Counts { noise, total },
        })
    }

    /// A row of one feasible cell is released as 1.
    const fn one_cell() -> Self {
        RowLaw {
            noise: RowNoise::NONE,
            shrink: 0.0,
            cells: 1,
            tail: Tail::Urn { of_a_set: 0.0 },
        }
    }

    /// Covariance of the noise, for [`super::stationary_error::variances`].
    pub fn noise(&self) -> RowNoise {
        self.noise
    }

    /// The number of feasible cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// s in [0, 1]: how far the mean is drawn towards the uniform row.
    pub fn shrink(&self) -> f64 {
        self.shrink
    }

    /// Whether this law can have released `row`: no more positive entries than feasible cells, nor fewer where the mean is drawn towards uniform, as then none is 0.
    pub(crate) fn released(&self, row: &[f64]) -> bool {
        let positive = row.iter().filter(|x| **x > 0.0).count();
        positive == self.cells || (positive < self.cells && self.shrink == 0.0)
    }

    /// E x_l for the share C_l; exact for Dirichlet and urn, for noisy counts in the linear regime of [`RowNoise`].
    pub fn mean(&self, share: f64) -> f64 {
        (1.0 - self.shrink) * share + self.shrink / self.cells as f64
    }

    /// E x_l - C_l = s (1/cells - C_l). As [`RowLaw::mean`].
    pub fn bias(&self, share: f64) -> f64 {
        self.shrink * (1.0 / self.cells as f64 - share)
    }

    /// Var x_l. As [`RowLaw::mean`]. Accuracy: 8 units in the last place, also where the mean is next to 1.
    pub fn variance(&self, share: f64) -> f64 {
        // 1 - m without the rounding of m
        let n = self.cells as f64;
        let rest = (1.0 - self.shrink) * (1.0 - share) + self.shrink * ((n - 1.0) / n);
        self.noise.variance_of(self.mean(share), rest, self.cells)
    }

    /// The standard deviation of x_l: the square root of [`RowLaw::variance`].
    pub fn deviation(&self, share: f64) -> f64 {
        sqrt(self.variance(share))
    }
}

/// n a/(N + n a).
fn shrink(cells: usize, pseudo_count: f64, row_total: f64) -> f64 {
    let prior = cells as f64 * pseudo_count;
    if prior > 0.0 {
        prior / (row_total + prior)
    } else {
        0.0
    }
}

fn check_cells(cells: usize) -> Result<usize> {
    if cells >= 1 && cells <= *STATES.end() {
        Ok(cells)
    } else {
        Err(Error::States)
    }
}
