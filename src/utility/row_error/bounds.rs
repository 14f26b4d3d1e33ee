//! Bounds of the whole row: each is an inequality, rounded up.
use super::{RowLaw, Tail, concentration};
use crate::chain::{check_row, row_sum_tolerance};
use crate::domain::Level;
use crate::error::{Error, Result};
use crate::special::float::{ln, sqrt};
use crate::utility::RowNoise;

/// 2^-32.
pub(crate) const UNIT: f64 = 1.0 / 4_294_967_296.0;

/// Not below what a sum of `terms` numbers >= 0, each with a few roundings of its own, was before rounding.
pub(crate) fn up(value: f64, terms: usize) -> f64 {
    value * (1.0 + (terms as f64 + 64.0) * f64::EPSILON)
}

/// The sums over a row's feasible cells that bounds are made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowSums {
    /// ||bias||_1.
    pub bias: f64,
    /// b: at least sqrt(E ||x - m||_1^2).
    pub deviation: f64,
    /// ||q||_1 at most.
    pub quantisation: f64,
    /// sum of the entries' variances, for Dirichlet and urn.
    variance: f64,
    /// max |bias_l|.
    largest_bias: f64,
}

impl RowLaw {
    /// A row of shares: no entry negative, their sum 1 up to rounding. Counts in their place would be taken for certain: (40, 60) has no variance.
    fn check_shares(&self, row: &[f64]) -> Result<()> {
        check_row(row, row_sum_tolerance(row.len().max(self.cells)))
    }

    /// Sums over the positive entries of a row, and over the feasible cells that have none.
    pub(crate) fn sums(&self, row: &[f64]) -> Result<RowSums> {
        self.check_shares(row)?;
        let mut sums = RowSums {
            bias: 0.0,
            deviation: 0.0,
            quantisation: self.quantisation(),
            variance: 0.0,
            largest_bias: 0.0,
        };
        let mut left = self.cells;
        for share in row.iter().filter(|share| **share > 0.0) {
            left = left.checked_sub(1).ok_or(Error::Infeasible)?;
            self.add(&mut sums, *share, 1.0);
        }
        if left > 0 {
            self.add(&mut sums, 0.0, left as f64);
        }
        if let Tail::Counts { noise, total } = self.tail {
            sums.deviation = noise.second_moment_root(self.cells as f64) / total;
        }
        Ok(sums)
    }

    fn add(&self, sums: &mut RowSums, share: f64, times: f64) {
        let (bias, variance) = (self.bias(share).abs(), self.variance(share));
        sums.bias += times * bias;
        sums.deviation += times * sqrt(variance);
        sums.variance += times * variance;
        sums.largest_bias = sums.largest_bias.max(bias);
    }

    /// ||q||_1 <= 4 n 2^-32; a row of one cell is exact.
    pub(crate) fn quantisation(&self) -> f64 {
        if self.cells > 1 {
            4.0 * UNIT * self.cells as f64
        } else {
            0.0
        }
    }

    /// E ||x - C||_1 <= the returned value, at most 2.
    ///
    /// ```text
    /// sum |bias_l| + b + 4 n 2^-32,   b = sum sqrt(Var x_l)   (Dirichlet, urn);   b = sqrt(E (||k||_1 + |sum k|)^2)/N'   (noisy counts)
    /// ```
    ///
    /// Proof: [module](super). Half of it bounds the expected total variation; that itself, not a bound, is
    /// [`crate::utility::expected_total_variation_at`]. Cost: a square root a cell.
    ///
    /// # Errors
    /// [`Error::NotStochastic`] for what are no shares: an entry that is negative or NaN, a sum that is off 1 by more than
    /// [`row_sum_tolerance`] (counts, say); [`Error::Infeasible`] for more positive shares than feasible cells.
    pub fn expected_l1_bound(&self, shares: &[f64]) -> Result<f64> {
        let sums = self.sums(shares)?;
        Ok(up(sums.bias + sums.deviation + sums.quantisation, self.cells).min(2.0))
    }

    /// E max_l |x_l - C_l| <= the returned value, at most 1.
    ///
    /// ```text
    /// max |bias_l| + min( b/2, sqrt((n-1)/n sum Var x_l) ) + 2 n 2^-32
    /// ```
    ///
    /// Proof. e sums to 0, so its largest entry is at most ||e||_1/2, and at most sqrt((n-1)/n) ||e||_2, as the others have e_l^2/(n-1) at least among
    /// them; Jensen. For noisy counts the first alone. QED. (Bounds by sub-Gaussian tails, sqrt(ln(2n)/(2 (alpha_0 + 1))), are above the second for every n.)
    ///
    /// Errors: as [`RowLaw::expected_l1_bound`].
    pub fn expected_max_bound(&self, shares: &[f64]) -> Result<f64> {
        let sums = self.sums(shares)?;
        let half = 0.5 * sums.deviation;
        let n = self.cells as f64;
        let noise = match self.noise {
            RowNoise::Multinomial { .. } => half.min(sqrt((n - 1.0) / n * sums.variance)),
            RowNoise::Independent { .. } => half,
        };
        let sum = sums.largest_bias + noise + 0.5 * sums.quantisation;
        Ok(up(sum, self.cells).min(1.0))
    }

