//! [A, Theorems 4 and 5] as published, kept for reproduction. They are not guarantees.
use super::check_coefficient;
use crate::domain;
use crate::domain::InParts;
use crate::error::{Error, Result};
use crate::special::float::sqrt;
use crate::utility::published_worst_kl;

/// One row of the published form.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct PublishedRow {
    /// k_i, the sum of the row's Dirichlet parameters.
    pub k: f64,
    /// N_i, the row's events.
    pub row_total: u64,
    /// The number of feasible cells: n in the paper. A row of one cell has no error.
    pub cells: usize,
}

/// L of [A, Theorems 4 and 5], in nats.
///
/// ```text
/// L = sum_i pi_i ( (n-1)/N_i zeta_i(0) + (N_i-n+1)/N_i zeta_i(N_i-n) + psi(k_i) ),   zeta_i(x) = ln((x+1)/N_i) - psi((x+1) k_i/N_i)
/// ```
///
/// The bracket is E KL(C || x) of the row (1/N, .., 1/N, 1 - (n-1)/N): [`published_worst_kl`], whose evaluation has no cancellation.
///
/// # Errors
/// [`Error::Length`] unless `pi` has as many elements as `rows`; [`Error::States`]; [`Error::RowTotal`] for fewer events than cells; [`Error::Shape`] for a k
/// outside [`crate::domain::SHAPE`]; [`Error::Domain`] for a pi that is negative or not finite.
pub fn published_loss(pi: &[f64], rows: &[PublishedRow]) -> Result<f64> {
    if pi.len() != rows.len() {
        return Err(Error::Length);
    }
    let mut sum = 0.0;
    for (share, row) in pi.iter().zip(rows) {
        check_coefficient(*share)?;
        if row.cells != 1 {
            sum += share * published_worst_kl(row.cells, row.row_total, row.k)?;
        }
    }
    Ok(sum)
}

/// 0.5 ||Z|| sqrt(2 L): [A, Theorem 4] as published, for E TV(pi, pi~). **Not a guarantee**: use [`super::bound`].
///
/// Its proof takes the mean of the rows' errors under pi where the identity has pi~ ([module](super)), which depends on the errors. On chains whose
/// feasible transitions are all of ordinary size we never saw it exceeded; with structural zeros it is. A walk on 0 .. 100 that stays or goes one step either
/// way (3, 1 and 1 events in each row), and leaves 0 through a rare gate (2 of 10^16 events), k_i = 1.5 N_i: E TV is 0.017 by simulation, the theorem says at
/// most 0.0052 (`tests/published_chain.rs`).
///
/// - `z_norm`: [`published_z_norm`]. The printed ||Z||_1 must be read as the largest absolute ROW sum: rows are the distributions here.
/// - **Errors**: as [`published_loss`]; [`Error::Domain`] for a norm that is negative or not finite.
pub fn published_theorem_4(pi: &[f64], z_norm: f64, rows: &[PublishedRow]) -> Result<f64> {
    check_coefficient(z_norm)?;
    Ok(0.5 * z_norm * sqrt(2.0 * published_loss(pi, rows)?))
}

/// sqrt(2 L): [A, Theorem 5] as published, for E |tau_inf(P) - tau_inf(P~)|. **Not a guarantee**: use [`super::tau_inf_change_bound`].
///
/// It weights the rows' errors by pi, but tau_inf does not: a row that is hardly ever visited moves it as much as any other, and a column's sum adds up the errors of
/// all rows. Exceeded at ordinary sizes (`tests/published_chain.rs`): n = 3, N = (10^6, 10, 10), k_i = 1.5 N_i: 0.058 by simulation, 0.0014 by
/// the theorem; n = 10, all N_i = 100, all counts 10, k = 1500: 0.0805 and 0.0779.
///
/// Errors: as [`published_loss`].
pub fn published_theorem_5(pi: &[f64], rows: &[PublishedRow]) -> Result<f64> {
    Ok(sqrt(2.0 * published_loss(pi, rows)?))
}

/// ||Z||, the largest absolute row sum of Z = (I - P - 1 pi^T)^-1 as printed in [A, Theorem 4].
///
/// The sign is most likely a misprint of the fundamental matrix (I - P + 1 pi^T)^-1, [`fundamental_norm`], but either serves. I - P maps the rows with v 1 = 0 to
/// such rows and has A# as its inverse there, and 1 to 0; so (I - P - c 1 pi^T)^-1 = A# - (1/c) 1 pi^T for c = 1 and c = -1: Z = A# - 1 pi^T as
/// printed, A# + 1 pi^T the fundamental matrix. As the rows of E sum to 0, E Z = E A# for both: the identity of the [module](super) holds with either,
/// and tau_1(A#) = tau_1(A# +- 1 pi^T) is at most either norm. The two norms differ by at most 2. Where all rows of P are equal and uniform the
/// printed one is 3 - 4/n, the other 1: the printed sign costs a factor up to 3. On random chains the printed norm is nearly always the larger one.
///
/// # Errors
/// [`Error::States`]; [`Error::Length`] unless `group_inverse` has n * n elements; [`Error::Domain`] for entries that are not finite.
///
/// ```
/// use dpmarkov::utility::stationary_error::{fundamental_norm, published_z_norm};
/// // P = 1 pi^T, two states: A# = I - P
/// let (inverse, pi) = ([0.5, -0.5, -0.5, 0.5], [0.5, 0.5]);
/// assert_eq!((published_z_norm(&inverse, &pi)?, fundamental_norm(&inverse, &pi)?), (1.0, 1.0));
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn published_z_norm(group_inverse: &[f64], pi: &[f64]) -> Result<f64> {
    norm(group_inverse, pi, -1.0)
}

/// The largest absolute row sum of the fundamental matrix (I - P + 1 pi^T)^-1 = A# + 1 pi^T. As [`published_z_norm`].
pub fn fundamental_norm(group_inverse: &[f64], pi: &[f64]) -> Result<f64> {
    norm(group_inverse, pi, 1.0)
}

fn norm(group_inverse: &[f64], pi: &[f64], sign: f64) -> Result<f64> {
    let n = pi.len();
    if domain::cells(n)? != group_inverse.len() {
        return Err(Error::Length);
    }
    let mut largest = 0.0;
    for row in group_inverse.parts(n) {
        let sum: f64 = row.iter().zip(pi).map(|(a, p)| (a + sign * p).abs()).sum();
        check_coefficient(sum)?;
        if sum > largest {
            largest = sum;
        }
    }
    Ok(largest)
}
