//! Unbiased estimates of shares, from a release and its public parameters alone: post-processing, free to publish.
//!
//! | released by | one share | a row or a chain |
//! |---|---|---|
//! | [`Dirichlet`](crate::mechanism::Dirichlet) | [`dirichlet`] | [`chain`] |
//! | [`PublishedDirichlet`](crate::mechanism::PublishedDirichlet) | the entry itself: E x = C | the same |
//! | [`Polya`](crate::mechanism::Polya) | [`polya`] | [`chain`] |
//! | [`Geometric`](crate::mechanism::Geometric), [`Gaussian`](crate::mechanism::Gaussian) | [`noisy_of_total`] | [`noisy_row`] |
//!
//! A row that is smoothed (Dirichlet, urn) is drawn towards uniform: E x = (c + a)/(N + n a). Undoing that leaves an estimate whose mean is the share
//! itself. It has a larger variance than x, by (1 + n a/N)^2, and can lie below 0 or above 1: what has to be a probability is x, what is added up over devices or
//! compared with a share is this. Of noisy counts y itself is unbiased, and y/S to first order.
//!
//! `row_total` N is public under `Destination`, unless events were dropped ([`Outside::Drop`](crate::counts::Outside::Drop)). Where it is private give a public guess, never the true one: the estimate is then that of a row of so many events.
use crate::chain::StochasticMatrix;
use crate::domain::InParts;
use crate::domain::{ExpectedRowTotal, PolyaParameters, STATES};
use crate::error::{Error, Result};
use crate::privacy::DirichletParameters;
use crate::special::float::Within;
use crate::special::float::floor;
use crate::utility::interval::check_noisy;
use crate::utility::row_error::RowLaw;

/// The unbiased estimate of a share from the entry x = `share` of a row of the Dirichlet mechanism.
///
/// ```text
/// x (N + n a)/N - a/N = x + (n x - 1) a/N
/// ```
///
/// - **Guarantee**: E of it is C = c/N exactly, for the real-valued law; the rounding of a released entry to 2^-32 adds at most (n + 2)(1 + n a/N) 2^-32.
/// - **Special values**: 1 for a row of one cell released as 1.
///
/// # Errors
/// [`Error::States`] unless n = `cells` is from 1 to 65,535; [`Error::Domain`] unless 0 <= x <= 1.
///
/// ```
/// use dpmarkov::{domain::ExpectedRowTotal, privacy::DirichletParameters, utility::debias};
/// // 100 events, a = 10, 3 cells: a cell of 40 events is released as 50/130 on average
/// let parameters = DirichletParameters::new(0.5, 10.0)?;
/// let share = debias::dirichlet(50.0 / 130.0, 3, ExpectedRowTotal::new(100.0)?, &parameters)?;
/// assert!((share - 0.4).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn dirichlet(
    share: f64,
    cells: usize,
    row_total: ExpectedRowTotal,
    parameters: &DirichletParameters,
) -> Result<f64> {
    if !(0.0..=1.0).contains(&share) {
        return Err(Error::Domain);
    }
    unshrunk(share, cells, row_total.get(), parameters.pseudo_count.get())
}

/// The same from a tally m of M draws of an urn: x = m/M, a = prior_mass/event_mass. E m/M is the share of the urn's own mass, so that nothing else is needed.
///
/// # Errors
/// [`Error::States`]; [`Error::Domain`] for a tally above M.
///
/// ```
/// use dpmarkov::{domain::{ExpectedRowTotal, PolyaParameters}, utility::debias};
/// let urn = PolyaParameters::new(1, 10, 2, 130)?;
/// assert!((debias::polya(50, 3, ExpectedRowTotal::new(100.0)?, &urn)? - 0.4).abs() < 1e-15);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn polya(
    tally: u32,
    cells: usize,
    row_total: ExpectedRowTotal,
    urn: &PolyaParameters,
) -> Result<f64> {
    if tally > urn.draws() {
        return Err(Error::Domain);
    }
    unshrunk(
        f64::from(tally) / f64::from(urn.draws()),
        cells,
        row_total.get(),
        f64::from(urn.prior_mass()) / f64::from(urn.event_mass()),
    )
}

/// The unbiased estimate of a share from one noisy count and the sum of its row's, the row's true total N public:
/// (y - (S - N)/n)/N, which takes off the mean of all noise of the row.
///
/// E of it is C exactly; its variance is that of y/N times 1 - 1/n. The estimates of a row sum to 1.
///
/// # Errors
/// [`Error::States`] unless n = `cells` is from 1 to 65,535; [`Error::Domain`] unless |y| <= 2^40, |S| <= 2^56, and y = S for n = 1.
///
/// ```
/// use dpmarkov::{domain::ExpectedRowTotal, utility::debias};
/// // the noise of the row is 6 in all
/// assert_eq!(debias::noisy_of_total(42, 106, 3, ExpectedRowTotal::new(100.0)?)?, 0.4);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn noisy_of_total(
    count: i64,
    sum: i64,
    cells: usize,
    row_total: ExpectedRowTotal,
) -> Result<f64> {
    if cells == 0 || cells > *STATES.end() {
        return Err(Error::States);
    }
    check_noisy(count, sum, cells)?;
    let total = row_total.get();
    Ok((count as f64 - (sum as f64 - total) / cells as f64) / total)
}

