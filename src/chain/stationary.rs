//! The stationary distribution: pi P = pi, sum pi = 1.
//!
//! | function | scratch | when |
//! |---|---|---|
//! | [`gth`] | n^2 | always: small relative error in every entry, whatever the chain |
//! | [`power`] | 2 n | well-mixed chains on small devices; tells how far off it may be |
//!
//! Both use the off-diagonal entries only, so that a row sum's rounding is the diagonal's, and both
//! find the recurrent classes first: with one, its distribution and zeros elsewhere; with several,
//! [`Error::SeveralClasses`](crate::Error::SeveralClasses). How many there are tells
//! [`recurrent_classes`](super::classes::recurrent_classes); the distribution of the one that a
//! given state ends up in, [`gth_from`].
use super::{StochasticMatrix, gth, power, residual};
use crate::error::Result;

/// Scratch elements that [`gth`] and [`gth_from`] need for n states: n^2.
pub const fn gth_work_len(n: usize) -> usize {
    n.saturating_mul(n)
}

/// Scratch elements that [`power`] needs for n states: 2 n.
pub const fn power_work_len(n: usize) -> usize {
    n.saturating_mul(2)
}

/// pi with pi P = pi, by elimination without subtraction.
///
/// - Special values: transient states get exactly 0. Periodic chains are no special case.
/// - Accuracy: relative error of every entry at most 1e-14, measured up to n = 1000 against 50 digits and against
///   [`group_inverse`](super::group_inverse)'s pi; worst found 3.1e-15, on a graded chain of 1000 states with entries down to 9e-44
///   (`tests/data/stationary.csv`). Where a chain has exit rates below 1e-150
///   of the rest, this holds for entries above 1e-90; otherwise down to 1e-290.
/// - Method: [Grassmann, Taksar, Heyman 1985, doi:10.1287/opre.33.5.1107] on the recurrent class.
/// - Cost: 2/3 n^3 operations; n^2 scratch.
///
/// # Errors
/// [`Error::SeveralClasses`](crate::Error::SeveralClasses);
/// [`Error::Underflow`](crate::Error::Underflow) where probabilities differ so much that products of
/// them fall below 2.3e-308; [`Error::Length`](crate::Error::Length) unless `pi` has n elements;
/// [`Error::WorkLength`](crate::Error::WorkLength). `pi` is then left as it was.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, stationary};
/// // Kemeny and Snell's Land of Oz: rain, nice, snow.
/// let p = TransitionMatrix::new([[0.5, 0.25, 0.25], [0.5, 0.0, 0.5], [0.25, 0.25, 0.5]])?;
/// let mut pi = [0.0; 3];
/// stationary::gth(p.as_matrix(), &mut [0.0; 9], &mut pi)?;
/// assert_eq!(pi, [0.4, 0.2, 0.4]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn gth(matrix: StochasticMatrix<'_>, work: &mut [f64], pi: &mut [f64]) -> Result<()> {
    gth::solve(matrix, None, work, pi)
}

/// The stationary distribution of the recurrent class that `state` ends up in, zeros elsewhere: the
/// long-run shares of time of a chain that starts in `state`.
///
/// Accuracy, method and cost as [`gth`].
///
/// # Errors
/// As [`gth`]; [`Error::SeveralClasses`](crate::Error::SeveralClasses) where chance decides which
/// class that is; [`Error::StateIndex`](crate::Error::StateIndex).
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, stationary};
/// let two_islands = TransitionMatrix::new([[0.9, 0.1, 0.0, 0.0], [0.3, 0.7, 0.0, 0.0],
///                                          [0.0, 0.0, 0.5, 0.5], [0.0, 0.0, 0.5, 0.5]])?;
/// let mut pi = [0.0; 4];
/// stationary::gth_from(two_islands.as_matrix(), 2, &mut [0.0; 16], &mut pi)?;
/// assert_eq!(pi, [0.0, 0.0, 0.5, 0.5]);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn gth_from(
    matrix: StochasticMatrix<'_>,
    state: usize,
    work: &mut [f64],
    pi: &mut [f64],
) -> Result<()> {
    gth::solve(matrix, Some(state), work, pi)
}

