//! What one mechanism offers for a chain, from public facts alone.
use super::expected::{ExpectedError, ReferenceRow, expected_error_of};
use crate::domain::{ExpectedRowTotal, Floor};
use crate::error::Result;
use crate::mechanism::polya_work_len;
use crate::privacy::urn::largest_pure_draws;
use crate::privacy::{Guarantee, MechanismParameters};
use crate::special::float::{exp, exp_m1, sqrt};

/// One mechanism at parameters that meet a guarantee: the error to expect, and the memory that it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Its parameters.
    pub parameters: MechanismParameters,
    /// What is added to every entry before noisy counts are normalised; not used by the other two.
    pub floor: Floor,
    /// Whether the guarantee holds at these parameters with delta = 0.
    pub pure: bool,
    /// The error of a row whose events spread evenly over all states.
    pub uniform: ExpectedError,
    /// The error of a row in which each next state is half as frequent as the one before.
    pub halving: ExpectedError,
    /// The error of a row whose events all go to one state.
    pub one_hot: ExpectedError,
    /// Bytes of scratch for one row, beside the counts and the released row: tallies and earlier draws of an urn, noisy counts.
    pub work_bytes: u64,
}

impl Offer {
    /// What these parameters give a row of `states` cells (on a support: the number n_i of its feasible ones); whether they meet a guarantee is for the mechanism's `checked`.
    ///
    /// **Errors.** [`Error::States`](crate::Error::States).
    pub fn new(
        parameters: MechanismParameters,
        floor: Floor,
        pure: bool,
        states: usize,
        expected_row_total: ExpectedRowTotal,
    ) -> Result<Self> {
        let error = |row| expected_error_of(row, &parameters, floor, states, expected_row_total);
        Ok(Offer {
            parameters,
            floor,
            pure,
            uniform: error(ReferenceRow::Uniform)?,
            halving: error(ReferenceRow::Halving)?,
            one_hot: error(ReferenceRow::OneHot)?,
            work_bytes: work_bytes(&parameters, states),
        })
    }

    /// The mean over the three reference rows: what the recommendation goes by.
    ///
    /// **Units.** Total variation in [0, 1], KL in nats.
    pub fn mean(&self) -> ExpectedError {
        let third = |of: fn(&ExpectedError) -> f64| {
            (of(&self.uniform) + of(&self.halving) + of(&self.one_hot)) / 3.0
        };
        ExpectedError {
            total_variation: third(|e| e.total_variation),
            kl: third(|e| e.kl),
        }
    }

    /// The standard deviation of a released count around the true one, in events; `None` for mechanisms that release no counts.
    ///
    /// ```text
    /// geometric: sqrt(2 x)/(1 - x), x = e^-rate;   Gaussian: at most sigma
    /// ```
    pub fn count_standard_error(&self) -> Option<f64> {
        match self.parameters {
            MechanismParameters::Geometric(rate) => {
                Some(sqrt(2.0 * exp(-rate.get())) / -exp_m1(-rate.get()))
            }
            MechanismParameters::Gaussian(variance) => Some(sqrt(variance.get())),
            MechanismParameters::Dirichlet(_) | MechanismParameters::Polya(..) => None,
        }
    }

    /// The largest number of draws at which an urn of these masses meets the guarantee's epsilon with delta = 0; `None` for other mechanisms, and where one draw
    /// tells more than that.
    ///
    /// ```
    /// use dpmarkov::domain::{ExpectedRowTotal, Floor, PolyaParameters};
    /// use dpmarkov::plan::Offer;
    /// use dpmarkov::privacy::{Adjacency, Guarantee, MechanismParameters};
    /// // w = 0.3188, a = 15.8
    /// let urn = MechanismParameters::Polya(PolyaParameters::new(3985, 62963, 12500, 200)?, 59);
    /// let offer = Offer::new(urn, Floor::NONE, false, 59, ExpectedRowTotal::new(4468.0)?)?;
    /// assert_eq!(offer.largest_pure_draws(&Guarantee::new(Adjacency::Destination, 1.0, 1e-6, 1)?), Some(103));
    /// # Ok::<(), dpmarkov::Error>(())
    /// ```
    pub fn largest_pure_draws(&self, guarantee: &Guarantee) -> Option<u32> {
        let MechanismParameters::Polya(urn, states) = self.parameters else {
            return None;
        };
        let (event, prior, draw) = (urn.event_mass(), urn.prior_mass(), urn.draw_mass());
        largest_pure_draws(guarantee, event, prior, draw, states).ok()
    }

    /// Whether the noise is drawn with integers alone.
    pub const fn draws_integers(&self) -> bool {
        !matches!(self.parameters, MechanismParameters::Dirichlet(_))
    }
}

/// Scratch of one row, in bytes.
fn work_bytes(parameters: &MechanismParameters, states: usize) -> u64 {
    match parameters {
        MechanismParameters::Dirichlet(_) => 0,
        MechanismParameters::Polya(..) => (polya_work_len(states) as u64).saturating_mul(4),
        MechanismParameters::Geometric(_) | MechanismParameters::Gaussian(_) => {
            (states as u64).saturating_mul(8)
        }
    }
}
