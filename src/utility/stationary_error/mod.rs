//! How far the stationary distribution of a released chain lies from the true one, and the ergodicity coefficients.
//!
//! P is the true chain, P~ the released one, E = P~ - P; pi and pi~ their stationary distributions; A# the group inverse of I - P
//! ([`crate::chain::group_inverse`]). Everything rests on one identity:
//!
//! ```text
//! pi~ - pi = pi~ E A# = pi E A# + (pi~ - pi) E A#
//! ```
//!
//! Proof. pi~ (I - P) = pi~ (P~ - P) = pi~ E; multiply by A# from the right, (I - P) A# = I - 1 pi. QED. It needs one recurrent class of P, and holds for
//! every stationary distribution of P~.
//!
//! | quantity | bound, proved | estimate | as published, not a guarantee |
//! |---|---|---|---|
//! | E TV(pi, pi~), before the release | [`bound`]; sharper, [`weighted_bound`] | [`estimate`] from [`variances`] and [`bias_effect`] | [`published_theorem_4`] |
//! | TV(pi, pi~), after it | [`after_release_bound`]; sharper, [`after_release_weighted_bound`] | [`after_release_estimate`] | |
//! | E \|tau_inf(P) - tau_inf(P~)\| | [`tau_inf_change_bound`] | | [`published_theorem_5`] |
//! | E \|tau_1(P) - tau_1(P~)\| | [`tau_one_change_bound`] | | |
//!
//! What is computed from the true chain is as secret as it is; `after_release_...` needs public data alone.
//!
//! ```
//! use dpmarkov::chain::{StochasticMatrix, group_inverse};
//! use dpmarkov::utility::{row_error::RowLaw, stationary_error};
//! let cells = [0.8, 0.1, 0.1, 0.2, 0.7, 0.1, 0.3, 0.3, 0.4];
//! let chain = StochasticMatrix::new(&cells, 3)?;
//! let (mut inverse, mut pi) = ([0.0; 9], [0.0; 3]);
//! let mut work = [0.0; group_inverse::work_len(3)];
//! group_inverse::group_inverse(chain, &mut work, &mut inverse, &mut pi)?;
//! let laws = [RowLaw::published(1000.0, 3)?; 3];
//! let bound = stationary_error::bound(chain, group_inverse::tau_one(&inverse, 3)?, &laws)?;
//! let support = dpmarkov::counts::Support::full(3)?;
//! let estimate = stationary_error::estimate(chain, support, &pi, &inverse, &laws, &mut work)?;
//! assert!(estimate < bound && bound < 0.09 && estimate > 0.013);
//! # Ok::<(), dpmarkov::Error>(())
//! ```
mod after_release;
mod bounds;
mod delta_method;
mod published;
mod weighted;
pub use after_release::{
    after_release_bias_effect, after_release_bound, after_release_estimate,
    after_release_row_bound, after_release_weighted_bound, after_release_weighted_bound_work_len,
};
pub use bounds::{bound, tau_inf_change_bound, tau_inf_change_work_len, tau_one_change_bound};
#[cfg(feature = "capi")]
pub(crate) use delta_method::variances_of;
pub use delta_method::{
    bias_effect, bias_effect_work_len, estimate, estimate_at_mean, estimate_work_len,
    expected_distance, mean_chain, variances, variances_work_len,
};
pub use published::{
    PublishedRow, fundamental_norm, published_loss, published_theorem_4, published_theorem_5,
    published_z_norm,
};
pub use weighted::{weighted_bound, weighted_bound_work_len};

use crate::chain::{LEAST_TAU_ONE, StochasticMatrix};
use crate::error::{Error, Result};
use crate::utility::row_error::RowLaw;

/// One law for every row.
fn check_laws(matrix: StochasticMatrix<'_>, laws: &[RowLaw]) -> Result<()> {
    if laws.len() == matrix.states() {
        Ok(())
    } else {
        Err(Error::Length)
    }
}

/// tau_1(A#), or an upper bound of it: finite, and not below what every chain's is.
fn check_tau_one(value: f64) -> Result<()> {
    if (LEAST_TAU_ONE..f64::INFINITY).contains(&value) {
        Ok(())
    } else {
        Err(Error::Domain)
    }
}

/// A share or a norm: finite and not negative.
fn check_coefficient(value: f64) -> Result<()> {
    if (0.0..f64::INFINITY).contains(&value) {
        Ok(())
    } else {
        Err(Error::Domain)
    }
}
