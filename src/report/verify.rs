//! What a report promises, and whether its parameters keep it.
use super::decode::Report;
use crate::error::Result;
use crate::mechanism::{Dirichlet, Gaussian, Geometric, Polya};
use crate::privacy::{Guarantee, MechanismParameters};

/// a + b, rounded up.
fn sum_up(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // the exact error of the sum (Knuth's TwoSum), which is itself a float: above 0 where it was rounded down
    let of_b = sum - a;
    let error = (a - (sum - of_b)) + (b - of_b);
    if error > 0.0 { sum.next_up() } else { sum }
}

impl Report<'_> {
    /// What rows and noisy totals promise together: basic composition, rounded up. Without totals it is [`Report::guarantee`].
    ///
    /// ```text
    /// epsilon_rows + epsilon_totals,   delta_rows + delta_totals
    /// ```
    ///
    /// **Guarantee.** Both are releases of the same log for the same neighbours, the same number of times, so (epsilon, delta) add up (Dwork & Roth 2014, Theorem
    /// 3.16).
    ///
    /// **Errors.** [`Error::Epsilon`](crate::Error::Epsilon), [`Error::Delta`](crate::Error::Delta) where a sum is out of range: above 1e6, or 1 and above.
    pub fn whole_guarantee(&self) -> Result<Guarantee> {
        let rows = self.guarantee();
        let Some(totals) = self.totals() else {
            return Ok(rows);
        };
        Guarantee::new(
            rows.adjacency,
            sum_up(rows.epsilon.get(), totals.guarantee.epsilon.get()),
            sum_up(rows.delta.get(), totals.guarantee.delta.get()),
            rows.releases.get(),
        )
    }

    /// Whether the stated parameters keep the stated guarantee, of the rows and of the totals: it rebuilds the mechanisms by their `checked` constructors.
    ///
    /// A device that lies about its parameters is not found out by it; one with a wrong plan is.
    ///
    /// **Errors.** [`Error::GuaranteeNotMet`](crate::Error::GuaranteeNotMet); those of the accountant.
    ///
    /// **Cost.** That of the accountant: microseconds to milliseconds (x86-64), whatever the number of cells.
    pub fn verify(&self) -> Result<()> {
        let guarantee = self.guarantee();
        match self.parameters() {
            MechanismParameters::Dirichlet(p) => Dirichlet::checked(guarantee, p).map(drop)?,
            MechanismParameters::Polya(p, n) => Polya::checked(guarantee, n, p).map(drop)?,
            MechanismParameters::Geometric(rate) => {
                Geometric::checked(guarantee, rate).map(drop)?
            }
            MechanismParameters::Gaussian(v) => Gaussian::checked(guarantee, v).map(drop)?,
        }
        match self.totals() {
            Some(totals) => Geometric::checked(totals.guarantee, totals.rate).map(drop),
            None => Ok(()),
        }
    }
}
