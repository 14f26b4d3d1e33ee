//! One row as the mechanism draws it, entry by entry, without cancellation.
use crate::chain::{check_row, row_sum_tolerance};
use crate::domain::STATES;
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;

/// The law x_i ~ Beta(p, q) of one entry, and the share C_i that it estimates.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// C_i.
    pub share: f64,
    /// E x_i - C_i.
    pub bias: f64,
    /// alpha_i.
    pub p: f64,
    /// alpha_0 - alpha_i.
    pub q: f64,
}

/// The smoothed form: alpha_i = w (c_i + a) for counts of sum N over n entries.
#[derive(Clone, Copy)]
pub(super) struct Row {
    weight: f64,
    pseudo_count: f64,
    total: f64,
    n: f64,
}

impl Row {
    pub fn new(total: f64, n: usize, parameters: &DirichletParameters) -> Self {
        Row {
            weight: parameters.weight.get(),
            pseudo_count: parameters.pseudo_count.get(),
            total,
            n: n as f64,
        }
    }

    /// alpha_0 = w (N + n a).
    pub fn alpha_0(&self) -> f64 {
        self.weight * (self.total + self.n * self.pseudo_count)
    }

    /// The entry with count c = C N. The mean is (c + a)/(N + n a), so the bias
    /// a (N - n c) / (N (N + n a)) needs no subtraction of nearly equal numbers but N - n c, which is
    /// exact for integers.
    pub fn entry(&self, count: f64, share: f64) -> Entry {
        let Row {
            weight,
            pseudo_count,
            total,
            n,
        } = *self;
        // A share that rounding left above 1 must not make q negative.
        let others = if count < total { total - count } else { 0.0 };
        Entry {
            share,
            bias: pseudo_count * ((total - n * count) / total) / (total + n * pseudo_count),
            p: weight * (count + pseudo_count),
            q: weight * (others + (n - 1.0) * pseudo_count),
        }
    }
}

/// The sum of a row of counts, exact: at most 65,535 (2^32 - 1) < 2^53.
pub(super) fn row_total(counts: &[u32]) -> Result<f64> {
    if !STATES.contains(&counts.len()) {
        return Err(Error::States);
    }
    let total: f64 = counts.iter().map(|c| f64::from(*c)).sum();
    if total > 0.0 {
        Ok(total)
    } else {
        Err(Error::EmptyRow)
    }
}

/// Checks that `shares` is a distribution over 2 to 65,535 states.
pub(super) fn check_shares(shares: &[f64]) -> Result<()> {
    if !STATES.contains(&shares.len()) {
        return Err(Error::States);
    }
    check_row(shares, row_sum_tolerance(shares.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_what_its_formula_says() {
        let row = Row::new(10.0, 3, &DirichletParameters::new(0.5, 2.0).unwrap());
        let e = row.entry(7.0, 0.7);
        assert_eq!((row.alpha_0(), e.p, e.q), (8.0, 4.5, 3.5));
        assert!((e.bias - (4.5 / 8.0 - 0.7)).abs() < 1e-16);
    }
}