    /// P(||x - C||_1 <= the returned value) >= `level`; at most 2.
    ///
    /// The bias, the quantisation and a bound on ||x - m||_1. For Dirichlet and urn the least of three (`S` about 1/alpha_0, d = ln(1/(1 - level))):
    ///
    /// ```text
    /// b + sqrt(2 S d),   sqrt(2 S' (ln(2^n - 2) + d)),   b/sqrt(1 - level)
    /// ```
    ///
    /// S = f/(1 - f/2), for Dirichlet 1/(alpha_0 + 1/2), proved by a martingale on the urn; S' = f = 1/(alpha_0 + 1) for Dirichlet [Marchal & Arbel 2017,
    /// doi:10.1214/17-ECP92], S for the urn. For noisy counts the less of Chernoff's and Chebyshev's bounds of (||k||_1 + |sum k|)/N'.
    ///
    /// Secret: it depends on the shares. Errors: as [`RowLaw::expected_l1_bound`].
    ///
    /// ```
    /// use dpmarkov::{domain::Level, utility::row_error::RowLaw};
    /// // two cells: |x - m| < t is a sub-Gaussian tail, 2 e^(-2 (k + 1) t^2) = 0.05 at t = sqrt(ln(40)/200), and ||x - m||_1 = 2 |x - m|
    /// let law = RowLaw::published(99.0, 2)?;
    /// let bound = law.l1_bound(&[0.5, 0.5], Level::new(0.95)?)?;
    /// assert!((bound - 2.0 * (40.0_f64.ln() / 200.0).sqrt()).abs() < 1e-8);
    /// # Ok::<(), dpmarkov::Error>(())
    /// ```
    pub fn l1_bound(&self, shares: &[f64], level: Level) -> Result<f64> {
        let sums = self.sums(shares)?;
        let noise = self.noise_l1(sums.deviation, depth(level, 1));
        Ok(up(sums.bias + noise + sums.quantisation, self.cells).min(2.0))
    }

    /// As [`RowLaw::l1_bound`], from the released row alone: P(||x - C||_1 <= the returned value) >= `level`, whatever C is.
    ///
    /// ```text
    /// r + min( 2 s (1 - 1/n), s/(1 - s) (||x - u||_1 + r) ),   r: the bound on ||x - m||_1 for the row of the largest b; u: the uniform row
    /// ```
    ///
    /// Proof. b is largest for a uniform mean, sqrt(f (n-1)), by concavity. The bias s (u - C) is at most 2 s (1 - 1/n) long; and m - u = (1 - s) (C - u), so it
    /// is s/(1 - s) (u - m), where ||u - m||_1 <= ||u - x||_1 + ||x - m||_1. QED.
    ///
    /// Errors: as [`RowLaw::expected_l1_bound`].
    pub fn l1_bound_after_release(&self, released: &[f64], level: Level) -> Result<f64> {
        self.after_release(released, depth(level, 1))
    }

    pub(crate) fn after_release(&self, released: &[f64], depth: f64) -> Result<f64> {
        self.check_shares(released)?;
        let n = self.cells as f64;
        let mut left = self.cells;
        let mut from_uniform = 0.0;
        for x in released.iter().filter(|x| **x > 0.0) {
            left = left.checked_sub(1).ok_or(Error::Infeasible)?;
            from_uniform += (x - 1.0 / n).abs();
        }
        from_uniform += left as f64 / n;
        let largest = match self.tail {
            Tail::Urn { .. } => sqrt(self.noise.scale() * (n - 1.0)),
            Tail::Counts { noise, total } => noise.second_moment_root(n) / total,
        };
        let r = self.noise_l1(largest, depth) + self.quantisation();
        let s = self.shrink;
        let most = 2.0 * s * ((n - 1.0) / n);
        let bias = if s < 1.0 {
            most.min(s / (1.0 - s) * (from_uniform + r))
        } else {
            most
        };
        Ok(up(r + bias, self.cells).min(2.0))
    }

    /// What a Lipschitz function of the noise exceeds its mean by, with probability at most e^-depth (Dirichlet, urn); for noisy counts what ||x - m||_1
    /// exceeds.
    pub(crate) fn spread(&self, sums: &RowSums, depth: f64) -> f64 {
        match self.noise {
            RowNoise::Multinomial { factor } => concentration::spread(factor, depth),
            RowNoise::Independent { .. } => self.noise_l1(sums.deviation, depth),
        }
    }

    /// P(||x - m||_1 >= the returned value) <= e^-depth, without quantisation; b as in [`RowSums`].
    fn noise_l1(&self, b: f64, depth: f64) -> f64 {
        if self.cells < 2 {
            return 0.0;
        }
        match self.tail {
            Tail::Urn { of_a_set } => {
                concentration::l1(self.cells, self.noise.scale(), of_a_set, b, depth)
            }
            Tail::Counts { noise, total } => {
                let by_variance = b * crate::special::float::exp(0.5 * depth);
                by_variance.min(noise.tail(self.cells as f64, depth) / total)
            }
        }
    }
}

/// ln(rows/(1 - level)), rounded up: each of `rows` rows fails with probability (1 - level)/rows.
pub(crate) fn depth(level: Level, rows: usize) -> f64 {
    up(ln(rows as f64 / (1.0 - level.get())), 0)
}
