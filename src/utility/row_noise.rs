//! How one released row differs from its mean.
use crate::domain::{GeometricRate, PolyaParameters, Variance};
use crate::error::{Error, Result};
use crate::mechanism::noisy::{gaussian_deviation, geometric_deviation};
use crate::privacy::DirichletParameters;
use crate::special::float::sqrt;

/// The covariance of a released row with mean m over its feasible cells.
///
/// ```text
/// Multinomial   factor (diag(m) - m m^T)
/// Independent   variance (I - m 1^T)(I - 1 m^T), the covariance of e_l = (k_l - m_l sum k)/N
/// ```
///
/// - **Multinomial** is exact: Dirichlet, factor 1/(alpha_0 + 1); Polya's urn, factor (M + alpha_0)/(M (1 + alpha_0)), the beta-binomial law's.
/// - **Independent** is the linear regime of noise k on every count: with S = N + sum k the row is x = (c + k)/S, so x - m = (k - m sum k)/S,
///   and S is taken as N. It holds where N is many times the noise of the total and no feasible count is near 0: the projection to a row is
///   not linear there. What holds everywhere is the bound of [`super::row_error`].
/// - **Units**: shares squared.
/// - Quantisation to 2^-32 is left out here; every bound that is built on this type adds it.
///
/// ```
/// use dpmarkov::{privacy::DirichletParameters, utility::RowNoise};
/// // 10 events in 3 cells, w = 0.5, a = 2: alpha_0 = 8, so factor 1/9
/// let noise = RowNoise::dirichlet(&DirichletParameters::new(0.5, 2.0)?, 3, 10.0)?;
/// assert!((noise.variance(0.25, 3) - 0.25 * 0.75 / 9.0).abs() < 1e-16);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowNoise {
    /// Covariance factor (diag(m) - m m^T).
    Multinomial {
        /// 0 for a row without noise, at most 1.
        factor: f64,
    },
    /// Noise of its own on every count, the row divided by the noisy total.
    Independent {
        /// The variance of one count's noise over the square of the row's total.
        variance: f64,
    },
}

impl RowNoise {
    /// No noise: a row that is public, or has one feasible cell.
    pub const NONE: RowNoise = RowNoise::Multinomial { factor: 0.0 };

    /// x ~ Dir(w (c + a)) over `cells` feasible cells, `row_total` = N events (0 too): factor 1/(w (N + cells a) + 1).
    ///
    /// Errors: [`Error::States`] for no cell, [`Error::RowTotal`] for a total that is negative or not finite.
    pub fn dirichlet(
        parameters: &DirichletParameters,
        cells: usize,
        row_total: f64,
    ) -> Result<Self> {
        let total = total_or_none(row_total)?;
        let cells = some(cells)?;
        Self::concentration(
            parameters.weight.get() * (total + cells * parameters.pseudo_count.get()),
        )
    }

    /// The published form x ~ Dir(k C): factor 1/(k + 1). Errors: [`Error::AssumptionConcentration`] unless k > 0 and finite.
    pub fn published(k: f64) -> Result<Self> {
        Self::concentration(k)
    }

    fn concentration(alpha_0: f64) -> Result<Self> {
        if alpha_0 > 0.0 && alpha_0 < f64::INFINITY {
            Ok(RowNoise::Multinomial {
                factor: 1.0 / (alpha_0 + 1.0),
            })
        } else {
            Err(Error::AssumptionConcentration)
        }
    }

    /// Tallies of M draws from Polya's urn over M: factor (M + alpha_0)/(M (1 + alpha_0)). Errors as [`RowNoise::dirichlet`].
    pub fn polya(urn: &PolyaParameters, cells: usize, row_total: f64) -> Result<Self> {
        let total = total_or_none(row_total)?;
        let cells = some(cells)?;
        let mass = f64::from(urn.event_mass()) * total + f64::from(urn.prior_mass()) * cells;
        let alpha_0 = mass / f64::from(urn.draw_mass());
        let draws = f64::from(urn.draws());
        // (1/alpha_0 + 1/M)/(1/alpha_0 + 1): no overflow
        Ok(RowNoise::Multinomial {
            factor: (1.0 / alpha_0 + 1.0 / draws) / (1.0 / alpha_0 + 1.0),
        })
    }

    /// Two-sided geometric noise on every count. `row_total`: N, and n floors where the row has a floor.
    ///
    /// Errors: [`Error::RowTotal`] unless the total is positive and finite.
    pub fn geometric(rate: GeometricRate, row_total: f64) -> Result<Self> {
        Self::independent(geometric_deviation(rate), row_total)
    }

    /// Discrete Gaussian noise on every count. As [`RowNoise::geometric`].
    pub fn gaussian(variance: Variance, row_total: f64) -> Result<Self> {
        Self::independent(gaussian_deviation(variance), row_total)
    }

    pub(crate) fn independent(deviation: f64, row_total: f64) -> Result<Self> {
        if !(row_total > 0.0 && row_total < f64::INFINITY) {
            return Err(Error::RowTotal);
        }
        let relative = deviation / row_total;
        let variance = relative * relative;
        if variance < f64::INFINITY {
            Ok(RowNoise::Independent { variance })
        } else {
            Err(Error::RowTotal)
        }
    }

    /// The variance of one entry of mean m in a row of `cells` feasible cells.
    ///
    /// ```text
    /// factor m (1 - m)   or   variance ((1 - m)^2 + (cells - 1) m^2)
    /// ```
    ///
    /// Accuracy: 4 units in the last place. 0 for a row of one cell.
    pub fn variance(&self, mean: f64, cells: usize) -> f64 {
        self.variance_of(mean, 1.0 - mean, cells)
    }

    /// [`RowNoise::variance`] for a mean m and 1 - m.
    pub(crate) fn variance_of(&self, mean: f64, rest: f64, cells: usize) -> f64 {
        match *self {
            RowNoise::Multinomial { factor } => (factor * mean * rest).max(0.0),
            RowNoise::Independent { variance } => {
                variance * (rest * rest + cells.saturating_sub(1) as f64 * (mean * mean))
            }
        }
    }

    /// The square root of [`RowNoise::variance`].
    pub fn deviation(&self, mean: f64, cells: usize) -> f64 {
        sqrt(self.variance(mean, cells))
    }

    /// The variance of sum_l x_l a_l: `weighted` = sum m_l (a_l - mean)^2, `plain` = sum of (a_l - mean)^2 over the feasible cells, where
    /// mean = sum m_l a_l. Which of both this noise needs: [`RowNoise::weight`].
    pub(crate) const fn scale(&self) -> f64 {
        match *self {
            RowNoise::Multinomial { factor } => factor,
            RowNoise::Independent { variance } => variance,
        }
    }

    /// How much the squared distance (a_l - mean)^2 of one feasible cell counts, before [`RowNoise::scale`].
    pub(crate) const fn weight(&self, mean: f64) -> f64 {
        match self {
            RowNoise::Multinomial { .. } => mean,
            RowNoise::Independent { .. } => 1.0,
        }
    }

    /// The number itself is one that the constructors can return.
    pub(crate) fn is_valid(&self) -> bool {
        let scale = self.scale();
        (0.0..f64::INFINITY).contains(&scale)
    }
}

fn total_or_none(row_total: f64) -> Result<f64> {
    if (0.0..f64::INFINITY).contains(&row_total) {
        Ok(row_total)
    } else {
        Err(Error::RowTotal)
    }
}

fn some(cells: usize) -> Result<f64> {
    if cells > 0 {
        Ok(cells as f64)
    } else {
        Err(Error::States)
    }
}