/// pi with pi P = pi, by iteration of the lazy chain (I + P)/2; returns a bound on the error.
///
/// - Domain: `tolerance` in (0, 1), the error that is good enough; `max_iterations` at least 1.
/// - Guarantee: TV(`pi`, true stationary distribution) = 0.5 sum abs(pi_i - true_i) <= the returned
///   bound, rounding included. It may lie above `tolerance`: where `max_iterations` ran out, or
///   double precision did. 1 means that nothing is certified.
/// - Special values: transient states get exactly 0. Periodic chains converge, the lazy chain having
///   no period.
/// - Accuracy: that bound. Chains that nearly fall apart do not converge in any practical number of
///   steps, and the bound says so: take [`gth`].
/// - Method: with r = pi - pi P and h_i the expected number of steps from state i to a state j,
///   TV <= sum abs(r_i) h_i <= max h * sum abs(r_i). Proof: pi - true = r D, where row i of D is
///   G_i - h_i true, G_i the expected visits before j is reached (both sides solve
///   (I - P) D = I - 1 true with row j zero, and sum r = 0), and abs(G_i)_1 = h_i. Both h <= sum over
///   s < t of u_s, divided by (1 - u_t), u_s = max_i Pr_i(j not reached in s steps), and Doeblin's
///   TV <= 0.5 sum abs(r_i) / sum_j min_i P_ij are tried.
/// - Cost: 2 n^2 operations an iteration, at most two times `max_iterations` of them; 2 n scratch.
///
/// # Errors
/// [`Error::SeveralClasses`](crate::Error::SeveralClasses);
/// [`Error::Tolerance`](crate::Error::Tolerance); [`Error::Iterations`](crate::Error::Iterations);
/// [`Error::Length`](crate::Error::Length) unless `pi` has n elements;
/// [`Error::WorkLength`](crate::Error::WorkLength). `pi` is then left as it was.
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, stationary};
/// let p = TransitionMatrix::new([[0.5, 0.5], [0.6, 0.4]])?;
/// let mut pi = [0.0; 2];
/// let bound = stationary::power(p.as_matrix(), 1e-12, 1000, &mut [0.0; 4], &mut pi)?;
/// assert!(bound <= 1e-12 && (pi[0] - 6.0 / 11.0).abs() <= bound);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn power(
    matrix: StochasticMatrix<'_>,
    tolerance: f64,
    max_iterations: u32,
    work: &mut [f64],
    pi: &mut [f64],
) -> Result<f64> {
    power::solve(matrix, tolerance, max_iterations, work, pi)
}

/// Scratch elements that [`error_bound`] needs for n states: 2 n.
pub const fn error_bound_work_len(n: usize) -> usize {
    n.saturating_mul(2)
}

/// TV(x, pi) <= 0.5 tau_1(A#) sum abs(x P - x) + 0.5 abs(sum x - 1), for any x however it was found.
///
/// - Domain: `x` of n numbers in [0, 2] (no probability, but what rounding made of one, may pass 1);
///   `tau_one_of_group_inverse` from [`group_inverse::tau_one`](super::group_inverse::tau_one), never below 1/2. The chain has one recurrent class, or there is no such number.
/// - Guarantee: TV(`x`, true stationary distribution) = 0.5 sum abs(x_i - pi_i) <= the returned
///   number, every rounding included. It is at most 1, or what sum x is where that is above 1, rounded up.
/// - Accuracy: the residual is summed with 106 bits, so the bound says what `x` deserves. A residual of 1e-16, which
///   is what rounding leaves of the exact pi, can mean an error of 1e-16 tau_1(A#)/2: where a chain nearly
///   falls apart no residual certifies [`gth`]'s result, which is better than that.
/// - Method: x - (sum x) pi = (x - x P) A# since A A# = I - 1 pi; sum (x - x P) = 0; and
///   sum abs(z A#) <= tau_1(A#) sum abs(z) for every z with sum 0 [Seneta 1991, in: Stewart (ed.),
///   Numerical Solution of Markov Chains, 121-129].
/// - Cost: n^2 products of 106 bits; 2 n scratch.
///
/// # Errors
/// [`Error::NotStochastic`](crate::Error::NotStochastic) for entries of `x` outside [0, 2];
/// [`Error::Domain`](crate::Error::Domain) where the coefficient is NaN or below 0.499: no chain's is below 1/2;
/// [`Error::Length`](crate::Error::Length) unless `x` has n elements;
/// [`Error::WorkLength`](crate::Error::WorkLength).
///
/// ```
/// use dpmarkov::chain::{TransitionMatrix, group_inverse, stationary};
/// // Two islands, left once in a hundred million steps: the residual says nothing.
/// let p = TransitionMatrix::new([[1.0 - 3e-8, 3e-8], [1e-8, 1.0 - 1e-8]])?;
/// let (mut inverse, mut pi) = ([0.0; 4], [0.0; 2]);
/// group_inverse::group_inverse(p.as_matrix(), &mut [0.0; group_inverse::work_len(2)], &mut inverse, &mut pi)?;
/// let tau = group_inverse::tau_one(&inverse, 2)?;
/// let bound = stationary::error_bound(p.as_matrix(), &[0.5, 0.5], tau, &mut [0.0; 4])?;
/// assert!((bound - 0.25).abs() < 1e-12 && bound >= 0.25); // pi = (1/4, 3/4)
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn error_bound(
    matrix: StochasticMatrix<'_>,
    x: &[f64],
    tau_one_of_group_inverse: f64,
    work: &mut [f64],
) -> Result<f64> {
    residual::error_bound(matrix, x, tau_one_of_group_inverse, work)
}