/// The tally of which a released row of `cells` entries made `share`: exact for every entry of
/// [`Polya::row_of_tallies`](crate::mechanism::Polya::row_of_tallies), whose units are within (n x + 2) of the tally's own 2^32/M.
///
/// # Errors
/// [`Error::States`]; [`Error::Domain`] unless 0 <= share <= 1.
///
/// ```
/// use dpmarkov::{domain::PolyaParameters, utility::debias::polya_tally};
/// let urn = PolyaParameters::new(1, 10, 2, 50)?;
/// assert_eq!(polya_tally(0.24, 3, &urn)?, 12);
/// # Ok::<(), dpmarkov::Error>(())
/// ```
pub fn polya_tally(share: f64, cells: usize, urn: &PolyaParameters) -> Result<u32> {
    if cells == 0 || cells > *STATES.end() {
        return Err(Error::States);
    }
    if !(0.0..=1.0).contains(&share) {
        return Err(Error::Domain);
    }
    let draws = f64::from(urn.draws());
    let units = share * TWO_32 - 1.0;
    let tally = floor(units * draws / (TWO_32 - cells as f64) + 0.5);
    Ok(tally.within(0.0, draws) as u32)
}

const TWO_32: f64 = 4_294_967_296.0;

fn unshrunk(share: f64, cells: usize, total: f64, pseudo_count: f64) -> Result<f64> {
    if cells == 0 || cells > *STATES.end() {
        return Err(Error::States);
    }
    // x + (n x - 1) a/N: the correction is small where a is
    Ok(share + (cells as f64 * share - 1.0) * (pseudo_count / total))
}

/// The unbiased estimate of every row of a chain whose mean is drawn towards uniform: (x - s/n)/(1 - s) on the positive entries of each row, s and n of its law.
///
/// Rows sum to 1; entries can be negative, so it is no chain. For [`interval::stationary_chain`](super::interval::stationary_chain).
///
/// For Dirichlet and urn. Under noisy counts the feasible cells without a share stay 0, which no law undoes: take [`noisy_row`].
///
/// **Errors.** [`Error::Length`] for another number of laws or cells of `unbiased`; [`Error::EmptyRow`] where s = 1: a row without events says nothing;
/// [`Error::Infeasible`] for a law of fewer feasible cells than its row has positive entries, or of more where s > 0: a mean that is drawn towards uniform leaves none
/// at 0. `unbiased` is untouched then.
pub fn chain(released: StochasticMatrix<'_>, laws: &[RowLaw], unbiased: &mut [f64]) -> Result<()> {
    let n = released.states();
    if laws.len() != n || unbiased.len() != released.as_slice().len() {
        return Err(Error::Length);
    }
    if !laws.iter().all(|law| law.shrink() < 1.0) {
        return Err(Error::EmptyRow);
    }
    if !released
        .rows()
        .zip(laws)
        .all(|(row, law)| law.released(row))
    {
        return Err(Error::Infeasible);
    }
    let rows = released.rows().zip(unbiased.parts_mut(n));
    for ((row, out), law) in rows.zip(laws) {
        // x + s/(1 - s) (x - 1/n)
        let odds = law.shrink() / (1.0 - law.shrink());
        let uniform = 1.0 / law.cells() as f64;
        for (x, out) in row.iter().zip(out) {
            *out = if *x > 0.0 {
                x + odds * (x - uniform)
            } else {
                0.0
            };
        }
    }
    Ok(())
}

/// The shares y/S of a row of noisy counts, S their sum: they sum to 1; entries can be negative.
///
/// **Errors.** [`Error::Length`]; [`Error::Domain`] for a count beyond 2^40; [`Error::EmptyRow`] where S <= 0. `shares` is untouched then.
pub fn noisy_row(counts: &[i64], shares: &mut [f64]) -> Result<()> {
    if counts.len() != shares.len() {
        return Err(Error::Length);
    }
    let sum = counts.iter().fold(0i64, |sum, y| sum.saturating_add(*y));
    for y in counts {
        check_noisy(*y, sum, counts.len())?;
    }
    if sum <= 0 {
        return Err(Error::EmptyRow);
    }
    for (y, share) in counts.iter().zip(shares) {
        *share = *y as f64 / sum as f64;
    }
    Ok(())
}
